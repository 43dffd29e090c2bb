#include "asm/routines.hpp"

#include <algorithm>
#include <vector>

namespace stallscope::isa::assembly {

namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '$';
}

/// The words of a line up to its comment, without what is between them; empty at the end.
class Words {
public:
  explicit Words(std::string_view line) : rest_(line.substr(0, line.find('#'))) {}
  std::string_view next() {
    while (!rest_.empty() && !is_name_character(rest_.front()))
      rest_.remove_prefix(1);
    std::size_t length = 0;
    while (length < rest_.size() && is_name_character(rest_[length]))
      ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }
  [[nodiscard]] bool at_colon() const { return rest_.starts_with(':'); }

private:
  std::string_view rest_;
};

} // namespace

std::string routines_called(std::string_view text, std::span<const Routine> routines,
                            std::span<const std::string_view> calls, std::string_view before) {
  std::vector<bool> wanted(routines.size());
  std::vector<bool> defined(routines.size());
  const auto find = [&](std::string_view name) {
    return static_cast<std::size_t>(
        std::find_if(routines.begin(), routines.end(),
                     [name](const Routine& routine) { return routine.name == name; }) -
        routines.begin());
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    Words words(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
    std::string_view word = words.next();
    if (words.at_colon()) {
      if (const std::size_t n = find(word); n < routines.size())
        defined[n] = true;
      word = words.next(); // an instruction behind its label
    }
    if (std::find(calls.begin(), calls.end(), word) == calls.end())
      continue;
    for (word = words.next(); !word.empty(); word = words.next())
      if (const std::size_t n = find(word); n < routines.size())
        wanted[n] = true;
  }
  std::string result;
  for (std::size_t n = 0; n < routines.size(); ++n)
    if (wanted[n] && !defined[n]) {
      if (result.empty())
        result = before;
      result += routines[n].text;
    }
  return result;
}

} // namespace stallscope::isa::assembly

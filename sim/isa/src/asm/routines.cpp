#include "asm/routines.hpp"

#include "base/ascii.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace stallscope::isa::assembly {

namespace {

bool is_name_character(char c) {
  return is_alphanumeric(c) || c == '_' || c == '.' || c == '$';
}

/// The words of a line up to its comment, without the separators; empty at the end.
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

/// Which routines texts call, and which they define.
class Uses {
public:
  std::vector<bool> wanted;
  std::vector<bool> defined;

  Uses(std::span<const Routine> routines, std::span<const std::string_view> calls)
      : wanted(routines.size()), defined(routines.size()), calls_(calls) {
    for (std::size_t n = 0; n < routines.size(); ++n)
      numbers_.emplace(routines[n].name, n);
  }
  void look_through(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      look_at(text.substr(0, end + 1));
      text.remove_prefix(end + 1);
    }
  }

private:
  void look_at(std::string_view line) {
    Words words(line);
    std::string_view word = words.next();
    if (words.at_colon()) {
      if (const auto it = numbers_.find(word); it != numbers_.end())
        defined[it->second] = true;
      word = words.next(); // an instruction behind its label
    }
    if (std::find(calls_.begin(), calls_.end(), word) == calls_.end())
      return;
    for (word = words.next(); !word.empty(); word = words.next())
      if (const auto it = numbers_.find(word); it != numbers_.end())
        wanted[it->second] = true;
  }

  std::span<const std::string_view> calls_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

} // namespace

std::string routines_called(std::string_view text, std::span<const Routine> routines,
                            std::span<const std::string_view> calls, std::string_view before) {
  Uses uses(routines, calls);
  uses.look_through(text);
  std::vector<bool> taken(routines.size());
  std::string result;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t n = 0; n < routines.size(); ++n)
      if (uses.wanted[n] && !uses.defined[n] && !taken[n]) {
        if (result.empty())
          result = before;
        result += routines[n].text;
        taken[n] = true;
        more = true;
        std::vector<bool> defined_by_text = uses.defined;
        uses.look_through(routines[n].text);
        uses.defined = std::move(defined_by_text);
      }
  }
  return result;
}

bool has_mnemonic(std::string_view text, std::span<const std::string_view> words) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    Words line(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
    std::string_view word = line.next();
    if (line.at_colon())
      word = line.next();
    if (std::find(words.begin(), words.end(), word) != words.end())
      return true;
  }
  return false;
}

} // namespace stallscope::isa::assembly

#include "asm/text/leniency.hpp"

#include "asm/text/token.hpp"
#include "base/ascii.hpp"
#include "notation/typography.hpp"

#include <algorithm>
#include <array>

namespace stallscope::isa::assembly {

namespace {

/// The letters and digits at the start of a text.
std::string_view first_word(std::string_view text) {
  std::size_t to = 0;
  while (to < text.size() && is_word(text[to]))
    ++to;
  return text.substr(0, to);
}

/// Text in brackets that is not part of a name: f[abi:cxx11](), f() [clone .part.0].
bool has_address(std::string_view name) {
  for (std::size_t at = name.find('['); at != std::string_view::npos; at = name.find('[', at + 1))
    if (!name.substr(at + 1).starts_with("abi:") && !name.substr(at + 1).starts_with("clone"))
      return true;
  return false;
}

/// Length of the qualifiers after the parameters of a function: " const", " [clone .cold]".
std::size_t qualifiers_length(std::string_view text) {
  static constexpr std::array<std::string_view, 5> kQualifiers{" const", " volatile", " noexcept",
                                                               "&", " &"};
  std::size_t length = 0;
  for (bool found = true; found;) {
    found = false;
    const std::string_view rest = text.substr(length);
    for (const std::string_view qualifier : kQualifiers)
      if (!found && rest.starts_with(qualifier)) {
        length += qualifier.size();
        found = true;
      }
    if (const std::size_t end = rest.find(']'); rest.starts_with(" [clone") && end < rest.size()) {
      length += end + 1;
      found = true;
    }
  }
  return length;
}

bool starts_name(char c) {
  return is_letter(c) || c == '_' || c == '~' || c == '.';
}

} // namespace

std::unordered_map<std::string_view, std::vector<std::string_view>>
labels_of_cpp(std::string_view text) {
  std::unordered_map<std::string_view, std::vector<std::string_view>> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    line = line.substr(0, line.find('#'));
    line.remove_prefix(blank_length(line));
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1); // npos + 1 is 0
    if (line.empty() || line.back() != ':' || !starts_name(line[0]) ||
        line.find_first_of("\";%$") != std::string_view::npos)
      continue;
    line.remove_suffix(1);
    const std::size_t open = line.find('(');
    if (open != std::string_view::npos && line.find(')', open) != std::string_view::npos)
      names[first_word(line)].push_back(line);
  }
  for (auto& [word, of] : names)
    std::sort(of.begin(), of.end(),
              [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  return names;
}

std::size_t name_of_cpp_length(std::string_view text, const Leniency& leniency,
                               std::string_view mnemonic) {
  if (!starts_name(text[0]))
    return 0;
  if (const auto found = leniency.names.find(first_word(text)); found != leniency.names.end())
    for (const std::string_view name : found->second)
      if (text.starts_with(name))
        return name.size();
  static constexpr std::array<std::string_view, 9> kCalls{"call", "callq", "calll", "tail", "jmp",
                                                          "jal",  "j",     "b",     "bal"};
  if (std::find(kCalls.begin(), kCalls.end(), lower(mnemonic)) == kCalls.end())
    return 0;
  const std::string_view name = text.substr(0, text.find_first_of("#;"));
  const std::size_t open = name.find('(');
  const std::size_t close = name.rfind(')');
  const bool is_name = open != std::string_view::npos && close != std::string_view::npos &&
                       open < close && name.find_first_of("%$\"") == std::string_view::npos &&
                       !has_address(name);
  return is_name ? close + 1 + qualifiers_length(name.substr(close + 1)) : 0;
}

std::optional<Quotation> quotation_at(std::string_view text) {
  const Typographic open = typographic_at(text);
  if (open.meaning != '"' && open.meaning != '\'')
    return std::nullopt;
  for (std::size_t to = open.bytes; to < text.size(); ++to) {
    std::size_t mark = 0;
    if (text[to] == '\\')
      ++to;
    else if (text[to] == open.meaning)
      mark = 1;
    else if (const Typographic c = typographic_at(text.substr(to)); c.meaning == open.meaning)
      mark = c.bytes;
    if (mark != 0)
      return Quotation{open.meaning, text.substr(open.bytes, to - open.bytes), to + mark};
  }
  return std::nullopt;
}

} // namespace stallscope::isa::assembly

#include "man_page/man_page.hpp"

#include "base/utf8.hpp"

#include <CLI/CLI.hpp>

namespace stallscope::man_page {

std::string roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\''))
      out += "\\&"; // a line that starts with '.' or an apostrophe would be a request
    line_begins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string prose(std::string_view text) {
  constexpr std::size_t kColumns = 72; // margin for escapes
  std::string lines;
  for (const std::string& line : wrapped(text, kColumns))
    lines += line + "\n";
  return roff(lines);
}

std::string verbatim(std::string_view lines) {
  return ".nf\n" + roff(lines) + "\n.fi\n";
}

std::string beginning(std::string_view name, std::string_view version, std::string_view what,
                      std::string_view arguments) {
  std::string title(name);
  for (char& c : title)
    c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return ".TH " + roff(title) + " 1 \"\" \"stallscope " + std::string(version) +
         "\" \"User Commands\"\n.SH NAME\n" + roff(name) + " \\- " + roff(what) +
         "\n.SH SYNOPSIS\n\\fB" + roff(name) + "\\fR " + std::string(arguments) + "\n";
}

std::string entry(std::string_view what, std::string_view words) {
  return ".TP\n\\fB" + roff(what) + "\\fR\n" + prose(words);
}

namespace {

/// CLI11 calls a type "NAME:{a,b}" or "N:UINT in [1 - 9]" when only some values are valid.
std::pair<std::string, std::string> type_and_values(const std::string& said) {
  const std::size_t colon = said.find(':');
  if (colon == std::string::npos)
    return {said, {}};
  const std::string type = said.substr(0, colon);
  const std::string valid = said.substr(colon + 1);
  const std::size_t open = valid.find_first_of("{[");
  if (open == std::string::npos)
    return {said, {}}; // "FROM:TO"
  const std::string inner = valid.substr(open + 1, valid.size() - open - 2);
  const bool range = valid[open] == '[';
  std::string values = range ? " (" : " (one of ";
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if (!range && inner[at] == ',') {
      values += ", ";
    } else if (range && inner.substr(at, 3) == " - ") {
      values += " to ";
      at += 2;
    } else {
      values += inner[at];
    }
  }
  return {type, values + ')'};
}

} // namespace

std::string options(const CLI::App& command) {
  std::string page;
  for (const CLI::Option* option : command.get_options()) {
    std::string names;
    for (const std::string& word : option->get_snames())
      names += (names.empty() ? "-" : ", -") + word;
    for (const std::string& word : option->get_lnames())
      names += (names.empty() ? "--" : ", --") + word;
    if (names.empty())
      names = option->get_name();
    const auto [type, values] = type_and_values(option->get_type_name());
    page += ".TP\n\\fB" + roff(names) + "\\fR" +
            (type.empty() ? "" : " \\fI" + roff(type) + "\\fR") + "\n" +
            prose(option->get_description() + values);
  }
  return page;
}

} // namespace stallscope::man_page

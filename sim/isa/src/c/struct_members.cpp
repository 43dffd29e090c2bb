#include "struct_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stallscope::isa {

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kMostMembers = 64;

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_name(const std::string& word) {
  return is_name_character(word[0]) && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
}

/// Behind a comment, text or preprocessor line at `at`; `at` itself where none begins.
std::size_t behind_other(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//"))
    return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*"))
    return std::min(text.find("*/", at + 2), text.size() - 2) + 2;
  if (rest[0] != '"' && rest[0] != '\'')
    return at;
  std::size_t to = at + 1;
  while (to < text.size() && text[to] != rest[0] && text[to] != '\n')
    to += text[to] == '\\' ? 2 : 1;
  return std::min(to + 1, text.size());
}

/// A preprocessor line is the word "#".
Words words_of_c(std::string_view text) {
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t behind = behind_other(text, at); behind != at) {
      at = behind;
    } else if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
    } else if (text[at] == '#') {
      words.emplace_back("#");
      do
        at = std::min(text.find('\n', at + 1), text.size());
      while (at < text.size() && text[at - 1] == '\\');
    } else {
      std::size_t to = at + 1;
      while (is_name_character(text[at]) && to < text.size() && is_name_character(text[to]))
        ++to;
      words.emplace_back(text.substr(at, to - at));
      at = to;
    }
  }
  return words;
}

/// The structure that the words of a declaration name as a type; nullptr: none that is known.
const Words* struct_named(const StructMembers& known, const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool tagged = (words[i] == "struct" || words[i] == "union") && i + 1 < words.size();
    const auto found = known.find(tagged ? words[i] + " " + words[i + 1] : words[i]);
    if (found != known.end())
      return &found->second;
  }
  return nullptr;
}

/// Adds the members that a declaration in a structure has; false when it is none that is
/// understood.
bool add_members(const StructMembers& known, const Words& declaration, Words& members) {
  static constexpr std::string_view kOther = "{}()#:=";
  if (std::any_of(declaration.begin(), declaration.end(), [](const std::string& word) {
        return kOther.find(word[0]) != std::string_view::npos;
      }))
    return false;
  Words of_type; // in front of the first name
  for (std::size_t from = 0; from < declaration.size();) {
    std::size_t to = from;
    while (to < declaration.size() && declaration[to] != ",")
      ++to;
    const Words one(declaration.begin() + static_cast<std::ptrdiff_t>(from),
                    declaration.begin() + static_cast<std::ptrdiff_t>(to));
    const auto bracket = std::find(one.begin(), one.end(), "[");
    if (bracket == one.begin() || !is_name(*std::prev(bracket)))
      return false;
    const auto name = std::prev(bracket);
    if (from == 0)
      of_type.assign(one.begin(), name);
    if (of_type.empty())
      return false;
    const bool pointer = std::find(one.begin(), one.end(), "*") != one.end();
    const Words* inner = struct_named(known, of_type);
    const auto brackets = std::count(one.begin(), one.end(), "[");
    if (brackets > 1 || (brackets == 1 && (inner != nullptr || *std::next(bracket) == "]")))
      return false;
    if (inner != nullptr && !pointer)
      for (const std::string& member : *inner)
        members.push_back(*name + "." + member);
    else
      members.push_back(*name + (brackets == 1 ? "[]" : ""));
    from = to + 1;
  }
  return true;
}

std::vector<std::string> members_of_body(const StructMembers& known, const Words& words,
                                         std::size_t from, std::size_t to) {
  Words members;
  while (from < to) {
    const auto end = std::find(words.begin() + static_cast<std::ptrdiff_t>(from),
                               words.begin() + static_cast<std::ptrdiff_t>(to), ";");
    const Words declaration(words.begin() + static_cast<std::ptrdiff_t>(from), end);
    if (!add_members(known, declaration, members) || members.size() > kMostMembers)
      return {};
    from = static_cast<std::size_t>(end - words.begin()) + 1;
  }
  return members;
}

/// Entries of the members of `object`, an expression; `address` is what they are told by.
std::string entries_of(const Words& members, const std::string& object, std::string_view address) {
  std::string text;
  for (std::string member : members) {
    const bool array = member.ends_with("[]");
    member.resize(member.size() - (array ? 2 : 0));
    text += fmt::format("  STALLSCOPE_MEMBER({}, {}, {}, {}{}),\n", address, object, member, member,
                        array ? "[0]" : "");
  }
  return text;
}

} // namespace

StructMembers members_of_structs(std::string_view source) {
  StructMembers known;
  const Words words = words_of_c(source);
  unsigned depth = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    depth += words[i] == "{" ? 1 : 0;
    depth -= words[i] == "}" && depth > 0 ? 1 : 0;
    if (depth != 0 || (words[i] != "struct" && words[i] != "union"))
      continue;
    const bool tagged = is_name(words[i + 1]);
    const std::size_t open = i + (tagged ? 2 : 1);
    if (open >= words.size() || words[open] != "{")
      continue;
    std::size_t close = open;
    unsigned inside = 0;
    for (; close < words.size(); ++close) {
      inside += words[close] == "{" ? 1 : 0;
      inside -= words[close] == "}" ? 1 : 0;
      if (inside == 0)
        break;
    }
    const Words members = members_of_body(known, words, open + 1, std::min(close, words.size()));
    const bool is_typedef = i > 0 && words[i - 1] == "typedef";
    if (tagged && !members.empty())
      known[words[i] + " " + words[i + 1]] = members;
    if (is_typedef && close + 2 < words.size() && words[close + 2] == ";" && !members.empty())
      known[words[close + 1]] = members;
    i = std::min(close, words.size() - 1);
  }
  return known;
}

std::string members_text(std::string_view source, const CallText& call, const CFunction& function) {
  const StructMembers known = members_of_structs(source);
  if (known.empty())
    return {};
  std::string entries;
  const Words prototype = words_of_c(function.prototype);
  const Words returned(prototype.begin(),
                       std::find(prototype.begin(), prototype.end(), function.name));
  const Words* members = struct_named(known, returned);
  if (members != nullptr && std::find(returned.begin(), returned.end(), "*") == returned.end())
    entries += entries_of(*members, "stallscope_result", "&stallscope_result");
  for (std::size_t i = 0; i < std::min(call.arguments.size(), function.parameters.size()); ++i) {
    const CParameter& parameter = function.parameters[i];
    members = struct_named(known, parameter.words);
    const bool one = std::count(parameter.words.begin(), parameter.words.end(), "*") +
                         std::count(parameter.words.begin(), parameter.words.end(), "[") ==
                     1;
    if (members != nullptr && one && call.arguments[i].kind == CallArgument::Kind::list)
      entries += entries_of(*members, fmt::format("stallscope_a{}[0]", i),
                            fmt::format("stallscope_a{}", i));
  }
  if (entries.empty())
    return {};
  return R"(
#line 1 "call"
struct stallscope_member {
  const volatile void *of;
  const char *name;
  unsigned long offset;
  unsigned long count;
  unsigned kind;
  unsigned size;
};
#define STALLSCOPE_MEMBER(at, object, member, element) {at, #member, \
  __builtin_offsetof(__typeof__(object), member), \
  sizeof((object).member) / sizeof((object).element), \
  STALLSCOPE_KIND((object).element), sizeof((object).element)}
const struct stallscope_member stallscope_members[] = {
)" + entries +
         "  {0, 0, 0, 0, 0, 0}};\nconst struct stallscope_member *const volatile "
         "stallscope_kept_members = stallscope_members;\n";
}

} // namespace stallscope::isa

#include "compilation.hpp"
#include "isa/compile_c.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace stallscope::isa {

namespace {

/// Removes ":NUMBER" from the end and returns it; 0: there is none.
std::uint32_t take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0)
    return 0;
  std::uint32_t number = 0;
  const std::string_view digits = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || digits.empty() || end != digits.data() + digits.size())
    return 0;
  text = text.substr(0, colon);
  return number;
}

struct Kind {
  std::string_view word;
  Severity severity;
};
constexpr std::array<Kind, 7> kKinds{{{": fatal error: ", Severity::error},
                                      {": error: ", Severity::error},
                                      {": Error: ", Severity::error},
                                      {": warning: ", Severity::warning},
                                      {": Warning: ", Severity::warning},
                                      {": note: ", Severity::note},
                                      {": undefined reference to ", Severity::error}}};

/// A position before a message: "FILE:LINE:COLUMN", "FILE:LINE", "FILE:(.text+0x10)" or a program's
/// name, which is not a position.
void read_place(std::string_view place, Diagnostic& d) {
  if (const std::size_t section = place.find(":("); section != std::string_view::npos)
    place = place.substr(0, section);
  const std::uint32_t last = take_number(place);
  const std::uint32_t before = take_number(place);
  d.line = before != 0 ? before : last;
  d.column = before != 0 ? last : 0;
  // "/usr/bin/ld: /tmp/x.o: in function `f': sum.c:3": the last part is the file.
  if (const std::size_t blank = place.rfind(": "); blank != std::string_view::npos)
    place = place.substr(blank + 2);
  // object file of the compiler driver
  const bool is_object = place.starts_with("/tmp/") && place.ends_with(".o");
  if (!is_object && (d.line != 0 || place.find('.') != std::string_view::npos))
    d.file = place;
}

/// Removes generated names, which the appended call introduces, and names of temporary object files
/// of the linker: "'stallscope_t0' {aka 'int'}", "/tmp/x.o:sum.c:3: first defined".
std::string in_words_of_the_source(std::string message) {
  std::replace(message.begin(), message.end(), '`', '\'');
  constexpr std::string_view kOwnType = "'stallscope_t";
  for (std::size_t at = message.find(kOwnType); at != std::string::npos;
       at = message.find(kOwnType, at + 1)) {
    constexpr std::string_view kAka = "{aka ";
    const std::size_t type = message.find(kAka, at);
    const std::size_t end = message.find('}', at);
    if (type == std::string::npos || end == std::string::npos)
      break;
    const std::size_t from = type + kAka.size();
    message.replace(at, end + 1 - at, message.substr(from, end - from));
  }
  for (std::size_t at = message.find("/tmp/"); at != std::string::npos;
       at = message.find("/tmp/", at + 1)) {
    const std::size_t end = message.find(".o:", at);
    if (end == std::string::npos || message.substr(at, end - at).find(' ') != std::string::npos)
      break;
    message.erase(at, end + 3 - at);
  }
  return message;
}

} // namespace

bool is_c_file(std::string_view file) {
  return file.size() > 2 && file.ends_with(".c");
}

Diagnostics compiler_diagnostics(std::string_view messages) {
  Diagnostics found;
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size());
    const std::string_view line = messages.substr(0, end);
    messages.remove_prefix(std::min(end + 1, messages.size()));
    std::size_t first = std::string_view::npos;
    const Kind* kind = nullptr;
    for (const Kind& one : kKinds)
      if (const std::size_t at = line.find(one.word); at < first) {
        first = at;
        kind = &one;
      }
    Diagnostic d;
    if (kind != nullptr && line.front() != ' ') {
      if (line.starts_with("collect2") || line.starts_with("clang: error: linker"))
        continue; // the linker's message precedes it
      d.severity = kind->severity;
      const bool undefined = kind == &kKinds.back();
      d.message = undefined ? line.substr(first + 2) : line.substr(first + kind->word.size());
      read_place(line.substr(0, first), d);
    } else if (const std::size_t at = line.find(": cannot find "); at != std::string_view::npos) {
      d.message = line.substr(at + 2);
    } else if (const std::size_t twice = line.find(": multiple definition of ");
               twice != std::string_view::npos) {
      d.message = line.substr(twice + 2);
    } else {
      continue;
    }
    d.message = in_words_of_the_source(std::move(d.message));
    const bool again = !found.empty() && found.back().message == d.message &&
                       found.back().line == d.line && found.back().column == d.column;
    if (!again)
      found.push_back(std::move(d));
  }
  return found;
}

std::vector<std::string> names_not_found(std::string_view messages) {
  constexpr std::string_view kUndefined = "undefined reference to '";
  constexpr std::string_view kLibrary = "cannot find -l";
  std::vector<std::string> names;
  for (const Diagnostic& d : compiler_diagnostics(messages)) {
    if (d.severity != Severity::error)
      continue;
    const std::string_view message = d.message;
    std::string name;
    if (message.starts_with(kUndefined)) {
      const std::string_view rest = message.substr(kUndefined.size());
      name = rest.substr(0, rest.find('\''));
    } else if (message.starts_with(kLibrary)) {
      const std::string_view rest = message.substr(kLibrary.size() - 2);
      name = rest.substr(0, rest.find(':'));
    } else {
      return {};
    }
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

namespace {

constexpr std::string_view kWithLibrary = "\n(with the C library for ";
constexpr std::string_view kWithLibraryEnd = ")\n";

} // namespace

std::string with_library_for(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
    list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMost)
    list += " and others";
  return fmt::format("{}{}{}", kWithLibrary, list, kWithLibraryEnd);
}

std::string library_is_for(std::string_view messages) {
  const std::size_t at = messages.rfind(kWithLibrary);
  if (at == std::string_view::npos || !messages.ends_with(kWithLibraryEnd))
    return {};
  messages.remove_prefix(at + kWithLibrary.size());
  messages.remove_suffix(kWithLibraryEnd.size());
  return std::string(messages);
}

} // namespace stallscope::isa

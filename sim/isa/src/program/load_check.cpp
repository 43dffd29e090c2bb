#include "program/load_check.hpp"

#include "isa/assemble.hpp"

#include <fmt/format.h>

namespace stallscope::isa {

namespace {

/// Length of the part of a file that is searched for binary bytes.
constexpr std::size_t kSearchedBytes = std::size_t{1} << 16;

/// Control characters except white space: they do not occur in UTF-8 text, but often in other
/// files.
bool is_binary_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f' &&
         byte != '\v';
}

} // namespace

Diagnostic problem_with_file(std::string_view file, std::string message) {
  Diagnostic d;
  d.file = std::string(file);
  d.message = std::move(message);
  return d;
}

std::optional<Diagnostic> problem_with_text(std::string_view file, std::string_view text) {
  if (text.size() > kMaxSourceBytes) {
    Diagnostic d = problem_with_file(
        file, fmt::format("the file is too large, more than {} MiB", kMaxSourceBytes >> 20));
    d.expected = "a source file";
    return d;
  }
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) {
    Diagnostic d = problem_with_file(file, "the file is empty");
    d.expected = "a program";
    return d;
  }
  const bool elf = text.substr(0, 4) == "\x7f"
                                        "ELF";
  const std::string_view begin = text.substr(0, kSearchedBytes);
  if (elf || std::any_of(begin.begin(), begin.end(), is_binary_byte)) {
    // Complete ELF files are read elsewhere: this one is truncated in its identification.
    Diagnostic d = problem_with_file(
        file,
        elf ? fmt::format("the file is cut off: it begins as an ELF executable and has {} bytes",
                          text.size())
            : "the file is binary");
    d.expected = elf ? "the whole file" : "a program as source text";
    return d;
  }
  return std::nullopt;
}

} // namespace stallscope::isa

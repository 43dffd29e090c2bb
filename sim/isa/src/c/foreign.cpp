#include "foreign.hpp"

#include "base/byte_size.hpp"
#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "isa/assemble.hpp"
#include "program/load_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace stallscope::isa {

namespace {

namespace fs = std::filesystem;

bool write_file(const std::string& path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0)
    return false;
  const ssize_t written = write(file, text.data(), text.size());
  return close(file) == 0 && written == static_cast<ssize_t>(text.size());
}

bool is_below(const std::string& path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

} // namespace

Result<std::string> copy_hand_in(const std::string& file, const std::string& folder) {
  const fs::path path(file);
  const std::string name = path.filename().string();
  const fs::path where = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  const std::optional<Folder> own = Folder::open(where.string());
  const auto plain_file = [&own](const std::string& beside) {
    std::string text;
    const Descriptor opened = own->open_below(beside, Links::refuse);
    const bool read =
        opened.ok() && read_plain_file(opened, InputLimits::header, text) == ReadEnd::complete;
    return read ? std::optional(std::move(text)) : std::nullopt;
  };
  const std::optional<std::string> text = own ? plain_file(name) : std::nullopt;
  if (!text) {
    Diagnostic d = problem_with_file(file, "this is no plain file of a readable size");
    d.expected =
        fmt::format("a file of C, no link, of at most {}", byte_size_words(InputLimits::header));
    return d;
  }
  if (!write_file(folder + "/" + name, *text))
    return problem_with_file(file, "the file cannot be copied");
  for (const std::string& header : own->plain_files(".h", InputLimits::headers))
    if (const auto copied = plain_file(header))
      (void)write_file(folder + "/" + header, *copied);
  return name;
}

std::optional<Diagnostic> outside_files(std::string_view dependencies, const std::string& folder,
                                        const std::string& file, const std::string& source) {
  // "target: file file \<line end> file"; in names a blank is "\ ", '#' "\#", '$' "$$".
  std::vector<std::string> names;
  std::string word;
  const std::size_t colon = dependencies.find(": ");
  std::string_view rest =
      colon == std::string_view::npos ? dependencies : dependencies.substr(colon + 1);
  for (std::size_t i = 0; i <= rest.size(); ++i) {
    const char c = i < rest.size() ? rest[i] : ' ';
    const char next = i + 1 < rest.size() ? rest[i + 1] : ' ';
    if (c == '\\' && (next == ' ' || next == '#' || next == '\\' || next == ':')) {
      word += next;
      ++i;
    } else if (c == '\\' && next == '\n') {
      ++i;
    } else if (c == '$' && next == '$') {
      word += '$';
      ++i;
    } else if (c == ' ' || c == '\n') {
      if (!word.empty())
        names.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  std::error_code failed;
  const std::string own = fs::canonical(folder, failed).string();
  for (const std::string& name : names) {
    if (name == source)
      continue;
    const fs::path path = name.starts_with('/') ? fs::path(name) : fs::path(folder) / name;
    const std::string real = fs::canonical(path, failed).string();
    constexpr std::array<std::string_view, 7> kCompilers{"/usr/include",
                                                         "/usr/lib",
                                                         "/usr/local/include",
                                                         "/usr/local/lib",
                                                         "/usr/share/picolibc",
                                                         "/usr/riscv64-linux-gnu",
                                                         "/usr/riscv64-unknown-elf"};
    const bool of_compiler = std::any_of(kCompilers.begin(), kCompilers.end(),
                                         [&real](std::string_view f) { return is_below(real, f); });
    const bool known =
        !failed && !real.empty() && (is_below(real, own) || (of_compiler && real.ends_with(".h")));
    if (known)
      continue;
    Diagnostic d = problem_with_file(file, fmt::format("'{}' may not be included", name));
    d.expected = "headers of the C library, and headers beside the file";
    return d;
  }
  return std::nullopt;
}

std::optional<Diagnostic> reads_files(std::string_view assembly, const std::string& file) {
  constexpr std::array<std::string_view, 11> kForbidden{
      "incbin",    "include",   ".macro",    ".irp",   ".irpc",    ".rept",
      ".altmacro", ".linefile", ".app-file", ".dummy", ".pushincl"};
  const auto refusal = [&file](std::string_view what) {
    Diagnostic d =
        problem_with_file(file, fmt::format("inline assembly with {} may not be handed in", what));
    d.expected = "instructions only";
    return d;
  };
  while (!assembly.empty()) {
    const std::size_t end = std::min(assembly.find('\n'), assembly.size());
    std::string line(assembly.substr(0, end));
    assembly.remove_prefix(std::min(end + 1, assembly.size()));
    std::transform(line.begin(), line.end(), line.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    // A whole line ".string "..."" is data, whatever stands in it; every other one counts.
    std::size_t quotes = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      if (line[i] == '\\')
        ++i;
      else if (line[i] == '"')
        ++quotes;
    if (quotes % 2 != 0)
      return refusal("an open string");
    const std::size_t text = line.find_first_not_of(" \t");
    const auto is_data = [&] {
      for (const std::string_view directive : {".string", ".ascii", ".asciz", ".file", ".ident"})
        if (text != std::string::npos && line.substr(text).starts_with(directive))
          return quotes == 2 && line.back() == '"' &&
                 line.find_first_not_of(" \t0123456789", text + directive.size()) == line.find('"');
      return false;
    };
    if (is_data())
      continue;
    for (const std::string_view word : kForbidden)
      if (line.find(word) != std::string::npos)
        return refusal(fmt::format("'{}'", word));
  }
  return std::nullopt;
}

} // namespace stallscope::isa

#include "foreign.hpp"

#include "base/ascii.hpp"
#include "base/byte_size.hpp"
#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "isa/assemble.hpp"
#include "program/load_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

/// Directives, in lower case, that compilers emit or that are needed for data. None of them reads a
/// file, defines a macro, repeats text or changes how text is read.
constexpr std::array<std::string_view, 81> kDirectives{
    "2byte",      "4byte",      "8byte",    "addrsig",   "addrsig_sym", "align",      "ascii",
    "asciz",      "attribute",  "balign",   "balignl",   "balignw",     "bss",        "byte",
    "comm",       "common",     "data",     "double",    "dtpreldword", "dtprelword", "dword",
    "else",       "end",        "endif",    "equ",       "equiv",       "file",       "fill",
    "float",      "global",     "globl",    "half",      "hidden",      "hword",      "ident",
    "if",         "ifdef",      "ifndef",   "insn",      "int",         "internal",   "long",
    "nop",        "nops",       "octa",     "option",    "org",         "p2align",    "p2alignl",
    "p2alignw",   "popsection", "previous", "protected", "pushsection", "quad",       "reloc",
    "rodata",     "section",    "set",      "short",     "single",      "size",       "skip",
    "sleb128",    "space",      "string",   "string16",  "string32",    "string64",   "string8",
    "subsection", "symver",     "text",     "type",      "uleb128",     "value",      "variant_cc",
    "weak",       "weakref",    "word",     "zero"};
static_assert(std::is_sorted(kDirectives.begin(), kDirectives.end()));

bool is_allowed_directive(std::string_view word) {
  // Local labels begin with ".L"; no such directive reads or generates text, except those for
  // link-time optimization. The last two are sections, which may also occur outside .section.
  return std::binary_search(kDirectives.begin(), kDirectives.end(), word) ||
         word.starts_with("cfi_") || word.starts_with("debug_") || word.starts_with("eh_frame") ||
         (word.starts_with("l") && !word.starts_with("lto"));
}

/// Whether a line is ".string "..."" or similar: a directive, one string, and at most a comment;
/// the content does not matter. `quotes`: number of quotes in the line, except those after a
/// backslash; `last`: position of the last one.
bool is_string_data(std::string_view line, std::size_t quotes, std::size_t last) {
  const std::size_t text = line.find_first_not_of(" \t");
  const std::size_t behind = line.find_first_not_of(" \t", last + 1);
  if (quotes != 2 || (behind != std::string_view::npos && line[behind] != '#'))
    return false;
  for (const std::string_view directive : {".string", ".ascii", ".asciz", ".file", ".ident"})
    if (line.substr(text).starts_with(directive))
      return line.find_first_not_of(" \t0123456789", text + directive.size()) == line.find('"');
  return false;
}

/// Whether the '#' certainly begins a comment to the end of its line, and is not part of a marker
/// such as '# 1 "x.c"' or '## 1 "x.c"', which statements may follow.
bool is_comment(std::string_view line, std::size_t sign) {
  const std::size_t behind = line.find_first_not_of("# \t\f\v", sign);
  return behind == std::string_view::npos ||
         (!is_digit(line[behind]) && line.find('"', behind) == std::string_view::npos);
}

/// Whether at most a label precedes that position in a statement.
bool begins_statement(std::string_view line, std::size_t at) {
  const std::size_t in_front =
      at == 0 ? std::string_view::npos : line.find_last_not_of(" \t", at - 1);
  return in_front == std::string_view::npos || line[in_front] == ';' || line[in_front] == ':';
}

/// The first word starting with a dot that compilers never emit there, as text for a message;
/// empty: none. `line`: in lower case, without a comment.
std::string forbidden_directive(std::string_view line) {
  constexpr std::string_view kInWords = "abcdefghijklmnopqrstuvwxyz0123456789_.$";
  std::size_t section = std::string_view::npos; // required start of its name
  for (std::size_t i = line.find('.'); i != std::string_view::npos; i = line.find('.', i)) {
    // "foo.part.0" is one name; after a number, as in "1.incbin", assemblers continue reading.
    const std::size_t before = line.find_last_not_of(kInWords, i);
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    const bool in_path =
        start == i && start > 0 && line[before] == '/' &&
        std::count(line.begin(), line.begin() + static_cast<long>(i), '"') % 2 != 0;
    const bool begins = !in_path && (start == i || is_digit(line[start]));
    const std::size_t end = std::min(line.find_first_not_of(kInWords, i), line.size());
    const std::string_view word = line.substr(i + 1, end - i - 1);
    const bool is_number = !word.empty() && word.front() >= '0' && word.front() <= '9' &&
                           word.find("byte") == std::string_view::npos &&
                           word.find('.') == std::string_view::npos;
    const bool is_section = section == i;
    i = end;
    if (word.starts_with("gnu.lto") || word.starts_with("gnu.debuglto") ||
        word.starts_with("gnu.offload"))
      return fmt::format("section '.{}'", word); // for this section the linker runs the compiler
    if (!begins || is_number || is_section || word.find_first_not_of('.') == std::string_view::npos)
      continue;
    if (!is_allowed_directive(word))
      return fmt::format("'.{}'", word);
    if ((word == "section" || word == "pushsection") && begins_statement(line, start)) {
      section = line.find_first_not_of(" \t", end);
      if (section < line.size() && line[section] == '"')
        ++section;
    }
  }
  return {};
}

/// Reports, as text for a message, what in a line of assembly text could read a file; empty:
/// nothing. Assemblers may begin a statement at any word starting with a dot, so all such words are
/// checked, and nothing in a line may change the meaning of the next line: an unclosed string or
/// comment, an ambiguous quote.
std::string what_may_read(std::string_view whole) {
  std::string line = lower(whole);
  std::size_t quotes = 0;
  std::size_t last_quote = 0;
  std::size_t comment = std::string::npos;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (line[i] == '"') {
      ++quotes;
      last_quote = i;
    } else if (line[i] == '#' && quotes % 2 == 0 && is_comment(line, i))
      comment = std::min(comment, i);
  }
  if (quotes % 2 != 0)
    return "an open string";
  if (is_string_data(line, quotes, last_quote))
    return {};
  if (line.find("/*") != std::string::npos)
    return "'/*'";
  if (line.find_first_of("\\\r") != std::string::npos)
    return "a backslash";
  for (std::size_t i = line.find('\''); i != std::string::npos; i = line.find('\'', i + 1)) {
    if (i + 1 == line.size() || (!is_alphanumeric(line[i + 1]) && line[i + 1] != ' '))
      return "a quote in front of a sign";
    if (i + 2 < line.size() && line[i + 2] == '\'')
      i += 2;
  }
  line.resize(std::min(comment, line.size()));
  return forbidden_directive(line);
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

std::vector<std::string> files_of_rule(std::string_view dependencies) {
  // "target: file file \\<line end> file"; in names a blank is "\\ ", '#' "\\#", '$' "$$".
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
  return names;
}

std::vector<std::string> files_of_listing(std::string_view messages) {
  std::vector<std::string> names;
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size());
    const std::string_view line = messages.substr(0, end);
    messages.remove_prefix(std::min(end + 1, messages.size()));
    if (const std::size_t dots = line.find_first_not_of('.');
        dots != std::string_view::npos && dots > 0 && line[dots] == ' ' && dots + 1 < line.size())
      names.emplace_back(line.substr(dots + 1));
  }
  return names;
}

std::optional<Diagnostic> outside_files(const std::vector<std::string>& names,
                                        const std::string& folder, const std::string& file,
                                        const std::string& source) {
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
  while (!assembly.empty()) {
    const std::size_t end = std::min(assembly.find('\n'), assembly.size());
    const std::string_view line = assembly.substr(0, end);
    assembly.remove_prefix(std::min(end + 1, assembly.size()));
    if (const std::string what = what_may_read(line); !what.empty()) {
      Diagnostic d = problem_with_file(
          file, fmt::format("inline assembly with {} may not be handed in", what));
      d.expected = "instructions, and directives that a compiler writes";
      return d;
    }
  }
  return std::nullopt;
}

std::optional<Diagnostic> loads_state(std::string_view preprocessed, const std::string& file) {
  if (preprocessed.find("pch_preprocess") == std::string_view::npos)
    return std::nullopt;
  Diagnostic d = problem_with_file(file, "'pch_preprocess' may not be handed in");
  d.expected = "headers as text";
  return d;
}

} // namespace stallscope::isa

#include "base/ascii.hpp"
#include "base/platform/terminal.hpp"
#include "base/read_file.hpp"
#include "isa/assemble.hpp"
#include "isa/elf.hpp"
#include "notation/front_ends.hpp"
#include "program/listing.hpp"
#include "program/load_check.hpp"
#include "program/looks_like_c.hpp"
#include "x86/text/register_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unistd.h>

namespace stallscope::isa {

namespace {

struct Extension {
  std::string_view text;
  Isa isa;
};
/// Longer ones first, if one is a suffix of another.
constexpr std::array<Extension, 11> kExtensions{{{".mips.s", Isa::mips},
                                                 {".dlx", Isa::mips},
                                                 {".x86.s", Isa::x86},
                                                 {".x86.S", Isa::x86},
                                                 {".x86", Isa::x86},
                                                 {".mips", Isa::mips},
                                                 {".tac", Isa::tac},
                                                 {".s", Isa::riscv},
                                                 {".S", Isa::riscv},
                                                 {".rv", Isa::riscv},
                                                 {".riscv", Isa::riscv}}};

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

/// The whole input, or the reason why it cannot be read.
Result<std::string> read_input(const std::string& file, std::string_view shown_name) {
  const Descriptor input = file == "-" ? Descriptor(duplicate(STDIN_FILENO)) : open_to_read(file);
  std::string text;
  const ReadEnd end =
      input.ok() ? read_all(input, kMaxSourceBytes, Streams::wait, text) : ReadEnd::failed;
  if (end == ReadEnd::complete)
    return text;
  Diagnostic d = problem_with_file(shown_name, read_problem(end, kMaxSourceBytes));
  if (end == ReadEnd::too_large)
    d.expected = "a smaller program: of an executable, perhaps without its debug information";
  else if (input.ok())
    d.expected = "a program";
  return d;
}

/// Size of the identification of an ELF file (e_ident). A file that ends within it is not an
/// executable, whatever its first four bytes.
constexpr std::size_t kElfIdentificationBytes = 16;

Result<Program> load_executable(std::string_view name, std::span<const std::uint8_t> bytes,
                                std::optional<Isa> isa, const ElfOptions& options) {
  if (bytes.size() > kMaxSourceBytes) {
    Diagnostic d = problem_with_file(
        name, fmt::format("the file is too large, more than {} MiB", kMaxSourceBytes >> 20));
    d.expected = "a smaller executable, perhaps without its debug information";
    return d;
  }
  if (isa && *isa != Isa::riscv) {
    Diagnostic d = problem_with_file(
        name, fmt::format("the file is an ELF executable, not a program in {} notation",
                          stallscope::isa::name(*isa)));
    d.expected = "no --isa";
    return d;
  }
  return program_from_elf(name, bytes, options);
}

/// An executable built from C, named after its first file.
Result<Program> load_c(const std::string& file, std::optional<Isa> isa,
                       const AssembleOptions& options) {
  if (isa && *isa != Isa::riscv) {
    Diagnostic d = problem_with_file(
        file, fmt::format("C is compiled for RISC-V, not for {}", stallscope::isa::name(*isa)));
    d.expected = "no --isa";
    return d;
  }
  const Result<CompiledC> made = compile_c(file, options.c);
  if (!made)
    return made.diagnostics();
  if (options.c.compiled)
    options.c.compiled();
  ElfOptions elf = options.elf;
  if (!elf.platform)
    elf.platform = made->bare_metal ? Platform::bare_metal : Platform::linux_user;
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(made->elf.data()), made->elf.size());
  Result<Program> program = load_executable(file, bytes, isa, elf);
  if (!program)
    return program.diagnostics();
  if (made->bare_metal) // picolibc itself defines the first argument, a name
    program->arguments.erase(program->arguments.begin());
  Diagnostics said = made.diagnostics(); // warnings
  if (!made->note.empty()) {
    Diagnostic note = problem_with_file(file, made->note);
    note.severity = Severity::note;
    said.push_back(std::move(note));
  }
  said.insert(said.end(), program.diagnostics().begin(), program.diagnostics().end());
  return {std::move(program).value(), std::move(said)};
}

} // namespace

bool has_x86_string_instruction(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords{"rep",   "repe",  "repne", "repz", "repnz",
                                                   "movsb", "movsq", "stosb", "stosq"};
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end())
      return true;
  }
  return false;
}

bool looks_like_x86(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1; // npos + 1 is 0
    if (text.substr(line, at - line).find('#') != std::string_view::npos)
      continue; // a comment
    std::size_t end = at + 1;
    while (end < text.size() && (is_alphanumeric(text[end]) || text[end] == '_'))
      ++end;
    const std::string_view word = text.substr(at + 1, end - at - 1);
    if (word == "rip" || x86::register_named(word))
      return true;
  }
  return false;
}

std::optional<Isa> isa_from_file_name(std::string_view file) {
  for (const Extension& extension : kExtensions)
    if (ends_with(file, extension.text))
      return extension.isa;
  return std::nullopt;
}

Result<Program> load_program(const std::string& file, std::optional<Isa> isa,
                             const AssembleOptions& options) {
  if (is_c_file(file))
    return load_c(file, isa, options);
  const std::string shown_name = file == "-" ? std::string(kStandardInput) : file;
  auto text = read_input(file, shown_name);
  if (!text.ok())
    return text.diagnostics();
  return load_program_text(shown_name, *text, isa, options);
}

Result<Program> load_program_text(std::string_view name, std::string_view text,
                                  std::optional<Isa> isa, const AssembleOptions& options) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  if (looks_like_elf(bytes) && bytes.size() >= kElfIdentificationBytes)
    return load_executable(name, bytes, isa, options.elf);
  if (auto problem = problem_with_text(name, text))
    return *std::move(problem);
  if (const auto code = code_of_listing(text))
    return with_lines_of(text, load_program_text(name, *code, isa, options));
  auto notation = isa ? isa : isa_from_file_name(name);
  if (!notation) {
    Result<Program> program = assemble_by_content(name, text, options);
    return !program && looks_like_c(text) ? Result<Program>(reads_as_c(name)) : std::move(program);
  }
  // All compilers use .s for their output, and all simulators for their programs.
  if (!isa && notation == Isa::riscv && (ends_with(name, ".s") || ends_with(name, ".S")))
    return assemble_dot_s(name, text, options);
  return assemble(*notation, name, text, options);
}

} // namespace stallscope::isa

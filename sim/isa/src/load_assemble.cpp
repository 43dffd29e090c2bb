#include "front_ends.hpp"
#include "load_check.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::isa {

namespace {

/// Above this size a file with errors is not tried as another notation.
constexpr std::size_t kMaxTriedBytes = std::size_t{1} << 20;

constexpr std::array<Isa, 4> kNotations{Isa::tac, Isa::mips, Isa::riscv, Isa::x86};

Result<Program> assemble_as(Isa isa, std::string_view file, std::string_view text,
                            const AssembleOptions& options) {
  switch (isa) {
  case Isa::tac:
    return assemble_tac(file, text, options);
  case Isa::mips:
    return assemble_mips(file, text, options);
  case Isa::riscv:
    return assemble_riscv(file, text, options);
  case Isa::x86:
    return assemble_x86(file, text, options);
  }
  return assemble_tac(file, text, options);
}

std::string_view extension_of(Isa isa) {
  switch (isa) {
  case Isa::tac:
    return ".tac";
  case Isa::mips:
    return ".mips";
  case Isa::riscv:
    return ".s";
  case Isa::x86:
    return ".x86.s";
  }
  return ".tac";
}

/// The notation other than `isa` in which the whole text is a program.
std::optional<Isa> reads_as(Isa isa, std::string_view file, std::string_view text,
                            const AssembleOptions& options) {
  if (text.size() > kMaxTriedBytes)
    return std::nullopt;
  for (const Isa other : kNotations) {
    if (other == isa || (other == Isa::x86 && !looks_like_x86(text)))
      continue;
    const auto program = assemble_as(other, file, text, options);
    if (program.ok() && !program->code.empty())
      return other;
  }
  return std::nullopt;
}

} // namespace

Result<Program> assemble(Isa isa, std::string_view file, std::string_view text,
                         const AssembleOptions& options) {
  if (auto problem = problem_with_text(file, text))
    return *std::move(problem);
  // A byte order mark is no part of the program.
  if (text.substr(0, 3) == "\xEF\xBB\xBF")
    text.remove_prefix(3);
  auto program = assemble_as(isa, file, text, options);
  if (program.ok() && !program->code.empty())
    return program;
  if (program.ok()) {
    Diagnostic d = problem_with_file(file, "there is no instruction in the file");
    d.expected = "at least one";
    return d;
  }
  if (const auto other = reads_as(isa, file, text, options)) {
    Diagnostic d = problem_with_file(
        file, fmt::format("the file reads as {}, not as {}", name(*other), name(isa)));
    d.expected = fmt::format("'--isa {}'", name(*other));
    if (const std::string_view extension = extension_of(*other);
        !file.ends_with(extension) || (*other == Isa::riscv && file.ends_with(".x86.s")))
      d.expected += fmt::format(", or the file name extension {}", extension);
    return d;
  }
  return program;
}

} // namespace stallscope::isa

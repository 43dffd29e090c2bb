#include "notation/front_ends.hpp"
#include "notation/notation.hpp"
#include "notation/page_text.hpp"
#include "program/listing.hpp"
#include "program/load_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace stallscope::isa {

namespace {

/// Files with errors above this size are not tried in other notations.
constexpr std::size_t kMaxTriedBytes = std::size_t{1} << 20;

/// In the order in which they are tried: in lenient mode, some riscv text is also valid mips.
constexpr std::array<Isa, 4> kNotations{Isa::tac, Isa::riscv, Isa::mips, Isa::x86};

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

/// A notation other than `isa` in which the whole text is valid, and which has at least as many
/// marks.
std::optional<Isa> reads_as(Isa isa, std::string_view file, std::string_view text,
                            const AssembleOptions& options) {
  if (text.size() > kMaxTriedBytes)
    return std::nullopt;
  const NotationMarks marks = marks_of(text);
  for (const Isa other : kNotations) {
    if (other == isa || marks[other].count < marks[isa].count ||
        (other == Isa::x86 && marks[other].count == 0) ||
        (other == Isa::mips && marks[other].count == 0 && marks.bare.count > 0))
      continue; // in lenient mode, riscv with a mistake is valid mips without $
    const auto program = assemble_as(other, file, text, options);
    if (program.ok() && !program->code.empty())
      return other;
  }
  return std::nullopt;
}

Diagnostic unknown_notation(std::string_view file, const NotationMarks& marks) {
  const bool is_file = file != kStandardInput;
  std::string message =
      fmt::format("{} in which notation it is",
                  is_file ? "the file name does not say" : "standard input does not say");
  const std::string seen = marks.text();
  message += seen.empty() ? ", and nothing in the text is of one notation alone"
                          : fmt::format(", and the text is of several: {}", seen);
  Diagnostic d = problem_with_file(file, std::move(message));
  d.expected = "'--isa tac', '--isa mips', '--isa riscv' or '--isa x86'";
  if (is_file)
    d.expected += ", or an extension: .tac, .mips, .mips.s, .dlx, .x86, .x86.s, or for RISC-V and "
                  "x86 .s, .S, .rv, .riscv";
  return d;
}

/// Assembles a text that is valid in several notations and has marks of none: uses the `first` of
/// them and adds a note.
Result<Program> assemble_one_of(const std::vector<Isa>& readers, std::string_view file,
                                std::string_view text, const AssembleOptions& options) {
  constexpr std::array<Isa, 4> kUsual{Isa::riscv, Isa::mips, Isa::x86, Isa::tac};
  const auto has = [&](Isa isa) {
    return std::find(readers.begin(), readers.end(), isa) != readers.end();
  };
  const Isa first = *std::find_if(kUsual.begin(), kUsual.end(), has);
  Result<Program> program = assemble(first, file, text, options);
  if (!program.ok())
    return program;
  std::vector<std::string> others;
  for (const Isa isa : kUsual)
    if (isa != first && has(isa))
      others.push_back(fmt::format("'--isa {}'", name(isa)));
  Diagnostic note = problem_with_file(
      file, fmt::format("read as {}; nothing in the text is of one notation alone, and {} would "
                        "read it as well",
                        name(first), fmt::join(others, " or ")));
  note.severity = Severity::note;
  Diagnostics said = program.diagnostics();
  said.push_back(std::move(note));
  return {std::move(program).value(), std::move(said)};
}

/// An error at the word that shows the notation of the text.
Diagnostic not_read(std::string_view file, std::string_view text, const Evidence& evidence,
                    std::string message) {
  Diagnostic d = problem_with_file(file, std::move(message));
  for (std::uint32_t line = 1; line < evidence.line; ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  d.line = evidence.line;
  d.source_line = text.substr(0, text.find_first_of("\r\n"));
  d.column = static_cast<std::uint32_t>(d.source_line.find(evidence.first) + 1);
  d.length = static_cast<std::uint32_t>(evidence.first.size());
  return d;
}

Diagnostic arm_is_not_read(std::string_view file, std::string_view text, const Evidence& evidence) {
  Diagnostic d =
      not_read(file, text, evidence,
               fmt::format("'{}' is an instruction of ARM, which is not read", evidence.first));
  d.expected = "a program in one of the notations tac, mips, riscv and x86";
  return d;
}

Diagnostic y86_is_not_read(std::string_view file, std::string_view text, const Evidence& evidence) {
  Diagnostic d = not_read(file, text, evidence,
                          fmt::format("'{}' is an instruction of Y86, the processor of CS:APP's "
                                      "chapter 4, which is not read",
                                      evidence.first));
  d.expected = "x86-64: movq for irmovq, rrmovq, mrmovq and rmmovq, $ before constants, addq for "
               "iaddq, hlt for halt, and .data for the data of .pos";
  return d;
}

/// The only problems are numbers that do not fit their instructions.
bool is_out_of_range_only(const Diagnostics& problems) {
  return !problems.empty() &&
         std::all_of(problems.begin(), problems.end(), [](const Diagnostic& d) {
           return d.severity != Severity::error ||
                  d.message.find(" is out of range for ") != std::string::npos;
         });
}

/// Reads a text and, if it is no program, the same without what a page has put into it.
template <class Read>
Result<Program> read_or_of_page(std::string_view text, const AssembleOptions& options,
                                const Read& read) {
  Result<Program> program = read(text);
  if ((program.ok() && !program->code.empty()) || options.strict || text.size() > kMaxTriedBytes)
    return program;
  const std::optional<std::string> plain = text_of_page(text);
  if (!plain)
    return program;
  Result<Program> other = with_lines_of(text, read(*plain));
  return other.ok() && !other->code.empty() ? std::move(other) : std::move(program);
}

Result<Program> by_content(std::string_view file, std::string_view text,
                           const AssembleOptions& options) {
  const NotationMarks marks = marks_of(text);
  if (const auto isa = marks.only()) {
    auto program = assemble(*isa, file, text, options);
    if (!program.ok() && marks.arm.count > 0)
      return arm_is_not_read(file, text, marks.arm);
    return program;
  }
  if (text.size() > kMaxTriedBytes)
    return unknown_notation(file, marks);
  std::size_t most = 0;
  for (const Isa isa : kNotations)
    most = std::max(most, marks[isa].count);
  // Marks of several notations or none: the notations that accept the whole text are preferred to
  // those with the most marks.
  std::vector<Isa> readers;
  for (const Isa isa : kNotations) {
    if (most > 0 && marks[isa].count == 0)
      continue;
    const auto program = assemble_as(isa, file, text, options);
    if (program.ok() && !program->code.empty())
      readers.push_back(isa);
  }
  // riscv or mips
  if (most == 0 && marks.bare.count > 0 && readers == std::vector{Isa::mips}) {
    const Result<Program> program = assemble_as(Isa::riscv, file, text, options);
    if (!program.ok() && is_out_of_range_only(program.diagnostics()))
      return assemble(Isa::riscv, file, text, options);
  }
  if (readers.size() == 1)
    return assemble(readers.front(), file, text, options);
  if (most == 0 && marks.bare.count > 0 && (readers.empty() || readers.front() == Isa::riscv))
    return assemble(Isa::riscv, file, text, options);
  if (most == 0 && readers.size() > 1)
    return assemble_one_of(readers, file, text, options);
  if (readers.empty() && marks.arm.count > 0)
    return arm_is_not_read(file, text, marks.arm);
  for (const Isa isa : kNotations)
    if (most > 0 && std::none_of(kNotations.begin(), kNotations.end(), [&](Isa other) {
          return other != isa && marks[other].count * 2 > marks[isa].count;
        }))
      return assemble(isa, file, text, options);
  return unknown_notation(file, marks);
}

} // namespace

Result<Program> assemble_by_content(std::string_view file, std::string_view text,
                                    const AssembleOptions& options) {
  return read_or_of_page(text, options,
                         [&](std::string_view one) { return by_content(file, one, options); });
}

Result<Program> assemble_dot_s(std::string_view file, std::string_view text,
                               const AssembleOptions& options) {
  if (looks_like_x86(text) || has_x86_string_instruction(text))
    return assemble(Isa::x86, file, text, options);
  Result<Program> program = assemble(Isa::riscv, file, text, options);
  if (program.ok())
    return program;
  const NotationMarks marks = marks_of(text);
  if (marks.arm.count > 0)
    return arm_is_not_read(file, text, marks.arm);
  const auto other = marks.only();
  if (!other && marks[Isa::tac].count > 0)
    if (Result<Program> any = assemble_by_content(file, text, options); any.ok())
      return any;
  if (!other || *other == Isa::riscv)
    return program;
  Result<Program> read = assemble(*other, file, text, options);
  // With registers in riscv spelling the mark may be a mistake.
  return read.ok() || marks.bare.count == 0 ? std::move(read) : std::move(program);
}

std::optional<Isa> isa_from_text(std::string_view text) {
  return marks_of(text).only();
}

Result<Program> assemble(Isa isa, std::string_view file, std::string_view text,
                         const AssembleOptions& options) {
  if (auto problem = problem_with_text(file, text))
    return *std::move(problem);
  // A byte order mark is not part of the program.
  if (text.substr(0, 3) == "\xEF\xBB\xBF")
    text.remove_prefix(3);
  if (const auto code = code_of_listing(text))
    return with_lines_of(text, assemble(isa, file, *code, options));
  auto program = read_or_of_page(
      text, options, [&](std::string_view one) { return assemble_as(isa, file, one, options); });
  if (program.ok() && !program->code.empty())
    return program;
  if (program.ok()) {
    Diagnostic d = problem_with_file(file, "there is no instruction in the file");
    d.expected = "at least one";
    return d;
  }
  if (isa == Isa::x86)
    if (const NotationMarks marks = marks_of(text); marks.y86.count > 0)
      return y86_is_not_read(file, text, marks.y86);
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

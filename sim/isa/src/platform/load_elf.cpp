#include "isa/load_elf.hpp"

#include "isa/registers.hpp"
#include "isa/riscv_code.hpp"
#include "isa/written_code.hpp"
#include "platform/host.hpp"
#include "platform/loading.hpp"
#include "riscv/register_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa {

namespace {

std::uint32_t bytes_at(std::span<const std::uint8_t> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i)
    value |= std::uint32_t{bytes[at + i]} << (8 * i);
  return value;
}

/// An ebreak in the semihosting sequence is a call: a0 and a1 are inputs, a0 is the output.
MicroOp micro_op_of(const Instruction& instruction, std::span<const std::uint8_t> bytes,
                    std::size_t at) {
  MicroOp micro_op = micro_op_for(instruction);
  if (instruction.op == Op::breakpoint && at >= 4 && bytes_at(bytes, at - 4) == kSlliX0By31 &&
      bytes_at(bytes, at + 4) == kSraiX0By7) {
    micro_op.add_read(riscv::kA0, OperandRole::execute);
    micro_op.add_read(riscv::kA0 + 1, OperandRole::execute);
    micro_op.add_write(riscv::kA0);
  }
  return micro_op;
}

/// Any even address may be a jump target.
void decode(Program& program, const ElfSegment& segment) {
  const std::size_t first = segment.address % 2;
  for (std::size_t at = first; at + 2 <= segment.bytes.size(); at += 2) {
    const Instruction instruction =
        decode_riscv(bytes_at(segment.bytes, at), segment.address + at, program.xlen);
    if (at + instruction.size <= segment.bytes.size())
      program.append(instruction, micro_op_of(instruction, segment.bytes, at));
  }
}

/// A bare machine has no page permissions: the segment with the entry point is code, and any other
/// jump target is read from memory at run time (find_code_in_memory).
void ignore_permissions(ElfFile& elf) {
  std::uint64_t bytes = 0;
  for (ElfSegment& segment : elf.segments) {
    segment.executable = elf.has_code(segment);
    bytes += segment.executable ? segment.bytes.size() : 0;
  }
  if (bytes > kMaxCodeBytes)
    for (ElfSegment& segment : elf.segments)
      segment.executable = segment.contains(elf.entry);
}

void add_code(Program& program, const ElfFile& elf, Diagnostics& problems) {
  std::uint64_t bytes = 0;
  for (const ElfSegment& segment : elf.segments)
    bytes += segment.executable ? segment.bytes.size() : 0;
  if (bytes > kMaxCodeBytes) {
    problems.push_back(
        program_error(program, fmt::format("the program has {} MiB of code", (bytes >> 20) + 1),
                      fmt::format("at most {} MiB", kMaxCodeBytes >> 20)));
    return;
  }
  if (!elf.segment_at(elf.entry)->executable) {
    problems.push_back(program_error(
        program,
        fmt::format("the entry point {:#x} lies in a segment that is not executable", elf.entry),
        "an address in an executable segment; is a symbol _start linked in? On a bare machine "
        "('--platform bare-metal') segments have no permissions"));
    return;
  }
  program.code.reserve(bytes / 2);
  program.micro_ops.reserve(bytes / 2);
  for (const ElfSegment& segment : elf.segments)
    if (segment.executable)
      decode(program, segment);
  program.finish();
  program.written = std::make_shared<WrittenCode>(program);
  if (program.index_of(elf.entry) == kNoIndex)
    problems.push_back(program_error(
        program, fmt::format("there is no code at the entry point {:#x}", elf.entry)));
}

/// Among symbols with the same name, the global one is used.
void add_symbols(Program& program, const ElfFile& elf) {
  for (const bool global : {true, false})
    for (const ElfSymbol& symbol : elf.symbols) {
      if (symbol.global != global)
        continue;
      const ElfSegment* segment = elf.segment_at(symbol.address);
      const bool is_code =
          segment != nullptr && segment->executable && symbol.kind != ElfSymbolKind::object;
      program.symbols.try_emplace(std::string(symbol.name),
                                  Symbol{symbol.address, is_code, false,
                                         is_code && symbol.kind == ElfSymbolKind::function,
                                         symbol.size});
    }
}

std::vector<std::string> names_of_registers(Platform platform) {
  std::vector<std::string> names(riscv::kInstretOffset + 1);
  for (unsigned i = 0; i < 64; ++i)
    names[i] = riscv::kRegisterNames[i];
  names[riscv::kFcsr] = "fcsr";
  if (platform != Platform::bare_metal)
    return names;
  names[riscv::kMstatus] = "mstatus";
  names[riscv::kMtvec] = "mtvec";
  names[riscv::kMscratch] = "mscratch";
  names[riscv::kMepc] = "mepc";
  names[riscv::kMcause] = "mcause";
  names[riscv::kMtval] = "mtval";
  names[riscv::kMie] = "mie";
  names[riscv::kMip] = "mip";
  return names;
}

} // namespace

Diagnostic program_error(const Program& program, std::string message, std::string expected) {
  Diagnostic d;
  d.file = program.name;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

Result<Program> program_from_elf(std::string_view name, std::span<const std::uint8_t> bytes,
                                 const ElfOptions& options) {
  Result<ElfFile> elf = read_elf(name, bytes);
  if (!elf)
    return elf.diagnostics();
  Diagnostics problems = elf.diagnostics();
  Program program;
  program.name = name;
  program.isa = Isa::riscv;
  program.decoded = true;
  program.xlen = elf->xlen;
  program.compressed = elf->compressed;
  program.floats = options.floats && elf->may_use('f');
  program.atomics = options.atomics && elf->may_use('a');
  program.platform =
      options.platform.value_or(elf->linux_user ? Platform::linux_user : Platform::bare_metal);
  program.entry = elf->entry;
  program.end_pc = ~0ULL; // odd: never a jump target
  program.seed = options.seed;
  program.arguments = options.arguments;
  program.arguments.insert(program.arguments.begin(), std::string(name));
  program.register_names = names_of_registers(program.platform);
  if (program.platform == Platform::bare_metal)
    ignore_permissions(*elf);
  add_code(program, *elf, problems);
  add_symbols(program, *elf);
  if (!elf->lines.empty())
    program.lines = std::make_shared<const LineTable>(std::move(elf->lines));
  if (program.platform == Platform::linux_user)
    prepare_linux(program, *elf, options, problems);
  else
    prepare_bare_metal(program, *elf, options, problems);
  if (has_errors(problems))
    return problems;
  return {std::move(program), std::move(problems)};
}

} // namespace stallscope::isa

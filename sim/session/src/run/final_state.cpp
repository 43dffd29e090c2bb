#include "isa/call_results.hpp"
#include "isa/registers.hpp"
#include "run/describe_end.hpp"

#include <fmt/format.h>

#include <algorithm>

// What a run leaves: registers, results of the called function, the signature in memory, notes of
// the platform.

namespace stallscope::session {

namespace {

bool shows_32_bits(const isa::Program& program, RegId reg) {
  return program.xlen == 32 && !program.is_floating_point(reg);
}

} // namespace

std::string register_dump(const isa::Program& program, const isa::ArchState& state) {
  std::string text;
  unsigned column = 0;
  for (std::size_t reg = 1; reg < program.register_names.size() && reg < kMaxRegisters; ++reg) {
    if (program.register_names[reg].empty() || state.regs[reg] == 0)
      continue;
    const bool narrow = shows_32_bits(program, static_cast<RegId>(reg));
    text += fmt::format("  {:>6} = {:#0{}x}", program.register_names[reg],
                        narrow ? state.regs[reg] & 0xFFFFFFFFU : state.regs[reg], narrow ? 10 : 18);
    if (++column % 3 == 0)
      text += '\n';
  }
  if (column % 3 != 0)
    text += '\n';
  return text.empty() ? std::string("  all registers are 0\n") : text;
}

namespace {

/// Calls of a host by number: through tohost those of Linux, semihosting has its own. Both are kept
/// in one list, so a program that may use both gets numbers only.
std::string_view host_call_name(const isa::Program& program, std::uint64_t number) {
  constexpr std::uint32_t kSlliX0By31 = 0x01F01013; // stands before the ebreak of semihosting
  const bool semihosting =
      std::any_of(program.code.begin(), program.code.end(),
                  [](const isa::Instruction& i) { return i.raw == kSlliX0By31; });
  if (program.tohost != 0)
    return semihosting ? std::string_view{} : isa::linux_call_name(number);
  switch (number) { // "Semihosting for AArch32 and AArch64", chapter 7
  case 0x0D:
    return "SYS_TMPNAM";
  case 0x0E:
    return "SYS_REMOVE";
  case 0x0F:
    return "SYS_RENAME";
  case 0x12:
    return "SYS_SYSTEM";
  default:
    return {};
  }
}

} // namespace

std::vector<std::string> platform_notes(const isa::Program& program, const isa::ArchState& state) {
  std::vector<std::string> notes;
  for (const trace::ToleratedAccess& access : tolerated_accesses(program, state))
    notes.push_back(in_words(access));
  const isa::PlatformState& platform = *state.platform;
  if (platform.unknown_calls.empty())
    return notes;
  const bool is_linux = program.platform == isa::Platform::linux_user;
  std::vector<std::string> calls;
  for (const std::uint64_t number : platform.unknown_calls) {
    const std::string_view name =
        is_linux ? isa::linux_call_name(number) : host_call_name(program, number);
    calls.push_back(name.empty() ? fmt::format("{}", number)
                                 : fmt::format("{} ({})", name, number));
  }
  notes.push_back(
      fmt::format("the program made {} that do not exist here and were answered with an error: "
                  "{}{}",
                  is_linux ? "Linux system calls" : "calls of its host", fmt::join(calls, ", "),
                  platform.more_unknown_calls ? " and others" : ""));
  return notes;
}

std::string signature_of(const isa::Program& program, const isa::ArchState& state) {
  const auto begin = program.symbols.find("begin_signature");
  const auto end = program.symbols.find("end_signature");
  std::string text;
  if (begin == program.symbols.end() || end == program.symbols.end())
    return text;
  for (std::uint64_t at = begin->second.address; at < end->second.address; at += 4)
    text += fmt::format("{:08x}\n", state.memory.load(at, 4));
  return text;
}

namespace {

/// Of an xmm register bits 64 to 127; it goes by the name of the ymm register that it is the lower
/// half of when that has ones above.
void add_upper_words(trace::RegisterValue& value, RegId reg, const RegisterFile& values) {
  namespace x86 = isa::x86;
  if (reg < x86::kXmm0 || reg >= x86::kXmm0 + 16)
    return;
  const auto n = static_cast<std::size_t>(reg - x86::kXmm0);
  value.upper = {values[x86::kXmmHigh0 + n]};
  const std::uint64_t third = values[x86::kYmmUpper0 + n];
  const std::uint64_t fourth = values[x86::kYmmUpper0 + 16 + n];
  if (third == 0 && fourth == 0)
    return;
  value.upper.push_back(third);
  value.upper.push_back(fourth);
  value.name.front() = 'y';
}

/// The stack pointer, the global pointer or the return address, which the loader of a text gives a
/// value: of no interest where the program does not use them.
bool is_set_by_loader(const isa::Program& program, RegId reg) {
  switch (program.isa) {
  case isa::Isa::mips:
    return reg == 28 || reg == 29 || reg == 31;
  case isa::Isa::riscv:
    return !program.decoded && reg >= 1 && reg <= 4;
  default:
    return false;
  }
}

} // namespace

std::vector<trace::RegisterValue>
named_registers(const isa::Program& program, const RegisterFile& values, const RegisterFile* all) {
  std::vector<bool> named(kMaxRegisters);
  for (const isa::MicroOp& micro_op : program.micro_ops) {
    for (const isa::RegisterRead& read : micro_op.sources())
      named[read.reg] = true;
    for (const RegId reg : micro_op.destinations())
      named[reg] = true;
  }
  for (const isa::InitialRegister& initial : program.initial_registers)
    named[initial.reg] = named[initial.reg] || !is_set_by_loader(program, initial.reg);
  std::vector<trace::RegisterValue> list;
  for (std::size_t reg = 0; reg < program.register_names.size(); ++reg)
    if (named[reg] && !program.register_names[reg].empty()) {
      list.push_back({program.register_names[reg], values[reg],
                      program.is_floating_point(static_cast<RegId>(reg)),
                      shows_32_bits(program, static_cast<RegId>(reg))});
      if (program.isa == isa::Isa::x86 && all != nullptr)
        add_upper_words(list.back(), static_cast<RegId>(reg), *all);
    }
  return list;
}

std::uint64_t add_call_results(CollectingSink& output, const isa::Program& program,
                               const isa::ArchState& state, const trace::StopInfo& stop,
                               std::uint64_t bytes) {
  if (stop.reason != "exit" && stop.reason != "passed" && stop.reason != "end")
    return bytes;
  const std::string results = isa::call_results(program, state);
  return results.empty() ? bytes : output.add_at_end(bytes, results);
}

} // namespace stallscope::session

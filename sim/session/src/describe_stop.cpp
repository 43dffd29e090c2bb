#include "session/runner.hpp"

#include <fmt/format.h>

namespace stallscope::session {

using core::InOrderCore;
using core::InOrderState;
using core::StopReason;

namespace {

std::string register_dump(const isa::Program& program, const InOrderState& state) {
  std::string text;
  unsigned column = 0;
  for (std::size_t reg = 1; reg < program.register_names.size() && reg < kMaxRegisters; ++reg) {
    if (program.register_names[reg].empty() || state.arch.regs[reg] == 0)
      continue;
    text += fmt::format("  {:>6} = {:#018x}", program.register_names[reg], state.arch.regs[reg]);
    if (++column % 3 == 0)
      text += '\n';
  }
  if (column % 3 != 0)
    text += '\n';
  return text.empty() ? std::string("  all registers are 0\n") : text;
}

/// "'lw t0, 0(a0)' at sum.s:12"
std::string instruction_at(const isa::Program& program, std::uint32_t index) {
  const isa::SourcePlace place = program.place_of(index);
  return place.line == 0
             ? fmt::format("'{}'", program.text_of(index))
             : fmt::format("'{}' at {}:{}", program.text_of(index), place.file, place.line);
}

std::string fault_sentence(const isa::Program& program, const InOrderState& state) {
  const std::uint32_t index = program.index_of(state.trap_pc);
  const std::string where =
      index < program.code.size() ? instruction_at(program, index) : std::string("no instruction");
  const std::string symbolic = program.symbolic(state.trap_pc);
  std::string text = fmt::format("{} at pc {:#x}{}{}: ", where, state.trap_pc,
                                 symbolic.empty() ? "" : ", ", symbolic);
  const std::uint64_t address = state.trap_effect.address;
  switch (state.trap) {
  case isa::Trap::illegal:
    return text + (index < program.code.size() ? "this instruction cannot be executed"
                                               : "the program jumped outside its code");
  case isa::Trap::misaligned:
    if (state.trap_effect.bytes == 0)
      return text + "jump to an address that is not a multiple of 4";
    return text + fmt::format("access of {} bytes at {:#x}, which is not a multiple of {} (--set "
                              "memory.misaligned=allow "
                              "permits it)",
                              state.trap_effect.bytes, address, state.trap_effect.bytes);
  case isa::Trap::unmapped: {
    text += fmt::format("access to {:#x}, where the program has no memory; it has", address);
    for (const isa::MemoryRegion& region : *state.arch.regions)
      text += fmt::format(" {} [{:#x}, {:#x})", region.name, region.begin, region.end);
    return text;
  }
  case isa::Trap::read_only:
    return text + fmt::format("store to {:#x}, which is read-only", address);
  case isa::Trap::overflow:
    return text + "signed overflow (the unsigned form of the instruction does not trap)";
  case isa::Trap::divide_by_zero:
    return text + "division by zero";
  case isa::Trap::bad_syscall:
    return text + "unknown system call number";
  case isa::Trap::bad_input:
    return text + "the program reads input, but there is none left, or it is no number (give some "
                  "with --input)";
  default:
    return text + std::string(name(state.trap));
  }
}

} // namespace

trace::StopInfo describe_stop(const InOrderCore& core, const InOrderState& state) {
  trace::StopInfo stop;
  switch (state.stop) {
  case StopReason::running:
    stop.reason = "running";
    break;
  case StopReason::end:
    stop.reason = "end";
    break;
  case StopReason::exit:
    stop.reason = "exit";
    stop.exit_code = state.arch.exit_code;
    break;
  case StopReason::breakpoint:
    stop.reason = "breakpoint";
    stop.detail = fmt::format("breakpoint instruction at pc {:#x}", state.trap_pc);
    break;
  case StopReason::fault:
    stop.reason = "fault";
    stop.detail = fault_sentence(core.program(), state);
    stop.dump = register_dump(core.program(), state);
    break;
  case StopReason::no_progress:
    stop.reason = "no_progress";
    stop.detail = fmt::format("nothing has moved for {} cycles", core.machine().no_progress_cycles);
    stop.dump = core.dump(state) + register_dump(core.program(), state);
    break;
  }
  return stop;
}

} // namespace stallscope::session

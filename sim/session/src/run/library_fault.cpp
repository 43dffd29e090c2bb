#include "run/library_fault.hpp"

#include "isa/registers.hpp"
#include "isa/written_code.hpp"

namespace stallscope::session {

namespace {

/// mcause: Privileged Architecture, table of synchronous exceptions.
isa::Trap trap_of_cause(std::uint64_t cause) {
  switch (cause) {
  case 0: // instruction address misaligned
  case 4: // load
  case 6: // store
    return isa::Trap::misaligned;
  case 1: // instruction access fault
  case 2: // illegal instruction
    return isa::Trap::illegal;
  case 3:  // breakpoint
  case 11: // environment call
    return isa::Trap::unhandled;
  case 5: // load access fault
  case 7: // store access fault
    return isa::Trap::unmapped;
  default:
    return isa::Trap::none;
  }
}

/// The handler is that of picolibc, which never returns: therefore the last trap is the one it has
/// reported.
bool is_library_handler(const isa::Program& program, const isa::ArchState& state) {
  const auto handler = program.symbols.find("_trap");
  const std::uint64_t mask = program.xlen == 32 ? 0xFFFF'FFFCULL : ~3ULL;
  return handler != program.symbols.end() && program.symbols.contains("_ctrap") &&
         (state.regs[isa::riscv::kMtvec] & mask) == handler->second.address;
}

} // namespace

std::optional<EndedBy> fault_reported_by_library(const isa::Program& program,
                                                 const isa::ArchState& state) {
  if (program.platform != isa::Platform::bare_metal || state.exceptions == 0 ||
      state.exit_code != 1 || !is_library_handler(program, state))
    return std::nullopt;
  const std::uint64_t width = program.xlen == 32 ? 0xFFFF'FFFFULL : ~0ULL;
  EndedBy fault;
  fault.trap = trap_of_cause(state.regs[isa::riscv::kMcause]);
  if (fault.trap == isa::Trap::none)
    return std::nullopt;
  fault.pc = state.regs[isa::riscv::kMepc] & width;
  fault.effect.address = state.regs[isa::riscv::kMtval] & width;
  const std::uint32_t index = index_at(program, state, fault.pc);
  if (index != isa::kNoIndex && is_memory(program.instruction(index).op_class))
    fault.effect.bytes = static_cast<std::uint8_t>(isa::access_bytes(program.instruction(index)));
  return fault;
}

} // namespace stallscope::session

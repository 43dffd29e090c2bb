#include "platform/trap.hpp"

#include "execution/executor_integer.hpp"
#include "isa/registers.hpp"
#include "isa/written_code.hpp"
#include "platform/csr.hpp"

#include <optional>

namespace stallscope::isa {

namespace {

/// Codes of mcause: Volume II, table "Machine cause register (mcause) values after trap".
enum class Cause : std::uint8_t {
  instruction_misaligned = 0,
  instruction_fault = 1,
  illegal = 2,
  breakpoint = 3,
  load_misaligned = 4,
  load_fault = 5,
  store_misaligned = 6,
  store_fault = 7,
  call_from_machine_mode = 11,
};

struct Exception {
  Cause cause;
  std::uint64_t value; ///< mtval
};

std::optional<Exception> exception_of(const ArchState& state, const Instruction* i,
                                      const Effect& effect) {
  // The content of memory that cannot be fetched is not examined, even if it is not an instruction.
  if (effect.trap == Trap::illegal && !is_executable(state, state.pc))
    return Exception{Cause::instruction_fault, state.pc};
  if (i == nullptr) {
    if (effect.trap != Trap::illegal)
      return std::nullopt;
    // There are either only zeros, which are not an instruction, or an instruction whose second
    // half cannot be fetched.
    const std::uint64_t first = state.memory.load(state.pc, 2);
    return first == 0 ? Exception{Cause::illegal, 0}
                      : Exception{Cause::instruction_fault, state.pc + 2};
  }
  switch (effect.trap) {
  case Trap::illegal:
    return Exception{Cause::illegal, i->raw};
  case Trap::misaligned:
    if (!is_memory(i->op_class))
      return Exception{Cause::instruction_misaligned, effect.address};
    return Exception{writes_memory(*i) ? Cause::store_misaligned : Cause::load_misaligned,
                     effect.address};
  case Trap::unmapped:
  case Trap::read_only:
    if (!is_memory(i->op_class)) // a host call with an inaccessible argument block
      return std::nullopt;
    return Exception{writes_memory(*i) ? Cause::store_fault : Cause::load_fault, effect.address};
  case Trap::unhandled:
    return i->op == Op::syscall ? Exception{Cause::call_from_machine_mode, 0}
                                : Exception{Cause::breakpoint, state.pc};
  default:
    return std::nullopt;
  }
}

} // namespace

bool take_trap(const Program& program, ArchState& state, const Instruction* instruction,
               Effect& effect) {
  const auto exception = exception_of(state, instruction, effect);
  const std::uint64_t vector = state.regs[riscv::kMtvec];
  if (!exception || vector == 0)
    return false;
  const auto in_register = [&program](std::uint64_t v) {
    return program.xlen == 32 ? integer::word(v) : v;
  };
  // Exceptions go to the base address even if interrupts are vectored.
  const std::uint64_t handler = program.xlen == 32 ? integer::low(vector & ~3ULL) : vector & ~3ULL;
  if (state.pc == handler)
    return false;
  state.regs[riscv::kMepc] = in_register(state.pc);
  state.regs[riscv::kMcause] = static_cast<std::uint64_t>(exception->cause);
  state.regs[riscv::kMtval] = in_register(exception->value);
  std::uint64_t& status = state.regs[riscv::kMstatus];
  const bool enabled = (status & kMstatusMie) != 0;
  status &= ~(kMstatusMie | kMstatusMpie);
  status |= enabled ? kMstatusMpie : 0;
  ++state.exceptions;
  effect.exception = true;
  effect.trap = Trap::none;
  effect.taken = false;
  effect.bytes = 0; // no access was made
  effect.next_pc = handler;
  state.pc = handler;
  return true;
}

} // namespace stallscope::isa

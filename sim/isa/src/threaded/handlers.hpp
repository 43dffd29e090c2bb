#pragma once

#include "isa/program.hpp"
#include "isa/threaded_code.hpp"
#include "threaded/step.hpp"

namespace stallscope::isa::threaded {

/// Properties of addresses in a program.
struct AddressRules {
  bool narrow = false;  ///< 32 bits
  bool aligned = false; ///< accesses must be multiples of their size
};

/// An instruction that only continues with the next one or its target: it needs no step.
[[nodiscard]] constexpr bool is_nothing(Op op) {
  return op == Op::jump || op == Op::nop || op == Op::fence || op == Op::wfi;
}
/// The handler of a self-contained instruction that needs a step; null for others.
[[nodiscard]] Handler handler_of(const Instruction& instruction, const AddressRules& rules);
/// The handler for RISC-V's F and D.
[[nodiscard]] Handler fp_handler_of(Op op);
/// The handler for CSR accesses: null except for fflags, frm and fcsr.
[[nodiscard]] Handler fp_csr_handler_of(const Instruction& instruction);

/// Whether a handler ends its trace: Step::exit is used, not Step::imm.
[[nodiscard]] bool ends_trace(Op op);

// Steps before others that write to ThreadedCode's log.
/// The trace with the number in the step's constant begins.
void note_trace(const Step* step, std::uint64_t* regs, Context* context);
/// Logs the address accessed by the next step; this step has the same operands.
[[nodiscard]] Handler note_address(const AddressRules& rules);
/// The log entries of an instruction executed by `handler`.
[[nodiscard]] ThreadedCode::Logged logged_by(const Instruction& instruction, Handler handler);

/// Ends a trace without a branch: leaves by the first link of `exit`.
void go_straight_on(const Step* step, std::uint64_t* regs, Context* context);
/// Ends a trace before an instruction for `execute`; also the continuation of a handler that cannot
/// execute its instruction: Context::stopped, pc at the instruction.
void stop(const Step* step, std::uint64_t* regs, Context* context);

/// Continues with the next step of the trace.
[[gnu::always_inline]] inline void go_on(const Step* step, std::uint64_t* regs, Context* context) {
  return step[1].handler(step + 1, regs, context);
}

} // namespace stallscope::isa::threaded

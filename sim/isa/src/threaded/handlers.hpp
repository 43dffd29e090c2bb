#pragma once

#include "isa/program.hpp"
#include "isa/threaded_code.hpp"
#include "threaded/step.hpp"

namespace stallscope::isa::threaded {

/// What addresses are like in a program.
struct AddressRules {
  bool narrow = false;  ///< 32 bits
  bool aligned = false; ///< accesses must be multiples of their size
};

/// An instruction that only goes on, to the next or to its target: it needs no step.
[[nodiscard]] constexpr bool is_nothing(Op op) {
  return op == Op::jump || op == Op::nop || op == Op::fence || op == Op::wfi;
}
/// The handler of an instruction that is self-contained and not nothing; null for others.
[[nodiscard]] Handler handler_of(const Instruction& instruction, const AddressRules& rules);
/// The same for RISC-V's F and D.
[[nodiscard]] Handler fp_handler_of(Op op);
/// The same for accesses to CSRs: null but for fflags, frm and fcsr.
[[nodiscard]] Handler fp_csr_handler_of(const Instruction& instruction);

/// Whether a handler ends its trace: Step::exit is used, not Step::imm.
[[nodiscard]] bool ends_trace(Op op);

// Steps in front of others that write to ThreadedCode's log.
/// The trace begins whose number is the step's constant.
void note_trace(const Step* step, std::uint64_t* regs, Context* context);
/// The address of the access that the next step makes, whose operands the step has.
[[nodiscard]] Handler note_address(const AddressRules& rules);
/// What the log has of an instruction that is carried out by `handler`.
[[nodiscard]] ThreadedCode::Logged logged_by(const Instruction& instruction, Handler handler);

/// Ends a trace that goes straight on: leaves by the first link of `exit`.
void go_straight_on(const Step* step, std::uint64_t* regs, Context* context);
/// Ends a trace in front of an instruction for `execute`, and is where a handler goes that finds it
/// cannot carry out its own: Context::stopped, pc at the instruction.
void stop(const Step* step, std::uint64_t* regs, Context* context);

/// To the next step of the trace.
[[gnu::always_inline]] inline void go_on(const Step* step, std::uint64_t* regs, Context* context) {
  return step[1].handler(step + 1, regs, context);
}

} // namespace stallscope::isa::threaded

#pragma once

#include "core/units/branch_predictor.hpp"
#include "core_testing.hpp"

#include <string_view>
#include <vector>

namespace stallscope::core::testing {

inline isa::Instruction conditional(std::uint64_t pc, std::uint64_t target) {
  isa::Instruction i;
  i.op = isa::Op::beq;
  i.op_class = isa::OpClass::branch;
  i.pc = pc;
  i.target = target;
  return i;
}

/// A machine's predictor and its state, with programs in RISC-V notation.
struct Trainee {
  explicit Trainee(const std::vector<std::string>& settings, unsigned in_flight = 16)
      : machine(machine_named("mips-5", settings)), unit(machine, isa::Isa::riscv),
        state(unit.initial_state(in_flight)) {}

  Prediction predict(const isa::Instruction& i, const Outcome& outcome) {
    return unit.predict(state, i, outcome);
  }
  /// Predicts a branch or jump, repairs what was wrong and learns, with nothing else in flight.
  /// True when the prediction was right.
  bool train(const isa::Instruction& i, const Outcome& outcome) {
    const Prediction p = predict(i, outcome);
    const bool right = p.taken == outcome.taken && (!p.taken || p.target == outcome.target);
    if (!right)
      unit.discard_behind(state, i, p.token, outcome);
    unit.learn(state, i, p.token, outcome);
    unit.release(state, p.token);
    return right;
  }
  /// How often a branch that goes these ways (T: taken, N: not) is mispredicted.
  unsigned misses_in(std::string_view ways, std::uint64_t pc = 0x100) {
    unsigned misses = 0;
    for (const char way : ways)
      misses +=
          train(conditional(pc, pc - 64), {way == 'T', way == 'T' ? pc - 64 : pc + 4}) ? 0 : 1;
    return misses;
  }

  machine::Machine machine;
  BranchPredictor unit;
  PredictorState state;
};

} // namespace stallscope::core::testing

#include "core/warming/functional_warming.hpp"

#include "core/in_order/plan.hpp"
#include "isa/crack.hpp"
#include "machine/dynamic.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

namespace {

/// Maximum number of predictions in flight in the machine's core, which determines the size of the
/// predictor's ring.
unsigned predictions_in_flight(const machine::Machine& machine) {
  if (machine.dynamic)
    return std::min<unsigned>(kMaxPredictionsInFlight, machine.dynamic->reorder_entries +
                                                           machine.dynamic->fetch_queue +
                                                           unsigned{isa::kMaxCracked});
  return std::max(make_plan(machine).slots, 1U);
}

} // namespace

FunctionalWarming::FunctionalWarming(const machine::Machine& machine, isa::Isa isa)
    : predictor_(machine, isa), hierarchy_(machine.caches),
      in_flight_(predictions_in_flight(machine)), delay_bytes_(machine.delay_slot ? 4 : 0),
      has_fetch_(hierarchy_.serves(true)), has_data_(hierarchy_.serves(false)),
      has_prediction_(!predictor_.is_static()) {
  if (has_fetch_)
    line_shift_ = static_cast<unsigned>(
        std::countr_zero(machine.caches.levels[hierarchy_.first_for(true)].line_bytes));
}

WarmState FunctionalWarming::initial_state() const {
  WarmState state;
  state.predictor = predictor_.initial_state(in_flight_);
  state.memory = hierarchy_.initial_state();
  return state;
}

WarmState FunctionalWarming::at_rest(const WarmState& state) const {
  WarmState rested = state;
  hierarchy_.rest(rested.memory);
  return rested;
}

void FunctionalWarming::read_line(WarmState& state, std::uint64_t line, std::uint64_t pc) const {
  state.fetch_lines[state.oldest_line] = line;
  state.oldest_line ^= 1U;
  hierarchy_.warm(state.memory,
                  {.address = std::max(pc, line << line_shift_), .fetch = true, .pc = pc});
}

void FunctionalWarming::control(WarmState& state, const isa::Instruction& instruction,
                                std::uint64_t next_pc) const {
  const std::uint64_t sequential = instruction.pc + instruction.size + delay_bytes_;
  predictor_.warm(state.predictor, instruction, {next_pc != sequential, next_pc});
}

void FunctionalWarming::fence_code(WarmState& state) const {
  hierarchy_.invalidate_fetch(state.memory, 0);
  state.fetch_lines.fill(kNoLine);
}

} // namespace stallscope::core

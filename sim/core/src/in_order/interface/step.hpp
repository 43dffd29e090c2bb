#pragma once

// The cycle of an in-order core for those outside it that give it their own outcomes policy.

#include "in_order/cycle.hpp"

namespace stallscope::core {

/// Steps cycles of a state. `Outcomes`: a sink that is the outcomes policy as well, with the
/// functions of DirectOutcomes.
template <class Outcomes> class CycleStepper {
public:
  CycleStepper(const InOrderCore& core, InOrderState& state, Outcomes& outcomes)
      : pipeline_(core, state, outcomes) {}
  void step() { pipeline_.cycle(); }

private:
  Pipeline<Outcomes> pipeline_;
};

} // namespace stallscope::core

#include "out_of_order/cycle.hpp"

namespace stallscope::core {

void OutOfOrderCore::run_to_jump_back(OutOfOrderState& state, std::uint64_t until_cycle) const {
  trace::NullSink nothing;
  if (plan_.superscalar)
    return Window<trace::NullSink, Known::superscalar>(*this, state, nothing)
        .run(until_cycle, true);
  Window<trace::NullSink, Known::nothing>(*this, state, nothing).run(until_cycle, true);
}

template void OutOfOrderCore::run(OutOfOrderState&, trace::NullSink&, std::uint64_t) const;

} // namespace stallscope::core

#include "out_of_order/out_of_order_pipeline.hpp"

namespace stallscope::core {

void OutOfOrderCore::run_to_jump_back(OutOfOrderState& state, std::uint64_t until_cycle) const {
  trace::NullSink nothing;
  if (plan_.superscalar)
    return OutOfOrderPipeline<trace::NullSink, SuperscalarPolicies>(*this, state, nothing)
        .run(until_cycle, true);
  OutOfOrderPipeline<trace::NullSink, GeneralPolicies>(*this, state, nothing)
      .run(until_cycle, true);
}

template void OutOfOrderCore::run(OutOfOrderState&, trace::NullSink&, std::uint64_t) const;

} // namespace stallscope::core

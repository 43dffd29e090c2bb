#pragma once

#include "model/processor/processor_model.hpp"

#include <cstdint>
#include <map>

namespace stallscope::gui {

/// What the arrows of a figure are lit from.
struct FlowScene {
  const Run& run;
  const RunWindow& window;
  const ProcessorLayout& layout;
  const Timeline& part; ///< what is in flight in the cycle or the one before
  const std::map<OpId, ProcessorToken>& before; ///< in the cycle before
  const std::map<OpId, ProcessorToken>& now;
  std::uint64_t cycle = 0;
};

/// An operation is on a unit (of an in-order machine in the stage that resolves branches) for the
/// last cycle: a branch is decided there.
[[nodiscard]] bool decides_in(const machine::Machine& machine, const Timeline& part,
                              const OpRow& row, std::uint64_t cycle);

/// The same, of a branch or jump only: others are discarded behind a load that came too early, say.
[[nodiscard]] bool decides_control(const Run& run, const RunWindow& window, const Timeline& part,
                                   const OpRow& row, std::uint64_t cycle);

/// By flow: operations, addresses or values pass it on their way into this cycle, or in it.
void light_flows(const FlowScene& scene, ProcessorView& view);

} // namespace stallscope::gui

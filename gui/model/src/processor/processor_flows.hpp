#pragma once

#include "model/processor/processor_model.hpp"

#include <cstdint>
#include <map>

namespace stallscope::gui {

/// Inputs of the highlighting of a figure's arrows.
struct FlowScene {
  const Run& run;
  const RunWindow& window;
  const ProcessorLayout& layout;
  const Timeline& part; ///< what is in flight in the cycle or the one before
  const std::map<OpId, ProcessorToken>& before; ///< in the cycle before
  const std::map<OpId, ProcessorToken>& now;
  std::uint64_t cycle = 0;
};

/// An operation is in its last cycle on a unit (in-order machines: in the resolve stage): a branch
/// is resolved there.
[[nodiscard]] bool decides_in(const machine::Machine& machine, const Timeline& part,
                              const OpRow& row, std::uint64_t cycle);

/// The same, for branches and jumps only: other causes of squashes are memory-order violations, for
/// example.
[[nodiscard]] bool decides_control(const Run& run, const RunWindow& window, const Timeline& part,
                                   const OpRow& row, std::uint64_t cycle);

/// By flow: operations, addresses or values use it in this cycle.
void light_flows(const FlowScene& scene, ProcessorView& view);

} // namespace stallscope::gui

#pragma once

#include "model/processor/processor_model.hpp"

#include <cstdint>
#include <map>

namespace stallscope::gui {

/// Inputs to determine which arrows of a figure are active.
struct FlowScene {
  const Run& run;
  const RunWindow& window;
  const ProcessorLayout& layout;
  const Timeline& part; ///< operations in flight in the cycle or the previous one
  const std::map<OpId, ProcessorToken>& before; ///< tokens of the previous cycle
  const std::map<OpId, ProcessorToken>& now;
  std::uint64_t cycle = 0;
};

/// The operation is in its last cycle on a unit (in-order machines: in the resolve stage), where
/// branches are resolved.
[[nodiscard]] bool decides_in(const machine::Machine& machine, const Timeline& part,
                              const OpRow& row, std::uint64_t cycle);

/// The operation is a branch or jump in its resolving cycle; squashes have other causes as well,
/// such as memory-order violations.
[[nodiscard]] bool decides_control(const Run& run, const RunWindow& window, const Timeline& part,
                                   const OpRow& row, std::uint64_t cycle);

/// By flow: operations, addresses or values use the arrow in this cycle.
void light_flows(const FlowScene& scene, ProcessorView& view);

} // namespace stallscope::gui

#pragma once

#include "machine/description.hpp"
#include "model/strings.hpp"
#include "timeline/timeline.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// What a part of the processor's figure is.
enum class PartKind : std::uint8_t {
  group, ///< ICU and EU: frames around other parts
  stage, ///< of an in-order pipeline
  fetch,
  predictor,
  icache,
  decode,
  station, ///< or scheduler queue
  unit,
  load_unit,
  store_unit,
  dcache,
  branch_queue,
  results, ///< where results are written: the common data bus
  retirement,
  register_file,
};

/// A part of the figure: a box with room for tokens.
struct ProcessorPart {
  PartKind kind = PartKind::stage;
  Text role = Text::processor_units; ///< what it is in words, where it has no name of its own
  std::string name;                  ///< of the machine file: "ID", "alu1"; empty: `role` says it
  double x = 0;                      ///< upper left corner, in units of the figure
  double y = 0;
  double width = 0;
  double height = 0;
  std::vector<LaneId> lanes;  ///< whose operations stand in it, in this order from left to right
  std::uint16_t capacity = 0; ///< operations; 0: not limited

  [[nodiscard]] std::pair<double, double> center() const { return {x + width / 2, y + height / 2}; }
};

enum class FlowKind : std::uint8_t {
  instructions,
  operations,
  results,    ///< operation results
  updates,    ///< register updates
  addresses,  ///< to a cache
  data,       ///< from and to the data cache
  prediction, ///< "prediction OK?"
  forwarding, ///< a path from latch to stage
};

/// An arrow of the figure.
struct ProcessorFlow {
  FlowKind kind = FlowKind::operations;
  std::size_t from = 0; ///< index of a part
  std::size_t to = 0;
  std::vector<std::pair<double, double>> points; ///< a line with corners
  LaneId from_lane = kNoLane;                    ///< of forwarding: behind which stage the value is
};

/// A machine as a figure, 160 units wide: made from the machine file alone.
struct ProcessorLayout {
  double width = 160;
  double height = 90;
  bool dynamic = false;
  std::vector<ProcessorPart> parts;
  std::vector<ProcessorFlow> flows;
  std::vector<std::size_t> part_of_lane; ///< by lane

  [[nodiscard]] std::optional<std::size_t> find(PartKind kind) const;
};

/// `lanes` are those of the machine's core, as a run has them.
[[nodiscard]] ProcessorLayout layout_of(const machine::Machine& machine,
                                        const std::vector<Lane>& lanes);

} // namespace stallscope::gui

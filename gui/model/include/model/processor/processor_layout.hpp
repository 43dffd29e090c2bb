#pragma once

#include "machine/description.hpp"
#include "model/language/strings.hpp"
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
  std::string note;           ///< what a unit does, in short: "int fpmul div br"
  double note_lines = 0;      ///< that it has room for in the box, below the name
  bool pooled = false;        ///< operations of all its lanes stand together
  double head = 3.8;          ///< room for its name above operations
  double side = 0;            ///< or at their left, where that is not 0
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

/// What a figure of a dynamically scheduled machine is drawn into, in its units.
struct ProcessorRoom {
  double height = 90;
  double line = 2.6;   ///< of text
  double letter = 1.2; ///< width of one

  bool operator==(const ProcessorRoom&) const = default;
};

/// A machine as a figure, 160 units wide: made from the machine file, and the room for text.
struct ProcessorLayout {
  double width = 160;
  double height = 90; ///< more than the room has, where the text needs it
  ProcessorRoom room;
  bool cramped = false; ///< letters are too wide for a name
  std::string legend;   ///< what units do whose boxes have no room for that; mostly empty
  std::pair<double, double> prediction_label{0,
                                             0}; ///< where "prediction OK?" begins; (0, 0): nowhere
  bool dynamic = false;
  std::vector<ProcessorPart> parts;
  std::vector<ProcessorFlow> flows;
  std::vector<std::size_t> part_of_lane; ///< by lane

  [[nodiscard]] std::optional<std::size_t> find(PartKind kind) const;
};

/// `lanes` are those of the machine's core, as a run has them.
[[nodiscard]] ProcessorLayout layout_of(const machine::Machine& machine,
                                        const std::vector<Lane>& lanes,
                                        const ProcessorRoom& room = {});

} // namespace stallscope::gui

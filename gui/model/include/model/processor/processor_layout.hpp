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

/// Kinds of parts in the processor figure.
enum class PartKind : std::uint8_t {
  group, ///< ICU and EU: frames around other parts
  stage, ///< stage of an in-order pipeline
  fetch,
  predictor,
  icache,
  decode,
  station, ///< reservation station, or scheduler queue
  unit,
  load_unit,
  store_unit,
  dcache,
  branch_queue,
  results, ///< result bus (common data bus)
  retirement,
  register_file,
};

/// A part of the figure: a box with space for tokens.
struct ProcessorPart {
  PartKind kind = PartKind::stage;
  Text role = Text::processor_units; ///< description for a part without a name
  std::string name;                  ///< from the machine file: "ID", "alu1"; empty: use `role`
  double x = 0;                      ///< upper left corner, in units of the figure
  double y = 0;
  double width = 0;
  double height = 0;
  std::string note;           ///< operations of a unit, abbreviated: "int fpmul div br"
  double note_lines = 0;      ///< lines reserved below the name for the note
  bool pooled = false;        ///< operations of all its lanes form one group
  double head = 3.8;          ///< height reserved for the name
  double side = 0;            ///< width reserved for the name on the left, if not 0
  std::vector<LaneId> lanes;  ///< lanes of its operations, from left to right
  std::uint16_t capacity = 0; ///< maximum number of operations; 0: unlimited

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
  forwarding, ///< forwarding path from a latch to a stage
};

/// An arrow of the figure.
struct ProcessorFlow {
  FlowKind kind = FlowKind::operations;
  std::size_t from = 0; ///< index of a part
  std::size_t to = 0;
  std::vector<std::pair<double, double>> points; ///< polyline
  LaneId from_lane = kNoLane;                    ///< forwarding: the stage before the latch that
                                                 ///< holds the value
};

/// Available space and text sizes of a figure, in figure units.
struct ProcessorRoom {
  double height = 90;
  double line = 2.6;   ///< height of a line of text
  double letter = 1.2; ///< width of a character

  bool operator==(const ProcessorRoom&) const = default;
};

/// Figure of a machine, 160 units wide: laid out from the machine description.
struct ProcessorLayout {
  double width = 160;
  double height = 90; ///< larger than available if the text needs it
  ProcessorRoom room;
  bool cramped = false; ///< a name does not fit
  std::string legend;   ///< operations of units whose boxes have no space for a note; usually empty
  std::pair<double, double> prediction_label{0, 0}; ///< position of "prediction OK?"; (0, 0): none
  bool dynamic = false;
  std::vector<ProcessorPart> parts;
  std::vector<ProcessorFlow> flows;
  std::vector<std::size_t> part_of_lane; ///< by lane

  [[nodiscard]] std::optional<std::size_t> find(PartKind kind) const;
};

/// `lanes`: the lanes of the machine's core, as in the record of a run.
[[nodiscard]] ProcessorLayout layout_of(const machine::Machine& machine,
                                        const std::vector<Lane>& lanes,
                                        const ProcessorRoom& room = {});

} // namespace stallscope::gui

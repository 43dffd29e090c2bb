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

/// Kinds of parts of the processor figure.
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

/// A part of the figure: a box with space for tokens.
struct ProcessorPart {
  PartKind kind = PartKind::stage;
  Text role = Text::processor_units; ///< its description, if it has no name
  std::string name;                  ///< from the machine file: "ID", "alu1"; empty: use `role`
  double x = 0;                      ///< upper left corner, in units of the figure
  double y = 0;
  double width = 0;
  double height = 0;
  std::string note;           ///< operations of a unit, abbreviated: "int fpmul div br"
  double note_lines = 0;      ///< lines reserved for the note, below the name
  bool pooled = false;        ///< operations of all its lanes are shown together
  double head = 3.8;          ///< height reserved for the name
  double side = 0;            ///< or width reserved on the left, when not 0
  std::vector<LaneId> lanes;  ///< lanes of its operations, from left to right
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
  LaneId from_lane = kNoLane;                    ///< forwarding: the stage before the latch that
                                                 ///< holds the value
};

/// Available space and text sizes of a figure, in its units.
struct ProcessorRoom {
  double height = 90;
  double line = 2.6;   ///< of text
  double letter = 1.2; ///< width of one

  bool operator==(const ProcessorRoom&) const = default;
};

/// Figure of a machine, 160 units wide: laid out from the machine description.
struct ProcessorLayout {
  double width = 160;
  double height = 90; ///< larger than available if the text needs it
  ProcessorRoom room;
  bool cramped = false; ///< a name does not fit
  std::string legend;   ///< operations of units whose boxes have no space for the note; usually
                        ///< empty
  std::pair<double, double> prediction_label{0, 0}; ///< position of "prediction OK?"; (0, 0): none
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

#pragma once

#include "model/looks/tokens.hpp"
#include "model/run/run.hpp"
#include "training/plan/plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An operation on a lane, or an idle interval of the lane: cycles [begin, end).
struct DeviceBlock {
  std::uint64_t begin = 1;
  std::uint64_t end = 1;
  OpId op;                ///< kNoOp: idle
  std::uint8_t color = 0; ///< index into Theme::tokens: the kind of the operation
  std::string label;      ///< "F3"; for idle intervals the reason, "transfer"
  std::string number;     ///< "3", for narrow blocks
  Cause cause;            ///< why the lane is idle
  float shade = 0;        ///< of plans: 0 for the first stage of a device, 1 for its last one
};

struct DeviceLane {
  std::string name;
  bool is_link = false;
  std::vector<DeviceBlock> blocks; ///< sorted by begin; empty for lanes that were not requested
};

/// The visible part of the table of devices over time.
struct DeviceTableView {
  bool loading = false;
  std::uint64_t from = 1;
  std::uint64_t to = 1; ///< exclusive
  std::vector<DeviceLane> lanes;
  std::uint8_t kinds = 0; ///< bit set of the colours in use
  bool shaded = false;    ///< devices have several stages
};

/// The requested lanes: [first, last), and the neighbourhood of lane `also`.
struct LanesAsked {
  std::size_t first = 0;
  std::size_t last = kNoLane;
  LaneId also = kNoLane;

  bool operator==(const LanesAsked&) const = default;
  [[nodiscard]] bool has(LaneId lane) const {
    return (lane >= first && lane < last) ||
           (also != kNoLane && lane + 1 >= also && lane <= also + 1);
  }
};

/// The place of a stage among those of its device, or of a second direction: 0 to 1.
[[nodiscard]] float shade_of_stage(const training::Plan& plan, std::size_t stage);

/// Hatch of a kind of operation, so that kinds do not differ by colour alone.
[[nodiscard]] Pattern pattern_of_kind(std::uint8_t color);

/// The occupancy table in the form used in the literature on pipeline parallelism: a row for each
/// device, time to the right.
class DeviceTableModel {
public:
  /// The blocks in cycles [from, to) of the requested lanes. Costs depend only on the visible part.
  const DeviceTableView& visible(Run& run, std::uint64_t from, std::uint64_t to,
                                 const LanesAsked& lanes = {});

private:
  DeviceTableView view_;
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  LanesAsked lanes_;
};

} // namespace stallscope::gui

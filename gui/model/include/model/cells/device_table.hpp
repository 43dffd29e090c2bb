#pragma once

#include "model/looks/tokens.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An operation on a lane, or a stretch in which the lane stands empty: cycles [begin, end).
struct DeviceBlock {
  std::uint64_t begin = 1;
  std::uint64_t end = 1;
  OpId op;                ///< kNoOp: empty
  std::uint8_t color = 0; ///< into Theme::tokens: the kind of the operation
  std::string label;      ///< "F3"; empty: why, "transfer"
  std::string number;     ///< "3", for narrow blocks
  Cause cause;            ///< why the lane is empty
};

struct DeviceLane {
  std::string name;
  bool is_link = false;
  std::vector<DeviceBlock> blocks; ///< by begin; none of lanes that were not asked for
};

/// What is visible of the table devices x time.
struct DeviceTableView {
  bool loading = false;
  std::uint64_t from = 1;
  std::uint64_t to = 1; ///< exclusive
  std::vector<DeviceLane> lanes;
  std::uint8_t kinds = 0; ///< colours in it, a bit each
};

/// Lanes [first, last), and one with its neighbours wherever it is.
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

/// Hatch of a kind of operation, so that kinds do not differ by colour alone.
[[nodiscard]] Pattern pattern_of_kind(std::uint8_t color);

/// The occupancy table as the literature of pipeline parallelism draws it: a row a device, time to
/// the right.
class DeviceTableModel {
public:
  /// Cycles [from, to) of some lanes. Costs depend on what is visible.
  const DeviceTableView& visible(Run& run, std::uint64_t from, std::uint64_t to,
                                 const LanesAsked& lanes = {});

private:
  DeviceTableView view_;
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  LanesAsked lanes_;
};

} // namespace stallscope::gui

#pragma once

#include "trace/run_record.hpp"
#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::training {

/// Part of a run in a record: ticks [from, until).
struct RecordWindow {
  Ticks from = 0;
  Ticks until = kNotYet;
  bool timeline = true; ///< false: only ledger and statistics
};

/// Maximum number of lanes of a record.
inline constexpr std::size_t kMostLanes = kNoLane;
/// Number of devices, and of links whose transfers take time.
[[nodiscard]] std::size_t lanes_of(const Plan& plan);

/// Rows of a run by time, and idle spans, so that making the record of a window takes time
/// proportional to the window. Plan, passes and run must outlive this object.
class RunIndex {
public:
  RunIndex(const Plan& plan, const Verified& verified, const Execution& run);

  /// An operation on its device, or the transfer of its result over a link.
  struct Row {
    Ticks begin = 0;
    OperationIndex operation = 0;
    bool transfer = false;
  };
  /// Two devices; for half-duplex links the lower one first.
  struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Ticks first_use = 0;
  };
  /// By start, operations before transfers, then by device: row i is operation i + 1 of the record.
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] Ticks end_of(const Row& row) const;
  /// Range [first, last) that contains all rows in ticks [from, until), and possibly others.
  [[nodiscard]] std::pair<std::size_t, std::size_t> rows_in(Ticks from, Ticks until) const;
  /// Number of operations that occupy a device.
  [[nodiscard]] std::uint64_t operations() const { return operations_; }
  /// The number of an operation, from 1; 0: it has no duration.
  [[nodiscard]] std::uint32_t number_of(OperationIndex operation) const {
    return numbers_[operation];
  }
  /// Idle spans of a device that overlap ticks [from, until), in order, not clipped.
  [[nodiscard]] std::span<const IdleSpan> idle_in(std::uint32_t device, Ticks from,
                                                  Ticks until) const;
  /// In order of their first use; their lanes follow the devices' lanes.
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] std::size_t link_between(std::uint32_t from, std::uint32_t to) const;

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const Verified& verified() const { return verified_; }
  [[nodiscard]] const Execution& run() const { return run_; }

private:
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> ends_of(OperationIndex operation) const;
  void find_rows();
  void find_links();

  const Plan& plan_;
  const Verified& verified_;
  const Execution& run_;
  std::vector<Row> rows_;
  std::uint64_t operations_ = 0;
  std::vector<Ticks> latest_end_;      ///< running maximum of the rows' ends
  std::vector<std::uint32_t> numbers_; ///< by operation
  std::vector<IdleSpan> idle_;         ///< device by device
  std::vector<std::size_t> first_idle_;
  std::vector<Link> links_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> places_; ///< into links_
};

/// A run of a plan as a run record: devices, and links whose transfers take time, are lanes; tick t
/// is cycle t + 1; the ledger has one slot per device. Operations are numbered by start, then by
/// device, identically in every window.
[[nodiscard]] trace::RunRecord run_record(const Plan& plan, const Verified& verified,
                                          const Execution& execution,
                                          const std::vector<DeviceAccount>& accounts,
                                          const RecordWindow& window);
/// The timeline of a window; statistics and ledger are those of the whole run.
[[nodiscard]] trace::RunRecord run_record(const RunIndex& index,
                                          const std::vector<DeviceAccount>& accounts,
                                          const RecordWindow& window);

} // namespace stallscope::training

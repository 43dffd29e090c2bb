#pragma once

#include "model/looks/tokens.hpp"
#include "model/run/run.hpp"
#include "trace/ledger.hpp"
#include "trace/top_down.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A pixel column of the strip above the slider: cycles [begin, end) and the reason that lost most
/// slots.
struct StripColumn {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Reason worst = Reason::none;
  Family family = Family::none;
  double lost = 0; ///< share of lost slots, 0 to 1
};

/// Share of a reason in the slots of some cycles; Reason::none: useful work.
struct TimePart {
  Reason reason = Reason::none;
  double share = 0; ///< 0 to 1

  bool operator==(const TimePart&) const = default;
};

/// Cycles [begin, end) of the chart over time. The parts add up to 1: useful work first, then
/// reasons ordered by their loss over the whole run, so that they are at the same height in all
/// columns.
struct TimeColumn {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<TimePart> parts;
};

/// A component of the CPI stack.
struct StackPart {
  Reason reason = Reason::none; ///< none: useful work
  Family family = Family::none;
  std::string title;
  std::uint64_t slots = 0;
  double share = 0; ///< fraction of all slots, 0 to 1
  double cpi = 0;   ///< cycles per instruction; for devices, the number of slots
};

struct SharePart {
  trace::Share share = trace::Share::retiring;
  std::string title;
  std::uint64_t slots = 0;
  double part = 0; ///< fraction of all slots, 0 to 1
};

struct StackView {
  trace::LedgerPoint point = trace::LedgerPoint::issue;
  std::string point_name; ///< in the current language
  std::uint32_t width = 1;
  std::uint64_t slots = 0;      ///< width x cycles; the sum of parts and of shares
  double cpi = 0;               ///< for devices: per cent of their time that is used
  bool of_devices = false;      ///< slots are ticks of devices, without shares
  std::string note;             ///< remark on useful work; usually empty
  std::vector<StackPart> parts; ///< useful work, then the largest loss first
  std::array<SharePart, trace::kShareCount> shares;
};

/// The cycle ledger of a run: how its slots were used, over time and in total, and navigation to
/// the cells behind a number.
class LedgerModel {
public:
  trace::LedgerPoint point = trace::LedgerPoint::issue;

  /// The default ledger point: retirement for dynamically scheduled machines, as in the command
  /// line's CPI stack, otherwise issue.
  [[nodiscard]] static trace::LedgerPoint usual_point(const Run& run);
  /// The ledger points of the run's machine, with names in the current language.
  [[nodiscard]] static std::vector<std::pair<trace::LedgerPoint, std::string>>
  points(const Run& run);
  /// One column for each pixel, or each cycle when there are fewer. Cached until the run changes.
  const std::vector<StripColumn>& strip(const Run& run, std::size_t pixels);
  /// The result of the last call of strip().
  [[nodiscard]] const std::vector<StripColumn>& kept_strip() const { return strip_; }
  [[nodiscard]] StackView stack(const Run& run) const;
  /// The chart over time, with at most this many columns of equal length; one column for each cycle
  /// of shorter runs. Cached until the run changes.
  const std::vector<TimeColumn>& over_time(const Run& run, std::size_t columns);

  /// Finds the next (or previous) cycle in which a slot is lost to a reason, or an operation is
  /// held for it. `found` as in Run::scan.
  std::shared_ptr<Task> walk(Run& run, Reason reason, std::uint64_t cycle, bool forwards,
                             Run::Found found) const;

private:
  /// Cache key of a chart over time.
  struct Made {
    const Run* of = nullptr;
    std::uint64_t version = 0;
    std::uint64_t last_cycle = 0;
    std::size_t columns = 0;
    trace::LedgerPoint point = trace::LedgerPoint::issue;

    bool operator==(const Made&) const = default;
  };
  [[nodiscard]] Made made_of(const Run& run, std::size_t columns) const {
    return {&run, run.version(), run.last_cycle(), columns, point};
  }
  [[nodiscard]] OverviewBucket sum_of(const Run& run, std::uint64_t begin, std::uint64_t end,
                                      std::uint64_t columns) const;

  std::vector<StripColumn> strip_;
  Made strip_of_;
  std::vector<TimeColumn> over_time_;
  Made over_time_of_;
};

} // namespace stallscope::gui

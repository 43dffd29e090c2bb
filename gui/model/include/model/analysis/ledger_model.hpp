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

/// A pixel column of the strip above the slider: cycles [begin, end) and what most of their lost
/// slots went to.
struct StripColumn {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Reason worst = Reason::none;
  Family family = Family::none;
  double lost = 0; ///< part of the slots, 0 to 1
};

/// What part of the slots of some cycles went to a reason; Reason::none: to useful work.
struct TimePart {
  Reason reason = Reason::none;
  double share = 0; ///< 0 to 1

  bool operator==(const TimePart&) const = default;
};

/// Cycles [begin, end) of the chart over time. The parts add up to 1: useful work first, then
/// reasons in the order of what the whole run loses to them, so that they lie at the same height.
struct TimeColumn {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<TimePart> parts;
};

/// A part of the CPI stack.
struct StackPart {
  Reason reason = Reason::none; ///< none: useful work
  Family family = Family::none;
  std::string title;
  std::uint64_t slots = 0;
  double share = 0; ///< of all slots
  double cpi = 0;   ///< cycles per instruction
};

struct SharePart {
  trace::Share share = trace::Share::retiring;
  std::string title;
  std::uint64_t slots = 0;
  double part = 0; ///< of all slots
};

struct StackView {
  trace::LedgerPoint point = trace::LedgerPoint::issue;
  std::string point_name; ///< in the language at hand
  std::uint32_t width = 1;
  std::uint64_t slots = 0; ///< width x cycles; parts and shares add up to it
  double cpi = 0;
  std::string note;             ///< what is to know of useful work; mostly nothing
  std::vector<StackPart> parts; ///< useful work, then the greatest loss first
  std::array<SharePart, trace::kShareCount> shares;
};

/// The cycle ledger of a run: where its slots went, over time and in all, and the way through the
/// cells behind a number.
class LedgerModel {
public:
  trace::LedgerPoint point = trace::LedgerPoint::issue;

  /// Where slots are counted first: of dynamically scheduled machines at retirement, as the command
  /// line's CPI stack does, of others at issue.
  [[nodiscard]] static trace::LedgerPoint usual_point(const Run& run);
  /// The points the run's machine has, with their names in the language at hand.
  [[nodiscard]] static std::vector<std::pair<trace::LedgerPoint, std::string>>
  points(const Run& run);
  /// As many columns as pixels, or as cycles when there are fewer. Kept until the run changes.
  const std::vector<StripColumn>& strip(const Run& run, std::size_t pixels);
  /// The one that was made last.
  [[nodiscard]] const std::vector<StripColumn>& kept_strip() const { return strip_; }
  [[nodiscard]] StackView stack(const Run& run) const;
  /// At most so many columns of equal length, one a cycle of shorter runs. Kept until the run
  /// changes.
  const std::vector<TimeColumn>& over_time(const Run& run, std::size_t columns);

  /// To the next (or previous) cycle in which a slot is lost to a reason, or an operation is held
  /// for it, from where the walk stands. `found` as in Run::scan.
  std::shared_ptr<Task> walk(Run& run, Reason reason, std::uint64_t cycle, bool forwards,
                             Run::Found found) const;

private:
  /// What a picture over time has been made of; the same again needs no work.
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

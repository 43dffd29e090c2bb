#pragma once

#include "model/run.hpp"
#include "model/tokens.hpp"
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
  std::uint32_t width = 1;
  std::uint64_t slots = 0; ///< width x cycles; parts and shares add up to it
  double cpi = 0;
  std::vector<StackPart> parts; ///< useful work, then the greatest loss first
  std::array<SharePart, trace::kShareCount> shares;
};

/// The cycle ledger of a run: where its slots went, over time and in all, and the way through the
/// cells behind a number.
class LedgerModel {
public:
  trace::LedgerPoint point = trace::LedgerPoint::issue;

  /// The points the run's machine has, with their names in the language at hand.
  [[nodiscard]] static std::vector<std::pair<trace::LedgerPoint, std::string>>
  points(const Run& run);
  /// As many columns as pixels, or as cycles when there are fewer. Kept until the run changes.
  const std::vector<StripColumn>& strip(const Run& run, std::size_t pixels);
  [[nodiscard]] StackView stack(const Run& run) const;

  /// To the next (or previous) cycle in which a slot is lost to a reason, or an operation is held
  /// for it, from where the walk stands. `found` as in Run::scan.
  std::shared_ptr<Task> walk(Run& run, Reason reason, std::uint64_t cycle, bool forwards,
                             Run::Found found) const;

private:
  std::vector<StripColumn> strip_;
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  std::uint64_t last_cycle_ = 0;
  std::size_t pixels_ = 0;
  trace::LedgerPoint strip_point_ = trace::LedgerPoint::issue;
};

} // namespace stallscope::gui

#pragma once

#include "base/result.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// A search in a diagram.
struct SearchQuery {
  enum class Kind : std::uint8_t {
    text,   ///< text of the instruction, case ignored
    pc,     ///< an instruction at this address
    reg,    ///< an instruction with this register as operand
    reason, ///< an operation held for this reason
    number, ///< the operation with this displayed number
  };
  Kind kind = Kind::text;
  std::string text; ///< in lower case; for a register its name
  std::uint64_t value = 0;
  trace::OpName name; ///< Kind::number: 12, 12.2, 12x
  Reason reason = Reason::none;

  bool operator==(const SearchQuery&) const = default;
};

/// Parses "addi", "pc 0x400010", "reg t0" or "$t0", "reason raw" or "RAW", "#12".
[[nodiscard]] Result<SearchQuery> parse_search(std::string_view text);

/// An operation matches by its instruction, or by being stalled for the reason.
[[nodiscard]] bool matches(const SearchQuery& query, const RunWindow& window, const OpRow& row);

/// For Run::scan: the first (or last) match that begins (for a reason: is stalled) in the cycles,
/// ordered by cycle, then operation; with `beyond` only matches after (or before) this place.
[[nodiscard]] Run::Look look_for(const SearchQuery& query, bool forwards,
                                 std::optional<RunPlace> beyond = std::nullopt);

/// Number of matches in a run, and of those at or before a place.
struct HitCount {
  std::uint64_t total = 0;
  std::uint64_t up_to_place = 0;
};
/// For Run::scan from the start: counts all matches and never stops the scan. `count` is complete
/// when the scan has ended.
[[nodiscard]] Run::Look count_matches(const SearchQuery& query, RunPlace place,
                                      std::shared_ptr<HitCount> count);

} // namespace stallscope::gui

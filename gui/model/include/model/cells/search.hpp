#pragma once

#include "base/result.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// A search in a diagram.
struct SearchQuery {
  enum class Kind : std::uint8_t {
    text,   ///< of the instruction, case ignored
    pc,     ///< an instruction at this address
    reg,    ///< an instruction with this register as operand
    reason, ///< an operation held for this reason
    number, ///< the operation with this displayed number
  };
  Kind kind = Kind::text;
  std::string text; ///< in lower case; for a register its name
  std::uint64_t value = 0;
  Reason reason = Reason::none;
};

/// Parses "addi", "pc 0x400010", "reg t0" or "$t0", "reason raw" or "RAW", "#12".
[[nodiscard]] Result<SearchQuery> parse_search(std::string_view text);

/// For Run::scan: the first (or last) match that begins (for a reason: is held) in the cycles.
[[nodiscard]] Run::Look look_for(const SearchQuery& query, bool forwards);

} // namespace stallscope::gui

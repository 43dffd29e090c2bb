#pragma once

#include "base/result.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// What is looked for in a diagram.
struct SearchQuery {
  enum class Kind : std::uint8_t {
    text,   ///< of the instruction, case ignored
    pc,     ///< an instruction at this address
    reg,    ///< an instruction that names this register
    reason, ///< an operation that is held for this reason
    number, ///< the operation shown with this number
  };
  Kind kind = Kind::text;
  std::string text; ///< in lower case; of a register its name
  std::uint64_t value = 0;
  Reason reason = Reason::none;
};

/// Reads "addi", "pc 0x400010", "reg t0" or "$t0", "reason raw" or "RAW", "#12".
[[nodiscard]] Result<SearchQuery> parse_search(std::string_view text);

/// For Run::scan: the first (or last) operation that begins (of a reason: is held) in the cycles
/// and is what is looked for.
[[nodiscard]] Run::Look look_for(const SearchQuery& query, bool forwards);

} // namespace stallscope::gui

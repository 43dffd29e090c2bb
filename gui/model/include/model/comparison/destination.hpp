#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"

#include <cstdint>
#include <string_view>

namespace stallscope::gui {

/// A place in a run, as somebody names it.
struct Destination {
  enum class Kind : std::uint8_t {
    cycle,
    instruction, ///< the one shown with this number: its first cycle
    line,        ///< the next time that an instruction of this source line is fetched
    address,     ///< likewise, at this address
  };
  Kind kind = Kind::cycle;
  std::uint64_t value = 0;

  bool operator==(const Destination&) const = default;
};

/// Reads "120" or "1,200" (a cycle, up to `last_cycle`), "#12" (an instruction), ":23" (a line),
/// "0x400010" (an address) and labels of the program's code. An error says what is wrong with it.
[[nodiscard]] Result<Destination>
parse_destination(std::string_view text, const isa::Program& program, std::uint64_t last_cycle);

} // namespace stallscope::gui

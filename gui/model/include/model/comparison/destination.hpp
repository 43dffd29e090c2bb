#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"

#include <cstdint>
#include <string_view>

namespace stallscope::gui {

/// A navigation target in a run.
struct Destination {
  enum class Kind : std::uint8_t {
    cycle,
    instruction, ///< by displayed number: its first cycle
    line,        ///< the next fetch of an instruction of this source line
    address,     ///< the next fetch at this address
  };
  Kind kind = Kind::cycle;
  std::uint64_t value = 0;

  bool operator==(const Destination&) const = default;
};

/// Parses "120" or "1,200" (a cycle, up to `last_cycle`), "#12" (an instruction), ":23" (a line),
/// "0x400010" (an address) and code labels. Returns an error otherwise.
[[nodiscard]] Result<Destination>
parse_destination(std::string_view text, const isa::Program& program, std::uint64_t last_cycle);

} // namespace stallscope::gui

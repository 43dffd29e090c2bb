#pragma once

#include <cstdint>
#include <string>

namespace stallscope::trace {

/// The access to data memory that a micro-op makes; the address and the data of a store are both
/// part of its store.
enum class DataAccess : std::uint8_t { none, load, store };

/// One of the micro-ops of an instruction that has several.
struct MicroOpPart {
  std::string text; ///< what it does: "store address"
  DataAccess access = DataAccess::none;
  bool shares_slot = false; ///< dispatched and retired in the slot of the part before it

  bool operator==(const MicroOpPart&) const = default;
};

} // namespace stallscope::trace

#pragma once

// Slots of the cycle ledger that are lost in one cycle.

#include "base/check.hpp"
#include "timeline/reason.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Slots lost in a cycle at one ledger point, by cause: used + the sum of `counts` = width. At most
/// `kMost` causes.
template <unsigned kMost> struct SlotLosses {
  std::array<Cause, kMost> causes{};
  std::array<std::uint8_t, kMost> counts{}; ///< slots lost to each; 0: only the cause is reported
  std::uint8_t entries = 0;

  /// Adds slots lost to a cause, in an entry of its own.
  void append(const Cause& cause, unsigned count) {
    causes[entries] = cause;
    counts[entries++] = static_cast<std::uint8_t>(count);
  }
  /// Adds slots lost to a cause, to its entry if there is one.
  void add(const Cause& cause, unsigned count) {
    if (count == 0)
      return;
    STALLSCOPE_CHECK(cause.why != Reason::none, "a slot was lost without a reason");
    for (unsigned i = 0; i < entries; ++i)
      if (causes[i] == cause) {
        counts[i] = static_cast<std::uint8_t>(counts[i] + count);
        return;
      }
    append(cause, count);
  }
  void take(const SlotLosses& other) { ///< assigns only the entries in use
    entries = other.entries;
    for (unsigned i = 0; i < entries; ++i) {
      causes[i] = other.causes[i];
      counts[i] = other.counts[i];
    }
  }
  bool operator==(const SlotLosses& other) const {
    if (entries != other.entries)
      return false;
    for (unsigned i = 0; i < entries; ++i)
      if (!(causes[i] == other.causes[i]) || counts[i] != other.counts[i])
        return false;
    return true;
  }
};

} // namespace stallscope::core

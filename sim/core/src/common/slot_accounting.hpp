#pragma once

#include "trace/ledger.hpp"

#include <cstddef>
#include <cstdint>

namespace stallscope::core {

/// Slots of a point of the cycle ledger, used (Reason::none) or lost to a reason.
inline void count_slots(trace::LedgerAccount& account, Reason why, std::uint64_t slots) {
  account.slots[static_cast<std::size_t>(why)] += slots;
}

} // namespace stallscope::core

#pragma once

#include "trace/ledger.hpp"

#include <cstddef>
#include <cstdint>

// Slots of the ledger by number: both kinds of fast forward store what a stretch adds to them.
namespace stallscope::core {

inline constexpr std::size_t kLedgerNumbers = trace::kLedgerPointCount * kReasonCount;

[[nodiscard]] inline std::uint64_t& ledger_number(trace::Ledger& ledger, std::size_t index) {
  return ledger.accounts[index / kReasonCount].slots[index % kReasonCount];
}

/// Calls add(index, count) for every number that has grown, with the difference.
template <class Add>
void for_each_growth(const trace::Ledger& before, const trace::Ledger& now, Add add) {
  for (std::size_t point = 0; point < trace::kLedgerPointCount; ++point)
    for (std::size_t reason = 0; reason < kReasonCount; ++reason)
      if (const std::uint64_t count =
              now.accounts[point].slots[reason] - before.accounts[point].slots[reason];
          count != 0)
        add(point * kReasonCount + reason, count);
}

} // namespace stallscope::core

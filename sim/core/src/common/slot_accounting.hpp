#pragma once

// The cycle ledger of every core: counting the slots of a ledger point, and reporting to a record
// those that are lost.

#include "base/check.hpp"
#include "core/common/slot_losses.hpp"
#include "trace/event.hpp"
#include "trace/ledger.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace stallscope::core {

/// Slots of a point of the cycle ledger, used (Reason::none) or lost to a reason.
inline void count_slots(trace::LedgerAccount& account, Reason why, std::uint64_t slots) {
  account.slots[static_cast<std::size_t>(why)] += slots;
}

/// Slots that are lost to a reason.
[[gnu::always_inline]] inline void count_lost_slots(trace::LedgerAccount& account, Reason why,
                                                    std::uint64_t slots) {
  STALLSCOPE_CHECK(why != Reason::none, "a slot was lost without a reason");
  count_slots(account, why, slots);
}

/// Reports the slots lost in a cycle to a record. Without lost slots, the cause of an entry with
/// count 0 is reported: why the lane is empty all the same.
template <class Sink, unsigned kMost>
void report_losses(Sink& sink, Cycle now, trace::LedgerPoint point,
                   const SlotLosses<kMost>& losses) {
  // A cycle's slots in one event, which has four bits for the count.
  constexpr unsigned kMostSlots = 15;
  const auto lane = static_cast<LaneId>(point);
  bool is_any = false;
  Cause last;
  for (unsigned i = 0; i < losses.entries; ++i) {
    last = losses.causes[i];
    for (unsigned left = losses.counts[i]; left > 0; left -= std::min(left, kMostSlots))
      sink.report(trace::What::lose, now, kNoOp, last.culprit, last, lane,
                  std::min(left, kMostSlots));
    is_any = is_any || losses.counts[i] != 0;
  }
  if (!is_any)
    sink.report(trace::What::lose, now, kNoOp, last.culprit, last, lane, 0);
}

/// Reports the slots lost in a cycle to a record unless they equal the losses reported last.
template <class Sink, unsigned kMost>
void report_changed_losses(Sink& sink, Cycle now, trace::LedgerPoint point,
                           SlotLosses<kMost>& reported, const SlotLosses<kMost>& losses) {
  if (reported == losses)
    return;
  reported.take(losses);
  report_losses(sink, now, point, losses);
}

} // namespace stallscope::core

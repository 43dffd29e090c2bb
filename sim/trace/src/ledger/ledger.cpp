#include "trace/ledger.hpp"

#include "base/check.hpp"
#include "trace/build_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stallscope::trace {

std::string_view name(LedgerPoint point) {
  switch (point) {
  case LedgerPoint::fetch:
    return "fetch";
  case LedgerPoint::issue:
    return "issue";
  case LedgerPoint::retire:
    return "retire";
  case LedgerPoint::ports:
    return "ports";
  }
  return "?";
}

std::span<const LedgerPoint> Ledger::points() const {
  static constexpr std::array kInOrder{LedgerPoint::fetch, LedgerPoint::issue, LedgerPoint::retire};
  static constexpr std::array kDynamic{LedgerPoint::fetch, LedgerPoint::issue, LedgerPoint::ports,
                                       LedgerPoint::retire};
  if (of_devices)
    return std::span(kInOrder).subspan(1, 1);
  if (at(LedgerPoint::ports).width == 0)
    return kInOrder;
  return kDynamic;
}

std::string_view Ledger::name(LedgerPoint point) const {
  if (of_devices)
    return "devices";
  if (at(LedgerPoint::ports).width != 0) {
    if (point == LedgerPoint::issue)
      return "dispatch";
    if (point == LedgerPoint::ports)
      return "issue";
  }
  return trace::name(point);
}

std::uint64_t LedgerAccount::total() const {
  return std::accumulate(slots.begin(), slots.end(), std::uint64_t{0});
}

bool Ledger::balanced(std::string* why) const {
  for (std::size_t i = 0; i < kLedgerPointCount; ++i) {
    const std::uint64_t expected = accounts[i].width * cycles;
    if (accounts[i].total() == expected)
      continue;
    if (why != nullptr)
      *why = fmt::format("{}: {} slots are used or lost, but width {} x {} cycles is {}",
                         name(static_cast<LedgerPoint>(i)), accounts[i].total(), accounts[i].width,
                         cycles, expected);
    return false;
  }
  return true;
}

void LedgerAccount::use_lost(std::uint64_t count, Reason first) {
  const auto preferred = slots.begin() + static_cast<std::ptrdiff_t>(first);
  while (count > 0) {
    const bool is_preferred = first != Reason::none && *preferred > 0;
    const auto most = is_preferred ? preferred : std::max_element(slots.begin() + 1, slots.end());
    const std::uint64_t taken = std::min(count, *most);
    STALLSCOPE_CHECK(taken > 0, "more slots are used than there are");
    *most -= taken;
    slots[0] += taken;
    count -= taken;
  }
}

Ledger recount_ledger(const Timeline& timeline, std::uint32_t width) {
  std::array<std::uint32_t, kLedgerPointCount> widths{};
  widths.fill(width);
  widths[static_cast<std::size_t>(LedgerPoint::ports)] = 0;
  return recount_ledger(timeline, widths);
}

Ledger recount_ledger(const Timeline& timeline,
                      const std::array<std::uint32_t, kLedgerPointCount>& widths) {
  Ledger ledger;
  ledger.cycles = timeline.end_cycle - timeline.first_cycle;
  for (std::size_t point = 0; point < kLedgerPointCount; ++point)
    ledger.accounts[point].width = widths[point];
  for (const LostSlots& lost : timeline.lost) {
    if (lost.point >= kLedgerPointCount)
      continue;
    ledger.accounts[lost.point].slots[static_cast<std::size_t>(lost.cause.why)] +=
        lost.count * (lost.end - lost.begin);
  }
  for (LedgerAccount& account : ledger.accounts) {
    // More slots lost than exist: no slot is used, and balanced() reports the error.
    const std::uint64_t total = account.width * ledger.cycles;
    const std::uint64_t lost = account.lost();
    account.slots[0] = total > lost ? total - lost : 0;
  }
  return ledger;
}

} // namespace stallscope::trace

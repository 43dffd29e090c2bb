#include "trace/top_down.hpp"

#include <algorithm>

namespace stallscope::trace {

const ShareInfo& info(Share share) {
  static constexpr std::array<ShareInfo, kShareCount> kShares{{
      {"retiring", "retiring"},
      {"frontend", "frontend"},
      {"bad_speculation", "bad speculation"},
      {"backend_core", "backend, core"},
      {"backend_memory", "backend, memory"},
  }};
  return kShares[static_cast<std::size_t>(share)];
}

Share share_of(Reason reason) {
  switch (reason) {
  case Reason::none:
    return Share::retiring;
  case Reason::fill:
  case Reason::drain:
  case Reason::fetch_latency:
  case Reason::icache_miss:
  case Reason::redirect:
  case Reason::fetch_group:
  case Reason::exception:
  case Reason::control:
  case Reason::not_pipelined:
    return Share::frontend;
  case Reason::mispredict:
    return Share::bad_speculation;
  case Reason::memory_port:
  case Reason::memory_latency:
  case Reason::dcache_miss:
  case Reason::memory_order:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::buffer_full:
    return Share::backend_memory;
  case Reason::raw:
  case Reason::war:
  case Reason::waw:
  case Reason::unit_busy:
  case Reason::stage_full:
  case Reason::read_port:
  case Reason::write_port:
  case Reason::pairing:
  case Reason::latency:
  case Reason::serialising:
  case Reason::queue_full:
  case Reason::branches_full:
  case Reason::reorder_full:
  case Reason::station_full:
  case Reason::no_register:
  case Reason::bypass:
  case Reason::idle:
  case Reason::activation:
  case Reason::gradient:
  case Reason::transfer:
  case Reason::link_busy:
  case Reason::order:
  case Reason::memory_limit:
  case Reason::barrier:
  case Reason::input:
  case Reason::launch:
  case Reason::data:
  case Reason::event:
  case Reason::copy:
  case Reason::other:
    break;
  }
  return Share::backend_core;
}

CpiStack cpi_stack(const LedgerAccount& account) {
  CpiStack stack;
  stack.width = account.width;
  stack.slots = account.total();
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    stack.shares[static_cast<std::size_t>(share_of(reason))] += account.slots[i];
    if (account.slots[i] != 0)
      stack.parts.push_back({reason, account.slots[i]});
  }
  std::stable_sort(stack.parts.begin(), stack.parts.end(), [](const CpiPart& a, const CpiPart& b) {
    if ((a.reason == Reason::none) != (b.reason == Reason::none))
      return a.reason == Reason::none;
    return a.slots > b.slots;
  });
  return stack;
}

} // namespace stallscope::trace

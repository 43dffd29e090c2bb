#include "out_of_order/arrival.hpp"

#include "out_of_order/result_times.hpp"

#include <algorithm>

namespace stallscope::core {

using trace::LateArrival;

namespace {

/// Cycles from the last cycle of an execution to the arrival on the last lane.
std::uint64_t behind_execution(const OutOfOrderCore& core, const PlannedOp& planned) {
  const bool is_written = !core.dynamic().done_without_result || planned.op.write_count != 0;
  return core.dynamic().speculates() ? (is_written ? 2 : 1) : 1;
}

bool is_captured(const OutOfOrderCore& core, const PlannedOp& planned) {
  return core.dynamic().captures_store_data && planned.writes_data && !planned.writes_address;
}

/// Cycles from the dispatch of a micro-op to its arrival, when nothing holds it.
std::uint64_t behind_dispatch(const OutOfOrderCore& core, const PlannedOp& planned,
                              std::uint64_t latency) {
  if (planned.ports == 0) // written in the next cycle
    return core.dynamic().speculates() ? 2 : 1;
  if (is_captured(core, planned)) // written in the cycle in which the data are there
    return core.dynamic().speculates() ? 1 : 0;
  return core.dynamic().read_cycles + latency + behind_execution(core, planned);
}

/// Cycles of an issued micro-op's execution beyond the least: of an access beyond those of a hit,
/// or on a slower port.
std::uint64_t slower_by(const OutOfOrderCore& core, const WindowOp& op) {
  const PlannedOp& planned = *op.planned;
  if (planned.ports == 0 || is_captured(core, planned))
    return 0;
  const std::uint64_t least =
      op.ready_at + core.dynamic().read_cycles + least_latency(core, planned, planned.ports) - 1;
  return op.ends_at - std::min(op.ends_at, least);
}

} // namespace

const WindowOp* next_to_arrive(const OutOfOrderCore& core, const OutOfOrderState& state) {
  std::uint64_t at = state.rob.oldest;
  while (!core.dynamic().speculates() && at < state.rob.undispatched &&
         state.at(at).progress == Progress::written)
    ++at;
  return at < state.rob.end && !state.at(at).wrong_path ? &state.at(at) : nullptr;
}

LateArrival late_arrival(const OutOfOrderCore& core, const OutOfOrderState& state,
                         const WindowOp& op) {
  const PlannedOp& planned = *op.planned;
  const std::uint64_t now = state.cycle;
  LateArrival late;
  if (op.bytes != 0 && planned.is_load)
    late.own = Reason::memory_latency;
  const auto in = [&](std::uint64_t cycles, bool approaches) {
    late.cycles = static_cast<std::uint32_t>(cycles);
    late.approaches = approaches;
    return late;
  };
  const std::uint64_t latency = least_latency(core, planned, planned.ports);
  switch (op.progress) {
  case Progress::fetched: {
    const std::uint64_t dispatched = std::max(op.arrives_at, now + 1);
    return in(dispatched + behind_dispatch(core, planned, latency) - now, op.arrives_at > now);
  }
  case Progress::waiting:
  case Progress::ready: // selected in the next cycle, as if it had been dispatched in this one
    return in(behind_dispatch(core, planned, latency) + (is_captured(core, planned) ? 1 : 0),
              false);
  default:
    break;
  }
  const std::uint64_t slower = slower_by(core, op);
  const std::uint64_t arrival = op.progress == Progress::written
                                    ? std::max(now + 1, op.written_at + 1)
                                : op.ends_at >= now ? op.ends_at + behind_execution(core, planned)
                                                    : now + behind_execution(core, planned);
  if (slower != 0)
    late.slower =
        late.own == Reason::memory_latency && op.cache_miss ? Reason::dcache_miss : late.own;
  if (op.ends_at >= now) // what makes it slower are the last cycles of its execution
    return in(arrival - now - std::min(arrival - now, slower), true);
  late.slower_by =
      static_cast<std::uint8_t>(std::min<std::uint64_t>(slower, LateArrival::kMostSlower));
  return in(arrival - now, false);
}

LateArrival late_fetch(const OutOfOrderCore& core, const OutOfOrderState& state) {
  std::uint64_t pc = state.arch.pc;
  for (std::uint64_t at = state.branch_queue.oldest; at < state.branch_queue.end; ++at)
    if (const BranchEntry& entry = state.branch_queue.at(at);
        state.speculation.active && entry.id == state.speculation.branch)
      pc = entry.actual_pc;
  LateArrival late;
  std::uint64_t cycles = core.dynamic().read_cycles + 2;
  if (const std::uint32_t index = index_at(core.program(), state.arch, pc);
      index != isa::kNoIndex) {
    const PlannedOp& planned = core.decoded(index).parts().front();
    cycles = behind_dispatch(core, planned, least_latency(core, planned, planned.ports));
    if (planned.is_load)
      late.own = Reason::memory_latency;
  }
  late.cycles = static_cast<std::uint32_t>(1 + core.dynamic().front_cycles + cycles);
  return late;
}

} // namespace stallscope::core

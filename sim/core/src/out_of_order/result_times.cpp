#include "out_of_order/result_times.hpp"

#include "core/out_of_order/waits.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

std::uint64_t begins_at(const OutOfOrderState& state, const WindowOp& op) {
  std::uint64_t free = op.ports == 0 ? 0 : ~std::uint64_t{0};
  for (std::uint32_t ports = op.ports; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    free = std::min(free, (op.planned->alone >> port & 1U) != 0 ? state.units.busy_until[port] + 1
                                                                : std::uint64_t{0});
  }
  return std::max({op.ready_at, free, rank(op) == 1 ? state.cycle + 1 : 0});
}

unsigned result_delay(const machine::Dynamic& machine, const WindowOp& maker) {
  if (machine.wakeup == machine::Wakeup::bypass)
    return 1;
  const bool is_done = machine.done_without_result && maker.planned->op.write_count == 0;
  return (is_done ? 1 : 2) + machine.read_cycles;
}

const WindowOp* producer_of(const OutOfOrderState& state, const WindowOp& op, RegId reg) {
  std::uint64_t position = place_of(state, op);
  while (position > state.rob.oldest) {
    const WindowOp& older = state.at(--position);
    const auto written = older.planned->op.destinations();
    if (std::find(written.begin(), written.end(), reg) != written.end())
      return &older;
  }
  return nullptr;
}

unsigned least_latency(const OutOfOrderCore& core, const PlannedOp& planned, std::uint32_t ports) {
  if (planned.latency != 0 || ports == 0)
    return planned.latency;
  unsigned least = ~0U;
  for (; ports != 0; ports &= ports - 1)
    least = std::min(
        least,
        core.plan().latency[static_cast<unsigned>(std::countr_zero(ports))][planned.port_class]);
  return least;
}

unsigned least_latency(const OutOfOrderCore& core, const WindowOp& op) {
  // Whether a load in the front end will be forwarded is not known.
  const bool is_in_front = op.progress == Progress::fetched;
  if (op.planned->is_load && op.forwarded && !is_in_front)
    return core.dynamic().forward_cycles;
  return least_latency(core, *op.planned, is_in_front ? op.planned->ports : op.ports);
}

/// ends() for a micro-op in the front end: an estimate that assumes dispatch on arrival.
std::uint64_t ResultEstimates::ends_from_front(const WindowOp& op, unsigned forks) {
  const machine::Dynamic& machine = core_.dynamic();
  std::uint64_t begin = op.arrives_at + 1 + machine.read_cycles;
  for (const isa::RegisterRead& read : op.planned->op.sources())
    if (const WindowOp* from = forks != 0 ? producer_of(state_, op, read.reg) : nullptr;
        from != nullptr && from->progress < Progress::executing)
      begin = std::max(begin, result_delay(machine, *from) + ends(*from, forks - 1));
  return begin + std::max(1U, least_latency(core_, op)) - 1;
}

namespace {

/// A load that is selected next and will find the store that it takes its value from: the store's
/// micro-op with the data, whose cycle is not known yet. nullptr: it finds none.
const WindowOp* store_to_be_found(const OutOfOrderCore& core, const OutOfOrderState& state,
                                  const WindowOp& load) {
  if (!load.planned->is_load || rank(load) != 1 ||
      core.dynamic().disambiguation != machine::Disambiguation::predict)
    return nullptr;
  const StoreQueue& queue = state.lsq.stores;
  const std::uint64_t searches = std::max(load.ready_at, state.cycle + 1);
  const auto address_is = [&](std::uint64_t position) {
    return StoreQueue::has_address(state.rob, queue.at(position),
                                   searches + core.dynamic().read_cycles)
               ? AddressIs::known
               : AddressIs::unknown;
  };
  const StoreMatch match =
      queue.youngest_older(core.dynamic().forwarding, load, load.store_position, address_is);
  if (match.position == 0 || match.blocks)
    return nullptr;
  const StoreEntry& store = queue.at(match.position - 1);
  if (!store.data)
    return nullptr;
  const WindowOp& data = state.rob.ops[store.data_slot];
  return data.id == store.data && data.progress < Progress::executing ? &data : nullptr;
}

} // namespace

std::uint64_t ResultEstimates::executes_anew(const WindowOp& op, unsigned forks) {
  const machine::Dynamic& machine = core_.dynamic();
  std::uint64_t begin = begins_at(state_, op) + machine.read_cycles;
  if (rank(op) == 2) {
    const bool forks_here = (op.missing & (op.missing - 1U)) != 0;
    for (unsigned missing = op.missing; missing != 0; missing &= missing - 1) {
      if (forks_here && forks == 0)
        break;
      const WindowOp& from =
          state_.rob.ops[op.operands[static_cast<unsigned>(std::countr_zero(missing))].slot];
      begin =
          std::max(begin, result_delay(machine, from) + ends(from, forks - (forks_here ? 1 : 0)));
    }
  } else if (const WindowOp* const data = store_to_be_found(core_, state_, op)) {
    begin = std::max(begin, result_delay(machine, *data) + ends(*data, forks));
  }
  return begin;
}

std::uint64_t ResultEstimates::executes(const WindowOp& op, unsigned forks) {
  const std::size_t index =
      static_cast<std::size_t>(&op - state_.rob.ops.data()) * (kForks + 1) + forks;
  if (!known_[index]) {
    executes_[index] = executes_anew(op, forks);
    known_[index] = true;
  }
  return executes_[index];
}

std::uint64_t ResultEstimates::ends(const WindowOp& op, unsigned forks) {
  if (op.progress == Progress::fetched)
    return ends_from_front(op, forks);
  if (rank(op) == 0)
    return std::max(op.ends_at, state_.cycle);
  return executes(op, forks) + std::max(1U, least_latency(core_, op)) - 1;
}

bool ends_later(const OutOfOrderCore& core, const OutOfOrderState& state, const WindowOp& a,
                const WindowOp& b) {
  ResultEstimates estimates(core, state);
  const std::uint64_t end = estimates.ends(a);
  const std::uint64_t other = estimates.ends(b);
  return end != other ? end > other : a.id > b.id;
}

std::uint64_t usable_from(const OutOfOrderCore& core, const OutOfOrderState& state,
                          const WindowOp& producer) {
  if (has_written(producer, state.cycle))
    return producer.written_at + 1;
  if (core.dynamic().wakeup == machine::Wakeup::bypass && producer.progress >= Progress::executing)
    return producer.ends_at + 1 - core.dynamic().read_cycles;
  return 0;
}

std::uint64_t comes_at(const OutOfOrderCore& core, const OutOfOrderState& state,
                       const WindowOp& producer) {
  const bool bypassed = core.dynamic().wakeup == machine::Wakeup::bypass &&
                        producer.progress >= Progress::executing && producer.planned->ports != 0;
  return bypassed ? producer.ends_at + 1 - core.dynamic().read_cycles
                  : usable_from(core, state, producer);
}

} // namespace stallscope::core

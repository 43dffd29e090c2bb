#pragma once

// Load and store units: store-to-load forwarding, memory disambiguation, memory-order violations.
//
// A load, in the order of the calls:
//   enter_memory_queues()  at dispatch it takes a load queue entry
//   order_load()           which older stores it waits for: machine::Disambiguation
//   take_from_store()      finds the youngest older store in flight to the same address and links
//                          the load to the data of that store (link_store())
//   may_issue_load()       at issue: the store forwards, or the load searches the store buffer
//                          (find_buffered()), or a store blocks it until it is in the cache
//   access_data()          the value comes from the cache; the latency of a forwarded load is in
//                          latency_of() (scheduler.hpp)
// A store: enter_memory_queues() at dispatch, in program order; check_memory_order() when its
// address is known; retire_store() into the store buffer; drain_store_buffer() into the cache.
//
// A memory-order violation (a load has read before an older store to the same address) is found by
// check_memory_order(); replay() sends the load and everything behind it back to the front end, to
// be dispatched again.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// At dispatch: allocates a load or store queue entry for the micro-op.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::enter_memory_queues(WindowOp& op, Slot slot) {
  if (op.planned->is_load) {
    s_.lsq.allocate_load(op, slot);
    order_load(op, slot);
    return;
  }
  if (op.planned->writes_address) {
    s_.lsq.allocate_store(op, slot);
    effects().enter_store(op, now());
  }
  if (op.planned->writes_data)
    s_.lsq.attach_data(op, slot);
}

template <class Sink, Known kKnown>
StoreMatch Window<Sink, kKnown>::find_store(const WindowOp& load, bool only_known) {
  const auto address_is = [&](std::uint64_t position) {
    return only_known ? s_.lsq.address_at_issue(s_.rob, position, now(), read_cycles_)
                      : AddressIs::known;
  };
  return effects().find_store(load, address_is);
}

/// Links a load to a store-address or store-data micro-op that has not executed. The slot of the
/// one that becomes available last is kept until the load begins.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::link_store(WindowOp& load, Slot slot, const RenameEntry& half) {
  const std::uint64_t ready_at = load.ready_at;
  link(load, slot, kMemoryOperand, half);
  if (load.ready_at > ready_at)
    load.operands[kMemoryOperand].slot = half.slot;
}

/// Searches the older stores, all or those with known addresses, for the youngest that overlaps the
/// load: the load waits for its data, or until the store is in the cache.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::take_from_store(WindowOp& load, Slot slot, bool only_known) {
  load.store = {};
  load.source_position = 0;
  load.blocked_by = 0;
  const StoreMatch match = find_store(load, only_known);
  if (match.passed_over != 0) // check_memory_order() has not checked this load
    passed_over_ = store_at(match.passed_over - 1).address_slot;
  if (match.position == 0)
    return;
  if (match.blocks) {
    load.blocked_by = match.position;
    return;
  }
  const StoreEntry& store = store_at(match.position - 1);
  load.store = {store.data, store.data_slot};
  // An older store may write the bytes that this one does not.
  load.source_position = match.covers ? match.position : 0;
  link_store(load, slot, load.store);
}

/// Searches the store buffer for a load whose value no store in the queue forwards. False when the
/// load has to wait until a buffered store is in the cache.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::find_buffered(WindowOp& load) {
  if (s_.store_buffer.empty())
    return true;
  const BufferedMatch match = effects().find_buffered(load);
  load.forwarded = match == BufferedMatch::forwards;
  return match != BufferedMatch::blocks;
}

/// The store that blocks a load until the store is in the cache; for a store of two micro-ops the
/// store-data micro-op, if dispatched, because the store leaves the queue with it.
template <class Sink, Known kKnown>
[[gnu::noinline]] OpId Window<Sink, kKnown>::store_in_the_way(const WindowOp& load) const {
  if (load.blocked_by > s_.lsq.stores.oldest) {
    const StoreEntry& store = s_.lsq.blocking_store(
        s_.rob, machine_.forwarding, load,
        machine_.disambiguation == machine::Disambiguation::predict, now() + read_cycles_);
    return store.data ? store.data : store.id;
  }
  const BufferedStore* const store = s_.store_buffer.youngest_overlapping(load);
  return store != nullptr ? store->id : kNoOp;
}

/// Why a load with all register operands waits for a store. Used for records only.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::load_hold(const WindowOp& op) const {
  // Otherwise only the data of the store that the search has found are missing.
  return {Reason::memory_order, kNoRegister,
          op.refusal == Reason::memory_order ? store_in_the_way(op) : op.store.writer};
}

/// A blocked load would find a blocking store again in this cycle. Used for records only.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::waits_for_stores(const WindowOp& load) const {
  return is_blocked(load) ||
         youngest_buffered(s_, machine_.forwarding, load) == BufferedMatch::blocks;
}

/// Memory disambiguation: makes a load wait for older stores. Called again when a wait has ended,
/// until the load is ordered.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::order_load(WindowOp& load, Slot slot) {
  switch (machine_.disambiguation) {
  case machine::Disambiguation::perfect:
    take_from_store(load, slot, false);
    break;
  case machine::Disambiguation::conservative:
    for (std::uint64_t position = s_.lsq.stores.oldest; position < load.store_position;
         ++position) {
      const StoreEntry& store = store_at(position);
      link_store(load, slot, {store.id, store.address_slot});
      if (load.missing != 0)
        return;
    }
    take_from_store(load, slot, false);
    break;
  case machine::Disambiguation::predict:
    if (const std::uint64_t last = effects().last_of_set(load, now()); last != 0) {
      const StoreEntry& store = store_at(last - 1);
      link_store(load, slot, {store.id, store.address_slot});
      if (load.missing != 0)
        return;
    }
    break;
  }
  load.ordered = true;
}

/// Issue of a load: with memory dependence prediction it searches the stores with known addresses.
/// False when it has to wait for one of them.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline bool Window<Sink, kKnown>::find_stores(WindowOp& load, Slot slot) {
  passed_over_ = kNoSlot;
  load.refusal = Reason::none;
  if (machine_.disambiguation == machine::Disambiguation::predict)
    take_from_store(load, slot, true);
  if (load.missing != 0 || load.ready_at > now()) { // the data of the store are not available yet
    s_.stations.ready.erase(slot);
    load.progress = Progress::waiting;
    if (load.missing == 0)
      become_ready(load, slot);
    return false;
  }
  load.forwarded = is_here(load.store);
  if (load.forwarded || (!is_blocked(load) && find_buffered(load))) [[likely]]
    return true;
  load.refusal = Reason::memory_order; // the search is repeated in every cycle
  return false;
}

/// find_stores() compiled once, for machines whose properties are not known at compile time.
template <class Sink, Known kKnown>
[[gnu::noinline]] bool Window<Sink, kKnown>::find_stores_apart(WindowOp& load, Slot slot) {
  return find_stores(load, slot);
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline bool Window<Sink, kKnown>::may_issue_load(WindowOp& load, Slot slot) {
  return kSuperscalar ? find_stores(load, slot) : find_stores_apart(load, slot);
}

/// Cycles of an access beyond a hit in the first cache, which the latency of the port contains;
/// none when the cache refuses the access.
template <class Sink, Known kKnown>
std::optional<std::uint64_t> Window<Sink, kKnown>::access_data(WindowOp& op, bool writes) {
  const CacheAnswer answer = effects().access(op, writes, now());
  op.refusal = Reason::none;
  if (!answer.accepted) {
    op.refusal = answer.refusal(Reason::dcache_miss);
    return std::nullopt;
  }
  op.cache_miss = answer.miss;
  return answer.cycles - std::min<std::uint64_t>(answer.cycles, plan_.data_hit_cycles);
}

/// Stores go through the store buffer when they retire.
template <class Sink, Known kKnown>
inline bool Window<Sink, kKnown>::is_buffered(const WindowOp& store) const {
  return plan_.data_cache && store.bytes != 0 && !store.faulting &&
         machine_.store_buffer_entries != 0;
}

/// Without a store buffer a store blocks retirement until it is in the cache; a miss takes as long
/// as that of a load. False while it blocks.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::write_through_retirement(WindowOp& op) {
  if (s_.store_until == 0) {
    const auto more = access_data(op, true);
    if (more && *more == 0)
      return true;
    if (more)
      s_.store_until = now() + *more;
  } else if (s_.store_until <= now()) {
    s_.store_until = 0;
    op.refusal = Reason::none;
    return true;
  }
  if (s_.store_until != 0)
    op.refusal = Reason::dcache_miss;
  observer_.store_held(op, {op.refusal});
  return false;
}

/// A store retires: into the store buffer, or the cache. False when neither accepts the store in
/// this cycle.
template <class Sink, Known kKnown> inline bool Window<Sink, kKnown>::retire_store(WindowOp& op) {
  if (!plan_.data_cache || op.bytes == 0 || op.faulting)
    return true;
  if (machine_.store_buffer_entries == 0)
    return write_through_retirement(op);
  if (s_.store_buffer.size() == machine_.store_buffer_entries) {
    op.refusal = Reason::buffer_full;
    observer_.store_held(op, {op.refusal, kNoRegister, s_.store_buffer.first().id});
    return false;
  }
  op.refusal = Reason::none;
  effects().buffer_store(op);
  if (const RegId reg = op.planned->data; reg != kNoRegister)
    s_.store_buffer.youngest().data =
        op.planned->data_is_handed ? op.handed_data() : s_.committed[reg];
  return true;
}

/// The store buffer sends a store to the cache and frees the entries of completed ones.
template <class Sink, Known kKnown> inline void Window<Sink, kKnown>::drain_store_buffer() {
  if (s_.store_buffer.empty())
    return;
  if (s_.store_buffer.has_unsent()) {
    const CacheAnswer answer = effects().send_buffered(now());
    moved_ = moved_ || answer.accepted;
  }
  const std::uint64_t first = s_.store_buffer.oldest;
  while (const BufferedStore* const store = s_.store_buffer.completed(now())) {
    effects().forget_store(store->address, store->bytes);
    s_.store_buffer.release();
    moved_ = true;
  }
  effects().drained(s_.store_buffer.oldest - first);
}

/// Memory-order violation check when the address of a store becomes known: the oldest younger load
/// that has read the same address before, and everything behind it, are replayed from the next
/// cycle on.
template <class Sink, Known kKnown>
[[gnu::noinline]] void Window<Sink, kKnown>::check_memory_order(const WindowOp& store) {
  if (store.bytes == 0)
    return;
  const Slot oldest = effects().check_memory_order(store, now());
  if (oldest == kNoSlot)
    return;
  const WindowOp& load = op_at(oldest);
  if (!s_.replay.pending || load.id < s_.replay.load)
    s_.replay = {true, load.id, oldest, store.id};
}

/// Recovery from a memory-order violation: the load and everything behind it are dispatched again
/// after another passage through the front end.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::replay() {
  s_.replay.pending = false;
  if (op_at(s_.replay.slot).id != s_.replay.load)
    return; // the load has been squashed since
  const std::uint64_t first = s_.position_of(s_.replay.slot);
  const std::uint64_t stores = s_.lsq.stores.end;
  for (std::uint64_t position = s_.rob.end; position-- > first;) {
    const Slot slot = slot_at(position);
    WindowOp& op = op_at(slot);
    const std::uint64_t again =
        now() + front_cycles_ + (position - first) / std::max(1U, machine_.fetch_width);
    op.arrives_at = std::max(op.arrives_at, again);
    if (op.progress == Progress::fetched) {
      observer_.replayed(op);
      continue;
    }
    undo_dispatch(op, slot);
    op.progress = Progress::fetched;
    op.replayed = true;
    op.refusal = Reason::none; // the access must be made again: no refusal so far
    op.missing = 0;
    op.waiting_first = kNoSlot;
    observer_.enter(op, now(), plan_.front_lane);
    observer_.replayed(op);
  }
  s_.rob.cut_behind(first);
  s_.dispatch_gap = {Reason::memory_order, kNoRegister,
                     s_.replay.load}; // the slots of all replayed micro-ops are lost to the load
  ++s_.counters.replays;
  effects().undo_stores(stores - s_.lsq.stores.end);
  moved_ = true;
}

} // namespace stallscope::core

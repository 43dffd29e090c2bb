#pragma once

// Load and store units: store-to-load forwarding, memory disambiguation, memory-order violations.
//
// Only the time at which a load has its value is found here: the value itself is known since fetch,
// where instructions are executed functionally in program order.
//
// A load, in the order of the calls:
//   enter_memory_queues()   at dispatch it takes a load queue entry
//   order_load()            which older stores it waits for: machine::Disambiguation
//   search_store_queue()    finds the youngest older store in flight to the same address
//                           (StoreQueue::youngest_older()), asks whether it can forward
//                           (can_forward()), and links the load to its data (link_store())
//   find_stores()           at issue: the store forwards, or the load searches the store buffer
//                           (search_store_buffer()), or a store blocks it until it is in the cache
//   access_data()           the value comes from the cache; a load to which a store has forwarded
//                           (WindowOp::forwarded) takes machine::Dynamic::forward_cycles instead:
//                           IssueStage::latency_of()
// A store: enter_memory_queues() at dispatch, in program order; check_memory_order() when its
// address is known; retire_store() into the store buffer; drain_store_buffer() into the cache.
//
// A memory-order violation (a load has read before an older store to the same address) is found by
// check_memory_order(); Recovery::replay() sends the load and everything behind it back to the
// front end, to be dispatched again.

#include "out_of_order/stages/operand_links.hpp"

#include <algorithm>
#include <optional>

namespace stallscope::core {

/// The load and store queue, the store buffer and the data cache, as the other stages use them.
template <class Cycle> class LoadStoreUnit {
  using OperandLinks = core::OperandLinks<Cycle>;

public:
  /// At dispatch: allocates a load or store queue entry for the micro-op.
  static void enter_memory_queues(Cycle& c, WindowOp& op, Slot slot) {
    if (op.planned->is_load) {
      c.s.lsq.allocate_load(op, slot);
      order_load(c, op, slot);
      return;
    }
    if (op.planned->writes_address) {
      c.s.lsq.allocate_store(op, slot);
      c.effects().enter_store(op, c.now);
    }
    if (op.planned->writes_data)
      c.s.lsq.attach_data(op, slot);
  }

  /// Memory disambiguation: makes a load wait for older stores. Called again when a wait has ended,
  /// until the load is ordered.
  [[gnu::noinline]] static void order_load(Cycle& c, WindowOp& load, Slot slot) {
    switch (c.machine.disambiguation) {
    case machine::Disambiguation::perfect:
      search_store_queue(c, load, slot, false);
      break;
    case machine::Disambiguation::conservative:
      for (std::uint64_t position = c.s.lsq.stores.oldest; position < load.store_position;
           ++position) {
        const StoreEntry& store = c.store_at(position);
        link_store(c, load, slot, {store.id, store.address_slot});
        if (load.missing != 0)
          return;
      }
      search_store_queue(c, load, slot, false);
      break;
    case machine::Disambiguation::predict:
      if (const std::uint64_t last = c.effects().last_of_set(load, c.now); last != 0) {
        const StoreEntry& store = c.store_at(last - 1);
        link_store(c, load, slot, {store.id, store.address_slot});
        if (load.missing != 0)
          return;
      }
      break;
    }
    load.ordered = true;
  }

  /// Issue of a load: with memory dependence prediction it searches the stores with known
  /// addresses. False when it has to wait for one of them: blocked, to search again in the next
  /// cycle, or with Progress::waiting for data, which come in a known cycle if no operand is
  /// missing.
  [[gnu::always_inline]] static bool find_stores(Cycle& c, WindowOp& load, Slot slot) {
    c.searched.own.passed_over = kNoSlot;
    load.refusal = Reason::none;
    if (c.machine.disambiguation == machine::Disambiguation::predict)
      search_store_queue(c, load, slot, true);
    if (load.missing != 0 || load.ready_at > c.now) { // the data of the store are not available yet
      c.s.stations.ready.erase(slot);
      load.progress = Progress::waiting;
      return false;
    }
    load.forwarded = c.is_here(load.store);
    if (load.forwarded || (!is_blocked(c, load) && search_store_buffer(c, load))) [[likely]]
      return true;
    load.refusal = Reason::memory_order; // the search is repeated in every cycle
    return false;
  }

  /// find_stores() compiled once, for machines whose properties are not known at compile time.
  [[gnu::noinline]] static bool find_stores_not_inlined(Cycle& c, WindowOp& load, Slot slot) {
    return find_stores(c, load, slot);
  }

  /// Cycles of an access beyond a hit in the first cache, which the latency of the port contains;
  /// none when the cache refuses the access.
  [[gnu::noinline]] static std::optional<std::uint64_t> access_data(Cycle& c, WindowOp& op,
                                                                    bool writes) {
    const CacheAnswer answer = c.effects().access(op, writes, c.now);
    op.refusal = Reason::none;
    if (!answer.accepted) {
      op.refusal = answer.refusal(Reason::dcache_miss);
      return std::nullopt;
    }
    op.cache_miss = answer.miss;
    return answer.cycles - std::min<std::uint64_t>(answer.cycles, c.plan.data_hit_cycles);
  }

  /// Memory-order violation check when the address of a store becomes known: the oldest younger
  /// load that has read the same address before, and everything behind it, are replayed from the
  /// next cycle on.
  [[gnu::noinline]] static void check_memory_order(Cycle& c, const WindowOp& store) {
    if (store.bytes == 0)
      return;
    const Slot oldest = c.effects().check_memory_order(store, c.now);
    if (oldest == kNoSlot)
      return;
    const WindowOp& load = c.op_at(oldest);
    if (!c.s.replay.pending || load.id < c.s.replay.load)
      c.s.replay = {true, load.id, oldest, store.id};
  }

  /// A store retires: into the store buffer, or the cache. False when neither accepts the store in
  /// this cycle.
  static bool retire_store(Cycle& c, WindowOp& op) {
    if (!c.plan.data_cache || op.bytes == 0 || op.faulting)
      return true;
    if (c.machine.store_buffer_entries == 0)
      return write_through_retirement(c, op);
    if (c.s.store_buffer.size() == c.machine.store_buffer_entries) {
      op.refusal = Reason::buffer_full;
      c.observer.store_held(op, {op.refusal, kNoRegister, c.s.store_buffer.first().id});
      return false;
    }
    op.refusal = Reason::none;
    c.effects().buffer_store(op);
    if (const RegId reg = op.planned->data; reg != kNoRegister)
      c.s.store_buffer.youngest().data =
          op.planned->data_is_handed ? op.handed_data() : c.s.committed[reg];
    return true;
  }

  /// Stores go through the store buffer when they retire.
  static bool is_buffered(const Cycle& c, const WindowOp& store) {
    return c.plan.data_cache && store.bytes != 0 && !store.faulting &&
           c.machine.store_buffer_entries != 0;
  }

  /// The store buffer sends a store to the cache and frees the entries of completed ones.
  static void drain_store_buffer(Cycle& c) {
    if (c.s.store_buffer.empty())
      return;
    if (c.s.store_buffer.has_unsent()) {
      const CacheAnswer answer = c.effects().send_buffered(c.now);
      c.moved = c.moved || answer.accepted;
    }
    const std::uint64_t first = c.s.store_buffer.oldest;
    while (const BufferedStore* const store = c.s.store_buffer.completed(c.now)) {
      c.effects().forget_store(store->address, store->bytes);
      c.s.store_buffer.release();
      c.moved = true;
    }
    c.effects().drained(c.s.store_buffer.oldest - first);
  }

  /// The store that blocks a load until the store is in the cache; for a store of two micro-ops the
  /// store-data micro-op, if dispatched, because the store leaves the queue with it.
  [[gnu::noinline]] static OpId blocking_store(const Cycle& c, const WindowOp& load) {
    if (load.blocked_by > c.s.lsq.stores.oldest) {
      const StoreEntry& store = c.s.lsq.blocking_store(
          c.s.rob, c.machine.forwarding, load,
          c.machine.disambiguation == machine::Disambiguation::predict, c.now + c.read_cycles);
      return store.data ? store.data : store.id;
    }
    const BufferedStore* const store = c.s.store_buffer.youngest_overlapping(load);
    return store != nullptr ? store->id : kNoOp;
  }

  /// Why a load with all register operands waits for a store. Used for records only.
  static Cause load_hold(const Cycle& c, const WindowOp& op) {
    // Otherwise only the data of the store that the search has found are missing.
    return {Reason::memory_order, kNoRegister,
            op.refusal == Reason::memory_order ? blocking_store(c, op) : op.store.writer};
  }

  /// A blocked load would find a blocking store again in this cycle. Used for records only.
  static bool waits_for_stores(const Cycle& c, const WindowOp& load) {
    return is_blocked(c, load) ||
           youngest_buffered(c.s, c.machine.forwarding, load) == BufferedMatch::blocks;
  }

private:
  /// A store that cannot forward all bytes of a load is still in the store queue.
  static bool is_blocked(const Cycle& c, const WindowOp& load) {
    return c.s.lsq.is_blocked(c.s.rob, load, c.policy.speculates(), c.now);
  }

  static StoreMatch find_store(Cycle& c, const WindowOp& load, bool only_known) {
    const auto address_is = [&](std::uint64_t position) {
      return only_known ? c.s.lsq.address_at_issue(c.s.rob, position, c.now, c.read_cycles)
                        : AddressIs::known;
    };
    return c.effects().find_store(load, address_is);
  }

  /// Links a load to a store-address or store-data micro-op that has not executed. The slot of the
  /// one that becomes available last is kept until the load begins.
  static void link_store(Cycle& c, WindowOp& load, Slot slot, const RenameEntry& half) {
    const std::uint64_t ready_at = load.ready_at;
    OperandLinks::link(c, load, slot, kMemoryOperand, half);
    if (load.ready_at > ready_at)
      load.operands[kMemoryOperand].slot = half.slot;
  }

  /// Searches the older stores, all or those with known addresses, for the youngest that overlaps
  /// the load: the load waits for its data, or until the store is in the cache.
  [[gnu::noinline]] static void search_store_queue(Cycle& c, WindowOp& load, Slot slot,
                                                   bool only_known) {
    load.store = {};
    load.source_position = 0;
    load.blocked_by = 0;
    const StoreMatch match = find_store(c, load, only_known);
    if (match.passed_over != 0) // check_memory_order() has not checked this load
      c.searched.own.passed_over = c.store_at(match.passed_over - 1).address_slot;
    if (match.position == 0)
      return;
    if (match.blocks) {
      load.blocked_by = match.position;
      return;
    }
    const StoreEntry& store = c.store_at(match.position - 1);
    load.store = {store.data, store.data_slot};
    // An older store may write the bytes that this one does not.
    load.source_position = match.covers ? match.position : 0;
    link_store(c, load, slot, load.store);
  }

  /// Searches the store buffer for a load whose value no store in the queue forwards. False when
  /// the load has to wait until a buffered store is in the cache.
  static bool search_store_buffer(Cycle& c, WindowOp& load) {
    if (c.s.store_buffer.empty())
      return true;
    const BufferedMatch match = c.effects().find_buffered(load);
    load.forwarded = match == BufferedMatch::forwards;
    return match != BufferedMatch::blocks;
  }

  /// Without a store buffer a store blocks retirement until it is in the cache; a miss takes as
  /// long as that of a load. False while it blocks.
  static bool write_through_retirement(Cycle& c, WindowOp& op) {
    if (c.s.store_until == 0) {
      const auto more = access_data(c, op, true);
      if (more && *more == 0)
        return true;
      if (more)
        c.s.store_until = c.now + *more;
    } else if (c.s.store_until <= c.now) {
      c.s.store_until = 0;
      op.refusal = Reason::none;
      return true;
    }
    if (c.s.store_until != 0)
      op.refusal = Reason::dcache_miss;
    c.observer.store_held(op, {op.refusal});
    return false;
  }
};

} // namespace stallscope::core

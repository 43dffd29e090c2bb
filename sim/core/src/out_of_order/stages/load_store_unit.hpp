#pragma once

// Load and store units: the queues of memory operations in flight, store-to-load forwarding, the
// data cache and the store buffer.
//
// Only the time at which a load has its value is found here: the value itself is known since fetch,
// where instructions are executed functionally in program order.
//
// A load, in the order of the calls:
//   enter_memory_queues()   at dispatch it takes a load queue entry
//   order_load()            (disambiguation.hpp) which older stores it waits for
//   search_store_queue()    (there) finds the youngest older store in flight to the same address
//                           (StoreQueue::youngest_older()), asks whether it can forward
//                           (can_forward()), and links the load to its data (link_store())
//   find_stores()           at issue: the store forwards, or the load searches the store buffer
//                           (search_store_buffer()), or a store blocks it until it is in the cache
//   access_data()           the value comes from the cache; a load to which a store has forwarded
//                           (WindowOp::forwarded) takes machine::Dynamic::forward_cycles instead:
//                           IssueStage::latency_of()
// A store: enter_memory_queues() at dispatch, in program order; Disambiguation::address_known()
// when its address is; retire_store() into the store buffer; drain_store_buffer() into the cache.
//
// A memory-order violation (a load has read before an older store to the same address) is found by
// Disambiguation::check_memory_order(); Recovery::replay() sends the load and everything behind it
// back to the front end, to be dispatched again.

#include "out_of_order/stages/disambiguation.hpp"

#include <algorithm>
#include <optional>

namespace stallscope::core {

/// The load and store queue, the store buffer and the data cache, as the other stages use them.
template <class Cycle> class LoadStoreUnit {
public:
  using Disambiguation = core::Disambiguation<Cycle>;

  /// At dispatch: allocates a load or store queue entry for the micro-op.
  static void enter_memory_queues(Cycle& c, WindowOp& op, Slot slot) {
    if (op.planned->is_load) {
      c.s.lsq.allocate_load(op, slot);
      Disambiguation::order_load(c, op, slot);
      return;
    }
    if (op.planned->writes_address) {
      c.s.lsq.allocate_store(op, slot);
      c.effects().enter_store(op, c.now);
    }
    if (op.planned->writes_data)
      c.s.lsq.attach_data(op, slot);
  }

  /// Issue of a load: with memory dependence prediction it searches the stores with known
  /// addresses. False when it has to wait for one of them: blocked, to search again in the next
  /// cycle, or with Progress::waiting for data, which come in a known cycle if no operand is
  /// missing.
  [[gnu::always_inline]] static bool find_stores(Cycle& c, WindowOp& load, Slot slot) {
    load.refusal = Reason::none;
    if (Disambiguation::searches_at_issue(c))
      Disambiguation::search_at_issue(c, load, slot);
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
      const StoreEntry& store =
          c.s.lsq.blocking_store(c.s.rob, c.machine.forwarding, load,
                                 Disambiguation::searches_at_issue(c), c.now + c.read_cycles);
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

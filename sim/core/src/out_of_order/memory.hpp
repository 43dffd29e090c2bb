#pragma once

// Load and store units. Stores go into their queue in program order and write the data cache when
// they have retired. A load takes its value from the youngest older store in flight to the same
// place, else from the cache; which stores it waits for is machine::Disambiguation. A load that has
// read before an older store to the same place is found when the address of that store is known:
// the load and everything behind it go back to the front end and are dispatched again.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// At dispatch: the micro-op takes its place in the load or store queue.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::enter_memory_queues(WindowOp& op, Slot slot) {
  if (op.planned->is_load) {
    ++s_.loads;
    s_.load_queue[s_.end_of_loads++ % kWindowSlots] = slot;
    op.store_position = s_.end_of_stores;
    op.store = {};
    op.source_position = 0;
    op.blocked_by = 0;
    op.forwarded = false;
    op.ordered = false;
    order_load(op, slot);
    return;
  }
  if (op.planned->writes_address) {
    ++s_.stores;
    count_store(op.address, op.bytes, 1);
    op.store_position = s_.end_of_stores++;
    StoreEntry& entry = store_at(op.store_position);
    entry = {op.id,     kNoOp, slot, kNoSlot, op.instruction, static_cast<std::uint8_t>(op.bytes),
             op.address};
    if (machine_.disambiguation == machine::Disambiguation::predict)
      if (const unsigned set = s_.store_sets.set_of[store_set_index(op.instruction)]; set != 0)
        s_.store_sets.last[set] = {op.id, op.store_position};
  }
  if (op.planned->writes_data) {
    StoreEntry& entry = store_at(s_.end_of_stores - 1);
    entry.data = op.id;
    entry.data_slot = slot;
    op.store_position = s_.end_of_stores - 1;
  }
}

template <class Sink, Known kKnown>
unsigned Window<Sink, kKnown>::store_set_index(std::uint32_t instruction) const {
  const std::uint64_t pc = program_.instruction(instruction).pc;
  return static_cast<unsigned>((pc >> 1 ^ pc >> 11) % StoreSets::kInstructions);
}

/// The address of a store is known when a load that is issued now begins to execute.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::address_is_known(const StoreEntry& entry) const {
  const WindowOp& op = op_at(entry.address_slot);
  return op.id != entry.id ||
         (op.progress >= Progress::executing && op.ends_at < now() + read_cycles_);
}

/// Stores in flight are counted by the eight bytes they lie in, so that most loads need not look
/// for the store that none of them is. A store enters (1) or leaves (-1).
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::count_store(std::uint64_t address, unsigned bytes, int change) {
  if (bytes == 0)
    return;
  const std::uint64_t first = address / 8;
  const std::uint64_t last = (address + bytes - 1) / 8;
  for (std::uint64_t at = first; at <= last; ++at) {
    std::uint16_t& count = s_.stores_near[at % s_.stores_near.size()];
    count = static_cast<std::uint16_t>(count + change);
  }
}
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::may_meet_store(const WindowOp& load) const {
  const std::uint64_t last = (load.address + load.bytes - 1) / 8;
  for (std::uint64_t at = load.address / 8; at <= last; ++at)
    if (s_.stores_near[at % s_.stores_near.size()] != 0)
      return true;
  return false;
}

/// Whether a load takes its value from a store in flight that writes something it reads.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::can_forward(const WindowOp& load, std::uint64_t address,
                                       unsigned bytes) const {
  switch (machine_.forwarding) {
  case machine::Forwarding::none:
    return false;
  case machine::Forwarding::exact:
    return address == load.address && bytes == load.bytes;
  case machine::Forwarding::covering:
    return address <= load.address && load.address + load.bytes <= address + bytes;
  case machine::Forwarding::partial:
    break;
  }
  return true;
}

/// The youngest of the stores in front of a load that writes something it reads, of all or of those
/// whose address is known: the load waits for its data, or until it is in the cache.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::take_from_store(WindowOp& load, Slot slot, bool only_known) {
  load.store = {};
  load.source_position = 0;
  load.blocked_by = 0;
  if (load.bytes == 0 || !may_meet_store(load))
    return;
  for (std::uint64_t position = load.store_position; position > s_.oldest_store;) {
    const StoreEntry& store = store_at(--position);
    if (store.bytes == 0 || store.address >= load.address + load.bytes ||
        load.address >= store.address + store.bytes)
      continue;
    if (only_known && !address_is_known(store)) {
      const WindowOp& op = op_at(store.address_slot);
      if (op.progress > Progress::executing && op.ends_at == now())
        passed_over_ = store.address_slot; // find_overtaken() has not seen the load
      continue;
    }
    if (!can_forward(load, store.address, store.bytes)) {
      load.blocked_by = position + 1;
      return;
    }
    load.store = {store.data, store.data_slot};
    load.source_position = position + 1;
    link(load, slot, kMemoryOperand, load.store);
    return;
  }
}

/// The store that a load cannot take its value from is still in the store queue.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::waits_in_store_queue(const WindowOp& load) const {
  if (load.blocked_by <= s_.oldest_store) // 0: there is none
    return false;
  const StoreEntry& store = store_at(load.blocked_by - 1);
  const RenameEntry data{store.data, store.data_slot};
  // Without a reorder buffer a store that is written is done, whatever is in front of it.
  return speculates() || !store.data || (is_here(data) && !is_written(op_at(data.slot)));
}

/// A load that takes nothing from the store queue looks into the store buffer. False when it has to
/// wait until a store there is in the cache.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::find_buffered(WindowOp& load) {
  if (load.bytes == 0 || s_.oldest_buffered == s_.end_of_buffered || !may_meet_store(load))
    return true;
  for (std::uint64_t at = s_.end_of_buffered; at > s_.oldest_buffered;) {
    const BufferedStore& store = s_.store_buffer[--at % kStoreBuffer];
    if (store.address >= load.address + load.bytes || load.address >= store.address + store.bytes)
      continue;
    load.forwarded = can_forward(load, store.address, store.bytes);
    return load.forwarded;
  }
  return true;
}

/// The store that keeps a load from executing: it must be in the cache first.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::store_in_the_way(const WindowOp& load) const {
  if (load.blocked_by > s_.oldest_store)
    return store_at(load.blocked_by - 1).id;
  for (std::uint64_t at = s_.end_of_buffered; at > s_.oldest_buffered;) {
    const BufferedStore& store = s_.store_buffer[--at % kStoreBuffer];
    if (store.address < load.address + load.bytes && load.address < store.address + store.bytes)
      return store.id;
  }
  return kNoOp;
}

/// A load waits for the stores that its machine makes it wait for. Called again when it has what it
/// waited for, until it is ordered.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::order_load(WindowOp& load, Slot slot) {
  switch (machine_.disambiguation) {
  case machine::Disambiguation::perfect:
    take_from_store(load, slot, false);
    break;
  case machine::Disambiguation::conservative:
    for (std::uint64_t position = s_.oldest_store; position < load.store_position; ++position) {
      const StoreEntry& store = store_at(position);
      link(load, slot, kMemoryOperand, {store.id, store.address_slot});
      if (load.missing != 0)
        return;
    }
    take_from_store(load, slot, false);
    break;
  case machine::Disambiguation::predict:
    if (const unsigned set = s_.store_sets.set_of[store_set_index(load.instruction)]; set != 0) {
      const StoreSets::Last& last = s_.store_sets.last[set];
      if (last.position >= s_.oldest_store && last.position < load.store_position &&
          store_at(last.position).id == last.store)
        link(load, slot, kMemoryOperand, {last.store, store_at(last.position).address_slot});
      if (load.missing != 0)
        return;
    }
    break;
  }
  load.ordered = true;
}

/// A load is about to leave its station. Where stores are predicted it looks into the store queue:
/// one there whose address is known is not overtaken. False when it waits for a store.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::may_issue_load(WindowOp& load, Slot slot) {
  passed_over_ = kNoSlot;
  load.refusal = Reason::none;
  if (machine_.disambiguation == machine::Disambiguation::predict)
    take_from_store(load, slot, true);
  if (load.missing != 0 || load.ready_at > now()) { // the data of the store come later
    s_.ready.erase(slot);
    load.progress = Progress::waiting;
    if (load.missing == 0)
      become_ready(load, slot);
    return false;
  }
  load.forwarded = is_here(load.store);
  if (load.forwarded || (!waits_in_store_queue(load) && find_buffered(load))) [[likely]]
    return true;
  load.refusal = Reason::memory_order; // it looks again in every cycle
  return false;
}

/// Cycles that an access takes beyond the first, which is the unit's own; none when the cache
/// refuses it.
template <class Sink, Known kKnown>
std::optional<std::uint64_t> Window<Sink, kKnown>::access_data(WindowOp& op, bool writes) {
  const Hierarchy& hierarchy = core_.hierarchy();
  const Level first = static_cast<Level>(hierarchy.first_for(false));
  const Answer answer = hierarchy.access(s_.memory,
                                         {.address = op.address,
                                          .bytes = op.bytes,
                                          .write = writes,
                                          .pc = program_.instruction(op.instruction).pc},
                                         now());
  op.refusal = Reason::none;
  if (!answer.accepted) {
    op.refusal = answer.why == Refusal::mshr_full ? Reason::dcache_miss : Reason::memory_port;
    return std::nullopt;
  }
  op.cache_miss = answer.served_by != first || answer.merged || answer.tlb_miss;
  return answer.ready_at - now() - 1;
}

/// A store goes through the store buffer when it retires.
template <class Sink, Known kKnown>
inline bool Window<Sink, kKnown>::is_buffered(const WindowOp& store) const {
  return plan_.data_cache && store.bytes != 0 && !store.faulting &&
         machine_.store_buffer_entries != 0;
}

/// A store retires: into the store buffer, or the cache. False when neither takes it in this cycle.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::retire_store(WindowOp& op) {
  if (!plan_.data_cache || op.bytes == 0 || op.faulting)
    return true;
  if (machine_.store_buffer_entries == 0)
    return access_data(op, true).has_value();
  if (s_.end_of_buffered - s_.oldest_buffered == machine_.store_buffer_entries) {
    op.refusal = Reason::store_full;
    return false;
  }
  op.refusal = Reason::none;
  s_.store_buffer[s_.end_of_buffered++ % kStoreBuffer] = {op.id, op.address,
                                                          program_.instruction(op.instruction).pc,
                                                          static_cast<std::uint8_t>(op.bytes)};
  return true;
}

/// The store buffer hands a store to the cache, and is rid of those that are done.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::drain_store_buffer() {
  if (s_.unsent_buffered < s_.end_of_buffered) {
    BufferedStore& store = s_.store_buffer[s_.unsent_buffered % kStoreBuffer];
    const Answer answer = core_.hierarchy().access(
        s_.memory, {.address = store.address, .bytes = store.bytes, .write = true, .pc = store.pc},
        now());
    store.sent = answer.accepted;
    store.done_at = answer.ready_at;
    s_.unsent_buffered += answer.accepted ? 1 : 0;
    moved_ = moved_ || answer.accepted;
  }
  while (s_.oldest_buffered < s_.unsent_buffered) {
    const BufferedStore& store = s_.store_buffer[s_.oldest_buffered % kStoreBuffer];
    if (store.done_at > now())
      break;
    count_store(store.address, store.bytes, -1);
    ++s_.oldest_buffered;
    moved_ = true;
  }
}

/// The address of a store is known from now on: the oldest younger load that has read the same
/// place without seeing it, and all behind it, are done again in the next cycle.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::find_overtaken(const WindowOp& store) {
  if (store.bytes == 0)
    return;
  Slot oldest = kNoSlot;
  for (std::uint64_t position = s_.end_of_loads; position > s_.oldest_load;) {
    const Slot slot = s_.load_queue[--position % kWindowSlots];
    const WindowOp& load = op_at(slot);
    if (load.id < store.id)
      break;
    if (load.progress < Progress::executing || load.bytes == 0 ||
        load.source_position > store.store_position || store.address >= load.address + load.bytes ||
        load.address >= store.address + store.bytes)
      continue;
    oldest = slot;
  }
  if (oldest == kNoSlot)
    return;
  const WindowOp& load = op_at(oldest);
  const unsigned of_store = store_set_index(store.instruction);
  const unsigned of_load = store_set_index(load.instruction);
  auto& sets = s_.store_sets.set_of;
  const auto set = sets[of_store] != 0 ? sets[of_store]
                   : sets[of_load] != 0
                       ? sets[of_load]
                       : static_cast<std::uint8_t>(1 + of_store % (StoreSets::kSets - 1));
  sets[of_store] = sets[of_load] = set;
  if (!s_.replay.pending || load.id < s_.replay.load)
    s_.replay = {true, load.id, oldest, store.id};
}

/// Loads that have read too early: they and what is behind them are dispatched once more, as soon
/// as they have come through the front end again.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::replay() {
  s_.replay.pending = false;
  if (op_at(s_.replay.slot).id != s_.replay.load)
    return; // discarded meanwhile
  const std::uint64_t first = s_.position_of(s_.replay.slot);
  for (std::uint64_t position = s_.end; position-- > first;) {
    const Slot slot = slot_at(position);
    WindowOp& op = op_at(slot);
    const std::uint64_t again =
        now() + front_cycles_ + (position - first) / std::max(1U, machine_.fetch_width);
    op.arrives_at = std::max(op.arrives_at, again);
    if (op.progress == Progress::fetched) {
      if constexpr (Sink::kActive)
        report_replayed(op);
      continue;
    }
    undo_dispatch(op, slot);
    op.progress = Progress::fetched;
    op.replayed = true;
    op.missing = 0;
    op.waiting_first = kNoSlot;
    if constexpr (Sink::kActive) {
      sink_.report(What::enter, Cycle{now()}, op.id, kNoOp, {}, plan_.front_lane, 0);
      report_replayed(op);
    }
  }
  s_.undispatched = std::min(s_.undispatched, first);
  s_.unissued = std::min(s_.unissued, first);
  ++s_.counters.replays;
  moved_ = true;
}

} // namespace stallscope::core

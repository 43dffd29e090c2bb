#include "window_memo/packed_window.hpp"

#include "base/check.hpp"
#include "out_of_order/alarms.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace stallscope::core {

MicroOpOrigins::MicroOpOrigins(const OutOfOrderCore& core) : of(core.planned().size()) {
  const isa::Program& program = core.program();
  const auto add = [&](std::span<const PlannedOp> parts, std::uint32_t first,
                       std::uint32_t instructions) {
    if (parts.empty())
      return;
    const std::uint32_t last = first + instructions - 1;
    const bool is_control = isa::is_control(program.instruction(last).op_class);
    for (const PlannedOp& part : parts)
      of[part.index] = {first, static_cast<std::uint16_t>(instructions),
                        is_control && &part == &parts.back(), last};
  };
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    add(core.micro_ops_of(i), i, 1);
    add(core.micro_ops_of_pair(i), i, 2);
  }
  std::array<bool, kMaxRegisters> is_written{};
  for (const PlannedOp& planned : core.planned())
    for (const RegId reg : planned.op.destinations())
      if (!std::exchange(is_written[reg], true)) {
        renamed.push_back(reg);
        if (!isa::is_temporary(reg))
          written.push_back(reg);
      }
}

/// Taken back from what is in flight, youngest first.
RetiredRegisters::RetiredRegisters(const MicroOpOrigins& origins, const OutOfOrderState& state) {
  for (const RegId reg : origins.renamed)
    of[reg] = state.map[reg].physical;
  for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
    taken[kind] = state.free_registers[kind].first;
  for (std::uint64_t at = state.undispatched; at-- > state.oldest;) {
    const WindowOp& op = state.at(at);
    for (unsigned d = op.planned->op.write_count; d-- > 0;)
      if (const unsigned kind = op.planned->kinds[d]; kind != kRegisterKinds) {
        of[op.planned->op.writes[d]] = op.earlier[d].physical;
        --taken[kind];
      }
  }
}

bool is_clean(const OutOfOrderState& state) {
  return state.stop == StopReason::running && state.pending_stop == StopReason::running &&
         !state.fetch_stopped && !state.exception_pending && state.trap == isa::Trap::none &&
         state.counters.retired > 0 && !state.arch.code.has_value();
}

namespace {

/// Cycles from the present to a later one; 0 when it has come.
std::uint64_t until(std::uint64_t cycle, std::uint64_t now) {
  return cycle > now ? cycle - now : 0;
}

/// What is packed of a micro-op besides its progress.
enum Bits : unsigned {
  kInOrder = 8,      ///< behind the one before it in the program's plan
  kReplayed = 16,    ///< WindowOp::replayed
  kResolved = 32,    ///< of a branch
  kMispredicted = 64 ///< of a branch whose wrong path is followed
};
enum LoadBits : unsigned { kForwarded = 1, kOrdered = 2, kMissed = 4, kBlocked = 8 };

/// There is more than one station that it can be in.
bool has_choice(const PlannedOp& planned) {
  return (planned.stations & (planned.stations - 1U)) != 0;
}
constexpr std::uint64_t kNoOpBefore = ~std::uint64_t{0} - 1; ///< in place of an index

/// It holds an entry of a station.
bool is_in_station(const OutOfOrderCore& core, Progress progress, const PlannedOp& planned) {
  if (planned.ports == 0 || progress == Progress::fetched)
    return false;
  return core.dynamic().release == machine::EntryRelease::issue ? progress <= Progress::ready
                                                                : progress < Progress::written;
}

/// Written and timed to have been written are one.
Progress packed_progress(const WindowOp& op, std::uint64_t now) {
  return op.progress == Progress::timed && op.written_at <= now ? Progress::written : op.progress;
}

constexpr std::size_t kNumbersOfOp = 16; ///< at most
constexpr std::size_t kNumbersInFront = kFrontHistory + kStoreBuffer + kMaxPorts + 32;

class Packing {
public:
  Packing(const OutOfOrderCore& core, const OutOfOrderState& state)
      : core_(core), s_(state), now_(state.cycle), oldest_(state.oldest), mask_(state.slot_mask),
        oldest_store_(state.oldest_store),
        predicts_(core.dynamic().disambiguation == machine::Disambiguation::predict) {}

  std::string_view run(PackingBuffer& buffer) {
    buffer.resize(std::max(buffer.size(), (kNumbersInFront + (s_.end - s_.oldest) * kNumbersOfOp) *
                                              kLongestNumber));
    NumberWriter out(buffer.data());
    pack_front(out);
    std::uint64_t before = kNoOpBefore;
    for (std::uint64_t at = s_.oldest; at < s_.end; ++at) {
      const WindowOp& op = s_.ops[at & mask_];
      pack_op(out, op, op.planned->index == before + 1);
      before = op.planned->index;
    }
    return {buffer.data(), static_cast<std::size_t>(out.at() - buffer.data())};
  }

private:
  [[nodiscard]] std::uint64_t place(Slot slot) const { return (slot - oldest_) & mask_; }

  void pack_front(NumberWriter& out) const {
    out.number(s_.end - s_.oldest);
    out.number(s_.undispatched - s_.oldest);
    out.number(s_.arch.pc);
    out.number(now_ - s_.last_progress);
    const std::uint64_t wait = until(s_.fetch_from, now_ + 1);
    out.number(wait << 1 | (s_.wrong_path_stuck ? 1U : 0U));
    if (wait != 0)
      out.number(static_cast<std::uint64_t>(s_.fetch_cause.why));
    const unsigned gaps = core_.dynamic().front_cycles;
    for (unsigned i = 0; i < gaps; ++i)
      out.number(static_cast<std::uint64_t>(s_.fetch_gaps[(now_ - i) % kFrontHistory].why));
    out.number(static_cast<std::uint64_t>(s_.dispatch_gap.why));
    if (core_.plan().fetch_cache)
      for (const std::uint64_t line :
           {s_.fetch_lines[s_.oldest_fetch_line], s_.fetch_lines[s_.oldest_fetch_line ^ 1U]})
        out.number(line + 1);
    out.number(s_.end_of_buffered - s_.oldest_buffered);
    out.number(s_.unsent_buffered - s_.oldest_buffered);
    for (std::uint64_t at = s_.oldest_buffered; at < s_.unsent_buffered; ++at)
      out.number(until(s_.store_buffer[at % kStoreBuffer].done_at, now_ + 1));
    for (std::size_t port = 0; port < core_.plan().ports.size(); ++port)
      out.number(until(s_.port_busy_until[port], now_));
    out.number(s_.redirect.pending ? 1 + place(s_.branches[s_.redirect_entry].slot) : 0);
    out.number(s_.replay.pending ? 1 + place(s_.replay.slot) : 0);
    const bool alone =
        s_.serialising.writer && s_.ops[s_.serialising.slot].id == s_.serialising.writer;
    out.number(alone ? 1 + place(s_.serialising.slot) : 0);
    out.number(s_.fetch_waits_for ? 1 : 0); // for the branch fetched last
  }

  [[gnu::always_inline]] void pack_op(NumberWriter& out, const WindowOp& op, bool in_order) const {
    const Progress progress = packed_progress(op, now_);
    unsigned bits = static_cast<unsigned>(progress);
    bits |= in_order ? kInOrder : 0U;
    bits |= op.replayed ? kReplayed : 0U;
    const BranchEntry* branch = op.is_control ? &s_.branches[op.branch] : nullptr;
    if (branch != nullptr) {
      bits |= branch->resolved ? kResolved : 0U;
      bits |= branch->followed_pc != branch->actual_pc ? kMispredicted : 0U;
    }
    out.number(bits);
    if (!in_order)
      out.number(op.planned->index);
    if ((bits & kMispredicted) != 0)
      out.number(branch->actual_pc);
    if (progress != Progress::written)
      pack_progress(out, op, progress);
    if (op.planned->is_memory && progress != Progress::fetched)
      pack_memory(out, op, progress);
  }

  [[gnu::always_inline]] void pack_progress(NumberWriter& out, const WindowOp& op,
                                            Progress progress) const {
    switch (progress) {
    case Progress::fetched:
      out.number(until(op.arrives_at, now_ + 1));
      return;
    case Progress::waiting:
      out.number(op.missing);
      for (unsigned missing = op.missing; missing != 0; missing &= missing - 1)
        out.number(place(op.operands[static_cast<unsigned>(std::countr_zero(missing))].slot));
      out.number(until(op.ready_at, now_ + 1));
      break;
    case Progress::ready:
      out.number(until(op.ready_at, now_ + 1) << 8 | static_cast<unsigned>(op.refusal));
      break;
    default:
      out.number(until(op.ends_at, now_));
      if (op.planned->alone != 0)
        out.number(op.port);
      break;
    }
    if (is_in_station(core_, progress, *op.planned) && has_choice(*op.planned))
      out.number(op.station);
  }

  [[gnu::always_inline]] void pack_memory(NumberWriter& out, const WindowOp& op,
                                          Progress progress) const {
    const auto from_oldest = [this](std::uint64_t position) { // one more than it
      return position > oldest_store_ ? position - oldest_store_ : 0;
    };
    if (op.planned->is_load) {
      const std::uint64_t blocked = from_oldest(op.blocked_by);
      unsigned bits = 0;
      if (progress < Progress::written) {
        bits |= op.forwarded ? kForwarded : 0U;
        bits |= op.ordered ? kOrdered : 0U;
        bits |= op.cache_miss ? kMissed : 0U;
        bits |= blocked != 0 ? kBlocked : 0U;
      }
      // Whose value it has taken matters to stores that find what has overtaken them.
      const bool asked = progress <= Progress::ready || predicts_;
      out.number((asked ? from_oldest(op.source_position) : 0) << 4 | bits);
      if ((bits & kBlocked) != 0)
        out.number(blocked);
    }
    if (op.planned->writes_data)
      out.number(static_cast<std::uint64_t>(op.refusal));
  }

  const OutOfOrderCore& core_;
  const OutOfOrderState& s_;
  const std::uint64_t now_;
  const std::uint64_t oldest_;
  const std::uint64_t mask_;
  const std::uint64_t oldest_store_;
  const bool predicts_;
};

class Unpacking {
public:
  Unpacking(const OutOfOrderCore& core, const MicroOpOrigins& origins, std::string_view packed,
            const RetiredRegisters& retired,
            const std::array<std::uint64_t, kMaxRegisters>& right_path, OutOfOrderState& state)
      : core_(core), origins_(origins), s_(state), in_(packed), retired_(retired),
        right_path_(right_path), plan_(core.plan()) {}

  void run(InWindow before) {
    clear(before);
    const std::uint64_t ops = in_.number();
    s_.end = s_.oldest + ops;
    s_.undispatched = s_.oldest + in_.number();
    s_.unissued = s_.oldest;
    unpack_front();
    branch_ = s_.oldest_branch;
    store_ = s_.oldest_store;
    for (std::uint64_t at = s_.oldest; at < s_.end; ++at)
      unpack_op(at);
    unpack_orders();
    s_.end_of_loads = s_.oldest_load + s_.loads;
    STALLSCOPE_CHECK(in_.at_end() && branch_ == s_.end_of_branches,
                     "a packed window is read to its end");
    s_.stores = static_cast<unsigned>(s_.end_of_stores - s_.oldest_store);
  }

private:
  [[nodiscard]] std::uint64_t now() const { return s_.cycle; }
  /// The cycle that lies so far behind the present one, or the next; for all that have come, that
  /// one.
  static std::uint64_t at(std::uint64_t cycles, std::uint64_t now) { return now + cycles; }

  void clear(InWindow before) {
    for (std::uint64_t at = before.first; at < before.end; ++at)
      s_.at(at).id = kNoOp;
    s_.entries_used.fill(0);
    s_.waiting = s_.loads = s_.reordered = 0;
    s_.ready = {};
    s_.executed = {};
    s_.wheel.fill(kNoSlot);
    for (const RegId reg : origins_.renamed)
      s_.map[reg] = {kNoOp, kNoSlot, plan_.physical ? retired_.of[reg] : kNoPhysical};
    for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
      s_.free_registers[kind].first = retired_.taken[kind];
    for (const RegId reg : origins_.written)
      s_.committed[reg] = right_path_[reg];
    s_.fetched_from = s_.next_op;
    s_.speculation = {};
    s_.redirect = {};
    s_.replay = {};
    s_.serialising = {};
    s_.fetch_waits_for = kNoOp;
  }

  void unpack_front() {
    s_.arch.pc = in_.number();
    s_.last_progress = now() - in_.number();
    const std::uint64_t wait = in_.number();
    s_.wrong_path_stuck = (wait & 1) != 0;
    s_.fetch_from = at(wait >> 1, now() + 1);
    s_.fetch_cause = {};
    if (wait >> 1 != 0)
      s_.fetch_cause.why = static_cast<Reason>(in_.number());
    const unsigned gaps = core_.dynamic().front_cycles;
    for (unsigned i = 0; i < gaps; ++i)
      s_.fetch_gaps[(now() - i) % kFrontHistory] = {static_cast<Reason>(in_.number())};
    s_.dispatch_gap = {static_cast<Reason>(in_.number())};
    if (plan_.fetch_cache) {
      s_.oldest_fetch_line = 0;
      for (std::uint64_t& line : s_.fetch_lines)
        line = in_.number() - 1;
    }
    s_.end_of_buffered = s_.oldest_buffered + in_.number();
    s_.unsent_buffered = s_.oldest_buffered + in_.number();
    for (std::uint64_t b = s_.oldest_buffered; b < s_.end_of_buffered; ++b)
      s_.store_buffer[b % kStoreBuffer].sent = b < s_.unsent_buffered;
    for (std::uint64_t b = s_.oldest_buffered; b < s_.unsent_buffered; ++b)
      s_.store_buffer[b % kStoreBuffer].done_at = at(in_.number(), now() + 1);
    s_.port_busy_until.fill(0);
    for (std::size_t port = 0; port < plan_.ports.size(); ++port)
      s_.port_busy_until[port] = at(in_.number(), now());
    redirect_ = in_.number();
    replay_ = in_.number();
    serialising_ = in_.number();
    waits_for_branch_ = in_.number() != 0;
  }

  /// What refers to micro-ops, which have their numbers now.
  void unpack_orders() {
    const auto at_place = [this](std::uint64_t place) { return s_.oldest + place - 1; };
    if (redirect_ != 0) {
      const WindowOp& op = s_.at(at_place(redirect_));
      s_.redirect = {true, op.id, 0, s_.branches[op.branch].actual_pc};
      s_.redirect_entry = op.branch;
    }
    if (replay_ != 0)
      s_.replay = {true, s_.at(at_place(replay_)).id, s_.slot_at(at_place(replay_)), kNoOp};
    if (serialising_ != 0)
      s_.serialising = {s_.at(at_place(serialising_)).id, s_.slot_at(at_place(serialising_)),
                        kNoPhysical};
    if (waits_for_branch_)
      s_.fetch_waits_for = s_.branches[(s_.end_of_branches - 1) % kBranchEntries].id;
  }

  void unpack_op(std::uint64_t position) {
    const Slot slot = s_.slot_at(position);
    WindowOp& op = s_.ops[slot];
    const auto bits = static_cast<unsigned>(in_.number());
    before_ = (bits & kInOrder) != 0 ? before_ + 1 : in_.number();
    const MicroOpOrigin& origin = origins_.of[before_];
    const PlannedOp& planned = core_.planned()[before_];
    op.id = OpId{s_.next_op.value - (s_.end - position)};
    op.planned = &planned;
    op.arrives_at = op.ready_at = op.ends_at = op.written_at = now();
    op.instruction = origin.instruction;
    op.instructions = origin.instructions;
    op.progress = static_cast<Progress>(bits & 7U);
    op.replayed = (bits & kReplayed) != 0;
    op.wrong_path = s_.speculation.active;
    op.faulting = false;
    op.is_control = origin.is_control;
    op.in_station = is_in_station(core_, op.progress, planned);
    op.missing = 0;
    op.waiting_first = kNoSlot;
    op.wheel_bucket = kNoBucket;
    op.refusal = Reason::none;
    for (unsigned d = 0; d < planned.op.write_count; ++d)
      op.results[d] = right_path_[planned.op.writes[d]];
    if (op.is_control)
      unpack_branch(op, slot, bits);
    if (op.progress == Progress::fetched) {
      op.arrives_at = at(in_.number(), now() + 1);
      return;
    }
    unpack_progress(op, slot);
    s_.reordered += core_.dynamic().speculates() ? planned.slots : 0U;
    if (planned.is_memory)
      unpack_memory(op, slot);
    rename(op, slot);
    if (op.progress == Progress::ready)
      enter_ready(s_, slot);
  }

  void unpack_branch(WindowOp& op, Slot slot, unsigned bits) {
    op.branch = static_cast<std::uint16_t>(branch_++ % kBranchEntries);
    BranchEntry& entry = s_.branches[op.branch];
    entry.id = op.id;
    entry.slot = slot;
    entry.resolved = (bits & kResolved) != 0;
    entry.wrong_path = op.wrong_path;
    if ((bits & kMispredicted) == 0)
      return;
    (void)in_.number(); // the entry has it
    if (!s_.speculation.active)
      s_.speculation = {true, false, op.id, Reason::mispredict};
  }

  void unpack_progress(WindowOp& op, Slot slot) {
    const PlannedOp& planned = *op.planned;
    switch (op.progress) {
    case Progress::waiting:
      unpack_waiting(op, slot);
      break;
    case Progress::ready: {
      const std::uint64_t number = in_.number();
      op.ready_at = at(number >> 8, now() + 1);
      op.refusal = static_cast<Reason>(number & 0xff);
      break;
    }
    case Progress::executing:
    case Progress::executed:
    case Progress::timed:
      op.ends_at = at(in_.number(), now());
      op.port = planned.alone != 0 ? static_cast<std::uint16_t>(in_.number()) : std::uint16_t{0};
      if (op.progress == Progress::timed)
        op.written_at = op.ends_at + 1;
      else if (op.progress == Progress::executed)
        s_.executed.insert(slot);
      else
        set_alarm(s_, slot, op.ends_at);
      break;
    default:
      break;
    }
    if (!op.in_station)
      return;
    op.station = static_cast<std::uint16_t>(
        !has_choice(planned) ? std::countr_zero(planned.stations) : static_cast<int>(in_.number()));
    op.ports = planned.ports & plan_.station_ports[op.station];
    ++s_.entries_used[op.station];
    ++s_.waiting;
  }

  void unpack_waiting(WindowOp& op, Slot slot) {
    op.missing = static_cast<std::uint16_t>(in_.number());
    for (unsigned missing = op.missing; missing != 0; missing &= missing - 1) {
      const auto operand = static_cast<unsigned>(std::countr_zero(missing));
      const Slot producer = s_.slot_at(s_.oldest + in_.number());
      WindowOp& from = s_.ops[producer];
      op.operands[operand] = {producer, from.waiting_first, from.waiting_operand};
      from.waiting_first = slot;
      from.waiting_operand = static_cast<std::uint16_t>(operand);
    }
    op.ready_at = at(in_.number(), now() + 1);
  }

  /// Stores are counted by what has their data: an address may retire first.
  void unpack_memory(WindowOp& op, Slot slot) {
    const PlannedOp& planned = *op.planned;
    op.store_position = store_;
    if (planned.is_load) {
      s_.load_queue[(s_.oldest_load + s_.loads++) % kWindowSlots] = slot;
      const std::uint64_t number = in_.number();
      const auto position = [this](std::uint64_t place) {
        return place == 0 ? 0 : s_.oldest_store + place;
      };
      op.source_position = position(number >> 4);
      op.forwarded = (number & kForwarded) != 0;
      op.ordered = (number & kOrdered) != 0;
      op.cache_miss = (number & kMissed) != 0;
      op.blocked_by = (number & kBlocked) != 0 ? position(in_.number()) : 0;
      op.store = {};
      if (op.source_position != 0) {
        const StoreEntry& from = s_.store_queue[(op.source_position - 1) % kWindowSlots];
        op.store = {from.data, from.data_slot};
      }
    }
    StoreEntry& entry = s_.store_queue[store_ % kWindowSlots];
    if (planned.writes_address) {
      entry.id = op.id;
      entry.address_slot = slot;
      entry.data = kNoOp;
      entry.data_slot = kNoSlot;
      has_address_ = true;
    }
    if (planned.writes_data) {
      if (!has_address_) { // it has retired
        entry.id = OpId{1};
        entry.address_slot = slot;
      }
      entry.data = op.id;
      entry.data_slot = slot;
      op.refusal = static_cast<Reason>(in_.number());
      ++store_;
      has_address_ = false;
    }
  }

  void rename(const WindowOp& op_in, Slot slot) {
    WindowOp& op = s_.ops[slot];
    for (unsigned d = 0; d < op_in.planned->op.write_count; ++d) {
      RenameEntry& entry = s_.map[op_in.planned->op.writes[d]];
      op.earlier[d] = entry;
      entry.writer = op.id;
      entry.slot = slot;
      if (const unsigned kind = op_in.planned->kinds[d]; kind != kRegisterKinds) {
        FreeList& list = s_.free_registers[kind];
        entry.physical = list.ring[list.first++ % FreeList::kMost];
      }
    }
  }

  const OutOfOrderCore& core_;
  const MicroOpOrigins& origins_;
  OutOfOrderState& s_;
  PackingReader in_;
  const RetiredRegisters& retired_;
  const std::array<std::uint64_t, kMaxRegisters>& right_path_;
  const WindowPlan& plan_;
  std::uint64_t before_ = kNoOpBefore;
  std::uint64_t branch_ = 0;
  std::uint64_t store_ = 0;
  bool has_address_ = false; ///< the store at store_
  // Places, counted from 1; 0: none.
  std::uint64_t redirect_ = 0;
  std::uint64_t replay_ = 0;
  std::uint64_t serialising_ = 0;
  bool waits_for_branch_ = false;
};

} // namespace

std::string_view pack(const OutOfOrderCore& core, const OutOfOrderState& state,
                      PackingBuffer& buffer) {
  return Packing(core, state).run(buffer);
}

void unpack(const OutOfOrderCore& core, const MicroOpOrigins& origins, std::string_view packed,
            const RetiredRegisters& retired,
            const std::array<std::uint64_t, kMaxRegisters>& right_path, InWindow before,
            OutOfOrderState& state) {
  Unpacking(core, origins, packed, retired, right_path, state).run(before);
}

} // namespace stallscope::core

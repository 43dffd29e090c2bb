#include "base/check.hpp"
#include "memo/out_of_order/packed_micro_op.hpp"
#include "memo/out_of_order/packed_window.hpp"
#include "out_of_order/interface/effects.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

namespace {

using namespace packed;

class WindowUnpacking {
public:
  WindowUnpacking(const OutOfOrderCore& core, const MicroOpOrigins& origins,
                  std::string_view packed, const RetiredRegisters& retired,
                  const std::array<std::uint64_t, kMaxRegisters>& right_path,
                  OutOfOrderState& state)
      : core_(core), origins_(origins), s_(state), in_(packed), retired_(retired),
        right_path_(right_path), plan_(core.plan()) {}

  void run(InWindow before) {
    clear(before);
    const std::uint64_t ops = in_.number();
    s_.rob.end = s_.rob.oldest + ops;
    s_.rob.undispatched = s_.rob.oldest + in_.number();
    s_.rob.unissued = s_.rob.oldest;
    unpack_front();
    branch_ = s_.branch_queue.oldest;
    store_ = s_.lsq.stores.oldest;
    for (std::uint64_t at = s_.rob.oldest; at < s_.rob.end; ++at)
      unpack_op(at);
    unpack_orders();
    s_.lsq.loads.end = s_.lsq.loads.oldest + s_.lsq.loads.used;
    STALLSCOPE_CHECK(in_.at_end() && branch_ == s_.branch_queue.end,
                     "a packed window is read to its end");
    s_.lsq.stores.used = static_cast<unsigned>(s_.lsq.stores.end - s_.lsq.stores.oldest);
  }

private:
  [[nodiscard]] std::uint64_t now() const { return s_.cycle; }
  /// Converts a packed distance back to a cycle; all past cycles are packed as distance 0.
  static std::uint64_t at(std::uint64_t cycles, std::uint64_t now) { return now + cycles; }

  void clear(InWindow before) {
    for (std::uint64_t at = before.first; at < before.end; ++at)
      s_.at(at).id = kNoOp;
    s_.stations.used.fill(0);
    s_.units.bound.fill(0);
    s_.stations.demand.fill(0);
    s_.stations.demanded = 0;
    s_.stations.total = s_.lsq.loads.used = s_.rob.used = 0;
    s_.stations.ready = {};
    s_.completions.executed = {};
    s_.completions.clear();
    for (const RegId reg : origins_.renamed)
      s_.rename_map[reg] = {kNoOp, kNoSlot, plan_.physical ? retired_.of[reg] : kNoPhysical};
    for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
      s_.free_lists[kind].first = retired_.taken[kind];
    for (const RegId reg : origins_.written)
      s_.committed[reg] = right_path_[reg];
    s_.fetch.first_of_cycle = s_.next_op;
    s_.speculation = {};
    s_.fetch.redirect = {};
    s_.replay = {};
    s_.serialising = {};
    s_.fetch.waits_for = kNoOp;
  }

  void unpack_front() {
    s_.arch.pc = in_.number();
    s_.last_progress = now() - in_.number();
    const std::uint64_t wait = in_.number();
    s_.fetch.left_code = (wait & 1) != 0;
    s_.fetch.resumes_at = at(wait >> 1, now() + 1);
    s_.fetch.cause = {};
    if (wait >> 1 != 0)
      s_.fetch.cause.why = static_cast<Reason>(in_.number());
    const unsigned gaps = core_.dynamic().front_cycles;
    for (unsigned i = 0; i < gaps; ++i)
      s_.fetch.gap(now() - i) = {static_cast<Reason>(in_.number())};
    s_.dispatch_gap = {static_cast<Reason>(in_.number())};
    for (std::uint64_t ago = 0; ago < plan_.passage_cycles; ++ago) {
      DelayedGroup& group = s_.delayed_groups[(now() - ago) % kDelayedGroups];
      group = {};
      if (const std::uint64_t first = in_.number(); first != 0)
        group = {now() - ago, s_.rob.oldest + first - 1, {static_cast<Reason>(in_.number())}};
    }
    s_.uncounted = plan_.carries_over ? static_cast<unsigned>(in_.number()) : 0;
    // The set of temporaries with a physical register, which retired_ contains already.
    if (plan_.physical)
      (void)in_.number();
    s_.store_until = 0;
    if (plan_.data_cache && core_.dynamic().store_buffer_entries == 0)
      if (const std::uint64_t left = in_.number(); left != 0)
        s_.store_until = now() + left;
    if (plan_.fetch_cache) {
      s_.fetch.oldest_line = 0;
      for (std::uint64_t& line : s_.fetch.lines)
        line = in_.number() - 1;
    }
    s_.store_buffer.end = s_.store_buffer.oldest + in_.number();
    s_.store_buffer.unsent = s_.store_buffer.oldest + in_.number();
    for (std::uint64_t b = s_.store_buffer.oldest; b < s_.store_buffer.end; ++b)
      s_.store_buffer.at(b).sent = b < s_.store_buffer.unsent;
    for (std::uint64_t b = s_.store_buffer.oldest; b < s_.store_buffer.unsent; ++b)
      s_.store_buffer.at(b).done_at = at(in_.number(), now() + 1);
    s_.units.busy_until.fill(0);
    for (std::size_t port = 0; port < plan_.ports.size(); ++port)
      s_.units.busy_until[port] = at(in_.number(), now());
    redirect_ = in_.number();
    replay_ = in_.number();
    serialising_ = in_.number();
    waits_for_branch_ = in_.number() != 0;
  }

  /// Resolves references between micro-ops, once all of them have numbers.
  void unpack_orders() {
    const auto at_place = [this](std::uint64_t place) { return s_.rob.oldest + place - 1; };
    if (redirect_ != 0) {
      const WindowOp& op = s_.at(at_place(redirect_));
      s_.fetch.redirect = {true, op.id, 0, s_.branch_queue.entries[op.branch].actual_pc};
      s_.fetch.redirect_entry = op.branch;
    }
    if (replay_ != 0)
      s_.replay = {true, s_.at(at_place(replay_)).id, s_.slot_at(at_place(replay_)), kNoOp};
    if (serialising_ != 0)
      s_.serialising = {s_.at(at_place(serialising_)).id, s_.slot_at(at_place(serialising_)),
                        kNoPhysical};
    if (waits_for_branch_)
      s_.fetch.waits_for = s_.branch_queue.at(s_.branch_queue.end - 1).id;
  }

  void unpack_op(std::uint64_t position) {
    const Slot slot = s_.slot_at(position);
    WindowOp& op = s_.rob.ops[slot];
    const auto bits = static_cast<unsigned>(in_.number());
    before_ = (bits & kInOrder) != 0 ? before_ + 1 : in_.number();
    const MicroOpOrigin& origin = origins_.of[before_];
    const PlannedOp& planned = core_.planned()[before_];
    op.id = OpId{s_.next_op.value - (s_.rob.end - position)};
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
    s_.rob.used += core_.dynamic().speculates() ? planned.slots : 0U;
    if (planned.is_memory)
      unpack_memory(op, slot);
    rename(op, slot);
    if (op.progress == Progress::ready)
      enter_ready(s_, slot);
  }

  void unpack_branch(WindowOp& op, Slot slot, unsigned bits) {
    op.branch = static_cast<std::uint16_t>(branch_++ % kBranchEntries);
    BranchEntry& entry = s_.branch_queue.entries[op.branch];
    entry.id = op.id;
    entry.slot = slot;
    entry.resolved = (bits & kResolved) != 0;
    entry.wrong_path = op.wrong_path;
    if ((bits & kMispredicted) == 0)
      return;
    (void)in_.number(); // skipped, because the queue entry contains it
    s_.speculation.begin(op.id, lost_behind(core_.program(), s_.arch, entry));
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
      unpack_late(op);
      break;
    }
    case Progress::executing:
    case Progress::executed:
    case Progress::timed:
      op.ends_at = made_at(in_.number());
      op.port = planned.alone != 0 || plan_.bypass.any ? static_cast<std::uint16_t>(in_.number())
                                                       : std::uint16_t{0};
      if (op.progress == Progress::timed)
        op.written_at = op.ends_at + 1;
      else if (op.progress == Progress::executed)
        s_.completions.executed.insert(slot);
      else
        s_.completions.schedule(s_.rob, slot, op.ends_at, now());
      break;
    case Progress::written:
      if (plan_.bypass.any)
        unpack_made(op);
      break;
    default:
      break;
    }
    if (!op.in_station)
      return;
    op.station = static_cast<std::uint16_t>(
        !has_choice(planned) ? std::countr_zero(planned.stations) : static_cast<int>(in_.number()));
    op.ports = planned.ports & plan_.station_ports[op.station];
    if (plan_.binds_ports && op.progress <= Progress::ready) {
      const auto port = static_cast<unsigned>(in_.number());
      op.ports = 1U << port;
      ++s_.units.bound[port];
    }
    ++s_.stations.used[op.station];
    ++s_.stations.total;
    if (op.progress <= Progress::ready)
      s_.stations.begin_demand(planned);
  }

  /// Converts the packed time of a result: a cycle early enough that the result has reached every
  /// unit when the distance is 0.
  [[nodiscard]] std::uint64_t made_at(std::uint64_t number) const {
    return now() + number - std::min<std::uint64_t>(now() + number, plan_.bypass.most);
  }
  void unpack_made(WindowOp& op) {
    const std::uint64_t on_its_way = in_.number();
    op.ends_at = op.written_at = made_at(on_its_way);
    op.port = on_its_way != 0 ? static_cast<std::uint16_t>(in_.number()) : std::uint16_t{0};
  }

  void unpack_waiting(WindowOp& op, Slot slot) {
    op.missing = static_cast<std::uint16_t>(in_.number());
    for (unsigned missing = op.missing; missing != 0; missing &= missing - 1) {
      const auto operand = static_cast<unsigned>(std::countr_zero(missing));
      const Slot producer = s_.slot_at(s_.rob.oldest + in_.number());
      WindowOp& from = s_.rob.ops[producer];
      op.operands[operand] = {producer, from.waiting_first, from.waiting_operand};
      from.waiting_first = slot;
      from.waiting_operand = static_cast<std::uint16_t>(operand);
    }
    op.ready_at = at(in_.number(), now() + 1);
    unpack_late(op);
  }

  void unpack_late(WindowOp& op) {
    op.late_operand = kNoOperand;
    if (!plan_.bypass.any || op.ready_at <= now() + 1)
      return;
    const std::uint64_t number = in_.number();
    op.late_operand = static_cast<std::uint16_t>(number & ((1U << kLateBits) - 1));
    op.late_cycles = static_cast<std::uint16_t>(number >> kLateBits);
  }

  /// Stores are counted by their store-data micro-op: the store-address micro-op may retire first.
  void unpack_memory(WindowOp& op, Slot slot) {
    const PlannedOp& planned = *op.planned;
    op.store_position = store_;
    if (planned.is_load) {
      if ((op.missing >> kMemoryOperand & 1U) == 0)
        op.operands[kMemoryOperand].slot = slot;
      s_.lsq.loads.at(s_.lsq.loads.oldest + s_.lsq.loads.used++) = slot;
      const std::uint64_t number = in_.number();
      const auto position = [this](std::uint64_t place) {
        return place == 0 ? 0 : s_.lsq.stores.oldest + place;
      };
      op.source_position = position(number >> kLoadBits);
      op.forwarded = (number & kForwarded) != 0;
      op.ordered = (number & kOrdered) != 0;
      op.cache_miss = (number & kMissed) != 0;
      op.blocked_by = (number & kBlocked) != 0 ? position(in_.number()) : 0;
      op.store = {};
      const std::uint64_t partly = (number & kPartly) != 0 ? position(in_.number()) : 0;
      if (const std::uint64_t taken = std::max(op.source_position, partly); taken != 0) {
        const StoreEntry& from = s_.lsq.stores.at(taken - 1);
        op.store = {from.data, from.data_slot};
      }
    }
    StoreEntry& entry = s_.lsq.stores.at(store_);
    if (planned.writes_address) {
      entry.id = op.id;
      entry.address_slot = slot;
      entry.data = kNoOp;
      entry.data_slot = kNoSlot;
      has_address_ = true;
    }
    if (planned.writes_data) {
      if (!has_address_) { // the store-address micro-op has retired
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
    WindowOp& op = s_.rob.ops[slot];
    for (unsigned d = 0; d < op_in.planned->op.write_count; ++d) {
      RenameEntry& entry = s_.rename_map[op_in.planned->op.writes[d]];
      op.earlier[d] = entry;
      entry.writer = op.id;
      entry.slot = slot;
      if (const unsigned kind = op_in.planned->kinds[d]; kind != kRegisterKinds) {
        entry.physical = s_.free_lists[kind].allocate();
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
  bool has_address_ = false; ///< whether the address micro-op of the store at store_ is in flight
  // Positions relative to the oldest entry, plus 1; 0: none.
  std::uint64_t redirect_ = 0;
  std::uint64_t replay_ = 0;
  std::uint64_t serialising_ = 0;
  bool waits_for_branch_ = false;
};

} // namespace

void unpack(const OutOfOrderCore& core, const MicroOpOrigins& origins, std::string_view packed,
            const RetiredRegisters& retired,
            const std::array<std::uint64_t, kMaxRegisters>& right_path, InWindow before,
            OutOfOrderState& state) {
  WindowUnpacking(core, origins, packed, retired, right_path, state).run(before);
}

} // namespace stallscope::core

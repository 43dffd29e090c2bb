#include "memo/in_order/packed_state.hpp"

#include "base/check.hpp"
#include "core/memo/packed_place.hpp"
#include "memo/packing.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace stallscope::core {

namespace {

constexpr std::uint8_t kElsewhere = 255; ///< in place of a rank: the operation is not in flight

/// One list of fields for both directions, so that packing and unpacking agree.
class InOrderPacking {
public:
  InOrderPacking(const InOrderCore& core, const InOrderState& state, PackingBuffer& buffer,
                 const PackedPlace& place = {})
      : core_(core), s_(state), place_(place), out_(buffer) {
    rank_.fill(kElsewhere);
    for (const unsigned lane : s_.occupied.between(0, kMaxLanes))
      for (unsigned i = 0; i < s_.lanes[lane].count; ++i)
        slots_[count_++] = s_.lanes[lane].slots[i];
    std::sort(slots_.begin(), slots_.begin() + count_,
              [this](unsigned a, unsigned b) { return s_.ops[a].id < s_.ops[b].id; });
    STALLSCOPE_CHECK(count_ < kElsewhere, "too many operations in flight to number them");
    for (unsigned i = 0; i < count_; ++i)
      rank_[slots_[i]] = static_cast<std::uint8_t>(i);
  }

  std::string_view pack(bool with_losses) {
    out_.number(count_);
    for (unsigned i = 0; i < count_; ++i) {
      out_.make_room(kNumbersOfOperation);
      operation(s_.ops[slots_[i]]);
    }
    registers();
    const PipelinePlan& plan = core_.plan();
    for (unsigned lane = 0; lane < plan.lanes.size(); ++lane) {
      out_.make_room(kNumbersOfLane);
      out_.number(s_.lanes[lane].count * 2U + (s_.gap_shown[lane] ? 1U : 0U));
      for (unsigned i = 0; i < s_.lanes[lane].count; ++i)
        out_.number(rank_[s_.lanes[lane].slots[i]]);
      cause(s_.gaps[lane]);
      if (lane >= plan.first_back && plan.charges_root(s_.gaps[lane]))
        cause(root_behind_units(s_, lane - plan.first_back));
    }
    out_.make_room(kNumbersOfRest);
    cause(s_.issue_gap);
    out_.number(s_.unresolved);
    out_.difference(s_.cycle, s_.last_progress);
    id(s_.last_retired);
    out_.number(s_.speculation.active ? 1 + static_cast<std::uint64_t>(s_.speculation.why) : 0);
    out_.number(s_.arch.pc - place_.pc);
    out_.number(s_.fetched_to == s_.arch.pc ? 1 : 0); // only the next fetch depends on it
    for (const InOrderLosses& loss : s_.losses) {
      if (!with_losses)
        break;
      out_.number(loss.entries);
      for (unsigned i = 0; i < loss.entries; ++i) {
        cause(loss.causes[i]);
        out_.number(loss.counts[i]);
      }
    }
    return out_.written();
  }

private:
  // Upper limits of the numbers packed.
  static constexpr std::size_t kNumbersOfOperation = 25 + 2 * isa::kMaxReads;
  static constexpr std::size_t kNumbersOfLane = kMaxWidth + 9;
  static constexpr std::size_t kNumbersOfRegister = 8;
  static constexpr std::size_t kNumbersOfRest =
      16 + trace::kLedgerPointCount * (1 + 4 * static_cast<std::size_t>(kMaxWidth));

  void id(OpId op) { out_.number(op ? s_.next_op.value - op.value + 1 : 0); }
  void cycle(std::uint64_t at) { out_.number(at == 0 ? 0 : s_.cycle - at + 1); }
  /// Register and culprit are packed only for reasons that have them.
  void cause(const Cause& c) {
    out_.number(static_cast<std::uint64_t>(c.why) << 2 | (c.reg != kNoRegister ? 2U : 0U) |
                (c.culprit ? 1U : 0U));
    if (c.reg != kNoRegister)
      out_.number(c.reg);
    if (c.culprit)
      id(c.culprit);
  }

  void operation(const InFlightOp& op) {
    const isa::Instruction& instruction = core_.program().instruction(op.instruction);
    const unsigned reads = core_.program().micro_op(op.micro_op).read_count;
    id(op.id);
    out_.number(std::uint64_t{op.instruction} - place_.instruction);
    out_.number(op.micro_op - instruction.first_micro_op);
    out_.number(op.lane);
    // access_refused is never set in states that are unpacked, because their machines have no
    // caches.
    out_.number((op.is_control ? 1U : 0U) | (op.is_direct_jump ? 2U : 0U) |
                (op.resolved ? 4U : 0U) | (op.predicted ? 8U : 0U) | (op.held ? 16U : 0U) |
                (op.leaving ? 32U : 0U) | (op.written ? 64U : 0U) | (op.late ? 128U : 0U) |
                (op.access_refused ? 256U : 0U));
    out_.number(op.operand_cycles);
    out_.number(op.missing);
    out_.number(op.missing_at_execute);
    out_.number(op.missing_at_branch);
    // 0 for a refused access, whose end is not known.
    out_.difference(s_.cycle, op.access_refused ? s_.cycle : op.ready_at);
    cycle(op.written_at);
    cause(op.held ? op.cause : Cause{});
    id(op.held ? op.behind : kNoOp);
    for (unsigned i = 0; i < reads; ++i) {
      id(op.producers[i]);
      if (op.producers[i])
        out_.number(rank_of(op.producer_slots[i], op.producers[i]));
    }
    if (op.is_control) {
      out_.number(op.actual_pc - place_.pc);
      out_.number(op.predicted_pc - place_.pc);
      out_.number(op.followed_pc - place_.pc);
      out_.number((op.actual_taken ? 1U : 0U) | (op.predicted_taken ? 2U : 0U) |
                  (op.followed_taken ? 4U : 0U));
    }
  }

  /// Registers with a writer in flight or a latency rule in force.
  void registers() {
    if (core_.plan().has_latency_rules) {
      for (RegId reg = 0; reg < core_.written_end(); ++reg)
        register_status(reg);
    } else {
      for (unsigned i = 0; i < count_; ++i)
        for (const RegId reg : core_.program().micro_op(s_.ops[slots_[i]].micro_op).destinations())
          if (s_.registers[reg].writer == s_.ops[slots_[i]].id)
            register_status(reg);
    }
    out_.number(0);
  }

  void register_status(RegId reg) {
    const RegisterStatus& status = s_.registers[reg];
    const bool recent = core_.plan().has_latency_rules && status.issued_at != 0 &&
                        s_.cycle <= status.issued_at + core_.plan().longest_stall_cycles;
    const bool flying = status.writer && s_.ops[status.slot].id == status.writer;
    if (!recent && !flying)
      return;
    out_.make_room(kNumbersOfRegister);
    out_.number(reg + 1U);
    id(status.writer);
    out_.number(rank_of(status.slot, status.writer));
    out_.number(recent ? s_.cycle - status.issued_at + 1 : 0);
    out_.number(recent ? static_cast<unsigned>(status.issued_class) : 0U);
  }

  [[nodiscard]] unsigned rank_of(unsigned slot, OpId op) const {
    return op && s_.ops[slot].id == op ? rank_[slot] : kElsewhere;
  }

  const InOrderCore& core_;
  const InOrderState& s_;
  const PackedPlace place_;
  PackingWriter out_;
  std::array<std::uint8_t, kMaxInFlight> slots_{};
  std::array<std::uint8_t, kMaxInFlight> rank_{};
  unsigned count_ = 0;
};

class InOrderUnpacking {
public:
  InOrderUnpacking(const InOrderCore& core, std::string_view packed, InOrderState& state)
      : core_(core), in_(packed), s_(state) {}

  void unpack(bool with_losses) {
    clear();
    const auto count = static_cast<unsigned>(in_.number());
    for (unsigned slot = 0; slot < count; ++slot)
      operation(s_.ops[slot]);
    s_.in_flight = count;
    s_.free_count = 0;
    for (unsigned slot = kMaxInFlight; slot > count; --slot)
      s_.free_slots[s_.free_count++] = static_cast<std::uint8_t>(slot - 1);
    registers();
    for (unsigned lane = 0; lane < core_.plan().lanes.size(); ++lane) {
      const std::uint64_t count_and_shown = in_.number();
      s_.lanes[lane].count = static_cast<std::uint8_t>(count_and_shown >> 1);
      s_.gap_shown[lane] = (count_and_shown & 1) != 0;
      if (s_.lanes[lane].count > 0)
        s_.occupied.insert(lane);
      for (unsigned i = 0; i < s_.lanes[lane].count; ++i)
        in_.into(s_.lanes[lane].slots[i]);
      s_.gaps[lane] = cause();
      if (const unsigned join = core_.plan().first_back;
          lane >= join && core_.plan().charges_root(s_.gaps[lane]))
        root_behind_units(s_, lane - join) = cause();
    }
    s_.issue_gap = cause();
    in_.into(s_.unresolved);
    s_.last_progress = in_.before(s_.cycle);
    s_.last_retired = id();
    if (const std::uint64_t why = in_.number(); why != 0)
      s_.speculation = {true, false, OpId{s_.next_op.value - 1}, static_cast<Reason>(why - 1)};
    s_.arch.pc = in_.number();
    s_.fetched_to = in_.number() != 0 ? s_.arch.pc : kNowhere;
    for (InOrderLosses& loss : s_.losses) {
      if (!with_losses)
        break;
      in_.into(loss.entries);
      for (unsigned i = 0; i < loss.entries; ++i) {
        loss.causes[i] = cause();
        in_.into(loss.counts[i]);
      }
    }
    STALLSCOPE_CHECK(in_.at_end(), "a packed state is longer than its fields");
    // The write stage writes only registers that are destinations of some operation.
    std::copy_n(s_.arch.regs.begin(), core_.written_end(), s_.committed.begin());
    s_.counted_cycles = s_.cycle;
    if (core_.machine().drain == machine::DrainRule::excluded)
      s_.counted_ledger = s_.ledger;
  }

private:
  void clear() {
    s_.undo.clear();
    s_.speculation = {};
    s_.fetch.redirect = {};
    s_.last_fetched_control = kNoOp;
    s_.last_control_slot = 0;
    std::fill_n(s_.ops.begin(), core_.plan().slots, InFlightOp{});
    std::fill_n(s_.lanes.begin(), core_.plan().lanes.size(), LaneContent{});
    s_.occupied.clear();
    std::fill_n(s_.registers.begin(), core_.written_end(), RegisterStatus{});
    s_.losses.fill({});
  }

  OpId id() {
    const std::uint64_t n = in_.number();
    return n == 0 ? kNoOp : OpId{s_.next_op.value + 1 - n};
  }
  std::uint64_t cycle() {
    const std::uint64_t n = in_.number();
    return n == 0 ? 0 : s_.cycle + 1 - n;
  }
  Cause cause() {
    Cause c;
    const std::uint64_t head = in_.number();
    c.why = static_cast<Reason>(head >> 2);
    if ((head & 2) != 0)
      in_.into(c.reg);
    if ((head & 1) != 0)
      c.culprit = id();
    return c;
  }
  /// Slots are packed as ranks; an operation that is not in flight gets a free slot.
  std::uint8_t slot() {
    const std::uint64_t rank = in_.number();
    return static_cast<std::uint8_t>(rank == kElsewhere ? kMaxInFlight - 1 : rank);
  }

  void operation(InFlightOp& op) {
    op.id = id();
    in_.into(op.instruction);
    const isa::Instruction& instruction = core_.program().instruction(op.instruction);
    op.op_class = instruction.op_class;
    op.micro_op = instruction.first_micro_op + static_cast<std::uint32_t>(in_.number());
    in_.into(op.lane);
    const std::uint64_t flags = in_.number();
    op.is_control = (flags & 1) != 0;
    op.is_direct_jump = (flags & 2) != 0;
    op.resolved = (flags & 4) != 0;
    op.predicted = (flags & 8) != 0;
    op.held = (flags & 16) != 0;
    op.leaving = (flags & 32) != 0;
    op.written = (flags & 64) != 0;
    op.late = (flags & 128) != 0;
    in_.into(op.operand_cycles);
    in_.into(op.missing);
    in_.into(op.missing_at_execute);
    in_.into(op.missing_at_branch);
    op.entered_at = s_.cycle; // the exact cycle does not matter, only that it is not in the future
    op.ready_at = in_.before(s_.cycle);
    op.written_at = cycle();
    op.cause = cause();
    op.behind = id();
    const isa::MicroOp& micro_op = core_.program().micro_op(op.micro_op);
    for (unsigned i = 0; i < micro_op.read_count; ++i) {
      op.producers[i] = id();
      if (op.producers[i])
        op.producer_slots[i] = slot();
    }
    for (unsigned d = 0; d < micro_op.write_count; ++d)
      op.results[d] = s_.arch.regs[micro_op.writes[d]];
    if (op.is_control) {
      op.actual_pc = in_.number();
      op.predicted_pc = in_.number();
      op.followed_pc = in_.number();
      const std::uint64_t taken = in_.number();
      op.actual_taken = (taken & 1U) != 0;
      op.predicted_taken = (taken & 2U) != 0;
      op.followed_taken = (taken & 4U) != 0;
    }
  }

  void registers() {
    while (const std::uint64_t n = in_.number()) {
      RegisterStatus& status = s_.registers[n - 1];
      status.writer = id();
      status.slot = slot();
      status.issued_at = cycle();
      in_.into(status.issued_class);
    }
  }

  const InOrderCore& core_;
  PackingReader in_;
  InOrderState& s_;
};

} // namespace

bool is_clean(const InOrderCore& core, const InOrderState& s) {
  const bool nothing_wrong =
      !s.speculation.active || s.speculation.branch.value + 1 == s.next_op.value;
  return s.stop == StopReason::running && !s.fetch.stopped && nothing_wrong &&
         !s.speculation.armed && !s.fetch.redirect.pending && !s.fetch.left_code &&
         !s.delay_slot_pending && !s.fetch.exception_pending && s.undo.empty() &&
         (core.machine().drain == machine::DrainRule::counted || s.counted_cycles == s.cycle);
}

std::string_view pack(const InOrderCore& core, const InOrderState& state, bool with_losses,
                      PackingBuffer& buffer) {
  return InOrderPacking(core, state, buffer).pack(with_losses);
}

bool pack_timing(const InOrderCore& core, const InOrderState& state, const PackedPlace& place,
                 std::string& bytes) {
  if (!is_clean(core, state))
    return false;
  PackingBuffer buffer;
  bytes = InOrderPacking(core, state, buffer, place).pack(false);
  return true;
}

void unpack(const InOrderCore& core, std::string_view packed, InOrderState& state,
            bool with_losses) {
  InOrderUnpacking(core, packed, state).unpack(with_losses);
}

} // namespace stallscope::core

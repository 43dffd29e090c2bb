#include "memo/out_of_order/packed_window.hpp"

#include "memo/out_of_order/packed_micro_op.hpp"

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

/// Undoes the renaming of the micro-ops in flight, youngest first.
RetiredRegisters::RetiredRegisters(const MicroOpOrigins& origins, const OutOfOrderState& state) {
  for (const RegId reg : origins.renamed)
    of[reg] = state.rename_map[reg].physical;
  for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
    taken[kind] = state.free_lists[kind].first;
  for (std::uint64_t at = state.rob.undispatched; at-- > state.rob.oldest;) {
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
         !state.fetch.stopped && !state.fetch.exception_pending && state.trap == isa::Trap::none &&
         state.counters.retired > 0 && !state.arch.code.has_value();
}

namespace {

using namespace packed;

/// Cycles from the present one to a later cycle; 0 for cycles in the past.
std::uint64_t until(std::uint64_t cycle, std::uint64_t now) {
  return cycle > now ? cycle - now : 0;
}

/// The progress to pack: a timed micro-op whose write-back is due is packed as written.
Progress packed_progress(const WindowOp& op, std::uint64_t now) {
  static_assert(static_cast<unsigned>(Progress::timed) + 1 ==
                static_cast<unsigned>(Progress::written));
  const bool has_been = op.progress == Progress::timed && op.written_at <= now;
  return static_cast<Progress>(static_cast<unsigned>(op.progress) + (has_been ? 1U : 0U));
}

constexpr std::size_t kNumbersOfOp = 16; ///< upper limit
constexpr std::size_t kNumbersInFront =
    kFrontHistory + 2 * StoreBuffer::kMost + kMaxPorts + 2 * std::size_t{kDelayedGroups} + 32;

class WindowPacking {
public:
  /// `place`: when not null, addresses and instructions are packed relative to it. Such bytes are
  /// used for comparison only and never unpacked.
  WindowPacking(const OutOfOrderCore& core, const OutOfOrderState& state, const PackedPlace* place)
      : core_(core), s_(state), place_(place), now_(state.cycle), oldest_(state.rob.oldest),
        mask_(state.rob.slot_mask), oldest_store_(state.lsq.stores.oldest),
        predicts_(core.dynamic().disambiguation == machine::Disambiguation::predict) {}

  std::string_view run(PackingBuffer& buffer) {
    const auto ops = static_cast<std::size_t>(s_.rob.end - s_.rob.oldest);
    buffer.resize(std::max(buffer.size(), (kNumbersInFront + ops * kNumbersOfOp) * kLongestNumber));
    NumberWriter out(buffer.data());
    pack_front(out);
    std::uint64_t next = kNoOpBefore + 1;
    const std::uint64_t end = s_.rob.end;
    for (std::uint64_t at = s_.rob.oldest; at < end; ++at) {
      const WindowOp& op = s_.rob.ops[at & mask_];
      const std::uint64_t index = op.planned->index;
      pack_op(out, op, index == next);
      next = index + 1;
    }
    return {buffer.data(), static_cast<std::size_t>(out.at() - buffer.data())};
  }

private:
  [[nodiscard]] std::uint64_t place(Slot slot) const { return (slot - oldest_) & mask_; }

  [[nodiscard]] std::uint64_t address(std::uint64_t pc) const {
    return place_ != nullptr ? pc - place_->pc : pc;
  }
  /// Identifies the micro-op in the program.
  [[nodiscard]] std::uint64_t name_of(const WindowOp& op) const {
    if (place_ == nullptr) [[likely]]
      return op.planned->index;
    const std::uint64_t instruction = std::uint64_t{op.instruction} - place_->instruction;
    return (instruction << 1 | (op.instructions > 1 ? 1U : 0U)) << 3 | op.planned->part;
  }

  void pack_front(NumberWriter& out) const {
    out.number(s_.rob.end - s_.rob.oldest);
    out.number(s_.rob.undispatched - s_.rob.oldest);
    out.number(address(s_.arch.pc));
    out.number(now_ - s_.last_progress);
    const std::uint64_t wait = until(s_.fetch.resumes_at, now_ + 1);
    out.number(wait << 1 | (s_.fetch.left_code ? 1U : 0U));
    if (wait != 0)
      out.number(static_cast<std::uint64_t>(s_.fetch.cause.why));
    const unsigned gaps = core_.dynamic().front_cycles;
    for (unsigned i = 0; i < gaps; ++i)
      out.number(static_cast<std::uint64_t>(s_.fetch.gap(now_ - i).why));
    out.number(static_cast<std::uint64_t>(s_.dispatch_gap.why));
    pack_delayed_groups(out);
    if (core_.plan().carries_over)
      out.number(s_.uncounted);
    if (core_.plan().physical)
      pack_temporaries(out);
    if (core_.plan().data_cache && core_.dynamic().store_buffer_entries == 0)
      out.number(until(s_.store_until, now_));
    if (core_.plan().fetch_cache)
      for (const std::uint64_t line :
           {s_.fetch.lines[s_.fetch.oldest_line], s_.fetch.lines[s_.fetch.oldest_line ^ 1U]})
        out.number(line + 1);
    out.number(s_.store_buffer.end - s_.store_buffer.oldest);
    out.number(s_.store_buffer.unsent - s_.store_buffer.oldest);
    for (std::uint64_t at = s_.store_buffer.oldest; at < s_.store_buffer.unsent; ++at)
      out.number(until(s_.store_buffer.at(at).done_at, now_ + 1));
    if (place_ != nullptr)
      pack_memory_side(out);
    for (std::size_t port = 0; port < core_.plan().ports.size(); ++port)
      out.number(until(s_.units.busy_until[port], now_));
    out.number(s_.fetch.redirect.pending
                   ? 1 + place(s_.branch_queue.entries[s_.fetch.redirect_entry].slot)
                   : 0);
    out.number(s_.replay.pending ? 1 + place(s_.replay.slot) : 0);
    const bool alone =
        s_.serialising.writer && s_.rob.ops[s_.serialising.slot].id == s_.serialising.writer;
    out.number(alone ? 1 + place(s_.serialising.slot) : 0);
    out.number(s_.fetch.waits_for ? 1 : 0); // for the branch fetched last
  }

  /// The temporaries to which retired micro-ops have given a physical register: the first write of
  /// any other temporary allocates one without freeing one. Together with the micro-ops in flight
  /// this determines the number of free registers.
  void pack_temporaries(NumberWriter& out) const {
    static_assert(isa::kTemporaryCount <= 7, "one byte");
    unsigned given = 0;
    for (unsigned i = 0; i < isa::kTemporaryCount; ++i)
      if (retired_physical(static_cast<RegId>(isa::kFirstTemporary + i)) != kNoPhysical)
        given |= 1U << i;
    out.small(given);
  }

  /// The physical register of the youngest retired value of a register.
  [[nodiscard]] std::uint16_t retired_physical(RegId reg) const {
    const RenameEntry* entry = &s_.rename_map[reg];
    while (s_.rob.holds(*entry)) {
      const WindowOp& writer = s_.rob.ops[entry->slot];
      const auto written = writer.planned->op.destinations();
      entry = &writer.earlier[static_cast<std::size_t>(
          std::find(written.begin(), written.end(), reg) - written.begin())];
    }
    return entry->physical;
  }

  /// State that loads and stores find in the store buffer and the first cache. Not part of the
  /// bytes that are unpacked, because replay accesses both.
  void pack_memory_side(NumberWriter& out) const {
    // The address identifies the store, and the copy of the code.
    for (std::uint64_t at = s_.store_buffer.oldest; at < s_.store_buffer.end; ++at)
      out.number(address(s_.store_buffer.at(at).pc));
    if (core_.plan().data_cache)
      out.number(
          until(s_.memory.caches[core_.hierarchy().first_for(false)].connection_free_at, now_));
  }

  /// Delays of those dispatch groups whose oldest micro-op may still be charged with a front-end
  /// delay (front_end_delay()).
  void pack_delayed_groups(NumberWriter& out) const {
    for (std::uint64_t ago = 0; ago < core_.plan().passage_cycles; ++ago) {
      const DelayedGroup& group = s_.delayed_groups[(now_ - ago) % kDelayedGroups];
      const bool counts =
          group.cycle == now_ - ago && group.first >= oldest_ && group.first < s_.rob.undispatched;
      out.number(counts ? 1 + (group.first - oldest_) : 0);
      if (counts)
        out.number(static_cast<std::uint64_t>(group.cause.why));
    }
  }

  [[gnu::always_inline]] void pack_op(NumberWriter& out, const WindowOp& op, bool in_order) const {
    const Progress progress = packed_progress(op, now_);
    // Products instead of branches, which the host would mispredict.
    unsigned bits = static_cast<unsigned>(progress) + unsigned{in_order} * kInOrder +
                    unsigned{op.replayed} * kReplayed;
    const BranchEntry* const branch = op.is_control ? &s_.branch_queue.entries[op.branch] : nullptr;
    if (branch != nullptr)
      bits += unsigned{branch->resolved} * kResolved +
              unsigned{branch->followed_pc != branch->actual_pc} * kMispredicted;
    out.small(bits);
    if (!in_order)
      out.number(name_of(op));
    if (branch != nullptr && (bits & kMispredicted) != 0)
      out.number(address(branch->actual_pc));
    if (progress != Progress::written)
      pack_progress(out, op, progress);
    else if (core_.plan().bypass.any)
      pack_made(out, op);
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
      pack_late(out, op);
      break;
    case Progress::ready:
      out.number(until(op.ready_at, now_ + 1) << 8 | static_cast<unsigned>(op.refusal));
      pack_late(out, op);
      break;
    default:
      out.number(until(op.ends_at + core_.plan().bypass.most, now_));
      if (op.planned->alone != 0 || core_.plan().bypass.any)
        out.number(op.planned->ports != 0 ? op.port : 0U);
      break;
    }
    if (is_in_station(core_, progress, *op.planned) && has_choice(*op.planned))
      out.number(op.station);
    if (core_.plan().binds_ports && progress <= Progress::ready)
      out.number(static_cast<unsigned>(std::countr_zero(op.ports)));
  }

  /// The operand that determines when the micro-op is ready, and its bypass delay.
  [[gnu::always_inline]] void pack_late(NumberWriter& out, const WindowOp& op) const {
    if (core_.plan().bypass.any && op.ready_at > now_ + 1)
      out.number(unsigned{op.late_cycles} << kLateBits | op.late_operand);
  }

  /// A written result that is still on the bypass network to some unit: the remaining cycles and
  /// the port that produced it.
  void pack_made(NumberWriter& out, const WindowOp& op) const {
    const bool bypasses = core_.dynamic().wakeup == machine::Wakeup::bypass;
    const std::uint64_t since = bypasses ? op.ends_at : op.written_at;
    const std::uint64_t on_its_way =
        op.planned->ports != 0 ? until(since + core_.plan().bypass.most, now_) : 0;
    out.number(on_its_way);
    if (on_its_way != 0)
      out.number(op.port);
  }

  /// One more than the position of the store in flight from which a load takes some of its bytes,
  /// but not all; 0: none.
  [[nodiscard]] std::uint64_t partly_from(const WindowOp& load) const {
    const RenameEntry& store = load.store;
    const bool is_here = store.writer && s_.rob.ops[store.slot].id == store.writer;
    return is_here && load.source_position == 0 ? s_.rob.ops[store.slot].store_position + 1 : 0;
  }

  [[gnu::always_inline]] void pack_memory(NumberWriter& out, const WindowOp& op,
                                          Progress progress) const {
    // One more than the relative position; 0: none.
    const auto from_oldest = [this](std::uint64_t position) {
      return position > oldest_store_ ? position - oldest_store_ : 0;
    };
    if (op.planned->is_load) {
      const std::uint64_t blocked = from_oldest(op.blocked_by);
      const std::uint64_t partly = progress <= Progress::ready ? from_oldest(partly_from(op)) : 0;
      unsigned bits = 0;
      if (progress < Progress::written) {
        bits |= op.forwarded ? kForwarded : 0U;
        bits |= op.ordered ? kOrdered : 0U;
        bits |= op.cache_miss ? kMissed : 0U;
        bits |= blocked != 0 ? kBlocked : 0U;
        bits |= partly != 0 ? kPartly : 0U;
      }
      // The source of a load's value is needed by later checks for memory-order violations.
      const bool asked = progress <= Progress::ready || predicts_;
      out.number((asked ? from_oldest(op.source_position) : 0) << kLoadBits | bits);
      if ((bits & kBlocked) != 0)
        out.number(blocked);
      if ((bits & kPartly) != 0)
        out.number(partly);
    }
    if (op.planned->writes_data)
      out.number(static_cast<std::uint64_t>(op.refusal));
  }

  const OutOfOrderCore& core_;
  const OutOfOrderState& s_;
  const PackedPlace* const place_;
  const std::uint64_t now_;
  const std::uint64_t oldest_;
  const std::uint64_t mask_;
  const std::uint64_t oldest_store_;
  const bool predicts_;
};

} // namespace

std::string_view pack(const OutOfOrderCore& core, const OutOfOrderState& state,
                      PackingBuffer& buffer) {
  return WindowPacking(core, state, nullptr).run(buffer);
}

bool pack_timing(const OutOfOrderCore& core, const OutOfOrderState& state, const PackedPlace& place,
                 std::string& bytes) {
  if (!is_clean(state))
    return false;
  PackingBuffer buffer;
  bytes = WindowPacking(core, state, &place).run(buffer);
  return true;
}

} // namespace stallscope::core

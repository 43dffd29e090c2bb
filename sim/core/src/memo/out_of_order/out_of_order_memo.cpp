#include "memo/out_of_order/out_of_order_memo.hpp"

#include <bit>
#include <initializer_list>

namespace stallscope::core::memo {

OutOfOrderMemo::OutOfOrderMemo(const OutOfOrderCore& core, const Limits& limits)
    : core_(core), limits_(limits),
      is_supported_(core.environment().commits == nullptr && !core.environment().delay_slots),
      origins_(core), explorer_(core) {}

void OutOfOrderMemo::step_to(OutOfOrderState& s, std::uint64_t cycle) const {
  trace::NullSink nothing;
  core_.run(s, nothing, cycle);
}

/// Steps to the beginning of a loop iteration, where states recur most often.
void OutOfOrderMemo::step_to_candidate(OutOfOrderState& s, std::uint64_t before_cycle) const {
  core_.run_to_jump_back(s, limits_.everything ? s.cycle + 1 : before_cycle);
}

std::uint64_t OutOfOrderMemo::features_of(const OutOfOrderState& s) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15; // odd multiplier without a regular bit pattern
  std::uint64_t mixed = s.arch.pc;
  for (const std::uint64_t number :
       {s.rob.end - s.rob.oldest, s.rob.undispatched - s.rob.oldest,
        std::uint64_t{s.stations.total}, std::uint64_t{s.lsq.loads.used},
        std::uint64_t{s.lsq.stores.used}, s.branch_queue.end - s.branch_queue.oldest,
        s.store_buffer.end - s.store_buffer.oldest})
    mixed = (mixed ^ number) * kMix;
  return std::rotr(mixed, 32); // moves the best mixed bits to the low end
}

std::string_view OutOfOrderMemo::pack(const OutOfOrderState& s, PackingBuffer& buffer) const {
  return core::pack(core_, s, buffer);
}

void OutOfOrderMemo::begin_replay(const OutOfOrderState& s) {
  if (core_.plan().physical)
    retired_ = RetiredRegisters(origins_, s);
  left_window_ = {s.rob.oldest, s.rob.end};
}

namespace {

/// Right-path register values: the changes of wrong-path instructions are undone.
std::array<std::uint64_t, kMaxRegisters> right_path_registers(const OutOfOrderState& s) {
  std::array<std::uint64_t, kMaxRegisters> regs = s.arch.regs;
  for (std::uint64_t at = s.branch_queue.oldest; at < s.branch_queue.end; ++at) {
    const BranchEntry& entry = s.branch_queue.at(at);
    if (entry.followed_pc == entry.actual_pc)
      continue;
    for (std::size_t i = s.undo.size(); i-- > entry.undo_mark;)
      if (s.undo[i].bytes == 0)
        regs[s.undo[i].address] = s.undo[i].old_value;
    break;
  }
  return regs;
}

} // namespace

/// Returns the state to the beginning of the cycle after the packed state, except for the effects
/// of the script. The functional part of the state may be further ahead.
void OutOfOrderMemo::unpack(OutOfOrderState& s, std::string_view packed) {
  script_.right_path = right_path_registers(s);
  base_.restore(s);
  core::unpack(core_, origins_, packed, retired_, script_.right_path, left_window_, s);
}

void OutOfOrderMemo::add(OutOfOrderState& s, const Ending<OutOfOrderMemo>& ending,
                         std::uint64_t cycles) {
  const std::array<std::uint16_t, 6>& entries = ending.more.occupied;
  s.occupancy.reorder[entries[0]] += cycles;
  s.occupancy.stations[entries[1]] += cycles;
  s.occupancy.loads[entries[2]] += cycles;
  s.occupancy.stores[entries[3]] += cycles;
  s.occupancy.store_buffer[entries[4]] += cycles;
  s.occupancy.branches[entries[5]] += cycles;
}

OutOfOrderMemo::Addition OutOfOrderMemo::addition(const OutOfOrderState& s) {
  const auto entries = [](std::uint64_t n) { return static_cast<std::uint16_t>(n); };
  return {{entries(s.rob.used), entries(s.stations.total), entries(s.lsq.loads.used),
           entries(s.lsq.stores.used), entries(s.store_buffer.end - s.store_buffer.oldest),
           entries(s.branch_queue.end - s.branch_queue.oldest)}};
}

/// Stores the explorer's words of a part; a last part that is incomplete ends with a marker to
/// step.
Part<OutOfOrderMemo>& OutOfOrderMemo::store_part(MemoTable<OutOfOrderMemo>& table,
                                                 std::size_t number,
                                                 const Part<OutOfOrderMemo>* instead) {
  STALLSCOPE_CHECK(instead == nullptr, "a part with words cannot replace another one");
  std::vector<std::uint32_t>& words = explorer_.words;
  const std::size_t begin = explorer_.parts[number].begin;
  if (number < complete_parts())
    return table.make_part(
        std::span(words).subspan(begin, explorer_.parts[number + 1].begin - begin));
  if (explorer_.forgotten) {
    words.resize(explorer_.sure_words);
    words.push_back(word_of(Action::step));
  }
  return table.make_part(std::span(words).subspan(begin));
}

/// No micro-op that was in flight at the last unpacking is visible any more: it is not in flight,
/// is not the producer of a value or operand of a micro-op in flight, and has no event in this
/// cycle.
bool OutOfOrderMemo::is_followed(const OutOfOrderState& s, OpId unfollowed) {
  const auto is_old = [unfollowed](OpId id) { return id && id <= unfollowed; };
  for (std::uint64_t at = s.rob.oldest; at < s.rob.end; ++at) {
    const WindowOp& op = s.at(at);
    const bool is_dispatched = op.progress != Progress::fetched;
    if (is_old(op.id) || (is_dispatched && op.planned->is_load && is_old(op.store.writer)) ||
        (is_dispatched && op.late_operand != kNoOperand && is_old(op.late_from)))
      return false;
  }
  for (std::uint64_t at = s.store_buffer.oldest; at < s.store_buffer.end; ++at)
    if (is_old(s.store_buffer.at(at).id))
      return false;
  for (const BranchEntry& entry : s.branch_queue.entries)
    if (entry.released_at == s.cycle && is_old(entry.id))
      return false;
  for (unsigned i = 0; s.branch_queue.flushed.cycle == s.cycle && i < s.branch_queue.flushed.count;
       ++i)
    if (is_old(s.branch_queue.flushed.ids[i]))
      return false;
  return true;
}

} // namespace stallscope::core::memo

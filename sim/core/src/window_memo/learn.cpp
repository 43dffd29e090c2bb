// Fast-forward through unknown states: steps a cycle and stores what it did.

#include "memo/ledger_growth.hpp"
#include "out_of_order/cycle.hpp"
#include "window_memo/engine.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace stallscope::core {

namespace {

/// Counters that a cycle adds to; in Ending::Count they are numbered after those of the ledger.
constexpr std::array kCounters{&OutOfOrderCounters::retired,
                               &OutOfOrderCounters::retired_micro_ops,
                               &OutOfOrderCounters::fetched,
                               &OutOfOrderCounters::flushed,
                               &OutOfOrderCounters::branches,
                               &OutOfOrderCounters::mispredictions,
                               &OutOfOrderCounters::replays,
                               &OutOfOrderCounters::indirect_jumps,
                               &OutOfOrderCounters::indirect_mispredictions,
                               &OutOfOrderCounters::returns,
                               &OutOfOrderCounters::return_mispredictions};
static_assert(sizeof(OutOfOrderCounters) == kCounters.size() * sizeof(std::uint64_t),
              "every counter is listed");

/// Entries in use of each structure, in the order of Ending::occupied.
std::array<std::uint64_t, 6> occupied(const OutOfOrderState& s) {
  return {s.rob.used,
          s.stations.total,
          s.load_queue.used,
          s.store_queue.used,
          s.store_buffer.end - s.store_buffer.oldest,
          s.branch_queue.end - s.branch_queue.oldest};
}

void count_occupied(Occupancy& taken, const std::array<std::uint16_t, 6>& entries,
                    std::uint64_t cycles) {
  taken.reorder[entries[0]] += cycles;
  taken.stations[entries[1]] += cycles;
  taken.loads[entries[2]] += cycles;
  taken.stores[entries[3]] += cycles;
  taken.store_buffer[entries[4]] += cycles;
  taken.branches[entries[5]] += cycles;
}

} // namespace

/// Right-path register values: the changes of wrong-path instructions are undone.
std::array<std::uint64_t, kMaxRegisters>
WindowFastForward::Engine::right_path_of(const OutOfOrderState& s) const {
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

/// Returns the state, whose functional part may be ahead, to the beginning of the cycle after
/// node_, except for what the script has executed.
void WindowFastForward::Engine::leave_node(OutOfOrderState& s) {
  script_.right_path = right_path_of(s);
  base_.restore(s);
  unpack(core_, origins_, node_->packed, retired_, script_.right_path, left_window_, s);
  unfollowed_ = OpId{s.next_op.value - 1};
}

void WindowFastForward::Engine::enter_node(Node& node) {
  node_ = &node;
  open_ = nullptr;
  remembers_ = true;
  script_.clear();
}

/// Whether a state with this hash has been met before (a hint: hashes can collide); marks it as
/// met.
bool WindowFastForward::Engine::met_before(std::uint64_t hash) {
  constexpr std::size_t kTags = std::size_t{1} << 18; // 1 MiB
  if (met_.empty())
    met_.resize(kTags);
  const auto tag = static_cast<std::uint32_t>(hash >> 32 | 1);
  return std::exchange(met_[hash % kTags], tag) == tag;
}

/// A hash of some counters of a state, which differs when the state does with high probability.
std::uint64_t WindowFastForward::Engine::features_of(const OutOfOrderState& s) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15; // odd, without a regular bit pattern
  std::uint64_t mixed = s.arch.pc;
  for (const std::uint64_t number :
       {s.rob.end - s.rob.oldest, s.rob.undispatched - s.rob.oldest,
        std::uint64_t{s.stations.total}, std::uint64_t{s.load_queue.used},
        std::uint64_t{s.store_queue.used}, s.branch_queue.end - s.branch_queue.oldest,
        s.store_buffer.end - s.store_buffer.oldest})
    mixed = (mixed ^ number) * kMix;
  return std::rotr(mixed, 32); // moves the best mixed bits to the low end
}

/// Steps to a state that is stored, or that has been met before and is worth storing: node_.
void WindowFastForward::Engine::step_to_known(OutOfOrderState& s, std::uint64_t until_cycle) {
  constexpr unsigned kPatience = 4;
  if (short_runs_ > kPatience) // 16 to 512 cycles
    step_to(s, std::min(until_cycle, s.cycle + (std::uint64_t{8} << (short_runs_ - kPatience))));
  const std::uint64_t from_cycle = s.cycle;
  while (node_ == nullptr && s.stop == StopReason::running && s.cycle < until_cycle) {
    core_.run_to_jump_back(s, limits_.everything ? s.cycle + 1 : until_cycle);
    if (!is_clean(s) || (!limits_.everything && !met_before(features_of(s))))
      continue;
    const std::string_view packed = pack(core_, s, packing_);
    const std::uint64_t hash = window_memo::Memo::hash_of(packed);
    Node* node = memo_.find(packed, hash);
    if (node == nullptr && (met_before(hash) || limits_.everything))
      node = &memo_.add(packed, hash);
    if (node != nullptr)
      enter_node(*node);
  }
  statistics_.stepped_cycles += s.cycle - from_cycle;
}

/// Steps the cycle after node_ and, if wanted, stores the parts not stored yet.
void WindowFastForward::Engine::explore(OutOfOrderState& s) {
  forget_if_full(s);
  before_.counters = s.counters;
  before_.ledger = s.ledger;
  const std::uint64_t from_cycle = s.cycle;
  const OpId from_op = s.next_op;
  const std::uint64_t from_pc = s.arch.pc;
  const bool scripted = !script_.keys.empty() || script_.executed != 0 || script_.steps;
  explorer_.begin(Base(s), script_);
  Window<WindowExplorer, Known::nothing>(core_, s, explorer_).step(limits_.margin_cycles / 2);
  STALLSCOPE_CHECK(!explorer_.is_scripted(), "a cycle is shorter than what was done of it");
  statistics_.stepped_cycles += s.cycle - from_cycle;
  if (scripted)
    unfollowed_ = OpId{s.next_op.value - 1};
  Node* const from = std::exchange(node_, nullptr);
  if (from == nullptr || !remembers_ || !is_clean(s))
    return;
  statistics_.explored += s.cycle - from_cycle;
  const std::string_view packed = pack(core_, s, packing_);
  const std::uint64_t hash = window_memo::Memo::hash_of(packed);
  Node* node = memo_.find(packed, hash);
  const bool is_known = node != nullptr && node->first != nullptr;
  if (node == nullptr)
    node = &memo_.add(packed, hash);
  Segment& last = remember(*from);
  if (!explorer_.forgotten)
    last.ending = &make_ending(s, from_cycle, from_op, *node);
  // At the beginning of each loop iteration it is checked whether storing still pays.
  if (is_known || limits_.everything || s.arch.pc >= from_pc || met_before(hash))
    enter_node(*node);
}

window_memo::Ending& WindowFastForward::Engine::make_ending(const OutOfOrderState& s,
                                                            std::uint64_t from_cycle, OpId from_op,
                                                            Node& next) {
  Ending& ending = memo_.make<Ending>();
  ending.next = &next;
  ending.cycles = static_cast<std::uint32_t>(s.cycle - from_cycle);
  ending.operations = static_cast<std::uint32_t>(s.next_op.value - from_op.value);
  const std::array<std::uint64_t, 6> entries = occupied(s);
  std::transform(entries.begin(), entries.end(), ending.occupied.begin(),
                 [](std::uint64_t n) { return static_cast<std::uint16_t>(n); });
  std::array<Ending::Count, kLedgerNumbers + kCounters.size()> counts{};
  std::size_t used = 0;
  const auto add = [&](std::size_t index, std::uint64_t count) {
    if (count == 0)
      return;
    STALLSCOPE_CHECK(count <= 0xffff, "a cycle and its idle ones count little");
    counts[used++] = {static_cast<std::uint16_t>(index), static_cast<std::uint16_t>(count)};
  };
  for_each_growth(before_.ledger, s.ledger, add);
  for (std::size_t i = 0; i < kCounters.size(); ++i)
    add(kLedgerNumbers + i, s.counters.*kCounters[i] - before_.counters.*kCounters[i]);
  ending.counts = static_cast<std::uint16_t>(used);
  ending.count = memo_.keep<Ending::Count>(std::span(counts).first(used));
  return ending;
}

/// The explorer's words from `begin` to `end`; after an uncertain part a marker to step.
window_memo::Segment& WindowFastForward::Engine::add_segment(std::size_t begin, std::size_t end,
                                                             bool is_sure) {
  std::vector<std::uint32_t>& words = explorer_.words;
  if (!is_sure) {
    words.resize(end);
    words.push_back(word_of(Action::step));
    ++end;
  }
  return memo_.make_segment(std::span(words).subspan(begin, end - begin));
}

/// Appends the explored parts after the outcome open_, or at the beginning of the cycle when there
/// is none. Returns the last part.
window_memo::Segment& WindowFastForward::Engine::remember(Node& from) {
  Segment** place = open_ != nullptr ? &open_->then : &from.first;
  STALLSCOPE_CHECK(*place == nullptr, "a cycle is explored once");
  const std::vector<WindowExplorer::Part>& parts = explorer_.parts;
  const bool is_sure = !explorer_.forgotten;
  const std::size_t complete = is_sure ? parts.size() - 1 : explorer_.sure_parts;
  for (std::size_t i = 0; i < complete; ++i) {
    *place = &add_segment(parts[i].begin, parts[i + 1].begin, true);
    place = &add_edge(**place, parts[i].key).then;
  }
  *place = &add_segment(parts[complete].begin,
                        is_sure ? explorer_.words.size() : explorer_.sure_words, is_sure);
  return **place;
}

window_memo::Edge& WindowFastForward::Engine::add_edge(Segment& segment, std::uint64_t key) {
  if (segment.edge.key == kNoKey) {
    segment.edge.key = key;
    return segment.edge;
  }
  Edge& edge = memo_.make<Edge>();
  edge = {key, nullptr, std::exchange(segment.edge.other, &edge)};
  return edge;
}

/// Adds the changes of the cycles replayed since the last update.
void WindowFastForward::Engine::bring_up_to_date(OutOfOrderState& s) {
  constexpr std::size_t kAhead = 8; // endings to prefetch into the host's cache
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (i + 2 * kAhead < pending_.size()) {
      __builtin_prefetch(pending_[i + 2 * kAhead]);
      __builtin_prefetch(pending_[i + kAhead]->count);
    }
    Ending* const ending = pending_[i];
    const std::uint64_t n = ending->times;
    ending->times = 0;
    for (const Ending::Count& count : std::span(ending->count, ending->counts)) {
      std::uint64_t& number = count.index < kLedgerNumbers
                                  ? ledger_number(s.ledger, count.index)
                                  : s.counters.*kCounters[count.index - kLedgerNumbers];
      number += n * count.count;
    }
    count_occupied(s.occupancy, ending->occupied, n * ending->cycles);
  }
  pending_.clear();
  s.ledger.cycles = s.cycle;
}

/// Leaving replay: the next cycle needs nothing stored.
void WindowFastForward::Engine::forget_if_full(OutOfOrderState& s) {
  if (memo_.bytes() <= limits_.max_bytes)
    return;
  const std::uint64_t cycles = s.ledger.cycles;
  bring_up_to_date(s);
  s.ledger.cycles = cycles;
  memo_.clear();
  node_ = nullptr;
  open_ = nullptr;
  ++statistics_.forgotten;
}

} // namespace stallscope::core

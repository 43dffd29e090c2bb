// Fast forward where nothing is remembered yet: a cycle is stepped, and what it did is written
// down.

#include "out_of_order/cycle.hpp"
#include "window_memo/engine.hpp"

#include <algorithm>

namespace stallscope::core {

using window_memo::Edge;

namespace {

/// Numbers that are added up cycle by cycle, by their place in Ending::Count behind those of the
/// ledger.
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
constexpr std::size_t kLedgerNumbers = trace::kLedgerPointCount * kReasonCount;

/// The entries taken of each structure, in the order of Ending::occupied.
std::array<std::uint64_t, 6> occupied(const OutOfOrderState& s) {
  return {s.reordered,
          s.waiting,
          s.loads,
          s.stores,
          s.end_of_buffered - s.oldest_buffered,
          s.end_of_branches - s.oldest_branch};
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

/// The registers of the right path: what branches on the way to a wrong one have changed is taken
/// back.
std::array<std::uint64_t, kMaxRegisters>
WindowFastForward::Engine::right_path_of(const OutOfOrderState& s) const {
  std::array<std::uint64_t, kMaxRegisters> regs = s.arch.regs;
  for (std::uint64_t at = s.oldest_branch; at < s.end_of_branches; ++at) {
    const BranchEntry& entry = s.branches[at % kBranchEntries];
    if (entry.followed_pc == entry.actual_pc)
      continue;
    for (std::size_t i = s.undo.size(); i-- > entry.undo_mark;)
      if (s.undo[i].bytes == 0)
        regs[s.undo[i].address] = s.undo[i].old_value;
    break;
  }
  return regs;
}

/// The state, whose functional side may have gone on into the cycle behind node_, gets back to the
/// beginning of that cycle, but for what the script says is done.
void WindowFastForward::Engine::leave_node(OutOfOrderState& s) {
  script_.right_path = right_path_of(s);
  base_.restore(s);
  unpack(core_, origins_, node_->packed, retired_, script_.right_path, s);
  unfollowed_ = OpId{s.next_op.value - 1};
}

void WindowFastForward::Engine::enter_node(OutOfOrderState& s) {
  node_ = &memo_.intern(pack(core_, s, packing_));
  open_ = nullptr;
  remembers_ = true;
  script_.clear();
}

/// Steps the cycle behind node_ and remembers what has not been remembered of it.
void WindowFastForward::Engine::explore(OutOfOrderState& s) {
  forget_if_full(s);
  before_.counters = s.counters;
  before_.ledger = s.ledger;
  const std::uint64_t from_cycle = s.cycle;
  const OpId from_op = s.next_op;
  const bool scripted = !script_.keys.empty() || script_.executed != 0 || script_.steps;
  explorer_.begin(Base(s), script_);
  Window<WindowExplorer, Known::nothing>(core_, s, explorer_).step(limits_.margin_cycles / 2);
  STALLSCOPE_CHECK(!explorer_.is_scripted(), "a cycle is shorter than what was done of it");
  statistics_.stepped_cycles += s.cycle - from_cycle;
  statistics_.explored += s.cycle - from_cycle;
  if (scripted)
    unfollowed_ = OpId{s.next_op.value - 1};
  Node* const from = node_;
  Segment* const open = open_;
  const std::uint64_t open_key = open != nullptr ? script_.keys.back() : 0;
  const bool remembers = remembers_;
  node_ = nullptr;
  if (!is_clean(s))
    return;
  enter_node(s);
  if (!remembers || from == nullptr)
    return;
  remember(*from, open, open_key,
           explorer_.forgotten ? nullptr : &make_ending(s, from_cycle, from_op));
}

window_memo::Ending& WindowFastForward::Engine::make_ending(const OutOfOrderState& s,
                                                            std::uint64_t from_cycle,
                                                            OpId from_op) {
  Ending& ending = memo_.make<Ending>();
  ending.next = node_;
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
  for (std::size_t point = 0; point < trace::kLedgerPointCount; ++point)
    for (std::size_t reason = 0; reason < kReasonCount; ++reason)
      add(point * kReasonCount + reason,
          s.ledger.accounts[point].slots[reason] - before_.ledger.accounts[point].slots[reason]);
  for (std::size_t i = 0; i < kCounters.size(); ++i)
    add(kLedgerNumbers + i, s.counters.*kCounters[i] - before_.counters.*kCounters[i]);
  ending.counts = static_cast<std::uint16_t>(used);
  ending.count = memo_.keep<Ending::Count>(std::span(counts).first(used));
  return ending;
}

/// The explorer's words from `begin` to `end`; behind what is not sure, that it has to be stepped.
window_memo::Segment& WindowFastForward::Engine::add_segment(std::size_t begin, std::size_t end,
                                                             bool is_sure) {
  Segment& segment = memo_.make<Segment>();
  std::vector<std::uint32_t>& words = explorer_.words;
  if (!is_sure) {
    words.resize(end);
    words.push_back(word_of(Action::step));
    ++end;
  }
  segment.words = memo_.keep<std::uint32_t>(std::span(words).subspan(begin, end - begin));
  return segment;
}

/// Appends the parts that were explored: behind the outcome `key` of `last`, or, when there is
/// none, at the beginning of the cycle. No ending: they are not sure to their end.
void WindowFastForward::Engine::remember(Node& from, Segment* last, std::uint64_t key,
                                         Ending* ending) {
  const auto append = [&](Segment& segment) {
    if (last == nullptr) {
      STALLSCOPE_CHECK(from.first == nullptr, "a cycle is explored once");
      from.first = &segment;
    } else {
      Edge& edge = memo_.make<Edge>();
      edge = {key, &segment, last->edges};
      last->edges = &edge;
    }
    last = &segment;
  };
  const std::vector<WindowExplorer::Part>& parts = explorer_.parts;
  const std::size_t complete = ending != nullptr ? parts.size() - 1 : explorer_.sure_parts;
  for (std::size_t i = 0; i < complete; ++i) {
    append(add_segment(parts[i].begin, parts[i + 1].begin, true));
    key = parts[i].key;
  }
  append(add_segment(parts[complete].begin,
                     ending != nullptr ? explorer_.words.size() : explorer_.sure_words,
                     ending != nullptr));
  last->ending = ending;
}

/// Adds what has been gone through since the last time.
void WindowFastForward::Engine::bring_up_to_date(OutOfOrderState& s) {
  for (Ending* ending : pending_) {
    const std::uint64_t n = ending->times;
    ending->times = 0;
    for (const Ending::Count& count : std::span(ending->count, ending->counts)) {
      std::uint64_t& number =
          count.index < kLedgerNumbers
              ? s.ledger.accounts[count.index / kReasonCount].slots[count.index % kReasonCount]
              : s.counters.*kCounters[count.index - kLedgerNumbers];
      number += n * count.count;
    }
    count_occupied(s.occupancy, ending->occupied, n * ending->cycles);
  }
  pending_.clear();
  s.ledger.cycles = s.cycle;
}

/// Behind a state that replay has left: nothing remembered is needed for the cycle to come.
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

// Why functional units stand empty on dynamically scheduled machines.

#include "property/proof/proof.hpp"
#include "property/proof/proof_record.hpp"
#include "property/proof/proof_values.hpp"
#include "timeline/occupancy_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace stallscope::property {

using machine::Machine;

namespace {

/// What keeps micro-ops from coming to the stations.
bool is_in_front(Reason why) {
  switch (why) {
  case Reason::mispredict:
  case Reason::redirect:
  case Reason::fetch_group:
  case Reason::icache_miss:
  case Reason::fetch_latency:
  case Reason::control:
  case Reason::branches_full:
  case Reason::reorder_full:
  case Reason::station_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::no_register:
  case Reason::queue_full:
  case Reason::serialising:
  case Reason::exception:
  case Reason::waw:
  case Reason::memory_order:
  case Reason::memory_port:
    return true;
  default:
    return false;
  }
}

/// Which ports are asked for in the cycle in which units are chosen, as bits.
struct Asked {
  std::uint32_t waiting = 0;       ///< by those who were in their stations when it began
  std::uint32_t held_in_front = 0; ///< by those who are held there
  std::uint32_t coming = 0;        ///< by those who are dispatched in it
  std::uint32_t again = 0; ///< by those who are to be done again, or will be from the next on
};

class EmptyUnits {
public:
  EmptyUnits(const isa::Program& program, const Machine& machine, const Timeline& timeline,
             Proof& proof)
      : core_(program, machine, environment_of(machine)), machine_(machine), timeline_(timeline),
        values_(core_, machine, timeline), back_(thrown_back(timeline)),
        lead_(machine.dynamic->read_cycles),
        predicts_(machine.dynamic->disambiguation == machine::Disambiguation::predict),
        proof_(proof) {}

  void prove();

private:
  void prove_unused();
  [[nodiscard]] bool is_back(const OpRow& row, std::uint64_t cycle) const {
    const auto oldest = back_.find(cycle);
    return oldest != back_.end() && oldest->second <= row.op && row.begin.value < cycle &&
           cycle < row.end.value;
  }
  /// What is chosen in a cycle is in its unit when its operands have been read: who is discarded up
  /// to then does not use it, whatever it waits for.
  [[nodiscard]] bool is_gone(const OpRow& row, std::uint64_t chosen) const {
    return row.flushed && chosen < row.end.value && row.end.value <= chosen + lead_;
  }
  [[nodiscard]] bool is_station(LaneId lane) const {
    return lane >= core_.plan().station_lane &&
           lane < core_.plan().station_lane + core_.plan().station_ports.size();
  }
  [[nodiscard]] Asked asked_in(std::uint64_t chosen) const;
  [[nodiscard]] bool comes_later(unsigned port, std::uint64_t chosen) const;
  [[nodiscard]] bool came_before(std::uint64_t chosen) const;
  [[nodiscard]] std::uint64_t arrives_in(const OpRow& row, std::uint64_t until) const;
  [[nodiscard]] const OpRow* next_in_front(unsigned port, std::uint64_t chosen) const;
  [[nodiscard]] const OpRow* next_user(unsigned port, std::uint64_t chosen) const;
  [[nodiscard]] OpId lacks_result_of(const OpRow& row, std::uint64_t chosen) const;
  [[nodiscard]] bool is_chosen(const OpRow& row, LaneId unit, std::uint64_t chosen) const;
  [[nodiscard]] bool was_chosen_for_nothing(LaneId unit, std::uint64_t chosen) const;
  [[nodiscard]] std::string problem_of_chosen(const Cause& gap, LaneId unit,
                                              std::uint64_t chosen) const;
  [[nodiscard]] bool was_dispatched(OpId op, std::uint64_t cycle) const;
  [[nodiscard]] Cause held_later(const OpRow& row, std::uint64_t chosen) const;
  [[nodiscard]] OpId still_made_by(const OpRow& row, std::uint64_t chosen) const;
  [[nodiscard]] std::string problem_of_next(const Cause& gap, unsigned port,
                                            std::uint64_t chosen) const;
  [[nodiscard]] std::string problem_of_waiting(const Cause& gap, unsigned port,
                                               std::uint64_t chosen) const;
  [[nodiscard]] std::string problem_in_front(const Cause& gap, unsigned port,
                                             std::uint64_t chosen) const;
  [[nodiscard]] bool could_use(const OpRow& row, unsigned port, std::uint64_t chosen) const;
  [[nodiscard]] std::string problem_of_value(const Cause& gap, unsigned port,
                                             std::uint64_t chosen) const;
  [[nodiscard]] bool is_wanted(unsigned port, std::uint64_t chosen) const;
  [[nodiscard]] bool waits_for_turn(const Cause& gap, unsigned port, std::uint64_t chosen) const;
  [[nodiscard]] std::string problem_of(const Cause& gap, unsigned port, const Asked& asked,
                                       std::uint64_t chosen) const;

  core::OutOfOrderCore core_;
  const Machine& machine_;
  const Timeline& timeline_;
  Values values_;
  std::map<std::uint64_t, OpId> back_;
  unsigned lead_; ///< a lane of a port is told so many cycles later
  bool predicts_; ///< loads may overtake stores whose address is not known
  Proof& proof_;
};

Asked EmptyUnits::asked_in(std::uint64_t chosen) const {
  Asked asked;
  for (const OpRow& row : timeline_.rows) {
    if (row.begin.value > chosen || row.end.value <= chosen)
      continue;
    const std::uint32_t ports = values_.ports_of(row);
    const Span* const span = span_at(timeline_, row, chosen);
    const Span* const before = span_at(timeline_, row, chosen - 1);
    const bool in_station = span != nullptr && is_station(span->lane);
    const std::uint32_t own = in_station ? values_.ports_in(row, span->lane, chosen) : 0;
    const auto in_front = [&](const Span* at) {
      return at != nullptr && timeline_.lanes[at->lane].is_front;
    };
    const bool is_again = in_front(span) && span->cause.why == Reason::memory_order;
    const bool will_be = is_back(row, chosen + 1) && !in_front(span) && !in_station;
    if (!row.wrong_path && (is_again || will_be))
      asked.again |= ports;
    if (is_gone(row, chosen))
      continue;
    if (!row.wrong_path && in_station && (before == nullptr || before->lane != span->lane))
      asked.coming |= own;
    if (row.begin.value >= chosen || is_back(row, chosen))
      continue; // it has come to its station in that cycle, once more
    if (in_station && before != nullptr && before->lane == span->lane)
      asked.waiting |= own;
    if (in_front(span) && span->cause.why != Reason::none && !row.wrong_path)
      asked.held_in_front |= ports;
  }
  return asked;
}

/// Somebody begins behind a cycle, also once more, to execute what the port could.
bool EmptyUnits::comes_later(unsigned port, std::uint64_t chosen) const {
  return std::any_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const OpRow& row) {
    const Span* const then = span_at(timeline_, row, chosen);
    const std::uint32_t ports = then != nullptr && is_station(then->lane)
                                    ? values_.ports_in(row, then->lane, chosen)
                                    : values_.ports_of(row);
    const std::span<const Span> spans = timeline_.spans_of(row);
    const bool ends = !row.flushed && !row.wrong_path; // the record may end in front of that
    for (std::size_t i = 1; i < spans.size() && ends && (ports >> port & 1U) != 0; ++i)
      if (timeline_.lanes[spans[i].lane].is_unit && spans[i].lane != spans[i - 1].lane &&
          spans[i].begin.value > chosen + lead_)
        return true;
    return false;
  });
}

/// Somebody has left the front end in front of a cycle.
bool EmptyUnits::came_before(std::uint64_t chosen) const {
  return std::any_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const OpRow& row) {
    for (const Span& span : timeline_.spans_of(row))
      if (!timeline_.lanes[span.lane].is_front)
        return span.begin.value < chosen;
    return false;
  });
}

/// The scheduler has been used up by others, or the one that is named comes to its station only in
/// this cycle or behind it.
bool EmptyUnits::waits_for_turn(const Cause& gap, unsigned port, std::uint64_t chosen) const {
  const OpRow* const row = timeline_.find(gap.culprit);
  if (row == nullptr)
    return false;
  const Span* const span = span_at(timeline_, *row, chosen);
  return span != nullptr && (values_.ports_of(*row) >> port & 1U) != 0 &&
         (timeline_.lanes[span->lane].is_front || span->begin.value == chosen);
}

/// When it comes to the end of the front end: once more when it is done again, up to a cycle, or
/// stands behind others that are.
std::uint64_t EmptyUnits::arrives_in(const OpRow& row, std::uint64_t until) const {
  const machine::Dynamic& dynamic = *machine_.dynamic;
  std::uint64_t arrives = row.begin.value + dynamic.front_cycles;
  for (const auto& back : back_) {
    const std::uint64_t cycle = back.first;
    const OpId oldest = back.second;
    if (cycle > until || row.op < oldest || row.begin.value >= cycle)
      continue;
    const auto in_front_of_it = static_cast<std::uint64_t>(
        std::count_if(timeline_.rows.begin(), timeline_.rows.end(), [&](const OpRow& other) {
          return oldest <= other.op && other.op < row.op && other.begin.value < cycle &&
                 other.end.value > cycle;
        }));
    arrives = std::max(arrives, cycle + dynamic.front_cycles +
                                    in_front_of_it / std::max(1U, dynamic.fetch_width));
  }
  return arrives;
}

/// The oldest of the right path that can use a port and was in the front end in a cycle and in the
/// one before, at the place from which it is dispatched.
const OpRow* EmptyUnits::next_in_front(unsigned port, std::uint64_t chosen) const {
  for (const OpRow& row : timeline_.rows) {
    if (row.wrong_path || row.begin.value >= chosen || row.end.value <= chosen ||
        (values_.ports_of(row) >> port & 1U) == 0)
      continue;
    const Span* const now = span_at(timeline_, row, chosen);
    const Span* const before = span_at(timeline_, row, chosen - 1);
    const bool in_front = now != nullptr && before != nullptr &&
                          timeline_.lanes[now->lane].is_front &&
                          timeline_.lanes[before->lane].is_front;
    if (in_front && arrives_in(row, chosen) < chosen)
      return &row;
  }
  return nullptr;
}

/// One that has not begun to execute by a cycle and whose result it takes; kNoOp: nobody.
OpId EmptyUnits::lacks_result_of(const OpRow& row, std::uint64_t chosen) const {
  for (const Arrow& arrow : timeline_.arrows) {
    const OpRow* const maker = arrow.consumer == row.op ? timeline_.find(arrow.producer) : nullptr;
    const Span* const there = maker != nullptr ? span_at(timeline_, *maker, chosen) : nullptr;
    if (there != nullptr && values_.ports_of(*maker) != 0 &&
        (timeline_.lanes[there->lane].is_front || is_station(there->lane)))
      return maker->op;
  }
  return kNoOp;
}

/// Where who uses a port next is still in the front end, what it lacks is said before what keeps it
/// there, and its turn only when it lacks neither a result nor an entry.
std::string EmptyUnits::problem_in_front(const Cause& gap, unsigned port,
                                         std::uint64_t chosen) const {
  const OpRow* const branch = gap.why == Reason::control ? timeline_.find(gap.culprit) : nullptr;
  for (const OpRow& row : timeline_.rows)
    if (const Span* const span = span_at(timeline_, row, chosen);
        branch != nullptr && row.op > branch->op && !row.wrong_path && span != nullptr &&
        timeline_.lanes[span->lane].is_front && span->cause.why == Reason::station_full &&
        (values_.ports_of(row) >> port & 1U) != 0)
      return fmt::format("and #{} behind that is held for {}", row.op.value, words(span->cause));
  const OpRow* const next = next_in_front(port, chosen);
  if (next == nullptr)
    return "";
  const Span& there = *span_at(timeline_, *next, chosen);
  switch (gap.why) {
  case Reason::pairing:
    if (timeline_.find(gap.culprit) == next && there.cause.why != Reason::none)
      return "and that one is held for " + words(there.cause);
    [[fallthrough]];
  case Reason::reorder_full:
  case Reason::station_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::no_register:
  case Reason::waw:
    if (const OpId maker = lacks_result_of(*next, chosen);
        maker && there.cause.why != Reason::memory_order)
      return fmt::format("and #{} in the front end lacks what #{} makes", next->op.value,
                         maker.value);
    return "";
  default:
    return "";
  }
}

/// The oldest of the right path that can use a port and has not begun to execute in a cycle, be it
/// in the front end or in its station.
const OpRow* EmptyUnits::next_user(unsigned port, std::uint64_t chosen) const {
  for (const OpRow& row : timeline_.rows) {
    const Span* const there = span_at(timeline_, row, chosen);
    if (row.wrong_path || there == nullptr || (values_.ports_of(row) >> port & 1U) == 0)
      continue;
    const bool in_station = is_station(there->lane);
    if (in_station && (values_.ports_in(row, there->lane, chosen) >> port & 1U) == 0)
      continue;
    if (in_station || (timeline_.lanes[there->lane].is_front && row.begin.value < chosen))
      return &row;
  }
  return nullptr;
}

/// It has been chosen for a unit in a cycle, and reads its operands from that cycle on.
bool EmptyUnits::is_chosen(const OpRow& row, LaneId unit, std::uint64_t chosen) const {
  const Span* const there = lead_ != 0 ? span_at(timeline_, row, chosen) : nullptr;
  return there != nullptr && timeline_.lanes[there->lane].is_lead && there->slot == unit &&
         there->begin.value == chosen;
}

/// Somebody has been chosen for a unit and has not come there: he was discarded, or thrown back.
bool EmptyUnits::was_chosen_for_nothing(LaneId unit, std::uint64_t chosen) const {
  return std::any_of(timeline_.rows.begin(), timeline_.rows.end(),
                     [&](const OpRow& row) { return is_chosen(row, unit, chosen); });
}

/// Who has been chosen for a unit and has not come there is missing for what has taken it out while
/// it read its operands: the load behind which it is done again, or a branch in front of it. Of the
/// wrong path, also for the branch, when the load is squashed with it.
std::string EmptyUnits::problem_of_chosen(const Cause& gap, LaneId unit,
                                          std::uint64_t chosen) const {
  for (const OpRow& row : timeline_.rows) {
    if (!is_chosen(row, unit, chosen))
      continue;
    const bool is_squashed =
        gap.why == Reason::mispredict && gap.culprit < row.op && row.wrong_path;
    for (std::uint64_t cycle = chosen + 1; cycle <= chosen + lead_; ++cycle)
      if (is_back(row, cycle)) {
        const Cause again{Reason::memory_order, kNoRegister, back_.at(cycle)};
        return again == gap || is_squashed
                   ? ""
                   : fmt::format("and #{}, which was selected, is replayed for {}", row.op.value,
                                 words(again));
      }
    if (is_gone(row, chosen) && !is_squashed)
      return fmt::format("and #{}, which was selected, is squashed", row.op.value);
  }
  return "";
}

/// It is behind the front end.
bool EmptyUnits::was_dispatched(OpId op, std::uint64_t cycle) const {
  const OpRow* const row = timeline_.find(op);
  const Span* const there = row != nullptr ? span_at(timeline_, *row, cycle) : nullptr;
  return there != nullptr && !timeline_.lanes[there->lane].is_front;
}

/// Why it waits in the first cycle behind its dispatch, which comes in a cycle or behind it. What
/// it lacks then and somebody makes who was dispatched before, it has lacked all the time; but
/// where loads are predicted to overtake a store they wait for that only from when its address is
/// known, and when all is done again in between, results that were there are missing once more.
Cause EmptyUnits::held_later(const OpRow& row, std::uint64_t chosen) const {
  for (const Span& span : timeline_.spans_of(row)) {
    if (span.end.value <= chosen || timeline_.lanes[span.lane].is_front)
      continue;
    const auto again = back_.upper_bound(chosen);
    if (again != back_.end() && again->first <= span.begin.value && again->second <= row.op)
      return {};
    const Span* const next = is_station(span.lane)
                                 ? span_at(timeline_, row, std::max(span.begin.value, chosen) + 1)
                                 : nullptr;
    return next != nullptr && is_station(next->lane) ? next->cause : Cause{};
  }
  return {};
}

/// One that was dispatched before and executes beyond the cycle in which its result would have to
/// end for the taker to begin in `chosen`; kNoOp: nobody.
OpId EmptyUnits::still_made_by(const OpRow& row, std::uint64_t chosen) const {
  for (const Arrow& arrow : timeline_.arrows) {
    const OpRow* const maker = arrow.consumer == row.op ? timeline_.find(arrow.producer) : nullptr;
    if (maker == nullptr || values_.ports_of(*maker) == 0 || !was_dispatched(maker->op, chosen - 1))
      continue;
    const Span* const at_end = span_at(timeline_, *maker, chosen + lead_);
    // One that only waits for a result bus has executed, and its result is bypassed already.
    const bool is_done = at_end != nullptr && at_end->cause.why == Reason::write_port &&
                         machine_.dynamic->wakeup == machine::Wakeup::bypass;
    if (at_end != nullptr && timeline_.lanes[at_end->lane].is_unit && !is_done)
      return maker->op;
  }
  return kNoOp;
}

/// Who uses the port next is in front of its station or comes there in this cycle: what it lacks
/// that does not come from the front end with it is said before what has kept it there.
std::string EmptyUnits::problem_of_next(const Cause& gap, unsigned port,
                                        std::uint64_t chosen) const {
  switch (gap.why) {
  case Reason::raw:
  case Reason::bypass:
  case Reason::memory_order:
  case Reason::idle:
  case Reason::fill:
    return "";
  default:
    break;
  }
  const OpRow* const next = next_user(port, chosen);
  if (next == nullptr || is_back(*next, chosen) || is_gone(*next, chosen))
    return "";
  if (const Cause later = held_later(*next, chosen);
      (later.why == Reason::raw || (later.why == Reason::memory_order && !predicts_)) &&
      was_dispatched(later.culprit, chosen - 1))
    return fmt::format("and #{} would wait for {} there", next->op.value, words(later));
  if (const OpId maker = still_made_by(*next, chosen))
    return fmt::format("and #{} lacks what #{} is at", next->op.value, maker.value);
  return "";
}

/// Who waits in its station for an operand is why the port is empty, and the oldest of them.
std::string EmptyUnits::problem_of_waiting(const Cause& gap, unsigned port,
                                           std::uint64_t chosen) const {
  for (const OpRow& row : timeline_.rows) {
    const Span* const there = span_at(timeline_, row, chosen);
    const Span* const before = span_at(timeline_, row, chosen - 1);
    if (there == nullptr || before == nullptr || !is_station(there->lane) ||
        before->lane != there->lane || is_back(row, chosen) || is_gone(row, chosen) ||
        (values_.ports_in(row, there->lane, chosen) >> port & 1U) == 0)
      continue;
    if (there->cause.why != Reason::none && !(there->cause == gap))
      return fmt::format("and #{} is held in its station for {}", row.op.value,
                         words(there->cause));
    return "";
  }
  return "";
}

/// It is in its station in front of the port in a cycle, or, on the right path, in the front end.
bool EmptyUnits::could_use(const OpRow& row, unsigned port, std::uint64_t chosen) const {
  const Span* const there = span_at(timeline_, row, chosen);
  if (there == nullptr || (values_.ports_of(row) >> port & 1U) == 0 || is_gone(row, chosen))
    return false;
  if (is_station(there->lane))
    return (values_.ports_in(row, there->lane, chosen) >> port & 1U) != 0;
  // What is thrown back in the next cycle has executed for nothing.
  return !row.wrong_path && (timeline_.lanes[there->lane].is_front || is_back(row, chosen + 1));
}

/// A port that is empty for a value: somebody who could use it takes just that, and it is not
/// there.
std::string EmptyUnits::problem_of_value(const Cause& gap, unsigned port,
                                         std::uint64_t chosen) const {
  const OpRow* const maker = timeline_.find(gap.culprit);
  if (maker == nullptr || !values_.writes(*maker, gap.reg))
    return "which nobody makes";
  if (gap.why == Reason::raw && values_.is_there(*maker, chosen))
    return "and that is there";
  for (const OpRow& row : timeline_.rows)
    if (could_use(row, port, chosen) && values_.takes(row, gap))
      return "";
  return "and nobody who could use it takes that";
}

/// Somebody on the right path could use a port: he is in front of it, or among those that are
/// fetched next, as many as are dispatched in a cycle. Behind the end of the record that is open.
bool EmptyUnits::is_wanted(unsigned port, std::uint64_t chosen) const {
  std::uint64_t next = 0; // instructions on the right path that are fetched behind the cycle
  for (const OpRow& row : timeline_.rows) {
    if (could_use(row, port, chosen))
      return true;
    if (row.wrong_path || row.begin.value <= chosen)
      continue;
    next += next == 0 || row.part == 0 ? 1 : 0;
    if (next <= machine_.dynamic->dispatch_width && (values_.ports_of(row) >> port & 1U) != 0)
      return true;
  }
  // An instruction that ends the program as it is fetched is not in the record, nor is what comes
  // behind the last cycle of a run that is cut there.
  const auto ended_by = [&](Cycle cycle) {
    return std::any_of(timeline_.gaps.begin(), timeline_.gaps.end(), [&](const Gap& gap) {
      return gap.lane == 0 && gap.cause.why == Reason::drain && gap.begin <= cycle &&
             cycle < gap.end;
    });
  };
  if (next == 0)
    return !ended_by(Cycle{chosen});
  const bool is_cut = !ended_by(Cycle{timeline_.end_cycle.value - 1}) ||
                      std::any_of(timeline_.rows.begin(), timeline_.rows.end(),
                                  [](const OpRow& row) { return row.in_flight; });
  return next < machine_.dynamic->dispatch_width && is_cut;
}

std::string EmptyUnits::problem_of(const Cause& gap, unsigned port, const Asked& asked,
                                   std::uint64_t chosen) const {
  const auto is_in = [port](std::uint32_t ports) { return (ports >> port & 1U) != 0; };
  // A unit that it had to itself could not be chosen for others up to then.
  const std::uint64_t seen_to = chosen + (gap.why != Reason::unit_busy ? lead_ : 0);
  if (const OpRow* culprit = timeline_.find(gap.culprit);
      culprit != nullptr && culprit->flushed && culprit->flushed_by && // one that has trapped ends
      culprit->end.value <= seen_to)
    return "which has been discarded";
  switch (gap.why) {
  case Reason::fill:
    return came_before(chosen)        ? "and somebody has come to the stations"
           : !is_wanted(port, chosen) ? "and none of the first could use it"
                                      : "";
  case Reason::drain:
    return is_in(asked.again)          ? "and somebody is done again there"
           : comes_later(port, chosen) ? "and somebody uses it later"
                                       : "";
  case Reason::idle:
    return is_in(asked.waiting)         ? "and somebody could use it"
           : is_in(asked.coming)        ? "and somebody comes who uses it"
           : is_in(asked.again)         ? "and somebody is done again there"
           : is_in(asked.held_in_front) ? "and somebody held in the front end could use it"
                                        : "";
  case Reason::raw:
  case Reason::bypass:
    return problem_of_value(gap, port, chosen);
  case Reason::pairing:
    return is_in(asked.waiting) || waits_for_turn(gap, port, chosen) ? ""
                                                                     : "and nobody could use it";
  default:
    return is_in(asked.waiting) || (is_in_front(gap.why) && is_wanted(port, chosen)) ||
                   was_chosen_for_nothing(core_.plan().ports[port].lane, chosen)
               ? ""
               : "and nobody could use it";
  }
}

/// A port that no operation of the program could use is idle in every cycle, and for nothing else:
/// whatever is removed, nobody comes there.
void EmptyUnits::prove_unused() {
  std::uint32_t used = 0;
  for (std::uint32_t index = 0; index < core_.program().code.size(); ++index)
    for (const auto& parts : {core_.micro_ops_of(index), core_.micro_ops_of_pair(index)})
      for (const core::PlannedOp& part : parts)
        used |= part.ports;
  for (const OpRow& row : timeline_.rows) // code that the program has written, too
    used |= values_.ports_of(row);
  for (std::size_t port = 0; port < core_.plan().ports.size(); ++port) {
    if ((used >> port & 1U) != 0)
      continue;
    std::uint64_t idle = 0;
    for (const Gap& gap : timeline_.gaps)
      if (gap.lane == core_.plan().ports[port].lane && gap.cause.why == Reason::idle)
        idle += gap.end - gap.begin;
    ++proof_.unused;
    if (idle != timeline_.end_cycle - timeline_.first_cycle)
      proof_.problems.push_back(fmt::format("{} is never needed, and idle in {} of {} cycles",
                                            timeline_.lanes[core_.plan().ports[port].lane].name,
                                            idle, timeline_.end_cycle - timeline_.first_cycle));
  }
}

void EmptyUnits::prove() {
  prove_unused();
  const core::WindowPlan& plan = core_.plan();
  const OccupancyTable table =
      occupancy_table(timeline_, timeline_.first_cycle, timeline_.end_cycle);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::uint64_t cycle = timeline_.first_cycle.value + r;
    if (cycle <= lead_ + 1)
      continue;
    const Asked asked = asked_in(cycle - lead_);
    for (std::size_t port = 0; port < plan.ports.size(); ++port) {
      const LaneId lane = plan.ports[port].lane;
      const TableCell& cell = table.rows[r][lane];
      if (!cell.occupants.empty())
        continue;
      if (cell.gap.why == Reason::none) {
        proof_.problems.push_back(
            fmt::format("cycle {}: {} is empty for no reason", cycle, timeline_.lanes[lane].name));
        continue;
      }
      ++proof_.empty;
      const auto number = static_cast<unsigned>(port);
      std::string problem = problem_of(cell.gap, number, asked, cycle - lead_);
      if (problem.empty() && ((asked.waiting | asked.coming | asked.again) >> port & 1U) == 0)
        problem = problem_in_front(cell.gap, number, cycle - lead_);
      if (problem.empty() && was_chosen_for_nothing(lane, cycle - lead_))
        problem = problem_of_chosen(cell.gap, lane, cycle - lead_);
      else if (problem.empty())
        problem = (asked.waiting >> port & 1U) != 0
                      ? problem_of_waiting(cell.gap, number, cycle - lead_)
                      : problem_of_next(cell.gap, number, cycle - lead_);
      if (!problem.empty())
        proof_.problems.push_back(fmt::format("cycle {}: {} is empty for {}, {}", cycle,
                                              timeline_.lanes[lane].name, words(cell.gap),
                                              problem));
    }
  }
}

} // namespace

void prove_empty_units(const isa::Program& program, const Machine& machine,
                       const Timeline& timeline, Proof& proof) {
  prove_drain(timeline, proof);
  if (machine.dynamic)
    EmptyUnits(program, machine, timeline, proof).prove();
}

} // namespace stallscope::property

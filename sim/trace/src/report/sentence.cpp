#include "report/words.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// `with` and the culprit when there is one, `without` otherwise; "{}" stands for the culprit.
std::string by_culprit(const Cause& cause, const RunRecord& run, const char* with,
                       const char* without) {
  return cause.culprit ? fmt::format(fmt::runtime(with), instruction_ref(cause.culprit, run))
                       : std::string(without);
}

std::string of_size(unsigned entries) {
  return entries != 0 ? fmt::format(" of {}", entries) : std::string();
}

/// The limit that Reason::pairing means on a dynamically scheduled machine: the width of issue, or
/// of dispatch where issue has none.
std::string selected_words(const Cause& cause, const RunRecord& run) {
  const unsigned width = run.ledger.at(LedgerPoint::ports).width;
  const auto& lanes = run.timeline.lanes;
  const auto ports =
      std::count_if(lanes.begin(), lanes.end(), [](const Lane& l) { return l.is_unit; });
  if (width >= static_cast<std::size_t>(ports))
    return fmt::format("waits for its turn: no more than {} a cycle are dispatched",
                       run.ledger.at(LedgerPoint::issue).width);
  return fmt::format("waits for its turn: the scheduler selects {} a cycle", width) +
         by_culprit(cause, run, width == 1 ? ", in this one {}" : ", in this one {} and older ones",
                    "");
}

/// The name of a dynamically scheduled machine's result buses; Tomasulo's is the common data bus.
std::string bus_words(const Cause& cause, const RunRecord& run) {
  return (run.broadcasts_results ? "waits for a common data bus" : "waits for a result bus") +
         by_culprit(cause, run, ", taken by {}", "");
}

/// A scoreboard: an operation occupies its unit from issue to write. There are no stations, no
/// reorder buffer and no common data bus.
bool units_are_stations(const RunRecord& run) {
  const std::vector<Lane>& lanes = run.timeline.lanes;
  const auto unit =
      std::find_if(lanes.rbegin(), lanes.rend(), [](const Lane& lane) { return lane.is_unit; });
  return run.counts_micro_ops && !run.imported && !run.broadcasts_results &&
         std::none_of(lanes.rbegin(), unit, [](const Lane& lane) { return lane.is_queue; });
}

/// Store-to-load forwarding from a store whose address is known and whose data is not.
bool lacks_data(const Cause& cause, const RunRecord& run) {
  const OpRow* row = run.timeline.find(cause.culprit);
  return row != nullptr && run.legend.text(*row) == "store data";
}

/// A load behind a store of several micro-ops whose address is not known yet.
bool lacks_address(const Cause& cause, const RunRecord& run) {
  const OpRow* store = run.timeline.find(cause.culprit);
  const OpRow* data = run.timeline.find(OpId{cause.culprit.value + 1});
  return store != nullptr && data != nullptr && data->instruction == store->instruction &&
         data->part > store->part && run.legend.text(*data) == "store data";
}

std::string register_words(const Cause& cause, const RunRecord& run) {
  const std::string reg = register_of(cause, run);
  return reg.empty() ? "a register" : reg;
}

} // namespace

std::string sentence(const Cause& cause, const RunRecord& run) {
  switch (cause.why) {
  case Reason::none:
    return "is at work";
  case Reason::fill:
    if (run.training)
      return by_culprit(cause, run, "has not begun: the first activation comes when {} has ended",
                        "has not begun: nothing has arrived yet");
    return "the pipeline is filling: no instruction has reached this point yet";
  case Reason::drain:
    if (run.training)
      return by_culprit(cause, run, "has nothing left to do; {} ends last",
                        "has nothing left to do");
    return "the program has ended: nothing more to fetch";
  case Reason::raw:
    return "waits for " + register_words(cause, run) +
           by_culprit(cause, run, " from {}", ", which an earlier instruction has still to write");
  case Reason::war:
    return by_culprit(cause, run, "waits until {} has read ",
                      "waits until an earlier instruction has read ") +
           register_words(cause, run);
  case Reason::waw:
    return "waits to write " + register_words(cause, run) +
           by_culprit(cause, run, " after {}", " in program order");
  case Reason::unit_busy:
    return by_culprit(cause, run, "waits for the functional unit held by {}",
                      "waits for a free functional unit");
  case Reason::stage_full:
    return by_culprit(cause, run, "waits behind {}", "waits for room in the next stage");
  case Reason::read_port:
    return by_culprit(cause, run, "waits for a register read port, taken by {}",
                      "waits for a register read port");
  case Reason::write_port:
    if (run.counts_micro_ops && !run.imported)
      return bus_words(cause, run);
    return by_culprit(cause, run, "waits for a register write port, taken by {}",
                      "waits for a register write port");
  case Reason::memory_port:
    return by_culprit(cause, run, "waits for the memory port, taken by {}",
                      "waits for the memory port");
  case Reason::pairing:
    if (run.counts_micro_ops && !run.imported)
      return selected_words(cause, run);
    return by_culprit(cause, run, "must not issue in the same cycle as {}",
                      "must not issue together with the older instructions of this cycle");
  case Reason::not_pipelined:
    return by_culprit(cause, run,
                      "waits until {} has ended: this machine runs one instruction at a time",
                      "waits: this machine runs one instruction at a time");
  case Reason::latency:
    return by_culprit(cause, run, "waits until {} has executed",
                      "executes for more than one cycle");
  case Reason::memory_latency:
    return by_culprit(cause, run, "waits for the data access of {}", "waits for its data access");
  case Reason::fetch_latency:
    return by_culprit(cause, run, "waits for the fetch of {}", "waits for the instruction fetch");
  case Reason::icache_miss:
    return by_culprit(cause, run, "waits for the instruction cache, which misses for {}",
                      "waits for the instruction cache, which misses");
  case Reason::dcache_miss:
    return by_culprit(cause, run, "waits for the data cache, which misses for {}",
                      "waits for the data cache, which misses");
  case Reason::mispredict:
    return by_culprit(cause, run, "is lost to the misprediction of {}",
                      "is lost to a misprediction");
  case Reason::redirect:
    return by_culprit(cause, run, "waits for the target of {}",
                      "waits for the target of a taken branch");
  case Reason::fetch_group:
    return by_culprit(cause, run, "stays unused: fetch stopped behind {}",
                      "stays unused: fetch stopped at a group boundary");
  case Reason::exception:
    return by_culprit(cause, run, "waits for the trap of {} to be taken",
                      "waits for a trap to be taken");
  case Reason::serialising:
    return by_culprit(cause, run, "waits for {}, as one of the two must run alone",
                      "waits: it must run alone");
  case Reason::branches_full:
    return "waits for a free entry of the branch prediction queue" + of_size(run.queues.branches) +
           by_culprit(
               cause, run,
               run.queues.branches == 1 ? ", held by {}" : ", held by {} and those behind it", "");
  case Reason::queue_full:
    if (run.counts_micro_ops && !run.imported)
      return "waits for a free entry of the fetch queue" + of_size(run.queues.fetch) +
             by_culprit(cause, run, ", whose oldest is {}", "");
    return by_culprit(cause, run, "waits for a free queue entry, held by {}",
                      "waits for a free queue entry");
  case Reason::reorder_full:
    return by_culprit(cause, run,
                      "waits for a free entry of the reorder buffer, whose oldest is {}",
                      "waits for a free entry of the reorder buffer");
  case Reason::station_full:
    if (units_are_stations(run))
      return by_culprit(cause, run, "waits for a free unit, held by {}", "waits for a free unit");
    return by_culprit(cause, run, "waits for a free entry of a reservation station, held by {}",
                      "waits for a free entry of a reservation station");
  case Reason::load_full:
    return by_culprit(cause, run, "waits for a free entry of the load queue, behind {}",
                      "waits for a free entry of the load queue");
  case Reason::store_full:
    return by_culprit(cause, run, "waits for a free entry for its store, behind {}",
                      "waits for a free entry for its store");
  case Reason::buffer_full:
    return by_culprit(cause, run, "waits for a free entry of the store buffer, behind {}",
                      "waits for a free entry of the store buffer");
  case Reason::no_register:
    return by_culprit(cause, run, "waits for a free physical register, behind {}",
                      "waits for a free physical register");
  case Reason::bypass:
    return "waits for " + register_words(cause, run) +
           by_culprit(cause, run, ", which takes longer from the unit of {} to its own",
                      ", which takes longer from another unit to its own");
  case Reason::memory_order:
    if (lacks_data(cause, run))
      return by_culprit(cause, run, "waits for the value that {} will write to memory", "");
    if (lacks_address(cause, run))
      return by_culprit(cause, run, "waits until the address of {} is known", "");
    return by_culprit(cause, run, "waits for {}, an older access that has not ended",
                      "waits for an older access to memory");
  case Reason::control:
    return by_culprit(cause, run, "waits until {} is decided", "waits for a branch");
  case Reason::idle:
    return "has nothing to do: the instructions in flight use other units, or are on their way";
  case Reason::activation:
    return by_culprit(cause, run, "waits for the activation that {} computes",
                      "waits for an activation");
  case Reason::gradient:
    return by_culprit(cause, run, "waits for the gradient that {} computes",
                      "waits for a gradient");
  case Reason::transfer:
    return by_culprit(cause, run, "waits for the result of {}, which is on its way here",
                      "waits for a transfer");
  case Reason::link_busy:
    return by_culprit(cause, run, "waits for the link, which carries the result of {}",
                      "waits for the link");
  case Reason::order:
    return by_culprit(cause, run,
                      "waits for {}: the order of the device has what needs it next, "
                      "although something else could run",
                      "waits: the order of the device has something else next than what could run");
  case Reason::memory_limit:
    return by_culprit(cause, run, "waits for the memory that {} frees", "waits for free memory");
  case Reason::barrier:
    return by_culprit(cause, run, "waits at a barrier for {}", "waits at a barrier");
  case Reason::input:
    return by_culprit(cause, run, "waits for {}, which loads the samples",
                      "waits for samples that are not loaded yet");
  case Reason::launch:
    return by_culprit(cause, run, "waits until the host has launched it: {}",
                      "waits until the host has launched it");
  case Reason::data:
    return by_culprit(cause, run, "waits for what {} computes", "waits for a tensor");
  case Reason::event:
    return by_culprit(cause, run, "waits for the event behind {}, in another stream",
                      "waits for an event of another stream");
  case Reason::copy:
    return by_culprit(cause, run, "waits for {}, which is under way", "waits for a copy");
  case Reason::other:
    return (cause.reg == kNoRegister ? std::string("is held")
                                     : "is held (" + register_of(cause, run) + ")") +
           by_culprit(cause, run, " by {}", "");
  }
  return "";
}

namespace {

/// The first cycle of the stay in the front end in which an operation waits to be replayed, if that
/// stay covers `cycle`; kNever: it has none.
Cycle again_since(const Timeline& timeline, const OpRow& row, Cycle cycle) {
  Cycle since = kNever;
  Cycle end;
  for (const Span& span : timeline.spans_of(row)) {
    if (span.cause.why != Reason::memory_order || !timeline.lanes[span.lane].is_front)
      continue;
    since = since != kNever && end == span.begin ? since : span.begin;
    end = span.end;
    if (span.begin <= cycle && cycle < span.end)
      return since;
  }
  return kNever;
}

} // namespace

Replay replay_of(LaneId lane, const Cause& cause, Cycle cycle, const RunRecord& run) {
  const Timeline& timeline = run.timeline;
  if (cause.why != Reason::memory_order || lane >= timeline.lanes.size() ||
      !timeline.lanes[lane].is_front)
    return Replay::none;
  const OpRow* culprit = timeline.find(cause.culprit);
  if (culprit == nullptr)
    return Replay::unknown;
  if (again_since(timeline, *culprit, cycle) != kNever)
    return Replay::behind;
  // The load reaches its station before the operations behind it, which were replayed with it.
  for (const OpRow& row : timeline.rows)
    for (const Span& span : timeline.spans_of(row))
      if (span.lane == lane && span.cause == cause && span.begin <= cycle && cycle < span.end)
        return again_since(timeline, *culprit, again_since(timeline, row, cycle)) != kNever
                   ? Replay::behind
                   : Replay::itself;
  return Replay::itself;
}

std::optional<std::string> replay_sentence(LaneId lane, const Cause& cause, Cycle cycle,
                                           const RunRecord& run) {
  switch (replay_of(lane, cause, cycle, run)) {
  case Replay::none:
    break;
  case Replay::unknown:
    return "is replayed, as it or an older load has read too early";
  case Replay::behind:
    return fmt::format("is replayed behind {}, which has read too early",
                       instruction_ref(cause.culprit, run));
  case Replay::itself:
    return fmt::format("has read before {}, which is older and writes there, and is replayed",
                       instruction_ref(cause.culprit, run));
  }
  return std::nullopt;
}

namespace {

/// The cycle in which an operation last entered a station, up to a cycle; kNever: it has not.
Cycle dispatched_at(const Timeline& timeline, OpId op, Cycle last) {
  Cycle found = kNever;
  const OpRow* row = timeline.find(op);
  bool in_front = true;
  if (row != nullptr)
    for (const Span& span : timeline.spans_of(*row)) {
      const bool front = timeline.lanes[span.lane].is_front;
      if (in_front && !front && span.begin <= last)
        found = span.begin;
      in_front = front;
    }
  return found;
}

/// The cycle in which the result of an operation was broadcast; kNever: it is not in the record.
Cycle written_at(const Timeline& timeline, OpId op) {
  const OpRow* row = timeline.find(op);
  const auto unit = std::find_if(timeline.lanes.rbegin(), timeline.lanes.rend(),
                                 [](const Lane& lane) { return lane.is_unit; });
  const auto behind = static_cast<std::size_t>(timeline.lanes.rend() - unit);
  if (row != nullptr)
    for (const Span& span : timeline.spans_of(*row))
      if (span.lane >= behind)
        return span.begin;
  return kNever;
}

} // namespace

std::string storage_words(const Arrow& arrow, const RunRecord& run) {
  if (!run.broadcasts_results)
    return "through the register file";
  const auto& lanes = run.timeline.lanes;
  const auto unit =
      std::find_if(lanes.rbegin(), lanes.rend(), [](const Lane& l) { return l.is_unit; });
  const bool has_reorder_buffer = // a lane for operations that have executed and not retired
      std::any_of(lanes.rbegin(), unit, [](const Lane& l) { return l.is_queue; });
  const Cycle dispatched = dispatched_at(run.timeline, arrow.consumer, arrow.cycle);
  const Cycle written = written_at(run.timeline, arrow.producer);
  return dispatched != kNever && written != kNever && written < dispatched
             ? has_reorder_buffer ? "from the reorder buffer" : "from the register file"
             : "from the common data bus";
}

std::string sentence_about(OpId subject, const Cause& cause, const RunRecord& run) {
  Cause about = cause;
  if (about.culprit == subject)
    about.culprit = kNoOp;
  return sentence(about, run);
}

std::string fetch_sentence(const Cause& cause, const RunRecord& run) {
  switch (cause.why) {
  case Reason::fetch_group:
    return by_culprit(cause, run, "fetch stopped behind {} in this cycle",
                      "fetch stopped at a group boundary in this cycle");
  case Reason::mispredict:
    return by_culprit(cause, run, "fetch was on the wrong path behind {}",
                      "fetch was on the wrong path");
  case Reason::memory_port:
  case Reason::fetch_latency:
  case Reason::icache_miss:
  case Reason::redirect:
  case Reason::not_pipelined:
  case Reason::exception:
  case Reason::control:
  case Reason::branches_full:
    return "fetch " + sentence(cause, run);
  case Reason::queue_full:
    if (run.counts_micro_ops)
      return "fetch " + sentence(cause, run);
    [[fallthrough]];
  case Reason::none:
  case Reason::fill: // their texts are not predicates
  case Reason::drain:
    return sentence(cause, run);
  case Reason::idle:
    return "the instructions in flight use other units";
  default:
    return "an older instruction " + sentence(cause, run);
  }
}

std::string instruction_ref(OpId op, const RunRecord& run) {
  const std::string& text = op_text(op, run);
  if (run.training) // named in the text already
    return text.empty() ? fmt::format("operation {}", op.value) : text;
  const char* what = run.counts_micro_ops ? "micro-op" : "instruction";
  return text.empty() ? fmt::format("{} {}", what, run.number(op))
                      : fmt::format("{} {} ({})", what, run.number(op), text);
}

std::string cell_sentence(Cycle cycle, const std::string& lane, const Occupant& occupant,
                          const RunRecord& run) {
  const std::vector<Lane>& lanes = run.timeline.lanes;
  const auto at = std::find_if(lanes.begin(), lanes.end(),
                               [&lane](const Lane& candidate) { return candidate.name == lane; });
  const std::optional<std::string> replayed =
      replay_sentence(static_cast<LaneId>(at - lanes.begin()), occupant.cause, cycle, run);
  if (run.training)
    return fmt::format("tick {}, {}: {} {}", cycle.value, lane,
                       run.legend.text(occupant.instruction),
                       sentence_about(occupant.op, occupant.cause, run));
  return fmt::format("cycle {}, {}: {} {} {}{}", cycle.value, lane, run.number(occupant.op),
                     run.legend.text(occupant.instruction),
                     replayed ? *replayed : sentence_about(occupant.op, occupant.cause, run),
                     occupant.wrong_path ? " (wrong path)" : "");
}

std::string gap_words(Cycle cycle, const std::string& lane, const TableCell& cell,
                      const RunRecord& run) {
  const std::vector<Lane>& lanes = run.timeline.lanes;
  const auto at = std::find_if(lanes.begin(), lanes.end(),
                               [&lane](const Lane& candidate) { return candidate.name == lane; });
  return run.training || at == lanes.end()
             ? sentence(cell.gap, run)
             : empty_sentence(static_cast<LaneId>(at - lanes.begin()), cell.gap, cycle, run,
                              !cell.occupants.empty());
}

std::string gap_sentence(Cycle cycle, const std::string& lane, const TableCell& cell,
                         const RunRecord& run) {
  const char* const time = run.terms().time;
  if (cell.gap.why == Reason::none)
    return fmt::format("{} {}, {}: empty", time, cycle.value, lane);
  return fmt::format("{} {}, {}: {}; {}", time, cycle.value, lane,
                     cell.occupants.empty() ? "empty" : "not full",
                     gap_words(cycle, lane, cell, run));
}

} // namespace stallscope::trace

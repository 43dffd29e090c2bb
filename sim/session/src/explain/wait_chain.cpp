#include "explain/wait_chain.hpp"

#include "core/counterfactual.hpp"
#include "core/out_of_order/waits.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace stallscope::session {

using core::WindowOp;

namespace {

const Span* span_in(const Timeline& timeline, const OpRow& row, Cycle cycle) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin <= cycle && cycle < span.end)
      return &span;
  return nullptr;
}

/// "until cycle 9": the end of the link's present action, unless the operation is squashed earlier.
std::string until(const ChainLink& link, Cycle last) {
  return link.discarded ? fmt::format("until it is discarded in cycle {}", link.end.value)
                        : fmt::format("until cycle {}", last.value);
}

/// "micro-op 9 (add $t1, $s1, $t0)"
std::string named(OpId op, const trace::RunRecord& run) {
  const OpRow* row = run.timeline.find(op);
  return row != nullptr ? fmt::format("micro-op {} ({})", run.number(op), micro_op_text(run, *row))
                        : fmt::format("micro-op {}", run.number(op));
}

} // namespace

std::string micro_op_text(const trace::RunRecord& run, const OpRow& row) {
  return row.part == 0
             ? run.legend.text(row)
             : fmt::format("{}: {}", run.legend.text(row.instruction), run.legend.text(row));
}

WaitChains::WaitChains(const isa::Program& program, const machine::Machine& machine,
                       const RunOptions& options)
    : program_(program), machine_(machine), options_(options) {}

void WaitChains::go_to(std::uint64_t cycle) {
  if (simulation_ == nullptr || simulation_->cycle() > cycle) {
    nowhere_ = std::make_unique<CollectingSink>(nullptr, false);
    simulation_ = Simulation::of(program_, machine_,
                                 isa::Environment{.input = options_.input,
                                                  .output = nowhere_.get(),
                                                  .input_source = options_.input_source});
  }
  constexpr std::uint64_t kAskEvery = 65'536;
  while (simulation_->cycle() < cycle && !simulation_->stopped()) {
    simulation_->run(std::min(cycle, simulation_->cycle() + kAskEvery));
    if (options_.progress && !options_.progress({simulation_->cycle(), simulation_->retired(), 0}))
      return;
  }
}

const WindowOp* WaitChains::find(OpId op) const {
  const core::OutOfOrderState& state = *simulation_->out_of_order_state();
  for (std::uint64_t at = state.rob.oldest; at < state.rob.end; ++at)
    if (const WindowOp& found = state.at(at); found.id == op)
      return &found;
  return nullptr;
}

/// A result without delays is not examined again until it retires.
bool WaitChains::has_written(const WindowOp& op) const {
  return op.progress == core::Progress::written ||
         (op.progress == core::Progress::timed && op.written_at <= simulation_->cycle());
}

WaitChains::Turn WaitChains::turn_of(const OpRow& row, const Span& span, Cycle cycle) {
  go_to(cycle.value);
  const WindowOp* op = simulation_->cycle() == cycle.value ? find(row.op) : nullptr;
  if (op == nullptr)
    return {};
  const core::OutOfOrderState& state = *simulation_->out_of_order_state();
  const core::WindowPlan& plan = simulation_->out_of_order_core()->plan();
  if (op->progress == core::Progress::fetched) {
    if (op->arrives_at > state.cycle)
      return {true, {}};
    const OpId first = state.at(state.rob.undispatched).id;
    return {false, first < row.op ? first : kNoOp};
  }
  const bool is_done = machine_.dynamic->speculates() && span.lane == plan.done_lane;
  return {false, is_done && !op->wrong_path ? retires_behind(row.op) : kNoOp};
}

/// The oldest of the older micro-ops without a result; kNoOp: all have one.
OpId WaitChains::retires_behind(OpId op) const {
  const core::OutOfOrderState& state = *simulation_->out_of_order_state();
  for (std::uint64_t at = state.rob.oldest; at < state.rob.end && state.at(at).id < op; ++at)
    if (!has_written(state.at(at)))
      return state.at(at).id;
  return kNoOp;
}

Cause behind_obstacle(const Simulation& before, OpId op, const Cause& cause) {
  const auto second = [&](const auto& core, const auto& state) {
    const auto without = core::outlook_without(core, state, op, cause);
    return without && !without->moves ? without->cause : Cause{};
  };
  return before.out_of_order_state() != nullptr
             ? second(*before.out_of_order_core(), *before.out_of_order_state())
             : second(*before.in_order_core(), *before.in_order_state());
}

Cause WaitChains::behind(const OpRow& row, const Cause& cause, Cycle cycle) {
  go_to(cycle.value - 1);
  if (simulation_->cycle() != cycle.value - 1)
    return {}; // interrupted
  return behind_obstacle(*simulation_, row.op, cause);
}

std::string WaitChains::work_of(OpId id, Cycle cycle) {
  go_to(cycle.value);
  const core::InOrderState* const state = simulation_->in_order_state();
  if (state == nullptr || simulation_->cycle() != cycle.value)
    return {};
  const auto op = std::find_if(state->ops.begin(), state->ops.end(),
                               [id](const core::InFlightOp& one) { return one.id == id; });
  if (op == state->ops.end())
    return {};
  const core::PlanLane& there = simulation_->in_order_core()->plan().lanes[op->lane];
  if (op->lane == 0)
    return op->cache_miss ? "misses the instruction cache" : "is fetched";
  if (!there.accesses_memory || !isa::is_memory(op->op_class))
    return {};
  if (op->access_refused)
    return "has its access refused by the data cache";
  return op->accessed && op->cache_miss ? "misses the data cache" : "accesses memory";
}

std::vector<ChainLink> WaitChains::of(const trace::RunRecord& run, const OpRow& row, Cycle cycle) {
  go_to(cycle.value);
  std::vector<ChainLink> chain;
  if (simulation_->cycle() != cycle.value)
    return chain; // interrupted
  for (const OpRow* at = &row; at != nullptr;) {
    const Span* span = span_in(run.timeline, *at, cycle);
    if (span == nullptr)
      break; // the operation has left the machine
    ChainLink& link = chain.emplace_back();
    link.op = at->op;
    link.number = run.number(at->op);
    link.instruction = micro_op_text(run, *at);
    const Stretch stretch = stretch_at(run.timeline, *at, *span);
    link.discarded = at->flushed && stretch.span.end == at->end;
    if (const auto replayed = trace::replay_sentence(span->lane, span->cause, cycle, run))
      describe_replayed(link, run, stretch.span, *replayed, cycle);
    else
      describe(link, run, *at, stretch);
    if (const OpRow* other = run.timeline.find(link.waits_for);
        link.waits_for && (other == nullptr || span_in(run.timeline, *other, cycle) == nullptr))
      describe_departed(link);
    const bool seen = std::any_of(chain.begin(), chain.end(), [&](const ChainLink& earlier) {
      return earlier.op == link.waits_for;
    });
    at = link.waits_for && !seen ? run.timeline.find(link.waits_for) : nullptr;
  }
  return chain;
}

void WaitChains::describe(ChainLink& link, const trace::RunRecord& run, const OpRow& row,
                          const Stretch& stretch) const {
  const Span& span = stretch.span;
  const auto ending = [&](const std::string& going) {
    return ending_words(run, row, stretch, going, "");
  };
  const core::WindowPlan& plan = simulation_->out_of_order_core()->plan();
  link.lane = run.timeline.lanes[span.lane].name;
  link.cause = span.cause;
  link.end = span.end;
  if (span.cause.why != Reason::none)
    return describe_waiting(link, run);
  if (span.lane == plan.fetch_lane || span.lane == plan.front_lane)
    return describe_front(link, run,
                          ending(stretch.next != nullptr && stretch.next->lane == plan.front_lane
                                     ? "goes to " + run.timeline.lanes[plan.front_lane].name
                                     : "is dispatched"));
  if (run.timeline.lanes[span.lane].is_lead)
    return describe_reading(link, ending("goes to " + unit_of(link.op)));
  if (run.timeline.lanes[span.lane].is_unit)
    return describe_execution(link, run,
                              ending_of(run.timeline, row, stretch) == StretchEnd::replayed);
  if (span.lane == plan.write_lane)
    link.sentence = "writes its result";
  else if (machine_.dynamic->speculates() && span.lane == plan.done_lane)
    describe_done(link, run);
  else if (machine_.dynamic->speculates() && span.lane == plan.retire_lane)
    link.sentence = "retires";
  else
    describe_entry(
        link, run,
        ending_of(run.timeline, row, stretch) == StretchEnd::stalled_again ? "; " : " and ",
        ending(machine_.dynamic->release != machine::EntryRelease::write ? "leaves " + link.lane
               : stretch.next != nullptr && run.timeline.lanes[stretch.next->lane].is_lead
                   ? std::string("reads its operands") // the operation keeps its station entry
                   : std::string("begins to execute")));
}

/// Replay: the operation passes through the front end again. The load that read too early waits for
/// no other operation.
void WaitChains::describe_replayed(ChainLink& link, const trace::RunRecord& run, const Span& span,
                                   const std::string& sentence, Cycle cycle) const {
  link.lane = run.timeline.lanes[span.lane].name;
  link.cause = span.cause;
  link.end = span.end;
  link.sentence = sentence;
  const OpRow* culprit = run.timeline.find(span.cause.culprit);
  const Span* there = culprit != nullptr ? span_in(run.timeline, *culprit, cycle) : nullptr;
  if (there != nullptr && run.timeline.lanes[there->lane].is_front)
    link.waits_for = span.cause.culprit;
}

/// The culprit has left the pipeline: a retired store that waits for its cache line is the root of
/// the chain.
void WaitChains::describe_departed(ChainLink& link) const {
  const core::OutOfOrderState& state = *simulation_->out_of_order_state();
  for (std::uint64_t at = state.store_buffer.oldest; at < state.store_buffer.end; ++at)
    if (state.store_buffer.at(at).id == link.waits_for) {
      link.sentence += kNotInCache;
      link.waits_for_cache = true;
      return;
    }
  link.waits_for = kNoOp;
}

/// A micro-op in a station that is not held in this cycle: it was dispatched in this cycle, or can
/// issue at its end.
void WaitChains::describe_entry(ChainLink& link, const trace::RunRecord& run,
                                std::string_view joint, const std::string& ending) const {
  const WindowOp* op = find(link.op);
  const Cause cause = op == nullptr ? Cause{}
                                    : core::wait_of(*simulation_->out_of_order_core(),
                                                    *simulation_->out_of_order_state(), *op);
  if (cause.why == Reason::none) {
    link.sentence = fmt::format("has what it needs{}{}", joint, ending);
    return;
  }
  link.waits_for = cause.culprit;
  link.sentence =
      fmt::format("has come to {}, where it {}", link.lane, trace::sentence(cause, run));
}

void WaitChains::describe_waiting(ChainLink& link, const trace::RunRecord& run) const {
  Cause cause = link.cause;
  if (cause.culprit == link.op)
    cause.culprit = kNoOp;
  link.waits_for = cause.culprit;
  link.sentence = trace::sentence(cause, run);
  // Operands of a load, or of a store-address micro-op, are operands of the address.
  constexpr std::string_view kWaitsFor = "waits for ";
  const std::size_t behind = link.sentence.find(" from ");
  if (const WindowOp* op = find(link.op);
      op != nullptr && cause.why == Reason::raw && behind != std::string::npos &&
      (op->planned->is_load || (op->planned->writes_address && !op->planned->writes_data))) {
    link.sentence.insert(behind, ")");
    link.sentence.insert(kWaitsFor.size(), "its address (");
  }
}

/// Describes a micro-op that waits for dispatch, which is in program order.
void WaitChains::describe_front(ChainLink& link, const trace::RunRecord& run,
                                const std::string& ending) const {
  const core::OutOfOrderState& state = *simulation_->out_of_order_state();
  const WindowOp* op = find(link.op);
  const OpId first =
      state.rob.undispatched < state.rob.end ? state.at(state.rob.undispatched).id : kNoOp;
  if (op == nullptr || op->progress != core::Progress::fetched) {
    link.sentence = "is dispatched";
  } else if (op->arrives_at <= state.cycle && first && first < link.op) {
    link.waits_for = first;
    link.sentence = fmt::format("stands in the front end behind {}", named(first, run));
  } else if (op->arrives_at > state.cycle &&
             (op->arrives_at > state.cycle + 1 || link.end.value > op->arrives_at)) {
    link.sentence = "is on its way through the front end " + until(link, Cycle{op->arrives_at - 1});
  } else {
    link.sentence = ending;
  }
}

void WaitChains::describe_reading(ChainLink& link, const std::string& ending) const {
  link.sentence = "reads its operands and " + ending;
}

/// The name of an operation's next lane.
std::string WaitChains::unit_of(OpId id) const {
  const WindowOp* op = find(id);
  return op == nullptr
             ? "a unit"
             : simulation_->lanes()[simulation_->out_of_order_core()->plan().ports[op->port].lane]
                   .name;
}

/// The store in the store queue or the store buffer whose value a load has; kNoOp: the load has
/// read the cache, or the store has been written to the cache since.
OpId WaitChains::forwards_to(const WindowOp& load) const {
  if (!load.planned->is_load || !load.forwarded)
    return kNoOp;
  if (load.store.writer)
    return load.store.writer;
  const core::BufferedStore* const store =
      simulation_->out_of_order_state()->store_buffer.youngest_overlapping(load);
  return store != nullptr ? store->id : kNoOp;
}

void WaitChains::describe_execution(ChainLink& link, const trace::RunRecord& run,
                                    bool replayed) const {
  const WindowOp* op = find(link.op);
  const std::string to_end =
      replayed ? fmt::format("until it is thrown back in cycle {}", link.end.value)
               : until(link, Cycle{link.end.value - 1});
  if (op != nullptr && op->planned->is_load && op->cache_miss)
    link.sentence = fmt::format("misses the cache {}", to_end);
  else if (const OpId store = op != nullptr ? forwards_to(*op) : kNoOp)
    link.sentence = fmt::format("takes its value from {}, {}", named(store, run), to_end);
  else
    link.sentence = fmt::format("executes in {} {}", link.lane, to_end);
}

/// Describes a micro-op that waits for retirement, which is in program order.
void WaitChains::describe_done(ChainLink& link, const trace::RunRecord& run) const {
  if (const WindowOp* op = find(link.op); op != nullptr && op->wrong_path) {
    link.sentence = "is done, but lies on a wrong path: it never retires";
    return;
  }
  link.waits_for = retires_behind(link.op);
  link.sentence = link.waits_for
                      ? fmt::format("is done and retires behind {}", named(link.waits_for, run))
                      : fmt::format("is done and retires in cycle {}", link.end.value);
}

} // namespace stallscope::session

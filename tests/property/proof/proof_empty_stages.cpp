// Why stages and units of in-order pipelines stand empty.

#include "core/counterfactual.hpp"
#include "property/proof/proof_in_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace stallscope::property {

using core::InOrderCore;
using core::InOrderState;
using core::PipelinePlan;

namespace {

std::string cause_words(const Cause& cause) {
  return fmt::format("{} r{} #{}", info(cause.why).name, cause.reg, cause.culprit.value);
}

/// Cycles in which an operation executes in its unit; those of an access are not known.
unsigned cycles_in_unit(const PipelinePlan& plan, const core::InFlightOp& op) {
  const auto op_class = static_cast<std::size_t>(op.op_class);
  const core::PlanLane& first = plan.lanes[plan.first_lane_of[op_class]];
  return first.is_last_step
             ? plan.latency_of[op_class] + op.operand_cycles
             : plan.unit_last_lane[first.unit] - plan.unit_first_lane[first.unit] + 1U;
}

/// Whether the empty slots of the stage behind the units come from the last step of one of them, or
/// from the first in line to be issued, who would have come out of his unit by the next cycle, had
/// he been issued as soon as he stood there; when nobody stood there, from the issue stage.
bool is_carried_from_units(const InOrderCore& core, const InOrderState& state, const Cause& gap) {
  const PipelinePlan& plan = core.plan();
  for (const std::uint8_t lane : plan.unit_last_lane)
    if (state.lanes[lane].count < plan.lanes[lane].slots && state.gaps[lane] == gap)
      return true;
  const core::LaneContent& line = state.lanes[plan.front_count - 1];
  if (line.count == 0 || state.ops[line.slots[0]].ready_at >= state.cycle)
    return state.issue_gap == gap;
  const core::InFlightOp& first = state.ops[line.slots[0]];
  return first.held && core::own_cause(first) == gap &&
         first.ready_at + cycles_in_unit(plan, first) < state.cycle + 1;
}

/// Nobody who stood in line to be issued would have come out of a unit of one cycle that had room.
bool is_idle_behind_units(const InOrderCore& core, const InOrderState& state) {
  const PipelinePlan& plan = core.plan();
  const core::LaneContent& line = state.lanes[plan.front_count - 1];
  return std::none_of(line.slots.begin(), line.slots.begin() + line.count, [&](std::uint8_t slot) {
    const core::InFlightOp& op = state.ops[slot];
    const std::uint8_t lane = plan.first_lane_of[static_cast<std::size_t>(op.op_class)];
    return op.entered_at < state.cycle && cycles_in_unit(plan, op) == 1 &&
           !plan.lanes[lane].accesses_memory && state.lanes[lane].count < plan.lanes[lane].slots;
  });
}

/// Whether the empty slots come from the lane in front, which had them a cycle earlier.
bool is_carried(const InOrderCore& core, const InOrderState& state, unsigned lane,
                const Cause& gap) {
  const PipelinePlan& plan = core.plan();
  const bool first_step = plan.lanes[lane].is_unit && plan.lanes[lane].step == 0;
  if (lane == 0)
    return false;
  if (lane == plan.first_back && !plan.lanes[lane].is_unit)
    return is_carried_from_units(core, state, gap);
  const unsigned from = first_step ? plan.front_count - 1 : lane - 1;
  return state.lanes[from].count < plan.lanes[from].slots && state.gaps[from] == gap;
}

/// Behind the redirect of this cycle slots stay empty, for as long as it takes to fill them.
bool is_flushed(const InOrderState& state, const Cause& gap) {
  return state.fetch.redirect.pending &&
         ((gap.why == Reason::mispredict || gap.why == Reason::redirect)
              ? gap.culprit == state.fetch.redirect.branch
              : gap.why == Reason::drain);
}

/// The first operation that could have come into a lane in the cycle of the state and has not.
const core::InFlightOp* first_left(const InOrderCore& core, const InOrderState& state,
                                   unsigned lane, const Cause& gap) {
  const PipelinePlan& plan = core.plan();
  const core::InFlightOp* first = nullptr;
  // A stage is left in the order in which it was entered, the units oldest first.
  const auto look_in = [&](unsigned from, const auto& could_come) {
    const bool is_unit = plan.lanes[from].is_unit;
    for (unsigned i = 0; i < state.lanes[from].count; ++i)
      if (const core::InFlightOp& op = state.ops[state.lanes[from].slots[i]];
          could_come(op) && (first == nullptr || (is_unit && op.id < first->id)))
        first = &op;
  };
  const bool takes_from_units = lane == plan.first_back && !plan.lanes[lane].is_unit;
  const auto units = state.occupied.between(plan.front_count, plan.first_back);
  for (const unsigned unit : units) // who is done
    if (takes_from_units && plan.lanes[unit].is_last_step)
      look_in(unit, [&](const core::InFlightOp& op) { return op.ready_at < state.cycle; });
  for (const unsigned unit : units)
    if (takes_from_units && (first == nullptr || !first->held))
      look_in(unit, [&](const core::InFlightOp& op) {
        return op.issued_at < state.cycle && op.id == gap.culprit;
      });
  const bool is_issued_to = plan.lanes[lane].is_unit && plan.lanes[lane].step == 0;
  if (!takes_from_units) // nobody is fetched beside who is still in the fetch stage
    look_in(is_issued_to ? plan.front_count - 1 : std::max(lane, 1U) - 1,
            [&](const core::InFlightOp& op) { return op.entered_at < state.cycle; });
  return first;
}

/// The operation behind which another one stands in the end.
const core::InFlightOp* root_of(const InOrderState& state, const core::InFlightOp* op) {
  while (op->held && op->behind)
    for (const core::InFlightOp& other : state.ops)
      if (other.id == op->behind) {
        op = &other;
        break;
      }
  return op;
}

/// What is said of an operation that is still at work, of the reasons of that kind.
Cause work_of(const core::InFlightOp& op, Reason why) {
  switch (why) {
  case Reason::latency:
  case Reason::memory_latency:
  case Reason::fetch_latency:
  case Reason::icache_miss:
  case Reason::dcache_miss:
    return {why, kNoRegister, op.id};
  case Reason::memory_port: // it is refused
    return op.access_refused ? Cause{why, kNoRegister, op.id} : Cause{};
  default:
    return {};
  }
}

/// The fetch stage has room left, and nothing that stands in it is why: what is wrong with that.
std::optional<std::string> fetch_problem(const InOrderCore& core, const InOrderState& state,
                                         const InOrderState& next, const Cause& cause,
                                         Proof& proof) {
  for (unsigned i = 0; i < next.lanes[0].count; ++i) // behind what has been fetched in this cycle
    if (const core::InFlightOp& op = next.ops[next.lanes[0].slots[i]];
        op.id == cause.culprit && op.entered_at == next.cycle &&
        (op.is_control || cause.why == Reason::fetch_group))
      return std::nullopt;
  if (cause.why == Reason::fetch_group)
    return "and that is not fetched in it";
  auto without = std::make_unique<InOrderState>(state);
  if (!core::remove_fetch_obstacle(*without, cause)) {
    ++proof.unproven_cells[static_cast<std::size_t>(cause.why)];
    return std::nullopt;
  }
  ++proof.filled;
  Cause other;
  const unsigned count = core::outlook(core, *without, 0, other);
  // Not the end of the wrong path; on bare metal a handler may follow.
  if (count <= next.lanes[0].count && other.why == Reason::drain && !state.speculation.active &&
      core.program().platform != isa::Platform::bare_metal)
    return "and there the program has ended";
  return count <= next.lanes[0].count && other == cause
             ? std::optional<std::string>("without that nothing is fetched")
             : std::nullopt;
}

/// The first of those in line to be issued that needs a unit; nullptr: none does, it is idle.
const core::InFlightOp* needs(const InOrderCore& core, const InOrderState& state, unsigned lane) {
  const PipelinePlan& plan = core.plan();
  const core::LaneContent& front = state.lanes[plan.front_count - 1];
  for (unsigned i = 0; i < front.count; ++i)
    if (const core::InFlightOp& op = state.ops[front.slots[i]];
        op.entered_at < state.cycle &&
        plan.first_lane_of[static_cast<std::size_t>(op.op_class)] == lane)
      return &op;
  return nullptr;
}

/// A unit has room for one that stands beside the next to be issued, behind it: what is wrong with
/// what is said of that; nullopt: nothing.
std::optional<std::string> problem_beside(const InOrderCore& core, const InOrderState& state,
                                          const core::InFlightOp& op, const Cause& gap,
                                          Proof& proof) {
  const Cause own = op.held ? core::own_cause(op) : work_of(op, gap.why);
  if (!(own == gap))
    return fmt::format("and #{}, which needs it, waits for {}", op.id.value, cause_words(own));
  auto without = std::make_unique<InOrderState>(state);
  if (!core::remove_obstacle(core, *without, op.id, gap)) {
    ++proof.unproven_cells[static_cast<std::size_t>(gap.why)];
    return std::nullopt;
  }
  ++proof.filled;
  const core::Outlook alone = core::outlook(core, *without, op.id);
  return !alone.moves && alone.cause == gap
             ? std::optional(fmt::format("without that #{} stays for the same", op.id.value))
             : std::nullopt;
}

/// The first that needs a unit was held for the same in the cycle before, in the stage in front of
/// the last one in front of the units: else it would be there.
bool was_held_before(const InOrderCore& core, const InOrderState& before, unsigned lane,
                     const Cause& gap) {
  const PipelinePlan& plan = core.plan();
  if (plan.front_count < 2 || !plan.lanes[lane].is_unit || plan.lanes[lane].step != 0)
    return false;
  const core::LaneContent& front = before.lanes[plan.front_count - 2];
  for (unsigned i = 0; i < front.count; ++i)
    if (const core::InFlightOp& op = before.ops[front.slots[i]];
        op.held && plan.first_lane_of[static_cast<std::size_t>(op.op_class)] == lane)
      return core::own_cause(op) == gap;
  return false;
}

/// The class of what is issued next on the right path; none: the program ends there.
std::optional<isa::OpClass> next_class(const InOrderCore& core, const InOrderState& state) {
  for (unsigned lane = core.plan().front_count; lane-- > 0;)
    for (unsigned i = 0; i < state.lanes[lane].count; ++i)
      if (const core::InFlightOp& op = state.ops[state.lanes[lane].slots[i]]; !op.wrong_path)
        return op.op_class;
  const std::uint32_t index = isa::index_at(core.program(), state.arch, core::right_path_pc(state));
  return index != isa::kNoIndex ? std::optional(core.program().instruction(index).op_class)
                                : std::nullopt;
}

/// Beside one that is issued in the state's cycle the rules forbid whatever comes next.
bool is_forbidden_beside(const InOrderCore& core, const InOrderState& state, const Cause& gap) {
  const auto next = next_class(core, state);
  if (gap.why != Reason::pairing || !next)
    return false;
  const machine::Machine& machine = core.machine();
  return std::any_of(state.ops.begin(), state.ops.end(), [&](const core::InFlightOp& op) {
    const auto first = static_cast<std::size_t>(op.op_class);
    const auto second = static_cast<std::size_t>(*next);
    return op.id == gap.culprit && op.issued_at == state.cycle &&
           (std::any_of(machine.pairing_bans.begin(), machine.pairing_bans.end(),
                        [&](const auto& ban) { return ban.first[first] && ban.second[second]; }) ||
            std::any_of(
                machine.pairing_limits.begin(), machine.pairing_limits.end(),
                [&](const auto& limit) { return limit.classes[first] && limit.classes[second]; }));
  });
}

/// The first instruction of a run needs a unit when that is being filled, and some instruction of
/// the program when it is empty for its end.
bool is_needed(const InOrderCore& core, const Timeline& timeline, LaneId lane, Reason why) {
  const PipelinePlan& plan = core.plan();
  const auto needs_it = [&](const isa::Instruction& instruction) {
    return plan.unit_of[static_cast<std::size_t>(instruction.op_class)] == plan.lanes[lane].unit;
  };
  const isa::Program& program = core.program();
  if (!plan.lanes[lane].is_unit || timeline.rows.empty())
    return true;
  return why == Reason::fill
             ? needs_it(program.instruction(timeline.rows.front().instruction.value))
             : std::any_of(program.code.begin(), program.code.end(), needs_it);
}

/// No operation of the program comes behind the end, and none is past a lane in the beginning.
bool is_edge(const InOrderCore& core, const Timeline& timeline, LaneId lane, std::uint64_t cycle,
             Reason why) {
  return is_needed(core, timeline, lane, why) &&
         std::none_of(timeline.rows.begin(), timeline.rows.end(), [&](const OpRow& row) {
           const auto spans = timeline.spans_of(row);
           bool found = false; // that it enters the lane
           for (std::size_t i = 0; i < spans.size(); ++i)
             found |= spans[i].lane == lane && (i == 0 || spans[i - 1].lane != lane) &&
                      (why == Reason::fill ? spans[i].begin.value < cycle
                                           : spans[i].begin.value > cycle);
           return !row.flushed && found;
         });
}

/// Behind the root stands another one, up to `left`, that may need the same once the root has it.
bool has_follower(const InOrderState& state, const core::InFlightOp& root,
                  const core::InFlightOp& left) {
  const core::LaneContent& content = state.lanes[root.lane];
  return std::any_of(content.slots.begin(), content.slots.begin() + content.count,
                     [&](std::uint8_t slot) {
                       const OpId id = state.ops[slot].id;
                       return root.id < id && id < left.id;
                     });
}

/// A gap that is there because something waits: what waits is found, and comes when its obstacle is
/// removed. Otherwise the problem.
std::optional<std::string> waiting_problem(const InOrderCore& core, const InOrderState& state,
                                           const InOrderState& next, const Gap& gap, Proof& proof) {
  const Reason why = gap.cause.why;
  const core::InFlightOp* const left = first_left(core, next, gap.lane, gap.cause);
  const bool works = left != nullptr && gap.cause == work_of(*left, why);
  const core::InFlightOp* const root = left == nullptr || works ? left : root_of(next, left);
  // A fetch stage can have room beside what waits there.
  const bool waits = works || (root != nullptr && root->held && root->cause == gap.cause);
  if (gap.lane == 0 && !waits)
    return fetch_problem(core, state, next, gap.cause, proof);
  if (!waits)
    return "and nothing waits so that could come";
  auto without = std::make_unique<InOrderState>(state);
  if (!core::remove_obstacle(core, *without, root->id, gap.cause)) {
    ++proof.unproven_cells[static_cast<std::size_t>(why)];
    return std::nullopt;
  }
  if (why == Reason::raw) // others may wait for the same value
    for (const core::InFlightOp& other : state.ops)
      if (other.id && other.id != root->id)
        core::remove_obstacle(core, *without, other.id, gap.cause);
  ++proof.filled;
  const core::Outlook alone = core::outlook(core, *without, left->id);
  if (root != left && has_follower(next, *root, *left) &&
      core::outlook(core, *without, root->id).moves)
    return std::nullopt;
  if (!alone.moves && (left->held && !works ? alone.root == gap.cause : alone.cause == Cause{}))
    return fmt::format("without that #{} stays for {}", left->id.value, cause_words(alone.root));
  return std::nullopt;
}

/// Why the cause of a gap is not what keeps its lane empty; nothing when it is.
std::optional<std::string> gap_problem(const InOrderCore& core, const InOrderState& state,
                                       const InOrderState& next, const Timeline& timeline,
                                       const Gap& gap, Proof& proof) {
  const std::uint64_t cycle = state.cycle + 1;
  if (!(next.gaps[gap.lane] == gap.cause))
    return "in a copy for " + cause_words(next.gaps[gap.lane]);
  const Reason why = gap.cause.why;
  if (why == Reason::fill || why == Reason::drain)
    return is_edge(core, timeline, gap.lane, cycle, why)
               ? std::nullopt
               : std::optional<std::string>("and yet there are operations");
  if (const unsigned join = core.plan().first_back;
      why == Reason::idle && gap.lane >= join && !core.plan().lanes[gap.lane].is_unit)
    return (gap.lane == join ? is_idle_behind_units(core, state)
                             : is_carried(core, state, gap.lane, gap.cause))
               ? std::nullopt
               : std::optional<std::string>("and one that stood in line would be there");
  if (why == Reason::idle)
    return needs(core, next, gap.lane) == nullptr
               ? std::nullopt
               : std::optional<std::string>("and one of the next to be issued needs it");
  const PipelinePlan& plan = core.plan();
  if (const core::LaneContent& front = next.lanes[plan.front_count - 1];
      front.count > 1 && plan.lanes[gap.lane].is_unit && plan.lanes[gap.lane].step == 0)
    if (const core::InFlightOp* const op = needs(core, next, gap.lane);
        op != nullptr && op != &next.ops[front.slots[0]])
      return problem_beside(core, state, *op, gap.cause, proof);
  if (is_carried(core, state, gap.lane, gap.cause) || is_flushed(state, gap.cause) ||
      was_held_before(core, state, gap.lane, gap.cause) ||
      is_forbidden_beside(core, next, gap.cause))
    return std::nullopt;
  return waiting_problem(core, state, next, gap, proof);
}

} // namespace

void prove_room(const InOrderCore& core, const InOrderState& state, const Timeline& timeline,
                Proof& proof) {
  const std::uint64_t cycle = state.cycle + 1;
  const auto next = std::make_unique<InOrderState>(state);
  trace::NullSink nothing;
  core.step(*next, nothing);
  for (const Gap& gap : timeline.gaps) {
    if (gap.begin.value > cycle || cycle >= gap.end.value)
      continue;
    ++proof.empty;
    if (const auto problem = gap_problem(core, state, *next, timeline, gap, proof))
      proof.problems.push_back(fmt::format("cycle {}: {} has room for {}: {}", cycle,
                                           timeline.lanes[gap.lane].name, cause_words(gap.cause),
                                           *problem));
  }
}

} // namespace stallscope::property

#include "sched/cost_model/predicted.hpp"

#include "isa/executor.hpp"
#include "isa/register_operands.hpp"
#include "sched/target/pipeline_model.hpp"
#include "sched/unrolling/unroll.hpp"
#include "target/fetch_behind.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace stallscope::sched {

FetchBehind fetch_behind(const machine::Machine& machine, const isa::Instruction& instruction,
                         bool taken) {
  const machine::PredictorKind kind = machine.predictor;
  const bool indirect = instruction.op_class == isa::OpClass::jump_register;
  bool predicted = taken;
  if (kind == machine::PredictorKind::not_taken ||
      (indirect && kind != machine::PredictorKind::perfect))
    predicted = false;
  else if (instruction.op_class == isa::OpClass::branch)
    predicted = kind == machine::PredictorKind::taken         ? true
                : kind == machine::PredictorKind::never_right ? !taken
                : kind == machine::PredictorKind::backward_taken
                    ? instruction.target <= instruction.pc
                    : taken;
  return predicted != taken ? FetchBehind::resolved
         : taken            ? FetchBehind::predicted
                            : FetchBehind::next;
}

namespace {

/// Warm-up iterations, and the iterations measured after them: a multiple of small numbers, so that
/// periodic patterns complete.
constexpr std::uint32_t kSettling = 40;
constexpr std::uint32_t kMeasured = 60;

/// A sequence of instructions in the pipeline model.
class RunTrace {
public:
  explicit RunTrace(const machine::Machine& machine) : machine_(machine) {}

  void add(const isa::Instruction& instruction, const isa::MicroOp& micro_op, bool taken) {
    PipelineOp op;
    op.op_class = instruction.op_class;
    op.direct_jump = isa::is_jump(op.op_class) && op.op_class != isa::OpClass::jump_register;
    op.several_operands = isa::register_operands(instruction) > 1;
    op.read_count = micro_op.read_count;
    op.write_count = micro_op.write_count;
    op.writes = micro_op.writes;
    for (unsigned k = 0; k < op.read_count; ++k) {
      op.registers[k] = micro_op.reads[k].reg;
      op.roles[k] = micro_op.reads[k].role;
      const auto made = writer_.find(op.registers[k]);
      op.producers[k] = made == writer_.end() ? kNoNode : made->second;
    }
    const auto at = static_cast<Node>(ops_.size());
    for (const RegId reg : micro_op.destinations())
      writer_[reg] = at;
    op.taken = taken && op.op_class == isa::OpClass::branch;
    if (isa::is_control(op.op_class))
      op.behind = fetch_behind(machine_, instruction, taken);
    op.slots = machine_.delay_slot ? 1 : 0;
    ops_.push_back(op);
  }
  [[nodiscard]] const std::vector<PipelineOp>& ops() const { return ops_; }

private:
  const machine::Machine& machine_;
  std::vector<PipelineOp> ops_;
  std::map<RegId, Node> writer_;
};

/// The issue cycle (resolution for a branch) of the last instruction of the following block, with
/// the preceding block before and this order between them. 0 without neighbours.
std::int32_t through(const Block& block, const std::vector<Node>& order,
                     const Surroundings::Neighbours& neighbours, bool delay_slot,
                     const machine::Machine& machine) {
  if (neighbours.before == nullptr && neighbours.behind == nullptr)
    return 0;
  RunTrace trace(machine);
  const auto add = [&](const Block& part, Node node, bool jumps) {
    const isa::Instruction& instruction = part.instruction(node);
    const bool end = node + (delay_slot ? 2 : 1) == part.count;
    trace.add(instruction, part.micro_op(node), jumps && end);
  };
  if (neighbours.before != nullptr)
    for (Node node = 0; node < neighbours.before->count; ++node)
      add(*neighbours.before, node, neighbours.jumps_here);
  for (const Node node : order)
    add(block, node, neighbours.jumps_on);
  if (neighbours.behind != nullptr)
    for (Node node = 0; node < neighbours.behind->count; ++node)
      add(*neighbours.behind, node, false);
  PipelineModel model(machine);
  model.start(trace.ops());
  std::int32_t last = 0;
  for (Node node = 0; node < trace.ops().size(); ++node) {
    const PipelineModel::Placed& placed = model.place(node);
    last = std::max({last, placed.issue, placed.resolved});
  }
  return last;
}

} // namespace

std::size_t best_in_program(const Problem& problem, const std::vector<Schedule>& schedules,
                            const Surroundings& around) {
  const Block& block = problem.block();
  const Surroundings::Neighbours neighbours = around.of(block);
  const bool loop = !loops_of({block}, problem.machine().delay_slot).empty();
  const auto cost = [&](const Schedule& schedule) {
    double round = 0;
    if (loop) {
      Block ordered = block;
      for (std::size_t i = 0; i < schedule.order.size(); ++i)
        ordered.indices[i] = block.index_of(schedule.order[i]);
      round = loop_cycles(ordered, problem.machine()).round;
    }
    PipelineModel& model = problem.target().scratch_model();
    model.start(problem.ops());
    std::uint64_t sum = 0; // of issue cycles: smaller leaves more slots for the following code
    std::int32_t last = 0; // issue, or resolution of the branch at the end
    for (const Node node : schedule.order) {
      const PipelineModel::Placed& placed = model.place(node);
      last = std::max({last, placed.issue, placed.resolved});
      sum += static_cast<std::uint64_t>(placed.issue);
    }
    const std::int32_t together =
        loop ? 0
             : through(block, schedule.order, neighbours, around.delay_slot(), problem.machine());
    return std::tuple{round, together, schedule.cycles, last, sum};
  };
  std::size_t best = 0;
  auto least = cost(schedules.front());
  for (std::size_t i = 1; i < schedules.size(); ++i)
    if (const auto other = cost(schedules[i]); other < least) {
      best = i;
      least = other;
    }
  return best;
}

LoopCycles loop_cycles(const Block& block, const machine::Machine& machine, std::uint32_t keep) {
  LoopCycles cycles;
  const std::uint32_t rounds = std::max(keep, kSettling + kMeasured + 1);
  const Node branch = block.count - (machine.delay_slot ? 2 : 1);
  RunTrace trace(machine);
  for (std::uint32_t round = 0; round < rounds; ++round)
    for (Node node = 0; node < block.count; ++node)
      trace.add(block.instruction(node), block.micro_op(node), node == branch);
  PipelineModel model(machine);
  model.start(trace.ops());
  for (Node node = 0; node < trace.ops().size(); ++node)
    model.place(node);
  const auto issue = [&](std::uint32_t round) { return model.of(round * block.count).issue; };
  cycles.round = static_cast<double>(issue(kSettling + kMeasured) - issue(kSettling)) / kMeasured;
  for (Node node = 0; node < keep * block.count; ++node)
    cycles.first_issue.push_back(model.of(node).issue);
  cycles.inexact = why_inexact(machine).text();
  if (cycles.inexact.empty() && machine.predictor_learns())
    cycles.inexact = "its predictor learns";
  return cycles;
}

std::optional<std::uint64_t> run_cycles(const isa::Program& program,
                                        const machine::Machine& machine, std::uint64_t limit) {
  isa::ArchState state = isa::initial_state(program);
  isa::Environment environment;
  environment.delay_slots = machine.delay_slot;
  RunTrace trace(machine);
  isa::Trap trap = isa::Trap::none;
  for (std::uint64_t count = 0; trap == isa::Trap::none; ++count) {
    const std::uint32_t index = program.index_of(state.pc);
    if (index == isa::kNoIndex) { // past the end of the text, or outside the code
      trap = isa::advance_reference(program, state, environment, count + 1);
      if (trap == isa::Trap::end)
        break;
      return std::nullopt;
    }
    if (count == limit)
      return std::nullopt;
    const isa::Instruction& instruction = program.code[index];
    const bool control = isa::is_control(instruction.op_class);
    const std::uint64_t sequential = instruction.pc + instruction.size;
    trap = isa::advance_reference(program, state, environment, count + 1);
    const std::uint64_t next = machine.delay_slot ? state.npc : state.pc;
    const bool goes_on = next == sequential + (machine.delay_slot ? instruction.size : 0);
    const bool redirects = machine.to_next == machine::ToNext::redirect;
    if (goes_on && redirects && instruction.op_class == isa::OpClass::branch &&
        instruction.target == next)
      return std::nullopt; // the target does not tell whether the branch was taken
    trace.add(instruction, program.micro_ops[instruction.first_micro_op],
              control && (!goes_on || (redirects && isa::is_jump(instruction.op_class))));
  }
  if (isa::is_fault(trap) || trace.ops().empty())
    return std::nullopt;
  PipelineModel model(machine);
  model.start(trace.ops());
  for (Node node = 0; node < trace.ops().size(); ++node)
    model.place(node);
  return static_cast<std::uint64_t>(model.cycles());
}

} // namespace stallscope::sched

#include "isa/register_operands.hpp"
#include "sched/modulo/modulo.hpp"
#include "sched/target/latency.hpp"
#include "sched/target/pipeline_model.hpp"
#include "target/fetch_behind.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::sched {

namespace {

using machine::Machine;
using machine::PortSharing;
using machine::StageRole;
using Use = ReservationTable::Use;

/// Computes the reservation table of a block's operations, relative to their fetch.
class Needs {
public:
  Needs(ModuloProblem& problem, const PipelineModel& model)
      : problem_(problem), model_(model), machine_(model.machine()),
        execute_(machine_.stage_with(StageRole::execute)),
        memory_(machine_.stage_with(StageRole::memory)),
        write_(machine_.stage_with(StageRole::write)), issue_(execute_ + front_cycles()) {
    problem_.uses.resize(problem_.size);
    problem_.fetch_cycles = issue_;
    for (Node node = 0; node < problem_.size; ++node)
      different_ |= latency(node) > 1 || access_cycles(node) > 0;
  }

  void find() {
    if (!machine_.overlap)
      return alone();
    const std::uint32_t issue = add("issue", machine_.width);
    for (Node node = 0; node < problem_.size; ++node)
      use(node, issue, issue_);
    const std::uint32_t behind = issue_ + (problem_.delay_slot ? 1 : 0);
    for (std::uint32_t slot = 0; problem_.bubbles > 0 && slot < machine_.width; ++slot)
      use(problem_.branch, issue, behind + 1, problem_.bubbles);
    if (machine_.fetch_latency_cycles > 1)
      all_operations("fetch", machine_.width, 0, machine_.fetch_latency_cycles);
    units();
    pairing();
    stages_behind();
    ports();
  }

private:
  [[nodiscard]] std::uint32_t front_cycles() const { return machine_.fetch_latency_cycles - 1; }
  [[nodiscard]] isa::OpClass class_of(Node node) const {
    return problem_.block.instruction(node).op_class;
  }
  [[nodiscard]] std::uint32_t latency(Node node) const { return model_.latency_of(class_of(node)); }
  /// Stages beyond the first.
  [[nodiscard]] std::uint32_t access_cycles(Node node) const {
    return isa::is_memory(class_of(node)) ? machine_.data_latency_cycles - 1 : 0;
  }
  /// Cycles in the units, which can include the memory access of loads and stores.
  [[nodiscard]] std::uint32_t execute_cycles(Node node) const {
    return latency(node) + (memory_ == execute_ ? access_cycles(node) : 0);
  }
  /// Time of entering a stage after the units without stalls.
  [[nodiscard]] std::uint32_t enters(Node node, unsigned stage) const {
    return issue_ + execute_cycles(node) + (stage - execute_ - 1) +
           (memory_ > execute_ && stage > memory_ ? access_cycles(node) : 0);
  }
  [[nodiscard]] std::uint32_t writes_at(Node node) const {
    return write_ == execute_ ? issue_ + execute_cycles(node) - 1 : enters(node, write_);
  }

  std::uint32_t add(std::string name, std::uint32_t copies) {
    problem_.resources.push_back({std::move(name), copies});
    return static_cast<std::uint32_t>(problem_.resources.size() - 1);
  }
  void use(Node node, std::uint32_t resource, std::uint32_t first, std::uint32_t cycles = 1) {
    problem_.uses[node].push_back({resource, first, cycles});
  }
  void all_operations(std::string name, std::uint32_t copies, std::uint32_t first,
                      std::uint32_t cycles) {
    const std::uint32_t resource = add(std::move(name), copies);
    for (Node node = 0; node < problem_.size; ++node)
      use(node, resource, first, cycles);
  }

  /// Machines without overlapped execution: an operation uses the whole machine from fetch to
  /// completion.
  void alone() {
    const std::uint32_t pipeline = add("pipeline", 1);
    const auto stages = static_cast<std::uint32_t>(machine_.stages.size());
    for (Node node = 0; node < problem_.size; ++node)
      use(node, pipeline, 0,
          stages + front_cycles() + latency(node) - 1 + access_cycles(node) +
              (isa::register_operands(problem_.block.instruction(node)) > 1
                   ? machine_.second_operand_cycles
                   : 0) +
              (node == problem_.branch ? machine_.taken_cycles : 0));
  }

  /// Cycles for which an operation occupies its unit.
  [[nodiscard]] std::uint32_t holds(const machine::Unit& unit, Node node) const {
    if (unit.lanes.size() > 1) // pipelined unit: the operation moves on to the next step
      return 1;
    const bool reopens_late = machine_.unit_reuse == machine::UnitReuse::next_cycle &&
                              !unit.pipelined && !unit.takes_one_cycle();
    return execute_cycles(node) + (reopens_late ? 1 : 0);
  }
  void units() {
    for (unsigned u = 0; u < machine_.units.size(); ++u) {
      const machine::Unit& unit = machine_.units[u];
      bool limits = false;
      for (Node node = 0; node < problem_.size; ++node)
        limits |=
            model_.unit_of(class_of(node)) == u &&
            (unit.count < machine_.width || machine_.units.size() > 1 || holds(unit, node) > 1);
      if (!limits)
        continue;
      const std::uint32_t resource = add(unit.name, unit.count);
      for (Node node = 0; node < problem_.size; ++node)
        if (model_.unit_of(class_of(node)) == u)
          use(node, resource, issue_, holds(unit, node));
    }
  }

  void pairing() {
    for (const machine::PairingLimit& rule : machine_.pairing_limits) {
      if (rule.limit >= machine_.width)
        continue;
      const std::uint32_t resource = add(rule.name + " a cycle", rule.limit);
      for (Node node = 0; node < problem_.size; ++node)
        if (rule.classes[static_cast<std::size_t>(class_of(node))])
          use(node, resource, issue_);
    }
  }

  /// Conflicts of operations of different units at the stage after the units.
  void stages_behind() {
    for (unsigned stage = execute_ + 1; different_ && stage < machine_.stages.size(); ++stage) {
      const std::uint32_t resource = add(machine_.stages[stage].name, machine_.width);
      for (Node node = 0; node < problem_.size; ++node)
        use(node, resource, enters(node, stage), stage == memory_ ? 1 + access_cycles(node) : 1);
    }
  }

  void ports() {
    const unsigned read = machine_.stage_with(StageRole::read);
    const std::uint32_t reads_at = issue_ - (execute_ - read);
    const bool rules = !machine_.latency_rules.empty();
    if (machine_.ports == PortSharing::shared && machine_.width == 1 && !rules) {
      const std::uint32_t file = add("register file", 1);
      for (Node node = 0; node < problem_.size; ++node) {
        if (problem_.block.micro_op(node).read_count > 0)
          use(node, file, reads_at);
        if (problem_.block.micro_op(node).write_count > 0)
          use(node, file, writes_at(node));
      }
    }
    if (machine_.read_ports != 0 && !rules) {
      const std::uint32_t port = add("read port", machine_.read_ports);
      for (Node node = 0; node < problem_.size; ++node)
        for (unsigned k = 0; k < problem_.block.micro_op(node).read_count; ++k)
          use(node, port, reads_at);
    }
    if (machine_.write_ports != 0) {
      const std::uint32_t port = add("write port", machine_.write_ports);
      for (Node node = 0; node < problem_.size; ++node)
        if (problem_.block.micro_op(node).write_count > 0)
          use(node, port, writes_at(node));
    }
    if (machine_.memory_port == PortSharing::shared && machine_.width == 1) {
      const std::uint32_t port = add("memory port", 1);
      for (Node node = 0; node < problem_.size; ++node) {
        use(node, port, 0);
        if (isa::is_memory(class_of(node)))
          use(node, port, memory_ == execute_ ? issue_ : enters(node, memory_),
              1 + access_cycles(node));
      }
    }
  }

  ModuloProblem& problem_;
  const PipelineModel& model_;
  const Machine& machine_;
  unsigned execute_;
  unsigned memory_;
  unsigned write_;
  std::uint32_t issue_;    ///< time at which the operation enters the execute stage
  bool different_ = false; ///< latencies differ
};

/// Bubbles: cycles without issue between the loop's taken branch and the next instruction. Measured
/// on the model with the branch, its delay slot and its target alone.
std::uint32_t bubbles_of(const ModuloProblem& problem, const machine::Machine& machine,
                         PipelineModel& model) {
  std::vector<PipelineOp> ops(problem.delay_slot ? 3 : 2);
  for (PipelineOp& op : ops) {
    op.producers.fill(kNoNode);
    op.op_class = isa::OpClass::integer;
  }
  const isa::Instruction& branch = problem.block.instruction(problem.branch);
  ops.front().op_class = branch.op_class;
  ops.front().taken = true;
  ops.front().behind = fetch_behind(machine, branch, true);
  ops.front().slots = problem.delay_slot ? 1 : 0;
  model.start(ops);
  for (Node node = 0; node < ops.size(); ++node)
    model.place(node);
  const std::int32_t way = model.of(static_cast<Node>(ops.size() - 1)).issue - model.of(0).issue;
  return static_cast<std::uint32_t>(std::max(0, way - static_cast<std::int32_t>(ops.size()) + 1));
}

/// The separation that replaces a dependence, if any.
const Separation* separation_for(const LoopFreedom& freedom, const Edge& edge) {
  const auto found = std::find_if(
      freedom.free_readers.begin(), freedom.free_readers.end(), [&edge](const Separation& s) {
        return (edge.kind == DependenceKind::raw && s.advance == edge.from &&
                s.reader == edge.to) ||
               (edge.kind == DependenceKind::war && s.reader == edge.from && s.advance == edge.to);
      });
  return found == freedom.free_readers.end() || edge.location != LocationKind::reg ? nullptr
                                                                                   : &*found;
}

} // namespace

std::vector<std::uint32_t> ModuloProblem::copies() const {
  std::vector<std::uint32_t> counts;
  for (const ModuloResource& resource : resources)
    counts.push_back(resource.copies);
  return counts;
}

ModuloProblem modulo_problem(const DependenceGraph& loop, const machine::Machine& machine,
                             const LoopFreedom& freedom) {
  ModuloProblem problem;
  problem.block = loop.block;
  problem.size = loop.size() - (freedom.delay_slot ? 1 : 0);
  problem.branch = problem.size - 1;
  problem.delay_slot = freedom.delay_slot;
  for (const std::vector<Edge>* edges : {&loop.edges, &loop.carried})
    for (const Edge& edge : *edges) {
      if (edge.from >= problem.size || edge.to >= problem.size ||
          edge.kind == DependenceKind::control)
        continue;
      const bool own = edge.location == LocationKind::reg && freedom.own_registers.test(edge.reg) &&
                       (edge.kind == DependenceKind::war || edge.kind == DependenceKind::waw);
      const Separation* separation = separation_for(freedom, edge);
      (own || separation != nullptr ? problem.dropped : problem.edges).push_back(edge);
      if (separation != nullptr && edge.kind == DependenceKind::raw && edge.latency > 0)
        problem.separations.push_back({edge.from, edge.to, edge.latency});
    }
  PipelineModel model(machine);
  if (model.machine().overlap)
    problem.bubbles = bubbles_of(problem, machine, model);
  problem.cycles_behind = problem.bubbles + (problem.delay_slot ? 1 : 0);
  Needs(problem, model).find();
  return problem;
}

} // namespace stallscope::sched

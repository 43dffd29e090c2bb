#include "sched/target/pipeline_model.hpp"

#include "base/check.hpp"
#include "target/pipeline_attempt.hpp"

#include <algorithm>

// The path of an instruction is computed cycle by cycle: the instruction tries to enter its next
// stage, given the complete paths of the older instructions, and takes available operands at the
// end of the cycle. The hazard rules are those of machine/hazards.hpp, as in the simulator, which
// moves all instructions together; tests/property/scheduling/test_schedules.cpp compares the two.

namespace stallscope::sched {

using isa::OpClass;

PipelineModel::PipelineModel(const machine::Machine& described)
    : stand_in_(described.dynamic
                    ? std::make_shared<const machine::Machine>(in_order_stand_in(described))
                    : nullptr),
      machine_(stand_in_ ? *stand_in_ : described), rules_(machine::hazard_tables(machine_)),
      width_(machine_.width), stages_(static_cast<unsigned>(machine_.stages.size())),
      read_(rules_.read_stage), execute_(rules_.execute_stage), memory_(rules_.memory_stage),
      write_(rules_.write_stage) {
  STALLSCOPE_CHECK(stages_ <= kMaxStages,
                   "a machine that the scheduler cannot describe passed validation");
}

void PipelineModel::start(std::span<const PipelineOp> ops, StallCounts* stalls) {
  ops_ = ops;
  held_ = stalls;
  last_writer_.fill(kNoNode);
  placed_count_ = 0;
  position_.assign(ops.size(), kNoNode);
}

void PipelineModel::take_back() {
  STALLSCOPE_CHECK(placed_count_ > 0, "nothing to take back");
  const Placed& back = placed_[--placed_count_];
  for (unsigned w = back.op.write_count; w-- > 0;)
    last_writer_[back.op.writes[w]] = back.overwritten[w];
  position_[back.node] = kNoNode;
}

std::int32_t PipelineModel::cycles() const {
  if (placed_count_ == 0)
    return 0;
  const Placed& back = placed_[placed_count_ - 1];
  return machine_.drain == machine::DrainRule::excluded ? back.issue - 1 : back.latest_last;
}

std::int32_t PipelineModel::tail_of(OpClass op_class) const {
  if (machine_.drain == machine::DrainRule::excluded)
    return -1; // the cycle before issue is the last one that counts
  const auto access =
      isa::is_memory(op_class) ? static_cast<std::int32_t>(machine_.data_latency_cycles) - 1 : 0;
  return static_cast<std::int32_t>(latency_of(op_class)) - 1 + access +
         static_cast<std::int32_t>(stages_ - execute_ - 1);
}

/// The first cycle after a stage.
std::int32_t PipelineModel::leaves(const Placed& p, unsigned stage) const {
  return stage == execute_       ? p.leave
         : stage + 1 == stages_  ? p.last + 1
         : stage + 1 == execute_ ? p.issue
                                 : p.enters[stage + 1];
}

unsigned PipelineModel::resolve_stage(const PipelineOp& op, bool late) const {
  return machine::resolve_stage(machine_, op.op_class, op.direct_jump, late);
}

/// Operands with several possible writers get the last one in this order.
void PipelineModel::find_producers(Placed& p) const {
  for (unsigned k = 0; k < p.op.read_count; ++k)
    if ((p.op.by_order >> k & 1U) != 0)
      p.op.producers[k] = last_writer_[p.op.registers[k]];
}

const PipelineModel::Placed& PipelineModel::place(Node node) {
  if (placed_.size() == placed_count_)
    placed_.resize(placed_count_ * 2 + 8);
  Placed& p = placed_[placed_count_];
  p.node = node;
  p.late = false;
  p.steps.clear();
  p.op = ops_[node];
  if (p.op.by_order != 0)
    find_producers(p);
  Attempt a{p.op, p, placed_count_ > 0 ? &placed_[placed_count_ - 1] : nullptr, placed_count_};
  a.held = held_;
  for (unsigned i = 0; i < a.op.read_count; ++i) {
    const auto bit = static_cast<std::uint8_t>(1U << i);
    a.missing |= bit;
    const machine::OperandNeed need =
        machine::operand_need(machine_, rules_, a.op.roles[i], a.op.op_class, a.op.direct_jump);
    if (need == machine::OperandNeed::to_compare)
      a.missing_at_branch |= bit;
    else if (need == machine::OperandNeed::to_execute)
      a.missing_at_execute |= bit;
  }
  go_front(a);
  go_issue(a);
  go_units(a);
  go_back(a);
  go_end(a);
  p.latest_last = std::max(p.last, a.prev != nullptr ? a.prev->latest_last : 0);
  position_[node] = static_cast<Node>(placed_count_);
  for (unsigned w = 0; w < p.op.write_count; ++w) {
    p.overwritten[w] = last_writer_[p.op.writes[w]];
    last_writer_[p.op.writes[w]] = node;
  }
  ++placed_count_;
  return p;
}

/// The first cycle of fetch after a branch before the next instruction.
std::int32_t PipelineModel::redirects(const Attempt& a) const {
  for (std::size_t way = 0; way < 2 && way < a.index; ++way) {
    const Placed& p = placed_[a.index - 1 - way];
    if (op_of(p).behind == FetchBehind::next || op_of(p).slots != way)
      continue;
    const std::int32_t predicted = p.ready[std::min(machine_.predict_stage, stages_ - 1)];
    return (op_of(p).behind == FetchBehind::predicted ? std::min(predicted, p.resolved)
                                                      : p.resolved) +
           1;
  }
  return 0;
}

/// From fetch to the stage before execute.
void PipelineModel::go_front(Attempt& a) {
  Placed& p = a.p;
  const auto earliest = [&](unsigned stage, std::int32_t cycle) {
    if (a.prev != nullptr)
      cycle = std::max(cycle, a.prev->enters[stage]);
    if (a.index >= width_)
      cycle = std::max(cycle, leaves(placed_[a.index - width_], stage));
    if (machine_.group == machine::GroupRule::lockstep && a.prev != nullptr &&
        cycle != a.prev->enters[stage])
      cycle = std::max(cycle, leaves(*a.prev, stage));
    return cycle;
  };
  std::int32_t cycle = std::max(earliest(0, 1), redirects(a));
  if (!machine_.overlap && a.prev != nullptr)
    cycle = std::max(cycle, a.prev->latest_last + 1);
  p.first_live = a.prev != nullptr ? a.prev->first_live : 0;
  if (machine_.memory_port == machine::PortSharing::shared)
    for (bool busy = true; busy; cycle += busy ? 1 : 0) {
      busy = false;
      for (std::size_t i = p.first_live; i < a.index && !busy; ++i)
        busy = isa::is_memory(op_of(placed_[i]).op_class) && placed_[i].enters[memory_] <= cycle &&
               cycle <= placed_[i].ready[memory_];
    }
  p.enters[0] = cycle;
  p.ready[0] = cycle + static_cast<std::int32_t>(machine_.fetch_latency_cycles) - 1;
  while (p.first_live < a.index && placed_[p.first_live].last < cycle)
    ++p.first_live;
  for (unsigned stage = 1; stage < execute_; ++stage) {
    cycle = earliest(stage, p.ready[stage - 1] + 1);
    acquire(a, stage - 1, p.enters[stage - 1], cycle - 1);
    for (Reason why = entry_hazard(a, stage, cycle); why != Reason::none;
         why = entry_hazard(a, stage, cycle)) {
      a.hold(why);
      acquire(a, stage - 1, cycle, cycle);
      cycle = earliest(stage, cycle + 1);
    }
    p.enters[stage] = p.ready[stage] = cycle;
    if (stage == read_ && a.op.several_operands)
      p.ready[stage] += static_cast<std::int32_t>(machine_.second_operand_cycles);
  }
}

void PipelineModel::go_issue(Attempt& a) {
  Placed& p = a.p;
  std::int32_t cycle = p.ready[execute_ - 1] + 1;
  if (a.prev != nullptr)
    cycle = std::max(cycle, a.prev->issue);
  if (a.index >= width_)
    cycle = std::max(cycle, placed_[a.index - width_].issue + 1);
  acquire(a, execute_ - 1, p.enters[execute_ - 1], cycle - 1);
  for (;;) {
    const bool late = machine_.late_stage != 0 && goes_late(a, cycle);
    const Reason why = issue_hazard(a, cycle, late);
    if (why == Reason::none) {
      p.late = late;
      break;
    }
    a.hold(why);
    acquire(a, execute_ - 1, cycle, cycle);
    ++cycle;
  }
  p.issue = p.enters[execute_] = cycle;
  for (unsigned k = 0; k < a.op.read_count; ++k)
    if (rules_.has_latency_rules || forwarded(a.op, k, execute_, cycle))
      a.missing &= static_cast<std::uint8_t>(~(1U << k));
}

void PipelineModel::go_units(Attempt& a) {
  Placed& p = a.p;
  const unsigned unit = unit_of(a.op.op_class);
  const std::size_t steps = machine_.units[unit].lanes.size();
  const auto access = static_cast<std::int32_t>(
      a.op.taken ? machine_.taken_cycles
                 : machine::access_cycles_in_unit(machine_, rules_, a.op.op_class));
  if (steps <= 1) {
    p.ready[execute_] = p.issue + static_cast<std::int32_t>(latency_of(a.op.op_class)) - 1 + access;
    return;
  }
  // The previous users of the unit, nearest first: as many as the unit has copies.
  std::array<const Placed*, 8> ahead{};
  std::size_t found = 0;
  const std::size_t copies = machine_.units[unit].count;
  for (std::size_t i = a.index; i > p.first_live && found < copies; --i)
    if (unit_of(op_of(placed_[i - 1]).op_class) == unit)
      ahead.at(found++) = &placed_[i - 1];
  p.steps.push_back(p.issue);
  for (std::size_t step = 1; step < steps; ++step) {
    std::int32_t cycle = p.steps.back() + 1;
    if (found > 0)
      cycle = std::max(cycle, ahead[0]->steps[step]);
    if (found == copies)
      cycle = std::max(cycle, step + 1 < steps ? ahead.at(copies - 1)->steps[step + 1]
                                               : ahead.at(copies - 1)->leave);
    p.steps.push_back(cycle);
  }
  p.ready[execute_] = p.steps.back() + access;
}

/// The path from the units through the stages after them.
void PipelineModel::go_back(Attempt& a) {
  Placed& p = a.p;
  const auto goes_ahead = [&](const Placed& other) { // `other` is ahead in a lane that both
                                                     // instructions pass through
    return other.enters[execute_ + 1] <= p.enters[execute_ + 1];
  };
  for (unsigned stage = execute_ + 1; stage < stages_; ++stage) {
    const bool join = stage == execute_ + 1;
    std::int32_t cycle = p.ready[stage - 1] + 1;
    for (std::size_t i = p.first_live; !join && i < a.index; ++i)
      if (goes_ahead(placed_[i]))
        cycle = std::max(cycle, placed_[i].enters[stage]);
    acquire(a, stage - 1, p.enters[stage - 1], cycle - 1);
    for (;;) {
      unsigned inside = 0;
      Reason why = Reason::none;
      for (std::size_t i = p.first_live; i < a.index; ++i) {
        const Placed& other = placed_[i];
        inside += other.enters[stage] <= cycle && cycle < leaves(other, stage) ? 1U : 0U;
        if (join && isa::is_control(op_of(other).op_class) && other.resolved >= cycle &&
            other.leave > cycle)
          why = Reason::latency;
      }
      if (inside >= width_)
        why = Reason::stage_full;
      if (why == Reason::none)
        why = entry_hazard(a, stage, cycle);
      if (why == Reason::none && join) {
        for (unsigned k = 0; k < a.op.read_count; ++k)
          if ((a.missing >> k & 1U) != 0 && in_unit(a.op.producers[k], cycle))
            why = Reason::raw;
        if (why == Reason::none && write_order_hazard(a, cycle))
          why = Reason::waw;
      }
      if (why == Reason::none)
        break;
      a.hold(why);
      acquire(a, stage - 1, cycle, cycle);
      ++cycle;
    }
    p.enters[stage] = cycle;
    p.ready[stage] = cycle + (stage == memory_ && isa::is_memory(a.op.op_class)
                                  ? static_cast<std::int32_t>(machine_.data_latency_cycles) - 1
                                  : 0);
    if (join)
      p.leave = cycle;
    if (stage == memory_)
      a.missing = 0;
  }
}

/// Writes its results, and leaves the pipeline.
void PipelineModel::go_end(Attempt& a) {
  Placed& p = a.p;
  const unsigned stage = stages_ - 1;
  const bool units_last = stage == execute_;
  p.written = p.ready[write_];
  if (write_ == execute_)
    for (std::size_t i = p.first_live; i < a.index; ++i)
      if (writes_same(a.op, op_of(placed_[i])) &&
          (units_last ? placed_[i].last : placed_[i].leave - 1) >= p.written)
        p.written = std::max(p.written, placed_[i].written);
  std::int32_t cycle = p.ready[stage];
  if (units_last && a.op.write_count > 0)
    cycle = std::max(cycle, p.written);
  for (bool wait = true; wait;) {
    wait = false;
    unsigned leaving = 0;
    for (std::size_t i = p.first_live; i < a.index; ++i) {
      const Placed& other = placed_[i];
      leaving += other.last == cycle ? 1U : 0U;
      const bool ahead = !units_last && other.enters[stage] <= p.enters[stage];
      wait |= (ahead && other.last > cycle) ||
              (isa::is_control(op_of(other).op_class) && other.resolved > cycle);
    }
    wait |= leaving >= width_;
    cycle += wait ? 1 : 0;
  }
  p.last = cycle;
  if (units_last)
    p.leave = cycle + 1;
  p.resolved = 0;
  if (isa::is_control(a.op.op_class)) {
    const unsigned resolve = resolve_stage(a.op, p.late);
    // A branch held in its stage by another hazard is still resolved.
    p.resolved = resolve < execute_
                     ? std::min(leaves(p, resolve) - 1, std::max(p.ready[resolve], a.can_decide))
                     : p.ready[resolve];
  }
}

} // namespace stallscope::sched

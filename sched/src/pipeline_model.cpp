#include "sched/pipeline_model.hpp"

#include "base/check.hpp"

#include <algorithm>

// An instruction's way is found by letting it walk: in every cycle it tries to enter its next
// stage, against the finished ways of those in front of it, and at the end of the cycle it takes
// the operands that have come. Nothing here is shared with the simulator, which moves all
// instructions together; tests/property/test_scheduling.cpp compares the two.

namespace stallscope::sched {

using isa::OpClass;
using isa::OperandRole;
using machine::StageRole;

namespace {

std::size_t at(OpClass c) {
  return static_cast<std::size_t>(c);
}

} // namespace

/// An instruction on its way.
struct PipelineModel::Attempt {
  const PipelineOp& op;
  Placed& p;
  const Placed* prev = nullptr;
  std::size_t index = 0;
  std::uint8_t missing = 0;
  std::uint8_t missing_at_execute = 0;
  std::uint8_t missing_at_branch = 0;

  void hold(Reason reason) const {
    ++p.held;
    p.why = reason;
  }
};

std::vector<PipelineOp> pipeline_ops(const Block& block, const Folding& folding) {
  std::array<Node, kMaxRegisters> writer{};
  writer.fill(kNoNode);
  std::vector<PipelineOp> ops(block.count);
  for (Node node = 0; node < block.count; ++node) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    PipelineOp& op = ops[node];
    op.op_class = block.instruction(node).op_class;
    op.direct_jump = isa::is_jump(op.op_class) && op.op_class != OpClass::jump_register;
    op.read_count = micro_op.read_count;
    op.write_count = micro_op.write_count;
    op.moves_base = folding.increment(node);
    op.writes = micro_op.writes;
    for (unsigned i = 0; i < micro_op.read_count; ++i) {
      op.registers[i] = micro_op.reads[i].reg;
      op.roles[i] = micro_op.reads[i].role;
      op.producers[i] = writer[micro_op.reads[i].reg];
      if (folding.access(node) && op.registers[i] == block.instruction(node).rs1)
        op.by_order |= static_cast<std::uint8_t>(1U << i);
    }
    for (const RegId reg : micro_op.destinations())
      writer[reg] = node;
  }
  return ops;
}

PipelineModel::PipelineModel(const machine::Machine& described)
    : machine_(in_order_stand_in(described)), width_(machine_.width),
      stages_(static_cast<unsigned>(machine_.stages.size())),
      read_(machine_.stage_with(StageRole::read)),
      execute_(machine_.stage_with(StageRole::execute)),
      memory_(machine_.stage_with(StageRole::memory)),
      write_(machine_.stage_with(StageRole::write)), forwards_(stages_, 0) {
  STALLSCOPE_CHECK(stages_ <= kMaxStages && execute_ > 0 && write_ < stages_,
                   "a machine that the scheduler cannot describe passed validation");
  for (const machine::ForwardingPath& path : machine_.paths)
    forwards_[path.to] |= 1U << (path.from + 1);
  has_paths_to_execute_ = forwards_[execute_] != 0;
  store_data_ = memory_ > execute_ && forwards_[memory_] != 0 ? memory_ : execute_;
  has_rules_ = !machine_.latency_rules.empty();
  for (unsigned c = 0; c < machine::kOpClassCount; ++c) {
    auto op_class = static_cast<OpClass>(c);
    if (machine_.unit_for(op_class) >= machine_.units.size())
      op_class = OpClass::integer;
    const unsigned unit = machine_.unit_for(op_class);
    if (op_class == OpClass::nop && !machine_.units[unit].operations[c])
      op_class = OpClass::integer;
    unit_of_[c] = static_cast<std::uint8_t>(unit);
    latency_of_[c] = std::max(1U, machine_.units[unit].latency_cycles[at(op_class)]);
    may_overtake_ |= latency_of_[c] > 1;
    result_stage_[c] = static_cast<std::uint8_t>(std::max(
        {machine_.units[unit].result_stage, execute_, isa::is_load(op_class) ? memory_ : 0U}));
    may_overtake_ |= machine_.units[unit].operand_latency[at(op_class)].bits_per_cycle != 0;
  }
  may_overtake_ |=
      machine_.taken_cycles > 0 ||
      (memory_ == execute_ && (machine_.data_latency_cycles > 1 || machine_.splits_accesses()));
  for (const machine::LatencyRule& rule : machine_.latency_rules)
    for (unsigned from = 0; from < machine::kOpClassCount; ++from)
      for (unsigned to = 0; to < machine::kOpClassCount; ++to)
        if (rule.from[from] && rule.to[to])
          stalls_[from][to] = static_cast<std::uint16_t>(rule.stall_cycles);
}

void PipelineModel::start(std::span<const PipelineOp> ops) {
  ops_ = ops;
  placed_count_ = 0;
  position_.assign(ops.size(), kNoNode);
}

void PipelineModel::take_back() {
  STALLSCOPE_CHECK(placed_count_ > 0, "nothing to take back");
  --placed_count_;
  position_[placed_[placed_count_].node] = kNoNode;
}

std::int32_t PipelineModel::cycles() const {
  if (placed_count_ == 0)
    return 0;
  const Placed& back = placed_[placed_count_ - 1];
  return machine_.drain == machine::DrainRule::excluded ? back.issue - 1 : back.latest_last;
}

std::int32_t PipelineModel::tail_of(OpClass op_class) const {
  if (machine_.drain == machine::DrainRule::excluded)
    return -1; // the cycle before the issue is the last that counts
  const auto access =
      isa::is_memory(op_class) ? static_cast<std::int32_t>(machine_.data_latency_cycles) - 1 : 0;
  return static_cast<std::int32_t>(latency_of(op_class)) - 1 + access +
         static_cast<std::int32_t>(stages_ - execute_ - 1);
}

/// First cycle in which it is no longer in a stage.
std::int32_t PipelineModel::leaves(const Placed& p, unsigned stage) const {
  return stage == execute_       ? p.leave
         : stage + 1 == stages_  ? p.last + 1
         : stage + 1 == execute_ ? p.issue
                                 : p.enters[stage + 1];
}

bool PipelineModel::readable(const PipelineOp& op, unsigned operand, std::int32_t cycle) const {
  if (op.producers[operand] == kNoNode)
    return true;
  const std::int32_t written = of(op.producers[operand]).written;
  return machine_.write_then_read ? written <= cycle : written < cycle;
}

bool PipelineModel::forwarded(const PipelineOp& op, unsigned operand, unsigned stage,
                              std::int32_t cycle) const {
  const Node producer = op.producers[operand];
  if (producer == kNoNode || forwards_[stage] == 0)
    return false;
  const Placed& p = of(producer);
  const unsigned made_in = std::max<unsigned>(result_stage_[at(ops_[producer].op_class)],
                                              p.late ? machine_.late_stage : 0);
  for (unsigned s = made_in + 1; s < stages_; ++s)
    if ((forwards_[stage] >> s & 1U) != 0 && p.enters[s] <= cycle && cycle < leaves(p, s))
      return true;
  return false;
}

/// Takes the operands that reach it at the ends of the cycles [from, to], which it spends in a
/// stage.
void PipelineModel::acquire(Attempt& a, unsigned stage, std::int32_t from, std::int32_t to) const {
  if (a.missing == 0 || has_rules_ || stage < read_ || from > to ||
      (stage >= memory_ && stage != read_ && stage != execute_))
    return;
  for (unsigned k = 0; k < a.op.read_count; ++k) {
    const auto bit = static_cast<std::uint8_t>(1U << k);
    if ((a.missing & bit) == 0)
      continue;
    bool has = readable(a.op, k, to);
    const bool path = stage != read_ || stage == execute_ || (a.missing_at_branch & bit) != 0;
    for (std::int32_t cycle = from; path && !has && cycle <= to; ++cycle)
      has = forwarded(a.op, k, stage, cycle);
    if (has)
      a.missing &= static_cast<std::uint8_t>(~bit);
  }
}

unsigned PipelineModel::resolve_stage(const PipelineOp& op, bool late) const {
  const unsigned stage = op.direct_jump                          ? machine_.jump_resolve_stage
                         : op.op_class == OpClass::jump_register ? machine_.jump_register_stage
                                                                 : machine_.resolve_stage;
  return late ? std::max(stage, machine_.late_stage) : stage;
}

/// Operands that may come from different writers get the last one in this order.
void PipelineModel::find_producers(Placed& p) const {
  for (unsigned k = 0; k < p.op.read_count; ++k) {
    if ((p.op.by_order >> k & 1U) == 0)
      continue;
    p.op.producers[k] = kNoNode;
    for (std::size_t i = placed_count_; i-- > 0 && p.op.producers[k] == kNoNode;)
      for (unsigned w = 0; w < placed_[i].op.write_count; ++w)
        if (placed_[i].op.writes[w] == p.op.registers[k])
          p.op.producers[k] = placed_[i].node;
  }
}

const PipelineModel::Placed& PipelineModel::place(Node node) {
  if (placed_.size() == placed_count_)
    placed_.resize(placed_count_ * 2 + 8);
  Placed& p = placed_[placed_count_];
  p.node = node;
  p.held = 0;
  p.why = Reason::none;
  p.late = false;
  p.steps.clear();
  p.op = ops_[node];
  if (p.op.by_order != 0)
    find_producers(p);
  Attempt a{p.op, p, placed_count_ > 0 ? &placed_[placed_count_ - 1] : nullptr, placed_count_};
  for (unsigned i = 0; i < a.op.read_count; ++i) {
    const auto bit = static_cast<std::uint8_t>(1U << i);
    a.missing |= bit;
    if (a.op.roles[i] == OperandRole::branch && resolve_stage(a.op, false) < execute_)
      a.missing_at_branch |= bit;
    else if (a.op.roles[i] != OperandRole::store_data || store_data_ == execute_)
      a.missing_at_execute |= bit;
  }
  if (has_rules_) {
    a.missing_at_execute = a.missing;
    a.missing_at_branch = 0;
  }
  go_front(a);
  go_issue(a);
  go_units(a);
  go_back(a);
  go_end(a);
  p.latest_last = std::max(p.last, a.prev != nullptr ? a.prev->latest_last : 0);
  position_[node] = static_cast<Node>(placed_count_);
  ++placed_count_;
  return p;
}

/// From fetch to the stage in front of execute.
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
  std::int32_t cycle = earliest(0, 1);
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
    if (has_rules_ || forwarded(a.op, k, execute_, cycle))
      a.missing &= static_cast<std::uint8_t>(~(1U << k));
}

void PipelineModel::go_units(Attempt& a) {
  Placed& p = a.p;
  const unsigned unit = unit_of(a.op.op_class);
  const std::size_t steps = machine_.units[unit].lanes.size();
  const auto access = memory_ == execute_ && isa::is_memory(a.op.op_class)
                          ? static_cast<std::int32_t>(machine_.data_latency_cycles) - 1
                          : 0;
  if (steps <= 1) {
    p.ready[execute_] = p.issue + static_cast<std::int32_t>(latency_of(a.op.op_class)) - 1 + access;
    return;
  }
  // Those in front of it in the unit, the nearest first: as many as the unit has copies.
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

/// From the units through the stages behind them.
void PipelineModel::go_back(Attempt& a) {
  Placed& p = a.p;
  const auto goes_ahead = [&](const Placed& other) { // in a lane both pass
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

/// Writes, and leaves the pipeline.
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
    p.resolved = resolve < execute_ ? leaves(p, resolve) - 1 : p.ready[resolve];
  }
}

Reason PipelineModel::port_hazard(const Attempt& a, std::int32_t cycle) const {
  const auto operands_read = [&](const PipelineOp& op) {
    unsigned reads = 0;
    for (unsigned k = 0; k < op.read_count; ++k)
      reads += readable(op, k, cycle) ? 1U : 0U;
    return reads;
  };
  const unsigned reads = operands_read(a.op);
  if (reads < a.op.read_count && !has_paths_to_execute_)
    return Reason::raw;
  if (reads == 0)
    return Reason::none;
  unsigned reserved = 0;
  for (std::size_t i = a.p.first_live; i < a.index; ++i) {
    const Placed& other = placed_[i];
    if (machine_.ports == machine::PortSharing::shared && op_of(other).write_count > 0 &&
        other.enters[write_] == cycle)
      return Reason::read_port;
    if (machine_.read_ports != 0 && other.enters[read_] == cycle)
      reserved += operands_read(op_of(other));
  }
  return machine_.read_ports != 0 && reserved + reads > machine_.read_ports ? Reason::read_port
                                                                            : Reason::none;
}

/// What keeps it from entering a stage that has room, other than the execute stage.
Reason PipelineModel::entry_hazard(const Attempt& a, unsigned stage, std::int32_t cycle) const {
  if ((a.missing & a.missing_at_branch) != 0 && stage == resolve_stage(a.op, a.p.late) + 1)
    return Reason::raw;
  const auto comes = [&](unsigned operand) {
    return has_rules_ || forwarded(a.op, operand, stage, cycle) ||
           (read_ == stage && readable(a.op, operand, cycle));
  };
  const bool needs_data = stage == store_data_ && stage != execute_;
  const bool needs_late = a.p.late && stage == machine_.late_stage;
  for (unsigned k = 0; k < a.op.read_count; ++k) {
    const bool needed = needs_data || (needs_late && (a.missing_at_execute >> k & 1U) != 0);
    if (needed && (a.missing >> k & 1U) != 0 && !comes(k))
      return Reason::raw;
  }
  if (stage == read_ && machine_.operand_wait == machine::OperandWait::before_read && !has_rules_)
    if (const Reason why = port_hazard(a, cycle); why != Reason::none)
      return why;
  if (stage == write_ && stage != execute_ && machine_.write_ports != 0 && a.op.write_count > 0) {
    unsigned writes = 0;
    for (std::size_t i = a.p.first_live; i < a.index; ++i)
      writes += op_of(placed_[i]).write_count > 0 && placed_[i].enters[write_] == cycle ? 1U : 0U;
    if (writes >= machine_.write_ports)
      return Reason::write_port;
  }
  return Reason::none;
}

bool PipelineModel::goes_late(const Attempt& a, std::int32_t cycle) const {
  const unsigned missing = a.missing & a.missing_at_execute;
  if (missing == 0 || !machine_.late_operations[at(a.op.op_class)])
    return false;
  bool lacks = false;
  for (unsigned k = 0; k < a.op.read_count; ++k) {
    if ((missing >> k & 1U) == 0 || forwarded(a.op, k, execute_, cycle) ||
        (read_ == execute_ && readable(a.op, k, cycle)))
      continue;
    if (a.op.producers[k] == kNoNode)
      return false;
    const Placed& producer = of(a.op.producers[k]);
    if (producer.last < cycle || producer.leave > cycle)
      return false;
    lacks = true;
  }
  return lacks;
}

Reason PipelineModel::issue_hazard(const Attempt& a, std::int32_t cycle, bool late) const {
  if ((a.missing & a.missing_at_branch) != 0 && resolve_stage(a.op, false) + 1 == execute_)
    return Reason::raw;
  if (const unsigned missing = a.missing & a.missing_at_execute; missing != 0) {
    for (unsigned k = 0; k < a.op.read_count && !late; ++k) {
      if ((missing >> k & 1U) == 0)
        continue;
      const Node producer = a.op.producers[k];
      const bool comes =
          has_rules_ ? producer == kNoNode ||
                           cycle > of(producer).issue +
                                       stalls_[at(ops_[producer].op_class)][at(a.op.op_class)]
                     : forwarded(a.op, k, execute_, cycle) ||
                           (read_ == execute_ && readable(a.op, k, cycle));
      if (!comes)
        return Reason::raw;
    }
    if (read_ == execute_ && !has_rules_)
      if (const Reason why = port_hazard(a, cycle); why != Reason::none)
        return why;
  }
  if (may_overtake_)
    if (const Reason why = waw_hazard(a, cycle); why != Reason::none)
      return why;
  if (const Reason why = unit_hazard(a, cycle); why != Reason::none)
    return why;
  return pairing_hazard(a, cycle);
}

bool PipelineModel::writes_same(const PipelineOp& a, const PipelineOp& b) const {
  for (unsigned i = 0; i < a.write_count; ++i)
    for (unsigned k = 0; k < b.write_count; ++k)
      if (a.writes[i] == b.writes[k])
        return true;
  return false;
}

Reason PipelineModel::waw_hazard(const Attempt& a, std::int32_t cycle) const {
  if (a.op.write_count == 0)
    return Reason::none;
  const auto access = [this](const PipelineOp& op) {
    return memory_ == execute_ && isa::is_memory(op.op_class)
               ? static_cast<std::int32_t>(machine_.data_latency_cycles) - 1
               : 0;
  };
  const std::int32_t leaves_at =
      cycle + static_cast<std::int32_t>(latency_of(a.op.op_class)) + access(a.op);
  for (std::size_t i = a.p.first_live; i < a.index; ++i) {
    const Placed& older = placed_[i];
    if (!in_unit(older, cycle) || !writes_same(a.op, op_of(older)))
      continue;
    std::int32_t ends = older.ready[execute_];
    if (!older.steps.empty()) { // as it looks from here, without what may yet hold it up
      std::size_t step = older.steps.size() - 1;
      while (older.steps[step] > cycle)
        --step;
      ends = older.steps[step] + static_cast<std::int32_t>(older.steps.size() - 1 - step) +
             access(op_of(older));
    }
    if (machine_.waw != machine::WawRule::overtake || leaves_at < ends + 1)
      return Reason::waw;
  }
  return Reason::none;
}

Reason PipelineModel::unit_hazard(const Attempt& a, std::int32_t cycle) const {
  const unsigned u = unit_of(a.op.op_class);
  const machine::Unit& unit = machine_.units[u];
  const bool reopens_late = machine_.unit_reuse == machine::UnitReuse::next_cycle &&
                            !unit.pipelined && !unit.takes_one_cycle();
  unsigned taken = 0;
  for (std::size_t i = a.p.first_live; i < a.index; ++i) {
    const Placed& older = placed_[i];
    if (unit_of(op_of(older).op_class) != u)
      continue;
    const std::int32_t opens =
        (older.steps.size() > 1 ? older.steps[1] : older.leave) + (reopens_late ? 1 : 0);
    taken += older.issue <= cycle && cycle < opens ? 1U : 0U;
  }
  return taken < unit.count ? Reason::none : Reason::unit_busy;
}

Reason PipelineModel::pairing_hazard(const Attempt& a, std::int32_t cycle) const {
  const std::size_t mine = at(a.op.op_class);
  for (const machine::PairingLimit& rule : machine_.pairing_limits) {
    unsigned same = 0;
    for (std::size_t i = a.index; i > 0 && placed_[i - 1].issue == cycle; --i)
      same += rule.classes[at(op_of(placed_[i - 1]).op_class)] ? 1U : 0U;
    if (rule.classes[mine] && same >= rule.limit)
      return Reason::pairing;
  }
  for (const machine::PairingBan& rule : machine_.pairing_bans)
    for (std::size_t i = a.index; rule.second[mine] && i > 0 && placed_[i - 1].issue == cycle; --i)
      if (rule.first[at(op_of(placed_[i - 1]).op_class)])
        return Reason::pairing;
  return Reason::none;
}

/// An older operation in a unit has still to write a register that this one writes.
bool PipelineModel::write_order_hazard(const Attempt& a, std::int32_t cycle) const {
  if (a.op.write_count == 0 || (!may_overtake_ && machine_.late_stage == 0))
    return false;
  for (std::size_t i = a.p.first_live; i < a.index; ++i) {
    const Placed& older = placed_[i];
    const bool written = write_ == execute_ && older.written < cycle;
    if (in_unit(older, cycle) && !written && writes_same(a.op, op_of(older)))
      return true;
  }
  return false;
}

} // namespace stallscope::sched

#include "target/class_index.hpp"
#include "target/pipeline_attempt.hpp"

#include <algorithm>

// Hazards in the pipeline model: missing operands, busy ports and units, pairing rules, and write
// order.

namespace stallscope::sched {

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

/// Takes the operands that reach the instruction at the ends of the cycles [from, to], which it
/// spends in a stage.
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
    if (!has)
      continue;
    a.missing &= static_cast<std::uint8_t>(~bit);
    if ((a.missing_at_branch & bit) == 0)
      continue;
    std::int32_t since = from;
    while (since < to && !readable(a.op, k, since) && !forwarded(a.op, k, stage, since))
      ++since;
    a.can_decide = std::max(a.can_decide, since);
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

/// The hazard that keeps the instruction from entering a stage that has room, other than the
/// execute stage.
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
    if (!older.steps.empty()) { // completion as known in this cycle, without later stalls
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

/// WAW hazard: an older operation in a unit has still to write a register that this one writes.
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

#include "target/pipeline_attempt.hpp"

#include <algorithm>

// Hazards in the pipeline model: missing operands, busy ports and units, pairing rules, and write
// order.

namespace stallscope::sched {

bool PipelineModel::readable(const PipelineOp& op, unsigned operand, std::int32_t cycle) const {
  if (op.producers[operand] == kNoNode)
    return true;
  const std::int32_t written = of(op.producers[operand]).written;
  return machine::may_read_written(machine_, written, cycle);
}

bool PipelineModel::forwarded(const PipelineOp& op, unsigned operand, unsigned stage,
                              std::int32_t cycle) const {
  const Node producer = op.producers[operand];
  if (producer == kNoNode || rules_.forwards[stage] == 0)
    return false;
  const Placed& p = of(producer);
  const unsigned made_in = machine::result_stage(machine_, rules_, ops_[producer].op_class, p.late);
  for (unsigned s = made_in + 1; s < stages_; ++s)
    if (machine::is_forwarded(rules_, s, made_in, stage) && p.enters[s] <= cycle &&
        cycle < leaves(p, s))
      return true;
  return false;
}

/// Takes the operands that reach the instruction at the ends of the cycles [from, to], which it
/// spends in a stage.
void PipelineModel::acquire(Attempt& a, unsigned stage, std::int32_t from, std::int32_t to) const {
  if (a.missing == 0 || rules_.has_latency_rules || stage < read_ || from > to ||
      (stage >= memory_ && stage != read_ && stage != execute_))
    return;
  for (unsigned k = 0; k < a.op.read_count; ++k) {
    const auto bit = static_cast<std::uint8_t>(1U << k);
    if ((a.missing & bit) == 0)
      continue;
    bool has = readable(a.op, k, to);
    const bool path =
        !machine::paths_end_at_comparator(rules_, stage) || (a.missing_at_branch & bit) != 0;
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
  if (reads < a.op.read_count && !rules_.execute_has_paths)
    return Reason::raw;
  if (reads == 0)
    return Reason::none;
  unsigned reserved = 0;
  unsigned writes = 0;
  for (std::size_t i = a.p.first_live; i < a.index; ++i) {
    const Placed& other = placed_[i];
    writes += op_of(other).write_count > 0 && other.enters[write_] == cycle ? 1U : 0U;
    if (machine_.read_ports != 0 && other.enters[read_] == cycle)
      reserved += operands_read(op_of(other));
  }
  return machine::writes_take_port(machine_, writes) ||
                 !machine::has_ports(machine_.read_ports, reserved, reads)
             ? Reason::read_port
             : Reason::none;
}

/// The hazard that keeps the instruction from entering a stage that has room, other than the
/// execute stage.
Reason PipelineModel::entry_hazard(const Attempt& a, unsigned stage, std::int32_t cycle) const {
  if ((a.missing & a.missing_at_branch) != 0 && stage == resolve_stage(a.op, a.p.late) + 1)
    return Reason::raw;
  const auto comes = [&](unsigned operand) {
    return rules_.has_latency_rules || forwarded(a.op, operand, stage, cycle) ||
           (read_ == stage && readable(a.op, operand, cycle));
  };
  const bool needs_data = stage == rules_.store_data_stage && stage != execute_;
  const bool needs_late = a.p.late && stage == machine_.late_stage;
  for (unsigned k = 0; k < a.op.read_count; ++k) {
    const bool needed = needs_data || (needs_late && (a.missing_at_execute >> k & 1U) != 0);
    if (needed && (a.missing >> k & 1U) != 0 && !comes(k))
      return Reason::raw;
  }
  if (stage == read_ && machine_.operand_wait == machine::OperandWait::before_read &&
      !rules_.has_latency_rules)
    if (const Reason why = port_hazard(a, cycle); why != Reason::none)
      return why;
  if (stage == write_ && stage != execute_ && machine_.write_ports != 0 && a.op.write_count > 0) {
    unsigned writes = 0;
    for (std::size_t i = a.p.first_live; i < a.index; ++i)
      writes += op_of(placed_[i]).write_count > 0 && placed_[i].enters[write_] == cycle ? 1U : 0U;
    if (!machine::has_ports(machine_.write_ports, writes, 1))
      return Reason::write_port;
  }
  return Reason::none;
}

bool PipelineModel::goes_late(const Attempt& a, std::int32_t cycle) const {
  return machine::goes_to_late_alu(
      machine_, a.op.op_class, a.missing & a.missing_at_execute,
      [&](unsigned k) {
        return forwarded(a.op, k, execute_, cycle) ||
               (read_ == execute_ && readable(a.op, k, cycle));
      },
      [&](unsigned k) {
        return a.op.producers[k] != kNoNode && of(a.op.producers[k]).last >= cycle &&
               of(a.op.producers[k]).leave <= cycle;
      });
}

/// An operand that is needed to enter the execute stage is not available on entry in `cycle`.
bool PipelineModel::lacks_operand(const Attempt& a, std::int32_t cycle) const {
  for (unsigned k = 0; k < a.op.read_count; ++k) {
    if ((a.missing & a.missing_at_execute & 1U << k) == 0)
      continue;
    const Node producer = a.op.producers[k];
    const bool comes = rules_.has_latency_rules
                           ? producer == kNoNode || machine::obeys_latency_rules(
                                                        rules_, ops_[producer].op_class,
                                                        a.op.op_class, of(producer).issue, cycle)
                           : forwarded(a.op, k, execute_, cycle) ||
                                 (read_ == execute_ && readable(a.op, k, cycle));
    if (!comes)
      return true;
  }
  return false;
}

Reason PipelineModel::issue_hazard(const Attempt& a, std::int32_t cycle, bool late) const {
  struct Find {
    const PipelineModel& model;
    const Attempt& a;
    std::int32_t cycle;
    bool late;

    static bool exists(Reason why) { return why != Reason::none; }
    Reason compared_operands() const { return Reason::raw; }
    Reason operands() const {
      return !late && model.lacks_operand(a, cycle) ? Reason::raw : Reason::none;
    }
    Reason register_ports() const { return model.port_hazard(a, cycle); }
    Reason write_order() const { return model.waw_hazard(a, cycle); }
    Reason unit() const { return model.unit_hazard(a, cycle); }
    Reason pairing() const { return model.pairing_hazard(a, cycle); }
  };
  const bool lacks_compared =
      (a.missing & a.missing_at_branch) != 0 && resolve_stage(a.op, false) + 1 == execute_;
  return machine::first_issue_hazard(
      rules_, lacks_compared, (a.missing & a.missing_at_execute) != 0, Find{*this, a, cycle, late});
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
    return static_cast<std::int32_t>(machine::access_cycles_in_unit(machine_, rules_, op.op_class));
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
    if (machine::waits_for_older_write(machine_, leaves_at, ends))
      return Reason::waw;
  }
  return Reason::none;
}

Reason PipelineModel::unit_hazard(const Attempt& a, std::int32_t cycle) const {
  const unsigned u = unit_of(a.op.op_class);
  const machine::Unit& unit = machine_.units[u];
  const std::int32_t closed = machine::reopens_late(machine_, unit) ? 1 : 0;
  unsigned taken = 0;
  for (std::size_t i = a.p.first_live; i < a.index; ++i) {
    const Placed& older = placed_[i];
    if (unit_of(op_of(older).op_class) != u)
      continue;
    const std::int32_t opens = (older.steps.size() > 1 ? older.steps[1] : older.leave) + closed;
    taken += older.issue <= cycle && cycle < opens ? 1U : 0U;
  }
  return taken < unit.count ? Reason::none : Reason::unit_busy;
}

Reason PipelineModel::pairing_hazard(const Attempt& a, std::int32_t cycle) const {
  unsigned issued = 0; // in this cycle, by older instructions
  while (issued < a.index && placed_[a.index - 1 - issued].issue == cycle)
    ++issued;
  const auto class_of = [&](unsigned i) { return op_of(placed_[a.index - issued + i]).op_class; };
  const unsigned conflict = machine::pairing_conflict(machine_, a.op.op_class, issued, class_of,
                                                      [](unsigned) { return true; });
  return conflict < issued ? Reason::pairing : Reason::none;
}

/// WAW hazard: an older operation in a unit has still to write a register that this one writes.
bool PipelineModel::write_order_hazard(const Attempt& a, std::int32_t cycle) const {
  if (a.op.write_count == 0 || !rules_.checks_write_order)
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

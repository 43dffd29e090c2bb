#include "property/proof/proof_values.hpp"

#include "property/proof/proof_record.hpp"
#include "trace/sinks.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>

namespace stallscope::property {

Values::Values(const core::OutOfOrderCore& core, const machine::Machine& machine,
               const Timeline& timeline)
    : core_(core), dynamic_(*machine.dynamic), timeline_(timeline), back_(thrown_back(timeline)) {
  if (core.plan().binds_ports)
    find_bindings();
}

/// Executes the run again, and looks at every micro-op that is in a station.
void Values::find_bindings() {
  const auto state = std::make_unique<core::OutOfOrderState>(core_.initial_state());
  trace::NullSink nothing;
  for (std::uint64_t cycle = 1; cycle < timeline_.end_cycle.value; ++cycle) {
    core_.run(*state, nothing, cycle);
    for (std::uint64_t at = state->rob.oldest; at < state->rob.undispatched; ++at) {
      const core::WindowOp& op = state->at(at);
      if (op.progress != core::Progress::waiting && op.progress != core::Progress::ready)
        continue;
      auto& ports = bound_[op.id];
      if (ports.empty() || ports.rbegin()->second != op.ports)
        ports.emplace(cycle, op.ports);
    }
  }
}

std::uint32_t Values::ports_in(const OpRow& row, LaneId station, std::uint64_t cycle) const {
  const core::WindowPlan& plan = core_.plan();
  const std::uint32_t ports = ports_of(row) & plan.station_ports[station - plan.station_lane];
  const auto bound = bound_.find(row.op);
  if (bound == bound_.end())
    return ports;
  const auto later = bound->second.upper_bound(cycle);
  return later == bound->second.begin() ? ports : ports & std::prev(later)->second;
}

std::uint32_t Values::ports_of(const OpRow& row) const {
  const core::PlannedOp* const op = planned(row);
  return op != nullptr ? op->ports : 0;
}

const core::PlannedOp* Values::planned(const OpRow& row) const {
  const auto parts = row.fused ? core_.micro_ops_of_pair(row.instruction.value)
                               : core_.micro_ops_of(row.instruction.value);
  return row.part < parts.size() ? &parts[row.part] : nullptr;
}

bool Values::writes(const OpRow& row, RegId reg) const {
  const core::PlannedOp* const op = planned(row);
  const auto registers = op != nullptr ? op->op.destinations() : std::span<const RegId>();
  return std::find(registers.begin(), registers.end(), reg) != registers.end();
}

bool Values::takes(const OpRow& row, const Cause& value) const {
  const core::PlannedOp* const op = planned(row);
  if (op == nullptr || row.op <= value.culprit)
    return false;
  const auto reads = op->op.sources();
  return std::any_of(reads.begin(), reads.end(),
                     [&](const isa::RegisterRead& read) { return read.reg == value.reg; }) &&
         std::none_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const OpRow& other) {
           const bool is_gone = other.flushed && other.end <= row.begin;
           return value.culprit < other.op && other.op < row.op && !is_gone &&
                  writes(other, value.reg);
         });
}

bool Values::is_there(const OpRow& maker, std::uint64_t chosen) const {
  const bool again = std::any_of(back_.begin(), back_.end(), [&](const auto& back) {
    return back.second <= maker.op && back.first > maker.begin.value;
  });
  if (core_.plan().bypass.any || again)
    return false;
  const bool bypasses = dynamic_.wakeup == machine::Wakeup::bypass && ports_of(maker) != 0;
  for (const Span& span : timeline_.spans_of(maker)) {
    const bool made = timeline_.lanes[span.lane].is_unit && span.cause.why == Reason::none &&
                      span.end < maker.end;
    if (bypasses ? made && span.end.value <= chosen + dynamic_.read_cycles
                 : span.lane == core_.plan().write_lane && span.begin.value < chosen)
      return true;
  }
  return false;
}

} // namespace stallscope::property

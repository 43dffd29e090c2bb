#include "property/proof/proof_values.hpp"

#include "property/proof/proof_record.hpp"

#include <algorithm>
#include <span>

namespace stallscope::property {

Values::Values(const core::OutOfOrderCore& core, const machine::Machine& machine,
               const Timeline& timeline)
    : core_(core), dynamic_(*machine.dynamic), timeline_(timeline), back_(thrown_back(timeline)) {}

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

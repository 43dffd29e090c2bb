#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/description.hpp"
#include "timeline/timeline.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

/// What the proofs of reasons read off a record.
namespace stallscope::property {

inline std::string words(const Cause& cause) {
  return fmt::format("{} r{} #{}", info(cause.why).name, cause.reg, cause.culprit.value);
}

inline isa::Environment environment_of(const machine::Machine& machine) {
  isa::Environment environment;
  environment.misaligned = machine.misaligned;
  environment.undeclared = machine.undeclared;
  environment.delay_slots = machine.delay_slot;
  return environment;
}

/// By cycle: the oldest operation that is thrown back in it. All behind it are, too.
inline std::map<std::uint64_t, OpId> thrown_back(const Timeline& timeline) {
  std::map<std::uint64_t, OpId> oldest;
  for (const OpRow& row : timeline.rows) {
    const std::span<const Span> spans = timeline.spans_of(row);
    for (std::size_t i = 1; i < spans.size(); ++i)
      if (spans[i].lane < spans[i - 1].lane)
        oldest.emplace(spans[i].begin.value, row.op); // rows lie in order
  }
  return oldest;
}

/// What an operation does in a cycle; nullptr: it is not in flight.
inline const Span* span_at(const Timeline& timeline, const OpRow& row, std::uint64_t cycle) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin.value <= cycle && cycle < span.end.value)
      return &span;
  return nullptr;
}

} // namespace stallscope::property

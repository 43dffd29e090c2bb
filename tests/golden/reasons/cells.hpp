#pragma once

// What a record says of operations that are held and of lanes that are empty, as text.

#include "session/explain.hpp"
#include "session/runner.hpp"
#include "timeline/occupancy_table.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

namespace stallscope::golden {

inline trace::RunRecord recorded_run(const isa::Program& program, const machine::Machine& machine) {
  session::RunOptions options;
  options.record = true;
  return session::run_program(program, machine, options);
}

/// What a micro-op is held for, a line a stretch: "9-13 reorder_full 1".
inline std::string holds_of(const isa::Program& program, const machine::Machine& machine,
                            std::uint64_t op) {
  const Timeline timeline = recorded_run(program, machine).timeline;
  const OpRow* row = timeline.find(OpId{op});
  REQUIRE(row != nullptr);
  std::string text;
  for (const Span& span : timeline.spans_of(*row))
    if (span.cause.why != Reason::none)
      text += fmt::format("{}-{} {} {}\n", span.begin.value, span.end.value - 1,
                          info(span.cause.why).name, span.cause.culprit.value);
  return text;
}

/// What is said of the n-th micro-op in a cycle.
inline session::OpExplanation said_of(const isa::Program& program, const machine::Machine& machine,
                                      std::uint64_t op, std::uint64_t cycle) {
  const auto all = session::explain_cycle(program, machine, {}, cycle, false);
  REQUIRE(all.has_value());
  for (const session::OpExplanation& one : all->ops)
    if (one.op == OpId{op})
      return one;
  FAIL("it is not in flight");
  return {};
}

/// Why a lane stands empty, a line a stretch: "3-11 latency 1".
inline std::string gaps_of(const trace::RunRecord& run, const std::string& name) {
  const OccupancyTable table = occupancy_table(run.timeline, Cycle{1}, run.timeline.end_cycle);
  std::string text;
  Cause told;
  std::uint64_t since = 0;
  const auto tell = [&](std::uint64_t end) {
    if (since != 0 && told.why != Reason::none)
      text += fmt::format("{}-{} {} {}\n", since, end, info(told.why).name, told.culprit.value);
  };
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t l = 0; l < table.lanes.size(); ++l) {
      if (table.lanes[l].name != name)
        continue;
      const TableCell& cell = table.rows[r][l];
      const Cause now = cell.occupants.empty() ? cell.gap : Cause{};
      if (since != 0 && now == told)
        continue;
      tell(r);
      told = now;
      since = r + 1;
    }
  tell(table.rows.size());
  return text;
}

} // namespace stallscope::golden

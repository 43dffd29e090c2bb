// What fetch waits for on dynamically scheduled machines: the culprit ends the wait.

#include "property/proof/proof.hpp"
#include "property/proof/proof_record.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::property {

namespace {

/// The last cycle of its execution, or 0.
std::uint64_t executes_to(const Timeline& timeline, const OpRow& row) {
  std::uint64_t last = 0;
  for (const Span& span : timeline.spans_of(row))
    if (timeline.lanes[span.lane].is_unit && span.cause.why == Reason::none)
      last = span.end.value - 1;
  return last;
}

} // namespace

void prove_fetch_waits(const machine::Machine& machine, const Timeline& timeline, Proof& proof) {
  if (!machine.dynamic)
    return;
  const auto discards_in = [&](Cycle cycle) { // a branch has been mispredicted
    return std::any_of(timeline.rows.begin(), timeline.rows.end(),
                       [&](const OpRow& row) { return row.flushed && row.end == cycle; });
  };
  for (std::size_t i = 0; i < timeline.fetch_waits.size(); ++i) {
    const FetchWait& wait = timeline.fetch_waits[i];
    if (i + 1 < timeline.fetch_waits.size())
      if (const FetchWait& next = timeline.fetch_waits[i + 1];
          next.op == wait.op && next.begin == wait.end && next.cause.why != wait.cause.why)
        continue; // from there on for something else
    const OpRow* const culprit = timeline.find(wait.cause.culprit);
    if (culprit == nullptr || wait.end >= timeline.end_cycle)
      continue;
    bool ends = true;
    if (wait.cause.why == Reason::control) // it is decided, and fetch is sent behind it
      ends =
          executes_to(timeline, *culprit) + 1 + machine.dynamic->redirect_cycles == wait.end.value;
    else if (wait.cause.why == Reason::branches_full && machine.dynamic->speculates())
      ends = culprit->end == wait.end || discards_in(wait.end); // it has retired
    else
      continue;
    ++proof.waits;
    ++proof.ends;
    if (!ends)
      proof.problems.push_back(fmt::format(
          "fetch waits in cycles {} to {} in front of #{} for {}, which does not end it",
          wait.begin.value, wait.end.value - 1, wait.op.value, words(wait.cause)));
  }
}

} // namespace stallscope::property

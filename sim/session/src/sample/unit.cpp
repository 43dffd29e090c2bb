#include "sample/unit.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::session {

/// Runs until a number of instructions has retired. Steps are sized by the maximum retirement
/// width, so that the simulation never runs too far.
void UnitSimulator::run_until_retired(std::uint64_t instructions) {
  const std::uint64_t width = now_->retire_width();
  while (!now_->stopped() && now_->retired() < instructions) {
    const std::uint64_t safe = (instructions - now_->retired()) / width;
    now_->run(now_->cycle() + std::max<std::uint64_t>(safe, 1));
  }
}

UnitCounts UnitSimulator::measure(const LivePoint& point) {
  now_->start_at(point.arch, point.warm, point.cycle);
  Simulation::Totals before; // zero before the unit
  before.cycles = point.cycle;
  if (point.lead != 0) {
    run_until_retired(point.lead);
    before = now_->totals();
  }
  run_until_retired(point.lead + point.measure);
  const Simulation::Totals after = now_->totals();
  UnitCounts counts;
  counts.cycles = after.cycles - before.cycles;
  counts.instructions = after.instructions - before.instructions;
  counts.simulated = after.instructions;
  counts.branches = after.branches - before.branches;
  counts.mispredictions = after.mispredictions - before.mispredictions;
  for (const trace::LedgerPoint at : after.ledger.points()) {
    const trace::LedgerAccount& account = after.ledger.at(at);
    auto& slots = counts.slots[static_cast<std::size_t>(at)];
    for (std::size_t i = 0; i < kReasonCount; ++i)
      slots[i] = static_cast<std::int64_t>(account.slots[i]) -
                 static_cast<std::int64_t>(before.ledger.at(at).slots[i]);
    STALLSCOPE_CHECK(std::accumulate(slots.begin(), slots.end(), std::int64_t{0}) ==
                         static_cast<std::int64_t>(counts.cycles * account.width),
                     "the ledger of a sampled unit does not add up to its slots");
  }
  return counts;
}

} // namespace stallscope::session

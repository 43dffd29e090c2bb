#include "loop/access_phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

namespace stallscope::session {

namespace {

/// The largest of the powers of two in which a machine looks at addresses of data.
std::uint64_t unit_of(const machine::Machine& machine) {
  std::uint64_t unit = 1;
  if (machine.splits_accesses())
    unit = std::max<std::uint64_t>(unit, machine.access_bytes);
  if (const std::size_t first = machine.caches.first_for(false);
      first < machine.caches.levels.size()) {
    const machine::Cache& cache = machine.caches.levels[first];
    unit = std::max<std::uint64_t>(
        {unit, cache.line_bytes,
         cache.banks > 1 ? std::uint64_t{cache.banks} * cache.bank_bytes : std::uint64_t{1}});
  }
  return std::bit_ceil(unit);
}

} // namespace

AccessPhases::AccessPhases(const LaidOutLoop& loop, const machine::Machine& machine)
    : loop_(loop), unit_(unit_of(machine)), state_(isa::initial_state(loop.program())) {
  environment_.misaligned = machine.misaligned;
}

void AccessPhases::execute_one() {
  phase_.clear();
  for (std::size_t n = 0; n < loop_.length(); ++n) {
    const isa::Effect effect =
        isa::execute(loop_.program(), state_, environment_, state_.instructions);
    if (effect.trap != isa::Trap::none)
      return; // its end, or an error, which the pipeline comes to as well
    if (effect.bytes == 0)
      continue;
    fmt::format_to(std::back_inserter(phase_), "{} ", effect.address % unit_);
    if (effect.two_places)
      fmt::format_to(std::back_inserter(phase_), "{} ", effect.read_address % unit_);
  }
}

const std::string& AccessPhases::of(std::uint64_t iteration) {
  if (unit_ > 1)
    for (; executed_ <= iteration; ++executed_)
      execute_one();
  return phase_;
}

} // namespace stallscope::session

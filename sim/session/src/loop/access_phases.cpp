#include "loop/access_phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>

namespace stallscope::session {

namespace {

/// The power of two modulo which the addresses of data accesses affect a machine's timing.
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
    : loop_(loop), unit_(unit_of(machine)), state_(isa::initial_state(loop.program())),
      environment_(loop.environment(machine.misaligned)) {}

void AccessPhases::execute_one() {
  phase_.clear();
  before_.swap(accesses_);
  accesses_.clear();
  for (std::size_t n = 0; n < loop_.length(); ++n) {
    const isa::Effect effect =
        isa::execute(loop_.program(), state_, environment_, state_.instructions);
    if (effect.trap != isa::Trap::none)
      return; // ends here, or with an error that the pipeline will meet as well
    if (effect.bytes == 0)
      continue;
    const isa::Instruction& instruction =
        loop_.program().instruction(loop_.index_of(executed_, static_cast<std::uint32_t>(n)));
    // Of x86 the class does not tell whether the operand in memory is written: it may be.
    const bool writes = isa::is_x86(instruction.op) || isa::writes_memory(instruction);
    accesses_.push_back({effect.address, writes});
    if (effect.two_places)
      accesses_.push_back({effect.read_address, false});
  }
  for (const Access& access : accesses_)
    fmt::format_to(std::back_inserter(phase_), "{} ", access.address % unit_);
}

bool AccessPhases::meet_within(std::uint64_t iterations) const {
  constexpr std::int64_t kWidest = 64; // maximum number of bytes of an access
  // Number of iterations whose stores are in flight or in the store buffer.
  const auto in_flight =
      static_cast<std::int64_t>(core::kWindowSlots / loop_.length() + core::StoreBuffer::kMost + 2);
  const auto stride = [this](std::size_t n) {
    return static_cast<std::int64_t>(accesses_[n].address - before_[n].address);
  };
  if (accesses_.size() != before_.size())
    return !accesses_.empty();
  bool alike = true;
  for (std::size_t n = 1; n < accesses_.size(); ++n)
    alike = alike && stride(n) == stride(0);
  if (alike)
    return false;
  const auto far = static_cast<std::int64_t>(iterations);
  for (std::size_t store = 0; store < accesses_.size(); ++store)
    for (std::size_t other = 0; accesses_[store].writes && other < accesses_.size(); ++other) {
      const std::int64_t apart = stride(other) - stride(store);
      if (apart == 0)
        continue;
      const auto now =
          static_cast<std::int64_t>(accesses_[other].address - accesses_[store].address);
      const std::int64_t then = now + far * apart;
      const std::int64_t nearest =
          (now < 0) != (then < 0) ? 0 : std::min(std::abs(now), std::abs(then));
      if (nearest <= in_flight * std::abs(stride(store)) + kWidest)
        return true;
    }
  return false;
}

const std::string& AccessPhases::of(std::uint64_t iteration) {
  for (; executed_ <= iteration; ++executed_)
    execute_one();
  return phase_;
}

} // namespace stallscope::session

#pragma once

#include "isa/threaded_code.hpp"
#include "session/condition.hpp"
#include "session/simulation.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace stallscope::session {

/// Finds stretches of a run in which none of some conditions can come to hold, so that nobody has
/// to look at every cycle. It executes the program ahead of the pipeline, on a copy of the right
/// path, up to an instruction that could make a condition hold or that only the pipeline can carry
/// out (a system call, a trap, a cycle counter).
class Scout {
public:
  /// For a simulation on which nobody else has a hand.
  Scout(const Simulation& simulation, std::vector<Condition> conditions);

  /// So many cycles from the present one on need not be looked at; 0: look at the next.
  [[nodiscard]] std::uint64_t quiet_cycles();

private:
  [[nodiscard]] bool concerns(const Condition& condition,
                              const isa::Instruction& instruction) const;
  [[nodiscard]] bool may_fulfil(const isa::Instruction& instruction) const;
  [[nodiscard]] bool fulfils(const isa::ArchState& behind, const isa::Instruction& instruction,
                             const isa::Effect& effect) const;
  [[nodiscard]] bool holds_now() const;
  std::uint64_t quiet_instructions();

  const Simulation& simulation_;
  std::vector<Condition> conditions_;       ///< but those that wait for a cycle
  std::vector<std::uint64_t> cycles_;       ///< those
  std::unique_ptr<isa::ThreadedCode> code_; ///< null: every cycle has to be looked at
  // Instructions executed on the right path: those up to `quiet_to_` fulfil nothing, if they were
  // fetched as operation `quiet_from_` or later.
  std::uint64_t quiet_to_ = 0;
  OpId quiet_from_;
  std::uint64_t next_try_ = 0; ///< cycle before which scouting is not worth it
  std::uint64_t last_cycle_ = 0;
};

} // namespace stallscope::session

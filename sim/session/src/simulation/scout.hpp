#pragma once

#include "isa/threaded_code.hpp"
#include "session/condition.hpp"
#include "session/simulation.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace stallscope::session {

/// Finds ranges of cycles in which none of the given conditions can become true, so that not every
/// cycle must be checked. The scout executes the program ahead of the pipeline, on a copy of the
/// right path, up to an instruction that could fulfil a condition, or that only the pipeline can
/// execute (a system call, a trap, a cycle counter).
class Scout {
public:
  /// The simulation must not be changed otherwise than by running forward or back.
  Scout(const Simulation& simulation, std::vector<Condition> conditions);

  /// Number of cycles after the present one that need no check; 0: the next cycle must be checked.
  [[nodiscard]] std::uint64_t quiet_cycles();

private:
  [[nodiscard]] bool may_fulfil(const isa::Instruction& instruction) const;
  [[nodiscard]] bool fulfils(const isa::ArchState& behind, const isa::Instruction& instruction,
                             const isa::Effect& effect) const;
  [[nodiscard]] bool holds_now() const;
  std::uint64_t quiet_instructions();

  const Simulation& simulation_;
  std::vector<Condition> conditions_;       ///< all conditions except those on a cycle
  std::vector<std::uint64_t> cycles_;       ///< the cycles of conditions on a cycle
  std::unique_ptr<isa::ThreadedCode> code_; ///< null: every cycle must be checked
  // Right-path instructions executed ahead: those up to `quiet_to_` fulfil no condition, if they
  // were fetched as operation `quiet_from_` or later.
  std::uint64_t quiet_to_ = 0;
  OpId quiet_from_;
  std::uint64_t next_try_ = 0; ///< first cycle at which executing ahead is tried again
  std::uint64_t last_cycle_ = 0;
};

} // namespace stallscope::session

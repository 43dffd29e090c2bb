#pragma once

#include "machine/description.hpp"
#include "sched/cost_model/surroundings.hpp"
#include "sched/schedule.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

/// How long the rounds of a loop take that is one block.
struct LoopCycles {
  double round = 0;                      ///< cycles a round, once all rounds are alike
  std::vector<std::int32_t> first_issue; ///< of the first rounds: cycle in which each instruction
                                         ///< is issued, round by round
  std::string inexact;                   ///< why a run may differ; empty when it does not
};
/// By the pipeline model: rounds one behind the other, with the values each hands to the next, and
/// with what the taken branch between them costs. `keep` rounds are kept in first_issue.
[[nodiscard]] LoopCycles loop_cycles(const Block& block, const machine::Machine& machine,
                                     std::uint32_t keep = 0);

/// Which of some schedules of a block serves a program best: of a loop of one block the one whose
/// rounds take the fewest cycles; else, where `around` knows what comes in front of the block and
/// behind it, the one with which these three together issue their last instruction first; else the
/// shortest. Of equals the one whose last instruction issues first, or if it is a branch is decided
/// first, as what follows can begin sooner; then the one whose instructions issue sooner
/// altogether. Their place in the list decides last. There is at least one.
[[nodiscard]] std::size_t best_in_program(const Problem& problem,
                                          const std::vector<Schedule>& schedules,
                                          const Surroundings& around);

/// What a run of the program takes, as runs of the machine count it: the instructions the reference
/// executes go through the pipeline model. Nothing when the run does not come to its end within
/// `limit` instructions, or asks for input. Exact for machines of which why_inexact says nothing
/// and whose predictor does not learn.
[[nodiscard]] std::optional<std::uint64_t> run_cycles(const isa::Program& program,
                                                      const machine::Machine& machine,
                                                      std::uint64_t limit = 20000);

} // namespace stallscope::sched

#pragma once

#include "machine/description.hpp"
#include "sched/cost_model/surroundings.hpp"
#include "sched/schedule.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Predicted cycles of a loop that is one block.
struct LoopCycles {
  double round = 0;                      ///< cycles per iteration in the steady state
  std::vector<std::int32_t> first_issue; ///< of the first iterations: issue cycle of each
                                         ///< instruction, iteration by iteration
  std::string inexact;                   ///< why a run may differ; empty when it does not
};
/// By the pipeline model: consecutive iterations with their loop-carried values and the taken
/// branch between them. first_issue has `keep` iterations.
[[nodiscard]] LoopCycles loop_cycles(const Block& block, const machine::Machine& machine,
                                     std::uint32_t keep = 0);

/// Selects the best of some schedules of a block, in order of criteria: for a loop of one block,
/// fewest cycles per iteration; otherwise, when `around` knows the neighbouring blocks, earliest
/// last issue of the three blocks together; otherwise shortest schedule. Ties: earliest issue of
/// the last instruction (resolution, if it is a branch), since the following code can begin sooner;
/// then the smallest sum of issue cycles; then the place in the list. At least one is required.
[[nodiscard]] std::size_t best_in_program(const Problem& problem,
                                          const std::vector<Schedule>& schedules,
                                          const Surroundings& around);

/// Predicted cycles of a whole run, as counted by runs of the machine: the instructions that the
/// reference executes go through the pipeline model. Nothing when the run does not end within
/// `limit` instructions, or needs input. Exact for machines without a why_inexact and with a static
/// predictor.
[[nodiscard]] std::optional<std::uint64_t> run_cycles(const isa::Program& program,
                                                      const machine::Machine& machine,
                                                      std::uint64_t limit = 20000);

} // namespace stallscope::sched

#pragma once

#include "sched/cost_model/predicted.hpp"
#include "sched/report/report.hpp"
#include "sched/schedule.hpp"
#include "sched/verification/verify.hpp"
#include "schedule/schedule_pipeline.hpp"
#include "trace/run_record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// A basic block with its schedules.
struct ScheduledBlock {
  std::size_t number = 1; ///< among the blocks of the program, from 1
  sched::Problem problem;
  sched::DependenceGraph shown; ///< the graph to show: transitively reduced on request
  sched::LegalOrders orders;
  std::string inexact; ///< why cycles may differ from a run, or empty
  std::vector<sched::Schedule> schedules;
  std::string left{}; ///< why the block is unchanged, or empty

  /// The shortest schedule; ties: the first one; none without schedules.
  [[nodiscard]] const sched::Schedule* best() const;
  /// The schedule to use in the program.
  [[nodiscard]] const sched::Schedule& to_write(const sched::Surroundings& around) const {
    return schedules[sched::best_in_program(problem, schedules, around)];
  }
  /// The largest proven lower bound.
  [[nodiscard]] std::uint32_t lower_bound() const;
};

/// Content of the report of `schedule`.
struct ScheduleReport {
  std::string program;
  std::string machine;
  std::vector<ScheduledBlock> blocks;
  bool graph = false; ///< show graphs of long blocks too
  bool steps = false;
  std::vector<std::string> notes{}; ///< transformations applied before scheduling, one sentence
                                    ///< each
  std::optional<sched::Verification> verification{};
  std::vector<PipelineReport> loops{}; ///< loops to be software-pipelined
  std::optional<RunPrediction> predicted{};
};

/// With more blocks, text output shows totals instead of each block.
inline constexpr std::size_t kManyBlocks = 40;

[[nodiscard]] std::string schedule_text(const ScheduleReport& report);
/// Documented in cli/README.md: stallscope.schedule/1.
[[nodiscard]] std::string schedule_json(const ScheduleReport& report,
                                        const trace::RunRecord* before,
                                        const trace::RunRecord* after);
/// A page: graphs, tables, steps, and pictures of two runs (`comparison`: SVG, can be empty).
[[nodiscard]] std::string schedule_html(const ScheduleReport& report,
                                        const std::string& comparison);

} // namespace stallscope::cli

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

/// A basic block and what the schedulers made of it.
struct ScheduledBlock {
  std::size_t number = 1; ///< among the blocks of the program, from 1
  sched::Problem problem;
  sched::DependenceGraph shown; ///< the graph to show: reduced when that was asked for
  sched::LegalOrders orders;
  std::string inexact; ///< why cycles may differ from those of a run, or empty
  std::vector<sched::Schedule> schedules;
  std::string left{}; ///< why it stays as it is in the program, or empty

  /// The shortest, of equals the first; of no schedules none.
  [[nodiscard]] const sched::Schedule* best() const;
  /// The one to put into the program.
  [[nodiscard]] const sched::Schedule& to_write(const sched::Surroundings& around) const {
    return schedules[sched::best_in_program(problem, schedules, around)];
  }
  /// The greatest lower bound that any of them has proven.
  [[nodiscard]] std::uint32_t lower_bound() const;
};

/// What is shown of a schedule command.
struct ScheduleReport {
  std::string program;
  std::string machine;
  std::vector<ScheduledBlock> blocks;
  bool graph = false; ///< of long blocks too
  bool steps = false;
  std::vector<std::string> notes{}; ///< what was done to the program first, a sentence each
  std::optional<sched::Verification> verification{};
  std::vector<PipelineReport> loops{}; ///< that were to be software-pipelined
  std::optional<RunPrediction> predicted{};
};

/// More blocks than that are added up in text, instead of shown one by one.
inline constexpr std::size_t kManyBlocks = 40;

[[nodiscard]] std::string schedule_text(const ScheduleReport& report);
/// Documented in cli/README.md: stallscope.schedule/1.
[[nodiscard]] std::string schedule_json(const ScheduleReport& report,
                                        const trace::RunRecord* before,
                                        const trace::RunRecord* after);
/// A page: graphs, tables, steps, and of two runs their pictures (`comparison`: SVG, may be empty).
[[nodiscard]] std::string schedule_html(const ScheduleReport& report,
                                        const std::string& comparison);

} // namespace stallscope::cli

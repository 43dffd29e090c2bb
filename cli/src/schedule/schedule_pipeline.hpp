#pragma once

#include "arguments/arguments.hpp"
#include "machine/description.hpp"
#include "sched/cost_model/predicted.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// The result of pipelining a loop, with its cycles.
struct PipelineReport {
  const sched::PipelinedLoop* loop = nullptr;
  const machine::Machine* machine = nullptr;
  std::optional<sched::LoopCycles> source; ///< cycles of the original loop; none if it has no
                                           ///< schedule
  std::optional<sched::LoopCycles> kernel; ///< cycles of `copies` iterations
};

/// Data of loops to be displayed, from the transformed program.
[[nodiscard]] std::vector<PipelineReport>
pipeline_reports(const std::vector<sched::PipelinedLoop>& loops, const isa::Program& result,
                 const machine::Machine& machine);

[[nodiscard]] std::string pipeline_text(const PipelineReport& report, bool steps);
[[nodiscard]] nlohmann::ordered_json pipeline_json(const PipelineReport& report);
/// The figure, a complete SVG document; empty when there is no schedule.
[[nodiscard]] std::string pipeline_svg(const PipelineReport& report);

/// Whether a requested figure can be drawn; prints the reason otherwise.
[[nodiscard]] bool can_draw_loop(const ScheduleArguments& a,
                                 const std::vector<sched::PipelinedLoop>& loops);

/// Cycles of whole runs, by the pipeline model.
struct RunPrediction {
  std::uint64_t source = 0; ///< cycles
  std::uint64_t scheduled = 0;
  std::string inexact; ///< why runs can differ, or empty
};
/// For a program and its transformed version. Nothing for long runs, and for programs that read
/// input.
[[nodiscard]] std::optional<RunPrediction> predicted_runs(const isa::Program& program,
                                                          const std::string& scheduled,
                                                          const machine::Machine& machine);
[[nodiscard]] std::string prediction_text(const RunPrediction& prediction);

/// A dependence, as in `edges` of stallscope.schedule/1.
[[nodiscard]] nlohmann::ordered_json edge_json(const sched::DependenceGraph& graph,
                                               const sched::Edge& edge);

} // namespace stallscope::cli

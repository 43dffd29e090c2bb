#include "schedule/schedule_pipeline.hpp"

#include "input_output/console.hpp"
#include "sched/report/overlap_figure.hpp"
#include "sched/report/report.hpp"
#include "sched/target/pipeline_model.hpp"
#include "schedule/schedule_transform.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;

/// "12" or "5.50".
std::string cycles_words(double cycles) {
  const auto whole = static_cast<std::int64_t>(cycles);
  return static_cast<double>(whole) == cycles ? fmt::format("{}", whole)
                                              : fmt::format("{:.2f}", cycles);
}

double kernel_iteration(const PipelineReport& report) {
  return report.kernel->round / report.loop->copies;
}

/// Cycles of an iteration before and after, by the pipeline model.
std::string iteration_text(const PipelineReport& report) {
  std::string text = fmt::format("  predicted: {} cycles an iteration as it was",
                                 cycles_words(report.source->round));
  if (report.kernel)
    text += fmt::format(", {} in the kernel", cycles_words(kernel_iteration(report)));
  text += ", branches included\n";
  if (!report.source->inexact.empty())
    text += fmt::format("  cycles are an estimate: {}\n", report.source->inexact);
  return text;
}

Json step_json(const sched::ModuloStep& step) {
  Json displaced = Json::array();
  for (const sched::Node node : step.displaced)
    displaced.push_back(node + 1);
  return {{"interval", step.interval},
          {"instruction", step.node == sched::kNoNode ? Json(nullptr) : Json(step.node + 1)},
          {"earliest", step.earliest},
          {"latest", step.latest},
          {"time", step.time ? Json(*step.time) : Json(nullptr)},
          {"displaced", displaced},
          {"why", step.why}};
}

Json schedule_of(const sched::PipelinedLoop& loop) {
  Json times = Json::array();
  for (sched::Node node = 0; node < loop.problem.size; ++node)
    times.push_back({{"instruction", node + 1},
                     {"time", loop.schedule.times[node]},
                     {"row", loop.schedule.row(node)},
                     {"stage", loop.schedule.stage(node)}});
  return times;
}

} // namespace

Json edge_json(const sched::DependenceGraph& graph, const sched::Edge& edge) {
  const std::string location = graph.location(edge);
  return {
      {"from", edge.from + 1},   {"to", edge.to + 1},
      {"kind", name(edge.kind)}, {"location", location.empty() ? Json(nullptr) : Json(location)},
      {"latency", edge.latency}, {"distance", edge.distance}};
}

std::vector<PipelineReport> pipeline_reports(const std::vector<sched::PipelinedLoop>& loops,
                                             const isa::Program& result,
                                             const machine::Machine& machine) {
  std::vector<PipelineReport> reports;
  const std::vector<sched::Block> blocks = sched::basic_blocks(result, machine.delay_slot);
  for (const sched::PipelinedLoop& loop : loops) {
    PipelineReport report;
    report.loop = &loop;
    report.machine = &machine;
    if (loop.schedule.interval > 0)
      report.source = sched::loop_cycles(loop.source, machine);
    const auto kernel =
        std::find_if(blocks.begin(), blocks.end(),
                     [&loop](const sched::Block& block) { return block.label == loop.main_label; });
    if (!loop.main_label.empty() && kernel != blocks.end())
      report.kernel = sched::loop_cycles(*kernel, machine);
    reports.push_back(std::move(report));
  }
  return reports;
}

std::string pipeline_text(const PipelineReport& report, bool steps) {
  const sched::PipelinedLoop& loop = *report.loop;
  std::string text = fmt::format("Loop '{}', {} instructions\n", loop.label, loop.source.count);
  if (loop.graph.size() == 0)
    return text + fmt::format("  left as it is: {}\n", loop.why_not.text());
  text += sched::graph_text(loop.graph) + "\n" + sched::modulo_summary(loop);
  if (loop.main_label.empty())
    text += fmt::format("  left as it is: {}\n", loop.why_not.text());
  if (report.source)
    text += iteration_text(report);
  if (loop.schedule.interval == 0)
    return text;
  if (steps && !loop.schedule.steps.empty())
    text += "\n  step by step\n" + sched::modulo_steps_text(loop);
  return text + "\n" + sched::modulo_table_text(loop) + "\n" +
         sched::overlap_text(sched::overlap_figure(loop, *report.machine));
}

namespace {

/// The bounds of the interval.
void add_bounds(Json& out, const sched::PipelinedLoop& loop) {
  const bool known = loop.graph.size() > 0;
  out["edges"] = Json::array();
  for (const std::vector<sched::Edge>* edges : {&loop.graph.edges, &loop.graph.carried})
    for (const sched::Edge& edge : *edges)
      out["edges"].push_back(edge_json(loop.graph, edge));
  out["res_mii"] = known ? Json(loop.minimum.resources) : Json(nullptr);
  out["rec_mii"] = known ? Json(loop.minimum.recurrences) : Json(nullptr);
  out["circuit"] = Json::array();
  for (const sched::Node node : loop.minimum.circuit)
    out["circuit"].push_back(node + 1);
  out["lower_bound"] = known ? Json(loop.lower_bound) : Json(nullptr);
  out["proven"] = loop.proven();
}

} // namespace

Json pipeline_json(const PipelineReport& report) {
  const sched::PipelinedLoop& loop = *report.loop;
  const bool scheduled = loop.schedule.interval > 0;
  Json out = {{"label", loop.label},
              {"kernel", loop.main_label.empty() ? Json(nullptr) : Json(loop.main_label)},
              {"why_not", loop.why_not.empty() ? Json(nullptr) : Json(loop.why_not.text())}};
  add_bounds(out, loop);
  out["method"] = scheduled ? Json(loop.schedule.method) : Json(nullptr);
  out["interval"] = scheduled ? Json(loop.schedule.interval) : Json(nullptr);
  out["stages"] = scheduled ? Json(loop.schedule.stages()) : Json(nullptr);
  out["copies"] = loop.copies;
  out["least_trips"] = loop.least_trips;
  out["registers"] = Json::object();
  for (const auto& [name, count] : loop.expanded)
    out["registers"][name] = count;
  out["schedule"] = scheduled ? schedule_of(loop) : Json::array();
  out["predicted"] = nullptr;
  if (report.source)
    out["predicted"] = {
        {"source_iteration", report.source->round},
        {"kernel_iteration", report.kernel ? Json(kernel_iteration(report)) : Json(nullptr)},
        {"exact", report.source->inexact.empty()}};
  out["steps"] = Json::array();
  for (const sched::ModuloStep& step : loop.schedule.steps)
    out["steps"].push_back(step_json(step));
  return out;
}

std::string pipeline_svg(const PipelineReport& report) {
  const sched::PipelinedLoop& loop = *report.loop;
  return loop.schedule.interval == 0
             ? std::string()
             : sched::overlap_svg(sched::overlap_figure(loop, *report.machine),
                                  fmt::format("Loop {} software-pipelined on {}", loop.label,
                                              report.machine->name));
}

bool can_draw_loop(const ScheduleArguments& a, const std::vector<sched::PipelinedLoop>& loops) {
  if (a.format != ScheduleFormat::svg || a.simulate || a.pipeline.empty() ||
      (loops.size() == 1 && loops.front().schedule.interval > 0))
    return true;
  print_error(loops.size() == 1
                  ? fmt::format("--format svg: the loop '{}' has no schedule to draw: {}",
                                loops.front().label, loops.front().why_not.text())
                  : fmt::format("--format svg: the figure of one pipelined loop; expected --block "
                                "LABEL of a loop, as there are {}",
                                loops.size()));
  return false;
}

std::optional<RunPrediction> predicted_runs(const isa::Program& program,
                                            const std::string& scheduled,
                                            const machine::Machine& machine) {
  const auto result = reread(program, program.name + ", scheduled", scheduled, machine);
  if (!result)
    return std::nullopt;
  const auto before = sched::run_cycles(program, machine);
  const auto behind = sched::run_cycles(*result, machine);
  if (!before || !behind)
    return std::nullopt;
  std::string inexact = sched::why_inexact(machine).text();
  if (inexact.empty() && machine.predictor_learns())
    inexact = "its predictor learns";
  return RunPrediction{*before, *behind, std::move(inexact)};
}

std::string prediction_text(const RunPrediction& p) {
  return fmt::format("predicted: {} cycles before, {} behind{}\n", p.source, p.scheduled,
                     p.inexact.empty() ? "" : ", an estimate: " + p.inexact);
}

} // namespace stallscope::cli

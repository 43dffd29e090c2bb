#include "sched/report/overlap_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::sched {

namespace {

std::string plural(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string method_words(const PipelinedLoop& loop) {
  return loop.schedule.method == "exact"   ? "found by search"
         : loop.schedule.method == "swing" ? "swing modulo scheduling"
                                           : "iterative modulo scheduling";
}

std::string proof_words(const PipelinedLoop& loop) {
  if (loop.minimum.interval() == loop.schedule.interval)
    return "the least there can be";
  if (loop.registers_from != 0)
    return fmt::format("for want of registers; without that {} would do", loop.registers_from);
  if (loop.proven())
    return fmt::format("the least there is: shorter ones were searched through, {} looked at",
                       plural(loop.visited, "partial schedule"));
  return fmt::format("not proven: {} to {} are open after {}", loop.lower_bound,
                     loop.schedule.interval - 1, plural(loop.visited, "partial schedule"));
}

std::string registers_words(const PipelinedLoop& loop) {
  std::string names;
  for (const auto& [name, count] : loop.expanded)
    names += fmt::format("{}{} in {}", names.empty() ? "" : ", ", name, count);
  return names.empty() ? "every value keeps its register"
                       : names + " registers (modulo variable expansion)";
}

} // namespace

std::string modulo_summary(const PipelinedLoop& loop) {
  const MinimumInterval& m = loop.minimum;
  const ModuloResource& most = loop.problem.resources[m.bottleneck];
  std::string text =
      fmt::format("  resources: at least {}: '{}' is needed for {} an iteration, "
                  "{} can have it at a time (ResMII)\n",
                  plural(m.resources, "cycle"), most.name, plural(m.needed, "cycle"), most.copies);
  if (loop.problem.bubbles > 0)
    text += fmt::format("    among them {} behind the taken branch in which nothing is issued\n",
                        plural(loop.problem.bubbles, "cycle"));
  std::string circuit;
  for (const Node node : m.circuit)
    circuit += fmt::format("{} -> ", node + 1);
  text +=
      m.circuit.empty()
          ? std::string("  recurrences: none (RecMII 1)\n")
          : fmt::format("  recurrences: at least {}: {}{} takes {} and leads {} on (RecMII)\n",
                        plural(m.recurrences, "cycle"), circuit, m.circuit.front() + 1,
                        plural(m.circuit_cycles, "cycle"), plural(m.circuit_distance, "iteration"));
  if (loop.schedule.interval == 0)
    return text;
  text += fmt::format("  interval (II): {}, {}: {}\n", plural(loop.schedule.interval, "cycle"),
                      method_words(loop), proof_words(loop));
  if (loop.schedule.method == "exact")
    text += fmt::format("  the method asked for had found {}\n", loop.heuristic_interval);
  if (loop.main_label.empty())
    return text;
  return text + fmt::format("  {}: {} in flight; the kernel has {} of the body; {}\n"
                            "  with fewer than {} the loop runs as it was\n",
                            plural(loop.schedule.stages(), "stage"),
                            plural(loop.schedule.stages(), "iteration"),
                            loop.copies == 1 ? "1 copy" : fmt::format("{} copies", loop.copies),
                            registers_words(loop), plural(loop.least_trips, "iteration"));
}

std::string modulo_table_text(const PipelinedLoop& loop) {
  const ModuloProblem& problem = loop.problem;
  const ModuloSchedule& schedule = loop.schedule;
  ReservationTable table(problem.copies(), schedule.interval);
  std::vector<std::string> cells(schedule.interval);
  std::size_t wide = 12;
  for (Node node = 0; node < problem.size; ++node) {
    table.take(problem.uses[node], static_cast<std::uint64_t>(schedule.times[node]));
    std::string& cell = cells[schedule.row(node)];
    cell += fmt::format("{}{} {} ({})", cell.empty() ? "" : ", ", node + 1,
                        problem.block.text(node), schedule.stage(node));
    wide = std::max(wide, cell.size());
  }
  std::string text = fmt::format("  {:>3}  {:<{}}", "row", "issued (stage)", wide);
  for (const ModuloResource& resource : problem.resources)
    text += fmt::format("  {:>{}}", resource.name, std::max<std::size_t>(3, resource.name.size()));
  text += "\n";
  for (std::uint32_t row = 0; row < schedule.interval; ++row) {
    std::string line = fmt::format("  {:>3}  {:<{}}", row, cells[row], wide);
    for (std::uint32_t r = 0; r < problem.resources.size(); ++r) {
      const std::uint32_t taken = table.taken(row + problem.fetch_cycles, r);
      line += fmt::format("  {:>{}}", taken == 0 ? "" : fmt::format("{}", taken),
                          std::max<std::size_t>(3, problem.resources[r].name.size()));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string modulo_steps_text(const PipelinedLoop& loop) {
  std::string text = fmt::format("  {:>3}  {:>6}  {:>9}  {:>4}  {:<10}  why\n", "II", "place",
                                 "from..to", "at", "displaces");
  for (const ModuloStep& step : loop.schedule.steps) {
    if (step.node == kNoNode) {
      text += fmt::format("  {:>3}  given up: {}\n", step.interval, step.why);
      continue;
    }
    std::string displaced;
    for (const Node node : step.displaced)
      displaced += fmt::format("{}{}", displaced.empty() ? "" : " ", node + 1);
    text += fmt::format("  {:>3}  {:>6}  {:>9}  {:>4}  {:<10}  {}\n", step.interval, step.node + 1,
                        fmt::format("{}..{}", step.earliest, step.latest),
                        step.time ? fmt::format("{}", *step.time) : "-", displaced, step.why);
  }
  return text;
}

} // namespace stallscope::sched

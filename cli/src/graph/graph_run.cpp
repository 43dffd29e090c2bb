#include "graph/graph_run.hpp"

#include "base/read_file.hpp"
#include "graph/tune_points.hpp"
#include "input_output/console.hpp"

#include <utility>

namespace stallscope::cli {

std::optional<GraphRun> run_graph(const std::string& file, const GraphArguments& a, bool quiet) {
  const auto read = [](const std::string& name, std::size_t most, std::string_view expected) {
    return name == "-" ? Result<std::string>(standard_input()) : read_file(name, most, expected);
  };
  if (!a.tune.empty())
    catch_interrupts();
  graph::StudyOptions options = a;
  options.for_train = !a.train_output.empty();
  auto run = graph::study(file, options, read, measured_by_workers(a, quiet));
  print(run.diagnostics());
  return run ? std::optional(std::move(run).value()) : std::nullopt;
}

} // namespace stallscope::cli

#include "model/graph/graph_course.hpp"

#include "base/read_file.hpp"
#include "model/graph/graph_options.hpp"
#include "plan/course_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

/// Memory of a device over time: that of its storage, including params and inputs, which stay
/// allocated.
MemoryStrip strip_of_device(const graph::GraphRun& run, std::uint32_t device) {
  constexpr std::size_t kParameters = 0;
  constexpr std::size_t kActivations = 3;
  struct Change {
    std::uint64_t cycle;
    bool taken;
    const graph::StorageBlock* block;
  };
  std::vector<Change> changes;
  for (const graph::StorageBlock& block : run.memory.released.blocks)
    if (block.device == device) {
      changes.push_back({block.from + 1, true, &block});
      changes.push_back({block.until + 1, false, &block});
    }
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.taken < b.taken;
  });
  MemoryStrip strip;
  strip.device = fmt::format("device {}", device);
  strip.room = run.options.memory_limit;
  MemoryParts now{};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    std::uint64_t& part = now[change.block->resident ? kParameters : kActivations];
    part = change.taken ? part + change.block->bytes : part - change.block->bytes;
    if (i + 1 < changes.size() && changes[i + 1].cycle == change.cycle)
      continue;
    strip.levels.push_back({change.cycle, now});
    if (strip.levels.back().all() <= strip.peak)
      continue;
    strip.peak = strip.levels.back().all();
    strip.peak_cycle = change.cycle;
    strip.culprit = run.graph.at(change.block->node).name;
  }
  return strip;
}

class GraphCourse final : public Course {
public:
  explicit GraphCourse(graph::GraphRun run) : run_(std::move(run)) {
    memory_.bytes = true;
    for (std::uint32_t device = 0; device < run_.options.devices; ++device)
      memory_.devices.push_back(strip_of_device(run_, device));
    memory_.sum_up();
    whole_ = graph::run_record(run_, true);
    add_lost(whole_, std::vector<bool>(whole_.timeline.lanes.size(), true));
  }

  /// Always the whole record, since a graph has few operations.
  [[nodiscard]] trace::RunRecord record(std::uint64_t /*from*/,
                                        std::uint64_t /*to*/) const override {
    return whole_;
  }
  [[nodiscard]] std::uint64_t cycles() const override { return run_.execution.makespan; }
  [[nodiscard]] std::uint64_t operations() const override { return whole_.timeline.rows.size(); }
  [[nodiscard]] const MemoryCurves& memory() const override { return memory_; }
  [[nodiscard]] const graph::GraphRun* graph() const override { return &run_; }

private:
  graph::GraphRun run_;
  trace::RunRecord whole_;
  MemoryCurves memory_;
};

} // namespace

graph::ReadGraphFile graph_reader(const RunSpec& spec) {
  return [program = spec.program](const std::string& name, std::size_t most,
                                  std::string_view expected) -> Result<std::string> {
    if (program.text && name == program.name)
      return *program.text;
    return read_file(name, most, expected, Streams::refuse);
  };
}

Result<std::shared_ptr<const Course>> open_graph(const RunSpec& spec,
                                                 const std::function<bool()>& go_on) {
  const Result<graph::StudyOptions> options = study_options(spec);
  if (!options)
    return options.diagnostics();
  Result<graph::GraphRun> run =
      graph::study(spec.program.name, *options, graph_reader(spec), graph::measured_here(go_on));
  if (!run)
    return run.diagnostics();
  return std::shared_ptr<const Course>(std::make_shared<GraphCourse>(std::move(run).value()));
}

} // namespace stallscope::gui

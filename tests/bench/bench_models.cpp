// What a frame of the visualiser costs its models, for runs of 1,000, 100,000 and 10,000,000
// instructions: without drawing. A frame at 60 a second may take 16.7 ms in all.
//
//   bench_models [--machine NAME]... [--instructions N]...

#include "gui_bench.hpp"
#include "model/analysis/ledger_model.hpp"
#include "model/cells/diagram_model.hpp"
#include "model/cells/table_model.hpp"
#include "model/processor/processor_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace stallscope;
using namespace stallscope::gui;

namespace {

/// Hundreds of frames at places all over the run, each once its cycles are recorded.
Times frames_of(Run& run, const std::function<bool(std::uint64_t cycle)>& frame) {
  Times frames;
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t cycle = 1 + random() % run.last_cycle();
    bool loading = true;
    while (loading) {
      const double time = milliseconds([&] { loading = frame(cycle); });
      frames.add(time); // a frame that has to wait for its cycles is one too
      if (loading)
        run.wait();
    }
  }
  return frames;
}

void measure(std::uint64_t instructions, const std::string& machine) {
  Run run;
  double opening = 0;
  double first = 0;
  opening = milliseconds([&] {
    run.open(loop_of(instructions, machine));
    first = milliseconds([&] {
      while (run.last_cycle() == 0)
        run.poll();
    });
    run.wait();
  });
  fmt::print("{} instructions on {}: {} cycles, {}; first cycles after {:.0f} ms, all after {:.0f} "
             "ms\n",
             instructions, machine, run.last_cycle(),
             run.whole() ? "recorded whole" : "recorded where it is looked at", first, opening);
  if (run.state() != Run::State::ready) {
    fmt::print("{}", format(run.problems()));
    return;
  }
  fmt::print("  {:<44} {:>8} {:>8}   milliseconds a frame\n", "", "median", "worst");
  const auto line = [](const char* what, Times frames) {
    fmt::print("  {:<44} {:8.3f} {:8.3f}\n", what, frames.median(), frames.worst());
  };
  TableModel table;
  line("occupancy table, 60 rows, anywhere", frames_of(run, [&](std::uint64_t cycle) {
         return table.visible(run, cycle > 59 ? cycle - 59 : 1, 60, cycle).loading;
       }));
  ProcessorModel processor;
  line("processor, anywhere",
       frames_of(run, [&](std::uint64_t cycle) { return processor.visible(run, cycle).loading; }));
  DiagramModel diagram;
  diagram.resize(1600, 1000);
  const auto diagram_frames = [&](double cycle_px, double row_px) {
    diagram.camera.cycle_px = cycle_px;
    diagram.camera.row_px = row_px;
    return frames_of(run, [&](std::uint64_t cycle) {
      diagram.center(run, OpId{std::max<std::uint64_t>(run.overview().next_op_at(cycle), 1)},
                     cycle);
      return diagram.visible(run, run.last_cycle()).loading;
    });
  };
  line("diagram, text of 36 x 40 cells", diagram_frames(44, 24));
  line("diagram, boxes of 400 x 125 cells", diagram_frames(4, 8));
  line("diagram, a pixel a cell, 1600 x 500", diagram_frames(1, 2));
  diagram.fit(run);
  line("diagram, all of the run", frames_of(run, [&](std::uint64_t) {
         return diagram.visible(run, run.last_cycle()).loading;
       }));
  LedgerModel ledger;
  line("ledger, strip of 1600 columns", frames_of(run, [&](std::uint64_t cycle) {
         ledger.strip(run, 1600 + cycle % 2); // made anew every time
         return false;
       }));
}

} // namespace

int main(int argc, char** argv) {
  std::vector<std::string> machines;
  std::vector<std::uint64_t> lengths;
  for (int i = 1; i + 1 < argc; i += 2)
    if (std::string_view(argv[i]) == "--machine")
      machines.emplace_back(argv[i + 1]);
    else if (std::string_view(argv[i]) == "--instructions")
      lengths.push_back(std::strtoull(argv[i + 1], nullptr, 10));
  if (machines.empty())
    machines = {"mips-5", "ooo-4"};
  if (lengths.empty())
    lengths = {1'000, 100'000, 10'000'000};
  for (const std::string& machine : machines)
    for (const std::uint64_t instructions : lengths)
      measure(instructions, machine);
}

// How fast training is simulated: a large plan with its accounts and peaks, what a pane of the
// window needs of it (an index, and windows of 65,536 operations), and choices of a planner.
//   bench_training [DEVICES MICRO_BATCHES CHUNKS]

#include "training/jobs/planner.hpp"
#include "training/memory/activations.hpp"
#include "training/models/model_file.hpp"
#include "training/schedules/schedules.hpp"
#include "training/simulation/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/resource.h>

using namespace stallscope;
using namespace stallscope::training;

namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Seconds since the last call.
double lap() {
  static double before = processor_seconds();
  const double now = processor_seconds();
  return now - std::exchange(before, now);
}

/// What opening a pane and seeking in it cost beside the simulation.
void windows(const Plan& plan, const Verified& verified, const Execution& run,
             const std::vector<DeviceAccount>& accounts) {
  (void)lap();
  const RunIndex index(plan, verified, run);
  const double indexed = lap();
  std::size_t levels = 0;
  for (std::uint32_t device = 0; device < plan.devices; ++device)
    levels += activation_curve(plan, run, device).size();
  const double curved = lap();
  constexpr std::uint64_t kSeeks = 20;
  constexpr std::uint64_t kRows = 65'536;
  const Ticks length = std::max<Ticks>(run.makespan * kRows / index.rows().size(), 1);
  std::size_t rows = 0;
  for (std::uint64_t i = 0; i < kSeeks; ++i) {
    const Ticks from = (run.makespan - length) * i / kSeeks;
    rows += run_record(index, accounts, {from, from + length, true}).timeline.rows.size();
  }
  const double sought = lap();
  fmt::print("  indexed {:.3f} s, memory of all devices {:.3f} s ({} levels), a window of {} ticks "
             "{:.1f} ms ({} operations), {:.0f} MiB\n",
             indexed, curved, levels, length, 1e3 * sought / kSeeks, rows / kSeeks, peak_mib());
}

bool large_plan(const ScheduleSize& size) {
  (void)lap();
  const Result<Plan> plan = make_plan("interleaved-1f1b", size);
  if (!plan) {
    std::fputs(format(plan.diagnostics()).c_str(), stderr);
    return false;
  }
  const double made = lap();
  const Verified verified = verify(*plan);
  const double checked = lap();
  const Execution run = simulate(*plan, verified);
  const double simulated = lap();
  const auto accounts = device_accounts(*plan, verified, run);
  const auto peaks = activation_peaks(*plan);
  const double accounted = lap();
  fmt::print(
      "{} devices x {} micro-batches x {} chunks: {} operations, makespan {}\n"
      "  order {:.3f} s, verified {:.3f} s, simulated {:.3f} s, accounts {:.3f} s, all {:.3f} "
      "s, {:.0f} MiB\n",
      plan->devices, plan->micro_batches, plan->chunks, plan->operations.size(), run.makespan, made,
      checked, simulated, accounted, made + checked + simulated + accounted, peak_mib());
  windows(*plan, verified, run, accounts);
  return accounts.size() == peaks.size();
}

void choices() {
  Job job;
  job.model = *load_model("gpt3");
  job.cluster = *load_cluster("a100x128");
  PlanSpace space = default_space(job, 1024);
  std::erase_if(space.pipeline, [](std::uint64_t p) { return p > 16; });
  const std::vector<PlanPoint> points = plan_points(space);
  Planner planner(space);
  (void)lap();
  std::size_t fit = 0;
  for (const PlanPoint& point : points)
    fit += planner.evaluate(point).status == PlanOutcome::Status::fits ? 1 : 0;
  const double seconds = lap();
  fmt::print("planner, gpt3 on 128 devices, p <= 16: {} choices, {} fit, {:.0f} a second\n",
             points.size(), fit, static_cast<double>(points.size()) / seconds);
}

} // namespace

int main(int argc, char** argv) {
  ScheduleSize size{1024, 512, 2};
  if (argc == 4)
    size = {static_cast<std::uint32_t>(std::atoi(argv[1])),
            static_cast<std::uint32_t>(std::atoi(argv[2])),
            static_cast<std::uint32_t>(std::atoi(argv[3]))};
  else if (argc != 1) {
    std::fputs("usage: bench_training [DEVICES MICRO_BATCHES CHUNKS]\n", stderr);
    return 2;
  }
  if (!large_plan(size))
    return 1;
  choices();
  return 0;
}

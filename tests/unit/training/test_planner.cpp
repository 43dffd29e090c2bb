#include "training/jobs/planner.hpp"
#include "training/models/model_file.hpp"
#include "training/schedules/schedules.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace stallscope;
using namespace stallscope::training;

namespace {

PlanSpace small_space() {
  Job job;
  job.model = *load_model("gpt2-xl");
  job.cluster = *load_cluster("v100x16");
  PlanSpace space = default_space(job, 64);
  space.micro_batch = {1, 2};
  return space;
}

} // namespace

TEST_CASE("planner: every choice uses all devices and samples, and none is there twice") {
  const PlanSpace space = small_space();
  const std::vector<PlanPoint> points = plan_points(space);
  REQUIRE(points.size() > 100);
  for (const PlanPoint& p : points) {
    CHECK(p.data_parallel * p.tensor_parallel * p.pipeline == 16);
    CHECK(p.data_parallel * p.micro_batch * p.micro_batches == 64);
    CHECK(25 % p.tensor_parallel == 0); // gpt2-xl has 25 heads
    CHECK(p.pipeline * p.chunks <= 48);
    CHECK((p.zero == 0 || p.data_parallel > 1));
    CHECK(std::count(points.begin(), points.end(), p) == 1);
  }
}

TEST_CASE("planner: what it says of a choice is what a run of its plan says") {
  const PlanSpace space = small_space();
  const std::vector<PlanPoint> points = plan_points(space);
  Planner planner(space);
  std::set<PlanOutcome::Status> seen;
  std::vector<PlanOutcome> outcomes;
  for (const PlanPoint& point : points) {
    outcomes.push_back(planner.evaluate(point));
    seen.insert(outcomes.back().status);
  }
  CHECK(seen.contains(PlanOutcome::Status::fits));
  CHECK(seen.contains(PlanOutcome::Status::too_large));
  for (std::size_t i = 0; i < points.size(); i += 7) {
    if (outcomes[i].status == PlanOutcome::Status::refused)
      continue;
    const PlanPoint& p = points[i];
    Result<Plan> made = make_plan(p.schedule, {p.pipeline, p.micro_batches, p.chunks});
    REQUIRE(made.ok());
    Plan plan = std::move(made).value();
    Job job = space.job;
    job.model.micro_batch = p.micro_batch;
    job.spread = {p.data_parallel,
                  p.pipeline,
                  p.tensor_parallel,
                  p.tensor_parallel > 1,
                  p.zero,
                  p.recompute,
                  1,
                  false,
                  false};
    const auto costs = apply_job(job, plan);
    REQUIRE(costs.ok());
    std::uint64_t peak = 0;
    for (const BytesPeak& own : byte_peaks(plan, costs->bytes))
      peak = std::max(peak, own.bytes.all());
    CHECK(peak == outcomes[i].peak);
    if (outcomes[i].status == PlanOutcome::Status::fits)
      CHECK(simulate(plan, verify(plan)).makespan == outcomes[i].makespan);
    else
      CHECK(peak > job.cluster.memory);
  }
  // The front: nobody is beaten in both, everybody else is by somebody of it.
  const std::vector<std::size_t> front = pareto_front(outcomes);
  REQUIRE_FALSE(front.empty());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].status != PlanOutcome::Status::fits)
      continue;
    CHECK(std::any_of(front.begin(), front.end(), [&](std::size_t f) {
      return outcomes[f].makespan <= outcomes[i].makespan && outcomes[f].peak <= outcomes[i].peak;
    }));
  }
  for (std::size_t k = 1; k < front.size(); ++k) {
    CHECK(outcomes[front[k]].makespan > outcomes[front[k - 1]].makespan);
    CHECK(outcomes[front[k]].peak < outcomes[front[k - 1]].peak);
  }
}

#include "base/check.hpp"
#include "training/clusters/cluster.hpp"
#include "training/jobs/job.hpp"
#include "training/models/model_file.hpp"
#include "training/plan_files/plan_keys.hpp"
#include "training/schedules/schedules.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Any bytes are a model, whose pipeline runs in its memory or is refused in words, a cluster, and
// keys of a plan; or problems that can be printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  using namespace stallscope::training;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Model> model = parse_model("model.toml", text);
  const Result<Cluster> cluster = parse_cluster("cluster.toml", text);
  (void)format(model.diagnostics());
  (void)format(cluster.diagnostics());
  PlanInput plan_file;
  (void)format(take_plan_text(text, "plan.toml", plan_file));
  if (!model && !cluster)
    return 0;
  Job job;
  job.model = model ? *model : *load_model("gpt2-small");
  job.cluster = cluster ? *cluster : *load_cluster("a100");
  for (const char* schedule : {"1f1b", "zb-h1"}) {
    for (const Recompute recompute : {Recompute::none, Recompute::full}) {
      Plan plan = *make_plan(schedule, {2, 3, 0});
      job.spread.recompute = recompute;
      job.spread.data_parallel = recompute == Recompute::full ? 2 : 1;
      job.spread.zero = recompute == Recompute::full ? 3 : 0;
      const Result<JobCosts> costs = apply_job(job, plan);
      (void)format(costs.diagnostics());
      if (!costs)
        continue;
      const Verified verified = verify(plan);
      STALLSCOPE_CHECK(verified.problem_count == 0, "what a job adds keeps the order right");
      const Execution run = simulate(plan, verified);
      (void)device_accounts(plan, verified, run);
      (void)out_of_memory(plan, costs->bytes, run, job.cluster.memory);
    }
  }
  return 0;
}

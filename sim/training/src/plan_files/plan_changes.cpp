#include "training/plan_files/plan_changes.hpp"

#include "training/schedules/schedules.hpp"

#include <utility>

namespace stallscope::training {

std::vector<PlanChange> plan_changes(const TrainRun& run, bool order_given) {
  const Plan& plan = run.plan.plan;
  std::vector<PlanChange> all;
  const auto add = [&all](std::string name, std::string title, std::string key, std::string value) {
    all.push_back({std::move(name),
                   std::move(title),
                   {PlanSetting{"--set " + key, std::move(key), std::move(value)}}});
  };
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  const Ticks transfer = plan.transfer / plan.ticks_per_unit;
  if (transfer > 0)
    add("transfer-0", "transfers take no time", "transfer", "0");
  if (!run.plan.job && transfer > 1)
    add("link-double", "transfers take half as long", "transfer", number(transfer / 2));
  if (run.plan.job && (transfer > 0 || run.plan.job->spread.data_parallel > 1 ||
                       run.plan.job->spread.tensor_parallel > 1))
    add("links-double", "links of twice the speed", "link_percent",
        number(2 * run.plan.link_percent));
  if (plan.transfer > 0 && plan.links != LinkSharing::unlimited)
    add("links-unlimited", "links for any number of transfers", "links", "unlimited");
  const ScheduleInfo* info = find_schedule(plan.schedule);
  if (info == nullptr || order_given)
    return all;
  add("micro-batch-more", "one more micro-batch", "micro_batches", number(plan.micro_batches + 1U));
  if (plan.micro_batches >= 2)
    add("micro-batches-half", "half as many micro-batches", "micro_batches",
        number(plan.micro_batches / 2));
  if (!info->split && plan.chunks == 1)
    add("split", "weight gradients split off (zb-h1)", "schedule", "zb-h1");
  return all;
}

} // namespace stallscope::training

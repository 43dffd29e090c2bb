#include "train/train_report.hpp"

#include "base/counted.hpp"
#include "base/csv.hpp"
#include "input_output/exact_json.hpp"
#include "train/train_job_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;
using training::Bubble;
using training::Rational;
using training::Ticks;

Rational in_units(const TrainRun& run, Ticks ticks) {
  return {ticks, run.plan.plan.ticks_per_unit};
}
Rational in_batches(const TrainRun& run, std::uint64_t parts) {
  return {parts, training::activation_parts(run.plan.plan)};
}

std::string percent(const Rational& fraction) {
  return fmt::format("{:.1f} %", 100.0 * fraction.as_double());
}

std::string links_word(training::LinkSharing links) {
  return links == training::LinkSharing::unlimited     ? "unlimited"
         : links == training::LinkSharing::full_duplex ? "full-duplex"
                                                       : "half-duplex";
}

Json plan_json(const TrainPlan& train) {
  const training::Plan& plan = train.plan;
  Json stages = Json::array();
  for (const training::Stage& stage : plan.stages) {
    const training::Durations& d = stage.durations;
    stages.push_back({{"device", stage.device},
                      {"pipeline", stage.pipeline},
                      {"part", stage.part},
                      {"forward", d.forward},
                      {"backward", d.backward},
                      {"input_gradient", d.input_gradient},
                      {"weight_gradient", d.weight_gradient}});
    if (train.job) {
      stages.back()["recompute"] = d.recompute;
      stages.back()["reduce_gradient"] = d.reduce_gradient;
      stages.back()["optimizer_step"] = d.optimizer_step;
    }
  }
  return {{"schedule", plan.schedule},           {"devices", plan.devices},
          {"micro_batches", plan.micro_batches}, {"chunks", plan.chunks},
          {"replicas", plan.replicas()},         {"ticks_per_unit", plan.ticks_per_unit},
          {"transfer", plan.transfer},           {"links", links_word(plan.links)},
          {"stages", std::move(stages)}};
}

Json devices_json(const TrainRun& run) {
  const training::Plan& plan = run.plan.plan;
  Json list = Json::array();
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    const training::DeviceAccount& account = run.accounts[device];
    Json idle = Json::object();
    for (std::size_t i = 1; i < kReasonCount; ++i)
      if (account.idle_by_reason[i] > 0)
        idle[std::string(info(static_cast<Reason>(i)).name)] =
            exact_json(in_units(run, account.idle_by_reason[i]));
    Json work = Json::object();
    for (std::size_t i = 0; i < account.work.size(); ++i)
      if (account.work[i] > 0)
        work[i == training::kKindCount
                 ? std::string("overlapped")
                 : std::string(training::info(static_cast<training::Kind>(i)).name)] =
            exact_json(in_units(run, account.work[i]));
    Json entry = {{"device", device},
                  {"busy", exact_json(in_units(run, account.busy))},
                  {"idle", exact_json(in_units(run, account.idle))},
                  {"span", exact_json(in_units(run, account.span()))},
                  {"work", std::move(work)},
                  {"idle_by_reason", std::move(idle)},
                  {"peak_activations", exact_json(in_batches(run, run.peaks[device].parts))},
                  {"peak_bytes", peak_bytes_json(run, device)}};
    if (!run.versions.empty())
      for (std::size_t s = 0; s < plan.stages.size(); ++s)
        if (plan.stages[s].device == device) {
          entry["weight_versions"] = run.versions[s].kept;
          entry["staleness"] = run.versions[s].staleness;
        }
    list.push_back(std::move(entry));
  }
  return list;
}

Json operations_json(const TrainRun& run) {
  const training::Plan& plan = run.plan.plan;
  Json list = Json::array();
  for (std::uint32_t device = 0; device < plan.devices; ++device)
    for (training::OperationIndex i = plan.first_operation[device];
         i < plan.first_operation[device + 1]; ++i) {
      const training::Operation& op = plan.operations[i];
      if (!training::occupies(plan, op))
        continue;
      list.push_back({{"name", training::name(op)},
                      {"device", device},
                      {"stage", op.stage},
                      {"kind", training::info(op.kind).name},
                      {"micro_batch",
                       training::has_micro_batch(op.kind) ? Json(op.micro_batch) : Json(nullptr)},
                      {"start", exact_json(in_units(run, run.execution.start[i]))},
                      {"end", exact_json(in_units(run, run.execution.end[i]))}});
    }
  return list;
}

Json idle_json(const TrainRun& run) {
  const training::Plan& plan = run.plan.plan;
  Json list = Json::array();
  std::vector<training::IdleSpan> spans;
  const auto named = [&plan](training::OperationIndex i) {
    return i == training::kNoOperation ? Json(nullptr) : Json(training::name(plan.operations[i]));
  };
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    training::explain_idle(plan, run.plan.verified, run.execution, device, spans);
    for (const training::IdleSpan& span : spans)
      list.push_back({{"device", device},
                      {"start", exact_json(in_units(run, span.begin))},
                      {"end", exact_json(in_units(run, span.end))},
                      {"reason", info(span.why).name},
                      {"culprit", named(span.culprit)},
                      {"next", named(span.next)}});
  }
  return list;
}

Json memory_json(const TrainRun& run) {
  const training::Plan& plan = run.plan.plan;
  Json list = Json::array();
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    Json curve = Json::array();
    for (const training::ActivationLevel& level :
         training::activation_curve(plan, run.execution, device))
      curve.push_back({{"time", exact_json(in_units(run, level.time))},
                       {"activations", exact_json(in_batches(run, level.parts))}});
    list.push_back({{"device", device},
                    {"peak_activations", exact_json(in_batches(run, run.peaks[device].parts))},
                    {"peak_operation",
                     run.peaks[device].operation == training::kNoOperation
                         ? Json(nullptr)
                         : Json(training::name(plan.operations[run.peaks[device].operation]))},
                    {"curve", std::move(curve)},
                    {"bytes", byte_curve_json(run, device)}});
  }
  return list;
}

Json ledger_of(const TrainRun& run) {
  training::KindTicks work{};
  training::ReasonTicks idle{};
  for (const training::DeviceAccount& account : run.accounts) {
    for (std::size_t i = 0; i < work.size(); ++i)
      work[i] += account.work[i];
    for (std::size_t i = 0; i < idle.size(); ++i)
      idle[i] += account.idle_by_reason[i];
  }
  Json out = {{"total", exact_json(in_units(run, run.until * run.plan.plan.devices))},
              {"balanced", true}, // device_accounts() has checked it
              {"work", Json::object()},
              {"idle", Json::object()}};
  for (std::size_t i = 0; i < work.size(); ++i)
    if (work[i] > 0)
      out["work"][i == training::kKindCount
                      ? std::string("overlapped")
                      : std::string(training::info(static_cast<training::Kind>(i)).name)] =
          exact_json(in_units(run, work[i]));
  for (std::size_t i = 1; i < idle.size(); ++i)
    if (idle[i] > 0)
      out["idle"][std::string(info(static_cast<Reason>(i)).name)] =
          exact_json(in_units(run, idle[i]));
  return out;
}

std::string idle_words(const TrainRun& run, const training::DeviceAccount& account) {
  std::string words;
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (account.idle_by_reason[i] > 0)
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", info(static_cast<Reason>(i)).name,
                           in_units(run, account.idle_by_reason[i]).text());
  return words;
}

} // namespace

std::string train_text(const TrainRun& run, const TrainView& view) {
  const training::Plan& plan = run.plan.plan;
  const Bubble bubble = bubble_of(run);
  std::string out =
      fmt::format("{}: {}, {}, {}{}\n", plan.schedule, counted(plan.devices, "device", "devices"),
                  counted(plan.micro_batches, "micro-batch", "micro-batches"),
                  counted(plan.stages.size(), "stage", "stages"),
                  plan.replicas() > 1 ? fmt::format(", weights {} times", plan.replicas()) : "");
  out += fmt::format("  makespan  {}\n", in_units(run, run.execution.makespan).text());
  if (run.until < run.execution.makespan)
    out += fmt::format("  shown up to  {}\n", in_units(run, run.until).text());
  out += fmt::format("  ideal     {} (work of the busiest device)\n",
                     in_units(run, bubble.ideal).text());
  out += fmt::format("  bubble    {} of the makespan ({}), {} of the ideal time ({}), {} of the "
                     "longest span ({})\n\n",
                     bubble.idle_over_makespan.text(), percent(bubble.idle_over_makespan),
                     bubble.idle_over_ideal.text(), percent(bubble.idle_over_ideal),
                     bubble.of_longest_span.text(), percent(bubble.of_longest_span));
  const bool versions = !run.versions.empty();
  out += fmt::format("{:>6}  {:>6}  {:>6}  {:>6}  {:>16}{}  {}\n", "device", "busy", "idle", "span",
                     "peak activations", versions ? "  versions  staleness" : "", "idle by reason");
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    const training::DeviceAccount& account = run.accounts[device];
    std::string kept;
    if (versions) // these schedules have one stage per device
      kept =
          fmt::format("  {:>8}  {:>9}", run.versions[device].kept, run.versions[device].staleness);
    out += fmt::format(
        "{:>6}  {:>6}  {:>6}  {:>6}  {:>16}{}  {}\n", device, in_units(run, account.busy).text(),
        in_units(run, account.idle).text(), in_units(run, account.span()).text(),
        in_batches(run, run.peaks[device].parts).text(), kept, idle_words(run, account));
  }
  out += job_text(run, view.memory);
  if (!view.memory)
    return out;
  out += "\nActivations in flight (from time: micro-batches)\n";
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    out += fmt::format("{:>6} ", device);
    for (const training::ActivationLevel& level :
         training::activation_curve(plan, run.execution, device))
      out += fmt::format(" {}: {};", in_units(run, level.time).text(),
                         in_batches(run, level.parts).text());
    out.back() = '\n';
  }
  return out;
}

std::string train_json(const TrainRun& run, const TrainView& view, const std::string& record) {
  const Bubble bubble = bubble_of(run);
  Json out = {{"schema", "stallscope.train/1"},
              {"plan", plan_json(run.plan)},
              {"makespan", exact_json(in_units(run, run.execution.makespan))},
              {"until", exact_json(in_units(run, run.until))},
              {"ideal", exact_json(in_units(run, bubble.ideal))},
              {"bubble",
               {{"idle_over_makespan", fraction_json(bubble.idle_over_makespan)},
                {"idle_over_ideal", fraction_json(bubble.idle_over_ideal)},
                {"longest_span", fraction_json(bubble.of_longest_span)}}},
              {"devices", devices_json(run)},
              {"ledger", ledger_of(run)},
              {"model", model_json(run)},
              {"stop", {{"reason", "end"}, {"waits", Json::array()}}}};
  if (view.memory)
    out["memory"] = memory_json(run);
  if (view.operations) {
    out["operations"] = operations_json(run);
    out["idle"] = idle_json(run);
  }
  if (!record.empty())
    out["record"] = Json::parse(record);
  return out.dump(2) + "\n";
}

std::string train_comparison_json(const std::string& a, const std::string& b, const TrainRun& run_a,
                                  const TrainRun& run_b, const Json& difference) {
  const Json out = {{"schema", "stallscope.train_comparison/1"},
                    {"makespan",
                     {{"a", exact_json(in_units(run_a, run_a.execution.makespan))},
                      {"b", exact_json(in_units(run_b, run_b.execution.makespan))}}},
                    {"difference", difference},
                    {"a", Json::parse(a)},
                    {"b", Json::parse(b)}};
  return out.dump(2) + "\n";
}

std::string train_csv(const TrainRun& run) {
  std::string out = "device,busy,idle,span,peak_activations";
  const bool bytes = run.plan.job.has_value();
  if (bytes)
    out += ",parameter_bytes,gradient_bytes,optimizer_bytes,activation_bytes,workspace_bytes";
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (std::any_of(run.accounts.begin(), run.accounts.end(),
                    [i](const auto& account) { return account.idle_by_reason[i] > 0; }))
      out += fmt::format(",idle.{}", info(static_cast<Reason>(i)).name);
  out += '\n';
  for (std::uint32_t device = 0; device < run.plan.plan.devices; ++device) {
    const training::DeviceAccount& account = run.accounts[device];
    out += fmt::format("{},{},{},{},{}", device, in_units(run, account.busy).text(),
                       in_units(run, account.idle).text(), in_units(run, account.span()).text(),
                       in_batches(run, run.peaks[device].parts).text());
    if (bytes) {
      const training::DeviceBytes& b = run.byte_peaks[device].bytes;
      out += fmt::format(",{},{},{},{},{}", b.parameters, b.gradients, b.optimizer, b.activations,
                         b.workspace);
    }
    for (std::size_t i = 1; i < kReasonCount; ++i)
      if (std::any_of(run.accounts.begin(), run.accounts.end(),
                      [i](const auto& other) { return other.idle_by_reason[i] > 0; }))
        out += "," + in_units(run, account.idle_by_reason[i]).text();
    out += '\n';
  }
  return out;
}

std::string deadlock_json(const TrainPlan& plan, const training::Deadlock& deadlock) {
  Json operations = Json::array();
  for (const training::OperationIndex i : deadlock.operations)
    operations.push_back(training::name(plan.plan.operations[i]));
  const Json out = {{"schema", "stallscope.train/1"},
                    {"plan", plan_json(plan)},
                    {"makespan", nullptr},
                    {"stop",
                     {{"reason", "deadlock"},
                      {"time", deadlock.time},
                      {"waits", deadlock.waits},
                      {"operations", std::move(operations)}}}};
  return out.dump(2) + "\n";
}

} // namespace stallscope::cli

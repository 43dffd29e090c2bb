#include "train/train_job_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;
using training::DeviceBytes;

constexpr double kGibibyte = 1024.0 * 1024 * 1024;

Json json_of(const DeviceBytes& bytes) {
  return {{"parameters", bytes.parameters}, {"gradients", bytes.gradients},
          {"optimizer", bytes.optimizer},   {"activations", bytes.activations},
          {"workspace", bytes.workspace},   {"all", bytes.all()}};
}

std::string operation_name(const TrainRun& run, training::OperationIndex operation) {
  return operation == training::kNoOperation ? std::string("its model states")
                                             : training::name(run.plan.plan.operations[operation]);
}

std::string bytes_row(const DeviceBytes& bytes) {
  const auto gib = [](std::uint64_t value) {
    return fmt::format("{:>12.3f}", static_cast<double>(value) / kGibibyte);
  };
  return gib(bytes.parameters) + gib(bytes.gradients) + gib(bytes.optimizer) +
         gib(bytes.activations) + gib(bytes.workspace) + gib(bytes.all());
}

constexpr const char* kBytesHead =
    "  parameters   gradients   optimizer activations   workspace         all";

} // namespace

std::string gib_words(std::uint64_t bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / kGibibyte);
}

std::string time_words(training::Ticks ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 10'000)
    return fmt::format("{} ns", ns);
  if (ns < 10'000'000)
    return fmt::format("{:.2f} us", value / 1e3);
  return ns < 10'000'000'000 ? fmt::format("{:.2f} ms", value / 1e6)
                             : fmt::format("{:.2f} s", value / 1e9);
}

/// Ticks of a job converted to a time.
static std::string job_time(const TrainRun& run, training::Ticks ticks) {
  return time_words(ticks * run.plan.job->tick);
}

std::string job_text(const TrainRun& run, bool memory) {
  if (!run.plan.job)
    return {};
  const training::Job& job = *run.plan.job;
  const training::Plan& plan = run.plan.plan;
  const training::JobRates rates =
      training::job_rates(job, plan, run.plan.costs, run.execution.makespan);
  std::string out =
      fmt::format("\n{} on {}: {} data parallel x {} tensor parallel x {} pipeline = {} devices\n",
                  job.model.name, job.cluster.name, job.spread.data_parallel,
                  job.spread.tensor_parallel, plan.devices, rates.devices);
  out += fmt::format("  step        {}, {} samples", job_time(run, run.execution.makespan),
                     rates.samples);
  out += rates.tokens > 0 ? fmt::format(", {} tokens\n", rates.tokens) : "\n";
  out += rates.tokens > 0 ? fmt::format("  throughput  {:.1f} tokens/s", rates.tokens_per_second)
                          : fmt::format("  throughput  {:.2f} samples/s", rates.samples_per_second);
  out += fmt::format("\n  MFU         {:.2f} % of {:.0f} TFLOP/s a device", 100 * rates.mfu,
                     static_cast<double>(job.cluster.flop_per_second) / 1e12);
  out += rates.hfu > rates.mfu
             ? fmt::format("; {:.2f} % with what is computed again\n", 100 * rates.hfu)
             : "\n";
  out += fmt::format("\nPeak memory, GiB of {:.2f}\n{:>6}{}  with\n",
                     static_cast<double>(job.cluster.memory) / kGibibyte, "device", kBytesHead);
  for (std::uint32_t device = 0; device < plan.devices; ++device)
    out += fmt::format("{:>6}{}  {}\n", device, bytes_row(run.byte_peaks[device].bytes),
                       operation_name(run, run.byte_peaks[device].operation));
  if (!memory)
    return out;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    out += fmt::format("\nMemory of device {}, GiB from a time on\n{:>14}{}\n", device,
                       job.tick == 1 ? "ns" : "tick", kBytesHead);
    for (const training::BytesLevel& level :
         training::byte_curve(plan, run.plan.costs.bytes, run.execution, device))
      out += fmt::format("{:>14}{}  {}\n", level.time, bytes_row(level.bytes),
                         operation_name(run, level.operation));
  }
  return out;
}

nlohmann::ordered_json model_json(const TrainRun& run) {
  if (!run.plan.job)
    return nullptr;
  const training::Job& job = *run.plan.job;
  const training::JobRates rates =
      training::job_rates(job, run.plan.plan, run.plan.costs, run.execution.makespan);
  Json parts = Json::array();
  for (const training::PartCosts& part : run.plan.costs.parts)
    parts.push_back({{"layers", part.layers},
                     {"parameters", part.parameters.value},
                     {"forward_flop", part.forward_flop.value},
                     {"recompute_flop", part.recompute_flop.value},
                     {"forward", part.forward.ticks},
                     {"backward", part.backward.ticks},
                     {"input_gradient", part.input_gradient.ticks},
                     {"weight_gradient", part.weight_gradient.ticks},
                     {"recompute", part.recompute.ticks},
                     {"tensor_parallel", part.forward.tensor_parallel},
                     {"gather", part.forward.gather},
                     {"swap", part.forward.swap},
                     {"reduction", part.reduction},
                     {"exposed_reduction", part.exposed_reduction},
                     {"optimizer_step", part.optimizer},
                     {"parameter_bytes", part.bytes.parameters},
                     {"gradient_bytes", part.bytes.gradients},
                     {"optimizer_bytes", part.bytes.optimizer},
                     {"activation_bytes", part.bytes.activation}});
  Json transfers = Json::array();
  for (const training::Ticks ticks : run.plan.plan.transfers)
    transfers.push_back(ticks);
  const training::Checked parameters = training::parameters(job.model);
  const training::StateBytes& bytes = job.state_bytes;
  return {{"name", job.model.name},
          {"cluster", job.cluster.name},
          {"parameters", parameters.value},
          {"parameter_bytes", parameters.value * bytes.parameters},
          {"gradient_bytes", parameters.value * bytes.gradients},
          {"optimizer_bytes", parameters.value * bytes.optimizer},
          {"tick_ns", job.tick},
          {"micro_batch", job.model.micro_batch},
          {"data_parallel", job.spread.data_parallel},
          {"tensor_parallel", job.spread.tensor_parallel},
          {"sequence_parallel", job.spread.sequence_parallel},
          {"zero", job.spread.zero},
          {"recompute", training::name(job.spread.recompute)},
          {"devices", rates.devices},
          {"device_memory", job.cluster.memory},
          {"samples", rates.samples},
          {"tokens", rates.tokens},
          {"step_seconds", rates.seconds},
          {"samples_per_second", rates.samples_per_second},
          {"tokens_per_second", rates.tokens_per_second},
          {"mfu", rates.mfu},
          {"hfu", rates.hfu},
          {"transfer_bytes", run.plan.costs.transfer_bytes},
          {"transfers", std::move(transfers)},
          {"parts", std::move(parts)}};
}

nlohmann::ordered_json peak_bytes_json(const TrainRun& run, std::uint32_t device) {
  if (!run.plan.job)
    return nullptr;
  Json out = json_of(run.byte_peaks[device].bytes);
  out["operation"] = run.byte_peaks[device].operation == training::kNoOperation
                         ? Json(nullptr)
                         : Json(operation_name(run, run.byte_peaks[device].operation));
  return out;
}

nlohmann::ordered_json byte_curve_json(const TrainRun& run, std::uint32_t device) {
  if (!run.plan.job)
    return nullptr;
  Json curve = Json::array();
  for (const training::BytesLevel& level :
       training::byte_curve(run.plan.plan, run.plan.costs.bytes, run.execution, device)) {
    Json entry = {{"time", level.time}};
    entry.update(json_of(level.bytes));
    entry["operation"] = level.operation == training::kNoOperation
                             ? Json(nullptr)
                             : Json(operation_name(run, level.operation));
    curve.push_back(std::move(entry));
  }
  return curve;
}

std::string no_room_text(const TrainRun& run, const NoRoom& no_room) {
  const training::OutOfMemory& what = no_room.what;
  const training::Job& job = *run.plan.job;
  std::string out = fmt::format(
      "out of memory: device {} needs {} bytes ({}) with {} at {}, and has {} ({}): parameters {}, "
      "gradients {}, optimizer states {}, activations {}, workspace {}\n",
      what.device, what.bytes.all(), gib_words(what.bytes.all()),
      operation_name(run, what.operation), job_time(run, what.time), job.cluster.memory,
      gib_words(job.cluster.memory), gib_words(what.bytes.parameters),
      gib_words(what.bytes.gradients), gib_words(what.bytes.optimizer),
      gib_words(what.bytes.activations), gib_words(what.bytes.workspace));
  if (no_room.remedies.empty())
    return out + "  no one or two of the remedies tried make it fit; expected more devices "
                 "(--devices, --tensor-parallel, --data-parallel with --zero)\n";
  out += "  cheapest remedies, simulated:\n";
  for (const training::Remedy& remedy : no_room.remedies)
    out += fmt::format("    {}: step {}, peak {}\n", remedy.change, job_time(run, remedy.makespan),
                       gib_words(remedy.peak));
  return out;
}

std::string no_room_json(const TrainRun& run, const NoRoom& no_room) {
  Json remedies = Json::array();
  for (const training::Remedy& remedy : no_room.remedies)
    remedies.push_back(
        {{"change", remedy.change}, {"makespan", remedy.makespan}, {"peak_bytes", remedy.peak}});
  const training::OutOfMemory& what = no_room.what;
  const Json out = {
      {"schema", "stallscope.train/1"},
      {"makespan", nullptr},
      {"model", {{"name", run.plan.job->model.name}, {"cluster", run.plan.job->cluster.name}}},
      {"stop",
       {{"reason", "out_of_memory"},
        {"device", what.device},
        {"operation", what.operation == training::kNoOperation
                          ? Json(nullptr)
                          : Json(operation_name(run, what.operation))},
        {"time", what.time},
        {"bytes", json_of(what.bytes)},
        {"device_memory", run.plan.job->cluster.memory},
        {"remedies", std::move(remedies)}}}};
  return out.dump(2) + "\n";
}

} // namespace stallscope::cli

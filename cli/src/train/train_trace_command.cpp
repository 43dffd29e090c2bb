#include "base/counted.hpp"
#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "base/utf8.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "run/run_view.hpp"
#include "subject/range.hpp"
#include "trace/compression.hpp"
#include "trace/stream_record.hpp"
#include "train/train_job_report.hpp"
#include "training/formats/measured_trace.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace stallscope::cli {

namespace {

using TraceJson = nlohmann::ordered_json;
using training::MeasuredDevice;
using training::MeasuredPass;
using training::MeasuredTrace;
using training::Ticks;

/// A measured trace with its analysis, and the run of a plan to compare with.
struct MeasuredRun {
  MeasuredTrace trace;
  std::vector<MeasuredDevice> devices;
  std::vector<MeasuredPass> passes;
  std::optional<TrainRun> plan;
};

std::optional<std::string> unpacked(const std::string& file) {
  auto read = read_file(file, InputLimits::measured_trace, "a trace file", Streams::wait);
  print(read.diagnostics());
  if (!read)
    return std::nullopt;
  std::string text;
  bool too_large = false;
  trace::Decompressor decompressor([&](std::string_view piece) {
    too_large = too_large || text.size() + piece.size() > InputLimits::measured_trace;
    if (!too_large)
      text.append(piece);
  });
  const bool good = decompressor.add(*read) && decompressor.finish();
  if (good && !too_large)
    return text;
  print_error(fmt::format("{}: {}", file,
                          too_large ? fmt::format("more than {} bytes", InputLimits::measured_trace)
                                    : decompressor.error()));
  return std::nullopt;
}

std::optional<MeasuredTrace> read_files(const std::vector<std::string>& files,
                                        training::Alignment alignment) {
  std::optional<MeasuredTrace> all;
  for (const std::string& file : files) {
    const auto text = unpacked(file);
    if (!text)
      return std::nullopt;
    auto trace = training::read_measured_trace(*text, file);
    print(trace.diagnostics());
    if (!trace)
      return std::nullopt;
    if (!all) {
      all = std::move(*trace);
    } else if (const std::string missing = training::append(*all, std::move(*trace), alignment);
               !missing.empty()) {
      print_error(fmt::format("{}: --align {}: {}; expected another of {}", file,
                              training::name(alignment), missing,
                              fmt::join(training::alignment_names(), ", ")));
      return std::nullopt;
    }
  }
  return all;
}

std::string share(Ticks part, Ticks whole) {
  return fmt::format("{:.1f} %",
                     whole == 0 ? 0.0
                                : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string idle_text(const MeasuredDevice& device, Ticks span) {
  std::string out;
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (device.idle_by_reason[i] > 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", info(static_cast<Reason>(i)).name,
                         share(device.idle_by_reason[i], span));
  return out;
}

/// Kernels by their total time.
std::vector<std::pair<std::uint32_t, std::pair<Ticks, std::uint64_t>>>
kernels_by_time(const MeasuredTrace& trace) {
  std::map<std::uint32_t, std::pair<Ticks, std::uint64_t>> sums;
  for (const training::MeasuredEvent& event : trace.events)
    if (event.kind < training::MeasuredKind::annotation) {
      sums[event.name].first += event.end - event.start;
      ++sums[event.name].second;
    }
  std::vector<std::pair<std::uint32_t, std::pair<Ticks, std::uint64_t>>> list(sums.begin(),
                                                                              sums.end());
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
  return list;
}

/// The first position at which the order of a device's passes differs from the plan's.
struct OrderDifference {
  std::uint32_t device = 0;
  std::size_t place = 0; ///< position in the order, from 1
  std::string measured;  ///< empty: no further pass
  std::string planned;
};

std::optional<OrderDifference> first_difference(const MeasuredRun& run, std::uint32_t device) {
  const training::Plan& plan = run.plan->plan.plan;
  std::vector<training::Operation> measured;
  for (const MeasuredPass& pass : run.passes)
    if (pass.operation.stage < plan.stages.size() &&
        plan.stages[pass.operation.stage].device == device)
      measured.push_back(pass.operation);
  std::vector<training::Operation> planned;
  for (training::Operation op : plan.order_of(device)) {
    op.overlaps_next = false;
    if (training::computes(op.kind) && training::has_micro_batch(op.kind) &&
        op.kind != training::Kind::recompute)
      planned.push_back(op);
  }
  for (std::size_t i = 0; i < std::max(measured.size(), planned.size()); ++i) {
    const bool there = i < measured.size() && i < planned.size();
    if (there && measured[i] == planned[i])
      continue;
    return OrderDifference{device, i + 1,
                           i < measured.size() ? training::name(measured[i]) : std::string(),
                           i < planned.size() ? training::name(planned[i]) : std::string()};
  }
  return std::nullopt;
}

/// Median measured time by stage and kind of pass, in ns.
std::map<std::pair<training::StageId, training::Kind>, Ticks> medians(const MeasuredRun& run) {
  std::map<std::pair<training::StageId, training::Kind>, std::vector<Ticks>> all;
  for (const MeasuredPass& pass : run.passes)
    all[{pass.operation.stage, pass.operation.kind}].push_back(pass.end - pass.start);
  std::map<std::pair<training::StageId, training::Kind>, Ticks> out;
  for (auto& [key, list] : all) {
    std::nth_element(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2),
                     list.end());
    out[key] = list[list.size() / 2];
  }
  return out;
}

/// The duration of such a pass in the plan.
Ticks planned_time(const training::Stage& stage, training::Kind kind) {
  const training::Durations& d = stage.durations;
  switch (kind) {
  case training::Kind::forward:
    return d.forward;
  case training::Kind::backward:
    return d.backward;
  case training::Kind::input_gradient:
    return d.input_gradient;
  default:
    return d.weight_gradient;
  }
}

std::string comparison_text(const MeasuredRun& run) {
  const TrainRun& plan = *run.plan;
  const Ticks makespan = plan.execution.makespan;
  std::string out =
      fmt::format("\nBeside the plan ({}): measured {}, simulated {}{}\n", plan.plan.plan.schedule,
                  time_words(run.trace.span), makespan, plan.plan.job ? " ns" : " ticks");
  out += fmt::format("{:>6}  {:>14}  {:>15}\n", "device", "measured busy", "simulated busy");
  for (std::uint32_t d = 0; d < plan.plan.plan.devices; ++d)
    out += fmt::format("{:>6}  {:>14}  {:>15}\n", d,
                       d < run.devices.size() ? share(run.devices[d].busy, run.trace.span) : "-",
                       share(plan.accounts[d].busy, makespan));
  if (run.passes.empty())
    return out + "No annotation names a pass of the pipeline (0F3, PP:0B1).\n";
  if (std::any_of(run.passes.begin(), run.passes.end(),
                  [](const MeasuredPass& pass) { return pass.on_host; }))
    out +=
        "Times of passes are those of ranges of the host, whose launches are not in the trace.\n";
  for (std::uint32_t d = 0; d < plan.plan.plan.devices; ++d)
    if (const auto difference = first_difference(run, d))
      out += fmt::format("device {}: pass {} is {}, of the plan {}\n", d, difference->place,
                         difference->measured.empty() ? "missing" : difference->measured,
                         difference->planned.empty() ? "nothing" : difference->planned);
    else
      out += fmt::format("device {}: the passes stand in the order of the plan\n", d);
  out += "Median of a pass, measured and planned\n";
  for (const auto& [key, ticks] : medians(run))
    if (key.first < plan.plan.plan.stages.size())
      out += fmt::format("{:>6}{:<3} {:>14}  {:>14}\n", key.first,
                         training::info(key.second).letter, time_words(ticks),
                         planned_time(plan.plan.plan.stages[key.first], key.second));
  return out;
}

std::string trace_text(const MeasuredRun& run, std::uint64_t top) {
  const MeasuredTrace& trace = run.trace;
  std::string out = fmt::format("{} events on {} over {}; {} others skipped\n", trace.events.size(),
                                counted(trace.devices.size(), "device", "devices"),
                                time_words(trace.span), trace.skipped);
  for (std::size_t d = 0; d < trace.devices.size(); ++d) {
    const MeasuredDevice& device = run.devices[d];
    out += fmt::format("  {}: computes {} ({}), communicates {}, of it exposed {}; idle: {}\n",
                       trace.devices[d], time_words(device.busy), share(device.busy, trace.span),
                       time_words(device.communication), time_words(device.exposed),
                       idle_text(device, trace.span));
  }
  const auto kernels = kernels_by_time(trace);
  if (top > 0)
    out += "\nBy time\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(top, kernels.size()); ++i)
    out += fmt::format("{:>12} {:>8} x  {}\n", time_words(kernels[i].second.first),
                       kernels[i].second.second,
                       first_cells(clean(trace.names[kernels[i].first]), 90));
  return out + (run.plan ? comparison_text(run) : "");
}

TraceJson reasons_json(const MeasuredDevice& device) {
  TraceJson out = TraceJson::object();
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (device.idle_by_reason[i] > 0)
      out[std::string(info(static_cast<Reason>(i)).name)] = device.idle_by_reason[i];
  return out;
}

TraceJson comparison_json(const MeasuredRun& run) {
  if (!run.plan)
    return nullptr;
  const TrainRun& plan = *run.plan;
  TraceJson differences = TraceJson::array();
  for (std::uint32_t d = 0; d < plan.plan.plan.devices && !run.passes.empty(); ++d)
    if (const auto difference = first_difference(run, d))
      differences.push_back({{"device", d},
                             {"place", difference->place},
                             {"measured", difference->measured},
                             {"planned", difference->planned}});
  TraceJson times = TraceJson::array();
  for (const auto& [key, ticks] : medians(run))
    if (key.first < plan.plan.plan.stages.size())
      times.push_back({{"stage", key.first},
                       {"kind", training::info(key.second).name},
                       {"measured", ticks},
                       {"planned", planned_time(plan.plan.plan.stages[key.first], key.second)}});
  TraceJson devices = TraceJson::array();
  for (const training::DeviceAccount& account : plan.accounts)
    devices.push_back({{"busy", account.busy}, {"idle", account.idle}});
  return {{"schedule", plan.plan.plan.schedule},
          {"makespan", plan.execution.makespan},
          {"devices", std::move(devices)},
          {"order_differences", std::move(differences)},
          {"pass_times", std::move(times)}};
}

std::string trace_json(const MeasuredRun& run) {
  TraceJson devices = TraceJson::array();
  for (std::size_t d = 0; d < run.devices.size(); ++d) {
    TraceJson idle = TraceJson::array();
    for (const training::MeasuredIdle& span : run.devices[d].idle) {
      const bool known = span.event < run.trace.events.size();
      idle.push_back(
          {{"start", span.begin},
           {"end", span.end},
           {"reason", info(span.why).name},
           {"culprit", known ? TraceJson(run.trace.names[run.trace.events[span.event].name])
                             : TraceJson(nullptr)}});
    }
    devices.push_back({{"name", run.trace.devices[d]},
                       {"busy", run.devices[d].busy},
                       {"communication", run.devices[d].communication},
                       {"exposed_communication", run.devices[d].exposed},
                       {"idle_by_reason", reasons_json(run.devices[d])},
                       {"idle", std::move(idle)}});
  }
  TraceJson passes = TraceJson::array();
  for (const MeasuredPass& pass : run.passes)
    passes.push_back({{"name", training::name(pass.operation)},
                      {"device", pass.device},
                      {"start", pass.start},
                      {"end", pass.end},
                      {"on_host", pass.on_host}});
  const TraceJson out = {{"schema", "stallscope.train_trace/1"}, {"span", run.trace.span},
                         {"events", run.trace.events.size()},    {"skipped", run.trace.skipped},
                         {"devices", std::move(devices)},        {"passes", std::move(passes)},
                         {"plan", comparison_json(run)}};
  return out.dump(2, ' ', false, TraceJson::error_handler_t::replace) + "\n";
}

/// Runs the plan to compare with; false on failure.
bool add_plan_run(const TrainCommand& a, MeasuredRun& run) {
  if (a.plan.plan.empty() && a.plan.settings.empty())
    return true;
  auto plan = load_plan(a.plan.plan, a.plan.settings);
  if (!plan)
    return false;
  TrainRun simulated;
  simulated.plan = std::move(*plan);
  const TrainPlan& p = simulated.plan;
  simulated.execution = training::simulate(p.plan, p.verified);
  if (simulated.execution.deadlock) {
    print_error(p.plan.schedule + ": the plan is a deadlock; expected one that ends");
    return false;
  }
  simulated.until = simulated.execution.makespan;
  simulated.accounts = training::device_accounts(p.plan, p.verified, simulated.execution);
  run.plan = std::move(simulated);
  return true;
}

constexpr std::uint64_t kPictureTicks = 100;

std::optional<std::string> trace_report(const MeasuredRun& run, const TrainCommand& a,
                                        const trace::RunRecord& record) {
  const bool to_file = !a.output_file.empty() && !is_standard_output(a.output_file);
  trace::View view;
  view.table = a.plan.table;
  view.diagram = a.plan.diagram;
  view.ledger = a.plan.ledger;
  if (!a.plan.ticks.empty()) {
    const auto range = parse_range("--ticks", a.plan.ticks);
    if (!range)
      return std::nullopt;
    set_window(view, *range, {});
  }
  std::string out;
  if (a.format == Format::text) {
    out = trace_text(run, a.trace.top);
    if (trace::nothing_asked(view))
      return out;
    out += "\n";
  } else if (trace::nothing_asked(view)) {
    view.table = view.ledger = true;
  }
  const auto pictures = report_of(record, view, a.format, a.look, to_file);
  return pictures ? std::optional(out + *pictures) : std::nullopt;
}

} // namespace

int train_trace_command(const TrainCommand& a) {
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  auto trace = read_files(a.trace.files, *training::alignment_called(a.trace.align));
  if (!trace)
    return kExitBadInput;
  MeasuredRun run;
  run.trace = std::move(*trace);
  run.devices = training::analyse(run.trace);
  run.passes = training::passes_of(run.trace);
  if (!add_plan_run(a, run))
    return kExitBadInput;
  if (a.json || a.format == Format::json)
    return write_result(a.output_file, trace_json(run)) ? kExitOk : kExitBadInput;
  const std::size_t lanes = training::lanes_of(run.trace);
  if (lanes >= kNoLane) {
    print_error(fmt::format("{} streams; pictures have fewer than {}, --json has all", lanes,
                            unsigned{kNoLane}));
    return kExitBadInput;
  }
  const std::uint64_t tick =
      a.format == Format::perfetto && a.trace.tick == 0 ? 1
      : a.trace.tick != 0
          ? a.trace.tick
          : std::max<std::uint64_t>((run.trace.span + kPictureTicks - 1) / kPictureTicks, 1);
  const trace::RunRecord record =
      training::measured_record(run.trace, run.devices, tick, a.trace.files.front());
  if (a.format == Format::perfetto) {
    TraceOutput output;
    if (!output.open(a.output_file.empty() ? "-" : a.output_file, trace::TraceFormat::perfetto))
      return kExitBadInput;
    trace::stream_record(record, output.stream());
    return output.close() || output.reader_gone() ? kExitOk : kExitBadInput;
  }
  const auto words = trace_report(run, a, record);
  return words && write_result(a.output_file, *words) ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli

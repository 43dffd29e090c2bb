#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "run/run_view.hpp"
#include "subject/range.hpp"
#include "trace/render.hpp"
#include "trace/stream_record.hpp"
#include "train/train_difference.hpp"
#include "train/train_job_report.hpp"
#include "train/train_questions.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string schedules_text(bool json) {
  if (json) {
    Json list = Json::array();
    for (const training::ScheduleInfo& info : training::schedules())
      list.push_back({{"name", info.name},
                      {"title", info.title},
                      {"source", info.source},
                      {"meaning", info.meaning},
                      {"least_chunks", info.least_chunks},
                      {"default_chunks", info.default_chunks},
                      {"most_chunks", info.most_chunks}});
    return Json{{"schema", "stallscope.train_schedules/1"}, {"schedules", list}}.dump(2) + "\n";
  }
  std::string out;
  for (const training::ScheduleInfo& info : training::schedules())
    out += fmt::format("{:<18}{}{}\n{:18}{}\n", info.name, info.title,
                       info.source.empty() ? std::string() : fmt::format(" ({})", info.source), "",
                       info.meaning);
  return out;
}

std::string keys_text(bool json) {
  if (json) {
    Json list = Json::array();
    for (const training::PlanKeyInfo& key : training::plan_keys())
      list.push_back({{"name", key.name},
                      {"type", key.type},
                      {"default", key.standard},
                      {"meaning", key.meaning}});
    return Json{{"schema", "stallscope.train_keys/1"}, {"keys", list}}.dump(2) + "\n";
  }
  std::string out;
  for (const training::PlanKeyInfo& key : training::plan_keys())
    out += fmt::format("{} ({}; default: {})\n    {}\n", key.name, key.type,
                       *key.standard == '\0' ? "none" : key.standard, key.meaning);
  return out;
}

bool ends_with(const std::string& word, std::string_view ending) {
  return word.size() > ending.size() && word.ends_with(ending);
}

/// The second plan of a comparison.
std::optional<TrainPlan> other_plan(const TrainArguments& a) {
  if (ends_with(a.compare, ".toml"))
    return load_plan(a.compare, a.difference ? a.settings : std::vector<PlanSetting>{});
  std::vector<PlanSetting> settings;
  const bool file = ends_with(a.compare, ".csv");
  const training::ScheduleInfo* info = training::find_schedule(a.compare);
  for (const PlanSetting& setting : a.settings) {
    const bool of_order = setting.key == "schedule" || setting.key == "order";
    const bool of_size = setting.key == "devices" || setting.key == "micro_batches";
    const bool one_choice = info != nullptr && info->least_chunks == info->most_chunks;
    if (of_order || (setting.key == "chunks" && (file || one_choice)) || (of_size && file))
      continue;
    settings.push_back(setting);
  }
  settings.push_back({"--compare", file ? "order" : "schedule", a.compare});
  return load_plan(a.plan, settings);
}

/// Whether all devices have enough memory; otherwise prints the first allocation that exceeds it,
/// and remedies.
bool has_room(const TrainRun& run, const TrainCommand& a) {
  const training::Job& job = *run.plan.job;
  const auto what = training::out_of_memory(run);
  if (!what)
    return true;
  const NoRoom no_room{*what, training::find_remedies(job, run.plan.without_job, 3)};
  const Diagnostic& place = run.plan.memory_place;
  print_text(fmt::format("{}: error: {}",
                         place.file.empty()
                             ? std::string("stallscope")
                             : fmt::format("{}:{}:{}", place.file, place.line, place.column),
                         no_room_text(run, no_room)));
  if (a.format == Format::json)
    (void)write_result(a.output_file, no_room_json(run, no_room));
  return false;
}

/// Simulates a plan; nothing, with the exit code and a message printed, after a deadlock or when
/// memory is exceeded.
std::optional<TrainRun> run_plan(TrainPlan plan, const TrainCommand& a, int& exit_code) {
  exit_code = kExitGuestFault;
  const training::Ticks unit = plan.plan.ticks_per_unit;
  TrainRun run =
      training::run_plan(std::move(plan), a.plan.until ? *a.plan.until * unit : training::kNotYet);
  if (const auto& deadlock = run.execution.deadlock) {
    std::string words =
        fmt::format("stallscope: error: {}: deadlock in tick {}; round the cycle:\n",
                    run.plan.plan.schedule, deadlock->time);
    for (const std::string& wait : deadlock->waits)
      words += "  " + wait + "\n";
    print_text(words);
    if (a.format == Format::json)
      (void)write_result(a.output_file, deadlock_json(run.plan, *deadlock));
    return std::nullopt;
  }
  if (run.plan.job && !run.plan.show_out_of_memory && !has_room(run, a)) {
    exit_code = kExitBadInput;
    return std::nullopt;
  }
  return run;
}

trace::View view_of(const TrainArguments& a) {
  trace::View view;
  view.table = a.table;
  view.diagram = a.diagram;
  view.ledger = a.ledger;
  view.stats = a.stats;
  return view;
}

/// The record of a run; nothing, with a message, if it has more devices than a timeline has lanes.
std::optional<trace::RunRecord> record_of(const TrainRun& run, bool timeline) {
  if (timeline && training::lanes_of(run.plan.plan) > training::kMostLanes) {
    print_error(fmt::format("{} devices and links; pictures have at most {}, --ledger and --stats "
                            "have all",
                            training::lanes_of(run.plan.plan), training::kMostLanes));
    return std::nullopt;
  }
  trace::RunRecord record = training::run_record(run.plan.plan, run.plan.verified, run.execution,
                                                 run.accounts, {0, run.until, timeline});
  training::add_statistics(record, run);
  return record;
}

bool has_pictures(const trace::View& view) {
  return view.table || view.diagram;
}

/// A run in a report format; nothing, with a message, if the report is too large.
std::optional<std::string> report(const TrainRun& run, const TrainCommand& a, trace::View view,
                                  bool to_file) {
  const TrainView own{a.plan.memory, a.plan.operations};
  if (a.format == Format::json) {
    if (!has_pictures(view))
      return train_json(run, own, {});
    const auto record = record_of(run, true);
    const auto text =
        record ? report_of(*record, view, Format::json, a.look, to_file) : std::nullopt;
    return text ? std::optional(train_json(run, own, *text)) : std::nullopt;
  }
  if (a.format == Format::csv && trace::nothing_asked(view))
    return train_csv(run);
  if (a.format == Format::svg && a.plan.memory && trace::nothing_asked(view) && run.plan.job)
    return memory_svg(run);
  if (a.format != Format::text && trace::nothing_asked(view))
    view.table = view.ledger = true;
  const auto record = record_of(run, has_pictures(view));
  if (!record)
    return std::nullopt;
  if (a.format != Format::text)
    return report_of(*record, view, a.format, a.look, to_file);
  std::string out = train_text(run, own);
  if (trace::nothing_asked(view))
    return out;
  const auto pictures = report_of(*record, view, Format::text, a.look, to_file);
  if (!pictures)
    return std::nullopt;
  const std::size_t body = pictures->find("\n\n"); // after the title, which the statistics repeat
  return out + (body == std::string::npos ? "\n" + *pictures : pictures->substr(body + 1));
}

std::optional<std::string> comparison(const TrainRun& run, const TrainRun& other,
                                      const TrainCommand& a, trace::View view, bool to_file) {
  const TrainView own{a.plan.memory, a.plan.operations};
  if (a.format == Format::json) {
    const auto one = report(run, a, view, to_file);
    const auto two = report(other, a, view, to_file);
    return one && two
               ? std::optional(train_comparison_json(
                     *one, *two, run, other,
                     difference_json(run, other, difference_of(run, other), a.plan.operations)))
               : std::nullopt;
  }
  std::string words;
  if (a.format == Format::text) {
    words = train_text(run, own) + "\n" + train_text(other, own) + "\n" +
            difference_text(run, other, difference_of(run, other), a.plan.top);
    if (trace::nothing_asked(view))
      return words;
    words += "\n";
  } else if (trace::nothing_asked(view)) {
    view.table = view.ledger = true;
  }
  const bool pictures = has_pictures(view) || a.format != Format::text;
  const auto left = record_of(run, pictures);
  const auto right = left ? record_of(other, pictures) : std::nullopt;
  const auto both =
      right ? reports_of(*left, *right, view, a.format, trace::Align::cycle, a.look, to_file)
            : std::nullopt;
  return both ? std::optional(words + *both) : std::nullopt;
}

/// Only what differs between two plans; a difference is exit code 1, as with `diff`.
int write_difference(const TrainRun& run, const TrainRun& other, const TrainCommand& a) {
  const PlanDifference difference = difference_of(run, other);
  const std::string words = a.format == Format::json ? train_difference_json(run, other, difference)
                            : a.format == Format::csv
                                ? difference_csv(run, other, difference)
                                : difference_text(run, other, difference, a.plan.top);
  if (!(a.look.quiet && a.format == Format::text) && !write_result(a.output_file, words))
    return kExitBadInput;
  return difference.any() ? kExitDifferent : kExitOk;
}

/// A contradiction between options; false, with an error printed.
bool can_ask(const TrainCommand& a) {
  const bool question = a.plan.whatif || !a.plan.explain.empty();
  if (a.plan.whatif && !a.plan.explain.empty())
    print_error("--whatif and --explain are two questions; expected one of them");
  else if (question && !a.plan.compare.empty())
    print_error("--whatif and --explain are about one plan; expected no --compare");
  else if (question && a.format != Format::text && a.format != Format::json)
    print_error("--whatif and --explain are written as text or json");
  else if (a.format == Format::perfetto && !a.plan.compare.empty())
    print_error("--compare with --format perfetto: a trace holds one plan; expected two commands, "
                "or --format html");
  else
    return true;
  return false;
}

int write_perfetto(const TrainRun& run, const std::string& file) {
  const auto record = record_of(run, true);
  TraceOutput output;
  if (!record || !output.open(file.empty() ? "-" : file, trace::TraceFormat::perfetto))
    return kExitBadInput;
  trace::stream_record(*record, output.stream());
  return output.close() || output.reader_gone() ? kExitOk : kExitBadInput;
}

} // namespace

int train_command(const TrainCommand& a) {
  const bool json = a.format == Format::json;
  if (a.plan.list || a.plan.describe)
    return write_result(a.output_file, a.plan.list ? schedules_text(json) : keys_text(json))
               ? kExitOk
               : kExitBadInput;
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  if (!can_ask(a))
    return kExitBadInput;
  const auto question = a.plan.explain.empty() ? std::nullopt : parse_tick_question(a.plan.explain);
  if (!a.plan.explain.empty() && !question)
    return kExitBadInput;
  trace::View view = view_of(a.plan);
  if (!a.plan.ticks.empty()) {
    const auto range = parse_range("--ticks", a.plan.ticks);
    if (!range)
      return kExitBadInput;
    set_window(view, *range, {});
  }
  auto plan = load_plan(a.plan.plan, a.plan.settings);
  auto second = plan && !a.plan.compare.empty() ? other_plan(a.plan) : std::nullopt;
  if (!plan || (!a.plan.compare.empty() && !second))
    return kExitBadInput;
  if (!a.plan.order_output.empty()) {
    const std::string order =
        training::write_order_file(plan->plan, training::OrderNotation::current);
    if (!write_result(a.plan.order_output, order))
      return kExitBadInput;
    if (is_standard_output(a.plan.order_output))
      return kExitOk;
  }
  int exit_code = kExitOk;
  const auto run = run_plan(std::move(*plan), a, exit_code);
  if (!run)
    return exit_code;
  if (a.plan.whatif)
    return train_whatif(*run, a);
  if (question)
    return train_explain(*run, *question, a);
  if (a.format == Format::perfetto)
    return write_perfetto(*run, a.output_file);
  const bool to_file = !a.output_file.empty() && !is_standard_output(a.output_file);
  std::optional<std::string> words;
  if (second) {
    const auto other = run_plan(std::move(*second), a, exit_code);
    if (!other)
      return exit_code;
    if (a.plan.difference)
      return write_difference(*run, *other, a);
    words = comparison(*run, *other, a, view, to_file);
  } else {
    words = report(*run, a, view, to_file);
  }
  if (!words)
    return kExitBadInput;
  if (a.look.quiet && a.output_file.empty() && a.format == Format::text)
    return kExitOk;
  return write_result(a.output_file, *words) ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli

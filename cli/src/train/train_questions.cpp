#include "train/train_questions.hpp"

#include "base/counted.hpp"
#include "base/number.hpp"
#include "input_output/console.hpp"
#include "input_output/exact_json.hpp"
#include "input_output/result_file.hpp"
#include "session/what_if_engine.hpp"
#include "trace/render.hpp"
#include "training/plan_files/plan_changes.hpp"
#include "training/schedules/schedules.hpp"
#include "training/simulation/record.hpp"
#include "training/simulation/why.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace stallscope::cli {

namespace {

using QuestionJson = nlohmann::ordered_json;
using training::Rational;
using training::Ticks;

/// A change with its run.
struct MeasuredChange {
  training::PlanChange change;
  std::optional<Rational> makespan; ///< none: the plan is invalid with the change, or deadlocks
  Rational bubble{0, 1};            ///< idle over makespan
  std::string problem;              ///< why there is no makespan
};

MeasuredChange measured(const training::PlanChange& change, const TrainCommand& a) {
  MeasuredChange out{change, std::nullopt, {0, 1}, {}};
  std::vector<PlanSetting> settings = a.plan.settings;
  settings.insert(settings.end(), change.settings.begin(), change.settings.end());
  Result<TrainPlan> plan = try_plan(a.plan.plan, settings);
  if (!plan) {
    out.problem = plan.diagnostics().front().message;
    return out;
  }
  const Ticks unit = plan->plan.ticks_per_unit;
  const TrainRun run = training::run_plan(std::move(plan).value());
  if (run.execution.deadlock) {
    out.problem = "deadlock";
    return out;
  }
  out.makespan = Rational(run.execution.makespan, unit);
  out.bubble = bubble_of(run).idle_over_makespan;
  return out;
}

/// What `to` saves of `from`, in time units.
double saved(const Rational& from, const Rational& to) {
  return from.as_double() - to.as_double();
}

std::string settings_words(const training::PlanChange& change) {
  std::string words;
  for (const PlanSetting& setting : change.settings)
    words += fmt::format("{}--set {}={}", words.empty() ? "" : " ", setting.key, setting.value);
  return words;
}

std::string whatif_text(const TrainRun& run, const Rational& base,
                        const std::vector<MeasuredChange>& changes) {
  std::string text = fmt::format(
      "{}: {} ticks, bubble {:.1f} % of the makespan\n\n  {:<34} {:>12} {:>12} {:>9}  "
      "{}\n",
      run.plan.plan.schedule, base.text(), 100 * bubble_of(run).idle_over_makespan.as_double(),
      "with", "ticks", "saved", "bubble", "that is");
  for (const MeasuredChange& one : changes)
    text += one.makespan
                ? fmt::format("  {:<34} {:>12} {:>12.6g} {:>7.1f} %  {}\n", one.change.title,
                              one.makespan->text(), saved(base, *one.makespan),
                              100 * one.bubble.as_double(), settings_words(one.change))
                : fmt::format("  {:<34} {:>12} {:>12} {:>9}  {}: {}\n", one.change.title, "-", "-",
                              "-", settings_words(one.change), one.problem);
  if (changes.empty())
    text += "  none: the order is fixed by a file, and transfers take no time\n";
  return text;
}

std::string whatif_json(const TrainRun& run, const Rational& base,
                        const std::vector<MeasuredChange>& changes) {
  QuestionJson list = QuestionJson::array();
  for (const MeasuredChange& one : changes) {
    QuestionJson set = QuestionJson::array();
    for (const PlanSetting& setting : one.change.settings)
      set.push_back(fmt::format("{}={}", setting.key, setting.value));
    QuestionJson entry = {
        {"name", one.change.name}, {"title", one.change.title}, {"set", std::move(set)}};
    entry["makespan"] = one.makespan ? exact_json(*one.makespan) : QuestionJson(nullptr);
    entry["saved"] =
        one.makespan ? QuestionJson(saved(base, *one.makespan)) : QuestionJson(nullptr);
    entry["bubble_idle_over_makespan"] =
        one.makespan ? fraction_json(one.bubble) : QuestionJson(nullptr);
    entry["problem"] = one.problem.empty() ? QuestionJson(nullptr) : QuestionJson(one.problem);
    list.push_back(std::move(entry));
  }
  const QuestionJson out = {{"schema", "stallscope.train_whatif/1"},
                            {"schedule", run.plan.plan.schedule},
                            {"makespan", exact_json(base)},
                            {"changes", std::move(list)},
                            {"interrupted", interrupted().load()}};
  return out.dump(2) + "\n";
}

/// What a device does in a tick.
struct DeviceMoment {
  std::uint32_t device = 0;
  training::OperationIndex operation = training::kNoOperation; ///< none: idle
  Ticks begin = 0;                                             ///< [begin, end)
  Ticks end = 0;
  training::IdleSpan idle;
  std::string sentence;
  std::vector<training::WhyLink> chain; ///< of an idle device
};

class Explainer {
public:
  Explainer(const TrainRun& run, Ticks tick)
      : run_(run), plan_(run.plan.plan), at_(tick - 1),
        index_(plan_, run.plan.verified, run.execution) {}

  [[nodiscard]] DeviceMoment moment(std::uint32_t device) const {
    DeviceMoment out;
    out.device = device;
    for (training::OperationIndex i = plan_.first_operation[device];
         i < plan_.first_operation[device + 1]; ++i)
      if (training::occupies(plan_, plan_.operations[i]) && run_.execution.start[i] <= at_ &&
          at_ < run_.execution.end[i]) {
        out.operation = i;
        out.begin = run_.execution.start[i];
        out.end = run_.execution.end[i];
        out.sentence = fmt::format("device {}: {} runs, ticks {} to {}", device,
                                   training::name(plan_.operations[i]), out.begin + 1, out.end);
        return out;
      }
    const auto spans = index_.idle_in(device, at_, at_ + 1);
    out.idle = spans.empty() ? training::IdleSpan{at_, at_ + 1} : spans.front();
    out.begin = out.idle.begin;
    out.end = out.idle.end;
    out.chain = training::why_idle(plan_, run_.plan.verified, run_.execution, out.idle);
    out.sentence = fmt::format("device {}: idle in ticks {} to {}; it {}", device, out.begin + 1,
                               out.end, trace::sentence(cause_of(out.idle), names_));
    return out;
  }

private:
  /// The cause with a name of its culprit, in a record of this one operation.
  [[nodiscard]] Cause cause_of(const training::IdleSpan& idle) const {
    names_ = {};
    names_.training = true;
    if (idle.culprit == training::kNoOperation)
      return {idle.why, kNoRegister, kNoOp};
    OpRow row;
    row.op = OpId{1};
    row.instruction = InstructionIndex{0};
    names_.timeline.rows.push_back(row);
    names_.legend.instruction_text.push_back(training::name(plan_.operations[idle.culprit]));
    return {idle.why, kNoRegister, OpId{1}};
  }

  const TrainRun& run_;
  const training::Plan& plan_;
  Ticks at_; ///< from 0
  training::RunIndex index_;
  mutable trace::RunRecord names_;
};

std::string ticks_words(Ticks begin, Ticks end) {
  return end - begin == 1 ? fmt::format("tick {}", end)
                          : fmt::format("ticks {}-{}", begin + 1, end);
}

std::string moment_text(const DeviceMoment& moment, const training::Plan& plan,
                        const trace::TextStyle& style) {
  std::string text = wrapped("", moment.sentence, style.columns);
  for (const training::WhyLink& link : moment.chain)
    text += wrapped(fmt::format("  {:<18}", ticks_words(link.begin, link.end)),
                    training::sentence(link, plan), style.columns);
  return text;
}

QuestionJson chain_json(const DeviceMoment& moment, const training::Plan& plan) {
  constexpr std::array kWhat{"work", "transfer", "link_busy"};
  QuestionJson chain = QuestionJson::array();
  for (const training::WhyLink& link : moment.chain) {
    const training::Operation& op = plan.operations[link.operation];
    chain.push_back({{"what", kWhat[static_cast<std::size_t>(link.what)]},
                     {"operation", training::name(op)},
                     {"device", plan.stages[op.stage].device},
                     {"from_tick", link.begin + 1},
                     {"to_tick", link.end},
                     {"sentence", training::sentence(link, plan)}});
  }
  return chain;
}

QuestionJson moment_json(const DeviceMoment& moment, const training::Plan& plan) {
  const auto named = [&plan](training::OperationIndex i) {
    return i == training::kNoOperation ? QuestionJson(nullptr)
                                       : QuestionJson(training::name(plan.operations[i]));
  };
  return {{"device", moment.device},
          {"operation", named(moment.operation)},
          {"from_tick", moment.begin + 1},
          {"to_tick", moment.end},
          {"reason", info(moment.idle.why).name},
          {"culprit", named(moment.idle.culprit)},
          {"next", named(moment.idle.next)},
          {"sentence", moment.sentence},
          {"chain", chain_json(moment, plan)}};
}

} // namespace

int train_whatif(const TrainRun& run, const TrainCommand& a) {
  catch_interrupts();
  const Rational base(run.execution.makespan, run.plan.plan.ticks_per_unit);
  const bool order_given = training::find_schedule(run.plan.plan.schedule) == nullptr;
  session::WhatIfEngine<MeasuredChange> engine(
      [](const std::string&) { return !interrupted().load(); });
  for (const training::PlanChange& change : training::plan_changes(run, order_given))
    (void)engine.measure(change.name, [&] { return std::optional(measured(change, a)); });
  const auto changes = engine.ranked([&base](const MeasuredChange& x, const MeasuredChange& y) {
    return x.makespan.has_value() != y.makespan.has_value()
               ? x.makespan.has_value()
               : x.makespan && saved(base, *x.makespan) > saved(base, *y.makespan);
  });
  const std::string words =
      a.format == Format::json ? whatif_json(run, base, changes) : whatif_text(run, base, changes);
  if (!write_result(a.output_file, words))
    return kExitBadInput;
  return interrupted() ? kExitInterrupted : kExitOk;
}

std::optional<TickQuestion> parse_tick_question(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string tick = colon == std::string::npos ? text : text.substr(colon + 1);
  const auto number = parse_number(tick);
  const auto device =
      colon == std::string::npos ? std::nullopt : parse_number(text.substr(0, colon));
  if (!number || *number == 0 || (colon != std::string::npos && !device)) {
    print_error(
        fmt::format("--explain {}: expected a tick, from 1, or DEVICE:TICK, such as 0:12", text));
    return std::nullopt;
  }
  TickQuestion question{*number, std::nullopt};
  if (device)
    question.device =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(*device, training::kMostDevices));
  return question;
}

int train_explain(const TrainRun& run, const TickQuestion& question, const TrainCommand& a) {
  const training::Plan& plan = run.plan.plan;
  if (question.tick > run.execution.makespan) {
    print_error(fmt::format("the run has no tick {}; it ends in tick {}", question.tick,
                            run.execution.makespan));
    return kExitBadInput;
  }
  if (question.device.value_or(0) >= plan.devices) {
    print_error(fmt::format("the plan has no device {}; expected 0 to {}", *question.device,
                            plan.devices - 1));
    return kExitBadInput;
  }
  const Explainer explainer(run, question.tick);
  const trace::TextStyle style = text_style(a.look, !a.output_file.empty());
  std::string text = fmt::format("{} on {}, tick {} of {}\n\n", plan.schedule,
                                 counted(plan.devices, "device", "devices"), question.tick,
                                 run.execution.makespan);
  QuestionJson devices = QuestionJson::array();
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    if (question.device && *question.device != device)
      continue;
    const DeviceMoment moment = explainer.moment(device);
    text += moment_text(moment, plan, style);
    devices.push_back(moment_json(moment, plan));
  }
  const QuestionJson out = {{"schema", "stallscope.train_explanation/1"},
                            {"schedule", plan.schedule},
                            {"tick", question.tick},
                            {"makespan_ticks", run.execution.makespan},
                            {"ticks_per_unit", plan.ticks_per_unit},
                            {"devices", std::move(devices)}};
  return write_result(a.output_file, a.format == Format::json ? out.dump(2) + "\n" : text)
             ? kExitOk
             : kExitBadInput;
}

} // namespace stallscope::cli

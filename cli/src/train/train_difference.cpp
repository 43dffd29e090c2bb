#include "train/train_difference.hpp"

#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/exact_json.hpp"
#include "input_output/result_file.hpp"
#include "train/train_plan.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace stallscope::cli {

namespace {

using DifferenceJson = nlohmann::ordered_json;
using training::Rational;
using training::Ticks;

using OperationKey = std::tuple<training::Kind, training::StageId, training::MicroBatch>;

OperationKey key_of(const training::Operation& op) {
  return {op.kind, op.stage, training::has_micro_batch(op.kind) ? op.micro_batch : 0};
}

Rational time_in(const TrainRun& run, Ticks ticks) {
  return {ticks, run.plan.plan.ticks_per_unit};
}

double units(const TrainRun& run, Ticks ticks) {
  return static_cast<double>(ticks) / static_cast<double>(run.plan.plan.ticks_per_unit);
}

/// Time units by which B is earlier.
double gained(const TrainRun& a, Ticks of_a, const TrainRun& b, Ticks of_b) {
  return units(a, of_a) - units(b, of_b);
}

DifferenceJson time_json(const TrainRun& run, Ticks ticks) {
  return exact_json(time_in(run, ticks));
}

/// A kind of work, or a reason of idle devices, with the ticks of all devices.
struct LedgerLine {
  std::string name;
  Ticks a = 0;
  Ticks b = 0;
};

std::vector<LedgerLine> ledger_lines(const TrainRun& a, const TrainRun& b) {
  std::vector<LedgerLine> lines;
  for (std::size_t i = 0; i < training::kKindCount + 1; ++i)
    lines.push_back({i == training::kKindCount
                         ? std::string("overlapped")
                         : std::string(training::info(static_cast<training::Kind>(i)).name),
                     0, 0});
  for (std::size_t i = 1; i < kReasonCount; ++i)
    lines.push_back({std::string("idle: ") += info(static_cast<Reason>(i)).name, 0, 0});
  const auto add = [&lines](const TrainRun& run, Ticks LedgerLine::*side) {
    for (const training::DeviceAccount& account : run.accounts) {
      for (std::size_t i = 0; i < account.work.size(); ++i)
        lines[i].*side += account.work[i];
      for (std::size_t i = 1; i < kReasonCount; ++i)
        lines[account.work.size() + i - 1].*side += account.idle_by_reason[i];
    }
  };
  add(a, &LedgerLine::a);
  add(b, &LedgerLine::b);
  std::erase_if(lines, [](const LedgerLine& line) { return line.a == 0 && line.b == 0; });
  return lines;
}

/// Indices of the operations that occupy a device, by what they are.
std::map<OperationKey, training::OperationIndex> by_key(const training::Plan& plan) {
  std::map<OperationKey, training::OperationIndex> all;
  for (training::OperationIndex i = 0; i < plan.operations.size(); ++i)
    if (training::occupies(plan, plan.operations[i]))
      all.emplace(key_of(plan.operations[i]), i);
  return all;
}

std::string headline(const TrainRun& a, const TrainRun& b) {
  const Ticks of_a = a.execution.makespan;
  const Ticks of_b = b.execution.makespan;
  const double saves = gained(a, of_a, b, of_b);
  std::string text =
      fmt::format("A: {}, {} ticks\nB: {}, {} ticks", a.plan.plan.schedule, time_in(a, of_a).text(),
                  b.plan.plan.schedule, time_in(b, of_b).text());
  if (saves != 0)
    text += fmt::format("; {} saves {:.6g} ({:.1f} %)", saves > 0 ? "B" : "A", std::abs(saves),
                        100 * std::abs(saves) / std::max(units(a, of_a), units(b, of_b)));
  return text + "\n";
}

} // namespace

PlanDifference difference_of(const TrainRun& a, const TrainRun& b) {
  PlanDifference difference;
  const auto of_a = by_key(a.plan.plan);
  const auto of_b = by_key(b.plan.plan);
  for (const auto& [key, i] : of_a) {
    const auto other = of_b.find(key);
    if (other == of_b.end()) {
      ++difference.only_a;
      continue;
    }
    ++difference.both;
    const OperationDifference one{a.plan.plan.operations[i], a.execution.start[i],
                                  a.execution.end[i], b.execution.start[other->second],
                                  b.execution.end[other->second]};
    if (time_in(a, one.a_start).text() != time_in(b, one.b_start).text() ||
        time_in(a, one.a_end).text() != time_in(b, one.b_end).text())
      difference.moved.push_back(one);
  }
  difference.only_b = of_b.size() - difference.both;
  std::stable_sort(difference.moved.begin(), difference.moved.end(),
                   [](const OperationDifference& x, const OperationDifference& y) {
                     return x.a_start < y.a_start;
                   });
  for (const LedgerLine& line : ledger_lines(a, b))
    difference.same_ledgers =
        difference.same_ledgers && time_in(a, line.a).text() == time_in(b, line.b).text();
  return difference;
}

std::string difference_text(const TrainRun& a, const TrainRun& b, const PlanDifference& difference,
                            std::uint64_t top) {
  std::string text = headline(a, b);
  text +=
      fmt::format("Operations of both: {}, of which {} run at other times; only of A: {}, only "
                  "of B: {}\n",
                  difference.both, difference.moved.size(), difference.only_a, difference.only_b);
  std::vector<OperationDifference> most = difference.moved;
  const auto earlier = [&](const OperationDifference& one) {
    return gained(a, one.a_end, b, one.b_end);
  };
  std::stable_sort(most.begin(), most.end(), [&](const auto& x, const auto& y) {
    return std::abs(earlier(x)) > std::abs(earlier(y));
  });
  if (!most.empty())
    text += fmt::format("\n{:<12}  {:>12}  {:>12}  {:>12}\n", "operation", "A ends", "B ends",
                        "gained");
  for (std::size_t i = 0; i < most.size() && i < top; ++i)
    text += fmt::format("{:<12}  {:>12}  {:>12}  {:>12}\n", training::name(most[i].operation),
                        time_in(a, most[i].a_end).text(), time_in(b, most[i].b_end).text(),
                        fmt::format("{:+.6g}", earlier(most[i])));
  if (most.size() > top)
    text += fmt::format("... and {} more\n", most.size() - top);
  text +=
      fmt::format("\n{:<28}  {:>12}  {:>12}  {:>12}\n", "ticks of all devices", "A", "B", "gained");
  for (const LedgerLine& line : ledger_lines(a, b))
    text += fmt::format("{:<28}  {:>12}  {:>12}  {:>12}\n", line.name, time_in(a, line.a).text(),
                        time_in(b, line.b).text(),
                        fmt::format("{:+.6g}", gained(a, line.a, b, line.b)));
  return text;
}

DifferenceJson difference_json(const TrainRun& a, const TrainRun& b,
                               const PlanDifference& difference, bool operations) {
  const auto moved = [&](const OperationDifference& one) {
    return DifferenceJson{
        {"name", training::name(one.operation)},
        {"a", {{"start", time_json(a, one.a_start)}, {"end", time_json(a, one.a_end)}}},
        {"b", {{"start", time_json(b, one.b_start)}, {"end", time_json(b, one.b_end)}}},
        {"gained", gained(a, one.a_end, b, one.b_end)}};
  };
  DifferenceJson ledger = DifferenceJson::array();
  for (const LedgerLine& line : ledger_lines(a, b))
    ledger.push_back({{"name", line.name},
                      {"a", time_json(a, line.a)},
                      {"b", time_json(b, line.b)},
                      {"gained", gained(a, line.a, b, line.b)}});
  DifferenceJson out = {{"different", difference.any()},
                        {"gained", gained(a, a.execution.makespan, b, b.execution.makespan)},
                        {"first", difference.moved.empty() ? DifferenceJson(nullptr)
                                                           : moved(difference.moved.front())},
                        {"in_both", difference.both},
                        {"moved", difference.moved.size()},
                        {"only_in_a", difference.only_a},
                        {"only_in_b", difference.only_b},
                        {"ledger", std::move(ledger)}};
  if (!operations)
    return out;
  out["operations"] = DifferenceJson::array();
  for (const OperationDifference& one : difference.moved)
    out["operations"].push_back(moved(one));
  return out;
}

std::string train_difference_json(const TrainRun& a, const TrainRun& b,
                                  const PlanDifference& difference) {
  const auto side = [](const TrainRun& run) {
    return DifferenceJson{{"schedule", run.plan.plan.schedule},
                          {"makespan", time_json(run, run.execution.makespan)}};
  };
  DifferenceJson out = {
      {"schema", "stallscope.train_difference/1"}, {"a", side(a)}, {"b", side(b)}};
  out.update(difference_json(a, b, difference, true));
  return out.dump(2) + "\n";
}

std::string difference_csv(const TrainRun& a, const TrainRun& b, const PlanDifference& difference) {
  std::string out = "operation,a_start,a_end,b_start,b_end,gained\n";
  for (const OperationDifference& one : difference.moved)
    out += fmt::format("{},{},{},{},{},{}\n", training::name(one.operation),
                       time_in(a, one.a_start).text(), time_in(a, one.a_end).text(),
                       time_in(b, one.b_start).text(), time_in(b, one.b_end).text(),
                       gained(a, one.a_end, b, one.b_end));
  return out;
}

int diff_plans(const DiffArguments& a) {
  Subject subject = a.subject;
  subject.program = a.a;
  auto train = train_command_for(subject);
  if (!train)
    return kExitBadInput;
  train->plan.compare = a.b;
  train->plan.difference = true;
  train->plan.operations = true;
  train->plan.top = a.limit;
  train->format = a.format;
  train->look = a.look;
  train->output_file = a.output_file;
  return train_command(*train);
}

} // namespace stallscope::cli

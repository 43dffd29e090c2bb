#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/exact_json.hpp"
#include "input_output/result_file.hpp"
#include "train/train_report.hpp"
#include "training/schedules/search.hpp"
#include "training/schedules/steady_state.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;
using training::Rational;

/// An order with the result of its simulation.
struct TriedOrder {
  training::FoundOrder order;
  Rational peak{0, 1};
  bool proven = false;
};

struct SearchResult {
  training::Objective objective = training::Objective::makespan;
  training::LowerBound bound;
  std::vector<TriedOrder> orders; ///< best first
  std::optional<training::BestOrder> searched;
  std::optional<training::SteadyState> steady;
  std::string no_steady; ///< why there is none, if it was asked for
};

/// Parses a comma-separated list of known words; nothing, with an error, if one is unknown.
std::optional<std::vector<std::string>> methods_of(const std::string& list) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  const std::vector<std::string_view> known{"named", "list", "modulo", "optimal"};
  for (const std::string& word : words)
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      Diagnostic problem;
      problem.message = fmt::format("--with: '{}'", word);
      problem.expected = "named, list, modulo or optimal";
      problem.suggestion = nearest_word(word, known);
      print({problem});
      return std::nullopt;
    }
  return words;
}

/// Simulates the order, since links carry one transfer at a time, and uses the simulated makespan.
void add(SearchResult& result, training::FoundOrder order) {
  if (order.makespan == 0)
    return;
  const training::Verified verified = training::verify(order.plan);
  const training::Execution run = training::simulate(order.plan, verified);
  order.makespan = run.makespan;
  order.longest_span = training::longest_span(order.plan, run);
  const Rational batches(training::peak_parts(order.plan, order.plan.held),
                         training::activation_parts(order.plan));
  result.orders.push_back({std::move(order), batches, false});
}

SearchResult search(const TrainPlan& plan, const std::vector<std::string>& methods,
                    training::Objective objective, double seconds) {
  const auto asked = [&methods](const char* word) {
    return std::find(methods.begin(), methods.end(), word) != methods.end();
  };
  const training::OrderProblem problem{plan.plan, plan.most_chunks, objective};
  SearchResult result;
  result.objective = objective;
  result.bound = training::lower_bound(problem);
  if (asked("named"))
    for (training::FoundOrder& order : training::named_orders(problem))
      add(result, std::move(order));
  if (asked("list"))
    add(result, training::list_order(problem));
  if (asked("modulo")) {
    result.steady = training::steady_state(problem, result.no_steady);
    if (result.steady)
      add(result, result.steady->order);
  }
  if (asked("optimal")) {
    result.searched =
        training::optimal_order(problem, seconds, [] { return interrupted().load(); });
    result.bound = result.searched->bound;
    training::FoundOrder best = result.searched->order;
    best.method = "optimal: " + best.method;
    add(result, std::move(best));
  }
  std::stable_sort(result.orders.begin(), result.orders.end(),
                   [objective](const TriedOrder& a, const TriedOrder& b) {
                     return a.order.cost(objective) < b.order.cost(objective);
                   });
  for (TriedOrder& tried : result.orders)
    tried.proven = tried.order.cost(objective) <= result.bound.ticks;
  return result;
}

Rational above_bound(const SearchResult& result, const TriedOrder& tried) {
  const training::Ticks cost = tried.order.cost(result.objective);
  return {cost - std::min(cost, result.bound.ticks), result.bound.ticks};
}

/// "a micro-batch every 6 ticks", its bounds, and the kernel, a line per device.
std::string steady_text(const TrainPlan& plan, const SearchResult& result) {
  if (!result.steady)
    return result.no_steady.empty() ? "" : fmt::format("\nNo steady state: {}\n", result.no_steady);
  const training::SteadyState& steady = *result.steady;
  const auto unit = [&plan](training::Ticks ticks) {
    return Rational(ticks, plan.plan.ticks_per_unit).text();
  };
  std::string out = fmt::format(
      "\nSteady state: a micro-batch every {} ticks{}; {} in flight\n  the work of device {} is {}",
      unit(steady.interval), steady.proven ? ", no interval is shorter" : "", steady.in_flight,
      steady.busiest, unit(steady.by_work));
  if (steady.by_memory > 0)
    out += fmt::format("; memory allows one every {}", unit(steady.by_memory));
  out += '\n';
  std::uint32_t device = ~0U;
  for (const training::KernelStep& step : steady.kernel) {
    if (step.device != device)
      out += fmt::format("{}  device {}:", device == ~0U ? "" : "\n", step.device);
    device = step.device;
    const std::string_view letter = training::info(step.operation.kind).letter;
    out += fmt::format("  {} {}{}{}", unit(step.time), step.operation.stage, letter,
                       step.stage == 0 ? "" : fmt::format("-{}", step.stage));
  }
  return out + "\n  (time in the interval, stage, pass; -n: of the n-th micro-batch before)\n";
}

std::string search_text(const TrainPlan& plan, const SearchResult& result) {
  const auto unit = [&plan](training::Ticks ticks) {
    return Rational(ticks, plan.plan.ticks_per_unit);
  };
  std::string out = fmt::format("No {} {}: {}\n\n",
                                result.objective == training::Objective::makespan
                                    ? "order takes less than"
                                    : "longest span of a device is less than",
                                unit(result.bound.ticks).text(), result.bound.why);
  out += fmt::format("{:<50}  {:>8}  {:>12}  {:>11}  {:>16}\n", "order", "makespan", "longest span",
                     "above bound", "peak activations");
  for (const TriedOrder& tried : result.orders) {
    const Rational above = above_bound(result, tried);
    out += fmt::format("{:<50}  {:>8}  {:>12}  {:>9.1f} %  {:>16}{}\n", tried.order.method,
                       unit(tried.order.makespan).text(), unit(tried.order.longest_span).text(),
                       100.0 * static_cast<double>(above.numerator) /
                           static_cast<double>(above.denominator),
                       tried.peak.text(), tried.proven ? "  proven" : "");
  }
  if (result.orders.empty())
    out += "none keeps the memory limit\n";
  if (result.searched && result.searched->states > 0)
    out += fmt::format("\nBranch and bound has looked at {} states{}.\n", result.searched->states,
                       result.searched->complete ? ", which are all"
                       : result.searched->untried.empty()
                           ? "; more time may find a better order"
                           : "; it proves nothing, since it leaves out some orders: " +
                                 result.searched->untried);
  return out + steady_text(plan, result);
}

Json steady_json(const TrainPlan& plan, const SearchResult& result) {
  if (!result.steady)
    return result.no_steady.empty() ? Json(nullptr) : Json{{"problem", result.no_steady}};
  const training::SteadyState& steady = *result.steady;
  const auto number = [&plan](training::Ticks ticks) {
    return exact_json(Rational(ticks, plan.plan.ticks_per_unit));
  };
  Json kernel = Json::array();
  for (const training::KernelStep& step : steady.kernel)
    kernel.push_back({{"device", step.device},
                      {"stage", step.operation.stage},
                      {"kind", training::info(step.operation.kind).name},
                      {"time", number(step.time)},
                      {"intervals_behind", step.stage}});
  return {{"interval", number(steady.interval)},
          {"bound_by_work", number(steady.by_work)},
          {"busiest_device", steady.busiest},
          {"bound_by_memory", steady.by_memory == 0 ? Json(nullptr) : number(steady.by_memory)},
          {"proven", steady.proven},
          {"in_flight", steady.in_flight},
          {"kernel", std::move(kernel)}};
}

std::string search_json(const TrainPlan& plan, const SearchResult& result) {
  const auto unit = [&plan](training::Ticks ticks) {
    return Rational(ticks, plan.plan.ticks_per_unit);
  };
  Json orders = Json::array();
  for (const TriedOrder& tried : result.orders) {
    const Rational above = above_bound(result, tried);
    orders.push_back({{"method", tried.order.method},
                      {"makespan", exact_json(unit(tried.order.makespan))},
                      {"longest_span", exact_json(unit(tried.order.longest_span))},
                      {"above_bound", fraction_json(above)},
                      {"peak_activations", exact_json(tried.peak)},
                      {"proven", tried.proven}});
  }
  Json searched = nullptr;
  if (result.searched)
    searched = {{"states", result.searched->states},
                {"complete", result.searched->complete},
                {"untried", result.searched->untried}};
  const Json out = {
      {"schema", "stallscope.train_schedule/1"},
      {"devices", plan.plan.devices},
      {"micro_batches", plan.plan.micro_batches},
      {"chunks", plan.plan.chunks},
      {"memory_limit", plan.most_chunks == 0 ? Json(nullptr) : Json(plan.most_chunks)},
      {"weight_held", exact_json(Rational(plan.plan.held.kept, plan.plan.held.all))},
      {"objective",
       result.objective == training::Objective::makespan ? "makespan" : "longest_span"},
      {"lower_bound",
       {{result.objective == training::Objective::makespan ? "makespan" : "longest_span",
         exact_json(unit(result.bound.ticks))},
        {"why", result.bound.why}}},
      {"orders", std::move(orders)},
      {"search", std::move(searched)},
      {"steady_state", steady_json(plan, result)}};
  return out.dump(2) + "\n";
}

} // namespace

int train_schedule_command(const TrainCommand& a) {
  catch_interrupts();
  const auto methods = methods_of(a.plan.with);
  auto plan = methods ? load_plan(a.plan.plan, a.plan.settings, false) : std::nullopt;
  if (!plan || (!a.output_file.empty() && !can_write(a.output_file)))
    return kExitBadInput;
  if (plan->plan.pipelines.size() != 1) {
    print_error(fmt::format("{}: its micro-batches go in two directions; expected a schedule of "
                            "one, such as zb-h1 or zb-v",
                            plan->plan.schedule));
    return kExitBadInput;
  }
  if (plan->job) {
    // The search orders passes only: recomputation is part of its backward pass, and all transfers
    // take the maximum time.
    for (training::Stage& stage : plan->plan.stages) {
      stage.durations.backward += stage.durations.recompute;
      stage.durations.input_gradient += stage.durations.recompute;
    }
    plan->plan.transfers.clear();
  }
  const SearchResult result =
      search(*plan, *methods,
             a.plan.objective == "makespan" ? training::Objective::makespan
                                            : training::Objective::longest_span,
             a.plan.seconds);
  if (!a.plan.order_output.empty() && !result.orders.empty() &&
      !write_result(a.plan.order_output,
                    training::write_order_file(result.orders.front().order.plan,
                                               training::OrderNotation::current)))
    return kExitBadInput;
  if (is_standard_output(a.plan.order_output) && !a.plan.order_output.empty())
    return kExitOk;
  const std::string words =
      a.format == Format::json ? search_json(*plan, result) : search_text(*plan, result);
  if (!(a.look.quiet && a.format == Format::text) && !write_result(a.output_file, words))
    return kExitBadInput;
  return interrupted() ? kExitInterrupted : kExitOk;
}

} // namespace stallscope::cli

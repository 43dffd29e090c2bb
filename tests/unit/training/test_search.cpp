#include "plans.hpp"
#include "training/schedules/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

using namespace stallscope;
using namespace stallscope::training;

namespace {

OrderProblem problem_of(std::uint32_t p, std::uint32_t m, const std::vector<Durations>& durations,
                        std::uint32_t memory, Ticks transfer = 0) {
  OrderProblem problem;
  problem.plan.devices = p;
  problem.plan.micro_batches = m;
  problem.plan.transfer = transfer;
  problem.plan.links = LinkSharing::unlimited;
  lay_out(problem.plan, Layout::looped);
  for (std::size_t s = 0; s < problem.plan.stages.size(); ++s)
    problem.plan.stages[s].durations = durations[s % durations.size()];
  problem.most_chunks = memory;
  return problem;
}

const std::vector<Durations> kEqual{{1, 2, 1, 1, 0, 0}};

} // namespace

TEST_CASE("with the memory of 1f1b and equal durations no order is worse than zb-h1") {
  for (std::uint32_t p = 1; p <= 8; ++p)
    for (const std::uint32_t m : {1U, 3U, p, 2 * p + 1, 32U}) {
      const BestOrder best = optimal_order(problem_of(p, m, kEqual, p), 0);
      INFO(fmt::format("p {} m {}", p, m));
      CHECK(best.order.makespan <= ran("zb-h1", p, m).makespan());
      CHECK(best.order.makespan >= best.bound.ticks);
      CHECK(run_of(best.order.plan).makespan() == best.order.makespan);
      CHECK(run_of(best.order.plan).peak_chunks() <= p);
      const BestOrder wide = optimal_order(problem_of(p, m, kEqual, 2 * p - 1), 0);
      CHECK(wide.order.makespan <= ran("zb-h2", p, m).makespan());
    }
}

TEST_CASE("with the memory of 1f1b and equal durations list scheduling alone meets zb-h1") {
  for (std::uint32_t p = 1; p <= 8; ++p)
    for (const std::uint32_t m : {1U, 2U, 3U, p, 2 * p - 1, 2 * p + 1, 32U}) {
      INFO(fmt::format("p {} m {}", p, m));
      const FoundOrder list = list_order(problem_of(p, m, kEqual, p));
      CHECK(list.makespan <= ran("zb-h1", p, m).makespan());
      CHECK(run_of(list.plan).peak_chunks() <= p);
    }
}

// Bubble rates of ZB-1p and ZB-2p as published (Qi et al., 2024, table of bubble rates; the
// repository's efficiency.py has F, B, W and the transfer in microseconds): 1 - work / longest
// span, with memory for p and for 2p activations. After B a device holds 32sbh of the sbh(34 +
// 5as/h) bytes of a layer: s = 1024, and h, a = 4096, 32 and 5120, 40: 32 of 74.
TEST_CASE("orders that fill gaps have the published bubble rates") {
  struct Row {
    std::uint32_t p, m;
    Ticks f, b, w, transfer;
    double one_p, two_p;
  };
  for (const Row& row : {Row{8, 24, 29718, 29444, 19927, 527, 0.1323, 0.0029},
                         Row{8, 32, 29802, 29428, 19530, 577, 0.1045, 0.0022},
                         Row{16, 48, 11347, 11248, 8132, 377, 0.1397, 0.0066},
                         Row{16, 64, 11307, 11254, 8101, 379, 0.1088, 0.0054}})
    for (const std::uint32_t times : {1U, 2U}) {
      INFO(fmt::format("p {} m {}, {} p", row.p, row.m, times));
      OrderProblem problem = problem_of(row.p, row.m, {{row.f, row.b + row.w, row.b, row.w, 0, 0}},
                                        times * row.p, row.transfer);
      problem.objective = Objective::longest_span;
      problem.held = {74, 32};
      const FoundOrder found = list_order(problem);
      const double rate = 1 - static_cast<double>(row.m * (row.f + row.b + row.w)) /
                                  static_cast<double>(found.longest_span);
      CHECK(rate <= (times == 1 ? row.one_p : row.two_p) + 0.00005);
      CHECK(peak_parts(found.plan, problem.held) <= problem.room());
      CHECK(found.longest_span >= lower_bound(problem).ticks);
      // With whole activations until W the same limit leaves more bubbles.
      if (times == 2) {
        problem.held = {};
        CHECK(list_order(problem).longest_span > found.longest_span);
        CHECK(run_of(list_order(problem).plan).peak_chunks() <= 2 * row.p);
      }
    }
}

TEST_CASE("the longest span as objective: what zero bubble means") {
  const auto problem_for = [](std::uint32_t p, std::uint32_t m, const Durations& d,
                              std::uint32_t memory) {
    OrderProblem problem = problem_of(p, m, {d}, memory);
    problem.objective = Objective::longest_span;
    return problem;
  };
  // F = I = W = 1 and memory 2p - 1: no device idles in its span, 3m ticks, as of zb-h2.
  for (const std::uint32_t p : {2U, 4U}) {
    const BestOrder best = optimal_order(problem_for(p, 4 * p, kEqual[0], 2 * p - 1), 0);
    CHECK(best.proven);
    CHECK(best.order.longest_span == 3 * 4 * p);
    CHECK(run_of(best.order.plan).longest_span() == best.order.longest_span);
  }
  // With memory 1 a device waits for the gradient of each micro-batch: device 0 of 2 has F, F and I
  // of device 1, I, W: 5 ticks a micro-batch, and the next one's F begins behind W.
  CHECK(lower_bound(problem_for(2, 3, kEqual[0], 1)).ticks == 15);
  // Memory 2 of 3 devices: device 0 has round trip 4 and one F beside it: 3 without work in 3m + 3.
  CHECK(lower_bound(problem_for(3, 2, kEqual[0], 2)).ticks == 3 * 2 + 3);
  std::mt19937 random(20);
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t p = 2 + random() % 5;
    const std::uint32_t m = 1 + random() % 12;
    const Durations d{1 + random() % 4, 0, 1 + random() % 4, random() % 4, 0, 0};
    const OrderProblem problem = problem_for(p, m, d, p + random() % p);
    const BestOrder best = optimal_order(problem, 0.05);
    INFO(fmt::format("case {}", i));
    REQUIRE(best.order.makespan > 0);
    CHECK(best.order.longest_span >= best.bound.ticks);
    CHECK(run_of(best.order.plan).longest_span() == best.order.longest_span);
    for (const FoundOrder& named : named_orders(problem)) {
      CHECK(best.order.longest_span <= named.longest_span);
      CHECK(named.longest_span >= best.bound.ticks);
    }
  }
}

TEST_CASE("the optimum of unequal stages under a memory limit is proven") {
  const OrderProblem problem = problem_of(4, 6, {{1, 3, 2, 1, 0, 0}}, 3);
  const BestOrder best = optimal_order(problem, 10);
  CHECK(best.proven);
  CHECK(best.order.makespan == 34);
  CHECK(run_of(best.order.plan).peak_chunks() <= 3);
}

TEST_CASE("branch and bound finds what trying every order finds") {
  // Two devices and two micro-batches: all interleavings of F0 F1, I0 I1, W0 W1 on each.
  std::vector<std::string> orders;
  std::string steps = "FFIIWW";
  std::sort(steps.begin(), steps.end());
  do
    orders.push_back(steps);
  while (std::next_permutation(steps.begin(), steps.end()));
  const auto text = [](const std::string& order, int stage) {
    std::map<char, int> next;
    std::string line;
    for (const char step : order)
      line += fmt::format("{}{}{}{}", line.empty() ? "" : ",", stage, step, next[step]++);
    return line + "\n";
  };
  std::mt19937 random(7);
  for (int round = 0; round < 4; ++round) {
    const auto some = [&random] { return Ticks{1 + random() % 4}; };
    std::vector<Durations> durations;
    for (int s = 0; s < 2; ++s)
      durations.push_back({some(), 0, some(), some(), 0, 0});
    const Ticks transfer = random() % 3;
    const BestOrder best = optimal_order(problem_of(2, 2, durations, 0, transfer), 10);
    REQUIRE(best.proven);
    Ticks shortest = kNotYet;
    for (const std::string& a : orders)
      for (const std::string& b : orders) {
        const Result<OrderFile> read =
            read_order_file(text(a, 0) + text(b, 1), "order.csv", OrderNotation::current);
        REQUIRE(read.ok());
        Plan plan = read->plan;
        for (std::size_t s = 0; s < 2; ++s)
          plan.stages[s].durations = durations[s];
        plan.transfer = transfer;
        plan.links = LinkSharing::unlimited;
        const Verified verified = verify(plan);
        if (verified.problem_count > 0)
          continue;
        const Execution run = simulate(plan, verified);
        if (!run.deadlock)
          shortest = std::min(shortest, run.makespan);
      }
    CHECK(best.order.makespan == shortest);
  }
}

namespace {

/// All orders of F, I and W of a stage that keep the micro-batches in turn and hold at most so many
/// activations: "FIFW..".
void all_words(std::uint32_t m, std::uint32_t memory, std::string word,
               std::vector<std::string>& words) {
  const auto count = [&word](char step) {
    return static_cast<std::uint32_t>(std::count(word.begin(), word.end(), step));
  };
  if (word.size() == 3 * std::size_t{m})
    return words.push_back(std::move(word));
  const bool room = memory == 0 || count('F') - count('W') < memory;
  if (count('F') < m && room)
    all_words(m, memory, word + 'F', words);
  if (count('I') < count('F'))
    all_words(m, memory, word + 'I', words);
  if (count('W') < count('I'))
    all_words(m, memory, word + 'W', words);
}

Plan plan_of_words(const OrderProblem& problem, const std::vector<std::string>& words) {
  Plan plan = problem.plan;
  plan.operations.clear();
  plan.first_operation.assign(1, 0);
  for (StageId s = 0; s < words.size(); ++s) {
    std::map<char, MicroBatch> next;
    for (const char step : words[s])
      plan.operations.push_back({step == 'F'   ? Kind::forward
                                 : step == 'I' ? Kind::input_gradient
                                               : Kind::weight_gradient,
                                 false, s, next[step]++});
    plan.first_operation.push_back(static_cast<OperationIndex>(plan.operations.size()));
  }
  return plan;
}

Ticks shortest_of_all(const OrderProblem& problem) {
  std::vector<std::string> words;
  all_words(problem.plan.micro_batches, problem.most_chunks, "", words);
  std::vector<std::size_t> choice(problem.plan.devices, 0);
  Ticks shortest = kNotYet;
  for (std::size_t at = 0; at < choice.size();) {
    std::vector<std::string> chosen;
    for (const std::size_t i : choice)
      chosen.push_back(words[i]);
    const Plan plan = plan_of_words(problem, chosen);
    const Execution run = simulate(plan, verify(plan));
    if (!run.deadlock)
      shortest = std::min(shortest, run.makespan);
    for (at = 0; at < choice.size() && ++choice[at] == words.size(); ++at)
      choice[at] = 0;
  }
  return shortest;
}

std::vector<Durations> random_durations(std::mt19937& random, std::uint32_t p) {
  std::vector<Durations> durations;
  for (std::uint32_t s = 0; s < p; ++s) {
    Durations d{Ticks{1 + random() % 4}, 0, Ticks{1 + random() % 4}, Ticks{random() % 5}, 0, 0};
    d.backward = d.input_gradient + d.weight_gradient;
    durations.push_back(d);
  }
  return durations;
}

} // namespace

TEST_CASE("no lower bound is above the shortest of all orders, with and without memory limit") {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t m = round % 3 == 0 ? 3 : 2;
    const std::uint32_t p = m == 3 ? 2 : 3 + random() % 2;
    const OrderProblem problem =
        problem_of(p, m, random_durations(random, p), random() % (m + 1), random() % 3);
    const Ticks shortest = shortest_of_all(problem);
    INFO(fmt::format("round {} p {} m {} memory {}", round, p, m, problem.most_chunks));
    CHECK(lower_bound(problem).ticks <= shortest);
    const BestOrder best = optimal_order(problem, 10);
    CHECK(best.proven);
    CHECK(best.order.makespan == shortest);
  }
}

// Durations 1 to 4, W 0 to 4, transfer 0 or 1, memory of p to 2p micro-batches.
TEST_CASE("orders of unequal stages are better than every named schedule, or proven equal") {
  std::mt19937 random(25);
  for (int round = 0; round < 12; ++round) {
    const std::uint32_t p = round % 3 == 0 ? 8 : 2 + random() % 7;
    const std::uint32_t m = round % 3 == 0 ? 8 : 1 + random() % 8;
    const OrderProblem problem =
        problem_of(p, m, random_durations(random, p), p + random() % (p + 1), random() % 2);
    const std::vector<FoundOrder> named = named_orders(problem);
    const BestOrder best = optimal_order(problem, 4);
    INFO(fmt::format("round {} p {} m {} memory {}", round, p, m, problem.most_chunks));
    CHECK(best.order.makespan >= best.bound.ticks);
    if (!named.empty())
      CHECK((best.order.makespan < named.front().makespan ||
             (best.proven && best.order.makespan == named.front().makespan)));
    CHECK(run_of(best.order.plan).makespan() == best.order.makespan);
    CHECK(run_of(best.order.plan).peak_chunks() <= problem.most_chunks);
  }
}

// Eight unequal stages, twice: the work of the busiest device alone makes bounds of 77 and 98, the
// best named schedules take 93 and 106. On device 0 of the first one no input gradient begins
// before tick 27 (F of all 16, I of the others 11), then 8(I + W) = 64 are left: 91.
TEST_CASE("moves on the critical path close the gap to the bound of heads and tails") {
  const auto stages = [](const std::vector<std::array<Ticks, 3>>& list) {
    std::vector<Durations> durations;
    for (const auto& [f, i, w] : list)
      durations.push_back({f, i + w, i, w, 0, 0});
    return durations;
  };
  const OrderProblem first = problem_of(
      8, 8,
      stages(
          {{1, 4, 4}, {2, 1, 3}, {2, 1, 4}, {2, 2, 0}, {4, 2, 0}, {1, 3, 3}, {1, 1, 2}, {3, 1, 4}}),
      9);
  CHECK(lower_bound(first).ticks >= 91);
  CHECK(optimal_order(first, 10).order.makespan < 93);
  const OrderProblem second = problem_of(
      8, 8,
      stages(
          {{3, 1, 3}, {3, 4, 0}, {1, 4, 1}, {2, 4, 0}, {4, 4, 1}, {3, 4, 3}, {3, 1, 1}, {2, 4, 0}}),
      9, 1);
  CHECK(lower_bound(second).ticks > 98);
  const BestOrder best = optimal_order(second, 10);
  CHECK((best.order.makespan < 106 || best.proven));
}

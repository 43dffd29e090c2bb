#include "plans.hpp"
#include "training/schedules/search.hpp"

#include <fmt/format.h>

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

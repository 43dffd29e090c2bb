// How long the hardware units take: a prediction with all that follows from it, a cache access.
//
//   bench_units [MILLIONS] [--only NAME]
//
// Nanoseconds of this host, and host instructions where it lets us count them (under callgrind,
// with
// --only, they can be counted anywhere).

#include "bench/host_instructions.hpp"
#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace stallscope;
using namespace stallscope::core;

namespace {

std::uint64_t next_random(std::uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/// Runs and prints `work`, which takes so many steps.
template <class Work> void measure(const std::string& name, std::uint64_t steps, const Work& work) {
  const bench::HostInstructions counter;
  const auto instructions = counter.count();
  const auto begin = std::chrono::steady_clock::now();
  const std::string says = work(steps);
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  const auto after = counter.count();
  fmt::print("{:<28} {:>7.1f} ns {:>9} host instructions   {}\n", name,
             took.count() / static_cast<double>(steps),
             instructions && after
                 ? fmt::format("{:.1f}", static_cast<double>(*after - *instructions) /
                                             static_cast<double>(steps))
                 : std::string("-"),
             says);
}

/// One conditional branch of a program: where it is, and which way it goes.
struct Execution {
  isa::Instruction branch;
  Outcome outcome;
};

/// 40 branches: loops of fixed length, some that follow others, some random ones.
std::vector<Execution> executions() {
  std::vector<Execution> list;
  std::uint64_t random = 88172645463325252;
  std::uint64_t history = 0;
  for (unsigned n = 0; n < (1U << 16); ++n) {
    const unsigned which = n % 40;
    const unsigned round = n / 40;
    const bool taken = which < 16   ? round % (which + 3) != 0
                       : which < 36 ? (history >> which % 13 & 1) != 0
                                    : next_random(random) % 8 != 0;
    history = (history << 1) | (taken ? 1U : 0U);
    Execution e;
    e.branch.op = isa::Op::beq;
    e.branch.op_class = isa::OpClass::branch;
    e.branch.pc = 0x10000 + 12 * which;
    e.branch.target = e.branch.pc - 64;
    e.outcome = {taken, taken ? e.branch.target : e.branch.pc + 4};
    list.push_back(e);
  }
  return list;
}

/// A branch is predicted, repaired when that was wrong, and learnt from.
std::string predict_all(const machine::Machine& machine, std::uint64_t steps) {
  const BranchPredictor unit(machine);
  PredictorState state = unit.initial_state(16);
  const std::vector<Execution> list = executions();
  std::uint64_t misses = 0;
  for (std::uint64_t n = 0; n < steps; ++n) {
    const Execution& e = list[n & (list.size() - 1)];
    const Prediction p = unit.predict(state, e.branch, e.outcome);
    if (p.taken != e.outcome.taken) {
      ++misses;
      unit.discard_behind(state, e.branch, p.token, e.outcome);
    }
    unit.learn(state, e.branch, p.token, e.outcome);
    unit.release(state, p.token);
  }
  return fmt::format("{:.2f} % mispredicted",
                     100.0 * static_cast<double>(misses) / static_cast<double>(steps));
}

/// 32 KiB, 8 ways, in front of 512 KiB; every 16th access goes anywhere in `bytes`, the others are
/// near the one before.
std::string access_all(std::uint64_t bytes, machine::Replacement replacement, std::uint64_t steps) {
  machine::Caches caches;
  machine::Cache l1;
  l1.name = "L1D";
  l1.serves = machine::CacheSide::data;
  l1.size_bytes = 32 * 1024;
  l1.ways = 8;
  l1.next = 1;
  l1.latency_cycles = 4;
  l1.replacement = replacement;
  machine::Cache l2 = l1;
  l2.name = "L2";
  l2.serves = machine::CacheSide::none;
  l2.size_bytes = 512 * 1024;
  l2.next = 2;
  l2.latency_cycles = 12;
  caches.levels = {l1, l2};
  const Hierarchy unit(caches);
  HierarchyState state = unit.initial_state();
  std::uint64_t random = 88172645463325252;
  std::uint64_t address = 0;
  std::uint64_t cycle = 1;
  for (std::uint64_t n = 0; n < steps; ++n) {
    const std::uint64_t r = next_random(random);
    address = n % 16 == 0 ? r % bytes : (address + r % 16) % bytes;
    const Answer answer =
        unit.access(state, {.address = address & ~7ULL, .bytes = 8, .write = n % 4 == 0}, cycle);
    cycle = answer.accepted ? cycle + 1 : cycle + 20;
  }
  const CacheCounters& c = state.caches[0].counters;
  return fmt::format("{:.2f} % miss",
                     100.0 * static_cast<double>(c.misses) / static_cast<double>(c.accesses));
}

} // namespace

int main(int argc, char** argv) {
  std::uint64_t millions = 20;
  std::string_view only;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--only" && i + 1 < argc)
      only = argv[++i];
    else
      millions = std::strtoull(argv[i], nullptr, 10);
  const std::uint64_t steps = millions * 1'000'000;
  const auto wanted = [&only](std::string_view name) { return only.empty() || only == name; };
  using machine::PredictorKind;
  constexpr std::pair<const char*, PredictorKind> kKinds[] = {
      {"two_bit", PredictorKind::two_bit}, {"local", PredictorKind::local},
      {"gshare", PredictorKind::gshare},   {"tournament", PredictorKind::tournament},
      {"bimode", PredictorKind::bimode},   {"perceptron", PredictorKind::perceptron},
      {"tage", PredictorKind::tage}};
  for (const auto& [name, kind] : kKinds)
    if (wanted(name)) {
      machine::Machine machine;
      machine.predictor = kind;
      measure(name, steps, [&machine](std::uint64_t n) { return predict_all(machine, n); });
    }
  if (wanted("tage_btb")) {
    machine::Machine machine;
    machine.predictor = PredictorKind::tage;
    machine.prediction.btb.entries = 4096;
    machine.prediction.return_stack.depth = 16;
    measure("tage_btb", steps, [&machine](std::uint64_t n) { return predict_all(machine, n); });
  }
  constexpr std::pair<const char*, machine::Replacement> kPolicies[] = {
      {"lru", machine::Replacement::lru},
      {"plru", machine::Replacement::plru},
      {"srrip", machine::Replacement::srrip}};
  for (const auto& [name, policy] : kPolicies)
    for (const std::uint64_t kib : {16, 256, 4096})
      if (wanted(fmt::format("{}_{}", name, kib)))
        measure(fmt::format("{}_{}", name, kib), steps, [kib, policy = policy](std::uint64_t n) {
          return access_all(kib * 1024, policy, n);
        });
}

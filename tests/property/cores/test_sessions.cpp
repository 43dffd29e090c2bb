#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/invariants.hpp"
#include "sanitized.hpp"
#include "session/session.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>

using namespace stallscope;
using namespace stallscope::property;
using session::CheckpointBudget;
using session::Session;

namespace {

struct Shared {
  std::shared_ptr<const isa::Program> program;
  std::shared_ptr<const machine::Machine> machine;
};

Shared shared(const Case& c) {
  return {std::make_shared<isa::Program>(c.program), std::make_shared<machine::Machine>(c.machine)};
}

/// Small enough that checkpoints are dropped in runs of some hundred cycles.
CheckpointBudget small_budget(Random& random) {
  CheckpointBudget budget;
  budget.first_distance_cycles = 1ULL << random.below(6);
  budget.max_checkpoints = 3 + random.below(8);
  budget.fine_checkpoints = random.below(6);
  budget.fine_distance_cycles = 1 + random.below(20);
  return budget;
}

std::vector<std::uint64_t> seen(const Session& s) {
  return visible_state(*s.simulation().in_order_state(), s.simulation().lanes().size());
}

} // namespace

TEST_CASE("seek(n) is the straight run at n, for scrambled n in both directions") {
  for_each_case(400'000, 250, [](const Case& c) {
    Random random(c.seed * 31);
    const auto [program, machine] = shared(c);
    const CheckpointBudget budget = small_budget(random);
    Session straight(program, machine);
    straight.run(kCaseCycles);
    const std::uint64_t last = straight.cycle();
    std::map<std::uint64_t, std::pair<std::vector<std::uint64_t>, std::string>> truth;
    std::vector<std::uint64_t> wanted{0, last, last + 10, 1};
    for (int i = 0; i < 16; ++i)
      wanted.push_back(random.next() % (last + 1));
    Session forward(program, machine);
    std::vector<std::uint64_t> sorted = wanted;
    std::sort(sorted.begin(), sorted.end());
    for (const std::uint64_t n : sorted) {
      while (forward.cycle() < n && forward.step()) {
      }
      truth[n] = {seen(forward), std::string(forward.output())};
    }
    Session jumping(program, machine, {}, budget);
    if (random.chance(50))
      jumping.run(kCaseCycles);
    for (const std::uint64_t n : wanted) {
      jumping.seek(n);
      // Beyond the end of a run the state is that of its end, marked as stopped.
      if (n > last) {
        REQUIRE(jumping.stopped());
      }
      auto expected = truth[n].first;
      auto found = seen(jumping);
      if (n == last) // the step after the last cycle detects the stop
        expected[1] = found[1] = 0;
      if (found != expected || jumping.output() != truth[n].second) {
        const auto at = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
        FAIL("seek(" << n << ") of " << last << " cycles: field " << at.first - found.begin()
                     << " differs\n"
                     << c.described());
      }
      if (jumping.checkpoint_count() > budget.max_checkpoints)
        FAIL(jumping.checkpoint_count()
             << " checkpoints, allowed " << budget.max_checkpoints << "\n"
             << c.described());
    }
  });
}

namespace {

/// The same for a dynamically scheduled machine: everything visible at one cycle.
struct Moment {
  std::uint64_t cycle = 0;
  std::uint64_t retired = 0;
  std::uint64_t memory = 0;
  std::array<std::uint64_t, kMaxRegisters> committed{};
  std::array<std::uint64_t, kMaxRegisters> fetched{};
  std::vector<trace::LedgerAccount> accounts;
  std::vector<std::vector<std::vector<std::string>>> structures; ///< their rows
  std::string dump;
  std::string output;

  bool operator==(const Moment&) const = default;
};

Moment moment_of(const Session& s) {
  const session::Simulation& now = s.simulation();
  Moment moment;
  moment.cycle = now.cycle();
  moment.retired = now.retired();
  moment.memory = now.arch().memory.hash();
  moment.committed = now.committed();
  moment.fetched = now.arch().regs;
  moment.dump = now.dump();
  moment.output = s.output();
  const trace::Ledger ledger = now.totals().ledger;
  moment.accounts.assign(ledger.accounts.begin(), ledger.accounts.end());
  for (const trace::StructureView& view : now.structures())
    moment.structures.push_back(view.rows);
  return moment;
}

} // namespace

TEST_CASE("seek(n) is the straight run at n on dynamically scheduled machines", "[out_of_order]") {
  for_each_dynamic_case(830'000, 150, [](const Case& c) {
    Random random(c.seed * 41);
    machine::Machine chosen = random_dynamic_machine(random);
    chosen.misaligned = c.machine.misaligned;
    chosen.undeclared = c.machine.undeclared;
    const auto program = std::make_shared<isa::Program>(c.program);
    const auto machine = std::make_shared<machine::Machine>(std::move(chosen));
    const CheckpointBudget budget = small_budget(random);
    Session jumping(program, machine, {}, budget);
    jumping.run(kCaseCycles);
    const std::uint64_t last = jumping.cycle();
    std::vector<std::uint64_t> wanted{1, last - 1};
    for (int i = 0; i < 10; ++i)
      wanted.push_back(random.next() % last);
    std::map<std::uint64_t, Moment> truth;
    Session forward(program, machine);
    std::vector<std::uint64_t> sorted = wanted;
    std::sort(sorted.begin(), sorted.end());
    for (const std::uint64_t n : sorted) {
      forward.run(n); // idle cycles are skipped up to here, not those in between
      truth[n] = moment_of(forward);
    }
    for (const std::uint64_t n : wanted) {
      jumping.seek(n);
      if (!(moment_of(jumping) == truth[n]))
        FAIL("seek(" << n << ") of " << last << " cycles shows another moment:\n"
                     << jumping.simulation().dump() << "\nnot\n"
                     << truth[n].dump << "\n"
                     << c.described() << machine::dump(*machine));
      REQUIRE(jumping.checkpoint_count() <= budget.max_checkpoints);
    }
  });
}

TEST_CASE("step_back undoes step, cycle by cycle") {
  for_each_case(500'000, 60, [](const Case& c) {
    Random random(c.seed * 17);
    const auto [program, machine] = shared(c);
    Session s(program, machine, {}, small_budget(random));
    s.seek(random.below(60));
    std::vector<std::vector<std::uint64_t>> states{seen(s)};
    for (int i = 0; i < 20 && s.step(); ++i)
      states.push_back(seen(s));
    if (s.stopped())
      return;
    while (states.size() > 1) {
      states.pop_back();
      REQUIRE(s.step_back());
      if (seen(s) != states.back())
        FAIL("back in cycle " << s.cycle() << " the state is another\n" << c.described());
    }
  });
}

TEST_CASE("edits are replayed, and the checkpoints stay within their bytes") {
  for_each_case(600'000, 150, [](const Case& c) {
    Random random(c.seed * 13);
    const auto [program, machine] = shared(c);
    CheckpointBudget budget = small_budget(random);
    budget.max_bytes = 6 * sizeof(core::InOrderState);
    Session s(program, machine, {}, budget);
    s.run(kCaseCycles);
    const std::uint64_t length = s.cycle();
    std::uint64_t cycle = 0;
    for (int i = 0; i < 3; ++i) {
      cycle = random.below(static_cast<unsigned>(length)) / 2 + 1;
      s.seek(cycle);
      if (random.chance(60)) {
        // Only registers that neither loops nor addresses depend on.
        const RegId reg = c.program.isa == isa::Isa::tac    ? c.program.register_named("v1")
                          : c.program.isa == isa::Isa::mips ? c.program.register_named("$t1")
                                                            : c.program.register_named("t1");
        s.set_register(reg, random.next() & 0xff);
      } else if (!c.program.data.empty()) {
        s.set_memory(c.program.data.front().address, {1, 2, 3, 4, 5});
      } else {
        s.add_input("7\n");
      }
    }
    std::map<std::uint64_t, std::vector<std::uint64_t>> truth;
    s.seek(cycle);
    truth[cycle] = seen(s);
    for (int i = 0; i < 60 && s.step(); ++i)
      truth[s.cycle()] = seen(s);
    s.run(kCaseCycles);
    CHECK(s.checkpoint_bytes() <= budget.max_bytes);
    for (int i = 0; i < 12; ++i) {
      auto at = truth.begin();
      std::advance(at, random.below(static_cast<unsigned>(truth.size())));
      s.seek(at->first);
      auto found = seen(s);
      auto expected = at->second;
      found[1] = expected[1] = 0;
      if (found != expected)
        FAIL("after edits, cycle " << at->first << " of " << length << " is another\n"
                                   << c.described());
    }
  });
}

namespace {

session::Condition random_condition(Random& random, const Case& c) {
  session::Condition condition;
  const auto any_instruction = [&]() -> const isa::Instruction& {
    return c.program.code[random.below(static_cast<unsigned>(c.program.code.size()))];
  };
  switch (random.below(4)) {
  case 0:
    condition.kind = session::Condition::Kind::cycle;
    condition.value = random.below(5000);
    break;
  case 1:
    condition.kind = session::Condition::Kind::pc;
    condition.value = any_instruction().pc;
    break;
  case 2: {
    condition.kind = session::Condition::Kind::register_is;
    condition.reg = any_instruction().rs1;
    condition.value = random.below(4) - 1U;
    condition.compare = static_cast<session::Condition::Compare>(random.below(6));
    break;
  }
  default:
    condition.kind = session::Condition::Kind::memory_access;
    if (!c.program.data.empty())
      condition.value = c.program.data[0].address + random.below(64);
    condition.bytes = 1 + random.below(8);
    condition.writes_only = random.chance(50);
    break;
  }
  return condition;
}

} // namespace

TEST_CASE("run_to stops in the cycle that looking at every cycle finds") {
  unsigned reached = 0;
  for_each_case(440'000, 400, [&](const Case& c) {
    Random random(c.seed * 37);
    const auto [program, machine] = shared(c);
    const session::Condition condition = random_condition(random, c);
    Session looking(program, machine);
    Session scouting(program, machine);
    // Seeking to the present cycle keeps the state.
    const int rounds = condition.kind == session::Condition::Kind::cycle ? 1 : 3;
    for (int round = 0; round < rounds && !scouting.stopped(); ++round) {
      const std::uint64_t from = looking.cycle();
      do
        looking.step();
      while (!looking.stopped() && !holds(condition, looking.simulation()));
      const session::Pause pause = scouting.run_to(condition);
      if (scouting.cycle() != looking.cycle() || scouting.stopped() != looking.stopped())
        FAIL("from cycle " << from << " to " << scouting.cycle() << ", not " << looking.cycle()
                           << "; kind " << static_cast<int>(condition.kind) << ", value "
                           << condition.value << "\n"
                           << c.described());
      REQUIRE(seen(scouting) == seen(looking));
      reached += pause == session::Pause::reached ? 1 : 0;
    }
  });
  CHECK(reached > random_cases(100U));
}

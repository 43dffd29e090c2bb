// Sampled runs: what they begin with, what they measure, and how far that is from whole runs.

#include "sample/functional_pass.hpp"
#include "sample/unit.hpp"
#include "session/sample/sample.hpp"
#include "unit/session/session_testing.hpp"

#include <map>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

/// 40 instructions a round, 4000 rounds: loads and stores over 32 KiB, a branch on their values,
/// a call.
constexpr std::string_view kMixed = R"(
main:   li   s0, 4000
        li   s1, 0x100000
        li   s2, 12345
        li   s4, 1103515245
outer:  mul  s2, s2, s4
        addi s2, s2, 1013
        srli t0, s2, 20
        andi t0, t0, 0x7f8
        slli t1, t0, 2
        add  t1, t1, s1
        ld   t2, 0(t1)
        add  t2, t2, s2
        sd   t2, 0(t1)
        andi t3, t2, 8
        beqz t3, even
        call odd
        j    join
even:   addi t4, t4, 3
        xor  t4, t4, t2
join:   li   t5, 6
inner:  addi t5, t5, -1
        add  t6, t6, t5
        bnez t5, inner
        addi s0, s0, -1
        bnez s0, outer
        li   a0, 0
        li   a7, 93
        ecall
odd:    addi t4, t4, 1
        ret
)";

isa::Program mixed() {
  return assembled(isa::Isa::riscv, kMixed);
}

class IgnoredCommits final : public isa::CommitSink {
public:
  void executed(const isa::Program&, const isa::ArchState&, const isa::Commit&) override {}
};

SampleOptions few(std::uint64_t units) {
  SampleOptions options;
  options.unit = 50;
  options.warmup = 200;
  options.units = units;
  options.error = 0.5;
  return options;
}

} // namespace

TEST_CASE("samples: threaded code warms the tables as single instructions do") {
  for (const char* name : {"ooo-4", "sifive-7", "mips-5-cache"}) {
    const isa::Program program = mixed();
    const machine::Machine machine = preset(name);
    IgnoredCommits commits;
    const isa::Environment threaded{.input = {}, .undeclared = isa::Undeclared::zero};
    isa::Environment stepped = threaded;
    stepped.commits = &commits; // which threaded code does not support
    FunctionalPass fast(program, machine, threaded);
    FunctionalPass slow(program, machine, stepped);
    INFO(name);
    for (const std::uint64_t at : {1U, 2U, 57U, 5000U, 5003U, 70'000U}) {
      REQUIRE(fast.advance(at));
      REQUIRE(slow.advance(at));
      CHECK(fast.arch().pc == slow.arch().pc);
      CHECK(fast.arch().regs == slow.arch().regs);
      CHECK(fast.arch().instructions == at);
      const core::WarmState a = fast.warm();
      const core::WarmState b = slow.warm();
      CHECK(a.memory == b.memory);
      CHECK(a.fetch_lines == b.fetch_lines);
      CHECK(core::same_histories(a.predictor, b.predictor));
      CHECK(a.predictor.counters == b.predictor.counters);
      CHECK(a.predictor.targets == b.predictor.targets);
      CHECK(a.predictor.tage == b.predictor.tage);
    }
    CHECK_FALSE(fast.advance(1'000'000'000));
    CHECK_FALSE(slow.advance(1'000'000'000));
    CHECK(fast.arch().instructions == slow.arch().instructions);
  }
}

TEST_CASE("samples: a unit at the very beginning is the beginning of the run") {
  for (const char* name : {"ooo-4", "sifive-7", "tomasulo-rob-1", "mips-5"}) {
    const isa::Program program = mixed();
    machine::Machine machine = preset(name);
    (void)machine::assume_units(machine, program);
    const isa::Environment environment{
        .input = {}, .misaligned = machine.misaligned, .undeclared = machine.undeclared};
    FunctionalPass pass(program, machine, environment);
    UnitSimulator simulator(program, machine, environment);
    const UnitCounts unit = simulator.measure({pass.arch(), pass.warm(), 0, 0, 1000});
    const auto run = Simulation::of(program, machine, environment);
    while (run->retired() < 1000)
      run->step(run->cycle() + 1);
    INFO(name);
    CHECK(unit.cycles == run->cycle());
    CHECK(unit.instructions == run->totals().instructions);
    const trace::Ledger ledger = run->totals().ledger;
    for (const trace::LedgerPoint point : ledger.points())
      for (std::size_t i = 0; i < kReasonCount; ++i)
        CHECK(unit.slots[static_cast<std::size_t>(point)][i] ==
              static_cast<std::int64_t>(ledger.at(point).slots[i]));
  }
}

TEST_CASE("samples: the cycles of the whole run lie in the interval") {
  for (const char* name : {"ooo-4", "ooo-8", "sifive-7", "dual-5", "mips-5"}) {
    const isa::Program program = mixed();
    machine::Machine machine = preset(name);
    (void)machine::assume_units(machine, program);
    const trace::RunRecord run = run_program(program, machine, {});
    const double cpi = static_cast<double>(run.cycles) / static_cast<double>(run.instructions);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SampleOptions options = few(200);
      options.seed = seed;
      const SampleResult result = sample_program(program, machine, options);
      INFO(name << " " << seed << ": " << cpi << ", " << result.cpi.low << " to "
                << result.cpi.high);
      CHECK(result.whole.empty());
      CHECK(result.samples == 200);
      CHECK(result.instructions == run.instructions);
      CHECK(result.cpi.contains(cpi));
      std::map<trace::LedgerPoint, double> sums;
      for (const SampledShare& share : result.shares)
        sums[share.point] += share.share.value;
      for (const auto& [point, sum] : sums)
        CHECK(sum == Approx(1));
    }
  }
}

TEST_CASE("samples: processes change nothing of the result") {
  const isa::Program program = mixed();
  const machine::Machine machine = preset("ooo-4");
  SampleOptions options = few(100);
  const SampleResult one = sample_program(program, machine, options);
  options.jobs = 3;
  const SampleResult three = sample_program(program, machine, options);
  CHECK(one.cpi.value == three.cpi.value);
  CHECK(one.cpi.low == three.cpi.low);
  CHECK(one.shares.size() == three.shares.size());
  CHECK(one.detailed_instructions == three.detailed_instructions);
}

TEST_CASE("samples: another pass follows until the interval is as narrow as was asked for") {
  const isa::Program program = mixed();
  const machine::Machine machine = preset("ooo-4");
  SampleOptions options = few(10);
  options.warmup = 20;
  options.error = 0.1;
  const SampleResult result = sample_program(program, machine, options);
  CHECK(result.passes > 1);
  CHECK(result.error_reached);
  CHECK(result.cpi.half_width() <= 0.1 * result.cpi.value);
}

TEST_CASE("samples: a program shorter than its sample is simulated whole, and it is said") {
  const isa::Program program = mixed();
  const machine::Machine machine = preset("ooo-4");
  const trace::RunRecord run = run_program(program, machine, {});
  SampleOptions options;
  options.unit = 1'000'000;
  const SampleResult unit = sample_program(program, machine, options);
  CHECK(contains(unit.whole, "and a unit 1000000"));
  CHECK(unit.cpi.low == unit.cpi.high);
  CHECK(unit.cycles.value == Approx(static_cast<double>(run.cycles)));
  const SampleResult most = sample_program(program, machine, few(1000));
  CHECK(contains(most.whole, "are most of a program"));
  CHECK(most.cycles.value == Approx(static_cast<double>(run.cycles)));
}

TEST_CASE("samples: a limit of instructions is the end of the program") {
  const isa::Program program = mixed();
  const machine::Machine machine = preset("ooo-4");
  SampleOptions options = few(100);
  options.run.limit_instructions = 60'000;
  const SampleResult result = sample_program(program, machine, options);
  CHECK(result.instructions == 60'000);
  CHECK(result.stop.reason == "limit");
  CHECK(result.population == 1200);
}

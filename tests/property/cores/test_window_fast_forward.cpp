// Fast-forward of dynamically scheduled cores equals stepping, cycle for cycle: random programs on
// random machines, compared at random cycles in everything visible.

#include "core/memo/fast_forward.hpp"
#include "core/out_of_order/structures.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/kernel_program.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace stallscope;
using namespace stallscope::property;
using core::OutOfOrderCore;
using core::OutOfOrderFastForward;
using core::OutOfOrderState;

namespace {

using State = std::unique_ptr<OutOfOrderState>;

/// Views of all structures.
std::string shown(const OutOfOrderCore& core, const OutOfOrderState& state) {
  const State copy = std::make_unique<OutOfOrderState>(state);
  core.materialise_deferred(*copy);
  std::string text;
  for (const trace::StructureView& table : core::structures_of(core, *copy)) {
    text += table.title + '\n';
    for (const std::vector<std::string>& row : table.rows) {
      for (const std::string& cell : row)
        text += cell + '|';
      text += '\n';
    }
  }
  return text;
}

/// The first difference of two states; empty when there is none.
std::string difference(const OutOfOrderCore& core, const OutOfOrderState& a,
                       const OutOfOrderState& b) {
  if (a.cycle != b.cycle || a.stop != b.stop || a.next_op != b.next_op)
    return "cycle, end or number of micro-ops";
  std::string slots;
  for (std::size_t point = 0; point < trace::kLedgerPointCount; ++point)
    for (std::size_t why = 0; why < kReasonCount; ++why)
      if (const std::uint64_t one = a.ledger.accounts[point].slots[why],
          other = b.ledger.accounts[point].slots[why];
          one != other)
        slots += " " + std::string(a.ledger.name(static_cast<trace::LedgerPoint>(point))) + ", " +
                 std::string(info(static_cast<Reason>(why)).name) + ": " + std::to_string(one) +
                 ", but found " + std::to_string(other) + ";";
  if (!slots.empty())
    return "ledger:" + slots;
  if (!(a.occupancy == b.occupancy))
    return "occupancy";
  if (a.counters.retired != b.counters.retired || a.counters.fetched != b.counters.fetched ||
      a.counters.flushed != b.counters.flushed || a.counters.branches != b.counters.branches ||
      a.counters.mispredictions != b.counters.mispredictions ||
      a.counters.replays != b.counters.replays)
    return "counters";
  if (a.arch.regs != b.arch.regs || a.arch.pc != b.arch.pc ||
      a.arch.instructions != b.arch.instructions || a.arch.output_bytes != b.arch.output_bytes)
    return "functional state";
  if (a.committed != b.committed)
    return "register file";
  if (!(a.memory == b.memory))
    return "caches";
  if (!core::same_histories(a.predictor, b.predictor) ||
      a.predictor.counts.predictions != b.predictor.counts.predictions)
    return "predictor";
  const std::string one = shown(core, a);
  const std::string other = shown(core, b);
  if (one == other)
    return "";
  const auto at = static_cast<std::size_t>(
      std::mismatch(one.begin(), one.begin() + std::ptrdiff_t(std::min(one.size(), other.size())),
                    other.begin())
          .first -
      one.begin());
  const std::size_t line = at == 0 ? 0 : one.rfind('\n', at - 1) + 1;
  return "structures:\n" + one.substr(line, one.find('\n', at) - line) + "\nbut found\n" +
         other.substr(line, other.find('\n', at) - line);
}

OutOfOrderFastForward::Limits everything() {
  OutOfOrderFastForward::Limits limits;
  limits.worth_cycles = 0;
  limits.margin_cycles = 2;
  limits.gives_up = false;
  limits.everything = true;
  return limits;
}

/// The first difference from stepping at a cycle.
std::string difference_at(const OutOfOrderCore& core, OutOfOrderFastForward& fast,
                          std::uint64_t cycle) {
  const State stepped = std::make_unique<OutOfOrderState>(core.initial_state());
  const State state = std::make_unique<OutOfOrderState>(core.initial_state());
  trace::NullSink nothing;
  core.run(*stepped, nothing, cycle);
  fast.run(*state, cycle);
  return difference(core, *stepped, *state);
}

/// The same when everything is remembered.
std::string all_remembered(const OutOfOrderCore& core, std::uint64_t cycle) {
  OutOfOrderFastForward fast(core, everything());
  return difference_at(core, fast, cycle);
}

} // namespace

TEST_CASE("out of order: fast forward is stepping, cycle for cycle", "[out_of_order]") {
  std::uint64_t cycles = 0;
  std::uint64_t by_stepping = 0;
  std::uint64_t missed = 0;
  std::uint64_t forgotten = 0;
  for_each_dynamic_case(740'000, 1000, [&](const Case& c) {
    Random random(c.seed * 23);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    const OutOfOrderCore core(c.program, machine, {});
    trace::NullSink nothing;
    const State end = std::make_unique<OutOfOrderState>(core.initial_state());
    core.run(*end, nothing, kCaseCycles);
    std::vector<std::uint64_t> wanted{end->cycle, end->cycle + 50};
    for (int i = 0; i < 3; ++i)
      wanted.push_back(1 + random.next() % (end->cycle + 1));
    std::sort(wanted.begin(), wanted.end());
    OutOfOrderFastForward::Limits limits;
    limits.worth_cycles = 0;
    limits.margin_cycles = 2 + random.below(40);
    limits.gives_up = random.chance(10);
    limits.everything = random.chance(60);
    if (random.chance(20))
      limits.max_bytes = 1; // the table is cleared continually
    OutOfOrderFastForward fast(core, limits);
    for (int pass = 0; pass < 2; ++pass) { // the second with a filled table
      const State stepped = std::make_unique<OutOfOrderState>(core.initial_state());
      const State state = std::make_unique<OutOfOrderState>(core.initial_state());
      for (const std::uint64_t cycle : wanted) {
        core.run(*stepped, nothing, cycle);
        fast.run(*state, cycle);
        if (const std::string what = difference(core, *stepped, *state); !what.empty())
          FAIL("seed " << c.seed << ", pass " << pass << ", cycle " << cycle << " of " << end->cycle
                       << ": " << what << "\n"
                       << machine::dump(machine) << c.described());
      }
    }
    cycles += fast.statistics().cycles;
    by_stepping += fast.statistics().stepped_cycles;
    missed += fast.statistics().missed;
    forgotten += fast.statistics().forgotten;
  });
  INFO(cycles << " cycles, of which " << by_stepping << " stepped, " << missed << " misses");
  CHECK(by_stepping < cycles); // stored cycles were replayed
  CHECK(missed > 0);
  if (!kSanitized)
    CHECK(forgotten > 0);
}

/// A loop whose load reads a byte that the store in front of it writes, late, and seven others.
constexpr std::string_view kPartlyForwarded = R"(
        li   s0, 0x10000
        li   s1, 400
        li   s2, 12345
loop:   mul  t0, s2, s2
        mul  t0, t0, s2
        sb   t0, 0(s0)
        ld   t1, 0(s0)
        add  t2, t2, t1
        slli t3, s2, 13
        xor  s2, s2, t3
        srli t3, s2, 7
        xor  s2, s2, t3
        andi t3, s2, 4
        beqz t3, even
        addi t4, t4, 1
even:   addi s1, s1, -1
        bnez s1, loop
        li   a7, 93
        ecall
)";

TEST_CASE("out of order: fast forward knows the store that gives a load a part of its value",
          "[out_of_order]") {
  isa::AssembleOptions options;
  const auto program = isa::assemble(isa::Isa::riscv, "partly.s", kPartlyForwarded, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  for (const char* rule : {"perfect", "conservative", "predict"}) {
    const auto machine = machine::load_machine("ooo-4", {{"load_store.forwarding", "partial"},
                                                         {"load_store.forward_cycles", "9"},
                                                         {"load_store.disambiguation", rule}});
    INFO(rule << format(machine.diagnostics()));
    REQUIRE(machine.ok());
    const OutOfOrderCore core(*program, *machine, {});
    OutOfOrderFastForward::Limits limits;
    limits.worth_cycles = 0;
    limits.margin_cycles = 2;
    limits.gives_up = false;
    limits.everything = true;
    OutOfOrderFastForward fast(core, limits);
    const State stepped = std::make_unique<OutOfOrderState>(core.initial_state());
    const State state = std::make_unique<OutOfOrderState>(core.initial_state());
    trace::NullSink nothing;
    core.run(*stepped, nothing, kCaseCycles);
    fast.run(*state, kCaseCycles);
    CHECK(difference(core, *stepped, *state) == "");
    CHECK(fast.statistics().stepped_cycles < stepped->cycle);
  }
}

TEST_CASE("out of order: fast forward charges what the front end lacks as stepping does",
          "[out_of_order]") {
  const std::uint64_t seed = 822'736; // operands of one in the front end come over slow bypasses
  const Case c = make_dynamic_case(seed);
  Random random(seed);
  machine::Machine machine = random_dynamic_machine(random);
  machine.misaligned = c.machine.misaligned;
  machine.undeclared = c.machine.undeclared;
  CHECK(all_remembered(OutOfOrderCore(c.program, machine, {}), 3'000) == "");
}

namespace {

/// A text on ooo-4 with one setting of its own.
struct OnOoo4 {
  isa::Program program;
  machine::Machine machine;

  OnOoo4(isa::Isa isa, std::string_view text, const machine::Setting& own) {
    auto assembled = isa::assemble(isa, "text.s", text, isa::AssembleOptions{});
    INFO(format(assembled.diagnostics()));
    REQUIRE(assembled.ok());
    program = *std::move(assembled);
    auto loaded = machine::load_machine("ooo-4", {own});
    INFO(format(loaded.diagnostics()));
    REQUIRE(loaded.ok());
    machine = *std::move(loaded);
  }
  [[nodiscard]] OutOfOrderCore core() const { return {program, machine, {}}; }
};

} // namespace

/// A loop whose states recur before and behind the first instruction that passes values between its
/// micro-ops: from then on these take physical registers, of which there are few.
constexpr std::string_view kFirstTemporaries = R"(
        .data
area:   .zero 64
        .text
main:   movq  $40, %r12
outer:  movq  $30, %r13
inner:  imulq %rax, %rax
        leaq  1(%rax), %rcx
        leaq  2(%rax), %rdx
        leaq  3(%rax), %rsi
        leaq  4(%rax), %rdi
        leaq  5(%rax), %r8
        decq  %r13
        jne   inner
        cmpq  $20, %r12
        jg    less
        addq  %rcx, area(%rip)
less:   decq  %r12
        jne   outer
        movl  $0, %eax
        ret
)";

TEST_CASE("out of order: fast forward knows what physical registers temporaries have",
          "[out_of_order]") {
  CHECK(all_remembered(
            OnOoo4(isa::Isa::x86, kFirstTemporaries, {"rename.integer_registers", "40"}).core(),
            kCaseCycles) == "");
}

/// A load that is refused, as a store in front of it has one of its bytes, is done again behind
/// another one that has read too early; its address comes later then.
constexpr std::string_view kRefusedBefore = R"(
        li   s0, 0x10000
        li   s1, 60
        li   s2, 12345
loop:   div  t0, s2, s2
        div  t0, s2, t0
        andi t0, t0, 0
        add  t0, t0, s0
        sd   s1, 0(t0)
        sb   s1, 8(s0)
        ld   t1, 0(s0)
        andi t1, t1, 0
        mul  t1, t1, s1
        mul  t1, t1, s1
        add  t1, t1, s0
        ld   t2, 8(t1)
        addi s1, s1, -1
        bnez s1, loop
        li   a7, 93
        ecall
)";

TEST_CASE("out of order: fast forward knows why a load waits that is done again",
          "[out_of_order]") {
  CHECK(all_remembered(
            OnOoo4(isa::Isa::riscv, kRefusedBefore, {"load_store.store_set_cycles", "30"}).core(),
            kCaseCycles) == "");
}

/// A load behind a mispredicted branch takes its value from a store in front of it, which retires
/// while the load waits for its turn.
constexpr std::string_view kFromBeforeBranch = R"(
        li   s0, 0x10000
        li   s1, 60
        li   s2, 12345
loop:   div  t0, s2, s1
        sd   t0, 0(s0)
        slli t3, s2, 13
        xor  s2, s2, t3
        srli t3, s2, 7
        xor  s2, s2, t3
        andi t3, s2, 4
        beqz t3, even
        addi t4, t4, 1
even:   div  t5, t0, s1
        ld   t1, 0(s0)
        andi t5, t5, 0
        xor  s2, s2, t5
        addi s1, s1, -1
        bnez s1, loop
        li   a7, 93
        ecall
)";

TEST_CASE("out of order: fast forward numbers the store that a load has its value from",
          "[out_of_order]") {
  const OnOoo4 on(isa::Isa::riscv, kFromBeforeBranch, {"branch.predictor", "not_taken"});
  const OutOfOrderCore core = on.core();
  OutOfOrderFastForward fast(core, everything());
  for (std::uint64_t cycle = 600; cycle < 800; ++cycle)
    CHECK(difference_at(core, fast, cycle) == "");
}

TEST_CASE("out of order: fast forward of compiled programs is stepping", "[out_of_order]") {
  const std::uint64_t cycles = kSanitized ? 30'000 : 300'000;
  for (const char* name : {"ooo-4", "ooo-8", "tomasulo", "scoreboard", "csapp-haswell"})
    for (const char* kernel : {"rv64gc-htif/json.elf", "rv64gc-htif/nqueens.elf"}) {
      const isa::Program program = kernel_program(kernel);
      const auto machine = machine::load_machine(name, {});
      REQUIRE(machine);
      const OutOfOrderCore core(program, *machine, {});
      const State stepped = std::make_unique<OutOfOrderState>(core.initial_state());
      trace::NullSink nothing;
      core.run(*stepped, nothing, cycles);
      for (const bool everything : {true, false}) {
        const State state = std::make_unique<OutOfOrderState>(core.initial_state());
        OutOfOrderFastForward::Limits limits;
        limits.everything = everything;
        OutOfOrderFastForward fast(core, limits);
        fast.run(*state, cycles);
        INFO(kernel << " on " << name << (everything ? ", everything remembered" : ""));
        CHECK(difference(core, *stepped, *state) == "");
        // Storing at the second meeting needs a run with recurring states.
        CHECK(fast.statistics().stepped_cycles < cycles + (everything || !kSanitized ? 0 : 1));
      }
    }
}

TEST_CASE("out of order: fast forward knows whether the program ends behind a full fetch queue",
          "[out_of_order]") {
  // Two loops that differ only in where they are: while the divisions keep what is behind them in
  // the queue, fetch waits for an entry behind the first loop, and for nothing behind the second.
  const isa::Program program =
      isa::assemble(isa::Isa::riscv, "loops.s",
                    "addi a0, zero, 30\nfirst: addi a0, a0, -1\ndiv a1, a2, a3\n"
                    "div a1, a1, a3\nbne a0, zero, first\naddi a0, zero, 30\n"
                    "second: addi a0, a0, -1\ndiv a1, a2, a3\ndiv a1, a1, a3\n"
                    "bne a0, zero, second\n",
                    {})
          .value();
  machine::Machine machine =
      machine::load_machine("tomasulo-rob-1", {{"station.mult.entries", "1"},
                                               {"front_end.queue", "2"},
                                               {"branch.predictor", "perfect"}})
          .value();
  machine.undeclared = isa::Undeclared::zero;
  const OutOfOrderCore core(program, machine, {});
  trace::NullSink nothing;
  const State end = std::make_unique<OutOfOrderState>(core.initial_state());
  core.run(*end, nothing, kCaseCycles);
  REQUIRE(end->stop == core::StopReason::end);
  // Behind the last branch, from its fetch to its retirement, the program has ended.
  CHECK(end->ledger.at(trace::LedgerPoint::fetch).slots[static_cast<std::size_t>(Reason::drain)] >
        40);
  OutOfOrderFastForward fast(core, everything());
  for (std::uint64_t cycle = end->cycle - 130; cycle <= end->cycle + 2; ++cycle) {
    INFO("cycle " << cycle << " of " << end->cycle);
    CHECK(difference_at(core, fast, cycle).empty());
  }
  CHECK(fast.statistics().stepped_cycles < fast.statistics().cycles);
}

namespace {

/// A clock by which longer intervals take more time per cycle: the short stepping phase is then
/// faster than the runs.
struct CycleClock {
  static inline const OutOfOrderState* state = nullptr;
  static inline std::uint64_t cycle = 0;
  static inline std::chrono::nanoseconds time{};
  static std::chrono::nanoseconds now() {
    const std::uint64_t cycles = state->cycle - std::exchange(cycle, state->cycle);
    return time += std::chrono::nanoseconds(cycles * cycles);
  }
};

} // namespace

TEST_CASE("out of order: what does not pay is given up in short runs as in a long one",
          "[out_of_order]") {
  if (kSanitized) // millions of cycles
    return;
  const isa::Program program = kernel_program("rv64gc-htif/trees.elf");
  const auto machine = machine::load_machine("ooo-4");
  REQUIRE(machine);
  const OutOfOrderCore core(program, *machine, {});
  const auto stepped_share = [&](bool gives_up) {
    const State state = std::make_unique<OutOfOrderState>(core.initial_state());
    CycleClock::state = state.get();
    CycleClock::cycle = 0;
    OutOfOrderFastForward::Limits limits;
    limits.gives_up = gives_up;
    limits.worth_cycles = 0;
    limits.margin_cycles = 1'024;
    limits.clock = CycleClock::now;
    OutOfOrderFastForward fast(core, limits);
    while (state->cycle < 2'000'000)
      fast.run(*state, state->cycle + 12'000); // measured every 65,536 cycles
    return static_cast<double>(fast.statistics().stepped_cycles) /
           static_cast<double>(fast.statistics().cycles);
  };
  CHECK(stepped_share(false) < 0.8);
  CHECK(stepped_share(true) > 0.9);
}

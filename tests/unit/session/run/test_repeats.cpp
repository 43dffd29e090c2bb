// Programs that go round for ever, and programs that nearly do.

#include "session/repeat.hpp"
#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

using isa::Isa;

const std::vector<std::string>& machines() {
  static const std::vector<std::string> list{"mips-5", "ooo-4", "tomasulo", "sifive-7"};
  return list;
}

isa::Program on_platform(isa::Program program, isa::Platform platform) {
  program.platform = platform;
  return program;
}

/// A run that is given up after so many instructions.
trace::RunRecord run_on(const isa::Program& program, const std::string& machine,
                        std::uint64_t limit = kNever.value, bool record = false) {
  RunOptions options;
  options.limit_instructions = limit;
  options.limit_kind = LimitKind::safety;
  options.keep_output = false;
  options.record = record;
  return machine == "reference" ? run_on_reference(program, preset("serial"), options)
                                : run_program(program, preset(machine), options);
}

bool runs_on(const isa::Program& program, const std::string& machine) {
  return machine == "reference" || !has_errors(machine::check_runs(preset(machine), program));
}

bool same(const isa::ArchState& a, const isa::ArchState& b) {
  return a.pc == b.pc && a.regs == b.regs && a.memory == b.memory && a.heap_end == b.heap_end;
}

/// The first state that comes again, and after how many instructions, found by looking at all.
std::pair<std::uint64_t, std::uint64_t> found_by_looking(const isa::Program& program) {
  std::vector<isa::ArchState> states{isa::initial_state(program)};
  isa::Environment environment;
  environment.undeclared = isa::Undeclared::zero;
  while (states.size() < 3000) {
    states.push_back(states.back());
    REQUIRE(isa::execute(program, states.back(), environment, states.size()).trap ==
            isa::Trap::none);
    for (std::size_t i = 0; i + 1 < states.size(); ++i)
      if (same(states[i], states.back()))
        return {i, states.size() - 1 - i};
  }
  FAIL("it does not repeat within 3000 instructions");
  return {};
}

struct Loop {
  Isa isa;
  const char* text;
  std::uint64_t since; ///< instructions in front
  std::uint64_t period;
};

} // namespace

// The numbers follow from the texts: `since` counts what is executed once, `period` what is between
// a state and the next that is like it.
TEST_CASE("repeats: found for certain in every notation, the same on every machine") {
  const std::vector<Loop> loops{
      {Isa::riscv, "loop: j loop\n", 0, 1},
      {Isa::riscv, "nop\nli a0, 5\nloop: j loop\n", 2, 1},
      {Isa::mips, "addi $t0, $zero, 5\nloop: j loop\n", 1, 1},
      // x is 0, 1, 0, ...: two rounds of two instructions
      {Isa::tac, "L: x = 1 - x\ngoto L\n", 0, 4},
      // the flags of the first xor are others than those at the start: it begins with the second
      // round of two
      {Isa::x86, "loop: xorl $1, %eax\njmp loop\n", 1, 4},
      // a store to the same place, which is 0 before: the second state that has a 7 there is the
      // first to come again
      {Isa::riscv, "li a1, 0x1000\nli a0, 7\nloop: sd a0, 0(a1)\nj loop\n", 3, 2},
      // 1000 rounds of two, and two around them; a0 is 0 before
      {Isa::riscv, "out: li a0, 1000\nin: addi a0, a0, -1\nbnez a0, in\nj out\n", 0, 2002},
  };
  for (const Loop& loop : loops) {
    const isa::Program program = assembled(loop.isa, loop.text);
    INFO(loop.text);
    const auto [since, period] = found_by_looking(program);
    CHECK(since == loop.since);
    CHECK(period == loop.period);
    const trace::RunRecord reference = run_on(program, "reference");
    INFO(reference.stop.detail);
    REQUIRE(reference.stop.reason == "repeats");
    REQUIRE(reference.stop.repeats.has_value());
    CHECK(reference.stop.repeats->since_instruction == since + 1);
    CHECK(reference.stop.repeats->since_cycle == since + 1);
    CHECK(reference.stop.repeats->period == period);
    CHECK(reference.instructions == 1024); // found at the first look, which is at 512
    for (const std::string& machine : machines()) {
      if (!runs_on(program, machine))
        continue;
      INFO(machine);
      const trace::RunRecord run = run_on(program, machine);
      REQUIRE(run.stop.repeats.has_value());
      CHECK(run.stop.repeats->since_instruction == since + 1);
      CHECK(run.stop.repeats->period == period);
      CHECK(run.stop.repeats->instruction == reference.stop.repeats->instruction);
      CHECK(run.stop.repeats->place == reference.stop.repeats->place);
      CHECK(run.cycles < 20'000);
    }
  }
}

TEST_CASE("repeats: the sentence says since when, how often and where") {
  const trace::RunRecord run =
      run_on(assembled(Isa::riscv, "nop\nli a0, 5\nloop: j loop\n"), "reference");
  CHECK(run.stop.detail.find("repeats since instruction 3, period 1 instruction: the state is the "
                             "same each time the program comes to 'jal zero, loop' at test:3") ==
        0);
  CHECK(run.stop.detail.find("at test:3") != std::string::npos);
  CHECK(run.stop.repeats->place == "test:3");
  CHECK_FALSE(run.stop.dump.empty());
}

TEST_CASE("repeats: the period is said in instructions and in cycles") {
  // Of mips-5 a taken branch costs the instruction behind it: 5 instructions and a bubble a round,
  // 8 rounds until a0 comes again.
  const isa::Program even =
      assembled(Isa::riscv, "loop: addi a0, a0, 1\nandi a0, a0, 7\nnop\nnop\nj loop\n");
  const trace::RunRecord run = run_on(even, "mips-5");
  CHECK(run.stop.detail.find("repeats since cycle 1 (instruction 1), period 40 instructions (48 "
                             "cycles): ") == 0);
  CHECK(run.stop.repeats->least_period_cycles == 48);
  CHECK(run.stop.repeats->most_period_cycles == 48);
}

TEST_CASE("repeats: a run to a condition that never holds ends as others do") {
  // a0 is 1 to 7 and 0; a1 is 5 before the loop and 6 in it.
  const isa::Program program =
      assembled(Isa::riscv, "li a1, 5\nli a1, 6\nli a2, 0x1000\nloop: addi a0, a0, 1\n"
                            "andi a0, a0, 7\nsd a0, 8(a2)\nj loop\nother: nop\n");
  const auto end = [&](const char* until, const std::string& machine) {
    RunOptions options;
    options.until = condition(program, until);
    options.limit_instructions = 10'000;
    options.limit_kind = LimitKind::safety;
    const trace::StopInfo stop =
        (machine == "reference" ? run_on_reference(program, preset("serial"), options)
                                : run_program(program, preset(machine), options))
            .stop;
    INFO(until << " on " << machine << ": " << stop.detail);
    CHECK((stop.detail.find("never holds") != std::string::npos) == (stop.reason == "repeats"));
    return stop.reason;
  };
  for (const std::string machine : {"reference", "mips-5", "ooo-4", "sifive-7", "tomasulo"}) {
    for (const char* never : {"a0 == 9", "a0 < 0", "a1 == 7", "write 0x1000 8", "label other",
                              "access 0x2000", "line 8"})
      CHECK(end(never, machine) == "repeats");
    for (const char* sometime : {"a0 == 7", "a1 == 6", "write 0x1008", "label loop", "line 7",
                                 "cycle 900", "access 0x1008 8"})
      CHECK(end(sometime, machine) == "condition");
  }
}

TEST_CASE("repeats: a condition that holds within the period only is waited for") {
  // Where several instructions complete in a cycle, a0 need never be seen to be 1.
  const isa::Program program =
      assembled(Isa::riscv, "loop: addi a0, a0, 1\naddi a0, a0, -1\nj loop\n");
  for (const std::string machine : {"reference", "mips-5", "ooo-8", "sifive-7"}) {
    RunOptions options;
    options.until = condition(program, "a0 == 1");
    options.limit_instructions = 20'000;
    options.limit_kind = LimitKind::safety;
    const trace::StopInfo stop =
        (machine == "reference" ? run_on_reference(program, preset("serial"), options)
                                : run_program(program, preset(machine), options))
            .stop;
    INFO(machine << ": " << stop.detail);
    CHECK(stop.reason != "repeats");
    CHECK_FALSE(contains(stop.detail, "does not repeat"));
  }
}

TEST_CASE("repeats: a session's run to a condition, and beside breakpoints, ends as well") {
  const isa::Program program =
      assembled(Isa::riscv, "loop: addi a0, a0, 1\nandi a0, a0, 7\nj loop\nother: nop\n");
  const auto shared = std::make_shared<const isa::Program>(program);
  for (const char* machine : {"mips-5", "ooo-4"}) {
    Session session(shared, std::make_shared<machine::Machine>(preset(machine)));
    CHECK(session.run_to(condition(program, "a0 == 9")) == Pause::repeats);
    REQUIRE(session.repeat().has_value());
    CHECK(session.repeat()->period == 24);
    CHECK(session.run_to(condition(program, "a0 == 6")) == Pause::reached);
    CHECK(session.run_to(condition(program, "cycle 9000")) == Pause::reached);
    session.add_breakpoint(condition(program, "label other"));
    CHECK(session.run() == Pause::repeats);
    // A cycle that is still to come is waited for.
    session.add_breakpoint(condition(program, "cycle 50000"));
    CHECK(session.run() == Pause::breakpoint);
    CHECK(session.cycle() == 50'000);
    CHECK(session.run() == Pause::repeats);
  }
}

TEST_CASE("repeats: executables on bare metal and on Linux, a trap handler in the loop") {
  const isa::Program spin = assembled(Isa::riscv, "nop\nspin: wfi\nj spin\n");
  const isa::Program traps = assembled(Isa::riscv, "la t0, handler\ncsrw mtvec, t0\n"
                                                   "loop: ecall\nj loop\n.align 2\n"
                                                   "handler: csrr t1, mepc\naddi t1, t1, 4\n"
                                                   "csrw mepc, t1\nmret\n");
  // sched_yield for ever
  const isa::Program yields = assembled(Isa::riscv, "loop: li a7, 124\necall\nj loop\n");
  for (const isa::Program& program :
       {on_platform(spin, isa::Platform::bare_metal), on_platform(spin, isa::Platform::linux_user),
        on_platform(traps, isa::Platform::bare_metal),
        on_platform(yields, isa::Platform::linux_user)}) {
    const trace::RunRecord reference = run_on(program, "reference", 1'000'000);
    INFO(reference.stop.detail);
    REQUIRE(reference.stop.repeats.has_value());
    for (const char* machine : {"mips-5", "ooo-4"}) {
      const trace::RunRecord run = run_on(program, machine, 1'000'000);
      INFO(machine << ": " << run.stop.detail);
      REQUIRE(run.stop.repeats.has_value());
      CHECK(run.stop.repeats->since_instruction == reference.stop.repeats->since_instruction);
      CHECK(run.stop.repeats->period == reference.stop.repeats->period);
    }
  }
}

TEST_CASE("repeats: a program that prints for ever, and one that reads the end of its input") {
  const isa::Program prints = assembled(Isa::mips, "li $v0, 1\nli $a0, 7\nloop: syscall\nj loop\n");
  const isa::Program reads = assembled(
      Isa::riscv, "loop: li a7, 63\nli a0, 0\nli a1, 0x20000000\nli a2, 1\necall\nbeqz a0, loop\n");
  for (const char* machine : {"reference", "mips-5", "ooo-4"}) {
    INFO(machine);
    CHECK(run_on(prints, machine, 1'000'000).stop.reason == "repeats");
    CHECK(run_on(reads, machine, 1'000'000).stop.reason == "repeats");
  }
}

TEST_CASE("repeats: recorded or not, in a session, and beyond") {
  const isa::Program program =
      assembled(Isa::riscv, "out: li a0, 100\nin: addi a0, a0, -1\nbnez a0, in\nj out\n");
  for (const std::string& machine : machines()) {
    if (!runs_on(program, machine))
      continue;
    INFO(machine);
    const trace::RunRecord plain = run_on(program, machine);
    const trace::RunRecord recorded = run_on(program, machine, kNever.value, true);
    CHECK(plain.cycles == recorded.cycles);
    CHECK(plain.instructions == recorded.instructions);
    CHECK(plain.stop.detail == recorded.stop.detail);
    Session session(std::make_shared<isa::Program>(program),
                    std::make_shared<machine::Machine>(preset(machine)));
    CHECK(session.run() == Pause::repeats);
    CHECK(session.cycle() == plain.cycles);
    REQUIRE(session.repeat().has_value());
    CHECK(session.repeat()->since + 1 == plain.stop.repeats->since_instruction);
    const std::uint64_t there = session.cycle();
    CHECK(session.step()); // by hand it goes on
    CHECK(session.run(there + 5000) == Pause::reached);
    CHECK(session.run() == Pause::repeats);
    CHECK(session.cycle() > there + 5000);
  }
}

TEST_CASE("repeats: delay slots") {
  const machine::Machine machine = preset("mips-5", {"branch.delay_slot=true"});
  isa::AssembleOptions options;
  options.delay_slots = true;
  const isa::Program program =
      isa::assemble(Isa::mips, "test",
                    "out: li $t0, 3\nin: addi $t0, $t0, -1\nbne $t0, $zero, in\nnop\nj out\nnop\n",
                    options)
          .value();
  const trace::RunRecord run = run_program(program, machine, {});
  const trace::RunRecord reference = run_on_reference(program, machine, {});
  INFO(run.stop.detail);
  REQUIRE(run.stop.repeats.has_value());
  REQUIRE(reference.stop.repeats.has_value());
  CHECK(run.stop.repeats->period == 1 + 3 * 3 + 2);
  CHECK(reference.stop.repeats->period == run.stop.repeats->period);
  CHECK(reference.stop.repeats->since_instruction == run.stop.repeats->since_instruction);
}

TEST_CASE("repeats: a long period is found later") {
  // li of 10,000 is two, the jump one, and 10,000 rounds of two: 20,003 instructions, found when
  // 256 times as many have been executed, at the next power of two: 2^23, and the run ends at 2^24
  const isa::Program program = assembled(
      Isa::riscv, "li a1, 9\nout: li a0, 10000\nin: addi a0, a0, -1\nbnez a0, in\nj out\n");
  const trace::RunRecord run = run_on(program, "reference", 100'000'000);
  INFO(run.stop.detail);
  REQUIRE(run.stop.repeats.has_value());
  CHECK(run.stop.repeats->period == 20'003);
  CHECK(run.stop.repeats->since_instruction == 2);
  CHECK(run.instructions == std::uint64_t{1} << 24U);
  // The message at the limit says up to which period.
  const trace::RunRecord given_up = run_on(program, "reference", 10'000'000);
  CHECK(given_up.stop.reason == "limit");
  CHECK(longest_period_found(10'000'000) == 16'384); // 2^22 / 256
  CHECK(given_up.stop.detail.find("with a period of up to 16384 instructions") !=
        std::string::npos);
  CHECK(longest_period_found(1000) == 0);
  CHECK(longest_period_found(1024) == 4096);
}

TEST_CASE("repeats: programs that nearly repeat are not taken for such") {
  const auto bare = [](const char* text) {
    return on_platform(assembled(Isa::riscv, text), isa::Platform::bare_metal);
  };
  const std::vector<std::pair<const char*, isa::Program>> goes_on{
      {"a counter in memory",
       assembled(Isa::riscv, "li a0, 0x1000\nloop: ld a1, 0(a0)\naddi a1, a1, 1\nsd a1, 0(a0)\n"
                             "li a1, 0\nj loop\n")},
      {"a period of 3 in registers, and a cell that counts",
       assembled(Isa::tac, "L: i = i + 1\nr = i % 3\ni = r\nc = mem[8]\nc = c + 1\nmem[8] = c\n"
                           "c = 0\ngoto L\n")},
      {"the cycle is read", bare("loop: csrr a1, mcycle\nli a1, 0\nj loop\n")},
      {"the count of instructions is read", bare("loop: csrr a1, minstret\nli a1, 0\nj loop\n")},
      {"a counter that wraps after 2^64", assembled(Isa::mips, "L: addi $t0, $t0, 1\nj L\n")},
  };
  for (const auto& [what, program] : goes_on)
    for (const std::string machine : {"reference", "mips-5", "ooo-4", "tomasulo"}) {
      if (!runs_on(program, machine))
        continue;
      INFO(what << " on " << machine);
      CHECK(run_on(program, machine, 50'000).stop.reason == "limit");
    }
  const std::vector<std::pair<const char*, isa::Program>> ends{
      {"a shift register of 16 bits that comes back after 65,535 steps", // x^16+x^14+x^13+x^11+1
       assembled(Isa::riscv, "li a0, 1\nli a3, 0xb400\nli a4, 1\n"
                             "loop: andi a1, a0, 1\nsrli a0, a0, 1\nneg a1, a1\nand a1, a1, a3\n"
                             "xor a0, a0, a1\nbne a0, a4, loop\n")},
      {"a loop that waits for a cycle",
       bare("li a2, 20000\nloop: csrr a1, mcycle\nblt a1, a2, loop\nli a1, 0\nj end\nend:\n")},
  };
  for (const auto& [what, program] : ends)
    for (const std::string machine : {"reference", "mips-5", "ooo-4"}) {
      const trace::RunRecord run = run_on(program, machine, 1'000'000);
      INFO(what << " on " << machine << ": " << run.stop.detail);
      CHECK(run.stop.reason != "repeats");
      CHECK(run.stop.reason != "limit");
    }
}

namespace {

/// A character at a time, each when it is asked for.
class Typist : public isa::InputSource {
public:
  [[nodiscard]] std::string_view text() const override { return text_; }
  [[nodiscard]] std::uint64_t piece_end(std::uint64_t offset) const override { return offset + 1; }
  Wait wait() override {
    ended_ = text_.size() == 3000;
    if (ended_)
      return Wait::end;
    text_ += text_.size() == 2999 ? 'q' : 'a';
    return Wait::more;
  }
  [[nodiscard]] bool has_ended() const override { return ended_; }
  [[nodiscard]] bool is_terminal() const override { return true; }

private:
  std::string text_;
  bool ended_ = false;
};

} // namespace

TEST_CASE("repeats: a program that waits for input is not held to be endless") {
  const isa::Program program =
      assembled(Isa::mips, "li $t1, 113\nloop: li $v0, 12\nsyscall\nbne $v0, $t1, loop\n");
  for (const bool reference : {true, false}) {
    Typist typist;
    RunOptions options;
    options.input_source = &typist;
    const trace::RunRecord run = reference ? run_on_reference(program, preset("serial"), options)
                                           : run_program(program, preset("mips-5"), options);
    INFO(run.stop.detail);
    CHECK(run.stop.reason == "end");
  }
}

TEST_CASE("repeats: a program that polls input that has ended goes round for ever") {
  // Read of one byte from descriptor 0; 3000 bytes come, then 0 bytes for ever.
  const isa::Program program = assembled(
      Isa::riscv, "loop: li a7, 63\nli a0, 0\nli a1, 0x20000000\nli a2, 1\necall\nj loop\n");
  for (const bool reference : {true, false}) {
    Typist typist;
    RunOptions options;
    options.input_source = &typist;
    options.limit_instructions = 1'000'000;
    options.limit_kind = LimitKind::safety;
    const trace::RunRecord run = reference ? run_on_reference(program, preset("serial"), options)
                                           : run_program(program, preset("mips-5"), options);
    INFO(run.stop.detail);
    REQUIRE(run.stop.reason == "repeats");
    CHECK(run.stop.repeats->period == 6);
    CHECK(run.instructions > 3000U * 6U);
  }
}

TEST_CASE("repeats: limits that were asked for are reached, whatever repeats") {
  const isa::Program program = assembled(Isa::riscv, "loop: j loop\n");
  RunOptions options;
  options.limit_instructions = 5000;
  CHECK(run_program(program, preset("mips-5"), options).stop.reason == "limit");
  CHECK(run_on_reference(program, preset("serial"), options).instructions == 5000);
  RunOptions until;
  until.until = condition(program, "cycle 5000");
  CHECK(run_program(program, preset("mips-5"), until).cycles == 5000);
  // Nothing certain can be said of products: they are 0 again after 65,536 rounds.
  const isa::Program counts =
      assembled(Isa::mips, "L: addiu $t0, $t0, 1\nmul $t1, $t0, $t0\nbne $t1, $t2, L\n");
  options.limit_kind = LimitKind::standard;
  for (const bool reference : {true, false}) {
    const trace::StopInfo stop = (reference ? run_on_reference(counts, preset("serial"), options)
                                            : run_program(counts, preset("mips-5"), options))
                                     .stop;
    CHECK(stop.reason == "limit");
    CHECK(stop.detail.find("stopped after 5000 instructions, the default of --limit") == 0);
  }
}

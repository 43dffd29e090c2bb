// Every way a run ends, and the sentence for it.

#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

trace::StopInfo stop_of(isa::Isa isa, std::string_view source, const std::string& input = {},
                        const machine::Machine& machine = preset("mips-5")) {
  RunOptions options;
  options.input = input;
  return run_program(assembled(isa, source), machine, options).stop;
}

void check_fault(const trace::StopInfo& stop, std::string_view instruction, unsigned line,
                 std::string_view why) {
  INFO(stop.detail << '\n' << stop.dump);
  CHECK(stop.reason == "fault");
  CHECK(contains(stop.detail, why));
  CHECK(contains(stop.detail, instruction));
  CHECK(contains(stop.detail, fmt::format("at test:{} ", line)));
  CHECK_FALSE(stop.dump.empty());
}

} // namespace

TEST_CASE("stop: the end of the program, and an exit with its code, negative too") {
  CHECK(stop_of(isa::Isa::tac, "a = 1\n").reason == "end");
  CHECK(stop_of(isa::Isa::tac, "a = 1\n").dump.empty());
  const trace::StopInfo exit = stop_of(isa::Isa::tac, "a = 0 - 3\nexit a\n");
  CHECK(exit.reason == "exit");
  CHECK(exit.exit_code == -3);
}

TEST_CASE("stop: a breakpoint instruction, with its address") {
  const trace::StopInfo stop = stop_of(isa::Isa::riscv, "nop\nebreak\nnop\n");
  CHECK(stop.reason == "breakpoint");
  const auto pc = assembled(isa::Isa::riscv, "nop\nebreak\nnop\n").code[1].pc;
  CHECK(contains(stop.detail, fmt::format("{:#x}", pc)));
}

TEST_CASE("stop: the break of a division by zero is a fault, as to MARS and SPIM") {
  const trace::StopInfo stop =
      stop_of(isa::Isa::mips, "DIV R1,R2,R3\n", {}, preset("mips-5", {"memory.undeclared=fault"}));
  CHECK(stop.reason == "fault");
  CHECK(contains(stop.detail, "division by zero: 'div R2, R3' comes behind 'break' at test:1"));
  CHECK(contains(stop.detail, "'--reg R3=1'"));
  CHECK_FALSE(stop.dump.empty());
  CHECK(stop_of(isa::Isa::mips, "rem $t0, $t1, $t2\n").reason == "fault");
  CHECK(stop_of(isa::Isa::mips, "break\ndiv $t0, $t1\n").reason == "breakpoint");
  CHECK_FALSE(contains(stop_of(isa::Isa::mips, "break\ndiv $t0, $t1\n").detail, "zero"));
}

TEST_CASE("stop: in the registers of books a division by zero is let pass, and said once") {
  const isa::Program program =
      assembled(isa::Isa::mips, "DIV R1,R2,R3\nREM R4,R1,R3\nDDIV R5,R2,R6\nADD R7,R5,R1\n");
  for (const char* name : {"mips-5", "ooo-4", "scoreboard"}) {
    machine::Machine machine = preset(name);
    (void)machine::assume_units(machine, program);
    const trace::RunRecord run = run_program(program, machine, {});
    INFO(name << run.stop.detail);
    CHECK(run.stop.reason == "end");
    REQUIRE(run.tolerated.size() == 1);
    CHECK(run.tolerated[0].kind == trace::ToleratedAccess::Kind::zero_division);
    CHECK(run.tolerated[0].place == "test:1");
    CHECK(contains(run.notes[0], "'div R2, R3' at test:1 divides by zero"));
  }
  // The registers of assemblers: as MARS and SPIM do.
  CHECK(stop_of(isa::Isa::mips, "div $t0, $t1, $t2\n").reason == "fault");
}

TEST_CASE("stop: guest faults say what, where and with which registers") {
  using isa::Isa;
  check_fault(stop_of(Isa::tac, "a = 7\nb = a % z\n"), "b = a % z", 2, "division by zero");
  CHECK(contains(stop_of(Isa::tac, "a = 7\nb = a % z\n").dump, "a = 0x0000000000000007"));
  CHECK(contains(stop_of(Isa::tac, "b = a / z\n").dump, "all registers are 0"));
  const machine::Machine strict = preset("mips-5", {"memory.undeclared=fault"});
  check_fault(stop_of(Isa::tac, "a = mem[3]\n", {}, strict), "a = mem[3]", 1,
              "access of 8 bytes at 0x3, which is not a multiple of 8");
  check_fault(stop_of(Isa::tac, "a = 0 - 8\nmem[a] = a\n", {}, strict), "mem[a] = a", 2,
              "access to 0xfffffffffffffff8, where the program has no memory");
  check_fault(stop_of(Isa::mips, "lui $t0, 0x7fff\nadd $t1, $t0, $t0\n"), "add", 2,
              "signed overflow");
  check_fault(stop_of(Isa::mips, "li $v0, 999\nsyscall\n"), "syscall", 2,
              "there is no system call 999");
  check_fault(stop_of(Isa::tac, "read a\n"), "read a", 1, "reads input, but there is none left");
  check_fault(stop_of(Isa::tac, "read a\n", "x\n"), "read a", 1, "it is no number");
  check_fault(stop_of(Isa::mips, "li $t0, 6\njr $t0\n"), "jr $t0", 2, "not a multiple of 4");
  // x86 divides 128 bits by 64; the quotient may need more.
  check_fault(stop_of(Isa::x86, "movl $1, %edx\nmovl $1, %ecx\ndivq %rcx\n"), "divq %rcx", 3,
              "a quotient that does not fit");
  check_fault(stop_of(Isa::x86, "movl $f, %edi\ncall printf\n.data\nf: .string \"%a\"\n"),
              "call printf", 2, "printf with a conversion that there is not");
}

TEST_CASE("stop: a jump to where there is no code") {
  const trace::StopInfo stop = stop_of(isa::Isa::mips, "li $t0, 64\njr $t0\n");
  CHECK(stop.reason == "fault");
  CHECK(contains(stop.detail, "no instruction at pc 0x40"));
  CHECK(contains(stop.detail, "jumped outside its code"));
}

TEST_CASE("stop: a fault on the wrong path is none") {
  const trace::StopInfo stop =
      stop_of(isa::Isa::tac, "if z == 0 goto L\na = 1 / z\nb = mem[3]\nL: c = 1\n", {},
              preset("mips-5", {"branch.resolve=MEM"}));
  CHECK(stop.reason == "end");
}

TEST_CASE("stop: everything in front of a faulting instruction retires, nothing behind it") {
  for (const machine::PresetInfo& info : machine::presets()) {
    const trace::RunRecord run =
        run_program(tac("a = 1\nb = 2\nc = a / z\nd = 4\n"), preset(std::string(info.name)), {});
    INFO(info.name);
    CHECK(run.stop.reason == "fault");
    CHECK(run.instructions == 2);
    for (const trace::RegisterValue& r : run.registers)
      CHECK(r.value == (r.name == "a" ? 1U : r.name == "b" ? 2U : 0U));
    CHECK(run.ledger.balanced());
  }
}

TEST_CASE("stop: no progress for the allowed cycles, with the pipeline and what waits") {
  machine::Machine machine = preset("mips-5", {"memory.data_latency=100"});
  machine.no_progress_cycles = 20;
  const trace::RunRecord run = run_program(tac("x = mem[8]\ny = x + 1\n"), machine, {});
  INFO(run.stop.detail << '\n' << run.stop.dump);
  CHECK(run.stop.reason == "no_progress");
  CHECK(contains(run.stop.detail, "nothing has moved for 20 cycles"));
  CHECK(contains(run.stop.dump, "MEM"));
  CHECK(contains(run.stop.dump, "#1 x = mem[8]"));
  CHECK(contains(run.stop.dump, "#2 y = x + 1 [held: raw x by #1]"));
  // The load enters MEM, and its user is held in ID, in cycle 4, the last in which anything moves.
  CHECK(run.cycles == 4 + 21);
  CHECK(run.ledger.balanced());
}

TEST_CASE("stop: a session without progress can go back and is stopped there again") {
  machine::Machine machine = preset("mips-5", {"memory.data_latency=100"});
  machine.no_progress_cycles = 20;
  const auto s = session_of("x = mem[8]\ny = x + 1\n", machine);
  CHECK(s->run() == Pause::stopped);
  CHECK(s->simulation().stop() == core::StopReason::no_progress);
  const std::uint64_t last = s->cycle();
  s->seek(10);
  CHECK_FALSE(s->stopped());
  s->seek(last);
  CHECK(s->stopped());
  CHECK(s->step_back());
  CHECK_FALSE(s->stopped());
}

TEST_CASE("stop: a run that goes on says so") {
  const auto s = session_of("a = 1\n", preset("mips-5"));
  s->step();
  CHECK(describe_stop(s->simulation()).reason == "running");
}

TEST_CASE("the ledger balances on every preset, whatever ends the run") {
  const std::string texts[] = {counting_loop(20), "a = 1 / z\n", "exit 1\n", "read x\n",
                               "a = 1\nx = mem[a]\n"};
  for (const machine::PresetInfo& info : machine::presets())
    for (const std::string& text : texts)
      for (const std::uint64_t limit : {std::uint64_t{3}, std::uint64_t{50}, kNever.value}) {
        RunOptions options;
        options.limit_cycles = limit;
        options.record = true;
        const machine::Machine machine = preset(std::string(info.name));
        const trace::RunRecord run = run_program(tac(text), machine, options);
        INFO(info.name << ", limit " << limit << "\n" << text);
        CHECK(run.ledger.balanced());
        for (const trace::LedgerAccount& account : run.ledger.accounts)
          CHECK(account.total() == run.cycles * account.width);
      }
}

TEST_CASE("stop: what a snippet runs into says what to do about it") {
  using isa::Isa;
  CHECK(contains(stop_of(Isa::mips, "li $v0, 42\nsyscall\n").detail,
                 "there is no system call 42 ($v0); there are 1 to 12, 17 and 34 to 36"));
  CHECK(contains(stop_of(Isa::riscv, "li a7, 30\necall\n").detail,
                 "there is no system call 30 (a7); there are 1, 4, 5, 8 to 12"));
  const machine::Machine strict =
      preset("mips-5", {"memory.undeclared=fault", "memory.misaligned=allow"});
  CHECK(contains(stop_of(Isa::riscv, "li a0, -4\nld a1, 0(a0)\n", {}, strict).detail,
                 "access of 8 bytes at 0xfffffffffffffffc, which reaches beyond the last address "
                 "there is (4 bytes below 0)"));
  // A walk from address 0 that comes to the program, whose code is data as well: it takes its
  // address. Three instructions and the two of la.
  const trace::StopInfo walk =
      stop_of(Isa::riscv, "loop: sd x5, 0(x6)\naddi x6, x6, 512\nj loop\nla x7, loop\n");
  CHECK(contains(walk.detail, "store to 0x10000, which is read-only: the code of the program lies "
                              "there, from 0x10000 to 0x10014"));
  CHECK(contains(walk.detail, "'--reg t1=0x20000000'"));
  // A loop without a bound, through undeclared memory.
  const trace::StopInfo endless =
      stop_of(Isa::mips, "l: sd $t0, 0($t1)\nlui $t2, 1\nsubu $t1, $t1, $t2\nj l\n");
  CHECK(endless.reason == "undeclared");
  CHECK(contains(endless.detail, "'sd $t0, 0($t1)' at test:1"));
  CHECK(contains(endless.detail, "--reg NAME=VALUE gives a loop its bound"));
}

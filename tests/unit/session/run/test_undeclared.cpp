// Programs given as text that touch memory they never declared, or at odd addresses.

#include "shipped_machines.hpp"
#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

using isa::Isa;
using Kind = trace::ToleratedAccess::Kind;

/// A run with the state it ends in.
struct Ended {
  trace::RunRecord record;
  isa::ArchState state;
};

Ended run_on(const isa::Program& program, const machine::Machine& machine, bool reference = false) {
  Ended ended{{}, isa::initial_state(program)};
  RunOptions options;
  options.limit_cycles = 100'000;
  options.at_end = [&ended](const isa::ArchState& state) { ended.state = state; };
  ended.record = reference ? run_on_reference(program, machine, options)
                           : run_program(program, machine, options);
  return ended;
}

struct Snippet {
  Isa isa;
  const char* text;
  Kind kind;
  std::uint64_t address;
  bool write;
};

/// As people paste them: no register has been given a value, and no memory is declared.
const std::vector<Snippet>& snippets() {
  static const std::vector<Snippet> list{
      {Isa::mips, "L.D F6,34(R2)\n", Kind::undeclared, 34, false},
      {Isa::mips, "lw $t0, 0($a0)\n", Kind::undeclared, 0, false},
      {Isa::mips, "sw $t0, -4($a0)\n", Kind::undeclared, ~0ULL - 3, true},
      {Isa::x86, "addq %rax, 8(%rdx)\n", Kind::undeclared, 8, true},
      {Isa::x86, "movl -4(%rbp), %eax\n", Kind::undeclared, ~0ULL - 3, false},
      {Isa::x86, "movaps 8(%rdi), %xmm0\n", Kind::undeclared, 8, false},
      {Isa::riscv, "lw a0, 0(a1)\n", Kind::undeclared, 0, false},
      {Isa::riscv, "li a1, 64\namoadd.w a0, a1, (a1)\n", Kind::undeclared, 64, true},
      {Isa::tac, "x = mem[y + 9999999]\n", Kind::undeclared, 9999999, false},
      {Isa::tac, "x = mem[y + 3]\n", Kind::undeclared, 3, false},
      {Isa::tac, "x = mem[4096]\n", Kind::undeclared, 4096, false},
      // Over the last address there is, and on at 0.
      {Isa::mips, "L.D F6,-4(R2)\n", Kind::undeclared, ~0ULL - 3, false},
      {Isa::mips, "lw $t0,-2($a0)\n", Kind::undeclared, ~0ULL - 1, false},
      {Isa::mips, "sb $t0,-1($a0)\n", Kind::undeclared, ~0ULL, true},
      {Isa::mips, "sd $t0,-1($a0)\n", Kind::undeclared, ~0ULL, true},
      {Isa::riscv, "ld a0, -7(a1)\n", Kind::undeclared, ~0ULL - 6, false},
      {Isa::x86, "movq -4(%rdx),%rax\n", Kind::undeclared, ~0ULL - 3, false},
      {Isa::x86, "movups -8(%rdx),%xmm0\nmovups %xmm0,-8(%rdx)\n", Kind::undeclared, ~0ULL - 7,
       false},
      {Isa::tac, "x = mem[y - 1]\n", Kind::undeclared, ~0ULL, false},
  };
  return list;
}

} // namespace

TEST_CASE("undeclared: a snippet runs as it is on every machine") {
  for (const Snippet& snippet : snippets()) {
    const isa::Program program = assembled(snippet.isa, snippet.text);
    for (const machine::PresetInfo& info : machine::presets()) {
      machine::Machine machine = preset(std::string(info.name));
      (void)machine::assume_units(machine, program);
      REQUIRE(machine::check_runs(machine, program).empty());
      if (machine.misaligned != isa::Misaligned::by_platform && snippet.kind == Kind::misaligned)
        continue; // the machine says what happens: nothing is to be told, or it faults
      const Ended ended = run_on(program, machine);
      INFO(snippet.text << info.name << ": " << ended.record.stop.detail);
      CHECK(ended.record.stop.reason == "end");
      REQUIRE_FALSE(ended.record.tolerated.empty());
      const trace::ToleratedAccess& first = ended.record.tolerated.front();
      CHECK(first.kind == snippet.kind);
      CHECK(first.address == snippet.address);
      CHECK(first.write == snippet.write);
      REQUIRE_FALSE(ended.record.notes.empty());
      CHECK(ended.record.notes.front().find("--strict") != std::string::npos);
      CHECK(ended.record.notes.front().find(fmt::format("{:#x}", snippet.address)) !=
            std::string::npos);
    }
  }
}

TEST_CASE("undeclared: a loop that nobody has given a bound ends soon, and says how to give one") {
  // Hennessy and Patterson's x[i] + s with all registers 0, downwards from 0.
  const isa::Program program =
      assembled(Isa::mips, "Loop: L.D F0,0(R1)\nADD.D F4,F0,F2\nS.D F4,0(R1)\n"
                           "DADDUI R1,R1,#-8\nBNE R1,R2,Loop\n");
  for (const char* name : {"mips-5", "csapp-haswell"}) {
    RunOptions options;
    const trace::RunRecord record = run_program(program, preset(name), options);
    INFO(record.stop.detail);
    CHECK(record.stop.reason == "undeclared");
    CHECK(record.stop.detail.find("limit of memory") != std::string::npos);
    CHECK(record.stop.detail.find("--reg NAME=VALUE") != std::string::npos);
    CHECK(record.stop.detail.find(".space") != std::string::npos);
    // The word at 0 lies in a block of its own, the others in the 1023 blocks below: 512 words
    // each.
    CHECK(record.instructions > 5 * 500'000);
    CHECK(record.instructions < 5 * 530'000);
  }
}

TEST_CASE("undeclared: memory.undeclared = fault brings the faults back, on the reference too") {
  const machine::Machine strict = preset("mips-5", {"memory.undeclared=fault"});
  for (const Snippet& snippet : snippets()) {
    const isa::Program program = assembled(snippet.isa, snippet.text);
    for (const bool reference : {false, true}) {
      if (!reference && has_errors(machine::check_runs(strict, program)))
        continue;
      const Ended ended = run_on(program, strict, reference);
      INFO(snippet.text << ended.record.stop.detail);
      CHECK(ended.record.stop.reason == "fault");
      CHECK(ended.record.tolerated.empty());
    }
  }
}

TEST_CASE("undeclared: a program that declares its memory faults outside of it") {
  struct Declaring {
    Isa isa;
    const char* text;
    const char* reason; ///< of the end
    const char* detail;
  };
  const std::vector<Declaring> list{
      {Isa::mips, ".data\nv: .word 1\n.text\nlw $t0, 0($zero)\n", "fault",
       "access to 0x0, where the program has no memory"},
      {Isa::mips, ".data\nv: .word 1\n.text\nla $t1, v\nlw $t0, 1($t1)\n", "fault",
       "which is not a multiple of 4"},
      {Isa::riscv, ".bss\nv: .space 64\n.text\nsw a0, 0(zero)\n", "fault", "access to 0x0"},
      {Isa::x86, ".data\nv: .quad 1\n.text\nmovq 8(%rdx), %rax\n", "fault", "access to 0x8"},
      {Isa::tac, ".mem 64 = 1\nx = mem[9999992]\n", "fault", "access to 0x989678"},
      {Isa::tac, ".mem 64 = 1\nx = mem[3]\n", "fault", "which is not a multiple of 8"},
      // what it has declared, its stack included, is its own
      {Isa::mips, ".data\nv: .word 1\n.text\nlw $t0, v\nsw $t0, -4($sp)\n", "end", ""},
      {Isa::tac, ".mem 64 = 1\nx = mem[64]\ny = mem[4096]\n", "end", ""},
      // constants declare nothing to be written: compilers put them beside any code
      {Isa::x86, ".section .rodata\nc: .quad 1\n.text\nmovq 8(%rdx), %rax\n", "end", ""},
  };
  for (const Declaring& one : list)
    for (const char* name : {"mips-5", "ooo-4"}) {
      const Ended ended = run_on(assembled(one.isa, one.text), preset(name));
      INFO(one.text << name << ": " << ended.record.stop.detail);
      CHECK(ended.record.stop.reason == one.reason);
      CHECK(ended.record.stop.detail.find(one.detail) != std::string::npos);
      CHECK((std::string_view(one.reason) == "fault" || ended.record.notes.empty() ||
             one.isa == Isa::x86));
    }
}

TEST_CASE("undeclared: executables fault whatever the machine says") {
  for (const isa::Platform platform : {isa::Platform::bare_metal, isa::Platform::linux_user}) {
    isa::Program program = assembled(Isa::riscv, "lw a0, 0(zero)\n");
    program.platform = platform;
    for (const bool reference : {false, true})
      CHECK(run_on(program, preset("mips-5"), reference).record.stop.reason == "fault");
  }
}

TEST_CASE("undeclared: what is stored there is read again, elsewhere there are zeros") {
  const isa::Program program = assembled(Isa::riscv, "li a1, 0x1000000\nli a2, 77\n"
                                                     "sd a2, 8(a1)\nld a3, 8(a1)\nld a4, 16(a1)\n"
                                                     "li a5, -4\nsw a2, 0(a5)\nlw a6, 0(a5)\n");
  for (const char* name : {"mips-5", "ooo-4"}) {
    const Ended ended = run_on(program, preset(name));
    const auto value = [&](const char* reg) {
      return ended.state.regs[program.register_named(reg)];
    };
    CHECK(value("a3") == 77);
    CHECK(value("a4") == 0);
    CHECK(value("a6") == 77);
    CHECK(ended.record.tolerated.size() == 1); // said once
    CHECK(ended.record.tolerated.front().write);
    CHECK(ended.record.tolerated.front().place == "test:3");
  }
}

TEST_CASE("undeclared: the machine's word on misaligned accesses holds") {
  const isa::Program program = assembled(Isa::mips, "li $t1, 0x10010001\nlw $t0, 0($t1)\n");
  CHECK(run_on(program, preset("mips-5")).record.tolerated.front().kind == Kind::misaligned);
  CHECK(run_on(program, preset("mips-5", {"memory.misaligned=fault"})).record.stop.reason ==
        "fault");
  CHECK(run_on(program, preset("mips-5", {"memory.misaligned=allow"})).record.tolerated.empty());
}

TEST_CASE("undeclared: a wrong path is neither reported nor given memory") {
  // The branch is taken; behind it lies a load that only a machine that speculates comes to.
  const isa::Program program = assembled(Isa::riscv, "li a1, 64\nli a2, 30\n"
                                                     "loop: addi a2, a2, -1\n"
                                                     "bnez a2, loop\n"
                                                     "beqz a2, out\n"
                                                     "ld a3, 0(a1)\nsd a3, 8(a1)\n"
                                                     "out: nop\n");
  for (const char* name : {"mips-5", "ooo-4", "sifive-7", "tomasulo-rob-2"}) {
    const machine::Machine machine = preset(name);
    if (has_errors(machine::check_runs(machine, program)))
      continue;
    const Ended ended = run_on(program, machine);
    INFO(name);
    CHECK(ended.record.stop.reason == "end");
    CHECK(ended.record.tolerated.empty());
    CHECK(ended.record.notes.empty());
    CHECK(ended.state.platform->undeclared_blocks == 0);
    CHECK(ended.state.regions->size() == program.regions.size());
    const Ended strict = run_on(program, preset(name, {"memory.undeclared=fault"}));
    CHECK(ended.record.cycles == strict.record.cycles);
  }
}

TEST_CASE("undeclared: there is as much as is said, and none below the stack") {
  const isa::Program walk = assembled(Isa::riscv, "li a1, 0x100000000\nlui a3, 1\n" // 4 KiB
                                                  "loop: sd a2, 0(a1)\nadd a1, a1, a3\nj loop\n");
  const Ended ended = run_on(walk, preset("mips-5"), true);
  INFO(ended.record.stop.detail);
  CHECK(ended.record.stop.reason == "undeclared");
  CHECK(ended.record.stop.detail.find("1024 blocks of 4 KiB") != std::string::npos);
  CHECK(ended.state.regs[walk.register_named("a1")] == 0x100000000 + (1024ULL << 12U));
  // Neighbours are one region.
  CHECK(ended.state.regions->size() == walk.regions.size() + 1);

  const isa::Program recursion =
      assembled(Isa::riscv, "f: addi sp, sp, -64\nsd ra, 0(sp)\njal f\n");
  Ended deep{{}, isa::initial_state(recursion)};
  deep.record = run_on_reference(recursion, preset("mips-5"), {});
  CHECK(deep.record.stop.reason == "fault");
  CHECK(deep.record.stop.detail.find("just below the stack") != std::string::npos);
}

TEST_CASE("undeclared: reading it has no limit") {
  // 8 MiB in steps of 4 KiB, more blocks than may be written.
  const isa::Program walk = assembled(Isa::riscv, "li a1, 0x100000000\nlui a3, 1\nli a4, 2048\n"
                                                  "loop: ld a2, 0(a1)\nadd a1, a1, a3\n"
                                                  "addi a4, a4, -1\nbnez a4, loop\n");
  for (const char* name : {"mips-5", "ooo-4"})
    for (const bool reference : {false, true}) {
      const Ended ended = run_on(walk, preset(name), reference);
      INFO(ended.record.stop.detail);
      CHECK(ended.record.stop.reason == "end");
      CHECK(ended.state.platform->undeclared_blocks == 0);
      CHECK(ended.state.regions->size() == walk.regions.size());
    }
}

TEST_CASE("undeclared: behind the last address there is the first, of 64 bits and of 32") {
  for (const unsigned xlen : {64U, 32U}) {
    const isa::Program program = assembled(Isa::riscv,
                                           "li a1, 0x12345678\nsw a1, -2(zero)\nlhu a2, -2(zero)\n"
                                           "lhu a3, 0(zero)\nlw a4, -2(zero)\nsw a1, -3(zero)\n"
                                           "lbu a5, 0(zero)\nlbu a6, -1(zero)\n",
                                           xlen);
    for (const char* name : {"mips-5", "ooo-4", "sifive-7"}) {
      const Ended ended = run_on(program, preset(name, {"memory.misaligned=allow"}));
      const auto value = [&](const char* reg) {
        return ended.state.regs[program.register_named(reg)];
      };
      INFO(name << " " << xlen << ": " << ended.record.stop.detail);
      CHECK(ended.record.stop.reason == "end");
      CHECK(value("a2") == 0x5678);
      CHECK(value("a3") == 0x1234);
      CHECK(value("a4") == 0x12345678);
      CHECK(value("a5") == 0x12);
      CHECK(value("a6") == 0x34);
    }
  }
}

TEST_CASE("undeclared: what is declared stays as it is, code can still not be written") {
  const isa::Program program = assembled(Isa::riscv, "main: la a0, main\nsd zero, 0(a0)\n");
  const Ended ended = run_on(program, preset("mips-5"));
  CHECK(ended.record.stop.reason == "fault");
  CHECK(ended.record.stop.detail.find("read-only") != std::string::npos);
}

TEST_CASE("undeclared: where the code of a snippet has been put there are zeros as elsewhere") {
  // RISC-V code lies from 64 KiB on, that of MIPS at 0x400000, of x86 at 0x401000.
  const std::vector<std::pair<Isa, const char*>> list{
      {Isa::riscv, "li a1, 0x10000\nlw a0, 0(a1)\nsw a1, 4(a1)\nlw a2, 4(a1)\n"},
      {Isa::mips, "li $t1, 0x400000\nlw $t0, 0($t1)\nsw $t1, 4($t1)\nlw $t2, 4($t1)\n"},
      {Isa::x86, "movl 0x401000, %eax\nmovq %rsp, 0x401008\nmovq 0x401008, %rdx\n"}};
  for (const auto& [notation, text] : list)
    for (const char* name : {"mips-5", "ooo-4"}) {
      const isa::Program program = assembled(notation, text);
      const Ended ended = run_on(program, preset(name));
      INFO(text << ended.record.stop.detail);
      CHECK(ended.record.stop.reason == "end");
      CHECK(ended.record.tolerated.size() == 1);
      const auto value = [&](const char* reg) {
        return ended.state.regs[program.register_named(reg)];
      };
      if (notation == Isa::riscv) {
        CHECK(value("a0") == 0);
        CHECK(value("a2") == 0x10000);
      }
      CHECK(run_on(program, preset(name, {"memory.undeclared=fault"})).record.stop.reason ==
            "fault");
    }
  // A text that looks at its own code finds it: RISC-V has the machine code of addi a0, zero, 5.
  for (const char* text :
       {"li a0, 5\nmain: la a1, main - 4\nlw a2, 0(a1)\n", "li a0, 5\nauipc a1, 0\nlw a2, -4(a1)\n",
        "li a0, 5\nj on\n.word 1\non: li a1, 0x10000\nlw a2, 0(a1)\n"}) {
    const isa::Program program = assembled(Isa::riscv, text);
    const Ended ended = run_on(program, preset("mips-5"));
    INFO(text << ended.record.stop.detail);
    CHECK(ended.state.regs[program.register_named("a2")] == 0x00500513);
    CHECK(ended.record.tolerated.empty());
  }
}

TEST_CASE("undeclared: what always must be aligned need not be in a snippet, on any machine") {
  const std::vector<std::pair<Isa, const char*>> list{
      {Isa::riscv, "li a1, 66\namoadd.w a0, a1, (a1)\n"},
      {Isa::riscv, "li a1, 66\nlr.w a0, (a1)\n"},
      {Isa::x86, "movaps 8(%rdi), %xmm0\n"}};
  for (const auto& [notation, text] : list)
    for (const char* allowed : {"memory.misaligned=by_platform", "memory.misaligned=allow"})
      for (const char* name : {"mips-5", "ooo-4", "csapp-haswell"}) {
        const isa::Program program = assembled(notation, text);
        const machine::Machine machine = preset(name, {allowed});
        const Ended ended = run_on(program, machine);
        INFO(text << name << allowed << ended.record.stop.detail);
        CHECK(ended.record.stop.reason == "end");
        CHECK(std::any_of(ended.record.tolerated.begin(), ended.record.tolerated.end(),
                          [](const auto& t) { return t.kind == Kind::misaligned; }));
        CHECK(run_on(program, preset(name, {allowed, "memory.undeclared=fault"}))
                  .record.stop.reason == "fault");
      }
}

TEST_CASE("undeclared: system calls reach it too") {
  const Ended ended =
      run_on(assembled(Isa::mips, "li $v0, 4\nli $a0, 64\nsyscall\nli $v0, 1\nsyscall\n"),
             preset("mips-5"));
  CHECK(ended.record.stop.reason == "end");
  CHECK(ended.record.output == "64"); // the string is empty
  REQUIRE(ended.record.tolerated.size() == 1);
  CHECK(ended.record.tolerated.front().bytes == 0);
}

TEST_CASE("undeclared: a session that goes back has not touched it yet") {
  Session session(std::make_shared<isa::Program>(
                      assembled(Isa::riscv, "nop\nnop\nnop\nnop\nsd a0, 64(zero)\nnop\n")),
                  std::make_shared<machine::Machine>(preset("mips-5")));
  session.run();
  CHECK(session.simulation().arch().platform->first_undeclared.has_value());
  session.seek(2);
  CHECK_FALSE(session.simulation().arch().platform->first_undeclared.has_value());
  CHECK(session.simulation().arch().regions->size() ==
        session.simulation().program().regions.size());
  session.run();
  CHECK(session.simulation().arch().platform->first_undeclared.has_value());
}

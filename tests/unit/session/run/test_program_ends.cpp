// What is said of a program's end: the place of a breakpoint, the value main returns, registers of
// 32 bits, limits among traps, and stores by atomic operations.

#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;
using isa::Isa;

namespace {

/// On mips-5 and without a pipeline, which agree.
trace::StopInfo stop_of(const isa::Program& program,
                        std::initializer_list<const char*> settings = {}) {
  const machine::Machine machine = preset("mips-5", settings);
  trace::StopInfo stop = run_program(program, machine, {}).stop;
  const trace::StopInfo reference = run_on_reference(program, machine, {}).stop;
  CHECK(reference.reason == stop.reason);
  CHECK(reference.detail == stop.detail);
  CHECK(reference.exit_code == stop.exit_code);
  CHECK(reference.dump == stop.dump);
  return stop;
}

isa::Program with_slots(std::string_view source) {
  isa::AssembleOptions options;
  options.delay_slots = true;
  Result<isa::Program> program = isa::assemble(Isa::mips, "test", source, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  return std::move(program).value();
}

} // namespace

TEST_CASE("end: a breakpoint instruction says where it is; on Linux it is SIGTRAP") {
  isa::Program program = assembled(Isa::riscv, "main: nop\nebreak\nnop\n");
  const std::string place =
      fmt::format("'ebreak' at test:2 at pc {:#x}, main+4", program.code[1].pc);
  const trace::StopInfo stop = stop_of(program);
  CHECK(stop.reason == "breakpoint");
  CHECK(stop.detail == "breakpoint instruction " + place);

  program.platform = isa::Platform::linux_user;
  const trace::StopInfo killed = stop_of(program);
  CHECK(killed.reason == "signal");
  CHECK(killed.exit_code == 133);
  CHECK(killed.detail ==
        "the program was ended by signal 5 (SIGTRAP): breakpoint instruction " + place);
}

TEST_CASE("end: what the entry function returns is the exit code") {
  const auto code_of = [](const isa::Program& program,
                          std::initializer_list<const char*> settings = {}) {
    const trace::StopInfo stop = stop_of(program, settings);
    CHECK(stop.reason == "end");
    return stop.exit_code;
  };
  CHECK(code_of(assembled(Isa::riscv, "main: li a0, 57\nret\n")) == 57);
  CHECK(code_of(assembled(Isa::riscv, "main: li a0, -1\nret\nother: nop\n")) == -1);
  CHECK(code_of(assembled(Isa::riscv, "li a0, 57\nret\n", 32)) == 57);
  CHECK(code_of(assembled(Isa::riscv, "li a0, 1\nslli a0, a0, 32\naddi a0, a0, 2\nret\n")) ==
        2); // an int
  CHECK(code_of(assembled(Isa::mips, "main: li $v0, 4\njr $ra\n")) == 4);
  CHECK(code_of(with_slots("main: li $v0, 4\njr $ra\naddi $v0, $v0, 1\n"),
                {"branch.delay_slot=true"}) == 5);
  // Behind the last instruction nothing is returned, whatever the register holds.
  CHECK(code_of(assembled(Isa::riscv, "main: li a0, 57\n")) == 0);
  CHECK(code_of(assembled(Isa::riscv, "main: li a0, 57\nj end\nret\nend:\n")) == 0);
  CHECK(code_of(assembled(Isa::mips, "main: li $v0, 4\n")) == 0);
  CHECK(code_of(with_slots("main: li $v0, 4\n"), {"branch.delay_slot=true"}) == 0);
  CHECK(code_of(tac("a = 57\n")) == 0);
}

TEST_CASE("end: atomic accesses have no option that lets them be misaligned") {
  const char* const data = ".data\nx: .dword 0, 0\n.text\nla a0, x\n";
  const trace::StopInfo add =
      stop_of(assembled(Isa::riscv, fmt::format("{}addi a0, a0, 2\namoadd.w a1, a2, (a0)\n", data)),
              {"memory.misaligned=allow"});
  CHECK(add.reason == "fault");
  CHECK(contains(add.detail, "not a multiple of 4 (atomic accesses are always aligned)"));
  const trace::StopInfo load = stop_of(assembled(Isa::riscv, fmt::format("{}lw a1, 2(a0)\n", data)),
                                       {"memory.undeclared=fault"});
  CHECK(contains(load.detail, "(--set memory.misaligned=allow permits it)"));
}

TEST_CASE("end: misaligned accesses of a Linux program fault only with that machine option") {
  isa::Program program =
      assembled(Isa::riscv, ".data\nx: .dword 0, 0\n.text\nla a0, x\nld a1, 3(a0)\n");
  program.platform = isa::Platform::linux_user;
  // Behind the load there is no instruction, which ends a program that calls no exit.
  for (const char* name : {"mips-5", "cv32e40p", "sifive-7"}) {
    INFO(name);
    CHECK(run_program(program, preset(name), {}).stop.reason == "end");
    const trace::StopInfo stop =
        run_program(program, preset(name, {"memory.misaligned=fault"}), {}).stop;
    CHECK(stop.reason == "fault");
    CHECK(contains(stop.detail, "not a multiple of 8"));
  }
  CHECK(stop_of(program, {"memory.misaligned=fault"}).reason == "fault");
  CHECK(stop_of(program, {"memory.misaligned=allow"}).reason == "end");
}

TEST_CASE("end: registers of 32-bit programs have 32 bits") {
  const isa::Program narrow = assembled(Isa::riscv, "li a0, -1\nlw a1, 0(zero)\n", 32);
  const trace::RunRecord run =
      run_program(narrow, preset("mips-5", {"memory.undeclared=fault"}), {});
  INFO(run.stop.dump);
  CHECK(contains(run.stop.dump, "a0 = 0xffffffff"));
  CHECK_FALSE(contains(run.stop.dump, "0xffffffffff"));
  REQUIRE_FALSE(run.registers.empty());
  for (const trace::RegisterValue& r : run.registers)
    CHECK(r.narrow);
  for (const trace::RegisterValue& r :
       run_program(assembled(Isa::riscv, "li a0, -1\n"), preset("mips-5"), {}).registers)
    CHECK_FALSE(r.narrow);
}

TEST_CASE("end: limits of instructions do not count traps to a handler, without a pipeline too") {
  isa::Program program = assembled(Isa::riscv, "la t0, handler\n"
                                               "csrw mtvec, t0\n"
                                               "loop: ecall\n"
                                               "addi a1, a1, 1\n"
                                               "j loop\n"
                                               ".align 2\n"
                                               "handler: csrr t1, mepc\n"
                                               "addi t1, t1, 4\n"
                                               "csrw mepc, t1\n"
                                               "mret\n");
  program.platform = isa::Platform::bare_metal;
  for (std::uint64_t limit = 1; limit < 40; ++limit) {
    RunOptions options;
    options.limit_instructions = limit;
    const trace::RunRecord reference = run_on_reference(program, preset("mips-5"), options);
    INFO(limit << ": " << reference.stop.detail);
    CHECK(reference.stop.reason == "limit");
    CHECK(reference.instructions == limit);
    CHECK(reference.stop.detail == fmt::format("limit of {} instructions reached", limit));
    CHECK(run_program(program, preset("mips-5"), options).instructions == limit);
  }
  RunOptions options; // 3 instructions in front of the first ecall, which traps in the 4th cycle
  options.limit_cycles = 4;
  CHECK(run_on_reference(program, preset("mips-5"), options).instructions == 3);
}

TEST_CASE("write: atomic operations store too, load-reserved and a failed sc do not") {
  const isa::Program program = assembled(Isa::riscv, ".data\nx: .dword 0\n.text\nla a0, x\n"
                                                     "li a2, 1\n"
                                                     "sc.d a1, a2, (a0)\n" // nothing is reserved
                                                     "lr.d a1, (a0)\n"
                                                     "nop\n"
                                                     "sc.d a1, a2, (a0)\n"
                                                     "nop\nnop\nnop\n");
  for (const bool writes : {true, false}) {
    RunOptions options;
    options.until = condition(program, writes ? "write x 8" : "access x 8");
    // la is two instructions: the first sc is the 4th, the second the 7th.
    const trace::RunRecord reference = run_on_reference(program, preset("mips-5"), options);
    CHECK(reference.stop.reason == "condition");
    CHECK(reference.instructions == (writes ? 7 : 4));
    // On entering MEM; the one before is in WB, where it counts, or has left.
    const trace::RunRecord timed = run_program(program, preset("mips-5"), options);
    CHECK(timed.stop.reason == "condition");
    CHECK(timed.instructions == (writes ? 6 : 3));
  }
}

TEST_CASE("write: an atomic addition is seen on every machine") {
  const isa::Program program = assembled(
      Isa::riscv, ".data\nx: .dword 0\n.text\nla a0, x\namoadd.w a1, a2, (a0)\nnop\nnop\n");
  RunOptions options;
  options.until = condition(program, "write x 4");
  CHECK(run_on_reference(program, preset("mips-5"), options).instructions == 3);
  for (const char* name : {"mips-5", "dual-5", "sifive-7"}) {
    INFO(name);
    CHECK(run_program(program, preset(name), options).stop.reason == "condition");
  }
}

TEST_CASE("end: what a function returns is what it has left for its caller") {
  struct Function {
    isa::Isa isa;
    const char* text;
    std::int64_t exit_code;
    const char* detail;
  };
  const std::vector<Function> list{
      // double sum(const double*, long): rax is a pointer that the loop compares, xmm0 the sum.
      {isa::Isa::x86,
       "sum: testq %rsi, %rsi\nlea 4096(%rdi), %rdi\nmovsd .LC0(%rip), %xmm0\nmovq %rdi, %rax\n"
       "lea 16(%rdi), %rdx\n.L3: addsd (%rax), %xmm0\naddq $8, %rax\ncmpq %rdx, %rax\njne .L3\n"
       "ret\n.section .rodata\n.LC0: .double 2.5\n",
       0, "it returned 2.5 (xmm0)"},
      {isa::Isa::x86, "f: movl $3, %eax\ncvtsi2ssl %eax, %xmm0\nret\n", 0, "it returned 3 (xmm0)"},
      // void scale(double*, long): the same without a sum.
      {isa::Isa::x86,
       "scale: movl $64, %eax\n.L3: movsd (%rdi,%rax), %xmm0\naddsd %xmm0, %xmm0\n"
       "movsd %xmm0, (%rdi,%rax)\nsubq $8, %rax\ntestq %rax, %rax\njne .L3\nret\n",
       0, ""},
      {isa::Isa::x86, "f: movl $7, %eax\nret\n", 7, ""},
      {isa::Isa::x86, "main: movl $7, %eax\ncmpl $3, %eax\nret\n", 7, ""}, // an int, always
      // int dot(): the counter is another register.
      {isa::Isa::riscv,
       "f: li a0, 0\nli a5, 4\nl: addw a0, a0, a5\naddi a5, a5, -1\nbnez a5, l\nret\n", 10, ""},
      {isa::Isa::riscv,
       "f: li a0, 3\nfcvt.d.w fa0, a0\nli a1, 2\nfcvt.d.w fa1, a1\n"
       "fdiv.d fa0, fa0, fa1\nret\n",
       0, "it returned 1.5 (fa0)"},
      {isa::Isa::riscv, "f: li a0, 3\nfcvt.s.w fa0, a0\nret\n", 0, "it returned 3 (fa0)"},
      // long length(const char*): it goes on from the index that it has read behind.
      {isa::Isa::x86,
       "length: xorl %eax, %eax\n.L3: addq $1, %rax\ncmpb $0, .LC0-1(%rax)\njne .L3\nret\n"
       ".section .rodata\n.LC0: .ascii \"abc\\0\"\n",
       4, ""},
      // A jump on the way to the return is no call.
      {isa::Isa::riscv, "f: li a0, 3\nfcvt.d.w fa0, a0\nj out\nnop\nout: ret\n", 0,
       "it returned 3 (fa0)"},
      {isa::Isa::mips, "f: li $v0, 12\njr $ra\n", 12, ""},
  };
  for (const Function& one : list) {
    const trace::StopInfo stop =
        run_program(assembled(one.isa, one.text), preset("ooo-4"), {}).stop;
    INFO(one.text << stop.detail);
    CHECK(stop.reason == "end");
    CHECK(stop.exit_code == one.exit_code);
    CHECK(stop.detail == one.detail);
  }
}

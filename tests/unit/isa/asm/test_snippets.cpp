// Text as it is pasted from books, slides, simulators and listings: what is taken, and what the
// sentence says where it cannot be.
#include "unit/isa/asm_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

using Lines = std::vector<std::string>;

/// Of a text that is taken: each remark as "line: message".
Lines remarks(const Result<Program>& result) {
  INFO(format(result.diagnostics()));
  REQUIRE(result.ok());
  Lines out;
  for (const Diagnostic& d : result.diagnostics())
    out.push_back(fmt::format("{}: {}", d.line, d.message));
  return out;
}

} // namespace

TEST_CASE("snippets: an address as a constant puts the data at 0, and that is said") {
  const char* text = ".data\nA: .word 7, 9\nB: .word 5\n.text\n"
                     "daddi r4,r0,A\ndaddi r6,r0,B\nlw r5,4(r4)\nlw r7,B(r0)\nhalt\n";
  const Result<Program> result = attempt(Isa::mips, text);
  CHECK(remarks(result) ==
        Lines{"5: an address as a constant: data lies from address 0 on, as in WinMIPS64"});
  CHECK(result->code.size() == 5);
  const ArchState state = run_to_end(*result);
  CHECK(state.regs[4] == 0);
  CHECK(state.regs[5] == 9);
  CHECK(state.regs[6] == 8);
  CHECK(state.regs[7] == 5);
  CHECK(texts(Isa::mips, ".data\nA: .word 7\n.text\naddiu $t0, $zero, A") == "addiu $t0, $zero, 0");
  // Without such a constant the data stays where it is.
  const ArchState usual = run_to_end(assembled(Isa::mips, ".data\nA: .word 7\n.text\nla $t0, A"));
  CHECK(usual.regs[8] == 0x10010000);
}

TEST_CASE("snippets: an address that is too long for its instruction names la") {
  CHECK(problems(Isa::mips, ".data\n.space 40000\nA: .word 7\n.text\ndaddi r4,r0,A") ==
        Lines{"5:13 the address of 'A', 0x10019c40, does not fit in 'daddi'; la with a register "
              "and A, which loads the address"});
  CHECK(problems(Isa::riscv, ".data\nA: .word 7\n.text\naddi a0,x0,A") ==
        Lines{"4:12 the address of 'A', 0x10000000, does not fit in 'addi'; la with a register and "
              "A, which loads the address"});
}

TEST_CASE("snippets: a number as the target of a branch is an address of code, or a distance") {
  CHECK(assembled(Isa::mips, "nop\nbnez $t0, 0x400000").code[1].target == 0x400000);
  CHECK(assembled(Isa::mips, "nop\nbnez $t0, -2\nnop").code[1].target == 0x400000);
  CHECK(assembled(Isa::riscv, "nop\nbnez t0, 0x10000").code[1].target == 0x10000);
  CHECK(assembled(Isa::riscv, "nop\nbnez t0, -4").code[1].target == 0x10000);
  CHECK(assembled(Isa::riscv, "nop\nbnez t0, 0xfffc").code[1].target == 0xfffc);
  CHECK(assembled(Isa::riscv, "nop\njal 0x4\nnop").code[1].target == 0x4);
  CHECK(problems(Isa::mips, "BNEZ R2, -4") ==
        Lines{"1:10 -4 as the target of 'bne' leads out of the program; a label: 'Name' here, and "
              "'Name:' in front of the instruction that is meant"});
}

TEST_CASE("snippets: a branch by a distance beyond the end of the text ends the program") {
  const char* text = "beq x1,x0,16\nadd x3,x1,x2\nbeq x1,x0,100";
  const Result<Program> program = attempt(Isa::riscv, text);
  REQUIRE(program.ok());
  CHECK(program->code[0].target == program->end_pc);
  CHECK(program->code[2].target == program->end_pc);
  CHECK(remarks(program) ==
        Lines{"1: 16 as the target of 'beq' leads out of the program, which ends there (--strict "
              "makes this an error)"});
  AssembleOptions strict;
  strict.strict = true;
  CHECK(attempt(Isa::riscv, text, strict).diagnostics().size() == 2);
  // Also where the jump could reach an address of that number.
  const Result<Program> jumps = attempt(Isa::riscv, "jal ra,16\nadd x1,x2,x3");
  REQUIRE(jumps.ok());
  CHECK(jumps->code[0].target == jumps->end_pc);
  CHECK(attempt(Isa::riscv, "jal ra,16\nadd x1,x2,x3", strict)->code[0].target == 16);
}

TEST_CASE("snippets: names of data that are not in the text stand for undeclared memory") {
  AssembleOptions strict;
  strict.strict = true;
  struct Snippet {
    Isa isa;
    const char* text;
  };
  for (const Snippet& snippet :
       {Snippet{Isa::mips, "LD F2,A\nSD A,F2\nLD F4,A(R1)\nSW B(R1),R2"},
        Snippet{Isa::riscv, "la a0,A\nlui a1,%hi(B)\nlw a2,%lo(B)(a1)\nlw a3,A"},
        Snippet{Isa::x86, "movl A(%rip),%eax\nmovl $B,%edi\nmovq A+8(,%rdi,8),%rax"}}) {
    const Result<Program> program = attempt(snippet.isa, snippet.text);
    INFO(snippet.text << format(program.diagnostics()));
    REQUIRE(program.ok());
    const Lines told = remarks(program);
    REQUIRE(told.size() == 2);
    CHECK(told[0].find("'A' is not defined and taken for 0x30000000, where no memory") !=
          std::string::npos);
    CHECK(told[1].find("'B' is not defined and taken for 0x30100000") != std::string::npos);
    CHECK_FALSE(attempt(snippet.isa, snippet.text, strict).ok());
  }
  // What may be mistyped, and what is no address, stays an error.
  CHECK(problems(Isa::mips, ".data\ncounter: .word 1\n.text\nlw $t0, countr").size() == 1);
  CHECK(problems(Isa::riscv, "addi a0, a0, A").size() == 1);
  CHECK(problems(Isa::mips, ".data\n.word A\n.text\nnop").size() == 1);
}

TEST_CASE("snippets: arrays of three-address code that nobody has declared") {
  const Result<Program> program =
      attempt(Isa::tac, "t1 = i * 8\nt2 = a[t1]\nb[t1 + 8] = t2\na[0] = 0\nx = mem[t1]");
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  CHECK(program->code[1].imm == 0x30000000);
  CHECK(program->code[2].imm == 0x30100008);
  CHECK(program->code[3].imm == 0x30000000);
  CHECK(program->code[4].imm == 0);
  const Lines told = remarks(program);
  REQUIRE(told.size() == 2);
  CHECK(told[0].starts_with("2: 'a' is taken for an array of words of 8 bytes at 0x30000000"));
  AssembleOptions strict;
  strict.strict = true;
  CHECK_FALSE(attempt(Isa::tac, "t2 = a[t1]", strict).ok());
  CHECK(problems(Isa::tac, "x = men[t1]").size() == 1); // mem
}

TEST_CASE("snippets: a branch to a label that is not in the snippet ends the program") {
  struct Leaving {
    Isa isa;
    const char* text;
    const char* strict; ///< the error with --strict
    const char* label;
  };
  const std::vector<Leaving> list{
      {Isa::mips, "LD R1,0(R2)\nBEQZ R1,Exit\nADD R1,R1,R2\nBEQZ R1,Exit",
       "2:9 'Exit' is not defined; a line 'Exit:', as the last one if the program is to end there",
       "2: 'Exit'"},
      {Isa::riscv, "beqz a0, done\nadd a0, a0, a1",
       "1:10 'done' is not defined; a line 'done:', as the last one if the program is to end there",
       "1: 'done'"},
      {Isa::riscv, "addi a0, a0, 1\nj loop\nsub a0, a0, a1",
       "2:3 'loop' is not defined; a line 'loop:', as the last one if the program is to end there",
       "2: 'loop'"},
      {Isa::x86, "testq %rax, %rax\nje .L4\naddq %rax, %rdx",
       "2:4 '.L4' is not defined; a line '.L4:', as the last one if the program is to end there",
       "2: '.L4'"},
      {Isa::x86, ".L3: testq %rax, %rax\nje .L4\njmp .L3",
       "2:4 '.L4' is not defined; a line '.L4:', as the last one if the program is to end there",
       "2: '.L4'"},
      {Isa::x86, "addq %rax, %rdx\njmp .L9\naddq %rax, %rdx", nullptr, "2: '.L9'"},
      {Isa::tac, "if x < 2 goto done\nx = 1",
       "1:15 there is no label 'done'; a line 'done:', as the last one if the program is to end "
       "there",
       "1: there is no label 'done'"},
  };
  AssembleOptions strict;
  strict.strict = true;
  Environment environment;
  environment.undeclared = Undeclared::zero;
  for (const Leaving& one : list) {
    INFO(one.text);
    const Result<Program> result = attempt(one.isa, one.text);
    const Lines told = remarks(result);
    REQUIRE(told.size() == 1);
    CHECK(told[0].starts_with(one.label));
    CHECK(told[0].find("taken for the end of the program") != std::string::npos);
    CHECK(told[0].find("--strict") != std::string::npos);
    CHECK(run_reference(*result, environment, 100).trap == Trap::end);
    const Result<Program> refused = attempt(one.isa, one.text, strict);
    REQUIRE_FALSE(refused.ok());
    if (one.strict != nullptr) {
      const Diagnostic& d = refused.diagnostics().front();
      CHECK(fmt::format("{}:{} {}; {}", d.line, d.column, d.message, d.expected) == one.strict);
    }
  }
  // What is written at the end is taken.
  CHECK(texts(Isa::mips, "BEQZ R1,Exit\nADD R1,R1,R2\nExit:") ==
        "beq R1, R0, Exit\nadd R1, R1, R2");
  // A label that is like one that is there is a mistake.
  CHECK(problems(Isa::riscv, "loop: addi a0, a0, -1\nbnez a0, lop").size() == 1);
  CHECK(problems(Isa::mips, "Loop: ADDI R1,R1,#-1\nBNEZ R1,Lop").size() == 1);
  CHECK(problems(Isa::tac, "loop: x = x - 1\nif x goto lop").size() == 1);
}

TEST_CASE("snippets: a function that is called and not there returns 0 at once") {
  struct Calling {
    Isa isa;
    unsigned xlen;
    const char* text;
    RegId result;
    const char* said;
  };
  const std::vector<Calling> list{
      {Isa::x86, 64, "pushq %rbx\nmovl $7, %ebx\ncall foo\naddl %ebx, %eax\npopq %rbx\nret",
       x86::kRax, "3: 'foo' is"},
      {Isa::x86, 64, "push rbx\nmov ebx, 7\ncall foo(int, char*)\nadd eax, ebx\npop rbx\nret",
       x86::kRax, "3: 'foo(int, char*)' is"},
      {Isa::riscv, 64, "mv s0, ra\ncall a::b() const\nmv ra, s0\naddi a0, a0, 7\nret", 10,
       "2: 'a::b() const' is"},
      {Isa::x86, 64, "subq $8, %rsp\ncallq bar@PLT\naddl $7, %eax\naddq $8, %rsp\nret", x86::kRax,
       "2: 'bar' is"},
      {Isa::x86, 64, "subq $8, %rsp\ncall *bar@GOTPCREL(%rip)\naddl $7, %eax\naddq $8, %rsp\nret",
       x86::kRax, "2: 'bar' is"},
      {Isa::x86, 32, "pushl %ebp\npushl $5\ncall printf\naddl $7, %eax\npopl %ecx\npopl %ebp\nret",
       x86::kRax, "3: 'printf' of the C library is"},
      {Isa::mips, 64,
       "addiu $sp,$sp,-8\nsw $ra,0($sp)\njal foo\naddiu $v0,$v0,7\nlw $ra,0($sp)\n"
       "addiu $sp,$sp,8\njr $ra",
       2, "3: 'foo' is"},
      {Isa::riscv, 64,
       "addi sp,sp,-16\nsd ra,8(sp)\ncall foo()\naddi a0,a0,7\nld ra,8(sp)\naddi sp,sp,16\nret", 10,
       "3: 'foo()' is"},
      {Isa::riscv, 32,
       "addi sp,sp,-16\nsw ra,8(sp)\njal foo\naddi a0,a0,7\nlw ra,8(sp)\n"
       "addi sp,sp,16\nret",
       10, "3: 'foo' is"},
  };
  Environment environment;
  environment.undeclared = Undeclared::zero;
  for (const Calling& one : list) {
    INFO(one.text);
    AssembleOptions options = with_xlen(one.xlen);
    const Result<Program> result = attempt(one.isa, one.text, options);
    const Lines told = remarks(result);
    REQUIRE(told.size() == 1);
    CHECK(told[0].starts_with(one.said));
    CHECK(told[0].find("--strict") != std::string::npos);
    const ReferenceRun run = run_reference(*result, environment, 100);
    CHECK(run.trap == Trap::end);
    CHECK(run.state.regs[one.result] == 7);
    options.strict = true;
    CHECK_FALSE(attempt(one.isa, one.text, options).ok());
  }
}

TEST_CASE("snippets: a function that ends with another one calls it in place of a return") {
  struct Tail {
    Isa isa;
    const char* text;
    RegId result;
    const char* said;
  };
  const std::vector<Tail> list{
      {Isa::x86, "movl $7, %eax\njmp foo", x86::kRax, "2: 'foo' is"},
      {Isa::riscv, "f: addi a0, a0, 7\n j g", 10, "2: 'g' is"},
      {Isa::mips, "f: addiu $v0, $a0, 7\nj g", 2, "2: 'g' is"},
      {Isa::mips, "f: addiu $v0, $a0, 7\nb g\nother: jr $ra", 2, "2: 'g' is"},
      {Isa::riscv, "f(int):\nli a0, 7\nj g(int, char*)\nh(int):\nret", 10, "3: 'g(int, char*)' is"},
  };
  Environment environment;
  environment.undeclared = Undeclared::zero;
  for (const Tail& one : list) {
    INFO(one.text);
    const Result<Program> result = attempt(one.isa, one.text);
    const Lines told = remarks(result);
    REQUIRE(told.size() == 1);
    CHECK(told[0].starts_with(one.said));
    CHECK(told[0].find("taken for a function that does nothing") != std::string::npos);
    const ReferenceRun run = run_reference(*result, environment, 100);
    CHECK(run.trap == Trap::end);
    CHECK(run.state.regs[one.result] == 0);
  }
}

TEST_CASE("snippets: absent functions lie behind the end of the text, and may not return") {
  Environment environment;
  environment.undeclared = Undeclared::zero;
  const auto ran = [&](Isa isa, const char* text) {
    return run_reference(assembled(isa, text), environment, 100);
  };
  // Falling off the end is the end.
  CHECK(ran(Isa::riscv, "call foo\nli a1, 5").trap == Trap::end);
  CHECK(ran(Isa::x86, "call foo\nmovl $5, %eax").trap == Trap::end);
  CHECK(ran(Isa::mips, "jal foo\nli $t0, 5").trap == Trap::end);
  // A jump in place of a call returns to the caller's caller.
  CHECK(ran(Isa::riscv, "li a0, 9\ntail foo").state.regs[10] == 0);
  CHECK(ran(Isa::x86, "movl $9, %eax\njmp foo(int)").state.regs[x86::kRax] == 0);
  CHECK(
      ran(Isa::x86, "call f\naddl $1, %eax\nret\nf: jmp g\nh: call g\nret").state.regs[x86::kRax] ==
      1);
  CHECK(ran(Isa::mips, "li $a0, 6\njal exit\nli $a0, 7").state.exit_code == 6);
  CHECK(ran(Isa::x86, "subl $8, %esp\nmovl $6, (%esp)\ncall exit\n").state.exit_code == 6);
  CHECK(ran(Isa::riscv, "call __assert_fail\nret").trap == Trap::breakpoint);
  // Real numbers are returned as 0.0; a reader with a real argument sees no copy of it.
  const ArchState reals =
      ran(Isa::riscv, "addi sp,sp,-16\nfcvt.d.w fa0, sp\ncall f\nli a0, 3").state;
  CHECK(reals.regs[kFirstFpRegister + 10] == 0);
  // One that is like a function of the text is a mistake.
  CHECK(problems(Isa::riscv, "call factorail\nret\nfactorial: ret").size() == 1);
  const Lines told = remarks(attempt(Isa::x86, "call prinft\nret"));
  REQUIRE(told.size() == 1);
  CHECK(told[0].find("; 'printf' is there") != std::string::npos);
  // The division of libgcc is part of what is computed.
  CHECK(problems(Isa::x86, "subl $8, %esp\ncall __divdi3\nret").size() == 1);
}

TEST_CASE("snippets: without commas a mistake stays one, with its own sentence") {
  CHECK(problems(Isa::mips, "foo $t0 $t1 $t2") ==
        Lines{"1:1 unknown instruction 'foo'; an instruction, a directive or a label with ':'"});
  CHECK(problems(Isa::riscv, "li a0, 5 five of them") ==
        Lines{"1:10 unexpected 'five'; ',' or the end of the line"});
}

TEST_CASE("snippets: RISC-V text may call puts, printf, malloc and what works on memory") {
  const char* text = R"(
  .section .rodata
.LC0: .string "%d %u %x %c%s|%ld %lx %% %i\n"
.LC1: .string "hi"
  .text
main:
  addi sp, sp, -16
  lla a0, .LC0
  li a1, -5
  li a2, -1
  li a3, 0xabc
  li a4, 'z'
  lla a5, .LC1
  li a6, -7
  li a7, 255
  li t0, 42
  WORD t0, 0(sp)
  call printf
  lla a0, .LC1
  call puts
  lla a0, .LC1
  call strlen
  mv s0, a0
  li a0, 5
  call malloc
  li a1, 7
  li a2, 5
  call memset
  lbu s1, 4(a0)
  lbu s2, 5(a0)
  li a0, 3
  call exit
)";
  for (const unsigned xlen : {32U, 64U}) {
    std::string with_words = text;
    with_words.replace(with_words.find("WORD"), 4, xlen == 64 ? "sd" : "sw");
    const ReferenceRun run =
        run_reference(assembled(Isa::riscv, with_words, with_xlen(xlen)), {}, 10'000);
    INFO(xlen);
    CHECK(run.trap == Trap::exit);
    CHECK(run.state.exit_code == 3);
    CHECK(run.output == "-5 4294967295 abc zhi|-7 ff % 42\nhi\n");
    CHECK(run.state.regs[8] == 2); // s0
    CHECK(run.state.regs[9] == 7);
    CHECK(run.state.regs[18] == 0);
  }
  AssembleOptions alone;
  alone.library = false;
  CHECK_FALSE(attempt(Isa::riscv, "call puts", alone).ok());
  // A function of the program's own goes before; without calls nothing is added.
  CHECK(assembled(Isa::riscv, "call puts\nputs: ret").code.size() == 2);
  CHECK(assembled(Isa::riscv, "j done\ndone:").code.size() == 1);
}

TEST_CASE("snippets: the link register is a pointer where nothing returns through it") {
  const auto link = [](Isa isa, const char* text, RegId reg) {
    return initial_state(assembled(isa, text)).regs[reg];
  };
  const char* loop = "Loop: fld f0,0(x1)\nfadd.d f4,f0,f2\nfsd f4,0(x1)\naddi x1,x1,-8\n"
                     "bne x1,x2,Loop\n";
  CHECK(link(Isa::riscv, loop, riscv::kRa) == 0);
  CHECK(link(Isa::riscv, "sd x5, -8(x1)\n", riscv::kRa) == 0);
  CHECK(link(Isa::mips, "LW R1, 0(R31)\n", mips::kRa) == 0);
  CHECK(link(Isa::riscv, "add x5, ra, x6\n", riscv::kRa) == 0x10008);
  CHECK(link(Isa::riscv, "add x5, x1, x6\n", riscv::kRa) == 0); // by number: as any other
  CHECK(link(Isa::riscv, "lw a0, 0(ra)\nret\n", riscv::kRa) == 0x1000c);
  CHECK(link(Isa::riscv, "jal f\nlw a0, 0(ra)\nf: nop\n", riscv::kRa) == 0x10010);
  CHECK(link(Isa::mips, "lw $v0, 0($ra)\njr $ra\n", mips::kRa) == 0x40000c);
}

TEST_CASE("snippets: a number as a target is a numbered line where there is one of that number") {
  const auto target = [](Isa isa, const char* text) { return assembled(isa, text).code[2].target; };
  const char* lines = "1: ADDI R1,R1,#-1\n2: NOP\n3: BNEZ R1,2\n4: NOP\n5: NOP\n6: NOP\n";
  CHECK(target(Isa::mips, lines) == 0x400004);
  // The labels of GNU as, defined again and again, number no lines: 1 is a distance.
  const char* labels = "1: ADDI R1,R1,#-1\n1: NOP\nBNEZ R1,1\nNOP\nNOP\n";
  CHECK(target(Isa::mips, labels) == 0x400010);
  CHECK(target(Isa::mips, "ADDI R1,R1,#-1\nNOP\nBNEZ R1,1\nNOP\nNOP\n") == 0x400010);
  CHECK(target(Isa::riscv, "1: addi x5,x5,-1\n2: nop\n3: bnez x5, 2\n") == 0x10004);
  CHECK(target(Isa::riscv, "addi x5,x5,-1\nnop\nbnez x5, -4\n") == 0x10004);
}

TEST_CASE("snippets: RISC-V text is as wide as the machine, unless it says otherwise") {
  AssembleOptions narrow;
  narrow.xlen = 32;
  narrow.xlen_may_change = true;
  const Result<Program> plain = attempt(Isa::riscv, "lui a0, 0x80000\nsrli a0, a0, 4", narrow);
  CHECK(remarks(plain).empty());
  CHECK(plain->xlen == 32);
  // By its attribute, whatever the machine
  const char* wide = ".attribute arch, \"rv64i2p1\"\naddi a0, a0, 1";
  CHECK(remarks(attempt(Isa::riscv, wide, narrow)).empty());
  CHECK(attempt(Isa::riscv, wide, narrow)->xlen == 64);
  CHECK(attempt(Isa::riscv, ".attribute arch, \"rv32i2p1\"\naddi a0, a0, 1", {})->xlen == 32);
  // By an instruction of 64 bits, which is told
  const Result<Program> doubles = attempt(Isa::riscv, "nop\nld a0, 0(a1)\naddiw a0, a0, 1", narrow);
  const Lines told = remarks(doubles);
  REQUIRE(told.size() == 1);
  CHECK(told[0].starts_with("2: this is for registers of 64 bits"));
  CHECK(told[0].find("--xlen 32") != std::string::npos);
  CHECK(doubles->xlen == 64);
  // Unless 32 was asked for
  narrow.xlen_may_change = false;
  CHECK_FALSE(attempt(Isa::riscv, "ld a0, 0(a1)", narrow).ok());
}

TEST_CASE("snippets: what compilers write for MIPS") {
  // 64-bit addresses in four parts: those of data here have nothing in the upper two.
  CHECK(texts(Isa::mips,
              ".data\nA: .word 7\n.text\nlui $2, %highest(A)\ndaddiu $2, $2, %higher(A)") ==
        "lui $v0, 0x0\ndaddiu $v0, $v0, 0");
  // The upper parts are rounded so that adding the signed lower ones gives the value.
  CHECK(texts(Isa::mips,
              ".equ B, 0x7fff8000ffff8000\nlui $2, %highest(B)\ndaddiu $2, $2, %higher(B)") ==
        "lui $v0, 0x8000\ndaddiu $v0, $v0, -32767");
  // Small data is reached from $gp, which points 0x7ff0 bytes into it.
  const ArchState small = run_to_end(assembled(
      Isa::mips,
      ".data\nA: .word 7\nB: .word 9\n.text\nlw $2, %gp_rel(B)($gp)\nlw $3, %gp_rel(A)($28)"));
  CHECK(small.regs[2] == 9);
  CHECK(small.regs[3] == 7);
  CHECK(small.regs[28] == 0x10010000 + 0x7ff0);
  // Accesses with an index; $at, which may be one, stays as it is.
  const ArchState indexed = run_to_end(assembled(
      Isa::mips, ".data\nA: .double 1.5, 2.5\n.text\n.set noat\nla $2, A\nli $1, 8\n"
                 "ldxc1 $f0, $1($2)\nadd.d $f0, $f0, $f0\nsdxc1 $f0, $0($2)\nldc1 $f2, 0($2)"));
  CHECK(indexed.regs[1] == 8);
  CHECK(indexed.regs[kFirstFpRegister + 2] == 0x4014000000000000); // 5.0
  // The halves of an FP register
  const ArchState halves = run_to_end(assembled(
      Isa::mips,
      "lui $2, 0x4004\nli $3, 5\nmtc1 $3, $f4\nmthc1 $2, $f4\nmfhc1 $5, $f4\nmfc1 $6, $f4"));
  CHECK(halves.regs[kFirstFpRegister + 4] == 0x4004000000000005);
  CHECK(halves.regs[5] == 0x40040000);
  CHECK(halves.regs[6] == 5);
  CHECK(problems(Isa::mips, "lw $2, %dtprel_lo(x)($gp)")[0].find("%call16(...)") !=
        std::string::npos);
  CHECK(assembled(Isa::mips, ".option pic0\nnop").code.size() == 1);
}

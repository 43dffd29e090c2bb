#include "unit/isa/mips/mips_testing.hpp"

#include <cstdint>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;
using namespace stallscope::isa::testing::of_mips;

TEST_CASE("mips: register sets come from operands, immediates and $zero never appear") {
  CHECK(uses("add $t2, $t0, $t1") == "$t0 $t1 -> $t2");
  CHECK(uses("addi $t2, $t0, 9") == "$t0 -> $t2"); // 9 is the number of $t1
  CHECK(uses("sll $t2, $t0, 9") == "$t0 -> $t2");
  CHECK(uses("add $zero, $t0, $0") == "$t0 ->");
  CHECK(uses("lui $t0, 9") == "-> $t0");
  CHECK(uses("lw $t0, 4($t1)") == "$t1 -> $t0");
  CHECK(uses("sw $t0, 4($t1)") == "$t1 $t0!data ->");
  CHECK(uses("s.d $f4, 0($t1)") == "$t1 $f4!data ->");
  CHECK(uses("l.d $f4, 0($t1)") == "$t1 -> $f4");
  CHECK(uses("x: beq $t0, $t1, x") == "$t0!branch $t1!branch ->");
  CHECK(uses("x: bgtz $t0, x") == "$t0!branch ->");
  CHECK(uses("jr $ra") == "$ra!branch ->");
  CHECK(uses("jalr $t0") == "$t0!branch -> $ra");
  CHECK(uses("x: jal x") == "-> $ra");
  CHECK(uses("x: j x") == "->");
  CHECK(uses("mult $t0, $t1") == "$t0 $t1 -> lo hi");
  CHECK(uses("divu $t0, $t1") == "$t0 $t1 -> lo hi");
  CHECK(uses("mfhi $t0") == "hi -> $t0");
  CHECK(uses("mflo $t0") == "lo -> $t0");
  CHECK(uses("mthi $t0") == "$t0 -> hi");
  CHECK(uses("movz $t0, $t1, $t2") == "$t1 $t2 $t0 -> $t0");
  CHECK(uses("add.d $f0, $f2, $f4") == "$f2 $f4 -> $f0");
  CHECK(uses("c.lt.d $f0, $f2") == "$f0 $f2 -> fcc0");
  CHECK(uses("c.lt.d 3, $f0, $f2") == "$f0 $f2 -> fcc3");
  CHECK(uses("x: bc1t x") == "fcc0!branch ->");
  CHECK(uses("x: bc1f 3, x") == "fcc3!branch ->");
  CHECK(uses("mtc1 $t0, $f2") == "$t0 -> $f2");
  CHECK(uses("mfc1 $t0, $f2") == "$f2 -> $t0");
  CHECK(uses("movz $zero, $t1, $t2") == "->");
}

TEST_CASE("mips: operation classes are the ones machines schedule by") {
  const std::pair<const char*, OpClass> cases[] = {
      {"addu $t0,$t0,$t1", OpClass::integer},
      {"sllv $t0,$t0,$t1", OpClass::shift},
      {"dsra32 $t0,$t0,3", OpClass::shift},
      {"mult $t0,$t1", OpClass::multiply},
      {"mul $t0,$t0,$t1", OpClass::multiply},
      {"ddivu $t0,$t1", OpClass::divide},
      {"ld $t0,0($t1)", OpClass::load},
      {"sd $t0,0($t1)", OpClass::store},
      {"l.s $f0,0($t1)", OpClass::fp_load},
      {"sdc1 $f0,0($t1)", OpClass::fp_store},
      {"sub.d $f0,$f2,$f4", OpClass::fp_add},
      {"neg.s $f0,$f2", OpClass::fp_add_single},
      {"mul.s $f0,$f2,$f4", OpClass::fp_multiply_single},
      {"sqrt.d $f0,$f2", OpClass::fp_sqrt},
      {"div.d $f0,$f2,$f4", OpClass::fp_divide},
      {"c.eq.s $f0,$f2", OpClass::fp_compare},
      {"trunc.w.d $f0,$f2", OpClass::fp_convert},
      {"mov.d $f0,$f2", OpClass::fp_move},
      {"dmtc1 $t0,$f2", OpClass::fp_move},
      {"x: bc1t x", OpClass::branch},
      {"x: b x", OpClass::branch},
      {"x: bal x", OpClass::jump},
      {"syscall", OpClass::system},
      {"nop", OpClass::nop}};
  for (const auto& [text, expected] : cases) {
    INFO(text);
    CHECK(assembled(Isa::mips, text).code.at(0).op_class == expected);
  }
}

TEST_CASE("mips: Hennessy-Patterson's notation keeps its register names") {
  CHECK(expand("Loop: L.D F0,0(R1) ; element\nADD.D F4,F0,f2\nS.D F4,0(R1)\nS.D 8(R1),F4\nDADDUI "
               "R1,R1,#-8\n"
               "DSUBUI R1,R1,#8\nBNE R1,R2,Loop\nBNEZ r1,Loop\nDMUL R3,R1,R2") ==
        "l.d F0, 0(R1)\nadd.d F4, F0, F2\ns.d F4, 0(R1)\ns.d F4, 8(R1)\ndaddiu R1, R1, -8\ndaddiu "
        "R1, R1, -8\n"
        "bne R1, R2, Loop\nbne R1, R0, Loop\ndmul R3, R1, R2");
  CHECK(expand("add $8, R9, $t2") == "add $t0, $t1, $t2"); // mixed: the usual names
}

TEST_CASE("mips: labels may be called like registers without $") {
  CHECK(expand("jal f1\nf1: jr $ra\nr2: b r2") == "jal f1\njr $ra\nbeq $zero, $zero, r2");
}

TEST_CASE("mips: li and dli load every value") {
  CHECK(expand("li $t0, -5") == "addiu $t0, $zero, -5");
  CHECK(expand("li $t0, 0xffff") == "ori $t0, $zero, 0xffff");
  CHECK(expand("li $t0, 0x10000") == "lui $t0, 0x1");
  CHECK(expand("li $t0, 0x12345678") == "lui $t0, 0x1234\nori $t0, $t0, 0x5678");
  CHECK(result("li $t0, 0xffffffff") == -1);
  CHECK(result("li $t0, 0x80000000") == INT32_MIN);
  for (const std::int64_t value :
       {INT64_C(0), INT64_C(-32769), INT64_C(0x80000000), INT64_C(0x123456789abcdef0), INT64_MIN,
        INT64_MAX, INT64_C(0xffff00000000), INT64_C(0x100000000), INT64_C(-0x100000000),
        INT64_C(0x1234000000005678)})
    CHECK(result(fmt::format("dli $t0, {}", static_cast<std::uint64_t>(value))) == value);
  CHECK(
      errors("li $t0, 0x100000000") ==
      Lines{
          "1:9 4294967296 does not fit in 32 bits; -2147483648 to 4294967295; dli loads 64 bits"});
}

TEST_CASE("mips: addresses of la and of loads and stores agree, near and far") {
  const std::string data = ".data\n.space 0x8ff8\nv: .word 5, 6, -7\nd: .double 2.5\n.text\n";
  CHECK(result(data + "la $t0, v+4") == 0x10018ffc);
  CHECK(result(data + "lw $t0, v+4") == 6);
  CHECK(result(data + "li $t1, 8\nlw $t0, v($t1)") == -7);
  CHECK(result(data + "li $t1, 4\nlw $t0, v+4($t1)") == -7);
  CHECK(result(data + "li $t1, 0x10010000\nlw $t0, 0x8ffc($t1)") == 6);
  CHECK(result(data + "li $t2, 9\nsw $t2, v\nla $t1, v\nlw $t0, ($t1)") == 9);
  CHECK(result(data + "lui $t1, %hi(v)\nlw $t0, %lo(v)($t1)") == 5);
  CHECK(result(data + "l.d $f0, d\ns.d $f0, v\nld $t0, v") == 0x4004000000000000);
  CHECK(expand(".eqv OFF 8\nlw $t0, OFF($t1)") == "lw $t0, 8($t1)");
  CHECK(expand(".eqv counter $t3\naddi counter, counter, 1") == "addi $t3, $t3, 1");
}

TEST_CASE("mips: set and branch pseudo-instructions decide as their names say") {
  const auto decide = [](const std::string& op, std::int64_t a, std::int64_t b) {
    return result(fmt::format("li $t1, {}\nli $t2, {}\n{} $t0, $t1, $t2", a, b, op)) != 0;
  };
  const auto branch = [](const std::string& op, std::int64_t a, std::int64_t b, bool constant) {
    return result(fmt::format(
               "li $t1, {}\nli $t2, {}\nli $t0, 1\n{} $t1, {}, yes\nli $t0, 0\nyes: nop", a, b, op,
               constant ? std::to_string(b) : "$t2")) != 0;
  };
  for (const std::int64_t a : {-3, 0, 3, 70000})
    for (const std::int64_t b : {-3, 0, 3, 70000}) {
      INFO(a << ' ' << b);
      const auto ua = static_cast<std::uint64_t>(a);
      const auto ub = static_cast<std::uint64_t>(b);
      const std::tuple<const char*, const char*, bool> cases[] = {
          {"seq", "beq", a == b},    {"sne", "bne", a != b},     {"slt", "blt", a < b},
          {"sle", "ble", a <= b},    {"sgt", "bgt", a > b},      {"sge", "bge", a >= b},
          {"sltu", "bltu", ua < ub}, {"sleu", "bleu", ua <= ub}, {"sgtu", "bgtu", ua > ub},
          {"sgeu", "bgeu", ua >= ub}};
      for (const auto& [set, jump, expected] : cases) {
        INFO(set);
        CHECK(decide(set, a, b) == expected);
        CHECK(branch(jump, a, b, false) == expected);
        CHECK(branch(jump, a, b, true) == expected);
      }
    }
}

TEST_CASE("mips: arithmetic pseudo-instructions") {
  CHECK(expand("move $t0, $t1") == "or $t0, $t1, $zero");
  CHECK(expand("not $t0, $t1") == "nor $t0, $t1, $zero");
  CHECK(expand("negu $t0, $t1") == "subu $t0, $zero, $t1");
  CHECK(expand("add $t0, $t1, 5") == "addi $t0, $t1, 5");
  CHECK(expand("addi $t0, $t1, 70000") == "lui $at, 0x1\nori $at, $at, 0x1170\nadd $t0, $t1, $at");
  CHECK(expand("x: beqz $t0, x") == "beq $t0, $zero, x");
  CHECK(expand("x: b x") == "beq $zero, $zero, x");
  CHECK(expand("break 7") == "break");
  CHECK(result("li $t1, -9\nabs $t0, $t1") == 9);
  CHECK(result("li $t0, -9\nabs $t0, $t0") == 9);
  CHECK(result("li $t1, -9\nli $t2, 4\ndiv $t0, $t1, $t2") == -2);
  CHECK(result("li $t1, -9\nli $t2, 4\nrem $t0, $t1, $t2") == -1);
  CHECK(result("li $t1, 9\nremu $t0, $t1, 4") == 1);
  CHECK(result("li $t1, 7\nmul $t0, $t1, 6") == 42);
  CHECK(result("li $t1, 7\nsub $t0, $t1, 6") == 1);
  CHECK(result("li $t1, 1\nli $t2, 4\nror $t0, $t1, $t2") == 0x10000000);
  CHECK(result("li $t1, 1\ndsll32 $t0, $t1, 8") == 1LL << 40);
  CHECK(result("li $t1, -1\nli $t2, -1\nmult $t1, $t2\nmfhi $t0") == 0);
  CHECK(result("li $t1, -1\nli $t2, -1\nmultu $t1, $t2\nmfhi $t0") == -2);
}

TEST_CASE("mips: division by a zero register stops at the break, with and without delay slots") {
  const std::string text = "li $t1, 9\ndiv $t0, $t1, $t2\nli $t3, 1";
  CHECK(run_reference(assembled(Isa::mips, text), {}, 100).trap == Trap::breakpoint);
  Environment slots;
  slots.delay_slots = true;
  CHECK(run_reference(assembled(Isa::mips, text, delayed()), slots, 100).trap == Trap::breakpoint);
  const ReferenceRun run = run_reference(
      assembled(Isa::mips, "li $t1, 9\nli $t2, 3\ndiv $t0, $t1, $t2", delayed()), slots, 100);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.regs[8] == 3);
}

TEST_CASE("mips: add, addi and sub trap on overflow, their unsigned forms wrap") {
  const auto trap = [](const char* op) {
    return run_reference(
               assembled(Isa::mips, fmt::format("li $t1, 0x7fffffff\nli $t2, -1\n{}", op)), {}, 100)
        .trap;
  };
  CHECK(trap("add $t0, $t1, $t1") == Trap::overflow);
  CHECK(trap("addi $t0, $t1, 1") == Trap::overflow);
  CHECK(trap("sub $t0, $t1, $t2") == Trap::overflow);
  CHECK(trap("addu $t0, $t1, $t1") == Trap::end);
  CHECK(trap("addiu $t0, $t1, 1") == Trap::end);
  CHECK(trap("subu $t0, $t1, $t2") == Trap::end);
}

TEST_CASE("mips: FP constants, arithmetic, compares and conversions") {
  CHECK(result("li.d $f0, 2.5\ndmfc1 $t0, $f0") == 0x4004000000000000);
  CHECK(result("li.d $f0, -0.1\ndmfc1 $t0, $f0") ==
        static_cast<std::int64_t>(0xbfb999999999999aULL));
  CHECK(result("li.d $f0, 0\ndmfc1 $t0, $f0") == 0);
  CHECK(result("li.s $f0, 1.5\nmfc1 $t0, $f0") == 0x3fc00000);
  CHECK(
      result("li.d $f0, 2.5\nli.d $f2, 4\nmul.d $f4, $f0, $f2\ncvt.w.d $f4, $f4\nmfc1 $t0, $f4") ==
      10);
  CHECK(result("li $t1, 7\nmtc1 $t1, $f0\ncvt.d.w $f0, $f0\nli.d $f2, 2\ndiv.d $f0, $f0, "
               "$f2\nfloor.w.d $f0, $f0\n"
               "mfc1 $t0, $f0") == 3);
  CHECK(
      result(
          "li.d $f0, 1\nli.d $f2, 2\nc.lt.d $f0, $f2\nli $t0, 1\nbc1t yes\nli $t0, 0\nyes: nop") ==
      1);
  CHECK(result("li.d $f0, 1\nli.d $f2, 2\nc.le.d 2, $f2, $f0\nli $t0, 1\nbc1t 2, yes\nli $t0, "
               "0\nyes: nop") == 0);
}

TEST_CASE("mips: SPIM's memory map and start") {
  const Program p =
      assembled(Isa::mips, ".data\nx: .word 1\n.text\n.globl main\nnop\nmain: jr $ra");
  CHECK(p.code[0].pc == 0x00400000);
  CHECK(p.entry == 0x00400004);
  CHECK(p.symbols.at("x").address == 0x10010000);
  const ReferenceRun run = run_reference(p, {}, 10);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.regs[29] == 0x7fffeff0);
  CHECK(run.state.regs[31] == p.return_pc);
  CHECK(result("sw $ra, -4($sp)\nlw $t0, -4($sp)") ==
        0x40000c); // the stack is there; two instructions, the return address 4 bytes behind them
}

TEST_CASE("mips: system calls print and read") {
  struct Collect final : OutputSink {
    std::string text;
    void write(std::uint64_t, std::string_view part) override { text += part; }
  } sink;
  Environment environment;
  environment.output = &sink;
  environment.input = "41\n";
  const Program p = assembled(
      Isa::mips, ".data\nm: .asciiz \"n = \"\n.text\nli $v0, 4\nla $a0, m\nsyscall\nli $v0, 5\n"
                 "syscall\naddi $a0, $v0, 1\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall");
  const ReferenceRun run = run_reference(p, environment, 100);
  CHECK(run.trap == Trap::exit);
  CHECK((run.output + sink.text).find("n = 42") != std::string::npos);
}

TEST_CASE("mips: with delay slots a call returns behind its slot") {
  Environment slots;
  slots.delay_slots = true;
  const Program p = assembled(Isa::mips,
                              "main: move $s0, $ra\njal f\nli $t0, 1\nli $t1, 2\njr $s0\nnop\n"
                              "f: jr $ra\nli $t2, 3",
                              delayed());
  const ReferenceRun run = run_reference(p, slots, 100);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.regs[8] == 1);
  CHECK(run.state.regs[9] == 2);
  CHECK(run.state.regs[10] == 3);
}

TEST_CASE("mips: a pseudo-instruction that does not fit a delay slot is a warning") {
  const std::string text = "x: beqz $t0, x\nli $t1, 0x12345\nli $t2, 0x12345\nj x\nnop";
  const Result<Program> r = attempt(Isa::mips, text, delayed());
  REQUIRE(r.ok());
  REQUIRE(r.diagnostics().size() == 1);
  CHECK(r.diagnostics()[0].line == 2);
  CHECK(attempt(Isa::mips, text).diagnostics().empty());
}

TEST_CASE("mips: a pseudo-instruction that overwrites a register of the program is a warning") {
  for (const char* text :
       {"daddiu $at,$zero,5\nx: blt $v0,$v1,x", "DADDIU R27,R0,#5\nx: BLT R2,R3,x"}) {
    const Result<Program> r = attempt(Isa::mips, text);
    REQUIRE(r.ok());
    REQUIRE(r.diagnostics().size() == 1);
    CHECK(r.diagnostics()[0].severity == Severity::warning);
    CHECK(r.diagnostics()[0].line == 2);
  }
  CHECK(attempt(Isa::mips, "DADDIU R4,R0,#5\nx: BLT R2,R3,x").diagnostics().empty());
}

TEST_CASE("mips: R1 of the books is a register like any other") {
  // WinMIPS64's way to walk through an array: an address that takes more than one instruction.
  const char* text = ".data\nA: .word 10,20,30\n.text\nADDI R1,R0,4\nLW R2,A(R1)\nADDI R1,R1,4\n"
                     "LW R3,A(R1)\nADDI R4,R1,#100000\n";
  const Result<Program> r = attempt(Isa::mips, text);
  REQUIRE(r.ok());
  CHECK(r.diagnostics().empty());
  const ReferenceRun run = run_reference(*r, {}, 100);
  CHECK(run.trap == Trap::end);
  CHECK(run.state.regs[1] == 8);
  CHECK(run.state.regs[2] == 20);
  CHECK(run.state.regs[3] == 30);
  CHECK(run.state.regs[4] == 100008);
}

TEST_CASE("mips: mistakes name what was found, what is expected and the nearest word") {
  CHECK(errors("addx $t0, $t1, $t2").at(0) == "1:1 unknown instruction 'addx'; an instruction, a "
                                              "directive or a label with ':'; did you mean add");
  CHECK(errors("addd $t0, $t1, $t2") == Lines{"1:6 operand 1 of 'addd' cannot be '$t0'; an FP "
                                              "register such as $f2 or F2 (addd fd, fs, ft)"});
  CHECK(
      errors("add $t0, $t1, $t11") ==
      Lines{"1:15 '$t11' is no register; an integer register such as $t0 or R8; did you mean $t1"});
  CHECK(errors("add t0, $t1, $t2") == Lines{"1:5 operand 1 of 'add' cannot be 't0'; an integer "
                                            "register such as $t0 or R8 (add rd, rs, rt); "
                                            "did you mean $t0"});
  CHECK(errors("xor $t0, $t1").at(0).find("xor rd, rs, rt") != std::string::npos);
  CHECK(errors("add.d $f0, $f2, $t0") == Lines{"1:17 operand 3 of 'add.d' cannot be '$t0'; an FP "
                                               "register such as $f2 or F2 (add.d fd, fs, ft)"});
  CHECK(errors("sll $t0, $t1, 32").at(0) == "1:15 32 is out of range for 'sll'; 0 to 31");
  CHECK(errors("lui $t0, 65536") == Lines{"1:10 65536 is out of range for 'lui'; 0 to 65535"});
  CHECK(errors("nop\nmfc0 $t0, $14") ==
        Lines{"2:1 'mfc0' is not supported; a program without exception handlers"});
  CHECK(errors("nop\n.kdata") == Lines{"2:1 '.kdata' is not supported"});
  CHECK(errors("main: nop\nj mian") ==
        Lines{"2:3 'mian' is not defined; a line 'mian:', as the last one if the program is to end "
              "there; did you mean main"});
  CHECK(errors("la $t0, far\nnop\n.equ far, 0x123456789").at(0).find("does not fit in 32 bits") !=
        std::string::npos);
  CHECK(errors("x: nop\n.space 200000\nb x").at(0).find("bytes away; -131068 to 131072") !=
        std::string::npos);
}

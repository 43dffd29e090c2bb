// Text for processors with delay slots: how it is known, and what it computes on machines without.
#include "unit/isa/asm_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

/// Of a text that is taken: each remark as "line: message".
std::vector<std::string> said_of(const Result<Program>& result) {
  INFO(format(result.diagnostics()));
  REQUIRE(result.ok());
  std::vector<std::string> out;
  for (const Diagnostic& d : result.diagnostics())
    out.push_back(fmt::format("{}: {}", d.line, d.message));
  return out;
}

} // namespace

TEST_CASE("delay slots: code for delay slots on a machine without them is told") {
  const char* text = ".set noreorder\n.set nomacro\nl: addiu $t0, $t0, -1\nbnez $t0, l\nnop\n";
  const std::vector<std::string> told = said_of(attempt(Isa::mips, text));
  REQUIRE(told.size() == 1);
  CHECK(told[0].starts_with("1: the code is written for delay slots"));
  CHECK(told[0].find("--set branch.delay_slot=true") != std::string::npos);
  AssembleOptions options;
  options.delay_slots = true;
  CHECK(said_of(attempt(Isa::mips, text, options)).empty());
  CHECK(said_of(attempt(Isa::mips, ".set noreorder\n.cpload $25\n.set reorder\nl: bnez $t0, l"))
            .empty());
}

// By hand, with slots: $2 = 10 + 9 + ... + 0 = 55 and $4 = -1, as the slot of bne is executed with
// the last one too; beq is not taken and $2 becomes 56; $5 = 56 before g, 63 behind it; b takes its
// slot along: $6 = 163, $7 = 164. The branch bne reads $4 as it was before its slot.
TEST_CASE("delay slots: without delay slots what stands in them is executed before the branch") {
  const Program program = assembled(Isa::mips, R"(
  .set noreorder
f: addiu $4,$0,10
   addiu $2,$0,0
$L1:
   addu $2,$2,$4
   bne $4,$0,$L1
   addiu $4,$4,-1
   beq $2,$0,$L1
   addiu $2,$2,1
   jal g
   move $5,$2
   b $L9
   addiu $6,$5,100
   addiu $6,$0,1
g: jr $31
   addiu $5,$5,7
$L9: addiu $7,$6,1
)");
  const ArchState end = run_to_end(program);
  CHECK(end.regs[2] == 56);
  CHECK(end.regs[4] == ~std::uint64_t{0});
  CHECK(end.regs[5] == 63);
  CHECK(end.regs[6] == 163);
  CHECK(end.regs[7] == 164);
}

TEST_CASE("delay slots: that of a branch-likely is executed only with the branch") {
  // $5 counts the four branches that are taken of five; the beql is not taken, and leaves 7.
  const ArchState end = run_to_end(assembled(Isa::mips, R"(
   .set noreorder
   li $4,5
   li $5,0
$L2: addiu $4,$4,-1
   bgtzl $4,$L2
   addiu $5,$5,1
   li $6,7
   beql $4,$5,$L3
   li $6,8
$L3: bnel $4,$5,$L4
   li $7,9
   li $7,10
$L4: nop
)"));
  CHECK(end.regs[5] == 4);
  CHECK(end.regs[6] == 7);
  CHECK(end.regs[7] == 9);
}

TEST_CASE("delay slots: that of a conditional call, likely or not") {
  // $6: 1 for the slot, 16 for the function; $5: where it returns to.
  const auto result = [](const std::string& call, int a) {
    const Program program =
        assembled(Isa::mips, ".set noreorder\nli $6,0\nli $4," + std::to_string(a) + "\n" + call +
                                 " $4,$L1\naddiu $6,$6,1\n$L0: li $2,10\nsyscall\n"
                                 "$L1: jr $31\naddiu $6,$6,16\n");
    CHECK(program.misses_delay_slots != call.ends_with("all"));
    return run_to_end(program).regs[6];
  };
  CHECK(result("bltzal", -1) == 17);
  CHECK(result("bltzal", 0) == 1);
  CHECK(result("bgezal", 0) == 17);
  CHECK(result("bgezal", -1) == 1);
  CHECK(result("bltzall", -1) == 17);
  CHECK(result("bltzall", 0) == 0);
  CHECK(result("bgezall", 0) == 17);
  CHECK(result("bgezall", -1) == 0);
  // The slot changes the register that is compared: that of a branch-likely lies behind it.
  CHECK(run_to_end(assembled(Isa::mips, ".set noreorder\nli $4,-1\nbltzall $4,$L1\nli $4,5\n"
                                        "li $4,9\n$L1: nop\n"))
            .regs[4] == 5);
}

TEST_CASE("delay slots: a text with a branch-likely is given none, whatever is in its slot") {
  CHECK_FALSE(assembled(Isa::mips, ".set noreorder\n$L1: addiu $4,$4,-1\nbnel $4,$0,$L1\nnop\n"
                                   "jr $31\nnop\n")
                  .misses_delay_slots);
}

TEST_CASE("delay slots: what cannot go in front of its branch stays, and that is said") {
  const std::string begin = ".set noreorder\nf: addiu $4,$0,1\n";
  const auto stays = [&](const std::string& code) {
    const auto said = said_of(attempt(Isa::mips, begin + code));
    REQUIRE(said.size() == 2);
    return said[1];
  };
  CHECK(stays("beq $4,$5,f\n$L1: addiu $5,$5,1").find("as a label leads to it") !=
        std::string::npos);
  CHECK(stays("jal f\nmove $5,$31").find("as it needs the return address") != std::string::npos);
  CHECK(stays("bgezall $4,f\nmove $5,$31").find("needs the return address") != std::string::npos);
  CHECK(stays("bgezal $4,f\nmove $4,$6").find("changes what the branch depends on") !=
        std::string::npos);
  CHECK(stays("bc1t f\nc.eq.d $f0,$f2").find("changes what the branch depends on") !=
        std::string::npos);
  CHECK(stays("bne $4,$27,f\naddiu $4,$4,1").find("changes what the branch depends on") !=
        std::string::npos);
}

TEST_CASE("delay slots: a disassembler's listing of MIPS code has them") {
  const Program program = assembled(Isa::mips, R"(
a.o:     file format elf32-tradlittlemips

Disassembly of section .text:

00000000 <f>:
   0:	2404000a 	li	a0,10
   4:	00001025 	move	v0,zero

00000008 <l>:
   8:	00441021 	addu	v0,v0,a0
   c:	1480fffe 	bnez	a0,8 <l>
  10:	2484ffff 	addiu	a0,a0,-1
  14:	03e00008 	jr	ra
  18:	24420001 	addiu	v0,v0,1
)");
  CHECK(program.misses_delay_slots);
  const ArchState end = run_to_end(program);
  CHECK(end.regs[2] == 56); // 10 + 9 + ... + 0, and 1
  CHECK(end.regs[4] == ~std::uint64_t{0});
}

TEST_CASE("delay slots: that code is written for delay slots is known of the program") {
  const char* text = ".set noreorder\nl: addiu $t0, $t0, -1\nbnez $t0, l\nnop\n";
  CHECK(assembled(Isa::mips, text).misses_delay_slots);
  AssembleOptions options;
  options.delay_slots = true;
  CHECK_FALSE(attempt(Isa::mips, text, options)->misses_delay_slots);
  CHECK_FALSE(assembled(Isa::mips, "l: bnez $t0, l\nnop").misses_delay_slots);
  // A compiler's listing without its directives: what stands behind the return is dead otherwise.
  const auto is_assumed = [](const std::string& source) {
    return assembled(Isa::mips, source).misses_delay_slots;
  };
  const char* listing = "f: lw $3, 0($5)\nbne $5, $4, f\naddu $2, $2, $3\njr $31\nmove $4, $0\n";
  CHECK(is_assumed(listing));
  CHECK_FALSE(attempt(Isa::mips, listing, options)->misses_delay_slots);
  AssembleOptions strict;
  strict.strict = true;
  CHECK_FALSE(attempt(Isa::mips, listing, strict)->misses_delay_slots);
  CHECK_FALSE(is_assumed(std::string(".set reorder\n") + listing));
  // Registers as people write them, or no return, or a slot that is a branch or has a label.
  CHECK_FALSE(is_assumed("f: lw $v1, 0($a1)\njr $ra\nmove $a0, $zero"));
  CHECK_FALSE(is_assumed("ADDI R4, R0, #0\nJ l\nADDI R4, R4, #8\nl: ADDI R5, R4, #1"));
  CHECK_FALSE(is_assumed("addiu $4, $0, 0\nj l\naddiu $4, $4, 8\nl: addiu $5, $4, 1"));
  CHECK_FALSE(is_assumed("f: beq $4, $5, f\nm: addiu $4, $4, 1\njr $31\nmove $2, $4"));
  CHECK_FALSE(is_assumed("f: beq $4, $5, f\nbne $4, $5, f\nnop\njr $31\nmove $2, $4"));
  // By hand: a label behind every jump, or nothing, or what keeps the slot free.
  CHECK_FALSE(assembled(Isa::mips, "j l\nm: addi $t0, $t0, 1\nl: jr $ra").misses_delay_slots);
  CHECK_FALSE(assembled(Isa::mips, "j l\nnop\nm: nop\nl: jr $ra\nnop").misses_delay_slots);
  CHECK_FALSE(assembled(Isa::mips, "jal f\naddi $t0, $t0, 1\nf: jr $ra").misses_delay_slots);
}

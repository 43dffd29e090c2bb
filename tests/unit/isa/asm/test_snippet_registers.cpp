// What sp, gp and ra begin with in text that is pasted: an address where they are used as such.
#include "unit/isa/asm_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

/// What a register begins with.
std::uint64_t first_value(Isa isa, std::string_view text, RegId reg) {
  return initial_state(assembled(isa, text)).regs[reg];
}

} // namespace

TEST_CASE("snippets: sp, gp and ra called by number are registers like any other") {
  // Hennessy and Patterson, 6th edition, section 3.1: x2 is where the loop ends.
  const std::string loop = "Loop: fld f0,0(x1)\nfadd.d f4,f0,f2\nfsd f4,0(x1)\n"
                           "addi x1,x1,-8\nbne x1,x2,Loop\n";
  const RegId ra = riscv::kRa;
  const RegId sp = riscv::kSp;
  CHECK(first_value(Isa::riscv, loop, ra) == 0);
  CHECK(first_value(Isa::riscv, loop, sp) == 0);
  CHECK(first_value(Isa::riscv, "ADD X3,X3,X2\nADDI X1,X1,1\n", riscv::kGp) == 0);
  CHECK(first_value(Isa::riscv, "ADD X3,X3,X2\nADDI X1,X1,1\n", ra) == 0);
  // Of two pointers that walk, up or down, none is a stack; nor is a counter.
  CHECK(first_value(Isa::riscv, "l: ld x5,0(x2)\nsd x5,0(x1)\naddi x2,x2,-8\nbnez x2,l", sp) == 0);
  CHECK(first_value(Isa::riscv, "l: ld x5,0(x2)\naddi x2,x2,8\nbne x2,x4,l", sp) == 0);
  CHECK(first_value(Isa::riscv, "l: addi x2,x2,-1\nsd x5,0(x6)\nbnez x2,l", sp) == 0);
  CHECK(first_value(Isa::mips, "Loop: L.D F0,0(R1)\nDADDUI R1,R1,#-8\nBNE R1,R29,Loop", 29) == 0);
  CHECK(first_value(Isa::mips, "add $31,$31,$28\nadd $28,$29,$8", 28) == 0);
  CHECK(first_value(Isa::mips, "add $31,$31,$28\nadd $28,$29,$8", 29) == 0);
  CHECK(first_value(Isa::mips, "add $31,$31,$28\nadd $28,$29,$8", 31) == 0);
}

TEST_CASE("snippets: sp, gp and ra that are used as such, or called so, begin as such") {
  const RegId ra = riscv::kRa;
  const RegId sp = riscv::kSp;
  const auto kept = [](Isa isa, const char* text, RegId reg) {
    INFO(text);
    CHECK(first_value(isa, text, reg) != 0);
  };
  kept(Isa::riscv, "addi sp,sp,1\nadd x2,x2,x2", sp);
  kept(Isa::riscv, "bne x1,sp,end\nend: nop", sp);
  kept(Isa::riscv, "addi x2,x2,-16\nsd x8,8(x2)\nld x8,8(x2)\naddi x2,x2,16", sp);
  kept(Isa::riscv, "addi x2,x2,-64\naddi x10,x2,8\nsw x0,0(x10)", sp);
  kept(Isa::riscv, "addi x2,x2,-16\nsd x1,8(x2)\njal x1,f\nld x1,8(x2)\nf: jalr x0,0(x1)", ra);
  kept(Isa::riscv, "add x1,x1,x0\nret", ra);
  kept(Isa::riscv, "main: add x3,x3,x2\nbne x1,x2,main", sp);
  kept(Isa::riscv, "_start: add x3,x3,x2\nbne x1,x2,_start", riscv::kGp);
  // at 0 is nothing that a text with its own memory could mean
  kept(Isa::riscv, ".data\nv: .dword 1\n.text\nsw x5,-4(x2)", sp);
  kept(Isa::mips, ".data\nv: .word 1\n.text\nlw $8,-32752($28)", 28);
  kept(Isa::mips, "addiu $29,$29,-8\nsw $31,4($29)\nlw $31,4($29)\njr $31", 29);
  kept(Isa::mips, "addiu $29,$29,-8\nsw $31,4($29)\nlw $31,4($29)\njr $31", 31);
  kept(Isa::mips, "addi R29,R29,-8\nsw R8,4(R29)", 29);
  kept(Isa::mips, "sw $8,-4($sp)\nadd $29,$29,$8", 29);
  kept(Isa::mips, ".data\nv: .word 1\n.text\nlw $8,%gp_rel(v)($28)", 28);
  kept(Isa::x86, "addq %rsp,%rax", x86::kRsp);
  // What the text says goes first.
  CHECK(first_value(Isa::riscv, ".reg x2 = 80\nbne x1,x2,e\ne: nop", sp) == 80);
}

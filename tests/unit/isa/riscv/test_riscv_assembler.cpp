#include "isa/riscv_code.hpp"
#include "unit/isa/asm_testing.hpp"

#include <cstdint>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

// What the assembler makes of instructions beyond RV64IM; differential/test_assembler.cpp has every
// one of them against binutils.

namespace {

std::string expand(std::string_view text, unsigned xlen = 64) {
  return texts(Isa::riscv, text, with_xlen(xlen));
}
std::uint32_t code(std::string_view text, unsigned xlen = 64) {
  return assembled(Isa::riscv, text, with_xlen(xlen)).code.front().raw;
}
std::string uses(std::string_view text) {
  return registers(assembled(Isa::riscv, text));
}
using Lines = std::vector<std::string>;
Lines errors(std::string_view text) {
  return problems(Isa::riscv, text);
}

} // namespace

TEST_CASE("riscv assembler: FP instructions, their registers by both names, their rounding modes") {
  // funct7 rs2 rs1 rm rd 1010011: 0000000 01100 01011 111 01010 1010011, dynamic when left out
  CHECK(code("fadd.s fa0, fa1, fa2") == 0x00c5f553);
  CHECK(code("fadd.s f10, f11, f12, dyn") == 0x00c5f553);
  CHECK(code("fadd.s fa0, fa1, fa2, rtz") == 0x00c59553);
  CHECK(code("fadd.d fa0, fa1, fa2, rmm") == 0x02c5c553);
  CHECK(code("fmadd.d fa0, fa1, fa2, fa3") == 0x6ac5f543);
  CHECK(code("fcvt.d.w fa0, a0") == 0xd2050553); // exact: rm is 0 when left out
  CHECK(code("fcvt.w.d a0, fa0, rup") == 0xc2053553);
  CHECK(expand("fsqrt.d fa0, f31, rdn") == "fsqrt.d fa0, ft11, rdn");
  CHECK(expand("fle.s a0, ft0, fs11") == "fle.s a0, ft0, fs11");
  CHECK(uses("fmadd.d fa0, fa1, fa2, fa3") == "fa1 fa2 fa3 -> fa0");
  CHECK(uses("fsd fa0, 8(a1)") == "a1 fa0!data ->");
  CHECK(uses("fmv.x.d a0, fa1") == "fa1 -> a0");
}

TEST_CASE("riscv assembler: FP pseudo-instructions") {
  CHECK(expand("fmv.s fa0, fa1") == "fsgnj.s fa0, fa1, fa1");
  CHECK(expand("fneg.s fa0, fa1") == "fsgnjn.s fa0, fa1, fa1");
  CHECK(expand("fabs.s fa0, fa1") == "fsgnjx.s fa0, fa1, fa1");
  CHECK(expand("fmv.d fa0, fa1") == "fsgnj.d fa0, fa1, fa1");
  CHECK(expand("fneg.d fa0, fa1") == "fsgnjn.d fa0, fa1, fa1");
  CHECK(expand("fabs.d fa0, fa1") == "fsgnjx.d fa0, fa1, fa1");
  CHECK(expand("fgt.d a0, fa1, fa2") == "flt.d a0, fa2, fa1");
  CHECK(expand("fge.s a0, fa1, fa2") == "fle.s a0, fa2, fa1");
  CHECK(expand("frcsr a0") == "csrrs a0, fcsr, zero");
  CHECK(expand("fscsr a0") == "csrrw zero, fcsr, a0");
  CHECK(expand("fsrm a0, a1") == "csrrw a0, frm, a1");
  CHECK(expand("fsrmi 3") == "csrrwi zero, frm, 3");
  CHECK(expand("fsflagsi a0, 31") == "csrrwi a0, fflags, 31");
}

TEST_CASE("riscv assembler: a program of doubles and singles computes") {
  const Program p = assembled(Isa::riscv, R"(
    .data
    .balign 8
d:  .double 1.5, -0.25
s:  .float 2.5
    .balign 8
r:  .space 8
    .text
    fld fa0, d, t0
    la t0, d
    fld fa1, 8(t0)
    flw fa2, s, t0
    fadd.d fa3, fa0, fa1        # 1.25
    fcvt.w.s a0, fa2, rne       # 2
    fcvt.w.s a1, fa2, rup       # 3
    fsd fa3, r, t0
    ld a2, r
    fneg.d fa4, fa3
    fmv.x.d a3, fa4
)");
  const ArchState s = run_to_end(p);
  CHECK(s.regs[10] == 2);
  CHECK(s.regs[11] == 3);
  CHECK(s.regs[12] == 0x3ff4000000000000ULL); // 1.25 = 1.01 in binary
  CHECK(s.regs[13] == 0xbff4000000000000ULL);
}

TEST_CASE("riscv assembler: atomics, fences, bit manipulation, conditional zero") {
  CHECK(code("amoadd.d.aqrl a0, a1, (a2)") == 0x06b6352f);
  CHECK(code("amoadd.d.aqrl a0, a1, 0(a2)") == 0x06b6352f);
  CHECK(code("lr.d a0, (a1)") == 0x1005b52f);
  CHECK(expand("sc.w.rl a0, a1, (a2)") == "sc.w.rl a0, a1, (a2)");
  CHECK(code("fence") == 0x0ff0000f);
  CHECK(code("fence rw, w") == 0x0310000f);
  CHECK(code("fence.i") == 0x0000100f);
  CHECK(expand("zext.w a0, a1") == "add.uw a0, a1, zero");
  CHECK(expand("ror a0, a1, 7") == "rori a0, a1, 7");
  CHECK(expand("rev8 a0, a1", 32) == "rev8 a0, a1");
  CHECK(code("rev8 a0, a1", 32) == 0x6985d513);
  CHECK(code("rev8 a0, a1", 64) == 0x6b85d513);
  CHECK(expand("czero.eqz a0, a1, a2") == "czero.eqz a0, a1, a2");
  CHECK(expand("mret\nwfi\nebreak") == "mret\nwfi\nebreak");
}

TEST_CASE("riscv assembler: CSRs by name and number") {
  CHECK(code("csrr a0, mstatus") == 0x30002573);
  CHECK(code("csrw 0x300, a0") == 0x30051073);
  CHECK(code("csrrci a0, mstatus, 31") == 0x300ff573);
  CHECK(code("csrr a0, mhpmcounter31") == 0xb1f02573);
  CHECK(code("csrr a0, pmpaddr63") == 0x3ef02573);
  CHECK(expand("csrr a0, 0x7c0") == "csrrs a0, 0x7c0, zero");
  CHECK(expand("csrr a0, mstatush", 32) == "csrrs a0, mstatush, zero");
  CHECK(errors("csrr a0, 4096") == Lines{"1:10 4096 is out of range for 'csrr'; 0 to 4095"});
  CHECK(errors("csrwi frm, 32") == Lines{"1:12 32 is out of range for 'csrwi'; 0 to 31"});
}

TEST_CASE("riscv assembler: .insn places any code, legal or not") {
  CHECK(code(".insn 4, 0x00c58533") == 0x00c58533);
  CHECK(expand(".insn 2, 0x4515\nnop") == ".insn 2, 0x4515\nnop");
  const Program p = assembled(Isa::riscv, "li a0, 5\n.insn 4, 0xffffffff");
  CHECK(run_reference(p, {}, 10).trap == Trap::illegal);
  CHECK(run_reference(assembled(Isa::riscv, "unimp"), {}, 10).trap == Trap::illegal);
  CHECK(errors(".insn 4, 0x4515") ==
        Lines{"1:10 0x4515 is no code of 4 bytes; 32 bits of which the low two are set"});
  CHECK(errors(".insn 2, 0x10001").size() == 1);
  CHECK(errors(".insn 3, 1").size() == 1);
}

TEST_CASE("riscv assembler: wrong FP operands are named") {
  CHECK(errors("fadd.s fa0, fa1, a2") ==
        Lines{"1:18 operand 3 of 'fadd.s' cannot be 'a2'; an FP register such as fa0 or f10 "
              "(fadd.s rd, rs1, rs2)"});
  CHECK(errors("fadd.s fa0, fa1, fa2, rtx").size() == 1);
  CHECK(errors("fcvt.l.s a0, fa0").empty());
  CHECK(problems(Isa::riscv, "fcvt.l.s a0, fa0", with_xlen(32)) ==
        Lines{"1:1 'fcvt.l.s' exists only with 64-bit registers; an instruction for 32-bit "
              "registers"});
  CHECK(errors("amoadd.w a0, a1, 4(a2)").size() == 1); // no displacement
}

TEST_CASE("riscv assembler: a program can read its own code and the data in it") {
  const ArchState s = run_to_end(assembled(
      Isa::riscv, "la a1, here\nlwu a0, 0(a1)\nlhu a2, 4(a1)\nj over\nhere: add a0, a1, a2\n"
                  "c.li a0, 5\nover: nop"));
  CHECK(s.regs[10] == 0x00c58533);
  CHECK(s.regs[12] == 0x4515);
}

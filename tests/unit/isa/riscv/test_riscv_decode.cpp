#include "isa/registers.hpp"
#include "isa/riscv_code.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::isa;

namespace {

constexpr std::uint64_t kPc = 0x10000;

Instruction decoded(std::uint32_t bits, unsigned xlen = 64) {
  return decode_riscv(bits, kPc, xlen);
}
std::string listing(std::uint32_t bits, unsigned xlen = 64) {
  return disassemble_riscv(decoded(bits, xlen), xlen);
}
std::string exact(std::uint32_t bits, unsigned xlen = 64) {
  return disassemble_riscv(decoded(bits, xlen), xlen, {}, RiscvText::exact);
}
/// Registers as numbers: "rd rs1 rs2 imm"; the sink is -.
std::string operands(const Instruction& i) {
  const std::string rd = i.rd == kSinkRegister ? "-" : std::to_string(i.rd);
  return rd + " " + std::to_string(i.rs1) + " " + std::to_string(i.rs2) + " " +
         std::to_string(i.imm);
}

} // namespace

// Code by hand: imm << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode and its variants.

TEST_CASE("riscv code: immediates of every format, smallest and largest") {
  CHECK(operands(decoded(0x80058513)) == "10 11 0 -2048"); // addi a0, a1, -2048
  CHECK(operands(decoded(0x7ff58513)) == "10 11 0 2047");
  CHECK(operands(decoded(0x80a5a023)) == "- 11 10 -2048"); // sw a0, -2048(a1): 7 + 5 bits
  CHECK(operands(decoded(0x7ea5afa3)) == "- 11 10 2047");
  CHECK(decoded(0x80b50063).target == kPc - 4096); // beq a0, a1: only bit 12
  CHECK(decoded(0x7eb50fe3).target == kPc + 4094);
  CHECK(decoded(0x800000ef).target == kPc - (1 << 20)); // jal ra: only bit 20
  CHECK(decoded(0x7ffff0ef).target == kPc + (1 << 20) - 2);
  CHECK(decoded(0x80000537).imm == INT32_MIN);                             // lui a0, 0x80000
  CHECK(decoded(0xfffff517).imm == static_cast<std::int64_t>(kPc) - 4096); // auipc a0, 0xfffff
  CHECK(decoded(0x03f59513).imm == 63);                                    // slli a0, a1, 63
}

TEST_CASE("riscv code: immediates of compressed formats, bit by bit") {
  CHECK(operands(decoded(0x1fe0)) == "8 2 0 1020"); // c.addi4spn s0, sp, 1020
  CHECK(operands(decoded(0x0040)) == "8 2 0 4");    // bit 6 is 4
  CHECK(operands(decoded(0x0020)) == "8 2 0 8");    // bit 5 is 8
  CHECK(operands(decoded(0x6105)) == "2 2 0 32");   // c.addi16sp: bit 2 is 32
  CHECK(operands(decoded(0x7101)) == "2 2 0 -512"); // bit 12
  CHECK(operands(decoded(0x4080)) == "8 9 0 0");    // c.lw s0, 0(s1)
  CHECK(operands(decoded(0x40c0)) == "8 9 0 4");    // bit 6 is 4
  CHECK(operands(decoded(0x40a0)) == "8 9 0 64");   // bit 5 is 64
  CHECK(operands(decoded(0x70e0)) == "8 9 0 224");  // c.ld s0, 224(s1): bits 12, 6, 5
  CHECK(operands(decoded(0x507e)) == "- 0 0 0");    // c.lwsp to x0 is reserved
  CHECK(operands(decoded(0x50fe)) == "1 2 0 252");  // c.lwsp ra, 252(sp)
  CHECK(operands(decoded(0x70fe)) == "1 2 0 504");  // c.ldsp ra, 504(sp)
  CHECK(operands(decoded(0xdf86)) == "- 2 1 252");  // c.swsp ra, 252(sp)
  CHECK(operands(decoded(0xff86)) == "- 2 1 504");  // c.sdsp ra, 504(sp)
  CHECK(decoded(0x757d).imm == -4096);              // c.lui a0, 0xfffff
  CHECK(decoded(0xb001).target == kPc - 2048);      // c.j: bit 12
  CHECK(decoded(0xaffd).target == kPc + 2046);      // all but bit 12
  CHECK(decoded(0xd001).target == kPc - 256);       // c.beqz s0: bit 12
  CHECK(decoded(0xcc7d).target == kPc + 254);
}

TEST_CASE("riscv code: what compressed instructions stand for") {
  CHECK(decoded(0x852e).op == Op::add); // c.mv a0, a1 is add a0, x0, a1
  CHECK(operands(decoded(0x852e)) == "10 0 11 0");
  CHECK(operands(decoded(0x952e)) == "10 10 11 0"); // c.add a0, a1
  CHECK(decoded(0x8082).op == Op::jump_register);
  CHECK(decoded(0x9082).op == Op::jump_link_register);
  CHECK(decoded(0x9002).op == Op::breakpoint);
  CHECK(decoded(0x2001, 64).op == Op::unknown); // c.addiw to x0; on RV32 c.jal
  CHECK(decoded(0x2001, 32).op == Op::jump_link);
  CHECK(decoded(0x2001, 32).rd == riscv::kRa);
  CHECK(decoded(0x6080, 64).op == Op::ld);
  CHECK(decoded(0x6080, 32).op == Op::flw);
  CHECK(decoded(0x6080, 32).rd == kFirstFpRegister + 8);
  CHECK(decoded(0x0001).op == Op::nop);
  CHECK(decoded(0xffff8082).raw == 0x8082); // the other half belongs to the next instruction
}

TEST_CASE("riscv code: reserved and foreign code is illegal, with its size") {
  for (const std::uint32_t bits :
       {0x0000U, 0x0004U, 0x6101U, 0x6501U, 0x8002U, 0x4002U, 0x6002U, 0x2001U, 0x9c79U, 0x9000U}) {
    INFO(std::hex << bits);
    CHECK(decoded(bits).op == Op::unknown);
    CHECK(decoded(bits).size == 2);
  }
  for (const std::uint32_t bits : {
           0xffffffffU, // longer than 32 bits
           0x0000700bU, // custom-0
           0x10200073U, // sret
           0x02c5d553U, // fadd.d with rounding mode 5
           0x02c5e553U, // and 6
           0x1015252fU, // lr.w with a second source
           0x00002063U, // branch with funct3 2
           0x00008073U, // ecall with a source
       }) {
    INFO(std::hex << bits);
    CHECK(decoded(bits).op == Op::unknown);
    CHECK(decoded(bits).size == 4);
  }
}

TEST_CASE("riscv code: what exists with one register width only") {
  CHECK(decoded(0x02059513, 32).op == Op::unknown); // slli by 32
  CHECK(decoded(0x02059513, 64).op == Op::sll);
  CHECK(decoded(0x00c5853b, 32).op == Op::unknown); // addw
  CHECK(decoded(0x00c5853b, 64).op == Op::addw);
  CHECK(decoded(0x0005b503, 32).op == Op::unknown); // ld
  CHECK(decoded(0x1502, 32).op == Op::unknown);     // c.slli a0, 32
  CHECK(decoded(0x1502, 64).op == Op::sll);
  CHECK(decoded(0x0805c533, 32).op == Op::zext_h);
  CHECK(decoded(0x0805c533, 64).op == Op::pack); // a0, a1, zero of Zbkb
  CHECK(decoded(0x0805c53b, 64).op == Op::zext_h);
  CHECK(decoded(0x6985d513, 32).op == Op::rev8_w);
  CHECK(decoded(0x6b85d513, 64).op == Op::rev8);
  CHECK(decoded(0xc0058553 | 2U << 20, 32).op == Op::unknown); // fcvt.l.s
  CHECK(decoded(0x1005b52f, 32).op == Op::unknown);            // lr.d
}

TEST_CASE("riscv code: RV32 uses the operations on words, and addresses of 32 bits") {
  CHECK(decoded(0x00c58533, 32).op == Op::addw);
  CHECK(decoded(0x02c5b533, 32).op == Op::mulhuw);
  CHECK(decoded(0x60059513, 32).op == Op::clz_w);
  CHECK(decoded(0x60c5d533, 32).op == Op::ror_w);
  CHECK(decode_riscv(0xfffff517, 0, 32).imm == -4096);         // auipc a0, 0xfffff at 0
  CHECK(decode_riscv(0x800000ef, 0, 32).target == 0xfff00000); // jal ra, -1 MiB
}

TEST_CASE("riscv code: register files, rounding modes and the third source") {
  const Instruction fused = decoded(0x6ac5f543); // fmadd.d fa0, fa1, fa2, fa3
  CHECK(fused.op == Op::rv_fmadd_d);
  CHECK(fused.op_class == OpClass::fp_fused);
  CHECK(fused.rd == kFirstFpRegister + 10);
  CHECK(fused.rs1 == kFirstFpRegister + 11);
  CHECK(fused.rs2 == kFirstFpRegister + 12);
  CHECK(fused.rs3 == kFirstFpRegister + 13);
  CHECK(fused.rounding == 7);
  CHECK(decoded(0x6ac5c543).rounding == 4); // rmm
  const Instruction compare = decoded(0xa2c5a553);
  CHECK(compare.rd == 10);
  CHECK(compare.rs1 == kFirstFpRegister + 11);
  CHECK(decoded(0x0005a007).rd == kFirstFpRegister); // flw ft0: register 0 is no zero register
}

TEST_CASE("riscv code: reads of a CSR, writes, and constants") {
  const Instruction read = decoded(0x30002573); // csrrs a0, mstatus, x0
  CHECK(read.op == Op::csr_read);
  CHECK(read.op_class == OpClass::integer);
  CHECK(read.imm == 0x300);
  CHECK(decoded(0x30006573).op == Op::csr_read); // csrrsi a0, mstatus, 0
  const Instruction write = decoded(0x30051073); // csrrw x0, mstatus, a0
  CHECK(write.op == Op::csr_write);
  CHECK(write.op_class == OpClass::system);
  CHECK(write.rd == kSinkRegister);
  CHECK(write.rs1 == 10);
  CHECK_FALSE(write.has_immediate);
  const Instruction constant = decoded(0x300ff573); // csrrci a0, mstatus, 31
  CHECK(constant.op == Op::csr_clear);
  CHECK(constant.has_immediate);
  CHECK(constant.target == 31);
  CHECK(constant.imm == 0x300);
  CHECK(constant.rs1 == 0);
  CHECK(decoded(0x30005073).op == Op::csr_write); // csrrwi x0, mstatus, 0 writes 0
}

TEST_CASE("riscv code: jumps that keep no return address, calls of the environment, nop") {
  CHECK(decoded(0x0000006f).op == Op::jump);
  CHECK(decoded(0x000000ef).op == Op::jump_link);
  CHECK(decoded(0x00008067).op == Op::jump_register);
  CHECK(decoded(0x000080e7).op == Op::jump_link_register);
  const Instruction call = decoded(0x00000073);
  CHECK(operands(call) == "10 17 10 12");
  CHECK(decoded(0x00000013).op == Op::nop);
  CHECK(decoded(0x00100013).op == Op::add); // a hint: no operand but x0, no effect
  CHECK(decoded(0x0000100f).op == Op::fence_i);
  CHECK(decoded(0x30200073).op == Op::mret);
  CHECK(decoded(0x10500073).op == Op::wfi);
}

TEST_CASE("riscv code: listings read as people write") {
  CHECK(listing(0x00008067) == "ret");
  CHECK(listing(0x8082) == "ret");
  CHECK(listing(0x00500513) == "li a0, 5");
  CHECK(listing(0x4515) == "li a0, 5");
  CHECK(listing(0x852e) == "mv a0, a1");
  CHECK(listing(0x00058513) == "mv a0, a1");
  CHECK(listing(0x952e) == "add a0, a0, a1");
  CHECK(listing(0x1101) == "addi sp, sp, -32");
  CHECK(listing(0x6105) == "addi sp, sp, 32");
  CHECK(listing(0x50fe) == "lw ra, 252(sp)");
  CHECK(listing(0x0000006f) == "j 0x10000");
  CHECK(listing(0x00c5f553) == "fadd.s fa0, fa1, fa2");
  CHECK(listing(0x00c59553) == "fadd.s fa0, fa1, fa2, rtz");
  CHECK(listing(0xd2050553) == "fcvt.d.w fa0, a0");
  CHECK(listing(0x06b6352f) == "amoadd.d.aqrl a0, a1, (a2)");
  CHECK(listing(0x0310000f) == "fence rw, w");
  CHECK(listing(0x30002573) == "csrr a0, mstatus");
  CHECK(listing(0x1235a573) == "csrrs a0, 0x123, a1");
  CHECK(listing(0xc8002573, 32) == "rdcycleh a0");
  CHECK(listing(0xb8002573, 32) == "csrr a0, mcycleh");
  CHECK(listing(0xb8002573, 64) == "csrr a0, 0xb80"); // with 64 bits there are no upper halves
  CHECK(listing(0x34002573, 64) == "csrr a0, mscratch");
  CHECK(listing(0xffffffff) == ".4byte 0xffffffff");
  CHECK(listing(0x0000) == "unimp");
  CHECK(disassemble_riscv(decoded(0x0000006f), 64, [](std::uint64_t) { return "main+8"; }) ==
        "j 0x10000 <main+8>");
}

TEST_CASE("riscv code: exact text says every bit") {
  CHECK(exact(0x8082) == "c.jr ra");
  CHECK(exact(0x00008067) == "jalr zero, 0(ra)");
  CHECK(exact(0x4515) == "c.li a0, 5");
  CHECK(exact(0x6105) == "c.addi16sp sp, 32");
  CHECK(exact(0x0040) == "c.addi4spn s0, sp, 4");
  CHECK(exact(0x0ff0000f) == "fence iorw, iorw");
  CHECK(exact(0x0ff0008f) == ".insn 4, 0x0ff0008f"); // a reserved field is not 0
  CHECK(exact(0x0000) == ".insn 2, 0x0000");
  CHECK(disassemble_riscv(
            decoded(0x0000006f), 64, [](std::uint64_t) { return "main"; }, RiscvText::exact) ==
        "jal zero, main");
}

TEST_CASE("riscv code: encoding refuses operands that do not fit") {
  CHECK(encode_riscv("addi", {.rd = 10, .rs1 = 11, .immediate = -1}, 64) == 0xfff58513U);
  CHECK(encode_riscv("addi", {.rd = 10, .rs1 = 11, .immediate = 2048}, 64) == std::nullopt);
  CHECK(encode_riscv("addi", {.rd = kFirstFpRegister, .rs1 = 11}, 64) == std::nullopt);
  CHECK(encode_riscv("slli", {.rd = 10, .rs1 = 11, .immediate = 32}, 32) == std::nullopt);
  CHECK(encode_riscv("slli", {.rd = 10, .rs1 = 11, .immediate = 32}, 64) == 0x02059513U);
  CHECK(encode_riscv("addw", {.rd = 10, .rs1 = 11, .rs2 = 12}, 32) == std::nullopt);
  CHECK(encode_riscv("c.lw", {.rd = 8, .rs1 = 9, .immediate = 124}, 64) == 0x5ce0U);
  CHECK(encode_riscv("c.lw", {.rd = 7, .rs1 = 9, .immediate = 124}, 64) == std::nullopt);
  CHECK(encode_riscv("c.lw", {.rd = 8, .rs1 = 9, .immediate = 126}, 64) == std::nullopt);
  CHECK(encode_riscv("c.mv", {.rd = 10, .rs2 = 0}, 64) == std::nullopt); // that is c.jr
  CHECK(encode_riscv("c.lui", {.rd = 2, .immediate = 1}, 64) == std::nullopt);
  CHECK(encode_riscv("fadd.s", {.rd = 32, .rs1 = 32, .rs2 = 32, .rounding = 5}, 64) ==
        std::nullopt);
  CHECK(encode_riscv("ret", {}, 64) == std::nullopt);
}

#include "unit/isa/asm_testing.hpp"

#include <cstdint>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

// Every compressed instruction, written as text, assembled and executed. Each test says what the
// instruction does to a register it names; all are 2 bytes long.

namespace {

/// State behind `setup` (long instructions) and one compressed instruction.
ArchState after(const std::string& setup, const std::string& instruction, unsigned xlen = 64) {
  const Program p = assembled(Isa::riscv, setup + "\nlast: " + instruction, with_xlen(xlen));
  INFO(instruction);
  CHECK(p.code.back().size == 2);
  CHECK(p.end_pc == p.code.back().pc + 2);
  return run_to_end(p);
}
std::uint64_t a0(const std::string& setup, const std::string& instruction, unsigned xlen = 64) {
  return after(setup, instruction, xlen).regs[10];
}

constexpr std::uint64_t kMin32 = 0xffffffff80000000ULL;

} // namespace

TEST_CASE("riscv compressed: constants and sums") {
  CHECK(a0("", "c.li a0, -32") == static_cast<std::uint64_t>(-32));
  CHECK(a0("", "c.li a0, 31") == 31);
  CHECK(a0("", "c.lui a0, 0x1f") == 0x1f000);
  CHECK(a0("", "c.lui a0, 0xfffe0") == static_cast<std::uint64_t>(-131072)); // -32 * 4096
  CHECK(a0("li a0, 5", "c.addi a0, -32") == static_cast<std::uint64_t>(-27));
  CHECK(a0("li a0, 0x7fffffff", "c.addiw a0, 1") == kMin32);
  CHECK(a0("li a0, 0x7fffffff", "c.addi a0, 1", 32) == kMin32);
  CHECK(a0("li a0, 0x1ffffffff", "c.addiw a0, 0") == ~0ULL); // sext.w
  CHECK(a0("li a0, 7", "c.nop") == 7);
  const std::uint64_t sp = after("", "c.nop").regs[2];
  CHECK(after("", "c.addi16sp sp, -512").regs[2] == sp - 512);
  CHECK(after("", "c.addi16sp sp, 496").regs[2] == sp + 496);
  CHECK(a0("", "c.addi4spn a0, sp, 1020") == sp + 1020);
}

TEST_CASE("riscv compressed: register to register") {
  const std::string both = "li a0, 0xff0f\nli a1, 0x0fff";
  CHECK(a0(both, "c.mv a0, a1") == 0x0fff);
  CHECK(a0(both, "c.add a0, a1") == 0x10f0e);
  CHECK(a0(both, "c.sub a0, a1") == 0xef10);
  CHECK(a0(both, "c.and a0, a1") == 0x0f0f);
  CHECK(a0(both, "c.or a0, a1") == 0xffff);
  CHECK(a0(both, "c.xor a0, a1") == 0xf0f0);
  CHECK(a0("li a0, 0x7fffffff\nli a1, 1", "c.addw a0, a1") == kMin32);
  CHECK(a0("li a0, 0\nli a1, 0x80000000", "c.subw a0, a1") == kMin32);
  CHECK(after("li t6, 3\nli s11, 4", "c.add s11, t6").regs[27] == 7); // any registers
}

// The RISC-V Instruction Set Manual, volume I, "Zcb: simple code-size saving instructions".
TEST_CASE("riscv compressed: Zcb") {
  const std::string data = ".data\nx: .word 0x8899aabb\n.text\nla a1, x\n";
  CHECK(a0(data, "c.lbu a0, 3(a1)") == 0x88);
  CHECK(a0(data, "c.lbu a0, 1(a1)") == 0xaa);
  CHECK(a0(data, "c.lbu a0, 2(a1)") == 0x99);
  CHECK(a0(data, "c.lhu a0, 2(a1)") == 0x8899);
  CHECK(a0(data, "c.lh a0, 2(a1)") == 0xffffffffffff8899ULL);
  CHECK(a0(data, "c.lh a0, 0(a1)") == 0xffffffffffffaabbULL);
  const ArchState byte = after(data + "li a0, 0x77\n", "c.sb a0, 2(a1)");
  CHECK(byte.memory.load(byte.regs[11], 4) == 0x8877aabb);
  const ArchState half = after(data + "li a0, 0x7766\n", "c.sh a0, 2(a1)");
  CHECK(half.memory.load(half.regs[11], 4) == 0x7766aabb);
  const std::string value = "li a0, 0x123456789abc8d9e";
  CHECK(a0(value, "c.zext.b a0") == 0x9e);
  CHECK(a0(value, "c.sext.b a0") == 0xffffffffffffff9eULL);
  CHECK(a0(value, "c.zext.h a0") == 0x8d9e);
  CHECK(a0(value, "c.sext.h a0") == 0xffffffffffff8d9eULL);
  CHECK(a0(value, "c.zext.w a0") == 0x9abc8d9e);
  CHECK(a0(value, "c.not a0") == ~0x123456789abc8d9eULL);
  CHECK(a0("li a0, -3\nli a1, 7", "c.mul a0, a1") == static_cast<std::uint64_t>(-21));
  // Codes by the manual's tables: 100 | 000 to 011 | rs1' | uimm | rd' | 00, 100 | 111 | rd' | ...
  const auto word = [](const char* text) {
    return assembled(Isa::riscv, text).code.at(0).raw & 0xffffU;
  };
  CHECK(word("c.lbu a0, 3(a1)") == 0x81e8); // 100 000 011 11 010 00
  CHECK(word("c.lbu a0, 1(a1)") == 0x81c8); // uimm[0] is bit 6
  CHECK(word("c.lhu a0, 2(a1)") == 0x85a8); // 100 001 011 01 010 00
  CHECK(word("c.lh a0, 0(a1)") == 0x85c8);  // 100 001 011 10 010 00
  CHECK(word("c.sb a0, 2(a1)") == 0x89a8);  // 100 010 011 01 010 00
  CHECK(word("c.sh a0, 2(a1)") == 0x8da8);  // 100 011 011 01 010 00
  CHECK(word("c.zext.b a0") == 0x9d61);     // 100 111 010 11 000 01
  CHECK(word("c.sext.b a0") == 0x9d65);
  CHECK(word("c.zext.h a0") == 0x9d69);
  CHECK(word("c.sext.h a0") == 0x9d6d);
  CHECK(word("c.zext.w a0") == 0x9d71);
  CHECK(word("c.not a0") == 0x9d75);
  CHECK(word("c.mul a0, a1") == 0x9d4d); // 100 111 010 10 011 01
  CHECK_FALSE(attempt(Isa::riscv, "c.zext.w a0", with_xlen(32)).ok());
  CHECK_FALSE(attempt(Isa::riscv, "c.lbu a0, 4(a1)").ok());
  CHECK_FALSE(attempt(Isa::riscv, "c.lh a0, 1(a1)").ok());
}

TEST_CASE("riscv compressed: shifts and a mask") {
  CHECK(a0("li a0, 3", "c.slli a0, 63") == 1ULL << 63);
  CHECK(a0("li a0, 3", "c.slli a0, 31", 32) == kMin32);
  CHECK(a0("li a0, -1", "c.srli a0, 63") == 1);
  CHECK(a0("li a0, -1", "c.srli a0, 31", 32) == 1);
  CHECK(a0("li a0, -4", "c.srai a0, 1") == static_cast<std::uint64_t>(-2));
  CHECK(a0("li a0, 0x80000000", "c.srai a0, 31", 32) == ~0ULL);
  CHECK(a0("li a0, 0x1ff", "c.andi a0, -32") == 0x1e0);
  CHECK(a0("li a0, 0x1ff", "c.andi a0, 31") == 31);
}

TEST_CASE("riscv compressed: loads, by register and by stack pointer") {
  const std::string data = ".data\n.balign 8\nv: .space 504\nw: .dword 0x8182838485868788\n.text\n";
  CHECK(a0(data + "la a1, w - 124", "c.lw a0, 124(a1)") == 0xffffffff85868788ULL);
  CHECK(a0(data + "la a1, w - 248", "c.ld a0, 248(a1)") == 0x8182838485868788ULL);
  CHECK(a0(data + "la sp, w - 252", "c.lwsp a0, 252(sp)") == 0xffffffff85868788ULL);
  CHECK(a0(data + "la sp, v", "c.ldsp a0, 504(sp)") == 0x8182838485868788ULL);
  const auto fa0 = [&](const std::string& setup, const std::string& load, unsigned xlen = 64) {
    return after(data + setup, load, xlen).regs[kFirstFpRegister + 10];
  };
  CHECK(fa0("la a1, w - 248", "c.fld fa0, 248(a1)") == 0x8182838485868788ULL);
  CHECK(fa0("la sp, v", "c.fldsp fa0, 504(sp)") == 0x8182838485868788ULL);
  CHECK(fa0("la a1, w - 248", "c.fld fa0, 248(a1)", 32) == 0x8182838485868788ULL);
  CHECK(fa0("la a1, w - 124", "c.flw fa0, 124(a1)", 32) == 0xffffffff85868788ULL); // boxed
  CHECK(fa0("la sp, w - 252", "c.flwsp fa0, 252(sp)", 32) == 0xffffffff85868788ULL);
}

TEST_CASE("riscv compressed: stores, by register and by stack pointer") {
  const auto stored = [](const std::string& address, const std::string& store, unsigned xlen = 64) {
    const std::string setup = ".data\n.balign 8\nv: .space 504\nw: .dword 0\n"
                              "x: .dword 0x1122334455667788\n.text\nla a1, x\nfld fa0, 0(a1)\n";
    const std::string a0_too = xlen == 64 ? "ld a0, 0(a1)\n" : "lw a0, 0(a1)\n";
    const ArchState s = after(setup + a0_too + address, store, xlen);
    return s.memory.load(0x10000000 + 504, 8);
  };
  CHECK(stored("la a1, w - 124", "c.sw a0, 124(a1)") == 0x55667788);
  CHECK(stored("la a1, w - 248", "c.sd a0, 248(a1)") == 0x1122334455667788ULL);
  CHECK(stored("la sp, w - 252", "c.swsp a0, 252(sp)") == 0x55667788);
  CHECK(stored("la sp, v", "c.sdsp a0, 504(sp)") == 0x1122334455667788ULL);
  CHECK(stored("la a1, w - 248", "c.fsd fa0, 248(a1)") == 0x1122334455667788ULL);
  CHECK(stored("la sp, v", "c.fsdsp fa0, 504(sp)", 32) == 0x1122334455667788ULL);
  CHECK(stored("la a1, w - 124", "c.fsw fa0, 124(a1)", 32) == 0x55667788);
  CHECK(stored("la sp, w - 252", "c.fswsp fa0, 252(sp)", 32) == 0x55667788);
}

TEST_CASE("riscv compressed: jumps and branches, and calls that return behind 2 bytes") {
  const auto skips = [](const std::string& jump, unsigned xlen = 64) {
    const Program p = assembled(
        Isa::riscv, "la t0, over\nli a1, 0\nli s0, 7\njump: " + jump + "\nli a0, 1\nover: nop",
        with_xlen(xlen));
    const ArchState s = run_to_end(p);
    CHECK((s.regs[1] == p.symbols.at("jump").address + 2) == jump.starts_with("c.jal"));
    return s.regs[10] == 0;
  };
  CHECK(skips("c.j over"));
  CHECK(skips("c.jal over", 32));
  CHECK(skips("c.jr t0"));
  CHECK(skips("c.jalr t0"));
  CHECK(skips("c.beqz a1, over"));
  CHECK_FALSE(skips("c.beqz s0, over"));
  CHECK(skips("c.bnez s0, over"));
  CHECK_FALSE(skips("c.bnez a1, over"));
  const Program stop = assembled(Isa::riscv, "c.ebreak");
  CHECK(run_reference(stop, {}, 10).trap == Trap::breakpoint);
}

TEST_CASE("riscv compressed: operands that do not exist are refused, with those that do") {
  const auto problem = [](std::string_view text, unsigned xlen = 64) {
    const auto all = problems(Isa::riscv, text, with_xlen(xlen));
    return all.size() == 1 ? all[0] : std::to_string(all.size()) + " problems";
  };
  CHECK(problem("c.lw t0, 0(a0)") == "1:1 'c.lw' cannot have these operands; a register 8 to 15: "
                                     "s0, s1, a0 to a5, fs0, fa0 ...");
  CHECK(problem("c.lw a0, 2(a0)") == "1:10 2 cannot be an operand of 'c.lw'; a multiple of 4");
  CHECK(problem("c.lw a0, 128(a0)") == "1:10 128 is out of range for 'c.lw'; 0 to 124");
  CHECK(problem("c.addi16sp sp, 0") ==
        "1:1 'c.addi16sp' cannot have these operands; a constant other than 0");
  CHECK(problem("c.addi16sp a0, 16").starts_with("1:12 operand 1 of 'c.addi16sp' cannot be 'a0'"));
  CHECK(problem("c.lui sp, 1") ==
        "1:1 'c.lui' cannot have these operands; a register other than sp");
  CHECK(problem("c.jr zero") == "1:1 'c.jr' cannot have these operands; registers other than zero");
  CHECK(problem("c.jal 0x10000") ==
        "1:1 'c.jal' exists only with 32-bit registers; an instruction for 64-bit registers");
  CHECK(problem(".option norvc\nc.nop") ==
        "2:1 'c.nop' is compressed, and .option norvc is on; a line .option rvc before it");
}

TEST_CASE("riscv compressed: .option norvc holds until rvc or the matching pop") {
  const auto fine = [](std::string_view text) { return attempt(Isa::riscv, text).ok(); };
  CHECK(fine(".option push\n.option norvc\nnop\n.option pop\nc.nop"));
  CHECK(fine(".option norvc\n.option push\n.option rvc\nc.nop\n.option pop\nnop"));
  CHECK_FALSE(fine(".option norvc\n.option push\n.option rvc\n.option pop\nc.nop"));
  CHECK(fine(".option arch, +zba\n.option relax\n.option nopic\nc.nop"));
  CHECK(problems(Isa::riscv, "c.nop\n.option pop") ==
        std::vector<std::string>{
            "2:9 .option pop without .option push; a line .option push before it"});
  CHECK(problems(Isa::riscv, "c.nop\n.option rvcc").size() == 1);
  // Alignment behind an odd halfword takes a 16-bit nop, also where none may be written.
  const Program p = assembled(Isa::riscv, "c.nop\n.option norvc\n.align 2\nli a0, 5");
  CHECK(p.code.size() == 3);
  CHECK(run_to_end(p).regs[10] == 5);
}

#include "unit/isa/asm_testing.hpp"

#include <cstdint>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

// Every integer instruction at the corners of its operands: written as text, assembled, executed.
// Expected numbers are worked out by hand; 32-bit registers are kept sign-extended.

namespace {

constexpr std::uint64_t kOnes = ~0ULL;
constexpr std::uint64_t kMin64 = 1ULL << 63;
constexpr std::uint64_t kMax64 = kMin64 - 1;
constexpr std::uint64_t kMin32 = 0xffffffff80000000ULL;
constexpr std::uint64_t kMax32 = 0x7fffffff;

/// State behind the instructions, which began with a0 and a1.
ArchState after(const std::string& text, std::uint64_t a0, std::uint64_t a1, unsigned xlen) {
  Program p = assembled(Isa::riscv, text, with_xlen(xlen));
  p.initial_registers.push_back({10, a0});
  p.initial_registers.push_back({11, a1});
  return run_to_end(p);
}
/// a2 behind `MNEMONIC a2, a0, a1`.
std::uint64_t rv64(const std::string& mnemonic, std::uint64_t a, std::uint64_t b) {
  return after(mnemonic + " a2, a0, a1", a, b, 64).regs[12];
}
std::uint64_t rv32(const std::string& mnemonic, std::uint64_t a, std::uint64_t b) {
  return after(mnemonic + " a2, a0, a1", a, b, 32).regs[12];
}
/// a2 behind `MNEMONIC a2, a0, IMMEDIATE`.
std::uint64_t rv64i(const std::string& mnemonic, std::uint64_t a, int immediate) {
  return after(fmt::format("{} a2, a0, {}", mnemonic, immediate), a, 0, 64).regs[12];
}
std::uint64_t rv32i(const std::string& mnemonic, std::uint64_t a, int immediate) {
  return after(fmt::format("{} a2, a0, {}", mnemonic, immediate), a, 0, 32).regs[12];
}

} // namespace

TEST_CASE("riscv integer: sums and differences wrap at the register's width") {
  CHECK(rv64("add", kMax64, 1) == kMin64);
  CHECK(rv64("add", kOnes, 1) == 0);
  CHECK(rv32("add", kMax32, 1) == kMin32);
  CHECK(rv32("add", kOnes, 1) == 0);
  CHECK(rv64("sub", 0, kMin64) == kMin64); // -(-2^63) is 2^63, which is -2^63
  CHECK(rv64("sub", kMin64, 1) == kMax64);
  CHECK(rv32("sub", kMin32, 1) == kMax32);
  CHECK(rv64i("addi", kMax64, 2047) == kMin64 + 2046);
  CHECK(rv64i("addi", kMin64, -2048) == kMax64 - 2047);
  CHECK(rv32i("addi", kMax32, 1) == kMin32);
}

TEST_CASE("riscv integer: operations on words see low halves and sign-extend") {
  CHECK(rv64("addw", kMax32, 1) == kMin32);
  CHECK(rv64("addw", 0x123456787fffffffULL, 0xabcdef0000000001ULL) == kMin32);
  CHECK(rv64("addw", 0xffffffff, 1) == 0);
  CHECK(rv64("subw", 0, 0x80000000) == kMin32);
  CHECK(rv64("subw", 0x100000000ULL, 1) == kOnes);
  CHECK(rv64i("addiw", kMax32, 1) == kMin32);
  CHECK(rv64i("addiw", 0xffffffff00000005ULL, 0) == 5); // sext.w
  CHECK(rv64i("addiw", 0x80000000, -1) == kMax32);
}

TEST_CASE("riscv integer: logic, with immediates that sign-extend") {
  CHECK(rv64("and", 0xff00ff00ff00ff00ULL, 0x0ff00ff00ff00ff0ULL) == 0x0f000f000f000f00ULL);
  CHECK(rv64("or", kMin64, 1) == kMin64 + 1);
  CHECK(rv64("xor", kOnes, kMax64) == kMin64);
  CHECK(rv64i("andi", kOnes, -2048) == 0xfffffffffffff800ULL);
  CHECK(rv64i("andi", kOnes, 2047) == 2047);
  CHECK(rv64i("ori", 0, -1) == kOnes);
  CHECK(rv64i("ori", kMin64, 2047) == kMin64 + 2047);
  CHECK(rv64i("xori", 0x0123456789abcdefULL, -1) == 0xfedcba9876543210ULL);
  CHECK(rv32i("xori", kMax32, -1) == kMin32);
}

TEST_CASE("riscv integer: comparisons, signed and unsigned, with equal and extreme values") {
  CHECK(rv64("slt", kMin64, kMax64) == 1);
  CHECK(rv64("slt", kMax64, kMin64) == 0);
  CHECK(rv64("slt", 5, 5) == 0);
  CHECK(rv64("sltu", kMin64, kMax64) == 0);
  CHECK(rv64("sltu", 0, kOnes) == 1);
  CHECK(rv32("slt", kMin32, kMax32) == 1);
  CHECK(rv32("sltu", kMax32, kMin32) == 1); // 0x7fffffff < 0x80000000
  CHECK(rv64i("slti", kOnes, 0) == 1);
  CHECK(rv64i("slti", static_cast<std::uint64_t>(-2048), -2048) == 0);
  CHECK(rv64i("slti", static_cast<std::uint64_t>(-2049), -2048) == 1);
  CHECK(rv64i("sltiu", 5, -1) == 1); // the immediate is extended first: 2^64 - 1
  CHECK(rv64i("sltiu", kOnes, -1) == 0);
  CHECK(rv64i("sltiu", 0, 1) == 1);
}

TEST_CASE("riscv integer: shifts by nothing, by the most, and by more than the width") {
  CHECK(rv64("sll", 1, 63) == kMin64);
  CHECK(rv64("sll", 1, 64) == 1);
  CHECK(rv64("sll", 3, kOnes) == kMin64); // by 63
  CHECK(rv64("srl", kMin64, 63) == 1);
  CHECK(rv64("srl", kOnes, 0) == kOnes);
  CHECK(rv64("sra", kMin64, 63) == kOnes);
  CHECK(rv64("sra", kMax64, 63) == 0);
  CHECK(rv64("sra", kMin64, 65) == 0xc000000000000000ULL);
  CHECK(rv32("sll", 1, 31) == kMin32);
  CHECK(rv32("sll", 1, 32) == 1);
  CHECK(rv32("srl", kOnes, 1) == kMax32); // no bits come from above the 32
  CHECK(rv32("srl", kMin32, 31) == 1);
  CHECK(rv32("sra", kMin32, 31) == kOnes);
  CHECK(rv32("srl", kMin32, 0) == kMin32);
  CHECK(rv64i("slli", 1, 63) == kMin64);
  CHECK(rv64i("srli", kOnes, 63) == 1);
  CHECK(rv64i("srai", kMin64, 62) == static_cast<std::uint64_t>(-2));
  CHECK(rv32i("slli", kOnes, 31) == kMin32);
  CHECK(rv32i("srli", kOnes, 31) == 1);
  CHECK(rv32i("srai", kMin32, 30) == static_cast<std::uint64_t>(-2));
}

TEST_CASE("riscv integer: shifts of words") {
  CHECK(rv64("sllw", 1, 31) == kMin32);
  CHECK(rv64("sllw", 1, 32) == 1); // 5 bits of the amount count
  CHECK(rv64("srlw", kOnes, 1) == kMax32);
  CHECK(rv64("srlw", 0xffffffff80000000ULL, 0) == kMin32);
  CHECK(rv64("sraw", 0x80000000, 31) == kOnes);
  CHECK(rv64("sraw", 0xffffffff7fffffffULL, 30) == 1);
  CHECK(rv64i("slliw", 3, 31) == kMin32);
  CHECK(rv64i("srliw", kOnes, 31) == 1);
  CHECK(rv64i("srliw", kOnes, 0) == kOnes); // 0xffffffff, sign-extended
  CHECK(rv64i("sraiw", 0x80000000, 1) == 0xffffffffc0000000ULL);
}

TEST_CASE("riscv integer: products") {
  CHECK(rv64("mul", kMin64, kOnes) == kMin64);
  CHECK(rv64("mul", 0x100000000ULL, 0x100000000ULL) == 0);
  // (-2^63)^2 is 2^126: upper half 2^62. (2^64 - 1)^2 is 2^128 - 2^65 + 1: upper half 2^64 - 2.
  CHECK(rv64("mulh", kMin64, kMin64) == 1ULL << 62);
  CHECK(rv64("mulh", kOnes, kOnes) == 0);
  CHECK(rv64("mulhu", kOnes, kOnes) == kOnes - 1);
  CHECK(rv64("mulhu", kMin64, 2) == 1);
  CHECK(rv64("mulhsu", kOnes, kOnes) == kOnes);       // -(2^64 - 1): upper half -1
  CHECK(rv64("mulhsu", kMin64, kOnes) == kMin64);     // -2^127 + 2^63: upper half -2^63
  CHECK(rv64("mulhsu", kMax64, kOnes) == kMax64 - 1); // 2^127 - 2^64 - ...: 2^63 - 2
  CHECK(rv64("mulw", kMin32, kOnes) == kMin32);
  CHECK(rv64("mulw", 0xffffffff00000003ULL, 5) == 15);
  CHECK(rv32("mul", kMin32, kOnes) == kMin32);
  CHECK(rv32("mulh", kMin32, kMin32) == 1ULL << 30);
  CHECK(rv32("mulhu", kOnes, kOnes) == kOnes - 1); // 2^32 - 2, sign-extended
  CHECK(rv32("mulhsu", kOnes, kOnes) == kOnes);
}

TEST_CASE("riscv integer: quotients and remainders, by zero and with overflow") {
  // Volume I, "M" extension, table "Semantics for division by zero and division overflow".
  CHECK(rv64("div", 7, 0) == kOnes);
  CHECK(rv64("divu", 7, 0) == kOnes);
  CHECK(rv64("rem", kMin64, 0) == kMin64);
  CHECK(rv64("remu", 7, 0) == 7);
  CHECK(rv64("div", kMin64, kOnes) == kMin64);
  CHECK(rv64("rem", kMin64, kOnes) == 0);
  CHECK(rv64("div", static_cast<std::uint64_t>(-7), 2) == static_cast<std::uint64_t>(-3));
  CHECK(rv64("rem", static_cast<std::uint64_t>(-7), 2) == kOnes);
  CHECK(rv64("rem", 7, static_cast<std::uint64_t>(-2)) == 1);
  CHECK(rv64("divu", kOnes, 2) == kMax64);
  CHECK(rv64("remu", kOnes, kMin64) == kMax64);
  CHECK(rv32("div", kMin32, kOnes) == kMin32);
  CHECK(rv32("rem", kMin32, kOnes) == 0);
  CHECK(rv32("divu", kMin32, 0) == kOnes);
  CHECK(rv32("divu", kOnes, 2) == kMax32);
  CHECK(rv32("remu", kMin32, 0) == kMin32);
  CHECK(rv64("divw", 0x80000000, 0xffffffff) == kMin32);
  CHECK(rv64("remw", 0x80000000, 0xffffffff) == 0);
  CHECK(rv64("divw", 5, 0x100000000ULL) == kOnes); // the word is 0
  CHECK(rv64("divuw", 0xffffffffULL, 0) == kOnes);
  CHECK(rv64("divuw", kOnes, 1) == kOnes); // 2^32 - 1, sign-extended
  CHECK(rv64("divuw", kOnes, 2) == kMax32);
  CHECK(rv64("remw", 0x123456780000000aULL, 3) == 1);
  CHECK(rv64("remuw", 0x80000000, 0) == kMin32); // the dividend, sign-extended
}

TEST_CASE("riscv integer: upper immediates") {
  CHECK(after("lui a2, 0x80000", 0, 0, 64).regs[12] == kMin32);
  CHECK(after("lui a2, 0xfffff", 0, 0, 32).regs[12] == static_cast<std::uint64_t>(-4096));
  CHECK(after("nop\nauipc a2, 0", 0, 0, 64).regs[12] == 0x10004);
  CHECK(after("auipc a2, 0xfffff", 0, 0, 64).regs[12] == 0xf000);
  CHECK(after("auipc a2, 0x80000", 0, 0, 64).regs[12] == kMin32 + 0x10000);
}

TEST_CASE("riscv integer: branches at equal, extreme and unsigned values") {
  const auto taken = [](const std::string& mnemonic, std::uint64_t a, std::uint64_t b) {
    return after(mnemonic + " a0, a1, yes\nli a2, 1\nyes: nop", a, b, 64).regs[12] == 0;
  };
  CHECK(taken("beq", kMin64, kMin64));
  CHECK_FALSE(taken("beq", 0, kMin64));
  CHECK(taken("bne", 0, 0x100000000ULL)); // all 64 bits count
  CHECK_FALSE(taken("bne", kOnes, kOnes));
  CHECK(taken("blt", kMin64, kMax64));
  CHECK_FALSE(taken("blt", 3, 3));
  CHECK(taken("bge", 3, 3));
  CHECK_FALSE(taken("bge", kOnes, 0));
  CHECK(taken("bltu", kMax64, kMin64));
  CHECK_FALSE(taken("bltu", kOnes, 0));
  CHECK(taken("bgeu", kOnes, kMax64));
  CHECK_FALSE(taken("bgeu", 0, kOnes));
}

TEST_CASE("riscv integer: loads extend and stores truncate") {
  const std::string data = ".data\nv: .dword 0x8182838485868788, 0\n.text\nla a3, v\n";
  const auto loaded = [&](const std::string& load, unsigned xlen = 64) {
    return after(data + load, 0, 0, xlen).regs[12];
  };
  CHECK(loaded("lb a2, 7(a3)") == static_cast<std::uint64_t>(-127)); // 0x81
  CHECK(loaded("lbu a2, 7(a3)") == 0x81);
  CHECK(loaded("lh a2, 6(a3)") == 0xffffffffffff8182ULL);
  CHECK(loaded("lhu a2, 6(a3)") == 0x8182);
  CHECK(loaded("lw a2, 4(a3)") == 0xffffffff81828384ULL);
  CHECK(loaded("lw a2, 4(a3)", 32) == 0xffffffff81828384ULL);
  CHECK(loaded("lwu a2, 4(a3)") == 0x81828384ULL);
  CHECK(loaded("ld a2, 0(a3)") == 0x8182838485868788ULL);
  const auto stored = [&](const std::string& store) {
    return after(data + store + "\nld a2, 8(a3)", 0x1122334455667788ULL, 0, 64).regs[12];
  };
  CHECK(stored("sb a0, 15(a3)") == 0x8800000000000000ULL);
  CHECK(stored("sh a0, 8(a3)") == 0x7788);
  CHECK(stored("sw a0, 12(a3)") == 0x5566778800000000ULL);
  CHECK(stored("sd a0, 8(a3)") == 0x1122334455667788ULL);
}

TEST_CASE("riscv integer: the zero register takes no value") {
  CHECK(after("addi x0, a0, 5\nadd a2, x0, x0", 7, 0, 64).regs[12] == 0);
  CHECK(after("mul zero, a0, a0\nlui zero, 5\nmv a2, zero", 7, 0, 64).regs[0] == 0);
  CHECK(
      after(".data\nv: .word 9\n.text\nla a3, v\nlw zero, 0(a3)\nmv a2, zero", 0, 0, 64).regs[12] ==
      0);
}

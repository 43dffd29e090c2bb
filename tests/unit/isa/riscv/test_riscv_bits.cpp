#include "isa/riscv_code.hpp"
#include "unit/isa/machine_code.hpp"

using namespace machine_code;

// Zba, Zbb, Zbc, Zbs and Zicond: machine code, decoded and executed.

namespace {

constexpr std::uint64_t kOnes = ~0ULL;
constexpr std::uint64_t kMin64 = 1ULL << 63;
constexpr std::uint64_t kMin32 = 0xffffffff80000000ULL;

/// x3 after `mnemonic x3, x1, x2` (or with a constant instead of x2).
std::uint64_t run(std::string_view mnemonic, std::uint64_t a, std::uint64_t b, unsigned xlen,
                  std::int64_t constant) {
  const auto bits =
      encode_riscv(mnemonic, {.rd = 3, .rs1 = 1, .rs2 = 2, .immediate = constant}, xlen);
  INFO(mnemonic);
  REQUIRE(bits.has_value());
  const Program p = program(Isa::riscv, {decode_riscv(*bits, kCode, xlen)}, xlen);
  ArchState state = initial_state(p);
  state.regs[1] = a;
  state.regs[2] = b;
  const Effect effect = execute(p, state, {}, 1);
  CHECK(effect.trap == Trap::none);
  CHECK(effect.result == state.regs[3]);
  return state.regs[3];
}
std::uint64_t rv64(std::string_view mnemonic, std::uint64_t a, std::uint64_t b = 0) {
  return run(mnemonic, a, b, 64, 0);
}
std::uint64_t rv32(std::string_view mnemonic, std::uint64_t a, std::uint64_t b = 0) {
  return run(mnemonic, a, b, 32, 0);
}
std::uint64_t rv64_constant(std::string_view mnemonic, std::uint64_t a, std::int64_t constant) {
  return run(mnemonic, a, 0, 64, constant);
}
std::uint64_t rv32_constant(std::string_view mnemonic, std::uint64_t a, std::int64_t constant) {
  return run(mnemonic, a, 0, 32, constant);
}

} // namespace

TEST_CASE("riscv bits: shift and add") {
  CHECK(rv64("sh1add", 5, 100) == 110);
  CHECK(rv64("sh2add", 5, 100) == 120);
  CHECK(rv64("sh3add", 5, 100) == 140);
  CHECK(rv64("sh1add", kMin64, 7) == 7); // the highest bit is shifted out
  CHECK(rv32("sh1add", 0x40000000, 0) == kMin32);
  CHECK(rv32("sh2add", 0x40000000, 1) == 1);
  CHECK(rv32("sh3add", 0x10000000, 0) == kMin32);
  CHECK(rv64("add.uw", kOnes, 1) == 0x100000000ULL); // 0xffffffff + 1
  CHECK(rv64("sh1add.uw", kOnes, 0) == 0x1fffffffeULL);
  CHECK(rv64("sh2add.uw", kOnes, 0) == 0x3fffffffcULL);
  CHECK(rv64("sh3add.uw", kOnes, 8) == 0x800000000ULL); // 0x7fffffff8 + 8
  CHECK(rv64_constant("slli.uw", kOnes, 0) == 0xffffffff);
  CHECK(rv64_constant("slli.uw", kOnes, 63) == kMin64);
}

TEST_CASE("riscv bits: logic with one side inverted") {
  CHECK(rv64("andn", 0xff, 0x0f) == 0xf0);
  CHECK(rv64("orn", 0x0f, ~0xf0ULL) == 0xff);
  CHECK(rv64("xnor", 0, 0) == kOnes);
  CHECK(rv64("xnor", 0xff, 0x0f) == ~0xf0ULL);
  CHECK(rv32("andn", kMin32, 0) == kMin32);
}

TEST_CASE("riscv bits: counting zeros and ones, of nothing too") {
  CHECK(rv64("clz", 0) == 64);
  CHECK(rv64("clz", 1) == 63);
  CHECK(rv64("clz", kOnes) == 0);
  CHECK(rv64("ctz", 0) == 64);
  CHECK(rv64("ctz", kMin64) == 63);
  CHECK(rv64("cpop", kOnes) == 64);
  CHECK(rv64("cpop", 0) == 0);
  CHECK(rv64("clzw", 0x1234567800000000ULL) == 32); // the upper half does not count
  CHECK(rv64("clzw", 1) == 31);
  CHECK(rv64("ctzw", 0x1234567800000000ULL) == 32);
  CHECK(rv64("ctzw", 0x80000000ULL) == 31);
  CHECK(rv64("cpopw", kOnes) == 32);
  CHECK(rv32("clz", 0) == 32);
  CHECK(rv32("clz", kMin32) == 0);
  CHECK(rv32("ctz", 0) == 32);
  CHECK(rv32("ctz", kMin32) == 31); // the sign extension above does not count
  CHECK(rv32("cpop", kOnes) == 32);
}

TEST_CASE("riscv bits: minimum and maximum, signed and not") {
  CHECK(rv64("min", kOnes, 1) == kOnes);
  CHECK(rv64("max", kOnes, 1) == 1);
  CHECK(rv64("minu", kOnes, 1) == 1);
  CHECK(rv64("maxu", kOnes, 1) == kOnes);
  CHECK(rv64("min", kMin64, kMin64 - 1) == kMin64);
  CHECK(rv64("max", 7, 7) == 7);
  CHECK(rv32("maxu", kMin32, 0x7fffffff) == kMin32);
  CHECK(rv32("minu", kMin32, 0x7fffffff) == 0x7fffffff);
}

TEST_CASE("riscv bits: extension of bytes and halfwords") {
  CHECK(rv64("sext.b", 0x80) == 0xffffffffffffff80ULL);
  CHECK(rv64("sext.b", 0xff7f) == 0x7f);
  CHECK(rv64("sext.h", 0x8000) == 0xffffffffffff8000ULL);
  CHECK(rv64("sext.h", 0xf7fff) == 0x7fff);
  CHECK(rv64("zext.h", kOnes) == 0xffff);
  CHECK(rv32("zext.h", kOnes) == 0xffff);
  CHECK(rv32("sext.h", 0x8000) == 0xffffffffffff8000ULL);
}

TEST_CASE("riscv bits: rotation takes its amount modulo the width") {
  CHECK(rv64("rol", kMin64 | 2, 1) == 5);
  CHECK(rv64("rol", 3, 64) == 3);
  CHECK(rv64("ror", 5, 1) == (kMin64 | 2));
  CHECK(rv64("ror", 1, 65) == kMin64);
  CHECK(rv64_constant("rori", 1, 63) == 2);
  CHECK(rv64("rolw", 0x180000000ULL, 1) == 1); // bit 32 does not take part
  CHECK(rv64("rolw", 0x40000000, 1) == kMin32);
  CHECK(rv64("rorw", 1, 1) == kMin32);
  CHECK(rv64("rorw", 1, 33) == kMin32);
  CHECK(rv64_constant("roriw", 0x10, 4) == 1);
  CHECK(rv64_constant("roriw", kMin32, 0) == kMin32);
  CHECK(rv32("ror", 1, 1) == kMin32);
  CHECK(rv32("rol", kMin32, 33) == 1);
  CHECK(rv32_constant("rori", 2, 31) == 4);
}

TEST_CASE("riscv bits: bytes combined and reversed") {
  CHECK(rv64("orc.b", 0) == 0);
  CHECK(rv64("orc.b", 0x0100008000000002ULL) == 0xff0000ff000000ffULL);
  CHECK(rv64("orc.b", kOnes) == kOnes);
  CHECK(rv32("orc.b", 0x01000000) == 0xffffffffff000000ULL);
  CHECK(rv32("orc.b", kMin32) == 0xffffffffff000000ULL);
  CHECK(rv64("rev8", 0x0102030405060708ULL) == 0x0807060504030201ULL);
  CHECK(rv32("rev8", 0x01020380) == 0xffffffff80030201ULL);
}

TEST_CASE("riscv bits: single bits, their number modulo the width") {
  CHECK(rv64("bclr", kOnes, 63) == ~kMin64);
  CHECK(rv64("bset", 0, 127) == kMin64);
  CHECK(rv64("binv", 1, 64) == 0);
  CHECK(rv64("bext", kMin64, 63) == 1);
  CHECK(rv64("bext", kMin64, 62) == 0);
  CHECK(rv64_constant("bclri", kOnes, 0) == kOnes - 1);
  CHECK(rv64_constant("bseti", 0, 31) == 0x80000000ULL); // no sign extension
  CHECK(rv64_constant("binvi", 0, 63) == kMin64);
  CHECK(rv64_constant("bexti", 4, 2) == 1);
  CHECK(rv32("bset", 0, 31) == kMin32);
  CHECK(rv32("bset", 0, 32) == 1);
  CHECK(rv32("bclr", kMin32, 31) == 0);
  CHECK(rv32("binv", 0, 31) == kMin32);
  CHECK(rv32("bext", kMin32, 31) == 1);
  CHECK(rv32_constant("bseti", 0, 31) == kMin32);
}

TEST_CASE("riscv bits: carry-less products") {
  // (x + 1)(x + 1) = x^2 + 1, as 2x = 0
  CHECK(rv64("clmul", 3, 3) == 5);
  CHECK(rv64("clmul", 0x1234, 1ULL << 32) == 0x123400000000ULL);
  // the square of a polynomial spreads its bits: ones at the even places, 2 * XLEN - 1 in all
  CHECK(rv64("clmul", kOnes, kOnes) == 0x5555555555555555ULL);
  CHECK(rv64("clmulh", kOnes, kOnes) == 0x5555555555555555ULL);
  CHECK(rv64("clmulr", kOnes, kOnes) == 0xaaaaaaaaaaaaaaaaULL);
  CHECK(rv64("clmulh", kMin64, kMin64) == 1ULL << 62); // x^126
  CHECK(rv64("clmulr", kMin64, kMin64) == kMin64);     // bit 126 - 63
  CHECK(rv64("clmulh", kMin64, 1) == 0);
  CHECK(rv64("clmulr", kMin64, 1) == 1);
  CHECK(rv32("clmul", kOnes, kOnes) == 0x55555555);
  CHECK(rv32("clmulh", kMin32, kMin32) == 1ULL << 30); // x^62
  CHECK(rv32("clmulr", kMin32, kMin32) == kMin32);     // bit 62 - 31, sign-extended
  CHECK(rv32("clmulr", kOnes, kOnes) == 0xffffffffaaaaaaaaULL);
}

TEST_CASE("riscv bits: conditional zero") {
  CHECK(rv64("czero.eqz", 7, 0) == 0);
  CHECK(rv64("czero.eqz", 7, kMin64) == 7);
  CHECK(rv64("czero.nez", 7, 0) == 7);
  CHECK(rv64("czero.nez", 7, kMin64) == 0);
}

TEST_CASE("riscv bits: halves and bytes packed, bits of bytes reversed, halves interleaved") {
  CHECK(rv64("pack", 0x1111111122222222, 0x3333333344444444) == 0x4444444422222222);
  CHECK(rv32("pack", 0x11112222, 0x33338444) == 0xffffffff84442222); // halves of 32 bits
  CHECK(rv64("packw", 0x11112222, 0x33334444) == 0x44442222);
  CHECK(rv64("packh", 0x1234, 0x56789a) == 0x9a34);
  CHECK(rv64("brev8", 0x0123456789abcdef, 0) == 0x80c4a2e691d5b3f7);
  CHECK(rv32("brev8", 0x01020380, 0) == 0xffffffff8040c001); // 0x01 becomes 0x80: negative
  CHECK(rv32("zip", 0x0000ffff, 0) == 0x55555555);
  CHECK(rv32("zip", 0xffff0000, 0) == 0xffffffffaaaaaaaa);
  CHECK(rv32("zip", 0x00018000, 0) == 0x40000002); // bit 15 to bit 30, bit 16 to bit 1
  CHECK(rv32("unzip", 0x40000002, 0) == 0x00018000);
  CHECK(rv32("unzip", 0xaaaaaaaa, 0) == 0xffffffffffff0000);
}

TEST_CASE("riscv: hints and waits for reservations do nothing on one core") {
  for (const std::string_view name : {"pause", "wrs.nto", "wrs.sto"}) {
    const auto bits = encode_riscv(name, {}, 64);
    REQUIRE(bits.has_value());
    CHECK(disassemble_riscv(decode_riscv(*bits, kCode, 64), 64) == name);
  }
}

// Machine mode of a bare-metal program: CSRs and traps. Numbers, fields and causes are those of
// "The RISC-V Instruction Set Manual, Volume II", chapters "Control and Status Registers (CSRs)"
// and "Machine-Level ISA".

#include "unit/isa/guest.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr RegId kT0 = 5;
constexpr RegId kT1 = 6;
constexpr std::uint64_t kHandler = kGuestCode + 0x100;
constexpr std::uint64_t kMie = 1 << 3, kMpie = 1 << 7, kMpp = 3 << 11, kFs = 3 << 13;

std::uint32_t csrrw(std::int64_t csr, RegId rd, RegId rs1) {
  return code("csrrw", {.rd = rd, .rs1 = rs1, .csr = csr});
}
std::uint32_t csrrs(std::int64_t csr, RegId rd, RegId rs1 = 0) {
  return code("csrrs", {.rd = rd, .rs1 = rs1, .csr = csr});
}

/// One instruction, and the CSR it is about read behind it.
class CsrGuest : public Guest {
public:
  explicit CsrGuest(unsigned xlen = 64) : Guest(xlen, {0x13}, on(Platform::bare_metal)) {}

  /// Executes an instruction at kGuestCode. The program is decoded anew: tests only.
  Effect run(std::uint32_t bits) {
    Result<Program> next = executable(program.xlen, {bits, 0x13, 0x13}, on(Platform::bare_metal));
    REQUIRE(next.ok());
    program = std::move(next).value();
    state.pc = kGuestCode;
    return step();
  }
  bool exists(std::int64_t csr) { return run(csrrs(csr, kT1)).trap == Trap::none; }
  std::uint64_t get(std::int64_t csr) {
    REQUIRE(run(csrrs(csr, kT1)).trap == Trap::none);
    return state.regs[kT1];
  }
  void set(std::int64_t csr, std::uint64_t value) {
    state.regs[kT0] = value;
    REQUIRE(run(csrrw(csr, 0, kT0)).trap == Trap::none);
  }
};

/// A program whose handler is at kHandler; the code is filled with nops up to it.
class HandlerGuest : public Guest {
public:
  explicit HandlerGuest(const std::vector<std::uint32_t>& text,
                        const std::vector<std::uint32_t>& handler = {})
      : Guest(64, whole(text, handler), on(Platform::bare_metal)) {
    state.regs[riscv::kMtvec] = kHandler;
  }

private:
  static std::vector<std::uint32_t> whole(std::vector<std::uint32_t> text,
                                          const std::vector<std::uint32_t>& handler) {
    text.resize((kHandler - kGuestCode) / 4, 0x13);
    text.insert(text.end(), handler.begin(), handler.end());
    text.resize(text.size() + 4, 0x13);
    return text;
  }
};

} // namespace

TEST_CASE("machine mode: which CSRs there are") {
  CsrGuest wide;
  CsrGuest narrow(32);
  for (std::int64_t csr = 0; csr < 4096; ++csr) {
    const bool both = (csr >= 1 && csr <= 3) || (csr >= 0xC00 && csr <= 0xC02) || csr == 0x300 ||
                      csr == 0x301 || csr == 0x304 || csr == 0x305 ||
                      (csr >= 0x340 && csr <= 0x344) || csr == 0xB00 || csr == 0xB02 ||
                      (csr >= 0xF11 && csr <= 0xF15) || csr == 0x306 || csr == 0x30A ||
                      csr == 0x320 || csr == 0x747 || (csr >= 0x7A0 && csr <= 0x7A4) ||
                      (csr >= 0x3A0 && csr <= 0x3AF && csr % 2 == 0) ||
                      (csr >= 0x3B0 && csr <= 0x3EF) || (csr >= 0x323 && csr <= 0x33F) ||
                      (csr >= 0xB03 && csr <= 0xB1F) || (csr >= 0xC03 && csr <= 0xC1F);
    const bool high_half =
        csr == 0x310 || csr == 0x31A || csr == 0x757 || (csr >= 0xC80 && csr <= 0xC9F) ||
        (csr >= 0xB80 && csr <= 0xB9F && csr != 0xB81) || (csr >= 0x723 && csr <= 0x73F) ||
        (csr >= 0x3A0 && csr <= 0x3AF && csr % 2 == 1);
    INFO(csr);
    CHECK(wide.exists(csr) == both);
    CHECK(narrow.exists(csr) == (both || high_half));
  }
}

TEST_CASE("machine mode: an absent CSR, or a write to a read-only one, is an illegal instruction") {
  for (const std::uint32_t bits : {csrrs(0x7C0, kT0), csrrw(0xF14, 0, kT0), csrrs(0xC00, kT0, kT1),
                                   code("csrrsi", {.rd = 0, .immediate = 1, .csr = 0xC02})}) {
    HandlerGuest guest({bits});
    guest.state.regs[kT0] = 7;
    const Effect effect = guest.step();
    CHECK(effect.exception);
    CHECK(effect.trap == Trap::none);
    CHECK(effect.next_pc == kHandler);
    CHECK(guest.state.pc == kHandler);
    CHECK(guest.state.regs[riscv::kMcause] == 2);
    CHECK(guest.state.regs[riscv::kMtval] == bits);
    CHECK(guest.state.regs[riscv::kMepc] == kGuestCode);
    CHECK(guest.reg(kT0) == 7);
    CHECK(guest.state.instructions == 0);
    CHECK(guest.state.exceptions == 1);
  }
  CsrGuest guest;
  CHECK(guest.run(csrrs(0xF14, kT0)).trap == Trap::none); // reading mhartid
  CHECK(guest.reg(kT0) == 0);
  CHECK(guest.run(code("csrrsi", {.rd = kT0, .immediate = 0, .csr = 0xC02})).trap == Trap::none);
}

TEST_CASE("machine mode: registers that only keep a value") {
  for (const unsigned xlen : {64U, 32U}) {
    CsrGuest guest(xlen);
    const std::uint64_t value = xlen == 64 ? 0x123456789ABCDEF1ULL : 0x12345671ULL;
    for (const std::int64_t csr : {0x304, 0x340, 0x342, 0x343, 0x344}) {
      guest.set(csr, value);
      CHECK(guest.get(csr) == value);
    }
    guest.set(0x305, value | 3); // mtvec: bit 1 does not exist
    CHECK(guest.get(0x305) == ((value | 3) & ~2ULL));
    guest.set(0x341, value); // mepc: bit 0 neither, with compressed instructions
    CHECK(guest.get(0x341) == (value & ~1ULL));
    const std::uint64_t misa = guest.get(0x301);
    guest.set(0x301, 0);
    CHECK(guest.get(0x301) == misa);
    CHECK((misa & 0x3FFFFFF) == (1U << 0 | 1U << 2 | 1U << 3 | 1U << 5 | 1U << 8 | 1U << 12));
    CHECK((xlen == 64 ? misa >> 62 : misa >> 30 & 3) == xlen / 32);
  }
}

TEST_CASE("machine mode: a hart without F and D says so, and their instructions are illegal") {
  ElfOptions options = on(Platform::bare_metal);
  options.floats = false;
  options.atomics = false;
  const std::uint32_t move = code("fmv.w.x", {.rd = kFirstFpRegister, .rs1 = 0});
  Guest guest(64,
              {csrrs(0x301, kT0), csrrs(0x300, 0, kT1), csrrs(0x300, kT1), move, csrrs(0x003, kT0)},
              options);
  guest.state.regs[riscv::kMtvec] = kGuestCode;
  CHECK(guest.step().trap == Trap::none);
  CHECK((guest.reg(kT0) & 0x3FFFFFF) == (1 << 2 | 1 << 8 | 1 << 12)); // C, I, M
  guest.state.regs[kT1] = kFs;
  CHECK(guest.step().trap == Trap::none);
  CHECK(guest.step().trap == Trap::none);
  CHECK((static_cast<std::uint64_t>(guest.reg(kT1)) & kFs) == 0); // cannot be switched on
  CHECK(is_disabled(guest.program, guest.state, decode_riscv(move, 0, 64)));
  CHECK(guest.step().exception);
  CHECK(guest.state.regs[riscv::kMcause] == 2);
  CHECK(guest.state.regs[riscv::kMepc] == kGuestCode + 12);
  guest.state.pc = kGuestCode + 16; // fcsr is not there either
  CHECK(guest.step().exception);
}

TEST_CASE("machine mode: set and clear, with registers and constants, give the old value") {
  CsrGuest guest;
  guest.set(0x340, 0xF0);
  guest.state.regs[kT0] = 0x3C;
  guest.run(csrrs(0x340, kT1, kT0));
  CHECK(guest.reg(kT1) == 0xF0);
  CHECK(guest.state.regs[riscv::kMscratch] == 0xFC);
  guest.run(code("csrrc", {.rd = kT1, .rs1 = kT0, .csr = 0x340}));
  CHECK(guest.reg(kT1) == 0xFC);
  CHECK(guest.state.regs[riscv::kMscratch] == 0xC0);
  guest.run(code("csrrwi", {.rd = kT1, .immediate = 31, .csr = 0x340}));
  CHECK(guest.reg(kT1) == 0xC0);
  guest.run(code("csrrci", {.rd = kT1, .immediate = 1, .csr = 0x340}));
  CHECK(guest.reg(kT1) == 31);
  guest.run(code("csrrsi", {.rd = kT1, .immediate = 0, .csr = 0x340}));
  CHECK(guest.reg(kT1) == 30);
  guest.run(csrrw(0x340, kT0, kT0)); // the same register
  CHECK(guest.reg(kT0) == 30);
  CHECK(guest.state.regs[riscv::kMscratch] == 0x3C);
}

TEST_CASE("machine mode: mstatus keeps MIE, MPIE and FS; MPP is always machine mode") {
  CsrGuest guest;
  guest.set(0x300, ~0ULL);
  CHECK(guest.get(0x300) == (1ULL << 63 | kFs | kMpp | kMpie | kMie));
  guest.set(0x300, 0);
  CHECK(guest.get(0x300) == kMpp);
  guest.set(0x300, 1 << 13); // FS initial: dirty is a legal answer
  CHECK(guest.get(0x300) == (1ULL << 63 | kFs | kMpp));
  CsrGuest narrow(32);
  narrow.set(0x300, ~0ULL);
  CHECK((narrow.get(0x300) & 0xFFFFFFFF) == (1ULL << 31 | kFs | kMpp | kMpie | kMie));
  narrow.set(0x310, ~0ULL);
  CHECK(narrow.get(0x310) == 0);
}

TEST_CASE("machine mode: floating point is illegal while mstatus.FS is off") {
  CsrGuest guest;
  const std::uint32_t add =
      code("fadd.d",
           {.rd = kFirstFpRegister + 1, .rs1 = kFirstFpRegister + 2, .rs2 = kFirstFpRegister + 3});
  const std::uint32_t load = code("flw", {.rd = kFirstFpRegister + 1, .rs1 = kT0});
  CHECK(guest.run(add).trap == Trap::none); // on at reset
  guest.set(0x300, 0);
  guest.state.regs[kT0] = kGuestData;
  CHECK(guest.run(add).trap == Trap::illegal);
  CHECK(guest.run(load).trap == Trap::illegal);
  for (const std::int64_t csr : {1, 2, 3})
    CHECK_FALSE(guest.exists(csr));
  guest.set(0x300, kFs);
  guest.state.regs[kT0] = kGuestData;
  CHECK(guest.run(load).trap == Trap::none);
}

TEST_CASE("machine mode: fflags, frm and fcsr are parts of one register") {
  CsrGuest guest;
  guest.set(0x003, 0x1FF);
  CHECK(guest.get(0x003) == 0xFF);
  CHECK(guest.get(0x001) == 0x1F);
  CHECK(guest.get(0x002) == 7);
  guest.set(0x001, 0x2A);
  CHECK(guest.get(0x003) == (7 << 5 | 0x0A));
  guest.set(0x002, 0x0B);
  CHECK(guest.get(0x003) == (3 << 5 | 0x0A));
}

TEST_CASE("machine mode: counters count, and can be set") {
  CsrGuest guest;
  guest.cycle = 1000;
  CHECK(guest.get(0xC00) == 1000);
  CHECK(guest.get(0xB00) == 1000);
  CHECK(guest.get(0xC01) == 1000);
  CHECK(guest.get(0xC02) == 3); // three instructions before this one
  guest.set(0xB00, 5000);
  guest.cycle = 1010;
  CHECK(guest.get(0xC00) == 5010);
  CHECK(guest.get(0xC01) == 1010); // time goes on
  guest.set(0xB02, 77);
  CHECK(guest.get(0xB02) == 77); // the instruction behind the write
  CHECK(guest.get(0xC02) == 78);
  CsrGuest narrow(32);
  narrow.cycle = 0x5'0000'0007;
  CHECK(narrow.get(0xC00) == 7);
  CHECK(narrow.get(0xC80) == 5);
  narrow.set(0xB80, 9);
  CHECK(narrow.get(0xB80) == 9);
  CHECK(narrow.get(0xB00) == 7);
  narrow.set(0xB00, 0x80000000);
  CHECK(narrow.get(0xC00) == 0xFFFFFFFF80000000ULL); // sign-extended, as registers are kept
  CHECK(narrow.get(0xC80) == 9);
}

TEST_CASE("machine mode: ecall, ebreak and mret") {
  HandlerGuest guest({kEcall, 0x00100073}, {code("mret", {})});
  guest.state.regs[riscv::kMstatus] |= kMie;
  Effect effect = guest.step();
  CHECK(effect.exception);
  CHECK(guest.state.regs[riscv::kMcause] == 11);
  CHECK(guest.state.regs[riscv::kMtval] == 0);
  CHECK(guest.state.regs[riscv::kMepc] == kGuestCode);
  CHECK((guest.state.regs[riscv::kMstatus] & (kMie | kMpie)) == kMpie);
  guest.state.regs[riscv::kMepc] += 4;
  effect = guest.step(); // mret
  CHECK_FALSE(effect.exception);
  CHECK(effect.next_pc == kGuestCode + 4);
  CHECK((guest.state.regs[riscv::kMstatus] & (kMie | kMpie)) == (kMie | kMpie));
  guest.step(); // ebreak
  CHECK(guest.state.regs[riscv::kMcause] == 3);
  CHECK(guest.state.regs[riscv::kMtval] == kGuestCode + 4);
  CHECK(guest.state.pc == kHandler);
  CHECK(guest.state.instructions == 1);
  CHECK(guest.state.exceptions == 2);
}

TEST_CASE("machine mode: faults of memory accesses and jumps have their causes") {
  struct Case {
    std::uint32_t bits;
    std::uint64_t t0;
    unsigned cause;
    std::uint64_t value;
  };
  const std::vector<Case> cases = {
      {code("lw", {.rd = kT1, .rs1 = kT0, .immediate = 2}), kGuestData, 4, kGuestData + 2},
      {code("sh", {.rs1 = kT0, .rs2 = kT1, .immediate = 1}), kGuestData, 6, kGuestData + 1},
      {code("lb", {.rd = kT1, .rs1 = kT0}), 0x1000, 5, 0x1000},
      {code("sd", {.rs1 = kT0, .rs2 = kT1}), 0x1000, 7, 0x1000},
      {code("lr.w", {.rd = kT1, .rs1 = kT0}), kGuestData + 2, 4, kGuestData + 2},
      {code("sc.w", {.rd = kT1, .rs1 = kT0, .rs2 = kT1}), kGuestData + 2, 6, kGuestData + 2},
      {code("amoadd.d", {.rd = kT1, .rs1 = kT0, .rs2 = kT1}), kGuestData + 4, 6, kGuestData + 4},
      {code("amoadd.w", {.rd = kT1, .rs1 = kT0, .rs2 = kT1}), 0x1000, 7, 0x1000},
      {0x00000000, 0, 2, 0}, // 16 bits of zero: defined to be illegal
      {0xFFFFFFFF, 0, 2, 0xFFFFFFFF},
  };
  for (const Case& c : cases) {
    INFO(std::hex << c.bits);
    HandlerGuest guest({c.bits});
    guest.state.regs[kT0] = c.t0;
    guest.state.regs[kT1] = 1234;
    CHECK(guest.step().exception);
    CHECK(guest.state.regs[riscv::kMcause] == c.cause);
    CHECK(guest.state.regs[riscv::kMtval] == c.value);
    CHECK(guest.state.regs[riscv::kMepc] == kGuestCode);
    CHECK(guest.reg(kT1) == 1234);
  }
  // A jump is executed, and what is not there cannot be fetched.
  HandlerGuest lost({code("jalr", {.rd = 1, .rs1 = kT0})});
  lost.state.regs[kT0] = 0x1000;
  CHECK_FALSE(lost.step().exception);
  CHECK(lost.step().exception);
  CHECK(lost.state.regs[riscv::kMcause] == 1);
  CHECK(lost.state.regs[riscv::kMtval] == 0x1000);
  CHECK(lost.state.regs[riscv::kMepc] == 0x1000);
}

TEST_CASE("machine mode: misaligned accesses work where the machine allows them") {
  HandlerGuest guest({code("lw", {.rd = kT1, .rs1 = kT0, .immediate = 2})});
  guest.environment.misaligned = Misaligned::allow;
  guest.state.regs[kT0] = kGuestData;
  guest.store(kGuestData, 0x0000'5678'1234'0000);
  CHECK_FALSE(guest.step().exception);
  CHECK(guest.reg(kT1) == 0x56781234);
}

TEST_CASE("machine mode: without compressed code jumps go to multiples of 4") {
  ElfBuilder elf;
  elf.flags = 0; // no EF_RISCV_RVC
  elf.segments[0].bytes.clear();
  put(elf.segments[0].bytes, code("jal", {.rd = 1, .immediate = 6}), 4);
  put(elf.segments[0].bytes, 0x13, 4);
  put(elf.segments[0].bytes, 0x13, 4);
  elf.segments[0].memory_bytes = 12;
  Result<Program> program = program_from_elf("guest", elf.build(), on(Platform::bare_metal));
  REQUIRE(program.ok());
  ArchState state = initial_state(*program);
  state.regs[riscv::kMtvec] = kGuestCode + 8;
  CHECK(execute(*program, state, {}, 1).exception);
  CHECK(state.regs[riscv::kMcause] == 0);
  CHECK(state.regs[riscv::kMtval] == kGuestCode + 6);
  CHECK(state.regs[1] == 0);
}

TEST_CASE("machine mode: vectored exceptions go to the base") {
  HandlerGuest guest({kEcall});
  guest.state.regs[riscv::kMtvec] = kHandler | 1;
  CHECK(guest.step().next_pc == kHandler);
}

TEST_CASE("machine mode: without a handler, or in its first instruction, a trap ends the run") {
  Guest none(64, {kEcall}, on(Platform::bare_metal));
  CHECK(none.step().trap == Trap::unhandled);
  CHECK(none.state.pc == kGuestCode);
  CHECK(none.state.instructions == 0);
  HandlerGuest again({kEcall}, {kEcall});
  CHECK(again.step().exception);
  const Effect effect = again.step();
  CHECK_FALSE(effect.exception);
  CHECK(effect.trap == Trap::unhandled);
}

TEST_CASE("machine mode: the state at reset") {
  for (const unsigned xlen : {64U, 32U}) {
    ElfOptions options = on(Platform::bare_metal);
    options.memory = {{0x10000, 0x8000}};
    const Guest guest(xlen, {0x13}, options);
    for (RegId reg = 1; reg < 64; ++reg)
      CHECK(guest.state.regs[reg] == (reg == riscv::kSp ? 0x18000U : 0U));
    CHECK(guest.state.pc == kGuestCode);
    CHECK(guest.state.regs[riscv::kMtvec] == 0);
  }
}

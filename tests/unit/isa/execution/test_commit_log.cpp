// Lines of the commit log. The form is that of Spike's --log-commits (commit_log_print_insn of its
// execute.cc), each line here written by hand from it.

#include "isa/commit_log.hpp"
#include "unit/isa/guest.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr RegId kT0 = 5;
constexpr RegId kT1 = 6;
constexpr RegId kF1 = kFirstFpRegister + 1;
constexpr RegId kF2 = kFirstFpRegister + 2;

/// What the log has of one instruction, without "core   0: 3 " and the address.
std::string line_of(Guest& guest) {
  std::string text;
  CommitLog log([&text](std::string_view lines) { text += lines; });
  guest.state.instructions = 0;
  guest.environment.commits = &log;
  guest.step();
  log.finish(guest.state.instructions);
  guest.environment.commits = nullptr;
  const std::string lead =
      guest.program.xlen == 64 ? "core   0: 3 0x0000000000010000 " : "core   0: 3 0x00010000 ";
  CHECK(text.substr(0, lead.size()) == lead);
  return text.substr(std::min(lead.size(), text.size()));
}

Guest guest_of(std::uint32_t bits, unsigned xlen = 64) {
  return Guest(xlen, {bits, 0x13}, on(Platform::bare_metal));
}

std::string hex(std::uint32_t bits) {
  return fmt::format("(0x{:08x})", bits);
}

} // namespace

TEST_CASE("commit log: loads, stores of every size, and atomic operations") {
  const auto line = [](std::string_view mnemonic, std::uint64_t t1) {
    Guest guest = guest_of(code(mnemonic, {.rd = kT1, .rs1 = kT0, .rs2 = kT1}));
    guest.state.regs[kT0] = kGuestData;
    guest.state.regs[kT1] = t1;
    guest.store(kGuestData, 0x1122334455667788ULL);
    return line_of(guest).substr(13); // behind the code
  };
  CHECK(line("lb", 0) == "x6  0xffffffffffffff88 mem 0x0000000000011000\n");
  CHECK(line("ld", 0) == "x6  0x1122334455667788 mem 0x0000000000011000\n");
  CHECK(line("sb", 0xABCD) == "mem 0x0000000000011000 0xcd\n");
  CHECK(line("sb", 5) == "mem 0x0000000000011000 0x05\n");
  CHECK(line("sh", 0xABCD) == "mem 0x0000000000011000 0xabcd\n");
  CHECK(line("sw", 0x123456789) == "mem 0x0000000000011000 0x23456789\n");
  CHECK(line("sd", 7) == "mem 0x0000000000011000 0x0000000000000007\n");
  CHECK(line("lr.d", 0) == "x6  0x1122334455667788 mem 0x0000000000011000\n");
  CHECK(line("sc.d", 5) == "x6  0x0000000000000001\n"); // no reservation: it fails
  CHECK(line("amoadd.w", 1) == "x6  0x0000000055667788 mem 0x0000000000011000 mem "
                               "0x0000000000011000 0x55667789\n");
}

TEST_CASE("commit log: a store-conditional that succeeds") {
  Guest guest(64, {code("sc.w", {.rd = kT1, .rs1 = kT0, .rs2 = kT1}), 0x13},
              on(Platform::bare_metal));
  guest.state.regs[kT0] = kGuestData;
  guest.state.regs[kT1] = 0x99;
  guest.state.regs[riscv::kReservation] = kGuestData + 1;
  CHECK(line_of(guest).substr(13) == "x6  0x0000000000000000 mem 0x0000000000011000 0x00000099\n");
}

TEST_CASE("commit log: 32 bits, compressed code, register 0, registers of two digits") {
  Guest narrow = guest_of(code("lui", {.rd = 15, .immediate = 0x80000}, 32), 32);
  CHECK(line_of(narrow) == "(0x800007b7) x15 0x80000000\n");
  Guest compressed = guest_of(0x0001'4315); // c.li t1, 5; c.nop
  CHECK(line_of(compressed) == "(0x4315) x6  0x0000000000000005\n");
  Guest nothing = guest_of(0x00000013);
  CHECK(line_of(nothing) == "(0x00000013)\n");
  Guest jump = guest_of(code("jal", {.rd = 1, .immediate = 4}));
  CHECK(line_of(jump) == "(0x004000ef) x1  0x0000000000010004\n");
}

TEST_CASE("commit log: floating point, with the flags it raises though they were set before") {
  const std::uint32_t divide = code("fdiv.d", {.rd = kF1, .rs1 = kF1, .rs2 = kF2, .rounding = 0});
  for (const std::uint64_t before : {0U, 0x11U}) {
    Guest guest = guest_of(divide);
    guest.state.regs[kF1] = 0x3FF0000000000000ULL; // 1
    guest.state.regs[kF2] = 0x4008000000000000ULL; // 3: the quotient is not exact (NX, 1)
    guest.state.regs[riscv::kFcsr] = before;
    CHECK(line_of(guest) == hex(divide) + " f1  0x3fd5555555555555 c1_fflags " +
                                fmt::format("0x{:016x}\n", before | 1));
    CHECK(guest.state.regs[riscv::kFcsr] == (before | 1));
  }
  Guest exact = guest_of(divide);
  exact.state.regs[kF1] = 0x4000000000000000ULL; // 2 / 2
  exact.state.regs[kF2] = 0x4000000000000000ULL;
  exact.state.regs[riscv::kFcsr] = 0x1F;
  CHECK(line_of(exact) == hex(divide) + " f1  0x3ff0000000000000\n");
  CHECK(exact.state.regs[riscv::kFcsr] == 0x1F);
}

TEST_CASE("commit log: CSRs, with the value they have then") {
  const auto line = [](std::string_view mnemonic, std::int64_t csr, RegId rd, unsigned xlen = 64) {
    const std::uint32_t bits =
        code(mnemonic, {.rd = rd, .rs1 = kT0, .immediate = 0, .csr = csr}, xlen);
    Guest guest = guest_of(bits, xlen);
    guest.state.regs[kT0] = 0x55;
    guest.state.regs[riscv::kMscratch] = 0xF0;
    return line_of(guest).substr(13);
  };
  CHECK(line("csrrw", 0x340, kT1) == "x6  0x00000000000000f0 c832_mscratch 0x0000000000000055\n");
  CHECK(line("csrrs", 0x340, 0) == "c832_mscratch 0x00000000000000f5\n");
  CHECK(line("csrrsi", 0x340, kT1) == "x6  0x00000000000000f0\n"); // constant 0: no write
  CHECK(line("csrrw", 0x003, 0) == "c1_fflags 0x0000000000000015 c2_frm 0x0000000000000002\n");
  CHECK(line("csrrw", 0xB00, 0) == "c2816_mcycle 0x0000000000000055\n");
  CHECK(line("csrrw", 0x300, 0, 32) == "c768_mstatus 0x00001800\n");
  Guest back = guest_of(code("mret", {}));
  back.state.regs[riscv::kMepc] = kGuestCode + 4;
  CHECK(line_of(back) == "(0x30200073) c768_mstatus 0x8000000000007880\n"); // SD, FS, MPP, MPIE
}

TEST_CASE("commit log: traps have no line, of user mode the privilege is 0") {
  Guest guest(64, {kEcall, 0x13}, on(Platform::bare_metal));
  guest.state.regs[riscv::kMtvec] = kGuestCode + 4;
  std::string text;
  CommitLog log([&text](std::string_view lines) { text += lines; });
  guest.environment.commits = &log;
  CHECK(guest.step().exception);
  guest.step();
  LinuxGuest user;
  user.environment.commits = &log;
  user.state.instructions = 1;
  user.call(172);
  log.finish(2);
  CHECK(text == "core   0: 3 0x0000000000010004 (0x00000013)\n"
                "core   0: 0 0x0000000000010000 (0x00000073) x10 0x00000000000003e8\n");
}

TEST_CASE("commit log: what did not retire is not in it, replays are not in it twice") {
  constexpr std::uint64_t kKept = CommitLog::kKeptLines;
  constexpr std::uint64_t kSteps = kKept + kKept / 2;
  Guest guest(64, std::vector<std::uint32_t>(kSteps + 1, 0x13), on(Platform::bare_metal));
  std::string text;
  CommitLog log([&text](std::string_view lines) { text += lines; });
  guest.environment.commits = &log;
  ArchState half;
  for (std::uint64_t i = 0; i < kSteps - 100; ++i) {
    if (i == kKept / 2)
      half = guest.state;
    guest.step();
  }
  guest.state = half;
  for (std::uint64_t i = kKept / 2; i < kSteps; ++i)
    guest.step();
  log.finish(kSteps - kKept);
  CHECK(std::count(text.begin(), text.end(), '\n') == static_cast<std::ptrdiff_t>(kSteps - kKept));
  const std::string last =
      fmt::format("core   0: 3 {:#018x} (0x00000013)\n", kGuestCode + 4 * (kSteps - kKept - 1));
  CHECK(text.ends_with(last));
}

// Linux: time that passes without cycles, breakpoint instructions, misaligned accesses, and the
// names of system calls. Numbers and structures are those of asm-generic.

#include "unit/isa/guest.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr std::int64_t kNowhere = 0x1000; // below every program
constexpr std::int64_t kEFAULT = -14, kEINVAL = -22;

void set_time(LinuxGuest& guest, std::uint64_t seconds, std::uint64_t nanoseconds) {
  guest.store(kBuffer, seconds);
  guest.store(kBuffer + 8, nanoseconds);
}

/// What clock_gettime says, seconds and nanoseconds.
std::pair<std::uint64_t, std::uint64_t> time_of(LinuxGuest& guest) {
  CHECK(guest.call(113, {1, kBuffer}) == 0);
  return {guest.load(kBuffer), guest.load(kBuffer + 8)};
}

} // namespace

TEST_CASE("linux: sleeping takes no cycle and moves the clocks on") {
  using Time = std::pair<std::uint64_t, std::uint64_t>;
  LinuxGuest guest;
  guest.cycle = 500;
  set_time(guest, 2, 7);
  CHECK(guest.call(101, {kBuffer, 0}) == 0); // nanosleep
  CHECK(time_of(guest) == Time{2, 507});
  set_time(guest, 1, 999'999'999);
  CHECK(guest.call(115, {1, 0, kBuffer, kBuffer}) ==
        0);                                  // clock_nanosleep: 3 s and 1,000,000,506 ns
  CHECK(guest.call(169, {kBuffer, 0}) == 0); // gettimeofday
  CHECK(guest.load(kBuffer) == 4);
  CHECK(guest.load(kBuffer + 8) == 0); // 506 ns are no microsecond
  set_time(guest, 10, 0);
  CHECK(guest.call(115, {0, 1, kBuffer, 0}) == 0); // TIMER_ABSTIME
  CHECK(time_of(guest) == Time{10, 0});
  set_time(guest, 9, 0); // has been
  CHECK(guest.call(115, {0, 1, kBuffer, 0}) == 0);
  CHECK(time_of(guest) == Time{10, 0});
  set_time(guest, ~0ULL >> 1, 0); // for ever, twice: the clock stays a number
  CHECK(guest.call(101, {kBuffer, 0}) == 0);
  CHECK(guest.call(101, {kBuffer, 0}) == 0);
  CHECK(time_of(guest).first == (1ULL << 62) / 1'000'000'000);
  CHECK(guest.state.platform->unknown_calls.empty());

  LinuxGuest narrow(32);
  narrow.store(kBuffer, 3 | 5ULL << 32);
  CHECK(narrow.call(101, {kBuffer, 0}) == 0);
  CHECK(narrow.state.platform->slept_ns == 3'000'000'005);
}

TEST_CASE("linux: times to sleep that are none") {
  LinuxGuest guest;
  set_time(guest, 0, 1'000'000'000);
  CHECK(guest.call(101, {kBuffer, 0}) == kEINVAL);
  set_time(guest, ~0ULL, 0);
  CHECK(guest.call(101, {kBuffer, 0}) == kEINVAL);
  set_time(guest, 1, 0);
  CHECK(guest.call(101, {kNowhere, 0}) == kEFAULT);
  CHECK(guest.call(101, {kBuffer, kNowhere}) == kEFAULT);
  CHECK(guest.call(115, {12, 0, kBuffer, 0}) == kEINVAL);
  CHECK(guest.state.platform->slept_ns == 0);
}

TEST_CASE("linux: what a program has used is its cycles") {
  LinuxGuest guest;
  guest.cycle = 3'000'005'000;
  for (std::uint64_t i = 0; i < 144; i += 8)
    guest.store(kGuestData + i, ~0ULL);
  CHECK(guest.call(165, {0, kBuffer}) == 0);
  CHECK(guest.load(kBuffer) == 3);
  CHECK(guest.load(kBuffer + 8) == 5);
  CHECK(guest.load(kBuffer + 16) == 0); // the system's part
  CHECK(guest.load(kBuffer + 32) > 0);  // KiB of memory
  CHECK(guest.load(kBuffer + 136) == 0);
  CHECK(guest.call(165, {-1, kBuffer}) == 0); // of children: there are none
  CHECK(guest.load(kBuffer) == 0);
  CHECK(guest.call(165, {2, kBuffer}) == kEINVAL);
  CHECK(guest.call(165, {0, kNowhere}) == kEFAULT);
}

TEST_CASE("linux: a breakpoint instruction ends the program with SIGTRAP, whatever it has asked") {
  for (const std::uint32_t ebreak : {0x00100073U, 0x00009002U}) { // ebreak, c.ebreak
    Guest guest(64, {ebreak}, on(Platform::linux_user));
    guest.state.platform.edit().signals[5].handler = 1; // SIG_IGN: the kernel overrides it
    CHECK(guest.step().trap == Trap::exit);
    CHECK(guest.state.platform->end == PlatformState::End::signal);
    CHECK(guest.state.platform->end_number == 5);
    CHECK(guest.state.exit_code == 133);
  }
}

TEST_CASE("linux: names of system calls, by number") {
  CHECK(linux_call_name(0) == "io_setup");
  CHECK(linux_call_name(64) == "write");
  CHECK(linux_call_name(101) == "nanosleep");
  CHECK(linux_call_name(220) == "clone");
  CHECK(linux_call_name(259) == "riscv_flush_icache");
  CHECK(linux_call_name(261) == "prlimit64");
  CHECK(linux_call_name(291) == "statx");
  CHECK(linux_call_name(294) == "kexec_file_load");
  CHECK(linux_call_name(403) == "clock_gettime64");
  CHECK(linux_call_name(435) == "clone3");
  CHECK(linux_call_name(439) == "faccessat2");
  CHECK(linux_call_name(450) == "set_mempolicy_home_node");
  for (const std::uint64_t number : {250ULL, 295ULL, 402ULL, 451ULL, ~0ULL})
    CHECK(linux_call_name(number).empty());
}

TEST_CASE("linux: misaligned accesses work unless the machine says that they fault") {
  const std::uint32_t load = code("ld", {.rd = riscv::kA0, .rs1 = riscv::kA2, .immediate = 3});
  for (const Misaligned rule : {Misaligned::by_platform, Misaligned::allow, Misaligned::fault}) {
    const bool faults = rule == Misaligned::fault;
    Guest guest(64, {load}, on(Platform::linux_user));
    guest.environment.misaligned = rule;
    guest.state.regs[riscv::kA0] = 0;
    guest.state.regs[riscv::kA2] = kGuestData;
    guest.store(kGuestData + 3, 0x1122334455667788);
    ArchState translated = guest.state; // as threaded code, where it can
    CHECK(advance_reference(guest.program, translated, guest.environment, 1) ==
          (faults ? Trap::misaligned : Trap::none));
    CHECK(translated.regs[riscv::kA0] == (faults ? 0 : 0x1122334455667788));
    CHECK(guest.step().trap == (faults ? Trap::misaligned : Trap::none));
    CHECK(guest.state.regs[riscv::kA0] == translated.regs[riscv::kA0]);
  }
}

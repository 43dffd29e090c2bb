// Linux system calls that are not about files or memory. Numbers, structures and error numbers are
// those of asm-generic (include/uapi/asm-generic/unistd.h of Linux), results those of the manual
// pages, section 2.

#include "unit/isa/guest.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr std::int64_t kNowhere = 0x1000; // below every program
constexpr std::int64_t kEAGAIN = -11, kEFAULT = -14, kEINVAL = -22, kESRCH = -3, kEPERM = -1,
                       kENOSYS = -38, kETIMEDOUT = -110;

} // namespace

TEST_CASE("linux: exit and exit_group end the run with the low byte of the code") {
  for (const std::uint64_t number : {93U, 94U}) {
    LinuxGuest guest;
    guest.call(number, {0x1234});
    CHECK(guest.trap == Trap::exit);
    CHECK(guest.state.exit_code == 0x34);
    CHECK(guest.state.platform->end == PlatformState::End::none);
  }
}

TEST_CASE("linux: calls that do not exist return ENOSYS and are remembered once each") {
  LinuxGuest guest;
  for (const std::uint64_t number : {435U, 220U, 435U, 100000U})
    CHECK(guest.call(number) == kENOSYS);
  CHECK(guest.state.platform->unknown_calls == std::vector<std::uint64_t>{220, 435, 100000});
  CHECK_FALSE(guest.state.platform->more_unknown_calls);
  for (std::uint64_t number = 1000; number < 1100; ++number)
    CHECK(guest.call(number) == kENOSYS);
  CHECK(guest.state.platform->unknown_calls.size() == kMaxUnknownCalls);
  CHECK(guest.state.platform->more_unknown_calls);
}

TEST_CASE("linux: who we are, and calls that need do nothing") {
  LinuxGuest guest;
  const std::int64_t pid = guest.call(172);
  CHECK(pid > 1);
  CHECK(guest.call(178) == pid);           // gettid
  CHECK(guest.call(96, {kBuffer}) == pid); // set_tid_address
  CHECK(guest.call(173) == 1);             // getppid
  const std::int64_t user = guest.call(174);
  CHECK(user > 0); // no privileges
  for (const std::uint64_t number : {175U, 176U, 177U})
    CHECK(guest.call(number) == user);
  CHECK(guest.call(99, {kBuffer, 24}) == 0);          // set_robust_list
  CHECK(guest.call(124) == 0);                        // sched_yield
  CHECK(guest.call(259, {kBuffer, kBuffer, 0}) == 0); // riscv_flush_icache
  CHECK(guest.state.platform->unknown_calls.empty());
}

TEST_CASE("linux: clocks show simulated time, a nanosecond a cycle") {
  LinuxGuest guest;
  guest.cycle = 3'000'000'042;
  for (const std::int64_t clock : {0, 1, 4, 7}) { // REALTIME, MONOTONIC, MONOTONIC_RAW, BOOTTIME
    CHECK(guest.call(113, {clock, kBuffer}) == 0);
    CHECK(guest.load(kBuffer) == 3);
    CHECK(guest.load(kBuffer + 8) == 42);
  }
  CHECK(guest.call(113, {99, kBuffer}) == kEINVAL);
  CHECK(guest.call(113, {0, kNowhere}) == kEFAULT);
  CHECK(guest.call(114, {1, kBuffer}) == 0);
  CHECK(guest.load(kBuffer) == 0);
  CHECK(guest.load(kBuffer + 8) == 1);
  CHECK(guest.call(114, {1, 0}) == 0);
  guest.cycle = 2'000'007'000;
  CHECK(guest.call(169, {kBuffer, 0}) == 0); // gettimeofday: microseconds
  CHECK(guest.load(kBuffer) == 2);
  CHECK(guest.load(kBuffer + 8) == 7);
  CHECK(guest.call(169, {kNowhere, 0}) == kEFAULT);

  LinuxGuest narrow(32);
  narrow.cycle = 3'000'000'042;
  CHECK(narrow.call(113, {0, kBuffer}) == 0);
  CHECK(narrow.load(kBuffer) == (3 | 42ULL << 32));
}

TEST_CASE("linux: random numbers depend on the seed alone") {
  const auto drawn = [](std::uint64_t seed) {
    ElfOptions options = on(Platform::linux_user);
    options.seed = seed;
    LinuxGuest guest(64, options);
    CHECK(guest.call(278, {kBuffer, 21, 0}) == 21);
    CHECK(guest.load(kBuffer + 21, 1) == 0);
    return guest.read(kBuffer, 21);
  };
  CHECK(drawn(1) == drawn(1));
  CHECK(drawn(1) != drawn(2));
  LinuxGuest guest;
  CHECK(guest.call(278, {kBuffer, 8, 0}) == 8);
  // The first number of SplitMix64 from seed 1, by its published recurrence:
  // z = 1 + 0x9E3779B97F4A7C15; z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  // z = (z ^ z >> 27) * 0x94D049BB133111EB; z ^ z >> 31.
  CHECK(guest.load(kBuffer) == 0x910a2dec89025cc1ULL);
  CHECK(guest.call(278, {kNowhere, 8, 0}) == kEFAULT);
  CHECK(guest.call(278, {kBuffer, 0, 0}) == 0);
}

TEST_CASE("linux: limits, which cannot be changed") {
  LinuxGuest guest;
  CHECK(guest.call(261, {0, 3, 0, kBuffer}) == 0); // prlimit64, RLIMIT_STACK
  CHECK(guest.load(kBuffer) == 8ULL << 20);
  CHECK(guest.load(kBuffer + 8) == 8ULL << 20);
  CHECK(guest.call(261, {0, 0, 0, kBuffer}) == 0); // RLIMIT_CPU: none
  CHECK(guest.load(kBuffer) == ~0ULL);
  CHECK(guest.call(261, {0, 7, 0, kBuffer}) == 0);
  CHECK(guest.load(kBuffer) == kMaxGuestFiles);
  CHECK(guest.call(261, {0, 3, kBuffer, 0}) == kEPERM);
  CHECK(guest.call(261, {0, 16, 0, kBuffer}) == kEINVAL);
  CHECK(guest.call(261, {77, 3, 0, kBuffer}) == kESRCH);
  CHECK(guest.call(261, {0, 3, 0, kNowhere}) == kEFAULT);
}

TEST_CASE("linux: uname and sysinfo") {
  LinuxGuest guest;
  CHECK(guest.call(160, {kBuffer}) == 0);
  CHECK(guest.read(kBuffer, 6) == std::string("Linux\0", 6));
  CHECK(guest.read(kBuffer + 4 * 65, 8) == std::string("riscv64\0", 8));
  CHECK(guest.call(160, {kNowhere}) == kEFAULT);
  guest.cycle = 5'999'999'999;
  CHECK(guest.call(179, {kBuffer}) == 0);
  CHECK(guest.load(kBuffer) == 5); // uptime, seconds
  const std::uint64_t total = guest.load(kBuffer + 32);
  const std::uint64_t free = guest.load(kBuffer + 40);
  CHECK(guest.load(kBuffer + 104, 4) == 4096); // mem_unit
  CHECK(total * 4096 == 4ULL << 30);
  CHECK(free < total);
  CHECK(guest.load(kBuffer + 80, 2) == 1); // procs
  CHECK(guest.call(179, {kNowhere}) == kEFAULT);
  LinuxGuest narrow(32);
  CHECK(narrow.call(160, {kBuffer}) == 0);
  CHECK(narrow.read(kBuffer + 4 * 65, 8) == std::string("riscv32\0", 8));
  CHECK(narrow.call(179, {kBuffer}) == 0);
  CHECK(narrow.load(kBuffer + 16, 4) * 4096 == 4ULL << 30);
  CHECK(narrow.load(kBuffer + 52, 4) == 4096);
}

TEST_CASE("linux: futexes of the only thread") {
  LinuxGuest guest;
  guest.store(kBuffer, 7, 4);
  CHECK(guest.call(98, {kBuffer, 1, 1}) == 0);          // FUTEX_WAKE: no waiters
  CHECK(guest.call(98, {kBuffer, 129, 1}) == 0);        // with FUTEX_PRIVATE_FLAG
  CHECK(guest.call(98, {kBuffer, 0, 8, 0}) == kEAGAIN); // FUTEX_WAIT for another value
  guest.store(kBuffer + 16, 0);
  guest.store(kBuffer + 24, 1000);
  CHECK(guest.call(98, {kBuffer, 0, 7, kBuffer + 16}) == kETIMEDOUT);
  CHECK(guest.call(98, {kBuffer + 1, 1, 1}) == kEINVAL);
  CHECK(guest.call(98, {kNowhere, 1, 1}) == kEFAULT);
  CHECK(guest.call(98, {kNowhere, 0, 0, 0}) == kEFAULT);
  CHECK(guest.call(98, {kBuffer, 5, 1}) == kENOSYS); // FUTEX_WAKE_OP
  guest.call(98, {kBuffer, 0, 7, 0});                // infinite: there is no other thread that
                                                     // could change it
  CHECK(guest.trap == Trap::deadlock);
}

TEST_CASE("linux: signal actions and masks are kept and given back") {
  LinuxGuest guest;
  guest.store(kBuffer, 0x12345);
  guest.store(kBuffer + 8, 0x10000000);
  guest.store(kBuffer + 16, 0xFF);
  CHECK(guest.call(134, {2, kBuffer, kBuffer + 64, 8}) == 0); // rt_sigaction, SIGINT
  CHECK(guest.load(kBuffer + 64) == 0);                       // SIG_DFL before
  CHECK(guest.call(134, {2, 0, kBuffer + 64, 8}) == 0);
  CHECK(guest.load(kBuffer + 64) == 0x12345);
  CHECK(guest.load(kBuffer + 72) == 0x10000000);
  CHECK(guest.load(kBuffer + 80) == 0xFF);
  CHECK(guest.call(134, {9, kBuffer, 0, 8}) == kEINVAL); // SIGKILL
  CHECK(guest.call(134, {0, 0, 0, 8}) == kEINVAL);
  CHECK(guest.call(134, {65, 0, 0, 8}) == kEINVAL);
  CHECK(guest.call(134, {2, 0, 0, 16}) == kEINVAL);
  CHECK(guest.call(134, {2, kNowhere, 0, 8}) == kEFAULT);

  guest.store(kBuffer, ~0ULL);
  CHECK(guest.call(135, {0, kBuffer, kBuffer + 8, 8}) == 0); // SIG_BLOCK everything
  CHECK(guest.load(kBuffer + 8) == 0);
  guest.store(kBuffer, 0xF0);
  CHECK(guest.call(135, {1, kBuffer, kBuffer + 8, 8}) == 0);                // SIG_UNBLOCK
  CHECK(guest.load(kBuffer + 8) == (~0ULL & ~(1ULL << 8) & ~(1ULL << 18))); // not KILL, STOP
  CHECK(guest.call(135, {2, kBuffer, kBuffer + 8, 8}) == 0);                // SIG_SETMASK
  CHECK(guest.load(kBuffer + 8) == (~0ULL & ~(1ULL << 8) & ~(1ULL << 18) & ~0xF0ULL));
  CHECK(guest.call(135, {0, 0, kBuffer + 8, 8}) == 0);
  CHECK(guest.load(kBuffer + 8) == 0xF0);
  CHECK(guest.call(135, {3, kBuffer, 0, 8}) == kEINVAL);
  CHECK(guest.call(135, {0, kNowhere, 0, 8}) == kEFAULT);
  CHECK(guest.call(135, {0, 0, 0, 4}) == kEINVAL);
}

TEST_CASE("linux: a signal to oneself ends the run, unless it is ignored or blocked") {
  {
    LinuxGuest guest;
    const std::int64_t pid = guest.call(172);
    CHECK(guest.call(129, {pid, 0}) == 0); // is there such a process?
    CHECK(guest.call(129, {pid + 1, 6}) == kESRCH);
    CHECK(guest.call(129, {pid, 65}) == kEINVAL);
    CHECK(guest.call(129, {pid, 17}) == 0); // SIGCHLD does nothing by default
    CHECK(guest.trap == Trap::none);
    guest.store(kBuffer, 1); // SIG_IGN
    CHECK(guest.call(134, {15, kBuffer, 0, 8}) == 0);
    CHECK(guest.call(130, {pid, 15}) == 0); // tkill
    CHECK(guest.trap == Trap::none);
    CHECK(guest.call(131, {pid + 1, pid, 6}) == kESRCH); // tgkill
    guest.call(131, {pid, pid, 6});
    CHECK(guest.trap == Trap::exit);
    CHECK(guest.state.platform->end == PlatformState::End::signal);
    CHECK(guest.state.platform->end_number == 6);
    CHECK(guest.state.exit_code == 134);
  }
  LinuxGuest guest;
  guest.store(kBuffer, 1ULL << 14); // bit of SIGTERM, 15
  CHECK(guest.call(135, {0, kBuffer, 0, 8}) == 0);
  CHECK(guest.call(129, {0, 15}) == 0);
  CHECK(guest.trap == Trap::none);
  guest.call(129, {0, 9}); // SIGKILL cannot be blocked
  CHECK(guest.trap == Trap::exit);
}

TEST_CASE("linux: what a program finds on its stack") {
  for (const unsigned xlen : {64U, 32U}) {
    ElfOptions options = on(Platform::linux_user);
    options.arguments = {"one", "two words"};
    options.environment = {"A=b"};
    const LinuxGuest guest(xlen, options);
    const unsigned word = xlen / 8;
    const std::uint64_t mask = xlen == 32 ? 0xFFFFFFFFULL : ~0ULL;
    const std::uint64_t sp = guest.state.regs[riscv::kSp] & mask;
    INFO(xlen);
    CHECK(sp % 16 == 0);
    CHECK(guest.load(sp, word) == 3);
    const auto text_at = [&](unsigned index, std::size_t bytes) {
      return guest.read(guest.load(sp + index * word, word), bytes);
    };
    CHECK(text_at(1, 6) == std::string("guest\0", 6));
    CHECK(text_at(2, 4) == std::string("one\0", 4));
    CHECK(text_at(3, 10) == std::string("two words\0", 10));
    CHECK(guest.load(sp + 4 * word, word) == 0);
    CHECK(text_at(5, 4) == std::string("A=b\0", 4));
    CHECK(guest.load(sp + 6 * word, word) == 0);
    std::map<std::uint64_t, std::uint64_t> auxiliary;
    for (std::uint64_t at = sp + 7 * word; guest.load(at, word) != 0; at += 2ULL * word)
      auxiliary[guest.load(at, word)] = guest.load(at + word, word);
    CHECK(auxiliary.at(6) == 4096);       // AT_PAGESZ
    CHECK(auxiliary.at(9) == kGuestCode); // AT_ENTRY
    CHECK(auxiliary.at(23) == 0);         // AT_SECURE
    CHECK(auxiliary.at(25) > sp);         // AT_RANDOM
    // AT_HWCAP: bits of the letters I, M, A, F, D, C
    CHECK(auxiliary.at(16) == (1U << 8 | 1U << 12 | 1U << 0 | 1U << 5 | 1U << 3 | 1U << 2));
    CHECK(guest.read(auxiliary.at(31), 6) == std::string("guest\0", 6)); // AT_EXECFN
  }
}

TEST_CASE("linux: ebreak ends the run, mret and machine-mode CSRs are illegal") {
  Guest guest(64,
              {0x00100073, code("mret", {}), code("csrrs", {.rd = 5, .csr = 0x300}),
               code("csrrs", {.rd = 5, .csr = 0xC02}), code("csrrs", {.rd = 5, .csr = 0xB00})},
              on(Platform::linux_user));
  CHECK(guest.step().trap == Trap::exit); // by SIGTRAP
  CHECK(guest.step().trap == Trap::illegal);
  guest.state.pc += 4;
  CHECK(guest.step().trap == Trap::illegal);
  guest.state.pc += 4;
  CHECK(guest.step().trap == Trap::none);    // instret
  CHECK(guest.reg(5) == 1);                  // the ebreak counts
  CHECK(guest.step().trap == Trap::illegal); // mcycle
}

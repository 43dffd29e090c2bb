// What a bare-metal program asks of its host: through tohost, as the RISC-V test programs do, and
// by semihosting ("Semihosting for AArch32 and AArch64", whose calls "RISC-V Semihosting" takes
// over).

#include "unit/isa/guest.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

constexpr RegId kT0 = 5;
constexpr RegId kT1 = 6;
constexpr RegId kT2 = 7;
constexpr std::uint64_t kTohost = kGuestData + 0x800;
constexpr std::uint64_t kFromhost = kTohost + 64;
constexpr std::uint64_t kBlock = kGuestData + 0x40;
constexpr std::uint64_t kText = kGuestData + 0x100;
constexpr std::uint64_t kNowhere = 0x1000;

/// Stores T1 to T0.
class TohostGuest : public Guest {
public:
  explicit TohostGuest(unsigned xlen = 64, std::string_view mnemonic = "sd")
      : Guest(xlen, {code(mnemonic, {.rs1 = kT0, .rs2 = kT1}, xlen)}, on(Platform::bare_metal),
              {{"tohost", kTohost}, {"fromhost", kFromhost}}) {}

  Trap say(std::uint64_t value, std::uint64_t address = kTohost) {
    state.pc = kGuestCode;
    state.regs[kT0] = address;
    state.regs[kT1] = value;
    return step().trap;
  }
  /// The answer of a call.
  std::int64_t ask(std::uint64_t number, std::uint64_t a0, std::uint64_t a1, std::uint64_t a2) {
    store(kBlock, number);
    store(kBlock + 8, a0);
    store(kBlock + 16, a1);
    store(kBlock + 24, a2);
    store(kFromhost, 0);
    CHECK(say(kBlock) == Trap::none);
    CHECK(load(kTohost) == 0);
    CHECK(load(kFromhost) == 1);
    return static_cast<std::int64_t>(load(kBlock));
  }
};

/// Does nothing but semihosting calls.
class SemihostingGuest : public Guest {
public:
  explicit SemihostingGuest(unsigned xlen = 64,
                            const ElfOptions& options = on(Platform::bare_metal))
      : Guest(xlen, {0x01F01013, 0x00100073, 0x40705013}, options) {}

  std::int64_t call(std::uint64_t number, std::uint64_t argument) {
    state.pc = kGuestCode + 4;
    state.regs[riscv::kA0] = number;
    state.regs[riscv::kA0 + 1] = argument;
    trap = step().trap;
    return reg(riscv::kA0);
  }
  /// With a block of arguments.
  std::int64_t call_with(std::uint64_t number, const std::vector<std::uint64_t>& block) {
    const unsigned word = program.xlen / 8;
    for (std::size_t i = 0; i < block.size(); ++i)
      store(kBlock + i * word, block[i], word);
    return call(number, kBlock);
  }
  std::int64_t open(std::string_view name, std::uint64_t mode) {
    put_text(kText, name);
    return call_with(1, {kText, mode, name.size()});
  }
  std::int64_t error() { return call(0x13, 0); }

  Trap trap = Trap::none;
};

} // namespace

TEST_CASE("tohost: 1 passes, other odd numbers fail, with half of them as number") {
  {
    TohostGuest guest;
    CHECK(guest.say(1) == Trap::exit);
    CHECK(guest.state.platform->end == PlatformState::End::passed);
    CHECK(guest.state.exit_code == 0);
  }
  {
    TohostGuest guest;
    CHECK(guest.say(2 * 1337 + 1) == Trap::exit);
    CHECK(guest.state.platform->end == PlatformState::End::failed);
    CHECK(guest.state.platform->end_number == 1337);
    CHECK(guest.state.exit_code == 1337);
  }
  TohostGuest narrow(32, "sw"); // the lower half alone
  CHECK(narrow.say(7) == Trap::exit);
  CHECK(narrow.state.platform->end_number == 3);
}

TEST_CASE("tohost: atomic stores are stores") {
  TohostGuest guest(64, "amoswap.d");
  CHECK(guest.say(0) == Trap::none);
  CHECK(guest.say(2 * 21 + 1) == Trap::exit);
  CHECK(guest.state.platform->end_number == 21);
  TohostGuest calls(64, "amoor.d"); // tohost is 0 before: what is stored is the operand
  calls.put_text(kText, "hello");
  CHECK(calls.ask(64, 1, kText, 5) == 5);
  CHECK(calls.output == "hello");
  CHECK(calls.say(kNowhere) == Trap::unmapped);
  TohostGuest conditional(64, "sc.d"); // nothing is reserved
  CHECK(conditional.say(1) == Trap::none);
  CHECK(conditional.load(kTohost) == 0);
  conditional.state.regs[riscv::kReservation] = kTohost + 1;
  CHECK(conditional.say(1) == Trap::exit);
  CHECK(conditional.state.platform->end == PlatformState::End::passed);
}

TEST_CASE("tohost: an atomic store is carried out once in threaded code too") {
  Guest guest(64, {0x13, code("amoadd.d", {.rd = kT2, .rs1 = kT0, .rs2 = kT1}), 0x13, 0x6F},
              on(Platform::bare_metal), {{"tohost", kTohost}, {"fromhost", kFromhost}});
  guest.state.regs[kT0] = kTohost;
  guest.state.regs[kT1] = 2 * 21 + 1;
  CHECK(advance_reference(guest.program, guest.state, guest.environment, 10) == Trap::exit);
  CHECK(guest.state.exit_code == 21);
  CHECK(guest.state.instructions == 2);
  CHECK(guest.load(kTohost) == 2 * 21 + 1);
}

TEST_CASE("tohost: zero, its upper half and its neighbours are plain memory") {
  TohostGuest guest;
  CHECK(guest.say(0) == Trap::none);
  CHECK(guest.say(5, kTohost + 8) == Trap::none);
  CHECK(guest.load(kTohost + 8) == 5);
  CHECK(guest.say(5, kTohost - 8) == Trap::none);
  TohostGuest narrow(32, "sw");
  CHECK(narrow.say(0, kTohost + 4) == Trap::none);
  CHECK(narrow.say(3) == Trap::exit);
  CHECK(narrow.state.platform->end_number == 1);
}

TEST_CASE("tohost: two words are one command in either order, one alone is one by itself") {
  const auto store_words = [](std::int64_t first, std::int64_t second, int between) {
    std::vector<std::uint32_t> text{code("sw", {.rs1 = kT0, .rs2 = kT1, .immediate = first}, 32)};
    text.insert(text.end(), static_cast<std::size_t>(between), 0x13); // nop
    text.push_back(code("sw", {.rs1 = kT0, .rs2 = kT2, .immediate = second}, 32));
    text.push_back(0x6F); // j to itself
    return text;
  };
  struct Case {
    std::int64_t first, second; // halves
    int between;                // instructions
    std::uint64_t value_1, value_2;
    Trap trap_1, trap_2;
    std::string output;
  };
  constexpr std::uint64_t kCharacter = 0x01010000;
  const std::vector<Case> cases = {
      {0, 4, 0, 'e', kCharacter, Trap::none, Trap::none, "e"},
      {4, 0, 0, kCharacter, 'e', Trap::none, Trap::none, "e"},
      {4, 0, 0, kCharacter, 0, Trap::none, Trap::none, std::string(1, '\0')},
      {0, 4, 98, 'e', kCharacter, Trap::none, Trap::none, "e"},
      {0, 4, 0, 1, 0, Trap::none, Trap::exit, ""},
      {4, 0, 0, 0, 1, Trap::none, Trap::exit, ""},
      {0, 0, 0, 7, 9, Trap::exit, Trap::none, ""},              // the same half again
      {0, 4, 100, 'e', kCharacter, Trap::exit, Trap::none, ""}, // too late
      {0, 8, 0, 5, 1, Trap::exit, Trap::none, ""},              // something else
  };
  for (const unsigned xlen : {32U, 64U})
    for (const Case& c : cases) {
      INFO(xlen << ", " << c.first << " then " << c.second << " behind " << c.between);
      Guest guest(xlen, store_words(c.first, c.second, c.between), on(Platform::bare_metal),
                  {{"tohost", kTohost}, {"fromhost", kFromhost}});
      guest.state.regs[kT0] = kTohost;
      guest.state.regs[kT1] = c.value_1;
      guest.state.regs[kT2] = c.value_2;
      CHECK(guest.step().trap == c.trap_1);
      if (c.trap_1 == Trap::exit)
        continue;
      for (int i = 0; i < c.between; ++i)
        CHECK(guest.step().trap == Trap::none);
      CHECK(guest.step().trap == c.trap_2);
      CHECK(guest.output == c.output);
      if (c.trap_2 == Trap::none)
        CHECK(guest.load(kTohost) == 0);
    }
}

TEST_CASE("tohost: the console writes, reads and answers; no answer at the end of the input") {
  TohostGuest guest;
  guest.environment.input = "k";
  constexpr std::uint64_t kWrites = 0x0101ULL << 48;
  constexpr std::uint64_t kReads = 0x0100ULL << 48;
  CHECK(guest.say(kWrites | 'a') == Trap::none);
  CHECK(guest.load(kFromhost) == (kWrites | 0x100 | 'a'));
  CHECK(guest.say(kWrites | 'b') == Trap::none);
  CHECK(guest.load(kFromhost) == (kWrites | 0x100 | 'a')); // not taken yet
  CHECK(guest.say(kReads) == Trap::none);
  CHECK(guest.load(kFromhost) == (kReads | 0x100 | 'k'));
  CHECK(guest.say(kWrites | 'c') == Trap::none);
  CHECK(guest.load(kFromhost) == (kReads | 0x100 | 'k')); // what was typed is not lost
  guest.store(kFromhost, 0);
  CHECK(guest.say(kReads) == Trap::none);
  CHECK(guest.load(kFromhost) == 0);
  CHECK(guest.output == "abc");
  CHECK(guest.state.input_used == 1);
}

TEST_CASE("tohost: reading, names of devices, negative exit codes, and what there is not") {
  TohostGuest guest;
  guest.environment.input = "input";
  CHECK(guest.ask(63, 0, kText, 3) == 3);
  CHECK(guest.read(kText, 3) == "inp");
  CHECK(guest.ask(63, 0, kText, 9) == 2);
  CHECK(guest.ask(63, 0, kText, 9) == 0);
  CHECK(guest.ask(63, 3, kText, 9) == -9);
  CHECK(guest.ask(63, 0, kNowhere, 9) == -14);
  const auto name_of = [&guest](std::uint64_t device, std::uint64_t what) {
    CHECK(guest.say(device << 56 | 0xFFULL << 48 | kText << 8 | what) == Trap::none);
    return std::string(guest.read(kText, 64).c_str());
  };
  CHECK(name_of(0, 255) == "syscall_proxy");
  CHECK(name_of(1, 255) == "bcd");
  CHECK(name_of(1, 1) == "write");
  CHECK(name_of(2, 255).empty());
  for (const std::uint64_t command : {0x0001ULL, 0x0102ULL, 0x0200ULL, 0x7F05ULL}) {
    CHECK(guest.say(command << 48 | 1) == Trap::bad_syscall);
    CHECK(guest.load(kTohost) == 0); // as before
  }
  CHECK(guest.say(~0ULL - 2 * 4) == Trap::exit); // -5 * 2 + 1
  CHECK(guest.state.exit_code == -5);
  CHECK(guest.state.platform->end == PlatformState::End::failed);
  guest.store(kBlock, 94);
  guest.store(kBlock + 8, 6);
  CHECK(guest.say(kBlock) == Trap::exit);
  CHECK(guest.state.exit_code == 6);
}

TEST_CASE("tohost: write calls, and calls that do not exist") {
  TohostGuest guest;
  guest.put_text(kText, "hello");
  CHECK(guest.ask(64, 1, kText, 5) == 5);
  CHECK(guest.ask(64, 2, kText, 1) == 1);
  CHECK(guest.output == "helloh");
  CHECK(guest.ask(64, 0, kText, 1) == -9);
  CHECK(guest.ask(64, 7, kText, 1) == -9);
  CHECK(guest.ask(64, 1, kNowhere, 5) == -14);
  CHECK(guest.ask(64, 1, ~0ULL, 5) == -14);
  CHECK(guest.ask(56, 0, kText, 5) == -38); // openat: there are no files
  CHECK(guest.state.platform->unknown_calls == std::vector<std::uint64_t>{56});
  guest.store(kBlock, 93);
  guest.store(kBlock + 8, 4);
  CHECK(guest.say(kBlock) == Trap::exit); // exit(4)
  CHECK(guest.state.platform->end == PlatformState::End::failed);
  CHECK(guest.state.exit_code == 4);
}

TEST_CASE("tohost: a block where there is no memory is a fault of the store") {
  TohostGuest guest;
  CHECK(guest.say(kNowhere) == Trap::unmapped);
  CHECK(guest.load(kTohost) == 0);
  CHECK(guest.say(~0ULL - 1) == Trap::unmapped);
}

TEST_CASE("semihosting: only the ebreak between its two shifts is a call") {
  Guest plain(64, {0x00100073, 0x40705013}, on(Platform::bare_metal));
  plain.state.regs[riscv::kA0] = 0x18;
  CHECK(plain.step().trap == Trap::unhandled);
  const Guest call(64, {0x01F01013, 0x00100073, 0x40705013}, on(Platform::bare_metal));
  // The call reads a0 and a1 and writes a0: so does its micro-op.
  const Instruction& ebreak = call.program.code[call.program.index_of(kGuestCode + 4)];
  const MicroOp& micro_op = call.program.micro_ops_of(ebreak).front();
  CHECK(micro_op.destinations().size() == 1);
  CHECK(micro_op.destinations()[0] == riscv::kA0);
  CHECK(micro_op.sources().size() == 2);
}

TEST_CASE("semihosting: the console") {
  for (const unsigned xlen : {64U, 32U}) {
    INFO(xlen);
    SemihostingGuest guest(xlen);
    guest.environment.input = "abcdef";
    const std::int64_t in = guest.open(":tt", 0);
    const std::int64_t out = guest.open(":tt", 4);
    const std::int64_t err = guest.open(":tt", 8);
    CHECK(in > 0);
    CHECK(out > 0);
    CHECK(err > 0);
    CHECK(guest.open(":tt", 12) == -1);
    const auto file = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
    guest.put_text(kText, "hello\0");
    CHECK(guest.call_with(5, {file(out), kText, 5}) == 0); // WRITE: nothing was left
    CHECK(guest.call_with(5, {file(err), kText, 1}) == 0);
    CHECK(guest.call_with(5, {file(in), kText, 3}) == 3);
    CHECK(guest.error() == 9);
    CHECK(guest.call_with(5, {file(out), kNowhere, 3}) == 3);
    CHECK(guest.error() == 14);
    CHECK(guest.call(3, kText + 1) == 0); // WRITEC; its result is not defined
    guest.store(kText + 5, 0, 1);
    guest.call(4, kText + 2); // WRITE0
    CHECK(guest.output == "hellohello");
    CHECK(guest.call_with(6, {file(in), kText, 4}) == 0); // READ: nothing was missing
    CHECK(guest.read(kText, 4) == "abcd");
    CHECK(guest.call(7, 0ULL) == 'e'); // READC
    CHECK(guest.call_with(6, {file(in), kText, 4}) == 3);
    CHECK(guest.call_with(6, {file(in), kText, 4}) == 4);
    CHECK(guest.call(7, 0ULL) == -1);
    CHECK(guest.call_with(6, {file(out), kText, 4}) == 4);
    CHECK(guest.call_with(9, {file(out)}) == 1); // ISTTY
    CHECK(guest.call_with(9, {99}) == 0);
    CHECK(guest.call_with(2, {file(out)}) == 0);       // CLOSE
    CHECK(guest.call_with(0xA, {file(out), 0}) == -1); // SEEK
    CHECK(guest.call_with(0xC, {file(out)}) == -1);    // FLEN
  }
}

TEST_CASE("semihosting: no file of the host can be named") {
  SemihostingGuest guest;
  for (const std::string_view name : {"/etc/passwd", "a.txt", "../a.txt", "", ":tt2", ":t"})
    CHECK(guest.open(name, 0) == -1);
  CHECK(guest.error() == 2);
  CHECK(guest.call_with(1, {kNowhere, 0, 3}) == -1);
  CHECK(guest.error() == 14);
  CHECK(guest.call(1, kNowhere) == -1);
  guest.put_text(kText, "a.txt");
  CHECK(guest.call_with(0xE, {kText, 5}) == -1);           // REMOVE
  CHECK(guest.call_with(0xF, {kText, 5, kText, 5}) == -1); // RENAME
  CHECK(guest.call_with(0x12, {kText, 5}) == -1);          // SYSTEM
  CHECK(guest.call_with(0xD, {kText, 0, 16}) == -1);       // TMPNAM
  CHECK(guest.state.platform->unknown_calls == std::vector<std::uint64_t>{0xD, 0xE, 0xF, 0x12});
  CHECK(guest.call_with(1ULL << 40 | 5, {2, kText, 5}) == -1);
  CHECK(guest.output.empty());
}

TEST_CASE("semihosting: the features file says that the extended exit exists") {
  SemihostingGuest guest;
  const auto file = static_cast<std::uint64_t>(guest.open(":semihosting-features", 0));
  CHECK(guest.call_with(0xC, {file}) == 5);
  CHECK(guest.call_with(6, {file, kText, 100}) == 95);
  CHECK(guest.read(kText, 5) == "SHFB\x03");
  CHECK(guest.call_with(0xA, {file, 4}) == 0);
  CHECK(guest.call_with(6, {file, kText, 1}) == 0);
  CHECK(guest.load(kText, 1) == 3);
  CHECK(guest.call_with(6, {file, kText, 1}) == 1);
  CHECK(guest.call_with(0xA, {file, ~0ULL}) == 0);
  CHECK(guest.call_with(6, {file, kText, 1}) == 1);
}

TEST_CASE("semihosting: time, error tests, command line, heap") {
  ElfOptions options = on(Platform::bare_metal);
  options.arguments = {"one", "two"};
  options.memory = {{0x10000, 0x10000}};
  SemihostingGuest guest(64, options);
  guest.cycle = 12'340'000'000;          // nanoseconds
  CHECK(guest.call(0x10, 0ULL) == 1234); // CLOCK, hundredths
  CHECK(guest.call(0x11, 0ULL) == 12);   // TIME
  CHECK(guest.call(0x31, 0ULL) == 1'000'000'000);
  CHECK(guest.call(0x30, kText) == 0);
  CHECK(guest.load(kText) == 12'340'000'000);
  CHECK(guest.call(0x30, kNowhere) == -1);
  CHECK(guest.call_with(8, {~0ULL}) == 1); // ISERROR
  CHECK(guest.call_with(8, {5}) == 0);
  CHECK(guest.call_with(0x15, {kText, 100}) == 0); // GET_CMDLINE
  CHECK(guest.read(kText, 14) == std::string("guest one two\0", 14));
  CHECK(guest.load(kBlock + 8) == 13);
  CHECK(guest.call_with(0x15, {kText, 13}) == -1); // no room for the zero byte
  CHECK(guest.call_with(0x15, {kNowhere, 100}) == -1);
  CHECK(guest.call_with(0x16, {kText}) == 0); // HEAPINFO
  CHECK(guest.load(kText) == kGuestEnd);
  CHECK(guest.load(kText + 8) == 0x20000);
  CHECK(guest.load(kText + 16) == 0x20000);
  CHECK(guest.load(kText + 24) == kGuestEnd);
  CHECK(guest.call_with(0x16, {kNowhere}) == -1);
}

TEST_CASE("semihosting: exit, with and without a code") {
  constexpr std::uint64_t kApplicationExit = 0x20026;
  {
    SemihostingGuest guest;
    guest.call_with(0x18, {kApplicationExit, 3});
    CHECK(guest.trap == Trap::exit);
    CHECK(guest.state.exit_code == 3);
    CHECK(guest.state.platform->end == PlatformState::End::none);
  }
  {
    SemihostingGuest guest(32); // the reason itself, no block
    guest.call(0x18, kApplicationExit);
    CHECK(guest.trap == Trap::exit);
    CHECK(guest.state.exit_code == 0);
  }
  {
    SemihostingGuest guest(32);
    guest.call_with(0x20, {kApplicationExit, 9}); // EXIT_EXTENDED
    CHECK(guest.trap == Trap::exit);
    CHECK(guest.state.exit_code == 9);
  }
  SemihostingGuest guest(32);
  guest.call(0x18, 0x20023ULL); // ADP_Stopped_RunTimeErrorUnknown
  CHECK(guest.trap == Trap::exit);
  CHECK(guest.state.platform->end == PlatformState::End::abort);
  CHECK(guest.state.platform->end_number == 0x20023);
  CHECK(guest.state.exit_code == 1);
}

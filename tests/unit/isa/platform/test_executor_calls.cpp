#include "unit/isa/machine_code.hpp"

#include <catch2/catch.hpp>

#include <cstring>

using namespace machine_code;

namespace {

/// A system call in the making: set registers and input, make it, look at the results.
struct Call {
  explicit Call(Isa isa, unsigned xlen = 64)
      : machine_program(program(isa, {syscall(isa)}, xlen)), state(initial_state(machine_program)) {
    environment.output = &out;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Trap make(std::uint64_t number, std::uint64_t first = 0, std::uint64_t second = 0,
            std::uint64_t third = 0) {
    const bool is_mips = machine_program.isa == Isa::mips;
    const RegId arguments = is_mips ? mips::kA0 : riscv::kA0;
    state.pc = kCode;
    state.regs[is_mips ? mips::kV0 : riscv::kA7] = number;
    state.regs[arguments] = first;
    state.regs[arguments + 1U] = second;
    state.regs[arguments + 2U] = third;
    effect = execute(machine_program, state, environment, 1);
    return effect.trap;
  }
  [[nodiscard]] std::uint64_t result() const {
    return state.regs[machine_program.isa == Isa::mips ? mips::kV0 : riscv::kA0];
  }
  void put(std::uint64_t address, std::string_view text) {
    state.memory.write(address, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  [[nodiscard]] std::string text_at(std::uint64_t address, std::size_t length) const {
    std::string text(length, '?');
    state.memory.read(address, {reinterpret_cast<std::uint8_t*>(text.data()), length});
    return text;
  }

  Program machine_program;
  Collected out;
  Environment environment;
  ArchState state;
  Effect effect;
};

std::uint64_t bits(double d) {
  std::uint64_t v = 0;
  std::memcpy(&v, &d, sizeof v);
  return v;
}
std::uint64_t bits(float f) {
  std::uint32_t v = 0;
  std::memcpy(&v, &f, sizeof v);
  return v;
}

std::uint64_t minus(std::int64_t v) {
  return static_cast<std::uint64_t>(v);
}

} // namespace

TEST_CASE("system calls: integers are printed signed, hexadecimal, binary, unsigned") {
  for (const Isa isa : {Isa::mips, Isa::riscv}) {
    Call call(isa, 32);
    CHECK(call.make(1, minus(-5)) == Trap::none);
    CHECK(call.make(11, '\n') == Trap::none);
    CHECK(call.make(34, minus(-5)) == Trap::none);
    CHECK(call.make(11, '\n') == Trap::none);
    CHECK(call.make(35, 5) == Trap::none);
    CHECK(call.make(11, '\n') == Trap::none);
    CHECK(call.make(36, minus(-5)) == Trap::none);
    CHECK(call.out.text == "-5\n0xfffffffb\n00000000000000000000000000000101\n4294967291");
    CHECK(call.state.output_bytes == call.out.text.size());
  }
}

TEST_CASE("system calls: 64-bit values are printed whole") {
  Call riscv_call(Isa::riscv);
  riscv_call.make(34, minus(-1));
  CHECK(riscv_call.out.text == "0xffffffffffffffff");
  Call mips_call(Isa::mips);
  mips_call.make(34, minus(-1)); // what a MIPS32 program holds looks the same
  mips_call.make(36, 1ULL << 40);
  mips_call.make(1, 1ULL << 40);
  CHECK(mips_call.out.text == "0xffffffff10995116277761099511627776");
}

TEST_CASE("system calls: MIPS prints reals with the digits that read back") {
  Call call(Isa::mips);
  const auto print = [&](std::uint64_t number, std::uint64_t value) {
    call.state.regs[mips::kF12] = value;
    CHECK(call.make(number) == Trap::none);
    call.make(11, ' ');
  };
  print(2, bits(0.1F));
  print(3, bits(0.1));
  print(3, bits(-2.0));
  print(3, bits(1e300));
  print(2, bits(3.0F));
  CHECK(call.out.text == "0.1 0.1 -2.0 1e+300 3.0 ");
  Call other(Isa::riscv);
  CHECK(other.make(2) == Trap::bad_syscall);
}

TEST_CASE("system calls: a string is printed up to its zero byte, across pages") {
  Call call(Isa::mips);
  const std::string text(5000, 'x');
  call.put(kData + 100, text);
  CHECK(call.make(4, kData + 100) == Trap::none);
  CHECK(call.out.text == text);
}

TEST_CASE("system calls: a string that leaves the mapped memory is a fault and prints nothing") {
  Call call(Isa::mips);
  call.put(kData + 0x10000 - 3, "abc");
  CHECK(call.make(4, kData + 0x10000 - 3) == Trap::unmapped);
  CHECK(call.effect.address == kData + 0x10000);
  CHECK(call.make(4, 16) == Trap::unmapped);
  CHECK(call.out.text.empty());
  CHECK(call.state.pc == kCode);
}

TEST_CASE("system calls: integers are read from lines") {
  Call call(Isa::riscv);
  call.environment.input = "12\n  -7 rest is ignored\r\n+3\n99999999999\nx\n";
  CHECK(call.make(5) == Trap::none);
  CHECK(call.result() == 12);
  CHECK(call.make(5) == Trap::none);
  CHECK(call.result() == minus(-7));
  CHECK(call.make(5) == Trap::none);
  CHECK(call.result() == 3);
  CHECK(call.make(5) == Trap::none);
  CHECK(call.result() == 99999999999);
  const auto used = call.state.input_used;
  CHECK(call.make(5) == Trap::bad_input);
  CHECK(call.state.input_used == used);
  CHECK(call.state.regs[riscv::kA0] == 0); // the argument, untouched
}

TEST_CASE("system calls: a line that does not end is no number, and is not waited for") {
  Call call(Isa::riscv);
  const std::string lines = std::string(60'000, ' ') + "5\n" + std::string(70'000, '1') + "\n6\n";
  call.environment.input = lines;
  CHECK(call.make(5) == Trap::none);
  CHECK(call.result() == 5);
  CHECK(call.make(5) == Trap::bad_input);
}

TEST_CASE("system calls: 32-bit programs read 32-bit integers") {
  Call call(Isa::riscv, 32);
  call.environment.input = "-2147483648\n2147483648\n";
  CHECK(call.make(5) == Trap::none);
  CHECK(call.result() == minus(-2147483648LL));
  CHECK(call.make(5) == Trap::bad_input);
}

TEST_CASE("system calls: reading at the end of the input is a fault") {
  Call call(Isa::mips);
  for (const std::uint64_t number : {5, 6, 7, 12})
    CHECK(call.make(number) == Trap::bad_input);
  CHECK(call.make(8, kData, 10) == Trap::bad_input);
}

TEST_CASE("system calls: MIPS reads reals into $f0") {
  Call call(Isa::mips);
  call.environment.input = "2.5\n-1e3 x\n.\n";
  CHECK(call.make(6) == Trap::none);
  CHECK(call.state.regs[mips::kF0] == bits(2.5F));
  CHECK(call.make(7) == Trap::none);
  CHECK(call.state.regs[mips::kF0] == bits(-1000.0));
  CHECK(call.make(7) == Trap::bad_input);
}

TEST_CASE("system calls: a string is read as fgets does") {
  Call call(Isa::mips);
  call.environment.input = "hello\nworld and more\nlast";
  call.put(kData, "##########");
  CHECK(call.make(8, kData, 10) == Trap::none);
  CHECK(call.text_at(kData, 8) == std::string("hello\n\0#", 8));
  CHECK(call.make(8, kData, 6) == Trap::none);
  CHECK(call.text_at(kData, 7) == std::string("world\0\0", 7));
  CHECK(call.make(8, kData, 100) == Trap::none);
  CHECK(call.text_at(kData, 10) == " and more\n");
  CHECK(call.make(8, kData, 100) == Trap::none);
  CHECK(call.text_at(kData, 5) == std::string("last\0", 5));
  CHECK(call.make(8, kData, 1) == Trap::none); // only the zero byte
  CHECK(call.text_at(kData, 2) == std::string("\0a", 2));
  CHECK(call.make(8, kData + 1, 0) == Trap::none); // nothing
  CHECK(call.text_at(kData + 1, 1) == "a");
}

TEST_CASE("system calls: a string is not read into memory that cannot be written") {
  Call call(Isa::mips);
  call.environment.input = "hello\n";
  CHECK(call.make(8, kConstants, 10) == Trap::read_only);
  CHECK(call.make(8, kData + 0x10000 - 2, 10) == Trap::unmapped);
  CHECK(call.state.input_used == 0);
  CHECK(call.state.memory == Memory());
}

TEST_CASE("system calls: characters") {
  Call call(Isa::riscv);
  call.environment.input = "\xff";
  CHECK(call.make(12) == Trap::none);
  CHECK(call.result() == 255);
  CHECK(call.make(12) == Trap::bad_input);
  CHECK(call.make(11, 0x141) == Trap::none);
  CHECK(call.out.text == "A");
}

TEST_CASE("system calls: sbrk hands out the heap and refuses more") {
  Call call(Isa::mips);
  const std::uint64_t begin = call.machine_program.heap_begin;
  CHECK(call.make(9, 10) == Trap::none);
  CHECK(call.result() == begin);
  CHECK(call.make(9, 0) == Trap::none);
  CHECK(call.result() == begin + 16); // a multiple of 8
  CHECK(call.make(9, 0x1000) == Trap::none);
  CHECK(call.result() == ~0ULL);
  CHECK(call.make(9, minus(-16)) == Trap::none);
  CHECK(call.make(9, 0x1000) == Trap::none);
  CHECK(call.result() == begin);
  CHECK(call.make(9, 1) == Trap::none);
  CHECK(call.result() == ~0ULL);
  CHECK(call.make(9, minus(-0x1001)) == Trap::none);
  CHECK(call.result() == ~0ULL);
  CHECK(call.make(9, 1ULL << 63) == Trap::none);
  CHECK(call.result() == ~0ULL);
  CHECK(call.state.heap_end == begin + 0x1000);
}

TEST_CASE("system calls: exit") {
  Call mips_call(Isa::mips);
  CHECK(mips_call.make(10, 3) == Trap::exit);
  CHECK(mips_call.state.exit_code == 0);
  CHECK(mips_call.make(17, 3) == Trap::exit);
  CHECK(mips_call.state.exit_code == 3);
  CHECK(mips_call.make(93, 3) == Trap::bad_syscall);
  Call riscv_call(Isa::riscv);
  CHECK(riscv_call.make(93, minus(-1)) == Trap::exit);
  CHECK(riscv_call.state.exit_code == -1);
  CHECK(riscv_call.make(17, 3) == Trap::bad_syscall);
  CHECK(riscv_call.state.instructions == 1); // a fault does not count
}

TEST_CASE("system calls: RISC-V reads and writes file descriptors") {
  Call call(Isa::riscv);
  call.environment.input = "abcdef";
  CHECK(call.make(63, 0, kData, 4) == Trap::none);
  CHECK(call.result() == 4);
  CHECK(call.text_at(kData, 5) == std::string("abcd\0", 5));
  CHECK(call.make(63, 0, kData, 100) == Trap::none);
  CHECK(call.result() == 2);
  CHECK(call.make(63, 0, kData, 100) == Trap::none); // the end of a file is no fault
  CHECK(call.result() == 0);
  CHECK(call.make(63, 3, kData, 100) == Trap::none);
  CHECK(call.result() == minus(-9));

  CHECK(call.make(64, 1, kData, 4) == Trap::none);
  CHECK(call.result() == 4);
  CHECK(call.make(64, 2, kData, 2) == Trap::none);
  CHECK(call.make(64, 1, kData, 0) == Trap::none);
  CHECK(call.out.text == "efcdef");
  CHECK(call.make(64, 0, kData, 4) == Trap::none);
  CHECK(call.result() == minus(-9));
  CHECK(call.make(64, 1, kData + 0x10000 - 2, 4) == Trap::unmapped);
  CHECK(call.make(64, 1, kData, ~0ULL) == Trap::unmapped);
  CHECK(call.out.text == "efcdef");
}

TEST_CASE("system calls: unknown numbers are faults") {
  for (const Isa isa : {Isa::mips, Isa::riscv})
    for (const std::uint64_t number :
         {std::uint64_t{0}, std::uint64_t{13}, std::uint64_t{30}, ~std::uint64_t{0}}) {
      Call call(isa);
      CHECK(call.make(number) == Trap::bad_syscall);
      CHECK(call.state.pc == kCode);
    }
}

TEST_CASE("system calls: output is counted without a sink") {
  Call call(Isa::mips);
  call.environment.output = nullptr;
  CHECK(call.make(1, 12345) == Trap::none);
  CHECK(call.state.output_bytes == 5);
}

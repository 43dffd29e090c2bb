#include "unit/isa/guest.hpp"
#include "unit/isa/machine_code.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace machine_code;
using stallscope::isa::testing::LinuxGuest;

using stallscope::isa::testing::kBuffer;

namespace {

/// Pieces that "come" one with each wait.
class Pieces final : public InputSource {
public:
  explicit Pieces(std::deque<std::string> coming) : coming_(std::move(coming)) {}

  [[nodiscard]] std::string_view text() const override { return text_; }
  [[nodiscard]] std::uint64_t piece_end(std::uint64_t offset) const override {
    for (const std::uint64_t end : ends_)
      if (end > offset)
        return end;
    return 0;
  }
  Wait wait() override {
    ++waits;
    if (interrupted)
      return Wait::interrupted;
    if (coming_.empty())
      return Wait::end;
    text_ += coming_.front();
    ends_.push_back(text_.size());
    coming_.pop_front();
    return Wait::more;
  }
  [[nodiscard]] bool has_ended() const override { return coming_.empty(); }
  [[nodiscard]] bool is_terminal() const override { return terminal; }

  int waits = 0;
  bool interrupted = false;
  bool terminal = false;

private:
  std::deque<std::string> coming_;
  std::string text_;
  std::vector<std::uint64_t> ends_;
};

} // namespace

TEST_CASE("read gives the rest of one piece, waits only when all has been read, then ends") {
  LinuxGuest guest;
  Pieces pieces({"abc\n", "de"});
  guest.environment.input_source = &pieces;
  CHECK(guest.call(63, {0, kBuffer, 3}) == 3);
  CHECK(guest.read(static_cast<std::uint64_t>(kBuffer), 3) == "abc");
  CHECK(pieces.waits == 1);
  CHECK(guest.call(63, {0, kBuffer, 100}) == 1); // the line end; "de" has not come
  CHECK(pieces.waits == 1);
  CHECK(guest.call(63, {0, kBuffer, 0}) == 0); // nothing wanted: no wait
  CHECK(pieces.waits == 1);
  CHECK(guest.call(63, {0, kBuffer, 100}) == 2);
  CHECK(guest.read(static_cast<std::uint64_t>(kBuffer), 2) == "de");
  CHECK(guest.call(63, {0, kBuffer, 100}) == 0);
  CHECK(guest.call(63, {0, kBuffer, 100}) == 0);
  CHECK(guest.state.input_used == 6);
}

TEST_CASE("a replay reads the same although more has come since") {
  LinuxGuest guest;
  Pieces pieces({"abc\n", "de"});
  guest.environment.input_source = &pieces;
  const ArchState start = guest.state;
  for (int run = 0; run < 2; ++run) {
    guest.state = start;
    CHECK(guest.call(63, {0, kBuffer, 100}) == 4);
    CHECK(guest.call(63, {0, kBuffer, 100}) == 2);
    CHECK(guest.call(63, {0, kBuffer, 100}) == 0);
    CHECK(pieces.waits == 3 + run); // the end is asked for again, the pieces are not
  }
}

TEST_CASE("readv waits once, and ends where a piece ends") {
  LinuxGuest guest;
  Pieces pieces({"abcd", "ef"});
  guest.environment.input_source = &pieces;
  const auto base = static_cast<std::uint64_t>(kBuffer);
  guest.store(base, base + 100); // two vectors of 4 bytes
  guest.store(base + 8, 4);
  guest.store(base + 16, base + 200);
  guest.store(base + 24, 4);
  const ArchState start = guest.state;
  for (int run = 0; run < 2; ++run) {
    guest.state = start;
    CHECK(guest.call(65, {0, kBuffer, 2}) == 4);
    CHECK(guest.read(base + 100, 4) == "abcd");
    CHECK(guest.call(65, {0, kBuffer, 2}) == 2); // in the second round "ef" is there already
    CHECK(pieces.waits == 2);
  }
}

TEST_CASE("an interrupted read has done nothing, and says so with a trap of its own") {
  LinuxGuest guest;
  Pieces pieces({"abc"});
  pieces.interrupted = true;
  guest.environment.input_source = &pieces;
  guest.call(63, {0, kBuffer, 100});
  CHECK(guest.trap == Trap::interrupted);
  CHECK(is_fault(guest.trap));
  CHECK(name(guest.trap) == "interrupted");
  CHECK(guest.state.input_used == 0);
  CHECK(guest.state.instructions == 0);
  CHECK(guest.reg(riscv::kA0) == 0); // the descriptor, still
}

TEST_CASE("standard input is a terminal to a program when it is one") {
  LinuxGuest guest;
  Pieces pieces({});
  guest.environment.input_source = &pieces;
  constexpr std::int64_t kNotATerminal = -25; // ENOTTY
  CHECK(guest.call(29, {0, 0x5401, kBuffer}) == kNotATerminal);
  pieces.terminal = true;
  CHECK(guest.call(29, {0, 0x5401, kBuffer}) == 0);
}

TEST_CASE("calls of teaching tools wait for a whole line") {
  Program p = program(Isa::riscv, {syscall(Isa::riscv)});
  ArchState state = initial_state(p);
  Environment environment;
  Pieces pieces({"4", "2\nxy", "z\n", "7"});
  environment.input_source = &pieces;
  const auto make = [&](std::uint64_t number, std::uint64_t a0 = 0, std::uint64_t a1 = 0) {
    state.pc = kCode;
    state.regs[riscv::kA7] = number;
    state.regs[riscv::kA0] = a0;
    state.regs[riscv::kA0 + 1U] = a1;
    return execute(p, state, environment, 1).trap;
  };
  CHECK(make(5) == Trap::none);
  CHECK(state.regs[riscv::kA0] == 42);
  CHECK(pieces.waits == 2);
  CHECK(make(8, kData, 3) == Trap::none); // two letters fit: they are there
  CHECK(pieces.waits == 2);
  CHECK(state.memory.load(kData, 3) == 0x007978); // "xy", zero
  CHECK(make(8, kData, 100) == Trap::none);
  CHECK(state.memory.load(kData, 3) == 0x000A7A); // "z", line end, zero
  CHECK(make(5) == Trap::none);                   // a last line without an end
  CHECK(state.regs[riscv::kA0] == 7);
  CHECK(make(12) == Trap::bad_input);
  pieces.interrupted = true;
  const std::uint64_t used = state.input_used;
  for (const std::uint64_t number : {5, 12})
    CHECK(make(number) == Trap::interrupted);
  CHECK(make(8, kData, 3) == Trap::interrupted);
  state.regs[riscv::kA0 + 2U] = 3; // bytes that read() wants
  CHECK(make(63, 0, kData) == Trap::interrupted);
  CHECK(state.input_used == used);
}

// Where a run stops: conditions of every kind, breakpoints, memory watches, faults.

#include "unit/session/loop_program.hpp"
#include "unit/session/session_testing.hpp"

#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

TEST_CASE("run_to a cycle") {
  const auto s = session_of(kLoop, preset("mips-5"));
  CHECK(s->run_to(condition(*s, "cycle 37")) == Pause::reached);
  CHECK(s->cycle() == 37);
}

TEST_CASE("run_to a label: when its instruction enters the pipeline, each time") {
  const auto s = session_of(kLoop, preset("mips-5"));
  CHECK(s->run_to(condition(*s, "label loop")) == Pause::reached);
  CHECK(s->cycle() == 3); // the third instruction, fetched in cycle 3
  const std::uint64_t first = s->cycle();
  CHECK(s->run_to(condition(*s, "loop")) == Pause::reached);
  CHECK(s->cycle() > first);
  CHECK(s->simulation().arch().regs[s->simulation().program().register_named("i")] == 2);
}

TEST_CASE("run_to an address and a source line") {
  const auto s = session_of(kLoop, preset("mips-5"));
  const std::uint64_t pc = s->simulation().program().symbols.at("loop").address;
  CHECK(s->run_to(condition(*s, fmt::format("pc {:#x}", pc))) == Pause::reached);
  CHECK(s->cycle() == 3);
  const auto other = session_of(kLoop, preset("mips-5"));
  CHECK(other->run_to(condition(*other, "line 3")) == Pause::reached);
  CHECK(other->cycle() == 3);
}

TEST_CASE("run_to an address ignores the wrong path") {
  // Nothing reaches 'dead', but it is fetched behind the jump every time.
  const auto s = session_of("i = 0\nloop: i = i + 1\nif i == 20 goto out\ngoto loop\n"
                            "dead: x = 1\nout: y = 2\n",
                            preset("mips-5"));
  CHECK(s->run_to(condition(*s, "label dead")) == Pause::stopped);
  CHECK(s->simulation().totals().wrong_path_ops >= 19);
}

TEST_CASE("run_to a register: the value as the write stage has written it") {
  const auto s = session_of(kLoop, preset("mips-5"));
  CHECK(s->run_to(condition(*s, "i == 7")) == Pause::reached);
  CHECK(committed(*s, "i") == 7);
  CHECK(s->run_to(condition(*s, "s > 4000")) == Pause::reached);
  CHECK(committed(*s, "s") == 4005); // 1 + ... + 89
  CHECK(s->run_to(condition(*s, "s < 0")) == Pause::stopped);
}

TEST_CASE("run_to an access and a write of memory") {
  const char* text = "a = mem[64]\nb = mem[8]\nmem[8] = b\nc = mem[16]\n";
  const auto s = session_of(text, preset("mips-5"));
  CHECK(s->run_to(condition(*s, "access 8 8")) == Pause::reached);
  CHECK(s->cycle() == 5); // the second instruction: IF 2 ID 3 EX 4 MEM 5
  const auto writes = session_of(text, preset("mips-5"));
  CHECK(writes->run_to(condition(*writes, "write 8 8")) == Pause::reached);
  CHECK(writes->cycle() == 6);
  const auto elsewhere = session_of(text, preset("mips-5"));
  CHECK(elsewhere->run_to(condition(*elsewhere, "write 16 8")) == Pause::stopped);
  // One byte inside an access of eight.
  const auto inside = session_of(text, preset("mips-5"));
  CHECK(inside->run_to(condition(*inside, "access 71")) == Pause::reached);
  CHECK(inside->cycle() == 4);
}

TEST_CASE("breakpoints and memory watches stop a run; the session says which") {
  const auto s = session_of(kLoop, preset("mips-5"));
  s->add_breakpoint(condition(*s, "label done"));
  s->add_breakpoint(condition(*s, "i == 3"));
  REQUIRE(s->breakpoints().size() == 2);
  CHECK(s->run() == Pause::breakpoint);
  REQUIRE(s->hit().has_value());
  CHECK(s->hit()->text == "i == 3");
  CHECK(s->remove_breakpoint(1));
  CHECK_FALSE(s->remove_breakpoint(1));
  CHECK(s->run() == Pause::breakpoint);
  CHECK(s->hit()->text == "label done");
  s->seek(0);
  CHECK(s->remove_breakpoint(0));
  s->add_breakpoint(condition(*s, "write 8 8"));
  CHECK(s->run() == Pause::breakpoint);
  const std::uint64_t first = s->cycle();
  CHECK(s->run() == Pause::breakpoint);
  CHECK(s->cycle() > first);
}

TEST_CASE("a guest fault stops the session with its trap, and time still goes back") {
  const auto s = session_of("x = 5\nz = 0\ny = x / z\n", preset("mips-5"));
  CHECK(s->run() == Pause::stopped);
  CHECK(s->simulation().stop() == core::StopReason::fault);
  CHECK(s->simulation().trapped().trap == isa::Trap::divide_by_zero);
  s->seek(2);
  CHECK_FALSE(s->stopped());
  CHECK(s->simulation().arch().regs[s->simulation().program().register_named("x")] == 5);
}

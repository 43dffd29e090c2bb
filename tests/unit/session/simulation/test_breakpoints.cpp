// Breakpoints beside each other, beside run_to, and while a value lasts.

#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

/// Cycles in which a run stops, one after the other, until its end.
std::vector<std::uint64_t> stops(Session& session) {
  std::vector<std::uint64_t> cycles;
  while (session.run() == Pause::breakpoint)
    cycles.push_back(session.cycle());
  return cycles;
}

} // namespace

TEST_CASE("a breakpoint on a cycle stops once") {
  const auto s = session_of(counting_loop(5), preset("mips-5"));
  s->add_breakpoint(condition(*s, "cycle 12"));
  CHECK(stops(*s) == std::vector<std::uint64_t>{12});
  s->seek(11);
  CHECK(stops(*s) == std::vector<std::uint64_t>{12});
  s->seek(12);
  CHECK(stops(*s).empty());
}

TEST_CASE("a breakpoint on a register stops each time the value comes, not while it lasts") {
  // lecture-4, independent: the n-th instruction writes in cycle n + 3.
  const auto s =
      session_of("x = 5\na = 1\na = 1\nx = 6\na = 1\nx = 5\na = 1\n", preset("lecture-4"));
  s->add_breakpoint(condition(*s, "x == 5"));
  CHECK(stops(*s) == std::vector<std::uint64_t>{4, 9});
}

TEST_CASE("a breakpoint on an instruction stops each time it is fetched, cycle after cycle") {
  const auto s = session_of("x = 3\nloop: x = x - 1\nif x > 0 goto loop\n",
                            preset("mips-5", {"branch.predictor=perfect", "branch.predict_in=IF",
                                              "branch.resolve=EX", "branch.jump_resolve=EX"}));
  s->add_breakpoint(condition(*s, "loop"));
  s->add_breakpoint(condition(*s, "line 3"));
  CHECK(stops(*s) == std::vector<std::uint64_t>{2, 3, 4, 5, 6, 7});
}

TEST_CASE("run_to stops at breakpoints on the way, whatever it runs to") {
  const auto s = session_of(counting_loop(5), preset("mips-5"));
  s->add_breakpoint(condition(*s, "line 3"));
  for (const char* target : {"cycle 30", "sum == 10", "line 6"}) {
    s->seek(0);
    INFO(target);
    CHECK(s->run_to(condition(*s, target)) == Pause::breakpoint);
    CHECK(s->cycle() == 3);
    REQUIRE(s->hit().has_value());
    CHECK(s->hit()->text == "line 3");
  }
  CHECK(s->run_to(condition(*s, "cycle 4")) == Pause::reached);
  CHECK_FALSE(s->hit().has_value());
  CHECK(s->cycle() == 4);
}

TEST_CASE("run_to a cycle that has come stays where it is") {
  const auto s = session_of(counting_loop(5), preset("mips-5"));
  s->seek(20);
  CHECK(s->run_to(condition(*s, "cycle 20")) == Pause::reached);
  CHECK(s->run_to(condition(*s, "cycle 7")) == Pause::reached);
  CHECK(s->cycle() == 20);
}

TEST_CASE("of two breakpoints in one cycle the first is the hit") {
  const auto s = session_of("x = 1\ny = 2\n", preset("mips-5"));
  s->add_breakpoint(condition(*s, "cycle 2"));
  s->add_breakpoint(condition(*s, "line 2"));
  CHECK(s->run() == Pause::breakpoint);
  CHECK(s->hit()->text == "cycle 2");
  CHECK(s->remove_breakpoint(0));
  s->seek(0);
  CHECK(s->run() == Pause::breakpoint);
  CHECK(s->hit()->text == "line 2");
}

TEST_CASE("a memory watch stops once for an access that goes through several steps of a unit") {
  // The execute stage of lecture-4 accesses memory as well; here it has three steps.
  const auto s =
      session_of("x = mem[64]\ny = mem[128]\n", preset("lecture-4", {"unit.alu.latency=3"}));
  s->add_breakpoint(condition(*s, "access 64 8"));
  CHECK(stops(*s) == std::vector<std::uint64_t>{5}); // ID 1, RR 2, ALU1 3, ALU2 4, ALU3 5
}

TEST_CASE("a memory watch sees accesses that overlap it from either side, and no neighbours") {
  const char* text = "a = mem[56]\nb = mem[64]\nc = mem[72]\nd = mem4[68]\n";
  // MEM of the n-th instruction of mips-5 is cycle n + 3.
  for (const auto& [watch, expected] :
       std::vector<std::pair<const char*, std::vector<std::uint64_t>>>{
           {"access 64 8", {5, 7}},
           {"access 63 1", {4}},
           {"access 63 2", {4, 5}},
           {"access 60 100", {4, 5, 6, 7}},
           {"access 71", {5, 7}},
           {"access 80 8", {}},
           {"write 64 8", {}}}) {
    const auto s = session_of(text, preset("mips-5"));
    s->add_breakpoint(condition(*s, watch));
    INFO(watch);
    CHECK(stops(*s) == expected);
  }
}

TEST_CASE("a memory watch of the last bytes of the address space") {
  // Nothing lies there for a program, but the watch must not reach around to address 0.
  const auto s = session_of("a = mem[0]\n", preset("mips-5"));
  s->add_breakpoint(condition(*s, "access 0xfffffffffffffff8 8"));
  CHECK(stops(*s).empty());
  Condition around = condition(*s, "access 0xfffffffffffffff8 8");
  around.bytes = 9; // up to address 0
  s->seek(0);
  s->add_breakpoint(around);
  CHECK(stops(*s) == std::vector<std::uint64_t>{4});
}

TEST_CASE("recording leaves the present, the hit and the output as they are") {
  const auto s = session_of(counting_loop(10), preset("dual-5"));
  s->add_breakpoint(condition(*s, "sum == 17"));
  REQUIRE(s->run() == Pause::breakpoint);
  const auto before = moment(*s);
  const std::uint64_t here = s->cycle();
  for (const auto& [from, to] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {1, 5}, {1, 10'000}, {here + 1, here + 5}, {10'000, 10'010}, {9, 3}, {0, 0}}) {
    const Timeline timeline = s->record(from, to);
    INFO(from << " to " << to);
    CHECK(moment(*s) == before);
    CHECK(s->hit().has_value());
    CHECK(timeline.first_cycle <= timeline.end_cycle);
  }
  s->run();
  REQUIRE(s->stopped());
  const auto at_end = moment(*s);
  const std::uint64_t last = s->cycle();
  CHECK(s->record(1, last + 100).end_cycle == Cycle{last + 1});
  CHECK(s->record(last + 1, last + 100).rows.empty());
  CHECK(s->stopped());
  CHECK(moment(*s) == at_end);
}

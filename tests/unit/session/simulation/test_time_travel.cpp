#include "unit/session/session_testing.hpp"

#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

/// Every moment of a run, by cycle, from stepping straight through it.
std::vector<std::vector<std::uint64_t>> straight_run(std::string_view source,
                                                     const machine::Machine& machine,
                                                     const std::string& input = {}) {
  const auto s = session_of(source, machine, input);
  std::vector<std::vector<std::uint64_t>> moments{moment(*s)};
  while (s->step())
    moments.push_back(moment(*s));
  return moments;
}

constexpr const char* kP4 = "t2 = t0 + t1\nt4 = t3 + t2\nt7 = t5 + t6\nt0 = t0 + t7\n";

} // namespace

TEST_CASE("step counts the cycles of the lecture's program, then says that the run has ended") {
  const auto s = session_of(kP4, preset("lecture-4"));
  CHECK(s->cycle() == 0);
  for (std::uint64_t cycle = 1; cycle <= 11; ++cycle) {
    CHECK(s->step());
    CHECK(s->cycle() == cycle);
    CHECK_FALSE(s->stopped());
  }
  CHECK_FALSE(s->step());
  CHECK(s->stopped());
  CHECK(s->cycle() == 11);
  CHECK_FALSE(s->step());
}

TEST_CASE("step_back reaches every cycle down to the start, also from the end of a run") {
  const auto machine = preset("mips-5");
  const std::string source = counting_loop(5);
  const auto moments = straight_run(source, machine);
  const auto s = session_of(source, machine);
  REQUIRE(s->run() == Pause::stopped);
  for (std::uint64_t cycle = s->cycle(); cycle-- > 0;) {
    REQUIRE(s->step_back());
    REQUIRE(s->cycle() == cycle);
    CHECK_FALSE(s->stopped());
    REQUIRE(moment(*s) == moments[cycle]);
  }
  CHECK_FALSE(s->step_back());
  CHECK(s->cycle() == 0);
}

TEST_CASE("seek gives the moment of the straight run, in both directions and beyond the end") {
  const auto machine = preset("dual-5");
  const std::string source = counting_loop(30);
  const auto moments = straight_run(source, machine);
  const std::uint64_t last = moments.size() - 1;
  CheckpointBudget budget;
  budget.first_distance_cycles = 16;
  const auto s = session_of(source, machine, {}, budget);
  for (const std::uint64_t cycle :
       {std::uint64_t{50}, std::uint64_t{3}, std::uint64_t{49}, last, std::uint64_t{0}, last - 1,
        std::uint64_t{16}, std::uint64_t{17}, std::uint64_t{15}, last}) {
    s->seek(cycle);
    INFO("cycle " << cycle);
    REQUIRE(s->cycle() == cycle);
    CHECK_FALSE(s->stopped());
    REQUIRE(moment(*s) == moments[cycle]);
  }
  s->seek(last + 1000);
  CHECK(s->cycle() == last);
  CHECK(s->stopped());
  s->seek(last);
  CHECK_FALSE(s->stopped());
  s->run();
  s->seek(7);
  CHECK_FALSE(s->stopped());
  CHECK(moment(*s) == moments[7]);
  CHECK(s->run() == Pause::stopped);
  CHECK(s->cycle() == last);
}

TEST_CASE("thinned checkpoints stay within their number and their bytes, and every seek is right") {
  const auto machine = preset("mips-5");
  const std::string source = counting_loop(200);
  const auto moments = straight_run(source, machine);
  REQUIRE(moments.size() > 1000);
  const std::uint64_t state_bytes = sizeof(core::InOrderState);
  for (const std::uint64_t max_checkpoints : {1, 2, 3, 5, 1000}) {
    CheckpointBudget budget;
    budget.max_checkpoints = max_checkpoints;
    budget.max_bytes = 6 * state_bytes;
    budget.first_distance_cycles = 4;
    const auto s = session_of(source, machine, {}, budget);
    std::size_t most = 0;
    while (s->run(s->cycle() + 1) != Pause::stopped) {
      most = std::max(most, s->checkpoint_count());
      REQUIRE(s->checkpoint_count() <= max_checkpoints);
      REQUIRE(s->checkpoint_bytes() <= budget.max_bytes);
      REQUIRE(s->checkpoint_bytes() >= s->checkpoint_count() * state_bytes);
    }
    CHECK(most >= std::min<std::uint64_t>(max_checkpoints, 3));
    for (std::uint64_t cycle = moments.size() - 1, n = 0; n < 40; ++n) {
      cycle = (cycle * 7919 + 13) % moments.size();
      s->seek(cycle);
      INFO("cycle " << cycle << ", at most " << max_checkpoints << " checkpoints");
      REQUIRE(moment(*s) == moments[cycle]);
    }
  }
}

TEST_CASE("a budget smaller than one state keeps the start alone, and seeking still works") {
  CheckpointBudget budget;
  budget.max_bytes = 1;
  budget.first_distance_cycles = 1;
  const auto machine = preset("mips-5");
  const std::string source = counting_loop(20);
  const auto moments = straight_run(source, machine);
  const auto s = session_of(source, machine, {}, budget);
  s->run();
  CHECK(s->checkpoint_count() == 1);
  s->seek(40);
  CHECK(moment(*s) == moments[40]);
}

TEST_CASE("run stops at the cycle it is given, and goes on from there") {
  const auto s = session_of(counting_loop(30), preset("mips-5"));
  CHECK(s->run(17) == Pause::reached);
  CHECK(s->cycle() == 17);
  CHECK(s->run(17) == Pause::reached);
  CHECK(s->cycle() == 17);
  CHECK(s->run() == Pause::stopped);
  CHECK(s->run() == Pause::stopped);
}

TEST_CASE("keep_going interrupts an endless run between two slices, run and run_to alike") {
  const auto s = session_of("x = 1\nloop: y = y + 1\ngoto loop", preset("mips-5"));
  unsigned asked = 0;
  const auto third = [&asked] { return ++asked < 3; };
  CHECK(s->run(kNever.value, third) == Pause::interrupted);
  CHECK(asked == 3);
  CHECK(s->cycle() == 3 * 65'536);
  asked = 0;
  CHECK(s->run_to(condition(*s, "x == 2"), third) == Pause::interrupted);
  CHECK(asked == 3);
}

TEST_CASE("output is what had been printed by the present cycle, and replays do not repeat it") {
  const auto s = session_of("print 1\nprint 22\nprint 333\n", preset("lecture-4"));
  // One fetch a cycle; an operation acts when it is fetched.
  CHECK(s->output().empty());
  s->step();
  CHECK(s->output() == "1\n");
  s->step();
  CHECK(s->output() == "1\n22\n");
  s->run();
  CHECK(s->output() == "1\n22\n333\n");
  s->seek(1);
  CHECK(s->output() == "1\n");
  s->seek(0);
  CHECK(s->output().empty());
  s->run();
  CHECK(s->output() == "1\n22\n333\n");
}

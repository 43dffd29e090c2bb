// What a run says when it is cut short: it agrees with its own record, and a program that has ended
// has ended.

#include "loop_program.hpp"
#include "session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

std::uint64_t retired_rows(const Timeline& timeline) {
  return static_cast<std::uint64_t>(
      std::count_if(timeline.rows.begin(), timeline.rows.end(),
                    [](const OpRow& row) { return !row.in_flight && !row.flushed; }));
}

} // namespace

TEST_CASE("limits: cut at any cycle, instructions are the retired rows and the used slots") {
  const isa::Program program = tac(counting_loop(4));
  for (const char* name : {"lecture-4", "mips-5", "dual-5", "hp-latency"}) {
    const machine::Machine machine = preset(name);
    for (std::uint64_t limit = 1; limit < 40; ++limit) {
      RunOptions options;
      options.record = true;
      options.limit_cycles = limit;
      const trace::RunRecord run = run_program(program, machine, options);
      INFO(name << ", " << limit << " cycles");
      CHECK(run.instructions == retired_rows(run.timeline));
      if (machine.drain == machine::DrainRule::counted) {
        CHECK(run.instructions == run.ledger.at(trace::LedgerPoint::retire).used());
      }
    }
  }
}

TEST_CASE("limits: without a reorder buffer what is written has retired, older ones or not") {
  // The additions overtake the multiplications, which take longer.
  const isa::Program program =
      tac("a = 3\nb = a * a\nc = a + 1\nd = b * b\ne = a + 2\nf = c + e\ng = d * f\nh = e + 4\n");
  for (const char* name : {"scoreboard", "tomasulo", "tomasulo-rob-1", "ooo-4"}) {
    const machine::Machine machine = preset(name);
    for (std::uint64_t limit = 1; limit < 60; ++limit) {
      RunOptions options;
      options.record = true;
      options.limit_cycles = limit;
      const trace::RunRecord run = run_program(program, machine, options);
      INFO(name << ", " << limit << " cycles");
      CHECK(run.instructions == retired_rows(run.timeline));
      CHECK(run.micro_ops == run.instructions);
      options.record = false;
      CHECK(run_program(program, machine, options).instructions == run.instructions);
      if (run.instructions == 0)
        continue;
      options.limit_cycles = kNever.value;
      options.limit_instructions = run.instructions;
      const trace::RunRecord counted = run_program(program, machine, options);
      // The limit counts in the order of the program, as a commit log does: what has overtaken an
      // older one counts when that has retired too.
      CHECK(counted.instructions >= run.instructions);
    }
  }
}

TEST_CASE("limits: the n-th instruction has retired in its last cycle, not in the one behind it") {
  // Independent: the n-th is in RW, the last of four stages, in cycle n + 3.
  const isa::Program program = tac("a = 1\nb = 2\nc = 3\nd = 4\n");
  for (std::uint64_t n = 1; n <= 3; ++n) {
    RunOptions options;
    options.limit_instructions = n;
    const trace::RunRecord run = run_program(program, preset("lecture-4"), options);
    CHECK(run.instructions == n);
    CHECK(run.cycles == n + 3);
    CHECK(run.stop.reason == "limit");
  }
}

TEST_CASE("limits: a limit that is just enough for the whole program does not cut it short") {
  const isa::Program program = tac("a = 1\nb = 2\nprint b\nexit 3\n");
  for (const machine::PresetInfo& info : machine::presets()) {
    const machine::Machine machine = preset(std::string(info.name));
    const trace::RunRecord whole = run_program(program, machine, {});
    REQUIRE(whole.stop.reason == "exit");
    INFO(info.name);
    RunOptions options;
    options.limit_instructions = whole.instructions;
    const trace::RunRecord counted = run_program(program, machine, options);
    CHECK(counted.stop.reason == "exit");
    CHECK(counted.stop.exit_code == 3);
    CHECK(counted.cycles == whole.cycles);
    CHECK(counted.output == "2\n");
    if (machine.drain == machine::DrainRule::excluded)
      continue; // counts fewer cycles than it takes
    options = {};
    options.limit_cycles = whole.cycles;
    CHECK(run_program(program, machine, options).stop.reason == "exit");
    options.limit_cycles = whole.cycles - 1;
    CHECK(run_program(program, machine, options).stop.reason == "limit");
  }
}

TEST_CASE("limits: a record that the end of the program completes carries no note") {
  const isa::Program program = tac("a = 1\n");
  RunOptions options;
  options.record = true;
  options.max_events = 0;
  const trace::RunRecord run = run_program(program, preset("lecture-4"), options);
  CHECK(run.notes.size() == 1); // cut in cycle 1 of 4
  CHECK(run.timeline.end_cycle.value == 2);
  CHECK(run.cycles == 4);
  options.max_events = 1000;
  CHECK(run_program(program, preset("lecture-4"), options).notes.empty());
}

TEST_CASE("limits: a recorded window by operations can be interrupted too") {
  // Operation 1 stays in flight for ever: the window does not end by itself.
  const isa::Program program = tac("x = 1\nloop: goto loop\n");
  RunOptions options;
  options.record = true;
  options.from_op = 1;
  options.to_op = 1'000'000'000;
  unsigned asked = 0;
  options.progress = [&asked](const Progress&) { return ++asked < 2; };
  const trace::RunRecord run = run_program(program, preset("mips-5"), options);
  CHECK(run.stop.reason == "interrupted");
  CHECK(asked == 2);
  CHECK(run.notes.empty()); // long before the limit of events
}

TEST_CASE("limits: live output is handed on as it is printed, once, with its place") {
  class Live final : public isa::OutputSink {
  public:
    void write(std::uint64_t offset, std::string_view more) override {
      CHECK(offset == text.size());
      text += more;
    }
    std::string text;
  };
  Live live;
  RunOptions options;
  options.live_output = &live;
  const trace::RunRecord run = run_program(tac(kLoop), preset("mips-5"), options);
  CHECK(live.text == "10\n20\n30\n40\n50\n60\n70\n80\n90\n100\n");
  CHECK(run.output == live.text);
}

TEST_CASE("limits: a window behind the end of the run is empty, and the run is whole") {
  RunOptions options;
  options.record = true;
  options.from_cycle = 1'000'000;
  options.to_cycle = 1'000'010;
  const trace::RunRecord run = run_program(tac(kLoop), preset("mips-5"), options);
  CHECK(run.stop.reason == "end");
  CHECK(run.timeline.rows.empty());
}

TEST_CASE("limits: a record that outgrows its use ends the run, and nothing is kept of it") {
  const isa::Program program = tac("loop: goto loop\n");
  RunOptions options;
  options.record = true;
  std::uint64_t asked = 0;
  options.too_large = [&asked](const trace::Extent& extent) {
    ++asked;
    CHECK(extent.first_cycle == Cycle{1});
    CHECK(extent.first_op == OpId{1});
    CHECK(extent.lanes == 5);
    return std::string(extent.end_cycle.value > 100'000 ? "too much" : "");
  };
  const trace::RunRecord run = run_program(program, preset("mips-5"), options);
  CHECK(run.too_large == "too much");
  CHECK(run.cycles < 150'000); // asked often enough
  CHECK(run.timeline.rows.empty());
  CHECK(asked > 1);
  // A window that fits is no reason to stop: the run goes on behind it.
  options.to_cycle = 1000;
  options.limit_cycles = 200'000;
  const trace::RunRecord window = run_program(program, preset("mips-5"), options);
  CHECK(window.too_large.empty());
  CHECK(window.cycles == 200'000);
  CHECK(window.timeline.end_cycle == Cycle{1001});
}

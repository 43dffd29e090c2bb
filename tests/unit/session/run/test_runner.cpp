#include "unit/session/loop_program.hpp"
#include "unit/session/session_testing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

trace::RunRecord run_loop(const RunOptions& options, const std::string& machine = "mips-5") {
  return run_program(tac(kLoop), preset(machine), options);
}

} // namespace

TEST_CASE("runner: a whole run") {
  const trace::RunRecord run = run_loop({});
  CHECK(run.stop.reason == "end");
  CHECK(run.machine == "mips-5");
  CHECK(run.isa == "tac");
  CHECK(run.ledger.balanced());
  CHECK(run.branches == 200);
  CHECK(run.timeline.lanes.empty());
  CHECK(run.output.find("100") != std::string::npos);
  CHECK(run.ledger.at(trace::LedgerPoint::retire).used() == run.instructions);
}

TEST_CASE("runner: the instruction limit is exact at width 1") {
  for (const std::uint64_t limit : {1ULL, 2ULL, 17ULL, 100ULL, 333ULL}) {
    RunOptions options;
    options.limit_instructions = limit;
    const trace::RunRecord run = run_loop(options);
    CHECK(run.instructions == limit);
    CHECK(run.stop.reason == "limit");
    CHECK(run.stop.detail == fmt::format("limit of {} instructions reached", limit));
  }
}

TEST_CASE("runner: the instruction limit stops in the cycle that reaches it") {
  // Independent and of classes that pair, two by two: fetched in cycles 1, 2, ..., in the fifth and
  // last stage in cycles 5, 6, ... So the n-th retires in cycle 4 + ceil(n / 2), and with it the
  // even one behind an odd n.
  const isa::Program program = tac("a = 1\nb = 2\nc = 3\nd = 4\ne = 5\nf = 6\ng = 7\nh = 8\n");
  for (std::uint64_t n = 1; n <= 6; ++n) {
    RunOptions options;
    options.limit_instructions = n;
    const trace::RunRecord run = run_program(program, preset("dual-5"), options);
    INFO(n);
    const std::uint64_t pairs = (n + 1) / 2;
    CHECK(run.stop.reason == "limit");
    CHECK(run.cycles == 4 + pairs);
    CHECK(run.instructions == 2 * pairs);
    CHECK(run.ledger.at(trace::LedgerPoint::retire).used() == run.instructions);
    CHECK(run.stop.detail ==
          (n % 2 == 0 ? fmt::format("limit of {} instructions reached", n)
                      : fmt::format("limit of {} instructions reached, and passed: {} have retired "
                                    "by the end of cycle {}",
                                    n, 2 * pairs, 4 + pairs)));
  }
}

TEST_CASE("runner: the cycle limit is exact, and a limit behind the end is none") {
  RunOptions options;
  options.limit_cycles = 123;
  const trace::RunRecord run = run_loop(options);
  CHECK(run.cycles == 123);
  CHECK(run.stop.reason == "limit");
  CHECK(run.stop.detail == "limit of 123 cycles reached");
  const std::uint64_t all = run_loop({}).cycles;
  options.limit_cycles = all + 1;
  CHECK(run_loop(options).stop.reason == "end");
}

TEST_CASE("runner: until a condition holds") {
  RunOptions options;
  options.until = parse_condition(tac(kLoop), "i == 5").value();
  const trace::RunRecord run = run_loop(options);
  CHECK(run.stop.reason == "condition");
  CHECK(run.stop.detail.find("'i == 5' holds in cycle") != std::string::npos);
  for (const trace::RegisterValue& reg : run.registers)
    if (reg.name == "i") {
      CHECK(reg.value == 5);
    }
}

TEST_CASE("runner: a window by cycles records those, and simulates the rest") {
  RunOptions options;
  options.record = true;
  const trace::RunRecord full = run_loop(options);
  options.from_cycle = 40;
  options.to_cycle = 60;
  const trace::RunRecord part = run_loop(options);
  CHECK(part.timeline.first_cycle == Cycle{40});
  CHECK(part.timeline.end_cycle == Cycle{61});
  CHECK(part.cycles == full.cycles);
  CHECK(part.stop.reason == "end");
  for (const OpRow& row : part.timeline.rows)
    REQUIRE(full.timeline.find(row.op) != nullptr);
  options.stop_after_window = true;
  CHECK(run_loop(options).cycles < full.cycles);
}

TEST_CASE("runner: a window by operations holds all of them from first to last cycle") {
  RunOptions options;
  options.record = true;
  const trace::RunRecord full = run_loop(options, "dual-5");
  options.from_op = 100;
  options.to_op = 110;
  const trace::RunRecord part = run_loop(options, "dual-5");
  for (std::uint64_t op = 100; op <= 110; ++op) {
    INFO("op " << op);
    const OpRow* wanted = full.timeline.find(OpId{op});
    const OpRow* found = part.timeline.find(OpId{op});
    REQUIRE(wanted != nullptr);
    REQUIRE(found != nullptr);
    CHECK(found->begin == wanted->begin);
    CHECK(found->end == wanted->end);
    CHECK(found->flushed == wanted->flushed);
    CHECK_FALSE(found->in_flight);
  }
}

TEST_CASE("runner: too many events end the recording with a note, not the run") {
  RunOptions options;
  options.record = true;
  options.max_events = 500;
  const trace::RunRecord run = run_loop(options);
  CHECK(run.stop.reason == "end");
  REQUIRE(run.notes.size() == 2);
  CHECK(run.notes[1].find("declared no memory") != std::string::npos); // of mem[8]
  CHECK(run.notes[0].find("more than 500 events") != std::string::npos);
  CHECK(run.timeline.end_cycle.value <= run.cycles);
  CHECK(run.notes[0].find(fmt::format("cycle {}:", run.timeline.end_cycle.value - 1)) !=
        std::string::npos);
}

TEST_CASE("runner: recording a run does not change it, on any preset") {
  for (const machine::PresetInfo& preset : machine::presets()) {
    INFO(preset.name);
    RunOptions options;
    const trace::RunRecord plain = run_loop(options, std::string(preset.name));
    options.record = true;
    const trace::RunRecord recorded = run_loop(options, std::string(preset.name));
    CHECK(plain.cycles == recorded.cycles);
    CHECK(plain.output == recorded.output);
  }
}

TEST_CASE("runner: interrupted, with the results so far") {
  RunOptions options;
  unsigned asked = 0;
  options.progress = [&asked](const Progress&) { return ++asked < 3; };
  const trace::RunRecord run =
      run_program(tac("i = 0\nloop: i = i + 1\ngoto loop\n"), preset("mips-5"), options);
  CHECK(run.stop.reason == "interrupted");
  CHECK(run.instructions > 0);
  CHECK(run.ledger.balanced());
}

TEST_CASE("runner: a fault is reported with place and registers, and keeps the output") {
  const trace::RunRecord run =
      run_program(tac("x = 7\nprint x\nz = 0\ny = x / z\n"), preset("mips-5"), {});
  CHECK(run.stop.reason == "fault");
  CHECK(run.stop.detail.find("division by zero") != std::string::npos);
  CHECK(run.stop.detail.find("test:4") != std::string::npos);
  CHECK(run.stop.dump.find("x = 0x0000000000000007") != std::string::npos);
  CHECK(run.output == "7\n");
  CHECK(run.instructions == 3);
}

TEST_CASE("runner: input and exit code") {
  RunOptions options;
  options.input = "41\n";
  const trace::RunRecord run =
      run_program(tac("read a\nb = a + 1\nexit b\n"), preset("mips-5"), options);
  CHECK(run.stop.reason == "exit");
  CHECK(run.stop.exit_code == 42);
}

TEST_CASE("runner: registers at the end have all bits of vectors") {
  // Words 1 to 8 in ymm0; its lower half in xmm1.
  const isa::Program program =
      assembled(isa::Isa::x86, "vmovdqu w(%rip), %ymm0\nmovdqa %xmm0, %xmm1\nret\n.data\n"
                               ".align 16\nw: .long 1, 2, 3, 4, 5, 6, 7, 8\n");
  const std::vector<trace::RunRecord> runs{run_on_reference(program, preset("mips-5"), {}),
                                           run_program(program, preset("mips-5"), {}),
                                           run_program(program, preset("csapp-haswell"), {})};
  for (const trace::RunRecord& run : runs) {
    INFO(run.machine);
    const auto named = [&](const std::string& name) {
      return std::find_if(run.registers.begin(), run.registers.end(),
                          [&name](const trace::RegisterValue& r) { return r.name == name; });
    };
    REQUIRE(named("ymm0") != run.registers.end());
    REQUIRE(named("xmm1") != run.registers.end());
    CHECK(named("ymm0")->value == 0x200000001);
    CHECK(named("ymm0")->upper ==
          std::vector<std::uint64_t>{0x400000003, 0x600000005, 0x800000007});
    CHECK(named("xmm1")->upper == std::vector<std::uint64_t>{0x400000003});
  }
}

#include "trace/imported_run.hpp"
#include "trace/render.hpp"
#include "unit/trace/trace_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

/// Three operations of two instructions on two stages; the second one waits for the first in cycles
/// 11 and 12, and the third goes on behind the end.
const std::string kThree = "Kanata\t0004\nC=\t10\n"
                           "I\t0\t1\t0\nL\t0\t0\tld\nS\t0\t0\tF\nC\t1\n"
                           "S\t0\t0\tX\nI\t1\t2\t0\nL\t1\t0\tadd\nS\t1\t0\tF\nS\t1\t1\traw\n"
                           "L\t1\t2\tr1 from 1\nC\t2\nR\t0\t0\t0\nE\t1\t1\traw\nW\t1\t0\t0\n"
                           "I\t2\t3\t0\nL\t2\t0\tadd\nS\t2\t0\tF\nC\t2\nR\t1\t0\t1\n";

RunRecord imported(std::string_view text, ImportWindow window = {}) {
  ImportedRun run(std::move(window));
  const auto reader = make_reader(TraceFormat::kanata, run, {});
  reader->add(text);
  reader->finish();
  return run.take_record("three.kanata");
}

} // namespace

TEST_CASE("a trace becomes a run like any other", "[import]") {
  const RunRecord run = imported(kThree);
  CHECK(run.imported);
  CHECK(run.instructions == 1);
  CHECK(run.wrong_path_ops == 1);
  // Cycles 10 to 15: the third operation has no end, and the last line is of cycle 15.
  CHECK(run.cycles == 15);
  CHECK(run.cycle_count() == 6);
  CHECK(run.ipc() == Approx(1.0 / 6));
  REQUIRE(run.timeline.rows.size() == 3);
  CHECK(run.timeline.rows[1].instruction == run.timeline.rows[2].instruction); // the same text
  CHECK(run.timeline.rows[1].flushed);
  CHECK(run.timeline.rows[2].in_flight);
  CHECK(run.timeline.rows[2].end == Cycle{16});
  CHECK(run.timeline.arrows.size() == 1);
  const std::span<const Span> spans = run.timeline.spans_of(run.timeline.rows[1]);
  REQUIRE(spans.size() == 2); // held in F, then at work there
  CHECK(sentence(spans[0].cause, run) == "waits for r1 from instruction 1 (ld)");
  CHECK(spans[0].begin == Cycle{11});
  CHECK(spans[0].end == Cycle{13});

  View view;
  view.diagram = view.stats = true;
  const std::string text = text_report(run, view, {});
  CHECK(text.find("6 cycles, 1 instruction, IPC 0.17; the trace ended") != std::string::npos);
  CHECK(text.find("cycles held: RAW dependence  2") != std::string::npos);
  CHECK(text.find("branches") == std::string::npos); // nothing is known of them
  CHECK(json_report(run, view).find("\"ledger\": null") != std::string::npos);
}

TEST_CASE("of a trace only a window is kept", "[import]") {
  ImportWindow window;
  window.from = Cycle{12};
  window.to = Cycle{13};
  const RunRecord cycles = imported(kThree, window);
  CHECK(cycles.timeline.first_cycle == Cycle{12});
  CHECK(cycles.timeline.end_cycle == Cycle{14});
  REQUIRE(cycles.timeline.rows.size() == 3);
  CHECK(cycles.timeline.rows[0].begin == Cycle{12});
  CHECK(cycles.timeline.rows[0].end == Cycle{13}); // it retired behind cycle 12
  CHECK(cycles.instructions == 1);                 // counted in the whole trace
  window = {};
  window.first_op = OpId{3};
  const RunRecord ops = imported(kThree, window);
  REQUIRE(ops.timeline.rows.size() == 1);
  CHECK(ops.timeline.rows[0].op == OpId{3});
  window = {};
  window.max_spans = 1;
  const RunRecord cut = imported(kThree, window);
  // The first operation's two stays are more than one: there the record ends.
  CHECK(cut.timeline.end_cycle == Cycle{13});
  REQUIRE(cut.notes.size() == 1);
  CHECK(cut.notes[0].find("cycle 13") != std::string::npos);
  CHECK(cut.timeline.rows.size() == 2);
  CHECK(cut.timeline.rows[1].in_flight);
  CHECK(cut.wrong_path_ops == 1);
  window = {};
  window.too_large = [](const Extent&) { return std::string("too large"); };
  std::string many = "Kanata\t0004\n";
  for (int i = 0; i < 5000; ++i)
    many += fmt::format("I\t{0}\t{0}\t0\nS\t{0}\t0\tF\nC\t1\nR\t{0}\t0\t0\n", i);
  CHECK(imported(many, window).too_large == "too large");
}

TEST_CASE("results that a trace says are taken are kept up to a limit", "[import]") {
  // One operation that never ends and takes more results than any does, cycle after cycle.
  std::string many = "Kanata\t0004\nI\t0\t0\t0\nI\t1\t1\t0\nS\t0\t0\tF\nS\t1\t0\tF\n";
  for (int i = 0; i < 3000; ++i)
    many += "W\t1\t0\t0\nC\t1\n";
  CHECK(imported(many, {}).timeline.arrows.size() == ReaderLimits{}.producers);
  ImportWindow window;
  window.max_spans = 100;
  const RunRecord cut = imported(many, window);
  CHECK(cut.timeline.arrows.size() == 101);
  REQUIRE(cut.notes.size() == 1);
  CHECK(cut.notes[0].find("more than 100 stays in stages and results taken") != std::string::npos);
}

TEST_CASE("micro-ops and fused instructions of a trace retire as they did", "[import]") {
  const RunRecord run =
      imported("Kanata\t0004\n"
               "I\t0\t1\t0\nL\t0\t0\tpush\nS\t0\t0\tF\n"
               "I\t1\t2\t0\nL\t1\t0\tpush: store\nL\t1\t1\tmicro-op 2\nS\t1\t0\tF\n"
               "I\t2\t3\t0\nL\t2\t0\tcmp; jne\nL\t2\t1\tfused with the instruction "
               "behind it\nS\t2\t0\tF\nC\t1\nR\t0\t0\t0\nR\t1\t0\t0\nR\t2\t0\t0\n");
  CHECK(run.micro_ops == 3);
  CHECK(run.instructions == 3); // push, cmp, jne
  CHECK(run.counts_micro_ops);
  CHECK(run.legend.text(run.timeline.rows[1]) == "store");
  CHECK(run.legend.text(run.timeline.rows[1].instruction) == "push");
  CHECK(run.legend.text(run.timeline.rows[2]) == "cmp; jne");
}

TEST_CASE("labels behind the end of an operation change its text", "[import]") {
  const RunRecord run = imported("Kanata\t0004\nI\t0\t1\t0\nL\t0\t0\ta\nS\t0\t0\tF\nC\t1\n"
                                 "R\t0\t0\t0\nL\t0\t0\tdd\n");
  CHECK(run.legend.text(run.timeline.rows[0]) == "add");
}

#include "unit/trace/sample_runs.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

std::vector<Lane> five_lanes() {
  return {{"IF", 1, false}, {"ID", 1, false}, {"EX", 1, true}, {"MEM", 1, false}, {"WB", 1, false}};
}

/// One memory port: the load is in MEM in cycle 4, so that nothing is fetched then, and the fourth
/// instruction comes a cycle late.
RunRecord one_port() {
  RunBuilder b("port.s", "mips-5", five_lanes(), {"lw $t0, 0($t1)", "nop", "nop", "add"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, 5);
  b.op(2, 1, {{0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}}, 6);
  b.op(3, 2, {{0, 3}, {1, 4}, {2, 5}, {3, 6}, {4, 7}}, 7);
  b.op(4, 3, {{0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9}}, 9);
  b.lose(LedgerPoint::fetch, 4, 1, because(Reason::memory_port, 1));
  b.lose(LedgerPoint::fetch, 5, 0, {}).lose(LedgerPoint::fetch, 6, 1, because(Reason::drain));
  return b.build(9);
}

View diagram_view() {
  View view;
  view.diagram = true;
  return view;
}

} // namespace

TEST_CASE("a fetch slot that is lost shows in the row of the next instruction fetched") {
  const RunRecord run = one_port();
  REQUIRE(run.timeline.fetch_waits.size() == 1); // the drain has no operation
  const FetchWait& wait = run.timeline.fetch_waits[0];
  CHECK(wait.op == OpId{4});
  CHECK(wait.begin == Cycle{4});
  CHECK(wait.end == Cycle{5});
  CHECK(wait.cause == because(Reason::memory_port, 1));
  CHECK(run.timeline.fetch_waits_of(OpId{4}).size() == 1);
  CHECK(run.timeline.fetch_waits_of(OpId{3}).empty());
}

TEST_CASE("every form of the diagram shows a fetch that waits") {
  const RunRecord run = one_port();
  const View view = diagram_view();
  const std::string text = text_diagram(run, view, {false, false, 100});
  CHECK(has(text,
            " 4 add            |             MP  IF  ID  EX  MEM WB   fetch waits 1: MP <- 1\n"));
  CHECK(has(text, "  MP  Structural hazard"));
  CHECK(has(text, "A reason before the first stage: the fetch of the instruction waits."));
  CHECK(has(text_diagram(run, view, {true, true, 100}), "\x1b[38;5;245mMP\x1b[0m"));
  const std::string why =
      "fetch waits for the memory port, taken by instruction 1 (lw $t0, 0($t1))";
  for (const std::string& picture : {svg_report(run, view), html_report(run, view)}) {
    CHECK(has(picture, "cycle 4: 4 add is not fetched yet; " + why));
    CHECK(has(picture, "class=\"late\""));
    CHECK(has(picture, "Not fetched yet"));
  }
  CHECK(has(json_report(run, view),
            R"("fetch_waits": [{"begin": 4, "end": 5, "waits": {"reason": "memory_port", )"
            R"("register": null, "culprit": 1, "sentence": ")" +
                why));
  CHECK(has(csv_report(run, view), "4,4,add,0,retired,,4,4,fetch_waits,memory_port,,1,"));
}

TEST_CASE("lost fetch slots that an instruction in the fetch stage shows are not shown twice") {
  RunBuilder b("held.s", "mips-5", five_lanes(), {"lw", "add", "sub", "or"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, 5);
  b.op(2, 1, {{0, 2}, {1, 3}, {2, 5}, {3, 6}, {4, 7}}, 7).hold(2, 4, raw(0, 1));
  b.op(3, 2, {{0, 3}, {1, 5}, {2, 6}, {3, 7}, {4, 8}}, 8).hold(3, 4, raw(0, 1));
  b.op(4, 3, {{0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9}}, 9);
  b.lose(LedgerPoint::fetch, 4, 1, raw(0, 1)).lose(LedgerPoint::fetch, 5, 0, {});
  CHECK(b.build(9).timeline.fetch_waits.empty()); // instruction 3 stands in IF and says it

  // A slot that fetched along the wrong path shows as a discarded row; the second cycle, in which
  // nothing was fetched, shows in the row of the right path.
  RunBuilder w("wrong.s", "mips-5", five_lanes(), {"beq", "add", "sub"});
  const Cause miss = because(Reason::mispredict, 1);
  w.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, 5);
  w.wrong_path(2, 1, {{0, 2}}, 3, 1);
  w.op(3, 2, {{0, 4}, {1, 5}, {2, 6}, {3, 7}, {4, 8}}, 8);
  w.lose(LedgerPoint::fetch, 2, 1, miss).lose(LedgerPoint::fetch, 4, 0, {});
  const RunRecord wrong = w.build(8);
  REQUIRE(wrong.timeline.fetch_waits.size() == 1);
  CHECK(wrong.timeline.fetch_waits[0].op == OpId{3});
  CHECK(wrong.timeline.fetch_waits[0].begin == Cycle{3});
  CHECK(wrong.timeline.fetch_waits[0].end == Cycle{4});
}

TEST_CASE("two reasons in the same cycles belong to the same row, and the first is shown") {
  std::vector<Lane> lanes = five_lanes();
  for (Lane& lane : lanes)
    lane.slots = 3;
  RunBuilder b("wide.s", "wide", lanes, {"a", "b"});
  b.op(1, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, 5);
  b.op(2, 1, {{0, 3}, {1, 4}, {2, 5}, {3, 6}, {4, 7}}, 7);
  b.lose(LedgerPoint::fetch, 1, 2, because(Reason::fetch_group, 1));
  b.lose(LedgerPoint::fetch, 2, 2, because(Reason::redirect, 1));
  b.lose(LedgerPoint::fetch, 2, 1, because(Reason::fetch_latency, 1));
  b.lose(LedgerPoint::fetch, 3, 2, because(Reason::drain));
  const Timeline timeline = b.build(7, 3).timeline;
  REQUIRE(timeline.fetch_waits.size() == 2);
  CHECK(timeline.fetch_waits[0].cause.why == Reason::fetch_group);
  CHECK(timeline.fetch_waits[0].begin == Cycle{1});
  CHECK(timeline.fetch_waits[1].cause.why == Reason::redirect);
  CHECK(timeline.fetch_waits[1].begin == Cycle{2});
  CHECK(timeline.fetch_waits[1].op == OpId{2});
}

#include "unit/trace/sample_runs.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <set>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

std::vector<Lane> two_lanes() {
  return {{"A", 2, false}, {"B", 1, false}};
}

} // namespace

TEST_CASE("a hold splits the stay on a lane into work and waiting") {
  const RunRecord run = p4();
  const auto spans = run.timeline.spans_of(run.timeline.rows[1]);
  REQUIRE(spans.size() == 5);
  CHECK(spans[0].begin == Cycle{2});
  CHECK(spans[0].end == Cycle{3});
  CHECK(spans[0].cause == Cause{});
  CHECK(spans[1].begin == Cycle{3});
  CHECK(spans[1].end == Cycle{5});
  CHECK(spans[1].lane == 0);
  CHECK(spans[1].cause == raw(2, 1));
  CHECK(spans[2].lane == 1);
  CHECK(spans[2].cause == Cause{}); // entering the next lane ends the hold
}

TEST_CASE("a hold with no cause ends the one in force") {
  RunBuilder b("x", "m", two_lanes(), {"i"});
  b.op(1, 0, {{0, 1}}, 5).hold(1, 2, raw(1, 7)).hold(1, 4, {});
  const RunRecord run = b.build(5);
  const auto spans = run.timeline.spans_of(run.timeline.rows[0]);
  REQUIRE(spans.size() == 3);
  CHECK(spans[1].end == Cycle{4});
  CHECK(spans[2].cause == Cause{});
  CHECK(spans[2].end == Cycle{6});
}

TEST_CASE("retire is the last cycle, flush the first cycle without the operation") {
  const RunRecord run = dual();
  const OpRow* retired = run.timeline.find(OpId{1});
  REQUIRE(retired != nullptr);
  CHECK(retired->end == Cycle{6});
  CHECK_FALSE(retired->flushed);
  const OpRow* flushed = run.timeline.find(OpId{4});
  REQUIRE(flushed != nullptr);
  CHECK(flushed->end == Cycle{7});
  CHECK(flushed->flushed);
  CHECK(flushed->wrong_path);
  CHECK(flushed->flushed_by == OpId{3});
}

TEST_CASE("an operation on a lane when the record ends is closed there and marked in flight") {
  RunBuilder b("x", "m", two_lanes(), {"i"});
  b.unfinished(1, 0, {{0, 1}, {1, 3}});
  const RunRecord run = b.build(4);
  REQUIRE(run.timeline.rows.size() == 1);
  CHECK(run.timeline.rows[0].in_flight);
  CHECK(run.timeline.rows[0].end == Cycle{5});
  CHECK(run.timeline.spans.back().end == Cycle{5});
}

TEST_CASE("a record that begins late is clipped to its first cycle") {
  RunBuilder b("x", "m", two_lanes(), {"i", "j"});
  b.op(1, 0, {{0, 1}}, 6); // over before the record begins
  b.op(2, 1, {{0, 2}, {1, 4}}, 12).hold(2, 5, raw(1, 1));
  b.empty(0, 3, because(Reason::idle));
  b.lose(LedgerPoint::issue, 3, 1, because(Reason::idle));
  const RunRecord run = b.build(10, 14, 1);
  REQUIRE(run.timeline.rows.size() == 1);
  CHECK(run.timeline.rows[0].op == OpId{2});
  CHECK(run.timeline.rows[0].begin == Cycle{10});
  CHECK(run.timeline.rows[0].end == Cycle{13});
  REQUIRE(run.timeline.spans.size() == 1);
  CHECK(run.timeline.spans[0].cause == raw(1, 1));
  REQUIRE(run.timeline.gaps.size() == 1);
  CHECK(run.timeline.gaps[0].begin == Cycle{10});
  CHECK(run.timeline.gaps[0].end == Cycle{15});
  REQUIRE(run.timeline.lost.size() == 1);
  CHECK(run.timeline.lost[0].begin == Cycle{10});
}

TEST_CASE("lost slots of one cycle add up, those of a later cycle replace them") {
  RunBuilder b("x", "m", two_lanes(), {"i"});
  b.lose(LedgerPoint::issue, 2, 1, raw(1, 1))
      .lose(LedgerPoint::issue, 2, 2, because(Reason::pairing, 1));
  b.lose(LedgerPoint::issue, 4, 1, because(Reason::drain)).lose(LedgerPoint::issue, 6, 0, {});
  const RunRecord run = b.build(8, 4);
  const LedgerAccount& issue = run.ledger.at(LedgerPoint::issue);
  CHECK(issue.slots[static_cast<std::size_t>(Reason::raw)] == 2);
  CHECK(issue.slots[static_cast<std::size_t>(Reason::pairing)] == 4);
  CHECK(issue.slots[static_cast<std::size_t>(Reason::drain)] == 2);
  CHECK(issue.used() == 32 - 8);
  CHECK(run.ledger.balanced());
}

TEST_CASE("the recount of a run recorded whole gives its ledger") {
  const RunRecord run = p4();
  const LedgerAccount& issue = run.ledger.at(LedgerPoint::issue);
  CHECK(issue.used() == 4);
  CHECK(issue.slots[static_cast<std::size_t>(Reason::raw)] == 4);
  CHECK(issue.slots[static_cast<std::size_t>(Reason::drain)] == 2);
  CHECK(issue.slots[static_cast<std::size_t>(Reason::fill)] == 1);
  std::string why;
  CHECK(run.ledger.balanced(&why));
  CHECK(why.empty());
}

TEST_CASE("a loss that is reported again in every cycle is one interval") {
  RunBuilder b("x", "m", two_lanes(), {"i"});
  for (std::uint64_t cycle = 1; cycle <= 9; ++cycle) // 1 to 4, 5 and 6, 7 to 9
    b.lose(LedgerPoint::issue, cycle, cycle == 5 || cycle == 6 ? 2 : 1, raw(1, 1));
  const Timeline timeline = b.build(9, 2).timeline;
  REQUIRE(timeline.lost.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(timeline.lost[i].begin == Cycle{i == 0 ? 1U : i == 1 ? 5U : 7U});
    CHECK(timeline.lost[i].count == (i == 1 ? 2 : 1));
  }
  CHECK(timeline.lost[1].end == Cycle{7});
  CHECK(timeline.lost[2].end == Cycle{10});
}

TEST_CASE("a point that loses more slots than it has does not balance, and the message names it") {
  RunBuilder b("x", "m", two_lanes(), {"i"});
  b.lose(LedgerPoint::issue, 1, 2, raw(1, 1));
  const RunRecord run = b.build(3, 1);
  std::string why;
  CHECK_FALSE(run.ledger.balanced(&why));
  CHECK(why == "issue: 6 slots are used or lost, but width 1 x 3 cycles is 3");
}

TEST_CASE("events keep their values when offsets no longer fit in one chunk") {
  constexpr std::uint64_t kFar = (1ULL << 33) + 5;
  RecordingSink sink;
  sink.begin(Cycle{1}, OpId{1}, InstructionIndex{0}, false);
  sink.report(What::enter, Cycle{1}, OpId{1}, kNoOp, {}, 0, 0);
  sink.begin(Cycle{kFar}, OpId{kFar}, InstructionIndex{3}, true);
  sink.report(What::enter, Cycle{kFar}, OpId{kFar}, kNoOp, {}, 0, 1);
  sink.report(What::hold, Cycle{kFar + 1}, OpId{kFar}, kNoOp, {Reason::waw, 5, OpId{kFar - 9}}, 0,
              0);
  sink.report(What::retire, Cycle{kFar + 2}, OpId{1}, kNoOp, {}, 0, 0);
  sink.covered(Cycle{1}, Cycle{kFar + 4});
  CHECK(sink.log().chunks.size() == 3); // operation 1 is out of reach of the second chunk
  CHECK(sink.log().size() == 6);
  const Timeline timeline = build_timeline(sink.log(), two_lanes());
  REQUIRE(timeline.rows.size() == 2);
  CHECK(timeline.rows[0].end == Cycle{kFar + 3});
  CHECK(timeline.rows[1].begin == Cycle{kFar});
  CHECK(timeline.rows[1].instruction == InstructionIndex{3});
  CHECK(timeline.rows[1].wrong_path);
  CHECK(timeline.spans_of(timeline.rows[1])[1].cause == Cause{Reason::waw, 5, OpId{kFar - 9}});
  CHECK(timeline.spans_of(timeline.rows[1])[0].slot == 1);
}

TEST_CASE("a culprit older than the chunk's base is kept") {
  RecordingSink sink;
  sink.begin(Cycle{9}, OpId{100000}, kNoInstruction, false);
  sink.report(What::enter, Cycle{9}, OpId{100000}, kNoOp, {}, 1, 0);
  sink.report(What::hold, Cycle{9}, OpId{100000}, kNoOp, raw(1, 2), 1, 0);
  const Timeline timeline = build_timeline(sink.log(), two_lanes());
  REQUIRE(timeline.rows.size() == 1);
  CHECK(timeline.rows[0].instruction == kNoInstruction);
  CHECK(timeline.spans[0].cause.culprit == OpId{2});
  CHECK(timeline.first_cycle == Cycle{9}); // covered cycles were not declared
  CHECK(timeline.end_cycle == Cycle{10});
}

TEST_CASE("an empty log gives an empty timeline") {
  const Timeline timeline = build_timeline(EventLog{}, two_lanes());
  CHECK(timeline.rows.empty());
  CHECK(timeline.first_cycle == timeline.end_cycle);
  CHECK(recount_ledger(timeline, 1).balanced());
}

TEST_CASE("taking the log leaves an empty one") {
  RecordingSink sink;
  sink.begin(Cycle{1}, OpId{1}, InstructionIndex{0}, false);
  sink.covered(Cycle{1}, Cycle{2});
  CHECK(sink.take().size() == 1);
  CHECK(sink.log().size() == 0);
  CHECK(sink.log().end_cycle == Cycle{0});
}

namespace {

/// Any facts about few operations, in order of cycles: most of them make no sense together.
EventLog random_log(std::mt19937& random, Cycle first, Cycle end) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  RecordingSink sink;
  std::uint64_t cycle = 1;
  for (unsigned i = 0; i < 200; ++i) {
    cycle += below(3) == 0 ? below(4) : 0;
    const OpId op{1 + below(12)};
    const OpId other{below(13)};
    const Cause cause{static_cast<Reason>(below(kReasonCount)), static_cast<RegId>(below(32)),
                      other};
    const auto what = static_cast<What>(below(9));
    if (what == What::begin)
      sink.begin(Cycle{cycle}, op, InstructionIndex{below(4)}, below(2) == 0);
    else
      sink.report(what, Cycle{cycle}, op, other, cause, static_cast<LaneId>(below(2)), below(3));
  }
  sink.covered(first, end);
  return sink.take();
}

} // namespace

TEST_CASE("any event log gives rows in order whose spans never overlap and lie in the record") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const Cycle first{1 + random() % 40};
    const Timeline timeline =
        build_timeline(random_log(random, first, first + random() % 100), two_lanes());
    INFO("seed " << seed);
    std::set<std::uint64_t> seen;
    std::size_t spans = 0;
    for (const OpRow& row : timeline.rows) {
      REQUIRE((seen.empty() || *seen.rbegin() < row.op.value));
      seen.insert(row.op.value);
      REQUIRE(row.span_count > 0);
      REQUIRE(row.first_span == spans);
      spans += row.span_count;
      Cycle at = timeline.first_cycle;
      for (const Span& span : timeline.spans_of(row)) {
        REQUIRE(span.op == row.op);
        REQUIRE(span.begin >= at);
        REQUIRE(span.end > span.begin);
        at = span.end;
      }
      REQUIRE(at <= timeline.end_cycle);
      REQUIRE(row.begin == timeline.spans_of(row).front().begin);
      REQUIRE(row.end >= at);
      REQUIRE(row.end <= timeline.end_cycle);
    }
    REQUIRE(spans == timeline.spans.size());
    for (std::size_t i = 0; i < timeline.gaps.size(); ++i) {
      const Gap& gap = timeline.gaps[i];
      REQUIRE(gap.end > gap.begin);
      REQUIRE(gap.cause.why != Reason::none);
      if (i > 0 && timeline.gaps[i - 1].lane == gap.lane)
        REQUIRE(timeline.gaps[i - 1].end <= gap.begin);
    }
    const Ledger ledger = recount_ledger(timeline, 64);
    REQUIRE(ledger.balanced());
  }
}

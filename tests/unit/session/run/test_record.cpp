#include "unit/session/loop_program.hpp"
#include "unit/session/session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

TEST_CASE("record: a window equals the full record, clipped") {
  const auto s = session_of(kLoop, preset("dual-5"));
  s->run();
  const std::uint64_t last = s->cycle();
  const Timeline full = s->record(1, last);
  s->seek(77);
  for (const std::uint64_t from :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{50}, last - 9}) {
    const std::uint64_t to = from + 9;
    const Timeline part = s->record(from, to);
    CHECK(s->cycle() == 77); // the present has not moved
    CHECK(part.first_cycle == Cycle{from});
    CHECK(part.end_cycle == Cycle{to + 1});
    for (const OpRow& row : full.rows) {
      std::vector<Span> wanted;
      for (Span span : full.spans_of(row))
        if (span.begin < part.end_cycle && part.first_cycle < span.end) {
          span.begin = std::max(span.begin, part.first_cycle);
          span.end = std::min(span.end, part.end_cycle);
          wanted.push_back(span);
        }
      const OpRow* found = part.find(row.op);
      INFO("op " << row.op.value << " in cycles " << from << " to " << to);
      REQUIRE((found != nullptr) == !wanted.empty());
      if (found == nullptr)
        continue;
      const auto spans = part.spans_of(*found);
      REQUIRE(spans.size() == wanted.size());
      for (std::size_t i = 0; i < spans.size(); ++i) {
        CHECK(spans[i].begin == wanted[i].begin);
        CHECK(spans[i].end == wanted[i].end);
        CHECK(spans[i].lane == wanted[i].lane);
        CHECK(spans[i].cause == wanted[i].cause);
      }
      CHECK(found->wrong_path == row.wrong_path);
    }
  }
}

TEST_CASE("record: a window by instructions of the right path is the same place on every machine") {
  // Instruction 1 sets n, then six a round: instruction k is number 1 + (k - 2) % 6 in the text.
  const isa::Program program = tac(counting_loop(50) + "x = 1\n"); // 302 instructions
  const auto recorded = [&](const std::string& machine, std::uint64_t from, std::uint64_t to) {
    RunOptions options;
    options.record = true;
    options.from_op = from;
    options.to_op = to;
    options.counts_right_path = true;
    return run_program(program, preset(machine), options);
  };
  for (const std::string machine : {"mips-5", "dual-5", "sifive-7"}) {
    const trace::RunRecord run = recorded(machine, 100, 108);
    INFO(machine);
    REQUIRE(run.window);
    std::vector<std::uint32_t> found;
    for (const OpRow& row : run.timeline.rows)
      if (!row.wrong_path && row.op >= run.window->first && row.op <= run.window->last) {
        found.push_back(row.instruction.value);
        CHECK_FALSE(row.in_flight);
      }
    // 100: 1 + 98 % 6 = 3, and so on; 104 begins the next round
    CHECK(found == std::vector<std::uint32_t>{3, 4, 5, 6, 1, 2, 3, 4, 5});
    CHECK(run.timeline.first_cycle > Cycle{50}); // two a cycle at most
  }
  // mips-5 takes branches for not taken and knows better one cycle later, so that 16 rounds have
  // fetched x = 1 for nothing before instruction 100, in round 17.
  CHECK(recorded("mips-5", 100, 108).window->first.value == 116);
  const trace::RunRecord beyond = recorded("mips-5", 303, 304);
  REQUIRE(beyond.window);
  CHECK(beyond.window->first > beyond.window->last);
  trace::View view;
  view.diagram = true;
  view.from_op = OpId{303};
  view.to_op = OpId{304};
  CHECK(trace::text_diagram(beyond, view, {}).find("with 302 retired") != std::string::npos);
}

TEST_CASE("record: instructions of the right path are named in a window of cycles, too") {
  const isa::Program program = tac(counting_loop(50));
  RunOptions options;
  options.record = true;
  const trace::RunRecord whole = run_program(program, preset("mips-5"), options);
  std::vector<OpId> right_path{kNoOp};
  for (const OpRow& row : whole.timeline.rows)
    if (!row.wrong_path)
      right_path.push_back(row.op);
  REQUIRE(right_path.size() == 302);
  options.counts_right_path = options.cycles_choose = true;
  options.from_op = 30;
  options.to_op = 40;
  options.from_cycle =
      whole.timeline.find(right_path[35])->begin.value; // 30 to 34 were fetched before
  options.to_cycle = options.from_cycle + 100;
  const trace::RunRecord part = run_program(program, preset("mips-5"), options);
  REQUIRE(part.window);
  CHECK(part.timeline.first_cycle.value == options.from_cycle);
  CHECK(part.window->last == right_path[40]);
  CHECK(part.window->first == part.timeline.rows.front().op); // what is still in flight of them
  CHECK(part.window->first > right_path[30]);
}

#include "unit/trace/trace_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

/// 1 leaves ID in 2 and retires in 3; 2 is held on ID in 2 by 1, takes its value in 3, and is
/// squashed; 3 is still in flight at the end.
TEST_CASE("JSON Lines: an operation is a line when it ends", "[jsonl]") {
  std::string text;
  const auto writer =
      make_writer(TraceFormat::json_lines, [&text](std::string_view piece) { text += piece; });
  writer->lane(0, {"ID", 1, false});
  writer->lane(1, {"EX", 1, true});
  writer->name_register(9, "$t1");
  writer->start(Cycle{1});
  OpFacts facts;
  facts.text = "say \"hi\"";
  facts.pc = 0x40;
  facts.line = 3;
  writer->begin(Cycle{1}, OpId{1}, facts);
  writer->enter(Cycle{1}, OpId{1}, 0);
  writer->enter(Cycle{2}, OpId{1}, 1);
  facts = {};
  facts.wrong_path = true;
  writer->begin(Cycle{2}, OpId{2}, facts);
  writer->enter(Cycle{2}, OpId{2}, 0);
  writer->hold(Cycle{2}, OpId{2}, {Reason::raw, 9, OpId{1}});
  writer->hold(Cycle{3}, OpId{2}, {Reason::raw, 9, OpId{1}}); // said again: the same span
  writer->end(Cycle{3}, OpId{1}, Ending::retired, {});
  writer->enter(Cycle{3}, OpId{2}, 1);
  writer->take(Cycle{3}, OpId{2}, {Cycle{3}, OpId{1}, OpId{2}, 9, 1});
  writer->begin(Cycle{3}, OpId{3}, {});
  writer->enter(Cycle{3}, OpId{3}, 0);
  writer->add_note(Cycle{3}, OpId{2}, true, "nop");
  writer->end(Cycle{4}, OpId{2}, Ending::flushed, OpId{1});
  writer->finish(Cycle{5});
  CHECK(
      text ==
      R"({"op":1,"text":"say \"hi\"","pc":"0x40","line":3,"part":0,"wrong_path":false,"begin":1,"end":3,"flushed":false,"in_flight":false,"flushed_by":null,"spans":[{"lane":"ID","begin":1,"end":2,"waits":null},{"lane":"EX","begin":2,"end":3,"waits":null}],"values":[]}
{"op":2,"text":"nop","part":0,"wrong_path":true,"begin":2,"end":4,"flushed":true,"in_flight":false,"flushed_by":1,"spans":[{"lane":"ID","begin":2,"end":3,"waits":{"reason":"raw","register":"$t1","culprit":1}},{"lane":"EX","begin":3,"end":4,"waits":null}],"values":[{"cycle":3,"producer":1,"register":"$t1"}]}
{"op":3,"text":"","part":0,"wrong_path":false,"begin":3,"end":5,"flushed":false,"in_flight":true,"flushed_by":null,"spans":[{"lane":"ID","begin":3,"end":5,"waits":null}],"values":[]}
)");
}

#include "unit/trace/trace_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

std::string written(bool by_slot) {
  std::string text;
  const auto writer =
      make_writer(TraceFormat::perfetto, [&text](std::string_view piece) { text += piece; });
  const std::uint16_t slots = by_slot ? 1 : 0;
  writer->lane(0, {"ID", slots, false});
  writer->lane(1, {"EX", slots, true});
  writer->name_register(9, "$t1");
  writer->start(Cycle{1});
  OpFacts facts;
  facts.text = "say \"hi\"";
  facts.pc = 0x40;
  writer->begin(Cycle{1}, OpId{1}, facts);
  writer->enter(Cycle{1}, OpId{1}, 0);
  writer->enter(Cycle{2}, OpId{1}, 1);
  writer->begin(Cycle{2}, OpId{2}, {});
  writer->enter(Cycle{2}, OpId{2}, 0);
  writer->hold(Cycle{2}, OpId{2}, {Reason::raw, 9, OpId{1}});
  writer->end(Cycle{3}, OpId{1}, Ending::retired, {});
  writer->enter(Cycle{3}, OpId{2}, 1);
  writer->take(Cycle{3}, OpId{2}, {Cycle{3}, OpId{1}, OpId{2}, 9, 1});
  writer->end(Cycle{4}, OpId{2}, Ending::flushed, OpId{1});
  writer->finish(Cycle{4});
  return text;
}

} // namespace

TEST_CASE("Perfetto: a track for every slot of a stage", "[perfetto]") {
  CHECK(written(true) ==
        R"({"traceEvents":[
{"ph":"M","name":"process_name","pid":1,"args":{"name":"stages"}},
{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"ID"}},
{"ph":"C","name":"in flight","pid":1,"ts":1,"args":{"operations":1}},
{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"EX"}},
{"ph":"C","name":"in flight","pid":1,"ts":2,"args":{"operations":2}},
{"ph":"X","name":"say \"hi\"","pid":1,"tid":1,"ts":1,"dur":1,"args":{"op":1,"pc":"0x40"}},
{"ph":"X","name":"say \"hi\"","pid":1,"tid":2,"ts":2,"dur":1,"args":{"op":1}},
{"ph":"s","id":1,"name":"$t1","cat":"dependence","pid":1,"tid":2,"ts":2.5},
{"ph":"f","bp":"e","id":1,"name":"$t1","cat":"dependence","pid":1,"tid":2,"ts":3.5},
{"ph":"C","name":"in flight","pid":1,"ts":3,"args":{"operations":1}},
{"ph":"C","name":"retired","pid":1,"ts":2,"args":{"operations":1}},
{"ph":"X","name":"","pid":1,"tid":1,"ts":2,"dur":1,"args":{"op":2,"discarded":true,"discarded_by":1}},
{"ph":"X","name":"RAW dependence $t1","pid":1,"tid":1,"ts":2,"dur":1,"cat":"stall","args":{"waits_for":1}},
{"ph":"X","name":"","pid":1,"tid":2,"ts":3,"dur":1,"args":{"op":2,"discarded":true}},
{"ph":"C","name":"in flight","pid":1,"ts":4,"args":{"operations":0}},
{"ph":"C","name":"retired","pid":1,"ts":3,"args":{"operations":0}}
],"displayTimeUnit":"ns"}
)");
}

TEST_CASE("Perfetto: an operation keeps its track where stages hold any number", "[perfetto]") {
  CHECK(written(false) ==
        R"({"traceEvents":[
{"ph":"M","name":"process_name","pid":1,"args":{"name":"operations in flight"}},
{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"slot 1"}},
{"ph":"C","name":"in flight","pid":1,"ts":1,"args":{"operations":1}},
{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"slot 2"}},
{"ph":"C","name":"in flight","pid":1,"ts":2,"args":{"operations":2}},
{"ph":"X","name":"say \"hi\"","pid":1,"tid":1,"ts":1,"dur":2,"cat":"operation","args":{"op":1,"pc":"0x40"}},
{"ph":"X","name":"ID","pid":1,"tid":1,"ts":1,"dur":1},
{"ph":"X","name":"EX","pid":1,"tid":1,"ts":2,"dur":1},
{"ph":"s","id":1,"name":"$t1","cat":"dependence","pid":1,"tid":1,"ts":2.5},
{"ph":"f","bp":"e","id":1,"name":"$t1","cat":"dependence","pid":1,"tid":2,"ts":3.5},
{"ph":"C","name":"in flight","pid":1,"ts":3,"args":{"operations":1}},
{"ph":"C","name":"retired","pid":1,"ts":2,"args":{"operations":1}},
{"ph":"X","name":"","pid":1,"tid":2,"ts":2,"dur":2,"cat":"operation","args":{"op":2,"discarded":true,"discarded_by":1}},
{"ph":"X","name":"ID","pid":1,"tid":2,"ts":2,"dur":1},
{"ph":"X","name":"RAW dependence $t1","pid":1,"tid":2,"ts":2,"dur":1,"cat":"stall","args":{"waits_for":1}},
{"ph":"X","name":"EX","pid":1,"tid":2,"ts":3,"dur":1},
{"ph":"C","name":"in flight","pid":1,"ts":4,"args":{"operations":0}},
{"ph":"C","name":"retired","pid":1,"ts":3,"args":{"operations":0}}
],"displayTimeUnit":"ns"}
)");
}

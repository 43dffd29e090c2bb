#include "unit/trace/trace_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;
using Lines = std::vector<std::string>;

namespace {

/// An operation with these ticks of fetch, decode, ..., complete, retire.
std::string op(std::uint64_t number, std::array<std::uint64_t, 7> ticks, std::string text = "nop",
               std::uint64_t stored = 0) {
  std::string lines = fmt::format("O3PipeView:fetch:{}:0x{:08x}:0:{}:{}\n", ticks[0],
                                  0x1000 + 4 * number, number, text);
  constexpr std::array<const char*, 5> kNames{"decode", "rename", "dispatch", "issue", "complete"};
  for (std::size_t i = 0; i < kNames.size(); ++i)
    lines += fmt::format("O3PipeView:{}:{}\n", kNames[i], ticks[i + 1]);
  return lines + fmt::format("O3PipeView:retire:{}:store:{}\n", ticks[6], stored);
}

Read read_o3(std::string_view text, ReaderOptions options = {}) {
  return read(TraceFormat::o3, text, options);
}

/// Without the lines about lanes.
Lines told_of(const Read& read) {
  Lines lines;
  for (const std::string& line : read.told)
    if (line.compare(0, 5, "lane ") != 0)
      lines.push_back(line);
  return lines;
}

} // namespace

TEST_CASE("O3PipeView: ticks become cycles, stages spans", "[o3]") {
  const Read back = read_o3(op(3, {1000, 2000, 3000, 4000, 6000, 7000, 9000}, "addi a0, a0, 1"));
  CHECK(back.problems.count == 0);
  CHECK(told_of(back) == Lines{"ticks 1000", "start 1", "1 begin 3 'addi a0, a0, 1' pc=100c",
                               "1 enter 3 0", "2 enter 3 1", "3 enter 3 2", "4 enter 3 3",
                               "6 enter 3 4", "7 enter 3 5", "9 enter 3 6", "10 retired 3 by 0",
                               "finish 10"});
  CHECK(told(back, "lane 4 issue"));
}

TEST_CASE("O3PipeView: the smallest gap is a cycle, wherever the clock began", "[o3]") {
  // 333 ticks a cycle, beginning at 5,000,000 = 15015 cycles and 5 ticks.
  const auto at = [](std::uint64_t cycle) { return 5'000'000 + 333 * cycle; };
  const Read back = read_o3(op(1, {at(0), at(1), at(3), at(4), at(7), at(9), at(10)}));
  CHECK(told(back, "ticks 333"));
  CHECK(told(back, "start 15015"));
  CHECK(told(back, "15026 retired 1 by 0"));
  // Gaps of 2 and 3 cycles: what divides both.
  const Read both = read_o3(op(1, {2000, 4000, 7000, 9000, 11000, 14000, 16000}));
  CHECK(told(both, "ticks 1000"));
  // One tick tells nothing: 1000.
  CHECK(told(read_o3(op(1, {4000, 0, 0, 0, 0, 0, 0})), "ticks 1000"));
  ReaderOptions options;
  options.ticks_per_cycle = 500;
  CHECK(told(read_o3(op(1, {1000, 2000, 3000, 4000, 6000, 7000, 9000}), options), "ticks 500"));
}

TEST_CASE("O3PipeView: 0 is not reached, and without retirement it was squashed", "[o3]") {
  const Read back = read_o3(op(1, {1000, 2000, 0, 0, 0, 0, 0}));
  CHECK(told_of(back) == Lines{"ticks 1000", "start 1", "1 begin 1 'nop' pc=1004", "1 enter 1 0",
                               "2 enter 1 1", "3 flushed 1 by 0", "finish 3"});
}

TEST_CASE("O3PipeView: issue overwritten by a replay comes behind completion", "[o3]") {
  // complete 5000 < issue 8000: what was replayed is clamped.
  const Read back = read_o3(op(1, {1000, 2000, 3000, 4000, 8000, 5000, 9000}));
  CHECK(back.problems.count == 0);
  CHECK(told(back, "8 enter 1 4"));
  CHECK(told(back, "8 enter 1 5"));
  CHECK(told(back, "9 enter 1 6"));
}

TEST_CASE("O3PipeView: operations are sorted by number, and text may hold colons", "[o3]") {
  const Read back = read_o3(op(2, {2000, 3000, 4000, 5000, 6000, 7000, 8000}, "a:b:: c") +
                            op(1, {1000, 2000, 3000, 4000, 5000, 9000, 10000}));
  CHECK(back.problems.count == 0);
  CHECK(told(back, "1 begin 1 'nop' pc=1004"));
  CHECK(told(back, "2 begin 2 'a:b:: c' pc=1008"));
}

TEST_CASE("O3PipeView: names of events of other simulators", "[o3]") {
  const Read back = read_o3("O3PipeView:fetch:1000:0x10:0:1:x\nO3PipeView:dec:2000\n"
                            "O3PipeView:commit:3000:store:4000\n");
  CHECK(told(back, "3 enter 1 6"));
  CHECK(told(back, "1 begin 1 'x' pc=10 stored=4"));
  const Read other = read_o3("5: cpu: O3PipeView:fetch:1000:0x10:0:1:x\n"
                             "O3PipeView:address_generate:1500\nO3PipeView:retire:2000\n");
  CHECK(reported(other) == Lines{"2: event 'address_generate' is left out"});
  CHECK(told(other, "2 enter 1 6"));
}

TEST_CASE("O3PipeView: lines that mean nothing are reported and skipped", "[o3]") {
  const Read back = read_o3("hello\n"
                            "O3PipeView:decode:1000\n"
                            "O3PipeView:fetch:x:0x10:0:1:x\n"
                            "O3PipeView:fetch:0:0x10:0:1:x\n"
                            "O3PipeView:fetch:1000:zz:0:1:x\n"
                            "O3PipeView:fetch:1000:0x10:0:1:x\n"
                            "O3PipeView:decode:-5\n" +
                            op(2, {2000, 3000, 4000, 5000, 6000, 7000, 8000}) +
                            op(2, {2000, 3000, 4000, 5000, 6000, 7000, 8000}) +
                            "O3PipeView:fetch:9000:0x10:0:3:x\n");
  CHECK(reported(back) == Lines{"1: no line of O3PipeView", "2: 'decode' of no operation",
                                "3: tick 'x'", "4: an operation that was never fetched",
                                "5: an operation without address, micro-op or number",
                                "7: tick '-5'", "8: operation 1 has no retire line",
                                "22: operation 3 has no retire line",
                                "15: operation 2 comes twice"});
}

TEST_CASE("O3PipeView: how far from its place an operation may stand", "[o3]") {
  ReaderOptions options;
  options.limits.ops_out_of_order = 2;
  std::string text;
  for (const std::uint64_t n : {2, 3, 4, 5, 1, 6})
    text += op(n, {1000 * n, 1000 * n + 1000, 0, 0, 0, 0, 0});
  const Read back = read_o3(text, options);
  CHECK(reported(back) == Lines{"29: operation 1 stands behind 2 younger ones"});
  // In order of numbers, but not of time.
  const Read late =
      read_o3(op(1, {5000, 6000, 0, 0, 0, 0, 0}) + op(2, {2000, 6000, 0, 0, 0, 0, 0}));
  CHECK(reported(late) == Lines{"8: operation 2 is fetched before an older one"});
}

TEST_CASE("O3PipeView: what is read is written as it was", "[o3]") {
  const std::string text = op(1, {1000, 2000, 3000, 4000, 5000, 6000, 7000}, "sw a:0", 9000) +
                           op(2, {2000, 3000, 3000, 3000, 7000, 7000, 9000}, "b x") +
                           op(5, {3000, 4000, 0, 0, 0, 0, 0}, "add");
  CHECK(converted(TraceFormat::o3, text, TraceFormat::o3) == text);
}

TEST_CASE("O3PipeView: a text that begins with other than letters is written as it is read",
          "[o3]") {
  const std::string trace = "O3PipeView:fetch:1000:0x00000020:0:1:\t\x01 add\n"
                            "O3PipeView:retire:2000:store:0\n";
  const std::string once = converted(TraceFormat::o3, trace, TraceFormat::o3);
  CHECK(once.find(":0:1:add\n") != std::string::npos);
  CHECK(converted(TraceFormat::o3, once, TraceFormat::o3) == once);
}

TEST_CASE("O3PipeView: a store that is over before its operation can have been fetched is left out",
          "[o3]") {
  const std::string trace = op(1, {9000, 10000, 0, 0, 0, 0, 12000}, "add") +
                            op(2, {3000, 4000, 0, 0, 0, 0, 12000}, "sw", 5000);
  const std::string once = converted(TraceFormat::o3, trace, TraceFormat::o3);
  CHECK(once.find("store:5000") == std::string::npos); // fetched in cycle 9, behind the older one
  CHECK(converted(TraceFormat::o3, once, TraceFormat::o3) == once);
}

TEST_CASE("O3PipeView: stages of a machine as gem5's events", "[o3]") {
  std::string text;
  const auto writer =
      make_writer(TraceFormat::o3, [&text](std::string_view piece) { text += piece; });
  const std::vector<Lane> lanes{{"IF", 1, false}, {"ID", 1, false},  {"M1", 1, true},
                                {"M2", 1, true},  {"MEM", 1, false}, {"WB", 1, false}};
  for (LaneId i = 0; i < lanes.size(); ++i)
    writer->lane(i, lanes[i]);
  writer->start(Cycle{1});
  OpFacts facts;
  facts.text = "mul";
  facts.pc = 0x20;
  writer->begin(Cycle{1}, OpId{1}, facts);
  for (LaneId i = 0; i < lanes.size(); ++i)
    writer->enter(Cycle{i + std::uint64_t{1}}, OpId{1}, i);
  writer->begin(Cycle{2}, OpId{2}, {});
  writer->enter(Cycle{6}, OpId{2}, 0);
  writer->end(Cycle{7}, OpId{2}, Ending::flushed, OpId{1}); // waits for the older one
  CHECK(text.empty());
  writer->end(Cycle{7}, OpId{1}, Ending::retired, {});
  writer->finish(Cycle{7});
  // Units are issue, the first stage behind them completion, the last cycle retirement; stages that
  // the machine does not have are passed at once with the next.
  CHECK(text == "O3PipeView:fetch:1000:0x00000020:0:1:mul\nO3PipeView:decode:2000\n"
                "O3PipeView:rename:3000\nO3PipeView:dispatch:3000\nO3PipeView:issue:3000\n"
                "O3PipeView:complete:5000\nO3PipeView:retire:6000:store:0\n"
                "O3PipeView:fetch:6000:0x00000000:0:2:\nO3PipeView:decode:0\nO3PipeView:rename:0\n"
                "O3PipeView:dispatch:0\nO3PipeView:issue:0\nO3PipeView:complete:0\n"
                "O3PipeView:retire:0:store:0\n");
}

TEST_CASE(
    "o3 writer: a station is dispatch and one behind the units nothing, whatever they are called") {
  // "mem" and "wb" are stages of completion elsewhere, "ex" is one of execution.
  for (const std::string station : {"mem", "wb", "ex", "int"}) {
    CAPTURE(station);
    std::string text;
    const auto writer =
        make_writer(TraceFormat::o3, [&text](std::string_view piece) { text += piece; });
    const auto lane = [](std::string name, bool unit, bool queue, bool front) {
      Lane made;
      made.name = std::move(name);
      made.is_unit = unit;
      made.is_queue = queue;
      made.is_front = front;
      return made;
    };
    const std::vector<Lane> lanes{
        lane("F", false, false, true),     lane("D", false, true, true),
        lane(station, false, true, false), lane("ld", true, false, false),
        lane("W", false, false, false),    lane("done", false, true, false),
        lane("C", false, false, false)};
    for (LaneId i = 0; i < lanes.size(); ++i)
      writer->lane(i, lanes[i]);
    writer->start(Cycle{1});
    writer->begin(Cycle{1}, OpId{1}, {});
    for (LaneId i = 0; i < lanes.size(); ++i)
      writer->enter(Cycle{i + std::uint64_t{1}}, OpId{1}, i);
    writer->begin(Cycle{2}, OpId{2}, {});
    for (LaneId i = 0; i < 3; ++i)
      writer->enter(Cycle{i + std::uint64_t{2}}, OpId{2}, i);
    writer->end(Cycle{6}, OpId{2}, Ending::flushed, OpId{1}); // it never issues
    writer->end(Cycle{8}, OpId{1}, Ending::retired, {});
    writer->finish(Cycle{8});
    CHECK(text == "O3PipeView:fetch:1000:0x00000000:0:1:\nO3PipeView:decode:2000\n"
                  "O3PipeView:rename:3000\nO3PipeView:dispatch:3000\nO3PipeView:issue:4000\n"
                  "O3PipeView:complete:5000\nO3PipeView:retire:7000:store:0\n"
                  "O3PipeView:fetch:2000:0x00000000:0:2:\nO3PipeView:decode:3000\n"
                  "O3PipeView:rename:4000\nO3PipeView:dispatch:4000\nO3PipeView:issue:0\n"
                  "O3PipeView:complete:0\nO3PipeView:retire:0:store:0\n");
  }
}

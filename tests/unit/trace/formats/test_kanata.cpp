#include "unit/trace/trace_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;
using Lines = std::vector<std::string>;

namespace {

Read read_kanata(std::string_view lines) {
  return read(TraceFormat::kanata, "Kanata\t0004\n" + std::string(lines));
}

/// Two operations on IF, a functional unit M1, and WB. The second waits for $t1 of the first in
/// cycle 3, takes it in cycle 4, and is discarded in cycle 6 by it.
void tell_two(OpStream& to) {
  const std::vector<std::string> names{"IF", "M1", "WB"};
  for (LaneId i = 0; i < 3; ++i) {
    Lane lane{names[i], 1, i == 1};
    to.lane(i, lane);
  }
  to.name_register(9, "$t1");
  to.start(Cycle{1});
  OpFacts first;
  first.text = "lw\t$t1, 0($t0)";
  first.pc = 0x400000;
  first.line = 12;
  OpFacts second;
  second.text = "add";
  second.file = "a/b.c";
  second.line = 3;
  second.wrong_path = true;
  to.begin(Cycle{1}, OpId{1}, first);
  to.enter(Cycle{1}, OpId{1}, 0);
  to.enter(Cycle{2}, OpId{1}, 1);
  to.begin(Cycle{2}, OpId{2}, second);
  to.enter(Cycle{2}, OpId{2}, 0);
  to.enter(Cycle{3}, OpId{1}, 2);
  to.hold(Cycle{3}, OpId{2}, {Reason::raw, 9, OpId{1}});
  to.enter(Cycle{4}, OpId{2}, 1);
  to.take(Cycle{4}, OpId{2}, {Cycle{4}, OpId{1}, OpId{2}, 9, 1});
  to.end(Cycle{4}, OpId{1}, Ending::retired, {});
  to.end(Cycle{6}, OpId{2}, Ending::flushed, OpId{1});
  to.finish(Cycle{6});
}

const std::string kTwo = "Kanata\t0004\n"
                         "C=\t1\n"
                         "I\t0\t1\t0\n"
                         "L\t0\t0\tlw $t1, 0($t0)\n" // a tab cannot be escaped
                         "L\t0\t1\tpc 0x400000\\nline 12\n"
                         "S\t0\t0\tIF\n"
                         "C\t1\n"
                         "E\t0\t0\tIF\n" // told, though what begins ends it: older viewers need it
                         "S\t0\t0\tM1.X\n" // arrows need an X
                         "I\t1\t2\t0\n"
                         "L\t1\t0\tadd\n"
                         "L\t1\t1\tline 3 of a/b.c\\nwrong path\n"
                         "S\t1\t0\tIF\n"
                         "C\t1\n"
                         "E\t0\t0\tM1.X\n"
                         "S\t0\t0\tWB\n"
                         "S\t1\t1\traw\n"
                         "L\t1\t2\t$t1 from 1\n"
                         "C\t1\n"
                         "E\t0\t0\tWB\n"
                         "R\t0\t0\t0\n" // its last cycle is 3
                         "E\t1\t0\tIF\n"
                         "S\t1\t0\tM1.X\n"
                         "E\t1\t1\traw\n"
                         "W\t1\t0\t0\n"
                         "C\t2\n"
                         "E\t1\t0\tM1.X\n"
                         "L\t1\t1\t\\ndiscarded by 1\n"
                         "R\t1\t1\t1\n";

} // namespace

TEST_CASE("Kanata: what is written, line by line", "[kanata]") {
  std::string text;
  const auto writer =
      make_writer(TraceFormat::kanata, [&text](std::string_view piece) { text += piece; });
  tell_two(*writer);
  CHECK(text == kTwo);
  CHECK(converted(TraceFormat::kanata, text, TraceFormat::kanata) == text);
}

TEST_CASE("Kanata: a trace read back equals the one written", "[kanata]") {
  const Read back = read(TraceFormat::kanata, kTwo);
  CHECK(back.problems.count == 0);
  CHECK(back.told == Lines{"lane 0 IF", "start 1", "1 begin 1 'lw $t1, 0($t0)' pc=400000 line=:12",
                           "1 enter 1 0", "lane 1 M1 unit", "2 begin 2 'add' line=a/b.c:3 wrong",
                           "2 enter 1 1", "2 enter 2 0", "lane 2 WB", "register 0 $t1",
                           "3 enter 1 2", "3 hold 2 raw 0 1", "4 retired 1 by 0", "4 enter 2 1",
                           "4 take 2 from 1", "6 flushed 2 by 1", "finish 6"});
}

TEST_CASE("Kanata: a trace that begins in the middle, and goes on behind its end", "[kanata]") {
  std::string text;
  const auto writer =
      make_writer(TraceFormat::kanata, [&text](std::string_view piece) { text += piece; });
  writer->lane(0, {"EX", 1, true});
  writer->start(Cycle{100});
  writer->begin(Cycle{100}, OpId{50}, {});
  writer->enter(Cycle{100}, OpId{50}, 0);
  writer->hold(Cycle{101}, OpId{50}, Cause{Reason::latency});
  writer->finish(Cycle{103});
  CHECK(text == "Kanata\t0004\nC=\t100\nI\t0\t50\t0\nS\t0\t0\tEX\nC\t1\nS\t0\t1\tlatency\n"
                "C\t2\nE\t0\t0\tEX\nE\t0\t1\tlatency\n");
  CHECK(converted(TraceFormat::kanata, text, TraceFormat::kanata) == text);
  const Read back = read(TraceFormat::kanata, text);
  CHECK(told(back, "103 leave 50"));
  CHECK(back.told.back() == "finish 103");
}

TEST_CASE("Kanata: viewers count from 0 whatever the start is, we from 1", "[kanata]") {
  const std::string op = "I\t0\t0\t0\nS\t0\t0\tF\nC\t2\nR\t0\t0\t0\n";
  CHECK(told(read_kanata("C=\t216\n" + op), "218 retired 1 by 0"));
  CHECK(told(read_kanata("C=\t0\n" + op), "3 retired 1 by 0"));
  CHECK(told(read_kanata(op), "3 retired 1 by 0"));
}

TEST_CASE("Kanata: time never goes back", "[kanata]") {
  const Read back = read_kanata("C=\t10\nI\t0\t0\t0\nS\t0\t0\tF\nC\t5\nC\t-3\nC=\t12\nC\tx\n"
                                "C\t9223372036854775807\nC=\t20\nR\t0\t0\t0\n");
  CHECK(reported(back) == Lines{"6: time goes back", "7: time goes back from 15 to 12",
                                "8: time 'x'", "9: time 9223372036854775807 is too late"});
  CHECK(told(back, "20 retired 1 by 0"));
}

TEST_CASE("Kanata: labels are put together without a separator, and may come late", "[kanata]") {
  const Read back = read_kanata("I\t0\t0\t0\nL\t0\t0\tadd \nL\t0\t0\tr1\\nr2\textra\n"
                                "L\t0\t1\tone\nL\t0\t1\ttwo\nS\t0\t0\tF\nC\t1\n"
                                "L\t0\t0\t, late\nR\t0\t0\t0\nC\t1\nL\t0\t0\t, later\n");
  CHECK(back.problems.count == 0);
  CHECK(told(back, "1 begin 1 'add r1\nr2' note='onetwo'"));
  CHECK(told(back, "2 text 1 ', late'"));
  CHECK(told(back, "3 text 1 ', later'")); // behind the end
}

TEST_CASE("Kanata: a label of a stage that is no stall becomes a note", "[kanata]") {
  const Read back = read_kanata("I\t0\t0\t0\nS\t0\t0\tF\nL\t0\t2\tline 40 hit\nC\t1\nR\t0\t0\t0\n");
  CHECK(told(back, "1 begin 1 '' note='line 40 hit'"));
}

TEST_CASE("Kanata: a stage closes the open one of its lane; its end may be written or not",
          "[kanata]") {
  const Read back = read_kanata("I\t0\t0\t0\nS\t0\t0\tF\nC\t1\nE\t0\t0\tF\nS\t0\t0\tD\nC\t1\n"
                                "S\t0\t0\tX\nE\t0\t0\tD\nC\t1\nE\t0\t0\tX\nC\t1\nS\t0\t0\tW\nC\t1\n"
                                "R\t0\t0\t0\n");
  CHECK(back.problems.count == 0);
  CHECK(back.told == Lines{"lane 0 F", "start 1", "1 begin 1 ''", "1 enter 1 0", "lane 1 D",
                           "2 enter 1 1", "lane 2 X", "3 enter 1 2", "4 leave 1", "lane 3 W",
                           "5 enter 1 3", "6 retired 1 by 0", "finish 6"});
}

TEST_CASE("Kanata: a stage that begins and ends in one cycle lasts for it", "[kanata]") {
  // A viewer shows no such stage; of two in a row the second counts.
  const Read ends =
      read_kanata("I\t0\t0\t0\nS\t0\t0\tF\nE\t0\t0\tF\nC\t4\nS\t0\t0\tX\nR\t0\t0\t0\n");
  CHECK(ends.told == Lines{"lane 0 F", "start 1", "1 begin 1 ''", "1 enter 1 0", "2 leave 1",
                           "lane 1 X", "5 enter 1 1", "6 retired 1 by 0", "finish 6"});
  const Read two = read_kanata("I\t0\t0\t0\nS\t0\t0\tF\nS\t0\t0\tD\nC\t1\nR\t0\t0\t0\n");
  CHECK(told(two, "1 enter 1 1"));
  CHECK_FALSE(told(two, "1 enter 1 0"));
}

TEST_CASE("Kanata: an operation without end goes to the last cycle + 1", "[kanata]") {
  const Read back = read_kanata("I\t0\t0\t0\nS\t0\t0\tF\nC\t3\nI\t1\t1\t0\nS\t1\t0\tF\n");
  CHECK(back.told.back() == "finish 5"); // the last cycle is 4
}

TEST_CASE("Kanata: stalls of lane 1 with our reasons, and with others", "[kanata]") {
  const Read back = read_kanata("I\t0\t0\t0\nS\t0\t0\tF\nC\t1\nS\t0\t1\tdcache_miss\nC\t1\n"
                                "S\t0\t1\tstl\nC\t1\nS\t0\t0\tD\nC\t1\nE\t0\t1\tstl\nC\t1\n"
                                "S\t0\t1\tnone\nC\t1\nR\t0\t0\t1\n");
  CHECK(back.problems.count == 0);
  CHECK(told(back, "2 hold 1 dcache_miss -1 0"));
  CHECK(told(back, "register 0 stl"));
  CHECK(told(back, "3 hold 1 other 0 0"));
  CHECK(told(back, "4 hold 1 other 0 0")); // it goes on in the next stage
  CHECK(told(back, "5 hold 1 none -1 0"));
  CHECK(told(back, "6 hold 1 other 1 0")); // "none" is no reason of ours to be held
  CHECK(told(back, "7 flushed 1 by 0"));
}

TEST_CASE("Kanata: numbers of the simulator as long as they rise", "[kanata]") {
  const std::string stage = "\t0\t0\tF\n";
  const Read rising = read_kanata("I\t0\t7\t0\nS\t0\t0\tF\nI\t1\t9\t0\nS\t1\t0\tF\n");
  CHECK(told(rising, "1 begin 7 ''"));
  CHECK(told(rising, "1 begin 9 ''"));
  // Micro-ops of one number; whom a stall waits for cannot be told then.
  const Read same = read_kanata("I\t0\t7\t0\nS\t0\t0\tF\nI\t1\t7\t0\nS\t1\t0\tF\nC\t1\n"
                                "S\t1\t1\traw\nL\t1\t2\t$t0 from 7\n");
  CHECK(told(same, "1 begin 8 ''"));
  CHECK(told(same, "2 hold 8 raw 0 0"));
}

TEST_CASE("Kanata: lines that mean nothing are reported and skipped", "[kanata]") {
  const Read back = read_kanata("// no comment\n"
                                "\n"
                                "I\t0\n"
                                "I\t0\t0\t0\n"
                                "I\t0\t0\t0\n"
                                "S\t0\t0\n"
                                "S\t5\t0\tF\n"
                                "S\t0\t7\tF\n"
                                "S\t0\t0\tF\tmore\tcolumns\n"
                                "L\t0\t3\ttext\n"
                                "W\t0\t9\t0\n"
                                "R\t0\t0\t2\n"
                                "C\t1\n"
                                "R\t0\t0\t0\n"
                                "S\t0\t0\tD\n"
                                "E\t0\t0\tF\n" // closed by its end
                                "I\t1\t1\t0\n"
                                "R\t1\t0\t0\n"
                                "Q\t1\n");
  CHECK(reported(back) == Lines{"2: a line that begins with '// no comment'",
                                "4: number of the simulator ''", "6: operation 0 has begun before",
                                "7: a stage without a name", "8: operation 5 is not known",
                                "9: lane 7 is left out, as all lanes but 0 (stages) and "
                                "1 (stalls)",
                                "11: label of kind 3", "12: producer 9 is not known", "13: end 2",
                                "16: operation 0 has ended", "20: a line that begins with 'Q'",
                                "20: operation 1 has no stage and is left out"});
  CHECK(told(back, "2 retired 1 by 0"));
}

TEST_CASE("Kanata: the header", "[kanata]") {
  CHECK(reported(read(TraceFormat::kanata, "I\t0\t0\t0\nS\t0\t0\tF\n")) == Lines{"1: no header"});
  CHECK(reported(read(TraceFormat::kanata, "Kanata\t0005\n")) == Lines{"1: version '0005'"});
  CHECK(read(TraceFormat::kanata, "").told == Lines{"start 1", "finish 1"});
}

TEST_CASE("Kanata: limits of what is kept", "[kanata]") {
  ReaderOptions options;
  options.limits.line_bytes = 30;
  options.limits.label_bytes = 8;
  options.limits.ops_in_flight = 2;
  const std::string text = "Kanata\t0004\nI\t0\t0\t0\nL\t0\t0\t12345678\nL\t0\t0\t9\nL\t0\t1\t" +
                           std::string(40, 'x') +
                           "\nS\t0\t0\tF\nI\t1\t1\t0\nI\t2\t2\t0\nI\t3\t3\t0\n";
  const Read whole = read(TraceFormat::kanata, text, options);
  CHECK(reported(whole) == Lines{"4: operation 0 has labels of more than 8 bytes",
                                 "5: line of more than 30 bytes",
                                 "8: more than 2 operations have begun and not ended: the rest is "
                                 "not read"});
  CHECK(told(whole, "1 begin 1 '12345678'"));
  // Byte by byte it is the same trace.
  options.file = "trace";
  Told slow;
  const auto reader = make_reader(TraceFormat::kanata, slow, options);
  for (const char c : text)
    reader->add({&c, 1});
  reader->finish();
  CHECK(slow.lines == whole.told);
  CHECK(reader->problems().count == whole.problems.count);
}

TEST_CASE("Kanata: Windows' ends of lines, and a last line without one", "[kanata]") {
  const Read back = read(TraceFormat::kanata,
                         "Kanata\t0004\r\nC=\t1\r\nI\t0\t1\t0\r\nS\t0\t0\tF\r\nC\t1\r\nR\t0\t0\t0");
  CHECK(back.problems.count == 0);
  CHECK(told(back, "lane 0 F"));
  CHECK(told(back, "2 retired 1 by 0"));
}

TEST_CASE("Kanata: a second writing is the first, whatever was read", "[kanata]") {
  const std::vector<std::string> traces{
      "Kanata\t0004\nI\t5\t3\t0\nI\t4\t1\t0\nS\t4\t0\tF\nW\t5\t4\t0\nS\t5\t0\tF."
      "X\nC\t1\nR\t5\t0\t1\n",
      "Kanata\t0004\nI\t0\t0\t0\nL\t0\t1\tx\\npc 0x10\\n\\ny\nS\t0\t0\tA\\nB.X\nC\t2\nL\t0\t1\tz\n"
      "S\t0\t1\tstl\nL\t0\t2\tfrom 3\nC\t1\nR\t0\t0\t0\nC\t1\nL\t0\t1\tend\n",
      std::string("Kanata\t0004\nI\t0\t9\t0\nL\t0\t1\tpc\0"
                  "0x40\nS\t0\t0\tX\n",
                  42),
      // What becomes a note reads as a fact; facts and line breaks in pieces.
      "Kanata\t0004\nI\t0\t1\t0\nL\t0\t1\tpc 0x10\\nx\nS\t0\t0\tA\nL\t0\t2\tline "
      "14\nC\t1\nR\t0\t0\t0\n",
      "Kanata\t0004\nI\t0\t1\t0\nL\t0\t1\tli\nL\t0\t1\tne 4\\\nL\t0\t1\tnpc 0x4\nS\t0\t0\tA\nC\t1\n"
      "L\t0\t1\tdiscarded\nL\t0\t1\t by 3\nR\t0\t0\t1\n",
      // A label in the cycle in which its operation has ended, and in the one behind it.
      "Kanata\t0004\nI\t0\t1\t0\nS\t0\t0\tA\nI\t1\t2\t0\nS\t1\t0\tA\nR\t0\t0\t0\nC\t1\n"
      "L\t0\t0\tlate\nS\t1\t0\tB\nC\t1\nL\t0\t1\tlater\nR\t1\t1\t0\n",
      "Kanata\t0004\nC=\t3\nI\t0\t9\t0\nS\t0\t0\tX.X\nS\t0\t1\tother\nC\t5\nE\t0\t0\tX.X\nC\t1\n",
  };
  for (const std::string& trace : traces) {
    INFO(trace);
    const std::string once = converted(TraceFormat::kanata, trace, TraceFormat::kanata);
    CHECK(converted(TraceFormat::kanata, once, TraceFormat::kanata) == once);
  }
}

#include "unit/trace/sample_runs.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

constexpr TextStyle kPlain{false, false, 100};
constexpr TextStyle kUnicode{false, true, 100};
constexpr TextStyle kColor{true, true, 100};

View asking(bool table, bool diagram) {
  View view;
  view.table = table;
  view.diagram = diagram;
  return view;
}

} // namespace

TEST_CASE("the table of P4 is the lecture's, with a reason in every stalled cell") {
  CHECK(text_table(p4(), {}, kPlain) == R"(cycle | ID         RR      ALU     RW
------+----------------------------------
    1 | 1          - fill  - fill  - fill
    2 | 2          1       - fill  - fill
    3 | 2 RAW $t2  - RAW   1       - fill
    4 | 2 RAW $t2  - RAW   - RAW   1
    5 | 3          2       - RAW   - RAW
    6 | 4          3       2       - RAW
    7 | 4 RAW $t7  - RAW   3       2
    8 | 4 RAW $t7  - RAW   - RAW   3
    9 | - end      4       - RAW   - RAW
   10 | - end      - end   4       - RAW
   11 | - end      - end   - end   4

Instructions
  1  add $t2, $t0, $t1
  2  add $t4, $t3, $t2   waits 2: RAW $t2 <- 1
  3  add $t7, $t5, $t6
  4  add $t0, $t0, $t7   waits 2: RAW $t7 <- 3

Reasons
  fill  The first instruction has not reached this point yet.
  end   The program has ended; there is nothing more to fetch.
  RAW   Read after write: an operand is produced by an earlier instruction that has not delivered it
        yet.
)");
}

TEST_CASE("the table of a wide machine shows every slot and why free ones are empty") {
  CHECK(text_table(dual(), {}, {false, true, 80})
            .substr(0, 1280)
            .find("    3 │ 3 FULL, 4x FULL  2 RAW $t0, · RAW  1, · RAW  · fill    · fill\n") !=
        std::string::npos);
  const std::string plain = text_table(dual(), {}, kPlain);
  CHECK(has(plain, "    3 | 3 FULL, 4x FULL  2 RAW $t0, - RAW  1, - RAW  - fill    - fill\n"));
  CHECK(has(plain, "  x     Fetched where the program did not go on"));
}

TEST_CASE("the diagram puts the reason in the held cells and the sum behind the row") {
  CHECK(text_diagram(p4(), {}, kPlain) ==
        R"(op instruction       | 1   2   3   4   5   6   7   8   9   10  11
---------------------+-------------------------------------------------------------------
 1 add $t2, $t0, $t1 | ID  RR  ALU RW
 2 add $t4, $t3, $t2 |     ID  RAW RAW RR  ALU RW                   waits 2: RAW $t2 <- 1
 3 add $t7, $t5, $t6 |                 ID  RR  ALU RW
 4 add $t0, $t0, $t7 |                     ID  RAW RAW RR  ALU RW   waits 2: RAW $t7 <- 3

Reasons
  RAW  Read after write: an operand is produced by an earlier instruction that has not delivered it
       yet.
A reason in place of a stage: the instruction waits, still in the stage named before.
)");
}

TEST_CASE("a flushed row ends with x and names the branch") {
  const std::string text = text_diagram(dual(), {}, kPlain);
  CHECK(has(text, "4x sub $t3, $t1, $t2       |      IF   FULL FULL ID   EX   x"));
  CHECK(has(text, "waits 2: FULL <- 2; flushed by 3"));
}

TEST_CASE("a diagram wider than the terminal is cut into blocks that repeat the instructions still "
          "in flight") {
  const std::string text = text_diagram(p4(), {}, {false, false, 50});
  CHECK(has(text, "op instruction       | 1   2   3   4   5   6   7\n"));
  CHECK(has(text, "op instruction       | 8   9   10  11\n"));
  CHECK(has(text, " 3 add $t7, $t5, $t6 | RW\n")); // 1 and 2 are over: no row in the second block
  CHECK(has(text, "Waits\n  2  waits 2: RAW $t2 <- 1\n"));
}

TEST_CASE("windows by cycle and by operation show what they name") {
  View view;
  view.from_cycle = Cycle{4};
  view.to_cycle = Cycle{5};
  const std::string table = text_table(p4(), view, kPlain);
  CHECK(table.substr(0, table.find("\nInstructions")) == R"(cycle | ID         RR     ALU    RW
------+-------------------------------
    4 | 2 RAW $t2  - RAW  - RAW  1
    5 | 3          2      - RAW  - RAW
)");
  View ops;
  ops.from_op = OpId{3};
  ops.to_op = OpId{3};
  const std::string diagram = text_diagram(p4(), ops, kPlain);
  CHECK(has(diagram, "op instruction       | 5   6   7   8\n"));
  CHECK_FALSE(has(diagram, "add $t4"));
  CHECK(has(text_table(p4(), ops, kPlain), "\n    5 | 3 "));
  CHECK_FALSE(has(text_table(p4(), ops, kPlain), "\n    9 |"));
}

TEST_CASE("a window outside the run says where the run ends, outside the record what it covers") {
  View view;
  view.from_cycle = Cycle{20};
  view.to_cycle = Cycle{30};
  CHECK(text_table(p4(), view, kPlain) ==
        "There are no cycles 20 to 30: the run ends in cycle 11.\n");
  View ops;
  ops.from_op = OpId{9};
  CHECK(text_diagram(p4(), ops, kPlain) ==
        "There is no instruction 9: the run ends in cycle 11 with 4 fetched.\n");
  RunRecord micro_ops = p4(); // of four instructions, one of which needs two
  micro_ops.counts_micro_ops = true;
  micro_ops.micro_ops = 5;
  micro_ops.wrong_path_ops = 2;
  CHECK(text_diagram(micro_ops, ops, kPlain) ==
        "There is no micro-op 9: the run ends in cycle 11 with 7 fetched.\n");
  RunRecord longer = p4();
  longer.cycles = 100;
  longer.instructions = 50;
  CHECK(text_table(longer, view, kPlain) ==
        "Cycles 20 to 30 are not in the record, which covers cycles 1 to 11.\n");
  CHECK(text_diagram(longer, ops, kPlain) ==
        "Those instructions are not in the record, which holds 1 to 4.\n");
  RunRecord unrecorded = p4();
  unrecorded.timeline = Timeline{};
  CHECK(text_table(unrecorded, {}, kPlain) == "No cycle of this run was recorded.\n");
}

TEST_CASE("a diagram of too many cells is refused with the numbers") {
  RunBuilder b("x", "m", lecture_lanes(), {"i"});
  for (std::uint64_t i = 1; i <= 3; ++i)
    b.op(i, 0, {{0, i}}, 3'000'000);
  const RunRecord run = b.build(3'000'000);
  CHECK(has(text_diagram(run, {}, kPlain), "The diagram would have 3 rows of 3000000 cycles"));
  View window;
  window.to_cycle = Cycle{20};
  CHECK(has(text_diagram(run, window, kPlain), " 3 i           |"));
}

TEST_CASE(
    "colour: an operation keeps its colour, a wait is inverted, plain text has no escape codes") {
  const std::string color = text_table(p4(), {}, kColor);
  CHECK(has(color, "\x1b[38;5;214m2\x1b[0m"));
  CHECK(has(color, "\x1b[38;5;16;48;5;214m2 RAW $t2\x1b[0m"));
  CHECK(text_table(p4(), {}, kUnicode).find('\x1b') == std::string::npos);
}

TEST_CASE("the ledger lists every point in a fixed order of reasons, and says that it balances") {
  CHECK(text_ledger(p4(), kPlain).substr(0, 191) == R"(fetch: 11 slots = 1 x 11 cycles, balanced
  used            4  36.4 %  ############
  program ended   3  27.3 %  #########
  RAW dependence  4  36.4 %  ############

issue: 11 slots = 1 x 11 )");
  RunRecord broken = p4();
  broken.ledger.at(LedgerPoint::issue).slots[0] = 9;
  CHECK(has(text_ledger(broken, kPlain),
            "issue: 16 slots = 1 x 11 cycles, NOT balanced: expected 11"));
}

TEST_CASE("statistics count stalls from the issue account and leave out what cannot be told") {
  RunRecord run = dual();
  const std::string text = text_stats(run, kPlain);
  CHECK(has(text, "issue lost: RAW dependence    2 cycles (4 slots)"));
  CHECK(has(text, "issue lost: program ended     2.5 cycles (5 slots)"));
  CHECK(has(text, "cycles per instruction        2.750"));
  CHECK_FALSE(has(text, "host"));
  run.host_seconds = 0.001;
  CHECK(has(text_stats(run, kPlain), "11.0 thousand a second"));
  run.instructions = 0;
  CHECK_FALSE(has(text_stats(run, kPlain), "cycles per instruction"));
}

TEST_CASE("statistics write whole numbers in full and short times in their own unit") {
  RunRecord run = dual();
  run.ledger.at(LedgerPoint::issue).slots[static_cast<std::size_t>(Reason::redirect)] = 5'333'333;
  run.host_seconds = 12.34e-06;
  const std::string text = text_stats(run, kPlain);
  CHECK(has(text, "2666666.5 cycles (5333333 slots)"));
  CHECK(has(text, "12.3 microseconds"));
  CHECK_FALSE(has(text, "e+"));
  CHECK_FALSE(has(text, "e-"));
  run.host_seconds = 2.5;
  CHECK(has(text_stats(run, kPlain), "2.50 s"));
}

TEST_CASE("how a run stopped is said once") {
  RunRecord run = p4();
  const auto stopped = [&run](const char* reason, const char* detail) {
    run.stop.reason = reason;
    run.stop.detail = detail;
    return text_report(run, View{}, kPlain);
  };
  CHECK(
      has(stopped("condition", "'loop' holds in cycle 9"), "; stopped: 'loop' holds in cycle 9\n"));
  CHECK(
      has(stopped("limit", "limit of 9 cycles reached"), "; stopped: limit of 9 cycles reached\n"));
  CHECK(has(stopped("interrupted", "interrupted in cycle 9"), "; interrupted in cycle 9\n"));
}

TEST_CASE("registers of 32 bits have eight digits, boxed singles are singles") {
  RunRecord run;
  run.registers = {{"a0", ~0ULL, false, true},
                   {"ft0", 0xffffffff3fc00000ULL, true},
                   {"ft1", 0xffffffff00000000ULL, true},
                   {"ft2", 0x3ff8000000000000ULL, true}};
  const std::string text = text_registers(run, kPlain);
  INFO(text);
  CHECK(has(text, "a0   0xffffffff           -1"));
  CHECK(has(text, "ft0  0xffffffff3fc00000   1.5 (single)"));
  CHECK(has(text, "ft1  0xffffffff00000000   0 (single)"));
  CHECK(has(text, "ft2  0x3ff8000000000000   1.5"));
  CHECK_FALSE(has(text, "nan"));
}

TEST_CASE("registers are shown as 64 bits and as a signed number") {
  RunRecord run = p4();
  CHECK(has(text_registers(run, kPlain), "names no register"));
  run.registers = {{"$t0", 3}, {"$t1", ~0ULL}};
  CHECK(text_registers(run, kPlain) ==
        "  $t0  0x0000000000000003   3\n  $t1  0xffffffffffffffff   -1\n");
  run.registers = {{"F0", 0x4058400000000000, true}, {"F1", 0x3fc00000, true}, {"F2", 0, true}};
  CHECK(text_registers(run, kPlain) == "  F0  0x4058400000000000   97\n"
                                       "  F1  0x000000003fc00000   1.5 (single)\n"
                                       "  F2  0x0000000000000000   0\n");
}

TEST_CASE("a report has a heading for everything the view asks for, and one legend") {
  View all = asking(true, true);
  all.ledger = all.stats = all.registers = true;
  const std::string text = text_report(p4(), all, kPlain);
  for (const char* heading :
       {"p4.mips on lecture-4\n11 cycles, 4 instructions, IPC 0.36; the program ended\n",
        "\nOccupancy table", "\nPipeline diagram", "\nCycle ledger", "\nStatistics", "\nRegisters"})
    CHECK(has(text, heading));
  CHECK(text.find("Read after write") == text.rfind("Read after write"));
}

TEST_CASE("texts with control characters and broken UTF-8 come out clean") {
  RunRecord run = p4();
  run.legend.instruction_text[0] = "add\x1b[31m\n\xff\xe2\x80\xae"
                                   "x";
  const std::string text = text_table(run, {}, kPlain);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(has(text, "  1  add [31m \xEF\xBF\xBDx\n"));
}

TEST_CASE("every reason has its sentence, with a culprit and without") {
  const RunRecord run = p4();
  CHECK(sentence(raw(2, 1), run) == "waits for $t2 from instruction 1 (add $t2, $t0, $t1)");
  CHECK(sentence({Reason::war, kT0 + 2, OpId{1}}, run) ==
        "waits until instruction 1 (add $t2, $t0, $t1) has read $t2");
  CHECK(sentence({Reason::waw, kT0 + 2, OpId{1}}, run) ==
        "waits to write $t2 after instruction 1 (add $t2, $t0, $t1)");
  CHECK(sentence(because(Reason::stage_full, 99), run) == "waits behind instruction 99");
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    INFO(info(reason).name);
    CHECK_FALSE(sentence(because(reason), run).empty());
    const std::string with = sentence(because(reason, 1), run);
    const bool names_nobody = reason == Reason::none || reason == Reason::fill ||
                              reason == Reason::drain || reason == Reason::idle;
    CHECK(has(with, "instruction 1 (add") != names_nobody);
  }
}

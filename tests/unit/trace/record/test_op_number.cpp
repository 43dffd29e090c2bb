#include "trace/op_number.hpp"
#include "trace/render.hpp"
#include "trace/run_record.hpp"

#include <catch2/catch.hpp>

#include <cstdint>

using namespace stallscope;
using namespace stallscope::trace;

namespace {

/// Rows of micro-ops; the legend has three instructions: "load", "addm" of two micro-ops, "branch".
struct MicroOpRun {
  MicroOpRun() {
    run.counts_micro_ops = true;
    run.timeline.first_cycle = Cycle{1};
    run.legend.instruction_text = {"load", "addm", "branch"};
    run.legend.instruction_parts = {{}, {{"load"}, {"add"}}, {}};
  }
  void add(std::uint32_t instruction, unsigned part = 0, bool wrong_path = false,
           bool fused = false) {
    OpRow row;
    row.op = OpId{next++};
    row.instruction = InstructionIndex{instruction};
    row.part = static_cast<std::uint8_t>(part);
    row.wrong_path = row.flushed = wrong_path;
    row.fused = fused;
    run.timeline.rows.push_back(row);
  }
  [[nodiscard]] std::string numbers() {
    number_operations(run);
    std::string all;
    for (const OpRow& row : run.timeline.rows)
      all += (all.empty() ? "" : " ") + run.number(row.op);
    return all;
  }
  RunRecord run;
  std::uint64_t next = 1;
};

} // namespace

TEST_CASE("micro-ops are numbered by instruction and part, as the program counts", "[trace]") {
  MicroOpRun run;
  run.add(0);
  run.add(1, 0);
  run.add(1, 1);
  run.add(0);
  CHECK(run.numbers() == "1 2.1 2.2 3");
  // A machine that takes instructions as a whole shows their places in fetch order.
  run.run.counts_micro_ops = false;
  CHECK(run.numbers() == "1 2 3 4");
}

TEST_CASE("a fused pair has both numbers, the next instruction the one behind", "[trace]") {
  MicroOpRun run;
  run.add(0, 0, false, true);
  run.add(0);
  CHECK(run.numbers() == "1+2 3");
}

TEST_CASE("a wrong path takes no numbers away from the program", "[trace]") {
  MicroOpRun run;
  run.add(2); // the branch
  run.add(0, 0, true);
  run.add(1, 0, true);
  run.add(1, 1, true);
  run.add(0);
  run.add(2);
  run.add(0, 0, true);
  CHECK(run.numbers() == "1 2x 3.1x 3.2x 2 3 4x");
}

TEST_CASE("a record from the middle of a run counts on from what was fetched", "[trace]") {
  MicroOpRun run;
  run.next = 100;
  run.add(1, 1); // its first micro-op has left already: instruction 40
  run.add(0);    // 41
  run.add(0);    // fetched in the record: 42
  run.run.timeline.start = {41, OpId{102}};
  CHECK(run.numbers() == "40.2 41 42");
  CHECK(run.run.number(OpId{99}) == "@99"); // from before
  CHECK(run.run.number(OpId{103}) == "@103");
}

TEST_CASE("what has left before older ones when a record begins is counted", "[trace]") {
  MicroOpRun run; // without a reorder buffer: 7 and 9 have left, 6 and 8 are in flight
  run.next = 6;
  run.add(0);
  run.next = 8;
  run.add(0);
  run.next = 10;
  run.add(0); // fetched in the record
  run.run.timeline.start = {9, OpId{10}};
  CHECK(run.numbers() == "6 8 10");
  // With wrong paths it is those that are missing: 7 and 9 were discarded.
  run.run.wrong_path_ops = 2;
  run.run.timeline.start = {7, OpId{10}};
  CHECK(run.numbers() == "6 7 8");
}

TEST_CASE("operations are found by the name that they are shown with", "[trace]") {
  MicroOpRun run;
  run.add(2);
  run.add(0, 0, true);
  run.add(1, 0);
  run.add(1, 1);
  run.add(0, 0, false, true);
  (void)run.numbers();
  const auto found = [&run](std::string_view text) -> std::uint64_t {
    const auto name = parse_op_name(text);
    REQUIRE(name.has_value());
    CHECK(op_name_text(*name) == text);
    const OpRow* row = find_op(run.run, *name);
    return row != nullptr ? row->op.value : 0;
  };
  CHECK(found("1") == 1);
  CHECK(found("2") == 3); // its first micro-op
  CHECK(found("2.1") == 3);
  CHECK(found("2.2") == 4);
  CHECK(found("2.3") == 0);
  CHECK(found("2x") == 2);
  CHECK(found("@4") == 4);
  CHECK(found("3") == 5);
  CHECK(found("4") == 5); // fused with 3
  CHECK(found("5") == 0);
  for (const char* wrong : {"", "0", "x", "1.", "1.0", "1.x", "@", "@2.1", "-1", "1y", " 1",
                            "99999999999999999999", "1.999"})
    CHECK_FALSE(parse_op_name(wrong).has_value());
}

TEST_CASE("a window of instructions is that of the program, fused pairs included", "[trace]") {
  MicroOpRun run;
  run.add(0, 0, false, true); // 1, 2
  run.add(1, 0);              // 3
  run.add(1, 1);
  run.add(0); // 4
  run.add(0); // 5
  const OpWindow window = op_window(run.run, 2, 4);
  CHECK(window.first == OpId{1});
  CHECK(window.last == OpId{4});
}

TEST_CASE("an instruction has one number on a machine of micro-ops and on one without", "[trace]") {
  MicroOpRun whole; // as one operation each
  for (const unsigned instruction : {0U, 1U, 1U, 0U})
    whole.add(instruction);
  whole.run.counts_micro_ops = false;
  MicroOpRun parts;
  for (const auto& [instruction, part] :
       {std::pair(0U, 0U), {1U, 0U}, {1U, 1U}, {1U, 0U}, {1U, 1U}, {0U, 0U}})
    parts.add(instruction, part);
  CHECK(parts.numbers() == "1 2.1 2.2 3.1 3.2 4");
  CHECK(number_alike(whole.run, parts.run)); // colours
  std::string all;
  for (const OpRow& row : parts.run.timeline.rows)
    all += parts.run.number(row.op) + " ";
  CHECK(all == "1 2.1 2.2 3.1 3.2 4 ");
  // The other way round the program in order shows the numbers of the one out of order.
  MicroOpRun again;
  for (const auto& [instruction, part] :
       {std::pair(0U, 0U), {1U, 0U}, {1U, 1U}, {1U, 0U}, {1U, 1U}, {0U, 0U}})
    again.add(instruction, part);
  (void)again.numbers();
  CHECK(number_alike(again.run, whole.run));
  all.clear();
  for (const OpRow& row : whole.run.timeline.rows)
    all += whole.run.number(row.op) + " ";
  CHECK(all == "1 2 3 4 ");
}

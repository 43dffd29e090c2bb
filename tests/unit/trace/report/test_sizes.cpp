#include "trace/report_size.hpp"
#include "unit/trace/sample_runs.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

// What is too large to be drawn, and what is too narrow to be drawn on.

using namespace stallscope;
using namespace stallscope::trace;
using namespace stallscope::trace::test;

namespace {

Extent extent(std::uint64_t cycles, std::uint64_t ops, std::size_t lanes) {
  return {Cycle{1}, Cycle{cycles + 1}, OpId{1}, OpId{ops}, lanes};
}

} // namespace

TEST_CASE("a table and a diagram have a limit, and its sentence names the options") {
  View table;
  table.table = true;
  CHECK(why_too_large(table, extent(50'000, 1, 5)).empty()); // 250,000 cells
  CHECK(why_too_large(table, extent(50'001, 1, 5)) ==
        "The table would have 50001 cycles of 5 stages by cycle 50001, more than 250000 cells: "
        "show fewer with --cycles FROM:TO.");
  View diagram;
  diagram.diagram = true;
  CHECK(why_too_large(diagram, extent(3000, 2000, 5)).empty()); // 6,000,000 cells
  const std::string why = why_too_large(diagram, extent(3000, 2001, 5));
  CHECK(has(why, "2001 rows of 3000 cycles by cycle 3000, more than 6000000 cells"));
  CHECK(has(why, "--cycles FROM:TO or --instructions FROM:TO"));
  // Only what is asked for counts: neither the other picture nor what lies outside the window.
  CHECK(why_too_large(table, extent(2000, 1'000'000, 5)).empty());
  CHECK(why_too_large(diagram, extent(1'000'000, 4, 5)).empty());
  table.from_cycle = Cycle{150'001};
  table.to_cycle = Cycle{200'000};
  CHECK(why_too_large(table, extent(1'000'000, 1, 5)).empty());
  diagram.from_op = OpId{11};
  diagram.to_op = OpId{14};
  CHECK(why_too_large(diagram, extent(1'000'000, 1'000'000, 5)).empty());
}

namespace {

/// `ops` operations with texts of so many letters that stay for `cycles` cycles.
RunRecord long_waits(std::uint64_t ops, std::uint64_t cycles, std::size_t letters) {
  RunRecord run;
  run.imported = true;
  run.legend.instruction_text.emplace_back(letters, 'x');
  run.timeline.lanes = {{"F"}};
  run.timeline.first_cycle = Cycle{1};
  run.timeline.end_cycle = Cycle{cycles + 1};
  for (std::uint64_t i = 1; i <= ops; ++i) {
    OpRow row;
    row.op = OpId{i};
    row.instruction = InstructionIndex{0};
    row.begin = Cycle{1};
    row.end = Cycle{cycles + 1};
    run.timeline.rows.push_back(row);
  }
  return run;
}

} // namespace

TEST_CASE("files have a limit of what is written for each operation and cycle") {
  View table;
  table.table = true;
  View both = table;
  both.diagram = true;
  const RunRecord many = long_waits(999, 6000, 5); // 48 kB of trace, 500 MB of JSON
  CHECK(picture_bytes(many, table, CellsOf::table) == 999ULL * 6000 * (kListCellBytes + 5));
  CHECK(picture_bytes(many, both, CellsOf::table) == picture_bytes(many, table, CellsOf::table));
  CHECK(picture_bytes(many, both, CellsOf::table_and_diagram) ==
        2 * picture_bytes(many, table, CellsOf::table_and_diagram));
  CHECK(why_too_long(picture_bytes(many, table, CellsOf::table)) ==
        "Table and diagram would take about 569 MB, more than 128 MiB: show fewer with --cycles "
        "FROM:TO or --instructions FROM:TO.");
  const RunRecord long_text = long_waits(1, 10'000, 20'000); // 20 kB of trace, 200 MB
  CHECK_FALSE(why_too_long(picture_bytes(long_text, table, CellsOf::table)).empty());
  table.to_cycle = Cycle{100};
  CHECK(why_too_long(picture_bytes(many, table, CellsOf::table)).empty());
  CHECK(why_too_long(picture_bytes(long_text, table, CellsOf::table)).empty());
  View numbers;
  numbers.stats = true;
  CHECK(picture_bytes(many, numbers, CellsOf::table_and_diagram) == 0);
}

TEST_CASE("no line is wider than a narrow terminal") {
  View all;
  all.table = all.diagram = all.ledger = all.stats = all.registers = true;
  RunRecord run = dual();
  run.registers = {{"$t0", 3}};
  for (unsigned columns : {1U, 12U, 20U, 39U, 40U})
    for (const bool unicode : {false, true})
      for (const std::string& text :
           {text_report(run, all, {false, unicode, columns}),
            text_comparison(run, p4(), all, Align::cycle, {false, unicode, columns})}) {
        std::istringstream lines(text);
        std::size_t widest = 0;
        for (std::string line; std::getline(lines, line);)
          widest = std::max(
              widest, static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
                return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
              })));
        INFO(columns);
        CHECK(widest <= std::max(columns, 10U)); // paragraphs never become a column of letters
      }
}

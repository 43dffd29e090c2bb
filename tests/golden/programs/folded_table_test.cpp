// A table of many cycles that are alike has a row for the first of them, and says how many follow.

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "trace/render.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace stallscope;

namespace {

std::string table_of(const char* machine, bool every_cycle) {
  const isa::Program program =
      isa::assemble(isa::Isa::mips, "div.mips", "DIV.D F2,F4,F6\nADD.D F8,F2,F2\n", {}).value();
  session::RunOptions options;
  options.record = true;
  const trace::RunRecord run =
      session::run_program(program, machine::load_machine(machine).value(), options);
  trace::View view;
  view.every_cycle = every_cycle;
  return trace::text_table(run, view, {false, false, 100});
}

} // namespace

TEST_CASE("table: many equal cycles are one row and a note", "[table]") {
  // tomasulo: the division is issued in 1 and executes from 2 to 41, as the textbook's 40 cycles.
  // From 3 on nothing is left to fetch, and the addition waits for it. An operation of one cycle
  // would be written in 3: from then on W is empty for the division, and before that as the machine
  // is filling. The stations and units that are empty have nothing to wait for any more then, so
  // that 4 to 41 are as 3 is.
  const std::string folded = table_of("tomasulo", false);
  INFO(folded);
  CHECK(folded.find("\n    3 |") != std::string::npos);
  CHECK(folded.find("\n      | ... 38 cycles like this ...\n   42 |") != std::string::npos);
  // The stations: how many they hold of how many they can.
  CHECK(folded.find("1/3") != std::string::npos);
  CHECK(folded.find("1/2") != std::string::npos);
}

TEST_CASE("table: every cycle has a row when that is asked for, on any machine", "[table]") {
  for (const char* machine : {"tomasulo", "mips-5-fp"}) {
    const std::string folded = table_of(machine, false);
    const std::string all = table_of(machine, true);
    INFO(folded << all);
    CHECK(folded.find("cycles like this") != std::string::npos);
    CHECK(all.find("cycles like this") == std::string::npos);
    CHECK(std::count(all.begin(), all.end(), '\n') >
          std::count(folded.begin(), folded.end(), '\n') + 10);
  }
}

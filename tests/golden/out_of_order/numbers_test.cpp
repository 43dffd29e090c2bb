#include "golden/lesson.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <utility>

using namespace stallscope;
using namespace stallscope::golden;

// An operation is shown with the number of its instruction in the program, so that it is one on all
// machines; micro-ops of an instruction are its parts.
namespace {

trace::RunRecord recorded(const isa::Program& program, const machine::Machine& machine,
                          std::uint64_t from, std::uint64_t to) {
  session::RunOptions options;
  options.record = true;
  options.from_cycle = from;
  options.to_cycle = to;
  return session::run_program(program, machine, options);
}

} // namespace

TEST_CASE("numbers: the n-th instruction that retires is number n, wrong paths or not",
          "[out_of_order]") {
  const std::pair<const char*, const char*> what = GENERATE(
      std::pair("textbook/combine1", "csapp-haswell"), std::pair("textbook/combine1", "mca-like"),
      std::pair("textbook/minmax_branches", "csapp-haswell"), std::pair("textbook/sum", "ooo-4"),
      std::pair("textbook/increment_loop", "tomasulo"),
      std::pair("textbook/fibonacci", "tomasulo-rob-2"));
  CAPTURE(what.first, what.second);
  const isa::Program program = shipped_program(what.first);
  const machine::Machine machine = load(what.second);
  const trace::RunRecord whole = recorded(program, machine, 1, kNever.value);
  std::uint64_t retired = 0; // instructions, in program order
  bool is_pair = false;      // the second of two that are fused has a number, too
  std::map<OpId, std::string> numbers;
  for (const OpRow& row : whole.timeline.rows) {
    numbers[row.op] = whole.number(row.op);
    if (row.wrong_path || row.flushed)
      continue;
    if (row.part == 0) {
      retired += is_pair ? 2 : 1;
      is_pair = row.fused;
    }
    CHECK(whole.op_number(row.op).instruction == retired);
    CHECK((row.part == 0 || whole.op_number(row.op).part == row.part + 1));
  }
  CHECK(retired + (is_pair ? 1 : 0) == whole.instructions);
  // A record that begins in the middle has the same numbers.
  const std::uint64_t step = whole.cycles / 10 + 1;
  for (std::uint64_t from = 2; from < whole.cycles; from += step) {
    const trace::RunRecord part = recorded(program, machine, from, from + 20);
    CAPTURE(from);
    for (const OpRow& row : part.timeline.rows)
      CHECK(part.number(row.op) == numbers[row.op]);
  }
}

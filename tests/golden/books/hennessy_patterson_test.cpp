// Tables of Hennessy and Patterson, Computer Architecture: A Quantitative Approach, on dynamic
// scheduling, by the shipped programs that have their examples: every cell. Cycles count from the
// issue of the example's first instruction; programs set their addresses before.

#include "golden/lesson.hpp"
#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <functional>
#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// A shipped program, looked at from the issue of its n-th instruction on, counted from 0.
struct Example {
  Example(const char* program, const machine::Machine& machine, std::size_t n)
      : run(watch(shipped_program(program), machine)), first(n),
        before(run.ops.at(n).tries.back().dispatched - 1) {}

  using Column = std::function<std::uint64_t(const OpTimes&)>;
  /// A line a micro-op, a column for each of the functions; 0 is "-".
  [[nodiscard]] std::string table(std::initializer_list<Column> columns) const {
    std::string text = "\n";
    for (std::size_t i = first; i < run.ops.size(); ++i) {
      text += run.ops[i].text + " |";
      for (const Column& column : columns) {
        const std::uint64_t cycle = column(run.ops[i]);
        text += cycle == 0 ? std::string(" -") : fmt::format(" {}", cycle - before);
      }
      text += "\n";
    }
    return text;
  }

  Watched run;
  std::size_t first;
  std::uint64_t before;
};

std::uint64_t issued(const OpTimes& op) {
  return op.tries.back().dispatched;
}
std::uint64_t begun(const OpTimes& op) {
  return op.tries.back().begun;
}
std::uint64_t ended(const OpTimes& op) {
  return op.tries.back().ended;
}
std::uint64_t written(const OpTimes& op) {
  return op.tries.back().written;
}
std::uint64_t committed(const OpTimes& op) {
  return op.gone;
}

machine::Machine machine_with(const char* name,
                              const std::vector<machine::Setting>& settings = {}) {
  return machine::load_machine(name, settings).value();
}

const std::vector<machine::Setting> kPerfect{{"branch.predictor", "perfect"}};

} // namespace

TEST_CASE("scoreboard: the six instructions, issue, read operands, execution complete, write",
          "[out_of_order]") {
  const Example example("textbook/six_instructions", machine_with("scoreboard"), 3);
  // The second load waits for the integer unit, which the first leaves in 4. MUL.D and SUB.D read
  // F2 in the cycle behind its write. ADD.D waits for the adder, and then to write F6 (WAR) until
  // DIV.D has read it.
  CHECK(example.table({issued, begun, ended, written}) == R"(
l.d F6, 34(R2) | 1 2 3 4
l.d F2, 45(R3) | 5 6 7 8
mul.d F0, F2, F4 | 6 9 19 20
sub.d F8, F6, F2 | 7 9 11 12
div.d F10, F0, F6 | 8 21 61 62
add.d F6, F8, F2 | 13 14 16 22
)");
}

TEST_CASE("tomasulo: the six instructions, issue, execution complete, write result",
          "[out_of_order]") {
  const Example example("textbook/six_instructions", machine_with("tomasulo"), 3);
  // No operation waits for a unit. ADD.D has the tag of SUB.D, and DIV.D had F6 when it was issued.
  CHECK(example.table({issued, ended, written}) == R"(
l.d F6, 34(R2) | 1 3 4
l.d F2, 45(R3) | 2 4 5
mul.d F0, F2, F4 | 3 15 16
sub.d F8, F6, F2 | 4 7 8
div.d F10, F0, F6 | 5 56 57
add.d F6, F8, F2 | 6 10 11
)");
}

TEST_CASE("tomasulo-rob-1: the six instructions commit in order", "[out_of_order]") {
  const Example example("textbook/six_instructions", machine_with("tomasulo-rob-1"), 3);
  // As without a reorder buffer, and each commits behind the one before it: SUB.D behind MUL.D,
  // ADD.D, which has been written in 11, behind DIV.D.
  CHECK(example.table({issued, ended, written, committed}) == R"(
l.d F6, 34(R2) | 1 3 4 5
l.d F2, 45(R3) | 2 4 5 6
mul.d F0, F2, F4 | 3 15 16 17
sub.d F8, F6, F2 | 4 7 8 18
div.d F10, F0, F6 | 5 56 57 58
add.d F6, F8, F2 | 6 10 11 59
)");
}

TEST_CASE("figure 3.12: when MUL.D is ready to commit", "[out_of_order]") {
  // 5th edition, with its latencies: add 2, multiply 6, divide 12.
  const Example example(
      "textbook/six_instructions",
      machine_with("tomasulo-rob-1", {{"port.Mult.latency", "6"},
                                      {"port.Mult.latencies", "{fp_divide=12, divide=12}"}}),
      3);
  const auto& op = [&](std::size_t i) -> const OpTimes& { return example.run.ops.at(3 + i); };
  const std::uint64_t ready = written(op(2));
  CHECK(committed(op(0)) <= ready); // both L.D: commit
  CHECK(committed(op(1)) <= ready);
  CHECK(committed(op(2)) == ready + 1);
  for (const std::size_t done : {3U, 5U}) { // SUB.D, ADD.D: write result
    CHECK(written(op(done)) < ready);
    CHECK(committed(op(done)) > ready);
  }
  CHECK(issued(op(4)) < ready); // DIV.D: execute, with the result of MUL.D
  CHECK(begun(op(4)) == ready + 1);
}

TEST_CASE("figure 3.13: two iterations, of which a load and a multiplication have committed",
          "[out_of_order]") {
  const Example example(
      "textbook/multiply_loop",
      machine_with("tomasulo-rob-2",
                   {{"branch.predictor", "perfect"},
                    {"reorder_buffer.width", "1"},
                    {"cache", "[{name=D, serves=data, size=256, ways=2, line=32}]"},
                    {"main_memory.latency", "10"}}),
      7);
  REQUIRE(example.run.ops.size() == 7 + 12); // a store is two micro-ops
  const auto& op = [&](std::size_t i) -> const OpTimes& { return example.run.ops.at(7 + i); };
  const std::uint64_t moment = committed(op(1)); // of the MUL.D
  CHECK(committed(op(0)) < moment);
  for (std::size_t i = 2; i < 12; ++i) {
    INFO(op(i).text);
    CHECK(written(op(i)) <= moment); // executed
    CHECK(committed(op(i)) > moment);
  }
}

TEST_CASE("figure 3.19: dual issue without speculation", "[out_of_order]") {
  const Example example("textbook/increment_loop", machine_with("tomasulo-2", kPerfect), 3);
  // Issue, execution, write. Behind the BNE, which is executed in 7, nothing executes before 8: the
  // load, and the increment of the address, which is issued in 5. The data of a store is there in
  // the cycle in which it is written, and in memory in the next one: 7, 13, 19.
  CHECK(example.table({issued, begun, written}) == R"(
ld R2, 0(R1) | 1 2 4
daddiu R2, R2, 1 | 1 5 6
sd R2, 0(R1) [address] | 2 3 3
sd R2, 0(R1) [data] | 2 6 6
daddiu R1, R1, 8 | 2 3 4
bne R2, R3, loop | 3 7 7
ld R2, 0(R1) | 4 8 10
daddiu R2, R2, 1 | 4 11 12
sd R2, 0(R1) [address] | 5 9 9
sd R2, 0(R1) [data] | 5 12 12
daddiu R1, R1, 8 | 5 8 9
bne R2, R3, loop | 6 13 13
ld R2, 0(R1) | 7 14 16
daddiu R2, R2, 1 | 7 17 18
sd R2, 0(R1) [address] | 8 15 15
sd R2, 0(R1) [data] | 8 18 18
daddiu R1, R1, 8 | 8 14 15
bne R2, R3, loop | 9 19 19
)");
  // Memory: a load in the cycle behind that of its address, a store when it commits.
  std::string memory;
  for (std::size_t i = example.first; i < example.run.ops.size(); ++i) {
    const OpTimes& op = example.run.ops[i];
    if (op.text.starts_with("ld"))
      memory += fmt::format("{} ", ended(op) - example.before);
    else if (op.text.ends_with("[data]"))
      memory += fmt::format("{} ", committed(op) - example.before);
  }
  CHECK(memory == "3 7 9 13 15 19 ");
}

TEST_CASE("figure 3.20: dual issue with speculation", "[out_of_order]") {
  const Example example("textbook/increment_loop", machine_with("tomasulo-rob-2", kPerfect), 3);
  // Issue, execution, write, commit. The load behind the BNE executes in 5, before that does; two
  // instructions commit a cycle, a store with the value that has been on the bus in the cycle
  // before.
  CHECK(example.table({issued, begun, written, committed}) == R"(
ld R2, 0(R1) | 1 2 4 5
daddiu R2, R2, 1 | 1 5 6 7
sd R2, 0(R1) [address] | 2 3 3 7
sd R2, 0(R1) [data] | 2 6 6 7
daddiu R1, R1, 8 | 2 3 4 8
bne R2, R3, loop | 3 7 7 8
ld R2, 0(R1) | 4 5 7 9
daddiu R2, R2, 1 | 4 8 9 10
sd R2, 0(R1) [address] | 5 6 6 10
sd R2, 0(R1) [data] | 5 9 9 10
daddiu R1, R1, 8 | 5 6 7 11
bne R2, R3, loop | 6 10 10 11
ld R2, 0(R1) | 7 8 10 12
daddiu R2, R2, 1 | 7 11 12 13
sd R2, 0(R1) [address] | 8 9 9 13
sd R2, 0(R1) [data] | 8 12 12 13
daddiu R1, R1, 8 | 8 9 10 14
bne R2, R3, loop | 9 13 13 14
)");
}

TEST_CASE("tomasulo-2: operations issued behind a mispredicted branch have no effect",
          "[out_of_order]") {
  // The branch waits for the multiplication; the addition behind it has its operands, and waits.
  const Watched run = watch(mips(R"(
      DMULT R1, R2
      MFLO  R3
      BEQ   R3, R0, away
      DADDU R4, R1, R2
away: DADDU R5, R1, R2
)"),
                            preset("tomasulo-2", {{"branch.predictor", "never_right"}}));
  const OpTimes& behind = run.op("daddu R4, R1, R2");
  CHECK(behind.discarded);
  CHECK(issued(behind) != 0);
  CHECK(begun(behind) == 0);
}

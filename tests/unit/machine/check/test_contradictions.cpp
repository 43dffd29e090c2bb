#include "unit/machine/machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// Whether the text has exactly one problem, on this line, with these words.
void check_problem(const std::string& text, std::uint32_t line, std::string_view words) {
  const Diagnostics problems = problems_of(text);
  INFO(format(problems));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].line == line);
  CHECK(problems[0].message.find(words) != std::string::npos);
  CHECK_FALSE(problems[0].expected.empty());
}

} // namespace

TEST_CASE("contradictions: roles are each in one stage, in pipeline order") {
  check_problem(small_with("[\"memory\"]", "[]"), 4, "no stage does 'memory'");
  check_problem(small_with("[\"memory\"]", "[\"memory\", \"read\"]"), 8,
                "stages 'ID' and 'MEM' both do 'read'");
  check_problem(small_with("[\"write\"]", "[\"fetch\", \"write\"]"), 9,
                "stages 'IF' and 'WB' both do 'fetch'");
  check_problem(
      small_with(
          "{ name = \"EX\", does = [\"execute\"] },\n  { name = \"MEM\", does = [\"memory\"] }",
          "{ name = \"MEM\", does = [\"memory\"] },\n  { name = \"EX\", does = [\"execute\"] }"),
      7, "the stage 'MEM' does 'memory' before 'execute' is done in 'EX'");
  check_problem(small_with("  { name = \"IF\", does = [\"fetch\"] },\n",
                           "  { name = \"P\" },\n  { name = \"IF\", does = "
                           "[\"fetch\"] },\n"),
                5, "the first stage 'P' does not fetch");
  CHECK(problem_of(small_with("[\"fetch\"]", "[\"fetch\", \"fetch\"]")).find("named twice") !=
        std::string::npos);
}

TEST_CASE("contradictions: the first stage does not execute, and there are at least two") {
  const auto with_stages = [](const char* stages) {
    std::string text =
        "name = \"x\"\n[[unit]]\nname = \"u\"\noperations = \"any\"\n[pipeline]\nstages = ";
    text += stages;
    return text;
  };
  check_problem(
      with_stages(
          R"([{ name = "A", does = ["fetch", "read", "execute", "memory"] }, { name = "B", does = ["write"] }])"),
      6, "the first stage 'A' executes");
  check_problem(
      with_stages(R"([{ name = "A", does = ["fetch", "read", "execute", "memory", "write"] }])"), 6,
      "the pipeline has 1 stages");
  check_problem(with_stages("[]"), 6, "the pipeline has 0 stages");
}

TEST_CASE("contradictions: two stages or two units of one name") {
  check_problem(small_with("name = \"MEM\"", "name = \"ID\""), 8, "a second stage is named 'ID'");
  check_problem(
      small_with("[\"any\"]", "[\"integer\"]\n[[unit]]\nname = \"alu\"\noperations = \"load\""), 21,
      "a second unit is named 'alu'");
}

TEST_CASE("contradictions: a class has one unit, and integer has one at all") {
  const std::string text = small_with(
      "[\"any\"]", "[\"integer\", \"loads\"]\n[[unit]]\nname = \"m\"\noperations = [\"memory\"]");
  check_problem(text, 21, "units 'alu' and 'm' both execute loads");
  check_problem(small_with("\"any\"", "\"load\""), 16, "no unit executes integer");
  check_problem(small_with("\"any\"", "\"nop\""), 18, "executes nop without integer");
}

TEST_CASE("contradictions: a pipelined unit has one latency") {
  check_problem(small_with("[\"any\"]", "[\"any\"]\nlatencies = { divide = 20 }"), 19,
                "the pipelined unit 'alu' takes 1 cycles for integer and 20 for divide");
  CHECK(machine_of(
            small_with("[\"any\"]", "[\"any\"]\nlatencies = { divide = 20 }\npipelined = false"))
            .units.size() == 1);
  check_problem(small_with("[\"any\"]", "[\"integer\"]\nlatencies = { divide = 20 }"), 19,
                "executes no 'divide'");
}

TEST_CASE("contradictions: lanes are as many as the latency, with names of their own") {
  check_problem(small_with("[\"any\"]", "[\"any\"]\nlatency = 3\nlanes = [\"A\", \"B\"]"), 20,
                "has 2 column names");
  check_problem(small_with("[\"any\"]", "[\"any\"]\nlanes = \"WB\""), 19,
                "the lane 'WB' of unit 'alu' is also the name of the stage 'WB'");
  check_problem(small_with("[\"any\"]", "[\"any\"]\nlatency = 2\nlanes = [\"A\", \"A\"]"), 20,
                "is also the name of a lane of unit 'alu'");
  CHECK(problem_of(small_with("[\"any\"]", "[\"any\"]\nlanes = [\"a b\"]"))
            .find("is no column name") != std::string::npos);
}

TEST_CASE("contradictions: lanes and operations in flight have limits") {
  const Diagnostics deep = problems_of(small_with("[\"any\"]", "[\"any\"]\nlatency = 247"));
  REQUIRE(deep.size() == 1); // 4 stages + 247 lanes; 8 + 247 operations still fit
  CHECK(deep[0].message == "stages and units have 251 lanes in all");
  CHECK(machine_of(small_with("[\"any\"]", "[\"any\"]\nlatency = 246")).units[0].lanes.size() ==
        246);
  check_problem(small_with("[\"any\"]", "[\"any\"]\nlatency = 100\ncount = 3"), 16,
                "hold 308 operations in all");
  CHECK(
      machine_of(small_with("[\"any\"]", "[\"any\"]\nlatency = 1000\ncount = 8\npipelined = false"))
          .units[0]
          .count == 8);
}

TEST_CASE(
    "contradictions: forwarding starts at or behind execute and ends where operands are used") {
  const auto path = [](const char* words) { return small_with("\"MEM->EX\"", words); };
  check_problem(path("\"ID->EX\""), 15, "'ID->EX' starts before the execute stage 'EX'");
  check_problem(path("\"WB->EX\""), 15, "starts at the last stage");
  check_problem(path("\"EX->IF\""), 15, "'EX->IF' ends where no operand is used");
  check_problem(path("\"EX->WB\""), 15, "'EX->WB' ends where no operand is used");
  CHECK(problem_of(path("\"EX->EX\"")).find("is given twice") != std::string::npos);
  check_problem(path("\"EX-MEM\""), 15, "is no forwarding path");
  CHECK(problem_of(path("\"EX->MEN\"")).find("did you mean 'MEM'?") != std::string::npos);
  CHECK(machine_of(path("\"EX->ID\", \"MEM -> MEM\"")).paths.size() == 3);
}

TEST_CASE(
    "contradictions: branches resolve after registers are read, and are predicted before that") {
  check_problem(small_with("resolve = \"EX\"", "resolve = \"ID\"\npredict_in = \"MEM\""), 21,
                "branches are predicted in 'MEM', behind 'ID'");
  check_problem(small_with("resolve = \"EX\"", "resolve = \"IF\"\npredict_in = \"IF\""), 20,
                "branches resolve in 'IF', before registers are read in 'ID'");
  check_problem(small_with("resolve = \"EX\"", "resolve = \"EX\"\njump_resolve = \"IF\""), 21,
                "jumps resolve in 'IF', before they are decoded in 'ID'");
}

TEST_CASE("contradictions: options that exclude each other") {
  check_problem(small_with("write_then_read = true", "write_then_read = true\nports = \"shared\""),
                13, "through a shared port");
  check_problem(small_with("width = 2", "width = 2\noverlap = false"), 11,
                "instructions do not overlap");
  check_problem(small_and("[[issue.latency]]\nfrom = \"any\"\nto = \"any\"\n"), 15,
                "'forwarding.paths' and 'issue.latency' are both given");
  std::string first_reads = small_with("[\"fetch\"]", "[\"fetch\", \"read\"]");
  first_reads.replace(first_reads.find("[\"decode\", \"read\"]"), 18, "[]");
  first_reads.replace(first_reads.find("write_then_read = true"), 22, "wait = \"before_read\"");
  check_problem(first_reads, 13, "wait before the read stage, but it is the first one");
}

TEST_CASE("contradictions: a delay slot on a machine without overlap is none") {
  CHECK(machine_of(small_with("width = 2", "overlap = false") + "delay_slot = true\n").delay_slot);
}

TEST_CASE("contradictions: latency rules name a pair of classes once") {
  const std::string text = small_with("paths = [\"EX->EX\", \"MEM->EX\"]", "") +
                           "[[issue.latency]]\nfrom = \"loads\"\nto = \"any\"\nstalls = 1\n"
                           "[[issue.latency]]\nfrom = \"any\"\nto = \"stores\"\nstalls = 2\n";
  check_problem(text, 26, "two rules of 'issue.latency' name the pair load -> stores");
}

#include "machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// kSmall with a second unit for shift, multiply and divide, and these lines in it.
std::string with_mdu(std::string_view lines) {
  std::string unit = R"(operations = ["integer", "memory", "control"]
[[unit]]
name = "mdu"
operations = ["shift", "multiply", "divide", "fp_divide"]
latency = 2
)";
  unit += lines;
  return small_with("operations = [\"any\"]", unit);
}

const OperandLatency& latency_of(const Unit& unit, OpClass op_class) {
  return unit.operand_latency[static_cast<std::size_t>(op_class)];
}

} // namespace

TEST_CASE("latency by operand: read by class, with a rate, and kept by a dump") {
  const Machine m = machine_of(with_mdu(R"(pipelined = false
operand_latency = { divide = { measure = "quotient_bits" }, shift = { measure = "shift_amount", bits_per_cycle = 4 } }
)"));
  const Unit& mdu = m.units[1];
  CHECK(latency_of(mdu, OpClass::divide) == OperandLatency{OperandMeasure::quotient_bits, 1});
  CHECK(latency_of(mdu, OpClass::shift) == OperandLatency{OperandMeasure::shift_amount, 4});
  CHECK(latency_of(mdu, OpClass::multiply).bits_per_cycle == 0);
  CHECK(mdu.depends_on_operands());
  CHECK_FALSE(m.units[0].depends_on_operands());
  INFO(dump(m));
  CHECK(parse_machine("dump", dump(m)).value() == m);
}

TEST_CASE("latency by operand: every measure belongs to one class") {
  const auto measure = [](const std::string& op_class, const std::string& word) {
    return with_mdu("pipelined = false\noperand_latency = { " + op_class + " = { measure = \"" +
                    word + "\" } }\n");
  };
  for (const char* word : {"dividend_bits", "divisor_bits", "quotient_bits"})
    CHECK(machine_of(measure("divide", word)).units[1].depends_on_operands());
  CHECK(machine_of(measure("multiply", "multiplier_bits")).units[1].depends_on_operands());
  CHECK(machine_of(measure("shift", "shift_amount")).units[1].depends_on_operands());
  CHECK(problem_of(measure("divide", "shift_amount")) ==
        "test.toml:24:42: error: 'shift_amount' is no measure of a divide; expected one of "
        "dividend_bits, divisor_bits, quotient_bits");
  CHECK(problem_of(measure("shift", "divisor_bits")).find("expected shift_amount") !=
        std::string::npos);
  CHECK(problem_of(measure("divide", "quotient_bit")).find("did you mean 'quotient_bits'?") !=
        std::string::npos);
  CHECK(problem_of(measure("fp_divide", "quotient_bits"))
            .find("the latency of fp_divide cannot depend on operands; expected one of shift, "
                  "multiply, divide") != std::string::npos);
  CHECK(problem_of(measure("integer", "quotient_bits")).find("unit 'mdu' executes no 'integer'") !=
        std::string::npos);
  CHECK(problem_of(measure("divid", "quotient_bits")).find("did you mean 'divide'?") !=
        std::string::npos);
}

TEST_CASE("latency by operand: rate and shape of the table") {
  const auto table = [](const std::string& text) {
    return with_mdu("pipelined = false\noperand_latency = " + text + "\n");
  };
  CHECK(latency_of(machine_of(table("{ shift = { measure = \"shift_amount\", bits_per_cycle = 64 } "
                                    "}"))
                       .units[1],
                   OpClass::shift)
            .bits_per_cycle == 64);
  CHECK(problem_of(table("{ shift = { measure = \"shift_amount\", bits_per_cycle = 65 } }"))
            .find("is 65; expected an integer from 1 to 64") != std::string::npos);
  CHECK(problem_of(table("{ shift = { measure = \"shift_amount\", bits_per_cycle = 0 } }"))
            .find("is 0; expected an integer from 1 to 64") != std::string::npos);
  CHECK(problem_of(table("{ shift = { bits_per_cycle = 4 } }"))
            .find("'unit.operand_latency.measure' is missing") != std::string::npos);
  CHECK(problem_of(table("{ shift = 4 }")).find("'unit.operand_latency' is 4; expected a table") !=
        std::string::npos);
  CHECK(problem_of(table("{ shift = { measure = \"shift_amount\", bits = 4 } }"))
            .find("unknown key 'bits' in 'unit.operand_latency'") != std::string::npos);
  CHECK(problem_of(table("4")).find("'unit.operand_latency' is 4; expected a table of class") !=
        std::string::npos);
}

TEST_CASE("latency by operand: not in a pipelined unit, and the reason why") {
  const std::string problem =
      problem_of(with_mdu("operand_latency = { shift = { measure = \"shift_amount\" } }\n"));
  CHECK(problem.find("the latency of the pipelined unit 'mdu' depends on operands; expected "
                     "pipelined = false: operations pass a pipelined unit one step a cycle") !=
        std::string::npos);
  CHECK(machine_of(with_mdu("operand_latency = {}\n")).units[1].pipelined);
  // With a wrong measure as well, both are reported.
  CHECK(problems_of(with_mdu("operand_latency = { shift = { measure = \"quotient_bits\" } }\n"))
            .size() == 2);
}

TEST_CASE("latency by operand: settings write the table whole or key by key") {
  const auto divider = [](std::vector<Setting> settings) {
    return latency_of(load_machine("mips-5-fp", settings).value().units[3], OpClass::divide);
  };
  CHECK(divider(
            {{"unit.div.operand_latency", "{divide={measure=divisor_bits, bits_per_cycle=2}}"}}) ==
        OperandLatency{OperandMeasure::divisor_bits, 2});
  CHECK(divider({{"unit.div.operand_latency.divide.measure", "dividend_bits"},
                 {"unit.div.operand_latency.divide.bits_per_cycle", "8"}}) ==
        OperandLatency{OperandMeasure::dividend_bits, 8});
}

TEST_CASE("latency by operand: a single unit of one cycle and more is not called as the stage") {
  const Machine m = machine_of(
      small_with("[\"any\"]", "[\"any\"]\npipelined = false\noperand_latency = { shift = { measure "
                              "= \"shift_amount\" } }"));
  CHECK(m.units[0].lanes == std::vector<std::string>{"ALU"});
  CHECK_FALSE(m.units[0].takes_one_cycle());
}

TEST_CASE("reuse of a freed unit: two words, the same cycle by default, kept by a dump") {
  CHECK(machine_of(kSmall).unit_reuse == UnitReuse::same_cycle);
  const Machine m = machine_of(small_and("[hazards]\nunit_reuse = \"next_cycle\"\n"));
  CHECK(m.unit_reuse == UnitReuse::next_cycle);
  CHECK(parse_machine("dump", dump(m)).value() == m);
  CHECK(load_machine("mips-5-fp", {{"hazards.unit_reuse", "next_cycle"}}).value().unit_reuse ==
        UnitReuse::next_cycle);
  CHECK(problem_of(small_and("[hazards]\nunit_reuse = \"next\"\n"))
            .find("'next' is no value of 'hazards.unit_reuse'; expected one of same_cycle, "
                  "next_cycle") != std::string::npos);
}

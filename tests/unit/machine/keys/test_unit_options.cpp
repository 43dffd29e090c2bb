#include "unit/machine/machine_text.hpp"

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
  for (const char* word :
       {"dividend_bits", "divisor_bits", "quotient_bits", "divisor_shift", "divisor_nonzero"})
    CHECK(machine_of(measure("divide", word)).units[1].depends_on_operands());
  CHECK(machine_of(measure("multiply", "multiplier_bits")).units[1].depends_on_operands());
  CHECK(machine_of(measure("shift", "shift_amount")).units[1].depends_on_operands());
  CHECK(problem_of(measure("divide", "shift_amount")) ==
        "test.toml:24:42: error: 'shift_amount' is no measure of a divide; expected one of "
        "dividend_bits, divisor_bits, quotient_bits, divisor_shift, divisor_nonzero");
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

TEST_CASE("latency by operand: a second rate for the rest, and steps of several cycles") {
  const auto divide = [](const std::string& text) {
    return with_mdu(
        "pipelined = false\noperand_latency = { divide = { measure = \"divisor_bits\", " + text +
        " } }\n");
  };
  const Machine m =
      machine_of(divide("bits_per_cycle = 8, rest_bits_per_cycle = 2, step_cycles = 3"));
  const OperandLatency latency = latency_of(m.units[1], OpClass::divide);
  CHECK(latency == OperandLatency{OperandMeasure::divisor_bits, 8, 2, 3});
  CHECK(latency.cycles_for(0) == 0);
  CHECK(latency.cycles_for(7) == 4);      // 2 + 2 + 2 + 1
  CHECK(latency.cycles_for(8) == 3);      // one step
  CHECK(latency.cycles_for(29) == 9 + 3); // three steps, then 5 bits two at a time
  CHECK(OperandLatency{OperandMeasure::divisor_bits, 8, 0, 3}.cycles_for(29) == 12);
  CHECK(parse_machine("dump", dump(m)).value() == m);
  CHECK(problem_of(divide("bits_per_cycle = 4, rest_bits_per_cycle = 4")) ==
        "test.toml:24:100: error: the rest goes 4 bits a cycle, whole steps are of 4; expected "
        "less than 'bits_per_cycle': the rest is smaller than a step");
  CHECK(problem_of(divide("bits_per_cycle = 2, step_cycles = 8")) ==
        "test.toml:24:92: error: operands can make an operation take 256 cycles longer; expected "
        "at most 255: larger or shorter steps");
  CHECK(machine_of(with_mdu("pipelined = false\noperand_latency = { divide = { measure = "
                            "\"divisor_nonzero\", step_cycles = 255 } }\n"))
            .units.size() == 2);
}

TEST_CASE("refinements: a class stands for them, in units, latencies and measures") {
  const auto latency = [](const Machine& m, OpClass c) {
    return m.units[m.unit_for(c)].latency_cycles[static_cast<std::size_t>(c)];
  };
  const std::string lines = R"(pipelined = false
latencies = { multiply_high = 5, multiply = 3, fp_divide = 20, fp_sqrt = 30 }
operand_latency = { divide = { measure = "quotient_bits" }, divide_word = { measure = "divisor_bits" } }
)";
  const Machine m = machine_of(with_mdu(lines));
  CHECK(latency(m, OpClass::multiply) == 3);
  CHECK(latency(m, OpClass::multiply_high) == 5); // in whatever order they are written
  CHECK(latency(m, OpClass::fp_divide_single) == 20);
  CHECK(latency(m, OpClass::fp_sqrt) == 30);
  CHECK(latency(m, OpClass::fp_sqrt_single) == 20);
  CHECK(latency(m, OpClass::divide_word) == 2);
  CHECK(latency_of(m.units[1], OpClass::divide).measure == OperandMeasure::quotient_bits);
  CHECK(latency_of(m.units[1], OpClass::divide_word).measure == OperandMeasure::divisor_bits);
  CHECK(parse_machine("dump", dump(m)).value() == m);
  // A refinement back at the latency of the unit is written as well.
  const Machine back =
      machine_of(with_mdu("pipelined = false\nlatencies = { multiply = 3, multiply_high = 2 }\n"));
  CHECK(latency(back, OpClass::multiply_high) == 2);
  CHECK(parse_machine("dump", dump(back)).value() == back);
}

TEST_CASE("refinements: a unit that names one takes it from the unit with the class") {
  const std::string text = small_with("[\"any\"]", R"(["any"]
[[unit]]
name = "high"
operations = ["multiply_high", "jump_register"]
latency = 4)");
  const Machine m = machine_of(text);
  CHECK(m.unit_for(OpClass::multiply) == 0);
  CHECK(m.unit_for(OpClass::multiply_high) == 1);
  CHECK(m.unit_for(OpClass::jump) == 0);
  CHECK(m.unit_for(OpClass::jump_register) == 1);
  CHECK(parse_machine("dump", dump(m)).value() == m);
  CHECK(problem_of(small_with("[\"any\"]", R"(["any", "multiply_high"]
[[unit]]
name = "high"
operations = ["multiply_high"])"))
            .find("units 'alu' and 'high' both execute multiply_high") != std::string::npos);
}

TEST_CASE("branches to the next instruction: read, kept by a dump") {
  const Machine m = machine_of(small_and("to_next = \"redirect\"\n"));
  CHECK(m.to_next == ToNext::redirect);
  CHECK(machine_of(kSmall).to_next == ToNext::go_on);
  CHECK(parse_machine("dump", dump(m)).value() == m);
  CHECK(problem_of(small_and("to_next = \"redirects\"\n")).find("did you mean 'redirect'") !=
        std::string::npos);
}

TEST_CASE("a second register operand takes longer: only where instructions do not overlap") {
  const std::vector<Setting> longer{{"register_file.second_operand_cycles", "1"}};
  const Machine m = load_machine("picorv32", longer).value();
  CHECK(m.second_operand_cycles == 1);
  CHECK(parse_machine("dump", dump(m)).value() == m);
  CHECK(format(load_machine("mips-5", longer).diagnostics())
            .find("the second register operand takes 1 cycles more, but instructions overlap; "
                  "expected overlap = false") != std::string::npos);
  std::vector<Setting> in_one = longer;
  in_one.push_back({"pipeline.overlap", "false"});
  CHECK(format(load_machine("ibex-small", in_one).diagnostics())
            .find("but registers are read in the stage that executes") != std::string::npos);
}

TEST_CASE("taken branches that take longer: read, kept by a dump, not in a unit of several steps") {
  const Machine m = machine_of(small_and("taken_cycles = 2\n"));
  CHECK(m.taken_cycles == 2);
  CHECK(machine_of(kSmall).taken_cycles == 0);
  CHECK(parse_machine("dump", dump(m)).value() == m);
  CHECK(problem_of(small_and("taken_cycles = 101\n")).find("expected an integer from 0 to 100") !=
        std::string::npos);
  const std::string text = small_with("[\"any\"]", "[\"any\"]\nlatency = 3") + "taken_cycles = 2\n";
  CHECK(problem_of(text) ==
        "test.toml:23:16: error: taken branches execute 2 cycles longer, but the unit 'alu' takes "
        "one operation after the other through 3 steps; expected a unit for branches that is not "
        "pipelined, or has a latency of 1");
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

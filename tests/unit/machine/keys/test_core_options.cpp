#include "unit/machine/machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

// Options that real cores need. kSmall: IF ID EX MEM WB, one pipelined unit "alu" for everything,
// forwarding EX->EX and MEM->EX, branches resolved in EX.

namespace {

/// kSmall (its last section is [branch], from line 18 on) with a [late_alu] from line 22 on.
std::string with_late_alu(const std::string& lines) {
  return small_and("[late_alu]\n" + lines);
}

bool survives_a_dump(const Machine& m) {
  INFO(dump(m));
  return parse_machine("dump", dump(m)).value() == m;
}

} // namespace

TEST_CASE("late ALU: a stage and what executes there, none by default") {
  const Machine m =
      machine_of(with_late_alu("stage = \"MEM\"\noperations = [\"integer\", \"branch\"]\n"));
  CHECK(m.stages[m.late_stage].name == "MEM");
  CHECK(m.late_operations[static_cast<std::size_t>(OpClass::csr_read)]); // of integer
  CHECK(m.late_operations.count() == 5); // integer, its three refinements, branch
  CHECK(survives_a_dump(m));
  const Machine none = machine_of(kSmall);
  CHECK(none.late_stage == 0);
  CHECK(none.late_operations.none());
  CHECK(machine_of(with_late_alu("stage = \"\"\noperations = []\n")) == none);
}

TEST_CASE("late ALU: between the units and the memory access") {
  CHECK(problem_of(with_late_alu("stage = \"WB\"\noperations = [\"integer\"]\n")) ==
        "test.toml:23:9: error: the late ALU is in 'WB', but units execute in 'EX' and memory is "
        "accessed in 'MEM'; expected a stage behind the one that executes, up to the one that "
        "accesses memory");
  CHECK(problem_of(with_late_alu("stage = \"EX\"\noperations = [\"integer\"]\n"))
            .find("the late ALU is in 'EX'") != std::string::npos);
  CHECK(problem_of(with_late_alu("stage = \"ME\"\noperations = [\"integer\"]\n"))
            .find("did you mean 'MEM'?") != std::string::npos);
}

TEST_CASE("late ALU: a stage without operations, and the reverse") {
  CHECK(problem_of(with_late_alu("stage = \"MEM\"\n")) ==
        "test.toml:23:9: error: the late ALU executes nothing; expected 'late_alu.operations', "
        "such as [\"integer\"]");
  CHECK(problem_of(with_late_alu("operations = [\"integer\"]\n")) ==
        "test.toml:23:14: error: 'late_alu.operations' without a stage; expected "
        "'late_alu.stage', where they execute");
}

TEST_CASE("late ALU: nothing that takes longer or computes an address") {
  const auto problem = [](const char* op_class, const std::string& text) {
    return problem_of(text + "[late_alu]\nstage = \"MEM\"\noperations = [\"" + op_class + "\"]\n");
  };
  const std::string text(kSmall);
  CHECK(problem("load", text) ==
        "test.toml:24:14: error: the late ALU executes load, which computes an address; expected "
        "operations of one cycle that are no loads, stores, atomics or indirect jumps");
  CHECK(problem("jump_register", text).find("computes an address") != std::string::npos);
  const std::string slow = small_with("[\"any\"]", "[\"any\"]\nlatency = 2");
  CHECK(problem("integer", slow).find("executes integer, which takes more than one cycle") !=
        std::string::npos);
  CHECK(problem("branch", text + "taken_cycles = 1\n")
            .find("executes branch, which takes more than one cycle") != std::string::npos);
}

TEST_CASE("late ALU: not together with a table of latencies") {
  const std::string text = small_with("paths = [\"EX->EX\", \"MEM->EX\"]", "") +
                           "[late_alu]\nstage = \"MEM\"\noperations = [\"integer\"]\n"
                           "[[issue.latency]]\nfrom = [\"any\"]\nto = [\"any\"]\nstalls = 1\n";
  CHECK(problem_of(text).find("'late_alu' and 'issue.latency' are both given") !=
        std::string::npos);
}

TEST_CASE("results of a unit: at the end of a stage from execute to write") {
  const auto unit = [](const char* stage) {
    return small_with("[\"any\"]", std::string("[\"any\"]\nresult = \"") + stage + "\"");
  };
  const Machine m = machine_of(unit("MEM"));
  CHECK(m.stages[m.units[0].result_stage].name == "MEM");
  CHECK(survives_a_dump(m));
  CHECK(machine_of(kSmall).stages[machine_of(kSmall).units[0].result_stage].name == "EX");
  CHECK(machine_of(unit("WB")).units[0].result_stage == 4);
  CHECK(problem_of(unit("ID")) ==
        "test.toml:19:10: error: the results of unit 'alu' come out of 'ID', which lies before "
        "'EX'; expected the execute stage or a later one, up to the one that writes registers");
  CHECK(problem_of(unit("MEN")).find("did you mean 'MEM'?") != std::string::npos);
}

TEST_CASE("indirect jumps: resolved where branches are, or in a stage of their own") {
  const Machine m = machine_of(small_and("jump_register_resolve = \"ID\"\n"));
  CHECK(m.jump_register_stage == 1);
  CHECK(m.resolve_stage == 2);
  CHECK(survives_a_dump(m));
  CHECK(machine_of(kSmall).jump_register_stage == 2);
  CHECK(problem_of(small_and("jump_register_resolve = \"IF\"\n")) ==
        "test.toml:22:25: error: indirect jumps resolve in 'IF', before registers are read in "
        "'ID'; expected the read stage or a later one");
}

TEST_CASE("bytes of a fetch and of an access: powers of two") {
  const Machine m = machine_of(small_and("[memory]\nfetch_bytes = 4\nmisaligned = \"allow\"\n"
                                         "access_bytes = 16\nsplit_cycles = 3\n"));
  CHECK(m.fetch_bytes == 4);
  CHECK(m.access_bytes == 16);
  CHECK(m.split_cycles == 3);
  CHECK(m.splits_accesses());
  CHECK(survives_a_dump(m));
  CHECK_FALSE(machine_of(small_and("[memory]\nsplit_cycles = 3\n")).splits_accesses()); // faults
  CHECK(machine_of(kSmall).fetch_bytes == 0);
  CHECK(machine_of(kSmall).access_bytes == 8);
  CHECK(problem_of(small_and("[memory]\nfetch_bytes = 6\n")) ==
        "test.toml:23:15: error: 'memory.fetch_bytes' is 6; expected a power of two, "
        "such as 4");
  CHECK(problem_of(small_and("[memory]\naccess_bytes = 12\n"))
            .find("'memory.access_bytes' is 12; expected a power of two") != std::string::npos);
  CHECK(problem_of(small_and("[memory]\naccess_bytes = 0\n"))
            .find("expected an integer from 1 to 64") != std::string::npos);
}

TEST_CASE("refinements: the description says what each belongs to") {
  const std::string text = describe_keys();
  const std::size_t at = text.find("\nRefinements");
  REQUIRE(at != std::string::npos);
  CHECK(text.find("multiply_high (of multiply)", at) != std::string::npos);
  CHECK(text.find("divide_word (of divide)", at) != std::string::npos);
}

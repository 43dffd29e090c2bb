#include "machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// A program of one instruction a class, each on a line of its own, with two register reads each.
isa::Program program_of(const std::vector<OpClass>& classes) {
  isa::Program program;
  program.name = "p.tac";
  for (const OpClass c : classes) {
    isa::Instruction instruction;
    instruction.op_class = c;
    instruction.first_micro_op = static_cast<std::uint32_t>(program.micro_ops.size());
    program.code.push_back(instruction);
    isa::MicroOp op;
    op.op_class = c;
    op.read_count = 2;
    program.micro_ops.push_back(op);
    program.source.push_back({"text", static_cast<std::uint32_t>(program.code.size()), 3});
    program.source_lines.push_back("  line " + std::to_string(program.code.size()));
  }
  return program;
}

} // namespace

TEST_CASE("check_runs: names each class without a unit once, at its first line") {
  const Machine m = machine_of(small_with("\"any\"", "\"integer\", \"memory\""));
  const Diagnostics problems =
      check_runs(m, program_of({OpClass::integer, OpClass::fp_add, OpClass::nop, OpClass::fp_add,
                                OpClass::divide, OpClass::load}));
  INFO(format(problems));
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].message == "no unit of machine 'small' executes fp_add");
  CHECK(problems[0].file == "p.tac");
  CHECK(problems[0].line == 2);
  CHECK(problems[0].column == 3);
  CHECK(problems[0].source_line == "  line 2");
  CHECK(problems[1].message == "no unit of machine 'small' executes divide");
  CHECK(problems[1].line == 5);
}

TEST_CASE("check_runs: of machine code, which may be data, no operation is refused beforehand") {
  const Machine m = machine_of(small_with("\"any\"", "\"integer\", \"memory\""));
  isa::Program program = program_of({OpClass::integer, OpClass::fp_add, OpClass::divide});
  program.decoded = true;
  CHECK(check_runs(m, program).empty());
}

TEST_CASE("check_runs: a machine that can run the program has no problems") {
  CHECK(check_runs(machine_of(kSmall),
                   program_of({OpClass::fp_divide, OpClass::nop, OpClass::system}))
            .empty());
}

TEST_CASE("check_runs: RISC-V programs have no delay slots, the others may") {
  const Machine slots = machine_of(std::string(kSmall) + "delay_slot = true\n");
  isa::Program program = program_of({OpClass::integer});
  CHECK(check_runs(slots, program).empty());
  program.isa = isa::Isa::mips;
  CHECK(check_runs(slots, program).empty());
  program.isa = isa::Isa::riscv;
  const Diagnostics problems = check_runs(slots, program);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message ==
        "machine 'small' has branch.delay_slot = true, and RISC-V programs have no delay slots");
  CHECK(problems[0].file == "p.tac");
  CHECK(check_runs(machine_of(kSmall), program).empty());
}

TEST_CASE("check_runs: too few read ports for reading all operands at once") {
  const auto program = program_of({OpClass::integer, OpClass::integer});
  const Machine one =
      machine_of(small_with("write_then_read = true", "read_ports = 1\nwait = \"before_read\""));
  const Diagnostics problems = check_runs(one, program);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].line == 1);
  CHECK(problems[0].message.find("reads 2 registers at once") != std::string::npos);
  CHECK(check_runs(machine_of(small_with("write_then_read = true",
                                         "read_ports = 2\nwait = \"before_read\"")),
                   program)
            .empty());
  CHECK(check_runs(machine_of(small_with("write_then_read = true", "read_ports = 1")), program)
            .empty());
}

TEST_CASE("check_runs: too few read ports where registers are read in the execute stage") {
  const auto program = program_of({OpClass::integer});
  const auto machine_with = [](int ports) {
    return machine_of(
        "name = \"m\"\n[pipeline]\nstages = [\n"
        "  { name = \"F\", does = [\"fetch\"] },\n"
        "  { name = \"X\", does = [\"read\", \"execute\", \"memory\", \"write\"] },\n]\n"
        "[register_file]\nread_ports = " +
        std::to_string(ports) + "\n[[unit]]\nname = \"u\"\noperations = [\"any\"]\n");
  };
  const Diagnostics problems = check_runs(machine_with(1), program);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].expected.find("a stage that reads before") != std::string::npos);
  CHECK(check_runs(machine_with(2), program).empty());
}

TEST_CASE("check_runs: a fetch brings whole instructions, which of x86 have up to 15 bytes") {
  isa::Program program = program_of({OpClass::integer});
  const auto with = [](std::string_view bytes) {
    return machine_of(dynamic_and("[front_end]\nfetch_bytes = " + std::string(bytes) + "\n"));
  };
  CHECK(check_runs(with("8"), program).empty());
  program.isa = isa::Isa::x86;
  program.decoded = true;
  CHECK(check_runs(with("0"), program).empty());
  CHECK(check_runs(with("16"), program).empty());
  const Diagnostics problems = check_runs(with("8"), program);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message == "machine 'small-ooo' has front_end.fetch_bytes = 8, and x86 "
                               "instructions have up to 15 bytes");
  CHECK(problems[0].expected == "front_end.fetch_bytes = 16 or more, or 0");
}

#include "unit/machine/machine_text.hpp"

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

TEST_CASE("assume_units: what no unit executes is executed as what is nearest to it") {
  Machine m = machine_of(small_with("\"any\"",
                                    "\"integer\", \"memory\", \"control\", \"multiply\", "
                                    "\"system\"]\npipelined = false\nlatency = "
                                    "2\nlatencies = { load = 3, multiply = 7 }\nlanes = [\"EX\""));
  m.units[0].operations.reset(static_cast<std::size_t>(OpClass::fp_load)); // memory brings these
  m.units[0].operations.reset(static_cast<std::size_t>(OpClass::atomic));
  const Machine before = m;
  isa::Program program =
      program_of({OpClass::integer, OpClass::fp_load, OpClass::fp_load, OpClass::fp_multiply,
                  OpClass::divide, OpClass::fp_add_single, OpClass::atomic});
  const Diagnostics said = assume_units(m, program);
  INFO(format(said));
  REQUIRE(said.size() == 5); // each class once
  CHECK_FALSE(has_errors(said));
  CHECK(said[0].message == "no unit of machine 'small' executes fp_load: it is executed as load, "
                           "in the time of that");
  CHECK(said[0].line == 2);
  CHECK(said[1].message.find("executes fp_multiply: it is executed as multiply") !=
        std::string::npos);
  CHECK(said[2].message.find("executes divide: it is executed as integer") != std::string::npos);
  CHECK(said[3].message.find("executes fp_add: it is executed as integer") != std::string::npos);
  CHECK(said[4].message.find("executes atomic: it is executed as load") != std::string::npos);
  const auto cycles = [&m](OpClass c) {
    return m.units[0].latency_cycles[static_cast<std::size_t>(c)];
  };
  CHECK(cycles(OpClass::fp_load) == 3);
  CHECK(cycles(OpClass::atomic) == 3);
  CHECK(cycles(OpClass::fp_multiply) == 7);
  CHECK(cycles(OpClass::divide) == 2);
  CHECK(cycles(OpClass::fp_add_single) == 2);
  CHECK(check_runs(m, program).empty());
  CHECK(parse_machine("small", dump(m)).value() == m);
  CHECK(assume_units(m, program).empty()); // nothing is missing any more
  // Not with --strict, and not for an executable.
  Machine strict = before;
  strict.missing_unit = MissingUnit::error;
  CHECK(assume_units(strict, program).empty());
  CHECK(check_runs(strict, program).size() == 5);
  Machine again = before;
  program.decoded = true;
  CHECK(assume_units(again, program).empty());
  CHECK(again == before);
}

TEST_CASE("assume_units: where the time depends on operands, the longest counts") {
  const auto cycles = [](const char* preset, OpClass missing, OpClass as) {
    Machine m = load_machine(preset).value();
    REQUIRE(assume_units(m, program_of({missing})).size() == 1);
    const auto& latency = m.units[0].latency_cycles;
    CHECK(m.units[0].operand_latency[static_cast<std::size_t>(missing)].bits_per_cycle == 0);
    return latency[static_cast<std::size_t>(missing)] - latency[static_cast<std::size_t>(as)];
  };
  CHECK(cycles("ibex-small", OpClass::fp_divide, OpClass::divide) == 35); // by anything but 0
  CHECK(cycles("cv32e40p", OpClass::fp_divide, OpClass::divide) == 32);   // shifted by 32 bits
  CHECK(cycles("picorv32", OpClass::fp_divide, OpClass::divide) == 0);
  CHECK(cycles("picorv32", OpClass::fp_add, OpClass::integer) == 0);
}

TEST_CASE("assume_units: loads, stores, control and system operations are never assumed") {
  Machine m = machine_of(small_with("\"any\"", "\"integer\""));
  const isa::Program program =
      program_of({OpClass::load, OpClass::store, OpClass::branch, OpClass::jump, OpClass::system});
  const Machine before = m;
  CHECK(assume_units(m, program).empty());
  CHECK(m == before);
  CHECK(check_runs(m, program).size() == 5);
}

TEST_CASE("xlen: a machine has registers of 32 or of 64 bits, and C is compiled for them") {
  CHECK(machine_of(kSmall).xlen == 64);
  for (const char* name : {"picorv32", "picorv32-fast-mul", "ibex-small", "cv32e40p"}) {
    CHECK(load_machine(name).value().xlen == 32);
    CHECK(c_target(load_machine(name).value()).xlen == 32);
  }
  CHECK(c_target(load_machine("ooo-4").value()).xlen == 64);
  CHECK(c_target(load_machine("ooo-4", {{"xlen", "32"}}).value()).xlen == 32);
  CHECK_FALSE(load_machine("mips-5", {{"xlen", "48"}}).ok());
  CHECK_FALSE(load_machine("mips-5", {{"xlen", "16"}}).ok());
}

#include "unit/machine/machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;

TEST_CASE("a machine file: keys that are left out have the defaults of a Machine") {
  const Machine m = machine_of(R"(name = "least"
[pipeline]
stages = [{ name = "F", does = ["fetch", "read"] }, { name = "X", does = ["execute", "memory", "write"] }]
[[unit]]
name = "u"
operations = ["integer"]
)");
  Machine expected;
  expected.name = "least";
  expected.stages = m.stages;
  expected.units = m.units;
  expected.resolve_stage = 1;       // the execute stage
  expected.jump_register_stage = 1; // as resolve
  expected.jump_resolve_stage = 1;  // as resolve
  expected.predict_stage = 0;       // no stage decodes: the first
  CHECK(m == expected);
}

TEST_CASE("a machine file: stages, roles and stage names become indices") {
  const Machine m =
      machine_of(small_with("resolve = \"EX\"", "resolve = \"MEM\"\njump_resolve = \"ID\""));
  REQUIRE(m.stages.size() == 5);
  CHECK(m.stage_with(StageRole::fetch) == 0);
  CHECK(m.stage_with(StageRole::decode) == 1);
  CHECK(m.stage_with(StageRole::read) == 1);
  CHECK(m.stage_with(StageRole::execute) == 2);
  CHECK(m.stage_with(StageRole::write) == 4);
  CHECK(m.stage_named("MEM") == 3);
  CHECK(m.stage_named("mem") == 5);
  CHECK(m.resolve_stage == 3);
  CHECK(m.jump_resolve_stage == 1);
  CHECK(m.predict_stage == 1);
  CHECK(m.predictor == PredictorKind::taken);
  CHECK(m.paths == std::vector<ForwardingPath>{{2, 2}, {3, 2}});
}

TEST_CASE("a machine file: every word of a key becomes its enumerator") {
  const auto predictor = [](const char* word) {
    return machine_of(small_with("\"taken\"", std::string("\"") + word + "\"")).predictor;
  };
  CHECK(predictor("not_taken") == PredictorKind::not_taken);
  CHECK(predictor("taken") == PredictorKind::taken);
  CHECK(predictor("backward_taken") == PredictorKind::backward_taken);
  CHECK(predictor("perfect") == PredictorKind::perfect);
  CHECK(machine_of(small_and("[hazards]\nwaw = \"overtake\"\n")).waw == WawRule::overtake);
  CHECK(machine_of(small_with("width = 2", "group = \"lockstep\"")).group == GroupRule::lockstep);
  CHECK(machine_of(small_with("write_then_read = true", "ports = \"shared\"")).ports ==
        PortSharing::shared);
  CHECK(machine_of(small_with("write_then_read = true", "wait = \"before_read\"")).operand_wait ==
        OperandWait::before_read);
  CHECK(machine_of(small_and("[memory]\nport = \"shared\"\n")).memory_port == PortSharing::shared);
  using isa::Misaligned;
  CHECK(machine_of(small_and("")).misaligned == Misaligned::by_platform);
  for (const auto& [word, meaning] : {std::pair{"by_platform", Misaligned::by_platform},
                                      {"fault", Misaligned::fault},
                                      {"allow", Misaligned::allow}})
    CHECK(machine_of(small_and(fmt::format("[memory]\nmisaligned = \"{}\"\n", word))).misaligned ==
          meaning);
  CHECK(machine_of(small_and("[counting]\ndrain = \"excluded\"\n")).drain == DrainRule::excluded);
}

TEST_CASE("units: latencies of single classes, nop with integer, default lanes") {
  const std::string text = small_with("name = \"alu\"\noperations = [\"any\"]", R"(name = "alu"
operations = ["integer", "shift", "memory", "control"]
[[unit]]
name = "mul"
operations = ["multiply", "fp_multiply"]
latency = 3
[[unit]]
name = "div"
count = 2
operations = ["divide", "fp_divide"]
latency = 10
latencies = { fp_divide = 24 }
pipelined = false
[[unit]]
name = "fadd"
operations = ["fp_add"]
latency = 2
lanes = "A")");
  const Machine m = machine_of(text);
  REQUIRE(m.units.size() == 4);
  CHECK(m.units[0].lanes == std::vector<std::string>{"ALU"});
  CHECK(m.units[1].lanes == std::vector<std::string>{"MUL1", "MUL2", "MUL3"});
  CHECK(m.units[2].lanes == std::vector<std::string>{"DIV"});
  CHECK(m.units[3].lanes == std::vector<std::string>{"A1", "A2"});
  CHECK(m.units[2].count == 2);
  CHECK(m.units[2].latency_cycles[static_cast<std::size_t>(OpClass::divide)] == 10);
  CHECK(m.units[2].latency_cycles[static_cast<std::size_t>(OpClass::fp_divide)] == 24);
  CHECK(m.units[2].latency_cycles[static_cast<std::size_t>(OpClass::integer)] == 0);
  CHECK(m.unit_for(OpClass::nop) == 0);
  CHECK(m.units[0].operations[static_cast<std::size_t>(OpClass::nop)]);
  CHECK(m.unit_for(OpClass::fp_multiply) == 1);
  CHECK(m.unit_for(OpClass::system) == 4);
  CHECK(parse_machine("dump", dump(m)).value() == m);
}

TEST_CASE("units: a single unit of one cycle is the execute stage") {
  CHECK(machine_of(kSmall).units[0].lanes == std::vector<std::string>{"EX"});
  CHECK(machine_of(small_with("[\"any\"]", "\"any\"\nlatency = 2")).units[0].lanes ==
        std::vector<std::string>{"ALU1", "ALU2"});
}

TEST_CASE("issue rules: limits, bans and latencies are read and survive a dump") {
  const Machine m = machine_of(small_with("paths = [\"EX->EX\", \"MEM->EX\"]", "") + R"([issue]
limits = { memory = 1, control = 2 }
forbid = [["branch", "any"], [["jump", "system"], "fp"]]
[[issue.latency]]
from = "fp_alu"
to = ["fp_alu", "load"]
stalls = 3
)");
  REQUIRE(m.pairing_limits.size() == 2);
  CHECK(m.pairing_limits[0].name == "memory");
  CHECK(m.pairing_limits[0].classes.count() == 5);
  CHECK(m.pairing_limits[1].limit == 2);
  REQUIRE(m.pairing_bans.size() == 2);
  CHECK(m.pairing_bans[0].second.all());
  CHECK(m.pairing_bans[1].first.count() == 4); // jump and system, each with a refinement
  REQUIRE(m.latency_rules.size() == 1);
  CHECK(m.latency_rules[0].stall_cycles == 3);
  CHECK(m.latency_rules[0].from.count() == 7 + 14); // with refinements: 7 of FP, 7 of vectors
  CHECK(m.latency_rules[0].to.count() == 8 + 14);
  CHECK(parse_machine("dump", dump(m)).value() == m);
}

TEST_CASE("a dump keeps texts that need escapes") {
  Machine m = machine_of(kSmall);
  m.title = "quotes \" and \\ and é";
  m.description =
      "two lines,\n\"\"\" quotes, a tab\t, a backslash \\\nand many dots " + std::string(300, '.');
  const Result<Machine> again = parse_machine("dump", dump(m));
  INFO(dump(m));
  REQUIRE(again.ok());
  CHECK(again->title == m.title);
  CHECK(again->description == m.description);
  CHECK(*again == m);
}

TEST_CASE("operation classes: every class and group has a name, and groups hold what they say") {
  OpClassSet set;
  REQUIRE(parse_op_classes("any", set));
  CHECK(set.all());
  REQUIRE(parse_op_classes("memory", set));
  OpClassSet loads;
  OpClassSet stores;
  REQUIRE(parse_op_classes("loads", loads));
  REQUIRE(parse_op_classes("stores", stores));
  loads.set(static_cast<std::size_t>(OpClass::atomic)); // both a load and a store
  CHECK(set == (loads | stores));
  REQUIRE(parse_op_classes("control", set));
  CHECK(set.count() == 3); // branch, jump and jump_register
  OpClassSet fp;
  REQUIRE(parse_op_classes("fp", fp));
  REQUIRE(parse_op_classes("fp_alu", set));
  CHECK((fp & ~set).count() == 2); // FP loads and stores
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    REQUIRE(parse_op_classes(isa::name(static_cast<OpClass>(i)), set));
    CHECK(set[i]); // and its refinements, but nothing else
    for (std::size_t j = 0; j < kOpClassCount; ++j)
      CHECK(set[j] == (j == i || isa::base_of(static_cast<OpClass>(j)) == static_cast<OpClass>(i)));
  }
  CHECK_FALSE(parse_op_classes("Load", set));
  CHECK_FALSE(parse_op_classes("", set));
}

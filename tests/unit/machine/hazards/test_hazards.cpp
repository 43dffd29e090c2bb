#include "machine/hazards.hpp"
#include "unit/machine/machine_text.hpp"

using namespace stallscope;
using namespace stallscope::machine;
using isa::OperandRole;

// The hazard rules that the in-order core and the scheduler's pipeline model share. Sources: P&H:
// Patterson and Hennessy, Computer Organization and Design, chapter "The Processor"; H&P: Hennessy
// and Patterson, Computer Architecture, appendix C; for the others the preset named.

namespace {

Machine preset(const std::string& name, const std::vector<Setting>& settings = {}) {
  const Result<Machine> result = load_machine(name, settings);
  INFO(format(result.diagnostics()));
  REQUIRE(result.ok());
  return *result;
}

std::size_t at(OpClass op_class) {
  return static_cast<std::size_t>(op_class);
}

/// Of `classes`, issued in one cycle, the one that keeps `op_class` from issuing beside them.
unsigned conflict(const Machine& machine, OpClass op_class, const std::vector<OpClass>& classes,
                  unsigned exempt = ~0U) {
  return pairing_conflict(
      machine, op_class, static_cast<unsigned>(classes.size()),
      [&](unsigned i) { return classes[i]; }, [&](unsigned i) { return i != exempt; });
}

/// Answers each question with its letter, if it is in `hazards`, and notes that it was asked.
struct Questions {
  std::string hazards;
  std::string& asked;

  [[nodiscard]] char answer(char question) const {
    asked += question;
    return hazards.find(question) != std::string::npos ? question : ' ';
  }
  static bool exists(char answer) { return answer != ' '; }
  [[nodiscard]] char compared_operands() const { return answer('c'); }
  [[nodiscard]] char operands() const { return answer('o'); }
  [[nodiscard]] char register_ports() const { return answer('r'); }
  [[nodiscard]] char write_order() const { return answer('w'); }
  [[nodiscard]] char unit() const { return answer('u'); }
  [[nodiscard]] char pairing() const { return answer('p'); }
};

} // namespace

TEST_CASE("hazards: branches and jumps are resolved in the stages of the file, or the late ALU") {
  const Machine mips = preset("mips-5", {{"branch.jump_resolve", "EX"}}); // P&H: branches in ID
  CHECK(resolve_stage(mips, OpClass::branch, false, false) == 1);
  CHECK(resolve_stage(mips, OpClass::jump, true, false) == 2);
  CHECK(resolve_stage(mips, OpClass::jump_register, false, false) == mips.jump_register_stage);
  const Machine sifive = preset("sifive-7"); // a branch in the late ALU is resolved in M2
  CHECK(resolve_stage(sifive, OpClass::branch, false, false) == sifive.resolve_stage);
  CHECK(resolve_stage(sifive, OpClass::branch, false, true) == sifive.late_stage);
  CHECK(sifive.resolve_stage < sifive.late_stage);
}

TEST_CASE("hazards: results exist behind execute, of loads behind the memory stage") {
  const Machine mips = preset("mips-5"); // P&H: the load-use hazard
  const HazardTables tables = hazard_tables(mips);
  CHECK(result_stage(mips, tables, OpClass::integer, false) == 2);
  CHECK(result_stage(mips, tables, OpClass::load, false) == 3);
  const Machine sifive = preset("sifive-7"); // products come out of M2, of the late ALU too
  const HazardTables dual = hazard_tables(sifive);
  CHECK(result_stage(sifive, dual, OpClass::multiply, false) == sifive.stage_named("M2"));
  CHECK(result_stage(sifive, dual, OpClass::integer, false) == dual.execute_stage);
  CHECK(result_stage(sifive, dual, OpClass::integer, true) == sifive.late_stage);
}

TEST_CASE("hazards: a path is usable from the stage behind the one where it starts") {
  const Machine mips = preset("mips-5"); // P&H: EX/MEM and MEM/WB to EX
  const HazardTables tables = hazard_tables(mips);
  const unsigned sum = result_stage(mips, tables, OpClass::integer, false);
  const unsigned loaded = result_stage(mips, tables, OpClass::load, false);
  CHECK_FALSE(is_forwarded(tables, 2, sum, 2)); // still in EX
  CHECK(is_forwarded(tables, 3, sum, 2));       // EX/MEM
  CHECK(is_forwarded(tables, 4, sum, 2));       // MEM/WB
  CHECK_FALSE(is_forwarded(tables, 3, loaded, 2));
  CHECK(is_forwarded(tables, 4, loaded, 2));
  CHECK(tables.execute_has_paths);
  const HazardTables none = hazard_tables(preset("mips-5-no-forwarding"));
  CHECK_FALSE(none.execute_has_paths);
  CHECK_FALSE(is_forwarded(none, 3, sum, 2));
  // Paths to ID end at the branch comparator.
  CHECK(paths_end_at_comparator(tables, 1));
  CHECK_FALSE(paths_end_at_comparator(tables, 2));
  HazardTables units = tables; // operands read on entry to the units
  units.read_stage = units.execute_stage;
  CHECK_FALSE(paths_end_at_comparator(units, units.execute_stage));
}

TEST_CASE("hazards: store data is needed in the memory stage when a path leads there") {
  CHECK(hazard_tables(preset("mips-5")).store_data_stage == 3); // P&H: MEM/WB to MEM
  CHECK(hazard_tables(preset("mips-5-no-forwarding")).store_data_stage == 2);
  CHECK(hazard_tables(preset("lecture-4")).store_data_stage == 2); // memory in the execute stage
}

TEST_CASE("hazards: where each operand is needed") {
  const auto need = [](const Machine& machine, const HazardTables& tables, OperandRole role) {
    return operand_need(machine, tables, role, OpClass::branch, false);
  };
  const Machine mips = preset("mips-5"); // branches in ID, store data in MEM
  HazardTables tables = hazard_tables(mips);
  CHECK(need(mips, tables, OperandRole::execute) == OperandNeed::to_execute);
  CHECK(need(mips, tables, OperandRole::branch) == OperandNeed::to_compare);
  CHECK(need(mips, tables, OperandRole::store_data) == OperandNeed::to_store);
  const Machine late = preset("mips-5", {{"branch.resolve", "EX"}});
  CHECK(need(late, hazard_tables(late), OperandRole::branch) == OperandNeed::to_execute);
  const Machine plain = preset("mips-5-no-forwarding");
  CHECK(need(plain, hazard_tables(plain), OperandRole::store_data) == OperandNeed::to_execute);
  // Latency rules say from which cycle on an operation may issue, whatever the operand is for.
  tables.has_latency_rules = true;
  for (const OperandRole role :
       {OperandRole::execute, OperandRole::branch, OperandRole::store_data})
    CHECK(need(mips, tables, role) == OperandNeed::to_execute);
}

TEST_CASE("hazards: write-then-read in one cycle") {
  const Machine mips = preset("mips-5"); // P&H: written in the first half, read in the second
  CHECK(mips.write_then_read);
  CHECK(may_read_written(mips, 5, 5));
  CHECK_FALSE(may_read_written(mips, 6, 5));
  const Machine lecture = preset("lecture-4"); // from the cycle after RW on
  CHECK_FALSE(lecture.write_then_read);
  CHECK_FALSE(may_read_written(lecture, 5, 5));
  CHECK(may_read_written(lecture, 5, 6));
}

TEST_CASE("hazards: register ports") {
  CHECK(has_ports(0, 100, 1)); // unlimited
  CHECK(has_ports(2, 0, 2));
  CHECK_FALSE(has_ports(2, 1, 2));
  CHECK_FALSE(writes_take_port(preset("lecture-4"), 1));
  CHECK(writes_take_port(preset("lecture-4-shared"), 1)); // reads and writes share one port
  CHECK_FALSE(writes_take_port(preset("lecture-4-shared"), 0));
}

TEST_CASE("hazards: latency rules count stalls from issue to issue") {
  const Machine hp = preset("hp-latency"); // H&P: FP ALU op to FP ALU op 3, to store double 2
  const HazardTables tables = hazard_tables(hp);
  REQUIRE(tables.has_latency_rules);
  CHECK(tables.longest_stall_cycles == 3);
  CHECK_FALSE(obeys_latency_rules(tables, OpClass::fp_add, OpClass::fp_add, 1, 4));
  CHECK(obeys_latency_rules(tables, OpClass::fp_add, OpClass::fp_add, 1, 5));
  CHECK_FALSE(obeys_latency_rules(tables, OpClass::fp_add, OpClass::fp_store, 1, 3));
  CHECK(obeys_latency_rules(tables, OpClass::fp_add, OpClass::fp_store, 1, 4));
  CHECK(obeys_latency_rules(tables, OpClass::integer, OpClass::integer, 1, 2)); // no rule
}

TEST_CASE("hazards: operations may overtake when units take different times") {
  CHECK_FALSE(hazard_tables(preset("mips-5")).may_overtake); // all units take one cycle
  CHECK(hazard_tables(preset("mips-5-fp")).may_overtake);    // H&P: WAW with long FP operations
  CHECK(hazard_tables(preset("lecture-4", {{"memory.data_latency", "2"}})).may_overtake);
  CHECK_FALSE(hazard_tables(preset("mips-5", {{"memory.data_latency", "2"}})).may_overtake);
  const Machine late =
      machine_of(small_and("[late_alu]\nstage = \"MEM\"\noperations = [\"integer\"]\n"));
  CHECK_FALSE(hazard_tables(late).may_overtake);
  CHECK(hazard_tables(late).checks_write_order); // behind one that waits for the late ALU
  CHECK_FALSE(hazard_tables(preset("mips-5")).checks_write_order);
}

TEST_CASE("hazards: an older writer of the register, WAW") {
  Machine machine = preset("mips-5-fp");
  machine.waw = WawRule::any; // any operation waits
  CHECK(waits_for_older_write(machine, 20, 5));
  machine.waw = WawRule::overtake; // only one that would leave its unit before or with the older
  CHECK(waits_for_older_write(machine, 5, 5));
  CHECK_FALSE(waits_for_older_write(machine, 6, 5));
  const Machine lecture = preset("lecture-4", {{"memory.data_latency", "3"}});
  CHECK(access_cycles_in_unit(lecture, hazard_tables(lecture), OpClass::load) == 2);
  CHECK(access_cycles_in_unit(lecture, hazard_tables(lecture), OpClass::load, 1) == 3);
  CHECK(access_cycles_in_unit(lecture, hazard_tables(lecture), OpClass::integer) == 0);
  const Machine mips = preset("mips-5", {{"memory.data_latency", "3"}}); // in MEM
  CHECK(access_cycles_in_unit(mips, hazard_tables(mips), OpClass::load) == 0);
}

TEST_CASE("hazards: a unit that reopens one cycle later") {
  Machine machine = preset("sifive-7");
  const Unit& divider = machine.units[machine.unit_for(OpClass::divide)];
  const Unit& alu = machine.units[machine.unit_for(OpClass::integer)];
  machine.unit_reuse = UnitReuse::same_cycle;
  CHECK_FALSE(reopens_late(machine, divider));
  machine.unit_reuse = UnitReuse::next_cycle;
  CHECK(reopens_late(machine, divider));
  CHECK_FALSE(reopens_late(machine, alu)); // one cycle
}

TEST_CASE("hazards: pairing, the last one that counts or the first one of a ban") {
  Machine machine = machine_of(kSmall);
  const auto load = OpClass::load;
  const auto add = OpClass::integer;
  const auto branch = OpClass::branch;
  CHECK(conflict(machine, load, {load, load}) == 2); // no rules: no conflict
  PairingLimit memory{"memory", {}, 2};
  memory.classes[at(load)] = memory.classes[at(OpClass::store)] = true;
  machine.pairing_limits = {memory};
  CHECK(conflict(machine, load, {load, add}) == 2);
  CHECK(conflict(machine, OpClass::store, {load, add, load}) == 2);
  CHECK(conflict(machine, add, {load, load}) == 2);     // does not count
  CHECK(conflict(machine, load, {load, load}, 1) == 2); // exempt
  PairingBan ban;
  ban.first[at(branch)] = ban.second[at(add)] = true;
  machine.pairing_bans = {ban};
  CHECK(conflict(machine, add, {load, branch, branch}) == 1);
  CHECK(conflict(machine, branch, {add}) == 1); // not the reverse
  CHECK(is_banned(ban, branch, add));
  CHECK_FALSE(is_banned(ban, add, branch));
}

TEST_CASE("hazards: the late ALU takes operands from producers past the units") {
  const Machine sifive = preset("sifive-7");
  const auto goes = [&](OpClass op_class, unsigned missing, unsigned come, unsigned past) {
    return goes_to_late_alu(
        sifive, op_class, missing, [&](unsigned k) { return (come >> k & 1U) != 0; },
        [&](unsigned k) { return (past >> k & 1U) != 0; });
  };
  CHECK(goes(OpClass::integer, 0b11, 0b01, 0b10));
  CHECK_FALSE(goes(OpClass::integer, 0b11, 0b01, 0b00)); // its producer is in a unit: wait
  CHECK_FALSE(goes(OpClass::integer, 0b11, 0b11, 0b00)); // early ALU
  CHECK_FALSE(goes(OpClass::integer, 0, 0, 0));
  CHECK_FALSE(goes(OpClass::multiply, 0b11, 0b01, 0b10)); // not an operation of the late ALU
}

TEST_CASE("hazards: the order in which they are asked at issue") {
  const auto ask = [](const HazardTables& tables, bool compared, bool operands,
                      const std::string& hazards) {
    std::string asked;
    const char found = first_issue_hazard(tables, compared, operands, Questions{hazards, asked});
    return asked + ":" + found;
  };
  HazardTables tables = hazard_tables(preset("mips-5-fp")); // operands are read in ID
  CHECK(ask(tables, true, true, "cowup") == "c:c");
  CHECK(ask(tables, false, true, "owup") == "o:o");
  CHECK(ask(tables, false, true, "wup") == "ow:w");
  CHECK(ask(tables, false, false, "up") == "wu:u");
  CHECK(ask(tables, false, false, "p") == "wup:p");
  CHECK(ask(tables, false, false, "") == "wup: ");
  CHECK(ask(hazard_tables(preset("mips-5")), false, true, "w") == "oup: "); // nothing overtakes
  tables.read_stage = tables.execute_stage; // read on entry to the units
  CHECK(ask(tables, false, true, "rw") == "or:r");
  tables.has_latency_rules = true;
  CHECK(ask(tables, false, true, "rw") == "ow:w");
}

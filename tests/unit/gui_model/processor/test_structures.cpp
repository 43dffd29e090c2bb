#include "model/processor/structures_model.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

TEST_CASE("values that changed in a cycle stand out", "[gui_model]") {
  trace::StructureView before{"rob", "Reorder buffer", {"entry", "state"}, {}};
  before.rows = {{"#1", "executing"}, {"#2", "waiting"}};
  trace::StructureView now = before;
  now.rows = {{"#2", "executing"}, {"#3", "waiting"}};
  const StructureTable table = with_changes(now, &before);
  CHECK_FALSE(table.rows[0][0].changed); // #2 has moved up, but is the same
  CHECK(table.rows[0][1].changed);
  CHECK(table.rows[1][0].changed); // has come in
  CHECK_FALSE(with_changes(now, &now).rows[1][0].changed);
}

TEST_CASE("registers, memory and output of a cycle, with what changed", "[gui_model]") {
  OpenRun open(spec_of("textbook/sum", "mips-5"));
  StructuresModel model;
  model.go_to_data(open.run);
  CHECK(model.memory_address == (open.run.program()->data.front().address & ~15ULL));
  const auto settled = [&](std::uint64_t cycle) {
    while (model.visible(open.run, cycle).loading)
      open.run.wait();
    return model.visible(open.run, cycle);
  };
  std::size_t changes = 0;
  for (std::uint64_t cycle = 1; cycle <= 20; ++cycle) {
    const StructuresView view = settled(cycle);
    CHECK(view.memory.size() == model.memory_lines);
    CHECK(view.tables.empty()); // an in-order machine
    for (const RegisterLine& line : view.registers)
      changes += line.changed ? 1 : 0;
  }
  CHECK(changes > 3);
  CHECK(settled(open.run.last_cycle()).output.find("136") != std::string::npos);
}

TEST_CASE("structures of a dynamically scheduled machine", "[gui_model]") {
  OpenRun open(spec_of("textbook/sum", "ooo-4"));
  StructuresModel model;
  while (model.visible(open.run, 150).loading)
    open.run.wait();
  const StructuresView& view = model.visible(open.run, 150);
  CHECK(std::any_of(view.tables.begin(), view.tables.end(),
                    [](const StructureTable& t) { return t.name == "reorder_buffer"; }));
  for (const StructureTable& table : view.tables)
    for (const auto& row : table.rows)
      CHECK(row.size() == table.columns.size());
}

TEST_CASE("registers and memory are edited in words, and the run goes on from there",
          "[gui_model]") {
  OpenRun open(text_of("        li t0, 5\n        addi t1, t0, 1\n        nop\n        nop\n"
                       "        nop\n        nop\n        add t2, t0, t1\n",
                       isa::Isa::riscv, "mips-5"));
  const RegId t0 = open.run.program()->register_named("t0");
  const RegId t2 = open.run.program()->register_named("t2");
  CHECK_FALSE(StructuresModel::set_register(open.run, 6, t0, "five").empty());
  CHECK_FALSE(StructuresModel::set_register(open.run, 6, t0, "1.5").empty());
  CHECK_FALSE(StructuresModel::set_register(open.run, 6, 0, "1").empty()); // stays 0
  CHECK(open.run.edit_count() == 0);
  REQUIRE(StructuresModel::set_register(open.run, 6, t0, " -7 ").empty());
  open.run.wait();
  CHECK(open.run.edit_count() == 1);
  CHECK(open.run.snapshot(open.run.last_cycle()) == nullptr);
  open.run.wait();
  // t1 = 6 was computed before, t2 = -7 + 6 behind the change.
  CHECK(static_cast<std::int64_t>(open.run.snapshot(open.run.last_cycle())->committed[t2]) == -1);

  CHECK_FALSE(StructuresModel::set_memory(open.run, 6, 0x1000, "300", 1).empty());
  CHECK_FALSE(StructuresModel::set_memory(open.run, 6, 0x1000, "-129", 1).empty());
  CHECK_FALSE(StructuresModel::set_memory(open.run, 6, 0x1000, "1", 3).empty());
  REQUIRE(StructuresModel::set_memory(open.run, 6, 0x1000, "-2", 2).empty());
  open.run.wait();
  CHECK(open.run.snapshot(7) == nullptr);
  open.run.wait();
  CHECK(open.run.snapshot(7)->memory.load(0x1000, 4) == 0xfffe);

  for (const char* bad : {"", "1", "zz", "0x12", "1 2"})
    CHECK_FALSE(StructuresModel::set_bytes(open.run, 6, 0x1002, bad).empty());
  REQUIRE(StructuresModel::set_bytes(open.run, 6, 0x1002, " 2a 00FF ").empty());
  open.run.wait();
  CHECK(open.run.edit_count() == 3); // each of them is in the log
  CHECK(open.run.snapshot(7) == nullptr);
  open.run.wait();
  CHECK(open.run.snapshot(7)->memory.load(0x1000, 8) == 0xff002afffe);
}

TEST_CASE("memory is gone to by address, register or label", "[gui_model]") {
  OpenRun open(text_of(".data\nfirst: .word 1\nnext: .word 2\n.text\n"
                       "main: la t0, next\n lw t1, 0(t0)\n",
                       isa::Isa::riscv, "mips-5"));
  StructuresModel model;
  const std::uint64_t end = open.run.last_cycle();
  while (model.visible(open.run, end).loading)
    open.run.wait();
  CHECK(model.go_to(open.run, " 0x1234 ").empty());
  CHECK(model.memory_address == 0x1230);
  CHECK(model.go_to(open.run, "next").empty());
  const std::uint64_t data = model.memory_address;
  CHECK(data != 0x1230);
  CHECK(model.visible(open.run, end).memory[0].address == data);
  model.memory_address = 0;
  CHECK(model.go_to(open.run, "t0").empty()); // it holds the address of next
  CHECK(model.memory_address == data);
  CHECK(model.go_to(open.run, "nowhere").find("nowhere") != std::string::npos);
  CHECK(model.memory_address == data); // it stays
}

#include "model/analysis/ledger_model.hpp"
#include "model/analysis/machine_options.hpp"
#include "model/analysis/whatif_model.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

TEST_CASE("the strip over time says where slots went, cycle by cycle of a short run",
          "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  LedgerModel ledger;
  const std::vector<StripColumn> strip = ledger.strip(open.run, 500);
  REQUIRE(strip.size() == 11); // a column a cycle is enough
  std::uint64_t lost = 0;
  for (const StripColumn& column : strip) {
    CHECK(column.end == column.begin + 1);
    CHECK(column.lost == (column.worst == Reason::none ? 0.0 : 1.0));
    lost += column.worst == Reason::raw ? 1 : 0;
  }
  CHECK(lost == open.run.summary()
                    .ledger.at(trace::LedgerPoint::issue)
                    .slots[static_cast<std::size_t>(Reason::raw)]);
  CHECK(ledger.strip(open.run, 4).size() == 4);
  CHECK(ledger.strip(open.run, 4).back().end == 12);
}

TEST_CASE("the chart over time has a column a cycle, and its parts add up", "[gui_model]") {
  OpenRun open(spec_of("textbook/daxpy", "dual-5"));
  LedgerModel ledger;
  for (const auto& [point, name] : LedgerModel::points(open.run)) {
    INFO(name);
    ledger.point = point;
    const std::uint64_t cycles = open.run.last_cycle();
    REQUIRE(ledger.over_time(open.run, 100'000).size() == cycles);
    const trace::LedgerAccount& whole = open.run.summary().ledger.at(point);
    double raw = 0;
    for (const TimeColumn& column : ledger.over_time(open.run, 100'000)) {
      double sum = 0;
      for (const TimePart& part : column.parts) {
        sum += part.share;
        raw += part.reason == Reason::raw ? part.share * whole.width : 0;
      }
      CHECK(sum == Approx(1));
    }
    CHECK(raw == Approx(static_cast<double>(whole.slots[static_cast<std::size_t>(Reason::raw)])));
    // Fewer columns: as long as each other, from the first cycle to the last.
    const auto& few = ledger.over_time(open.run, 7);
    REQUIRE(few.size() == 7);
    CHECK(few.front().begin == 1);
    CHECK(few.back().end == cycles + 1);
    for (std::size_t i = 1; i < few.size(); ++i)
      CHECK(few[i].begin == few[i - 1].end);
    for (const TimeColumn& column : few)
      for (std::size_t i = 1; i < column.parts.size(); ++i)
        CHECK(column.parts[i].reason != Reason::none); // useful work is at the bottom
  }
}

TEST_CASE("slots are counted at retirement first where operations are reordered", "[gui_model]") {
  OpenRun out_of_order(spec_of("textbook/sum", "ooo-4"));
  CHECK(LedgerModel::usual_point(out_of_order.run) == trace::LedgerPoint::retire);
  OpenRun in_order(spec_of("textbook/sum", "mips-5"));
  CHECK(LedgerModel::usual_point(in_order.run) == trace::LedgerPoint::issue);
  LedgerModel ledger;
  ledger.point = trace::LedgerPoint::retire;
  CHECK(ledger.stack(out_of_order.run).point_name == "retire");
}

TEST_CASE("the strips of the record and of the overview agree", "[gui_model]") {
  // A loop that waits for operands twice a round, so that RAW loses more than the branch.
  RunSpec spec = text_of("        li $t0, 2000\nloop:   addi $t0, $t0, -1\n"
                         "        addi $t1, $t0, 1\n        addi $t2, $t1, -1\n"
                         "        bne $t2, $zero, loop\n",
                         isa::Isa::mips, "lecture-4");
  OpenRun whole(spec);
  spec.whole_ops = 0;
  OpenRun parts(spec);
  LedgerModel a;
  LedgerModel b;
  const auto& exact = a.strip(whole.run, 300);
  const auto& rough = b.strip(parts.run, 300);
  REQUIRE(exact.size() == rough.size());
  for (std::size_t i = 1; i + 1 < exact.size(); ++i) { // a steady loop but at its ends
    CHECK(exact[i].worst == rough[i].worst);
    CHECK(exact[i].lost == Approx(rough[i].lost).margin(0.1));
  }
}

TEST_CASE("the CPI stack adds up to the cycles of the run", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  LedgerModel ledger;
  for (const auto& [point, name] : LedgerModel::points(open.run)) {
    ledger.point = point;
    const StackView stack = ledger.stack(open.run);
    INFO(name);
    CHECK(stack.slots == 11);
    CHECK(stack.cpi == Approx(11.0 / 4));
    std::uint64_t slots = 0;
    double cpi = 0;
    for (const StackPart& part : stack.parts) {
      slots += part.slots;
      cpi += part.cpi;
    }
    CHECK(slots == 11);
    CHECK(cpi == Approx(11.0 / 4));
    double shares = 0;
    for (const SharePart& share : stack.shares)
      shares += share.part;
    CHECK(shares == Approx(1));
  }
}

TEST_CASE("useful work is slots: micro-ops that are fused with a load have none", "[gui_model]") {
  OpenRun open(spec_of("x86/strings_o2", "csapp-haswell"));
  const std::uint64_t fused = open.run.summary().fused_micro_ops();
  CHECK(fused > 0);
  LedgerModel ledger;
  ledger.point = trace::LedgerPoint::retire;
  const StackView stack = ledger.stack(open.run);
  CHECK(stack.parts.front().slots + fused == open.run.summary().micro_ops);
  CHECK(stack.note == std::to_string(fused) + " micro-ops share the slot of their load");
  ledger.point = trace::LedgerPoint::fetch;
  CHECK(ledger.stack(open.run).note.empty());
  // A machine that fuses nothing has nothing to say.
  OpenRun plain(spec_of("x86/strings_o2", "mca-like"));
  ledger.point = trace::LedgerPoint::retire;
  CHECK(ledger.stack(plain.run).note.empty());
}

TEST_CASE("a reason is walked cell by cell, forwards and backwards", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  LedgerModel ledger;
  const auto walk = [&](std::uint64_t from, bool forwards) {
    std::optional<RunPlace> found;
    ledger.walk(open.run, Reason::raw, from, forwards,
                [&found](std::optional<RunPlace> place) { found = place; });
    open.run.wait();
    return found;
  };
  // 2 is held in ID in cycles 3 and 4, 4 in cycles 7 and 8 (lecture, section 2).
  CHECK(walk(0, true)->cycle == 3);
  CHECK(walk(0, true)->op == OpId{2});
  CHECK(walk(3, true)->cycle == 4);
  CHECK(walk(4, true)->op != OpId{2});
  CHECK(walk(9, false)->cycle == 8);
  CHECK(walk(9, false)->op == OpId{4});
}

TEST_CASE("what would help a run is listed at once and measured when asked", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  WhatIfModel whatif(Threads::none);
  whatif.update(open.run);
  REQUIRE_FALSE(whatif.lines().empty());
  CHECK_FALSE(whatif.lines()[0].measured);
  whatif.measure(open.run);
  CHECK(whatif.measuring());
  whatif.wait();
  REQUIRE(whatif.lines()[0].measured);
  CHECK(whatif.lines()[0].saved > 0); // forwarding everywhere
  CHECK(whatif.lines()[0].cycles + static_cast<std::uint64_t>(whatif.lines()[0].saved) == 11);
  CHECK(std::is_sorted(whatif.lines().begin(), whatif.lines().end(),
                       [](const WhatIfLine& a, const WhatIfLine& b) { return a.saved > b.saved; }));
}

TEST_CASE("the options of a machine are switches and sliders with its values", "[gui_model]") {
  MachineOptions options;
  options.open("mips-5", {});
  const MachineOption* delay = options.find("branch.delay_slot");
  REQUIRE(delay != nullptr);
  CHECK(delay->control == Control::toggle);
  CHECK_FALSE(delay->on());
  const MachineOption* latency = options.find("unit.alu.latency");
  REQUIRE(latency != nullptr);
  CHECK(latency->control == Control::slider);
  CHECK(latency->number() == 1);
  CHECK(latency->least == 1);
  CHECK(latency->most == 1000);
  const MachineOption* paths = options.find("forwarding.paths");
  REQUIRE(paths != nullptr);
  CHECK(paths->control == Control::subset);
  CHECK(paths->has("EX->EX"));
  CHECK_FALSE(paths->changed());
  const MachineOption* ports = options.find("register_file.ports");
  REQUIRE(ports != nullptr);
  CHECK(ports->choices == std::vector<std::string>{"split", "shared"});
  CHECK(options.find("reorder_buffer.entries") == nullptr); // of another kind of machine
  MachineOptions dynamic;
  dynamic.open("ooo-4", {});
  CHECK(dynamic.find("reorder_buffer.entries")->number() == 128);
  CHECK(dynamic.find("station.int.entries")->number() == 40);
  CHECK_FALSE(dynamic.matching("CACHE").empty());
}

TEST_CASE("a switch changes the machine, and the run with it", "[gui_model]") {
  MachineOptions options;
  options.open("mips-5", {});
  REQUIRE(options.set_in("forwarding.paths", "EX->EX", false));
  CHECK_FALSE(options.find("forwarding.paths")->has("EX->EX"));
  CHECK(options.find("forwarding.paths")->has("MEM->EX"));
  REQUIRE(options.settings().size() == 1);
  RunSpec spec = spec_of("lecture/p4", "mips-5");
  OpenRun with(spec);
  spec.settings = options.settings();
  OpenRun without(spec);
  CHECK(without.run.last_cycle() > with.run.last_cycle());
  // Back again: no setting is left.
  REQUIRE(options.set_in("forwarding.paths", "EX->EX", true));
  CHECK(options.settings().empty());
  CHECK_FALSE(options.find("forwarding.paths")->changed());
  REQUIRE(options.set_number("pipeline.width", 2));
  REQUIRE(options.set_on("register_file.write_then_read", false));
  options.reset("pipeline.width");
  CHECK(options.settings().size() == 1);
  options.reset();
  CHECK(options.settings().empty());
}

TEST_CASE("tables without names are options by their number", "[gui_model]") {
  MachineOptions options;
  options.open("csapp-haswell", {{"bypass", "[{from=[integer], to=[fp], cycles=1}]"}});
  REQUIRE(options.find("bypass.0.cycles") != nullptr);
  REQUIRE(options.set_number("bypass.0.cycles", 3));
  CHECK(options.find("bypass.0.cycles")->number() == 3);
}

TEST_CASE("what contradicts itself is not taken, and the sentence says why", "[gui_model]") {
  MachineOptions options;
  options.open("mips-5", {});
  CHECK_FALSE(options.set("branch.resolve", "IF")); // it is not known there
  CHECK(options.settings().empty());
  REQUIRE_FALSE(options.problems().empty());
  CHECK_FALSE(options.set("no.such.key", "1"));
  REQUIRE(options.set_number("pipeline.width", 100)); // as far as the slider goes
  CHECK(options.find("pipeline.width")->number() == 8);
}

TEST_CASE("every shipped machine has options, and their values are its own", "[gui_model]") {
  for (const machine::PresetInfo& preset : machine::presets()) {
    MachineOptions options;
    options.open(std::string(preset.name), {});
    INFO(preset.name);
    CHECK(options.options().size() > 10);
    for (const MachineOption& option : options.options()) {
      INFO(option.key);
      CHECK_FALSE(option.value.empty());
      if (option.control == Control::slider) {
        CHECK(option.number() >= option.least);
        CHECK(option.number() <= option.most);
      }
      if (option.control == Control::choice)
        CHECK(std::find(option.choices.begin(), option.choices.end(), option.value) !=
              option.choices.end());
    }
  }
}

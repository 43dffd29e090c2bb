#include "model/language/sentences.hpp"
#include "model/processor/processor_model.hpp"
#include "model/processor/structures_model.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

bool inside(const ProcessorPart& part, double x, double y) {
  return x >= part.x - 1e-6 && x <= part.x + part.width + 1e-6 && y >= part.y - 1e-6 &&
         y <= part.y + part.height + 1e-6;
}

void check_figure(const ProcessorLayout& layout, std::size_t lanes) {
  REQUIRE_FALSE(layout.parts.empty());
  std::set<LaneId> drawn;
  for (const ProcessorPart& a : layout.parts) {
    INFO(a.name);
    CHECK(a.x >= 0);
    CHECK(a.y >= 0);
    CHECK(a.x + a.width <= layout.width);
    CHECK(a.y + a.height <= layout.height);
    CHECK(a.width > 1);
    CHECK(a.height > 0.5);
    for (const LaneId lane : a.lanes)
      CHECK(drawn.insert(lane).second); // in one part only
    for (const ProcessorPart& b : layout.parts)
      if (&a < &b && a.kind != PartKind::group && b.kind != PartKind::group)
        CHECK((a.x + a.width <= b.x + 1e-6 || b.x + b.width <= a.x + 1e-6 ||
               a.y + a.height <= b.y + 1e-6 || b.y + b.height <= a.y + 1e-6));
  }
  CHECK(drawn.size() == lanes);
  for (const ProcessorFlow& flow : layout.flows) {
    CHECK(flow.from < layout.parts.size());
    CHECK(flow.to < layout.parts.size());
    CHECK(flow.points.size() >= 2);
  }
}

std::size_t units_of(const Run& run) {
  return static_cast<std::size_t>(std::count_if(run.lanes().begin(), run.lanes().end(),
                                                [](const Lane& lane) { return lane.is_unit; }));
}

/// Rooms from a lecture hall's projector to half of a large window.
constexpr std::array kRooms{ProcessorRoom{}, ProcessorRoom{62, 3.4, 1.5},
                            ProcessorRoom{62, 2.4, 1.1}, ProcessorRoom{118, 3.6, 1.7},
                            ProcessorRoom{100, 2.2, 1.0}};

} // namespace

TEST_CASE("every machine has a figure whose parts lie in it and do not overlap", "[gui_model]") {
  for (const machine::PresetInfo& preset : machine::presets()) {
    INFO(preset.name);
    OpenRun open(spec_of("textbook/raw", std::string(preset.name)));
    ProcessorModel model;
    for (const ProcessorRoom& room : kRooms) {
      INFO(room.height << " " << room.letter);
      check_figure(model.layout(open.run, room), open.run.lanes().size());
    }
  }
}

TEST_CASE("names of units have room: in two rows, or copies together", "[gui_model]") {
  OpenRun open(spec_of("textbook/raw", "ooo-8"));
  ProcessorModel model;
  std::set<std::size_t> counts;
  for (const ProcessorRoom& room : kRooms) {
    std::size_t units = 0;
    std::size_t lanes = 0;
    for (const ProcessorPart& part : model.layout(open.run, room).parts)
      if (part.kind == PartKind::unit || part.kind == PartKind::load_unit ||
          part.kind == PartKind::store_unit) {
        ++units;
        lanes += part.lanes.size();
        INFO(part.name);
        CHECK(static_cast<double>(part.name.size()) * room.letter <= part.width);
      }
    CHECK(lanes == units_of(open.run));
    counts.insert(units);
  }
  CHECK(counts.count(units_of(open.run)) == 1); // each by itself, where there is room
  CHECK(counts.size() > 1);
}

TEST_CASE("units that are only numbered say what they do", "[gui_model]") {
  OpenRun open(spec_of("textbook/raw", "csapp-haswell"));
  ProcessorModel model;
  const ProcessorLayout layout = model.layout(open.run, {90, 2.0, 0.9});
  const auto p0 = std::find_if(layout.parts.begin(), layout.parts.end(),
                               [](const ProcessorPart& part) { return part.name == "p0"; });
  REQUIRE(p0 != layout.parts.end());
  CHECK(p0->note == "int div br fpmul fpdiv fma");
  CHECK(layout.legend.empty());
  CHECK(p0->note_lines > 0); // in its box
  const ProcessorLayout narrow = model.layout(open.run, {62, 3.6, 2.4});
  CHECK(narrow.legend.find("p7: sta") != std::string::npos);
  OpenRun named(spec_of("textbook/raw", "ooo-4"));
  for (const ProcessorPart& part : model.layout(named.run).parts)
    CHECK(part.note.empty()); // "alu1" says it
}

TEST_CASE("numbers in the figure can be read, or are counted", "[gui_model]") {
  OpenRun open(spec_of("textbook/sum", "ooo-8"));
  for (const ProcessorRoom& room : kRooms) {
    ProcessorModel model;
    model.layout(open.run, room);
    for (std::uint64_t cycle = 100; cycle <= open.run.last_cycle(); cycle += 7) {
      const ProcessorView& view = model.visible(open.run, cycle);
      std::size_t without = 0;
      for (const ProcessorToken& token : view.tokens) {
        without += token.counted ? 1 : 0;
        if (token.counted || token.swept)
          continue;
        INFO(cycle << " " << token.number << " " << token.width << " " << room.letter);
        CHECK(token.width >= static_cast<double>(token.number.size()) * room.letter * 0.85);
        CHECK(token.height >= room.line * 0.7);
      }
      for (const ProcessorToken& token : view.queue)
        without += token.counted ? 1 : 0;
      std::size_t counted = 0;
      for (const ProcessorCount& count : view.counts)
        counted += count.count;
      CHECK(counted >= without);
    }
  }
}

TEST_CASE("what is in flight stands in its part, on every machine and in every cycle",
          "[gui_model]") {
  for (const machine::PresetInfo& preset : machine::presets()) {
    INFO(preset.name);
    OpenRun open(spec_of("textbook/load_use", std::string(preset.name)));
    ProcessorModel model;
    const ProcessorLayout layout = model.layout(open.run);
    const Timeline& timeline = open.run.first_window()->timeline();
    for (std::uint64_t cycle = 1; cycle <= std::min<std::uint64_t>(open.run.last_cycle(), 60);
         ++cycle) {
      const ProcessorView& view = model.visible(open.run, cycle);
      std::size_t in_flight = 0;
      for (const Span& span : timeline.spans)
        in_flight += span.begin.value <= cycle && cycle < span.end.value ? 1 : 0;
      std::size_t shown = 0;
      for (const ProcessorToken& token : view.tokens) {
        CHECK(inside(layout.parts[token.part], token.x, token.y));
        CHECK(token.width > 0);
        CHECK(token.height > 0);
        shown += token.swept ? 0 : 1;
      }
      CHECK(shown == in_flight);
    }
  }
}

TEST_CASE("forwarding paths light up when a value passes them", "[gui_model]") {
  // The second add takes the first one's result from the end of EX, in cycle 4.
  OpenRun open(spec_of("textbook/raw", "mips-5"));
  ProcessorModel model;
  const ProcessorLayout layout = model.layout(open.run);
  const auto lit_in = [&](std::uint64_t cycle) {
    const ProcessorView& view = model.visible(open.run, cycle);
    std::size_t count = 0;
    for (std::size_t f = 0; f < layout.flows.size(); ++f)
      count += layout.flows[f].kind == FlowKind::forwarding && view.lit[f] ? 1 : 0;
    return count;
  };
  const auto& arrows = open.run.first_window()->timeline().arrows;
  REQUIRE_FALSE(arrows.empty());
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle) {
    const bool forwarded = std::any_of(arrows.begin(), arrows.end(), [cycle](const Arrow& a) {
      return a.cycle.value == cycle && a.from != kNoLane;
    });
    INFO(cycle);
    CHECK((lit_in(cycle) > 0) == forwarded);
  }
}

TEST_CASE("a misprediction sweeps away what stands behind it", "[gui_model]") {
  OpenRun open(spec_of("textbook/branch_taken", "mips-5"));
  REQUIRE(open.run.summary().mispredictions == 1);
  ProcessorModel model;
  std::size_t swept = 0;
  std::size_t wrong = 0;
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle) {
    const ProcessorView& view = model.visible(open.run, cycle);
    swept += view.discarded;
    if (view.prediction_ok == false) {
      ++wrong;
      CHECK(view.branch);
      CHECK(view.discarded > 0);
    }
  }
  CHECK(wrong == 1);
  CHECK(swept == open.run.summary().wrong_path_ops);
}

TEST_CASE("a branch that was predicted right says so", "[gui_model]") {
  OpenRun open(spec_of("textbook/branch_not_taken", "mips-5"));
  REQUIRE(open.run.summary().mispredictions == 0);
  ProcessorModel model;
  std::size_t right = 0;
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle)
    right += model.visible(open.run, cycle).prediction_ok == true ? 1 : 0;
  CHECK(right == open.run.summary().branches);
}

namespace {

/// Cycles in which an arrow from one kind of part to another is lit.
std::set<std::uint64_t> lit_cycles(OpenRun& open, PartKind from, PartKind to) {
  ProcessorModel model;
  const ProcessorLayout layout = model.layout(open.run);
  std::set<std::uint64_t> cycles;
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle) {
    const ProcessorView& view = model.visible(open.run, cycle);
    for (std::size_t f = 0; f < layout.flows.size(); ++f)
      if (view.lit[f] && layout.parts[layout.flows[f].from].kind == from &&
          layout.parts[layout.flows[f].to].kind == to)
        cycles.insert(cycle);
  }
  return cycles;
}

/// Cycles in which something is on a lane; `begins`: for the first.
std::set<std::uint64_t> cycles_on(OpenRun& open, std::string_view lane, bool begins = false) {
  const Timeline& timeline = open.run.first_window()->timeline();
  std::set<std::uint64_t> cycles;
  for (const Span& span : timeline.spans)
    if (timeline.lanes[span.lane].name == lane)
      for (std::uint64_t c = span.begin.value; c < (begins ? span.begin.value + 1 : span.end.value);
           ++c)
        cycles.insert(c);
  return cycles;
}

constexpr const char* kDivides = "main:\n        li t0, 1000\n        li t1, 7\n"
                                 "        div t2, t0, t1\n        div t3, t0, t1\n"
                                 "        mul t5, t0, t1\n        add t6, t5, t3\n";

} // namespace

TEST_CASE("results leave a unit when they are written, registers change when something retires",
          "[gui_model]") {
  OpenRun open(text_of(kDivides, isa::Isa::riscv, "csapp-haswell"));
  CHECK(lit_cycles(open, PartKind::unit, PartKind::results) == cycles_on(open, "W"));
  CHECK(lit_cycles(open, PartKind::retirement, PartKind::register_file) == cycles_on(open, "C"));
  // Nothing retires while the first division is at work, and nobody's result is there but that of
  // the multiplication.
  CHECK(cycles_on(open, "C").size() < 6);
}

TEST_CASE("without a reorder buffer results go to the registers, and there is no retirement unit",
          "[gui_model]") {
  for (const char* machine : {"scoreboard", "tomasulo"}) {
    INFO(machine);
    OpenRun open(text_of(kDivides, isa::Isa::riscv, machine));
    ProcessorModel model;
    CHECK_FALSE(model.layout(open.run).find(PartKind::retirement).has_value());
    CHECK(lit_cycles(open, PartKind::results, PartKind::register_file) == cycles_on(open, "W"));
  }
}

TEST_CASE("loads ask the cache in the first cycle on their unit", "[gui_model]") {
  OpenRun open(text_of(".data\na: .dword 5\n.text\nmain: la t0, a\n ld t1, 0(t0)\n"
                       " addi t2, t1, 1\n",
                       isa::Isa::riscv, "csapp-haswell"));
  const auto asked = lit_cycles(open, PartKind::load_unit, PartKind::dcache);
  const auto given = lit_cycles(open, PartKind::dcache, PartKind::load_unit);
  REQUIRE(asked.size() == 1);
  REQUIRE(given.size() == 1);
  CHECK(*given.begin() == *asked.begin() + 3); // 4 cycles
}

TEST_CASE("a branch is decided in the cycle in which its queue says so", "[gui_model]") {
  OpenRun open(spec_of("textbook/sum", "ooo-4"));
  ProcessorModel model;
  StructuresModel structures;
  std::size_t wrong = 0;
  for (std::uint64_t cycle = 100; cycle <= open.run.last_cycle(); ++cycle) {
    while (structures.visible(open.run, cycle).loading)
      open.run.wait();
    std::set<std::string> resolved;
    for (const StructureTable& table : structures.visible(open.run, cycle).tables)
      if (table.name == "branch_queue_events")
        for (const auto& row : table.rows)
          resolved.insert(row.front().text);
    const std::optional<bool> seen = model.visible(open.run, cycle).prediction_ok;
    INFO(cycle);
    if (resolved.count("resolve: mispredicted") > 0) {
      CHECK(seen == false);
      ++wrong;
    } else {
      CHECK(seen != false);
    }
    if (seen == true)
      CHECK(resolved.count("resolve") > 0);
  }
  CHECK(wrong > 0);
}

TEST_CASE("the branch prediction queue has the branches that are in it", "[gui_model]") {
  OpenRun open(spec_of("textbook/sum", "ooo-4"));
  ProcessorModel model;
  StructuresModel structures;
  std::size_t most = 0;
  std::size_t decided = 0;
  for (std::uint64_t cycle = 100; cycle <= open.run.last_cycle(); ++cycle) {
    INFO(cycle);
    while (structures.visible(open.run, cycle).loading)
      open.run.wait();
    std::vector<std::string> expected;
    for (const StructureTable& table : structures.visible(open.run, cycle).tables)
      if (table.name == "branch_queue")
        for (const auto& row : table.rows)
          expected.push_back(row.front().text);
    std::vector<std::string> found;
    for (const ProcessorToken& token : model.visible(open.run, cycle).queue) {
      found.push_back("#" + open.run.summary().number(token.op));
      decided += token.decided ? 1 : 0;
    }
    CHECK(found == expected);
    most = std::max(most, found.size());
  }
  CHECK(most > 8);
  CHECK(decided > 0);
}

TEST_CASE("the lecture's figure has its parts and arrows", "[gui_model]") {
  OpenRun open(spec_of("textbook/sum", "csapp-haswell"));
  ProcessorModel model;
  const ProcessorLayout& layout = model.layout(open.run);
  for (const PartKind kind :
       {PartKind::fetch, PartKind::predictor, PartKind::icache, PartKind::decode,
        PartKind::retirement, PartKind::register_file, PartKind::station, PartKind::unit,
        PartKind::load_unit, PartKind::store_unit, PartKind::dcache, PartKind::branch_queue})
    CHECK(layout.find(kind).has_value());
  const auto leads = [&layout](PartKind from, PartKind to) {
    return std::any_of(layout.flows.begin(), layout.flows.end(), [&](const ProcessorFlow& flow) {
      return layout.parts[flow.from].kind == from && layout.parts[flow.to].kind == to;
    });
  };
  CHECK(leads(PartKind::fetch, PartKind::icache));
  CHECK(leads(PartKind::icache, PartKind::decode));
  CHECK(leads(PartKind::decode, PartKind::station));
  CHECK(leads(PartKind::retirement, PartKind::register_file));
  CHECK(leads(PartKind::branch_queue, PartKind::fetch)); // "prediction OK?"
  CHECK(leads(PartKind::unit, PartKind::branch_queue));
  CHECK(leads(PartKind::branch_queue, PartKind::retirement));
  CHECK(leads(PartKind::load_unit, PartKind::dcache));
  CHECK(leads(PartKind::dcache, PartKind::load_unit));
}

TEST_CASE("parts in which nothing stands say why, and the instruction cache when its line comes",
          "[gui_model]") {
  // Line 0x400000 takes an L1 miss, L2 miss and the memory: nothing is fetched meanwhile.
  OpenRun open(spec_of("textbook/sum", "ooo-4"));
  ProcessorModel model;
  const ProcessorView& view = model.visible(open.run, 20);
  const ProcessorLayout& layout = model.layout(open.run);
  const auto icache = layout.find(PartKind::icache);
  REQUIRE(icache);
  const auto gap = std::find_if(view.gaps.begin(), view.gaps.end(),
                                [&](const ProcessorGap& one) { return one.part == *icache; });
  REQUIRE(gap != view.gaps.end());
  // The first cycle in which anything is fetched, and the line it stands in.
  const OpRow& first = open.run.summary().timeline.rows.front();
  const std::uint64_t pc =
      open.run.summary().legend.instruction_pc.at(first.instruction.value) / 64 * 64;
  CHECK(gap->words == fmt::format("line {:#x} arrives in cycle {}", pc, first.begin.value));
  CHECK(model.explain_part(open.run, 20, *icache) == gap->words);
}

TEST_CASE("of a dynamically scheduled machine every empty part says why, in every cycle",
          "[gui_model]") {
  const char* machine =
      GENERATE("scoreboard", "tomasulo", "tomasulo-rob-2", "csapp-haswell", "ooo-4", "ooo-8");
  const char* program = GENERATE("textbook/daxpy", "textbook/sum");
  INFO(program << " on " << machine);
  OpenRun open(spec_of(program, machine));
  ProcessorModel model;
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle) {
    const ProcessorView view = model.visible(open.run, cycle);
    const ProcessorLayout& layout = model.layout(open.run);
    for (std::size_t i = 0; i < layout.parts.size(); ++i) {
      const ProcessorPart& part = layout.parts[i];
      const bool queue = part.kind == PartKind::branch_queue;
      if (queue ? !view.queue.empty() || !open.run.machine()->dynamic->speculates()
                : part.lanes.empty() || view.in_part[i] > 0)
        continue;
      // Without a front end what is fetched is in its station in the same cycle.
      const bool passes = part.kind == PartKind::fetch &&
                          open.run.machine()->dynamic->front_cycles == 0 && !view.tokens.empty();
      INFO("cycle " << cycle << ", " << part.name << " " << tr(part.role));
      const auto gap = std::find_if(view.gaps.begin(), view.gaps.end(),
                                    [i](const ProcessorGap& one) { return one.part == i; });
      if (passes && gap == view.gaps.end())
        continue;
      REQUIRE(gap != view.gaps.end());
      CHECK_FALSE(gap->words.empty());
      if (!queue)
        CHECK(model.explain_part(open.run, cycle, i) ==
              cell_sentence(open.run.summary(), cycle, gap->lane, kNoOp, gap->cause));
    }
  }
}

TEST_CASE("a part is empty for the reason that nothing comes to it", "[gui_model]") {
  // Nothing is fetched before the line has arrived, so that nothing is in any part.
  OpenRun open(spec_of("textbook/daxpy", "ooo-4"));
  ProcessorModel model;
  const ProcessorView& view = model.visible(open.run, 60);
  const ProcessorLayout& layout = model.layout(open.run);
  for (const PartKind kind : {PartKind::decode, PartKind::station, PartKind::results}) {
    const auto gap = std::find_if(view.gaps.begin(), view.gaps.end(), [&](const ProcessorGap& one) {
      return layout.parts[one.part].kind == kind;
    });
    REQUIRE(gap != view.gaps.end());
    CHECK(gap->cause.why == Reason::icache_miss);
  }
  // The oldest in the front end must run alone, and nothing passes it.
  const ProcessorView& later = model.visible(open.run, 160);
  const auto gap = std::find_if(later.gaps.begin(), later.gaps.end(), [&](const ProcessorGap& one) {
    return layout.parts[one.part].name == "int";
  });
  REQUIRE(gap != later.gaps.end());
  CHECK(gap->cause.why == Reason::serialising);
}

TEST_CASE("of an in-order pipeline every empty stage says why, in every cycle", "[gui_model]") {
  for (const char* machine : {"lecture-4", "mips-5", "dual-5"}) {
    INFO(machine);
    OpenRun open(spec_of("textbook/sum", machine));
    ProcessorModel model;
    for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle) {
      const ProcessorView view = model.visible(open.run, cycle);
      const ProcessorLayout& layout = model.layout(open.run);
      for (std::size_t i = 0; i < layout.parts.size(); ++i) {
        if (layout.parts[i].kind != PartKind::stage || view.in_part[i] > 0)
          continue;
        INFO("cycle " << cycle << ", " << layout.parts[i].name);
        const auto gap = std::find_if(view.gaps.begin(), view.gaps.end(),
                                      [i](const ProcessorGap& one) { return one.part == i; });
        REQUIRE(gap != view.gaps.end());
        CHECK_FALSE(gap->words.empty());
        CHECK(model.explain_part(open.run, cycle, i) ==
              cell_sentence(open.run.summary(), cycle, gap->lane, kNoOp, gap->cause));
      }
    }
  }
}

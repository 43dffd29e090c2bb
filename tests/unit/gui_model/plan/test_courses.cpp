#include "graph/notation/examples.hpp"
#include "model/analysis/machine_options.hpp"
#include "model/analysis/whatif_model.hpp"
#include "model/cells/cell_chain.hpp"
#include "model/cells/device_table.hpp"
#include "model/cells/table_model.hpp"
#include "model/comparison/history.hpp"
#include "model/files/link_scene.hpp"
#include "model/files/settings.hpp"
#include "model/graph/graph_model.hpp"
#include "model/graph/graph_options.hpp"
#include "model/language/sentences.hpp"
#include "model/plan/course_changes.hpp"
#include "model/plan/order_model.hpp"
#include "model/plan/plan_course.hpp"
#include "model/plan/scenario_course.hpp"
#include "temporary_folder.hpp"
#include "training/schedules/schedules.hpp"
#include "unit/gui_model/model_testing.hpp"

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

// Plans are runs like those of programs: recorded, asked, compared, changed.
namespace {

/// p = m = 4, F = 1, B = 2.
RunSpec plan_spec(std::string schedule) {
  return course_spec(Subject::plan, std::move(schedule),
                     {{"devices", "4"}, {"micro_batches", "4"}, {"backward", "2"}});
}

} // namespace

TEST_CASE("a plan is a run: gpipe of 4 devices and 4 micro-batches takes (m + p - 1)(F + B)",
          "[gui_model]") {
  OpenRun gpipe(plan_spec("gpipe"));
  CHECK(gpipe.run.last_cycle() == (4 + 4 - 1) * 3);
  CHECK(gpipe.run.whole());
  CHECK(gpipe.run.op_count() == 4 * 4 * 2);
  REQUIRE(gpipe.run.lanes().size() == 4);
  CHECK(gpipe.run.lanes()[0].name == "device 0");
  REQUIRE(gpipe.run.course() != nullptr);
  CHECK(gpipe.run.course()->plan() != nullptr);
  CHECK(gpipe.run.program() == nullptr);
  const trace::Ledger& ledger = gpipe.run.summary().ledger;
  CHECK(ledger.balanced());
  // Each device works m(F + B) = 12 of 21 ticks.
  CHECK(ledger.at(trace::LedgerPoint::issue).used() == 4 * 12);
  CHECK(ledger.at(trace::LedgerPoint::issue).lost() == 4 * 9);
  CHECK(gpipe.run.overview().end_cycle() == 22);
}

TEST_CASE("the memory curve counts activations: gpipe holds all, 1f1b as many as stages follow",
          "[gui_model]") {
  OpenRun gpipe(plan_spec("gpipe"));
  OpenRun one_f_one_b(plan_spec("1f1b"));
  const MemoryCurves& all = gpipe.run.course()->memory();
  const MemoryCurves& few = one_f_one_b.run.course()->memory();
  CHECK_FALSE(all.bytes);
  REQUIRE(few.devices.size() == 4);
  for (std::size_t device = 0; device < 4; ++device) {
    CHECK(all.devices[device].peak == 4);
    CHECK(few.devices[device].peak == 4 - device); // min(m, p - device)
  }
  CHECK(few.devices[3].culprit == "3F0");
  CHECK(few.devices[3].at(3)[3] == 0); // the last device begins in tick 4
  CHECK(few.devices[3].at(4)[3] == 1);
}

TEST_CASE("cells of a plan say what stands in them, why they are empty and for whom",
          "[gui_model]") {
  OpenRun opened(plan_spec("gpipe"));
  TableModel table;
  const TableView& view = table.visible(opened.run, 1, 21, 21);
  REQUIRE(view.rows.size() == 21);
  CHECK(view.rows[0].cells[0].tokens[0].number == "F0");
  CHECK(view.rows[0].cells[0].tokens[0].color == 0); // blue, as in every other form
  CHECK(view.rows[0].cells[3].gap.why == Reason::fill);
  // Device 0 waits in tick 5 for the gradient of device 1.
  const TableCellId waits{5, 0, kNoOp};
  CHECK(table.explain(opened.run, waits).find("tick 5, device 0") == 0);
  const auto culprit = table.culprit_cell(opened.run, waits);
  REQUIRE(culprit);
  CHECK(culprit->lane == 1);
}

TEST_CASE("the chain of causes of an idle cell of a plan is the plan's", "[gui_model]") {
  RunSpec spec = plan_spec("gpipe");
  spec.settings.push_back({"transfer", "1"});
  OpenRun opened(spec);
  // Device 0 ends F3 in tick 4. Stage s begins F at 2s, ends F3 at 2s + 4, so stage 3 runs B0 in
  // ticks 11-12, stage 2 in 14-15, stage 1 in 17-18, and device 0 waits in ticks 5 to 19: for B0
  // of device 1 on its way (19), its run (17-18), that of device 2 on its way (16), and so on.
  const TableCellId waits{6, 0, kNoOp};
  CHECK(cell_chain(opened.run, waits, true).loading);
  opened.run.wait();
  opened.run.poll();
  const CellChainView chain = cell_chain(opened.run, waits, true);
  REQUIRE(chain.links.size() >= 6);
  CHECK(chain.links[0].words == "the result of 1B0 is on its way to device 0");
  CHECK(chain.links[0].where == "tick 19");
  CHECK(chain.links[0].cell.lane >= 4); // a link's lane
  CHECK(chain.links[1].words == "1B0 runs on device 1");
  CHECK(chain.links[1].where == "ticks 17 to 18");
  CHECK(chain.links[1].cell.lane == 1);
  CHECK(chain.links[5].words == "3B0 runs on device 3");
  CHECK(chain.cycles == 15);
  std::uint64_t at = 20; // each link ends where the one in front of it begins
  for (const ChainLinkView& link : chain.links) {
    INFO(link.words);
    CHECK(link.end == at);
    at = link.begin;
    if (link.cell.lane != kNoLane) {
      const OpRow* row = opened.run.summary().timeline.find(link.cell.op);
      CHECK((row != nullptr && row->begin.value <= link.cell.cycle &&
             link.cell.cycle < row->end.value));
    }
  }
  CHECK(at == 5);
  // A device that works waits for nothing: nothing is "fetched behind" in a plan.
  const TableCellId works{1, 0, OpId{1}};
  CHECK(cell_chain(opened.run, works, true).loading);
  opened.run.wait();
  opened.run.poll();
  CHECK(cell_chain(opened.run, works, true).links.empty());
}

TEST_CASE("the table devices x time has blocks of operations and of idle stretches",
          "[gui_model]") {
  RunSpec spec = plan_spec("1f1b");
  spec.settings.push_back({"transfer", "1"});
  OpenRun opened(spec);
  DeviceTableModel model;
  const DeviceTableView& view = model.visible(opened.run, 1, opened.run.last_cycle() + 1);
  REQUIRE(view.lanes.size() > 4);
  CHECK_FALSE(view.lanes[3].is_link);
  CHECK(view.lanes[4].is_link);
  for (std::size_t lane = 0; lane < 4; ++lane) { // every tick of a device is told
    std::uint64_t at = 1;
    for (const DeviceBlock& block : view.lanes[lane].blocks) {
      CHECK(block.begin == at);
      CHECK((block.op || block.cause.why != Reason::none));
      at = block.end;
    }
    CHECK(at == opened.run.last_cycle() + 1);
  }
  CHECK(view.lanes[0].blocks[0].label == "F0");
  CHECK(view.lanes[0].blocks[0].number == "0");
  // Every row knows its operation, transfers that of their result.
  for (const DeviceLane& lane : view.lanes)
    for (const DeviceBlock& block : lane.blocks)
      if (block.op) {
        const training::Operation* operation = opened.run.course()->operation(block.op);
        REQUIRE(operation != nullptr);
        CHECK(block.number == std::to_string(operation->micro_batch));
        CHECK(block.label.front() == (operation->kind == training::Kind::forward ? 'F' : 'B'));
      }
  CHECK(opened.run.course()->operation(OpId{}) == nullptr);
  CHECK(opened.run.course()->operation(OpId{100'000}) == nullptr);
  CHECK(opened.run.course()->nanoseconds() == 0);
  CHECK(view.kinds == 3); // forward and backward
}

TEST_CASE("what is wrong with a plan is told as the command line tells it", "[gui_model]") {
  CHECK(failure(plan_spec("gpip")).find("did you mean 'gpipe'") != std::string::npos);
  RunSpec odd = plan_spec("chimera");
  odd.settings[0].value = "3";
  CHECK(failure(odd).find("an even number of devices") != std::string::npos);
  RunSpec unknown = plan_spec("gpipe");
  unknown.settings.push_back({"micro_batch", "3"});
  CHECK(failure(unknown).find("unknown key 'micro_batch'") != std::string::npos);
  CHECK(failure(course_spec(Subject::plan, "nothing.toml")).find("nothing.toml") !=
        std::string::npos);
}

TEST_CASE("files are opened as what they are: plans, orders, graphs, machines", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string plan =
      folder.file("mine.toml", "# of mine\nschedule = \"1f1b\"\ndevices = 2\nmicro_batches = 3\n");
  const std::string machine = folder.file("core.toml", "base = \"mips-5\"\n");
  CHECK(subject_of_file(plan) == Subject::plan);
  CHECK(subject_of_file(machine) == Subject::program);
  CHECK(subject_of_file("order.csv") == Subject::plan);
  CHECK(subject_of_file("mlp.graph") == Subject::graph);
  CHECK(subject_of_file("a.s") == Subject::program);
  OpenRun opened(course_spec(Subject::plan, plan));
  CHECK(opened.run.last_cycle() == (3 + 2 - 1) * 3); // 1f1b: (m + p - 1)(F + B)
}

TEST_CASE("keys of a plan are options, with the verifier's answer", "[gui_model]") {
  MachineOptions options;
  options.open(plan_spec("1f1b"));
  REQUIRE(options.find("devices") != nullptr);
  CHECK(options.find("devices")->value == "4");
  CHECK(options.find("devices")->changed() == false); // there is no default behind the default
  CHECK(options.find("zero") == nullptr);             // counts with a model
  CHECK(options.set_number("micro_batches", 8));
  CHECK(options.find("micro_batches")->changed() == false); // 8 is the default
  CHECK(options.set("schedule", "chimera"));
  CHECK(options.set_number("devices", 6));
  CHECK_FALSE(options.set_number("devices", 3)); // chimera needs an even number
  CHECK(format(options.problems()).find("even") != std::string::npos);
  CHECK(options.find("devices")->value == "6");
  CHECK(options.set("forward", "1,2,1,1,1,1"));
  CHECK_FALSE(options.set("forward", "1,2"));
  options.reset();
  CHECK(options.settings().empty());
  CHECK(options.set("model", "gpt2-small"));
  CHECK(options.find("forward") == nullptr);
  CHECK(options.set_number("zero", 1));
}

TEST_CASE("what would change a plan is measured", "[gui_model]") {
  RunSpec spec = plan_spec("1f1b");
  spec.settings.push_back({"transfer", "2"});
  OpenRun opened(spec);
  WhatIfModel what_if(Threads::none);
  what_if.measure(opened.run);
  what_if.wait();
  std::optional<WhatIfLine> free;
  for (const WhatIfLine& line : what_if.lines()) {
    CHECK_FALSE(line.words().empty());
    if (line.name == "transfer-0")
      free = line;
  }
  REQUIRE(free);
  CHECK(free->cycles == 21); // (m + p - 1)(F + B) without transfers
  CHECK(free->saved == static_cast<std::int64_t>(opened.run.last_cycle()) - 21);
}

TEST_CASE("a plan is stopped in whatever is being done for it", "[gui_model]") {
  RunSpec spec = plan_spec("1f1b");
  spec.settings = {{"devices", "64"}, {"micro_batches", "1100"}}; // 140,800 operations
  std::size_t asked = 0;
  const auto until = [&asked](std::size_t most) {
    asked = 0;
    return [&asked, most] { return ++asked < most; };
  };
  REQUIRE(open_plan(spec, until(~std::size_t{0})).ok());
  const std::size_t all = asked;
  CHECK(all > 64 + 4); // for each device's memory, and the order, verification, simulation twice
  for (const std::size_t stop : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{4},
                                 std::size_t{5}, std::size_t{40}, all}) {
    INFO("at question " << stop << " of " << all);
    const auto plan = open_plan(spec, until(stop));
    REQUIRE_FALSE(plan.ok());
    CHECK(plan.diagnostics().front().message == kInterrupted);
    CHECK(asked <= stop + 2); // what follows is not begun
  }
}

TEST_CASE("what would change a plan is stopped within a change", "[gui_model]") {
  RunSpec spec = plan_spec("1f1b");
  spec.settings = {{"devices", "64"}, {"micro_batches", "1100"}, {"transfer", "1"}};
  OpenRun opened(spec);
  WhatIfModel what_if(Threads::background);
  what_if.measure(opened.run);
  what_if.cancel();
  CHECK_FALSE(what_if.measuring());
  what_if.wait();
  what_if.update(opened.run);
  REQUIRE_FALSE(what_if.lines().empty());
  for (const WhatIfLine& line : what_if.lines())
    CHECK_FALSE(line.measured);
  what_if.measure(opened.run); // and can be begun again
  what_if.wait();
  CHECK(std::any_of(what_if.lines().begin(), what_if.lines().end(),
                    [](const WhatIfLine& line) { return line.measured; }));
}

TEST_CASE("the chain of causes of an idle cell of a scenario is that of its tasks", "[gui_model]") {
  OpenRun opened(course_spec(Subject::plan, "data-parallel"));
  const trace::RunRecord record = opened.run.course()->record(1, opened.run.last_cycle());
  std::size_t asked = 0;
  for (const Gap& gap : record.timeline.gaps) {
    if (gap.cause.why == Reason::drain || !gap.cause.culprit)
      continue;
    const auto causes = opened.run.course()->why(gap.lane, gap.begin.value);
    REQUIRE(causes);
    REQUIRE_FALSE(causes->empty());
    CHECK(causes->front().end >= gap.end.value);
    CHECK(causes->back().begin <= gap.begin.value);
    for (std::size_t i = 1; i < causes->size(); ++i)
      CHECK((*causes)[i].end == (*causes)[i - 1].begin);
    const OpRow* row = record.timeline.find(causes->front().op);
    REQUIRE(row != nullptr);
    CHECK(record.legend.instruction_text[row->instruction.value] == causes->front().who);
    ++asked;
  }
  CHECK(asked > 0);
}

TEST_CASE("what would change a plan of a model: its transfers and its links", "[gui_model]") {
  RunSpec spec = plan_spec("1f1b");
  spec.settings = {{"model", "gpt2-small"}, {"micro_batches", "4"}};
  const auto cycles = [&spec](const char* key, const char* value) {
    RunSpec other = spec;
    other.settings.push_back({key, value});
    return OpenRun(other).run.last_cycle();
  };
  OpenRun opened(spec);
  std::map<std::string, std::uint64_t> found;
  for (const CourseChange& change : course_changes(opened.run))
    found[change.name] = OpenRun(change.spec).run.last_cycle();
  REQUIRE(found.contains("transfer-0"));
  REQUIRE(found.contains("links-double"));
  CHECK(found["transfer-0"] == cycles("transfer", "0"));
  CHECK(found["links-double"] == cycles("link_percent", "200"));
  CHECK(found["transfer-0"] < found["links-double"]);
  CHECK(found["links-double"] < opened.run.last_cycle());
}

TEST_CASE("the second stage of a device has a shade of its own", "[gui_model]") {
  for (const auto& [schedule, stage, shade] : {std::tuple{"zb-v", 3U, 0.0F},
                                               {"zb-v", 4U, 1.0F},
                                               {"interleaved-1f1b", 5U, 1.0F},
                                               {"chimera", 3U, 0.0F},
                                               {"chimera", 4U, 1.0F},
                                               {"1f1b", 3U, 0.0F}}) {
    INFO(schedule << " " << stage);
    OpenRun opened(plan_spec(schedule));
    CHECK(shade_of_stage(opened.run.course()->plan()->plan.plan, stage) == shade);
    DeviceTableModel model;
    const DeviceTableView& table = model.visible(opened.run, 1, opened.run.last_cycle() + 1);
    bool seen = false;
    for (const DeviceLane& lane : table.lanes)
      for (const DeviceBlock& block : lane.blocks)
        seen = seen || block.shade == 1;
    CHECK(seen == table.shaded);
    CHECK(seen == (std::string(schedule) != "1f1b"));
  }
}

TEST_CASE("an operation is moved in the order of its device, and the verifier answers",
          "[gui_model]") {
  OpenRun opened(plan_spec("1f1b"));
  OrderModel model;
  model.open(opened.run);
  REQUIRE(model.devices().size() == 4);
  CHECK(model.changeable());
  // The last device: F0 B0 F1 B1 ...; B0 before F0 cannot be.
  CHECK(model.label(3, 0) == "3F0");
  CHECK(model.label(3, 1) == "3B0");
  CHECK(model.color(3, 0) != model.color(3, 1));
  CHECK(model.longest_label() == "0F0");
  const OrderAnswer wrong = model.moved(3, 1, 0);
  CHECK_FALSE(wrong.legal);
  CHECK_FALSE(wrong.problem.empty());
  // The verifier alone, as while dragging: the same problem, and no run.
  const OrderAnswer dragged = model.verified(3, 1, 0);
  CHECK_FALSE(dragged.legal);
  CHECK(wrong.problem.find(dragged.problem.substr(0, 20)) != std::string::npos);
  CHECK(model.verified(3, 2, 1).legal);
  CHECK(model.verified(3, 2, 1).cycles == 0);
  // F1 in front of B0 is legal; the last device then holds two activations.
  const OrderAnswer other = model.moved(3, 2, 1);
  REQUIRE(other.legal);
  OpenRun moved(other.spec);
  CHECK(moved.run.last_cycle() == other.cycles);
  CHECK(other.cycles >= opened.run.last_cycle());
  CHECK(moved.run.course()->memory().devices[3].peak == 2);
}

TEST_CASE("all that is wrong with an order is told", "[gui_model]") {
  RunSpec spec = plan_spec("1f1b");
  spec.settings = {{"devices", "24"}, {"micro_batches", "24"}};
  OpenRun opened(spec);
  OrderModel model;
  model.open(opened.run);
  // Its first forward pass behind all others: each of its backward passes comes too early or late.
  const OrderAnswer wrong = model.moved(12, 0, model.devices()[12].size() - 1);
  REQUIRE_FALSE(wrong.legal);
  const auto course = open_plan(wrong.spec);
  REQUIRE_FALSE(course.ok());
  std::string all;
  for (const Diagnostic& problem : course.diagnostics())
    all += (all.empty() ? "" : "\n") + problem.message;
  CHECK(wrong.problem == all);
  // No such place: nothing is found, and the run is the same.
  CHECK(model.moved(99, 0, 1).spec.order.empty());
  CHECK_FALSE(model.verified(0, 0, 99).legal);
}

TEST_CASE("an order that waits for itself is a failure that names the waits", "[gui_model]") {
  RunSpec spec = plan_spec("1f1b");
  spec.settings = {{"devices", "2"}, {"micro_batches", "2"}};
  // Device 0 wants B1 before it has sent F1, which device 1 needs for B1.
  spec.order = "0F0,0B1,0F1,0B0\n1F0,1F1,1B1,1B0\n";
  CHECK_FALSE(failure(spec).empty());
}

TEST_CASE("plans are remembered, carried by links and undone like programs", "[gui_model]") {
  RunSpec spec = plan_spec("zb-h1");
  spec.order = "x";
  const RunSpec again = recall(remember(spec));
  CHECK(again.subject == Subject::plan);
  CHECK(again.order == "x");
  Settings settings;
  settings.run_a = remember(spec);
  const auto read = settings_from_json(to_json(settings));
  REQUIRE(read);
  CHECK(read->run_a == settings.run_a);
  LinkScene scene;
  scene.run_a = plan_spec("zb-h1");
  const auto text = to_text(scene);
  REQUIRE(text.ok());
  CHECK(scene_of_text(*text)->run_a.subject == Subject::plan);
  scene.run_a.settings.push_back({"order", "secret.csv"});
  CHECK_FALSE(to_text(scene).ok());
  CHECK(change_between({plan_spec("gpipe"), {}, {}}, {plan_spec("1f1b"), {}, {}}) ==
        SceneChange::program);
}

TEST_CASE("keys of plans and graphs and all schedules have Chinese words", "[gui_model]") {
  set_language(Language::chinese);
  RunSpec job = plan_spec("1f1b");
  job.settings = {{"model", "gpt2-small"}, {"tick", "1000000"}};
  for (const RunSpec& spec :
       {plan_spec("1f1b"), job, course_spec(Subject::graph, "mlp"), plan_spec("pipedream-2bw")}) {
    MachineOptions options;
    options.open(spec);
    CHECK(options.options().size() > 8);
    for (const MachineOption& option : options.options()) {
      INFO(option.key);
      CHECK_FALSE(option.words[static_cast<std::size_t>(Language::chinese)].empty());
    }
  }
  for (const training::ScheduleInfo& schedule : training::schedules())
    CHECK(plan_schedule_words(schedule) != schedule.meaning);
  set_language(Language::english);
}

// Long plans are recorded only where they are looked at: the window has the operations, numbers and
// reasons of the whole.
TEST_CASE("a long plan of many devices is shown in windows", "[gui_model]") {
  RunSpec spec = course_spec(Subject::plan, "1f1b",
                             {{"devices", "300"}, {"micro_batches", "16"}, {"transfer", "1"}});
  spec.whole_ops = 1'000'000;
  OpenRun whole(spec);
  spec.whole_ops = 100;
  OpenRun parts(spec);
  REQUIRE(whole.run.whole());
  REQUIRE_FALSE(parts.run.whole());
  CHECK(whole.run.lanes().size() == 300 + 2 * 299);
  CHECK(parts.run.last_cycle() == whole.run.last_cycle());
  CHECK(parts.run.op_count() == whole.run.op_count());
  CHECK(parts.run.overview().buckets().back().retired == whole.run.op_count());
  const std::uint64_t middle = parts.run.last_cycle() / 2;
  const std::uint64_t end = middle + std::min<std::uint64_t>(parts.run.window_cycles(), 20);
  (void)parts.run.window(middle, end);
  parts.run.wait();
  const WindowPtr window = parts.run.window(middle, end);
  REQUIRE(window != nullptr);
  std::string why;
  CHECK(window->record.ledger.balanced(&why));
  INFO(why);
  const Timeline all = whole.run.first_window()->index.slice(Cycle{middle}, Cycle{end});
  const Timeline part = window->index.slice(Cycle{middle}, Cycle{end});
  REQUIRE(all.rows.size() == part.rows.size());
  for (std::size_t i = 0; i < all.rows.size(); ++i)
    CHECK(all.rows[i].op == part.rows[i].op);
  CHECK(all.gaps.size() == part.gaps.size());
  DeviceTableModel model;
  const DeviceTableView& table = model.visible(parts.run, middle, end, {10, 20, 299});
  REQUIRE(table.lanes.size() > 300);
  for (std::size_t lane = 0; lane < 300; ++lane)
    CHECK(table.lanes[lane].blocks.empty() == !((lane >= 10 && lane < 20) || lane >= 298));
}

TEST_CASE("parts of a plan have the keys of the command line, by what counts", "[gui_model]") {
  RunSpec spec;
  spec.subject = Subject::plan;
  const auto keys = [&spec](const std::string& name, std::vector<machine::Setting> settings) {
    spec.program.name = name;
    spec.settings = std::move(settings);
    const auto options = scenario_options(spec);
    std::string all;
    REQUIRE(options);
    for (const MachineOption& option : *options) {
      CHECK_FALSE(option.words[0].empty());
      CHECK_FALSE(option.words[1].empty());
      all += option.key + " ";
    }
    return all;
  };
  for (const std::string_view name : scenario_names())
    CHECK_FALSE(keys(std::string(name), {}).empty());
  CHECK(keys("offload", {}) ==
        "activations layers forward backward gradient activation kept model resident prefetch "
        "latency iterations host_step offload_optimizer ");
  CHECK(keys("offload", {{"model", "gpt2-small"}}) ==
        "activations model cluster topology oversubscription micro_batch_size tensor_parallel tick "
        "resident prefetch iterations host_step offload_optimizer ");
  spec.settings = {{"kep", "2"}, {"prefetch", "x"}};
  const auto wrong = scenario_options(spec);
  REQUIRE_FALSE(wrong);
  REQUIRE(wrong.diagnostics().size() == 2);
  CHECK(wrong.diagnostics()[0].suggestion == "kept");
  CHECK(wrong.diagnostics()[1].expected == "a whole number from 0 to 10000");
  spec.settings = {{"compute", "4,4"}}; // of four workers
  spec.program.name = "server";
  REQUIRE_FALSE(open_scenario(spec));
  CHECK(open_scenario(spec).diagnostics()[0].expected == "one, or 4");
}

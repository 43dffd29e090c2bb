#include "graph/study/study.hpp"
#include "headless.hpp"
#include "model/editor/editor_model.hpp"
#include "model/language/strings.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// Plans and graphs in the window: every panel draws them, and what is touched answers.
namespace stallscope::gui {
namespace {

RunSpec course(Subject subject, std::string name, std::vector<machine::Setting> settings = {}) {
  RunSpec spec;
  spec.subject = subject;
  spec.program.name = std::move(name);
  spec.settings = std::move(settings);
  return spec;
}

RunSpec plan(std::string name, const char* micro_batches = "4") {
  return course(Subject::plan, std::move(name),
                {{"devices", "4"}, {"micro_batches", micro_batches}});
}

void open(Headless& window, RunSpec a, std::optional<RunSpec> b = std::nullopt) {
  window.runs.open_a(std::move(a));
  if (b)
    window.runs.open_b(std::move(*b));
  window.runs.wait();
  window.runs.transport().to_end();
  window.frame(3);
}

void show(Headless& window, const char* panel) {
  window.interface.looks.panel = *panel_named(panel);
  window.frame(2);
}

} // namespace

TEST_CASE("plans and graphs are drawn by every panel, alone and side by side", "[gui]") {
  for (const bool graph : {false, true}) {
    Headless window;
    if (graph)
      open(window, course(Subject::graph, "mlp", {{"differentiate", "loss"}}),
           course(Subject::graph, "mlp", {{"differentiate", "loss"}, {"passes", "all"}}));
    else
      open(window, plan("gpipe"), plan("1f1b"));
    for (const std::string& name : panel_names())
      for (const std::uint64_t cycle : {0U, 5U, 1000U}) {
        INFO(name << " in " << cycle);
        window.interface.looks.panel = *panel_named(name);
        window.runs.transport().seek(cycle);
        window.frame(2);
        CHECK(window.vertices() > 100);
      }
  }
}

TEST_CASE("the table of a plan has a row a device and the numbers of micro-batches", "[gui]") {
  Headless window;
  open(window, plan("1f1b"));
  const std::string texts = window.texts();
  for (const char* words : {"device 0", "device 3", "F0", "B3", "F forward", "Activations held"})
    CHECK(texts.find(words) != std::string::npos);
  CHECK(texts.find("21 ticks") != std::string::npos);
}

TEST_CASE("a click on an idle cell of a plan says why, another one lets it go", "[gui]") {
  Headless window;
  open(window, plan("gpipe", "16"));
  REQUIRE(window.runs.run(Side::a).last_cycle() == 57);
  const auto body = place_of("device_body_a");
  REQUIRE(body);
  // Device 0 waits from tick 17 on; rows of the four devices are equally high.
  const float tick = body->width() / 57;
  const Point cell{body->left + tick * 17.5F, body->top + body->height() / 8};
  window.click(cell);
  CHECK(window.interface.shared.pinned_sentence.find("tick 18, device 0") == 0);
  window.click(cell);
  CHECK(window.interface.shared.pinned_sentence.empty());
}

// Device 0 waits in tick 18 for B0 of device 1, which waits for the devices behind it.
TEST_CASE("the chain of causes of an idle cell of a plan stands beside it", "[gui]") {
  Headless window;
  open(window, plan("gpipe", "16"));
  window.runs.transport().seek(18);
  window.frame(2);
  window.interface.show(OverlayId::chain);
  window.frame(3);
  window.runs.wait();
  window.frame(3);
  const auto plate = place_of("reason_by_cell");
  REQUIRE(plate);
  CHECK(place_of("chain_link_0"));
  const std::string texts = window.texts();
  CHECK(texts.find("1B0 runs on device 1") != std::string::npos);
  CHECK(texts.find("runs on device 3") != std::string::npos);
  const auto pinned = window.interface.shared.pinned_sentence;
  const auto link = place_of("chain_link_0");
  window.click(Point{link->left + 60, link->centre().y}); // goes there
  CHECK(window.interface.shared.pinned_sentence != pinned);
}

TEST_CASE("what a plan has nothing of says so, in words of plans", "[gui]") {
  Headless window;
  open(window, plan("1f1b"));
  show(window, "structures");
  CHECK(window.texts().find("has no registers") != std::string::npos);
  CHECK(window.texts().find("Click a register") == std::string::npos);
  show(window, "diagram");
  CHECK(window.texts().find("pc 0x400010") == std::string::npos);
  show(window, "ledger");
  CHECK(window.texts().find("nothing left") != std::string::npos);
  CHECK(window.texts().find("program ended") == std::string::npos);
}

TEST_CASE("a click on the time axis seeks", "[gui]") {
  Headless window;
  open(window, plan("gpipe", "16"));
  const auto axis = place_of("time_a");
  REQUIRE(axis);
  window.click(Point{axis->left + axis->width() * 0.5F, axis->centre().y});
  CHECK(window.runs.transport().cycle() == 29); // of 57
}

TEST_CASE("Alt and arrows move an operation, and the verifier answers at once", "[gui]") {
  Headless window;
  open(window, plan("1f1b"));
  show(window, "schedule");
  const auto row = place_of("order_3");
  REQUIRE(row);
  window.click(Point{row->left + 4, row->centre().y}); // 3F0
  window.press_with_alt(ImGuiKey_DownArrow);           // behind 3B0
  window.frame(2);
  CHECK(window.texts().find("not possible") != std::string::npos);
  CHECK(window.runs.run(Side::a).spec().order.empty());
  window.click(Point{row->left + 4, row->centre().y});
  window.press(ImGuiKey_DownArrow); // 3B0
  window.press(ImGuiKey_DownArrow); // 3F1
  window.press_with_alt(ImGuiKey_UpArrow);
  window.runs.wait();
  window.frame(2);
  CHECK_FALSE(window.runs.run(Side::a).spec().order.empty());
  CHECK(window.texts().find("legal") != std::string::npos);
  window.press_with_ctrl(ImGuiKey_Z);
  window.runs.wait();
  window.frame(2);
  CHECK(window.runs.run(Side::a).spec().order.empty());
}

TEST_CASE("a device without room is told of above the table", "[gui]") {
  Headless window;
  open(window, course(Subject::plan, "1f1b",
                      {{"model", "gpt3"},
                       {"devices", "16"},
                       {"micro_batches", "16"},
                       {"micro_batch_size", "1"},
                       {"tick", "1000000"}}));
  CHECK(window.texts().find("has no room") != std::string::npos);
  CHECK(place_of("no_room_a").has_value());
}

TEST_CASE("rewrites are stepped through with buttons", "[gui]") {
  Headless window;
  open(window, course(Subject::graph, "mlp", {{"differentiate", "loss"}, {"passes", "all"}}));
  show(window, "processor");
  const auto done = [&window] {
    return window.runs.run(Side::a).course()->graph()->optimized->rewrites.size();
  };
  const std::size_t all = done();
  REQUIRE(all > 2);
  window.click("rewrite_back_a");
  window.runs.wait();
  window.frame(2);
  CHECK(done() == all - 1);
  window.click("rewrite_next_a");
  window.runs.wait();
  window.frame(2);
  CHECK(done() == all);
}

TEST_CASE("the editor has the text of a plan and of a graph, and where its lines are", "[gui]") {
  Headless window;
  open(window, course(Subject::graph, "mlp"));
  show(window, "editor");
  std::string all = window.texts();
  CHECK(all.find("Two linear layers") != std::string::npos);
  CHECK(all.find(tr(Text::transport_run_to_cursor)) == std::string::npos);
  std::set<std::uint32_t> lines; // of operations: two products, their activation, the mean
  Run& run = window.runs.run(Side::a);
  for (std::uint64_t cycle = 1; cycle <= run.last_cycle(); ++cycle)
    for (const MarginMark& mark : EditorModel::marks(run, cycle))
      lines.insert(mark.line);
  CHECK(lines == std::set<std::uint32_t>{4, 5, 6});
  open(window, plan("1f1b"));
  window.frame(3);
  all = window.texts();
  CHECK(all.find("micro_batches") != std::string::npos);
}

} // namespace stallscope::gui

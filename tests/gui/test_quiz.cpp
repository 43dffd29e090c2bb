#include "headless.hpp"
#include "model/language/sentences.hpp"
#include "view/teaching/quiz_panel.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {
namespace {

/// The lecture's example, in whose cycle something is asked.
class QuizWindow : public Headless {
public:
  QuizWindow(QuizModel::Kind kind, std::uint64_t cycle) {
    open("lecture/p4", "lecture-4");
    runs.transport().seek(cycle);
    frame(2);
    ask(kind, runs, interface.shared);
    REQUIRE(interface.shared.quiz.kind() == kind);
    frame(3);
  }
};

TEST_CASE("a quiz hides the next cycle and takes its answer from the table", "[gui]") {
  QuizWindow window(QuizModel::Kind::next_cycle, 4);
  Shared& shared = window.interface.shared;
  const TableLayout layout = window.table_a();
  // Cycle 5: 3 in ID, 2 in RR; 1 has left.
  for (std::size_t i = 0; i < shared.quiz.places().size(); ++i) {
    const QuizPlace place = shared.quiz.places()[i];
    window.click(fmt::format("quiz_{}", place.op.value));
    if (place.right == kNoLane)
      window.click("quiz_leaves");
    else
      window.click(layout.cell(5, place.right).centre());
  }
  REQUIRE(shared.quiz.complete());
  window.click("quiz_mark");
  CHECK(shared.quiz.marked());
  CHECK(shared.quiz.score() == shared.quiz.full_score());
  window.click("quiz_on"); // the same of cycle 6
  CHECK(shared.quiz.cycle() == 6);
  window.click("quiz_close");
  CHECK(shared.quiz.kind() == QuizModel::Kind::none);
}

TEST_CASE("a quiz about a reason does not show it", "[gui]") {
  QuizWindow window(QuizModel::Kind::reason, 3);
  Shared& shared = window.interface.shared;
  window.move(window.table_a().cell(3, 0).centre());
  CHECK(shared.sentence.empty());
  window.click(fmt::format("reason_{}", static_cast<int>(Reason::raw)));
  window.click("quiz_mark");
  CHECK(shared.quiz.score() == 1);
}

/// How often a word is in what is drawn.
std::size_t count_of(const std::string& texts, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = texts.find(word); at != std::string::npos; at = texts.find(word, at + 1))
    ++count;
  return count;
}

TEST_CASE("nothing in the window answers a quiz about a reason before it is marked", "[gui]") {
  const Language language = GENERATE(from_range(kLanguages));
  INFO(table_of(language).name);
  Headless window(1280, 800);
  window.interface.looks.language = language;
  window.open("lecture/p4", "lecture-4", "lecture/p4");
  window.runs.transport().seek(3);
  window.frame(2);
  window.click(window.table_a().cell(3, 0).centre()); // the reason is pinned
  Shared& shared = window.interface.shared;
  ask(QuizModel::Kind::reason, window.runs, shared);
  REQUIRE(shared.quiz.right_reason() == Reason::raw);
  const std::string title = reason_title(Reason::raw);
  const auto tells = [&] { // beside the choice itself
    const std::string texts = window.texts();
    return count_of(texts, "RAW") > count_of(title, "RAW") || count_of(texts, title) > 1 ||
           texts.find(reason_meaning(Reason::raw).substr(0, 12)) != std::string::npos;
  };
  const std::string strip_key = fmt::format("strip_key_{}", static_cast<int>(Reason::raw));
  for (const std::uint64_t cycle : {3, 4, 11}) { // the wait goes on in cycle 4
    window.runs.transport().seek(cycle);
    for (const PanelId panel : {PanelId::table, PanelId::diagram, PanelId::processor,
                                PanelId::structures, PanelId::ledger, PanelId::lines}) {
      INFO("cycle " << cycle << ", " << panel_name(panel));
      window.interface.looks.panel = panel;
      window.frame(3);
      CHECK_FALSE(tells());
      CHECK_FALSE(in_sight(strip_key));
    }
  }
  window.interface.looks.panel = PanelId::table;
  window.frame(2);
  for (const char* strip : {"strip_a", "strip_b"}) {
    const Rect place = *place_of(strip);
    window.move({place.left + place.width() * 2.5F / 11, place.centre().y});
    CHECK_FALSE(tells());
  }
  for (const char* table : {"table_a", "table_b"}) {
    const Rect place = *place_of(table);
    const TableLayout layout(window.interface.style(), place, window.runs.run(Side::a).lanes(), 1,
                             0, window.runs.run(Side::a).last_cycle());
    window.move(layout.cell(3, 0).centre());
    CHECK_FALSE(tells());
    window.press(ImGuiKey_Enter);
    CHECK_FALSE(tells());
  }
  window.click(fmt::format("reason_{}", static_cast<int>(Reason::raw)));
  window.click("quiz_mark");
  window.frame(2);
  CHECK(tells());
  CHECK(in_sight(strip_key));
}

} // namespace
} // namespace stallscope::gui

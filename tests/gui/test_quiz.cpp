#include "headless.hpp"
#include "view/teaching/quiz_panel.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

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

} // namespace
} // namespace stallscope::gui

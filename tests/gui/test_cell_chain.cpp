#include "headless.hpp"
#include "model/cells/cell_chain.hpp"
#include "model/language/strings.hpp"

#include <catch2/catch.hpp>

#include <string>

// The chain from a cell to its root, folded out beside it.
namespace stallscope::gui {
namespace {

TEST_CASE("W folds out the chain of the chosen cell, and its links go to their cells", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 900);
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.runs.transport().seek(8);
    window.frame(3);
    window.click(window.table_a().cell(4, 0).centre()); // instruction 2 waits for $t2
    window.move({5, 800});
    CHECK_FALSE(in_sight("chain_link_0"));
    CHECK(window.texts().find(tr(Text::chain_open)) != std::string::npos);
    window.type("w");
    window.frame(3);
    REQUIRE(in_sight("chain_link_0"));
    const CellChainView chain = cell_chain(window.runs.run(Side::a), {4, 0, OpId{2}}, true);
    REQUIRE_FALSE(chain.loading);
    REQUIRE_FALSE(chain.links.empty());
    const std::string texts = window.texts();
    CHECK(texts.find(tr(Text::chain_total)) != std::string::npos);
    for (const ChainLinkView& link : chain.links)
      CHECK(texts.find(link.words.substr(0, 8)) != std::string::npos);
    const Rect plate = *place_of("reason_by_cell"); // on screen, none of it cut
    CHECK(plate.top >= 0);
    CHECK(plate.bottom <= 900);
    const std::size_t last = chain.links.size() - 1;
    const std::string before = window.interface.shared.pinned_sentence;
    window.click("chain_link_" + std::to_string(last));
    window.frame(2);
    CHECK(window.interface.shared.pinned_sentence != before);
    CHECK(window.interface.shared.pinned_sentence.find(
              window.runs.run(Side::a).lanes()[chain.links[last].cell.lane].name) !=
          std::string::npos);
    window.press(ImGuiKey_Backspace);
    window.frame(2);
    CHECK(window.interface.shared.pinned_sentence == before);
    window.press(ImGuiKey_Escape);
    window.move({5, 800});
    CHECK_FALSE(in_sight("chain_link_0"));
  }
}

TEST_CASE("W without a chosen cell asks of one that waits", "[gui]") {
  for (const Language language : kLanguages)
    for (const char* panel : {"table", "diagram"}) {
      INFO(table_of(language).name << ' ' << panel);
      Headless window(1280, 900);
      window.open("lecture/p4", "lecture-4");
      window.interface.looks.language = language;
      window.interface.looks.panel =
          std::string(panel) == "table" ? PanelId::table : PanelId::diagram;
      window.runs.transport().seek(4);
      window.frame(3);
      window.type("w");
      window.frame(3);
      REQUIRE(in_sight("chain_link_0"));
      const std::string texts = window.texts();
      CHECK(texts.find(tr(Text::chain_close)) != std::string::npos);
      CHECK(texts.find("$t2") != std::string::npos);
      window.click("chain_link_0");
      CHECK(in_sight("reason_by_cell"));
      window.type("w");
      window.frame(2);
      CHECK_FALSE(in_sight("chain_link_0"));
    }
}

TEST_CASE("A stage that is used in part says why no more is in it", "[gui]") {
  Headless window(1280, 900);
  window.open("textbook/beq_taken", "csapp-haswell");
  Run& run = window.runs.run(Side::a);
  window.frame(3);
  const std::uint64_t last = run.last_cycle();
  TableModel model;
  std::uint64_t cycle = 0;
  for (const TableRowView& row : model.visible(run, 1, last, last).rows)
    if (cycle == 0 && !row.cells[0].tokens.empty() && row.cells[0].gap.why != Reason::none)
      cycle = row.cycle;
  REQUIRE(cycle != 0);
  window.runs.transport().seek(cycle);
  window.frame(3);
  INFO("cycle " << cycle); // of those that are shown when the table has not been scrolled
  const Rect cell = window.table_a().cell(cycle, 0);
  window.move({cell.left + 6, cell.centre().y});
  CHECK_FALSE(window.interface.shared.sentence.empty());
  CHECK(window.interface.shared.sentence.find(tr(Text::free_slot)) == std::string::npos);
  window.move({cell.right - 5, cell.centre().y});
  CHECK(window.interface.shared.sentence.find(tr(Text::free_slot)) != std::string::npos);
}

TEST_CASE("The chain of an empty stage goes on to the branch", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 900);
    window.open("textbook/beq_taken", "mips-5");
    window.interface.looks.language = language;
    window.runs.transport().seek(8);
    window.frame(3);
    window.click(window.table_a().cell(6, 2).centre()); // EX, in which the `and` would be
    window.type("w");
    window.frame(3);
    const CellChainView chain = cell_chain(window.runs.run(Side::a), {6, 2, kNoOp}, true);
    REQUIRE_FALSE(chain.loading);
    CHECK(chain.within == 1);
    REQUIRE(chain.links.size() == 4);
    CHECK(chain.links.back().cell.op == OpId{3});
    CHECK(window.texts().find(tr(Text::chain_before)) != std::string::npos);
  }
}

} // namespace
} // namespace stallscope::gui

#include "headless.hpp"
#include "view/widgets/focus.hpp"

#include <catch2/catch.hpp>

#include <string>

// The window by keyboard alone.
namespace stallscope::gui {
namespace {

void go_to(Headless& window, const std::string& where) {
  window.type("g");
  window.frame(2);
  REQUIRE(Headless::popup());
  window.type(where);
  window.press(ImGuiKey_Enter);
  window.frame(2);
}

TEST_CASE("G goes to a cycle, an instruction, a line, an address and a label", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("textbook/sum", "mips-5");
    window.interface.looks.language = language;
    window.frame(2);
    const Run& run = window.runs.run(Side::a);
    const isa::Program& program = *run.program();
    const Timeline& timeline = run.summary().timeline;
    const auto first_of = [&](std::uint64_t pc) { // its first fetch
      for (const OpRow& row : timeline.rows)
        if (run.summary().legend.instruction_pc.at(row.instruction.value) == pc)
          return row.begin.value;
      return std::uint64_t{0};
    };
    go_to(window, "20");
    CHECK(window.runs.cycle(Side::a) == 20);
    go_to(window, "#7");
    CHECK(window.runs.cycle(Side::a) == timeline.rows[6].begin.value);
    std::string label;
    for (const auto& [name, symbol] : program.symbols)
      if (symbol.is_code && first_of(symbol.address) > 1)
        label = name;
    REQUIRE_FALSE(label.empty());
    const std::uint64_t address = program.symbols.at(label).address;
    window.press(ImGuiKey_Home);
    go_to(window, label);
    CHECK(window.runs.cycle(Side::a) == first_of(address));
    go_to(window, label); // the next time
    CHECK(window.runs.cycle(Side::a) > first_of(address));
    window.press(ImGuiKey_End);
    go_to(window, label); // there is none behind the end: from the start
    CHECK(window.runs.cycle(Side::a) == first_of(address));
    window.press(ImGuiKey_Home);
    go_to(window, ":" + std::to_string(program.source.at(program.index_of(address)).line));
    CHECK(window.runs.cycle(Side::a) == first_of(address));
    // What is none stays in the field, with its reason.
    for (const char* bad : {"nowhere", "99999999", "#0", "#1.2.3", "#1.", ":0", ""}) {
      INFO(bad);
      go_to(window, bad);
      CHECK(Headless::popup());
      window.press(ImGuiKey_Escape);
      CHECK_FALSE(Headless::popup());
    }
    go_to(window, "#7.1"); // a micro-op
    CHECK(window.runs.cycle(Side::a) == timeline.rows[6].begin.value);
    go_to(window, "99999999");
    CHECK(window.texts().find("99,999,999") != std::string::npos);
    window.press(ImGuiKey_Escape);
    window.click("cycle_number");
    CHECK(Headless::popup());
  }
}

TEST_CASE("letters are keys with Caps Lock, too", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.runs.transport().seek(4);
  window.frame(2);
  window.type("G");
  window.frame(2);
  CHECK(Headless::popup());
  window.press(ImGuiKey_Escape);
  window.type("W");
  CHECK(window.interface.shared.show_chain);
  window.type("L");
  CHECK(window.interface.looks.panel == PanelId::lines);
  window.type("B");
  window.frame(2);
  CHECK(window.interface.looks.panel == PanelId::diagram);
  CHECK(window.interface.shared.bookmarks[0].marks.size() == 1);
}

TEST_CASE("A goes to a lesson's question, and the palette checks its answer", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window(1280, 800);
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    LessonModel& model = window.interface.shared.lesson;
    model.start(lessons()[0]);
    window.interface.shared.scene_changed = true;
    window.frame(2);
    while (!model.step().question || !model.step().question->choices.empty())
      REQUIRE(model.next());
    window.interface.shared.scene_changed = true;
    window.frame(3);
    const std::string answer = std::to_string(model.step().question->answer);
    window.type("a");
    window.frame(2);
    REQUIRE(ImGui::GetIO().WantTextInput);
    window.type(answer);
    window.press(ImGuiKey_Tab); // out of the field: taken, not checked
    CHECK(model.typed() == answer);
    CHECK_FALSE(model.answered());
    window.interface.open_palette();
    window.frame(3);
    window.type(tr(Text::lesson_check));
    window.press(ImGuiKey_Enter);
    window.frame(3);
    CHECK(model.right());
  }
}

TEST_CASE("a whole lesson, with its questions, is given by keyboard alone", "[gui]") {
  for (const Language language : kLanguages)
    for (std::size_t number = 0; number < lessons().size(); ++number) {
      const Lesson& lesson = lessons()[number];
      INFO(lesson.name << " in " << table_of(language).name);
      Headless window(1600, 1000);
      window.open("lecture/p4", "lecture-4");
      window.interface.looks.language = language;
      window.frame(2);
      window.type("0"); // the panel of lessons
      window.frame(2);
      window.tab_to("lesson_" + lesson.name);
      window.press(ImGuiKey_Enter);
      LessonModel& model = window.interface.shared.lesson;
      REQUIRE(model.lesson() == &lesson);
      for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        INFO("step " << step + 1);
        window.frame(4);
        REQUIRE(model.step_number() == step);
        const auto& question = lesson.steps[step].question;
        if (question && !question->choices.empty()) {
          window.tab_to("choice_" + std::to_string(question->answer));
          window.press(ImGuiKey_Enter);
        } else if (question) {
          window.tab_to("answer");
          window.press(ImGuiKey_Enter);
          window.type(std::to_string(question->answer));
          window.press(ImGuiKey_Enter);
        }
        CHECK(model.right() == question.has_value());
        window.press(ImGuiKey_PageDown);
        if (step == 1) {
          window.press(ImGuiKey_PageUp);
          window.press(ImGuiKey_PageDown);
        }
      }
      window.frame(2);
      CHECK(model.lesson() == nullptr);
    }
}

TEST_CASE("program, machine, order and run B are chosen by name", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  const auto command = [&window](const std::string& title) {
    window.interface.open_palette();
    window.frame(3);
    window.type(title);
    window.press(ImGuiKey_Enter);
    window.frame(2);
  };
  const auto of = [](Text what, const std::string& name) {
    return std::string(tr(what)) + ": " + name;
  };
  command(of(Text::machine, "mips-5-fp"));
  command(of(Text::program, "textbook/daxpy"));
  command(of(Text::schedule, "weighted"));
  const RunSpec& spec = window.runs.run(Side::a).spec();
  CHECK(spec.machine == "mips-5-fp");
  CHECK(spec.program.name == "textbook/daxpy");
  CHECK(spec.scheduler == "weighted");
  command(std::string(tr(Text::run_b)));
  CHECK(window.runs.has_b());
  const std::string b_of = std::string(tr(Text::run_b)) + " · ";
  command(b_of + of(Text::machine, "dual-5"));
  command(b_of + of(Text::program, "textbook/sum"));
  command(b_of + of(Text::schedule, "gibbons"));
  const RunSpec& b = window.runs.run(Side::b).spec();
  CHECK(b.machine == "dual-5");
  CHECK(b.program.name == "textbook/sum");
  CHECK(b.scheduler.substr(0, 7) == "gibbons");
  CHECK(window.runs.run(Side::a).spec().machine == "mips-5-fp");
}

TEST_CASE("a command is found by words of its title", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  for (const std::string& typed : {std::string(tr(Text::machine)) + " mips-5-fp",
                                   "mips-5-fp  " + std::string(tr(Text::machine))}) {
    INFO(typed);
    RunSpec spec = window.runs.run(Side::a).spec();
    spec.machine = "lecture-4";
    window.runs.open_a(spec);
    window.interface.open_palette();
    window.frame(3);
    window.type(typed);
    window.press(ImGuiKey_Enter);
    window.frame(2);
    CHECK(window.runs.run(Side::a).spec().machine == "mips-5-fp");
  }
}

TEST_CASE("the cell cursor goes on from run A into run B, and back", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.runs.transport().seek(8); // B's last cycle: 1 is in RW
  window.frame(3);
  window.press(ImGuiKey_DownArrow);
  REQUIRE(window.runs.active() == Side::a);
  for (int i = 0; i < 4 && window.runs.active() == Side::a; ++i)
    window.press(ImGuiKey_RightArrow);
  CHECK(window.runs.active() == Side::b);
  const auto& shared = window.interface.shared;
  CHECK(shared.sentence.find("ID") != std::string::npos); // its first lane
  for (int i = 0; i < 3; ++i)
    window.press(ImGuiKey_RightArrow);
  CHECK(shared.sentence.find("RW") != std::string::npos);
  window.press(ImGuiKey_Enter); // asks of B
  CHECK(shared.pinned_sentence == shared.sentence);
  for (int i = 0; i < 4; ++i)
    window.press(ImGuiKey_LeftArrow);
  CHECK(window.runs.active() == Side::a);
  CHECK(shared.sentence.find("RW") != std::string::npos); // A's last lane
}

TEST_CASE("a cell is reached with arrows, Enter asks why it waits and follows to its culprit",
          "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.runs.transport().seek(4);
    window.frame(3);
    // In cycle 4 the second instruction still waits in ID for $t2 of the first.
    const auto& shared = window.interface.shared;
    window.press(ImGuiKey_DownArrow); // the cursor begins at what waits
    CHECK(shared.cell_cursor);
    const std::string waits = shared.sentence;
    CHECK(waits.find("$t2") != std::string::npos);
    window.press(ImGuiKey_UpArrow);
    CHECK(shared.sentence != waits);
    window.press(ImGuiKey_DownArrow);
    CHECK(shared.sentence == waits);
    window.press(ImGuiKey_RightArrow);
    CHECK(shared.sentence != waits);
    CHECK(window.runs.cycle(Side::a) == 4); // the clock stands
    window.press(ImGuiKey_LeftArrow);
    CHECK(shared.sentence == waits);
    window.press(ImGuiKey_Enter);
    CHECK(shared.pinned_sentence == waits);
    window.press(ImGuiKey_Enter);
    CHECK(shared.sentence != waits);
    CHECK(shared.sentence.find("add $t2") != std::string::npos);
    window.press(ImGuiKey_Enter); // which waits for nothing
    CHECK(shared.message == tr(Text::waits_for_none));
    window.press(ImGuiKey_Backspace);
    CHECK(shared.sentence == waits);
    window.press(ImGuiKey_Escape);
    window.frame(2);
    CHECK_FALSE(shared.cell_cursor);
    window.press(ImGuiKey_RightArrow);
    CHECK(window.runs.cycle(Side::a) == 5);
  }
}

TEST_CASE("an instruction is moved with Alt and the arrows, and brackets walk the decisions",
          "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.interface.looks.language = language;
    window.interface.looks.panel = PanelId::schedule;
    window.frame(3);
    // By weight the order is 1 3 2 4, 8 cycles; with 3 behind 2 it is the source's, 11 cycles.
    window.press(ImGuiKey_DownArrow);
    window.press(ImGuiKey_DownArrow); // on 3
    window.press_with_alt(ImGuiKey_DownArrow);
    window.frame(4);
    REQUIRE(window.runs.has_b());
    CHECK(window.runs.run(Side::b).last_cycle() == 11);
    window.press_with_alt(ImGuiKey_UpArrow);
    window.frame(4);
    CHECK(window.runs.run(Side::b).last_cycle() == 8);
    // 4 needs what 3 computes: it cannot stand before it.
    window.press(ImGuiKey_DownArrow);
    window.press(ImGuiKey_DownArrow);
    window.press_with_alt(ImGuiKey_UpArrow);
    window.frame(4);
    window.press_with_alt(ImGuiKey_UpArrow);
    CHECK_FALSE(window.interface.shared.message.empty());
    const auto decision = [&window](unsigned number) {
      const std::string texts = window.texts();
      const std::string count = std::to_string(number);
      return texts.find(tr(Text::sched_step, {count, "5"})) != std::string::npos ||
             texts.find(count + " / 5") != std::string::npos; // where there is less room
    };
    window.click("apply");
    window.interface.shared.wanted_scheduler = "weighted";
    window.frame(3);
    CHECK(decision(5)); // four instructions, and a cycle in which none can start
    window.type("[");
    CHECK(decision(4));
    window.type("[");
    CHECK(decision(3));
    window.type("]");
    CHECK(decision(4));
  }
}

TEST_CASE("Tab goes through all buttons, forwards and backwards, and Enter is a click", "[gui]") {
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  for (const char* id : {"step", "next_stall", "add_b", "theme", "panel_ledger"})
    window.tab_to(id);
  window.press(ImGuiKey_Tab);
  window.press(ImGuiKey_Tab, true);
  CHECK(focused() == "panel_ledger");
  window.press(ImGuiKey_Enter);
  CHECK(window.interface.looks.panel == PanelId::ledger);
  window.press(ImGuiKey_Escape);
  CHECK(focused().empty());
}

} // namespace
} // namespace stallscope::gui

#include "headless.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace stallscope::gui {
namespace {

struct Subject {
  const char* program;
  const char* machine;
};

constexpr std::array<Subject, 7> kSubjects{{{"lecture/p4", "lecture-4"},
                                            {"lecture/b6_source", "serial"},
                                            {"textbook/daxpy", "mips-5-fp"},
                                            {"textbook/x_plus_s", "dual-5"},
                                            {"textbook/sum", "scoreboard"},
                                            {"x86/fibonacci", "csapp-haswell"},
                                            {"textbook/fibonacci", "ooo-4"}}};

TEST_CASE("every panel draws every kind of machine, from the start to the end", "[gui]") {
  Headless window;
  for (const Subject& subject : kSubjects) {
    window.open(subject.program, subject.machine);
    REQUIRE(window.runs.run(Side::a).state() == Run::State::ready);
    for (const std::string& name : panel_names()) {
      INFO(subject.program << " on " << subject.machine << ", " << name);
      window.interface.looks.panel = *panel_named(name);
      const std::uint64_t last = window.runs.transport().last_cycle();
      for (const std::uint64_t cycle : {std::uint64_t{0}, std::uint64_t{1}, last / 2, last}) {
        window.runs.transport().seek(cycle);
        window.frame(3);
        CHECK(window.vertices() > 500); // more than an empty frame's bars and buttons
      }
    }
  }
}

TEST_CASE("two runs stand in two panes in every arrangement", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  for (const Arrangement arrangement :
       {Arrangement::side_by_side, Arrangement::stacked, Arrangement::single}) {
    window.interface.shared.arrangement = arrangement;
    for (const std::string& name : panel_names()) {
      window.interface.looks.panel = *panel_named(name);
      window.frame(2);
    }
  }
  window.interface.looks.panel = PanelId::table;
  window.interface.shared.arrangement = Arrangement::side_by_side;
  window.frame(2);
  const auto a = place_of("table_a");
  const auto b = place_of("table_b");
  REQUIRE(a.has_value());
  REQUIRE(b.has_value());
  CHECK(a->right < b->left);
  CHECK(a->width() == Approx(b->width()).margin(1));
}

TEST_CASE("keys move the clock", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.frame(2);
  Transport& transport = window.runs.transport();
  transport.seek(0);
  window.press(ImGuiKey_RightArrow);
  CHECK(transport.cycle() == 1);
  window.press(ImGuiKey_RightArrow);
  window.press(ImGuiKey_LeftArrow);
  CHECK(transport.cycle() == 1);
  window.press(ImGuiKey_End);
  CHECK(transport.cycle() == 11); // the longer of 11 and 8
  window.press(ImGuiKey_Home);
  CHECK(transport.cycle() == 0);
  // The second instruction begins to wait for $t2 in cycle 3.
  window.press(ImGuiKey_RightArrow, true);
  CHECK(transport.cycle() == 3);
  window.press(ImGuiKey_Space);
  CHECK(transport.playing());
}

TEST_CASE("buttons do what they say", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.frame(2);
  Transport& transport = window.runs.transport();
  transport.seek(0);
  window.click("step");
  CHECK(transport.cycle() == 1);
  window.click("end");
  CHECK(transport.cycle() == 11);
  window.click("back");
  CHECK(transport.cycle() == 10);
  window.click("start");
  window.click("next_stall");
  CHECK(transport.cycle() == 3);
  window.click("lock_free");
  CHECK(window.runs.lock() == Lock::free);
  window.click("lock_instruction");
  CHECK(window.runs.lock() == Lock::instruction);
  window.click("panel_diagram");
  CHECK(window.interface.looks.panel == PanelId::diagram);
  const ThemeId before = window.interface.looks.theme;
  window.click("theme");
  CHECK(window.interface.looks.theme != before);
  window.click("close_b");
  CHECK_FALSE(window.runs.has_b());
  window.click("add_b");
  CHECK(window.runs.has_b());
}

TEST_CASE("the slider goes to where it is touched", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  const auto slider = place_of("scrub");
  REQUIRE(slider.has_value());
  window.click(Point{slider->right - 1, slider->centre().y});
  CHECK(window.runs.transport().cycle() == 11);
  window.click(Point{slider->left + 1, slider->centre().y});
  CHECK(window.runs.transport().cycle() == 0);
}

TEST_CASE("a cell of the table says why it waits, and a click keeps the sentence", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.runs.transport().seek(3);
  window.frame(3);
  const TableLayout layout = window.table_a();
  const Point cell = layout.cell(3, 0).centre();
  window.move(cell);
  CHECK(window.interface.shared.sentence.find("$t2") != std::string::npos);
  window.click(cell);
  CHECK(window.interface.shared.pinned_sentence == window.interface.shared.sentence);
  window.move({5, 715});
  CHECK(window.interface.shared.sentence.empty());
  window.click(cell); // and lets it go
  CHECK(window.interface.shared.pinned_sentence.empty());
}

TEST_CASE("everything that opens over a panel is opened by its name", "[gui]") {
  for (const std::string& name : overlay_names()) {
    INFO(name);
    Headless window;
    window.open("lecture/p4", "lecture-4");
    window.runs.transport().seek(3);
    window.interface.show(*overlay_named(name));
    window.frame(3);
    const bool quiz = window.interface.shared.quiz.kind() != QuizModel::Kind::none;
    const bool popup =
        ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup | ImGuiPopupFlags_AnyPopupId);
    CHECK(quiz == (name == "quiz" || name == "reason"));
    const bool chain = in_sight("chain_link_0"); // beside the cell
    CHECK(chain == (name == "chain"));
    const bool what_is = name == "what_is"; // beside what it is about
    CHECK(popup == !(quiz || chain || what_is));
  }
  CHECK_FALSE(overlay_named("nothing").has_value());
}

TEST_CASE("the cycles saved stand beside the buttons, in windows of any width", "[gui]") {
  for (const float width : {480.0F, 640.0F, 800.0F, 1000.0F, 1280.0F, 1920.0F}) {
    INFO(width);
    Headless window(width, 720);
    window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
    for (const Language language : kLanguages) {
      window.interface.looks.language = language;
      window.frame(3);
      if (!in_sight("saved"))
        continue; // no room at all
      const Rect saved = *place_of("saved");
      for (const char* button :
           {"arrange_0", "arrange_1", "arrange_2", "export", "help", "language", "theme"})
        CHECK_FALSE(saved.meets(*place_of(button)));
      CHECK(saved.left >= 0);
    }
    CHECK(in_sight("saved") == (width >= 640));
  }
}

TEST_CASE("the choices of a lock do not cover what moves the clock", "[gui]") {
  for (const float width : {480.0F, 640.0F, 800.0F, 1280.0F}) {
    INFO(width);
    Headless window(width, 720);
    window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
    for (const bool presenter : {false, true}) {
      window.interface.looks.presenter = presenter;
      window.frame(3);
      CHECK(in_sight("end"));
      if (in_sight("lock_cycle"))
        CHECK(place_of("lock_cycle")->left > place_of("end")->right);
    }
  }
}

TEST_CASE("lists that are open take the keys", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  window.click("choose_a");
  CHECK(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup | ImGuiPopupFlags_AnyPopupId));
  window.press(ImGuiKey_Space);
  CHECK_FALSE(window.runs.transport().playing());
}

TEST_CASE("digits choose panels, a question mark shows the keys", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  window.type("2");
  CHECK(window.interface.looks.panel == PanelId::diagram);
  window.type("1");
  CHECK(window.interface.looks.panel == PanelId::table);
  const std::size_t before = window.vertices();
  window.type("?");
  window.frame(2);
  CHECK(window.vertices() > before + 200);
}

TEST_CASE("every step of every lesson opens its scene in both languages", "[gui]") {
  Headless window;
  for (const Language language : kLanguages) {
    window.interface.looks.language = language;
    for (const Lesson& lesson : lessons()) {
      INFO(lesson.name);
      window.interface.shared.lesson.start(lesson);
      window.interface.shared.scene_changed = true;
      for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        window.frame(4);
        INFO("step " << step + 1);
        CHECK(window.interface.shared.lesson.step_number() == step);
        CHECK(panel_name(window.interface.looks.panel) == lesson.steps[step].panel);
        CHECK(window.runs.cycle(Side::a) ==
              std::min(lesson.steps[step].cycle, window.runs.run(Side::a).last_cycle()));
        window.click("lesson_next");
      }
      CHECK(window.interface.shared.lesson.lesson() == nullptr);
      CHECK(window.interface.looks.panel == PanelId::lesson);
    }
  }
}

TEST_CASE("a question is answered by a click", "[gui]") {
  Headless window;
  for (const Lesson& lesson : lessons())
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      const auto& question = lesson.steps[step].question;
      if (!question || question->choices.empty())
        continue;
      INFO(lesson.name << ", step " << step + 1);
      LessonModel& model = window.interface.shared.lesson;
      model.start(lesson);
      while (model.step_number() < step && model.next()) {
      }
      window.interface.shared.scene_changed = true;
      window.frame(4);
      window.click(fmt::format("choice_{}", question->answer));
      CHECK(model.right());
    }
}

TEST_CASE("an instruction is dragged to a legal place and runs there", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::schedule;
  window.frame(3);
  const auto list = place_of("order");
  REQUIRE(list.has_value());
  // By weight the order is 1 3 2 4, 8 cycles. Dragging 2 in front of 3 gives the source's order.
  const float row = place_of("order_row")->height();
  ImGuiIO& io = ImGui::GetIO();
  const auto drag = [&](float from, float to) {
    window.move({list->left + 30, list->top + row * from});
    io.MouseDown[0] = true;
    window.frame(2);
    window.move({list->left + 30, list->top + row * to});
    io.MouseDown[0] = false;
    window.frame(4);
  };
  drag(2.5F, 1.0F);
  REQUIRE(window.runs.has_b());
  CHECK(window.runs.run(Side::b).last_cycle() == 11);
  drag(2.5F, 1.0F); // the third, which is 3 now, in front of 2 again
  CHECK(window.runs.run(Side::b).last_cycle() == 8);
  // 4 needs what 3 computes: in front of it there is no place, and a sentence says so.
  drag(3.5F, 0.0F);
  CHECK(window.runs.run(Side::b).last_cycle() == 8);
  CHECK_FALSE(window.interface.shared.message.empty());
}

TEST_CASE("unrolling, renaming, software pipelining and the best order run as B beside A",
          "[gui]") {
  Headless window;
  window.open("textbook/x_plus_s", "mips-5-fp");
  window.interface.looks.panel = PanelId::schedule;
  window.frame(4);
  CHECK_FALSE(window.runs.has_b());
  const auto cycles = [&] {
    window.frame(6);
    REQUIRE(window.runs.has_b());
    REQUIRE(window.runs.run(Side::b).state() == Run::State::ready);
    return window.runs.run(Side::b).summary().cycles;
  };
  const std::uint64_t before = window.runs.run(Side::a).summary().cycles;
  window.click("unroll_4");
  const std::uint64_t unrolled = cycles();
  CHECK(unrolled < before);
  CHECK(window.runs.run(Side::a).summary().cycles == before);
  window.click("rename");
  const std::uint64_t renamed = cycles();
  CHECK(renamed < unrolled);
  window.click("optimal");
  CHECK(cycles() <= renamed);
  window.click("unroll_1");
  window.click("rename");
  window.click("pipeline");
  CHECK(cycles() < before);
}

TEST_CASE("all blocks are put in order with the one at hand", "[gui]") {
  Headless window;
  window.open("textbook/x_plus_s", "mips-5-fp");
  RunSpec spec = window.runs.run(Side::a).spec();
  spec.scheduler = "weighted"; // every block
  window.runs.open_b(spec);
  window.runs.wait();
  window.runs.update(0);
  const std::uint64_t all = window.runs.run(Side::b).summary().cycles;
  window.runs.close_b();
  window.interface.looks.panel = PanelId::schedule;
  window.frame(4);
  window.click("scope_all"); // runs at once
  window.frame(4);
  REQUIRE(window.runs.has_b());
  CHECK(window.runs.run(Side::b).summary().cycles == all);
  // The first block sets registers up and hardly gains: the loop is another one.
  window.click("scope_block");
  window.frame(4);
  CHECK(window.runs.run(Side::b).summary().cycles > all);
}

TEST_CASE("what is typed is read while it is typed, and runs when it can", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::editor;
  window.frame(20);
  // Into the text, at its end.
  window.click(Point{700, 400});
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = true;
  window.press(ImGuiKey_End);
  io.KeyCtrl = false;
  window.type("        ad $t0, $t1, $t2");
  window.frame(40);
  CHECK(window.interface.shared.sentence.find("ad") != std::string::npos); // the mistake
  CHECK(window.runs.run(Side::a).op_count() == 4); // the program that could be read still stands
  for (int i = 0; i < 16; ++i)
    window.press(ImGuiKey_Backspace);
  window.type("add $t0, $t1, $t2");
  window.frame(40);
  CHECK(window.runs.run(Side::a).op_count() == 5);
}

TEST_CASE("a register that is set changes the run", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::structures;
  window.runs.transport().seek(2);
  window.frame(4);
  const RegId reg = window.runs.run(Side::a).program()->register_named("$t6");
  REQUIRE(reg != kNoRegister);
  window.click(fmt::format("reg_0_{}", reg));
  window.frame(2);
  window.type("123");
  window.press(ImGuiKey_Enter);
  window.frame(4);
  CHECK(window.runs.run(Side::a).edit_count() == 1);
}

TEST_CASE("a click into the chart over time goes to its cycle", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::ledger;
  window.frame(4);
  const auto chart = place_of("over_time_a");
  REQUIRE(chart.has_value());
  // 11 cycles, 11 columns.
  const float column = chart->width() / 11;
  window.click(Point{chart->left + column * 3.5F, chart->centre().y});
  CHECK(window.runs.transport().cycle() == 4);
  CHECK(window.interface.shared.sentence.find("4") != std::string::npos);
}

TEST_CASE("a byte of memory is found by its address and set", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::structures;
  window.runs.transport().seek(2);
  window.frame(6);
  window.click("memory_where_a");
  window.type("0x2000");
  window.press(ImGuiKey_Enter);
  window.frame(4);
  window.click("memory_down_a");
  window.frame(2);
  CHECK_FALSE(in_sight("byte_0_2003"));
  window.click("memory_up_a");
  window.frame(2);
  window.click("byte_0_2003");
  window.frame(2);
  window.type("zz");
  window.press(ImGuiKey_Enter);
  window.frame(2);
  CHECK(window.runs.run(Side::a).edit_count() == 0); // the mistake is said, and it goes on
  window.type("7f 80");
  window.press(ImGuiKey_Enter);
  window.frame(6);
  CHECK(window.runs.run(Side::a).edit_count() == 1);
  CHECK(in_sight("byte_0_2003")); // it still shows that place
  CHECK(window.runs.run(Side::a).snapshot(2) != nullptr);
  CHECK(window.runs.run(Side::a).snapshot(2)->memory.load(0x2003, 2) == 0x807f);
}

TEST_CASE("every theme, language, scale and size of letters draws", "[gui]") {
  Headless window(1920, 1080);
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  for (const ThemeId theme : kThemes)
    for (const Language language : kLanguages) {
      window.interface.looks.theme = theme;
      window.interface.looks.language = language;
      window.frame(1);
      CHECK(window.vertices() > 500);
    }
  window.interface.looks.presenter = true;
  window.frame(2);
  const float large = window.interface.style().sizes.body;
  window.interface.looks.presenter = false;
  window.interface.looks.scale = 2;
  window.frame(2);
  CHECK(window.interface.style().sizes.body == 34); // 17 pixels of the design
  CHECK(large > 17 * 1.4F);
}

TEST_CASE("a program that cannot be read shows its problems", "[gui]") {
  Headless window;
  RunSpec spec;
  spec.program.name = "wrong.mips";
  spec.program.text = "addd $t0, $t1, $t2\n";
  window.runs.open_a(spec);
  window.runs.wait();
  window.runs.update(0);
  REQUIRE(window.runs.run(Side::a).state() == Run::State::failed);
  for (const std::string& name : panel_names()) {
    window.interface.looks.panel = *panel_named(name);
    window.frame(2);
  }
}

TEST_CASE("small windows draw", "[gui]") {
  Headless window(320, 240);
  window.open("textbook/daxpy", "ooo-4", "textbook/daxpy");
  for (const std::string& name : panel_names()) {
    window.interface.looks.panel = *panel_named(name);
    window.frame(2);
  }
}

} // namespace
} // namespace stallscope::gui

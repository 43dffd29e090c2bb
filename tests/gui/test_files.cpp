#include "headless.hpp"
#include "machine/machine_file.hpp"
#include "temporary_folder.hpp"
#include "view/editor/examples_panel.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace stallscope::gui {
namespace {

/// A folder with a program, gone with the test.
struct ProgramFolder : TemporaryFolder {
  [[nodiscard]] std::string text() const {
    std::ifstream in(mine);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string mine = file("mine.mips", "add $t0, $t1, $t2\n");
};

void edit(Headless& window, const std::string& text) {
  window.interface.document().editor().set_text(text);
  window.frame(40);
}

TEST_CASE("a file is found, opened, changed and saved in the dialogs", "[gui]") {
  const ProgramFolder folder;
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::editor;
  window.frame(2);
  window.click("open");
  window.frame(2);
  window.type(folder.path().string()); // the name has the keyboard; a folder is gone to
  window.press(ImGuiKey_Enter);
  window.frame(2);
  window.click("file_mine.mips");
  window.frame(20);
  CHECK(window.runs.run(Side::a).spec().program.name == folder.mine);
  CHECK(window.runs.run(Side::a).op_count() == 1);
  edit(window, "add $t0, $t1, $t2\nadd $t3, $t0, $t0\n");
  CHECK(window.runs.run(Side::a).op_count() == 2);
  window.click("save");
  window.frame(4);
  CHECK(folder.text() == "add $t0, $t1, $t2\nadd $t3, $t0, $t0\n");
  CHECK_FALSE(window.interface.document().editor().changed());
  // Under the name of a file that is there, only when that is meant.
  std::ofstream(folder.file("other.mips")) << "nop\n";
  window.click("save_as");
  window.frame(2);
  window.click("file_other.mips");
  window.click("dialog_ok");
  window.frame(2);
  std::string other;
  std::getline(std::ifstream(folder.file("other.mips")), other);
  CHECK(other == "nop");
  window.click("dialog_ok");
  window.frame(4);
  std::getline(std::ifstream(folder.file("other.mips")), other);
  CHECK(other == "add $t0, $t1, $t2");
  CHECK(window.interface.document().recent().size() == 2);
  // The recent ones stand beside the folder.
  window.click("open");
  window.frame(2);
  window.click("recent_1");
  window.frame(10);
  CHECK(window.interface.document().editor().name() == folder.mine);
}

TEST_CASE("characters that no text of the interface has are shown in names of files", "[gui]") {
  const TemporaryFolder folder;
  folder.file("鑫淼.mips", "nop\n");
  Headless window;
  if (!window.interface.has_chinese())
    return; // no font has them
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  const auto has = [](ImWchar code) {
    return ImGui::GetFont()->FindGlyphNoFallback(code) != nullptr;
  };
  CHECK_FALSE(has(0x946b)); // 鑫: fonts have what is shown, not all there is
  window.interface.shared.file_wish = FileWish::open;
  window.frame(3);
  window.type(folder.path().string());
  window.press(ImGuiKey_Enter);
  window.frame(3);
  CHECK(has(0x946b));
  CHECK(has(0x6dfc));  // 淼
  window.type("é日Ж"); // what is typed is shown as well
  window.frame(3);
  CHECK(has(0x65e5));
  CHECK(has(0x0416));
}

TEST_CASE("what cannot be written is said in the dialog, and the text stays", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  edit(window, "add $t0, $t1, $t2\n");
  window.interface.shared.file_wish = FileWish::save; // a shipped program: asks for a name
  window.frame(3);
  for (int i = 0; i < 12; ++i)
    window.press(ImGuiKey_Backspace);
  window.type("/proc/no/such.mips");
  window.click("dialog_ok");
  window.frame(4);
  CHECK(place_of("dialog_ok").has_value());
  CHECK(window.interface.document().editor().changed());
  window.click("dialog_cancel");
  window.frame(2);
  CHECK(window.interface.document().editor().text() == "add $t0, $t1, $t2\n");
}

TEST_CASE("a machine file that is dropped becomes the machine of the run", "[gui]") {
  const TemporaryFolder folder;
  const auto& presets = machine::presets();
  const auto preset = std::find_if(presets.begin(), presets.end(),
                                   [](const auto& one) { return one.name == "mips-5"; });
  const std::string machine = folder.file("mine.toml", preset->toml);
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  window.interface.take_files({machine});
  window.frame(6);
  const Run& run = window.runs.run(Side::a);
  CHECK(run.state() == Run::State::ready);
  CHECK(run.spec().machine == machine);
  CHECK(run.spec().program.name == "lecture/p4");
  window.press_with_ctrl(ImGuiKey_Z);
  window.frame(6);
  CHECK(run.spec().machine == "lecture-4");
}

TEST_CASE("a plan and programs that are dropped run", "[gui]") {
  const TemporaryFolder folder;
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  const Run& run = window.runs.run(Side::a);
  window.interface.take_files(
      {folder.file("mine.toml", "schedule = \"gpipe\"\ndevices = 2\nmicro_batches = 3\n")});
  window.frame(6);
  REQUIRE(run.state() == Run::State::ready);
  CHECK(run.spec().subject == Subject::plan);
  CHECK(run.last_cycle() == 12); // (m + p - 1)(F + B) = 4 x 3
  window.interface.take_files({folder.file("mine.s", "add t0, t1, t2\nadd t3, t0, t0\n")});
  window.frame(10);
  REQUIRE(run.state() == Run::State::ready);
  CHECK(run.spec().subject == Subject::program);
  CHECK(run.op_count() == 2);
}

TEST_CASE("a trace that is dropped is shown, and panels about a program say that it has none",
          "[gui]") {
  const TemporaryFolder folder;
  const std::string trace = folder.file(
      "mine.kanata", "Kanata\t0004\nC=\t1\nI\t0\t0\t0\nL\t0\t0\tadd t0, t1, t2\nS\t0\t0\tF\n"
                     "C\t1\nS\t0\t0\tX\nC\t2\nE\t0\t0\tX\nR\t0\t0\t0\n");
  Headless window;
  window.interface.looks.language = GENERATE(from_range(kLanguages));
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  window.interface.take_files({trace});
  window.frame(6);
  const Run& run = window.runs.run(Side::a);
  REQUIRE(run.state() == Run::State::ready);
  CHECK(run.spec().subject == Subject::trace);
  CHECK(run.op_count() == 1);
  for (const PanelId id : {PanelId::table, PanelId::diagram, PanelId::processor,
                           PanelId::structures, PanelId::schedule, PanelId::ledger, PanelId::lines,
                           PanelId::machine, PanelId::editor, PanelId::examples}) {
    window.interface.looks.panel = id;
    window.frame(3);
  }
  // Beside a run, and back by undo.
  window.interface.take_files({"lecture/p4", trace});
  window.frame(6);
  CHECK(run.spec().subject == Subject::program);
  CHECK(window.runs.run(Side::b).spec().subject == Subject::trace);
  window.interface.looks.panel = PanelId::diagram;
  window.frame(4);
  CHECK(window.runs.run(Side::b).state() == Run::State::ready);
}

TEST_CASE("what cannot be read leaves run B as it was, and nothing of the run before", "[gui]") {
  const Language language = GENERATE(from_range(kLanguages));
  const TemporaryFolder folder;
  const std::string bad = folder.file("bad.json", "{\"traceEvents\": [");
  Headless window(1280, 800);
  window.interface.looks.language = language;
  window.open("lecture/p4", "lecture-4", "lecture/p4_swapped");
  window.runs.transport().to_end();
  window.frame(3);
  const auto raw = "strip_key_" + std::to_string(static_cast<int>(Reason::raw));
  REQUIRE(in_sight(raw));
  window.interface.take_files({bad});
  window.frame(20);
  REQUIRE(window.runs.run(Side::a).state() == Run::State::failed);
  CHECK(window.runs.run(Side::b).spec().program.name == "lecture/p4_swapped");
  const std::string texts = window.texts();
  CHECK(texts.find(tr(Text::state_failed)) != std::string::npos);
  CHECK(in_sight("table_b")); // a table of cycles, not of devices
  CHECK(texts.find("/ 8") != std::string::npos);
  CHECK_FALSE(in_sight("saved"));
  window.runs.close_b();
  window.frame(3);
  CHECK(window.texts().find("/ 0") != std::string::npos);
  CHECK_FALSE(in_sight(raw));
}

TEST_CASE("dropped files are opened, after unsaved text has been asked about", "[gui]") {
  const ProgramFolder folder;
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  window.interface.take_files({folder.mine, "lecture/p4_swapped"});
  window.frame(20);
  CHECK(window.runs.run(Side::a).spec().program.name == folder.mine);
  CHECK(window.runs.run(Side::b).spec().program.name == "lecture/p4_swapped");
  edit(window, "add $t0, $t1, $t2\nadd $t3, $t0, $t0\n");
  window.interface.take_files({"lecture/p4"});
  window.frame(6);
  REQUIRE(window.interface.document().question() == DocumentQuestion::replaced);
  window.click("question_keep");
  window.frame(6);
  CHECK(window.runs.run(Side::a).op_count() == 2);
  CHECK(window.interface.looks.panel == PanelId::editor);
  window.interface.take_files({"lecture/p4"});
  window.frame(6);
  window.click("question_yes"); // saved
  window.frame(6);
  CHECK(window.interface.document().editor().name() == "lecture/p4");
  CHECK(folder.text() == "add $t0, $t1, $t2\nadd $t3, $t0, $t0\n");
}

TEST_CASE("whatever is dropped, the window goes on", "[gui]") {
  const TemporaryFolder folder;
  Headless window(640, 400);
  window.open("lecture/p4", "lecture-4");
  window.frame(2);
  for (const char* ending : {".s", ".c", ".elf", ".toml", ".kanata", ".json", ".gz", ".csv",
                             ".graph", ".onnx", ".npy"}) {
    const std::string pipe = folder.file(std::string("pipe") + ending);
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::vector<std::string> files{pipe,
                                   folder.file(std::string("noise") + ending,
                                               "\xff\x00\x1b[31m\n=\"[[" + std::string(5000, '{'))};
    for (const auto& [name, target] : {std::pair("zero", "/dev/zero"),
                                       {"log", "/proc/kmsg"},
                                       {"gone", "/nowhere"},
                                       {"dir", "."}}) {
      files.push_back(folder.path() / (std::string(name) + ending));
      std::filesystem::create_symlink(target, files.back());
    }
    for (const std::string& file : files) {
      INFO(file);
      window.interface.take_files({file});
      window.frame(3);
      window.runs.wait();
      window.frame(2);
      CHECK(window.runs.run(Side::a).state() == Run::State::failed);
      CHECK_FALSE(window.runs.run(Side::a).problems().empty());
    }
  }
  window.interface.take_files({"lecture/p4"});
  window.frame(4);
  CHECK(window.runs.run(Side::a).state() == Run::State::ready);
}

TEST_CASE("a window with unsaved text asks before it closes", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  edit(window, "add $t0, $t1, $t2\n");
  CHECK_FALSE(window.interface.document().may_close());
  window.frame(3);
  window.press(ImGuiKey_Escape); // on with editing
  window.frame(2);
  CHECK(window.interface.document().question() == DocumentQuestion::none);
  CHECK_FALSE(window.interface.document().closing());
  CHECK_FALSE(window.interface.document().may_close());
  window.frame(3);
  window.click("question_discard");
  CHECK(window.interface.document().closing());
}

TEST_CASE("an example is opened as its header shows it", "[gui]") {
  Headless window(1280, 4000); // so tall that the example does not lie below its edge
  window.open("lecture/p4", "lecture-4");
  window.interface.looks.panel = PanelId::examples;
  window.frame(3);
  REQUIRE(place_of("example_lecture/p4").has_value());
  window.click("example_lecture/p4");
  window.frame(10);
  CHECK(window.interface.looks.panel == PanelId::table);
  CHECK(window.runs.run(Side::a).spec().program.name == "lecture/p4");
  for (const Example& example : examples())
    for (const ExampleScene& scene : example.scenes) {
      INFO(scene.command);
      if (example.folder != "lecture")
        continue; // others take longer, and tests/unit opens them
      open_example(scene, window.runs, window.interface.shared);
      window.frame(3);
      CHECK(window.runs.run(Side::a).state() == Run::State::ready);
      CHECK(window.runs.has_b() == scene.b.has_value());
    }
}

TEST_CASE("a new program begins empty", "[gui]") {
  Headless window;
  window.open("lecture/p4", "lecture-4");
  window.frame(4);
  window.interface.new_program();
  window.frame(6);
  CHECK(window.interface.looks.panel == PanelId::editor);
  CHECK(window.interface.document().editor().text().empty());
  edit(window, "add $t0, $t1, $t2\n"); // in the notation of the program before
  CHECK(window.runs.run(Side::a).op_count() == 1);
}

TEST_CASE("what is wrong is said whole: place, reason, suggestion and the line", "[gui]") {
  for (const Language language : kLanguages) {
    INFO(table_of(language).name);
    Headless window;
    window.interface.looks.language = language;
    RunSpec spec;
    spec.program.name = "wrong.mips";
    spec.program.text = "add $t0, $t1, $t2\nadx $t0, $t1, $t2\n";
    spec.program.isa = isa::Isa::mips;
    spec.machine = "mips-5";
    window.runs.open_a(spec);
    window.runs.wait();
    window.frame(3);
    REQUIRE(window.runs.run(Side::a).state() == Run::State::failed);
    const Diagnostic& why = window.runs.run(Side::a).problems().front();
    REQUIRE_FALSE(why.suggestion.empty());
    REQUIRE_FALSE(why.source_line.empty());
    const std::string texts = window.texts();
    for (const std::string& part : {std::string("wrong.mips:2:"), why.suggestion, why.source_line})
      CHECK(texts.find(part) != std::string::npos);
  }
}

} // namespace
} // namespace stallscope::gui

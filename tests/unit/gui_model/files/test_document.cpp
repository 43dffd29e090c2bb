#include "isa/compile_c.hpp"
#include "model/editor/document.hpp"
#include "model/files/file_browser.hpp"
#include "temporary_folder.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

std::string text_in(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A document beside its runs, as the window has it.
struct Desk {
  explicit Desk(const Folders& folders = {}) : document(Threads::none, folders) {}
  void frames(int count = 4) {
    for (int i = 0; i < count; ++i) {
      runs.update(0.3);
      document.update(0.3, runs);
      document.wait();
      runs.wait();
    }
  }
  void type(const std::string& text) {
    document.editor().set_text(text);
    frames();
  }
  [[nodiscard]] const RunSpec& spec() const { return runs.run(Side::a).spec(); }

  Comparison runs{Threads::none};
  Document document;
};

constexpr const char* kAdd = "add $t0, $t1, $t2\n";
constexpr const char* kTwo = "add $t0, $t1, $t2\nadd $t3, $t0, $t0\n";

} // namespace

TEST_CASE("a folder shows its folders and its programs", "[gui_model]") {
  const TemporaryFolder folder;
  folder.file("b.mips", kAdd);
  folder.file("A.tac", "t0 = 1\n");
  folder.file("notes.txt", "none");
  folder.file(".hidden.mips", kAdd);
  std::filesystem::create_directory(folder.file("zoo"));
  FileBrowser browser;
  REQUIRE(browser.go_to(folder.path().string()));
  const auto names = [&browser] {
    std::string all;
    for (const FileEntry& entry : browser.entries())
      all += entry.name + (entry.folder ? "/ " : " ");
    return all;
  };
  CHECK(names() == "zoo/ A.tac b.mips ");
  CHECK(browser.entries()[2].bytes == 18);
  browser.show_all_files(true);
  CHECK(names() == "zoo/ .hidden.mips A.tac b.mips notes.txt ");
  CHECK(browser.pick("b.mips") == folder.file("b.mips"));
  CHECK_FALSE(browser.pick("zoo").has_value()); // it has gone there
  CHECK(browser.folder() == folder.file("zoo"));
  CHECK(browser.entries().empty());
  CHECK(browser.pick("../A.tac") == folder.file("A.tac"));
  REQUIRE(browser.up());
  CHECK(browser.folder() == folder.path().string());
  CHECK(browser.parts().back().path == folder.path().string());
  CHECK(browser.parts().front().path == "/");
  CHECK_FALSE(browser.pick("no.mips").has_value());
  CHECK(browser.problem().find("no.mips") != std::string::npos);
  CHECK_FALSE(browser.go_to(folder.file("nowhere")));
  CHECK(browser.problem().find("nowhere") != std::string::npos);
  CHECK(browser.folder() == folder.path().string()); // it stays where it was
  CHECK(bytes_in_words(312) == "312 B");
  CHECK(bytes_in_words(4200) == "4.2 KB");
  CHECK(bytes_in_words(12'345'678) == "12.3 MB");
}

TEST_CASE("what is typed runs, and what is saved is the file", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("mine.mips", kAdd);
  Desk desk;
  desk.runs.open_a(spec_of("lecture/p4", "lecture-4"));
  desk.frames();
  CHECK(desk.document.editor().name() == "lecture/p4");
  desk.document.open(file, desk.runs);
  desk.frames();
  CHECK(desk.document.editor().text() == kAdd);
  CHECK(desk.spec().machine == "lecture-4"); // the machine stays
  desk.type(kTwo);
  CHECK(desk.runs.run(Side::a).op_count() == 2);
  CHECK(desk.document.editor().changed());
  REQUIRE(desk.document.save(desk.runs));
  desk.frames();
  CHECK(text_in(file) == kTwo);
  CHECK_FALSE(desk.spec().program.text.has_value()); // the file again, found by its name
  CHECK(desk.runs.run(Side::a).op_count() == 2);
  REQUIRE(desk.document.save_as(folder.file("other.mips"), desk.runs));
  CHECK(desk.document.recent() ==
        std::vector<std::string>{folder.file("other.mips"), file}); // the last first
  CHECK_FALSE(desk.document.save_as(folder.file("mine.mips/below"), desk.runs));
  CHECK_FALSE(desk.document.editor().problem().empty());
}

TEST_CASE("another program does not take unsaved text away unasked", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("mine.mips", kAdd);
  Desk desk;
  desk.runs.open_a(spec_of(file, "lecture-4"));
  desk.frames();
  desk.type(kTwo);
  desk.document.open("lecture/b6_source", desk.runs);
  desk.frames();
  REQUIRE(desk.document.question() == DocumentQuestion::replaced);
  CHECK(desk.document.editor().text() == kTwo); // still there
  SECTION("keeping it runs it again") {
    desk.document.keep(desk.runs);
    desk.frames();
    CHECK(desk.document.question() == DocumentQuestion::none);
    CHECK(desk.spec().program.name == file);
    CHECK(desk.runs.run(Side::a).op_count() == 2);
    CHECK(desk.document.editor().text() == kTwo);
  }
  SECTION("discarding it shows the other program") {
    desk.document.discard();
    desk.frames();
    CHECK(desk.document.editor().name() == "lecture/b6_source");
    CHECK(text_in(file) == kAdd);
  }
  SECTION("saving it does, too") {
    REQUIRE(desk.document.save(desk.runs));
    desk.frames();
    CHECK(desk.document.question() == DocumentQuestion::none);
    CHECK(desk.document.editor().name() == "lecture/b6_source");
    CHECK(text_in(file) == kTwo);
  }
  SECTION("the machine may change without a question") {
    desk.document.keep(desk.runs);
    RunSpec spec = desk.spec();
    spec.machine = "mips-5";
    desk.runs.open_a(spec);
    desk.frames();
    CHECK(desk.document.question() == DocumentQuestion::none);
  }
}

TEST_CASE("a window with unsaved text closes when that has been answered", "[gui_model]") {
  Desk desk;
  desk.runs.open_a(spec_of("lecture/p4", "lecture-4"));
  desk.frames();
  CHECK(desk.document.may_close());
  desk.type(kTwo);
  CHECK_FALSE(desk.document.may_close());
  CHECK(desk.document.question() == DocumentQuestion::closing);
  desk.document.keep(desk.runs);
  CHECK_FALSE(desk.document.closing());
  CHECK_FALSE(desk.document.save(desk.runs)); // a shipped program has no file
  CHECK(desk.document.suggested_file() == "p4.mips");
  CHECK_FALSE(desk.document.may_close());
  desk.document.discard();
  CHECK(desk.document.closing());
  CHECK(desk.document.may_close());
}

TEST_CASE("unsaved text outlives a crash, and nothing else does", "[gui_model]") {
  const TemporaryFolder folder;
  const Folders folders{folder.path().string(), folder.path().string()};
  {
    Desk desk(folders);
    desk.runs.open_a(spec_of("lecture/p4", "lecture-4"));
    desk.frames();
    desk.type(kTwo);
  } // it crashes here
  Desk next(folders);
  next.runs.open_a(spec_of("lecture/b6_source", "lecture-4"));
  next.frames();
  REQUIRE(next.document.question() == DocumentQuestion::restore);
  CHECK(next.document.found()->name == "lecture/p4");
  SECTION("restored, it runs") {
    next.document.restore(next.runs);
    next.frames();
    CHECK(next.document.editor().text() == kTwo);
    CHECK(next.document.editor().changed());
    CHECK(next.runs.run(Side::a).op_count() == 2);
    next.type(next.document.editor().text() + kAdd);
    Desk third(folders);
    CHECK(third.document.found()->text == std::string(kTwo) + kAdd);
  }
  SECTION("discarded, it is gone") {
    next.document.discard();
    next.frames();
    CHECK(next.document.editor().name() == "lecture/b6_source");
    Desk third(folders);
    CHECK(third.document.question() == DocumentQuestion::none);
  }
  SECTION("until it is answered for, it is not overwritten") {
    next.type("t0 = 1\n");
    Desk third(folders);
    CHECK(third.document.found()->text == kTwo);
  }
  SECTION("what has been saved needs no restoring") {
    next.document.restore(next.runs);
    REQUIRE(next.document.save_as(folder.file("safe.mips"), next.runs));
    Desk third(folders);
    CHECK(third.document.question() == DocumentQuestion::none);
  }
}

TEST_CASE("without a home unsaved text is not kept, which is said once", "[gui_model]") {
  Desk desk;
  desk.runs.open_a(spec_of("lecture/p4", "lecture-4"));
  desk.frames();
  CHECK(desk.document.take_message().empty());
  desk.type(kTwo);
  CHECK_FALSE(desk.document.take_message().empty());
  desk.type(kAdd);
  CHECK(desk.document.take_message().empty());
}

TEST_CASE("a program without a text is run and not edited", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("odd.elf", std::string("\x7f"
                                                              "ELF\0\0",
                                                              6));
  Desk desk;
  desk.runs.open_a(spec_of(file, "mips-5"));
  desk.frames();
  CHECK(desk.document.editor().name().empty());
  CHECK_FALSE(desk.document.editor().has_file()); // nothing is ever saved over it
  CHECK_FALSE(desk.document.editor().problem().empty());
}

namespace {

/// A variable of the environment, with another value for a while.
class Variable {
public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name))
      before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_)
      setenv(name_, before_->c_str(), 1);
    else
      unsetenv(name_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

private:
  const char* name_;
  std::optional<std::string> before_;
};

} // namespace

TEST_CASE("C without a compiler names the packages that bring one", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("sum.c", "int main(void) { return 3; }\n");
  Desk desk({folder.path().string(), folder.path().string()});
  const Variable path("PATH", "/nowhere");
  const Variable cache("XDG_CACHE_HOME", folder.path().string());
  desk.runs.open_a(spec_of("lecture/p4", "lecture-4"));
  desk.frames();
  desk.document.open(file, desk.runs);
  desk.frames();
  CHECK(desk.document.editor().is_compiled());
  REQUIRE(desk.document.editor().diagnostics_of(1).size() == 1);
  CHECK(desk.document.editor().diagnostics_of(1)[0]->message.find("gcc-riscv64") !=
        std::string::npos);
  CHECK(desk.runs.run(Side::a).state() == Run::State::failed);
}

TEST_CASE("a compiler that fails is heard, whatever it says", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string compiler = folder.file(
      "riscv64-linux-gnu-gcc", "#!/bin/sh\n"
                               "for last; do :; done\n"
                               "echo \"$last:2:5: error: no such thing\" >&2\nexit 1\n");
  chmod(compiler.c_str(), 0755);
  const std::string file = folder.file("sum.c", "int main(void) {\n  x;\n}\n");
  Desk desk({folder.path().string(), folder.path().string()});
  const Variable path("PATH", folder.path().string());
  desk.runs.open_a(spec_of(file, "mips-5"));
  desk.frames();
  REQUIRE(desk.document.editor().diagnostics_of(2).size() == 1);
  CHECK(desk.document.editor().diagnostics_of(2)[0]->column == 5);
  folder.file("riscv64-linux-gnu-gcc", "#!/bin/sh\necho killed >&2\nexit 9\n");
  desk.document.compile(desk.runs);
  desk.frames();
  REQUIRE(desk.document.editor().diagnostics_of(1).size() == 1);
  CHECK(desk.document.editor().diagnostics_of(1)[0]->message.find("killed") != std::string::npos);
}

TEST_CASE("C is compiled and run, and its lines are marked in the margin", "[gui_model]") {
  if (!isa::has_c_compiler({}))
    return; // nothing to try it with
  const TemporaryFolder folder;
  const std::string file = folder.file("sum.c", "int main(void) {\n"
                                                "  int s = 0;\n"
                                                "  for (volatile int i = 1; i <= 3; ++i)\n"
                                                "    s += i;\n"
                                                "  return s;\n"
                                                "}\n");
  Desk desk({folder.path().string(), folder.path().string()});
  desk.runs.open_a(spec_of(file, "mips-5"));
  desk.frames();
  Run& run = desk.runs.run(Side::a);
  INFO(format(desk.document.editor().diagnostics()) << format(run.problems()));
  REQUIRE(run.state() == Run::State::ready);
  CHECK(desk.document.editor().name() == file); // the C, not what was made of it
  CHECK(run.summary().stop.exit_code == 6);
  bool marked = false;
  for (std::uint64_t cycle = 1; cycle <= run.last_cycle() && !marked; ++cycle)
    for (const MarginMark& mark : EditorModel::marks(run, cycle, file))
      marked |= mark.line == 4;
  CHECK(marked);
  // A mistake, on its line; the program that could be compiled still stands.
  desk.type("int main(void) {\n  return y;\n}\n");
  desk.document.compile(desk.runs);
  desk.frames();
  CHECK(desk.document.editor().diagnostics_of(2).size() >= 1);
  CHECK(run.summary().stop.exit_code == 6);
  // One in a header beside the file, on the first line; what is missing when it is linked, on its
  // own.
  folder.file("bad.h", "\n\nint f(void) { return y; }\n");
  struct Mistake {
    const char* text;
    std::uint32_t line;
    const char* message;
  };
  for (const Mistake& mistake :
       {Mistake{"#include \"bad.h\"\nint main(void) { return 1; }\n", 1, "bad.h:3"},
        Mistake{"int g(void);\nint main(void) { return g(); }\n", 2, "undefined reference to"}}) {
    desk.type(mistake.text);
    desk.document.compile(desk.runs);
    desk.frames();
    const auto said = desk.document.editor().diagnostics_of(mistake.line);
    REQUIRE_FALSE(said.empty());
    CHECK(said[0]->message.find(mistake.message) != std::string::npos);
  }
}

TEST_CASE("graphs and plans are edited as programs are, errors with their places", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("mine.graph", "input x: f64[2] = [1, 2]\ny = x + x\n");
  Desk desk;
  desk.document.open(file, desk.runs);
  desk.frames();
  EditorModel& editor = desk.document.editor();
  CHECK(editor.subject() == Subject::graph);
  CHECK(editor.text() == text_in(file));
  CHECK_FALSE(editor.changed());
  CHECK(desk.runs.run(Side::a).last_cycle() > 0);
  const std::uint64_t one = desk.runs.run(Side::a).last_cycle();
  desk.type("input x: f64[2] = [1, 2]\ny = x + x\nz = ad(y, x)\n");
  REQUIRE(editor.diagnostics_of(3).size() == 1);
  CHECK(editor.diagnostics_of(3)[0]->column == 5);
  CHECK(desk.runs.run(Side::a).last_cycle() == one); // what could be run last stays
  desk.type("input x: f64[2] = [1, 2]\ny = x + x\nz = add(y, x)\n");
  CHECK(editor.diagnostics().empty());
  CHECK(desk.spec().program.text == editor.text());
  CHECK(desk.runs.run(Side::a).last_cycle() > one);
  REQUIRE(desk.document.save(desk.runs));
  CHECK(text_in(file) == editor.text());

  const std::string plan = folder.file("mine.toml", "schedule = \"gpipe\"\nmicro_batches = 4\n");
  desk.document.open(plan, desk.runs);
  desk.frames();
  CHECK(editor.subject() == Subject::plan);
  CHECK(desk.runs.run(Side::a).last_cycle() == 21); // (m + p - 1) (F + B) with F = 1, B = 2
  desk.type("schedule = \"gpipe\"\nmicro_batches = 5\n");
  CHECK(desk.runs.run(Side::a).last_cycle() == 24);
  desk.type("schedule = \"gpipe\"\nmicro_batch = 5\n");
  REQUIRE(editor.diagnostics_of(2).size() == 1);
  CHECK(editor.diagnostics_of(2)[0]->suggestion == "micro_batches");
}

TEST_CASE("a named schedule and a shipped graph are texts to go on from", "[gui_model]") {
  const TemporaryFolder folder;
  Desk desk;
  RunSpec spec;
  spec.subject = Subject::plan;
  spec.program.name = "1f1b";
  spec.settings = {{"devices", "2"}, {"forward", "1,2"}};
  desk.runs.open_a(spec);
  desk.frames();
  EditorModel& editor = desk.document.editor();
  const std::string& text = editor.text();
  CHECK(text.substr(text.find('\n') + 1) ==
        "schedule = \"1f1b\"\ndevices = 2\nmicro_batches = 8\nforward = [1,2]\n");
  CHECK_FALSE(editor.has_file());
  CHECK(desk.document.suggested_file() == "1f1b.toml");
  const std::uint64_t before = desk.runs.run(Side::a).last_cycle();
  desk.type(text + "transfer = 1\n"); // the same plan with one key more
  CHECK(editor.diagnostics().empty());
  CHECK(desk.spec().program.name == "1f1b.toml");
  CHECK(desk.spec().settings.empty());
  CHECK(desk.runs.run(Side::a).last_cycle() > before);

  spec = RunSpec();
  spec.subject = Subject::graph;
  spec.program.name = "mlp";
  desk.runs.open_a(spec);
  desk.frames();
  CHECK(desk.document.question() == DocumentQuestion::replaced); // the plan is not saved
  CHECK(editor.subject() == Subject::plan);
  desk.document.discard();
  desk.frames();
  CHECK(editor.subject() == Subject::graph);
  CHECK(editor.diagnostics().empty());
  CHECK(desk.document.suggested_file() == "mlp.graph");
  spec.subject = Subject::plan; // a part of a plan is made of its options
  spec.program.name = "data-parallel";
  desk.runs.open_a(spec);
  desk.frames();
  CHECK(editor.text().empty());
  CHECK_FALSE(editor.problem().empty());
}

TEST_CASE("a setting gives way to the key that is typed", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("mine.toml", "schedule = \"gpipe\"\nmicro_batches = 4\n");
  Desk desk;
  RunSpec spec;
  spec.subject = Subject::plan;
  spec.program.name = file;
  spec.settings = {{"micro_batches", "6"}, {"devices", "2"}};
  desk.runs.open_a(spec);
  desk.frames();
  CHECK(desk.runs.run(Side::a).last_cycle() == 21); // 3 (6 + 2 - 1)
  desk.type("schedule = \"gpipe\"\nmicro_batches = 3\n");
  CHECK(desk.runs.run(Side::a).last_cycle() == 12); // 3 (3 + 2 - 1)
  REQUIRE(desk.spec().settings.size() == 1);
  CHECK(desk.spec().settings[0].key == "devices");
}

TEST_CASE("unsaved text of a graph is one again after a crash", "[gui_model]") {
  const TemporaryFolder folder;
  const Folders folders{folder.path().string(), folder.path().string()};
  {
    Desk desk(folders);
    RunSpec spec;
    spec.subject = Subject::graph;
    spec.program.name = "mlp";
    desk.runs.open_a(spec);
    desk.frames();
    desk.type(desk.document.editor().text() + "\n# mine\n");
  }
  Desk desk(folders);
  REQUIRE(desk.document.question() == DocumentQuestion::restore);
  desk.document.restore(desk.runs);
  desk.frames();
  CHECK(desk.spec().subject == Subject::graph);
  CHECK(desk.document.editor().diagnostics().empty());
  CHECK(desk.runs.run(Side::a).last_cycle() > 0);
}

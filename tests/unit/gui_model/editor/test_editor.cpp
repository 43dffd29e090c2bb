#include "model/analysis/cold_caches.hpp"
#include "model/cells/search.hpp"
#include "model/editor/editor_model.hpp"
#include "model/editor/example_pictures.hpp"
#include "model/editor/examples_model.hpp"
#include "programs/shipped.hpp"
#include "temporary_folder.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <unistd.h>
#include <utility>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

/// "mnemonic:add register:$t2 ..." of a line.
std::string kinds(std::string_view line, isa::Isa isa, const isa::Program* program = nullptr) {
  static const char* const kNames[] = {"plain",     "comment",  "label",  "mnemonic",
                                       "directive", "register", "number", "text"};
  std::string out;
  for (const SyntaxSpan& span : syntax_of(line, isa, program))
    out += (out.empty() ? "" : " ") + std::string(kNames[static_cast<std::size_t>(span.kind)]) +
           ":" + std::string(line.substr(span.begin, span.end - span.begin));
  return out;
}

} // namespace

TEST_CASE("the pieces of a source line have their colours", "[gui_model]") {
  CHECK(kinds("loop: add $t2, $t0, 4 # sum", isa::Isa::mips) ==
        "label:loop mnemonic:add register:$t2 register:$t0 number:4 comment:# sum");
  CHECK(kinds("  .asciiz \"a # b\"", isa::Isa::mips) == "directive:.asciiz text:\"a # b\"");
  CHECK(kinds("addq %rax, 8(%rdx)", isa::Isa::x86) ==
        "mnemonic:addq register:%rax number:8 register:%rdx");
  CHECK(kinds("movq $5, %rax", isa::Isa::x86) == "mnemonic:movq number:$5 register:%rax");
  CHECK(kinds("3: t0 = t1 + 12 // x", isa::Isa::tac) ==
        "label:3 register:t0 register:t1 number:12 comment:// x");
  OpenRun riscv(spec_of("textbook/sum", "mips-5"));
  CHECK(kinds("addi a0, x5, -1", isa::Isa::riscv, riscv.run.program()) ==
        "mnemonic:addi register:a0 register:x5 number:1");
  CHECK(kinds("", isa::Isa::mips).empty());
  CHECK(kinds("\"never closed \\", isa::Isa::mips) == "text:\"never closed \\");
  CHECK(kinds("加 $t0", isa::Isa::mips) == "mnemonic:加 register:$t0");
}

TEST_CASE("text that can be run is taken at once, however fast one types", "[gui_model]") {
  EditorModel editor(Threads::none);
  editor.create("mine.mips", "add $t0, $t1, $t2\n");
  editor.update(0, nullptr);
  editor.update(0, nullptr);
  REQUIRE(editor.take_good_news());
  for (int i = 0; i < 3; ++i) {
    editor.set_text(editor.text() + "add $t0, $t1, $t2\n");
    editor.update(0, nullptr); // begins to read
    editor.update(0, nullptr); // and has read
    CHECK(editor.take_good_news());
    CHECK(editor.read());
  }
}

TEST_CASE("errors come as one types, behind a pause", "[gui_model]") {
  EditorModel editor(Threads::none);
  editor.create("mine.mips", "add $t0, $t1, $t2\n");
  editor.update(0.01, nullptr);
  editor.wait();
  CHECK(editor.read());
  CHECK(editor.diagnostics().empty());
  CHECK(editor.take_good_news());
  CHECK_FALSE(editor.take_good_news()); // once
  editor.set_text("add $t0, $t1, $t2\nadd $t0, $t1, $t\n");
  editor.update(EditorModel::kQuietSeconds / 2, nullptr);
  CHECK_FALSE(editor.read()); // one is still typing
  editor.set_text("add $t0, $t1, $t2\nadd $t0, $t1, $tt\n");
  editor.update(EditorModel::kQuietSeconds / 2, nullptr);
  CHECK_FALSE(editor.read());
  editor.update(EditorModel::kQuietSeconds, nullptr);
  editor.wait();
  REQUIRE(editor.read());
  CHECK(editor.diagnostics_of(1).empty());
  REQUIRE(editor.diagnostics_of(2).size() == 1);
  CHECK(editor.diagnostics_of(2)[0]->column > 1);
  CHECK_FALSE(editor.take_good_news());
  CHECK(editor.program() != nullptr); // the last that could be read still knows its registers
}

TEST_CASE("the editor knows its lines, whatever they end with", "[gui_model]") {
  EditorModel editor(Threads::none);
  editor.create("a.tac", "t0 = 1\n\nt1 = 2");
  CHECK(editor.line_count() == 3);
  CHECK(editor.line(0) == "t0 = 1");
  CHECK(editor.line(1).empty());
  CHECK(editor.line(2) == "t1 = 2");
  CHECK(editor.line(3).empty());
  editor.set_text("");
  CHECK(editor.line_count() == 1);
  editor.set_text("t0 = 1\n\nt1 = 2");
  editor.create("b.tac", ""); // nothing of the text before is left
  CHECK(editor.line_count() == 1);
  CHECK(editor.line(0).empty());
}

TEST_CASE("unsaved changes are known, and saving makes them a file", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("mine.tac");
  EditorModel editor(Threads::none);
  REQUIRE(editor.open("lecture/b6_source"));
  CHECK_FALSE(editor.changed());
  CHECK_FALSE(editor.has_file());
  CHECK_FALSE(editor.save()); // a shipped program has no file
  editor.set_text(editor.text() + "7: t8 = t6 + t6\n");
  CHECK(editor.changed());
  REQUIRE(editor.save_as(file));
  CHECK_FALSE(editor.changed());
  CHECK(editor.name() == file);
  EditorModel again(Threads::none);
  REQUIRE(again.open(file));
  CHECK(again.text() == editor.text());
  CHECK_FALSE(again.save_as(file + "/below"));
  CHECK_FALSE(again.problem().empty());
  CHECK_FALSE(again.open("no/such/file.tac"));
  CHECK_FALSE(again.problem().empty());
  CHECK_FALSE(again.open(folder.path().string())); // a folder
}

TEST_CASE("the margin marks the line of every stage", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  // Cycle 3: 2 is held in ID, 1 is in ALU; the adds are lines 8 to 11 of the file.
  const std::vector<MarginMark> marks = EditorModel::marks(open.run, 3);
  REQUIRE(marks.size() == 2);
  CHECK(marks[0].line == 8);
  CHECK(marks[0].stage == "ALU");
  CHECK_FALSE(marks[0].stalled);
  CHECK(marks[1].line == 9);
  CHECK(marks[1].stage == "ID");
  CHECK(marks[1].stalled);
  CHECK(marks[0].color != marks[1].color);
  CHECK(EditorModel::marks(open.run, 0).empty());
}

TEST_CASE("breakpoints stop where there is an instruction", "[gui_model]") {
  Comparison both(Threads::none);
  both.open_a(spec_of("lecture/p4", "lecture-4"));
  both.wait();
  EditorModel editor(Threads::none);
  REQUIRE(editor.open("lecture/p4"));
  editor.toggle_breakpoint(1); // a comment
  editor.toggle_breakpoint(10);
  const auto conditions = editor.conditions(*both.run(Side::a).program());
  REQUIRE(conditions.size() == 1);
  both.run_to_breakpoint(conditions);
  both.wait();
  CHECK(both.transport().cycle() == 5); // the third add enters ID
  editor.toggle_breakpoint(10);
  CHECK(editor.breakpoints().size() == 1);
}

TEST_CASE("what is looked for can be a text, an address, a register, a reason or a number",
          "[gui_model]") {
  using Kind = SearchQuery::Kind;
  CHECK(parse_search(" ADDI ")->kind == Kind::text);
  CHECK(parse_search(" ADDI ")->text == "addi");
  CHECK(parse_search("pc 0x10")->value == 16);
  CHECK(parse_search("reg t0")->text == "t0");
  CHECK(parse_search("$t0")->kind == Kind::reg);
  CHECK(parse_search("reason raw")->reason == Reason::raw);
  CHECK(parse_search("RAW")->reason == Reason::raw);
  CHECK(parse_search("raw")->kind == Kind::text); // a label may be called so
  CHECK(parse_search("#12")->name.number == 12);
  CHECK_FALSE(parse_search("   ").ok());
  CHECK_FALSE(parse_search("pc here").ok());
  REQUIRE_FALSE(parse_search("reason rwa").ok());
  CHECK(parse_search("reason rwa").diagnostics()[0].suggestion == "raw");
}

TEST_CASE("searching goes forwards and backwards, in whole runs and in windows", "[gui_model]") {
  RunSpec spec = spec_of("lecture/p4", "lecture-4");
  OpenRun whole(spec);
  spec.whole_ops = 0;
  OpenRun parts(spec);
  const auto find = [](Run& run, const char* text, std::uint64_t from, bool forwards) {
    std::optional<RunPlace> found;
    const Result<SearchQuery> query = parse_search(text);
    REQUIRE(query.ok());
    run.scan(from, forwards, look_for(*query, forwards),
             [&found](std::optional<RunPlace> place) { found = place; });
    run.wait();
    return found ? found->op.value : 0;
  };
  for (Run* run : {&whole.run, &parts.run}) {
    CHECK(find(*run, "$t7", 0, true) == 3);
    CHECK(find(*run, "$t7", 5, true) == 4);
    CHECK(find(*run, "$t7", 6, true) == 0);
    CHECK(find(*run, "add $t", 11, false) == 4);
    CHECK(find(*run, "RAW", 0, true) == 2);
    CHECK(find(*run, "#3", 0, true) == 3);
    CHECK(find(*run, "$t", 0, true) == 0); // a part of a name is no register
    CHECK(find(*run, "mul", 0, true) == 0);
  }
}

TEST_CASE("matches are counted, and looked for from one to the next", "[gui_model]") {
  RunSpec spec = spec_of("lecture/p4", "lecture-4");
  OpenRun whole(spec);
  spec.whole_ops = 0;
  OpenRun parts(spec);
  for (Run* run : {&whole.run, &parts.run}) {
    const auto counted = [run](const char* text, RunPlace place) {
      const Result<SearchQuery> query = parse_search(text);
      REQUIRE(query.ok());
      auto count = std::make_shared<HitCount>();
      run->scan(0, true, count_matches(*query, place, count),
                [](const std::optional<RunPlace>&) {});
      run->wait();
      return std::pair(count->up_to_place, count->total);
    };
    CHECK(counted("add", {2, OpId{2}}) == std::pair<std::uint64_t, std::uint64_t>(2, 4));
    CHECK(counted("RAW", {7, OpId{4}}) == std::pair<std::uint64_t, std::uint64_t>(2, 2));
    CHECK(counted("mul", {1, OpId{1}}) == std::pair<std::uint64_t, std::uint64_t>(0, 0));
    const Result<SearchQuery> query = parse_search("add");
    std::optional<RunPlace> found;
    const auto keep = [&found](std::optional<RunPlace> place) { found = place; };
    run->scan(1, true, look_for(*query, true, RunPlace{2, OpId{2}}), keep);
    run->wait();
    REQUIRE(found);
    CHECK(found->op.value == 3);
    run->scan(3, false, look_for(*query, false, RunPlace{2, OpId{2}}), keep);
    run->wait();
    REQUIRE(found);
    CHECK(found->op.value == 1);
  }
}

TEST_CASE("the picture of an example is its diagram", "[gui_model]") {
  const ExamplePicture picture = picture_of(spec_of("lecture/p4", "lecture-4"));
  CHECK(picture.rows == 4);
  CHECK(picture.cycles == 11);
  // Four stages each, and two waits in ID behind the cycle in which 2 and 4 are there.
  CHECK(picture.bars.size() == 18);
  CHECK(std::count_if(picture.bars.begin(), picture.bars.end(), [](const ExamplePicture::Bar& bar) {
          return bar.why == Reason::raw && bar.end == bar.begin + 2;
        }) == 2);
  CHECK(picture_of(spec_of("lecture/p4", "no-such-machine")).bars.empty());
}

TEST_CASE("how much of a run waits for cold caches, and the run with warm ones", "[gui_model]") {
  OpenRun cold(spec_of("textbook/raw", "ooo-4"));
  CHECK(cold_share(cold.run).value_or(0) > kMostlyCold);
  const RunSpec spec = with_warm(spec_of("textbook/raw", "ooo-4"), true);
  CHECK(asks_for_warm(spec));
  CHECK_FALSE(asks_for_warm(with_warm(spec, false)));
  OpenRun warm(spec);
  CHECK_FALSE(cold_share(warm.run).has_value());
  const trace::Ledger& ledger = warm.run.summary().ledger;
  const auto missed =
      ledger.at(trace::LedgerPoint::retire).slots.at(static_cast<std::size_t>(Reason::icache_miss));
  CHECK(missed == 0);
  OpenRun without(spec_of("textbook/raw", "mips-5"));
  CHECK_FALSE(cold_share(without.run).has_value());
}

TEST_CASE("every example has a title, words, and scenes that open", "[gui_model]") {
  CHECK(examples().size() == programs::shipped().size());
  for (const Example& example : examples()) {
    INFO(example.name);
    CHECK_FALSE(example.title().empty());
    CHECK_FALSE(example.look_at().empty());
    CHECK_FALSE(example.scenes.empty());
    for (const ExampleScene& scene : example.scenes) {
      INFO(scene.command);
      CHECK(machine::load_machine(scene.a.machine, scene.a.settings).ok());
      CHECK(programs::find_shipped(scene.a.program.name) != nullptr);
      if (scene.b) {
        CHECK(machine::load_machine(scene.b->machine, scene.b->settings).ok());
        CHECK(programs::find_shipped(scene.b->program.name) != nullptr);
      }
    }
  }
  CHECK(examples_matching("UNROLLED").size() >= 2);
  CHECK(examples_matching("").size() == examples().size());
}

TEST_CASE("a command line of an example becomes two runs", "[gui_model]") {
  const auto scene =
      scene_of("stallscope run lecture/shift -m mips-5 --set unit.alu.pipelined=false "
               "--set 'unit.alu.latencies={multiply=4}' --against lecture/multiply "
               "--diagram");
  REQUIRE(scene);
  CHECK(scene->diagram);
  REQUIRE(scene->a.settings.size() == 2);
  CHECK(scene->a.settings[1].value == "{multiply=4}");
  REQUIRE(scene->b);
  CHECK(scene->b->program.name == "lecture/multiply");
  CHECK(scene->b->settings.size() == 2);
  CHECK_FALSE(scene_of("stallscope explain lecture/p4 -m mips-5").has_value());
  CHECK_FALSE(scene_of("").has_value());
}

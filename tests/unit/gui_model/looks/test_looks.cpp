#include "base/utf8.hpp"
#include "model/analysis/machine_options.hpp"
#include "model/analysis/whatif_model.hpp"
#include "model/editor/examples_model.hpp"
#include "model/files/settings.hpp"
#include "model/language/sentences.hpp"
#include "model/looks/theme.hpp"
#include "model/processor/structures_model.hpp"
#include "temporary_folder.hpp"
#include "trace/render.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;
namespace fs = std::filesystem;

namespace {

/// The language of a test, put back behind it.
struct Speaking {
  explicit Speaking(Language language) { set_language(language); }
  ~Speaking() { set_language(Language::english); }
};

/// Settings and what is saved by itself, in a folder of a test.
struct TestFolder : TemporaryFolder {
  [[nodiscard]] Folders folders() const { return {file("config"), file("state")}; }
};

/// The places of a pattern: {} counts up, {0} says its number.
std::multiset<char> places(std::string_view pattern) {
  std::multiset<char> found;
  char next = '0';
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i)
    if (pattern[i] == '{')
      found.insert(pattern[i + 1] == '}' ? next++ : pattern[i + 1]);
  return found;
}

} // namespace

TEST_CASE("every text is there in every language, with the same places", "[gui_model]") {
  for (std::size_t i = 0; i < kTextCount; ++i) {
    INFO(name_of(static_cast<Text>(i)));
    const std::string_view english = table_of(Language::english).texts[i];
    const std::string_view chinese = table_of(Language::chinese).texts[i];
    CHECK(table_of(Language::english).tick_texts[i].empty() ==
          table_of(Language::chinese).tick_texts[i].empty());
    CHECK_FALSE(english.empty());
    CHECK_FALSE(chinese.empty());
    CHECK(places(english) == places(chinese));
    for (const Glyph& glyph : glyphs(english))
      CHECK(glyph.code < 0x7f); // fonts without anything else can show it
    for (const Glyph& glyph : glyphs(chinese))
      CHECK(glyph.code != 0xfffd);
    CHECK(places(table_of(Language::traditional_chinese).texts[i]) == places(english));
  }
}

TEST_CASE("every reason has its words in every language", "[gui_model]") {
  for (const Language each : kLanguages)
    for (std::size_t i = 0; i < kReasonCount; ++i) {
      const ReasonWords& words = table_of(each).reasons[i];
      INFO(info(static_cast<Reason>(i)).name);
      CHECK_FALSE(words.title.empty());
      CHECK_FALSE(words.meaning.empty());
      if (each == Language::english)
        continue; // the sentences are those of sim/trace
      CHECK_FALSE(words.because_of.empty());
      CHECK_FALSE(words.alone.empty());
      CHECK(words.alone.find("{1}") == std::string_view::npos); // there is no culprit
    }
}

TEST_CASE("whatever the scheduler says and every option has Chinese words", "[gui_model]") {
  const Speaking language(Language::chinese);
  const auto chinese = [](std::string_view text) {
    const std::vector<Glyph> all = glyphs(text);
    return std::any_of(all.begin(), all.end(), [](const Glyph& g) { return g.code >= 0x3000; });
  };
  for (std::size_t i = 0; i < sched::kMessageCount; ++i) {
    const auto id = static_cast<sched::MessageId>(i);
    const sched::Message message(id, {"@a", "@b", "@c", "@d"});
    INFO(sched::english(id));
    const std::string words = words_of(message);
    CHECK(chinese(words));
    for (const char* value : {"@a", "@b", "@c", "@d"}) // each says as much as the other
      CHECK((words.find(value) == std::string::npos) ==
            (message.text().find(value) == std::string::npos));
  }
  for (const Example& example : examples()) {
    INFO(example.name);
    CHECK(chinese(example.title()));
    CHECK(chinese(example.look_at()));
  }
  for (const sched::SchedulerInfo& scheduler : sched::schedulers())
    CHECK(chinese(scheduler_title(scheduler)));
  for (const machine::PresetInfo& preset : machine::presets()) {
    const auto machine = machine::load_machine(std::string(preset.name));
    REQUIRE(machine);
    for (const session::Relief& relief : session::reliefs_of(*machine)) {
      WhatIfLine line;
      line.name = relief.name;
      line.title = relief.title;
      INFO(relief.title);
      CHECK(chinese(line.words()));
    }
    MachineOptions options;
    options.open(std::string(preset.name), {});
    for (const MachineOption& option : options.options()) {
      INFO(option.key);
      CHECK(chinese(option.meaning()));
    }
  }
}

TEST_CASE("states of structures are told with their numbers, code stays as it is", "[gui_model]") {
  CHECK(structure_words("ready from 12") == "ready from 12");
  const Speaking chinese(Language::chinese);
  CHECK(structure_words("ready from 12") == "第 12 周期就绪");
  CHECK(structure_words("Reorder buffer, 5 of 128") == "重排序缓冲，5 / 128");
  CHECK(structure_words("Station alu, 0") == "保留站 alu，0");
  CHECK(structure_words("mispredicted: not taken 0x80") == "预测错误：不跳转 0x80");
  CHECK(structure_words("table 3, entry 12, counter -1") == "表 3，第 12 项，计数器 -1");
  CHECK(structure_words("load, compute") == "取数，计算");
  CHECK(structure_words("0x1000") == "0x1000");
  CHECK(structure_words("-") == "-");
}

TEST_CASE("instructions of a wrong path are said to be such in the language at hand",
          "[gui_model]") {
  const trace::StructureView rob{
      "rob", "Reorder buffer", {"#", "instruction"}, {{"#8", "ld a1, 0(a0) (wrong path)"}}};
  CHECK(with_changes(rob, nullptr).rows[0][1].text == "ld a1, 0(a0) (wrong path)");
  const Speaking chinese(Language::chinese);
  CHECK(with_changes(rob, nullptr).rows[0][1].text == "ld a1, 0(a0)（错误路径）");
}

TEST_CASE("a load that has read too early is said to be replayed", "[gui_model]") {
  trace::RunRecord record;
  record.counts_micro_ops = true;
  record.timeline.lanes = {{"F"}, {"L"}};
  record.timeline.lanes[0].is_front = true;
  for (std::uint64_t op = 1; op <= 2; ++op) {
    OpRow row;
    row.op = OpId{op};
    row.instruction = InstructionIndex{0};
    row.begin = Cycle{1};
    row.end = Cycle{9};
    record.timeline.rows.push_back(row);
  }
  record.legend.instruction_text = {"sd a0, 0(a1)"};
  const Cause cause(Reason::memory_order, kNoRegister, OpId{1});
  const std::string words = cell_sentence(record, 5, 0, OpId{2}, cause);
  INFO(words);
  CHECK(words.find(*trace::replay_sentence(0, cause, Cycle{5}, record)) != std::string::npos);
  CHECK(cell_sentence(record, 5, 1, OpId{2}, cause).find("again") == std::string::npos);
  const Speaking chinese(Language::chinese);
  CHECK(cell_sentence(record, 5, 0, OpId{2}, cause).find("退回重做") != std::string::npos);
}

TEST_CASE("lists are told in each language's way", "[gui_model]") {
  const sched::Message message(sched::MessageId::some_become_available, {"5", "2", "3", "4"});
  CHECK(words_of(message) == "; 2, 3 and 4 become available at 5");
  const Speaking chinese(Language::chinese);
  CHECK(words_of(message) == "；2、3和4 在第 5 周期可用");
}

TEST_CASE("the glyph range has every character that is shown", "[gui_model]") {
  const std::vector<char32_t> codes = glyphs_of(Language::chinese, {"迭代 ≤"});
  CHECK(std::is_sorted(codes.begin(), codes.end()));
  CHECK(std::adjacent_find(codes.begin(), codes.end()) == codes.end());
  std::vector<std::string_view> all;
  const StringTable& table = table_of(Language::chinese);
  all.insert(all.end(), table.texts.begin(), table.texts.end());
  for (const ReasonWords& words : table.reasons)
    all.insert(all.end(), {words.title, words.meaning, words.because_of, words.alone});
  all.insert(all.end(), {table.name, "迭代", "←→≤■✓"});
  for (const std::string_view text : all)
    for (const Glyph& glyph : glyphs(text))
      if (glyph.code > 0x7e)
        CHECK(std::binary_search(codes.begin(), codes.end(), glyph.code));
  CHECK(glyphs_of(Language::english).size() < 60);
}

TEST_CASE("the language is switched at run time, sentences too", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  const trace::RunRecord& run = open.run.summary();
  const Cause cause(Reason::raw, open.run.program()->register_named("$t2"), OpId{1});
  CHECK(cause_sentence(run, OpId{2}, cause) ==
        "waits for $t2 from instruction 1 (add $t2, $t0, $t1)");
  const Speaking chinese(Language::chinese);
  CHECK(std::string(tr(Text::transport_play)) == "播放");
  CHECK(tr(Text::cycle_of, {"3", "11"}) == "第 3 周期，共 11 周期");
  CHECK(cause_sentence(run, OpId{2}, cause) == "等待指令 1 (add $t2, $t0, $t1)产生的 $t2");
  CHECK(cell_sentence(run, 3, 0, OpId{2}, cause).find("第 3 周期，ID：2 add") == 0);
  // No operation waits for itself.
  CHECK(cause_sentence(run, OpId{1}, cause) == "等待 $t2");
  CHECK(language_from_code("zh-CN") == Language::chinese);
  CHECK(language_from_code("zh-Hans-HK") == Language::chinese);
  for (const char* code : {"zh-Hant", "zh-TW", "zh_HK", "zh-Hant-MO"})
    CHECK(language_from_code(code) == Language::traditional_chinese);
  CHECK(language_from_code("de") == Language::english);
}

TEST_CASE("traditional Chinese has the characters and the terms of Taiwan", "[gui_model]") {
  const Speaking language(Language::traditional_chinese);
  const std::pair<const char*, const char*> text = GENERATE(
      std::pair("取指队列", "取指佇列"), // characters alone: 队 隊; the term is 佇列
      std::pair("{0} 有缓存，缺失取决于地址", "{0} 有快取，缺失取決於位址"),
      std::pair("恢复复制反复", "恢復複製反覆"), // one simplified character, three traditional ones
      std::pair("控制绘制周期周围", "控制繪製週期周圍"),
      std::pair("计算机的计算方法是算法",
                "電腦的計算方法是演算法"), // the longest term, from the left
      std::pair("32 位的字节", "32 位元的位元組"),
      std::pair("add $t2, $t0, $t1", "add $t2, $t0, $t1"), std::pair("", ""),
      std::pair("存", "存"));
  CHECK(in_current_script(text.first) == text.second);
}

TEST_CASE("traditional Chinese keeps no simplified character", "[gui_model]") {
  const Speaking language(Language::traditional_chinese);
  const StringTable& table = table_of(Language::traditional_chinese);
  std::vector<std::string_view> texts(table.texts.begin(), table.texts.end());
  texts.insert(texts.end(), table.tick_texts.begin(), table.tick_texts.end());
  for (const ReasonWords& words : table.reasons)
    texts.insert(texts.end(), {words.title, words.meaning, words.because_of, words.alone});
  for (const std::string_view text : texts)
    for (const Glyph& glyph : glyphs(text)) {
      INFO(text);
      if (glyph.bytes != "周" && glyph.bytes != "游") // traditional as well, in 周圍 and 游標
        CHECK(in_current_script(glyph.bytes) == glyph.bytes);
    }
}

TEST_CASE("texts and marks of every theme have the contrast WCAG asks for", "[gui_model]") {
  for (const ThemeId id : kThemes)
    for (const ContrastPair& pair : contrast_pairs(theme(id))) {
      INFO(theme(id).code << ": " << pair.name << ", " << hex_of(pair.front) << " on "
                          << hex_of(pair.back));
      CHECK(contrast(pair.front, pair.back) >= pair.least);
    }
}

TEST_CASE("a cache miss is told from memory's latency by colour and letter, and fill is seen",
          "[gui_model]") {
  CHECK(letter_of(Reason::dcache_miss) != letter_of(Reason::memory_latency));
  CHECK(letter_of(Reason::icache_miss) != letter_of(Reason::fetch_latency));
  for (const ThemeId id : kThemes) {
    const Theme& t = theme(id);
    INFO(t.code);
    const Color miss = t.families[static_cast<std::size_t>(family_of(Reason::dcache_miss))];
    const Color latency = t.families[static_cast<std::size_t>(family_of(Reason::memory_latency))];
    CHECK(std::hypot(miss.r - latency.r, miss.g - latency.g, miss.b - latency.b) > 60);
    CHECK(contrast(mixed(t.panel, t.muted, kQuietInk), t.panel) >= kMarkContrast);
  }
}

TEST_CASE("contrast as WCAG 2.1 defines it", "[gui_model]") {
  CHECK(contrast(rgb(0xffffff), rgb(0x000000)) == Approx(21));
  CHECK(contrast(rgb(0x777777), rgb(0x777777)) == Approx(1));
  // The standard's own borderline grey on white.
  CHECK(contrast(rgb(0x767676), rgb(0xffffff)) == Approx(4.54).margin(0.01));
  CHECK(mixed(rgb(0x000000), rgb(0xff8000), 0.5) == rgb(0x804000));
}

TEST_CASE("no two reasons of a cell look alike without colour, where their family differs",
          "[gui_model]") {
  std::map<Pattern, std::set<Family>> families;
  for (std::size_t i = 1; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    CHECK(letter_of(reason) != 0);
    if (pattern_of(reason) != Pattern::none && pattern_of(reason) != Pattern::lines &&
        pattern_of(reason) != Pattern::dots)
      families[pattern_of(reason)].insert(family_of(reason));
  }
  for (const auto& [pattern, of] : families)
    CHECK(of.size() == 1);
}

TEST_CASE("reasons of one colour that stand side by side have patterns of their own",
          "[gui_model]") {
  CHECK(pattern_of(Reason::icache_miss) != pattern_of(Reason::dcache_miss));
  CHECK(pattern_of(Reason::fill) != pattern_of(Reason::drain));
}

TEST_CASE("settings go to the folders of the XDG specification", "[gui_model]") {
  std::map<std::string, std::string> variables{{"HOME", "/home/a"}};
  const auto variable = [&variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  CHECK(folders_of(variable).config == "/home/a/.config/stallscope");
  CHECK(folders_of(variable).state == "/home/a/.local/state/stallscope");
  variables["XDG_CONFIG_HOME"] = "/etc/a";
  CHECK(folders_of(variable).config == "/etc/a/stallscope");
  variables["XDG_CONFIG_HOME"] = "not/absolute";
  CHECK(folders_of(variable).config == "/home/a/.config/stallscope");
  variables.clear();
  CHECK(folders_of(variable).config.empty());
}

TEST_CASE("settings are remembered, whatever is in them", "[gui_model]") {
  const TestFolder folder;
  Settings settings;
  settings.language = Language::chinese;
  settings.theme = ThemeId::color_blind;
  settings.speed = 7.5;
  settings.lock = Lock::free;
  settings.layout = "stacked";
  settings.window_state = "[Window][a]\nPos=1,2\n";
  settings.panels = {"table", "ledger"};
  settings.panel_shares = {0.25, 0.75};
  settings.active_panel = "ledger";
  settings.hide_future = true;
  settings.add_recent("/tmp/\xff\" odd\n.mips"); // no UTF-8: kept as far as JSON can
  settings.add_recent("/tmp/b.tac");
  settings.run_a = RememberedRun{"lecture/p4",
                                 "mips-5",
                                 {"forwarding.paths=[]"},
                                 "weighted",
                                 {{OpId{3}, 5, "here"}, {OpId{4}, 9, {}}}};
  SettingsFile file(folder.folders());
  CHECK(file.load() == Settings()); // there is none yet
  REQUIRE(file.save(settings));
  SettingsFile again(folder.folders());
  Settings read = again.load();
  CHECK(read.recent.size() == 2);
  CHECK(read.recent[0] == "/tmp/b.tac");
  read.recent = settings.recent;
  CHECK(read == settings);
  CHECK(recall(*read.run_a).settings.at(0).key == "forwarding.paths");
  read.run_a->bookmarks.clear();
  CHECK(remember(recall(*read.run_a)) == *read.run_a);
  const auto odd = settings_from_json(
      R"({"run_a": {"program": "p", "machine": "m", "bookmarks": [7, {"op": -1, "cycle": 2},
          {"op": 2, "cycle": "x"}, {"op": 5, "cycle": 6, "label": 3}]}})");
  REQUIRE(odd);
  CHECK(odd->run_a->bookmarks == std::vector<Bookmark>{{OpId{5}, 6, {}}}); // what can be meant
}

TEST_CASE("recent files are few, each once, the last one first", "[gui_model]") {
  Settings settings;
  for (int i = 0; i < 30; ++i)
    settings.add_recent("file" + std::to_string(i));
  CHECK(settings.recent.size() == Settings::kMaxRecent);
  settings.add_recent("file25");
  CHECK(settings.recent.front() == "file25");
  CHECK(std::count(settings.recent.begin(), settings.recent.end(), "file25") == 1);
}

TEST_CASE("settings of the wrong kind stay at their defaults; what is no JSON is left alone",
          "[gui_model]") {
  const auto read = settings_from_json(
      R"({"language": 7, "theme": "pink", "speed": 1e99, "font_px": "large", "recent": [1, 2],
          "window_width": -5, "run_a": {"program": 3}})");
  REQUIRE(read);
  CHECK(read->language == Language::english);
  CHECK(read->theme == ThemeId::dark);
  CHECK(read->speed == Transport::kFastest);
  CHECK(read->font_px == Settings().font_px);
  CHECK(read->recent.empty());
  CHECK(read->window_width >= 320);
  CHECK_FALSE(read->run_a.has_value());
  CHECK_FALSE(settings_from_json("[1]").has_value());

  const TestFolder folder;
  fs::create_directories(folder.folders().config);
  const std::string path = folder.folders().config + "/settings.json";
  std::ofstream(path) << "{ \"theme\": ";
  SettingsFile file(folder.folders());
  CHECK(file.load() == Settings());
  CHECK(file.problem().find(path) != std::string::npos);
  Settings changed;
  changed.speed = 30;
  CHECK_FALSE(file.save(changed));
  std::ifstream kept(path);
  CHECK(std::string(std::istreambuf_iterator<char>(kept), {}) == "{ \"theme\": ");
}

TEST_CASE("a home that cannot be written costs a sentence", "[gui_model]") {
  const TestFolder folder;
  std::ofstream(folder.file("file")) << "no folder"; // fails for every user, root included
  SettingsFile file(Folders{folder.file("file/config"), folder.file("file/state")});
  CHECK(file.load() == Settings());
  Settings changed;
  changed.speed = 30;
  CHECK_FALSE(file.save(changed));
  CHECK(file.problem().find("Settings cannot be kept") == 0);
  Autosave autosave(Folders{folder.file("file/config"), folder.file("file/state")});
  CHECK_FALSE(autosave.keep({"p4", "add", {}, 64, {}}));
  CHECK_FALSE(autosave.problem().empty());
  CHECK_FALSE(SettingsFile(Folders{}).save(changed)); // no home at all
}

TEST_CASE("unsaved text survives, and is gone once it is saved", "[gui_model]") {
  const TestFolder folder;
  Autosave autosave(folder.folders());
  CHECK_FALSE(autosave.found().has_value());
  REQUIRE(autosave.keep({"my.tac", "t0 = 1\n", isa::Isa::tac, 64, {}}));
  const auto found = Autosave(folder.folders()).found();
  REQUIRE(found);
  CHECK(found->name == "my.tac");
  CHECK(found->text == "t0 = 1\n");
  CHECK(found->isa == isa::Isa::tac);
  CHECK(found->saved_at.size() == 16);
  autosave.forget();
  CHECK_FALSE(autosave.found().has_value());
}

#include "base/utf8.hpp"
#include "headless.hpp"
#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Everything that is drawn in Chinese is read back: no English sentence may be left in it.
namespace stallscope::gui {
namespace {

/// A word of ordinary English: small letters only, two at least.
bool is_word(std::string_view word) {
  while (!word.empty() && std::string_view(".,;:!?)").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  if (word.size() < 2)
    return false;
  for (const char c : word)
    if (std::islower(static_cast<unsigned char>(c)) == 0)
      return false;
  return true;
}

/// Three words of it behind each other.
bool is_english(std::string_view line) {
  int words = 0;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    if (end > at)
      words = is_word(line.substr(at, end - at)) ? words + 1 : 0;
    if (words >= 3)
      return true;
    if (end > at && line[end - 1] == ',') // operands
      words = 0;
    at = end + 1;
  }
  return false;
}

/// A character that is written otherwise in traditional Chinese, which is the current language.
bool has_simplified(std::string_view line) {
  for (const Glyph& glyph : glyphs(line)) // 周 and 游 are traditional as well, in 周圍 and 游標
    if (glyph.bytes != "周" && glyph.bytes != "游" && in_current_script(glyph.bytes) != glyph.bytes)
      return true;
  return false;
}

struct Chinese {
  explicit Chinese(Headless& window, Language script = Language::chinese) : window_(window) {
    window.interface.looks.language = script;
    window.frame();
    there = language() == script;
  }
  ~Chinese() {
    window_.interface.looks.language = Language::english;
    set_language(Language::english);
  }
  Chinese(const Chinese&) = delete;
  Chinese& operator=(const Chinese&) = delete;

  bool there = false; ///< a Chinese font
  Headless& window_;
};

/// What stands in the program itself, and so in its memory and output, is in whatever language,
/// also where a column has no room for all of it.
bool is_of_program(Headless& window, std::string_view line) {
  constexpr std::string_view kMore = "…";
  if (line.ends_with(kMore))
    line.remove_suffix(kMore.size());
  const programs::ShippedProgram* program =
      programs::find_shipped(window.runs.run(Side::a).spec().program.name);
  return program != nullptr && program->text.find(line) != std::string_view::npos;
}

/// The lines of all panels that are not right, but for those of source text.
void look_through(Headless& window, std::set<std::string>& found,
                  bool (*is_wrong)(std::string_view) = is_english) {
  const std::uint64_t last = window.runs.transport().last_cycle();
  for (const std::string& name : panel_names()) {
    if (name == "editor") // the program itself, with comments in its own language
      continue;
    window.interface.looks.panel = *panel_named(name);
    for (const std::uint64_t cycle : {std::uint64_t{0}, last / 2, last}) {
      window.runs.transport().seek(cycle);
      window.frame();
      const std::string log = window.texts();
      for (std::size_t at = 0; at < log.size();) {
        const std::size_t end = std::min(log.find('\n', at), log.size());
        const std::string line = log.substr(at, end - at);
        if (is_wrong(line) && !is_of_program(window, line))
          found.insert(name + ": " + line);
        at = end + 1;
      }
    }
  }
}

TEST_CASE("English sentences are distinguished from code", "[gui]") {
  CHECK(is_english("waits for the cache"));
  CHECK(is_english("第 3 周期：the only one that can start"));
  CHECK_FALSE(is_english("add $t4, $t3, $t2"));
  CHECK_FALSE(is_english("if r3 != r2 goto loop"));
  CHECK_FALSE(is_english("addi sp, sp, -24"));
  CHECK_FALSE(is_english("branch.predictor = gshare"));
  CHECK_FALSE(is_english("等待指令 1 (add $t2, $t0, $t1)产生的 $t2"));
}

TEST_CASE("in Chinese no panel says a sentence in English, on any machine", "[gui]") {
  Headless window(1920, 1080);
  const Chinese chinese(window);
  if (!chinese.there) {
    WARN("no Chinese font is installed");
    return;
  }
  std::set<std::string> found;
  for (const machine::PresetInfo& machine : machine::presets()) {
    if (machine.name == "reference") // has nothing to show
      continue;
    window.open(machine.name == "hp-latency" ? "textbook/x_plus_s" : "textbook/sum",
                std::string(machine.name));
    look_through(window, found);
  }
  CHECK(found.empty());
  for (const std::string& line : found)
    FAIL_CHECK(line);
}

TEST_CASE("in Chinese no panel says a sentence in English, for any program", "[gui]") {
  Headless window(1920, 1080);
  const Chinese chinese(window);
  if (!chinese.there)
    return;
  std::set<std::string> found;
  for (const programs::ShippedProgram& program : listed_cases(programs::shipped())) {
    const bool x86 = program.name.substr(0, 4) == "x86/";
    window.open(std::string(program.name), x86 ? "csapp-haswell" : "mips-5-fp");
    if (window.runs.run(Side::a).state() == Run::State::ready)
      look_through(window, found);
  }
  CHECK(found.empty());
  for (const std::string& line : found)
    FAIL_CHECK(line);
}

TEST_CASE("in Chinese no panel says a sentence in English, of plans and graphs", "[gui]") {
  Headless window(1920, 1080);
  const Chinese chinese(window);
  if (!chinese.there)
    return;
  std::set<std::string> found;
  const auto look = [&](Subject subject, std::string name, std::vector<machine::Setting> settings) {
    RunSpec spec;
    spec.subject = subject;
    spec.program.name = std::move(name);
    spec.settings = std::move(settings);
    window.runs.open_a(std::move(spec));
    window.runs.wait();
    REQUIRE(window.runs.run(Side::a).state() == Run::State::ready);
    look_through(window, found);
  };
  for (const char* schedule : {"gpipe", "zb-v", "dualpipe", "pipedream-2bw"})
    look(Subject::plan, schedule, {{"micro_batches", "8"}, {"transfer", "1"}});
  look(Subject::plan, "1f1b", {{"model", "gpt2-small"}, {"tick", "1000000"}});
  for (const char* scenario :
       {"data-parallel", "tensor-parallel", "offload", "input", "server", "collective"})
    look(Subject::plan, scenario, {});
  look(Subject::plan, "data-parallel", {{"model", "gpt2-small"}, {"tick", "1000000"}});
  look(Subject::graph, "mlp", {{"differentiate", "loss"}, {"passes", "all"}});
  look(Subject::graph, "attention", {{"style", "eager"}, {"streams", "2"}});
  for (const std::string& line : found)
    FAIL_CHECK(line);
}

TEST_CASE("rows of plans have Chinese names, and so have diagnostics in editor and panes",
          "[gui]") {
  Headless window(1920, 1080);
  const Chinese chinese(window, GENERATE(Language::chinese, Language::traditional_chinese));
  if (!chinese.there)
    return;
  RunSpec plan;
  plan.subject = Subject::plan;
  plan.program.name = "gpipe";
  window.runs.open_a(plan);
  window.runs.wait();
  window.frame(2);
  const std::string rows = window.texts();
  CHECK(rows.find("device") == std::string::npos);
  CHECK(rows.find(in_current_script("设备 0")) != std::string::npos);
  RunSpec bad;
  bad.program.name = "bad.s";
  bad.program.text = "        addd x6, x5, x5\n        addi x5, x5, 99999\n";
  bad.machine = "mips-5";
  window.runs.open_a(bad);
  window.runs.wait();
  for (const PanelId panel : {PanelId::editor, PanelId::table}) {
    window.interface.looks.panel = panel;
    window.frame(30);
    const std::string log = window.texts();
    CHECK(log.find(in_current_script("未知的指令 'addd'")) != std::string::npos);
    for (std::size_t at = 0; at < log.size();) {
      const std::size_t end = std::min(log.find('\n', at), log.size());
      INFO(log.substr(at, end - at));
      CHECK_FALSE(is_english(log.substr(at, end - at)));
      at = end + 1;
    }
  }
}

TEST_CASE("in traditional Chinese no panel has a simplified character", "[gui]") {
  Headless window(1920, 1080);
  const Chinese chinese(window, Language::traditional_chinese);
  if (!chinese.there)
    return;
  std::set<std::string> found;
  for (const char* machine : {"mips-5-fp", "csapp-haswell", "scoreboard", "tomasulo-rob-2"}) {
    window.open("textbook/sum", machine);
    for (const auto is_wrong : {is_english, has_simplified})
      look_through(window, found, is_wrong);
  }
  for (const auto& [subject, name] :
       {std::pair(Subject::plan, "1f1b"), std::pair(Subject::plan, "offload"),
        std::pair(Subject::graph, "mlp")}) {
    RunSpec spec;
    spec.subject = subject;
    spec.program.name = name;
    window.runs.open_a(std::move(spec));
    window.runs.wait();
    REQUIRE(window.runs.run(Side::a).state() == Run::State::ready);
    look_through(window, found, has_simplified);
  }
  for (const std::string& line : found)
    FAIL_CHECK(line);
}

TEST_CASE("in Chinese every scheduler's decisions are Chinese", "[gui]") {
  Headless window(1920, 1080);
  const Chinese chinese(window);
  if (!chinese.there)
    return;
  std::set<std::string> found;
  window.interface.looks.panel = PanelId::schedule;
  window.open("lecture/b6_source", "mips-5");
  for (const sched::SchedulerInfo& scheduler : sched::schedulers()) {
    window.interface.shared.wanted_scheduler = scheduler.name;
    for (std::size_t decision = 1; decision <= 10; ++decision) {
      window.interface.shared.wanted_decision = decision;
      window.frame();
      const std::string log = window.texts();
      for (std::size_t at = 0; at < log.size();) {
        const std::size_t end = std::min(log.find('\n', at), log.size());
        if (is_english(log.substr(at, end - at)))
          found.insert(log.substr(at, end - at));
        at = end + 1;
      }
    }
  }
  CHECK(found.empty());
  for (const std::string& line : found)
    FAIL_CHECK(line);
}

} // namespace
} // namespace stallscope::gui

#include "model/teaching/lessons.hpp"

#include "base/check.hpp"
#include "base/diagnostic.hpp"
#include "language/translation.hpp"
#include "machine/toml_plus_plus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace stallscope::gui {

namespace {

struct MeasureName {
  std::string_view name;
  Measure measure;
};
constexpr MeasureName kMeasures[] = {{"cycles_a", Measure::cycles_a},
                                     {"cycles_b", Measure::cycles_b},
                                     {"saved", Measure::saved},
                                     {"legal_orders", Measure::legal_orders},
                                     {"lower_bound", Measure::lower_bound},
                                     {"idle_a", Measure::idle_a},
                                     {"idle_b", Measure::idle_b},
                                     {"peak_a", Measure::peak_a},
                                     {"peak_b", Measure::peak_b},
                                     {"peak_gib_a", Measure::peak_gib_a},
                                     {"peak_gib_b", Measure::peak_gib_b},
                                     {"count_a", Measure::count_a},
                                     {"count_b", Measure::count_b}};

/// Reads the tables of a lesson and collects all problems.
class LessonReader {
public:
  explicit LessonReader(std::string_view name) : name_(name) {}

  Result<Lesson> read(std::string_view text) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
      report(parsed.error().source().begin.line, std::string(parsed.error().description()));
      return problems_;
    }
    const toml::table& root = parsed.table();
    Lesson lesson;
    lesson.name = name_;
    check_keys(root, {"title", "section", "program", "machine", "plan", "graph", "step"});
    lesson.title = translated(root, "title");
    lesson.section = text_in(root, "section");
    default_program_ = text_in(root, "program");
    default_machine_ = text_in(root, "machine");
    default_plan_ = text_in(root, "plan");
    default_graph_ = text_in(root, "graph");
    const toml::array* steps = root["step"].as_array();
    if (steps == nullptr || steps->empty())
      report(0, "a lesson has steps: [[step]]");
    else
      for (const toml::node& node : *steps)
        if (const toml::table* table = node.as_table())
          lesson.steps.push_back(step(*table));
    if (!problems_.empty())
      return problems_;
    return lesson;
  }

private:
  void report(std::uint32_t line, std::string message) {
    Diagnostic diagnostic;
    diagnostic.file = name_ + ".toml";
    diagnostic.line = line;
    diagnostic.message = std::move(message);
    problems_.push_back(std::move(diagnostic));
  }
  static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

  void check_keys(const toml::table& table, std::initializer_list<std::string_view> known) {
    for (const auto& [key, node] : table)
      if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
        Diagnostic diagnostic;
        diagnostic.file = name_ + ".toml";
        diagnostic.line = line_of(node);
        diagnostic.message = fmt::format("unknown key '{}'", key.str());
        diagnostic.suggestion = nearest_word(key.str(), std::vector<std::string_view>(known));
        problems_.push_back(std::move(diagnostic));
      }
  }

  std::string text_in(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node == nullptr)
      return {};
    if (const auto* text = node->as_string())
      return text->get();
    report(line_of(*node), fmt::format("'{}' is a text", key));
    return {};
  }
  std::int64_t number_in(const toml::table& table, std::string_view key, std::int64_t otherwise) {
    const toml::node* node = table.get(key);
    if (node == nullptr)
      return otherwise;
    if (const auto* number = node->as_integer())
      return number->get();
    report(line_of(*node), fmt::format("'{}' is a whole number", key));
    return otherwise;
  }

  /// A table with a text in every written language.
  Translated translated(const toml::node& node, std::string_view what) {
    const toml::table* table = node.as_table();
    const auto text_of = [&](Language language) -> std::string_view {
      const std::string_view code = table_of(language).code;
      const auto* text =
          table == nullptr || table->get(code) == nullptr ? nullptr : table->get(code)->as_string();
      if (text != nullptr)
        return text->get();
      report(line_of(node), fmt::format("'{}' has no text in '{}'", what, code));
      return {};
    };
    const std::string_view english = text_of(Language::english);
    return {in_all_languages(
        english, [&](const Translation& in) { return std::string(text_of(in.written)); })};
  }
  Translated translated(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node != nullptr)
      return translated(*node, key);
    report(line_of(table), fmt::format("'{}' is missing", key));
    return {};
  }

  void add_settings(const toml::table& table, RunSpec& spec, std::string_view key = "set") {
    const toml::array* list = table[key].as_array();
    if (list == nullptr)
      return;
    for (const toml::node& node : *list) {
      const auto* text = node.as_string();
      Result<machine::Setting> setting = machine::parse_setting(text == nullptr ? "" : text->get());
      if (setting)
        spec.settings.push_back(*setting);
      else
        report(line_of(node), fmt::format("'{}' is a list of \"key=value\"", key));
    }
  }

  LessonStep step(const toml::table& table) {
    check_keys(table, {"text",       "program", "source",    "notation",        "machine",
                       "set",        "order",   "against",   "against_machine", "against_order",
                       "cycle",      "panel",   "scheduler", "decision",        "highlight",
                       "question",   "plan",    "graph",     "against_plan",    "against_graph",
                       "against_set"});
    LessonStep step;
    step.text = translated(table, "text");
    scene(table, step);
    step.cycle =
        static_cast<std::uint64_t>(std::max<std::int64_t>(number_in(table, "cycle", 0), 0));
    step.panel = text_in(table, "panel");
    if (step.panel.empty())
      step.panel = "table";
    if (std::find(kLessonPanels.begin(), kLessonPanels.end(), step.panel) == kLessonPanels.end())
      report(line_of(table), fmt::format("there is no panel '{}'", step.panel));
    step.scheduler = text_in(table, "scheduler");
    step.decision =
        static_cast<std::uint64_t>(std::max<std::int64_t>(number_in(table, "decision", 0), 0));
    if (const toml::array* list = table["highlight"].as_array())
      for (const toml::node& node : *list)
        if (const toml::table* at = node.as_table())
          step.highlights.push_back(highlight(*at));
    if (const toml::table* asked = table["question"].as_table())
      step.question = question(*asked);
    return step;
  }

  /// Reads the runs of a step.
  void scene(const toml::table& table, LessonStep& step) {
    const auto named = [&](const char* key, const std::string& standard) {
      const std::string name = text_in(table, key);
      return name.empty() ? standard : name;
    };
    const bool other = table.contains("program") || table.contains("source");
    const std::string plan = other ? std::string() : named("plan", default_plan_);
    const std::string graph = other ? std::string() : named("graph", default_graph_);
    if (!plan.empty() || !graph.empty())
      return course_scene(table, plan, graph, step);
    const std::string program = text_in(table, "program");
    const std::string machine = text_in(table, "machine");
    step.a.program.name = program.empty() ? default_program_ : program;
    step.a.machine = machine.empty() ? default_machine_ : machine;
    step.a.scheduler = text_in(table, "order");
    if (const std::string source = text_in(table, "source"); !source.empty()) {
      step.a.program.name = name_;
      step.a.program.text = source;
      step.a.program.isa = isa::isa_from_name(text_in(table, "notation"));
      if (!step.a.program.isa)
        report(line_of(table), "a 'source' has a 'notation': tac, mips, riscv or x86");
    }
    if (step.a.program.name.empty() || step.a.machine.empty())
      report(line_of(table), "a step has a program and a machine, or the lesson does");
    add_settings(table, step.a);
    const std::string against = text_in(table, "against");
    const std::string against_machine = text_in(table, "against_machine");
    const std::string against_order = text_in(table, "against_order");
    if (!against.empty() || !against_machine.empty() || !against_order.empty()) {
      step.b = step.a;
      if (!against.empty())
        step.b->program.name = against;
      if (!against_machine.empty()) {
        step.b->machine = against_machine;
        step.b->settings.clear();
      }
      step.b->scheduler = against_order;
    }
  }

  /// Reads the plans or graphs of a step; the second one has the settings of the first, and its
  /// own.
  void course_scene(const toml::table& table, const std::string& plan, const std::string& graph,
                    LessonStep& step) {
    step.a.subject = graph.empty() || table.contains("plan") ? Subject::plan : Subject::graph;
    step.a.program.name = step.a.subject == Subject::plan ? plan : graph;
    add_settings(table, step.a);
    const std::string against =
        text_in(table, step.a.subject == Subject::plan ? "against_plan" : "against_graph");
    const bool changed = table.contains("against_set");
    if (against.empty() && !changed)
      return;
    step.b = step.a;
    if (!against.empty())
      step.b->program.name = against;
    if (changed)
      add_settings(table, *step.b, "against_set");
  }

  Highlight highlight(const toml::table& table) {
    check_keys(table, {"cycle", "lane", "op", "run"});
    Highlight at;
    at.cycle = static_cast<std::uint64_t>(std::max<std::int64_t>(number_in(table, "cycle", 0), 0));
    at.lane = text_in(table, "lane");
    at.op = static_cast<std::uint64_t>(std::max<std::int64_t>(number_in(table, "op", 0), 0));
    at.in_b = text_in(table, "run") == "b";
    if (at.cycle == 0 || at.lane.empty())
      report(line_of(table), "a highlight has a cycle and a lane");
    return at;
  }

  Question question(const toml::table& table) {
    check_keys(table, {"text", "choices", "answer", "because", "measure", "of"});
    Question asked;
    asked.text = translated(table, "text");
    asked.because = translated(table, "because");
    asked.answer = number_in(table, "answer", -1);
    if (table.get("answer") == nullptr)
      report(line_of(table), "a question has an answer");
    if (const toml::array* list = table["choices"].as_array()) {
      for (const toml::node& node : *list)
        asked.choices.push_back(translated(node, "choices"));
      if (asked.answer < 0 || asked.answer >= static_cast<std::int64_t>(asked.choices.size()))
        report(line_of(table), "'answer' is the place of a choice, from 0");
    }
    asked.of = text_in(table, "of");
    const std::string measure = text_in(table, "measure");
    for (const MeasureName& known : kMeasures)
      if (known.name == measure)
        asked.measure = known.measure;
    if (!measure.empty() && asked.measure == Measure::none)
      report(line_of(table), fmt::format("nothing is measured as '{}'", measure));
    return asked;
  }

  std::string name_;
  std::string default_program_;
  std::string default_machine_;
  std::string default_plan_;
  std::string default_graph_;
  Diagnostics problems_;
};

} // namespace

Result<Lesson> parse_lesson(std::string_view name, std::string_view toml) {
  return LessonReader(name).read(toml);
}

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = [] {
    std::vector<Lesson> list;
    for (const LessonFile& file : lesson_files()) {
      Result<Lesson> lesson = parse_lesson(file.name, file.toml);
      STALLSCOPE_CHECK(lesson.ok(), format(lesson.diagnostics()).c_str());
      list.push_back(std::move(lesson).value());
    }
    return list;
  }();
  return all;
}

void LessonModel::start(const Lesson& lesson) {
  lesson_ = &lesson;
  step_ = 0;
  answers_.assign(lesson.steps.size(), std::nullopt);
  tries_.assign(lesson.steps.size(), 0);
  typed_.assign(lesson.steps.size(), {});
}

bool LessonModel::next() {
  if (lesson_ == nullptr || last())
    return false;
  ++step_;
  return true;
}

bool LessonModel::back() {
  if (lesson_ == nullptr || step_ == 0)
    return false;
  --step_;
  return true;
}

void LessonModel::answer(std::int64_t value) {
  if (lesson_ == nullptr || !step().question)
    return;
  if (right())
    return; // later answers after the first right one do not count
  answers_[step_] = value;
  ++tries_[step_];
}

bool LessonModel::right() const {
  return lesson_ != nullptr && step().question && answers_[step_] == step().question->answer;
}

bool LessonModel::hides_totals() const {
  return lesson_ != nullptr && step().question && step().question->measure != Measure::none &&
         !right();
}

LessonModel::Mark LessonModel::mark(std::size_t step) const {
  const auto& question = lesson_->steps[step].question;
  if (!question)
    return Mark::none;
  if (!answers_[step])
    return Mark::open;
  if (answers_[step] != question->answer)
    return Mark::wrong;
  return tries_[step] == 1 ? Mark::right : Mark::right_later;
}

std::size_t LessonModel::count(Mark wanted) const {
  std::size_t found = 0;
  for (std::size_t i = 0; lesson_ != nullptr && i < lesson_->steps.size(); ++i)
    found += mark(i) == wanted ? 1 : 0;
  return found;
}

std::size_t LessonModel::question_count() const {
  if (lesson_ == nullptr)
    return 0;
  return static_cast<std::size_t>(
      std::count_if(lesson_->steps.begin(), lesson_->steps.end(),
                    [](const LessonStep& each) { return each.question.has_value(); }));
}

} // namespace stallscope::gui

#pragma once

#include "base/result.hpp"
#include "model/language/strings.hpp"
#include "model/run/run.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// A text in every language.
struct Translated {
  std::array<std::string, kLanguages.size()> in; ///< by Language

  /// The text in the current language.
  [[nodiscard]] const std::string& text() const { return in[static_cast<std::size_t>(language())]; }
};

/// A highlighted place.
struct Highlight {
  std::uint64_t cycle = 0;
  std::string lane;     ///< "ID"
  std::uint64_t op = 0; ///< number of the operation; 0: the whole cell
  bool in_b = false;    ///< in the second run
};

/// The measurement that verifies a question's answer.
enum class Measure : std::uint8_t {
  none,
  cycles_a,
  cycles_b,
  saved,
  legal_orders,
  lower_bound,
  // For plans and graphs:
  idle_a, ///< idle ticks of all devices, or lanes
  idle_b,
  peak_a, ///< peak of the device with the number `of`: bytes, or activations of micro-batches
  peak_b,
  peak_gib_a, ///< peak_a in whole GiB
  peak_gib_b,
  count_a, ///< the statistic of the record named `of`: "graph.kernels"
  count_b,
};

struct Question {
  Translated text;
  std::vector<Translated> choices; ///< empty: the answer is a number
  std::int64_t answer = 0;         ///< a number, or the index of a choice from 0
  Translated because;              ///< explanation after the answer
  Measure measure = Measure::none; ///< verified on the runs of the step
  std::string of;                  ///< parameter of the measure
};

/// A step of a lesson: the scene and its text.
struct LessonStep {
  Translated text;
  RunSpec a;
  std::optional<RunSpec> b;
  std::uint64_t cycle = 0;
  std::string panel;          ///< "table", "diagram", "processor", "schedule", "ledger"
  std::string scheduler;      ///< scheduler shown by the scheduling panel
  std::uint64_t decision = 0; ///< its decision, from 1
  std::vector<Highlight> highlights;
  std::optional<Question> question;
};

struct Lesson {
  std::string name; ///< name of its file: "1_pipeline"
  Translated title;
  std::string section; ///< section of the lecture: "2"
  std::vector<LessonStep> steps;
};

/// Parses a lesson. All problems are listed with their lines: unknown keys, missing translations,
/// unknown panels and measures.
[[nodiscard]] Result<Lesson> parse_lesson(std::string_view name, std::string_view toml);

/// A lesson file built into the program.
struct LessonFile {
  std::string_view name;
  std::string_view toml;
};
[[nodiscard]] const std::vector<LessonFile>& lesson_files();
/// The included lessons, in teaching order.
[[nodiscard]] const std::vector<Lesson>& lessons();

/// The names of the panels a lesson may open.
inline constexpr std::array<std::string_view, 6> kLessonPanels{"table",    "diagram", "processor",
                                                               "schedule", "ledger",  "editor"};

/// The value of a measure for plans or graphs, from the runs; nothing for other measures, and if
/// the value does not exist.
[[nodiscard]] std::optional<std::int64_t> measured_of_courses(const Question& question,
                                                              const Run& a, const Run& b);

/// A lesson in progress.
class LessonModel {
public:
  void start(const Lesson& lesson);
  void leave() { lesson_ = nullptr; }
  [[nodiscard]] const Lesson* lesson() const { return lesson_; }
  [[nodiscard]] std::size_t step_number() const { return step_; } ///< from 0
  [[nodiscard]] const LessonStep& step() const { return lesson_->steps[step_]; }
  /// True when the step has changed, so that its scene must be shown.
  bool next();
  bool back();
  [[nodiscard]] bool last() const { return step_ + 1 == lesson_->steps.size(); }

  /// The answer typed so far, valid or not.
  [[nodiscard]] const std::string& typed() const { return typed_[step_]; }
  void type(std::string text) { typed_[step_] = std::move(text); }
  /// Answers the step's question. Answers after the first right one are ignored.
  void answer(std::int64_t value);
  [[nodiscard]] const std::optional<std::int64_t>& answered() const { return answers_[step_]; }
  [[nodiscard]] bool right() const;
  /// Number of answers to the step's question.
  [[nodiscard]] unsigned tries() const { return tries_[step_]; }
  /// The state of a step's question.
  enum class Mark : std::uint8_t { none, open, wrong, right, right_later };
  /// Mark::none: the step has no question.
  [[nodiscard]] Mark mark(std::size_t step) const;
  /// Totals of the runs must be hidden, because they would reveal the answer to an open question.
  [[nodiscard]] bool hides_totals() const;
  /// Number of questions answered correctly at the first try, and at a later one.
  [[nodiscard]] std::size_t right_count() const { return count(Mark::right); }
  [[nodiscard]] std::size_t right_later_count() const { return count(Mark::right_later); }
  [[nodiscard]] std::size_t question_count() const;

private:
  [[nodiscard]] std::size_t count(Mark mark) const;

  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  std::vector<std::optional<std::int64_t>> answers_;
  std::vector<unsigned> tries_;
  std::vector<std::string> typed_;
};

} // namespace stallscope::gui

#pragma once

#include "model/run/run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An instruction whose position in the hidden cycle is the question.
struct QuizPlace {
  OpId op;
  std::string number;
  std::string text;
  std::uint8_t color = 0;
  std::optional<LaneId> answer; ///< kNoLane: it has left the pipeline; nullopt: not answered yet
  LaneId right = kNoLane;

  [[nodiscard]] bool is_right() const { return answer == right; }
};

/// A reason offered as an answer.
struct QuizChoice {
  Reason reason = Reason::none;
  std::string title;
};

/// An answered question, for the log.
struct QuizResult {
  std::string program;
  std::string machine;
  std::uint64_t cycle = 0;
  std::string question; ///< "next_cycle", "reason"
  std::size_t right = 0;
  std::size_t of = 0;
};

/// Quiz: hides the next cycle, or the reason of a wait, and marks the answers.
class QuizModel {
public:
  enum class Kind : std::uint8_t { none, next_cycle, reason };

  /// Hides the cycle after `cycle`; false when the run has ended or is not recorded there yet.
  bool ask_next_cycle(Run& run, std::uint64_t cycle);
  /// Asks for the reason of a stall in a cycle: of this operation, or by default the oldest stalled
  /// one. False when there is none.
  bool ask_reason(Run& run, std::uint64_t cycle, OpId op = kNoOp);
  void stop();

  [[nodiscard]] Kind kind() const { return kind_; }
  /// The question in the current language.
  [[nodiscard]] std::string question() const;
  /// The cycle whose successor is hidden; for a reason, the cycle of the cell.
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }
  /// The last visible cycle during a question.
  [[nodiscard]] std::uint64_t last_shown(std::uint64_t now) const;
  [[nodiscard]] OpId op() const { return op_; }
  /// A reason is asked for and the answer is not marked yet: the window shows no reasons.
  [[nodiscard]] bool hides_reasons() const { return kind_ == Kind::reason && !marked_; }

  // Kind::next_cycle
  [[nodiscard]] const std::vector<QuizPlace>& places() const { return places_; }
  /// An answer by click: the operation moves to this lane (kNoLane: it leaves).
  void put(OpId op, LaneId lane);
  [[nodiscard]] bool complete() const; ///< all parts are answered

  // Kind::reason
  [[nodiscard]] const std::vector<QuizChoice>& choices() const { return choices_; }
  void choose(Reason reason) { chosen_ = reason; }
  [[nodiscard]] const std::optional<Reason>& chosen() const { return chosen_; }
  [[nodiscard]] Reason right_reason() const { return right_reason_; }

  /// Marks the answer, once, with an explanation of every error.
  void mark();
  [[nodiscard]] bool marked() const { return marked_; }
  [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }

  [[nodiscard]] const std::vector<QuizResult>& results() const { return results_; }
  [[nodiscard]] std::size_t score() const;
  [[nodiscard]] std::size_t full_score() const;
  /// CSV with a header, and a line for each question.
  [[nodiscard]] std::string results_csv() const;

private:
  void begin(Kind kind, const Run& run, std::uint64_t cycle);
  void mark_places();

  Kind kind_ = Kind::none;
  std::uint64_t cycle_ = 0;
  OpId op_;
  std::string op_number_;
  std::string program_;
  std::string machine_;
  std::vector<Lane> lanes_;
  std::vector<QuizPlace> places_;
  std::vector<std::string> why_; ///< by position: the sentence of its cell
  std::vector<QuizChoice> choices_;
  std::optional<Reason> chosen_;
  Reason right_reason_ = Reason::none;
  std::string explanation_;
  bool marked_ = false;
  std::vector<std::string> remarks_;
  std::vector<QuizResult> results_;
};

} // namespace stallscope::gui

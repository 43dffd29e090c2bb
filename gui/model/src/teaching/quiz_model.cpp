#include "model/teaching/quiz_model.hpp"

#include "base/csv.hpp"
#include "model/language/sentences.hpp"
#include "model/looks/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::gui {

namespace {

const Span* span_at(const Timeline& timeline, const OpRow& row, std::uint64_t cycle) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin.value <= cycle && cycle < span.end.value)
      return &span;
  return nullptr;
}

/// Plausible wrong answers, the most similar first.
constexpr std::array kDistractors{Reason::raw,        Reason::war,       Reason::waw,
                                  Reason::stage_full, Reason::unit_busy, Reason::read_port,
                                  Reason::mispredict, Reason::latency};
constexpr std::size_t kChoices = 4;

} // namespace

void QuizModel::begin(Kind kind, const Run& run, std::uint64_t cycle) {
  stop();
  kind_ = kind;
  cycle_ = cycle;
  program_ = run.summary().program;
  machine_ = run.summary().machine;
  lanes_ = run.lanes();
}

void QuizModel::stop() {
  kind_ = Kind::none;
  op_ = kNoOp;
  places_.clear();
  why_.clear();
  choices_.clear();
  chosen_.reset();
  right_reason_ = Reason::none;
  explanation_.clear();
  marked_ = false;
  remarks_.clear();
}

bool QuizModel::ask_next_cycle(Run& run, std::uint64_t cycle) {
  if (cycle >= run.last_cycle())
    return false;
  const std::uint64_t next = cycle + 1;
  const WindowPtr window = run.window(std::max<std::uint64_t>(cycle, 1), next + 1);
  if (window == nullptr)
    return false;
  begin(Kind::next_cycle, run, next);
  const trace::RunRecord& record = window->record;
  const Timeline part =
      window->index.slice(Cycle{std::max<std::uint64_t>(cycle, 1)}, Cycle{next + 1});
  for (const OpRow& row : part.rows) {
    QuizPlace place;
    place.op = row.op;
    place.number = number_of(row.op, row.wrong_path, record);
    place.text = operation_words(record, row);
    place.color = color_of(record.color(row.op));
    const Span* span = span_at(part, row, next);
    place.right = span == nullptr ? kNoLane : span->lane;
    why_.push_back(span == nullptr ? std::string()
                                   : cell_sentence(record, next, span->lane, row.op, span->cause));
    places_.push_back(std::move(place));
  }
  if (places_.empty())
    stop();
  return !places_.empty();
}

bool QuizModel::ask_reason(Run& run, std::uint64_t cycle, OpId op) {
  const WindowPtr window = cycle == 0 ? nullptr : run.window(cycle, cycle + 1);
  if (window == nullptr)
    return false;
  const Timeline part = window->index.slice(Cycle{cycle}, Cycle{cycle + 1});
  for (const OpRow& row : part.rows) {
    const Span* span = span_at(part, row, cycle);
    if (span == nullptr || span->cause.why == Reason::none || (op && row.op != op))
      continue;
    begin(Kind::reason, run, cycle);
    op_ = row.op;
    op_number_ = number_of(row.op, row.wrong_path, window->record);
    right_reason_ = span->cause.why;
    explanation_ = cell_sentence(window->record, cycle, span->lane, row.op, span->cause);
    std::vector<Reason> offered{right_reason_};
    for (const Reason reason : kDistractors)
      if (offered.size() < kChoices && reason != right_reason_)
        offered.push_back(reason);
    std::sort(offered.begin(), offered.end()); // so that the position does not reveal the answer
    for (const Reason reason : offered)
      choices_.push_back({reason, reason_title(reason)});
    return true;
  }
  return false;
}

std::string QuizModel::question() const {
  switch (kind_) {
  case Kind::next_cycle:
    return tr(Text::quiz_next_cycle, {std::to_string(cycle_)});
  case Kind::reason:
    return tr(Text::quiz_reason, {op_number_, std::to_string(cycle_)});
  default:
    return {};
  }
}

std::uint64_t QuizModel::last_shown(std::uint64_t now) const {
  return kind_ == Kind::next_cycle && !marked_ ? std::min(now, cycle_ - 1) : now;
}

void QuizModel::put(OpId op, LaneId lane) {
  for (QuizPlace& place : places_)
    if (place.op == op && !marked_)
      place.answer = lane;
}

bool QuizModel::complete() const {
  return kind_ == Kind::reason ? chosen_.has_value()
                               : kind_ == Kind::next_cycle &&
                                     std::all_of(places_.begin(), places_.end(),
                                                 [](const QuizPlace& p) { return p.answer; });
}

void QuizModel::mark_places() {
  const auto lane_name = [this](LaneId lane) {
    return lane < lanes_.size() ? lanes_[lane].name : std::string("-");
  };
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const QuizPlace& place = places_[i];
    if (place.is_right())
      continue;
    std::string remark = tr(Text::quiz_should_be, {place.number, lane_name(place.right)});
    if (!why_[i].empty())
      remark += ": " + why_[i];
    remarks_.push_back(std::move(remark));
  }
}

void QuizModel::mark() {
  if (kind_ == Kind::none || marked_)
    return;
  marked_ = true;
  QuizResult result{program_, machine_, cycle_, "", 0, 0};
  if (kind_ == Kind::next_cycle) {
    result.question = "next_cycle";
    result.of = places_.size();
    result.right = static_cast<std::size_t>(std::count_if(
        places_.begin(), places_.end(), [](const QuizPlace& place) { return place.is_right(); }));
    mark_places();
  } else {
    result.question = "reason";
    result.of = 1;
    result.right = chosen_ == right_reason_ ? 1 : 0;
    remarks_.push_back(chosen_ == right_reason_
                           ? std::string(tr(Text::reason_right))
                           : tr(Text::reason_was, {chosen_ ? reason_title(*chosen_) : "?",
                                                   reason_title(right_reason_)}));
    remarks_.push_back(explanation_);
  }
  results_.push_back(std::move(result));
}

std::size_t QuizModel::score() const {
  std::size_t sum = 0;
  for (const QuizResult& result : results_)
    sum += result.right;
  return sum;
}

std::size_t QuizModel::full_score() const {
  std::size_t sum = 0;
  for (const QuizResult& result : results_)
    sum += result.of;
  return sum;
}

std::string QuizModel::results_csv() const {
  std::string csv = "program,machine,cycle,question,right,of\n";
  for (const QuizResult& r : results_)
    csv += fmt::format("{},{},{},{},{},{}\n", csv_field(r.program), csv_field(r.machine), r.cycle,
                       r.question, r.right, r.of);
  return csv;
}

} // namespace stallscope::gui

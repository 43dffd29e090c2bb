#include "model/language/sentences.hpp"

#include "base/go_on.hpp"
#include "language/translation.hpp"
#include "model/run/run_words.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

namespace stallscope::gui {

namespace {

std::string filled(std::string_view pattern, const std::string& reg, const std::string& culprit) {
  std::string out(pattern);
  for (const auto& [mark, words] : {std::pair("{0}", reg), std::pair("{1}", culprit)})
    for (std::size_t at = out.find(mark); at != std::string::npos;
         at = out.find(mark, at + words.size()))
      out.replace(at, 3, words);
  return out;
}

std::string reference(const trace::RunRecord& run, OpId op) {
  if (run.training)
    if (const OpRow* row = run.timeline.find(op))
      return operation_words(run, *row); // the text names the operation
  const Text what = run.counts_micro_ops ? Text::subject_micro_op : Text::subject_instruction;
  const std::string number = tr(what, {run.number(op)});
  const OpRow* row = run.timeline.find(op);
  return row == nullptr ? number : fmt::format("{} ({})", number, run.legend.text(*row));
}

std::string lane_name(const trace::RunRecord& run, LaneId lane) {
  const std::string& name = run.timeline.lanes[lane].name;
  return run.training ? row_name(name) : name;
}

/// The predicate for an operation in a cell: stalled, or executing.
std::string predicate(const trace::RunRecord& run, std::uint64_t cycle, LaneId lane, OpId op,
                      const Cause& cause) {
  if (cause.why == Reason::none)
    return tr(Text::works_in, {lane_name(run, lane)});
  switch (trace::replay_of(lane, cause, Cycle{cycle}, run)) {
  case trace::Replay::unknown:
    return tr(Text::replay_unknown);
  case trace::Replay::behind:
    return tr(Text::replay_behind, {reference(run, cause.culprit)});
  case trace::Replay::itself:
    return tr(Text::replay_itself, {reference(run, cause.culprit)});
  case trace::Replay::none:
    break;
  }
  return cause_sentence(run, op, cause);
}

} // namespace

std::string cause_sentence(const trace::RunRecord& run, OpId subject, const Cause& cause) {
  Cause about = cause;
  if (about.culprit == subject)
    about.culprit = kNoOp;
  if (language() == Language::english)
    return trace::sentence(about, run);
  const ReasonWords& words = table_of(language()).reasons[static_cast<std::size_t>(about.why)];
  const std::string& name = run.legend.register_name(about.reg);
  const std::string reg = about.reg == kNoRegister || name.empty() ? tr(Text::an_operand) : name;
  return about.culprit ? filled(words.because_of, reg, reference(run, about.culprit))
                       : filled(words.alone, reg, {});
}

namespace {

/// An operation is on the lane, so that the free slot is explained beside it.
bool is_used(const Timeline& timeline, std::uint64_t cycle, LaneId lane) {
  for (const OpRow& row : timeline.rows)
    for (const Span& span : timeline.spans_of(row))
      if (span.lane == lane && span.begin.value <= cycle && cycle < span.end.value)
        return true;
  return false;
}

} // namespace

std::string cell_sentence(const trace::RunRecord& run, std::uint64_t cycle, LaneId lane, OpId op,
                          const Cause& cause) {
  const std::string name = lane_name(run, lane);
  std::string what;
  if (!op) {
    const bool partly = is_used(run.timeline, cycle, lane);
    what = tr(partly ? Text::free_slot : Text::empty_slot);
    if (cause.why != Reason::none)
      what += "; " + (language() == Language::english && !run.training
                          ? trace::empty_sentence(lane, cause, Cycle{cycle}, run, partly)
                          : cause_sentence(run, kNoOp, cause));
  } else {
    const OpRow* row = run.timeline.find(op);
    what = fmt::format("{}{} {}", run.training ? std::string() : run.number(op) + " ",
                       row == nullptr ? std::string() : operation_words(run, *row),
                       predicate(run, cycle, lane, op, cause));
    if (row != nullptr && row->wrong_path)
      what += tr(Text::cell_wrong_path);
  }
  return tr(run.training ? Text::tick_head : Text::cell_head, {grouped(cycle), name, what});
}

std::string link_words(const trace::RunRecord& run, const trace::PathLink& link) {
  const bool known = link.lane < run.timeline.lanes.size();
  const std::string lane = known ? lane_name(run, link.lane) : std::string();
  const std::string who = link.op ? reference(run, link.op) : lane;
  const std::string behind = link.from ? reference(run, link.from) : std::string();
  const auto fetching = [&] {
    return language() == Language::english ? trace::fetch_sentence(link.cause, run)
                                           : cause_sentence(run, link.op, link.cause);
  };
  switch (link.kind) {
  case trace::EdgeKind::work:
    if (link.cause.why != Reason::none)
      break;
    return tr(known && run.timeline.lanes[link.lane].is_unit ? Text::link_executes
                                                             : Text::link_is_in,
              {who, lane});
  case trace::EdgeKind::wait:
    if (!link.op && known)
      return tr(Text::link_empty, {lane, fetching()});
    if (known && link.cause.why != Reason::stage_full &&
        (!run.timeline.fetch_waits_of(link.op).empty() || link.cause.why == Reason::mispredict))
      return tr(Text::link_fetched_late, {who, fetching()});
    break;
  case trace::EdgeKind::fetch:
    return behind.empty() ? tr(Text::link_first, {who}) : tr(Text::link_fetched, {who, behind});
  case trace::EdgeKind::dispatch:
    return tr(Text::link_dispatched, {who, behind});
  case trace::EdgeKind::retire:
    return tr(Text::link_retires, {who, behind});
  case trace::EdgeKind::data:
    return tr(Text::link_takes, {who, run.legend.register_name(link.cause.reg), behind});
  case trace::EdgeKind::drain:
    return tr(Text::link_drain);
  }
  return fmt::format("{} {}", who, cause_sentence(run, link.op, link.cause));
}

std::vector<std::string> notices_of(const trace::RunRecord& run) {
  const auto where = [](const std::string& instruction, const std::string& place) {
    return place.empty() ? instruction : fmt::format("{} ({})", instruction, place);
  };
  std::vector<std::string> sentences;
  const auto cycles_of = [](const trace::Repetition& one) {
    return one.least_period_cycles == one.most_period_cycles
               ? std::to_string(one.most_period_cycles)
               : fmt::format("{}-{}", one.least_period_cycles, one.most_period_cycles);
  };
  if (const auto& repeats = run.stop.repeats)
    sentences.push_back(tr(Text::notice_repeats,
                           {std::to_string(repeats->since_cycle), std::to_string(repeats->period),
                            cycles_of(*repeats), where(repeats->instruction, repeats->place)}));
  if (run.stop.reason == "memory")
    sentences.push_back(tr(Text::notice_memory, {run.stop.detail}));
  if (run.output_dropped > 0)
    sentences.push_back(tr(Text::notice_output, {std::to_string(run.output.size())}));
  for (const trace::ToleratedAccess& access : run.tolerated) {
    const Text text =
        access.kind == trace::ToleratedAccess::Kind::misaligned      ? Text::notice_misaligned
        : access.kind == trace::ToleratedAccess::Kind::zero_division ? Text::notice_zero_division
        : access.write                                               ? Text::notice_undeclared_store
                                                                     : Text::notice_undeclared_read;
    sentences.push_back(
        tr(text, {where(access.instruction, access.place), fmt::format("{:#x}", access.address)}));
  }
  return sentences;
}

std::string words_of(const sched::Message& message) {
  return translated(message.text(), [&message](const Translation& in) {
    std::string words;
    for (const sched::Phrase& phrase : message.phrases())
      words += sched::filled(in.message(phrase.id), phrase.values, in.list_words);
    return words;
  });
}

std::string scheduler_title(const sched::SchedulerInfo& scheduler) {
  return translated(scheduler.title,
                    [&](const Translation& in) { return in.scheduler(scheduler.name); });
}

std::string operation_words(const trace::RunRecord& run, const OpRow& row) {
  const std::string text = run.legend.text(row);
  return run.training ? translated(text, [&](const Translation& in) { return in.operation(text); })
                      : text;
}

std::string row_name(std::string_view english) {
  return translated(english, [&](const Translation& in) { return in.operation(english); });
}

std::string plan_schedule_words(const training::ScheduleInfo& schedule) {
  return translated(schedule.meaning,
                    [&](const Translation& in) { return in.plan_schedule(schedule.name); });
}

std::string meaning_of(const machine::KeyInfo& key) {
  return translated(key.meaning, [&](const Translation& in) { return in.machine_key(key); });
}

std::string structure_words(std::string_view english) {
  return translated(english, [&](const Translation& in) { return in.structure(english); });
}

std::string reason_title(Reason reason) {
  if (reason == Reason::drain && time_unit() == TimeUnit::tick)
    return tr(Text::nothing_left);
  return std::string(table_of(language()).reasons[static_cast<std::size_t>(reason)].title);
}

std::string reason_meaning(Reason reason) {
  return std::string(table_of(language()).reasons[static_cast<std::size_t>(reason)].meaning);
}

std::string diagnostic_words(const Diagnostic& diagnostic) {
  const auto words_of_text = [](const std::string& text) {
    return translated(text, [&](const Translation& in) { return in.diagnostic(text); });
  };
  std::string words = diagnostic.message == kInterrupted ? tr(Text::ends_interrupted)
                                                         : words_of_text(diagnostic.message);
  if (!diagnostic.expected.empty()) {
    const std::string expected = words_of_text(diagnostic.expected);
    words += translated(fmt::format(" ({})", expected),
                        [&](const Translation& in) { return in.in_parentheses(expected); });
  }
  if (!diagnostic.suggestion.empty())
    words += fmt::format(" → {}", diagnostic.suggestion);
  return words;
}

} // namespace stallscope::gui

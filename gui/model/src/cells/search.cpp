#include "model/cells/search.hpp"

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/trimmed.hpp"
#include "problem.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::gui {

namespace {

std::optional<Reason> reason_of(std::string_view word) {
  if (const auto by_name = reason_from_name(lower(word)))
    return by_name;
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (const auto& mark = info(static_cast<Reason>(i)).mark; !mark.empty() && mark == word)
      return static_cast<Reason>(i);
  return std::nullopt;
}

/// `word` occurs in `text` as a whole word: "t0" is in "add t0, t1", not in "t01" or "bt0".
bool names(const std::string& text, const std::string& word) {
  const auto is_part = [](char c) { return is_alphanumeric(c) || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_part(text[at - 1]) || !is_part(word.front());
    const std::size_t end = at + word.size();
    if (begins && (end >= text.size() || !is_part(text[end])))
      return true;
  }
  return false;
}

/// The text after a leading keyword: "pc 0x10".
bool behind(std::string_view text, std::string_view word, std::string_view& rest) {
  if (text.size() <= word.size() || lower(text.substr(0, word.size())) != word ||
      (text[word.size()] != ' ' && text[word.size()] != ':'))
    return false;
  rest = trimmed(text.substr(word.size() + 1));
  return true;
}

Result<SearchQuery> query_for_reason(std::string_view word) {
  const auto reason = reason_of(word);
  if (!reason || *reason == Reason::none) {
    Diagnostic diagnostic = problem("", fmt::format("'{}' is no reason", word));
    std::vector<std::string_view> known;
    for (std::size_t i = 1; i < kReasonCount; ++i)
      known.push_back(info(static_cast<Reason>(i)).name);
    diagnostic.suggestion = nearest_word(word, known);
    return diagnostic;
  }
  SearchQuery query;
  query.kind = SearchQuery::Kind::reason;
  query.reason = *reason;
  return query;
}

} // namespace

Result<SearchQuery> parse_search(std::string_view typed) {
  const std::string_view text = trimmed(typed);
  SearchQuery query;
  std::string_view rest;
  if (text.empty())
    return problem("", "nothing to look for");
  if (behind(text, "pc", rest)) {
    const auto value = parse_number(rest);
    if (!value)
      return problem("", fmt::format("'{}' is no address", rest));
    query.kind = SearchQuery::Kind::pc;
    query.value = *value;
    return query;
  }
  if (behind(text, "reason", rest))
    return query_for_reason(rest);
  if (behind(text, "reg", rest) || text.front() == '$' || text.front() == '%') {
    query.kind = SearchQuery::Kind::reg;
    query.text = lower(rest.empty() ? text : rest);
    return query;
  }
  if (text.front() == '#')
    if (const auto name = trace::parse_op_name(text.substr(1)); name && !name->is_id) {
      query.kind = SearchQuery::Kind::number;
      query.name = *name;
      return query;
    }
  for (std::size_t i = 1; i < kReasonCount; ++i) // the abbreviations used in cells
    if (info(static_cast<Reason>(i)).mark == text) {
      query.kind = SearchQuery::Kind::reason;
      query.reason = static_cast<Reason>(i);
      return query;
    }
  query.text = lower(text);
  return query;
}

namespace {

bool fits(const SearchQuery& query, const trace::RunRecord& record, const OpRow& row) {
  const std::size_t i = row.instruction.value;
  switch (query.kind) {
  case SearchQuery::Kind::text:
    return lower(record.legend.text(row)).find(query.text) != std::string::npos;
  case SearchQuery::Kind::pc:
    return i < record.legend.instruction_pc.size() &&
           record.legend.instruction_pc[i] == query.value;
  case SearchQuery::Kind::reg:
    return names(lower(record.legend.text(row)), query.text);
  case SearchQuery::Kind::number:
    return trace::has_name(record, row, query.name);
  case SearchQuery::Kind::reason:
    return false; // reasons belong to spans, not to rows
  }
  return false;
}

/// Calls `take` with the place of every match that begins in cycles [from, to).
template <class Take>
void for_matches(const SearchQuery& query, const RunWindow& window, Cycle from, Cycle to,
                 const Take& take) {
  const TimelineIndex::Rows range = window.index.rows_in(from, to);
  for (std::size_t i = range.first; i < range.last; ++i) {
    const OpRow& row = window.timeline().rows[i];
    if (query.kind == SearchQuery::Kind::reason) {
      for (const Span& span : window.timeline().spans_of(row))
        if (span.cause.why == query.reason && span.begin >= from && span.begin < to)
          take(RunPlace{span.begin.value, row.op});
    } else if (row.begin >= from && row.begin < to && fits(query, window.record, row)) {
      take(RunPlace{row.begin.value, row.op});
    }
  }
}

bool is_before(const RunPlace& a, const RunPlace& b) {
  return a.cycle != b.cycle ? a.cycle < b.cycle : a.op < b.op;
}

} // namespace

bool matches(const SearchQuery& query, const RunWindow& window, const OpRow& row) {
  if (query.kind != SearchQuery::Kind::reason)
    return fits(query, window.record, row);
  const auto spans = window.timeline().spans_of(row);
  return std::any_of(spans.begin(), spans.end(),
                     [&query](const Span& span) { return span.cause.why == query.reason; });
}

Run::Look look_for(const SearchQuery& query, bool forwards, std::optional<RunPlace> beyond) {
  return [=](const RunWindow& window, Cycle from, Cycle to) -> std::optional<RunPlace> {
    std::optional<RunPlace> best;
    for_matches(query, window, from, to, [&](const RunPlace& at) {
      const bool offered = !beyond || (forwards ? is_before(*beyond, at) : is_before(at, *beyond));
      if (offered && (!best || (forwards ? is_before(at, *best) : is_before(*best, at))))
        best = at;
    });
    return best;
  };
}

Run::Look count_matches(const SearchQuery& query, RunPlace place, std::shared_ptr<HitCount> count) {
  return [=](const RunWindow& window, Cycle from, Cycle to) -> std::optional<RunPlace> {
    for_matches(query, window, from, to, [&](const RunPlace& at) {
      ++count->total;
      count->up_to_place += is_before(place, at) ? 0 : 1;
    });
    return std::nullopt;
  };
}

} // namespace stallscope::gui

#include "base/diagnostic.hpp"

#include "base/ascii.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope {

namespace {

constexpr std::size_t kMaxLineShown = 160;

const char* severity_name(Severity severity) {
  switch (severity) {
  case Severity::error:
    return "error";
  case Severity::warning:
    return "warning";
  case Severity::note:
    return "note";
  }
  return "error";
}

/// The source line and a caret line below it. Tabs and control characters become spaces of equal
/// width, so that the caret is in the right column.
std::string caret_lines(const Diagnostic& d) {
  std::string line = d.source_line;
  std::size_t at = d.column > 0 ? d.column - 1 : 0;
  at = std::min(at, line.size());
  std::string lead;
  if (line.size() > kMaxLineShown) {
    const std::size_t from = at > kMaxLineShown / 2 ? at - kMaxLineShown / 2 : 0;
    if (from > 0)
      lead = "...";
    line = line.substr(from, kMaxLineShown);
    at -= from;
  }
  const std::string_view shown = line;
  const std::size_t shown_at = cells(shown.substr(0, at));
  const std::size_t length =
      std::max<std::size_t>(1, cells(shown.substr(std::min(at, shown.size()), d.length)));
  return fmt::format("\n  {}{}\n  {}{}", lead, clean(line),
                     std::string(lead.size() + shown_at, ' '), std::string(length, '^'));
}

} // namespace

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string format(const Diagnostic& d) {
  std::string text;
  if (!d.file.empty())
    text += d.file + ":";
  if (d.line > 0) {
    text += fmt::format("{}:", d.line);
    if (d.column > 0)
      text += fmt::format("{}:", d.column);
  }
  if (!text.empty())
    text += " ";
  text += fmt::format("{}: {}", severity_name(d.severity), d.message);
  if (!d.expected.empty())
    text += "; expected " + d.expected;
  if (!d.suggestion.empty())
    text += fmt::format("; did you mean '{}'?", d.suggestion);
  text = clean(text); // texts from files can contain any character
  if (d.line > 0 && d.column > 0 && !d.source_line.empty())
    text += caret_lines(d);
  return text;
}

std::string format(const Diagnostics& diagnostics) {
  std::string text;
  const std::size_t shown = std::min(diagnostics.size(), kMaxDiagnosticsShown);
  for (std::size_t i = 0; i < shown; ++i) {
    text += format(diagnostics[i]);
    text += '\n';
  }
  if (diagnostics.size() > shown)
    text += fmt::format("... and {} more problems\n", diagnostics.size() - shown);
  return text;
}

namespace {

/// Optimal string alignment distance, case ignored; stops when it exceeds `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t longer = std::max(a.size(), b.size());
  const std::size_t shorter = std::min(a.size(), b.size());
  if (longer - shorter > limit)
    return limit + 1;
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

} // namespace

std::string_view nearest_word(std::string_view word,
                              const std::vector<std::string_view>& candidates) {
  if (word.empty() || word.size() > 64)
    return {};
  const std::size_t limit = word.size() <= 3 ? 1 : word.size() <= 7 ? 2 : 3;
  std::size_t best = limit + 1;
  std::string_view found;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate, limit);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

} // namespace stallscope

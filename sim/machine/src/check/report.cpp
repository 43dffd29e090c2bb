#include "machine/toml_reader.hpp"
#include "machine/toml_report.hpp"

#include <fmt/format.h>

#include <limits>
#include <tuple>

namespace stallscope::machine {

namespace {

/// Maximum number of problems with suggestions and source lines; a file with more problems is not a
/// machine file.
constexpr std::size_t kMaxExplained = 5 * kMaxDiagnosticsShown;

} // namespace

void Report::error(const Place& place, std::string message, std::string expected,
                   std::string suggestion) {
  Diagnostic d;
  if (place.setting >= 0) {
    const Setting& setting = settings_[static_cast<std::size_t>(place.setting)];
    const std::string text = in_quotes(fmt::format("{}={}", setting.key, setting.value));
    d.message = fmt::format("in the setting {}: {}", text, message);
  } else {
    d.file = file_;
    d.line = place.line;
    d.column = place.column;
    d.length = place.length;
    d.message = std::move(message);
  }
  d.expected = std::move(expected);
  d.suggestion = std::move(suggestion);
  diagnostics_.push_back({place, std::move(d)});
}

std::string Report::key_name(const Place& place, std::string full) const {
  if (place.setting < 0 || place.is_inside)
    return full;
  return settings_[static_cast<std::size_t>(place.setting)].key;
}

void Report::unknown(const Place& place, std::string message, std::string expected,
                     std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view nearest;
  if (diagnostics_.size() < kMaxExplained)
    nearest = nearest_word(word, candidates);
  error(place, std::move(message), std::move(expected), std::string(nearest));
}

Diagnostics Report::take() {
  const auto order = [](const Entry& entry) {
    constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
    const Place& p = entry.place;
    // Problems without a position (missing keys) come after those with a position, settings last.
    return std::make_tuple(p.setting, p.line == 0 ? kLast : p.line, p.column);
  };
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [&](const Entry& a, const Entry& b) { return order(a) < order(b); });
  Diagnostics out;
  out.reserve(diagnostics_.size());
  for (Entry& entry : diagnostics_) {
    if (out.size() < kMaxExplained && entry.diagnostic.line > 0)
      entry.diagnostic.source_line = line_of(text_, entry.diagnostic.line);
    out.push_back(std::move(entry.diagnostic));
  }
  diagnostics_.clear();
  return out;
}

std::string joined(const std::vector<std::string_view>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

} // namespace stallscope::machine

#include "asm/text/reporter.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::assembly {

namespace {
// Longer lines are not printed with their messages.
} // namespace

void Reporter::add(Severity severity, const Place& place, std::string message, std::string expected,
                   std::string suggestion) {
  std::size_t& count = severity == Severity::error ? error_count_ : warning_count_;
  if (count >= kMaxErrors)
    return;
  // An instruction that expands to several reports a problem with its operand once.
  if (!diagnostics_.empty() && diagnostics_.back().line == place.line.line &&
      diagnostics_.back().column == place.column && diagnostics_.back().severity == severity &&
      place.line.line != 0 && place.line.expansion == 0 && diagnostics_.back().message == message)
    return;
  ++count;
  if (place.line.expansion != 0) {
    const Expansion& expansion = expansions_[place.line.expansion - 1];
    message +=
        fmt::format(" (in macro '{}' used in line {})", expansion.macro, expansion.used_line);
  }
  Diagnostic d;
  d.severity = severity;
  d.file = file_;
  d.line = place.line.line;
  d.column = place.column;
  d.length = place.length;
  d.message = std::move(message);
  d.expected = std::move(expected);
  d.suggestion = std::move(suggestion);
  if (place.line.text.size() <= kMaxLineKept)
    d.source_line = place.line.text;
  diagnostics_.push_back(std::move(d));
}

void Reporter::error(const Place& place, std::string message, std::string expected,
                     std::string suggestion) {
  add(Severity::error, place, std::move(message), std::move(expected), std::move(suggestion));
}

void Reporter::warning(const Place& place, std::string message) {
  add(Severity::warning, place, std::move(message), {}, {});
}

void Reporter::error(std::string message, std::string expected) {
  add(Severity::error, Place{}, std::move(message), std::move(expected), {});
}

std::uint32_t Reporter::add_expansion(std::string_view macro, const SourceLine& used) {
  expansions_.push_back({macro, used.line});
  return static_cast<std::uint32_t>(expansions_.size());
}

Diagnostics Reporter::take() {
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return a.line != b.line ? a.line < b.line : a.column < b.column;
                   });
  if (full()) {
    Diagnostic d;
    d.file = file_;
    d.message =
        fmt::format("more than {} errors: the rest of the file was not looked at", kMaxErrors);
    diagnostics_.push_back(std::move(d));
  }
  return std::move(diagnostics_);
}

} // namespace stallscope::isa::assembly

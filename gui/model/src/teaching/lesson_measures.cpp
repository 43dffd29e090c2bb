#include "base/number.hpp"
#include "model/run/course.hpp"
#include "model/teaching/lessons.hpp"
#include "trace/ledger.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

constexpr std::uint64_t kGib = 1ULL << 30;

std::optional<std::int64_t> peak_of(const Run& run, const std::string& device,
                                    std::uint64_t unit = 1) {
  const auto number = parse_number(device);
  if (run.course() == nullptr || !number || *number >= run.course()->memory().devices.size())
    return std::nullopt;
  const MemoryCurves& curves = run.course()->memory();
  return static_cast<std::int64_t>(curves.devices[*number].peak / curves.per_activation / unit);
}

std::optional<std::int64_t> count_of(const Run& run, const std::string& name) {
  for (const trace::UnitCount& count : run.summary().unit_counts)
    if (count.name == name)
      return static_cast<std::int64_t>(count.count);
  return std::nullopt;
}

} // namespace

std::optional<std::int64_t> measured_of_courses(const Question& question, const Run& a,
                                                const Run& b) {
  const auto idle = [](const Run& run) {
    return static_cast<std::int64_t>(run.summary().ledger.at(trace::LedgerPoint::issue).lost());
  };
  switch (question.measure) {
  case Measure::idle_a:
    return idle(a);
  case Measure::idle_b:
    return idle(b);
  case Measure::peak_a:
    return peak_of(a, question.of);
  case Measure::peak_b:
    return peak_of(b, question.of);
  case Measure::peak_gib_a:
    return peak_of(a, question.of, kGib);
  case Measure::peak_gib_b:
    return peak_of(b, question.of, kGib);
  case Measure::count_a:
    return count_of(a, question.of);
  case Measure::count_b:
    return count_of(b, question.of);
  default:
    return std::nullopt;
  }
}

} // namespace stallscope::gui

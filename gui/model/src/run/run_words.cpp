#include "model/run/run_words.hpp"

#include "model/analysis/cold_caches.hpp"
#include "model/language/strings.hpp"

#include <fmt/format.h>

#include <utility>

namespace stallscope::gui {

namespace {

void append(std::string& words, const std::string& more) {
  if (!words.empty() && !more.empty())
    words += " · ";
  words += more;
}

std::string order_of(const TextOrigin& made) {
  const std::string scheduler =
      made.scheduler == "source" ? std::string(tr(Text::as_written)) : made.scheduler;
  const std::string where = made.label.empty() ? std::string() : fmt::format(" ({})", made.label);
  if (made.order.empty())
    return scheduler.empty() ? scheduler : scheduler + where;
  std::string numbers;
  for (const std::uint32_t node : made.order)
    numbers += fmt::format("{}{}", numbers.empty() ? "" : " ", node + 1);
  std::string words = tr(Text::order_by_hand, {numbers}) + where;
  append(words, scheduler);
  return words;
}

} // namespace

std::string order_in_words(const RunSpec& spec) {
  std::string words;
  if (const auto& made = spec.program.made) {
    const Transformation& what = made->transformation;
    if (what.unroll > 1)
      append(words, fmt::format("{} ×{}", tr(Text::sched_unroll), what.unroll));
    if (what.rename)
      append(words, tr(Text::sched_rename));
    if (what.pipeline)
      append(words, tr(Text::sched_software_pipeline));
    append(words, order_of(*made));
  }
  append(words, spec.scheduler);
  if (!spec.order.empty())
    append(words, tr(Text::order_changed));
  return words;
}

std::string machine_in_words(const RunSpec& spec) {
  std::string words = spec.subject == Subject::program ? spec.machine : std::string();
  if (asks_for_warm(spec))
    words += fmt::format(", {}", tr(Text::warm_mark));
  for (const machine::Setting& setting : with_warm(spec, false).settings)
    words += fmt::format("{}{}={}", words.empty() ? "" : ", ", setting.key, setting.value);
  return words;
}

std::string run_in_words(const RunSpec& spec) {
  std::string words = spec.program.name;
  append(words, order_in_words(spec));
  append(words, machine_in_words(spec));
  return words;
}

std::uint32_t source_line_of(const Run& run, std::uint64_t pc) {
  const isa::Program* program = run.program();
  const std::uint32_t index = program == nullptr ? isa::kNoIndex : program->index_of(pc);
  return index == isa::kNoIndex ? 0 : program->place_of(index).line;
}

namespace {

/// ns, us, ms or s, and its length in ns.
std::pair<const char*, std::uint64_t> unit_for(std::uint64_t nanoseconds) {
  return nanoseconds < 1'000           ? std::pair("ns", std::uint64_t{1})
         : nanoseconds < 1'000'000     ? std::pair("us", std::uint64_t{1'000})
         : nanoseconds < 1'000'000'000 ? std::pair("ms", std::uint64_t{1'000'000})
                                       : std::pair("s", std::uint64_t{1'000'000'000});
}

std::string in_unit(std::uint64_t nanoseconds, std::pair<const char*, std::uint64_t> unit,
                    int decimals) {
  return fmt::format("{:.{}f} {}",
                     static_cast<double>(nanoseconds) / static_cast<double>(unit.second), decimals,
                     unit.first);
}

} // namespace

std::string time_mark(std::uint64_t at, std::uint64_t step, std::uint64_t last) {
  const auto unit = unit_for(last);
  int decimals = 0;
  for (std::uint64_t part = unit.second; part > 1 && step % part != 0; part /= 10)
    ++decimals;
  return in_unit(at, unit, decimals);
}

std::string time_words(std::uint64_t nanoseconds) {
  const auto unit = unit_for(nanoseconds);
  const std::uint64_t whole = nanoseconds / unit.second;
  const int decimals = unit.second == 1 ? 0
                       : whole < 10     ? 3
                       : whole < 100    ? 2
                       : whole < 1000   ? 1
                                        : 0;
  return in_unit(nanoseconds, unit, decimals);
}

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  if (digits.size() > 4)
    for (std::size_t at = digits.size(); at > 3;)
      digits.insert(at -= 3, ",");
  return digits;
}

} // namespace stallscope::gui

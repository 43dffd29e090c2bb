#include "formats/o3/o3.hpp"

#include "base/ascii.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace stallscope::trace::o3 {

namespace {

/// Stage names in simulators, cores and textbooks.
constexpr std::pair<std::string_view, Event> kWords[] = {
    {"f", Event::fetch},      {"if", Event::fetch},     {"fe", Event::fetch},
    {"d", Event::decode},     {"id", Event::decode},    {"dc", Event::decode},
    {"dec", Event::decode},   {"dcd", Event::decode},   {"pd", Event::decode},
    {"rn", Event::rename},    {"ren", Event::rename},   {"ds", Event::dispatch},
    {"dis", Event::dispatch}, {"dsp", Event::dispatch}, {"alloc", Event::dispatch},
    {"is", Event::issue},     {"iss", Event::issue},    {"i", Event::issue},
    {"sc", Event::issue},     {"ex", Event::issue},     {"x", Event::issue},
    {"exe", Event::issue},    {"exec", Event::issue},   {"execute", Event::issue},
    {"cm", Event::complete},  {"cmp", Event::complete}, {"com", Event::complete},
    {"w", Event::complete},   {"wb", Event::complete},  {"writeback", Event::complete},
    {"mem", Event::complete}, {"rt", Event::retire},    {"ret", Event::retire},
    {"c", Event::retire},     {"ct", Event::retire},    {"commit", Event::retire},
    {"r", Event::issue}, // register read, after issue
};

} // namespace

std::optional<Event> event_named(std::string_view word) {
  const std::string text = lower(word);
  for (std::size_t i = 0; i < kEventCount; ++i)
    if (text == kNames[i])
      return static_cast<Event>(i);
  for (const auto& [known, event] : kWords)
    if (text == known)
      return event;
  return std::nullopt;
}

std::optional<Event> event_of_lane(const Lane& lane, bool first, bool behind_units) {
  if (lane.is_unit)
    return Event::issue;
  if (first)
    return Event::fetch;
  if (lane.is_front)
    return Event::decode;
  if (lane.is_queue) // an operation in a queue after the units has completed
    return behind_units ? std::nullopt : std::optional(Event::dispatch);
  const std::optional<Event> named = event_named(lane.name);
  if (behind_units)
    return named == Event::retire ? named : std::optional(Event::complete);
  return named.value_or(Event::decode);
}

} // namespace stallscope::trace::o3

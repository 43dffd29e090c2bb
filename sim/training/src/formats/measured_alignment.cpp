#include "training/formats/measured_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace stallscope::training {

namespace {

constexpr std::array<std::string_view, 3> kAlignmentNames{"start", "clock", "collectives"};

/// End of each collective, by name and number of earlier collectives of that name on the device. Of
/// several devices the first one's.
using CollectiveEnds = std::map<std::pair<std::string_view, std::uint32_t>, Ticks>;

CollectiveEnds ends_of_collectives(const MeasuredTrace& trace) {
  CollectiveEnds ends;
  /// occurrences, by device and name
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> seen;
  for (const MeasuredEvent& event : trace.events)
    if (event.kind == MeasuredKind::communication)
      ends.try_emplace({trace.names[event.name], seen[{event.device, event.name}]++}, event.end);
  return ends;
}

/// Offset to add to the times of `other` to align it with `trace`; can be negative. Nothing when
/// the traces do not determine an offset.
std::optional<std::int64_t> shift_of(const MeasuredTrace& trace, const MeasuredTrace& other,
                                     Alignment alignment) {
  switch (alignment) {
  case Alignment::start:
    return 0;
  case Alignment::clock: {
    const Ticks apart = std::max(other.first, trace.first) - std::min(other.first, trace.first);
    constexpr Ticks kMostApart = 4'000'000'000'000'000'000;
    if (apart > kMostApart)
      return std::nullopt;
    return other.first >= trace.first ? static_cast<std::int64_t>(apart)
                                      : -static_cast<std::int64_t>(apart);
  }
  case Alignment::collectives: {
    const CollectiveEnds here = ends_of_collectives(trace);
    std::vector<std::int64_t> apart;
    for (const auto& [which, end] : ends_of_collectives(other))
      if (const auto found = here.find(which); found != here.end())
        apart.push_back(static_cast<std::int64_t>(found->second) - static_cast<std::int64_t>(end));
    if (apart.empty())
      return std::nullopt;
    const auto middle = apart.begin() + static_cast<std::ptrdiff_t>(apart.size() / 2);
    std::nth_element(apart.begin(), middle, apart.end());
    return *middle;
  }
  }
  return std::nullopt;
}

void tell_later(MeasuredTrace& trace, Ticks by) {
  for (MeasuredEvent& event : trace.events) {
    event.start += by;
    event.end += by;
  }
  trace.span += by;
  trace.first -= std::min(trace.first, by);
}

} // namespace

std::string_view name(Alignment alignment) {
  return kAlignmentNames[static_cast<std::size_t>(alignment)];
}

std::optional<Alignment> alignment_called(std::string_view name) {
  const auto found = std::find(kAlignmentNames.begin(), kAlignmentNames.end(), name);
  if (found == kAlignmentNames.end())
    return std::nullopt;
  return static_cast<Alignment>(found - kAlignmentNames.begin());
}

std::vector<std::string_view> alignment_names() {
  return {kAlignmentNames.begin(), kAlignmentNames.end()};
}

std::string append(MeasuredTrace& trace, MeasuredTrace other, Alignment alignment) {
  const auto shift = shift_of(trace, other, alignment);
  if (!shift)
    return alignment == Alignment::clock ? "its clock is more than a century from the first file's"
                                         : "no collective of the first file is in it";
  if (*shift >= 0)
    tell_later(other, static_cast<Ticks>(*shift));
  else
    tell_later(trace, static_cast<Ticks>(-*shift)); // times are relative to the earliest event of
                                                    // both traces
  const auto names = static_cast<std::uint32_t>(trace.names.size());
  const auto devices = static_cast<std::uint32_t>(trace.devices.size());
  trace.names.insert(trace.names.end(), other.names.begin(), other.names.end());
  for (std::size_t i = 0; i < other.devices.size(); ++i)
    trace.devices.push_back(fmt::format("device {}", devices + i));
  std::uint32_t rank = 0;
  for (const MeasuredEvent& event : trace.events)
    rank = std::max(rank, event.rank + 1);
  trace.rank_of.resize(trace.devices.size(), rank);
  std::uint64_t most = 0;
  for (const MeasuredEvent& event : trace.events)
    most = std::max(most, event.correlation);
  for (MeasuredEvent event : other.events) {
    event.name += names;
    event.rank = rank;
    if (event.kind <= MeasuredKind::annotation ||
        (event.kind == MeasuredKind::range && event.device != kNoDevice))
      event.device += devices;
    event.correlation += event.correlation == 0 || most > ~0ULL - event.correlation ? 0 : most;
    trace.events.push_back(event);
  }
  std::stable_sort(
      trace.events.begin(), trace.events.end(),
      [](const MeasuredEvent& a, const MeasuredEvent& b) { return a.start < b.start; });
  trace.span = std::max(trace.span, other.span);
  trace.skipped += other.skipped;
  return {};
}

} // namespace stallscope::training

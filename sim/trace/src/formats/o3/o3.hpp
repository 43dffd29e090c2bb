#pragma once

#include "timeline/timeline.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// What writer and reader of O3PipeView traces have to agree upon.
namespace stallscope::trace::o3 {

inline constexpr std::string_view kPrefix = "O3PipeView:";

/// The events of an operation, in order; each is the stage it enters then.
enum class Event : std::uint8_t { fetch, decode, rename, dispatch, issue, complete, retire };
inline constexpr std::size_t kEventCount = 7;
inline constexpr std::array<std::string_view, kEventCount> kNames{
    "fetch", "decode", "rename", "dispatch", "issue", "complete", "retire"};
/// In the cells of a diagram.
inline constexpr std::array<std::string_view, kEventCount> kMarks{"F",  "Dc", "Rn", "Ds",
                                                                  "Is", "Cm", "Rt"};

/// The event that a word of a trace stands for, also of simulators that call it otherwise.
[[nodiscard]] std::optional<Event> event_named(std::string_view word);

/// The event that entering a lane is, told from what the lane is and from the lanes in front of it;
/// nothing when it is none. Stations and ports have any name ("mem" is a station of many machines),
/// so that names count only where the lane is not known to be anything else.
[[nodiscard]] std::optional<Event> event_of_lane(const Lane& lane, bool first, bool behind_units);

} // namespace stallscope::trace::o3

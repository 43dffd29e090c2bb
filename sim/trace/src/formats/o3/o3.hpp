#pragma once

#include "timeline/timeline.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// Conventions shared by the writer and reader of O3PipeView traces.
namespace stallscope::trace::o3 {

inline constexpr std::string_view kPrefix = "O3PipeView:";

/// The events of an operation, in order; each is also the stage entered.
enum class Event : std::uint8_t { fetch, decode, rename, dispatch, issue, complete, retire };
inline constexpr std::size_t kEventCount = 7;
inline constexpr std::array<std::string_view, kEventCount> kNames{
    "fetch", "decode", "rename", "dispatch", "issue", "complete", "retire"};
/// Abbreviations in diagram cells.
inline constexpr std::array<std::string_view, kEventCount> kMarks{"F",  "Dc", "Rn", "Ds",
                                                                  "Is", "Cm", "Rt"};

/// The event for a name in a trace, including other simulators' names.
[[nodiscard]] std::optional<Event> event_named(std::string_view word);

/// The event of entering a lane, from the lane's kind and the lanes before it; nullopt when
/// entering it is not an event. Stations and ports can have any name ("mem" is a station of many
/// machines), so names are used only for lanes of unknown kind.
[[nodiscard]] std::optional<Event> event_of_lane(const Lane& lane, bool first, bool behind_units);

} // namespace stallscope::trace::o3

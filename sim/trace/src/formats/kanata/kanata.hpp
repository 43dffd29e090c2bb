#pragma once

#include "trace/op_stream.hpp"

#include <cstdint>
#include <string>
#include <string_view>

// Conventions shared by the writer and reader of Kanata logs.
namespace stallscope::trace::kanata {

inline constexpr std::string_view kHeader = "Kanata\t0004";

/// A viewer draws arrows only between stages with an X in their name. Lanes of functional units get
/// one, after a dot, unless their name contains one.
inline constexpr std::string_view kUnitSuffix = ".X";
[[nodiscard]] inline bool needs_suffix(std::string_view lane_name) {
  return lane_name.find('X') == std::string_view::npos;
}

// Tooltip lines (label type 1) with a meaning; all others are notes.
inline constexpr std::string_view kPc = "pc 0x";
inline constexpr std::string_view kLine = "line ";
inline constexpr std::string_view kLineOf = " of ";
inline constexpr std::string_view kPart = "micro-op "; // counted from 1 in text
inline constexpr std::string_view kFused = "fused with the instruction behind it";
inline constexpr std::string_view kWrongPath = "wrong path";
inline constexpr std::string_view kStored = "stored in cycle ";
inline constexpr std::string_view kDiscardedBy = "discarded by ";
// Stage label on lane 1: "$t2 from 12": register and producer waited for.
inline constexpr std::string_view kFrom = "from ";

/// Number of ended operations kept as producers and for late labels.
inline constexpr std::size_t kRemembered = std::size_t{1} << 14;

} // namespace stallscope::trace::kanata

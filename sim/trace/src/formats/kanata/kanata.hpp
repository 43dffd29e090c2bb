#pragma once

#include "trace/op_stream.hpp"

#include <cstdint>
#include <string>
#include <string_view>

// What writer and reader of Kanata logs have to agree upon.
namespace stallscope::trace::kanata {

inline constexpr std::string_view kHeader = "Kanata\t0004";

/// A viewer draws arrows between stages with an X in their name only. So lanes of functional units
/// have one, behind a dot where their own name has none.
inline constexpr std::string_view kUnitSuffix = ".X";
[[nodiscard]] inline bool needs_suffix(std::string_view lane_name) {
  return lane_name.find('X') == std::string_view::npos;
}

// Lines of the tooltip (label type 1) that mean something; all others are notes.
inline constexpr std::string_view kPc = "pc 0x";
inline constexpr std::string_view kLine = "line ";
inline constexpr std::string_view kLineOf = " of ";
inline constexpr std::string_view kPart = "micro-op "; // counted from 1, as for people
inline constexpr std::string_view kFused = "fused with the instruction behind it";
inline constexpr std::string_view kWrongPath = "wrong path";
inline constexpr std::string_view kStored = "stored in cycle ";
inline constexpr std::string_view kDiscardedBy = "discarded by ";
// Label of a stage of lane 1: "$t2 from 12": the register and the operation that are waited for.
inline constexpr std::string_view kFrom = "from ";

/// How far back operations that have ended are still known: as producers, and for late labels.
inline constexpr std::size_t kRemembered = std::size_t{1} << 14;

} // namespace stallscope::trace::kanata

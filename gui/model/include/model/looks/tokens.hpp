#pragma once

#include "timeline/reason.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// Number of operation colours; equals the size of Theme::tokens.
inline constexpr std::size_t kTokenColors = 8;

/// The colour of an operation, as in every output format, determined by its displayed number, so
/// that an instruction keeps its colour in a reordered program.
[[nodiscard]] inline std::uint8_t color_of(OpId shown) {
  return static_cast<std::uint8_t>((shown.value + kTokenColors - 1) % kTokenColors);
}

/// Hatch pattern of a stalled cell, which distinguishes reasons without colour.
enum class Pattern : std::uint8_t {
  none,
  slash,
  backslash,
  cross,
  bars,
  lines,
  grid,
  dots,
  zigzag
};
[[nodiscard]] Pattern pattern_of(Reason reason);

/// Families of reasons; Theme::families has a colour for each.
enum class Family : std::uint8_t { none, data, structural, latency, memory, control, edge, cache };
inline constexpr std::size_t kFamilyCount = 8;
[[nodiscard]] Family family_of(Reason reason);

/// Opacity of the mark of an idle slot: at least kMarkContrast for muted text on a panel.
inline constexpr double kQuietInk = 0.7;

/// One letter for a reason in narrow cells: 'R', 'A', 'W', 'S', 'P', 'L', 'M', 'C', 'B', 'E', and 0
/// for none. By family, or by data hazard.
[[nodiscard]] char letter_of(Reason reason);

/// "RAW $t2", "FULL", or empty.
[[nodiscard]] std::string short_cause(const Cause& cause, const trace::RunRecord& run);

/// The displayed number of an operation, "12", or "12x" on the wrong path; for plans and graphs the
/// label of its cell: "F3".
[[nodiscard]] std::string number_of(OpId op, bool wrong_path, const trace::RunRecord& run);

} // namespace stallscope::gui

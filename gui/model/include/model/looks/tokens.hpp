#pragma once

#include "timeline/reason.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// Colours operations are told apart by; Theme::tokens has as many.
inline constexpr std::size_t kTokenColors = 8;

/// Which of them an operation has: the same as in every other form of output, by the number it is
/// shown with, so that an instruction keeps its colour in a reordered program.
[[nodiscard]] inline std::uint8_t color_of(OpId shown) {
  return static_cast<std::uint8_t>((shown.value + kTokenColors - 1) % kTokenColors);
}

/// What a stalled cell is hatched with, so that no meaning hangs on colour.
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

/// Kinds of reasons; Theme::families has a colour for each.
enum class Family : std::uint8_t { none, data, structural, latency, memory, control, edge, cache };
inline constexpr std::size_t kFamilyCount = 8;
[[nodiscard]] Family family_of(Reason reason);

/// How strongly the mark of a place stands out that is empty as there is nothing to do: at least
/// kMarkContrast of muted text on a panel.
inline constexpr double kQuietInk = 0.7;

/// One letter for a reason in the narrowest cells: 'R', 'A', 'W', 'S', 'P', 'L', 'M', 'C', 'B', 'E'
/// and 0 for none. Of a family, or of each data hazard.
[[nodiscard]] char letter_of(Reason reason);

/// "RAW $t2", "FULL", or empty.
[[nodiscard]] std::string short_cause(const Cause& cause, const trace::RunRecord& run);

/// The number an operation is shown with, "12", or "12x" on the wrong path.
[[nodiscard]] std::string number_of(OpId op, bool wrong_path, const trace::RunRecord& run);

} // namespace stallscope::gui

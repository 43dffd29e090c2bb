#pragma once

// Fetch control: where fetch goes on, when, and why not now.

#include "base/ids.hpp"
#include "core/in_order/state.hpp"
#include "core/out_of_order/window_plan.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

struct FetchUnit {
  Redirect redirect;
  std::uint64_t redirect_entry = 0; ///< its place in the branch prediction queue
  std::uint64_t resumes_at = 0;     ///< first cycle in which fetch goes on ...
  Cause cause;                      ///< ... and why only then
  bool stopped = false;             ///< the right path has ended, or trapped
  bool left_code = false;           ///< the wrong path has met an address without an instruction
  bool exception_pending = false;   ///< nothing is fetched until all in flight is over
  OpId exception;                   ///< the micro-op that raised it; none: a jump to nowhere
  OpId waits_for;                   ///< a branch: without speculation, nothing is fetched behind it
  OpId first_of_cycle{1}; ///< what is fetched in this cycle has this number or a later one
  /// Why less was fetched than could be, by cycle, of the last cycles: it reaches dispatch later.
  std::array<Cause, kFrontHistory> gaps{};
  /// Lines of the instruction cache that are at hand, the last ones read.
  std::array<std::uint64_t, 2> lines{kNowhere, kNowhere};
  unsigned oldest_line = 0;

  [[nodiscard]] bool has_line(std::uint64_t line) const {
    return lines[0] == line || lines[1] == line;
  }
  void keep_line(std::uint64_t line) {
    lines[oldest_line] = line;
    oldest_line ^= 1U;
  }
  void forget_lines() { lines.fill(kNowhere); }
  [[nodiscard]] Cause& gap(std::uint64_t cycle) { return gaps[cycle % kFrontHistory]; }
  [[nodiscard]] const Cause& gap(std::uint64_t cycle) const { return gaps[cycle % kFrontHistory]; }
  /// From a cycle on, for a reason.
  void resume_at(std::uint64_t cycle, const Cause& why) {
    resumes_at = cycle;
    cause = why;
  }
};

} // namespace stallscope::core

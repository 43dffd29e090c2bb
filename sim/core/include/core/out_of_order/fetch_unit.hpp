#pragma once

// Fetch control: the next pc, the cycle in which fetch resumes, and why fetch waits.

#include "base/ids.hpp"
#include "core/common/fetch_control.hpp"
#include "core/out_of_order/window_plan.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

struct FetchUnit : FetchControl {
  std::uint64_t redirect_entry = 0; ///< position in the branch prediction queue of the branch that
                                    ///< requests the redirect
  std::uint64_t resumes_at = 0;     ///< first cycle in which fetch resumes ...
  Cause cause;                      ///< ... and the reason why fetch waits until then
  OpId waits_for;                   ///< without speculation: the branch behind which fetch waits
  OpId first_of_cycle{1};           ///< lowest number of the micro-ops fetched in this cycle; 1
                                    ///< before the first fetch
  /// By cycle: why the fetch group was not full. Dispatch loses the same slots after the cycles of
  /// the front end.
  std::array<Cause, kFrontHistory> gaps{};
  /// The lines of the instruction cache read last, which can be fetched from without another
  /// access.
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
  /// Fetch resumes in a cycle; until then slots are lost for a reason.
  void resume_at(std::uint64_t cycle, const Cause& why) {
    resumes_at = cycle;
    cause = why;
  }
};

} // namespace stallscope::core

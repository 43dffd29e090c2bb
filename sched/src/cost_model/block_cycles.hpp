#pragma once

#include "sched/schedule.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::sched {

/// Cycles of a block when list-scheduled, with offset folding: the cost that transformations
/// compare.
[[nodiscard]] std::uint32_t list_scheduled_cycles(const Block& block, const Target& target,
                                                  const AliasHints& hints,
                                                  std::string_view scheduler = "critical-path");
/// Cycles per iteration of a one-block loop in the steady state, list-scheduled with offset
/// folding.
[[nodiscard]] std::uint32_t steady_loop_cycles(const Block& block, const Target& target,
                                               const AliasHints& hints);

/// Parses a changed text of a program like the original. Generated text must be valid.
[[nodiscard]] isa::Program read_again(const isa::Program& program, const std::string& text,
                                      bool delay_slot);

} // namespace stallscope::sched

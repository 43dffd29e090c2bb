#pragma once

#include "sched/schedule.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::sched {

/// Cycles of a block in the order that a scheduler gives it, with folding: what transformations are
/// judged by.
[[nodiscard]] std::uint32_t list_scheduled_cycles(const Block& block, const Target& target,
                                                  const AliasHints& hints,
                                                  std::string_view scheduler = "critical-path");
/// Cycles an iteration of a loop of one block takes when one comes behind the other, likewise.
[[nodiscard]] std::uint32_t steady_loop_cycles(const Block& block, const Target& target,
                                               const AliasHints& hints);

/// A changed text of a program, read as the program was. Text of our own must be right.
[[nodiscard]] isa::Program read_again(const isa::Program& program, const std::string& text,
                                      bool delay_slot);

} // namespace stallscope::sched

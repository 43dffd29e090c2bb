#pragma once

#include "arguments/arguments.hpp"
#include "input_output/guest_input.hpp"
#include "machine/description.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "subject/simulated.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::cli {

/// A program to be scheduled.
struct Source {
  Simulated subject;
  std::size_t added_lines = 0; ///< appended to its text, for `missing`
  std::string missing;         ///< undefined symbols that were added, "memmove, puts"
};

/// Reads the program and the machine; undefined symbols are allowed in text. Prints errors and
/// returns nothing on failure.
[[nodiscard]] std::optional<Source> read_source(const ScheduleArguments& a, GuestInput& input);

/// A text without its last lines.
[[nodiscard]] std::string without_last_lines(std::string text, std::size_t lines);

/// -o names the report if a format is given, otherwise the program.
[[nodiscard]] bool writes_program(const ScheduleArguments& a);

/// The aliasing hints of the arguments; prints unknown registers, and returns nothing.
[[nodiscard]] std::optional<sched::AliasHints> hints_of(const ScheduleArguments& a,
                                                        const isa::Program& program);

/// Blocks with their numbers in the program, from 1.
using NumberedBlocks = std::vector<std::pair<std::size_t, sched::Block>>;

/// The blocks to schedule; prints the reason if there are none.
[[nodiscard]] NumberedBlocks chosen_blocks(const ScheduleArguments& a, const isa::Program& program,
                                           const machine::Machine& machine);

} // namespace stallscope::cli

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

/// A program to schedule.
struct Source {
  Simulated subject;
  std::size_t added_lines = 0; ///< behind its text, for `missing`
  std::string missing; ///< symbols of other files that were put in its place, "memmove, puts"
};

/// Reads the program and the machine; text may call what lies in other files. Prints what is wrong
/// and gives nothing when something is.
[[nodiscard]] std::optional<Source> read_source(const ScheduleArguments& a, GuestInput& input);

/// A text without its last lines.
[[nodiscard]] std::string without_last_lines(std::string text, std::size_t lines);

/// -o is the file of a result in a format, or without one of the program.
[[nodiscard]] bool writes_program(const ScheduleArguments& a);

/// What the arguments say of pointers; prints which register there is none of, and gives nothing.
[[nodiscard]] std::optional<sched::AliasHints> hints_of(const ScheduleArguments& a,
                                                        const isa::Program& program);

/// Blocks with their numbers in the program, from 1.
using NumberedBlocks = std::vector<std::pair<std::size_t, sched::Block>>;

/// The blocks to schedule; prints why there are none.
[[nodiscard]] NumberedBlocks chosen_blocks(const ScheduleArguments& a, const isa::Program& program,
                                           const machine::Machine& machine);

} // namespace stallscope::cli

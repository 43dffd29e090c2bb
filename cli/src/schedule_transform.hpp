#pragma once

#include "arguments.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "sched/block.hpp"
#include "sched/dependence.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// Options of the schedule command that change the program before it is scheduled.
[[nodiscard]] bool transforms(const ScheduleArguments& a);

/// A text made of a program, read again: with the program's initial registers. Prints what is wrong
/// with it, which is an error of our own, and gives nothing.
[[nodiscard]] std::optional<isa::Program> reread(const isa::Program& program,
                                                 const std::string& title, const std::string& text,
                                                 const machine::Machine& machine);

/// A program with its loops unrolled and its registers renamed.
struct TransformedProgram {
  isa::Program program;
  std::vector<std::string> notes; ///< what has been done, a sentence each
  /// Labels of the blocks a loop has become, first its own; empty when no loop was meant.
  std::vector<std::string> labels;
};

/// Unrolls, renames and fills delay slots as the arguments say: in the block that `block` names, or
/// in all of the function, or of the program. Prints what is wrong and gives nothing when something
/// is.
[[nodiscard]] std::optional<TransformedProgram> transformed(const ScheduleArguments& a,
                                                            const isa::Program& program,
                                                            const machine::Machine& machine,
                                                            const std::vector<sched::Block>& blocks,
                                                            const sched::AliasHints& hints);

} // namespace stallscope::cli

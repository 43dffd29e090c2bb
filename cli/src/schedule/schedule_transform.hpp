#pragma once

#include "arguments/arguments.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"

#include <memory>
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

/// A program with its loops unrolled or pipelined and its registers renamed.
struct TransformedProgram {
  isa::Program program;
  std::vector<std::string> notes; ///< what has been done, a sentence each
  /// Labels of the blocks a loop has become, first its own; empty when no loop was meant.
  std::vector<std::string> labels;
  std::vector<std::size_t> scheduled{}; ///< blocks (from 0) that are in their order already
  std::vector<std::string> rests{}; ///< labels of the loops that take what unrolling leaves over
  /// Loops that were to be software-pipelined; they lie in `pipelined_from`.
  std::vector<sched::PipelinedLoop> pipelined{};
  std::unique_ptr<isa::Program> pipelined_from{};
  /// Labels of blocks that stay as they are: kernels, whose order has been chosen.
  std::vector<std::string> kept{};
};

/// Reduces strength, unrolls, renames, pipelines, fills delay slots and schedules superblocks as
/// the arguments say: in the block that `block` names, or in all of the function, or of the
/// program. Prints what is wrong and gives nothing when something is.
[[nodiscard]] std::optional<TransformedProgram> transformed(const ScheduleArguments& a,
                                                            const isa::Program& program,
                                                            const machine::Machine& machine,
                                                            const std::vector<sched::Block>& blocks,
                                                            const sched::AliasHints& hints);

} // namespace stallscope::cli

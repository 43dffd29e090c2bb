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

/// Options of the schedule command that transform the program before scheduling.
[[nodiscard]] bool transforms(const ScheduleArguments& a);

/// Parses a generated text, with the program's initial registers. Failure is an internal error: it
/// is printed, and nothing returned.
[[nodiscard]] std::optional<isa::Program> reread(const isa::Program& program,
                                                 const std::string& title, const std::string& text,
                                                 const machine::Machine& machine);

/// A program after unrolling, software pipelining and renaming.
struct TransformedProgram {
  isa::Program program;
  std::vector<std::string> notes; ///< transformations applied, one sentence each
  /// Labels of the blocks derived from the selected loop, the first one being its own; empty when
  /// no loop was selected.
  std::vector<std::string> labels;
  std::vector<std::size_t> scheduled{}; ///< indices of blocks already scheduled
  std::vector<std::string> rests{};     ///< labels of the remainder loops of unrolling
  /// Loops to be software-pipelined, in `pipelined_from`.
  std::vector<sched::PipelinedLoop> pipelined{};
  std::unique_ptr<isa::Program> pipelined_from{};
  /// Labels of blocks that must not be scheduled: kernels.
  std::vector<std::string> kept{};
};

/// Strength reduction, unrolling, renaming, software pipelining, delay slot filling and superblock
/// scheduling as requested: in the block named by `block`, or in the whole function or program.
/// Prints errors and returns nothing on failure.
[[nodiscard]] std::optional<TransformedProgram> transformed(const ScheduleArguments& a,
                                                            const isa::Program& program,
                                                            const machine::Machine& machine,
                                                            const std::vector<sched::Block>& blocks,
                                                            const sched::AliasHints& hints);

} // namespace stallscope::cli

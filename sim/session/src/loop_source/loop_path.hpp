#pragma once

#include "loop_source/natural_loops.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The path of one iteration through inner loops and called functions.
namespace stallscope::session {

/// Instructions in execution order.
struct LoopPath {
  std::vector<std::uint32_t> code; ///< indices into Program::code
  /// By position: not at its own address, but behind the previous instruction. True for called
  /// functions, and for the second and later iterations of inner loops.
  std::vector<bool> apart;
  std::vector<std::string> notes; ///< which branches are taken, and which code is passed through
};

/// A problem at an instruction's place in the source.
[[nodiscard]] Diagnostic problem_at(const isa::Program& program, std::uint32_t index,
                                    std::string message, std::string expected);
/// Reports what an iteration cannot contain: invalid instructions, system calls, calls of unknown
/// addresses.
[[nodiscard]] std::optional<Diagnostic> unfit(const isa::Program& program, std::uint32_t index);
/// unfit(), or a call of a function of the program: the path avoids such an instruction where a
/// branch can lead around it.
[[nodiscard]] bool is_gone_around(const isa::Program& program, std::uint32_t index);
/// Reports bytes between two instructions that are not code; nullopt: there are none.
[[nodiscard]] std::optional<Diagnostic> gap_between(const isa::Program& program,
                                                    std::uint32_t index, std::uint32_t next);
/// "'bne a0, a1, .L3' (line 7) is not taken"
[[nodiscard]] std::string direction_note(const isa::Program& program, std::uint32_t index,
                                         bool taken);

/// Follows an iteration of a loop from its header back to its header. Branches are not taken,
/// unless the fall-through path leaves the loop, or leads to an instruction that an iteration
/// cannot contain. Inner loops are executed `trips` times and left where their last iteration ends;
/// calls are followed to the return.
[[nodiscard]] Result<LoopPath> path_of_iteration(const LoopForest& forest, std::uint32_t loop,
                                                 unsigned trips);

/// Appends the instructions executed by a call; nothing for other instructions.
[[nodiscard]] std::optional<Diagnostic>
append_called(const isa::Program& program, std::uint32_t call, unsigned trips, LoopPath& path);

} // namespace stallscope::session

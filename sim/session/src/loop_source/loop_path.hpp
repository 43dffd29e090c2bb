#pragma once

#include "loop_source/natural_loops.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The way of one iteration through loops within loops and through called functions.
namespace stallscope::session {

/// Instructions in execution order.
struct LoopPath {
  std::vector<std::uint32_t> code; ///< indices into Program::code
  /// By position: not at its own address, but behind the one in front of it: of a function that is
  /// called, or of a loop within that comes round again.
  std::vector<bool> apart;
  std::vector<std::string> notes; ///< which branches are taken, and what is gone through
};

/// A problem at an instruction's place in the source.
[[nodiscard]] Diagnostic problem_at(const isa::Program& program, std::uint32_t index,
                                    std::string message, std::string expected);
/// What no iteration can contain: what is no instruction, system calls, calls of unknown places.
[[nodiscard]] std::optional<Diagnostic> unfit(const isa::Program& program, std::uint32_t index);
/// The same, and calls of functions of the program: branches lead around them where they can.
[[nodiscard]] bool is_gone_around(const isa::Program& program, std::uint32_t index);
/// Bytes that are no code between two instructions, if there are any.
[[nodiscard]] std::optional<Diagnostic> gap_between(const isa::Program& program,
                                                    std::uint32_t index, std::uint32_t next);
/// "'bne a0, a1, .L3' (line 7) is not taken"
[[nodiscard]] std::string direction_note(const isa::Program& program, std::uint32_t index,
                                         bool taken);

/// Follows an iteration of a loop from its header until it comes back there. Branches are not
/// taken, unless their other way leaves the loop, or leads to what an iteration cannot contain. A
/// loop within is gone round `trips` times, and left where its last iteration ends; calls are
/// followed to the return.
[[nodiscard]] Result<LoopPath> path_of_iteration(const LoopForest& forest, std::uint32_t loop,
                                                 unsigned trips);

/// Adds what a call executes: nothing when it is none.
[[nodiscard]] std::optional<Diagnostic>
append_called(const isa::Program& program, std::uint32_t call, unsigned trips, LoopPath& path);

} // namespace stallscope::session

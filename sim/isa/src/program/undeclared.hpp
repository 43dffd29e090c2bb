#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// A data access that is about to be made on the right path.
struct DataAccess {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0; ///< at least 1
  bool write = false;
  bool by_instruction = true; ///< false: by a system call or a function of the platform
};

/// What a program given as text may do that executables may not.
[[nodiscard]] inline bool is_lenient(const Program& program, const Environment& environment) {
  return environment.undeclared == Undeclared::zero && program.platform == Platform::simple;
}
/// The same of addresses that are no multiple of what they should be. A machine that says what
/// happens then is obeyed.
[[nodiscard]] inline bool lets_misaligned_pass(const Program& program,
                                               const Environment& environment) {
  return is_lenient(program, environment) && environment.misaligned == Misaligned::by_platform;
}

/// Decides on an access that the regions do not cover: Trap::none when all of it may be touched
/// now. Memory that nobody declared becomes a region of its own; the first such access is kept in
/// the state. A trap changes nothing.
[[nodiscard]] Trap reach_undeclared(const Program& program, const Environment& environment,
                                    ArchState& state, const DataAccess& access);

/// Keeps the first misaligned access of a program that may make them.
void note_misaligned(ArchState& state, const DataAccess& access);

} // namespace stallscope::isa

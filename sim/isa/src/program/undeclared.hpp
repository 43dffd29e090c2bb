#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// A data access about to be executed on the right path.
struct DataAccess {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0; ///< at least 1
  bool write = false;
  bool by_instruction = true; ///< false: by a system call or a platform function
};

/// Permissions that programs given as text have and executables do not.
[[nodiscard]] inline bool is_lenient(const Program& program, const Environment& environment) {
  return environment.undeclared == Undeclared::zero && program.platform == Platform::simple;
}
/// The region with the declared, writable memory of a program given as text; it has another name or
/// is missing if there is none.
inline constexpr std::string_view kDeclaredRegion = "data"; ///< MemoryRegion::name
/// The program declares its writable memory: .data, .bss, .mem. Constants (.rodata) do not count,
/// because they also occur in compiler output that receives addresses as arguments.
[[nodiscard]] bool declares_memory(const Program& program);
/// A program that declares its memory may not access other memory.
[[nodiscard]] inline bool lets_undeclared_pass(const Program& program,
                                               const Environment& environment) {
  return is_lenient(program, environment) && !declares_memory(program);
}
/// The same for misaligned addresses. If the machine defines the behaviour, that applies.
[[nodiscard]] inline bool lets_misaligned_pass(const Program& program,
                                               const Environment& environment) {
  return lets_undeclared_pass(program, environment) && environment.misaligned != Misaligned::fault;
}

/// Decides on an access that the regions do not cover: Trap::none if all of it is now accessible. A
/// store to undeclared memory creates a region there; a load needs none, because it reads zeros. An
/// access beyond the last address continues at the first. The first access to undeclared memory is
/// recorded in the state. On a trap nothing changes.
[[nodiscard]] Trap reach_undeclared(const Program& program, const Environment& environment,
                                    ArchState& state, const DataAccess& access);

/// The instruction at state.pc is the break that MIPS assemblers insert before a division with
/// three operands, and is skipped: text with registers as in books, R1, is for machines without
/// this check, where the result of a division by zero is undefined. The first case is recorded.
[[nodiscard]] bool passes_zero_division(const Program& program, const Environment& environment,
                                        ArchState& state);

/// Records the first misaligned access of a program for which they are allowed.
void note_misaligned(ArchState& state, const DataAccess& access);

} // namespace stallscope::isa

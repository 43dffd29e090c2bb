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
/// The region of what a program given as text declares and may write; it has another name, or is
/// absent, when that is nothing.
inline constexpr std::string_view kDeclaredRegion = "data"; ///< MemoryRegion::name
/// The program has said what memory there is to be written: .data, .bss, .mem. Constants (.rodata)
/// stand beside code of compilers that is handed addresses.
[[nodiscard]] bool declares_memory(const Program& program);
/// A program that declares its memory has no other.
[[nodiscard]] inline bool lets_undeclared_pass(const Program& program,
                                               const Environment& environment) {
  return is_lenient(program, environment) && !declares_memory(program);
}
/// The same of addresses that are no multiple of what they should be. A machine that says what
/// happens then is obeyed.
[[nodiscard]] inline bool lets_misaligned_pass(const Program& program,
                                               const Environment& environment) {
  return lets_undeclared_pass(program, environment) && environment.misaligned != Misaligned::fault;
}

/// Decides on an access that the regions do not cover: Trap::none when all of it may be touched
/// now. What is stored where nobody declared memory makes a region there; what is read there needs
/// none, as there are zeros. An access that goes beyond the last address goes on at the first. The
/// first access to such memory is kept in the state. A trap changes nothing.
[[nodiscard]] Trap reach_undeclared(const Program& program, const Environment& environment,
                                    ArchState& state, const DataAccess& access);

/// The instruction at state.pc is the break that MIPS assemblers put in front of a division with
/// three operands, and is let pass: text with the registers of books, R1, is of machines without
/// such a check, and the result of a division by zero is open there. The first one is kept.
[[nodiscard]] bool passes_zero_division(const Program& program, const Environment& environment,
                                        ArchState& state);

/// Keeps the first misaligned access of a program that may make them.
void note_misaligned(ArchState& state, const DataAccess& access);

} // namespace stallscope::isa

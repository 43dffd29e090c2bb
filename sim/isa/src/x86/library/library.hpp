#pragma once

#include "isa/executor.hpp"

#include <array>
#include <optional>
#include <string_view>

/// The functions of the C library used by small programs, executed by the platform in one
/// instruction: Op::x86_library, whose `imm` is the function.
namespace stallscope::isa::x86 {

enum class Function : std::uint8_t {
  puts,
  putchar,
  printf,
  exit,
  abort,
  malloc,
  calloc,
  free,
  sqrt, ///< from here on one double, computed by the host
  fabs,
  floor,
  ceil,
  trunc,
  round,
  exp,
  log,
  sin,
  cos,
  tan,
  sqrtf, ///< one float
  fabsf,
  pow, ///< two doubles
  fmod,
  popcount, ///< one integer of 8 bytes; for 4 bytes the upper ones are cleared
  popcount_word,
};
inline constexpr std::array<std::string_view, 25> kFunctionNames{
    "puts", "putchar", "printf", "exit",  "abort", "malloc",        "calloc",       "free", "sqrt",
    "fabs", "floor",   "ceil",   "trunc", "round", "exp",           "log",          "sin",  "cos",
    "tan",  "sqrtf",   "fabsf",  "pow",   "fmod",  "__popcountdi2", "__popcountsi2"};

[[nodiscard]] std::optional<Function> function_named(std::string_view name);

/// Arguments in rdi, rsi, rdx, rcx, r8, r9, xmm0 to xmm7 and on the stack; the result in rax or
/// xmm0, as in the System V ABI. Other registers are preserved. A fault changes nothing. Memory
/// from malloc is never reused; free does nothing.
Trap call_library(const Program& program, ArchState& state, const Environment& environment,
                  const Instruction& instruction, Effect& effect);

/// Reason why a function of the compiler's library, for divisions without an instruction, is
/// missing.
struct MissingOfLibgcc {
  std::string message;
  std::string expected;
};
[[nodiscard]] std::optional<MissingOfLibgcc> missing_of_libgcc(std::string_view name);

} // namespace stallscope::isa::x86

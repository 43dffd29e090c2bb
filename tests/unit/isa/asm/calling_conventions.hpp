#pragma once

// Calling conventions of processors: where a function has its arguments and its result.

#include "isa/executor.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace stallscope::isa::testing {

__extension__ using U128 = unsigned __int128;
__extension__ using I128 = __int128;

/// Types of arguments and results: i 32 bits, l 64, t 128, f and d floating point.
struct Operation {
  const char* name;
  const char* arguments;
  char result;
  std::function<U128(U128, U128)> value;
};

/// Where a processor has arguments and results.
struct Target {
  const char* name;
  Isa isa;
  unsigned xlen;
  unsigned word; ///< bits of a register that a number takes
  bool high_first;
  bool hard;        ///< floating-point numbers have registers of their own
  const char* text; ///< around the call, %s
  std::vector<RegId> arguments;
  std::vector<RegId> results;
  RegId fp_argument;
  RegId fp_result;
};

const std::vector<Target>& targets();

/// Bits of a type of Operation.
unsigned width_of(char type);
bool is_float(char type);
/// The lowest bits of a number.
U128 masked(U128 value, unsigned bits);

/// The registers of a processor in front of a call.
std::vector<InitialRegister> registers_for(const Target& target, const Operation& operation,
                                           const std::array<U128, 2>& values);
/// The result behind it.
U128 result_of(const Target& target, const Operation& operation, const ArchState& state);

} // namespace stallscope::isa::testing

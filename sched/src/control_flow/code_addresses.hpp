#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// Places in machine code that the program itself names. Where machine code says nothing of its own
/// labels, these are the labels that jumps through registers may lead to.
struct CodeAddresses {
  /// Made by lui or auipc and an addition: functions, labels, but also data between them.
  std::set<std::uint64_t> computed;
  /// Targets of jumps to a constant address in a register.
  std::set<std::uint64_t> jumped;
  /// Words of data that are addresses of code, and what tables of distances lead to (`.word .L3 -
  /// .L4`, as compilers write a switch). Or of constants between the code.
  std::set<std::uint64_t> in_data;
  /// [begin, end) of code that instructions read or write by a constant address: data.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> accessed;
};

/// `line`: indices of the program's instructions, without those that overlap others. More addresses
/// may be found than are meant, as data may look like them; what is missed is what a program
/// computes in other ways than compilers and linkers write it.
[[nodiscard]] CodeAddresses code_addresses(const isa::Program& program,
                                           std::span<const std::uint32_t> line);

} // namespace stallscope::sched

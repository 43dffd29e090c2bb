#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// Code addresses that machine code refers to. Without labels in machine code, these are the
/// possible targets of indirect jumps.
struct CodeAddresses {
  /// Addresses formed by lui or auipc and an addition: functions, labels, and data between code.
  std::set<std::uint64_t> computed;
  /// Targets of indirect jumps with a constant address.
  std::set<std::uint64_t> jumped;
  /// Code addresses in data words, and the targets of jump tables (`.word .L3 - .L4`, as compilers
  /// generate for a switch), also of constants between code.
  std::set<std::uint64_t> in_data;
  /// Ranges [begin, end) of code that instructions access at constant addresses: data.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> accessed;
};

/// `line`: indices of the program's instructions, without overlapping ones. Data can look like
/// addresses, so the result may contain too many; addresses computed in ways that compilers and
/// linkers do not use are missed.
[[nodiscard]] CodeAddresses code_addresses(const isa::Program& program,
                                           std::span<const std::uint32_t> line);

} // namespace stallscope::sched

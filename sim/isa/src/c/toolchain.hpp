#pragma once

#include "base/result.hpp"
#include "isa/compile_c.hpp"

#include <string>
#include <vector>

namespace stallscope::isa {

/// A compiler that has been found, and how it is called for a target.
struct Toolchain {
  std::string program; ///< its path
  bool bare_metal = false;
  std::vector<std::string> target;       ///< words that say which instructions and ABI, headers
  std::vector<std::string> with_library; ///< to link with start-up code and C library
  std::vector<std::string> alone;        ///< to link with neither
  std::vector<std::string> in_order;     ///< to keep functions apart, in the order of the source
  /// For -S: inline assembly as it was written, not read and written again, .incbin carried out.
  std::vector<std::string> raw_assembly;
  /// A file of GCC specifications that says which of its libraries go with the target; or empty.
  std::string library_specs;
  std::string made_by; ///< "riscv64-linux-gnu-gcc -march=rv64gc"
};

/// The compiler that is asked for, or is there; an error says which package brings one.
[[nodiscard]] Result<Toolchain> find_toolchain(const COptions& options);

/// "rv64gcb" as compilers without the name B take it: "rv64gc_zba_zbb_zbs".
[[nodiscard]] std::string march_for_compilers(std::string_view march);

} // namespace stallscope::isa

#pragma once

#include "base/result.hpp"
#include "isa/compile_c.hpp"

#include <string>
#include <vector>

namespace stallscope::isa {

/// An installed compiler and its options for a target.
struct Toolchain {
  std::string program; ///< its path
  bool bare_metal = false;
  std::vector<std::string> target;       ///< options for instructions, ABI and headers
  std::vector<std::string> with_library; ///< options to link with start code and the C library
  std::vector<std::string> alone;        ///< options to link without both
  std::vector<std::string> in_order;     ///< options to keep functions separate, in source order
  /// For -S: keeps inline assembly unchanged, with .incbin evaluated only by the assembler.
  std::vector<std::string> raw_assembly;
  /// A file of GCC specifications that says which of its libraries go with the target; or empty.
  std::string library_specs;
  std::string made_by; ///< "riscv64-linux-gnu-gcc -march=rv64gc"
};

/// The requested or an available compiler; an error names the package to install.
[[nodiscard]] Result<Toolchain> find_toolchain(const COptions& options);

/// "rv64gcb" for compilers that do not know B: "rv64gc_zba_zbb_zbs".
[[nodiscard]] std::string march_for_compilers(std::string_view march);

} // namespace stallscope::isa

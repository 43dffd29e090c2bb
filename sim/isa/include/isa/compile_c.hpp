#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// The RISC-V instruction set that a machine executes.
struct CTarget {
  unsigned xlen = 64;
  bool multiply = true; ///< extension M
  bool atomics = true;  ///< A
  bool floats = true;   ///< F and D
};

/// The value of --march for the target: "rv32imc".
[[nodiscard]] std::string march_of(const CTarget& target);

/// Options for compiling C files to a program.
struct COptions {
  CTarget target;
  std::vector<std::string> files; ///< additional files: C, assembly (.s, .S), objects (.o, .a)
  std::string compiler;           ///< gcc, clang, or a program; empty: gcc, or clang if gcc is
                                  ///< missing
  std::string optimize;           ///< the value of -O; empty: kDefaultOptimization
  std::string march;              ///< empty: the target's instruction set
  std::vector<std::string> include_folders;
  std::vector<std::string> definitions;
  std::vector<std::string> libraries;
  std::vector<std::string> flags; ///< one word per element, for compiler and linker
  std::string call;               ///< "f(1000, {1,2,3})"; empty: main, or the only function
  /// For inspecting a program without running it: without a call and a main this function is
  /// called, with zero arguments and without a note; empty: any function.
  std::optional<std::string> looked_at;
  bool cache = true;
  /// The file is untrusted: its size is limited, and only the file, headers in its folder and
  /// headers of the compiler may be used.
  bool foreign = false;
  double limit_seconds = 120; ///< per run of the compiler
  /// Called every 0.1 s while a compiler runs, with the elapsed seconds; false stops the compiler.
  std::function<bool(double)> go_on = {};
  /// Called when the compilers have finished, before the program is read.
  std::function<void()> compiled = {};
};

inline constexpr std::string_view kDefaultOptimization = "1";

/// Elements of zeroed memory for a pointer argument that is not given.
inline constexpr unsigned kZeroedElements = 1024;

/// The file name ends in .c.
[[nodiscard]] bool is_c_file(std::string_view file);

/// A compiled program.
struct CompiledC {
  std::string elf;         ///< the executable file
  bool bare_metal = false; ///< otherwise for Linux
  bool from_cache = false;
  std::string made_by; ///< "riscv64-linux-gnu-gcc -O1 -march=rv64gc"
  std::string note;    ///< the function that is called by default; may be empty
};

/// Compiles and links. Errors are those of the compiler, with file, line and column; warnings are
/// returned with the program. A missing compiler is an error that names the package to install.
[[nodiscard]] Result<CompiledC> compile_c(const std::string& file, const COptions& options);

/// The candidate compilers for these options, names or paths.
[[nodiscard]] std::vector<std::string> compilers_looked_for(const COptions& options);

/// A compiler for these options and the files it needs are installed.
[[nodiscard]] bool has_c_compiler(const COptions& options);

/// Parses a compiler's messages: lines "FILE:LINE:COLUMN: error: message" and the linker's
/// "undefined reference". Notes are included. Other lines are ignored.
[[nodiscard]] Diagnostics compiler_diagnostics(std::string_view messages);

} // namespace stallscope::isa

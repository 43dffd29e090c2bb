#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// What RISC-V machine code may consist of, so that a machine can run it.
struct CTarget {
  unsigned xlen = 64;
  bool multiply = true; ///< extension M
  bool atomics = true;  ///< A
  bool floats = true;   ///< F and D
};

/// What --march is for it: "rv32imc".
[[nodiscard]] std::string march_of(const CTarget& target);

/// How C files become a program.
struct COptions {
  CTarget target;
  std::vector<std::string> files; ///< further ones: C, assembly (.s, .S), objects (.o, .a)
  std::string compiler;           ///< gcc, clang, or a program; empty: gcc, or clang without one
  std::string optimize;           ///< behind -O; empty: kDefaultOptimization
  std::string march;              ///< empty: what the target can run
  std::vector<std::string> include_folders;
  std::vector<std::string> definitions;
  std::vector<std::string> libraries;
  std::vector<std::string> flags; ///< one word each, for compiler and linker
  std::string call;               ///< "f(1000, {1,2,3})"; empty: main, or the only function
  /// The program is looked at and not run: this function is called, with zeros, where there is
  /// neither a call nor a main, and nothing is said about it; empty: any.
  std::optional<std::string> looked_at;
  bool cache = true;
  /// The file is somebody else's: bounded, and nothing but it, headers beside it and those of
  /// the compiler may come into the program.
  bool foreign = false;
  double limit_seconds = 120; ///< of each run of the compiler
  /// Asked about every 0.1 s while a compiler runs, with the seconds it has; false gives up.
  std::function<bool(double)> go_on = {};
  /// Called when compilers have made the program, which is read after that.
  std::function<void()> compiled = {};
};

inline constexpr std::string_view kDefaultOptimization = "1";

/// Elements of the zeroed memory that a pointer parameter gets when nobody says what it points to.
inline constexpr unsigned kZeroedElements = 1024;

/// A file of C, by its name: .c.
[[nodiscard]] bool is_c_file(std::string_view file);

/// A program that has been made.
struct CompiledC {
  std::string elf;         ///< the executable file
  bool bare_metal = false; ///< else for Linux
  bool from_cache = false;
  std::string made_by; ///< "riscv64-linux-gnu-gcc -O1 -march=rv64gc"
  std::string note;    ///< what is called when nobody has said so; may be empty
};

/// Compiles and links. Problems are the compiler's own, with file, line and column; warnings come
/// along with the program. A missing compiler is an error that names the package to install.
[[nodiscard]] Result<CompiledC> compile_c(const std::string& file, const COptions& options);

/// The compilers, names or paths, one of which these options choose.
[[nodiscard]] std::vector<std::string> compilers_looked_for(const COptions& options);

/// A compiler for these options is installed, with what it needs.
[[nodiscard]] bool has_c_compiler(const COptions& options);

/// What a compiler has said, by its lines: "FILE:LINE:COLUMN: error: message" and the linker's
/// "undefined reference". Notes are kept. Lines of other forms are left out.
[[nodiscard]] Diagnostics compiler_diagnostics(std::string_view messages);

} // namespace stallscope::isa

#pragma once

#include "base/diagnostic.hpp"
#include "model/worker.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A C compiler for a guest, and what it is called with: to an executable file, and to assembly
/// text.
struct CCompiler {
  std::string program;                ///< its path
  std::vector<std::string> link;      ///< options to an executable file
  std::vector<std::string> translate; ///< options to assembly text
};

/// The first RISC-V cross compiler of the folders of a search path ("/usr/bin:/bin"): the one for
/// Linux, whose static executables run here, or the bare-metal one with picolibc and semihosting.
[[nodiscard]] std::optional<CCompiler> find_compiler(const std::string& search_path);
/// Of the environment's PATH.
[[nodiscard]] std::optional<CCompiler> find_compiler();

/// What became of a compilation.
struct Compiled {
  bool ok = false;
  std::string file;     ///< what was made
  std::string messages; ///< of the compiler, also warnings
};

/// The errors and warnings of a compiler about one source file, by their lines; what it says of
/// other files, and of linking, without one.
[[nodiscard]] Diagnostics compiler_diagnostics(std::string_view messages,
                                               const std::string& source);

/// Whether a file is C, by its name.
[[nodiscard]] bool is_c(const std::string& file);

/// Compiles in the background, into `folder`; `done` is called from the worker's poll(). Messages
/// are in English and without colours.
std::shared_ptr<Task> compile(Worker& worker, const CCompiler& compiler, const std::string& source,
                              const std::string& folder, bool to_assembly,
                              std::function<void(Compiled)> done);

} // namespace stallscope::gui

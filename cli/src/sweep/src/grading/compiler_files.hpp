#pragma once

#include "base/platform/confinement.hpp"
#include "isa/compile_c.hpp"

#include <string>
#include <vector>

namespace stallscope::sweep {

/// What compilers of a hand-in see: systems' folders of programs and libraries, those of a compiler
/// that is installed elsewhere, what the options name by an absolute path, and `writable`.
[[nodiscard]] FileView compiler_files(const isa::COptions& options, const std::string& root,
                                      std::vector<std::string> writable);

} // namespace stallscope::sweep

#pragma once

#include "base/platform/confinement.hpp"
#include "isa/compile_c.hpp"

#include <string>
#include <vector>

namespace stallscope::sweep {

/// Files visible to compilers of a submission: system folders of programs and libraries, the
/// installation of a compiler installed elsewhere, absolute paths in the options, and `writable`.
[[nodiscard]] FileView compiler_files(const isa::COptions& options, const std::string& root,
                                      std::vector<std::string> writable);

} // namespace stallscope::sweep

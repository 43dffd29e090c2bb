#pragma once

#include "base/diagnostic.hpp"
#include "isa/compile_c.hpp"
#include "model/run/worker.hpp"

#include <functional>
#include <memory>
#include <string>

namespace stallscope::gui {

/// Result of a compilation.
struct Compiled {
  std::string file; ///< the executable; empty: compilation failed
  Diagnostics said; ///< errors and warnings
};

/// Compiles in the background into `folder`; `done` is called from the worker's poll(). Line
/// numbers in messages refer to `source`.
std::shared_ptr<Task> compile(Worker& worker, const std::string& source, isa::COptions options,
                              const std::string& folder, std::function<void(Compiled)> done);

} // namespace stallscope::gui

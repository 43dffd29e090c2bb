// For a system without shared libraries (WASI).
#include "machine/plugin.hpp"

#include <fmt/format.h>

namespace stallscope::machine {

Result<std::shared_ptr<const Plugin>> load_plugin(const std::string& file) {
  Diagnostic d;
  d.message = fmt::format("--plugin {}: WebAssembly cannot load plug-ins", file);
  d.expected = "the program on a computer";
  return d;
}

} // namespace stallscope::machine

#include "front_ends.hpp"

namespace stallscope::isa {

Result<Program> assemble_x86(std::string_view file, std::string_view, const AssembleOptions&) {
  Diagnostic d;
  d.file = std::string(file);
  d.message = "x86 text cannot be read yet";
  return d;
}

} // namespace stallscope::isa

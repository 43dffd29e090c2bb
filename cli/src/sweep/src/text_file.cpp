#include "text_file.hpp"

namespace stallscope::sweep {

Diagnostic file_problem(const std::string& file, std::string message, std::string expected) {
  Diagnostic d;
  d.file = file;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

} // namespace stallscope::sweep

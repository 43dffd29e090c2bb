#include "text_file.hpp"

#include <filesystem>

namespace stallscope::sweep {

Diagnostic file_problem(const std::string& file, std::string message, std::string expected) {
  Diagnostic d;
  d.file = file;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

std::optional<Diagnostic> refusal_of_stream(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_type type = fs::status(file, failed).type();
  if (failed || type == fs::file_type::regular || type == fs::file_type::directory)
    return std::nullopt; // folders are reported when opened
  return file_problem(file, "this is no plain file", "a file that can be read again");
}

Result<machine::Machine> load_named_machine(const std::string& name,
                                            const std::vector<machine::Setting>& settings) {
  if (name.find('/') != std::string::npos)
    if (const auto refused = refusal_of_stream(name))
      return *refused;
  return machine::load_machine(name, settings);
}

} // namespace stallscope::sweep

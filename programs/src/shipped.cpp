#include "programs/shipped.hpp"

namespace stallscope::programs {

const ShippedProgram* find_shipped(std::string_view name) {
  for (const ShippedProgram& program : shipped())
    if (program.name == name || program.file == name)
      return &program;
  return nullptr;
}

std::vector<std::string_view> header_lines(const ShippedProgram& program) {
  std::vector<std::string_view> lines;
  std::string_view rest = program.text;
  while (!rest.empty() && rest.front() == '#') {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    while (!line.empty() && (line.front() == '#' || line.front() == ' '))
      line.remove_prefix(1);
    lines.push_back(line);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return lines;
}

} // namespace stallscope::programs

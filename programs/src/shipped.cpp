#include "programs/shipped.hpp"

#include <filesystem>
#include <system_error>

namespace stallscope::programs {

const ShippedProgram* find_shipped(std::string_view name) {
  for (const ShippedProgram& program : shipped())
    if (program.name == name || program.file == name)
      return &program;
  return nullptr;
}

std::string installed_folder() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = program.parent_path().parent_path() / "share/stallscope";
  return !error && fs::is_directory(folder, error) ? folder.string() : std::string();
}

std::string installed_file(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path folder = installed_folder();
  std::error_code error;
  if (folder.empty() || name.empty() || fs::path(name).is_absolute())
    return {};
  return fs::is_regular_file(folder / name, error) ? (folder / name).string() : std::string();
}

std::string file_called(const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored))
    return name;
  std::string installed = installed_file(name);
  return installed.empty() ? name : installed;
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

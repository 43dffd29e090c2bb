#include "window_program.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/wait.h>

namespace stallscope::gui::test {

OutputFolder::OutputFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "stallscope_gui_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("no folder for what tests write");
  path = name;
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

std::vector<std::uint8_t> contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Ended run_window_program(const std::string& arguments, const std::string& environment) {
  const OutputFolder folder;
  const std::string errors = folder / "errors.txt";
  const int status = std::system(
      fmt::format("env -u DISPLAY -u WAYLAND_DISPLAY {} ASAN_OPTIONS=detect_leaks=0 {} {} 2>{}",
                  environment, STALLSCOPE_WINDOW, arguments, errors)
          .c_str());
  Ended ended;
  ended.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const auto words = contents(errors);
  ended.errors.assign(words.begin(), words.end());
  return ended;
}

} // namespace stallscope::gui::test

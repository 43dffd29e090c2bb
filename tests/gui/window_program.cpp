#include "window_program.hpp"

#include "temporary_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/wait.h>

namespace stallscope::gui::test {

std::vector<std::uint8_t> contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Ended run_window_program(const std::string& arguments, const std::string& environment) {
  const TemporaryFolder folder;
  const std::string errors = folder.file("errors.txt");
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

#pragma once

// Pictures that stallscope-gui takes of itself.

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace stallscope::gui::test {

struct Picture {
  int exit_code = 0;
  std::string errors;
  std::vector<std::uint8_t> bytes;

  /// The big-endian number at a place of the PNG's header.
  [[nodiscard]] std::uint32_t number(std::size_t at) const {
    return static_cast<std::uint32_t>(bytes[at]) << 24 |
           static_cast<std::uint32_t>(bytes[at + 1]) << 16 |
           static_cast<std::uint32_t>(bytes[at + 2]) << 8 | bytes[at + 3];
  }
};

inline std::vector<std::uint8_t> contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs the window's program without a display, for a picture or for a window. Mesa keeps memory to
/// its end, which is not looked for.
inline Picture taken(const std::string& name, const std::string& arguments,
                     bool for_picture = true) {
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("stallscope_gui_{}_{}", name, ::getpid());
  std::filesystem::create_directories(folder);
  const auto file = folder / "picture.png";
  const auto errors = folder / "errors.txt";
  const std::string command =
      fmt::format("env -u DISPLAY -u WAYLAND_DISPLAY ASAN_OPTIONS=detect_leaks=0 {} {} {} 2>{}",
                  STALLSCOPE_WINDOW, arguments, for_picture ? "--screenshot " + file.string() : "",
                  errors.string());
  const int status = std::system(command.c_str());
  Picture picture;
  picture.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const auto words = contents(errors);
  picture.errors.assign(words.begin(), words.end());
  picture.bytes = contents(file);
  std::filesystem::remove_all(folder);
  return picture;
}

} // namespace stallscope::gui::test

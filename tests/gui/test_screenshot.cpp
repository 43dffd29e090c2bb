#include <catch2/catch.hpp>
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

namespace {

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

std::vector<std::uint8_t> contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs the window's program without a display, for a picture or for a window. Mesa keeps memory to
/// its end, which is not looked for.
Picture taken(const std::string& name, const std::string& arguments, bool for_picture = true) {
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

} // namespace

TEST_CASE("a picture is rendered without a display", "[gui][screenshot]") {
  const Picture picture = taken(
      "plain", "lecture/p4 -m lecture-4 --against lecture/p4_swapped --cycle 6 --size 800x500");
  INFO(picture.errors);
  REQUIRE(picture.exit_code == 0);
  REQUIRE(picture.bytes.size() > 5000); // not one colour
  CHECK(std::string(picture.bytes.begin() + 1, picture.bytes.begin() + 4) == "PNG");
  CHECK(picture.number(16) == 800);
  CHECK(picture.number(20) == 500);
}

TEST_CASE("the same picture is the same file", "[gui][screenshot]") {
  const std::string arguments =
      "textbook/daxpy -m tomasulo --panel diagram --cycle 30 --size 640x400";
  const Picture first = taken("first", arguments);
  const Picture second = taken("second", arguments);
  REQUIRE(first.exit_code == 0);
  CHECK(first.bytes == second.bytes);
}

TEST_CASE("without a display the window says what there is instead", "[gui][screenshot]") {
  const Picture window = taken("window", "", false);
  CHECK(window.exit_code == 2);
  CHECK(window.errors.find("--screenshot") != std::string::npos);
}

TEST_CASE("what cannot be shown is said, and no picture is left", "[gui][screenshot]") {
  const Picture unknown = taken("unknown", "lecture/p5");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.errors.find("lecture/p4") != std::string::npos); // a suggestion
  CHECK(unknown.bytes.empty());
  CHECK(taken("machine", "-m nothing").exit_code == 2);
  CHECK(taken("size", "--size 10x10").exit_code == 2);
  CHECK(taken("panel", "--panel nothing").exit_code == 2);
  CHECK(taken("set", "--set nothing").exit_code == 2);
}

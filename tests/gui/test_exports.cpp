#include "temporary_folder.hpp"
#include "window_program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <gif_lib.h>
#include <map>
#include <string>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::gui::test;

namespace {

std::string text_of(const std::string& file) {
  const auto bytes = contents(file);
  return {bytes.begin(), bytes.end()};
}

/// A GIF as another program reads it.
struct Gif {
  explicit Gif(const std::string& file) {
    int error = 0;
    gif = DGifOpenFileName(file.c_str(), &error);
    REQUIRE(gif != nullptr);
    REQUIRE(DGifSlurp(gif) == GIF_OK);
  }
  ~Gif() {
    int ignored = 0;
    DGifCloseFile(gif, &ignored);
  }
  Gif(const Gif&) = delete;
  Gif& operator=(const Gif&) = delete;
  [[nodiscard]] int delay(int frame) const {
    GraphicsControlBlock control{};
    REQUIRE(DGifSavedExtensionToGCB(gif, frame, &control) == GIF_OK);
    return control.DelayTime;
  }
  GifFileType* gif = nullptr;
};

} // namespace

TEST_CASE("structures of a machine without queues are its registers and memory", "[gui]") {
  const TemporaryFolder folder;
  const std::string csv = folder.file("structures.csv");
  REQUIRE(
      run_window_program("lecture/p4 -m lecture-4 --panel structures --cycle 5 --export " + csv, "")
          .exit_code == 0);
  // What the panel shows of this machine, which has no queue and no station.
  CHECK(text_of(csv).find(",registers,") != std::string::npos);
  CHECK(text_of(csv).find("$t0") != std::string::npos);
  CHECK(text_of(csv).find(",memory,") != std::string::npos);
}

TEST_CASE("an animated GIF has a picture a cycle, of which only changes are kept",
          "[gui][export]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("walk.gif");
  const Ended ended = run_window_program(
      "lecture/p4 -m lecture-4 --from 2 --to 5 --speed 4 --size 640x400 --gif " + file);
  INFO(ended.errors);
  REQUIRE(ended.exit_code == 0);
  const Gif gif(file);
  CHECK(gif.gif->SWidth == 640);
  CHECK(gif.gif->SHeight == 400);
  REQUIRE(gif.gif->ImageCount == 4);
  CHECK(gif.delay(1) == 25); // hundredths of a second
  const GifImageDesc& first = gif.gif->SavedImages[0].ImageDesc;
  CHECK(first.Width == 640);
  CHECK(first.Height == 400);
  for (int i = 1; i < 4; ++i) {
    const GifImageDesc& next = gif.gif->SavedImages[i].ImageDesc;
    CHECK(next.Width * next.Height < 640 * 400);
    CHECK(next.Width > 1); // there is something new in every cycle
  }
  // The ground, which is most of it, has exactly the theme's colour.
  std::map<int, int> count;
  for (int i = 0; i < 640 * 400; ++i)
    ++count[gif.gif->SavedImages[0].RasterBits[i]];
  const int most = std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                   })->first;
  const GifColorType& ground = gif.gif->SColorMap->Colors[most];
  CHECK((ground.Red < 40 && ground.Green < 40 && ground.Blue < 50)); // dark
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    CHECK(entry.path().extension() != ".part");
}

TEST_CASE("a series has a picture a cycle, numbered by it", "[gui][export]") {
  const TemporaryFolder folder;
  const Ended ended = run_window_program(
      "lecture/p4 -m lecture-4 --from 3 --to 4 --size 640x400 --series " + folder.file("walk.png"));
  INFO(ended.errors);
  REQUIRE(ended.exit_code == 0);
  CHECK(contents(folder.file("walk-0003.png")).size() > 5000);
  CHECK(contents(folder.file("walk-0004.png")).size() > 5000);
  CHECK(contents(folder.file("walk-0003.png")) != contents(folder.file("walk-0004.png")));
  CHECK_FALSE(std::filesystem::exists(folder.file("walk-0005.png")));
  // The same as a picture of that cycle alone.
  const Ended alone = run_window_program("lecture/p4 -m lecture-4 --cycle 4 --size 640x400 "
                                         "--screenshot " +
                                         folder.file("alone.png"));
  REQUIRE(alone.exit_code == 0);
  CHECK(contents(folder.file("alone.png")) == contents(folder.file("walk-0004.png")));
}

TEST_CASE("moving pictures of cycles that are not there are refused", "[gui][export]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("walk.gif");
  const auto refused = [&](const std::string& range) {
    const Ended ended = run_window_program("lecture/p4 -m lecture-4 " + range + " --gif " + file);
    CHECK(ended.exit_code == 2);
    CHECK_FALSE(std::filesystem::exists(file));
    return ended.errors;
  };
  CHECK(refused("--from 3 --to 99").find("11 cycles") != std::string::npos);
  CHECK(refused("--from 5 --to 4").find("no range") != std::string::npos);
  CHECK(refused("--from 0").find("the first is 1") != std::string::npos);
  std::ofstream(folder.file("long.s")) << "li t0, 1000\nloop: addi t0, t0, -1\nbnez t0, loop\n";
  const Ended many = run_window_program(folder.file("long.s") + " -m mips-5 --gif " + file);
  CHECK(many.exit_code == 2); // never an endless file
  CHECK(many.errors.find("too many") != std::string::npos);
  CHECK(run_window_program("lecture/p4 --gif a.gif --screenshot a.png").exit_code == 2);
}

TEST_CASE("every panel is written as a drawing, without a display and without OpenGL",
          "[gui][export]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("drawing.svg");
  const std::string no_opengl =
      "__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere LIBGL_DRIVERS_PATH=/nowhere";
  const std::array<std::pair<const char*, const char*>, 6> subjects{
      {{"processor", "lecture/p4 · lecture-4"},
       {"editor", "four adds"},
       {"machine", "forwarding"},
       {"examples", "textbook/daxpy"},
       {"lessons", "The four-stage pipeline and its stalls"},
       {"table", "RAW"}}};
  for (const auto& [panel, words] : subjects) {
    INFO(panel);
    const Ended ended = run_window_program(
        std::string("lecture/p4 -m lecture-4 --cycle 4 --panel ") + panel + " --export " + file,
        no_opengl);
    INFO(ended.errors);
    REQUIRE(ended.exit_code == 0);
    const std::string svg = text_of(file);
    CHECK(svg.find("<svg ") != std::string::npos);
    CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
    CHECK(svg.find(words) != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
  }
  const std::string csv = folder.file("machine.csv");
  REQUIRE(
      run_window_program(
          "lecture/p4 -m ooo-4 --set front_end.width=2 --panel machine --export " + csv, no_opengl)
          .exit_code == 0);
  CHECK(text_of(csv).find("\nfront_end.width,2,4\n") != std::string::npos);
  for (const auto& [panel, line] :
       {std::pair("examples", "\nlecture/p4,"), std::pair("lessons", "\n1_pipeline,")}) {
    INFO(panel);
    REQUIRE(run_window_program(std::string("lecture/p4 --panel ") + panel + " --export " + csv,
                               no_opengl)
                .exit_code == 0);
    CHECK(text_of(csv).find(line) != std::string::npos);
  }
  CHECK(run_window_program("lecture/p4 --export " + folder.file("a.txt")).exit_code == 2);
}

TEST_CASE("without OpenGL it is said what draws all the same", "[gui][export]") {
  const TemporaryFolder folder;
  const Ended ended = run_window_program("lecture/p4 --screenshot " + folder.file("a.png"),
                                         "__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere");
  CHECK(ended.exit_code == 2);
  CHECK(ended.errors.find("--export FILE.svg") != std::string::npos);
  CHECK(ended.errors.find("libgl1-mesa-dri") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.file("a.png")));
}

TEST_CASE("without fonts a picture is made, and the packages are named", "[gui][export]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("a.png");
  const Ended none = run_window_program("lecture/p4 --size 640x400 --screenshot " + file,
                                        "STALLSCOPE_FONTS=/nowhere");
  CHECK(none.exit_code == 0);
  CHECK(none.errors.find("fonts-inter") != std::string::npos);
  CHECK(contents(file).size() > 2000);
  // Latin letters alone: English instead of Chinese.
  const auto dejavu = std::filesystem::path("/usr/share/fonts/truetype/dejavu");
  if (!std::filesystem::exists(dejavu))
    return;
  std::filesystem::create_directory(folder.file("truetype"));
  std::filesystem::create_directory_symlink(dejavu, folder.file("truetype/dejavu"));
  const Ended latin = run_window_program("lecture/p4 --lang zh --size 640x400 --screenshot " + file,
                                         "STALLSCOPE_FONTS=" + folder.path().string());
  CHECK(latin.exit_code == 0);
  CHECK(latin.errors.find("fonts-noto-cjk") != std::string::npos);
}

TEST_CASE("a file that cannot be written is named, with the reason", "[gui][export]") {
  for (const char* option : {"--screenshot /proc/no/a.png", "--gif /proc/no/a.gif",
                             "--series /proc/no/a.png", "--export /proc/no/a.svg"}) {
    INFO(option);
    const Ended ended =
        run_window_program(std::string("lecture/p4 -m lecture-4 --size 640x400 ") + option);
    CHECK(ended.exit_code == 2);
    CHECK(ended.errors.find("/proc/no") != std::string::npos);
    CHECK(ended.errors.find("cannot be written") != std::string::npos);
  }
}

TEST_CASE("no home and no display end with one sentence and a way out", "[gui][export]") {
  const Ended ended = run_window_program("", "-u HOME -u XDG_CONFIG_HOME -u XDG_STATE_HOME");
  CHECK(ended.exit_code == 2);
  CHECK(ended.errors.find("stallscope run") != std::string::npos);
  CHECK(std::count(ended.errors.begin(), ended.errors.end(), '\n') == 1);
}

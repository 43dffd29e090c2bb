// Pictures compared with those kept in tests/gui/references, within what fonts and renderers of
// different versions differ by. STALLSCOPE_NEW_REFERENCES=1 writes them anew: look at them then.
// Those that were made stay in the folder `pictures` of the build.

#include "screenshot.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <png.h>

using namespace stallscope::gui::test;

namespace {

constexpr unsigned kBlock = 8; ///< pixels: letters a pixel aside change the mean of a block little

/// The mean colour of every block of a picture.
struct Blocks {
  unsigned columns = 0;
  unsigned rows = 0;
  std::vector<std::array<double, 3>> means;
};

Blocks blocks_of(const std::vector<std::uint8_t>& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, file.data(), file.size()) == 0)
    return {};
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0)
    return {};
  Blocks blocks{image.width / kBlock, image.height / kBlock, {}};
  blocks.means.resize(std::size_t{blocks.columns} * blocks.rows);
  for (unsigned y = 0; y < blocks.rows * kBlock; ++y)
    for (unsigned x = 0; x < blocks.columns * kBlock; ++x)
      for (unsigned channel = 0; channel < 3; ++channel)
        blocks.means[std::size_t{y / kBlock} * blocks.columns + x / kBlock][channel] +=
            pixels[(std::size_t{y} * image.width + x) * 3 + channel] / double{kBlock * kBlock};
  return blocks;
}

/// The share of blocks whose colour is another one.
double differing(const Blocks& a, const Blocks& b) {
  constexpr double kSeen = 16; // of 255
  if (a.columns != b.columns || a.rows != b.rows || a.means.empty())
    return 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.means.size(); ++i) {
    double most = 0;
    for (unsigned channel = 0; channel < 3; ++channel)
      most = std::max(most, std::abs(a.means[i][channel] - b.means[i][channel]));
    count += most > kSeen ? 1 : 0;
  }
  return static_cast<double>(count) / static_cast<double>(a.means.size());
}

void write(const std::filesystem::path& file, const std::vector<std::uint8_t>& bytes) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

Picture pictured(const std::string& arguments) {
  return taken(arguments + " --size 960x600");
}

} // namespace

TEST_CASE("pictures of panels are those that are kept", "[gui][screenshot]") {
  const std::array<std::pair<std::string, std::string>, 10> pictures{
      {{"table", "lecture/p4 -m lecture-4 --against lecture/p4_swapped --cycle 8"},
       {"diagram", "textbook/daxpy -m mips-5-fp --panel diagram --cycle 20 --theme light"},
       {"processor", "textbook/daxpy -m ooo-4 --panel processor --cycle 107"},
       {"schedule", "lecture/b6_source -m lecture-4 --panel schedule --lang zh"},
       {"ledger", "textbook/daxpy -m ooo-4 --panel ledger --theme color-blind"},
       {"lines", "textbook/daxpy -m ooo-4 --panel lines --cycle 20"},
       {"lesson", "--lesson 4_list_scheduling --step 3"},
       {"keys", "lecture/p4 --cycle 3 --overlay help --lang zh --theme light"},
       {"chain", "lecture/p4 -m lecture-4 --cycle 8 --overlay chain"},
       {"quiz", "lecture/p4 -m lecture-4 --cycle 4 --overlay quiz"}}};
  const bool renewed = std::getenv("STALLSCOPE_NEW_REFERENCES") != nullptr;
  for (const auto& [name, arguments] : pictures) {
    INFO(name);
    const auto file = std::filesystem::path(STALLSCOPE_REFERENCES) / (name + ".png");
    const Picture picture = pictured(arguments);
    INFO(picture.errors);
    REQUIRE(picture.exit_code == 0);
    write(std::filesystem::path(STALLSCOPE_PICTURES) / ("panel-" + name + ".png"), picture.bytes);
    if (renewed)
      write(file, picture.bytes);
    CHECK(differing(blocks_of(picture.bytes), blocks_of(contents(file))) < 0.01);
  }
}

TEST_CASE("another cycle is another picture", "[gui][screenshot]") {
  const std::string run = "lecture/p4 -m lecture-4 --against lecture/p4_swapped";
  const Blocks at_8 = blocks_of(pictured(run + " --cycle 8").bytes);
  const Blocks at_7 = blocks_of(pictured(run + " --cycle 7").bytes);
  CHECK(differing(at_8, at_8) == 0);
  CHECK(differing(at_8, at_7) > 0.01); // what the comparison above would find
}

#include "differential/tools.hpp"
#include "property/random.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

// Host instructions that scheduling takes, counted by callgrind: they do not depend on what else
// the host does.

using namespace stallscope;

namespace {

std::string random_block(unsigned length) {
  property::Random random(7);
  std::string text;
  const auto reg = [&random] { return fmt::format("t{}", random.below(7)); };
  for (unsigned i = 0; i < length; ++i) {
    const unsigned kind = random.below(5);
    if (kind < 2)
      text += fmt::format("{} {}, {}(a{})\n", kind == 0 ? "lw" : "sw", reg(), 4 * random.below(500),
                          random.below(8));
    else
      text += fmt::format("add {}, {}, {}\n", reg(), reg(), reg());
  }
  return text;
}

/// Host instructions to schedule a block of this length and write it.
double instructions_for(unsigned length) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string stem =
      (folder / fmt::format("stallscope_speed_{}_{}", length, std::rand())).string();
  std::ofstream(stem + ".s") << random_block(length);
  const int code =
      differential::run({"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                         "--log-file=" + stem, STALLSCOPE_BINARY, "schedule", stem + ".s", "-m",
                         "dual-5", "--with", "critical-path", "-o", stem + ".out.s"});
  CHECK(code == 0);
  double count = 0;
  std::ifstream log(stem);
  for (std::string line; std::getline(log, line);)
    if (const std::size_t at = line.find("Collected :"); at != std::string::npos)
      count = std::stod(line.substr(at + 11));
  for (const char* suffix : {"", ".s", ".out.s"})
    std::filesystem::remove(stem + suffix);
  REQUIRE(count > 0);
  return count;
}

} // namespace

TEST_CASE("a block four times as long takes no more than five times the host instructions") {
  if (kSanitized || !differential::installed_or_skipped("valgrind"))
    return;
  // Without what starting takes, about the same each time.
  const double start = instructions_for(1);
  const double short_one = instructions_for(2500) - start;
  const double long_one = instructions_for(10000) - start;
  INFO(short_one << " and " << long_one << " host instructions");
  CHECK(long_one < 5 * short_one);
}

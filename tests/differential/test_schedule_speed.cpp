#include "differential/tools.hpp"
#include "property/generators/random.hpp"
#include "sanitized.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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

/// Host instructions of a command.
double instructions_of(const std::vector<std::string>& command) {
  const TemporaryFolder folder;
  const std::string log_file = folder.file("log");
  std::vector<std::string> counted{"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                                   "--log-file=" + log_file};
  counted.insert(counted.end(), command.begin(), command.end());
  CHECK(differential::run(counted) == 0);
  double count = 0;
  std::ifstream log(log_file);
  for (std::string line; std::getline(log, line);)
    if (const std::size_t at = line.find("Collected :"); at != std::string::npos)
      count = std::stod(line.substr(at + 11));
  REQUIRE(count > 0);
  return count;
}

/// Host instructions to schedule a block of this length and write it.
double instructions_for(unsigned length) {
  const TemporaryFolder folder;
  return instructions_of({STALLSCOPE_BINARY, "schedule",
                          folder.file("block.s", random_block(length)), "-m", "dual-5", "--with",
                          "critical-path", "-o", folder.file("out.s")});
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

TEST_CASE("blocks of usual size take few host instructions for each of theirs") {
  if (kSanitized || !differential::installed_or_skipped("valgrind"))
    return;
  // 434 blocks of 1795 instructions: graph, list scheduling and check, without reading the file.
  const std::string kernel =
      std::string(STALLSCOPE_SOURCE_DIR) + "/programs/kernels/bin/rv32imac-htif/json.elf";
  const auto rounds = [&kernel](const char* count) {
    return instructions_of({STALLSCOPE_BENCH_SCHEDULE, "--rounds", count, kernel});
  };
  const double each = (rounds("3") - rounds("1")) / 2 / 1795;
  INFO(each << " host instructions an instruction");
  // Machines do 3 to 5 thousand million a second: 500,000 instructions a second ask for less than
  // 10,000 on usual ones.
  CHECK(each < 10000);
}

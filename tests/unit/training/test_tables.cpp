#include "plans.hpp"

#include <fstream>
#include <sstream>

// tables.txt has the tables of every schedule for 4 devices and 4 to 8 micro-batches (those that it
// is made for), F = I = W = 1 and B = 2, without transfers: a line a device, a cell a tick. Their
// makespans and peaks are those of the papers' formulas (test_schedules.cpp).
using namespace stallscope;
using namespace stallscope::training;

TEST_CASE("every schedule draws the table that is kept of it") {
  std::ifstream file(STALLSCOPE_SOURCE_DIR "/tests/unit/training/tables.txt");
  REQUIRE(file);
  std::ostringstream kept;
  kept << file.rdbuf();
  std::string all;
  for (const ScheduleInfo& info : schedules())
    for (std::uint32_t m = 4; m <= 8; ++m) {
      if (!make_plan(info.name, {4, m, 0}).ok())
        continue;
      const Ran run = ran(info.name, 4, m);
      const std::string table = std::string(info.name) + " " + std::to_string(m) + ": " +
                                std::to_string(run.makespan()) + "\n" + drawn(run) + "\n";
      INFO(table);
      CHECK(kept.str().find(table) != std::string::npos);
      all += table;
    }
  CHECK(all == kept.str());
}

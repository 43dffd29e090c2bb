#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace stallscope::smoke;

namespace {

const std::string kRounds = "  li t0, 60000\nloop:\n  addi t0, t0, -1\n  mul t1, t0, t0\n"
                            "  bnez t0, loop\n  li a7, 93\n  ecall\n";
const std::vector<std::string> kFew{"-m",       "ooo-4", "--unit",  "100",
                                    "--warmup", "200",   "--units", "50"};

Outcome sample(const std::string& file, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"sample", file};
  words.insert(words.end(), kFew.begin(), kFew.end());
  words.insert(words.end(), more.begin(), more.end());
  return run_cli(words);
}

} // namespace

TEST_CASE("sample: interval, shares and what was done as text") {
  const Folder folder;
  const Outcome run = sample(folder.file("rounds.s", kRounds));
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  for (const char* part : {"cycles per instruction ", "with a confidence of 99.7 %", "units of 100",
                           "behind 200 of warm-up", "retire (4 slots a cycle)", "used"})
    CHECK(has(run.out, part));
}

TEST_CASE("sample: the keys of its JSON, the same for every number of processes") {
  const Folder folder;
  const std::string file = folder.file("rounds.s", kRounds);
  auto one = nlohmann::json::parse(sample(file, {"--json", "--jobs", "1"}).out);
  auto two = nlohmann::json::parse(sample(file, {"--json", "--jobs", "2"}).out);
  CHECK(one.at("schema") == "stallscope.sample/1");
  CHECK(one.at("method") == "smarts");
  CHECK(one.at("cpi_interval").size() == 2);
  CHECK(one.at("cpi_interval")[0] <= one.at("cpi"));
  CHECK(one.at("cpi_interval")[1] >= one.at("cpi"));
  CHECK(one.at("confidence") == 0.997);
  CHECK(one.at("samples") == 50);
  CHECK(one.at("shares").at("retire").at("reasons").contains("used"));
  CHECK(one.at("seconds") > 0);
  for (const char* key : {"seconds", "instructions_per_second"}) {
    one.erase(key);
    two.erase(key);
  }
  CHECK(one == two);
}

TEST_CASE("sample: a short program is simulated whole, and it is said") {
  const Outcome run = run_cli({"sample", "lecture/p4", "-m", "lecture-4"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "exactly: 11 cycles"));
  CHECK(has(run.out, "simulated whole: the program has 4 instructions, and a unit 1000"));
}

TEST_CASE("sample: bad input is exit code 2, with what was expected") {
  const Folder folder;
  const std::string file = folder.file("rounds.s", kRounds);
  const auto fails = [&](std::vector<std::string> more) {
    const Outcome run = sample(file, std::move(more));
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(has(fails({"--error", "0"}), "expected a share from 0.001% to 50%"));
  CHECK(has(fails({"--error", "two"}), "expected a share from 0.001% to 50%"));
  CHECK(has(fails({"--confidence", "100%"}), "expected a share from 50% to 99.99999%"));
  CHECK(has(fails({"--limit-cycles", "5"}), "expected --limit-instructions"));
  CHECK(has(run_cli({"sample", file, "-m", "reference"}).err, "there are no cycles to estimate"));
  CHECK(has(fails({"--unit", "0"}), "--unit"));
}

TEST_CASE("sample: a program that never ends is said to, and ends with 3") {
  const Folder folder;
  const Outcome endless = sample(folder.file("endless.s", "loop:\n  j loop\n"));
  CHECK(endless.exit_code == 3);
  CHECK(has(endless.err, "loop"));
}

TEST_CASE("sample: representative intervals with their weights, exported") {
  const Folder folder;
  const std::string points = folder.file("points.csv", "");
  const Outcome run =
      run_cli({"sample", folder.file("rounds.s", kRounds), "-m", "ooo-4", "--method", "simpoint",
               "--unit", "1000", "--export", points, "--json"});
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const auto report = nlohmann::json::parse(run.out);
  CHECK(report.at("method") == "simpoint");
  CHECK(report.at("cpi_interval").is_null()); // representatives are not chosen by chance
  double weights = 0;
  for (const auto& point : report.at("points"))
    weights += point.at("weight").get<double>();
  CHECK(weights == Approx(1));
  CHECK(has(read_file(points), "interval,first_instruction,instructions,weight"));
}

#pragma once

#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stallscope::smoke {

/// The report of a command `train`.
inline nlohmann::json train(std::vector<std::string> words) {
  words.insert(words.begin(), "train");
  words.emplace_back("--json");
  const Outcome run = run_cli(words);
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  return nlohmann::json::parse(run.out);
}

/// Its messages when it fails.
inline std::string fails(std::vector<std::string> words, int exit_code = 2) {
  words.insert(words.begin(), "train");
  const Outcome run = run_cli(words);
  INFO(run.err);
  CHECK(run.exit_code == exit_code);
  return run.err;
}

} // namespace stallscope::smoke

#pragma once

#include "machine/machine_file.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace stallscope::machine {

/// The smallest useful machine: every test of an error changes one thing of it. Lines are counted
/// in the tests.
inline constexpr std::string_view kSmall = R"(name = "small"
title = "A machine for tests"
[pipeline]
stages = [
  { name = "IF", does = ["fetch"] },
  { name = "ID", does = ["decode", "read"] },
  { name = "EX", does = ["execute"] },
  { name = "MEM", does = ["memory"] },
  { name = "WB", does = ["write"] },
]
width = 2
[register_file]
write_then_read = true
[forwarding]
paths = ["EX->EX", "MEM->EX"]
[[unit]]
name = "alu"
operations = ["any"]
[branch]
resolve = "EX"
predictor = "taken"
)";

/// The smallest useful machine of kind out_of_order, likewise.
inline constexpr std::string_view kDynamic = R"(name = "small-ooo"
kind = "out_of_order"
[rename]
scheme = "tags"
[reorder_buffer]
entries = 32
[[station]]
name = "RS"
entries = 16
[[port]]
name = "p"
operations = ["any"]
[branch]
predictor = "taken"
)";

/// A text with one piece of it replaced; the piece must be there.
inline std::string replaced(std::string_view all, std::string_view piece,
                            std::string_view replacement) {
  std::string text(all);
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  return text.replace(at, piece.size(), replacement);
}

inline std::string small_with(std::string_view piece, std::string_view replacement) {
  return replaced(kSmall, piece, replacement);
}

inline std::string dynamic_with(std::string_view piece, std::string_view replacement) {
  return replaced(kDynamic, piece, replacement);
}

inline std::string dynamic_and(std::string_view more) {
  return std::string(kDynamic) + std::string(more);
}

inline std::string small_and(std::string_view more) {
  return std::string(kSmall) + std::string(more);
}

/// The problems of a text that must have some.
inline Diagnostics problems_of(std::string_view text, const std::vector<Setting>& settings = {}) {
  const Result<Machine> result = parse_machine("test.toml", text, settings);
  INFO(text);
  REQUIRE_FALSE(result.ok());
  return result.diagnostics();
}

/// The one problem of a text, as it is printed, without source line and caret.
inline std::string problem_of(std::string_view text, const std::vector<Setting>& settings = {}) {
  const Diagnostics problems = problems_of(text, settings);
  INFO(format(problems));
  REQUIRE(problems.size() == 1);
  const std::string text_of_it = format(problems.front());
  return text_of_it.substr(0, text_of_it.find('\n'));
}

inline Machine machine_of(std::string_view text, const std::vector<Setting>& settings = {}) {
  const Result<Machine> result = parse_machine("test.toml", text, settings);
  INFO(format(result.diagnostics()));
  REQUIRE(result.ok());
  return *result;
}

} // namespace stallscope::machine

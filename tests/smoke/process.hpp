#pragma once

#include "sanitized.hpp"
#include "temporary_folder.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::smoke {

/// What is typed once the program has printed this much.
struct Exchange {
  std::string after; ///< its whole standard output by then
  std::string typed;
  double thinking_seconds = 0; ///< before it is typed
};

/// How to run the program.
struct Launch {
  std::vector<std::string> arguments;
  std::string input;              ///< its standard input
  std::vector<Exchange> dialogue; ///< comes behind `input`; standard input stays open then
  bool keep_open = false;         ///< it stays open in any case
  bool terminal = false;          ///< standard input is a terminal, without echo
  bool interrupt = false;         ///< Ctrl-C once it has printed something on standard output
  bool interrupt_reading = false; ///< Ctrl-C once it has read all of `input`
  std::string out_file;           ///< where standard output goes instead, such as /dev/full
  std::string folder;             ///< where it runs, empty: here
  std::string program;            ///< another one than stallscope
  std::size_t read_bytes = ~std::size_t{0}; ///< then its standard output is closed
  double give_up_seconds = 60 * kSlower;    ///< it is killed then
};

/// What came of it.
struct Outcome {
  int exit_code = -1; ///< 128 + signal when a signal ended it
  bool gave_up = false;
  std::string out;
  std::string err;
};

/// Runs stallscope with pipes for its standard streams: nothing is a terminal.
[[nodiscard]] Outcome launch(const Launch& how);
[[nodiscard]] Outcome run_cli(std::vector<std::string> arguments, std::string input = {});

using Folder = TemporaryFolder;

[[nodiscard]] std::string read_file(const std::string& file);
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);
[[nodiscard]] std::size_t longest_line(std::string_view text);
[[nodiscard]] bool has(std::string_view text, std::string_view part);
[[nodiscard]] bool is_plain_ascii(std::string_view text); ///< printable, blanks and line ends only

} // namespace stallscope::smoke

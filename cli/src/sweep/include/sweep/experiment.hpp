#pragma once

#include "base/result.hpp"
#include "isa/compile_c.hpp"
#include "sweep/expression.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::sweep {

/// A place of the experiment file, for problems that show up later.
struct FilePlace {
  std::uint32_t line = 0; ///< from 1; 0: none
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// A value of a machine's key.
struct AxisValue {
  std::string toml; ///< as a machine file has it: 64, "gshare", ["EX->EX"]
  std::string text; ///< the same for people: a string without its quotes
  bool is_number = false;
};

/// Keys that are changed together: row i gives each of them its i-th value. A key of its own that
/// is crossed with all others is an axis of one key.
struct Axis {
  std::vector<std::string> keys;
  std::vector<FilePlace> places; ///< of the keys
  std::vector<std::vector<AxisValue>> rows;
};

/// A program and how it is run.
struct ProgramEntry {
  std::string name; ///< unique; the file when the experiment gives no other
  std::string file; ///< as the experiment names it: from its folder, or a shipped program
  std::string isa;  ///< empty: by the file
  std::optional<unsigned> xlen;
  std::vector<std::string> arguments;   ///< of an executable
  std::vector<std::string> environment; ///< NAME=VALUE
  std::string platform;                 ///< empty: by the file
  std::string sandbox;                  ///< folder; empty: none
  std::string input;                    ///< file of its standard input; empty: none
  isa::COptions c;                      ///< of files of C; folders and files as `file`
  FilePlace place;
};

/// The machine without a pipeline: results, and no cycles.
inline constexpr std::string_view kReference = "reference";

/// A machine, with axes of its own.
struct MachineEntry {
  std::string name; ///< unique
  std::string file; ///< preset, TOML file from the folder of the experiment, or "reference"
  std::vector<Axis> axes;
  FilePlace place;
};

/// What ends a point early. 0: no limit.
struct PointLimits {
  std::uint64_t instructions = 0; ///< a result like any other, whose run was cut
  std::uint64_t cycles = 0;       ///< likewise
  double seconds = 0;             ///< of processor time; the point fails
  std::uint64_t memory_bytes = 0; ///< of the guest; the point fails
};

/// Programs x machines x axes x schedulers x repeats, as the file says it.
struct Experiment {
  std::string file;
  std::string folder; ///< that files are named from
  std::string text;
  std::string title;
  std::vector<ProgramEntry> programs;
  std::vector<MachineEntry> machines;
  std::vector<Axis> axes; ///< of all machines
  std::vector<std::string> schedulers{"source"};
  double optimal_seconds = 10;
  std::uint64_t repeats = 1;
  std::uint64_t seed = 1; ///< of the first repeat; the others count on
  PointLimits limits;
  std::vector<Expression> filters; ///< all must hold
  std::vector<FilePlace> filter_places;
  std::optional<Expression> cost;
  std::optional<Expression> baseline; ///< which runs others are compared with

  /// A problem at a place of the file, with its line.
  [[nodiscard]] Diagnostic problem(const FilePlace& place, std::string message,
                                   std::string expected = {}, std::string suggestion = {}) const;
  /// A file that the experiment names, seen from where we are.
  [[nodiscard]] std::string path_of(const std::string& file) const;
};

/// Reads an experiment. All problems are reported together: unknown keys with the nearest known
/// one, wrong types, empty axes, zipped ones of different length, expressions. Whether programs and
/// machines are there is not looked at. `file` is the name in messages, and says which folder the
/// experiment is in.
[[nodiscard]] Result<Experiment> parse_experiment(const std::string& file, std::string text);

/// The same of a file that is read first.
[[nodiscard]] Result<Experiment> load_experiment(const std::string& file);

/// Longest axis, and most values a machine's axes may have together.
inline constexpr std::size_t kMaxAxisValues = 100'000;

} // namespace stallscope::sweep

#pragma once

#include "base/input_limits.hpp"
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

/// A location in the experiment file, for problems found later.
struct FilePlace {
  std::uint32_t line = 0; ///< from 1; 0: none
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// A value of a machine's key.
struct AxisValue {
  std::string toml; ///< as in a machine file: 64, "gshare", ["EX->EX"]
  std::string text; ///< for display: a string without its quotes
  bool is_number = false;
};

/// Keys that change together (zipped): row i has the i-th value of each. A key crossed with all
/// others is an axis with one key.
struct Axis {
  std::vector<std::string> keys;
  std::vector<FilePlace> places; ///< positions of the keys in the file
  std::vector<std::vector<AxisValue>> rows;
};

/// A program with its run options.
struct ProgramEntry {
  std::string name; ///< unique; by default the file
  std::string file; ///< as in the experiment: relative to its folder, or an included program
  std::string isa;  ///< empty: by the file
  std::optional<unsigned> xlen;
  std::vector<std::string> arguments;   ///< arguments of an executable
  std::vector<std::string> environment; ///< NAME=VALUE
  std::string platform;                 ///< empty: by the file
  std::string sandbox;                  ///< folder; empty: none
  std::string input;                    ///< file of its standard input; empty: none
  isa::COptions c;                      ///< for C files; folders and files relative like `file`
  FilePlace place;
};

/// The reference machine: results without cycles.
inline constexpr std::string_view kReference = "reference";

/// A machine, with its own axes.
struct MachineEntry {
  std::string name; ///< unique
  std::string file; ///< preset, TOML file from the folder of the experiment, or "reference"
  std::vector<Axis> axes;
  FilePlace place;
};

/// A plan of training.
struct PlanEntry {
  std::string name; ///< unique: the file as in the experiment
  FilePlace place;
};

/// Limits of a run. 0: no limit.
struct PointLimits {
  std::uint64_t instructions = 0; ///< a truncated run is a normal result
  std::uint64_t cycles = 0;       ///< a truncated run is a normal result
  double seconds = 0;             ///< processor time; exceeding it is a failure
  std::uint64_t memory_bytes = 0; ///< guest memory; exceeding it is a failure
};

/// The cross product of an experiment file: programs x machines x axes x schedulers x repeats, or
/// plans of training x axes.
struct Experiment {
  std::string file;
  std::string folder; ///< base folder of file names
  std::string text;
  std::string title;
  std::vector<ProgramEntry> programs;
  std::vector<MachineEntry> machines;
  std::vector<PlanEntry> plans; ///< if any: no programs and no machines
  std::vector<Axis> axes;       ///< shared by all machines, or plans
  std::vector<std::string> schedulers{"source"};
  double optimal_seconds = 10;
  std::uint64_t repeats = 1;
  std::uint64_t seed = 1; ///< for the first repeat; later repeats increment it
  PointLimits limits;
  bool sample = false; ///< points are sampled (session/sample), not simulated whole
  double sample_error = 0.02;
  double sample_confidence = 0.997;
  std::vector<Expression> filters; ///< conditions that a point must satisfy
  std::vector<FilePlace> filter_places;
  std::optional<Expression> cost;
  std::optional<Expression> baseline; ///< condition that selects the runs that others are compared
                                      ///< with

  /// A problem with a location in the file.
  [[nodiscard]] Diagnostic problem(const FilePlace& place, std::string message,
                                   std::string expected = {}, std::string suggestion = {}) const;
  /// A file named in the experiment, relative to the current folder.
  [[nodiscard]] std::string path_of(const std::string& file) const;
  /// Whether a file or folder named in the experiment lies in the experiment's folder or below,
  /// after following all links; also true if it does not exist.
  [[nodiscard]] bool is_own(const std::string& file) const;
};

/// Trust in the author of an experiment or a rubric. Files of an untrusted author may only name
/// compilers that compile and do nothing else (`cc` from the search path, `cflags` that load and
/// start nothing), and give programs only data below their own folder (`sandbox`, `stdin`,
/// `output_file`), since programs print data, and results and feedback are passed on. Files of a
/// trusted author are not restricted.
enum class Author : std::uint8_t { stranger, trusted };

/// Parses an experiment. All problems are reported together: unknown keys with the nearest known
/// one, wrong types, empty axes, zipped axes of different length, expressions. Existence of
/// programs and machines is not checked. `file` is the name in messages, and determines the
/// experiment's folder.
[[nodiscard]] Result<Experiment> parse_experiment(const std::string& file, std::string text,
                                                  Author author = Author::stranger);

/// Reads and parses an experiment file.
[[nodiscard]] Result<Experiment> load_experiment(const std::string& file,
                                                 Author author = Author::stranger);

/// Limits of the length of an axis, and of combinations of a machine's axes.
inline constexpr std::size_t kMaxAxisValues = InputLimits::axis_values;

} // namespace stallscope::sweep

#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "sweep/database.hpp"
#include "sweep/experiment.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::sweep {

/// A program, read once for all points.
struct PlannedProgram {
  ProgramEntry entry;
  std::string hash;  ///< hash of the program's bytes and run options
  std::string bytes; ///< for executables: needed to reload the program for another seed; else empty
  std::string input; ///< its standard input
  /// Without and with delay slots: MIPS programs are assembled differently for machines with delay
  /// slots.
  std::array<std::optional<isa::Program>, 2> read;
};

/// A machine with one combination of the values of its axes.
struct Variant {
  std::size_t machine = 0; ///< index into Experiment::machines
  std::vector<std::pair<std::string, AxisValue>> settings;
  std::optional<machine::Machine> value; ///< none: the combination is invalid
  std::string problem;                   ///< the error, if invalid
  std::string hash;                      ///< hash of the complete machine file; empty if invalid
};

/// One run.
struct Point {
  std::uint64_t number = 0; ///< from 1, in plan order
  std::uint32_t program = 0;
  std::uint32_t variant = 0;
  std::uint32_t scheduler = 0;
  std::uint32_t repeat = 1; ///< from 1
};

/// All runs of an experiment, in an order that depends only on the experiment: programs, then
/// machines, their axes (the last key fastest), schedulers, repeats. Points excluded by filters are
/// omitted and have no number.
struct Plan {
  Experiment experiment;
  std::vector<PlannedProgram> programs;
  std::vector<Variant> variants;
  std::vector<Point> points;
  std::uint64_t filtered = 0;    ///< number of points excluded by filters
  std::vector<std::string> keys; ///< keys of all axes, in order
  std::string hash;              ///< of everything that determines the results, except the program
                                 ///< version

  [[nodiscard]] std::uint64_t seed_of(const Point& point) const {
    return experiment.seed + point.repeat - 1;
  }
  /// The value of a name in expressions.
  [[nodiscard]] Scalar lookup(const Point& point, std::string_view name) const;
  /// "textbook/daxpy on ooo-4, reorder_buffer=64, repeat 2"
  [[nodiscard]] std::string describe(const Point& point) const;
};

/// Limit of points in an experiment.
inline constexpr std::uint64_t kMaxPoints = InputLimits::points;
inline constexpr std::uint64_t kMaxVariants = InputLimits::variants;

/// Loads all programs and machines of an experiment. Problems are reported together. An invalid
/// combination of axis values is a point that will fail, but a key that no machine has, or a
/// machine that is invalid without axes, is an error.
[[nodiscard]] Result<Plan> make_plan(Experiment experiment);

/// The metadata of the database for a shard of a plan.
[[nodiscard]] DatabaseInfo database_info(const Plan& plan, std::uint64_t shard,
                                         std::uint64_t shards);

/// Loads one program as the entry says; file names are relative to `experiment`.
[[nodiscard]] Result<isa::Program> read_program(const Experiment& experiment,
                                                const ProgramEntry& entry, bool delay_slots,
                                                std::uint64_t seed);

} // namespace stallscope::sweep

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
  std::string hash;  ///< of its bytes and of how it is run
  std::string bytes; ///< of an executable: another seed needs it read again; else empty
  std::string input; ///< its standard input
  /// Without and with delay slots: MIPS programs read differently for machines that have them.
  std::array<std::optional<isa::Program>, 2> read;
};

/// A machine with one choice of its axes.
struct Variant {
  std::size_t machine = 0; ///< index into Experiment::machines
  std::vector<std::pair<std::string, AxisValue>> settings;
  std::optional<machine::Machine> value; ///< none: it is no machine
  std::string problem;                   ///< why not
  std::string hash;                      ///< of the complete machine file; empty without value
};

/// One run.
struct Point {
  std::uint64_t number = 0; ///< from 1, in the order of the plan
  std::uint32_t program = 0;
  std::uint32_t variant = 0;
  std::uint32_t scheduler = 0;
  std::uint32_t repeat = 1; ///< from 1
};

/// All runs of an experiment, in an order that depends on the experiment alone: programs, then
/// machines, their axes (the last key fastest), schedulers, repeats. Points that a filter refuses
/// are not in it and have no number.
struct Plan {
  Experiment experiment;
  std::vector<PlannedProgram> programs;
  std::vector<Variant> variants;
  std::vector<Point> points;
  std::uint64_t filtered = 0;    ///< points that filters have refused
  std::vector<std::string> keys; ///< of all axes, in their order
  std::string hash;              ///< of all that decides about results, but for our version

  [[nodiscard]] std::uint64_t seed_of(const Point& point) const {
    return experiment.seed + point.repeat - 1;
  }
  /// What expressions see of a point.
  [[nodiscard]] Scalar lookup(const Point& point, std::string_view name) const;
  /// "textbook/daxpy on ooo-4, reorder_buffer=64, repeat 2"
  [[nodiscard]] std::string describe(const Point& point) const;
};

/// Most points of an experiment.
inline constexpr std::uint64_t kMaxPoints = InputLimits::points;
inline constexpr std::uint64_t kMaxVariants = InputLimits::variants;

/// Reads all programs and machines of an experiment. Problems of all of them are reported together.
/// A choice of axes that makes no machine is a point that will fail, but a key that no machine has
/// is an error, and so is a machine that is none as it stands.
[[nodiscard]] Result<Plan> make_plan(Experiment experiment);

/// What the database of a part of a plan says of itself.
[[nodiscard]] DatabaseInfo database_info(const Plan& plan, std::uint64_t shard,
                                         std::uint64_t shards);

/// Reads one program as the entry says, with the names of files seen from `experiment`.
[[nodiscard]] Result<isa::Program> read_program(const Experiment& experiment,
                                                const ProgramEntry& entry, bool delay_slots,
                                                std::uint64_t seed);

} // namespace stallscope::sweep

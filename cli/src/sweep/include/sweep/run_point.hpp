#pragma once

#include "session/runner.hpp"
#include "sweep/plan.hpp"
#include "sweep/row.hpp"

#include <string>
#include <vector>

namespace stallscope::sweep {

/// A program with the instructions of each block reordered by a scheduler. An error if the program
/// is machine code, or if `optimal` does not prove optimality within its time limit, since the
/// order found then would depend on the computer's speed.
[[nodiscard]] Result<isa::Program> scheduled_program(const isa::Program& program,
                                                     const machine::Machine& machine,
                                                     const std::string& scheduler,
                                                     double optimal_seconds);

/// Parses a text derived from a program, with the program's initial registers. Errors are internal
/// errors.
[[nodiscard]] Result<isa::Program> reread_program(const isa::Program& program,
                                                  const std::string& title, const std::string& text,
                                                  const machine::Machine& machine);

/// Runs points of a plan sequentially.
class PointRunner {
public:
  explicit PointRunner(const Plan& plan) : plan_(plan) {}

  /// All failures are recorded in the row; only an internal error ends the process. The time limit
  /// of a run is in processor time.
  [[nodiscard]] Row run(const Point& point);

private:
  const isa::Program* program_for(const Point& point, const machine::Machine& machine,
                                  std::string& problem);
  void simulate(const Point& point, Row& row);
  void simulate_sample(const isa::Program& program, const machine::Machine& machine,
                       const session::RunOptions& run, Row& row) const;

  const Plan& plan_;
  /// A program loaded for one point (another seed, another order), or a copy of an executable,
  /// which records the code that its runs have written.
  std::optional<isa::Program> own_;
  const isa::Program* copied_ = nullptr; ///< the program that own_ is a copy of
};

/// Operations that machines of the plan execute with a similar unit, since they have none for them:
/// a sentence each.
[[nodiscard]] std::vector<std::string> assumed_units(const Plan& plan);

/// The row of a point before it runs.
[[nodiscard]] Row row_of(const Plan& plan, const Point& point);
/// The row of a point that failed for a reason outside its run.
[[nodiscard]] Row failed_row(const Plan& plan, const Point& point, std::string_view stop,
                             std::string_view error);

/// Processor time of this process so far, seconds.
[[nodiscard]] double processor_seconds();

} // namespace stallscope::sweep

#pragma once

#include "session/runner.hpp"
#include "sweep/plan.hpp"
#include "sweep/row.hpp"

#include <string>
#include <vector>

namespace stallscope::sweep {

/// A program with the instructions of its blocks in the order of a scheduler. An error when the
/// program is machine code, or when `optimal` does not prove its order in time: what it finds by
/// then depends on the computer.
[[nodiscard]] Result<isa::Program> scheduled_program(const isa::Program& program,
                                                     const machine::Machine& machine,
                                                     const std::string& scheduler,
                                                     double optimal_seconds);

/// A text made of a program, read again: with the program's initial registers. Errors are our own.
[[nodiscard]] Result<isa::Program> reread_program(const isa::Program& program,
                                                  const std::string& title, const std::string& text,
                                                  const machine::Machine& machine);

/// Runs points of a plan one after the other.
class PointRunner {
public:
  explicit PointRunner(const Plan& plan) : plan_(plan) {}

  /// Whatever happens is in the row; only a bug of ours ends the process. Of the time a run may
  /// take processor time counts.
  [[nodiscard]] Row run(const Point& point);

private:
  const isa::Program* program_for(const Point& point, const machine::Machine& machine,
                                  std::string& problem);
  void simulate(const Point& point, Row& row);
  void simulate_sample(const isa::Program& program, const machine::Machine& machine,
                       const session::RunOptions& run, Row& row) const;

  const Plan& plan_;
  /// Made for a point (another seed, another order), or a copy of an executable, which remembers
  /// what its runs have written.
  std::optional<isa::Program> own_;
  const isa::Program* copied_ = nullptr; ///< what own_ is a copy of
};

/// What machines of the plan execute as something similar, for want of a unit: a sentence each.
[[nodiscard]] std::vector<std::string> assumed_units(const Plan& plan);

/// What is known of a point before it runs.
[[nodiscard]] Row row_of(const Plan& plan, const Point& point);
/// A point that has failed for a reason that is none of its run.
[[nodiscard]] Row failed_row(const Plan& plan, const Point& point, std::string_view stop,
                             std::string_view error);

/// Processor time of this process so far, seconds.
[[nodiscard]] double processor_seconds();

} // namespace stallscope::sweep

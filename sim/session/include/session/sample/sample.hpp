#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"
#include "session/runner.hpp"
#include "session/sample/estimate.hpp"
#include "trace/ledger.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope::session {

enum class SampleMethod : std::uint8_t {
  smarts,   ///< units at random places of equal parts of the program
  simpoint, ///< intervals that stand for others with like basic-block vectors
};

/// How a long program is sampled.
struct SampleOptions {
  SampleMethod method = SampleMethod::smarts;
  double error = 0.02;       ///< half the interval of the CPI, relative to it
  double confidence = 0.997; ///< that the interval holds the true value
  std::uint64_t seed = 1;    ///< of the positions
  /// Instructions measured at a place; 0: 1000, or for simpoint a thousandth of the program.
  std::uint64_t unit = 0;
  std::uint64_t warmup = 2000; ///< instructions simulated in front of them, not measured
  std::uint64_t units = 0;     ///< in the first pass; 0: by the length of the program
  unsigned most_clusters = 30; ///< of simpoint
  unsigned jobs = 1;           ///< processes
  /// Limits, input and progress; nothing is recorded or printed. Not with a limit of cycles,
  /// `until` or a commit log.
  RunOptions run;
};

/// A reason's share of the slots at a point of the machine; Reason::none: used.
struct SampledShare {
  trace::LedgerPoint point = trace::LedgerPoint::fetch;
  Reason reason = Reason::none;
  Interval share;
};

/// An interval that stands for a share of the program's instructions, `weight`.
struct SimulationPoint {
  std::uint64_t interval = 0; ///< from 0
  std::uint64_t first = 0;    ///< instruction, from 0
  std::uint64_t instructions = 0;
  double weight = 0;
};

/// What is known of a program's run from a sample of it.
struct SampleResult {
  SampleMethod method = SampleMethod::smarts;
  std::vector<SimulationPoint> points; ///< of simpoint, by interval
  /// Intervals are those of `confidence`; otherwise they are the values themselves. Intervals that
  /// stand for others are not chosen by chance, so that nothing can be said of simpoint's error.
  bool has_intervals = true;
  std::uint64_t instructions = 0; ///< of the program
  Interval cpi;
  Interval cycles; ///< of the whole run
  Interval branches_per_instruction;
  Interval misprediction_rate; ///< of conditional branches
  double confidence = 0;
  std::vector<SampledShare> shares; ///< those that are not 0, by point, then by reason
  trace::Ledger names;              ///< points and widths of the machine; no counts
  std::uint64_t unit = 0;
  std::uint64_t warmup = 0;
  std::uint64_t samples = 0;    ///< units measured
  std::uint64_t population = 0; ///< units that the program has
  unsigned passes = 0;
  std::uint64_t detailed_instructions = 0; ///< simulated cycle by cycle, in all passes
  /// The whole program was simulated, as a sentence; empty: it was sampled.
  std::string whole;
  bool error_reached = true; ///< the interval is as narrow as was asked for
  bool interrupted = false;
  std::string problem;  ///< a process that failed; empty: none
  trace::StopInfo stop; ///< how the program ends
  double seconds = 0;   ///< of the host
};

/// Estimates the CPI and every ledger share of a run by systematic sampling with functional warming
/// (SMARTS; Wunderlich et al., ISCA 2003): a unit is measured at a random place of each of as many
/// equal parts of the program as there are samples; between them it is executed without a pipeline,
/// which keeps caches, TLBs and predictors warm. Or by intervals that stand for others (SimPoint;
/// Sherwood et al., ASPLOS 2002), with the same warming. The program must have been checked against
/// the machine (machine::check_runs).
[[nodiscard]] SampleResult sample_program(const isa::Program& program,
                                          const machine::Machine& machine,
                                          const SampleOptions& options);

} // namespace stallscope::session

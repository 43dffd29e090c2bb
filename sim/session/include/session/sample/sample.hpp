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
  smarts,   ///< units at random positions in equal parts of the program
  simpoint, ///< intervals that represent others with similar basic-block vectors
};

/// Parameters of the sampling of a long program.
struct SampleOptions {
  SampleMethod method = SampleMethod::smarts;
  double error = 0.02;       ///< half the width of the CPI's interval, relative to the CPI
  double confidence = 0.997; ///< probability that the interval contains the true value
  std::uint64_t seed = 1;    ///< seed for the positions
  /// Instructions measured at each position; 0: 1000, or for simpoint a thousandth of the program.
  std::uint64_t unit = 0;
  std::uint64_t warmup = 2000; ///< instructions simulated in front of each unit, not measured
  std::uint64_t units = 0;     ///< number of units in the first pass; 0: chosen by the length of
                               ///< the program
  unsigned most_clusters = 30; ///< for simpoint: maximum number of clusters
  unsigned jobs = 1;           ///< number of processes
  /// Limits, input and progress; nothing is recorded or printed. A limit of cycles, `until` and a
  /// commit log are not supported.
  RunOptions run;
};

/// A reason's share of the slots at a point of the machine; Reason::none: used.
struct SampledShare {
  trace::LedgerPoint point = trace::LedgerPoint::fetch;
  Reason reason = Reason::none;
  Interval share;
};

/// An interval that represents a share `weight` of the program's instructions.
struct SimulationPoint {
  std::uint64_t interval = 0; ///< number of the interval, from 0
  std::uint64_t first = 0;    ///< number of its first instruction, from 0
  std::uint64_t instructions = 0;
  double weight = 0;
};

/// Results of a program's run estimated from a sample.
struct SampleResult {
  SampleMethod method = SampleMethod::smarts;
  std::vector<SimulationPoint> points; ///< for simpoint, ordered by interval
  /// Intervals are for the given `confidence`; otherwise they consist of the values only.
  /// SimPoint's intervals are not chosen at random, so that their error cannot be estimated.
  bool has_intervals = true;
  std::uint64_t instructions = 0; ///< instructions of the program
  Interval cpi;
  Interval cycles; ///< cycles of the whole run
  Interval branches_per_instruction;
  Interval misprediction_rate; ///< rate for conditional branches
  double confidence = 0;
  std::vector<SampledShare> shares; ///< the nonzero shares, by point, then by reason
  trace::Ledger names;              ///< ledger with points and widths of the machine only
  std::uint64_t unit = 0;
  std::uint64_t warmup = 0;
  std::uint64_t samples = 0;    ///< number of units measured
  std::uint64_t population = 0; ///< number of units in the program
  unsigned passes = 0;
  std::uint64_t detailed_instructions = 0; ///< instructions simulated cycle by cycle, in all passes
  /// Why the whole program was simulated, as a sentence; empty: it was sampled.
  std::string whole;
  bool error_reached = true; ///< the interval is as narrow as requested
  bool interrupted = false;
  std::string problem;  ///< error of a process that failed; empty: none failed
  trace::StopInfo stop; ///< how the program ends
  double seconds = 0;   ///< seconds of host time
};

/// Estimates the CPI and every ledger share of a run by systematic sampling with functional warming
/// (SMARTS; Wunderlich et al., ISCA 2003): a unit is measured at a random place of each of as many
/// equal parts of the program as there are samples; between the units the program is executed
/// without a pipeline, which keeps caches, TLBs and predictors warm. Or by intervals that represent
/// others (SimPoint; Sherwood et al., ASPLOS 2002), with the same warming. The program must have
/// been checked against the machine (machine::check_runs).
[[nodiscard]] SampleResult sample_program(const isa::Program& program,
                                          const machine::Machine& machine,
                                          const SampleOptions& options);

} // namespace stallscope::session

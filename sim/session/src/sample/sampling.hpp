#pragma once

#include "base/platform/forked_jobs.hpp"
#include "sample/unit.hpp"
#include "session/sample/sample.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::session {

using SampleClock = std::chrono::steady_clock;

/// Largest share of a program that is simulated in detail; beyond it the whole program is
/// simulated.
inline constexpr double kWholeShare = 0.5;

/// The sampling of one program.
class Sampling {
public:
  Sampling(const isa::Program& program, const machine::Machine& machine,
           const SampleOptions& options)
      : program_(program), machine_(machine), options_(options),
        began_(SampleClock::now()), environment_{.input = options.run.input,
                                                 .delay_slots = machine.delay_slot,
                                                 .misaligned = machine.misaligned,
                                                 .undeclared = machine.undeclared,
                                                 .input_source = options.run.input_source},
        simulator_(program, machine, environment_), quiet_(options.run) {
    quiet_.keep_output = false;
    result_.method = options.method;
    result_.warmup = options.warmup;
    result_.confidence = options.confidence;
    result_.names = simulator_.names();
  }

  SampleResult run() {
    if (measure_length()) {
      if (options_.method == SampleMethod::simpoint)
        sample_representatives();
      else
        sample_units();
    }
    result_.seconds = std::chrono::duration<double>(SampleClock::now() - began_).count();
    return std::move(result_);
  }

private:
  bool measure_length();
  void sample_units();
  void sample_representatives();
  bool find_representatives();
  bool pass(const std::vector<std::uint64_t>& units);
  void simulate_whole(std::string why);
  void start_job(ForkedJobs& jobs);
  void take(const std::string& bytes);
  bool may_go_on(std::uint64_t cycle, std::uint64_t instructions);
  void estimate();
  [[nodiscard]] std::vector<RatioTerm> cycles_per_instruction() const;
  [[nodiscard]] bool is_most_of_it(std::uint64_t units) const {
    return static_cast<double>(units) * static_cast<double>(result_.unit + options_.warmup) >=
           kWholeShare * static_cast<double>(result_.instructions);
  }

  const isa::Program& program_;
  const machine::Machine& machine_;
  const SampleOptions& options_;
  SampleClock::time_point began_;
  SampleClock::time_point asked_at_{};
  isa::Environment environment_;
  UnitSimulator simulator_;
  RunOptions quiet_;              ///< options for runs of the whole program
  std::vector<LivePoint> points_; ///< live points not submitted to a process yet
  std::vector<UnitCounts> counts_;
  std::vector<double> weights_; ///< weights of the units; empty: all equal
  SampleResult result_;
};

} // namespace stallscope::session

#include "session/sample/sample.hpp"

#include "base/check.hpp"
#include "sample/functional_pass.hpp"
#include "sample/positions.hpp"
#include "sample/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace stallscope::session {

namespace {

/// Number of units for each process: large enough that a fork costs little, small enough that their
/// states take little memory.
constexpr std::size_t kUnitsAProcess = 32;
constexpr std::uint64_t kStandardUnit = 1000; ///< instructions, as in Wunderlich et al.
/// Limits of the number of units in the first pass: small in a short program, of which each unit is
/// a large part.
constexpr std::uint64_t kFewestUnits = 300;
constexpr std::uint64_t kMostUnitsAtFirst = 3000;
constexpr std::uint64_t kInstructionsAUnitAtFirst = 300'000;
/// Factor on the number of units computed from the variance of a first pass, which is itself an
/// estimate.
constexpr double kReserve = 1.15;
constexpr unsigned kMostPasses = 3;
/// Error in cycles at each end of a unit, because several instructions may retire in the cycle of
/// its first or last one.
constexpr double kCycleResolution = 1;

static_assert(std::is_trivially_copyable_v<UnitCounts>, "counts go through a pipe as they are");

} // namespace

bool Sampling::may_go_on(std::uint64_t cycle, std::uint64_t instructions) {
  const auto now = SampleClock::now();
  if (!options_.run.progress || now - asked_at_ < std::chrono::milliseconds(100))
    return true;
  asked_at_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  result_.interrupted = !options_.run.progress({cycle, instructions, seconds});
  return !result_.interrupted;
}

/// Executes the program without a pipeline to find its length and how it ends; false when nothing
/// remains to be done.
bool Sampling::measure_length() {
  const trace::RunRecord record = run_on_reference(program_, machine_, quiet_);
  result_.stop = record.stop;
  result_.instructions = record.instructions;
  result_.interrupted = record.stop.reason == "interrupted";
  return !result_.interrupted && record.instructions != 0;
}

void Sampling::sample_units() {
  result_.unit = options_.unit != 0 ? options_.unit : kStandardUnit;
  result_.population = (result_.instructions - 1) / result_.unit + 1;
  if (result_.population < 2)
    return simulate_whole(fmt::format("the program has {} instructions, and a unit {}",
                                      result_.instructions, result_.unit));
  std::uint64_t units = options_.units != 0
                            ? options_.units
                            : std::clamp(result_.instructions / kInstructionsAUnitAtFirst,
                                         kFewestUnits, kMostUnitsAtFirst);
  while (true) {
    units = std::max<std::uint64_t>(units, 2);
    if (units >= result_.population || is_most_of_it(units))
      return simulate_whole(
          fmt::format("{} units of {} + {} instructions are most of a program of {} instructions",
                      units, options_.warmup, result_.unit, result_.instructions));
    if (!pass(sampled_units(result_.population, units, options_.seed)))
      return;
    const std::uint64_t needed =
        units_needed(cycles_per_instruction(), result_.population, options_.confidence,
                     options_.error, kCycleResolution);
    result_.error_reached = needed <= units;
    if (result_.error_reached || result_.passes == kMostPasses)
      return estimate();
    units = std::max(units + 1, static_cast<std::uint64_t>(static_cast<double>(needed) * kReserve));
  }
}

/// One pass over the program that measures these units; false when interrupted.
bool Sampling::pass(const std::vector<std::uint64_t>& units) {
  ++result_.passes;
  counts_.clear();
  points_.clear();
  FunctionalPass functional(program_, machine_, environment_);
  ForkedJobs jobs(options_.jobs);
  for (const std::uint64_t unit : units) {
    const std::uint64_t begin = unit * result_.unit;
    const std::uint64_t from = begin - std::min(begin, options_.warmup);
    constexpr std::uint64_t kAskEvery = 1'000'000;
    while (functional.arch().instructions < from) {
      const std::uint64_t to = std::min(from, functional.arch().instructions + kAskEvery);
      if (!functional.advance(to))
        break;
      if (!may_go_on(functional.cycle(), functional.arch().instructions))
        return false;
    }
    // May exceed the requested number with delay slots.
    const std::uint64_t at = functional.arch().instructions;
    points_.push_back({functional.arch(), functional.warm(), functional.cycle(),
                       begin - std::min(begin, at),
                       std::min(result_.unit, result_.instructions - std::max(begin, at))});
    functional.attach();
    if (points_.size() == kUnitsAProcess)
      start_job(jobs);
  }
  start_job(jobs);
  jobs.finish();
  result_.problem = jobs.problem();
  return result_.problem.empty();
}

/// Simulates the units reached so far in a separate process.
void Sampling::start_job(ForkedJobs& jobs) {
  const auto work = [this] {
    std::string bytes;
    for (const LivePoint& point : points_) {
      const UnitCounts counts = simulator_.measure(point);
      bytes.append(reinterpret_cast<const char*>(&counts), sizeof counts);
    }
    return bytes;
  };
  if (!points_.empty())
    jobs.submit(work, [this](const std::string& bytes) { take(bytes); });
  points_.clear();
}

void Sampling::take(const std::string& bytes) {
  STALLSCOPE_CHECK(bytes.size() % sizeof(UnitCounts) == 0, "a process sends whole units");
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(UnitCounts)) {
    UnitCounts counts;
    std::memcpy(&counts, bytes.data() + at, sizeof counts);
    result_.detailed_instructions += counts.simulated;
    counts_.push_back(counts);
  }
}

void Sampling::simulate_whole(std::string why) {
  const trace::RunRecord record = run_program(program_, machine_, quiet_);
  result_.whole = std::move(why);
  result_.stop = record.stop;
  result_.interrupted = record.stop.reason == "interrupted";
  result_.instructions = record.instructions;
  result_.detailed_instructions += record.instructions;
  result_.error_reached = true;
  UnitCounts counts;
  counts.cycles = record.cycles;
  counts.instructions = record.instructions;
  counts.branches = record.branches;
  counts.mispredictions = record.mispredictions;
  for (const trace::LedgerPoint at : record.ledger.points())
    for (std::size_t i = 0; i < kReasonCount; ++i)
      counts.slots[static_cast<std::size_t>(at)][i] =
          static_cast<std::int64_t>(record.ledger.at(at).slots[i]);
  counts_ = {counts};
  weights_.clear();
  result_.points.clear();
  result_.population = 1;
  estimate();
}

std::vector<RatioTerm> Sampling::cycles_per_instruction() const {
  std::vector<RatioTerm> terms;
  for (const UnitCounts& unit : counts_)
    terms.push_back({static_cast<double>(unit.cycles), static_cast<double>(unit.instructions)});
  return terms;
}

void Sampling::estimate() {
  const auto ratio = [this](auto&& term, double resolution = 0) {
    std::vector<RatioTerm> terms;
    terms.reserve(counts_.size());
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      RatioTerm one = term(counts_[i]);
      if (const auto length = static_cast<double>(counts_[i].instructions);
          !weights_.empty() && length > 0) {
        one.numerator *= weights_[i] / length;
        one.denominator *= weights_[i] / length;
      }
      terms.push_back(one);
    }
    return estimate_ratio(terms, result_.has_intervals ? result_.population : 1,
                          options_.confidence, resolution);
  };
  const auto number = [](auto value) { return static_cast<double>(value); };
  result_.samples = counts_.size();
  result_.cpi = ratio(
      [&](const UnitCounts& unit) {
        return RatioTerm{number(unit.cycles), number(unit.instructions)};
      },
      kCycleResolution);
  const double instructions = number(result_.instructions);
  result_.cycles = {result_.cpi.value * instructions, result_.cpi.low * instructions,
                    result_.cpi.high * instructions};
  result_.branches_per_instruction = ratio([&](const UnitCounts& unit) {
    return RatioTerm{number(unit.branches), number(unit.instructions)};
  });
  result_.misprediction_rate = ratio([&](const UnitCounts& unit) {
    return RatioTerm{number(unit.mispredictions), number(unit.branches)};
  });
  for (const trace::LedgerPoint point : result_.names.points())
    for (std::size_t i = 0; i < kReasonCount; ++i) {
      const double width = result_.names.at(point).width;
      const Interval share = ratio(
          [&](const UnitCounts& unit) {
            return RatioTerm{number(unit.slots[static_cast<std::size_t>(point)][i]),
                             number(unit.cycles) * width};
          },
          kCycleResolution * width);
      if (share.value != 0)
        result_.shares.push_back({point, static_cast<Reason>(i), share});
    }
}

SampleResult sample_program(const isa::Program& program, const machine::Machine& machine,
                            const SampleOptions& options) {
  STALLSCOPE_CHECK(options.error > 0 && options.confidence > 0 && options.confidence < 1,
                   "an interval has a width");
  return Sampling(program, machine, options).run();
}

} // namespace stallscope::session

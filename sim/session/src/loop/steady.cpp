#include "loop/steady.hpp"

#include "base/counted.hpp"
#include "loop/access_phases.hpp"
#include "loop/steady_prediction.hpp"
#include "trace/timeline_builder.hpp"
#include "what_if/perfect_caches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace stallscope::session {

Fraction Fraction::of(std::uint64_t numerator, std::uint64_t denominator) {
  const std::uint64_t common = std::max<std::uint64_t>(1, std::gcd(numerator, denominator));
  return {numerator / common, denominator / common};
}

bool Fraction::operator<(const Fraction& other) const {
  __extension__ using Wide = unsigned __int128;
  return static_cast<Wide>(numerator) * other.denominator <
         static_cast<Wide>(other.numerator) * denominator;
}

std::string text_of(const Fraction& fraction) {
  return fraction.denominator == 1 ? fmt::format("{}", fraction.numerator)
                                   : fmt::format("{}/{}", fraction.numerator, fraction.denominator);
}

std::string_view name(LoopBoundKind kind) {
  switch (kind) {
  case LoopBoundKind::fetch:
    return "fetch";
  case LoopBoundKind::dispatch:
    return "dispatch";
  case LoopBoundKind::issue:
    return "issue";
  case LoopBoundKind::retire:
    return "retire";
  case LoopBoundKind::ports:
    return "ports";
  case LoopBoundKind::stations:
    return "stations";
  case LoopBoundKind::recurrence:
    return "recurrence";
  case LoopBoundKind::order:
    return "order";
  case LoopBoundKind::memory:
    return "memory";
  case LoopBoundKind::cycle:
    return "cycle";
  }
  return {};
}

namespace {

/// What has been learnt of branches becomes part of the laid out code: the machine's predictor
/// knows it.
void predict_as_learnt(LoopMachine& made, const isa::Program& program) {
  machine::Machine& m = made.machine;
  const bool learns = m.predictor_learns();
  const bool is_perfect = m.predictor == machine::PredictorKind::perfect && !learns;
  if (is_perfect)
    return;
  SteadyPrediction steady = steady_prediction(program, made.body, m);
  made.body.wrong_paths = std::move(steady.wrong_paths);
  made.unsettled = std::move(steady.unsettled);
  m.predictor = machine::PredictorKind::perfect;
  m.prediction.return_stack = {};
  m.prediction.indirect = {};
  const std::size_t wrong = made.body.wrong_paths.size();
  if (wrong == 0) {
    made.assumptions.emplace_back(learns ? "branches are predicted right, as what has been learnt"
                                         : "branches are predicted by the machine's fixed rule");
    return;
  }
  const std::string first = program.text_of(made.body.path[made.body.wrong_paths.front().position]);
  made.assumptions.push_back(fmt::format(
      "{} of the {} of an iteration {} predicted wrong by {}: '{}'{}", wrong,
      counted(steady.predicted, "branch or jump", "branches and jumps"), wrong == 1 ? "is" : "are",
      learns ? "what has been learnt" : "the machine's fixed rule", first,
      wrong == 1 ? "" : " and others"));
}

} // namespace

LoopMachine machine_for_loops(const machine::Machine& machine, const isa::Program& program,
                              const LoopBody& body, bool caches) {
  LoopMachine made{machine, body, {}, {}};
  machine::Machine& m = made.machine;
  // Instruction caches are not simulated: the copies represent one loop, which fits into the cache.
  make_cache_perfect(m, machine::CacheSide::fetch);
  if (!caches) { // loads, stores and store buffers keep their latencies and ports
    for (machine::Cache& level : m.caches.levels)
      level.always_hits = true;
    m.caches.data_tlb.entries = 0;
  }
  if (!machine.caches.levels.empty())
    made.assumptions.emplace_back(
        caches ? "data caches are the machine's, initially empty; fetches hit"
               : "every load, store and fetch hits the first cache");
  predict_as_learnt(made, program);
  if (m.dynamic && m.dynamic->disambiguation == machine::Disambiguation::predict) {
    m.dynamic->disambiguation = machine::Disambiguation::perfect;
    m.dynamic->store_set_cycles = 0;
    made.assumptions.emplace_back(
        "loads wait for the stores they read from, and no others, as by trained store sets");
  }
  m.misaligned = isa::Misaligned::allow;
  return made;
}

std::unique_ptr<Simulation> simulation_of(const LaidOutLoop& loop,
                                          const machine::Machine& machine) {
  return Simulation::of(loop.program(), machine, isa::Environment{}, loop.decoded());
}

Timeline recorded(Simulation& simulation, std::uint64_t instructions) {
  trace::RecordingSink recorder;
  simulation.begin_record(recorder);
  trace::TimelineBuilder builder(simulation.lanes(), Cycle{simulation.cycle() + 1});
  while (!simulation.stopped() && simulation.completed() < instructions) {
    simulation.step(simulation.cycle() + 16, recorder);
    builder.add(recorder.log());
    recorder.clear();
  }
  return builder.finish(Cycle{simulation.cycle() + 1});
}

std::uint64_t copies_for(const LoopBody& body, std::uint64_t iterations) {
  const std::uint64_t most =
      std::max<std::uint64_t>(4, kMaxLoopInstructions / std::max<std::size_t>(1, body.path.size()));
  return std::clamp<std::uint64_t>(iterations, 4, most);
}

namespace {

struct Sample {
  std::uint64_t cycle = 0;
  std::uint64_t iteration = 0;
};

class SteadyState {
public:
  SteadyState(const LaidOutLoop& loop, const machine::Machine& machine)
      : loop_(loop), simulation_(simulation_of(loop, machine)), phases_(loop, machine) {
    // For contiguous copies the position within fetch blocks and lines is part of the state.
    const unsigned block = machine.dynamic ? machine.dynamic->fetch_bytes : machine.fetch_bytes;
    block_ = !loop.closed() && block > 1 ? block : 1;
  }

  /// Runs until the state recurs, or the last copy has been executed.
  void run() {
    std::uint64_t sampled = 0;
    while (!found_ && !over()) {
      simulation_->step(simulation_->cycle() + 1);
      const std::uint64_t executed = simulation_->arch().instructions;
      const std::uint64_t iteration = executed / loop_.length();
      note_retired();
      if (iteration >= loop_.copies() || simulation_->fetch_stopped())
        return drain();
      if (iteration <= sampled || repeats_never_)
        continue;
      const core::PackedPlace place = loop_.place(iteration);
      if (!simulation_->pack_timing(place, key_))
        continue;
      sampled = iteration;
      key_ += fmt::format("|{}|{}|{}", executed % loop_.length(), place.pc % block_,
                          phases_.of(iteration));
      if (phases_.meet_within(loop_.copies())) // forwarding still changes: no recurrence
        continue;
      const Sample now{simulation_->cycle(), iteration};
      const auto [at, is_new] = seen_.try_emplace(key_, now);
      if (is_new)
        continue;
      first_ = at->second;
      last_ = now;
      found_ = true;
    }
  }

  /// Lets the operations in flight retire, so that a small number of iterations can be measured on
  /// a machine with a large window.
  void drain() {
    while (!over() && simulation_->retired() < loop_.copies() * loop_.length()) {
      simulation_->step(simulation_->cycle() + 1);
      note_retired();
    }
  }
  void note_retired() {
    const std::uint64_t done = simulation_->retired() / loop_.length();
    while (finished_.size() <= done)
      finished_.push_back(simulation_->cycle());
  }

  [[nodiscard]] bool over() const { return simulation_->stopped(); }
  [[nodiscard]] const Simulation& simulation() const { return *simulation_; }
  void never_repeats() { repeats_never_ = true; }

  [[nodiscard]] LoopRate rate() const {
    LoopRate rate;
    if (found_) {
      rate.exact = true;
      rate.period_cycles = last_.cycle - first_.cycle;
      rate.period_iterations = last_.iteration - first_.iteration;
      rate.cycles = Fraction::of(rate.period_cycles, rate.period_iterations);
      rate.first_cycle = first_.cycle;
      rate.first_iteration = first_.iteration;
      rate.mean = rate.low = rate.high = rate.cycles.value();
      return rate;
    }
    estimate(rate);
    return rate;
  }

private:
  /// Batch means over the second half of the retired iterations, with a 95 % confidence interval
  /// (Student's t).
  void estimate(LoopRate& rate) const {
    constexpr std::size_t kBatches = 10;
    constexpr std::size_t kLeastBatch = 2; // smaller batches give no sample of means
    constexpr std::array<double, kBatches - 1> kStudent{12.706, 4.303, 3.182, 2.776, 2.571,
                                                        2.447,  2.365, 2.306, 2.262};
    const std::size_t done = finished_.size() > 1 ? finished_.size() - 1 : 1;
    const std::size_t half = std::max<std::size_t>(1, done / 2);
    const std::size_t batch = std::max<std::size_t>(1, half / kBatches);
    const std::size_t count = std::min(kBatches, half / batch);
    const std::size_t begin = done - count * batch;
    const auto at = [this](std::size_t n) {
      return finished_.empty() ? simulation_->cycle()
                               : finished_[std::min(n, finished_.size() - 1)];
    };
    rate.first_iteration = begin;
    rate.period_iterations = count * batch;
    rate.first_cycle = at(begin);
    rate.period_cycles = at(done) - at(begin);
    rate.cycles = Fraction::of(rate.period_cycles, rate.period_iterations);
    rate.mean = rate.cycles.value();
    rate.has_interval = batch >= kLeastBatch;
    const auto mean_of = [&](std::size_t n, std::size_t iterations) {
      return static_cast<double>(at(begin + (n + 1) * iterations) - at(begin + n * iterations)) /
             static_cast<double>(iterations);
    };
    if (!rate.has_interval) {
      rate.low = rate.high = rate.mean;
      for (std::size_t n = 0; n < count * batch; ++n) {
        rate.low = std::min(rate.low, mean_of(n, 1));
        rate.high = std::max(rate.high, mean_of(n, 1));
      }
      return;
    }
    double squares = 0;
    for (std::size_t n = 0; n < count; ++n) {
      const double mean = mean_of(n, batch);
      squares += (mean - rate.mean) * (mean - rate.mean);
    }
    const double error =
        kStudent[count - 2] * std::sqrt(squares / static_cast<double>(count * (count - 1)));
    rate.low = std::max(0.0, rate.mean - error);
    rate.high = rate.mean + error;
  }

  const LaidOutLoop& loop_;
  std::unique_ptr<Simulation> simulation_;
  AccessPhases phases_;
  std::uint64_t block_ = 1;
  bool repeats_never_ = false;
  bool found_ = false;
  std::string key_;
  std::unordered_map<std::string, Sample> seen_;
  std::vector<std::uint64_t> finished_; ///< by iteration: cycle of its retirement
  Sample first_;
  Sample last_;
};

/// Why the copies stopped before their end.
std::optional<Diagnostic> trap_of(const SteadyState& steady, const LaidOutLoop& loop,
                                  const isa::Program& program, const LoopBody& body) {
  const Simulation::Trapped trapped = steady.simulation().trapped();
  if (trapped.trap == isa::Trap::none || trapped.trap == isa::Trap::end)
    return std::nullopt;
  const std::uint32_t index = loop.program().index_of(trapped.pc);
  Diagnostic problem;
  problem.message = fmt::format("the loop cannot go on: {}", isa::name(trapped.trap));
  if (index != isa::kNoIndex) {
    const std::uint32_t original = body.path[loop.position_of(index)];
    const isa::SourcePlace place = program.place_of(original);
    problem.file = place.file;
    problem.line = place.line;
    problem.column = place.column;
    problem.message = fmt::format("'{}' traps in iteration {}: {}", program.text_of(original),
                                  loop.copy_of(index) + 1, isa::name(trapped.trap));
    if (place.line > 0 && place.line <= program.source_lines.size() && !program.decoded)
      problem.source_line = program.source_lines[place.line - 1];
  }
  problem.expected = "values with which it does not, such as --reg NAME=VALUE";
  return problem;
}

Diagnostic stuck(const Simulation& simulation) {
  Diagnostic problem;
  problem.message = "no operation makes progress: " + simulation.dump();
  return problem;
}

} // namespace

Result<LoopRate> steady_rate(const LaidOutLoop& loop, const isa::Program& program,
                             const LoopMachine& modelled, const machine::Machine& machine) {
  SteadyState steady(loop, machine);
  const bool caches = std::any_of(machine.caches.levels.begin(), machine.caches.levels.end(),
                                  [](const machine::Cache& level) { return !level.always_hits; });
  const bool predicts_alike = modelled.unsettled.empty();
  if (caches || !loop.addresses_repeat() || !predicts_alike)
    steady.never_repeats();
  steady.run();
  if (auto problem = trap_of(steady, loop, program, modelled.body))
    return *problem;
  if (steady.simulation().stop() == core::StopReason::no_progress)
    return stuck(steady.simulation());
  LoopRate rate = steady.rate();
  if (!rate.exact)
    rate.why_inexact =
        caches ? "the contents of caches affect the timing"
        : !loop.addresses_repeat()
            ? "addresses do not go on by the same distance in every iteration"
        : !predicts_alike
            ? modelled.unsettled
            : fmt::format("the state of the machine has not come back within {} iterations",
                          loop.copies());
  return rate;
}

} // namespace stallscope::session

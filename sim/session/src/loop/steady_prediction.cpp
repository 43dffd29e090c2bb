#include "loop/steady_prediction.hpp"

#include "core/units/branch_predictor.hpp"
#include "core/units/control_flow.hpp"

#include <algorithm>
#include <bit>
#include <deque>

namespace stallscope::session {

namespace {

using core::BranchPredictor;
using core::Outcome;
using core::Prediction;
using isa::Instruction;

/// A branch or jump of the body, and what it does in every iteration.
struct SteadyBranch {
  std::uint32_t position = 0;
  Instruction instruction;
  Outcome outcome;
  std::uint64_t sequential = 0; ///< where it goes when it is not taken

  [[nodiscard]] std::uint64_t next() const { return outcome.taken ? outcome.target : sequential; }
};

/// Behind the last instruction of the body itself, not of a function that it calls.
std::uint64_t behind_body(const isa::Program& program, const LoopBody& body) {
  std::size_t last = body.path.size() - 1;
  while (last > 0 && last < body.apart.size() && body.apart[last])
    --last;
  return body.behind(program.instruction(body.path[last]));
}

std::vector<SteadyBranch> branches_of(const isa::Program& program, const LoopBody& body) {
  std::vector<SteadyBranch> list;
  const std::size_t length = body.path.size();
  for (std::uint32_t n = 0; n < length; ++n) {
    const Instruction& i = program.instruction(body.path[n]);
    if (!isa::is_control(i.op_class))
      continue;
    SteadyBranch one{n, i, {}, body.behind(i)};
    const std::size_t next = body.next(n);
    const bool last = next >= length;
    const bool jumps = isa::is_jump(i.op_class);
    if (last && !body.closed)
      one.outcome = {jumps, core::is_indirect(i) ? behind_body(program, body) : i.target};
    else
      one.outcome.target = program.instruction(body.path[last ? 0 : next]).pc;
    if (!last || body.closed)
      one.outcome.taken = last || jumps || one.outcome.target != one.sequential;
    list.push_back(one);
  }
  return list;
}

/// Whether an address has different outcomes within an iteration.
bool has_mixed_outcomes(const std::vector<SteadyBranch>& branches) {
  for (std::size_t a = 0; a < branches.size(); ++a)
    for (std::size_t b = a + 1; b < branches.size(); ++b)
      if (branches[a].instruction.pc == branches[b].instruction.pc &&
          branches[a].next() != branches[b].next())
        return true;
  return false;
}

class PredictorRun {
public:
  PredictorRun(const isa::Program& program, const LoopBody& body, const machine::Machine& machine,
               unsigned in_flight)
      : program_(program), branches_(branches_of(program, body)), predictor_(machine, program.isa),
        in_flight_(in_flight), has_delay_slots_(body.delay_slots),
        state_(predictor_.initial_state(std::bit_ceil(in_flight + 2))) {}

  /// The predictions of the last iteration.
  const std::vector<Prediction>& run(std::uint64_t iterations) {
    for (std::uint64_t n = 0; n < iterations; ++n) {
      before_.swap(last_);
      last_.clear();
      for (const SteadyBranch& one : branches_)
        last_.push_back(predict(one));
      same_ = n > 0 && equal(before_, last_) ? same_ + 1 : 0;
    }
    return last_;
  }

  /// So many of the last iterations were predicted alike.
  [[nodiscard]] std::uint64_t alike() const { return same_; }
  [[nodiscard]] const std::vector<SteadyBranch>& branches() const { return branches_; }

  [[nodiscard]] static std::uint64_t next_of(const Prediction& prediction,
                                             const SteadyBranch& branch) {
    return prediction.taken ? prediction.target : branch.sequential;
  }
  [[nodiscard]] std::vector<std::size_t> wrong() const {
    std::vector<std::size_t> list;
    for (std::size_t n = 0; n < branches_.size(); ++n)
      if (next_of(last_[n], branches_[n]) != branches_[n].next())
        list.push_back(n);
    return list;
  }

  /// The code that is fetched from an address on, as the predictors have it now.
  void follow(std::uint64_t pc, std::size_t instructions, LoopWrongPath& path) {
    core::PredictorState state = state_;
    while (path.code.size() < instructions) {
      const std::uint32_t index = program_.index_of(pc);
      if (index == isa::kNoIndex)
        return;
      const Instruction& i = program_.instruction(index);
      if (has_delay_slots_ && isa::is_control(i.op_class))
        return;
      path.code.push_back(index);
      path.jumps.push_back(false);
      pc = i.pc + i.size;
      if (!isa::is_control(i.op_class) || !predictor_.can_predict(state))
        continue;
      const Prediction prediction = predictor_.predict(state, i, {false, i.target});
      predictor_.release(state, prediction.token);
      if (!prediction.taken || prediction.target == pc)
        continue;
      path.jumps.back() = true;
      pc = prediction.target;
    }
  }

private:
  struct Unlearnt {
    const SteadyBranch* branch;
    core::PredictionToken token;
  };

  Prediction predict(const SteadyBranch& one) {
    const Prediction prediction = predictor_.predict(state_, one.instruction, one.outcome);
    if (next_of(prediction, one) != one.next())
      predictor_.discard_behind(state_, one.instruction, prediction.token, one.outcome);
    unlearnt_.push_back({&one, prediction.token});
    while (unlearnt_.size() > in_flight_) {
      const Unlearnt oldest = unlearnt_.front();
      unlearnt_.pop_front();
      predictor_.learn(state_, oldest.branch->instruction, oldest.token, oldest.branch->outcome);
      predictor_.release(state_, oldest.token);
    }
    return prediction;
  }

  static bool equal(const std::vector<Prediction>& a, const std::vector<Prediction>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Prediction& x, const Prediction& y) {
                        return x.taken == y.taken && (!x.taken || x.target == y.target) &&
                               x.at_fetch == y.at_fetch;
                      });
  }

  const isa::Program& program_;
  std::vector<SteadyBranch> branches_;
  BranchPredictor predictor_;
  std::size_t in_flight_;
  bool has_delay_slots_; ///< wrong paths end at a branch
  core::PredictorState state_;
  std::deque<Unlearnt> unlearnt_;
  std::vector<Prediction> before_;
  std::vector<Prediction> last_;
  std::uint64_t same_ = 0;
};

/// Instructions that can be fetched behind a branch before it is resolved.
std::size_t most_fetched(const machine::Machine& machine) {
  constexpr std::size_t kWidest = 16; // instructions a cycle
  if (!machine.dynamic)
    return (machine.stages.size() + 2) * machine.width + kWidest;
  return machine.dynamic->reorder_entries + machine.dynamic->fetch_queue + kWidest;
}

} // namespace

SteadyPrediction steady_prediction(const isa::Program& program, const LoopBody& body,
                                   const machine::Machine& machine) {
  SteadyPrediction found;
  if (machine.dynamic && !machine.dynamic->speculates())
    return found;                             // waits for branches
  constexpr std::uint64_t kIterations = 1200; // TAGE and its loop predictor have settled
  constexpr std::uint64_t kAlike = 200;
  const std::uint64_t most = std::max<std::uint64_t>(kAlike + 1, 200'000 / body.path.size());
  const std::uint64_t iterations = std::min(kIterations, most);
  PredictorRun at_once(program, body, machine, 0);
  const std::vector<Prediction>& predictions = at_once.run(iterations);
  found.predicted = at_once.branches().size();
  const std::vector<std::size_t> wrong = at_once.wrong();
  if (at_once.alike() < kAlike)
    found.unsettled = "branches are not predicted alike in all iterations";
  for (const std::size_t n : wrong) {
    const SteadyBranch& branch = at_once.branches()[n];
    LoopWrongPath path;
    path.position = branch.position;
    path.taken = predictions[n].taken;
    at_once.follow(PredictorRun::next_of(predictions[n], branch), most_fetched(machine), path);
    if (isa::is_x86(branch.instruction.op) && core::is_indirect(branch.instruction))
      found.unsettled = "an address that is read from memory is not predicted, and copies of the "
                        "loop do not read it";
    if (path.taken && isa::is_jump(branch.instruction.op_class))
      found.unsettled = "a jump is predicted to go somewhere else in every iteration";
    found.wrong_paths.push_back(std::move(path));
  }
  const bool has_buffer = machine.prediction.btb.entries > 0;
  if (has_buffer && std::any_of(predictions.begin(), predictions.end(),
                                [](const Prediction& one) { return one.taken && !one.at_fetch; }))
    found.unsettled = "the branch target buffer does not hold all branches of the loop";
  if (found.unsettled.empty() && !wrong.empty() && machine.predictor_learns() &&
      has_mixed_outcomes(at_once.branches())) {
    constexpr unsigned kLate = 8; // branches that are in flight
    PredictorRun late(program, body, machine, kLate);
    (void)late.run(iterations);
    if (late.wrong() != wrong || late.alike() < kAlike)
      found.unsettled = "which branches are predicted right depends on how many are in flight";
  }
  return found;
}

} // namespace stallscope::session

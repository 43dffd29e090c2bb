// What a pipeline tells its branch predictor, and when: with a predictor that learns and whose
// history runs ahead of what has happened.

#include "in_order/cycle.hpp"
#include "unit/core/core_testing.hpp"

#include <array>
#include <vector>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using isa::Isa;

namespace {

/// Two-bit counters, found by the address and the directions of the last four branches as
/// predicted. Records all its calls.
class Learner {
public:
  static constexpr bool kActive = false;
  static constexpr bool kIsPredictor = true;

  struct Learnt {
    std::uint64_t pc;
    std::uint32_t history; ///< at its prediction
    bool taken;
  };

  Prediction predict(PredictorState&, const isa::Instruction& i, const Outcome&) const {
    ++predicted;
    const PredictionToken token{history};
    if (i.op_class != isa::OpClass::branch)
      return {isa::is_jump(i.op_class) && i.target != 0, i.target, token};
    const bool taken = counter(i.pc, history) >= 2;
    history = shifted(history, taken);
    return {taken, i.target, token};
  }
  void learn(PredictorState&, const isa::Instruction& i, PredictionToken token,
             const Outcome& outcome) const {
    if (i.op_class != isa::OpClass::branch)
      return;
    learnt.push_back({i.pc, token.value, outcome.taken});
    std::uint8_t& count = counter(i.pc, token.value);
    count =
        static_cast<std::uint8_t>(outcome.taken ? std::min(count + 1, 3) : std::max(count - 1, 0));
  }
  void discard_behind(PredictorState&, const isa::Instruction& i, PredictionToken token,
                      const Outcome& followed) const {
    ++discarded;
    history =
        i.op_class == isa::OpClass::branch ? shifted(token.value, followed.taken) : token.value;
  }

  bool can_predict(const PredictorState&) const { return true; }
  void release(PredictorState&, PredictionToken) const { ++released; }

  static std::uint32_t shifted(std::uint32_t history, bool taken) {
    return ((history << 1) | (taken ? 1U : 0U)) & 15U;
  }

  mutable std::uint32_t history = 0;
  mutable std::uint64_t predicted = 0;
  mutable std::uint64_t discarded = 0;
  mutable std::uint64_t released = 0;
  mutable std::vector<Learnt> learnt;

private:
  std::uint8_t& counter(std::uint64_t pc, std::uint32_t with) const {
    return counters_[(pc / 4 * 16 + with) % counters_.size()];
  }
  mutable std::array<std::uint8_t, 1024> counters_{};
};

struct Lesson {
  Learner learner;
  std::unique_ptr<InOrderState> state;
  isa::ReferenceRun reference;
};

Lesson run_learning(const isa::Program& program, const machine::Machine& machine) {
  Lesson lesson;
  const InOrderCore core(program, machine, {});
  lesson.state = std::make_unique<InOrderState>(core.initial_state());
  Pipeline<Learner> pipeline(core, *lesson.state, lesson.learner);
  while (lesson.state->stop == StopReason::running)
    pipeline.cycle();
  isa::Environment environment;
  environment.delay_slots = machine.delay_slot;
  lesson.reference = isa::run_reference(program, environment, 1'000'000);
  return lesson;
}

/// A branch that goes every other way, in a loop of a branch and a jump, 100 times.
constexpr const char* kAlternating = "n = 100\n"
                                     "loop: b = n & 1\nif b == 0 goto even\nx = x + 1\ngoto on\n"
                                     "even: y = y + 1\n"
                                     "on: n = n - 1\nif n > 0 goto loop\nz = x\n";

/// Machines on which fetch goes wrong in different ways.
std::vector<machine::Machine> machines() {
  return {machine_named("mips-5"), machine_named("mips-5", {"branch.resolve=MEM"}),
          machine_named("mips-5", {"branch.resolve=EX", "branch.predict_in=ID"}),
          machine_named("dual-5"), machine_named("sifive-7")};
}

} // namespace

TEST_CASE("predictor: every branch of the right path is learnt from once, in program order") {
  const isa::Program program = assembled(Isa::tac, kAlternating);
  for (const machine::Machine& machine : machines()) {
    INFO(machine.name << ", resolved in stage " << machine.resolve_stage);
    const Lesson lesson = run_learning(program, machine);
    CHECK(lesson.state->stop == StopReason::end);
    CHECK(lesson.state->committed == lesson.reference.state.regs);
    // n = 100 is even: taken, and so on; the loop's own branch is taken 99 times of 100.
    REQUIRE(lesson.learner.learnt.size() == 200);
    for (std::size_t i = 0; i < 200; i += 2) {
      REQUIRE(lesson.learner.learnt[i].taken == (i % 4 == 0));
      REQUIRE(lesson.learner.learnt[i + 1].taken == (i + 1 < 199));
    }
    CHECK(lesson.state->counters.branches == 200);
    CHECK(lesson.learner.released == 250); // with the 50 jumps
  }
}

TEST_CASE(
    "predictor: the history a branch is predicted with holds what really happened before it") {
  const isa::Program program = assembled(Isa::tac, kAlternating);
  for (const machine::Machine& machine : machines()) {
    INFO(machine.name << ", resolved in stage " << machine.resolve_stage);
    const Lesson lesson = run_learning(program, machine);
    std::uint32_t history = 0;
    for (const Learner::Learnt& branch : lesson.learner.learnt) {
      REQUIRE(branch.history == history);
      history = Learner::shifted(history, branch.taken);
    }
    // 200 branches and 50 jumps on the right path. Wrong paths have predicted as well, and were
    // forgotten; resolved in ID (stage 1), one instruction a cycle, they are too short to reach a
    // branch.
    const bool reaches_branches = machine.resolve_stage > 1 || machine.width > 1;
    CHECK((lesson.learner.predicted > 250) == reaches_branches);
    CHECK(lesson.learner.predicted >= 250);
    CHECK(lesson.learner.discarded > 0);
  }
}

TEST_CASE("predictor: one that learns needs no change of fetch control to be right in the end") {
  const isa::Program program = assembled(Isa::tac, kAlternating);
  const machine::Machine machine = machine_named("mips-5", {"branch.resolve=MEM"});
  const Lesson lesson = run_learning(program, machine);
  const Run not_taken(program, machine);
  CHECK(not_taken.state->counters.mispredictions == 149); // 50 and 99 taken branches
  // Two branches, each with the few histories that the pattern has: each is wrong at most twice
  // until its counter says taken, and once at the end of the loop.
  CHECK(lesson.state->counters.mispredictions < 20);
  CHECK(lesson.state->cycle < not_taken.state->cycle);
}

TEST_CASE("predictor: with a delay slot, fall-through is after the slot") {
  const isa::Program program = assembled(
      Isa::mips, "li $t0, 40\nloop: addiu $t0, $t0, -1\nbnez $t0, loop\naddiu $t1, $t1, 1\nnop\n",
      true);
  const machine::Machine machine =
      machine_named("mips-5", {"branch.delay_slot=true", "branch.resolve=MEM"});
  const Lesson lesson = run_learning(program, machine);
  REQUIRE(lesson.learner.learnt.size() == 40);
  for (std::size_t i = 0; i < 40; ++i)
    CHECK(lesson.learner.learnt[i].taken == (i < 39));
  CHECK(lesson.state->committed == lesson.reference.state.regs);
}

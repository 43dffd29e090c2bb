#include "unit/core/predictor_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using machine::PredictorKind;

namespace {

isa::Instruction direct_jump(std::uint64_t target) {
  isa::Instruction i;
  i.op = isa::Op::jump;
  i.op_class = isa::OpClass::jump;
  i.pc = 100;
  i.target = target;
  return i;
}

isa::Instruction indirect_jump() {
  isa::Instruction i;
  i.op = isa::Op::jump_register;
  i.op_class = isa::OpClass::jump;
  i.pc = 100;
  return i;
}

} // namespace

TEST_CASE("predictor not_taken: straight on, whatever comes") {
  CHECK_FALSE(predict_static(PredictorKind::not_taken, conditional(100, 40), {true, 40}).taken);
  CHECK_FALSE(predict_static(PredictorKind::not_taken, direct_jump(40), {true, 40}).taken);
  CHECK_FALSE(predict_static(PredictorKind::not_taken, indirect_jump(), {true, 40}).taken);
}

TEST_CASE("predictor taken: branches and direct jumps go to their targets") {
  const Prediction branch =
      predict_static(PredictorKind::taken, conditional(100, 200), {false, 104});
  CHECK(branch.taken);
  CHECK(branch.target == 200);
  CHECK(predict_static(PredictorKind::taken, direct_jump(40), {true, 40}).target == 40);
}

TEST_CASE("predictor backward_taken: by the direction of the branch, itself included") {
  const auto predicted = [](std::uint64_t target) {
    return predict_static(PredictorKind::backward_taken, conditional(100, target), {false, 104})
        .taken;
  };
  CHECK(predicted(96));
  CHECK(predicted(100));
  CHECK_FALSE(predicted(104));
  CHECK_FALSE(predicted(400));
  CHECK(predict_static(PredictorKind::backward_taken, direct_jump(400), {true, 400}).taken);
}

TEST_CASE("a static predictor learns nothing: the same answer whatever has happened") {
  for (const PredictorKind kind :
       {PredictorKind::not_taken, PredictorKind::taken, PredictorKind::backward_taken,
        PredictorKind::perfect, PredictorKind::never_right}) {
    const BranchPredictor predictor(kind);
    PredictorState state;
    for (const isa::Instruction& branch :
         {conditional(100, 40), conditional(100, 400), direct_jump(40), indirect_jump()}) {
      const Outcome outcome{true, 40};
      const Prediction first = predictor.predict(state, branch, outcome);
      predictor.learn(state, branch, first.token, {!first.taken, 104});
      predictor.discard_behind(state, branch, first.token, {!first.taken, 104});
      const Prediction second = predictor.predict(state, branch, outcome);
      CHECK(second.taken == first.taken);
      CHECK(second.target == first.target);
      CHECK(second.token == first.token);
      CHECK(first.taken == predict_static(kind, branch, outcome).taken);
    }
  }
}

TEST_CASE("static predictors know no target of an indirect jump; perfect does") {
  for (const PredictorKind kind : {PredictorKind::taken, PredictorKind::backward_taken})
    CHECK_FALSE(predict_static(kind, indirect_jump(), {true, 64}).taken);
  const Prediction perfect = predict_static(PredictorKind::perfect, indirect_jump(), {true, 64});
  CHECK(perfect.taken);
  CHECK(perfect.target == 64);
  CHECK_FALSE(predict_static(PredictorKind::perfect, conditional(100, 40), {false, 104}).taken);
}

TEST_CASE("predictor never_right: the other way of a branch, and nothing of an indirect jump") {
  constexpr PredictorKind kWrong = PredictorKind::never_right;
  CHECK(predict_static(kWrong, conditional(100, 40), {false, 104}).taken);
  CHECK(predict_static(kWrong, conditional(100, 40), {false, 104}).target == 40);
  CHECK_FALSE(predict_static(kWrong, conditional(100, 40), {true, 40}).taken);
  CHECK(predict_static(kWrong, direct_jump(40), {true, 40}).taken); // the instruction says it
  CHECK_FALSE(predict_static(kWrong, indirect_jump(), {true, 64}).taken);
}

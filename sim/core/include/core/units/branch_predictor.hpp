#pragma once

#include "isa/program.hpp"
#include "machine/description.hpp"

#include <cstdint>

namespace stallscope::core {

/// Finds a prediction again when its branch is resolved, or when what was fetched behind it is
/// discarded: its entry in the predictor's tables, say, or the history it was made with. Static
/// predictors need none.
struct PredictionToken {
  std::uint32_t value = 0;

  bool operator==(const PredictionToken&) const = default;
};

/// What fetch control is told about a branch or jump before it is resolved.
struct Prediction {
  bool taken = false;
  std::uint64_t target = 0; ///< where fetch goes when taken
  PredictionToken token{};
};

/// Where a branch or jump goes. At fetch only the functional model knows, and only the perfect
/// predictor looks.
struct Outcome {
  bool taken = false;
  std::uint64_t target = 0;
};

/// Everything a predictor learns, tables and history: a plain value, part of the machine's state.
/// Static predictors learn nothing.
struct PredictorState {
  bool operator==(const PredictorState&) const = default;
};

/// The static predictors: pure functions of the instruction. Conditional branches follow `kind`.
/// Direct jumps are predicted taken by every kind but not_taken, which stands for fetching straight
/// on whatever comes. Indirect jumps have no known target before they are resolved, except for
/// `perfect`.
[[nodiscard]] Prediction predict_static(machine::PredictorKind kind,
                                        const isa::Instruction& instruction,
                                        const Outcome& outcome);

/// A branch predictor as fetch control sees it: predict, learn, and forget what never happened.
/// Holds only what never changes during a run.
///
/// The calls of a run, by cycle: every branch and jump is predicted when it is fetched, in the
/// order of fetch and on wrong paths too, so that a history of predictions can run ahead. Those of
/// the right path are learnt from when they are resolved. Whenever what lies behind a branch is
/// discarded, the predictor hears where fetch goes instead before it predicts again.
class BranchPredictor {
public:
  explicit BranchPredictor(machine::PredictorKind kind) : kind_(kind) {}

  /// At fetch. The instruction knows its address.
  [[nodiscard]] Prediction predict(PredictorState&, const isa::Instruction& instruction,
                                   const Outcome& outcome) const {
    return predict_static(kind_, instruction, outcome);
  }
  /// A branch or jump of the right path is resolved; several of one cycle come in any order.
  void learn(PredictorState&, const isa::Instruction&, PredictionToken, const Outcome&) const {
    // Static predictors have made up their minds.
  }
  /// All that was fetched behind a branch or jump is discarded, and fetch goes on as `followed`
  /// says: the history is what it was at the prediction, and then this.
  void discard_behind(PredictorState&, const isa::Instruction&, PredictionToken,
                      const Outcome& /*followed*/) const {
    // Static predictors remember nothing that could be wrong.
  }

private:
  machine::PredictorKind kind_;
};

} // namespace stallscope::core

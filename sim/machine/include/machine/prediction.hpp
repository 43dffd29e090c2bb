#pragma once

#include <cstdint>

namespace stallscope::machine {

/// How the direction of conditional branches is guessed. The first five guess by fixed rules, the
/// others learn.
enum class PredictorKind : std::uint8_t {
  not_taken,      ///< fetch goes straight on, behind jumps too
  taken,          ///< always taken
  backward_taken, ///< taken when the target lies before the branch (or is it)
  perfect,        ///< always right, indirect jumps too: for experiments
  never_right,    ///< always wrong where there are two ways to go: for experiments
  one_bit,        ///< as the last time, by address (Smith 1981)
  two_bit,        ///< saturating counters by address (Smith 1981)
  local,          ///< counters by the branch's own history (PAg of Yeh and Patt 1991)
  gshare,         ///< counters by address xor global history (McFarling 1993)
  tournament,     ///< local and gshare with a chooser (McFarling 1993)
  perceptron,     ///< weighted sums of the global history (Jimenez and Lin 2001)
  tage,           ///< tagged tables of geometric history lengths (Seznec and Michaud 2006)
};
inline constexpr std::size_t kPredictorKindCount = 12;

/// Whether tables of a kind change during a run.
[[nodiscard]] constexpr bool learns(PredictorKind kind) {
  return kind >= PredictorKind::one_bit;
}

/// What a counter says before it has learnt anything.
enum class InitialCounter : std::uint8_t {
  weakly_not_taken,
  strongly_not_taken,
  weakly_taken,
  strongly_taken,
};

/// When a branch enters the histories. predict: as predicted, at once, and histories are repaired
/// when the prediction was wrong; resolve: when its outcome is known.
enum class HistoryUpdate : std::uint8_t { predict, resolve };

/// What is put right of the return-address stack after a misprediction (Skadron et al. 1998).
enum class StackRepair : std::uint8_t {
  full, ///< everything: as if the wrong path had not been fetched
  top,  ///< where the top is, and the entry there
  none, ///< nothing
};

/// How targets of indirect jumps that are no returns are guessed.
enum class IndirectKind : std::uint8_t {
  none,        ///< not, or by the branch target buffer when there is one
  last_target, ///< as the last time, by address
  history,     ///< by address and the targets of the last indirect jumps (a small ITTAGE)
};

/// [predictor]: the tables behind branch.predictor. Which of them a kind has is said in the keys.
struct DirectionTables {
  unsigned entries = 4096; ///< counters (perceptron: perceptrons; tage: of the base predictor)
  unsigned counter_bits = 2;
  InitialCounter initial = InitialCounter::weakly_not_taken;
  unsigned history_bits = 12; ///< of the global history (gshare, tournament, perceptron)
  unsigned local_entries = 1024;
  unsigned local_history_bits = 10;
  unsigned chooser_entries = 4096;
  unsigned tables = 7;           ///< tagged tables of tage
  unsigned table_entries = 1024; ///< of each of them
  unsigned tag_bits = 11;
  unsigned min_history = 4;
  unsigned max_history = 128;
  unsigned loop_entries = 64; ///< of the loop predictor beside tage; 0: none
  HistoryUpdate history_update = HistoryUpdate::predict;

  bool operator==(const DirectionTables&) const = default;
};

/// [btb]: the branch target buffer.
struct TargetBuffer {
  unsigned entries = 0; ///< 0: there is none
  unsigned ways = 4;

  bool operator==(const TargetBuffer&) const = default;
};

/// [return_stack]
struct ReturnStack {
  unsigned depth = 0; ///< 0: there is none
  StackRepair repair = StackRepair::full;

  bool operator==(const ReturnStack&) const = default;
};

/// [indirect]
struct IndirectTables {
  IndirectKind predictor = IndirectKind::none;
  unsigned entries = 512;       ///< of every table
  unsigned tables = 3;          ///< history: tagged tables beside the one by address
  unsigned history_targets = 8; ///< history: how many targets the last table looks back

  bool operator==(const IndirectTables&) const = default;
};

/// All that guesses where branches and jumps go, beside the kind.
struct Prediction {
  DirectionTables direction;
  TargetBuffer btb;
  ReturnStack return_stack;
  IndirectTables indirect;

  bool operator==(const Prediction&) const = default;
};

} // namespace stallscope::machine

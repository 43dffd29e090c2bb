#pragma once

#include "machine/plugin.hpp"

#include <cstdint>

namespace stallscope::machine {

/// Direction predictors of conditional branches. The first five are static, the others dynamic.
enum class PredictorKind : std::uint8_t {
  not_taken,      ///< fetch continues sequentially, after jumps too
  taken,          ///< always taken
  backward_taken, ///< taken when the target is not after the branch
  perfect,        ///< always right, also for indirect jumps (oracle, for experiments)
  never_right,    ///< always wrong for conditional branches (for experiments)
  one_bit,        ///< last outcome, by address (Smith 1981)
  two_bit,        ///< saturating counters by address (Smith 1981)
  local,          ///< counters indexed by the branch's local history (PAg of Yeh and Patt 1991)
  gshare,         ///< counters indexed by address xor global history (McFarling 1993)
  tournament,     ///< local and gshare with a chooser (McFarling 1993)
  perceptron,     ///< weighted sums of the global history (Jimenez and Lin 2001)
  tage,           ///< tagged tables of geometric history lengths (Seznec and Michaud 2006)
  bimode,         ///< two banks of gshare's counters, chosen by address (Lee, Chen and Mudge 1997)
  plugin,         ///< the plug-in DirectionTables::plugin
};
inline constexpr std::size_t kBuiltInPredictorCount = 13; ///< number of kinds in front of plugin

/// Whether a kind is dynamic: its tables change during a run.
[[nodiscard]] constexpr bool learns(PredictorKind kind) {
  return kind >= PredictorKind::one_bit;
}

/// Initial value of counters.
enum class InitialCounter : std::uint8_t {
  weakly_not_taken,
  strongly_not_taken,
  weakly_taken,
  strongly_taken,
};

/// When a branch updates the histories. predict: speculatively, as predicted, with repair after a
/// misprediction; resolve: when its outcome is known.
enum class HistoryUpdate : std::uint8_t { predict, resolve };

/// Repair of the return address stack after a misprediction (Skadron et al. 1998).
enum class StackRepair : std::uint8_t {
  full, ///< complete: as if the wrong path had not been fetched
  top,  ///< top pointer and top entry
  none, ///< no repair
};

/// Target prediction of indirect jumps other than returns.
enum class IndirectKind : std::uint8_t {
  none,        ///< none, or the branch target buffer when there is one
  last_target, ///< last target, by address
  history,     ///< by address and the targets of the last indirect jumps (a small ITTAGE)
};

/// [predictor]: the tables of branch.predictor. The documentation of the keys names the kinds that
/// use each.
struct DirectionTables {
  unsigned entries = 4096; ///< counters (perceptron: perceptrons; tage: base predictor)
  unsigned counter_bits = 2;
  InitialCounter initial = InitialCounter::weakly_not_taken;
  unsigned history_bits = 12; ///< length of the global history (gshare, tournament, bimode,
                              ///< perceptron)
  unsigned local_entries = 1024;
  unsigned local_history_bits = 10;
  unsigned chooser_entries = 4096;
  unsigned tables = 7;           ///< tage: number of tagged tables
  unsigned table_entries = 1024; ///< tage: entries of each tagged table
  unsigned tag_bits = 11;
  unsigned min_history = 4;
  unsigned max_history = 128;
  unsigned loop_entries = 64; ///< tage: entries of the loop predictor; 0: none
  HistoryUpdate history_update = HistoryUpdate::predict;
  PluginUse plugin;

  bool operator==(const DirectionTables&) const = default;
};

/// [btb]: the branch target buffer.
struct TargetBuffer {
  unsigned entries = 0; ///< 0: no branch target buffer
  unsigned ways = 4;

  bool operator==(const TargetBuffer&) const = default;
};

/// [return_stack]
struct ReturnStack {
  unsigned depth = 0; ///< 0: no return address stack
  StackRepair repair = StackRepair::full;

  bool operator==(const ReturnStack&) const = default;
};

/// [indirect]
struct IndirectTables {
  IndirectKind predictor = IndirectKind::none;
  unsigned entries = 512;       ///< entries of each table
  unsigned tables = 3;          ///< history: tagged tables besides the untagged one
  unsigned history_targets = 8; ///< history: history length of the last table, in targets

  bool operator==(const IndirectTables&) const = default;
};

/// All settings of branch prediction, except the kind of the direction predictor.
struct Prediction {
  DirectionTables direction;
  TargetBuffer btb;
  ReturnStack return_stack;
  IndirectTables indirect;

  bool operator==(const Prediction&) const = default;
};

} // namespace stallscope::machine

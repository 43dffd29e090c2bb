#pragma once

#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// State of a machine's tables after the instructions executed so far: caches, TLBs, prefetchers,
/// branch predictors. A plain value; copies share the pages of tables.
struct WarmState {
  PredictorState predictor;
  HierarchyState memory;
  /// The lines of the instruction cache that were read last (FetchUnit::lines).
  std::array<std::uint64_t, 2> fetch_lines{kNoLine, kNoLine};
  std::uint32_t oldest_line = 0;
};

/// Functional warming (Wunderlich et al., "SMARTS", ISCA 2003): instructions are executed without a
/// pipeline, and update the same tables that the machine's core uses. Accesses are made in program
/// order and complete before the next one, every branch is resolved before the next one is
/// predicted, and wrong paths are not executed. Holds only what does not change during a run.
class FunctionalWarming {
public:
  FunctionalWarming(const machine::Machine& machine, isa::Isa isa);

  /// The tables before the first instruction, equal to those of a core before its first cycle.
  [[nodiscard]] WarmState initial_state() const;
  /// The tables in the form in which a core starts from them: nothing is in flight, and all cycle
  /// numbers are reset.
  [[nodiscard]] WarmState at_rest(const WarmState& state) const;

  /// Some part of the machine is updated by fetches; otherwise fetch() need not be called.
  [[nodiscard]] bool has_fetch() const { return has_fetch_; }
  [[nodiscard]] bool has_data() const { return has_data_; }
  [[nodiscard]] bool has_prediction() const { return has_prediction_; }
  /// Line size of the instruction cache, when the machine has one.
  [[nodiscard]] std::uint64_t line_bytes() const { return std::uint64_t{1} << line_shift_; }

  // Effects of one executed instruction on the tables; to be called in this order.
  void fetch(WarmState& state, std::uint64_t pc, unsigned size) const {
    const std::uint64_t first = pc >> line_shift_;
    const std::uint64_t last = (pc + size - 1) >> line_shift_;
    if (!is_at_hand(state, first)) [[unlikely]]
      read_line(state, first, pc);
    if (last != first && !is_at_hand(state, last)) [[unlikely]]
      read_line(state, last, pc);
  }
  void data(WarmState& state, const Access& access) const { hierarchy_.warm(state.memory, access); }
  /// A branch or jump; `next_pc`: the address executed next, behind its delay slot if it has one.
  void control(WarmState& state, const isa::Instruction& instruction, std::uint64_t next_pc) const;
  /// fence.i: invalidates the instruction cache.
  void fence_code(WarmState& state) const;

private:
  [[nodiscard]] static bool is_at_hand(const WarmState& state, std::uint64_t line) {
    return state.fetch_lines[0] == line || state.fetch_lines[1] == line;
  }
  void read_line(WarmState& state, std::uint64_t line, std::uint64_t pc) const;

  BranchPredictor predictor_;
  Hierarchy hierarchy_;
  unsigned in_flight_;
  unsigned line_shift_ = 6;
  unsigned delay_bytes_ = 0; ///< bytes between a branch and its fall-through address
  bool has_fetch_ = false;
  bool has_data_ = false;
  bool has_prediction_ = false;
};

} // namespace stallscope::core

#pragma once

#include "core/units/control_flow.hpp"
#include "machine/prediction.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace stallscope::core {

inline constexpr unsigned kMaxReturnStack = 64;

/// Return address stack: a ring, so that a push onto a full stack overwrites the oldest entry
/// (Kaeli and Emma 1991).
struct ReturnStackState {
  std::array<std::uint64_t, kMaxReturnStack> addresses{};
  std::uint8_t top = 0;   ///< index of the next push
  std::uint8_t count = 0; ///< valid entries, at most the depth

  bool operator==(const ReturnStackState&) const = default;
};

/// Undo record of one push or pop.
struct StackRecord {
  std::uint64_t overwritten = 0; ///< the entry that the push overwrote
  std::uint64_t top_before = 0;  ///< the top entry before the operation
  std::uint64_t top_after = 0;
  std::uint8_t before = 0; ///< ReturnStackState::top
  std::uint8_t after = 0;
  std::uint8_t count_before = 0;
  std::uint8_t count_after = 0;
  bool pushed = false;
};

class ReturnStackUnit {
public:
  ReturnStackUnit() = default;
  explicit ReturnStackUnit(const machine::ReturnStack& stack)
      : depth_(stack.depth), repair_(stack.repair) {}

  [[nodiscard]] bool exists() const { return depth_ > 0; }
  /// The predicted return address: the top of the stack.
  [[nodiscard]] std::optional<std::uint64_t> top(const ReturnStackState& state) const {
    if (state.count == 0)
      return std::nullopt;
    return entry(state, state.top);
  }
  /// Speculative push or pop for a predicted call or return. `return_address`: the value pushed.
  [[nodiscard, gnu::always_inline]] StackRecord act(ReturnStackState& state, StackAction action,
                                                    std::uint64_t return_address) const {
    StackRecord record;
    record.before = record.after = state.top;
    record.count_before = record.count_after = state.count;
    record.top_before = record.top_after = entry(state, state.top);
    if (!action.pops && !action.pushes)
      return record;
    if (action.pops && state.count > 0) {
      state.top = below(state.top);
      --state.count;
    }
    if (action.pushes) {
      record.pushed = true;
      record.overwritten = state.addresses[state.top];
      state.addresses[state.top] = return_address;
      state.top = static_cast<std::uint8_t>(state.top + 1U == depth_ ? 0 : state.top + 1);
      state.count = static_cast<std::uint8_t>(state.count < depth_ ? state.count + 1 : depth_);
    }
    record.after = state.top;
    record.count_after = state.count;
    record.top_after = entry(state, state.top);
    return record;
  }
  /// Undoes one squashed push or pop; the youngest comes first.
  void undo(ReturnStackState& state, const StackRecord& record) const {
    if (repair_ != machine::StackRepair::full)
      return;
    state.top = record.after;
    if (record.pushed) {
      state.top = below(state.top);
      state.addresses[state.top] = record.overwritten;
    }
    state.top = record.before;
    state.count = record.count_before;
  }
  /// Everything behind a prediction has been squashed; with `itself` the prediction, too.
  void go_back(ReturnStackState& state, const StackRecord& record, bool itself) const {
    if (repair_ != machine::StackRepair::top)
      return;
    state.top = itself ? record.before : record.after;
    state.count = itself ? record.count_before : record.count_after;
    state.addresses[below(state.top)] = itself ? record.top_before : record.top_after;
  }

private:
  [[nodiscard]] std::uint8_t below(std::uint8_t top) const {
    return static_cast<std::uint8_t>(top == 0 ? depth_ - 1 : top - 1U);
  }
  [[nodiscard]] std::uint64_t entry(const ReturnStackState& state, std::uint8_t top) const {
    return state.addresses[below(top)];
  }

  unsigned depth_ = 0;
  machine::StackRepair repair_ = machine::StackRepair::full;
};

} // namespace stallscope::core

#pragma once

#include "training/schedules/search.hpp"

#include <array>
#include <vector>

namespace stallscope::training {

/// Kind of the next operation of a stage. The micro-batches of a stage are identical and run in
/// order, so that three counts describe its state.
enum class Step : std::uint8_t { forward, input, weight };
inline constexpr std::size_t kSteps = 3;

/// Partial orders: for every stage the number of operations started by kind, and the end times of
/// its passes.
class OrderState {
public:
  explicit OrderState(const OrderProblem& problem);

  [[nodiscard]] std::uint32_t devices() const { return plan_.devices; }
  [[nodiscard]] std::uint32_t stages() const {
    return static_cast<std::uint32_t>(plan_.stages.size());
  }
  [[nodiscard]] const std::vector<StageId>& stages_on(std::uint32_t device) const {
    return stages_on_[device];
  }
  [[nodiscard]] Ticks free_at(std::uint32_t device) const { return free_at_[device]; }
  [[nodiscard]] std::uint32_t begun(StageId stage, Step step) const {
    return begun_[stage][static_cast<std::size_t>(step)];
  }
  /// Parts of activations.
  [[nodiscard]] std::uint64_t held(std::uint32_t device) const { return held_[device]; }
  [[nodiscard]] Ticks duration(StageId stage, Step step) const {
    const Durations& d = plan_.stages[stage].durations;
    return step == Step::forward ? d.forward
           : step == Step::input ? d.input_gradient
                                 : d.weight_gradient;
  }
  /// Earliest start of the next operation of this kind on a free device; kNotYet: its input has not
  /// been computed, none is left, or memory is full.
  [[nodiscard]] Ticks ready_at(StageId stage, Step step) const;
  [[nodiscard]] bool complete() const { return left_ == 0; }
  /// End times of the forward passes, or input gradients, that a stage has started, in order.
  [[nodiscard]] const std::vector<Ticks>& ends(StageId stage, Step step) const {
    return done_at_[stage][static_cast<std::size_t>(step)];
  }

  /// Starts the next operation of this kind as early as possible.
  void begin(StageId stage, Step step);
  /// Undoes the last begin().
  void undo();

  [[nodiscard]] Ticks makespan() const;
  /// The plan with the orders so far.
  [[nodiscard]] Plan plan() const;

private:
  /// What a device holds is changed by an operation, or by taking it back.
  void change_held(std::uint32_t device, Step step, bool back);

  struct Taken {
    StageId stage = 0;
    Step step = Step::forward;
    Ticks device_was_free = 0;
  };

  const Plan& plan_;
  HeldParts parts_;
  std::uint64_t room_; ///< parts; 0: no limit
  std::vector<std::vector<StageId>> stages_on_;
  std::vector<Ticks> free_at_;                             ///< by device
  std::vector<std::uint64_t> held_;                        ///< parts of activations, by device
  std::vector<std::array<std::uint32_t, kSteps>> begun_;   ///< operations started, by stage
  std::vector<std::array<std::vector<Ticks>, 2>> done_at_; ///< end times, by stage, F or I, and
                                                           ///< micro-batch
  std::vector<Taken> taken_;
  std::uint64_t left_ = 0;
};

} // namespace stallscope::training

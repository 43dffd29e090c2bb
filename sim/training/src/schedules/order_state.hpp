#pragma once

#include "training/schedules/search.hpp"

#include <array>
#include <vector>

namespace stallscope::training {

/// The next operations of a stage: passes go through it in the order of their micro-batches, which
/// are alike, so that three counts say everything.
enum class Step : std::uint8_t { forward, input, weight };
inline constexpr std::size_t kSteps = 3;

/// Orders in the making. Of every stage the number of passes begun, and when the results of each
/// are there for the stage that needs them.
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
  [[nodiscard]] std::uint32_t held(std::uint32_t device) const { return held_[device]; }
  [[nodiscard]] Ticks duration(StageId stage, Step step) const {
    const Durations& d = plan_.stages[stage].durations;
    return step == Step::forward ? d.forward
           : step == Step::input ? d.input_gradient
                                 : d.weight_gradient;
  }
  /// When the next such operation of a stage could begin on a free device; kNotYet: what it needs
  /// has not begun, there is none left, or no memory for it.
  [[nodiscard]] Ticks ready_at(StageId stage, Step step) const;
  [[nodiscard]] bool complete() const { return left_ == 0; }
  /// When the forward passes, or input gradients, of a stage that have begun end, in order.
  [[nodiscard]] const std::vector<Ticks>& ends(StageId stage, Step step) const {
    return done_at_[stage][static_cast<std::size_t>(step)];
  }

  /// Begins it as early as it can.
  void begin(StageId stage, Step step);
  /// Takes back the last one.
  void undo();

  [[nodiscard]] Ticks makespan() const;
  /// The orders so far, as a plan.
  [[nodiscard]] Plan plan() const;

private:
  struct Taken {
    StageId stage = 0;
    Step step = Step::forward;
    Ticks device_was_free = 0;
  };

  const Plan& plan_;
  std::uint32_t most_chunks_;
  std::vector<std::vector<StageId>> stages_on_;
  std::vector<Ticks> free_at_;                             ///< by device
  std::vector<std::uint32_t> held_;                        ///< by device: activations
  std::vector<std::array<std::uint32_t, kSteps>> begun_;   ///< by stage
  std::vector<std::array<std::vector<Ticks>, 2>> done_at_; ///< by stage: F, I; by micro-batch
  std::vector<Taken> taken_;
  std::uint64_t left_ = 0;
};

} // namespace stallscope::training

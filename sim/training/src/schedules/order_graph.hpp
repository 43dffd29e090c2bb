#pragma once

#include "order_state.hpp"

#include <vector>

namespace stallscope::training {

/// Earliest starts and tails of all operations of a scheduling problem, valid for every order that
/// runs the micro-batches of a stage in turn. An operation is numbered by stage, step and
/// micro-batch.
///
/// Constraints: results of other stages with their transfers; the previous micro-batch of the
/// stage; with a memory limit of n and one stage per device, F of micro-batch b waits for W of
/// micro-batch b - n; and a device runs one operation at a time, so that all predecessors of an
/// operation on its own device take their time one after the other.
class OrderGraph {
public:
  explicit OrderGraph(const OrderProblem& problem);

  [[nodiscard]] std::size_t size() const { return duration_.size(); }
  [[nodiscard]] std::uint32_t index(std::size_t stage, Step step, std::uint32_t batch) const {
    return static_cast<std::uint32_t>(
        (stage * kSteps + static_cast<std::size_t>(step)) * micro_batches_ + batch);
  }
  [[nodiscard]] Ticks duration(std::uint32_t op) const { return duration_[op]; }
  /// Earliest start in any order.
  [[nodiscard]] Ticks head(std::uint32_t op) const { return head_[op]; }
  /// Minimum time from the end of an operation to the end of the run.
  [[nodiscard]] Ticks tail(std::uint32_t op) const { return tail_[op]; }
  [[nodiscard]] const std::vector<std::uint32_t>& on_device(std::uint32_t device) const {
    return on_device_[device];
  }

private:
  /// A group of operations of one stage and step: micro-batches [from, until).
  struct Run {
    StageId stage = 0;
    Step step = Step::forward;
    std::uint32_t from = 0;
    std::uint32_t until = 0;
  };
  [[nodiscard]] std::vector<Run> device_predecessors(StageId s, Step step, std::uint32_t b) const;
  [[nodiscard]] std::vector<Run> device_successors(StageId s, Step step, std::uint32_t b) const;
  [[nodiscard]] Ticks packed(const std::vector<Run>& runs, const std::vector<Ticks>& release) const;
  [[nodiscard]] Ticks hop(std::size_t a, std::size_t b) const;
  [[nodiscard]] Ticks head_of(StageId s, Step step, std::uint32_t b) const;
  [[nodiscard]] Ticks tail_of(StageId s, Step step, std::uint32_t b) const;

  const Plan& plan_;
  std::uint32_t micro_batches_;
  std::uint32_t memory_ = 0; ///< micro-batches that a device holds at most; 0: no limit that counts
  std::vector<Ticks> duration_;
  std::vector<Ticks> head_;
  std::vector<Ticks> tail_;
  std::vector<std::vector<std::uint32_t>> on_device_;
  std::vector<std::vector<StageId>> stages_on_;
  mutable std::vector<std::pair<Ticks, Ticks>> sorted_; ///< release and duration
};

/// The time that heads and tails take grows with micro-batches^2 x stages; up to 4 million they are
/// computed.
[[nodiscard]] bool has_order_graph(const OrderProblem& problem);

/// Makespan of the preemptive schedule of a device's operations with these heads and tails, in
/// which the ready operation with the longest tail runs (Jackson): a lower bound of the makespan.
[[nodiscard]] Ticks preemptive_makespan(const OrderGraph& graph, std::uint32_t device);

} // namespace stallscope::training

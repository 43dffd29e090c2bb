#pragma once

#include "training/plan/plan.hpp"

#include <algorithm>
#include <vector>

namespace stallscope::training {

/// Writes the orders of a plan, device by device.
class OrderWriter {
public:
  explicit OrderWriter(Plan& plan) : plan_(plan) {
    plan.operations.clear();
    plan.first_operation.assign(1, 0);
    std::size_t passes = 0;
    for (const Stage& stage : plan.stages)
      passes += stage.pipeline == 0 ? plan.micro_batches : 0;
    plan.operations.reserve(3 * passes);
  }

  void add(Kind kind, std::uint32_t stage, std::uint32_t batch) {
    if (batch < plan_.micro_batches) // generators may produce micro-batches beyond the plan's,
                                     // which are omitted
      plan_.operations.push_back({kind, false, static_cast<StageId>(stage), batch});
  }
  void forward(std::uint32_t stage, std::uint32_t batch) { add(Kind::forward, stage, batch); }
  void backward(std::uint32_t stage, std::uint32_t batch) { add(Kind::backward, stage, batch); }
  void input_gradient(std::uint32_t stage, std::uint32_t batch) {
    add(Kind::input_gradient, stage, batch);
  }
  void weight_gradient(std::uint32_t stage, std::uint32_t batch) {
    add(Kind::weight_gradient, stage, batch);
  }
  /// Appends an overlapped forward and backward pass.
  void overlapped(std::uint32_t forward_stage, std::uint32_t forward_batch,
                  std::uint32_t backward_stage, std::uint32_t backward_batch) {
    forward(forward_stage, forward_batch);
    plan_.operations.back().overlaps_next = true;
    backward(backward_stage, backward_batch);
  }
  /// Ends the order of the current device.
  void end_device() {
    plan_.first_operation.push_back(static_cast<OperationIndex>(plan_.operations.size()));
  }

private:
  Plan& plan_;
};

/// An operation with its time in a timetable.
struct Timed {
  std::int64_t time = 0;
  Operation operation;
};
/// Writes the operations of a device in the order of their times.
inline void write_timetable(OrderWriter& writer, std::vector<Timed>& table) {
  std::stable_sort(table.begin(), table.end(),
                   [](const Timed& a, const Timed& b) { return a.time < b.time; });
  for (const Timed& entry : table)
    writer.add(entry.operation.kind, entry.operation.stage, entry.operation.micro_batch);
  writer.end_device();
}

} // namespace stallscope::training

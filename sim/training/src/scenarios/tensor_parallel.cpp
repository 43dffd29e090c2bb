#include "tasks.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

class TensorParallelBuilder {
public:
  explicit TensorParallelBuilder(const TensorParallelTask& task) : task_(task) {
    device_ = add_device(out_.graph);
    link_ = out_.graph.add_lane({"link", Dispatch::in_order, 1, false});
  }

  Scenario build() {
    for (std::uint32_t layer = 1; layer <= task_.layers; ++layer) {
      block(layer, "attention", "A", task_.attention, false);
      block(layer, "MLP", "M", task_.mlp, false);
    }
    for (std::uint32_t layer = task_.layers; layer >= 1; --layer) {
      block(layer, "MLP", "M", task_.mlp, true);
      block(layer, "attention", "A", task_.attention, true);
    }
    out_.title =
        task_.sequence_parallel ? "tensor and sequence parallel layers" : "tensor parallel layers";
    return std::move(out_);
  }

private:
  TaskId compute(const std::string& name, const std::string& cell, const char* kind,
                 std::uint8_t color, Ticks ticks, Reason why) {
    return out_.graph.add({name, cell, kind, color, device_, ticks, 0, why, 0, 0});
  }

  /// A block: a matrix product in tiles, with an all-reduce of each tile as it is finished; in the
  /// backward pass the weight gradients follow, on which no other task depends.
  void block(std::uint32_t layer, const std::string& what, const std::string& letter, Ticks ticks,
             bool backward) {
    const std::string number = std::to_string(layer);
    const std::string of = " of layer " + number + ": " + what;
    std::vector<TaskId> before = std::move(ready_);
    ready_.clear();
    const std::uint32_t tiles = std::max(task_.tiles, 1U);
    const auto bytes_of = [&](std::uint32_t tile) {
      return task_.activation_bytes / tiles + (tile < task_.activation_bytes % tiles ? 1 : 0);
    };
    std::vector<TaskId> gathers; // by tile: a product begins when its rows are there
    if (task_.sequence_parallel) {
      for (std::uint32_t tile = 0; tile < tiles; ++tile) {
        gathers.push_back(
            out_.graph.add(wire_task(link_, "all-gather in front" + of, "g" + number + letter,
                                     task_.all_gather.of(bytes_of(tile)), 0, Reason::barrier)));
        for (const TaskId needed : before)
          out_.graph.need(gathers.back(), needed);
      }
      before = gathers;
    }
    for (std::uint32_t tile = 0; tile < tiles; ++tile) {
      const Ticks own = ticks / tiles + (tile < ticks % tiles ? 1 : 0);
      const TaskId product =
          compute((backward ? "input gradient" : "forward pass") + of,
                  (backward ? "I" : "F") + number + letter, backward ? "input_gradient" : "forward",
                  backward ? kInputColor : kForwardColor, own,
                  backward ? Reason::gradient : Reason::activation);
      if (!gathers.empty())
        out_.graph.need(product, gathers[tile]);
      else
        for (const TaskId needed : before)
          out_.graph.need(product, needed);
      const std::uint64_t bytes = bytes_of(tile);
      const TaskId sum = out_.graph.add(
          task_.sequence_parallel ? wire_task(link_, "reduce-scatter" + of, "s" + number + letter,
                                              task_.all_gather.of(bytes), 0, Reason::barrier)
                                  : wire_task(link_, "all-reduce" + of, "r" + number + letter,
                                              task_.all_reduce.of(bytes), 0, Reason::barrier));
      out_.graph.need(sum, product);
      ready_.push_back(sum);
    }
    if (backward) {
      const TaskId weights = compute("weight gradient" + of, "W" + number + letter,
                                     "weight_gradient", kWeightColor, ticks, Reason::gradient);
      for (const TaskId needed : before)
        out_.graph.need(weights, needed);
    }
  }

  const TensorParallelTask& task_;
  Scenario out_;
  std::uint16_t device_ = 0;
  std::uint16_t link_ = 0;
  std::vector<TaskId> ready_; ///< dependences of the next block
};

} // namespace

Scenario tensor_parallel(const TensorParallelTask& task) {
  return TensorParallelBuilder(task).build();
}

} // namespace stallscope::training

#include "tasks.hpp"

namespace stallscope::training {

namespace {

class OffloadBuilder {
public:
  explicit OffloadBuilder(const OffloadTask& task) : task_(task) {
    device_ = add_device(graph());
    out_lane_ = graph().add_lane({"to host", Dispatch::fifo, 1, false});
    in_lane_ = graph().add_lane({"from host", Dispatch::fifo, 1, false});
    if (task.offload_optimizer)
      host_ = graph().add_lane({"host", Dispatch::fifo, 1, false});
    for (const LayerLoad& layer : task.layers)
      out_.held_bytes += layer.parameter_bytes;
    updated_.assign(task.layers.size(), kNoTask);
  }

  Scenario build() {
    for (std::uint32_t i = 0; i < task_.iterations; ++i) {
      forward();
      backward();
    }
    out_.title = task_.activations == KeepActivations::keep        ? "activations kept"
                 : task_.activations == KeepActivations::recompute ? "activations computed again"
                                                                   : "activations swapped out";
    if (task_.offload_optimizer)
      out_.title += ", optimizer on the host";
    return std::move(out_);
  }

private:
  TaskGraph& graph() { return out_.graph; }
  [[nodiscard]] bool swaps(std::size_t layer) const {
    // The last layer's activations are needed immediately for its backward pass.
    return task_.activations == KeepActivations::swap && layer + 1 < task_.layers.size();
  }

  void forward() {
    swapped_.assign(task_.layers.size(), kNoTask);
    for (std::size_t i = 0; i < task_.layers.size(); ++i) {
      const LayerLoad& layer = task_.layers[i];
      Task task = forward_task(device_, layer);
      task.allocates = layer.activation_bytes;
      if (task_.activations == KeepActivations::recompute)
        task.frees = layer.activation_bytes - layer.kept_bytes;
      const TaskId id = graph().add(task);
      last_forward_ = id;
      if (i == 0)
        out_.iterations.push_back(id);
      if (updated_[i] != kNoTask)
        graph().need(id, updated_[i]);
      if (i >= task_.resident && swapped_[i - task_.resident] != kNoTask)
        graph().need_memory_of(id, swapped_[i - task_.resident]);
      if (!swaps(i))
        continue;
      Task swap = wire_task(out_lane_, "activations of layer " + layer.name + " to the host",
                            "O" + layer.name, task_.wire.of(layer.activation_bytes));
      swap.frees = layer.activation_bytes;
      swapped_[i] = graph().add(swap);
      graph().need(swapped_[i], id);
    }
  }

  void backward() {
    std::vector<TaskId> done(task_.layers.size(), kNoTask);
    std::vector<TaskId> back(task_.layers.size(), kNoTask);
    std::size_t next = task_.layers.size(); // layers from this one on have their transfers back
                                            // queued
    for (std::size_t i = task_.layers.size(); i-- > 0;) {
      // Queues transfers up to `prefetch` layers ahead.
      while (next > 0 && next + task_.prefetch > i)
        bring_back(--next, done, back);
      done[i] = pass_back(i, back[i]);
    }
  }

  void bring_back(std::size_t i, const std::vector<TaskId>& done, std::vector<TaskId>& back) {
    if (!swaps(i))
      return;
    const LayerLoad& layer = task_.layers[i];
    Task task = wire_task(in_lane_, "activations of layer " + layer.name + " from the host",
                          "P" + layer.name, task_.wire.of(layer.activation_bytes));
    task.allocates = layer.activation_bytes;
    back[i] = graph().add(task);
    graph().need(back[i], swapped_[i]);
    // A transfer back depends on the backward pass `prefetch` + 1 layers before, or on the end of
    // the forward pass.
    const std::size_t behind = i + task_.prefetch + 1;
    if (behind < done.size() && done[behind] != kNoTask)
      graph().need(back[i], done[behind]);
    else if (last_forward_ != kNoTask)
      graph().need(back[i], last_forward_);
  }

  TaskId pass_back(std::size_t i, TaskId needed) {
    const LayerLoad& layer = task_.layers[i];
    if (task_.activations == KeepActivations::recompute) {
      Task again = forward_task(device_, layer);
      again.name = "recomputation of layer " + layer.name;
      again.cell = "R" + layer.name;
      again.kind = "recompute";
      again.color = kAgainColor;
      again.allocates = layer.activation_bytes - layer.kept_bytes;
      graph().add(again);
    }
    Task task = backward_task(device_, layer);
    task.allocates = layer.gradient_bytes;
    task.frees = layer.activation_bytes + (task_.offload_optimizer ? 0 : layer.gradient_bytes);
    const TaskId id = graph().add(task);
    if (needed != kNoTask)
      graph().need(id, needed);
    if (task_.offload_optimizer)
      step_on_host(i, id);
    return id;
  }

  void step_on_host(std::size_t i, TaskId backward) {
    const LayerLoad& layer = task_.layers[i];
    Task out = wire_task(out_lane_, "gradients of layer " + layer.name + " to the host",
                         "g" + layer.name, task_.wire.of(layer.gradient_bytes));
    out.frees = layer.gradient_bytes;
    const TaskId sent = graph().add(out);
    graph().need(sent, backward);
    const TaskId step =
        graph().add({"optimizer step of layer " + layer.name, "U" + layer.name, "optimizer_step",
                     kHostColor, host_, task_.host_step, 0, Reason::barrier, 0, 0});
    graph().need(step, sent);
    updated_[i] =
        graph().add(wire_task(in_lane_, "parameters of layer " + layer.name + " to the device",
                              "p" + layer.name, task_.wire.of(layer.parameter_bytes)));
    graph().need(updated_[i], step);
  }

  const OffloadTask& task_;
  Scenario out_;
  std::uint16_t device_ = 0;
  std::uint16_t out_lane_ = 0;
  std::uint16_t in_lane_ = 0;
  std::uint16_t host_ = 0;
  TaskId last_forward_ = kNoTask;
  std::vector<TaskId> swapped_; ///< transfer to the host, by layer
  std::vector<TaskId> updated_; ///< by layer: arrival of its new parameters
};

} // namespace

Scenario offload(const OffloadTask& task) {
  return OffloadBuilder(task).build();
}

} // namespace stallscope::training

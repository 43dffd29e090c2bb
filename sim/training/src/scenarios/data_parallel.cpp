#include "tasks.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

/// Layers [first, last] whose gradients are sent together, formed from the last layer backwards.
struct Bucket {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint64_t bytes = 0;
};

/// Groups layers from the last one backwards until each bucket has its minimum size.
std::vector<Bucket> buckets_of(const DataParallelTask& task) {
  std::vector<Bucket> buckets;
  const std::uint64_t enough = task.order == GradientOrder::behind ? ~0ULL : task.bucket_bytes;
  bool open = false;
  for (std::size_t layer = task.layers.size(); layer-- > 0;) {
    if (!open)
      buckets.push_back({layer, layer, 0});
    buckets.back().first = layer;
    buckets.back().bytes += task.layers[layer].gradient_bytes;
    open = buckets.back().bytes < enough;
  }
  return buckets;
}

class DataParallelBuilder {
public:
  explicit DataParallelBuilder(const DataParallelTask& task) : task_(task) {
    device_ = add_device(graph());
    network_ = graph().add_lane(
        {"network", task.order == GradientOrder::priority ? Dispatch::priority : Dispatch::fifo, 1,
         false});
    arrived_.resize(task.layers.size());
  }

  Scenario build() {
    for (std::uint32_t i = 0; i < task_.iterations; ++i)
      iterate();
    out_.title = task_.order == GradientOrder::behind ? "gradients behind the backward pass"
                 : task_.order == GradientOrder::fifo ? "gradients first in, first out"
                                                      : "gradients of front layers first";
    return std::move(out_);
  }

private:
  TaskGraph& graph() { return out_.graph; }

  void iterate() {
    for (std::size_t layer = 0; layer < task_.layers.size(); ++layer) {
      const TaskId forward = graph().add(forward_task(device_, task_.layers[layer]));
      if (layer == 0)
        out_.iterations.push_back(forward);
      for (const TaskId message : arrived_[layer])
        graph().need(forward, message);
    }
    for (auto& messages : arrived_)
      messages.clear();
    std::vector<TaskId> all;
    std::size_t layer = task_.layers.size();
    for (const Bucket& bucket : buckets_of(task_)) {
      TaskId backward = kNoTask;
      while (layer > bucket.first)
        backward = graph().add(backward_task(device_, task_.layers[--layer]));
      for (const TaskId message : send(bucket, backward)) {
        all.push_back(message);
        for (std::size_t i = bucket.first; i <= bucket.last; ++i)
          arrived_[i].push_back(message);
      }
    }
    if (task_.barrier)
      step_behind(all);
  }

  std::vector<TaskId> send(const Bucket& bucket, TaskId backward) {
    const bool sliced = task_.order == GradientOrder::priority && task_.slice_bytes > 0;
    const std::uint64_t most =
        sliced ? task_.slice_bytes : std::max<std::uint64_t>(bucket.bytes, 1);
    const std::string layers =
        task_.layers[bucket.first].name +
        (bucket.first == bucket.last ? std::string() : "-" + task_.layers[bucket.last].name);
    std::vector<TaskId> messages;
    for (std::uint64_t sent = 0; sent < bucket.bytes; sent += most) {
      const TaskId message = graph().add(
          wire_task(network_, "all-reduce of the gradients of layer " + layers, "G" + layers,
                    task_.all_reduce.of(std::min(most, bucket.bytes - sent)),
                    static_cast<std::uint32_t>(bucket.first),
                    task_.barrier ? Reason::barrier : Reason::transfer));
      graph().need(message, backward);
      messages.push_back(message);
    }
    return messages;
  }

  /// The optimizer step depends on all gradients, and the next iteration on the optimizer step.
  void step_behind(const std::vector<TaskId>& all) {
    const TaskId step = graph().add({"optimizer step", "U", "optimizer_step", kHostColor, device_,
                                     task_.optimizer, 0, Reason::barrier, 0, 0});
    for (const TaskId message : all)
      graph().need(step, message);
    for (auto& messages : arrived_)
      messages = {step};
  }

  const DataParallelTask& task_;
  Scenario out_;
  std::uint16_t device_ = 0;
  std::uint16_t network_ = 0;
  std::vector<std::vector<TaskId>> arrived_; ///< by layer: dependences of its next forward pass
};

class ShardedBuilder {
public:
  explicit ShardedBuilder(const ShardedTask& task) : task_(task) {
    device_ = add_device(out_.graph);
    network_ = out_.graph.add_lane({"network", Dispatch::in_order, 1, false});
    for (const LayerLoad& layer : task.layers)
      out_.held_bytes += shared(layer.parameter_bytes) + shared(layer.gradient_bytes);
  }

  Scenario build() {
    const std::size_t count = task_.layers.size();
    for (std::uint32_t i = 0; i < task_.iterations; ++i) {
      std::vector<Pass> passes;
      for (std::size_t layer = 0; layer < count; ++layer)
        passes.push_back({layer, false});
      for (std::size_t layer = count; layer-- > 0;)
        passes.push_back({layer, true});
      run(passes);
    }
    out_.title = "parameters gathered layer by layer";
    return std::move(out_);
  }

private:
  struct Pass {
    std::size_t layer = 0;
    bool backward = false;
  };
  [[nodiscard]] std::uint64_t shared(std::uint64_t bytes) const {
    return (bytes + task_.copies - 1) / task_.copies;
  }

  /// Gathers are queued in the network's order up to `prefetch` passes ahead; each depends on the
  /// pass `prefetch` + 1 before its own, which releases its parameters.
  void run(const std::vector<Pass>& passes) {
    std::vector<TaskId> gathers(passes.size(), kNoTask);
    const std::size_t last_forward = passes.size() / 2 - 1;
    for (std::size_t i = 0; i < passes.size(); ++i) {
      for (std::size_t ahead = i; ahead <= std::min(i + task_.prefetch, passes.size() - 1); ++ahead)
        if (gathers[ahead] == kNoTask && needs_gather(passes, ahead, last_forward))
          gathers[ahead] = gather(
              passes[ahead], ahead > task_.prefetch ? done_[ahead - task_.prefetch - 1] : kNoTask);
      compute(passes, i, gathers[i], last_forward);
    }
    ended_ = done_.back();
    done_.clear();
  }

  /// The last layer's parameters are still gathered at its backward pass.
  [[nodiscard]] bool needs_gather(const std::vector<Pass>& passes, std::size_t i,
                                  std::size_t last_forward) const {
    return !passes[i].backward || (task_.reshard && i != last_forward + 1);
  }

  TaskId gather(const Pass& pass, TaskId behind) {
    const LayerLoad& layer = task_.layers[pass.layer];
    Task task = wire_task(network_, "all-gather of the parameters of layer " + layer.name,
                          "A" + layer.name, task_.gather.of(layer.parameter_bytes));
    task.allocates = layer.parameter_bytes;
    const TaskId id = out_.graph.add(task);
    for (const TaskId needed : {behind, ended_})
      if (needed != kNoTask)
        out_.graph.need(id, needed);
    for (const TaskId reduced : reduced_of(pass))
      out_.graph.need(id, reduced);
    return id;
  }

  /// A forward pass depends on the reduction of its layer's gradients in the previous iteration.
  [[nodiscard]] std::vector<TaskId> reduced_of(const Pass& pass) const {
    if (pass.backward || reduced_.empty())
      return {};
    return {reduced_[pass.layer]};
  }

  void compute(const std::vector<Pass>& passes, std::size_t i, TaskId gathered,
               std::size_t last_forward) {
    const Pass& pass = passes[i];
    const LayerLoad& layer = task_.layers[pass.layer];
    Task task = pass.backward ? backward_task(device_, layer) : forward_task(device_, layer);
    const bool drops = pass.backward || (task_.reshard && i != last_forward);
    task.frees = drops ? layer.parameter_bytes : 0;
    if (!pass.backward)
      task.allocates = layer.activation_bytes;
    else {
      task.frees += layer.activation_bytes;
      task.allocates = layer.gradient_bytes;
    }
    const TaskId id = out_.graph.add(task);
    if (gathered != kNoTask)
      out_.graph.need(id, gathered);
    done_.push_back(id);
    if (!pass.backward) {
      if (pass.layer == 0)
        out_.iterations.push_back(id);
      return;
    }
    Task reduce = wire_task(network_, "reduce-scatter of the gradients of layer " + layer.name,
                            "R" + layer.name, task_.reduce.of(layer.gradient_bytes));
    reduce.frees = layer.gradient_bytes;
    const TaskId reduced = out_.graph.add(reduce);
    out_.graph.need(reduced, id);
    reduced_.resize(task_.layers.size());
    reduced_[pass.layer] = reduced;
  }

  const ShardedTask& task_;
  Scenario out_;
  std::uint16_t device_ = 0;
  std::uint16_t network_ = 0;
  TaskId ended_ = kNoTask;      ///< the last pass of the previous iteration
  std::vector<TaskId> done_;    ///< passes of the current iteration
  std::vector<TaskId> reduced_; ///< reduction of gradients, by layer
};

} // namespace

Scenario data_parallel(const DataParallelTask& task) {
  return DataParallelBuilder(task).build();
}

Scenario sharded_data_parallel(const ShardedTask& task) {
  return ShardedBuilder(task).build();
}

} // namespace stallscope::training

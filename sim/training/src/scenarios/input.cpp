#include "training/scenarios/input.hpp"

#include "tasks.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <numeric>

namespace stallscope::training {

namespace {

/// Cache of samples in host memory.
class SampleCache {
public:
  SampleCache(std::uint32_t room, CachePolicy policy)
      : room_(policy == CachePolicy::none ? 0 : room), policy_(policy) {}

  /// Accesses a sample: true on a hit. After a miss the sample is cached if the policy permits.
  bool use(std::uint32_t sample) {
    if (const auto found = place_.find(sample); found != place_.end()) {
      if (policy_ == CachePolicy::lru)
        order_.splice(order_.end(), order_, found->second);
      return true;
    }
    if (room_ == 0 || (place_.size() == room_ && policy_ == CachePolicy::keep))
      return false;
    if (place_.size() == room_) {
      place_.erase(order_.front());
      order_.pop_front();
    }
    place_[sample] = order_.insert(order_.end(), sample);
    return false;
  }

private:
  std::uint32_t room_;
  CachePolicy policy_;
  std::list<std::uint32_t> order_; ///< in eviction order
  std::map<std::uint32_t, std::list<std::uint32_t>::iterator> place_;
};

/// A shuffle that is the same on every computer: Fisher and Yates with SplitMix64.
class Shuffler {
public:
  explicit Shuffler(std::uint64_t seed) : state_(seed) {}
  void shuffle(std::vector<std::uint32_t>& list) {
    for (std::size_t i = list.size(); i > 1; --i)
      std::swap(list[i - 1], list[next() % i]);
  }

private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

class InputBuilder {
public:
  explicit InputBuilder(const InputTask& task) : task_(task), cache_(task.cache, task.policy) {
    TaskGraph& graph = out_.scenario.graph;
    device_ = add_device(graph);
    storage_ = graph.add_lane({"storage", Dispatch::fifo, 1, false});
    loader_ = graph.add_lane({"loader", Dispatch::fifo, task.threads, false});
    copy_ = graph.add_lane({"copy", Dispatch::fifo, 1, false});
  }

  InputScenario build() {
    std::vector<std::uint32_t> order(task_.samples);
    std::iota(order.begin(), order.end(), 0U);
    Shuffler shuffler(task_.seed);
    for (std::uint32_t epoch = 0; epoch < task_.epochs; ++epoch) {
      shuffler.shuffle(order);
      for (std::size_t first = 0; first < order.size(); first += task_.batch)
        add_batch({order.data() + first, std::min<std::size_t>(task_.batch, order.size() - first)});
    }
    out_.scenario.title = "input pipeline";
    return std::move(out_);
  }

private:
  TaskId add(std::uint16_t lane, const char* what, const char* letter, const char* kind,
             std::uint8_t color, Ticks ticks, const std::vector<TaskId>& needs) {
    const TaskId id = out_.scenario.graph.add(
        {std::string(what) + " batch " + std::to_string(batch_), letter + std::to_string(batch_),
         kind, color, lane, ticks, 0, Reason::input, 0, 0});
    for (const TaskId needed : needs)
      if (needed != kNoTask)
        out_.scenario.graph.need(id, needed);
    return id;
  }

  void add_batch(std::span<const std::uint32_t> samples) {
    std::uint64_t missing = 0;
    for (const std::uint32_t sample : samples)
      missing += cache_.use(sample) ? 0 : 1;
    const std::uint64_t stored = (task_.sample_bytes * task_.stored_percent + 99) / 100;
    out_.reads += missing;
    out_.hits += samples.size() - missing;
    out_.bytes += missing * stored;
    const std::uint64_t seeks = task_.merged ? std::min<std::uint64_t>(missing, 1) : missing;
    // The queue has room after the training step of the batch `prefetch` + 1 before.
    const TaskId room = batch_ > task_.prefetch ? steps_[batch_ - task_.prefetch - 1] : kNoTask;
    const TaskId read =
        add(storage_, "read of", "R", "read", kInputColor,
            missing == 0 ? 0 : seeks * task_.seek + task_.storage.of(missing * stored), {room});
    const Ticks ready =
        missing * task_.decompress + (task_.on_device ? 0 : samples.size() * task_.preprocess);
    const TaskId loaded =
        add(loader_, "preprocessing of", "P", "preprocess", kAgainColor, ready, {read});
    const TaskId there = add(copy_, "copy of", "C", "copy", kWireColor,
                             task_.copy.of(samples.size() * task_.sample_bytes), {loaded});
    TaskId last = there;
    if (task_.on_device)
      last = add(device_, "preprocessing of", "P", "preprocess", kAgainColor,
                 task_.device_preprocess, {there});
    steps_.push_back(
        add(device_, "training with", "T", "training", kForwardColor, task_.step, {last}));
    out_.scenario.iterations.push_back(steps_.back());
    ++batch_;
  }

  const InputTask& task_;
  SampleCache cache_;
  InputScenario out_;
  std::uint16_t device_ = 0;
  std::uint16_t storage_ = 0;
  std::uint16_t loader_ = 0;
  std::uint16_t copy_ = 0;
  std::uint32_t batch_ = 0;
  std::vector<TaskId> steps_; ///< training step, by batch
};

} // namespace

InputScenario input_pipeline(const InputTask& task) {
  return InputBuilder(task).build();
}

} // namespace stallscope::training

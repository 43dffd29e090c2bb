#include "gap_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace stallscope::training {

namespace {

/// What the authors leave open.
struct GapRule {
  bool late_first =
      false; ///< one more forward pass in front of the first gradient, which it delays
  bool backward_first = false; ///< a forward pass waits where the next device has enough of them
  bool greedy = false;         ///< a weight gradient also runs in a gap that costs nothing so far

  [[nodiscard]] std::string name() const {
    return fmt::format("gaps{}{}{}", late_first ? ", late first gradient" : "",
                       backward_first ? ", backward first" : "", greedy ? ", greedy" : "");
  }
};

class GapScheduler {
public:
  GapScheduler(const OrderProblem& problem, const GapRule& rule)
      : problem_(problem), rule_(rule), batches_(problem.plan.micro_batches),
        devices_(problem.plan.devices) {
    for (std::uint32_t d = 0; d < devices_.size(); ++d) {
      const Durations& own = problem.plan.stages[d].durations;
      devices_[d].ticks = {own.forward, own.input_gradient, own.weight_gradient};
    }
  }

  std::optional<FoundOrder> run() {
    fill();
    for (std::uint32_t batch = 1; batch < batches_ && fits_; ++batch) {
      forward_round();
      backward_round();
    }
    if (!fits_)
      return std::nullopt;
    for (Device& device : devices_)
      while (device.count[kWeight] < batches_)
        put(device, kWeight);
    return found();
  }

private:
  static constexpr std::size_t kForward = 0;
  static constexpr std::size_t kInput = 1;
  static constexpr std::size_t kWeight = 2;

  struct Device {
    std::array<Ticks, 3> ticks{};
    std::array<std::uint32_t, 3> count{};
    std::array<std::vector<Ticks>, 2> ends; ///< of F and I
    Ticks free = 0;
    Ticks lost = 0; ///< idle time behind the first operation
    std::uint64_t held = 0;
    std::vector<Operation> order;

    [[nodiscard]] bool has_weight() const { return count[kWeight] < count[kInput]; }
  };

  [[nodiscard]] std::size_t number(const Device& device) const {
    return static_cast<std::size_t>(&device - devices_.data());
  }
  /// When the input of the next pass arrives from another device; 0: it has none.
  [[nodiscard]] Ticks arrival(const Device& device, std::size_t step) const {
    const std::size_t d = number(device);
    const bool has_source = step == kForward ? d > 0 : step == kInput && d + 1 < devices_.size();
    if (!has_source)
      return 0;
    const Device& source = devices_[step == kForward ? d - 1 : d + 1];
    return source.ends[step][device.count[step]] + problem_.plan.transfer;
  }
  [[nodiscard]] bool has_room(const Device& device, std::uint64_t more) const {
    return problem_.most_chunks == 0 || device.held + more * problem_.held.all <= problem_.room();
  }
  [[nodiscard]] Ticks most_lost() const {
    Ticks most = 0;
    for (const Device& device : devices_)
      most = std::max(most, device.lost);
    return most;
  }

  void put(Device& device, std::size_t step) {
    constexpr std::array kKindOf{Kind::forward, Kind::input_gradient, Kind::weight_gradient};
    const Ticks start = std::max(device.free, arrival(device, step));
    if (!device.order.empty())
      device.lost += start - device.free;
    device.free = start + device.ticks[step];
    device.order.push_back(
        {kKindOf[step], false, static_cast<StageId>(number(device)), device.count[step]++});
    if (step == kForward)
      device.held += problem_.held.all;
    else
      device.held -= step == kInput ? problem_.held.all - problem_.held.kept : problem_.held.kept;
    if (step != kWeight)
      device.ends[step].push_back(device.free);
  }

  /// Weight gradients until a pass is ready.
  void fill_gap(Device& device, Ticks ready) {
    while (device.has_weight() && device.free + device.ticks[kWeight] <= ready)
      put(device, kWeight);
    if (device.has_weight() && device.free < ready &&
        (rule_.greedy || device.lost + (ready - device.free) > most_lost()))
      put(device, kWeight);
  }

  /// Forward passes up to the first gradient of each device.
  void fill() {
    for (Device& device : devices_)
      put(device, kForward);
    std::vector<std::uint32_t> more(devices_.size(), 0);
    Ticks gradient = devices_.back().free + devices_.back().ticks[kInput];
    for (std::size_t d = devices_.size() - 1; d-- > 0;) {
      const Device& device = devices_[d];
      const Ticks ready = gradient + problem_.plan.transfer;
      Ticks free = device.free;
      while (1 + more[d] < batches_ && has_room(device, more[d] + 1) &&
             (rule_.late_first ? free < ready : free + device.ticks[kForward] <= ready)) {
        free += device.ticks[kForward];
        ++more[d];
      }
      gradient = std::max(free, ready) + device.ticks[kInput];
    }
    // A device cannot be ahead of the one in front of it.
    for (std::size_t d = 1; d < devices_.size(); ++d)
      while (more[d] > 0 && more[d] >= more[d - 1] && 1 + more[d] < batches_)
        --more[d];
    for (std::size_t d = 0; d < devices_.size(); ++d)
      for (std::uint32_t i = 0; i < std::min(more[d], d == 0 ? more[d] : more[d - 1]); ++i)
        put(devices_[d], kForward);
    for (std::size_t d = devices_.size(); d-- > 0;)
      put(devices_[d], kInput);
  }

  /// Whether a device leaves its forward pass for later, as the next device has two to begin.
  [[nodiscard]] bool waits(std::size_t d) const {
    const Device& device = devices_[d];
    if (!rule_.backward_first || d + 1 == devices_.size() ||
        device.count[kForward] < devices_[d + 1].count[kForward] + 2)
      return false;
    const Device& next = devices_[d + 1];
    const Ticks back =
        next.free + next.ticks[kForward] + next.ticks[kInput] + problem_.plan.transfer;
    if (device.free >= back)
      return true;
    std::uint64_t held = device.held + problem_.held.all; // with weight gradients to make room
    Ticks weights = 0;
    for (std::uint32_t left = device.count[kInput] - device.count[kWeight];
         problem_.most_chunks != 0 && held > problem_.room() && left > 0; --left) {
      held -= problem_.held.kept;
      weights += device.ticks[kWeight];
    }
    return device.free + device.ticks[kForward] + weights > back &&
           device.lost + (back - device.free) <= most_lost();
  }

  void forward_round() {
    std::vector<bool> runs(devices_.size());
    for (std::size_t d = 0; d < devices_.size(); ++d)
      runs[d] = devices_[d].count[kForward] < batches_ && !waits(d);
    // The device behind must go on as well, as long as it has passes left.
    for (std::size_t d = devices_.size() - 1; d-- > 0;)
      runs[d] = runs[d] && runs[d + 1];
    for (std::size_t d = 0; d < devices_.size(); ++d) {
      Device& device = devices_[d];
      if (!runs[d])
        continue;
      while (!has_room(device, 1) && device.has_weight())
        put(device, kWeight);
      fits_ = fits_ && has_room(device, 1);
      if (d > 0 && devices_[d - 1].ends[kForward].size() <= device.count[kForward])
        fits_ = false;
      if (!fits_)
        return;
      if (d > 0)
        fill_gap(device, arrival(device, kForward));
      put(device, kForward);
    }
  }

  void backward_round() {
    for (std::size_t d = devices_.size(); fits_ && d-- > 0;) {
      Device& device = devices_[d];
      if (device.count[kForward] <= device.count[kInput]) {
        fits_ = false;
        return;
      }
      if (d + 1 < devices_.size())
        fill_gap(device, arrival(device, kInput));
      if (d == 0 && device.count[kForward] == batches_)
        while (device.has_weight())
          put(device, kWeight);
      put(device, kInput);
    }
  }

  [[nodiscard]] FoundOrder found() const {
    FoundOrder out;
    out.method = rule_.name();
    out.plan = problem_.plan;
    out.plan.operations.clear();
    out.plan.first_operation.assign(1, 0);
    for (const Device& device : devices_) {
      out.plan.operations.insert(out.plan.operations.end(), device.order.begin(),
                                 device.order.end());
      out.plan.first_operation.push_back(static_cast<OperationIndex>(out.plan.operations.size()));
    }
    const Execution run = simulate(out.plan, verify(out.plan));
    out.makespan = run.makespan;
    out.longest_span = longest_span(out.plan, run);
    return out;
  }

  const OrderProblem& problem_;
  GapRule rule_;
  std::uint32_t batches_;
  std::vector<Device> devices_;
  bool fits_ = true; ///< memory suffices so far
};

} // namespace

std::vector<FoundOrder> gap_orders(const OrderProblem& problem) {
  std::vector<FoundOrder> all;
  if (problem.plan.stages.size() != problem.plan.devices)
    return all;
  for (const bool late : {false, true})
    for (const bool backward : {false, true})
      for (const bool greedy : {false, true})
        if (auto found = GapScheduler(problem, {late, backward, greedy}).run())
          all.push_back(std::move(*found));
  return all;
}

} // namespace stallscope::training

#include "base/check.hpp"
#include "families.hpp"
#include "order_state.hpp"
#include "order_writer.hpp"
#include "training/simulation/simulate.hpp"
#include "v_pattern.hpp"

#include <set>

namespace stallscope::training {

/// The handcrafted ZB-V order for F = I = W (Qi et al., "Pipeline Parallelism with Controllable
/// Memory", 2024), generated for at least 2p - 1 micro-batches; operations of micro-batches beyond
/// the plan's are omitted.
void order_zb_v(Plan& plan) {
  const std::uint32_t p = plan.devices;
  const std::uint32_t batches = std::max(plan.micro_batches, 2 * p - 1);
  OrderWriter order(plan);
  for (std::uint32_t s = 0; s < p; ++s) {
    const std::array<std::uint32_t, 2> stage{s, 2 * p - 1 - s};
    std::array<std::uint32_t, 2> forwards{};
    std::array<std::uint32_t, 2> gradients{};
    std::array<std::uint32_t, 2> weights{};
    const auto forward = [&](std::size_t c) { order.forward(stage[c], forwards[c]++); };
    const auto gradient = [&](std::size_t c) { order.input_gradient(stage[c], gradients[c]++); };
    const auto weight = [&](std::size_t c) { order.weight_gradient(stage[c], weights[c]++); };
    for (std::uint32_t i = 0; i < 2 * (p - s) - 1; ++i)
      forward(0);
    for (std::uint32_t i = 0; i < s; ++i) {
      forward(1);
      forward(0);
    }
    for (std::uint32_t i = 0; i < p - s; ++i) {
      forward(1);
      gradient(1);
      weight(1);
    }
    while (forwards[1] < forwards[0] || forwards[0] < batches) {
      if (forwards[0] < batches)
        forward(0);
      gradient(0);
      weight(0);
      forward(1);
      gradient(1);
      weight(1);
    }
    for (std::uint32_t i = 0; i < s; ++i) {
      gradient(0);
      gradient(1);
    }
    for (std::uint32_t i = 0; i < p - s; ++i) {
      gradient(0);
      weight(0);
    }
    while (weights[1] < gradients[1])
      weight(1);
    while (weights[0] < gradients[0])
      weight(0);
    order.end_device();
  }
}

namespace {

/// A stage and the kind of its operation, in the order of the repeated building block.
struct BlockStep {
  StageId stage = 0;
  Step step = Step::forward;
  std::int64_t time = 0; ///< slot for micro-batch 0
};

/// Orders the passes by a building block: a free device starts the ready operation that comes first
/// in the block, as long as its memory can hold the activation. Slots that the block leaves empty
/// during fill and drain of the pipeline are used.
class BlockOrder {
public:
  BlockOrder(const OrderProblem& problem, const VPattern& pattern, std::uint32_t reserve)
      : problem_(problem), reserve_(reserve), state_(problem), next_(problem.plan.devices),
        steps_(problem.plan.devices) {
    const std::uint32_t p = problem.plan.devices;
    for (std::uint32_t device = 0; device < p; ++device)
      for (const VPattern::Slot& slot : pattern.slots(device))
        steps_[device].push_back(
            {static_cast<StageId>(slot.chunk == 0 ? device : 2 * p - 1 - device),
             slot.kind == Kind::forward          ? Step::forward
             : slot.kind == Kind::input_gradient ? Step::input
                                                 : Step::weight,
             slot.time});
    for (std::uint32_t device = 0; device < p; ++device)
      look_again(device);
  }

  /// Orders all passes; false on deadlock.
  bool run() {
    while (!queue_.empty()) {
      const Entry entry = *queue_.begin();
      queue_.erase(queue_.begin());
      const std::uint32_t device = entry.second;
      const Next next = next_[device];
      next_[device].start = kNotYet;
      state_.begin(next.stage, next.step);
      look_again(device);
      for (const int other : {next.stage - 1, next.stage + 1})
        if (other >= 0 && other < static_cast<int>(problem_.plan.stages.size()))
          look_again(problem_.plan.stages[static_cast<std::size_t>(other)].device);
    }
    return state_.complete();
  }
  [[nodiscard]] Ticks makespan() const { return state_.makespan(); }
  [[nodiscard]] Plan plan() const { return state_.plan(); }

private:
  using Entry = std::pair<Ticks, std::uint32_t>; ///< start of a device's next operation, and the
                                                 ///< device
  struct Next {
    Ticks start = kNotYet;
    StageId stage = 0;
    Step step = Step::forward;
  };

  void look_again(std::uint32_t device) {
    Next& next = next_[device];
    if (next.start != kNotYet)
      queue_.erase({next.start, device});
    next = {};
    std::int64_t first = 0;
    for (const BlockStep& candidate : steps_[device]) {
      // Forward passes of chunk 0 leave room for those of chunk 1.
      if (candidate.step == Step::forward && candidate.stage < problem_.plan.devices &&
          state_.held(device) + reserve_ >= problem_.most_chunks)
        continue;
      const Ticks ready = state_.ready_at(candidate.stage, candidate.step);
      if (ready == kNotYet)
        continue;
      const Ticks start = std::max(ready, state_.free_at(device));
      const std::int64_t time =
          candidate.time +
          VPattern::kInterval * std::int64_t{state_.begun(candidate.stage, candidate.step)};
      if (start > next.start || (start == next.start && time >= first))
        continue;
      next = {start, candidate.stage, candidate.step};
      first = time;
    }
    if (next.start != kNotYet)
      queue_.emplace(next.start, device);
  }

  const OrderProblem& problem_;
  std::uint32_t reserve_; ///< activations reserved for chunk 1
  OrderState state_;
  std::vector<Next> next_; ///< by device
  std::vector<std::vector<BlockStep>> steps_;
  std::set<Entry> queue_;
};

/// Repeats the building block unchanged for every micro-batch.
void repeat_block(Plan& plan, const VPattern& pattern) {
  const std::uint32_t p = plan.devices;
  OrderWriter order(plan);
  std::vector<Timed> table;
  for (std::uint32_t device = 0; device < p; ++device) {
    table.clear();
    for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch)
      for (const VPattern::Slot& slot : pattern.slots(device)) {
        const std::uint32_t stage = slot.chunk == 0 ? device : 2 * p - 1 - device;
        table.push_back({slot.time + VPattern::kInterval * std::int64_t{batch},
                         {slot.kind, false, static_cast<StageId>(stage), batch}});
      }
    write_timetable(order, table);
  }
}

/// Maximum number of activations tried as reserve for chunk 1. With a fixed reserve of one, a
/// larger memory limit can lengthen an order, since chunk 0 uses the additional memory too early.
constexpr std::uint32_t kMostReserve = 4;

/// Orders by the building block with this peak, in micro-batches, unchanged; or by a block with at
/// most this peak whose empty slots during fill and drain are used: the shorter one for F = I = W.
void order_by_pattern(Plan& plan, std::uint32_t peak) {
  const VPattern pattern = find_v_pattern(plan.devices, 2 * peak);
  STALLSCOPE_CHECK(pattern.found, "there is a building block for every number of devices");
  repeat_block(plan, pattern);
  OrderProblem equal{plan, 2 * peak};
  for (Stage& stage : equal.plan.stages)
    stage.durations = {1, 2, 1, 1, 0, 0};
  const Ticks repeated = simulate(equal.plan, verify(equal.plan)).makespan;
  Ticks shortest = repeated;
  // Blocks with smaller peaks leave more memory for fill and drain.
  for (std::uint32_t least = (plan.devices + 4) / 3; least <= peak; ++least) {
    const VPattern block = find_v_pattern(plan.devices, 2 * least);
    if (!block.found)
      continue;
    for (std::uint32_t reserve = 1; reserve <= std::min(kMostReserve, peak); ++reserve) {
      BlockOrder filled(equal, block, reserve);
      if (!filled.run() || filled.makespan() >= shortest)
        continue;
      shortest = filled.makespan();
      Plan shorter = filled.plan();
      plan.operations = std::move(shorter.operations);
      plan.first_operation = std::move(shorter.first_operation);
    }
  }
}

} // namespace

void order_v_half(Plan& plan) {
  order_by_pattern(plan, (plan.devices + 2) / 2);
}

void order_v_min(Plan& plan) {
  order_by_pattern(plan, (plan.devices + 4) / 3);
}

} // namespace stallscope::training

#include "base/check.hpp"
#include "families.hpp"
#include "order_writer.hpp"
#include "v_pattern.hpp"

namespace stallscope::training {

/// The handcrafted ZB-V order for F = I = W (Qi et al., "Pipeline Parallelism with Controllable
/// Memory", 2024). It is that of at least 2p - 1 micro-batches; of fewer, what is there.
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

/// Repeats a building block for every micro-batch.
void order_by_pattern(Plan& plan, std::uint32_t peak) {
  const std::uint32_t p = plan.devices;
  const VPattern pattern = find_v_pattern(p, 2 * peak);
  STALLSCOPE_CHECK(pattern.found, "there is a building block for every number of devices");
  OrderWriter order(plan);
  std::vector<Timed> table;
  for (std::uint32_t device = 0; device < p; ++device) {
    table.clear();
    const VPattern::Slots slots = pattern.slots(device);
    for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch)
      for (std::size_t i = 0; i < slots.size(); ++i) {
        const VPattern::Slot& slot = slots[i];
        const std::uint32_t stage = slot.chunk == 0 ? device : 2 * p - 1 - device;
        table.push_back({slot.time + VPattern::kInterval * std::int64_t{batch},
                         {slot.kind, false, static_cast<StageId>(stage), batch}});
      }
    write_timetable(order, table);
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

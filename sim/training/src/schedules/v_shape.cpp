#include "families.hpp"
#include "order_writer.hpp"
#include "v_block.hpp"

#include <array>
#include <vector>

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

void write_squeezed(Plan& plan, const std::vector<VBlock>& block) {
  const std::uint32_t p = plan.devices;
  const std::vector<std::vector<VSlot>> orders = squeezed(block, plan.micro_batches);
  OrderWriter writer(plan);
  for (std::uint32_t device = 0; device < p; ++device) {
    for (const VSlot& slot : orders[device])
      writer.add(slot.kind, slot.chunk == 0 ? device : 2 * p - 1 - device, slot.micro_batch);
    writer.end_device();
  }
}

} // namespace

void order_v_half(Plan& plan) {
  write_squeezed(plan, v_half_block(plan.devices));
}

void order_v_min(Plan& plan) {
  write_squeezed(plan, v_min_block(plan.devices));
}

} // namespace stallscope::training

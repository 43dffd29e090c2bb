#include "families.hpp"
#include "order_writer.hpp"

namespace stallscope::training {

namespace {

/// One forward pass, one input gradient, and the weight gradient of the micro-batch `lag` before:
/// later stages, which wait less for gradients, defer more weight gradients to the end.
void order_split(Plan& plan, std::uint32_t warm_up_of(std::uint32_t devices, std::uint32_t s),
                 std::uint32_t lag_factor) {
  OrderWriter order(plan);
  for (std::uint32_t s = 0; s < plan.devices; ++s) {
    const std::uint32_t warm_up = std::min(warm_up_of(plan.devices, s), plan.micro_batches);
    const std::uint32_t lag = std::min(lag_factor * s, plan.micro_batches);
    for (std::uint32_t batch = 0; batch < warm_up; ++batch)
      order.forward(s, batch);
    for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch) {
      order.forward(s, warm_up + batch);
      order.input_gradient(s, batch);
      if (batch >= lag)
        order.weight_gradient(s, batch - lag);
    }
    for (std::uint32_t batch = plan.micro_batches - lag; batch < plan.micro_batches; ++batch)
      order.weight_gradient(s, batch);
    order.end_device();
  }
}

} // namespace

void order_zb_h1(Plan& plan) {
  order_split(
      plan, [](std::uint32_t devices, std::uint32_t s) { return devices - s - 1; }, 1);
}

void order_zb_h2(Plan& plan) {
  order_split(
      plan, [](std::uint32_t devices, std::uint32_t s) { return 2 * (devices - s - 1); }, 2);
}

} // namespace stallscope::training

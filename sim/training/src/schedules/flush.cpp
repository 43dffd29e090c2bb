#include "families.hpp"
#include "order_writer.hpp"

namespace stallscope::training {

void order_naive(Plan& plan) {
  OrderWriter order(plan);
  for (std::uint32_t s = 0; s < plan.devices; ++s) {
    for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch) {
      order.forward(s, batch);
      order.backward(s, batch);
    }
    order.end_device();
  }
}

void order_gpipe(Plan& plan) {
  OrderWriter order(plan);
  for (std::uint32_t s = 0; s < plan.devices; ++s) {
    for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch)
      order.forward(s, batch);
    for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch)
      order.backward(s, batch);
    order.end_device();
  }
}

void order_1f1b(Plan& plan) {
  OrderWriter order(plan);
  for (std::uint32_t s = 0; s < plan.devices; ++s) {
    const std::uint32_t warm_up = std::min(plan.devices - s - 1, plan.micro_batches);
    for (std::uint32_t batch = 0; batch < warm_up; ++batch)
      order.forward(s, batch);
    for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch) {
      order.forward(s, warm_up + batch);
      order.backward(s, batch);
    }
    order.end_device();
  }
}

void order_pipedream(Plan& plan) {
  plan.update = WeightUpdate::stashing;
  order_1f1b(plan);
}

void order_pipedream_2bw(Plan& plan) {
  plan.update = WeightUpdate::buffered;
  plan.accumulation = plan.devices; // the minimum with which two versions are enough
  order_1f1b(plan);
}

} // namespace stallscope::training

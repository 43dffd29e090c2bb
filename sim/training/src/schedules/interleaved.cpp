#include "families.hpp"
#include "order_writer.hpp"

namespace stallscope::training {

namespace {

/// The k-th pass of a device: the micro-batches of a round pass all chunks before those of the next
/// round start.
struct ChunkPass {
  std::uint32_t chunk = 0;
  std::uint32_t batch = 0;
};

/// Micro-batches of a round: at least as many as there are devices, if there are so many, and the
/// same in each round (PyTorch's ScheduleInterleaved1F1B).
std::uint32_t round_size(const Plan& plan) {
  return plan.micro_batches / std::max(1U, plan.micro_batches / plan.devices);
}

std::vector<ChunkPass> forward_passes(const Plan& plan) {
  const std::uint32_t round = round_size(plan);
  std::vector<ChunkPass> passes;
  passes.reserve(std::size_t{plan.chunks} * plan.micro_batches);
  for (std::uint32_t first = 0; first < plan.micro_batches; first += round)
    for (std::uint32_t chunk = 0; chunk < plan.chunks; ++chunk)
      for (std::uint32_t batch = first; batch < first + round; ++batch)
        passes.push_back({chunk, batch});
  return passes;
}

} // namespace

void order_interleaved(Plan& plan) {
  OrderWriter order(plan);
  const std::vector<ChunkPass> passes = forward_passes(plan);
  const auto count = static_cast<std::uint32_t>(passes.size());
  for (std::uint32_t s = 0; s < plan.devices; ++s) {
    const std::uint32_t warm_up =
        std::min(2 * (plan.devices - s - 1) + (plan.chunks - 1) * round_size(plan), count);
    const auto forward = [&](std::uint32_t k) {
      order.forward(passes[k].chunk * plan.devices + s, passes[k].batch);
    };
    for (std::uint32_t k = 0; k < warm_up; ++k)
      forward(k);
    for (std::uint32_t k = 0; k < count; ++k) {
      if (warm_up + k < count)
        forward(warm_up + k);
      order.backward((plan.chunks - 1 - passes[k].chunk) * plan.devices + s, passes[k].batch);
    }
    order.end_device();
  }
}

void order_looped_breadth_first(Plan& plan) {
  OrderWriter order(plan);
  for (std::uint32_t s = 0; s < plan.devices; ++s) {
    for (std::uint32_t chunk = 0; chunk < plan.chunks; ++chunk)
      for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch)
        order.forward(chunk * plan.devices + s, batch);
    for (std::uint32_t chunk = plan.chunks; chunk-- > 0;)
      for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch)
        order.backward(chunk * plan.devices + s, batch);
    order.end_device();
  }
}

} // namespace stallscope::training

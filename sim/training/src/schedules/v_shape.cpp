#include "families.hpp"
#include "order_writer.hpp"
#include "v_block.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace stallscope::training {

namespace {

/// Operations of a device, in order.
using DeviceOrder = std::vector<Operation>;

/// The handcrafted ZB-V order for F = I = W of a device (Qi et al., "Pipeline Parallelism with
/// Controllable Memory", 2024), generated for at least 2p - 1 micro-batches; operations of
/// micro-batches beyond `micro_batches` are omitted.
DeviceOrder handcrafted(std::uint32_t p, std::uint32_t s, std::uint32_t micro_batches) {
  const std::uint32_t batches = std::max(micro_batches, 2 * p - 1);
  DeviceOrder order;
  const std::array<std::uint32_t, 2> stage{s, 2 * p - 1 - s};
  std::array<std::uint32_t, 2> forwards{};
  std::array<std::uint32_t, 2> gradients{};
  std::array<std::uint32_t, 2> weights{};
  const auto add = [&](Kind kind, std::size_t c, std::uint32_t batch) {
    if (batch < micro_batches)
      order.push_back({kind, false, static_cast<StageId>(stage[c]), batch});
  };
  const auto forward = [&](std::size_t c) { add(Kind::forward, c, forwards[c]++); };
  const auto gradient = [&](std::size_t c) { add(Kind::input_gradient, c, gradients[c]++); };
  const auto weight = [&](std::size_t c) { add(Kind::weight_gradient, c, weights[c]++); };
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
  return order;
}

/// Moves weight gradients to slots in which their device would be idle: passes F and I keep their
/// order and begin as early as their inputs and 2p chunks a device allow, each operation in one
/// slot. With fewer than 2p - 1 micro-batches the gaps are where the omitted ones would have run.
class LazyWeights {
public:
  LazyWeights(std::vector<DeviceOrder>& orders, std::uint32_t micro_batches)
      : orders_(orders), stages_(2 * static_cast<std::uint32_t>(orders.size())),
        micro_batches_(micro_batches), devices_(orders.size()) {
    done_.resize(std::size_t{2} * stages_ * micro_batches, kNever);
    for (std::size_t d = 0; d < orders.size(); ++d)
      std::copy_if(orders[d].begin(), orders[d].end(), std::back_inserter(devices_[d].passes),
                   [](const Operation& op) { return op.kind != Kind::weight_gradient; });
  }

  void run() {
    std::size_t left = 0;
    for (DeviceOrder& order : orders_) {
      left += order.size();
      order.clear();
    }
    for (std::uint32_t time = 0; left > 0; ++time)
      for (std::size_t d = 0; d < devices_.size(); ++d)
        left -= step(devices_[d], orders_[d], time) ? 1 : 0;
  }

private:
  struct Device {
    DeviceOrder passes;
    std::size_t next = 0;
    std::vector<Operation> open; ///< weight gradients whose passes I have run
    std::size_t next_open = 0;
    std::uint32_t held = 0; ///< chunks
  };
  static constexpr std::uint32_t kNever = ~0U;

  std::uint32_t& end_of(Kind kind, std::uint32_t stage, std::uint32_t batch) {
    return done_[(std::size_t{kind == Kind::forward ? 0U : 1U} * stages_ + stage) * micro_batches_ +
                 batch];
  }
  /// Whether a pass has run in an earlier slot.
  bool before(Kind kind, std::uint32_t stage, std::uint32_t batch, std::uint32_t time) {
    const std::uint32_t end = end_of(kind, stage, batch);
    return end != kNever && end < time;
  }
  bool ready(const Operation& op, std::uint32_t time) {
    if (op.kind == Kind::forward)
      return op.stage == 0 || before(Kind::forward, op.stage - 1U, op.micro_batch, time);
    return before(Kind::forward, op.stage, op.micro_batch, time) &&
           (op.stage + 1U == stages_ ||
            before(Kind::input_gradient, op.stage + 1U, op.micro_batch, time));
  }

  /// What a device does in a slot; false: nothing.
  bool step(Device& device, DeviceOrder& order, std::uint32_t time) {
    if (device.next < device.passes.size()) {
      const Operation& op = device.passes[device.next];
      const bool is_forward = op.kind == Kind::forward;
      if (ready(op, time) && (!is_forward || device.held < stages_)) {
        ++device.next;
        end_of(op.kind, op.stage, op.micro_batch) = time;
        order.push_back(op);
        if (is_forward)
          ++device.held;
        else
          device.open.push_back({Kind::weight_gradient, false, op.stage, op.micro_batch});
        return true;
      }
    }
    if (device.next_open == device.open.size())
      return false;
    order.push_back(device.open[device.next_open++]);
    --device.held;
    return true;
  }

  std::vector<DeviceOrder>& orders_;
  std::uint32_t stages_;
  std::uint32_t micro_batches_;
  std::vector<Device> devices_;
  std::vector<std::uint32_t> done_; ///< slots of passes F, then I, by stage and micro-batch
};

} // namespace

void order_zb_v(Plan& plan) {
  const std::uint32_t p = plan.devices;
  std::vector<DeviceOrder> orders;
  for (std::uint32_t s = 0; s < p; ++s)
    orders.push_back(handcrafted(p, s, plan.micro_batches));
  if (plan.micro_batches < 2 * p - 1)
    LazyWeights(orders, plan.micro_batches).run();
  OrderWriter writer(plan);
  for (const DeviceOrder& order : orders) {
    for (const Operation& op : order)
      writer.add(op.kind, op.stage, op.micro_batch);
    writer.end_device();
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

#include "training/plan/plan.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace stallscope::training {

namespace {

Ticks duration_alone(const Plan& plan, const Operation& operation) {
  const Durations& durations = plan.stages[operation.stage].durations;
  switch (operation.kind) {
  case Kind::forward:
    return durations.forward;
  case Kind::backward:
    return durations.backward;
  case Kind::input_gradient:
    return durations.input_gradient;
  case Kind::weight_gradient:
    return durations.weight_gradient;
  case Kind::recompute:
    return durations.recompute;
  case Kind::reduce_gradient:
    return plan.timed_reduction ? durations.reduce_gradient : 0;
  case Kind::optimizer_step:
    return durations.optimizer_step;
  case Kind::unshard:
    return plan.timed_gathering ? durations.unshard : 0;
  default:
    return 0;
  }
}

} // namespace

Ticks duration_of(const Plan& plan, OperationIndex operation) {
  const Operation& op = plan.operations[operation];
  const Operation* other = op.overlaps_next ? &plan.operations[operation + 1]
                           : operation > 0 && plan.operations[operation - 1].overlaps_next
                               ? &plan.operations[operation - 1]
                               : nullptr;
  if (other == nullptr)
    return duration_alone(plan, op);
  const Operation& forward = op.kind == Kind::forward ? op : *other;
  if (const Ticks both = plan.stages[forward.stage].durations.overlapped; both != 0)
    return both;
  return duration_alone(plan, op) + duration_alone(plan, *other);
}

Waits waits_of(const Plan& plan, OperationIndex operation) {
  const auto alone = [&plan](const Operation& op) {
    return plan.stages[op.stage].durations.waits[static_cast<std::size_t>(op.kind)];
  };
  Waits waits = alone(plan.operations[operation]);
  if (plan.operations[operation].overlaps_next) {
    const Waits second = alone(plan.operations[operation + 1]);
    waits = {waits.barrier + second.barrier, waits.transfer + second.transfer};
  }
  return waits;
}

void link_nodes(Plan& plan, std::uint32_t devices_per_node) {
  enum class Wire : std::uint8_t { pair, out, in };
  std::map<std::tuple<Wire, std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  const auto number = [&numbers](Wire wire, std::uint32_t a, std::uint32_t b) {
    return numbers.try_emplace({wire, a, b}, static_cast<std::uint32_t>(numbers.size()))
        .first->second;
  };
  const bool half = plan.links == LinkSharing::half_duplex;
  const auto way = [&](std::uint32_t from, std::uint32_t to) -> std::vector<std::uint32_t> {
    const std::uint32_t from_node = from / devices_per_node;
    const std::uint32_t to_node = to / devices_per_node;
    if (from_node == to_node)
      return {half ? number(Wire::pair, std::min(from, to), std::max(from, to))
                   : number(Wire::pair, from, to)};
    return {number(Wire::out, from_node, 0), number(half ? Wire::out : Wire::in, to_node, 0)};
  };
  plan.ways.assign(plan.stages.size(), {});
  for (StageId stage = 0; stage < plan.stages.size(); ++stage) {
    const std::uint32_t here = plan.stages[stage].device;
    if (!plan.is_last(stage))
      plan.ways[stage].forward = way(here, plan.stages[stage + 1U].device);
    if (!plan.is_first(stage))
      plan.ways[stage].backward = way(here, plan.stages[stage - 1U].device);
  }
}

} // namespace stallscope::training

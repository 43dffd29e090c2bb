#include "order_state.hpp"

#include "training/simulation/simulate.hpp"

#include <algorithm>

namespace stallscope::training {

OrderState::OrderState(const OrderProblem& problem)
    : plan_(problem.plan), parts_(problem.held), room_(problem.room()), stages_on_(plan_.devices),
      free_at_(plan_.devices, 0), held_(plan_.devices, 0), begun_(plan_.stages.size()),
      done_at_(plan_.stages.size()), left_(3 * plan_.stages.size() * plan_.micro_batches) {
  for (StageId stage = 0; stage < plan_.stages.size(); ++stage)
    stages_on_[plan_.stages[stage].device].push_back(stage);
}

Ticks OrderState::ready_at(StageId stage, Step step) const {
  const auto& count = begun_[stage];
  const std::uint32_t batch = count[static_cast<std::size_t>(step)];
  if (batch >= plan_.micro_batches)
    return kNotYet;
  const std::uint32_t device = plan_.stages[stage].device;
  /// Arrival time of the result of another stage.
  const auto from = [&](std::size_t other, std::size_t which) {
    const std::vector<Ticks>& done = done_at_[other][which];
    if (batch >= done.size())
      return kNotYet;
    return done[batch] + (plan_.stages[other].device != device ? plan_.transfer : 0);
  };
  switch (step) {
  case Step::forward:
    if (room_ != 0 && held_[device] + parts_.all > room_)
      return kNotYet;
    return stage == 0 ? 0 : from(stage - 1U, 0);
  case Step::input: {
    const Ticks own = batch < done_at_[stage][0].size() ? done_at_[stage][0][batch] : kNotYet;
    if (own == kNotYet || stage + 1U == plan_.stages.size())
      return own;
    const Ticks gradient = from(stage + 1U, 1);
    return gradient == kNotYet ? kNotYet : std::max(own, gradient);
  }
  case Step::weight:
    return batch < done_at_[stage][1].size() ? done_at_[stage][1][batch] : kNotYet;
  }
  return kNotYet;
}

void OrderState::change_held(std::uint32_t device, Step step, bool back) {
  const std::uint64_t by = step == Step::forward ? parts_.all
                           : step == Step::input ? parts_.all - parts_.kept
                                                 : parts_.kept;
  if ((step == Step::forward) != back)
    held_[device] += by;
  else
    held_[device] -= by;
}

void OrderState::begin(StageId stage, Step step) {
  const std::uint32_t device = plan_.stages[stage].device;
  const Ticks start = std::max(free_at_[device], ready_at(stage, step));
  taken_.push_back({stage, step, free_at_[device]});
  free_at_[device] = start + duration(stage, step);
  ++begun_[stage][static_cast<std::size_t>(step)];
  --left_;
  change_held(device, step, false);
  if (step != Step::weight)
    done_at_[stage][static_cast<std::size_t>(step)].push_back(free_at_[device]);
}

void OrderState::undo() {
  const Taken last = taken_.back();
  taken_.pop_back();
  const std::uint32_t device = plan_.stages[last.stage].device;
  free_at_[device] = last.device_was_free;
  --begun_[last.stage][static_cast<std::size_t>(last.step)];
  ++left_;
  change_held(device, last.step, true);
  if (last.step != Step::weight)
    done_at_[last.stage][static_cast<std::size_t>(last.step)].pop_back();
}

Ticks OrderState::makespan() const {
  return *std::max_element(free_at_.begin(), free_at_.end());
}

Plan OrderState::plan() const {
  Plan out = plan_;
  std::vector<std::vector<Operation>> orders(plan_.devices);
  std::vector<std::array<std::uint32_t, kSteps>> count(plan_.stages.size());
  constexpr std::array kKindOf{Kind::forward, Kind::input_gradient, Kind::weight_gradient};
  for (const Taken& taken : taken_) {
    const auto step = static_cast<std::size_t>(taken.step);
    orders[plan_.stages[taken.stage].device].push_back(
        {kKindOf[step], false, taken.stage, count[taken.stage][step]++});
  }
  out.operations.clear();
  out.first_operation.assign(1, 0);
  for (const std::vector<Operation>& order : orders) {
    out.operations.insert(out.operations.end(), order.begin(), order.end());
    out.first_operation.push_back(static_cast<OperationIndex>(out.operations.size()));
  }
  return out;
}

} // namespace stallscope::training

#include "training/memory/activations.hpp"

#include <algorithm>
#include <map>

namespace stallscope::training {

namespace {

/// The operation ends what its micro-batch has to do on the stage.
bool completes(const Operation& op) {
  return op.kind == Kind::backward || op.kind == Kind::weight_gradient;
}

/// Parts of the activation of its micro-batch that the operation releases.
std::uint64_t freed(const Operation& op, const HeldParts& held) {
  switch (op.kind) {
  case Kind::backward:
    return held.all;
  case Kind::input_gradient:
    return held.all - held.kept;
  case Kind::weight_gradient:
    return held.kept;
  default:
    return 0;
  }
}

/// Calls `change(operation, allocates, parts)` when a device allocates and releases activations, in
/// execution order. For overlapped passes the forward pass allocates before the backward pass
/// releases.
template <class Change> void follow(const Plan& plan, std::uint32_t device, const Change& change) {
  const OperationIndex end = plan.first_operation[device + 1];
  for (OperationIndex i = plan.first_operation[device]; i < end; ++i) {
    const OperationIndex last = plan.operations[i].overlaps_next ? i + 1 : i;
    for (OperationIndex k = i; k <= last; ++k)
      if (plan.operations[k].kind == Kind::forward)
        change(k, true, std::uint64_t{plan.held.all});
    for (OperationIndex k = i; k <= last; ++k)
      if (const std::uint64_t parts = freed(plan.operations[k], plan.held); parts > 0)
        change(k, false, parts);
    i = last;
  }
}

} // namespace

std::uint64_t activation_parts(const Plan& plan) {
  return std::uint64_t{plan.chunks} * plan.held.all;
}

std::vector<ActivationPeak> activation_peaks(const Plan& plan) {
  std::vector<ActivationPeak> peaks(plan.devices);
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    std::uint64_t held = 0;
    follow(plan, device, [&](OperationIndex i, bool allocates, std::uint64_t parts) {
      held = allocates ? held + parts : held - parts;
      if (held > peaks[device].parts)
        peaks[device] = {held, i};
    });
  }
  return peaks;
}

std::vector<ActivationLevel> activation_curve(const Plan& plan, const Execution& execution,
                                              std::uint32_t device) {
  std::vector<ActivationLevel> curve{{0, 0}};
  std::uint64_t held = 0;
  follow(plan, device, [&](OperationIndex i, bool allocates, std::uint64_t parts) {
    held = allocates ? held + parts : held - parts;
    const Ticks time = allocates ? execution.start[i] : execution.end[i];
    if (curve.back().time == time)
      curve.back().parts = held;
    else
      curve.push_back({time, held});
  });
  return curve;
}

std::vector<WeightVersions> weight_versions(const Plan& plan) {
  std::vector<WeightVersions> out(plan.stages.size());
  if (plan.update == WeightUpdate::flush)
    return out;
  const bool buffered = plan.update == WeightUpdate::buffered;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    // By stage of this device: the number of updates done, and for each micro-batch in flight the
    // version it uses and the number of updates at its start.
    std::map<StageId, std::uint32_t> updates;
    std::map<StageId, std::map<MicroBatch, std::pair<std::uint32_t, std::uint32_t>>> in_flight;
    for (const Operation& op : plan.order_of(device)) {
      std::uint32_t& done = updates[op.stage];
      auto& batches = in_flight[op.stage];
      WeightVersions& versions = out[op.stage];
      if (op.kind == Kind::forward) {
        const std::uint32_t group = op.micro_batch / plan.accumulation;
        const std::uint32_t version = buffered ? group - std::min(group, 1U) : done;
        batches[op.micro_batch] = {version, done};
        std::map<std::uint32_t, bool> kept{{buffered ? done / plan.accumulation : done, true}};
        for (const auto& [batch, began] : batches)
          kept[began.first] = true;
        versions.kept = std::max(versions.kept, static_cast<std::uint32_t>(kept.size()));
      } else if (completes(op)) {
        const auto [version, before] = batches[op.micro_batch];
        const std::uint32_t late =
            buffered ? op.micro_batch / plan.accumulation - version : done - before;
        versions.staleness = std::max(versions.staleness, late);
        batches.erase(op.micro_batch);
        ++done;
      }
    }
  }
  return out;
}

} // namespace stallscope::training

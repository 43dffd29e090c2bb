#include "training/memory/byte_curve.hpp"

#include "base/check.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

/// Follows the order of a device. `level(operation, last, begins)` is called after the allocations
/// at the start of the operations [operation, last], which run as one, and after the releases at
/// their end.
class Follower {
public:
  Follower(const Plan& plan, const PlanBytes& bytes, std::uint32_t device)
      : plan_(plan), bytes_(bytes), device_(device) {
    has_gradients_.resize(plan.stages.size(), 0);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
      if (plan.stages[s].device != device)
        continue;
      const PartBytes& part = bytes.stages[s];
      now_.parameters += part.parameters * (bytes.versions.empty() ? 1 : bytes.versions[s]);
      now_.optimizer += part.optimizer;
      now_.activations += part.resident;
    }
  }

  [[nodiscard]] const DeviceBytes& now() const { return now_; }

  template <class Level> void run(const Level& level) {
    const OperationIndex end = plan_.first_operation[device_ + 1];
    for (OperationIndex i = plan_.first_operation[device_]; i < end; ++i) {
      if (!occupies(plan_, plan_.operations[i]))
        continue;
      const OperationIndex last = plan_.operations[i].overlaps_next ? i + 1 : i;
      for (OperationIndex k = i; k <= last; ++k)
        allocate(plan_.operations[k]);
      level(i, last, true);
      for (OperationIndex k = i; k <= last; ++k)
        free(plan_.operations[k]);
      level(i, last, false);
      i = last;
    }
  }

private:
  void allocate(const Operation& op) {
    const PartBytes& part = bytes_.stages[op.stage];
    const bool gradient = op.kind == Kind::backward || op.kind == Kind::weight_gradient;
    if (op.kind == Kind::forward)
      now_.activations += part.activation;
    if (op.kind == Kind::recompute)
      now_.workspace += part.recomputed;
    if (has_micro_batch(op.kind) && op.kind != Kind::weight_gradient)
      now_.workspace += part.gathered;
    if (!gradient)
      return;
    now_.workspace += part.whole_gradient;
    if (has_gradients_[op.stage] == 0)
      now_.gradients += part.gradients;
    has_gradients_[op.stage] = 1;
  }

  void free(const Operation& op) {
    const PartBytes& part = bytes_.stages[op.stage];
    const bool gradient = op.kind == Kind::backward || op.kind == Kind::weight_gradient;
    if (has_micro_batch(op.kind) && op.kind != Kind::weight_gradient)
      now_.workspace -= part.gathered;
    if (gradient) {
      now_.activations -= part.activation;
      now_.workspace -= part.whole_gradient;
    }
    if (op.kind == Kind::backward ||
        op.kind == (part.recomputed_until_weight ? Kind::weight_gradient : Kind::input_gradient))
      now_.workspace -= part.recomputed;
    if (op.kind == Kind::optimizer_step && has_gradients_[op.stage] != 0) {
      now_.gradients -= part.gradients;
      has_gradients_[op.stage] = 0;
    }
  }

  const Plan& plan_;
  const PlanBytes& bytes_;
  std::uint32_t device_;
  DeviceBytes now_;
  std::vector<std::uint8_t> has_gradients_; ///< by stage: gradients are allocated
};

} // namespace

std::vector<BytesLevel> byte_curve(const Plan& plan, const PlanBytes& bytes,
                                   const Execution& execution, std::uint32_t device) {
  Follower follower(plan, bytes, device);
  std::vector<BytesLevel> curve{{0, follower.now(), kNoOperation}};
  follower.run([&](OperationIndex first, OperationIndex last, bool begins) {
    const Ticks time = begins ? execution.start[first] : execution.end[last];
    if (curve.back().bytes == follower.now())
      return;
    if (curve.back().time == time)
      curve.back() = {time, follower.now(), first};
    else
      curve.push_back({time, follower.now(), first});
  });
  return curve;
}

std::vector<BytesPeak> byte_peaks(const Plan& plan, const PlanBytes& bytes) {
  STALLSCOPE_CHECK(bytes.stages.size() == plan.stages.size(), "every stage has bytes");
  std::vector<BytesPeak> peaks(plan.devices);
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    Follower follower(plan, bytes, device);
    BytesPeak& peak = peaks[device];
    peak.bytes = follower.now();
    follower.run([&](OperationIndex first, OperationIndex, bool begins) {
      if (begins && follower.now().all() > peak.bytes.all())
        peak = {follower.now(), first};
    });
  }
  return peaks;
}

std::optional<OutOfMemory> out_of_memory(const Plan& plan, const PlanBytes& bytes,
                                         const Execution& execution, std::uint64_t room) {
  std::optional<OutOfMemory> first;
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    Follower follower(plan, bytes, device);
    const auto look = [&](OperationIndex operation, Ticks time) {
      if (follower.now().all() > room && (!first || time < first->time))
        first = {device, operation, time, follower.now()};
    };
    if (follower.now().all() > room) {
      look(kNoOperation, 0);
      continue;
    }
    follower.run([&](OperationIndex operation, OperationIndex, bool begins) {
      if (begins)
        look(operation, execution.start[operation]);
    });
  }
  return first;
}

} // namespace stallscope::training

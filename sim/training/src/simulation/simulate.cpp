#include "training/simulation/simulate.hpp"

#include "base/check.hpp"
#include "deadlock.hpp"
#include "dependences.hpp"
#include "transfer_lanes.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

/// The end of a device's operation, or the arrival of a result.
struct SimulationEvent {
  Ticks time = 0;
  std::uint32_t id = 0; ///< device number; for kArrival the pass

  [[nodiscard]] bool operator>(const SimulationEvent& other) const {
    return time != other.time ? time > other.time : id > other.id;
  }
};
constexpr std::uint32_t kArrival = 0x80000000U;
/// Events between two questions whether to go on, a power of two: some milliseconds.
constexpr std::uint64_t kAskEvery = 1U << 16;

class Simulator {
public:
  Simulator(const Plan& plan, const Verified& verified)
      : plan_(plan), passes_(verified.passes), lanes_(plan, verified) {
    const std::size_t count = plan.operations.size();
    run_.start.assign(count, kNotYet);
    run_.end.assign(count, kNotYet);
    run_.arrived.assign(count, kNotYet);
    timed_ = plan.transfer > 0 || verified.explicit_transfers;
    if (timed_) {
      run_.sent.assign(count, kNotYet);
      run_.sent_behind.assign(count, kNoOperation);
    }
    next_.assign(plan.first_operation.begin(), plan.first_operation.end() - 1);
    running_.assign(plan.devices, 0);
    durations_.resize(plan.stages.size() * kKindCount);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
      const Durations& d = plan.stages[s].durations;
      Ticks* of = durations_.data() + kKindCount * s;
      of[0] = d.forward;
      of[1] = d.backward;
      of[2] = d.input_gradient;
      of[3] = d.weight_gradient;
      of[4] = d.recompute;
      of[static_cast<std::size_t>(Kind::reduce_gradient)] = d.reduce_gradient;
      of[static_cast<std::size_t>(Kind::optimizer_step)] = d.optimizer_step;
      of[static_cast<std::size_t>(Kind::unshard)] = d.unshard;
    }
    events_.reserve(2 * std::size_t{plan.devices} + 16);
  }

  Execution run(const GoOn& go_on) {
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      advance(device, 0);
    for (std::uint64_t count = 1; !events_.empty(); ++count) {
      if (count % kAskEvery == 0 && is_stopped(go_on)) {
        run_.interrupted = true;
        return std::move(run_);
      }
      std::pop_heap(events_.begin(), events_.end(), std::greater<>());
      const SimulationEvent event = events_.back();
      events_.pop_back();
      now_ = event.time;
      if ((event.id & kArrival) != 0)
        arrive(event.id & ~kArrival, event.time);
      else
        finish(event.id, event.time);
    }
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      if (next_[device] != plan_.first_operation[device + 1]) {
        run_.deadlock = find_deadlock(plan_, passes_, run_, next_, lanes_, device);
        run_.deadlock->time = now_;
        break;
      }
    return std::move(run_);
  }

private:
  void push(Ticks time, std::uint32_t id) {
    events_.push_back({time, id});
    std::push_heap(events_.begin(), events_.end(), std::greater<>());
  }

  [[nodiscard]] bool is_ready(const Operation& op) const {
    const OperationIndex producer = producer_of(plan_, passes_, op);
    return producer == kNoOperation || run_.arrived[producer] != kNotYet;
  }

  /// Starts the next operations of an idle device as far as possible.
  void advance(std::uint32_t device, Ticks time) {
    if (running_[device] != 0)
      return;
    const OperationIndex end = plan_.first_operation[device + 1];
    while (next_[device] < end) {
      const OperationIndex i = next_[device];
      const Operation& op = plan_.operations[i];
      if (occupies(plan_, op)) {
        start(device, i, time);
        return;
      }
      run_.start[i] = run_.end[i] = time;
      ++next_[device];
      if (is_transfer(op.kind)) {
        lanes_.come_to(device, i);
        match(device, time);
      }
    }
  }

  void start(std::uint32_t device, OperationIndex i, Ticks time) {
    const Operation& op = plan_.operations[i];
    if (!is_ready(op))
      return;
    Ticks duration =
        durations_[kKindCount * std::size_t{op.stage} + static_cast<std::size_t>(op.kind)];
    std::uint8_t count = 1;
    if (op.overlaps_next) {
      if (!is_ready(plan_.operations[i + 1]))
        return;
      duration = duration_of(plan_, i);
      count = 2;
    }
    for (OperationIndex k = i; k < i + count; ++k) {
      run_.start[k] = time;
      run_.end[k] = time + duration;
    }
    running_[device] = count;
    push(time + duration, device);
  }

  /// Ends the running operation of a device.
  void finish(std::uint32_t device, Ticks time) {
    const OperationIndex first = next_[device];
    next_[device] += running_[device];
    running_[device] = 0;
    if (run_.last == kNoOperation || time > run_.makespan)
      run_.last = first;
    run_.makespan = std::max(run_.makespan, time);
    for (OperationIndex i = first; i < next_[device]; ++i)
      send_result(device, i, time);
    advance(device, time);
  }

  void send_result(std::uint32_t device, OperationIndex i, Ticks time) {
    const int consumer = consumer_stage(plan_, plan_.operations[i]);
    if (consumer < 0)
      return;
    const std::uint32_t to = plan_.stages[static_cast<std::size_t>(consumer)].device;
    if (to == device || !timed_) {
      run_.arrived[i] = time;
      if (to != device)
        advance(to, time);
      return;
    }
    if (lanes_.are_explicit())
      return; // the order determines when results are sent
    const TransferLanes::Grant grant = lanes_.take(plan_.operations[i], i, time);
    run_.sent[i] = grant.begin;
    run_.sent_behind[i] = grant.behind;
    push(grant.begin + transfer_of(plan_, plan_.operations[i]), kArrival | i);
  }

  /// Starts the transfer at the head of a device's lane if it is also at the head of the partner's
  /// lane.
  void match(std::uint32_t device, Ticks time) {
    const TransferLanes::Match found = lanes_.match(device);
    if (found.pass == kNoOperation)
      return;
    run_.sent[found.pass] = time;
    run_.sent_behind[found.pass] = found.behind;
    push(time + transfer_of(plan_, plan_.operations[found.pass]), kArrival | found.pass);
  }

  void arrive(OperationIndex pass, Ticks time) {
    run_.arrived[pass] = time;
    const Operation& op = plan_.operations[pass];
    const std::uint32_t from = plan_.stages[op.stage].device;
    const std::uint32_t to =
        plan_.stages[static_cast<std::size_t>(consumer_stage(plan_, op))].device;
    if (lanes_.are_explicit()) {
      lanes_.end_transfer(from, to);
      match(from, time);
      match(to, time);
    }
    advance(to, time);
  }

  const Plan& plan_;
  const PassTable& passes_;
  TransferLanes lanes_;
  Execution run_;
  bool timed_ = false;                ///< transfers take time, or are part of the order
  std::vector<OperationIndex> next_;  ///< by device: the operation that runs, or that waits
  std::vector<std::uint8_t> running_; ///< by device: number of running operations
  std::vector<Ticks> durations_;      ///< by stage and kind
  std::vector<SimulationEvent> events_;
  Ticks now_ = 0;
};

} // namespace

Execution simulate(const Plan& plan, const Verified& verified, const GoOn& go_on) {
  STALLSCOPE_CHECK(verified.problem_count == 0, "only a verified plan is simulated");
  return Simulator(plan, verified).run(go_on);
}

} // namespace stallscope::training

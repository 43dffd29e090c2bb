#include "base/check.hpp"
#include "dependences.hpp"
#include "training/simulation/simulate.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

/// Splits the idle time before a device's next operation by reason.
class IdleExplainer {
public:
  IdleExplainer(const Plan& plan, const Verified& verified, const Execution& run,
                std::vector<IdleSpan>& spans)
      : plan_(plan), passes_(verified.passes), run_(run), spans_(spans) {}

  void device(std::uint32_t device) {
    const OperationIndex first = plan_.first_operation[device];
    const OperationIndex end = plan_.first_operation[device + 1];
    find_ready_behind(first, end);
    Ticks free = 0;
    bool started = false;
    for (OperationIndex i = first; i < end; ++i) {
      const Operation& op = plan_.operations[i];
      if (!occupies(plan_, op))
        continue;
      if (run_.start[i] > free)
        wait(i, free, started, ready_behind_[i - first]);
      free = run_.end[i];
      started = true;
      if (op.overlaps_next)
        ++i;
    }
    add(free, run_.makespan, Reason::drain, run_.last, kNoOperation);
  }

private:
  /// Time at which all inputs of the operation are available.
  [[nodiscard]] Ticks ready_at(const Operation& op) const {
    const OperationIndex producer = producer_of(plan_, passes_, op);
    const OperationIndex local = local_producer_of(passes_, op);
    return std::max(producer == kNoOperation ? 0 : run_.arrived[producer],
                    local == kNoOperation ? 0 : run_.end[local]);
  }

  /// By operation of the device: the earliest time at which one of the later operations is ready.
  void find_ready_behind(OperationIndex first, OperationIndex end) {
    ready_behind_.assign(end - first, kNotYet);
    Ticks earliest = kNotYet;
    for (OperationIndex i = end; i-- > first;) {
      ready_behind_[i - first] = earliest;
      const Operation& op = plan_.operations[i];
      if (!occupies(plan_, op) || !has_micro_batch(op.kind))
        continue; // operations on a whole stage follow all passes of the device
      Ticks ready = ready_at(op);
      if (op.overlaps_next)
        ready = std::max(ready, ready_at(plan_.operations[i + 1]));
      const bool second = i > first && plan_.operations[i - 1].overlaps_next;
      if (!second)
        earliest = std::min(earliest, ready);
    }
  }

  void add(Ticks begin, Ticks end, Reason why, OperationIndex culprit, OperationIndex next) {
    if (begin >= end)
      return;
    if (!spans_.empty() && spans_.back().end == begin && spans_.back().why == why &&
        spans_.back().culprit == culprit && spans_.back().next == next)
      spans_.back().end = end;
    else
      spans_.push_back({begin, end, why, culprit, next});
  }

  /// Adds a part of a wait; from `other_ready` on, when a later operation is ready, the reason is
  /// the order.
  void piece(Ticks begin, Ticks end, Reason why, OperationIndex culprit, OperationIndex next,
             Ticks other_ready) {
    const Ticks cut = std::clamp(other_ready, begin, std::max(begin, end));
    add(begin, cut, why, culprit, next);
    add(cut, end, Reason::order, culprit, next);
  }

  void wait(OperationIndex i, Ticks begin, bool started, Ticks other_ready) {
    const Ticks end = run_.start[i];
    OperationIndex producer = producer_of(plan_, passes_, plan_.operations[i]);
    if (plan_.operations[i].overlaps_next) {
      const OperationIndex second = producer_of(plan_, passes_, plan_.operations[i + 1]);
      if (producer == kNoOperation ||
          (second != kNoOperation && run_.arrived[second] > run_.arrived[producer]))
        producer = second;
    }
    STALLSCOPE_CHECK(producer != kNoOperation && run_.arrived[producer] == end,
                     "a device is idle only until what it needs has arrived");
    const bool forward = plan_.operations[producer].kind == Kind::forward;
    const Reason computing = !started  ? Reason::fill
                             : forward ? Reason::activation
                                       : Reason::gradient;
    const Ticks computed = std::max(begin, run_.end[producer]);
    piece(begin, std::min(computed, end), computing, producer, i, other_ready);
    if (computed >= end)
      return;
    const Ticks sent = std::max(computed, run_.sent[producer]);
    const OperationIndex holder =
        run_.sent_behind[producer] == kNoOperation ? producer : run_.sent_behind[producer];
    piece(computed, sent, started ? Reason::link_busy : Reason::fill, started ? holder : producer,
          i, other_ready);
    piece(sent, end, started ? Reason::transfer : Reason::fill, producer, i, other_ready);
  }

  const Plan& plan_;
  const PassTable& passes_;
  const Execution& run_;
  std::vector<IdleSpan>& spans_;
  std::vector<Ticks> ready_behind_;
};

/// Adds what the first `ticks` of an operation wait, and returns what they work: an operation works
/// first, then waits for the host, then for others.
Ticks add_waits(const Plan& plan, const Execution& run, OperationIndex i, Ticks ticks,
                DeviceAccount& account) {
  const Waits waits = waits_of(plan, i);
  const Ticks whole = run.end[i] - run.start[i];
  const Ticks work = std::min(ticks, whole - waits.barrier - waits.transfer);
  const Ticks transfer = std::min(ticks - work, waits.transfer);
  const Ticks barrier = ticks - work - transfer;
  account.idle_by_reason[static_cast<std::size_t>(Reason::transfer)] += transfer;
  account.idle_by_reason[static_cast<std::size_t>(Reason::barrier)] += barrier;
  account.idle += transfer + barrier;
  return work;
}

void add_work(const Plan& plan, const Execution& run, OperationIndex first, OperationIndex end,
              Ticks until, DeviceAccount& account) {
  bool started = false;
  for (OperationIndex i = first; i < end; ++i) {
    const Operation& op = plan.operations[i];
    if (!occupies(plan, op))
      continue;
    if (run.start[i] >= until)
      break;
    const Ticks ticks = std::min(run.end[i], until) - run.start[i];
    const Ticks work = add_waits(plan, run, i, ticks, account);
    account.work[op.overlaps_next ? kKindCount : static_cast<std::size_t>(op.kind)] += work;
    account.busy += work;
    if (!started)
      account.begin = run.start[i];
    started = true;
    account.end = std::min(run.end[i], until);
    if (op.overlaps_next)
      ++i;
  }
}

} // namespace

void explain_idle(const Plan& plan, const Verified& verified, const Execution& execution,
                  std::uint32_t device, std::vector<IdleSpan>& spans) {
  STALLSCOPE_CHECK(!execution.deadlock, "a run that came to its end");
  spans.clear();
  IdleExplainer(plan, verified, execution, spans).device(device);
}

std::vector<DeviceAccount> device_accounts(const Plan& plan, const Verified& verified,
                                           const Execution& execution, Ticks until) {
  STALLSCOPE_CHECK(!execution.deadlock, "a run that came to its end");
  until = std::min(until, execution.makespan);
  std::vector<DeviceAccount> accounts(plan.devices);
  std::vector<IdleSpan> spans;
  IdleExplainer explainer(plan, verified, execution, spans);
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    DeviceAccount& account = accounts[device];
    add_work(plan, execution, plan.first_operation[device], plan.first_operation[device + 1], until,
             account);
    spans.clear();
    explainer.device(device);
    for (const IdleSpan& span : spans) {
      if (span.begin >= until)
        break;
      const Ticks idle = std::min(span.end, until) - span.begin;
      account.idle_by_reason[static_cast<std::size_t>(span.why)] += idle;
      account.idle += idle;
    }
    STALLSCOPE_CHECK(account.busy + account.idle == until,
                     "the time of a device is its work and its idle time");
  }
  return accounts;
}

} // namespace stallscope::training

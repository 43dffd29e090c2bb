#include "training/simulation/why.hpp"

#include "dependences.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::training {

namespace {

class CauseWalk {
public:
  CauseWalk(const Plan& plan, const Verified& verified, const Execution& run, Ticks until)
      : plan_(plan), passes_(verified.passes), run_(run), until_(until) {}

  /// The links back from where the result of a pass has arrived on another device.
  void from_arrival(OperationIndex pass) {
    const Ticks arrived = run_.arrived[pass];
    const bool on_its_way = !run_.sent.empty() && run_.sent[pass] != kNotYet;
    if (on_its_way && run_.sent[pass] < arrived)
      add({WhyLink::What::transfer, pass, kNoOperation, run_.sent[pass], arrived});
    if (on_its_way && run_.end[pass] < run_.sent[pass])
      add({WhyLink::What::link_busy, pass, run_.sent_behind[pass], run_.end[pass],
           run_.sent[pass]});
    from_end(pass);
  }

  /// The links back from where an operation has ended.
  void from_end(OperationIndex i) {
    while (i != kNoOperation && !over()) {
      if (run_.start[i] < run_.end[i])
        add({WhyLink::What::work, i, kNoOperation, run_.start[i], run_.end[i]});
      if (over() || run_.start[i] == 0)
        return;
      const OperationIndex input = arrived_at_start(i);
      if (input != kNoOperation)
        return from_arrival(input);
      i = in_front(i);
    }
  }

  [[nodiscard]] std::vector<WhyLink> links() && { return std::move(links_); }

private:
  void add(const WhyLink& link) {
    if (!over())
      links_.push_back(link);
  }
  [[nodiscard]] bool over() const { return !links_.empty() && links_.back().begin <= until_; }

  /// The pass on another device whose result arrived just when an operation began, which had been
  /// waiting for it; none: the operation in front kept the device.
  [[nodiscard]] OperationIndex arrived_at_start(OperationIndex i) const {
    const OperationIndex front = in_front(i);
    if (front != kNoOperation && run_.end[front] == run_.start[i])
      return kNoOperation;
    const auto input_of = [&](OperationIndex op) {
      const OperationIndex input = producer_of(plan_, passes_, plan_.operations[op]);
      return input != kNoOperation && run_.arrived[input] == run_.start[i] ? input : kNoOperation;
    };
    const OperationIndex input = input_of(i);
    if (input != kNoOperation || !plan_.operations[i].overlaps_next)
      return input;
    return input_of(i + 1);
  }

  /// The operation that occupied the device before; of overlapped passes the first.
  [[nodiscard]] OperationIndex in_front(OperationIndex i) const {
    const OperationIndex first =
        plan_.first_operation[plan_.stages[plan_.operations[i].stage].device];
    while (i > first) {
      --i;
      if (i > first && plan_.operations[i - 1].overlaps_next)
        --i;
      if (occupies(plan_, plan_.operations[i]))
        return i;
    }
    return kNoOperation;
  }

  const Plan& plan_;
  const PassTable& passes_;
  const Execution& run_;
  Ticks until_;
  std::vector<WhyLink> links_;
};

} // namespace

std::vector<WhyLink> why_idle(const Plan& plan, const Verified& verified, const Execution& run,
                              const IdleSpan& span) {
  CauseWalk walk(plan, verified, run, span.begin);
  if (span.culprit == kNoOperation)
    return {};
  if (span.why == Reason::drain) {
    walk.from_end(span.culprit);
    return std::move(walk).links();
  }
  // The wait ends when the input of the next operation has arrived.
  OperationIndex input = producer_of(plan, verified.passes, plan.operations[span.next]);
  if (plan.operations[span.next].overlaps_next) {
    const OperationIndex second =
        producer_of(plan, verified.passes, plan.operations[span.next + 1]);
    if (input == kNoOperation ||
        (second != kNoOperation && run.arrived[second] > run.arrived[input]))
      input = second;
  }
  if (input != kNoOperation)
    walk.from_arrival(input);
  return std::move(walk).links();
}

std::uint32_t receiver_of(const Plan& plan, const Operation& operation) {
  return plan.stages[static_cast<std::size_t>(consumer_stage(plan, operation))].device;
}

std::string sentence(const WhyLink& link, const Plan& plan) {
  const Operation& op = plan.operations[link.operation];
  const std::uint32_t device = plan.stages[op.stage].device;
  switch (link.what) {
  case WhyLink::What::work:
    return fmt::format("{} runs on device {}", name(op), device);
  case WhyLink::What::transfer:
    return fmt::format("the result of {} is on its way to device {}", name(op),
                       receiver_of(plan, op));
  case WhyLink::What::link_busy:
    return link.behind == kNoOperation
               ? fmt::format("the result of {} waits for its turn", name(op))
               : fmt::format("the result of {} waits for a link that has that of {}", name(op),
                             name(plan.operations[link.behind]));
  }
  return {};
}

} // namespace stallscope::training

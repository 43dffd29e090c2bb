#include "deadlock.hpp"

#include "base/check.hpp"
#include "dependences.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::training {

namespace {

/// A waiting resource: a device's computation, or its transfer lane.
struct Waiting {
  std::uint32_t device = 0;
  bool transfers = false;

  bool operator==(const Waiting&) const = default;
};

class WaitGraph {
public:
  WaitGraph(const Plan& plan, const PassTable& passes, const Execution& run,
            const std::vector<OperationIndex>& next, const TransferLanes& lanes)
      : plan_(plan), passes_(passes), run_(run), next_(next), lanes_(lanes) {}

  /// The resource waited for, the operation that waits, and a description.
  struct Wait {
    Waiting target;
    OperationIndex in = kNoOperation;
    std::string words;
  };
  [[nodiscard]] Wait wait_of(Waiting who) const {
    return who.transfers ? transfer_wait(who.device) : compute_wait(who.device);
  }

private:
  [[nodiscard]] std::uint32_t device_of(OperationIndex i) const {
    return plan_.stages[plan_.operations[i].stage].device;
  }
  [[nodiscard]] std::string named(OperationIndex i) const { return name(plan_.operations[i]); }

  [[nodiscard]] Wait compute_wait(std::uint32_t device) const {
    OperationIndex i = next_[device];
    STALLSCOPE_CHECK(i < plan_.first_operation[device + 1],
                     "a device in a deadlock has more to do");
    OperationIndex producer = producer_of(plan_, passes_, plan_.operations[i]);
    const bool there = producer == kNoOperation || run_.arrived[producer] != kNotYet;
    if (there && plan_.operations[i].overlaps_next)
      producer = producer_of(plan_, passes_, plan_.operations[++i]);
    STALLSCOPE_CHECK(producer != kNoOperation, "what is ready begins");
    const std::uint32_t at = device_of(producer);
    if (run_.end[producer] == kNotYet)
      return {{at, false},
              i,
              fmt::format("device {} waits in {} for {} of device {}", device, named(i),
                          named(producer), at)};
    return {{device, true},
            i,
            fmt::format("device {} waits in {} for the result of {} to come from device {}", device,
                        named(i), named(producer), at)};
  }

  [[nodiscard]] Wait transfer_wait(std::uint32_t device) const {
    const OperationIndex own = lanes_.head(device);
    STALLSCOPE_CHECK(own != kNoOperation, "a lane in a deadlock has something at its head");
    const OperationIndex other = lanes_.partner(own);
    const std::uint32_t at = device_of(other);
    if (!lanes_.has_come_to(at, other))
      return {{at, false},
              own,
              fmt::format("{} of device {} waits until device {} comes to {}", named(own), device,
                          at, named(other))};
    return {{at, true},
            own,
            fmt::format("{} of device {} waits for {}, which on device {} stands behind {}",
                        named(own), device, named(other), at, named(lanes_.head(at)))};
  }

  const Plan& plan_;
  const PassTable& passes_;
  const Execution& run_;
  const std::vector<OperationIndex>& next_;
  const TransferLanes& lanes_;
};

} // namespace

Deadlock find_deadlock(const Plan& plan, const PassTable& passes, const Execution& run,
                       const std::vector<OperationIndex>& next, const TransferLanes& lanes,
                       std::uint32_t device) {
  const WaitGraph graph(plan, passes, run, next, lanes);
  std::vector<Waiting> way{{device, false}};
  std::vector<WaitGraph::Wait> waits;
  for (;;) {
    waits.push_back(graph.wait_of(way.back()));
    const Waiting target = waits.back().target;
    const auto before = std::find(way.begin(), way.end(), target);
    if (before == way.end()) {
      way.push_back(target);
      continue;
    }
    Deadlock deadlock;
    for (auto i = static_cast<std::size_t>(before - way.begin()); i < waits.size(); ++i) {
      deadlock.waits.push_back(waits[i].words);
      deadlock.operations.push_back(waits[i].in);
    }
    return deadlock;
  }
}

} // namespace stallscope::training

#pragma once

#include "sched/latency.hpp"
#include "sched/schedule.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// Lower bounds on the length of schedules: nothing here depends on an order.
class Bounds {
public:
  Bounds(const DependenceGraph& graph, const machine::Machine& machine, const PipelineModel& model);

  /// Fewest cycles from one issue to another over all ways of dependences, for the edges of the
  /// graph (by index).
  [[nodiscard]] const std::vector<std::uint32_t>& distances() const { return distances_; }
  /// By node: from its issue to the last cycle that counts, at least.
  [[nodiscard]] const std::vector<std::int32_t>& tails() const { return tails_; }

  /// A resource of which some copies can be taken a cycle: the issue width, a unit, a pairing rule.
  struct Resource {
    std::uint32_t copies = 1; ///< starts a cycle
    std::uint32_t cycles = 1; ///< each holds its copy so long
    std::vector<bool> uses;   ///< by node
  };
  [[nodiscard]] const std::vector<Resource>& resources() const { return resources_; }

  /// Last cycle at least, of the nodes that are not placed (`placed[n]` false): each issues at
  /// `release[n]` or later. For every resource, its users by release and tail: the one with the
  /// longest tail first is the best relaxed order (Jackson's rule for unit tasks).
  [[nodiscard]] std::int32_t length(const std::vector<std::int32_t>& release,
                                    const std::vector<bool>& placed) const;
  /// Of all orders, from an empty pipeline.
  [[nodiscard]] std::int32_t root_length() const { return root_; }
  [[nodiscard]] std::int32_t first_issue() const { return first_issue_; }

private:
  const DependenceGraph& graph_;
  std::vector<std::uint32_t> distances_;
  std::vector<std::int32_t> tails_;
  std::vector<Resource> resources_;
  std::int32_t first_issue_ = 1; ///< of the first instruction, at the earliest
  std::int32_t root_ = 0;
};

} // namespace stallscope::sched

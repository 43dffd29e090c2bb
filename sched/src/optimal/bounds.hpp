#pragma once

#include "sched/schedule.hpp"
#include "sched/target/pipeline_model.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// Lower bounds of schedule lengths, independent of an order.
class Bounds {
public:
  /// `least_distances`: by edge of the graph, as in Problem; must outlive the bounds.
  Bounds(const DependenceGraph& graph, const std::vector<std::uint32_t>& least_distances,
         const PipelineModel& model);

  /// Minimum cycles from one issue to another over all dependence paths, for the edges of the graph
  /// (by index).
  [[nodiscard]] const std::vector<std::uint32_t>& distances() const { return distances_; }
  /// By node: minimum cycles from its issue to the last cycle that counts.
  [[nodiscard]] const std::vector<std::int32_t>& tails() const { return tails_; }

  /// Lower bound of the last cycle, given that each unplaced node (`placed[n]` false) issues at
  /// `release[n]` or later. For every resource, its users by release and tail: longest tail first
  /// is the best relaxed order (Jackson's rule for unit tasks).
  [[nodiscard]] std::int32_t length(const std::vector<std::int32_t>& release,
                                    const std::vector<bool>& placed);
  /// For any order, from an empty pipeline.
  [[nodiscard]] std::int32_t root_length() const { return root_; }
  [[nodiscard]] std::int32_t first_issue() const { return first_issue_; }

private:
  /// A resource with a number of copies: the issue width, a unit, a pairing rule.
  struct Resource {
    std::uint32_t copies = 1; ///< starts per cycle
    std::uint32_t cycles = 1; ///< cycles for which each use occupies its copy
    std::vector<Node> users;
  };
  /// A use of a resource by an instruction.
  struct Job {
    std::int32_t release;
    std::int32_t tail;
    bool operator<(const Job& other) const { return tail < other.tail; }
  };
  void add(std::uint32_t copies, std::uint32_t cycles, std::vector<Node>& users);
  [[nodiscard]] std::int32_t unit_jobs(std::uint32_t copies);
  [[nodiscard]] std::int32_t long_jobs(std::uint32_t copies, std::uint32_t cycles) const;

  const DependenceGraph& graph_;
  const std::vector<std::uint32_t>& distances_;
  std::vector<std::int32_t> tails_;
  std::vector<Resource> resources_;
  std::vector<Job> jobs_;        ///< jobs of a resource, by release
  std::vector<Job> ready_;       ///< a heap, longest tail first
  std::int32_t first_issue_ = 1; ///< earliest issue of the first instruction
  std::int32_t root_ = 0;
};

} // namespace stallscope::sched

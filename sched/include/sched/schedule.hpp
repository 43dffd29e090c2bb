#pragma once

#include "sched/dependence/dependence.hpp"
#include "sched/message.hpp"
#include "sched/target/pipeline_model.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sched {

/// An entry of a scheduler's candidate list.
struct Candidate {
  Node node = 0;
  std::uint32_t earliest = 0; ///< earliest start cycle, from 0
  bool free = true; ///< all its predecessors have been scheduled; otherwise the entry is only for
                    ///< display

  bool operator==(const Candidate&) const = default;
};

/// One scheduling decision: an instruction for a cycle, or an empty cycle.
struct Step {
  std::uint32_t cycle = 0;          ///< from 0, in the scheduler's counting
  std::vector<Candidate> available; ///< candidates before the choice, by number
  Node chosen = kNoNode;            ///< kNoNode: no candidate can start in this cycle
  Message why;
  std::vector<Candidate> changed; ///< candidates whose earliest cycle the choice has set or changed
};

/// A schedule: an order of a block's instructions and its properties.
struct Schedule {
  std::string name;
  std::vector<Node> order;
  std::uint32_t cycles = 0; ///< cycles of the block from an empty pipeline, as runs of the machine
                            ///< count
  std::vector<std::uint32_t> issue_cycles; ///< by position in `order`, from 1: cycle it enters the
                                           ///< execute stage
  std::uint32_t lower_bound = 0;           ///< lower bound of the cycles of any order
  bool proven = false;                     ///< optimal
  std::vector<Step> steps;                 ///< on request
  std::array<std::uint32_t, kReasonCount> stalls{}; ///< stall cycles, by reason
  std::uint32_t registers = 0; ///< register pressure: the most values live at once
  std::string note;            ///< additional remark; can be empty

  [[nodiscard]] std::uint32_t stall_cycles() const;
};

struct SchedulerInfo {
  std::string_view name;
  std::string_view title; ///< one-line description of its priority
};
/// All schedulers, in teaching order.
[[nodiscard]] const std::vector<SchedulerInfo>& schedulers();

struct ScheduleOptions {
  bool steps = false;         ///< record the decisions
  double optimal_seconds = 1; ///< time limit of `optimal`
  AliasHints hints;           ///< as used to build the graph
};

class LiveValues;

/// Input of every scheduler: a block's dependence graph, a machine, and derived data.
class Problem {
public:
  /// Blocks that share a target compute the machine's properties once.
  Problem(DependenceGraph graph, const Target& target);

  [[nodiscard]] const DependenceGraph& graph() const { return graph_; }
  [[nodiscard]] const Block& block() const { return graph_.block; }
  [[nodiscard]] const GraphMeasures& measures() const { return measures_; }
  [[nodiscard]] const Target& target() const { return target_; }
  [[nodiscard]] const machine::Machine& machine() const { return target_.machine(); }
  [[nodiscard]] const std::vector<PipelineOp>& ops() const { return ops_; }
  /// By edge of the graph: LatencyTable::least_distance.
  [[nodiscard]] const std::vector<std::uint32_t>& least_distances() const {
    return least_distances_;
  }
  [[nodiscard]] const LiveValues& live_values() const { return *live_values_; }
  /// Lower bound of the cycles of any order: critical path, issue width and units.
  [[nodiscard]] std::uint32_t lower_bound() const { return lower_bound_; }
  /// Evaluates an order on the machine: fills in all of a schedule except its steps.
  [[nodiscard]] Schedule evaluate(std::string_view name, std::vector<Node> order) const;

private:
  DependenceGraph graph_;
  Target target_;
  GraphMeasures measures_;
  std::vector<PipelineOp> ops_;
  std::vector<std::uint32_t> least_distances_;
  std::shared_ptr<const LiveValues> live_values_;
  std::uint32_t lower_bound_ = 0;
};

/// Schedules a block with one of schedulers(). Every order is checked (illegality); an illegal one
/// is an internal error.
[[nodiscard]] Schedule make_schedule(const Problem& problem, std::string_view scheduler,
                                     const ScheduleOptions& options = {});

} // namespace stallscope::sched

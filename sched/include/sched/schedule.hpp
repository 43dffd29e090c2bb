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

/// An entry of the list a scheduler chooses from.
struct Candidate {
  Node node = 0;
  std::uint32_t earliest = 0; ///< cycle, from 0, in which it may start
  bool free = true; ///< everything it depends on has been taken; otherwise it still stands behind
                    ///< something, and is in the list only to be seen

  bool operator==(const Candidate&) const = default;
};

/// One decision: in a cycle, an instruction or none.
struct Step {
  std::uint32_t cycle = 0;          ///< from 0, as the scheduler counts
  std::vector<Candidate> available; ///< before the choice, by number
  Node chosen = kNoNode;            ///< kNoNode: nothing can start in this cycle
  Message why;
  std::vector<Candidate> changed; ///< whose earliest cycle the choice has set or moved
};

/// An order of a block's instructions and what is known about it.
struct Schedule {
  std::string name;
  std::vector<Node> order;
  std::uint32_t cycles = 0; ///< of the block from an empty pipeline, as runs of the machine count
  std::vector<std::uint32_t>
      issue_cycles;              ///< by place in `order`, from 1: enters the execute stage
  std::uint32_t lower_bound = 0; ///< no order takes fewer cycles
  bool proven = false;           ///< cycles is the minimum
  std::vector<Step> steps;       ///< when asked for
  std::array<std::uint32_t, kReasonCount> stalls{}; ///< cycles an instruction was held, by reason
  std::uint32_t registers = 0; ///< values in registers at the same time, at most
  std::string note;            ///< what there is to say beside, may be empty

  [[nodiscard]] std::uint32_t stall_cycles() const;
};

struct SchedulerInfo {
  std::string_view name;
  std::string_view title; ///< one line: what it goes by
};
/// All schedulers, in teaching order.
[[nodiscard]] const std::vector<SchedulerInfo>& schedulers();

struct ScheduleOptions {
  bool steps = false;         ///< keep the decisions
  double optimal_seconds = 1; ///< how long `optimal` may search
  AliasHints hints;           ///< those the graph was made with
};

class LiveValues;

/// What every scheduler works on: a block's dependences, a machine, and what follows from them.
class Problem {
public:
  /// With a target shared between blocks, what is known of the machine is found out once.
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
  /// Cycles no order can do without: the longest way through the graph, and what the width and the
  /// units can take a cycle.
  [[nodiscard]] std::uint32_t lower_bound() const { return lower_bound_; }
  /// What an order takes on the machine: fills in all of a schedule but its steps.
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

/// Schedules a block by one of schedulers(); the name must be one of them. Every order is checked
/// (illegality); one that is not legal is an error of our own.
[[nodiscard]] Schedule make_schedule(const Problem& problem, std::string_view scheduler,
                                     const ScheduleOptions& options = {});

} // namespace stallscope::sched

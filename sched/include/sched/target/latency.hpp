#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/target/pipeline_model.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::sched {

struct Edge;

/// Latencies of dependences, measured on the machine's pipeline model: two instructions in an empty
/// pipeline, with and without the dependence. Results are cached.
class LatencyTable {
public:
  /// `machine` must outlive the table.
  explicit LatencyTable(const machine::Machine& machine) : model_(machine) {}

  /// Cycles from the issue of edge.from to the earliest issue of edge.to that never stalls, at any
  /// stage. RAW: for the value; WAW: for the order of the two writes, at least one cycle on
  /// single-issue machines; WAR: 0 where the older instruction reads early enough; memory, control
  /// and side effects: for their order only.
  [[nodiscard]] std::uint32_t latency(const Block& block, const Edge& edge);
  /// Lower bound of the cycles between the two issues in any schedule, for use in bounds. At most
  /// latency().
  [[nodiscard]] std::uint32_t least_distance(const Block& block, const Edge& edge);

private:
  struct Measured {
    std::uint32_t latency = 0;
    std::uint32_t least = 0;
    bool known = false;
  };
  const Measured& measured(const Block& block, const Edge& edge);
  [[nodiscard]] Measured measure(isa::OpClass first, isa::OpClass second, const Edge& edge,
                                 isa::OperandRole role);

  PipelineModel model_;
  /// Cache: by class of the first instruction, filled on demand; within that by class of the second
  /// and kind of dependence.
  std::array<std::vector<Measured>, machine::kOpClassCount> known_;
};

} // namespace stallscope::sched

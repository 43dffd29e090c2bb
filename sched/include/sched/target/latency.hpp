#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/target/pipeline_model.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::sched {

struct Edge;

/// Latencies of dependences on a machine, measured on its pipeline model: two instructions one
/// behind the other in an empty pipeline, with the dependence and without. What has been measured
/// is kept.
class LatencyTable {
public:
  /// `machine` outlives the table.
  explicit LatencyTable(const machine::Machine& machine) : model_(machine) {}

  /// From the issue of edge.from to the earliest issue of edge.to at which it never waits,
  /// wherever on its way it would. RAW: what the value needs; WAW: what the order of the two
  /// writes needs, at least one cycle where an instruction issues a cycle; WAR: 0 where the older
  /// reads early enough; through memory, control and side effects: their order alone.
  [[nodiscard]] std::uint32_t latency(const Block& block, const Edge& edge);
  /// The fewest cycles between the two issues on the machine whatever else happens: what bounds
  /// may assume. At most latency().
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
  /// By class of the first instruction, empty until it is asked for; there by class of the second
  /// and what is between them.
  std::array<std::vector<Measured>, machine::kOpClassCount> known_;
};

} // namespace stallscope::sched

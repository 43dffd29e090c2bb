#pragma once

#include "sched/dependence.hpp"
#include "sched/pipeline_model.hpp"

#include <cstdint>
#include <map>
#include <tuple>

namespace stallscope::sched {

/// Latencies of dependences on a machine, measured on its pipeline model: two instructions one
/// behind the other in an empty pipeline, with the dependence and without.
class LatencyTable {
public:
  explicit LatencyTable(const machine::Machine& machine) : model_(machine) {}

  /// From the issue of edge.from to the earliest issue of edge.to at which it never waits,
  /// wherever on its way it would. RAW: what the value needs; WAW: what the order of the two
  /// writes needs, at least one cycle where an instruction issues a cycle; WAR: 0 where the older
  /// reads early enough; through memory, control and side effects: their order alone.
  [[nodiscard]] std::uint32_t latency(const Block& block, const Edge& edge);
  /// The fewest cycles between the two issues on the machine whatever else happens: what bounds
  /// may reckon with. At most latency().
  [[nodiscard]] std::uint32_t least_distance(const Block& block, const Edge& edge);

private:
  using Key = std::tuple<isa::OpClass, isa::OpClass, DependenceKind, LocationKind, std::uint8_t>;
  struct Measured {
    std::uint32_t latency = 0;
    std::uint32_t least = 0;
  };
  const Measured& measured(const Block& block, const Edge& edge);
  [[nodiscard]] Measured measure(const Key& key, isa::OperandRole role);

  PipelineModel model_;
  std::map<Key, Measured> known_;
};

} // namespace stallscope::sched

#pragma once

#include "session/explain.hpp"
#include "session/simulation.hpp"
#include "simulation/collecting_sink.hpp"
#include "simulation/stretch.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::session {

/// "sw $t3, 0($t1)", and of what is not the first micro-op "sw $t3, 0($t1): store data".
[[nodiscard]] std::string micro_op_text(const trace::RunRecord& run, const OpRow& row);

/// Behind what is said of one who waits for a store that has retired.
inline constexpr std::string_view kNotInCache = ", whose store is not in the cache yet";

/// Follows those who wait on a dynamically scheduled machine to the one who does not, and on every
/// machine looks behind what they wait for. A record says who waits for whom; what a load does in
/// the cache and who stands in front of whom is looked up in the state at the end of the cycle, to
/// which the program is simulated again.
class WaitChains {
public:
  /// What is referred to must outlive this.
  WaitChains(const isa::Program& program, const machine::Machine& machine,
             const RunOptions& options);

  /// From an operation in flight in a cycle of the record to the root; the first is itself.
  /// None when it is interrupted on its way there. Quickest when cycles come in their order.
  [[nodiscard]] std::vector<ChainLink> of(const trace::RunRecord& run, const OpRow& row,
                                          Cycle cycle);
  /// When one that is in the front end in a cycle could be dispatched, if nobody stood in front of
  /// it; nothing when it is elsewhere.
  [[nodiscard]] std::optional<Cycle> reaches_dispatch(const OpRow& row, Cycle cycle);
  /// What would hold an operation in a cycle in which it is held for `cause`, if that were not in
  /// its way; none: it would go on, or the cause is nothing to be removed. Of every machine.
  [[nodiscard]] Cause behind(const OpRow& row, const Cause& cause, Cycle cycle);

private:
  void go_to(std::uint64_t cycle);
  [[nodiscard]] const core::WindowOp* find(OpId op) const;
  [[nodiscard]] bool has_written(const core::WindowOp& op) const;
  [[nodiscard]] std::string unit_of(OpId id) const;
  void describe(ChainLink& link, const trace::RunRecord& run, const OpRow& row,
                const Stretch& stretch) const;
  void describe_waiting(ChainLink& link, const trace::RunRecord& run) const;
  void describe_replayed(ChainLink& link, const trace::RunRecord& run, const Span& span,
                         const std::string& sentence, Cycle cycle) const;
  void describe_departed(ChainLink& link) const;
  void describe_front(ChainLink& link, const trace::RunRecord& run,
                      const std::string& ending) const;
  void describe_reading(ChainLink& link, const std::string& ending) const;
  void describe_execution(ChainLink& link, const trace::RunRecord& run, bool thrown_back) const;
  void describe_entry(ChainLink& link, const trace::RunRecord& run, std::string_view joint,
                      const std::string& ending) const;
  void describe_done(ChainLink& link, const trace::RunRecord& run) const;

  const isa::Program& program_;
  const machine::Machine& machine_;
  const RunOptions& options_;
  std::unique_ptr<CollectingSink> nowhere_; ///< what the program prints
  std::unique_ptr<Simulation> simulation_;
};

} // namespace stallscope::session

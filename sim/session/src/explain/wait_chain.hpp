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

/// "sw $t3, 0($t1)", and for a later micro-op "sw $t3, 0($t1): store data".
[[nodiscard]] std::string micro_op_text(const trace::RunRecord& run, const OpRow& row);

/// Suffix for a wait on a store that has retired.
inline constexpr std::string_view kNotInCache = ", whose store is not in the cache yet";

/// Follows the culprits of waits on a dynamically scheduled machine to the root, and finds the next
/// obstacle behind a wait on every machine. The record has the culprits; cache accesses and queue
/// positions are read from the state at the end of the cycle, which is simulated again.
class WaitChains {
public:
  /// All arguments must outlive this object.
  WaitChains(const isa::Program& program, const machine::Machine& machine,
             const RunOptions& options);

  /// The wait chain from an operation in flight in a cycle of the record to the root, beginning
  /// with the operation itself. Empty when interrupted. Fastest when called with ascending cycles.
  [[nodiscard]] std::vector<ChainLink> of(const trace::RunRecord& run, const OpRow& row,
                                          Cycle cycle);
  /// The operation behind which another one waits for its turn to be dispatched or to retire, at
  /// the end of a cycle in which it is not held.
  struct Turn {
    bool on_its_way = false; ///< still in the front end, without an operation in front of it
    OpId behind;
    bool operator==(const Turn&) const = default;
  };
  [[nodiscard]] Turn turn_of(const OpRow& row, const Span& span, Cycle cycle);
  /// What would hold an operation in a cycle in which it is held for `cause`, if the cause were
  /// removed; none: it would proceed, or the cause cannot be removed. For every kind of machine.
  [[nodiscard]] Cause behind(const OpRow& row, const Cause& cause, Cycle cycle);

  /// In-order machines: what an operation that is not held does in its stage for more than a cycle,
  /// as a predicate ("misses the data cache"); empty: it executes.
  [[nodiscard]] std::string work_of(OpId op, Cycle cycle);

private:
  void go_to(std::uint64_t cycle);
  [[nodiscard]] const core::WindowOp* find(OpId op) const;
  [[nodiscard]] OpId retires_behind(OpId op) const;
  [[nodiscard]] bool has_written(const core::WindowOp& op) const;
  [[nodiscard]] std::string unit_of(OpId id) const;
  [[nodiscard]] OpId forwards_to(const core::WindowOp& load) const;
  void describe(ChainLink& link, const trace::RunRecord& run, const OpRow& row,
                const Stretch& stretch) const;
  void describe_waiting(ChainLink& link, const trace::RunRecord& run) const;
  void describe_replayed(ChainLink& link, const trace::RunRecord& run, const Span& span,
                         const std::string& sentence, Cycle cycle) const;
  void describe_departed(ChainLink& link) const;
  void describe_front(ChainLink& link, const trace::RunRecord& run,
                      const std::string& ending) const;
  void describe_reading(ChainLink& link, const std::string& ending) const;
  void describe_execution(ChainLink& link, const trace::RunRecord& run, bool replayed) const;
  void describe_entry(ChainLink& link, const trace::RunRecord& run, std::string_view joint,
                      const std::string& ending) const;
  void describe_done(ChainLink& link, const trace::RunRecord& run) const;

  const isa::Program& program_;
  const machine::Machine& machine_;
  const RunOptions& options_;
  std::unique_ptr<CollectingSink> nowhere_; ///< sink for the program's output, which is not
                                            ///< displayed
  std::unique_ptr<Simulation> simulation_;
};

} // namespace stallscope::session

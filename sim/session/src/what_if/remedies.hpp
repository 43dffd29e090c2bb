#pragma once

#include "machine/machine_file.hpp"
#include "machine/variants.hpp"
#include "session/explain.hpp"
#include "session/what_if_engine.hpp"
#include "simulation/stretch.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

/// Runs the program on every machine that differs in one option that may make it faster
/// (machine::faster_settings), each once for all waits under analysis.
class ChangedMachines {
public:
  /// `run` is recorded from cycle 1; `rows` are the right-path operations under analysis. All
  /// arguments must outlive this object.
  ChangedMachines(const isa::Program& program, const machine::Machine& machine,
                  const RunOptions& options, const trace::RunRecord& run,
                  std::vector<const OpRow*> rows);

  struct Compared {
    /// Largest saving first: the operation is held fewer cycles for this reason, and leaves the
    /// lane of the wait earlier.
    std::vector<Remedy> remedies;
    /// Shortest wait first: another cause holds the operation as long.
    std::vector<Remedy> in_vain;
  };
  /// The changes that shorten a wait of one of the rows.
  [[nodiscard]] Compared compared(const OpRow& row, const Stretch& wait);
  /// Number of machines tried; smaller than the number of changes when interrupted.
  [[nodiscard]] std::size_t tried() const { return changes_.outcomes().size(); }
  /// Cycles of all runs together: what the answer has cost.
  [[nodiscard]] std::uint64_t simulated_cycles() const { return simulated_cycles_; }

private:
  /// A right-path operation, identified independently of the machine.
  struct Place {
    std::uint64_t instruction = 0; ///< number in program order, from 1
    unsigned part = 0;
    std::uint64_t pc = 0;
  };
  struct Change {
    machine::Setting setting;
    trace::RunRecord run; ///< up to the end of the operations of interest
  };
  void try_all();
  [[nodiscard]] RunOptions options_of_whole() const;
  /// Beyond this cycle a change improves neither the wait nor the run.
  [[nodiscard]] std::uint64_t limit_cycles() const;
  /// Of the changes that are shown only.
  [[nodiscard]] std::optional<std::int64_t> run_cycles_saved(const Change& change);
  [[nodiscard]] std::optional<Change> tried_out(const machine::Setting& setting);
  [[nodiscard]] Place place_of(const OpRow& row) const;
  [[nodiscard]] const OpRow* row_at(const trace::RunRecord& run, const Place& place) const;

  const isa::Program& program_;
  const machine::Machine& machine_;
  machine::MachineVariants variants_;
  const RunOptions& options_;
  const trace::RunRecord& run_;
  std::vector<const OpRow*> rows_;
  std::uint64_t first_ = 0; ///< number of instructions recorded
  std::uint64_t last_ = 0;
  Cycle end_;                           ///< latest end of the rows
  std::optional<std::uint64_t> cycles_; ///< cycles of the whole run; nullopt: too long to be
                                        ///< simulated to its end
  WhatIfEngine<Change> changes_;
  WhatIfEngine<std::int64_t> cycles_saved_; ///< of whole runs
  std::uint64_t simulated_cycles_ = 0;
  bool begun_ = false;
};

} // namespace stallscope::session

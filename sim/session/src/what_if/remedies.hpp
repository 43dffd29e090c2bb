#pragma once

#include "machine/machine_file.hpp"
#include "machine/variants.hpp"
#include "session/explain.hpp"
#include "simulation/stretch.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

/// Runs the program on every machine that differs in one option that may make it faster
/// (machine::faster_settings), each once for all waits of interest.
class ChangedMachines {
public:
  /// `run` is recorded from cycle 1; `rows` are its right-path operations of interest. All
  /// arguments must outlive this object.
  ChangedMachines(const isa::Program& program, const machine::Machine& machine,
                  const RunOptions& options, const trace::RunRecord& run,
                  std::vector<const OpRow*> rows);

  struct Compared {
    /// Largest saving first: the operation is held fewer cycles for this reason, and leaves the
    /// lane of the wait earlier.
    std::vector<Remedy> remedies;
    /// Shortest wait first: something else holds the operation as long.
    std::vector<Remedy> in_vain;
  };
  /// The changes that shorten a wait of one of the rows.
  [[nodiscard]] Compared compared(const OpRow& row, const Stretch& wait);
  /// Machines tried; fewer than exist when interrupted.
  [[nodiscard]] std::size_t tried() const { return changes_.size(); }

private:
  /// A right-path operation, identified independently of the machine.
  struct Place {
    std::uint64_t instruction = 0; ///< from 1, in program order
    unsigned part = 0;
    std::uint64_t pc = 0;
  };
  struct Change {
    std::string setting;
    trace::RunRecord run; ///< the operations of interest
    std::optional<std::uint64_t> cycles;
  };
  void try_all();
  void try_out(const machine::Setting& setting);
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
  Cycle end_;                           ///< latest of the rows
  std::optional<std::uint64_t> cycles_; ///< of the whole run; none: too long to be simulated to its
                                        ///< end
  std::vector<Change> changes_;
  bool begun_ = false;
};

} // namespace stallscope::session

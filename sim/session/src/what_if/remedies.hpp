#pragma once

#include "machine/machine_file.hpp"
#include "session/explain.hpp"
#include "simulation/stretch.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

/// The program on every machine that differs in one option in a way that may make it faster
/// (machine::faster_settings), each run once for all waits that are asked about.
class ChangedMachines {
public:
  /// `run` is recorded from cycle 1; `rows` are the operations of it that will be asked about, all
  /// of the right path. All of these must outlive this.
  ChangedMachines(const isa::Program& program, const machine::Machine& machine,
                  const RunOptions& options, const trace::RunRecord& run,
                  std::vector<const OpRow*> rows);

  /// The changes that end this wait of one of the rows earlier, the greatest saving first: it is
  /// held fewer cycles for this reason, and leaves the lane it waits on earlier.
  [[nodiscard]] std::vector<Remedy> against(const OpRow& row, const Stretch& wait);
  /// Machines that were tried; fewer than there are when the run was interrupted.
  [[nodiscard]] std::size_t tried() const { return changes_.size(); }

private:
  /// An operation of the right path: the same on every machine.
  struct Place {
    std::uint64_t instruction = 0; ///< from 1, in program order
    unsigned part = 0;
    std::uint64_t pc = 0;
  };
  struct Change {
    std::string setting;
    trace::RunRecord run; ///< the operations asked about
    std::optional<std::uint64_t> cycles;
  };
  void try_all();
  void try_out(const machine::Setting& setting, const std::string& toml);
  [[nodiscard]] Place place_of(const OpRow& row) const;
  [[nodiscard]] const OpRow* row_at(const trace::RunRecord& run, const Place& place) const;

  const isa::Program& program_;
  const machine::Machine& machine_;
  const RunOptions& options_;
  const trace::RunRecord& run_;
  std::vector<const OpRow*> rows_;
  std::uint64_t first_ = 0; ///< instructions that are recorded
  std::uint64_t last_ = 0;
  Cycle end_;                           ///< of the last of the rows
  std::optional<std::uint64_t> cycles_; ///< of the whole run; none: it is longer than is looked at
  std::vector<Change> changes_;
  bool begun_ = false;
};

} // namespace stallscope::session

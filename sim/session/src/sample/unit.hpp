#pragma once

#include "core/warming/functional_warming.hpp"
#include "session/simulation.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace stallscope::session {

/// The state from which a sampled unit is simulated ("live point"; Wenisch et al., ISPASS 2006):
/// the architectural state, and the machine's tables at rest.
struct LivePoint {
  isa::ArchState arch;
  core::WarmState warm;
  std::uint64_t cycle = 0;   ///< the value of cycle counters
  std::uint64_t lead = 0;    ///< number of instructions simulated before the unit
  std::uint64_t measure = 0; ///< number of instructions of the unit
};

/// Counts from the cycle in which the last instruction before a unit has retired to the cycle in
/// which the unit's last instruction has retired: for consecutive units the counts add up to those
/// of the run.
struct UnitCounts {
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;
  std::uint64_t simulated = 0; ///< number of instructions simulated, including those before the
                               ///< unit
  std::uint64_t branches = 0;
  std::uint64_t mispredictions = 0;
  /// Slots by ledger point and reason, as differences: without a reorder buffer a difference may be
  /// negative.
  std::array<std::array<std::int64_t, kReasonCount>, trace::kLedgerPointCount> slots{};
};

/// Simulates units cycle by cycle, one after the other.
class UnitSimulator {
public:
  /// All arguments must outlive this object.
  UnitSimulator(const isa::Program& program, const machine::Machine& machine,
                const isa::Environment& environment)
      : now_(Simulation::of(program, machine, environment)) {}

  [[nodiscard]] UnitCounts measure(const LivePoint& point);
  /// A ledger with the points and widths of the machine.
  [[nodiscard]] trace::Ledger names() const { return now_->totals().ledger; }

private:
  void run_until_retired(std::uint64_t instructions);

  std::unique_ptr<Simulation> now_;
};

} // namespace stallscope::session

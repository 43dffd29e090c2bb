#pragma once

#include "core/warming/functional_warming.hpp"
#include "session/simulation.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace stallscope::session {

/// Where the simulation of a sampled unit begins ("live point"; Wenisch et al., ISPASS 2006): the
/// architectural state, and the machine's tables at rest.
struct LivePoint {
  isa::ArchState arch;
  core::WarmState warm;
  std::uint64_t cycle = 0;   ///< as cycle counters read it
  std::uint64_t lead = 0;    ///< instructions in front of the unit
  std::uint64_t measure = 0; ///< instructions of the unit
};

/// What was counted from the cycle in which the last instruction before a unit has retired to that
/// in which its own last has: of units that follow each other the sums are the run's.
struct UnitCounts {
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;
  std::uint64_t simulated = 0; ///< instructions, those in front of the unit included
  std::uint64_t branches = 0;
  std::uint64_t mispredictions = 0;
  /// Slots by ledger point and reason, as differences: without a reorder buffer one may be below 0.
  std::array<std::array<std::int64_t, kReasonCount>, trace::kLedgerPointCount> slots{};
};

/// Simulates units cycle by cycle, one after the other.
class UnitSimulator {
public:
  /// All must outlive it.
  UnitSimulator(const isa::Program& program, const machine::Machine& machine,
                const isa::Environment& environment)
      : now_(Simulation::of(program, machine, environment)) {}

  [[nodiscard]] UnitCounts measure(const LivePoint& point);
  /// Points and widths of the machine.
  [[nodiscard]] trace::Ledger names() const { return now_->totals().ledger; }

private:
  void run_until_retired(std::uint64_t instructions);

  std::unique_ptr<Simulation> now_;
};

} // namespace stallscope::session

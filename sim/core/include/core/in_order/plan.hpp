#pragma once

#include "machine/description.hpp"
#include "machine/hazards.hpp"
#include "machine/limits.hpp"
#include "timeline/timeline.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::core {

using machine::kMaxInFlight;
using machine::kMaxLanes;
inline constexpr unsigned kMaxWidth = 8; ///< maximum number of slots of a stage, and of copies of a
                                         ///< unit

/// One lane of the pipeline: its role, and the lanes that operations enter next.
struct PlanLane {
  std::uint8_t stage =
      0; ///< index into Machine::stages; all lanes of units share the execute stage
  std::uint8_t slots = 1;
  std::uint8_t unit = 0; ///< for unit lanes
  std::uint8_t step = 0; ///< for unit lanes: index of the step; operations are issued to step 0
  bool is_unit = false;
  bool is_last_step = false; ///< for unit lanes: the unit's last step
  bool reads = false;        ///< stage roles, for this lane
  bool executes = false;
  bool accesses_memory = false;
  bool writes = false;
  std::uint8_t second_operand_cycles = 0; ///< extra cycles in this stage of operations that read
                                          ///< several registers
  bool reopens_late = false; ///< a slot freed by an operation that leaves can be entered one cycle
                             ///< later
};

/// A machine compiled to look-up tables for stepping: its hazard rules, which the scheduler shares,
/// and its lanes, in the order front stages, unit lanes, back stages.
struct PipelinePlan : machine::HazardTables {
  std::vector<PlanLane> lanes;
  std::vector<Lane> names; ///< the same lanes, as the timeline shows them
  unsigned width = 1;
  unsigned slots = 0;       ///< of all lanes together: the maximum number of operations in flight
  unsigned front_count = 0; ///< lanes [0, front_count) are the front stages; the last one issues
  unsigned first_back = 0;  ///< lanes [first_back, lanes.size()) are the stages after execute
  std::array<std::uint8_t, machine::kOpClassCount>
      first_lane_of{};                       ///< by OpClass: lane of its unit's first step
  std::vector<std::uint8_t> unit_first_lane; ///< by unit
  std::vector<std::uint8_t> unit_last_lane;  ///< by unit
  bool has_late_alu = false;
  bool fetch_cache = false;     ///< fetches go to a cache
  bool data_cache = false;      ///< data accesses go to a cache
  bool splits_accesses = false; ///< how long data accesses take depends on their addresses

  /// The gap of a stage behind the units says what its own operation waits for, and the ledger
  /// charges a root cause, which is another one: who would be there stands behind another
  /// operation, or the next one takes longer in its unit, and the stage would be empty.
  [[nodiscard]] bool charges_root(const Cause& gap) const {
    return may_overtake && (gap.why == Reason::stage_full || gap.why == Reason::idle);
  }

  /// The lane an operation enters after leaving `lane`; lanes.size() when it retires. Not for the
  /// issuing lane.
  [[nodiscard]] unsigned next_lane(unsigned lane) const;
};

/// Lane and stage tables of a validated machine.
[[nodiscard]] PipelinePlan make_plan(const machine::Machine& machine);

} // namespace stallscope::core

#pragma once

#include "machine/description.hpp"
#include "sched/data_flow/liveness.hpp"
#include "sched/dependence/loop.hpp"
#include "timeline/reservation_table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sched {

/// A machine resource of which several copies exist and that operations occupy at certain times.
struct ModuloResource {
  std::string name;
  std::uint32_t copies = 1;
};

/// `reader` uses the most recent result of `advance`, of whichever iteration (its offset or bound
/// is adjusted), but may not be issued in the cycle of an `advance` or the `cycles` - 1 cycles
/// after an `advance`, where `reader` would stall.
struct Separation {
  Node advance = 0;
  Node reader = 0;
  std::uint32_t cycles = 1;
};

/// Dependences that rewriting the loop's text can remove.
struct LoopFreedom {
  RegisterSet own_registers; ///< modulo variable expansion: every iteration gets its own registers
                             ///< for these, which removes their WAR and WAW dependences
  std::vector<Separation> free_readers; ///< modulo_problem computes `cycles`
  bool delay_slot = false;
};

/// The problem of modulo scheduling: a loop body that starts every II cycles (initiation interval).
/// An operation at time t is issued in the cycles t, t + II, t + 2 II ..., once for each iteration.
struct ModuloProblem {
  Block block;
  Node size = 0;             ///< operations of the block up to its branch
  std::vector<Edge> edges;   ///< time(to) + distance * II >= time(from) + latency
  std::vector<Edge> dropped; ///< dependences that rewriting removes
  std::vector<Separation> separations;
  std::vector<ModuloResource> resources;
  std::vector<std::vector<ReservationTable::Use>> uses; ///< reservation table by node, relative to
                                                        ///< its fetch
  std::uint32_t fetch_cycles = 0; ///< cycles from an operation's fetch to its issue without stalls
  Node branch = 0;                ///< the loop's branch, which ends the interval
  std::uint32_t bubbles = 0;      ///< cycles after a taken branch without issue
  bool delay_slot = false;
  std::uint32_t cycles_behind = 0; ///< cycles of the interval after the branch: delay slot and
                                   ///< bubbles

  [[nodiscard]] std::vector<std::uint32_t> copies() const;
  /// The fixed issue time of the branch for an interval.
  [[nodiscard]] std::int32_t branch_time(std::uint32_t interval) const {
    return static_cast<std::int32_t>(interval) - 1 - static_cast<std::int32_t>(cycles_behind);
  }
};

/// Resources are the issue slots, units (unpipelined ones for the operation's latency), the stages
/// after the units where operations of different latencies meet, ports of register file and memory,
/// and limits of pairing. The bubbles after a taken branch occupy the issue slots: the branch ends
/// every interval. Dynamically scheduled machines are approximated as in PipelineModel. Pairing
/// rules for one order only are not modelled.
[[nodiscard]] ModuloProblem modulo_problem(const DependenceGraph& loop,
                                           const machine::Machine& machine,
                                           const LoopFreedom& freedom);

/// Lower bounds of the initiation interval.
struct MinimumInterval {
  std::uint32_t resources = 1;   ///< ResMII: of the most used resource
  std::size_t bottleneck = 0;    ///< the resource with the largest minimum interval
  std::uint32_t needed = 0;      ///< copies times cycles that an iteration uses of the bottleneck
  std::uint32_t recurrences = 1; ///< RecMII: of the dependence cycle with the largest ratio
  std::vector<Node> circuit;     ///< the dependence cycle that determines RecMII, from its first
                                 ///< instruction; can be empty
  std::uint32_t circuit_cycles = 0;
  std::uint32_t circuit_distance = 0;

  [[nodiscard]] std::uint32_t interval() const {
    return resources > recurrences ? resources : recurrences;
  }
};
/// RecMII by binary search for the smallest interval without a cycle of positive length, where an
/// edge has length latency - distance * II. Source: Rau, "Iterative Modulo Scheduling", 1996.
[[nodiscard]] MinimumInterval minimum_interval(const ModuloProblem& problem);

/// One decision of a modulo scheduler.
struct ModuloStep {
  std::uint32_t interval = 0; ///< interval being tried
  Node node = kNoNode;        ///< kNoNode: the step starts or abandons an interval
  std::int32_t earliest = 0;  ///< start of the time window
  std::int32_t latest = 0;    ///< end of the time window; before `earliest` when searching
                              ///< backwards
  std::optional<std::int32_t> time;
  std::vector<Node> displaced; ///< operations unscheduled for `node`
  std::string why;
};

struct ModuloSchedule {
  std::string method;              ///< "iterative", "swing" or "exact"
  std::uint32_t interval = 0;      ///< II; 0: no schedule was found
  std::vector<std::int32_t> times; ///< by node, from 0
  std::uint32_t tried = 0;         ///< number of intervals tried
  std::vector<ModuloStep> steps;   ///< on request

  /// Stages: the iterations in flight together.
  [[nodiscard]] std::uint32_t stages() const;
  [[nodiscard]] std::uint32_t stage(Node node) const {
    return static_cast<std::uint32_t>(times[node]) / interval;
  }
  [[nodiscard]] std::uint32_t row(Node node) const {
    return static_cast<std::uint32_t>(times[node]) % interval;
  }
};

struct ModuloOptions {
  bool steps = false;
  std::uint32_t least_interval = 1; ///< start with this interval, or the minimum if larger
  std::uint32_t budget = 6;         ///< placements per operation before the next interval is tried
};

/// Iterative modulo scheduling: operations in order of height, each in the first free slot of its
/// window. An operation without a free slot is placed regardless, and the operations in conflict
/// with it are unscheduled and placed again. Source: Rau, "Iterative Modulo Scheduling: An
/// Algorithm for Software Pipelining Loops", 1994 and 1996.
[[nodiscard]] ModuloSchedule schedule_iterative(const ModuloProblem& problem,
                                                const ModuloOptions& options = {});

/// Swing modulo scheduling: operations in an order in which each has only predecessors or only
/// successors placed before it, recurrences first; each is placed as near to these as possible,
/// which keeps lifetimes short. No backtracking. Source: Llosa, Gonzalez, Ayguade and Valero,
/// "Swing Modulo Scheduling: A Lifetime-Sensitive Approach", 1996.
[[nodiscard]] ModuloSchedule schedule_swing(const ModuloProblem& problem,
                                            const ModuloOptions& options = {});

/// Result of the exact search for one interval.
struct IntervalProof {
  bool decided = false;                           ///< false: the search was stopped
  std::optional<std::vector<std::int32_t>> times; ///< a schedule; none when `decided`: no schedule
                                                  ///< exists for the interval
  std::uint64_t visited = 0;                      ///< partial schedules examined
};
/// Exhaustive search over assignments of operations to rows of the interval, pruned by resources
/// and longest dependence paths between rows. Stops after `limit` partial schedules.
[[nodiscard]] IntervalProof search_interval(const ModuloProblem& problem, std::uint32_t interval,
                                            std::uint64_t limit);

/// Checks a modulo schedule: returns the violation as a sentence, or an empty string. Simulates
/// enough iterations in absolute cycles and counts resources there, independent of the modulo
/// reservation table.
[[nodiscard]] std::string modulo_violation(const ModuloProblem& problem, std::uint32_t interval,
                                           const std::vector<std::int32_t>& times);

} // namespace stallscope::sched

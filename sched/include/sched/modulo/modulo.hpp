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

/// Something a machine has a number of, of which operations need copies at times.
struct ModuloResource {
  std::string name;
  std::uint32_t copies = 1;
};

/// `reader` takes what `advance` made last, in whichever iteration (its offset or its bound is
/// changed accordingly), but is not issued in the cycle of any `advance` nor in the `cycles` - 1
/// behind it, in which it would wait.
struct Separation {
  Node advance = 0;
  Node reader = 0;
  std::uint32_t cycles = 1;
};

/// What rewriting a loop's text can do about its dependences.
struct LoopFreedom {
  RegisterSet own_registers; ///< every iteration gets registers of its own for these: WAR and WAW
                             ///< through them are none
  std::vector<Separation> free_readers; ///< `cycles` is filled in by modulo_problem
  bool delay_slot = false;
};

/// A loop body to be started anew every so many cycles: the initiation interval, II. An operation
/// at time t is issued in the cycles t, t + II, t + 2 II ... once for every iteration.
struct ModuloProblem {
  Block block;
  Node size = 0;             ///< operations: the block up to its branch
  std::vector<Edge> edges;   ///< time(to) + distance * II >= time(from) + latency
  std::vector<Edge> dropped; ///< of the loop's dependences those that rewriting does away with
  std::vector<Separation> separations;
  std::vector<ModuloResource> resources;
  std::vector<std::vector<ReservationTable::Use>> uses; ///< by node, behind its fetch
  std::uint32_t fetch_cycles =
      0;                     ///< from an operation's fetch to its issue, if nothing holds it up
  Node branch = 0;           ///< the loop's, which ends the interval
  std::uint32_t bubbles = 0; ///< cycles behind a taken branch in which nothing is issued
  bool delay_slot = false;
  std::uint32_t cycles_behind = 0; ///< of the interval behind the branch: delay slot and bubbles

  [[nodiscard]] std::vector<std::uint32_t> copies() const;
  /// When the branch is issued, at an interval: fixed.
  [[nodiscard]] std::int32_t branch_time(std::uint32_t interval) const {
    return static_cast<std::int32_t>(interval) - 1 - static_cast<std::int32_t>(cycles_behind);
  }
};

/// The resources are the machine's issue slots, units (one that is not pipelined for the
/// operation's latency), the stages behind the units where operations of different latencies meet,
/// ports of register file and memory, and limits of pairing. The cycles behind a taken branch in
/// which nothing can be issued take the issue slots: the branch ends every interval. Dynamically
/// scheduled machines are stood for as in PipelineModel. Not among them: pairs that are forbidden
/// in one order only.
[[nodiscard]] ModuloProblem modulo_problem(const DependenceGraph& loop,
                                           const machine::Machine& machine,
                                           const LoopFreedom& freedom);

/// Below which no interval is possible.
struct MinimumInterval {
  std::uint32_t resources = 1;   ///< ResMII: of the resource needed most
  std::size_t bottleneck = 0;    ///< that resource
  std::uint32_t needed = 0;      ///< its copies times cycles an iteration needs
  std::uint32_t recurrences = 1; ///< RecMII: of the circuit of dependences that takes longest
  std::vector<Node> circuit;     ///< that one, from its first instruction; empty without any
  std::uint32_t circuit_cycles = 0;
  std::uint32_t circuit_distance = 0;

  [[nodiscard]] std::uint32_t interval() const {
    return resources > recurrences ? resources : recurrences;
  }
};
/// RecMII by binary search for the least interval without a circuit of positive length, where an
/// edge is latency - distance * II long. Source: Rau, "Iterative Modulo Scheduling", 1996.
[[nodiscard]] MinimumInterval minimum_interval(const ModuloProblem& problem);

/// One decision of a modulo scheduler.
struct ModuloStep {
  std::uint32_t interval = 0; ///< that is being tried
  Node node = kNoNode;        ///< kNoNode: the interval is given up, or begun
  std::int32_t earliest = 0;  ///< first time looked at
  std::int32_t latest = 0;    ///< last time looked at; before `earliest` when going backwards
  std::optional<std::int32_t> time;
  std::vector<Node> displaced; ///< taken out again for it
  std::string why;
};

struct ModuloSchedule {
  std::string method;              ///< "iterative", "swing" or "exact"
  std::uint32_t interval = 0;      ///< II; 0: none has been found
  std::vector<std::int32_t> times; ///< by node, from 0
  std::uint32_t tried = 0;         ///< intervals
  std::vector<ModuloStep> steps;   ///< when asked for

  /// Iterations in flight together.
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
  std::uint32_t least_interval = 1; ///< begin there, or at the minimum when that is more
  std::uint32_t budget = 6;         ///< placements per operation before a longer interval is tried
};

/// Iterative modulo scheduling: operations in the order of their heights, each in the first slot of
/// its window; one that finds none takes a slot all the same, and those in its way are taken out
/// and come again. Source: Rau, "Iterative Modulo Scheduling: An Algorithm for Software Pipelining
/// Loops", 1994 and 1996.
[[nodiscard]] ModuloSchedule schedule_iterative(const ModuloProblem& problem,
                                                const ModuloOptions& options = {});

/// Swing modulo scheduling: operations in an order in which each has neighbours only on one side
/// placed before it, recurrences first, and each as near to these as can be, which keeps values in
/// registers for short. Nothing is taken back. Source: Llosa, Gonzalez, Ayguade and Valero, "Swing
/// Modulo Scheduling: A Lifetime-Sensitive Approach", 1996.
[[nodiscard]] ModuloSchedule schedule_swing(const ModuloProblem& problem,
                                            const ModuloOptions& options = {});

/// Whether an interval is possible.
struct IntervalProof {
  bool decided = false;                           ///< otherwise the search was stopped
  std::optional<std::vector<std::int32_t>> times; ///< a schedule; decided without: there is none
  std::uint64_t visited = 0;                      ///< partial schedules looked at
};
/// By going through all assignments of operations to rows of the interval, against resources and
/// the longest ways of dependences between rows. Stops after `limit` partial schedules.
[[nodiscard]] IntervalProof search_interval(const ModuloProblem& problem, std::uint32_t interval,
                                            std::uint64_t limit);

/// What a schedule breaks, in a sentence; empty when it is one. Looks at the operations of enough
/// iterations in absolute cycles, and counts resources there: nothing is modulo anything, and no
/// reservation table is used.
[[nodiscard]] std::string modulo_violation(const ModuloProblem& problem, std::uint32_t interval,
                                           const std::vector<std::int32_t>& times);

} // namespace stallscope::sched

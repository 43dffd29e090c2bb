#pragma once

#include "sched/message.hpp"
#include "sched/modulo/modulo.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::sched {

enum class ModuloMethod : std::uint8_t { iterative, swing };

struct PipelineOptions {
  ModuloMethod method = ModuloMethod::iterative;
  bool steps = false; ///< keep the decisions
  /// Partial schedules looked at in the search for shorter intervals, all together.
  std::uint64_t search_limit = 1'000'000;
  AliasHints hints;
};

/// A loop, what is known about its modulo schedules, and what became of it.
struct PipelinedLoop {
  Block block;  ///< as it is scheduled
  Block source; ///< as it is in the source; another one when that ends with a comparison of its own
  std::shared_ptr<const isa::Program> program{}; ///< of `block`, when it is another one
  std::string label;                             ///< of the loop in the source
  std::string main_label; ///< of the kernel; empty: the loop has been left as it is
  Message why_not;        ///< when it has been left
  DependenceGraph graph;
  ModuloProblem problem; ///< empty when the loop could not be analysed
  MinimumInterval minimum;
  ModuloSchedule schedule;              ///< interval 0: there is none
  std::uint32_t heuristic_interval = 0; ///< what the method found by itself
  std::uint32_t lower_bound = 0;        ///< no interval below it is possible
  std::uint64_t visited = 0;            ///< partial schedules looked at for it
  std::uint32_t registers_from = 0; ///< the interval that registers did not suffice for, 0: none
  std::uint32_t copies = 0;         ///< of the loop's body in the kernel: modulo variable expansion
  std::vector<std::pair<std::string, std::uint32_t>> expanded; ///< registers of which there are
                                                               ///< several, with their number
  std::uint32_t least_trips = 0; ///< with fewer iterations, the loop as it was is executed

  /// Shown to be the least interval, of the problem as it is stated.
  [[nodiscard]] bool proven() const {
    return schedule.interval > 0 && schedule.interval == lower_bound;
  }
};

struct Pipelined {
  std::string text;
  std::vector<PipelinedLoop> loops;
};

/// Software pipelining of counted loops that are one block, in source text: iterations begin an
/// initiation interval apart, before the one before has ended. In front of the loop its trip count
/// is computed; LABEL_pipelined is the kernel, behind a prologue that begins the first iterations
/// and in front of an epilogue that ends the last ones; iterations left over, and all of them when
/// there are few, run in the loop as it was, LABEL_rest. The kernel of a loop that ends with a
/// comparison of its own, and a branch that tests its result, compares for equality with what the
/// counter ends with. As many copies of the body make up the
/// kernel as its values live on (modulo variable expansion). Accesses follow the base they share
/// with other iterations by their displacement.
///
/// Every schedule is checked (modulo_violation). A loop that cannot be analysed, of which no
/// iterations overlap, or for which registers run out is left, with the reason. When registers are
/// short, iterations share some, or begin further apart.
[[nodiscard]] Pipelined software_pipeline(const isa::Program& program,
                                          const std::vector<Block>& blocks,
                                          const machine::Machine& machine,
                                          const PipelineOptions& options = {});

} // namespace stallscope::sched

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
  bool steps = false; ///< record the decisions
  /// Limit of partial schedules examined in the search for shorter intervals, over all loops.
  std::uint64_t search_limit = 1'000'000;
  AliasHints hints;
};

/// A loop, its modulo schedule, and the result of pipelining it.
struct PipelinedLoop {
  Block block;  ///< as scheduled
  Block source; ///< as in the source; differs when the loop ends with a separate comparison
  std::shared_ptr<const isa::Program> program{}; ///< program of `block`, if it differs
  std::string label;                             ///< label of the loop in the source
  std::string main_label; ///< label of the kernel; empty: the loop was not pipelined
  Message why_not;        ///< the reason why it was not pipelined
  DependenceGraph graph;
  ModuloProblem problem; ///< empty when the loop could not be analysed
  MinimumInterval minimum;
  ModuloSchedule schedule;              ///< interval 0: no schedule
  std::uint32_t heuristic_interval = 0; ///< interval the heuristic found
  std::uint32_t lower_bound = 0;        ///< lower bound of the interval
  std::uint64_t visited = 0;            ///< partial schedules examined for the lower bound
  std::uint32_t registers_from = 0; ///< interval that was abandoned for lack of registers, 0: none
  std::uint32_t copies = 0;         ///< unrolling of the kernel by modulo variable expansion
  /// Registers with several copies, and the number of copies.
  std::vector<std::pair<std::string, std::uint32_t>> expanded;
  std::uint32_t least_trips = 0; ///< shorter trip counts run in the original loop

  /// The interval is proven minimal for the problem as stated.
  [[nodiscard]] bool proven() const {
    return schedule.interval > 0 && schedule.interval == lower_bound;
  }
};

struct Pipelined {
  std::string text;
  std::vector<PipelinedLoop> loops;
};

/// Software pipelining of counted loops of one block, in source text: iterations start one
/// initiation interval apart and overlap. Code before the loop computes its trip count;
/// LABEL_pipelined is the kernel, between a prologue that starts the first iterations and an
/// epilogue that ends the last ones; remaining iterations, and short trip counts as a whole, run in
/// the original loop, LABEL_rest. If the loop ends with a separate comparison and a branch on its
/// result, the kernel compares the counter with its final value for equality. The kernel contains
/// as many copies of the body as the longest lifetime needs (modulo variable expansion). Accesses
/// adjust their displacement to a base shared with other iterations.
///
/// Every schedule is checked (modulo_violation). A loop that cannot be analysed, whose iterations
/// cannot overlap, or for which registers run out is left unchanged, with the reason. When
/// registers are short, iterations share some, or the interval is increased.
[[nodiscard]] Pipelined software_pipeline(const isa::Program& program,
                                          const std::vector<Block>& blocks,
                                          const machine::Machine& machine,
                                          const PipelineOptions& options = {});

} // namespace stallscope::sched

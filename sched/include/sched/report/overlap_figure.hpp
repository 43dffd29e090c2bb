#pragma once

#include "machine/description.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// When the first iterations of a loop issue their instructions, iteration by iteration.
struct OverlapPanel {
  struct Issue {
    std::uint32_t cycle = 0; ///< from 1
    std::uint32_t iteration = 0;
    Node node = 0;
  };
  std::vector<Issue> issues; ///< by cycle, then iteration
  std::uint32_t cycles = 0;
};

/// The lecture's figure of software pipelining: the loop as it was, its iterations one behind the
/// other, and beside it pipelined, an interval apart, with as many iterations.
struct OverlapFigure {
  std::uint32_t iterations = 0;
  OverlapPanel plain;
  OverlapPanel pipelined;
  std::uint32_t kernel_begin = 0; ///< cycles of the pipelined panel in which all stages are at
  std::uint32_t kernel_end = 0;   ///< work: [begin, end)
  std::vector<std::string> names; ///< by node: what stands in a cell
};

/// Of a loop that has a schedule. The plain panel is the pipeline model's, with what the taken
/// branch costs; the pipelined one the modulo schedule's.
[[nodiscard]] OverlapFigure overlap_figure(const PipelinedLoop& loop,
                                           const machine::Machine& machine);
[[nodiscard]] std::string overlap_text(const OverlapFigure& figure);
/// A whole SVG document.
[[nodiscard]] std::string overlap_svg(const OverlapFigure& figure, const std::string& title);

/// What bounds the interval, what was found and what it needs, in sentences.
[[nodiscard]] std::string modulo_summary(const PipelinedLoop& loop);
/// The kernel's reservation table: a row for each cycle of the interval, with the instructions
/// issued in it and what is taken of every resource.
[[nodiscard]] std::string modulo_table_text(const PipelinedLoop& loop);
/// The decisions, a line each.
[[nodiscard]] std::string modulo_steps_text(const PipelinedLoop& loop);

} // namespace stallscope::sched

#pragma once

#include "machine/description.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Issue times of the first iterations of a loop, by iteration.
struct OverlapPanel {
  struct Issue {
    std::uint32_t cycle = 0; ///< from 1
    std::uint32_t iteration = 0;
    Node node = 0;
  };
  std::vector<Issue> issues; ///< by cycle, then iteration
  std::uint32_t cycles = 0;
};

/// The figure of software pipelining: sequential iterations of the loop, and beside them the same
/// number of pipelined iterations, one initiation interval apart.
struct OverlapFigure {
  std::uint32_t iterations = 0;
  OverlapPanel plain;
  OverlapPanel pipelined;
  std::uint32_t kernel_begin = 0; ///< first cycle of the pipelined panel in which all stages are
                                  ///< active
  std::uint32_t kernel_end = 0;   ///< first cycle after those in which all stages are active
  std::vector<std::string> names; ///< by node: text of a cell
};

/// For a loop that has a schedule. The sequential panel follows the pipeline model, taken branch
/// included; the pipelined one the modulo schedule.
[[nodiscard]] OverlapFigure overlap_figure(const PipelinedLoop& loop,
                                           const machine::Machine& machine);
[[nodiscard]] std::string overlap_text(const OverlapFigure& figure);
/// A complete SVG document.
[[nodiscard]] std::string overlap_svg(const OverlapFigure& figure, const std::string& title);

/// The bounds of the interval, the schedule found and its resource use, in sentences.
[[nodiscard]] std::string modulo_summary(const PipelinedLoop& loop);
/// The kernel's modulo reservation table: a row for each cycle of the interval, with the
/// instructions issued and the resources used.
[[nodiscard]] std::string modulo_table_text(const PipelinedLoop& loop);
/// The scheduling decisions, one per line.
[[nodiscard]] std::string modulo_steps_text(const PipelinedLoop& loop);

} // namespace stallscope::sched

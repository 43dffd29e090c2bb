#pragma once

#include "loop/loop_report.hpp"

#include <string>
#include <vector>

// Text of a loop's report, equal in every output format.
namespace stallscope::cli {

/// "7/2"; a mean with its confidence interval.
[[nodiscard]] std::string short_rate(const session::LoopRate& rate);
/// With two decimals; "." for 0.
[[nodiscard]] std::string decimal(const session::Fraction& fraction);

/// The sum of micro-ops for the line below a table of decimals.
[[nodiscard]] std::string sum_of_micro_ops(const session::LoopReport& report);

/// A port is busy for fewer cycles than its instructions' add up to.
[[nodiscard]] bool differs_in_busy(const session::LoopReport& report);

/// A region without instructions: only its name is known.
[[nodiscard]] bool is_empty(const session::LoopReport& report);
/// "saxpy.s on ooo-4: 5 instructions".
[[nodiscard]] std::string title_of(const session::LoopReport& report);
/// Cycles and micro-ops per iteration, and their exactness: several lines.
[[nodiscard]] std::string rate_lines(const session::LoopReport& report);
[[nodiscard]] std::string bottleneck_text(const session::LoopReport& report);
/// The instructions of a recurrence, one per line, with the dependences between them.
[[nodiscard]] std::string chain_text(const session::LoopReport& report,
                                     const session::LoopBound& bound);

/// The name of a loop, with a number if several loops have the same name: "saxpy loop 2".
[[nodiscard]] std::string name_among(const LoopReports& reports, const session::LoopReport& report);

/// Rows of a table; the first column is the name.
using Rows = std::vector<std::vector<std::string>>;
/// Loops side by side.
[[nodiscard]] Rows beside_rows(const LoopReports& reports);

/// The diagram of the first iterations, if recorded.
[[nodiscard]] trace::View timeline_view(const session::LoopReport& report);
[[nodiscard]] bool is_drawn(const session::LoopReport& report);

} // namespace stallscope::cli

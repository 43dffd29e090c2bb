#pragma once

#include "trace/line_costs.hpp"

#include <string>

// Text of the cost by source line, shared by all output formats.
namespace stallscope::trace {

/// "sum.c:12", or that the line is unknown.
[[nodiscard]] std::string place_words(const LineCost& cost);
[[nodiscard]] std::string cycles_per_instruction(const LineCost& cost);
/// The most frequent stall reason of a line and its cycles: "RAW 120"; can be empty.
[[nodiscard]] std::string waits_words(const LineCost& cost);

} // namespace stallscope::trace

#pragma once

#include "trace/line_costs.hpp"

#include <string>

// Words of the account by lines that all forms of output share.
namespace stallscope::trace {

/// "sum.c:12", or that the line is not known.
[[nodiscard]] std::string place_words(const LineCost& cost);
[[nodiscard]] std::string cycles_per_instruction(const LineCost& cost);
/// The reason that has held its operations longest, and for how many cycles: "RAW 120"; may be
/// empty.
[[nodiscard]] std::string waits_words(const LineCost& cost);

} // namespace stallscope::trace

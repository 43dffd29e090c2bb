#pragma once

#include "arguments/arguments.hpp"

#include <optional>
#include <string>

namespace stallscope::cli {

/// The arguments of a run with some options changed: "streams=1 passes=all", "mlp distribute=A:1".
/// Prints an error if there are none such.
[[nodiscard]] std::optional<GraphArguments> graph_variant(const GraphCommand& base,
                                                          const std::string& options);

} // namespace stallscope::cli

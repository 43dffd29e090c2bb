#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// What a run is of.
enum class Subject : std::uint8_t {
  program, ///< instructions on the stages of a machine
  plan,    ///< operations of micro-batches on devices
  graph,   ///< operators of a computation graph on the host and streams
};

/// By the name of a file, and of a ".toml" by what is in it: "x.csv" is the order of a plan,
/// "x.graph" a graph, and a file with keys of a plan at its top is a plan.
[[nodiscard]] Subject subject_of_file(const std::string& name);

} // namespace stallscope::gui

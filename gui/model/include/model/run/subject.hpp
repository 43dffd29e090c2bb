#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// What a run is of.
enum class Subject : std::uint8_t {
  program,  ///< instructions on the stages of a machine
  plan,     ///< operations of micro-batches on devices
  graph,    ///< operators of a computation graph on the host and streams
  trace,    ///< operations of a pipeline, as another tool or run has recorded them
  measured, ///< kernels and copies on devices, as a profiler has recorded them
};

/// Its time is counted in cycles of a machine, otherwise in ticks.
[[nodiscard]] constexpr bool counts_cycles(Subject subject) {
  return subject == Subject::program || subject == Subject::trace;
}
/// It was recorded elsewhere: there is neither a program nor a machine.
[[nodiscard]] constexpr bool is_recorded(Subject subject) {
  return subject == Subject::trace || subject == Subject::measured;
}

/// By the name of a file, and of a ".toml" by what is in it: "x.csv" is the order of a plan,
/// "x.graph" a graph, and a file with keys of a plan at its top is a plan. Traces are known by how
/// they begin.
[[nodiscard]] Subject subject_of_file(const std::string& name);

/// A line of a plan's text begins with "key =".
[[nodiscard]] bool sets_key(std::string_view text, std::string_view key);

} // namespace stallscope::gui

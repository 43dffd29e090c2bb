#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// Kind of a run's content.
enum class Subject : std::uint8_t {
  program,  ///< instructions on the stages of a machine
  plan,     ///< operations on micro-batches on devices
  graph,    ///< operators of a computation graph on the host and streams
  trace,    ///< operations of a pipeline, recorded by another tool or run
  measured, ///< kernels and copies on devices, recorded by a profiler
};

/// Time is counted in cycles of a machine; otherwise in ticks.
[[nodiscard]] constexpr bool counts_cycles(Subject subject) {
  return subject == Subject::program || subject == Subject::trace;
}
/// A recorded trace, without program and machine.
[[nodiscard]] constexpr bool is_recorded(Subject subject) {
  return subject == Subject::trace || subject == Subject::measured;
}

/// The subject by file name, for ".toml" by content: "x.csv" is the order of a plan, "x.graph" a
/// graph, and a file with top-level keys of a plan is a plan. Traces are recognised by their first
/// bytes.
[[nodiscard]] Subject subject_of_file(const std::string& name);

/// A line of the text starts with "key =".
[[nodiscard]] bool sets_key(std::string_view text, std::string_view key);

} // namespace stallscope::gui

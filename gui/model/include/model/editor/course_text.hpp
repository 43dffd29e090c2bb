#pragma once

#include "base/result.hpp"
#include "model/run/run.hpp"

#include <string>
#include <string_view>

namespace stallscope::gui {

/// The name under which a text of a plan or graph is run and saved: "1f1b.toml" for the schedule
/// 1f1b, "mlp.graph" for the example mlp. File names are unchanged.
[[nodiscard]] std::string course_file_name(Subject subject, const std::string& name);

/// A plan from a named schedule and settings, without a file: its text is generated.
[[nodiscard]] bool is_named_schedule(const RunSpec& spec);

/// The text of a plan or graph for the editor: the content of a file, the text of an included
/// graph, or for a named schedule its keys as a plan file. Fails for ONNX models, and for
/// scenarios, which consist of options.
[[nodiscard]] Result<std::string> course_text(const RunSpec& spec);

/// All problems of the text of a plan or graph; empty: it can be run.
[[nodiscard]] Diagnostics course_problems(const RunSpec& spec);

/// A run with an edited text, or an executable, as its source. Settings with the same name as keys
/// in a plan's text are removed; an order by hand, which belongs to the previous plan, is dropped.
[[nodiscard]] RunSpec with_source(RunSpec spec, Subject subject, ProgramSource source);

} // namespace stallscope::gui

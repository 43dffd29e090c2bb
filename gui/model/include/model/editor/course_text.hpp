#pragma once

#include "base/result.hpp"
#include "model/run/run.hpp"

#include <string>
#include <string_view>

namespace stallscope::gui {

/// The name under which a text of a plan or graph is run and saved: "1f1b.toml" of the schedule
/// 1f1b, "mlp.graph" of the example mlp. Names of files stay.
[[nodiscard]] std::string course_file_name(Subject subject, const std::string& name);

/// A plan whose text is made of its schedule and its settings, as no file has it.
[[nodiscard]] bool is_named_schedule(const RunSpec& spec);

/// The text of a plan or graph, for the editor: of a file as it is, of a shipped graph, and of a
/// named schedule the keys it has, as a plan file. An error for what has no text: ONNX models, and
/// parts of plans, which are made of options alone.
[[nodiscard]] Result<std::string> course_text(const RunSpec& spec);

/// Everything wrong with the text of a plan or graph; empty: it can be run.
[[nodiscard]] Diagnostics course_problems(const RunSpec& spec);

/// A run with an edited text, or with an executable, in place of what it has. The keys of a plan's
/// text go over settings of the same name; an order by hand, which was of another plan, is left
/// out.
[[nodiscard]] RunSpec with_source(RunSpec spec, Subject subject, ProgramSource source);

} // namespace stallscope::gui

#pragma once

#include "base/diagnostic.hpp"
#include "machine/machine_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::sweep {

[[nodiscard]] Diagnostic file_problem(const std::string& file, std::string message,
                                      std::string expected = {});

/// The reason to refuse a file named by an experiment or rubric: pipes and devices may never end.
/// None for regular and missing files.
[[nodiscard]] std::optional<Diagnostic> refusal_of_stream(const std::string& file);

/// A machine named by an experiment or rubric: a preset, or a regular file if the name contains a
/// '/'.
[[nodiscard]] Result<machine::Machine>
load_named_machine(const std::string& name, const std::vector<machine::Setting>& settings = {});

} // namespace stallscope::sweep

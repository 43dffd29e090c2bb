#pragma once

#include "base/diagnostic.hpp"
#include "machine/machine_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::sweep {

[[nodiscard]] Diagnostic file_problem(const std::string& file, std::string message,
                                      std::string expected = {});

/// Why a file that an experiment or rubric names is not opened: pipes and devices may never end.
/// None when it is plain, or not there.
[[nodiscard]] std::optional<Diagnostic> refusal_of_stream(const std::string& file);

/// A machine that an experiment or rubric names: a preset, or a plain file, whose name has a '/'.
[[nodiscard]] Result<machine::Machine>
load_named_machine(const std::string& name, const std::vector<machine::Setting>& settings = {});

} // namespace stallscope::sweep

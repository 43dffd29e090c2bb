#pragma once

#include "base/platform/confinement.hpp"
#include "sweep/grade.hpp"

#include <functional>
#include <string>

namespace stallscope::sweep {

/// Work that isolates itself as soon as it does not need the host's files any more; its process
/// writes the result to `output`.
using ConfinedWork = std::function<std::string(Confinement& walls, int output)>;

/// Runs work in a separate process and receives its result, a text. Returns how the process ended
/// if there is no valid result; otherwise an empty string. The process is killed after
/// `limit_wall_seconds`.
[[nodiscard]] std::string in_child_process(const ConfinedWork& work,
                                           const std::function<bool(const std::string&)>& take,
                                           double limit_wall_seconds);

/// Serialises findings to send them between processes, and parses them.
[[nodiscard]] std::string to_text(const TaskFindings& findings);
[[nodiscard]] bool from_text(const std::string& text, TaskFindings& findings);

} // namespace stallscope::sweep

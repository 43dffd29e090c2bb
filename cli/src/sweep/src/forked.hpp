#pragma once

#include "base/platform/confinement.hpp"
#include "sweep/grade.hpp"

#include <functional>
#include <string>

namespace stallscope::sweep {

/// Work that puts up its walls itself, as soon as it can do without the host; its process writes to
/// `output`.
using ConfinedWork = std::function<std::string(Confinement& walls, int output)>;

/// Does something in a process of its own, that ends with it, and takes what comes of it, a text.
/// Says how the process ended when nothing that can be taken came; else empty. After
/// `limit_wall_seconds` of the clock the process is ended, whatever it waits for.
[[nodiscard]] std::string in_child_process(const ConfinedWork& work,
                                           const std::function<bool(const std::string&)>& take,
                                           double limit_wall_seconds);

/// Findings as text, to be sent to another process, and back.
[[nodiscard]] std::string to_text(const TaskFindings& findings);
[[nodiscard]] bool from_text(const std::string& text, TaskFindings& findings);

} // namespace stallscope::sweep

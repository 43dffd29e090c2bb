#pragma once

#include "model/language/strings.hpp"
#include "model/run/run.hpp"

#include <string>
#include <vector>

namespace stallscope::gui {

/// A plan or graph otherwise: what would change if.
struct CourseChange {
  std::string name; ///< stable: "transfer-0"
  Text words = Text::whatif_transfer;
  RunSpec spec;
};

/// What can be changed of a run; none of programs.
[[nodiscard]] std::vector<CourseChange> course_changes(const Run& run);

} // namespace stallscope::gui

#pragma once

#include "model/language/strings.hpp"
#include "model/run/run.hpp"

#include <string>
#include <vector>

namespace stallscope::gui {

/// A change of a plan or graph for the what-if analysis.
struct CourseChange {
  std::string name; ///< stable identifier: "transfer-0"
  Text words = Text::whatif_transfer;
  RunSpec spec;
};

/// The possible changes of a run; none for programs.
[[nodiscard]] std::vector<CourseChange> course_changes(const Run& run);

} // namespace stallscope::gui

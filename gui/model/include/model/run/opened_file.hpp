#pragma once

#include "model/run/run.hpp"

#include <string>
#include <string_view>

namespace stallscope::gui {

/// By its file name: "my.toml".
[[nodiscard]] inline bool is_machine_file(std::string_view name) {
  return name.size() > 5 && name.ends_with(".toml");
}

/// A run with a file, or an included program, opened in it: a machine file becomes its machine,
/// without settings; a plan or graph replaces the subject; any other file becomes its program, in
/// source order.
[[nodiscard]] inline RunSpec with_file(RunSpec spec, const std::string& name) {
  const Subject subject = subject_of_file(name);
  if (subject != Subject::program) {
    RunSpec course;
    course.subject = subject;
    course.program.name = name;
    return course;
  }
  if (spec.subject != Subject::program)
    spec = RunSpec();
  if (is_machine_file(name)) {
    spec.machine = name;
    spec.settings.clear();
    return spec;
  }
  spec.program = {};
  spec.program.name = name;
  spec.scheduler.clear();
  return spec;
}

} // namespace stallscope::gui

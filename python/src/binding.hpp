#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "trace/run_record.hpp"

#include <memory>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>
#include <vector>

// What the parts of the Python module share. Objects of the libraries are held by shared pointers
// to constants: a program or a machine never changes, so that runs may share it without copies.
namespace stallscope::python {

namespace py = pybind11;

/// Becomes stallscope.Error in Python, with all that a diagnostic has.
struct Failed {
  Diagnostics diagnostics;
};

/// The value, or its problems as an exception.
template <class T> T value_of(Result<T> result) {
  if (!result)
    throw Failed{result.diagnostics()};
  return std::move(result).value();
}

[[noreturn]] inline void fail(std::string message) {
  Diagnostic problem;
  problem.message = std::move(message);
  throw Failed{{std::move(problem)}};
}

/// A program as it has been read.
struct LoadedProgram {
  std::shared_ptr<const isa::Program> program;
  Diagnostics warnings;
};

/// A machine, with what it has been made of.
struct LoadedMachine {
  std::shared_ptr<const machine::Machine> machine;
  std::string source;                ///< name of a preset, or a file
  std::vector<std::string> settings; ///< "key=value"
};

/// Checks that a machine executes a program; units that are missing are assumed as the machine
/// says, with a warning each in `notes`.
std::shared_ptr<const machine::Machine> machine_for(const LoadedMachine& machine,
                                                    const isa::Program& program,
                                                    std::vector<std::string>& notes);

void bind_programs(py::module_& module);
void bind_machines(py::module_& module);
void bind_plugins(py::module_& module);
void bind_runs(py::module_& module);
void bind_sessions(py::module_& module);

/// Arrays over what a record keeps, without a copy: they hold the record.
class Recording {
public:
  explicit Recording(std::shared_ptr<const trace::RunRecord> record) : record_(std::move(record)) {}
  [[nodiscard]] const trace::RunRecord& record() const { return *record_; }
  [[nodiscard]] py::object rows() const;
  [[nodiscard]] py::object spans() const;
  [[nodiscard]] py::object gaps() const;
  [[nodiscard]] py::object arrows() const;
  [[nodiscard]] py::object lost() const;
  [[nodiscard]] const std::shared_ptr<const trace::RunRecord>& shared() const { return record_; }

private:
  std::shared_ptr<const trace::RunRecord> record_;
};

} // namespace stallscope::python

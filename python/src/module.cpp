#include "binding.hpp"
#include "machine/plugin.hpp"
#include "timeline/reason.hpp"

namespace stallscope::python {

namespace {

py::dict as_dict(const Diagnostic& d) {
  py::dict out;
  out["severity"] = d.severity == Severity::error     ? "error"
                    : d.severity == Severity::warning ? "warning"
                                                      : "note";
  out["file"] = d.file;
  out["line"] = d.line;
  out["column"] = d.column;
  out["message"] = d.message;
  out["expected"] = d.expected;
  out["suggestion"] = d.suggestion;
  out["source_line"] = d.source_line;
  return out;
}

/// stallscope.Error is made in Python, where its documentation is.
void raise(const Failed& failed) {
  py::list list;
  for (const Diagnostic& d : failed.diagnostics)
    list.append(as_dict(d));
  const py::object type = py::module_::import("stallscope._errors").attr("Error");
  const py::object error = type(format(failed.diagnostics), list);
  PyErr_SetObject(type.ptr(), error.ptr());
}

py::list reasons() {
  py::list all;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const ReasonInfo& reason = info(static_cast<Reason>(i));
    all.append(py::make_tuple(std::string(reason.name), std::string(reason.title),
                              std::string(reason.meaning)));
  }
  return all;
}

} // namespace

} // namespace stallscope::python

PYBIND11_MODULE(_core, module) {
  using namespace stallscope::python;
  module.doc() =
      "The simulator's libraries. Use the package stallscope, which is written for people.";
  module.attr("version") = STALLSCOPE_VERSION;
  py::register_exception_translator(
      [](std::exception_ptr thrown) { // NOLINT(performance-unnecessary-value-param): its type
        try {
          if (thrown)
            std::rethrow_exception(thrown);
        } catch (const Failed& failed) {
          raise(failed);
        } catch (const stallscope::machine::PluginError& error) {
          stallscope::Diagnostic problem;
          problem.message = error.what();
          raise({{std::move(problem)}});
        }
      });
  module.def("reasons", &reasons,
             "Every reason for which a slot is lost, by number: (name, title, meaning).");
  bind_programs(module);
  bind_machines(module);
  bind_plugins(module);
  bind_runs(module);
  bind_sessions(module);
}

#include "session/session.hpp"

#include "binding.hpp"
#include "session/runner.hpp"

#include <pybind11/stl.h>

namespace stallscope::python {

namespace {

/// A session with what it holds on to.
class OpenSession {
public:
  OpenSession(const LoadedProgram& program, const LoadedMachine& machine, std::string input)
      : program_(program.program), machine_(machine_for(machine, *program_, notes_)),
        session_(std::make_unique<session::Session>(program_, machine_, std::move(input))) {}

  session::Session& operator*() { return *session_; }
  session::Session* operator->() { return session_.get(); }

  /// The recorded cycles as a run, with the names that its operations are shown with.
  Recording record(std::uint64_t from, std::uint64_t to) {
    if (from == 0 || to < from)
      fail("a record needs cycles from 1 on, the first no later than the last");
    auto record = std::make_shared<trace::RunRecord>();
    {
      const py::gil_scoped_release released;
      record->timeline = session_->record(from, to);
    }
    const session::Simulation& simulation = session_->simulation();
    record->legend =
        session::make_legend(*program_, record->timeline, [&simulation](std::uint32_t index) {
          return simulation.parts_of(index);
        });
    record->program = program_->name;
    record->isa = std::string(isa::name(program_->isa));
    record->machine = machine_->name;
    record->first_cycle = Cycle{from};
    record->cycles = record->timeline.end_cycle.value - 1;
    record->counts_micro_ops = machine_->dynamic.has_value();
    trace::number_operations(*record);
    record->imported = true; // a part of a run: there is no ledger of it
    record->stop.reason = "limit";
    return Recording(std::move(record));
  }

  const char* run(std::uint64_t until, const py::object& keep_going) {
    session::Pause pause{};
    {
      const py::gil_scoped_release released;
      pause = session_->run(until, [&keep_going] {
        const py::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0)
          return false;
        return keep_going.is_none() || keep_going().cast<bool>();
      });
    }
    if (PyErr_Occurred() != nullptr)
      throw py::error_already_set();
    return word(pause);
  }

  const char* run_to(const std::string& condition) {
    const session::Condition until = value_of(session::parse_condition(*program_, condition));
    session::Pause pause{};
    {
      const py::gil_scoped_release released;
      pause = session_->run_to(until, [] {
        const py::gil_scoped_acquire held;
        return PyErr_CheckSignals() == 0;
      });
    }
    if (PyErr_Occurred() != nullptr)
      throw py::error_already_set();
    return word(pause);
  }

  [[nodiscard]] std::string stop_sentence() const {
    return session_->stopped() ? session::describe_stop(session_->simulation()).detail : "";
  }
  [[nodiscard]] std::string stop_reason() const {
    return session_->stopped() ? session::describe_stop(session_->simulation()).reason : "";
  }

private:
  static const char* word(session::Pause pause) {
    switch (pause) {
    case session::Pause::reached:
      return "reached";
    case session::Pause::stopped:
      return "stopped";
    case session::Pause::breakpoint:
      return "breakpoint";
    case session::Pause::interrupted:
      return "interrupted";
    case session::Pause::repeats:
      return "repeats";
    }
    return "";
  }

  std::vector<std::string> notes_;
  std::shared_ptr<const isa::Program> program_;
  std::shared_ptr<const machine::Machine> machine_;
  std::unique_ptr<session::Session> session_;
};

} // namespace

void bind_sessions(py::module_& module) {
  py::class_<OpenSession>(module, "Session")
      .def(py::init<const LoadedProgram&, const LoadedMachine&, std::string>(), py::arg("program"),
           py::arg("machine"), py::arg("input") = "")
      .def_property_readonly("cycle", [](OpenSession& s) { return s->cycle(); })
      .def_property_readonly("stopped", [](OpenSession& s) { return s->stopped(); })
      .def_property_readonly("stop_reason", &OpenSession::stop_reason)
      .def_property_readonly("stop_sentence", &OpenSession::stop_sentence)
      .def_property_readonly("instructions",
                             [](OpenSession& s) { return s->simulation().retired(); })
      .def_property_readonly("output",
                             [](OpenSession& s) { return py::bytes(std::string(s->output())); })
      .def("step", [](OpenSession& s) { return s->step(); })
      .def("step_back", [](OpenSession& s) { return s->step_back(); })
      .def("seek",
           [](OpenSession& s, std::uint64_t cycle) {
             const py::gil_scoped_release released;
             s->seek(cycle);
           })
      .def("run", &OpenSession::run, py::arg("until") = kNever.value,
           py::arg("keep_going") = py::none())
      .def("run_to", &OpenSession::run_to, py::arg("condition"))
      .def("record", &OpenSession::record, py::arg("from_cycle"), py::arg("to_cycle"));
}

} // namespace stallscope::python

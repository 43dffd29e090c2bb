#include "binding.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"

#include <optional>
#include <pybind11/stl.h>

namespace stallscope::python {

namespace {

std::optional<isa::Isa> notation(const std::optional<std::string>& name) {
  if (!name)
    return std::nullopt;
  const auto isa = isa::isa_from_name(*name);
  if (!isa)
    fail("unknown notation '" + *name + "'; expected tac, mips, riscv or x86");
  return isa;
}

/// The options that a machine decides on.
isa::AssembleOptions options_for(const LoadedMachine* machine, std::optional<unsigned> xlen,
                                 std::vector<std::string> arguments) {
  isa::AssembleOptions options;
  if (machine != nullptr) {
    options.xlen = machine->machine->xlen;
    options.delay_slots = machine->machine->delay_slot;
    if (!machine->machine->units.empty() || machine->machine->dynamic)
      options.c.target = machine::c_target(*machine->machine);
  }
  if (xlen)
    options.xlen = options.c.target.xlen = *xlen;
  options.xlen_may_change = !xlen;
  options.elf.arguments = std::move(arguments);
  options.c.go_on = [](double) {
    const py::gil_scoped_acquire held;
    return PyErr_CheckSignals() == 0;
  };
  return options;
}

LoadedProgram loaded(Result<isa::Program> program) {
  if (PyErr_Occurred() != nullptr)
    throw py::error_already_set();
  Diagnostics warnings = program ? program.diagnostics() : Diagnostics{};
  return {std::make_shared<const isa::Program>(value_of(std::move(program))), std::move(warnings)};
}

LoadedProgram load(const std::string& name, const std::optional<std::string>& isa,
                   const LoadedMachine* machine, std::optional<unsigned> xlen,
                   std::vector<std::string> arguments, const std::string& optimize,
                   const std::string& call) {
  isa::AssembleOptions options = options_for(machine, xlen, std::move(arguments));
  options.c.optimize = optimize;
  options.c.call = call;
  if (const programs::ShippedProgram* shipped = programs::find_shipped(name))
    return loaded(isa::load_program_text(shipped->file, shipped->text, notation(isa), options));
  Result<isa::Program> program = [&] {
    const py::gil_scoped_release released;
    return isa::load_program(programs::file_called(name), notation(isa), options);
  }();
  return loaded(std::move(program));
}

LoadedProgram load_text(const std::string& text, const std::optional<std::string>& isa,
                        const std::string& name, const LoadedMachine* machine,
                        std::optional<unsigned> xlen) {
  return loaded(isa::load_program_text(name, text, notation(isa), options_for(machine, xlen, {})));
}

} // namespace

void bind_programs(py::module_& module) {
  py::class_<LoadedProgram>(module, "Program", "A program that has been read.")
      .def_property_readonly("name", [](const LoadedProgram& p) { return p.program->name; })
      .def_property_readonly(
          "isa", [](const LoadedProgram& p) { return std::string(isa::name(p.program->isa)); })
      .def_property_readonly("warnings", [](const LoadedProgram& p) { return format(p.warnings); });
  module.def("load", &load, py::arg("name"), py::arg("isa") = py::none(),
             py::arg("machine") = nullptr, py::arg("xlen") = py::none(),
             py::arg("arguments") = std::vector<std::string>{}, py::arg("optimize") = "",
             py::arg("call") = "");
  module.def("load_text", &load_text, py::arg("text"), py::arg("isa") = py::none(),
             py::arg("name") = "<text>", py::arg("machine") = nullptr,
             py::arg("xlen") = py::none());
  module.def("shipped", [] {
    std::vector<std::string> names;
    for (const programs::ShippedProgram& program : programs::shipped())
      names.emplace_back(program.name);
    return names;
  });
  module.def("shipped_text", [](const std::string& name) {
    const programs::ShippedProgram* program = programs::find_shipped(name);
    if (program == nullptr)
      fail("no shipped program is called '" + name + "'");
    return std::string(program->text);
  });
}

} // namespace stallscope::python

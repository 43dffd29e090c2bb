#include "binding.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <pybind11/stl.h>

namespace stallscope::python {

namespace {

LoadedMachine load(const std::string& source, const std::vector<std::string>& texts) {
  std::vector<machine::Setting> settings;
  settings.reserve(texts.size());
  for (const std::string& text : texts)
    settings.push_back(value_of(machine::parse_setting(text)));
  return {
      std::make_shared<const machine::Machine>(value_of(machine::load_machine(source, settings))),
      source, texts};
}

LoadedMachine parse(const std::string& toml, const std::string& name) {
  return {std::make_shared<const machine::Machine>(value_of(machine::parse_machine(name, toml))),
          name,
          {}};
}

} // namespace

std::shared_ptr<const machine::Machine> machine_for(const LoadedMachine& machine,
                                                    const isa::Program& program,
                                                    std::vector<std::string>& notes) {
  auto own = std::make_shared<machine::Machine>(*machine.machine);
  for (const Diagnostic& d : machine::assume_units(*own, program))
    notes.push_back(fmt::format("{}:{}: {}", d.file, d.line, d.message));
  const Diagnostics problems = machine::check_runs(*own, program);
  if (has_errors(problems))
    throw Failed{problems};
  return own;
}

void bind_machines(py::module_& module) {
  py::class_<LoadedMachine>(module, "Machine", "A machine that has been read.")
      .def_property_readonly("name", [](const LoadedMachine& m) { return m.machine->name; })
      .def_property_readonly("title", [](const LoadedMachine& m) { return m.machine->title; })
      .def_property_readonly("source", [](const LoadedMachine& m) { return m.source; })
      .def_property_readonly("settings", [](const LoadedMachine& m) { return m.settings; })
      .def_property_readonly("dynamic",
                             [](const LoadedMachine& m) { return m.machine->dynamic.has_value(); })
      .def("dump", [](const LoadedMachine& m) { return machine::dump(*m.machine); })
      .def("outline", [](const LoadedMachine& m) { return machine::outline(*m.machine); });
  module.def("load_machine", &load, py::arg("source"),
             py::arg("settings") = std::vector<std::string>{});
  module.def("parse_machine", &parse, py::arg("toml"), py::arg("name") = "<text>");
  module.def("machines", [] {
    py::list all;
    for (const machine::PresetInfo& preset : machine::presets())
      all.append(py::make_tuple(std::string(preset.name), std::string(preset.title)));
    return all;
  });
  module.def("machine_keys", [] {
    py::list all;
    for (const machine::KeyInfo& key : machine::machine_keys()) {
      py::dict one;
      one["name"] = std::string(key.name);
      one["type"] = std::string(key.type);
      one["default"] = std::string(key.default_value);
      one["range"] = std::string(key.range);
      one["unit"] = std::string(key.unit);
      one["meaning"] = std::string(key.meaning);
      one["kind"] = std::string(key.kind);
      all.append(one);
    }
    return all;
  });
}

} // namespace stallscope::python

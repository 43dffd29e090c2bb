#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "isa/notations.hpp"
#include "machine/machine_file.hpp"
#include "machine/settings_list.hpp"
#include "programs/shipped.hpp"
#include "subject/subject.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>
#include <string>

namespace stallscope::cli {

namespace {

constexpr unsigned kColumns = 100;

int write(const std::string& text) {
  return write_result({}, text) ? kExitOk : kExitBadInput;
}

std::string list_machines() {
  std::string text =
      "Machines (stallscope machines NAME shows one, --describe explains every key):\n\n";
  for (const machine::PresetInfo& preset : machine::presets())
    text += fmt::format("  {:<18} {}\n", preset.name, preset.title);
  text += fmt::format("  {:<18} {}\n", kReferenceMachine, kReferenceTitle);
  return text;
}

std::string json_machines() {
  nlohmann::ordered_json list;
  list["schema"] = "stallscope.machines/1";
  list["machines"] = nlohmann::ordered_json::array();
  for (const machine::PresetInfo& preset : machine::presets())
    list["machines"].push_back({{"name", preset.name}, {"title", preset.title}});
  list["machines"].push_back({{"name", kReferenceMachine}, {"title", kReferenceTitle}});
  return list.dump(2) + "\n";
}

/// Keys of a machine file; `of`: one, or those of a section.
std::string json_keys(std::string_view of) {
  const std::string inside = fmt::format("{}.", of);
  nlohmann::ordered_json list;
  list["schema"] = "stallscope.machine_keys/1";
  list["keys"] = nlohmann::ordered_json::array();
  for (const machine::KeyInfo& key : machine::machine_keys())
    if (of.empty() || key.name == of || key.name.starts_with(inside))
      list["keys"].push_back({{"name", key.name},
                              {"type", key.type},
                              {"default", key.default_value},
                              {"range", key.range},
                              {"unit", key.unit},
                              {"meaning", key.meaning},
                              {"kind", key.kind}});
  return list.dump(2) + "\n";
}

/// Settings in the form of --set, one per line, with the alternatives for values from a fixed set
/// of words.
std::string list_settings(const machine::Machine& machine) {
  std::string text;
  for (const machine::SettingInfo& setting : machine::settings_of(machine))
    text += setting.words.empty() ? fmt::format("{}={}\n", setting.key, setting.value)
                                  : fmt::format("{}={}  # one of {}\n", setting.key, setting.value,
                                                fmt::join(setting.words, ", "));
  return text;
}

std::string json_settings(const machine::Machine& machine) {
  nlohmann::ordered_json list;
  list["schema"] = "stallscope.machine_settings/1";
  list["machine"] = machine.name;
  list["settings"] = nlohmann::ordered_json::array();
  for (const machine::SettingInfo& setting : machine::settings_of(machine)) {
    nlohmann::ordered_json item{{"key", setting.key}, {"value", setting.value}};
    if (!setting.words.empty())
      item["words"] = setting.words;
    list["settings"].push_back(std::move(item));
  }
  return list.dump(2) + "\n";
}

/// Indents every line of a text by two spaces.
std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += fmt::format("  {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string show_machine(const machine::Machine& machine) {
  return fmt::format("{}: {}\n\n{}\n{}\n{}\n{}", machine.name, machine.title,
                     wrapped("", machine.description, kColumns),
                     indented(machine::outline(machine)),
                     wrapped("",
                             fmt::format("Everything it is made of (stallscope machines {} --dump "
                                         "writes a file to start your own from):",
                                         machine.name),
                             kColumns),
                     machine::dump(machine));
}

/// `machines reference`: describes the reference machine, which has no machine file.
int show_reference(const MachinesArguments& a) {
  if (a.dump || a.list_settings || !a.settings.empty()) {
    print_error(
        fmt::format("machine {} has no pipeline, and no file; expected another machine with "
                    "--dump, --settings and --set",
                    kReferenceMachine));
    return kExitBadInput;
  }
  if (a.json)
    return write(nlohmann::ordered_json{{"schema", "stallscope.machine/1"},
                                        {"name", kReferenceMachine},
                                        {"title", kReferenceTitle},
                                        {"description", kReferenceTitle},
                                        {"toml", nullptr}}
                     .dump(2) +
                 "\n");
  return write(fmt::format("{}: {}\n\n{}", kReferenceMachine, kReferenceTitle,
                           wrapped("",
                                   "Executes an instruction a cycle, which is also what cycle "
                                   "counters of programs read. Every other machine ends with the "
                                   "same registers, memory and output.",
                                   kColumns)));
}

} // namespace

int machines_command(const MachinesArguments& a) {
  if (a.describe && (a.dump || a.list_settings || !a.settings.empty())) {
    print_error(fmt::format("--describe is of all machines; expected no {}", a.dump ? "--dump"
                                                                             : a.list_settings
                                                                                 ? "--settings"
                                                                                 : "--set"));
    return kExitBadInput;
  }
  if (a.describe) {
    const Result<std::string> described =
        a.name.empty() ? Result(machine::describe_keys()) : machine::describe_keys(a.name);
    print(described.diagnostics());
    if (!described)
      return kExitBadInput;
    return write(a.json ? json_keys(a.name) : *described);
  }
  if (a.name.empty()) {
    if (a.dump || a.list_settings || !a.settings.empty()) {
      print_error("--dump, --settings and --set need a machine: stallscope machines NAME --dump");
      return kExitBadInput;
    }
    return write(a.json ? json_machines() : list_machines());
  }
  if (a.name == kReferenceMachine)
    return show_reference(a);
  const auto machine = load_machine(a.name, a.settings);
  if (!machine)
    return kExitBadInput;
  if (a.list_settings)
    return write(a.json ? json_settings(*machine) : list_settings(*machine));
  if (a.json) {
    nlohmann::ordered_json out;
    out["schema"] = "stallscope.machine/1";
    out["name"] = machine->name;
    out["title"] = machine->title;
    out["description"] = machine->description;
    out["toml"] = machine::dump(*machine);
    return write(out.dump(2) + "\n");
  }
  return write(a.dump ? machine::dump(*machine) : show_machine(*machine));
}

namespace {

std::string json_programs(std::span<const programs::ShippedProgram> shown) {
  nlohmann::ordered_json list;
  list["schema"] = "stallscope.programs/1";
  list["programs"] = nlohmann::ordered_json::array();
  for (const programs::ShippedProgram& program : shown)
    list["programs"].push_back(
        {{"name", program.name}, {"file", program.file}, {"text", program.text}});
  return list.dump(2) + "\n";
}

} // namespace

int programs_command(const ProgramsArguments& a) {
  if (!a.notation.empty()) {
    if (!a.name.empty() || a.json) {
      print_error(fmt::format("--notation describes a notation; expected no {}",
                              a.json ? "--json" : a.name));
      return kExitBadInput;
    }
    return write(isa::describe_notations(isa::isa_from_name(a.notation)));
  }
  if (!a.name.empty()) {
    const programs::ShippedProgram* program = programs::find_shipped(a.name);
    if (program == nullptr) {
      std::vector<std::string_view> names;
      for (const programs::ShippedProgram& shipped : programs::shipped())
        names.push_back(shipped.name);
      Diagnostic d;
      d.message = fmt::format("no shipped program is called '{}'", a.name);
      d.expected = "a name from 'stallscope programs'";
      d.suggestion = nearest_word(a.name, names);
      print({d});
      return kExitBadInput;
    }
    return write(a.json ? json_programs({program, 1}) : std::string(program->text));
  }
  if (a.json)
    return write(json_programs(programs::shipped()));
  std::string text =
      "Programs (stallscope run NAME runs one, stallscope programs NAME prints it):\n\n";
  std::size_t longest = 0;
  for (const programs::ShippedProgram& program : programs::shipped())
    longest = std::max(longest, program.name.size());
  for (const programs::ShippedProgram& program : programs::shipped()) {
    const auto header = programs::header_lines(program);
    text += wrapped(fmt::format("  {:<{}}  ", program.name, longest),
                    header.empty() ? "" : std::string(header.front()), kColumns);
  }
  if (const std::string folder = programs::installed_folder(); !folder.empty())
    text +=
        fmt::format("\nRISC-V executables, for example programs/kernels/bin/rv64gc-linux/json.elf, "
                    "and experiments are in\n{}/programs\n",
                    folder);
  return write(text);
}

} // namespace stallscope::cli

#include "model/run/program_source.hpp"

#include "base/read_file.hpp"
#include "isa/assemble.hpp"
#include "isa/compile_c.hpp"
#include "machine/machine_file.hpp"
#include "problem.hpp"
#include "programs/shipped.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

bool is_file(const std::string& name) {
  return open_to_read(name, Streams::refuse).ok();
}

} // namespace

std::optional<isa::Isa> notation_of(const ProgramSource& source) {
  if (source.isa)
    return source.isa;
  const programs::ShippedProgram* shipped = programs::find_shipped(source.name);
  return isa::isa_from_file_name(shipped != nullptr ? std::string(shipped->file) : source.name);
}

Result<isa::Program> read_program(const ProgramSource& source, const machine::Machine& machine) {
  isa::AssembleOptions options;
  options.xlen = source.xlen.value_or(machine.xlen);
  options.xlen_may_change = !source.xlen;
  options.delay_slots = machine.delay_slot;
  options.c.target = machine::c_target(machine);
  options.elf.floats = options.c.target.floats;
  options.elf.atomics = options.c.target.atomics;
  const programs::ShippedProgram* shipped = programs::find_shipped(source.name);
  const std::string file = shipped != nullptr ? std::string(shipped->file) : source.name;
  if (source.text && !isa::is_c_file(source.name))
    return isa::load_program_text(file, *source.text, source.isa, options);
  if (source.name.empty() || source.name == "-") // standard input is not available
    return problem(file, "no program is named");
  std::error_code failed;
  const std::filesystem::file_type type = std::filesystem::status(source.name, failed).type();
  if (type != std::filesystem::file_type::regular &&
      type != std::filesystem::file_type::directory &&
      type != std::filesystem::file_type::not_found && !failed)
    return problem(file, "this is no plain file"); // a window must not block on pipes
  if (is_file(source.name) || shipped == nullptr) {
    Result<isa::Program> program =
        isa::load_program(programs::file_called(source.name), source.isa, options);
    if (program || is_file(source.name))
      return program;
    std::vector<std::string_view> names;
    for (const programs::ShippedProgram& known : programs::shipped())
      names.push_back(known.name);
    Diagnostics problems = program.diagnostics();
    problems.back().suggestion = nearest_word(source.name, names);
    return problems;
  }
  return isa::assemble(*notation_of(source), file, shipped->text, options);
}

Result<std::string> read_source(const std::string& name) {
  const Result<std::string> read =
      read_file(name, isa::kMaxSourceBytes, "a program", Streams::refuse);
  if (!read) {
    if (const programs::ShippedProgram* shipped = programs::find_shipped(name))
      return std::string(shipped->text);
    return read;
  }
  const std::string& text = *read;
  if (text.find('\0') != std::string::npos)
    return problem(name, "is no text, so it can be run but not edited");
  return text;
}

} // namespace stallscope::gui

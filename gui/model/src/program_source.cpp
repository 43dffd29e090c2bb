#include "model/program_source.hpp"

#include "isa/assemble.hpp"
#include "isa/compile_c.hpp"
#include "machine/machine_file.hpp"
#include "problem.hpp"
#include "programs/shipped.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stallscope::gui {

std::optional<isa::Isa> notation_of(const ProgramSource& source) {
  if (source.isa)
    return source.isa;
  const programs::ShippedProgram* shipped = programs::find_shipped(source.name);
  return isa::isa_from_file_name(shipped != nullptr ? std::string(shipped->file) : source.name);
}

Result<isa::Program> read_program(const ProgramSource& source, const machine::Machine& machine) {
  isa::AssembleOptions options;
  options.xlen = source.xlen;
  options.delay_slots = machine.delay_slot;
  options.c.target = machine::c_target(machine);
  const programs::ShippedProgram* shipped = programs::find_shipped(source.name);
  const std::string file = shipped != nullptr ? std::string(shipped->file) : source.name;
  if (source.text && !isa::is_c_file(source.name))
    return isa::load_program_text(file, *source.text, source.isa, options);
  if (source.name.empty() || source.name == "-") // nobody is there to type a program
    return problem(file, "no program is named");
  if (std::ifstream(source.name).good() || shipped == nullptr) {
    Result<isa::Program> program =
        isa::load_program(programs::file_called(source.name), source.isa, options);
    if (program || std::ifstream(source.name).good())
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
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored) && !std::filesystem::is_regular_file(name, ignored))
    return problem(name, "is no file");
  std::ifstream file(name, std::ios::binary);
  if (!file.good()) {
    if (const programs::ShippedProgram* shipped = programs::find_shipped(name))
      return std::string(shipped->text);
    return problem(name, "cannot be read");
  }
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (text.size() > isa::kMaxSourceBytes)
    return problem(name, fmt::format("is too large to edit: {} bytes", text.size()));
  if (text.find('\0') != std::string::npos)
    return problem(name, "is no text, so it can be run but not edited");
  return text;
}

} // namespace stallscope::gui

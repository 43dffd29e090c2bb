#include "subject/subject.hpp"

#include "base/number.hpp"
#include "base/read_file.hpp"
#include "base/utf8.hpp"
#include "input_output/console.hpp"
#include "isa/assemble.hpp"
#include "programs/shipped.hpp"
#include "subject/executable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <unistd.h>

namespace stallscope::cli {

std::optional<std::vector<machine::Setting>> parse_settings(const std::vector<std::string>& texts) {
  std::vector<machine::Setting> settings;
  Diagnostics problems;
  for (const std::string& text : texts) {
    Result<machine::Setting> setting = machine::parse_setting(text);
    if (setting)
      settings.push_back(*setting);
    else
      problems.insert(problems.end(), setting.diagnostics().begin(), setting.diagnostics().end());
  }
  if (problems.empty())
    return settings;
  print(problems);
  return std::nullopt;
}

namespace {

/// All settings concern keys that change the results of a program.
bool all_architectural(const std::vector<machine::Setting>& settings) {
  for (const machine::Setting& setting : settings)
    if (setting.key != "memory.misaligned" && setting.key != "memory.undeclared" &&
        setting.key != "branch.delay_slot" && setting.key != "missing_unit" &&
        setting.key != "xlen") {
      print_error(fmt::format("--set {}: machine {} has no pipeline; expected memory.misaligned, "
                              "memory.undeclared, branch.delay_slot or xlen, or another machine",
                              setting.key, kReferenceMachine));
      return false;
    }
  return true;
}

} // namespace

std::optional<machine::Machine> load_machine(const std::string& name,
                                             const std::vector<std::string>& texts) {
  const auto settings = parse_settings(texts);
  if (!settings)
    return std::nullopt;
  if (name == kReferenceMachine) { // only the architecture of the named machine is used
    if (!all_architectural(*settings))
      return std::nullopt;
    auto machine = load_machine("serial", texts);
    if (machine)
      machine->name = kReferenceMachine;
    return machine;
  }
  Result<machine::Machine> machine = machine::load_machine(name, *settings);
  print_all(machine.diagnostics());
  if (!machine)
    return std::nullopt;
  return std::move(machine).value();
}

bool standard_input_once(const Subject& subject, const std::string& second_program) {
  const std::string& input = subject.input_option;
  const std::string what =
      subject.program == "-" && subject.input == "-"    ? "PROGRAM and " + input
      : subject.program == "-" && second_program == "-" ? "PROGRAM and --against"
      : second_program == "-" && subject.input == "-"   ? "--against and " + input
                                                        : "";
  if (what.empty())
    return true;
  print_error(fmt::format("{} are both '-', but there is only one standard input", what));
  return false;
}

namespace {

/// Prints a message if the compiler takes long.
class CompilerProgress {
public:
  CompilerProgress(std::string name, bool quiet) : name_(std::move(name)), quiet_(quiet) {}
  ~CompilerProgress() { end(); }
  CompilerProgress(const CompilerProgress&) = delete;
  CompilerProgress& operator=(const CompilerProgress&) = delete;

  bool operator()(double seconds) {
    constexpr double kEvery = 10;
    if (!quiet_ && seconds >= next_) {
      const bool terminal = isatty(STDERR_FILENO) == 1;
      std::fprintf(stderr, terminal ? "\r\033[K%s: compiling, %.0f s" : "%s: compiling, %.0f s\n",
                   clean(name_).c_str(), seconds);
      std::fflush(stderr);
      shown_ = terminal;
      next_ = seconds + (terminal ? 1 : kEvery);
    }
    return !interrupted();
  }
  void end() {
    if (shown_)
      std::fputs("\r\033[K", stderr);
    shown_ = false;
  }

private:
  std::string name_;
  bool quiet_;
  bool shown_ = false;
  double next_ = 1;
};

isa::COptions c_options(const Subject& subject, const machine::Machine& machine,
                        CompilerProgress& progress) {
  isa::COptions options = subject.c;
  if (!machine.units.empty() || machine.dynamic)
    options.target = machine::c_target(machine);
  if (subject.xlen)
    options.target.xlen = *subject.xlen;
  options.go_on = [&progress](double seconds) { return progress(seconds); };
  return options;
}

/// Checks that options for C are used with C files; prints the first that is not.
bool c_options_suit(const Subject& subject, const std::string& name) {
  const isa::COptions& c = subject.c;
  const std::string_view option = !c.call.empty()              ? "--call"
                                  : !c.optimize.empty()        ? "-O"
                                  : !c.compiler.empty()        ? "--cc"
                                  : !c.march.empty()           ? "--march"
                                  : !c.include_folders.empty() ? "-I"
                                  : !c.definitions.empty()     ? "-D"
                                  : !c.libraries.empty()       ? "-l"
                                  : !c.flags.empty()           ? "--cflags"
                                                               : "";
  if (option.empty())
    return true;
  print_error(fmt::format("{}: only files of C (.c) are compiled, and {} is none", option, name));
  return false;
}

std::optional<std::uint64_t> real_bits(const std::string& text) {
  char* end = nullptr;
  errno = 0;
  const double number = std::strtod(text.c_str(), &end);
  if (*end != '\0' || errno == ERANGE)
    return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

/// An integer that fits into 64 bits, signed or unsigned.
std::optional<std::uint64_t> integer_bits(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::optional<std::uint64_t> value = parse_number(text.substr(negative ? 1 : 0));
  if (!value || (negative && *value > 1ULL << 63))
    return std::nullopt;
  return negative ? ~*value + 1 : *value;
}

/// NAME=VALUE of --reg: an integer, or a decimal with a point for an FP register.
bool set_register(isa::Program& program, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const RegId reg = program.register_named(name);
  if (equals == std::string::npos || reg == kNoRegister) {
    print_error(fmt::format(
        "--reg {}: '{}' is no register of this program; expected NAME=VALUE such as --reg {}=5",
        text, name, program.register_names.size() > 8 ? program.register_names[8] : "t0"));
    return false;
  }
  const std::string value = text.substr(equals + 1);
  const bool real = value.find('.') != std::string::npos;
  if (real && !program.is_floating_point(reg)) {
    print_error(fmt::format("--reg {}: '{}' holds integers; expected a whole number", text, name));
    return false;
  }
  const std::optional<std::uint64_t> bits = real ? real_bits(value) : integer_bits(value);
  if (!bits) {
    print_error(fmt::format("--reg {}: '{}' is no number that fits 64 bits", text, value));
    return false;
  }
  auto& initial = program.initial_registers;
  initial.erase(std::remove_if(initial.begin(), initial.end(),
                               [reg](const isa::InitialRegister& r) { return r.reg == reg; }),
                initial.end());
  initial.push_back({reg, *bits});
  return true;
}

Result<isa::Program> assemble_file_or_shipped(const std::string& name, std::optional<isa::Isa> isa,
                                              const isa::AssembleOptions& options) {
  const bool is_file = name == "-" || std::ifstream(name).good();
  if (!is_file)
    if (const programs::ShippedProgram* shipped = programs::find_shipped(name))
      return isa::assemble(isa.value_or(*isa::isa_from_file_name(shipped->file)), shipped->file,
                           shipped->text, options);
  Result<isa::Program> program =
      name == "-" ? isa::load_program_text("<stdin>", standard_input(), isa, options)
                  : isa::load_program(programs::file_called(name), isa, options);
  if (program || is_file)
    return program;
  std::vector<std::string_view> names;
  for (const programs::ShippedProgram& shipped : programs::shipped())
    names.push_back(shipped.name);
  Diagnostics problems = program.diagnostics();
  problems.back().suggestion = nearest_word(name, names);
  return problems;
}

} // namespace

bool set_registers(isa::Program& program, const std::vector<std::string>& registers) {
  return std::all_of(registers.begin(), registers.end(),
                     [&program](const std::string& text) { return set_register(program, text); });
}

std::optional<isa::Isa> asked_notation(const Subject& subject) {
  const auto isa = isa::isa_from_name(subject.isa);
  if (!isa)
    print_error(
        fmt::format("--isa {}: unknown notation; expected tac, mips, riscv or x86", subject.isa));
  return isa;
}

namespace {

std::optional<isa::Program> load_program(const std::string& name, const Subject& subject,
                                         const machine::Machine& machine, bool tell_all) {
  std::optional<isa::Isa> isa;
  if (!subject.isa.empty() && !(isa = asked_notation(subject)))
    return std::nullopt;
  auto elf = elf_options(subject);
  if (!elf)
    return std::nullopt;
  isa::AssembleOptions options;
  options.elf = *std::move(elf);
  const bool is_reference = machine.name == kReferenceMachine;
  options.elf.floats = is_reference || machine::c_target(machine).floats;
  options.elf.atomics = is_reference || machine::c_target(machine).atomics;
  options.xlen = subject.xlen.value_or(machine.xlen);
  options.xlen_may_change = !subject.xlen;
  options.delay_slots = machine.delay_slot;
  options.strict = machine.undeclared == isa::Undeclared::fault;
  CompilerProgress progress(name, subject.quiet);
  options.c = c_options(subject, machine, progress);
  if (!isa::is_c_file(name) && !c_options_suit(subject, name))
    return std::nullopt;
  Result<isa::Program> program = assemble_file_or_shipped(name, isa, options);
  progress.end();
  if (interrupted()) {
    print_warning("interrupted while reading");
    return std::nullopt;
  }
  if (!program || (!subject.quiet && (tell_all || !program->misses_delay_slots)))
    print(program.diagnostics());
  if (!program || !options_suit(subject, *program))
    return std::nullopt;
  if (!set_registers(*program, subject.registers))
    return std::nullopt;
  return std::move(program).value();
}

/// The text was written for delay slots: by .set noreorder, or as a listing of MIPS code; otherwise
/// it looks like compiler output.
bool says_delay_slots(const isa::Program& program) {
  const auto& lines = program.source_lines;
  return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("noreorder") != std::string::npos ||
           line.find("file format elf") != std::string::npos;
  });
}

/// The machine may be given delay slots: it issues in order, and no setting of the user determines
/// them.
bool may_get_delay_slots(const machine::Machine& machine, const Subject& subject) {
  const bool said =
      std::any_of(subject.settings.begin(), subject.settings.end(), [](const std::string& setting) {
        return setting.starts_with("branch.delay_slot");
      });
  return !said && !machine.dynamic && !machine.delay_slot;
}

} // namespace

std::optional<std::string> enable_delay_slots(machine::Machine& machine, const Subject& subject,
                                              const isa::Program& program) {
  if (!program.misses_delay_slots || !may_get_delay_slots(machine, subject))
    return std::nullopt;
  machine.delay_slot = true;
  return fmt::format(
      "{} {}: machine '{}' is given them (--set branch.delay_slot=false: it has none, and what "
      "stands in a slot is executed in front of its branch)",
      program.name,
      says_delay_slots(program)
          ? "is written for delay slots"
          : "looks like a compiler's text for a processor with delay slots ('.set reorder' "
            "or --strict: it is not)",
      machine.name);
}

std::optional<isa::Program> load_program(const std::string& name, const Subject& subject,
                                         const machine::Machine& machine) {
  return load_program(name, subject, machine, true);
}

std::vector<std::string> assumed_units(machine::Machine& machine, const isa::Program& program) {
  std::vector<std::string> notes;
  for (const Diagnostic& d : machine::assume_units(machine, program))
    notes.push_back(
        fmt::format("{}:{}: {} (--strict makes this an error)", d.file, d.line, d.message));
  return notes;
}

std::optional<isa::Program> load_for(const std::string& name, const Subject& subject,
                                     machine::Machine& machine, std::vector<std::string>& notes) {
  auto program = load_program(name, subject, machine, !may_get_delay_slots(machine, subject));
  if (program)
    if (auto note = enable_delay_slots(machine, subject, *program)) {
      program = load_program(name, subject, machine, true);
      if (!program)
        return std::nullopt;
      notes.push_back(*std::move(note));
    }
  if (program && machine.name != kReferenceMachine && program->isa == isa::Isa::riscv &&
      program->xlen > machine.xlen)
    notes.push_back(fmt::format("{} is for {} bits and machine '{}' for {}: registers have {} "
                                "bits in this run, and operations take the cycles of the machine",
                                program->name, program->xlen, machine.name, machine.xlen,
                                program->xlen));
  if (program && machine.name != kReferenceMachine)
    for (std::string& note : assumed_units(machine, *program))
      notes.push_back(std::move(note));
  return program;
}

std::optional<isa::Program> load_for(const std::string& name, const Subject& subject,
                                     machine::Machine& machine) {
  std::vector<std::string> notes;
  auto program = load_for(name, subject, machine, notes);
  if (program && !subject.quiet)
    for (const std::string& note : notes)
      print_warning(note);
  return program;
}

std::string program_bytes(const std::string& name, const Subject& subject,
                          const machine::Machine& machine) {
  if (name == "-")
    return standard_input();
  if (isa::is_c_file(name)) {
    CompilerProgress progress(name, subject.quiet);
    Result<isa::CompiledC> made = isa::compile_c(name, c_options(subject, machine, progress));
    return made ? std::move(made->elf) : std::string();
  }
  Result<std::string> bytes =
      read_file(programs::file_called(name), isa::kMaxSourceBytes, "a program");
  return bytes ? std::move(bytes).value() : std::string();
}

std::string machine_file(const std::string& machine) {
  const auto& presets = machine::presets();
  const bool preset =
      machine == kReferenceMachine ||
      std::any_of(presets.begin(), presets.end(),
                  [&machine](const machine::PresetInfo& known) { return known.name == machine; });
  return preset ? std::string() : machine;
}

std::vector<NamedFile> files_of(const Subject& subject) {
  const auto file = [](const std::string& name) { return name == "-" ? std::string() : name; };
  std::vector<NamedFile> files{{"PROGRAM", file(subject.program)},
                               {"--machine", machine_file(subject.machine)},
                               {subject.input_option, file(subject.input)}};
  for (const std::string& more : subject.c.files)
    files.push_back({"PROGRAM", more});
  return files;
}

bool can_run(const machine::Machine& machine, const isa::Program& program) {
  const Diagnostics problems = machine::check_runs(machine, program);
  print(problems);
  return !has_errors(problems);
}

std::optional<session::RunOptions> run_options(const Subject& subject,
                                               const isa::Program& program) {
  session::RunOptions options;
  if (subject.limit_cycles)
    options.limit_cycles = *subject.limit_cycles;
  options.limit_memory_bytes = subject.limit_memory;
  if (subject.limit_instructions)
    options.limit_instructions = *subject.limit_instructions;
  const bool asked = subject.limit_cycles || subject.limit_instructions;
  if (subject.limit && *subject.limit < options.limit_instructions) {
    options.limit_instructions = *subject.limit;
    options.limit_kind = session::LimitKind::safety;
  } else if (!asked) {
    options.limit_instructions = session::kStandardLimit;
    options.limit_kind = session::LimitKind::standard;
  }
  if (subject.until) {
    Result<session::Condition> condition = session::parse_condition(program, *subject.until);
    print(condition.diagnostics());
    if (!condition)
      return std::nullopt;
    options.until = *condition;
  }
  return options;
}

} // namespace stallscope::cli

#include "sweep/plan.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "base/sha256.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "machine/toml_value.hpp"
#include "programs/shipped.hpp"
#include "session/runner.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace stallscope::sweep {

Scalar Plan::lookup(const Point& point, std::string_view name) const {
  const Variant& variant = variants[point.variant];
  if (name == "program")
    return programs[point.program].entry.name;
  if (name == "isa")
    return std::string(isa::name(programs[point.program].read.front()->isa));
  if (name == "machine")
    return experiment.machines[variant.machine].name;
  if (name == "scheduler")
    return experiment.schedulers[point.scheduler];
  if (name == "repeat")
    return static_cast<double>(point.repeat);
  if (name == "seed")
    return static_cast<double>(seed_of(point));
  for (const auto& [key, value] : variant.settings)
    if (key == name)
      return value.is_number ? Scalar{std::strtod(value.text.c_str(), nullptr)}
                             : Scalar{value.text};
  return {};
}

std::string Plan::describe(const Point& point) const {
  const Variant& variant = variants[point.variant];
  std::string text = fmt::format("{} on {}", programs[point.program].entry.name,
                                 experiment.machines[variant.machine].name);
  for (const auto& [key, value] : variant.settings)
    text += fmt::format(", {}={}", key, value.text);
  if (experiment.schedulers.size() > 1)
    text += ", scheduler " + experiment.schedulers[point.scheduler];
  if (experiment.repeats > 1)
    text += fmt::format(", repeat {}", point.repeat);
  return text;
}

namespace {

constexpr const char* kProgramExpected =
    "a file, counted from the experiment's folder, or a name from 'stallscope programs'";

/// The nearest name of an included program; empty: none is similar.
std::string nearest_shipped(std::string_view name) {
  std::vector<std::string_view> names;
  for (const programs::ShippedProgram& program : programs::shipped())
    names.push_back(program.name);
  return std::string(nearest_word(name, names));
}

/// Path relative to the experiment's folder, otherwise of an installed file; empty when not found.
std::string program_path(const Experiment& experiment, const ProgramEntry& entry) {
  std::string path = experiment.path_of(entry.file);
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? path : programs::installed_file(entry.file);
}

} // namespace

Result<isa::Program> read_program(const Experiment& experiment, const ProgramEntry& entry,
                                  bool delay_slots, std::uint64_t seed) {
  isa::AssembleOptions options;
  options.xlen = entry.xlen.value_or(options.xlen);
  options.delay_slots = delay_slots;
  options.elf.arguments = entry.arguments;
  options.elf.environment = entry.environment;
  if (!entry.sandbox.empty())
    options.elf.sandbox = experiment.path_of(entry.sandbox);
  options.elf.seed = seed;
  if (!entry.platform.empty())
    options.elf.platform =
        entry.platform == "linux" ? isa::Platform::linux_user : isa::Platform::bare_metal;
  const std::optional<isa::Isa> isa =
      entry.isa.empty() ? std::nullopt : isa::isa_from_name(entry.isa);
  options.c = entry.c;
  for (auto* names : {&options.c.files, &options.c.include_folders})
    for (std::string& name : *names)
      name = experiment.path_of(name);
  const std::string path = program_path(experiment, entry);
  if (path.empty())
    if (const programs::ShippedProgram* shipped = programs::find_shipped(entry.file))
      return isa::assemble(isa.value_or(*isa::isa_from_file_name(shipped->file)), shipped->file,
                           shipped->text, options);
  if (const auto refused = refusal_of_stream(path))
    return *refused;
  return isa::load_program(path.empty() ? experiment.path_of(entry.file) : path, isa, options);
}

namespace {

class Planner {
public:
  explicit Planner(Plan& plan) : plan_(plan), e_(plan.experiment) {}

  Diagnostics make() {
    for (const MachineEntry& entry : e_.machines)
      check_machine(entry);
    if (problems_.empty())
      for (std::size_t i = 0; i < e_.machines.size() && problems_.empty(); ++i)
        make_variants(i);
    for (const ProgramEntry& entry : e_.programs)
      read(entry);
    if (problems_.empty())
      make_points();
    if (problems_.empty())
      sign();
    return std::move(problems_);
  }

private:
  [[nodiscard]] std::string machine_path(const MachineEntry& entry) const;
  [[nodiscard]] std::vector<const Axis*> axes_of(const MachineEntry& entry) const;
  void check_machine(const MachineEntry& entry);
  void check_key(const Axis& axis, std::size_t key, const std::vector<std::string>& machines);
  void make_variants(std::size_t machine);
  void add_variant(std::size_t machine, const std::vector<const Axis*>& axes, std::uint64_t choice);
  void read(const ProgramEntry& entry);
  std::string program_bytes(const ProgramEntry& entry, const isa::Program& program);
  std::string hash_of(const ProgramEntry& entry, const isa::Program& program,
                      const std::string& input);
  void make_points();
  bool add_points(std::uint32_t program, std::uint32_t variant);
  void sign();
  void add_all(const Diagnostics& found) {
    for (const Diagnostic& d : found)
      if (d.severity == Severity::error)
        problems_.push_back(d);
  }

  Plan& plan_;
  Experiment& e_;
  Diagnostics problems_;
};

/// A preset by name, or a file relative to the experiment.
std::string Planner::machine_path(const MachineEntry& entry) const {
  if (entry.file == kReference)
    return "serial"; // only its architecture is used
  const bool is_file = entry.file.find('/') != std::string::npos || entry.file.ends_with(".toml");
  const std::string path = e_.path_of(entry.file);
  return !is_file ? entry.file : path.find('/') == std::string::npos ? "./" + path : path;
}

std::vector<const Axis*> Planner::axes_of(const MachineEntry& entry) const {
  std::vector<const Axis*> axes;
  for (const Axis& axis : e_.axes)
    axes.push_back(&axis);
  for (const Axis& axis : entry.axes)
    axes.push_back(&axis);
  return axes;
}

void Planner::check_machine(const MachineEntry& entry) {
  const auto machine = load_named_machine(machine_path(entry));
  if (!machine) {
    for (Diagnostic d : machine.diagnostics()) {
      if (d.line == 0) // the machine as a whole: the position of its name is more useful
        d = e_.problem(entry.place, d.message, d.expected, d.suggestion);
      if (d.severity == Severity::error)
        problems_.push_back(std::move(d));
    }
    return;
  }
  for (const Axis& axis : entry.axes)
    for (std::size_t key = 0; key < axis.keys.size(); ++key)
      check_key(axis, key, {machine_path(entry)});
  if (&entry != &e_.machines.front())
    return;
  std::vector<std::string> all;
  for (const MachineEntry& each : e_.machines)
    all.push_back(machine_path(each));
  for (const Axis& axis : e_.axes)
    for (std::size_t key = 0; key < axis.keys.size(); ++key)
      check_key(axis, key, all);
}

/// A key that no machine has is an error of the experiment, not of points.
void Planner::check_key(const Axis& axis, std::size_t key,
                        const std::vector<std::string>& machines) {
  const auto unknown = [](const Diagnostic& d) {
    return d.message.find("unknown key") != std::string::npos ||
           d.message.find("has no entry named") != std::string::npos;
  };
  Diagnostic first;
  for (const std::string& name : machines) {
    const auto machine = load_named_machine(name, {{axis.keys[key], axis.rows.front()[key].toml}});
    const Diagnostics& found = machine.diagnostics();
    const auto problem = std::find_if(found.begin(), found.end(), unknown);
    if (machine || problem == found.end())
      return;
    first = *problem;
  }
  const std::string setting =
      machine::in_quotes(axis.keys[key] + "=" + axis.rows.front()[key].toml);
  const std::string lead = fmt::format("in the setting {}: ", setting);
  if (first.message.starts_with(lead)) // redundant with the location
    first.message.erase(0, lead.size());
  problems_.push_back(
      e_.problem(axis.places[key], first.message, first.expected, first.suggestion));
}

void Planner::add_variant(std::size_t machine, const std::vector<const Axis*>& axes,
                          std::uint64_t choice) {
  Variant variant;
  variant.machine = machine;
  std::vector<std::size_t> rows(axes.size());
  for (std::size_t i = axes.size(); i-- > 0; choice /= axes[i]->rows.size())
    rows[i] = static_cast<std::size_t>(choice % axes[i]->rows.size());
  std::vector<machine::Setting> settings;
  for (std::size_t i = 0; i < axes.size(); ++i)
    for (std::size_t k = 0; k < axes[i]->keys.size(); ++k) {
      const AxisValue& value = axes[i]->rows[rows[i]][k];
      variant.settings.emplace_back(axes[i]->keys[k], value);
      settings.push_back({axes[i]->keys[k], value.toml});
    }
  const MachineEntry& entry = e_.machines[machine];
  auto made = load_named_machine(machine_path(entry), settings);
  if (made) {
    variant.value = std::move(made).value();
    if (entry.file == kReference)
      variant.value->name = kReference;
    variant.hash = short_hash(std::string(entry.file == kReference ? "reference\n" : "") +
                              machine::dump(*variant.value));
  } else {
    for (const Diagnostic& d : made.diagnostics())
      if (d.severity == Severity::error && variant.problem.empty())
        variant.problem = d.message + (d.expected.empty() ? "" : "; expected " + d.expected);
  }
  plan_.variants.push_back(std::move(variant));
}

void Planner::make_variants(std::size_t machine) {
  const std::vector<const Axis*> axes = axes_of(e_.machines[machine]);
  std::uint64_t choices = 1;
  for (const Axis* axis : axes) {
    choices *= axis->rows.size(); // at most 10^5 x 10^6
    if (choices + plan_.variants.size() > kMaxVariants) {
      problems_.push_back(e_.problem(
          e_.machines[machine].place,
          fmt::format("the axes make more than {} machines", kMaxVariants), "fewer values"));
      return;
    }
  }
  for (const Axis* axis : axes)
    for (const std::string& key : axis->keys)
      if (std::find(plan_.keys.begin(), plan_.keys.end(), key) == plan_.keys.end())
        plan_.keys.push_back(key);
  for (std::uint64_t choice = 0; choice < choices; ++choice)
    add_variant(machine, axes, choice);
}

/// The files the program was read from.
std::string Planner::program_bytes(const ProgramEntry& entry, const isa::Program& program) {
  const std::string path = program_path(e_, entry);
  if (path.empty())
    if (const programs::ShippedProgram* shipped = programs::find_shipped(entry.file))
      return std::string(shipped->text);
  Result<std::string> bytes = read_file(path, InputLimits::input, program.name, Streams::refuse);
  add_all(bytes.diagnostics());
  return bytes ? std::move(bytes).value() : std::string();
}

/// Restricts the target of C compilation to operations of all machines: one program for all of
/// them.
void restrict_to_all(isa::CTarget& target, const std::vector<Variant>& variants) {
  for (const Variant& v : variants)
    if (v.value && v.value->name != kReference) {
      const isa::CTarget its = machine::c_target(*v.value);
      target.xlen = std::min(target.xlen, its.xlen);
      target.multiply &= its.multiply;
      target.atomics &= its.atomics;
      target.floats &= its.floats;
    }
}

/// Hash, in hexadecimal digits, of everything that a run of the program depends on.
std::string Planner::hash_of(const ProgramEntry& entry, const isa::Program& program,
                             const std::string& input) {
  Sha256 hash;
  hash.add_field(program_bytes(entry, program));
  if (isa::is_c_file(entry.file)) // compilation also depends on headers, other files, options and
                                  // the compiler
    for (const isa::DataSegment& segment : program.data)
      hash.add_field({reinterpret_cast<const char*>(segment.bytes.data()), segment.bytes.size()});
  for (const auto* list : {&entry.arguments, &entry.environment}) {
    hash.add_field(fmt::format("{}", list->size()));
    for (const std::string& word : *list)
      hash.add_field(word);
  }
  hash.add_field(isa::name(program.isa));
  hash.add_field(fmt::format("{} {}", program.xlen, static_cast<int>(program.platform)));
  hash.add_field(input);
  return hash.hex().substr(0, 16);
}

void Planner::read(const ProgramEntry& entry) {
  PlannedProgram program;
  program.entry = entry;
  restrict_to_all(program.entry.c.target, plan_.variants);
  if (entry.xlen)
    program.entry.c.target.xlen = *entry.xlen;
  const bool needs_slots =
      std::any_of(plan_.variants.begin(), plan_.variants.end(),
                  [](const Variant& v) { return v.value && v.value->delay_slot; });
  for (const bool slots : {false, true}) {
    if (slots && !needs_slots)
      break;
    auto read = read_program(e_, program.entry, slots, e_.seed);
    if (!read) {
      Diagnostics found = read.diagnostics();
      for (Diagnostic& d : found)
        if (d.line == 0) // the file does not exist: reported at its name in the experiment
          d = e_.problem(entry.place, fmt::format("{}: {}", entry.file, d.message),
                         d.expected.empty() ? kProgramExpected : d.expected,
                         d.suggestion.empty() ? nearest_shipped(entry.file) : d.suggestion);
      return add_all(found);
    }
    program.read[slots ? 1 : 0] = std::move(read).value();
  }
  const isa::Program& first = *program.read.front();
  if (!first.decoded && (!entry.arguments.empty() || !entry.environment.empty() ||
                         !entry.platform.empty() || !entry.sandbox.empty()))
    problems_.push_back(e_.problem(
        entry.place,
        fmt::format("{} is source text, which has no arguments and no platform", entry.file),
        "an executable file (ELF)"));
  if (!entry.input.empty()) {
    Result<std::string> input = read_file(e_.path_of(entry.input), InputLimits::input,
                                          "an input of a program", Streams::refuse);
    add_all(input.diagnostics());
    if (input)
      program.input = std::move(input).value();
  }
  program.hash = hash_of(entry, first, program.input);
  plan_.programs.push_back(std::move(program));
}

bool Planner::add_points(std::uint32_t program, std::uint32_t variant) {
  for (std::uint32_t scheduler = 0; scheduler < e_.schedulers.size(); ++scheduler)
    for (std::uint32_t repeat = 1; repeat <= e_.repeats; ++repeat) {
      Point point{plan_.points.size() + 1, program, variant, scheduler, repeat};
      const auto lookup = [&](std::string_view name) { return plan_.lookup(point, name); };
      const bool wanted = std::all_of(e_.filters.begin(), e_.filters.end(),
                                      [&](const Expression& f) { return f.holds(lookup); });
      if (!wanted)
        ++plan_.filtered;
      else
        plan_.points.push_back(point);
      if (plan_.points.size() + plan_.filtered > kMaxPoints)
        return false;
    }
  return true;
}

void Planner::make_points() {
  for (std::uint32_t program = 0; program < plan_.programs.size(); ++program)
    for (std::uint32_t variant = 0; variant < plan_.variants.size(); ++variant)
      if (!add_points(program, variant)) {
        problems_.push_back(e_.problem({}, fmt::format("more than {} points", kMaxPoints),
                                       "fewer programs, machines, values or repeats"));
        return;
      }
  if (plan_.points.empty())
    problems_.push_back(
        e_.problem(e_.filter_places.empty() ? FilePlace{} : e_.filter_places.front(),
                   "the filters leave no point", "conditions that hold for some"));
}

void Planner::sign() {
  Sha256 hash;
  const PointLimits& limits = e_.limits;
  const std::uint64_t memory =
      // default limit
      limits.memory_bytes == session::kStandardMemoryBytes ? 0 : limits.memory_bytes;
  hash.add_field(fmt::format("{} {} {} {} {} {}", limits.instructions, limits.cycles,
                             limits.seconds, memory, e_.seed, e_.optimal_seconds));
  if (e_.sample)
    hash.add_field(fmt::format("sample {} {}", e_.sample_error, e_.sample_confidence));
  hash.add_field(e_.cost ? e_.cost->text() : "");
  for (const PlannedProgram& program : plan_.programs) {
    hash.add_field(program.entry.name);
    hash.add_field(program.hash);
  }
  for (const Variant& variant : plan_.variants) {
    hash.add_field(e_.machines[variant.machine].name);
    for (const auto& [key, value] : variant.settings) {
      hash.add_field(key);
      hash.add_field(value.toml);
    }
    hash.add_field(variant.hash);
  }
  for (const std::string& scheduler : e_.schedulers)
    hash.add_field(scheduler);
  for (const Point& point : plan_.points)
    hash.add(
        fmt::format("{} {} {} {};", point.program, point.variant, point.scheduler, point.repeat));
  plan_.hash = hash.hex();
}

} // namespace

Result<Plan> make_plan(Experiment experiment) {
  Plan plan;
  plan.experiment = std::move(experiment);
  Diagnostics problems = Planner(plan).make();
  if (!problems.empty())
    return problems;
  return plan;
}

} // namespace stallscope::sweep

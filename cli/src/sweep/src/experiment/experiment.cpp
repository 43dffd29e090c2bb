#include "sweep/experiment.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "experiment/table_reader.hpp"
#include "machine/toml_reader.hpp"
#include "sched/schedule.hpp"
#include "session/runner.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace stallscope::sweep {

using machine::Member;
using machine::Place;
using machine::Value;

namespace {

const std::vector<std::string_view> kKeys{"title",
                                          "programs",
                                          "machines",
                                          "plans",
                                          "schedulers",
                                          "repeats",
                                          "seed",
                                          "limit_instructions",
                                          "limit_cycles",
                                          "limit_seconds",
                                          "limit_memory",
                                          "optimal_seconds",
                                          "sample",
                                          "sample_error",
                                          "sample_confidence",
                                          "filter",
                                          "cost",
                                          "baseline",
                                          "set",
                                          "zip",
                                          "program",
                                          "machine"};
const std::vector<std::string_view> kProgramKeys{
    "file",     "name",    "isa",     "xlen",   "arguments", "environment",
    "platform", "sandbox", "stdin",   "with",   "call",      "optimize",
    "cc",       "march",   "include", "define", "libraries", "cflags"};
const std::vector<std::string_view> kMachineKeys{"base", "name", "set", "zip"};

/// Keys that experiments on plans of training have, too; the others are about programs.
constexpr std::string_view kPlanKeys[] = {"title", "plans", "filter", "set", "zip"};

/// Names defined for every point, besides the keys of the axes.
constexpr std::string_view kPointNames[] = {"program",   "isa",    "machine",
                                            "scheduler", "repeat", "seed"};

class ExperimentReader {
public:
  ExperimentReader(Experiment& experiment, const Value& root, Author author)
      : e_(experiment), report_(experiment.file, experiment.text, settings_), root_(root),
        author_(author), top_(root, "in the experiment", kKeys, report_) {}

  Diagnostics read() {
    e_.title = top_.text("title").value_or("");
    if (top_.find("plans") != nullptr) {
      read_plans();
    } else {
      read_programs();
      read_machines();
    }
    read_axes(root_, e_.axes);
    read_schedulers();
    read_numbers();
    read_expressions();
    check_axes();
    return report_.take();
  }

private:
  void need_one(std::string_view one, std::string_view several, std::string_view example);
  void read_programs();
  void read_program(const Value& table);
  /// Checks that the name is unique; `what`: the kind of entry, in the plural.
  template <class Entry> void add(std::vector<Entry>& to, std::string_view what, Entry entry);
  void read_machines();
  void read_machine(const Value& table);
  void read_plans();
  void read_axes(const Value& table, std::vector<Axis>& axes);
  void read_schedulers();
  void read_numbers();
  void read_sample();
  void read_expressions();
  void check_axes();
  void check_names(const Expression& expression, const Place& place);
  std::vector<std::string_view> point_names() const;

  const std::vector<machine::Setting> settings_;
  Experiment& e_;
  machine::Report report_;
  const Value& root_;
  Author author_;
  TableReader top_;
};

template <class Entry>
void ExperimentReader::add(std::vector<Entry>& to, std::string_view what, Entry entry) {
  const Place place{entry.place.line, entry.place.column, entry.place.length, -1};
  for (const Entry& other : to)
    if (other.name == entry.name)
      return report_.error(place, fmt::format("two {} are called '{}'", what, entry.name),
                           "name = \"...\" in one of them, as the results go by it");
  to.push_back(std::move(entry));
}

void ExperimentReader::read_program(const Value& table) {
  const TableReader reader(table, "of a program", kProgramKeys, report_);
  ProgramEntry entry;
  entry.file = reader.needed_text("file", "the program's file, or the name of a shipped program");
  entry.name = reader.text("name").value_or(entry.file);
  entry.isa = reader.text("isa").value_or("");
  if (!entry.isa.empty() && !isa::isa_from_name(entry.isa))
    reader.wrong("isa", "tac, mips, riscv or x86");
  if (const auto xlen = reader.integer("xlen", 32, 64)) {
    entry.xlen = static_cast<unsigned>(*xlen);
    if (*xlen != 32 && *xlen != 64)
      reader.wrong("xlen", "32 or 64");
  }
  entry.arguments = reader.texts("arguments");
  entry.environment = reader.texts("environment");
  entry.platform = reader.text("platform").value_or("");
  if (!entry.platform.empty() && entry.platform != "linux" && entry.platform != "bare-metal")
    reader.wrong("platform", "linux or bare-metal");
  entry.sandbox = read_own_name(reader, "sandbox", e_, author_).value_or("");
  entry.input = read_own_name(reader, "stdin", e_, author_).value_or("");
  entry.c = read_c_options(reader, author_);
  entry.c.files = reader.texts("with");
  entry.c.include_folders = reader.texts("include");
  entry.place = file_place(table.place);
  if (!entry.file.empty())
    add(e_.programs, "programs", std::move(entry));
}

/// Checks that there is at least one program, and at least one machine.
void ExperimentReader::need_one(std::string_view one, std::string_view several,
                                std::string_view example) {
  if (top_.find(one) != nullptr)
    return;
  const Value* list = top_.find(several);
  if (list == nullptr)
    report_.error({}, fmt::format("the experiment names no {}", one), std::string(example));
  else if (list->kind == Value::Kind::array && list->items.empty())
    report_.error(list->place, fmt::format("'{}' is empty", several), std::string(example));
}

void ExperimentReader::read_programs() {
  for (const TableReader::Word& word : top_.words("programs")) {
    ProgramEntry entry;
    entry.name = entry.file = word.text;
    entry.place = file_place(word.place);
    add(e_.programs, "programs", std::move(entry));
  }
  for (const Value* table : top_.tables("program"))
    read_program(*table);
  need_one("program", "programs", "programs = [\"my.elf\", \"textbook/daxpy\"]");
}

void ExperimentReader::read_machine(const Value& table) {
  const TableReader reader(table, "of a machine", kMachineKeys, report_);
  MachineEntry entry;
  entry.file = reader.needed_text("base", "a preset or a machine file");
  entry.name = reader.text("name").value_or(entry.file);
  entry.place = file_place(table.place);
  read_axes(table, entry.axes);
  if (!entry.file.empty())
    add(e_.machines, "machines", std::move(entry));
}

void ExperimentReader::read_machines() {
  for (const TableReader::Word& word : top_.words("machines")) {
    MachineEntry entry;
    entry.name = entry.file = word.text;
    entry.place = file_place(word.place);
    add(e_.machines, "machines", std::move(entry));
  }
  for (const Value* table : top_.tables("machine"))
    read_machine(*table);
  need_one("machine", "machines", "machines = [\"mips-5\", \"./mine.toml\"]");
}

void ExperimentReader::read_plans() {
  for (const Member& member : root_.members)
    if (std::find(kKeys.begin(), kKeys.end(), member.name) != kKeys.end() &&
        std::find(std::begin(kPlanKeys), std::end(kPlanKeys), member.name) == std::end(kPlanKeys))
      report_.error(member.place, fmt::format("'{}' beside 'plans'", member.name),
                    fmt::format("of an experiment on plans {}", fmt::join(kPlanKeys, ", ")));
  for (const TableReader::Word& word : top_.words("plans"))
    add(e_.plans, "plans", PlanEntry{word.text, file_place(word.place)});
  if (e_.plans.empty())
    top_.wrong("plans", "at least one plan file: plans = [\"plan.toml\"]");
}

void ExperimentReader::read_axes(const Value& table, std::vector<Axis>& axes) {
  if (const Member* set = table.find("set"))
    axes = read_crossed(set->value, report_);
  const Member* zip = table.find("zip");
  if (zip == nullptr)
    return;
  std::vector<const Value*> tables{&zip->value}; // [zip]
  if (zip->value.kind == Value::Kind::array) {   // [[zip]]
    tables.clear();
    for (const Value& item : zip->value.items)
      tables.push_back(&item);
  }
  for (const Value* zipped : tables)
    if (auto axis = read_zipped(*zipped, report_))
      axes.push_back(std::move(*axis));
}

void ExperimentReader::read_schedulers() {
  if (top_.find("schedulers") == nullptr)
    return;
  e_.schedulers.clear();
  std::vector<std::string_view> known;
  for (const sched::SchedulerInfo& info : sched::schedulers())
    known.push_back(info.name);
  for (const TableReader::Word& word : top_.words("schedulers")) {
    if (std::find(known.begin(), known.end(), word.text) == known.end())
      report_.unknown(word.place,
                      fmt::format("unknown scheduler {}", machine::in_quotes(word.text)),
                      "one of " + machine::joined(known), word.text, known);
    if (std::find(e_.schedulers.begin(), e_.schedulers.end(), word.text) != e_.schedulers.end())
      report_.error(word.place, fmt::format("'{}' is there twice", word.text), "each once");
    e_.schedulers.push_back(word.text);
  }
  if (e_.schedulers.empty())
    top_.wrong("schedulers", "at least one scheduler; 'source' leaves the program as it is");
}

void ExperimentReader::read_numbers() {
  constexpr std::uint64_t kMany = 1ULL << 62;
  e_.repeats = top_.integer("repeats", 1, 1'000'000).value_or(1);
  e_.seed = top_.integer("seed", 0, kMany).value_or(1);
  e_.limits.instructions = top_.integer("limit_instructions", 1, kMany).value_or(0);
  e_.limits.cycles = top_.integer("limit_cycles", 1, kMany).value_or(0);
  e_.limits.seconds = top_.number("limit_seconds", 0.001).value_or(0);
  e_.limits.memory_bytes = top_.bytes("limit_memory").value_or(session::kStandardMemoryBytes);
  e_.optimal_seconds = top_.number("optimal_seconds", 0.001).value_or(e_.optimal_seconds);
  read_sample();
}

void ExperimentReader::read_sample() {
  e_.sample = top_.boolean("sample").value_or(false);
  const auto share = [this](std::string_view key, double least, double most, double& value) {
    const std::optional<double> found = top_.number(key, least);
    if (!found)
      return;
    if (*found > most)
      top_.wrong(key, fmt::format("a share from {} to {}", least, most));
    if (!e_.sample)
      top_.wrong(key, "sample = true with it");
    value = *found;
  };
  share("sample_error", 1e-5, 0.5, e_.sample_error);
  share("sample_confidence", 0.5, 0.9999999, e_.sample_confidence);
  if (e_.sample && e_.limits.cycles != 0)
    top_.wrong("limit_cycles", "no limit of cycles with sample = true: how many a program takes is "
                               "not known before; limit_instructions is one");
}

std::vector<std::string_view> ExperimentReader::point_names() const {
  std::vector<std::string_view> names(std::begin(kPointNames), std::end(kPointNames));
  if (!e_.plans.empty())
    names = {"plan"};
  const auto add_keys = [&names](const std::vector<Axis>& axes) {
    for (const Axis& axis : axes)
      names.insert(names.end(), axis.keys.begin(), axis.keys.end());
  };
  add_keys(e_.axes);
  for (const MachineEntry& entry : e_.machines)
    add_keys(entry.axes);
  return names;
}

void ExperimentReader::check_names(const Expression& expression, const Place& place) {
  const std::vector<std::string_view> known = point_names();
  for (const Expression::Name& name : expression.names()) {
    Place at = place;
    at.column += 1 + static_cast<std::uint32_t>(name.offset);
    at.length = static_cast<std::uint32_t>(name.name.size());
    if (std::find(known.begin(), known.end(), name.name) == known.end())
      report_.unknown(at, fmt::format("'{}' is nothing that points have", name.name),
                      "one of " + machine::joined(known) + ", or a text in quotes", name.name,
                      known);
  }
}

void ExperimentReader::read_expressions() {
  for (const TableReader::Word& word : top_.words("filter"))
    if (auto filter = read_expression(word.text, word.place, report_)) {
      check_names(*filter, word.place);
      e_.filters.push_back(std::move(*filter));
      e_.filter_places.push_back(file_place(word.place));
    }
  const auto one = [this](std::string_view key, std::optional<Expression>& out) {
    out = top_.expression(key);
    if (out)
      check_names(*out, top_.find(key)->place);
  };
  one("cost", e_.cost);
  one("baseline", e_.baseline);
}

/// Checks that no key occurs in two axes of one machine.
void ExperimentReader::check_axes() {
  const auto check = [this](const std::vector<const Axis*>& axes) {
    std::set<std::string_view> seen;
    for (const Axis* axis : axes)
      for (std::size_t i = 0; i < axis->keys.size(); ++i)
        if (!seen.insert(axis->keys[i]).second)
          report_.error({axis->places[i].line, axis->places[i].column, axis->places[i].length, -1},
                        fmt::format("'{}' is in two axes", axis->keys[i]), "each key in one");
  };
  std::vector<const Axis*> all;
  for (const Axis& axis : e_.axes)
    all.push_back(&axis);
  check(all);
  for (const MachineEntry& entry : e_.machines) {
    std::vector<const Axis*> own = all;
    for (const Axis& axis : entry.axes)
      own.push_back(&axis);
    if (!entry.axes.empty())
      check(own);
  }
}

} // namespace

Diagnostic Experiment::problem(const FilePlace& place, std::string message, std::string expected,
                               std::string suggestion) const {
  Diagnostic d;
  d.file = file;
  d.line = place.line;
  d.column = place.column;
  d.length = place.length;
  d.message = std::move(message);
  d.expected = std::move(expected);
  d.suggestion = std::move(suggestion);
  if (place.line > 0)
    d.source_line = machine::line_of(text, place.line);
  return d;
}

std::string Experiment::path_of(const std::string& name) const {
  if (folder.empty() && name == "-")
    return "./-";                                         // not standard input
  return (std::filesystem::path(folder) / name).string(); // an absolute name replaces the folder
}

bool Experiment::is_own(const std::string& name) const {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path own = fs::weakly_canonical(folder.empty() ? "." : folder, failed);
  const fs::path at = failed ? fs::path() : fs::weakly_canonical(path_of(name), failed);
  if (failed || !at.is_absolute())
    return false;
  const fs::path from_own = at.lexically_relative(own);
  return !from_own.empty() && *from_own.begin() != "..";
}

Result<Experiment> parse_experiment(const std::string& file, std::string text, Author author) {
  Experiment experiment;
  experiment.file = file;
  experiment.folder = std::filesystem::path(file).parent_path().string();
  experiment.text = std::move(text);
  const machine::TomlResult toml = machine::read_toml(experiment.text, "an experiment");
  if (!toml.tree)
    return experiment.problem(file_place(toml.place), toml.message, toml.expected);
  Diagnostics problems = ExperimentReader(experiment, *toml.tree, author).read();
  if (has_errors(problems))
    return problems;
  return experiment;
}

Result<Experiment> load_experiment(const std::string& file, Author author) {
  Result<std::string> text = read_file(file, machine::kMaxFileBytes, "an experiment");
  if (!text)
    return text.diagnostics();
  return parse_experiment(file, *std::move(text), author);
}

} // namespace stallscope::sweep

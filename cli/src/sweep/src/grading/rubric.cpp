#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "experiment/table_reader.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "machine/toml_reader.hpp"
#include "session/runner.hpp"
#include "sweep/grade.hpp"
#include "sweep/plan.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace stallscope::sweep {

using machine::Place;
using machine::Value;

namespace {

const std::vector<std::string_view> kRubricKeys{
    "title",         "limit_instructions", "limit_cycles",
    "limit_seconds", "limit_wall_seconds", "limit_memory",
    "task"};
const std::vector<std::string_view> kTaskKeys{
    "name",        "file",     "machine", "set",   "isa",      "xlen",      "arguments",
    "environment", "platform", "stdin",   "check", "table_of", "marks",     "partial",
    "call",        "optimize", "cc",      "march", "define",   "libraries", "cflags"};
const std::vector<std::string_view> kCheckKeys{
    "what",      "marks",  "output",     "output_file", "output_contains", "exit_code",
    "registers", "memory", "word_bytes", "cycles",      "cycles_none"};
const std::vector<std::string_view> kCheckKinds{
    "output", "output_file", "output_contains", "exit_code", "registers", "memory", "cycles"};

/// Limit for tables, which are for programs analysed by hand.
constexpr std::uint64_t kMaxTableCycles = 10'000;

/// The path does not name a file below a folder.
bool leads_out(const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_absolute() || (!file.empty() && path.filename().empty()) ||
         std::any_of(path.begin(), path.end(),
                     [](const std::filesystem::path& part) { return part == ".."; });
}

class RubricReader {
public:
  RubricReader(Rubric& rubric, const Value& root, Author author)
      : rubric_(rubric), author_(author),
        report_(rubric.context.file, rubric.context.text, settings_),
        top_(root, "in the rubric", kRubricKeys, report_) {}

  Diagnostics read();

private:
  void read_task(const Value& table);
  void read_machine(const TableReader& reader, const Value& table, Task& task);
  void read_program_options(const TableReader& reader, Task& task);
  void read_table(const TableReader& reader, Task& task);
  void read_check(const Value& table, Task& task);
  void read_output(const TableReader& reader, Check& check);
  void read_registers(const Value& table, Check& check);
  void read_memory(const TableReader& reader, const Value& table, Check& check);

  const std::vector<machine::Setting> settings_;
  Rubric& rubric_;
  Author author_;
  machine::Report report_;
  TableReader top_;
  Diagnostics found_; ///< problems of other files
};

Diagnostics RubricReader::read() {
  constexpr std::uint64_t kMany = 1ULL << 62;
  rubric_.title = top_.text("title").value_or("");
  PointLimits& limits = rubric_.limits;
  limits.instructions = top_.integer("limit_instructions", 1, kMany).value_or(0);
  limits.cycles = top_.integer("limit_cycles", 1, kMany).value_or(0);
  limits.seconds = top_.number("limit_seconds", 0.001).value_or(10);
  rubric_.limit_wall_seconds =
      top_.number("limit_wall_seconds", 0.001).value_or(60 + 2 * limits.seconds);
  limits.memory_bytes = top_.bytes("limit_memory").value_or(512ULL << 20);
  for (const Value* table : top_.tables("task"))
    read_task(*table);
  if (top_.find("task") == nullptr)
    report_.error({}, "the rubric has no task", "[[task]] with a file, a machine and checks");
  Diagnostics problems = report_.take();
  problems.insert(problems.end(), found_.begin(), found_.end());
  return problems;
}

void RubricReader::read_task(const Value& table) {
  const TableReader reader(table, "of a task", kTaskKeys, report_);
  Task task;
  task.file = reader.needed_text("file", "the name of what is handed in, such as \"sum.s\"");
  if (leads_out(task.file))
    reader.wrong("file", "a file in the folder that is handed in, such as \"sum.s\"");
  task.name = reader.text("name").value_or(task.file);
  for (const Task& other : rubric_.tasks)
    if (other.name == task.name)
      report_.error(table.place, fmt::format("two tasks are called '{}'", task.name),
                    "a name for each, as the marks go by it");
  read_machine(reader, table, task);
  read_program_options(reader, task);
  task.is_table = reader.find("table_of") != nullptr;
  if (task.is_table) {
    read_table(reader, task);
  } else {
    for (const Value* check : reader.tables("check"))
      read_check(*check, task);
    if (reader.find("check") == nullptr)
      report_.error(table.place, "the task has nothing to check",
                    "[[task.check]] for a program, or table_of for a table of cycles");
    for (const char* key : {"marks", "partial"})
      if (reader.find(key) != nullptr)
        report_.error(reader.find(key)->place, fmt::format("'{}' is of a table", key),
                      "marks in each [[task.check]]");
  }
  rubric_.tasks.push_back(std::move(task));
}

void RubricReader::read_machine(const TableReader& reader, const Value& table, Task& task) {
  task.machine_name = reader.needed_text("machine", "a preset or a machine file");
  if (task.machine_name.empty())
    return;
  std::vector<machine::Setting> settings;
  if (const Value* set = reader.find("set"))
    for (const Axis& axis : read_crossed(*set, report_)) {
      if (axis.rows.size() != 1)
        report_.error({axis.places[0].line, axis.places[0].column, axis.places[0].length, -1},
                      fmt::format("'{}' has {} values", axis.keys[0], axis.rows.size()),
                      "one, as there is one machine");
      settings.push_back({axis.keys[0], axis.rows[0][0].toml});
    }
  const bool is_file =
      task.machine_name.find('/') != std::string::npos || task.machine_name.ends_with(".toml");
  std::string path = is_file ? rubric_.context.path_of(task.machine_name) : task.machine_name;
  if (is_file && path.find('/') == std::string::npos)
    path = "./" + path;
  auto machine = load_named_machine(path, settings);
  if (machine) {
    task.machine = std::move(machine).value();
    return;
  }
  const Value* named = reader.find("machine");
  for (const Diagnostic& d : machine.diagnostics())
    if (d.line == 0)
      report_.error(d.message.starts_with("in the setting") ? table.find("set")->place
                                                            : named->place,
                    d.message, d.expected, d.suggestion);
    else
      found_.push_back(d);
}

void RubricReader::read_program_options(const TableReader& reader, Task& task) {
  ProgramEntry& program = task.program;
  program.isa = reader.text("isa").value_or("");
  if (!program.isa.empty() && !isa::isa_from_name(program.isa))
    reader.wrong("isa", "tac, mips, riscv or x86");
  if (const auto xlen = reader.integer("xlen", 32, 64)) {
    program.xlen = static_cast<unsigned>(*xlen);
    if (*xlen != 32 && *xlen != 64)
      reader.wrong("xlen", "32 or 64");
  }
  program.c = read_c_options(reader, author_);
  program.arguments = reader.texts("arguments");
  program.environment = reader.texts("environment");
  program.platform = reader.text("platform").value_or("");
  if (!program.platform.empty() && program.platform != "linux" && program.platform != "bare-metal")
    reader.wrong("platform", "linux or bare-metal");
  if (const auto input = read_own_name(reader, "stdin", rubric_.context, author_)) {
    Result<std::string> text =
        read_file(rubric_.context.path_of(*input), InputLimits::expected_output,
                  "an input of a program", Streams::refuse);
    found_.insert(found_.end(), text.diagnostics().begin(), text.diagnostics().end());
    // literal input text
    program.input = text ? std::move(text).value() : std::string();
  }
}

/// Runs the program that the table is about.
void RubricReader::read_table(const TableReader& reader, Task& task) {
  task.program.file = reader.needed_text("table_of", "the program whose cycles are asked for");
  task.program.name = task.program.file;
  task.marks = reader.number("marks", 0).value_or(1);
  task.partial = reader.boolean("partial").value_or(false);
  if (reader.find("check") != nullptr)
    report_.error(reader.find("check")->place, "a table has no checks",
                  "marks, and partial = true for the share of right cells");
  if (task.machine.name.empty() || task.program.file.empty())
    return; // an error has been reported
  auto program = read_program(rubric_.context, task.program, task.machine.delay_slot, /*seed=*/1);
  if (!program) {
    for (const Diagnostic& d : program.diagnostics())
      if (d.line == 0)
        report_.error(reader.find("table_of")->place, d.message, d.expected, d.suggestion);
      else
        found_.push_back(d);
    return;
  }
  for (const Diagnostic& d : machine::assume_units(task.machine, *program))
    found_.push_back(d);
  const Diagnostics cannot = machine::check_runs(task.machine, *program);
  for (const Diagnostic& d : cannot)
    if (d.severity == Severity::error)
      report_.error(reader.find("table_of")->place, d.message, d.expected, d.suggestion);
  if (has_errors(cannot))
    return;
  session::RunOptions options;
  options.record = true;
  options.input = task.program.input;
  options.limit_cycles = kMaxTableCycles;
  task.truth = session::run_program(*program, task.machine, options);
  if (task.truth->stop.reason == "limit")
    report_.error(reader.find("table_of")->place,
                  fmt::format("the program does not end within {} cycles", kMaxTableCycles),
                  "a program for a table");
}

void RubricReader::read_output(const TableReader& reader, Check& check) {
  if (const auto text = reader.text("output")) {
    check.kind = Check::Kind::output;
    check.text = *text;
  } else if (const auto part = reader.text("output_contains")) {
    check.kind = Check::Kind::contains;
    check.text = *part;
  } else if (const auto file = read_own_name(reader, "output_file", rubric_.context, author_)) {
    check.kind = Check::Kind::output;
    Result<std::string> whole =
        read_file(rubric_.context.path_of(*file), InputLimits::expected_output,
                  "the output of a right program", Streams::refuse);
    found_.insert(found_.end(), whole.diagnostics().begin(), whole.diagnostics().end());
    check.text = whole ? std::move(whole).value() : std::string();
  }
}

void RubricReader::read_registers(const Value& table, Check& check) {
  check.kind = Check::Kind::registers;
  if (table.kind != Value::Kind::table || table.members.empty())
    return report_.error(table.place, fmt::format("'registers' is {}", machine::shown(table)),
                         "registers and what they are to hold, such as { v0 = 55 }");
  for (const machine::Member& member : table.members) {
    if (member.value.kind == Value::Kind::integer)
      check.registers.emplace_back(member.name, member.value.integer);
    else if (member.value.kind == Value::Kind::real)
      check.registers.emplace_back(member.name, member.value.real);
    else
      report_.error(member.value.place,
                    fmt::format("'{}' is {}", member.name, machine::shown(member.value)),
                    "a number");
  }
}

void RubricReader::read_memory(const TableReader& reader, const Value& table, Check& check) {
  check.kind = Check::Kind::memory;
  check.word_bytes = static_cast<unsigned>(reader.integer("word_bytes", 1, 8).value_or(4));
  if ((check.word_bytes & (check.word_bytes - 1)) != 0)
    reader.wrong("word_bytes", "1, 2, 4 or 8");
  if (table.kind != Value::Kind::table || table.members.empty())
    return report_.error(table.place, fmt::format("'memory' is {}", machine::shown(table)),
                         "labels or addresses and what is to be there, such as { result = [1, 2], "
                         "\"0x1000\" = 7 }");
  for (const machine::Member& member : table.members) {
    Check::Words words{member.name, {}};
    const std::vector<Value> one{member.value};
    for (const Value& value : member.value.kind == Value::Kind::array ? member.value.items : one) {
      if (value.kind == Value::Kind::integer)
        words.values.push_back(value.integer);
      else
        report_.error(value.place, fmt::format("'{}' has {}", member.name, machine::shown(value)),
                      "a whole number, or a list of them");
    }
    check.memory.push_back(std::move(words));
  }
}

void RubricReader::read_check(const Value& table, Task& task) {
  const TableReader reader(table, "of a check", kCheckKeys, report_);
  Check check;
  check.what = reader.text("what").value_or("");
  check.marks = reader.number("marks", 0).value_or(1);
  const auto kinds = std::count_if(kCheckKinds.begin(), kCheckKinds.end(),
                                   [&](std::string_view key) { return reader.find(key); });
  if (kinds != 1)
    report_.error(table.place,
                  kinds == 0 ? "the check looks at nothing" : "the check looks at several things",
                  "one of " + machine::joined(kCheckKinds));
  if (reader.find("exit_code") != nullptr) {
    check.kind = Check::Kind::exit_code;
    check.exit_code = static_cast<std::int64_t>(reader.integer("exit_code", 0, 255).value_or(0));
  } else if (const Value* registers = reader.find("registers")) {
    read_registers(*registers, check);
  } else if (const Value* memory = reader.find("memory")) {
    read_memory(reader, *memory, check);
  } else if (reader.find("cycles") != nullptr) {
    check.kind = Check::Kind::cycles;
    check.cycles = reader.integer("cycles", 1, 1ULL << 62).value_or(1);
    check.cycles_none = reader.integer("cycles_none", 1, 1ULL << 62).value_or(0);
    if (check.cycles_none != 0 && check.cycles_none <= check.cycles)
      reader.wrong("cycles_none", "more than cycles");
  } else {
    read_output(reader, check);
  }
  task.checks.push_back(std::move(check));
}

} // namespace

double Task::most() const {
  double sum = is_table ? marks : 0;
  for (const Check& check : checks)
    sum += check.marks;
  return sum;
}

double Rubric::most() const {
  double sum = 0;
  for (const Task& task : tasks)
    sum += task.most();
  return sum;
}

Result<Rubric> load_rubric(const std::string& file, Author author) {
  Result<std::string> text = read_file(file, machine::kMaxFileBytes, "a rubric");
  if (!text)
    return text.diagnostics();
  return parse_rubric(file, std::move(text).value(), author);
}

Result<Rubric> parse_rubric(const std::string& file, std::string text, Author author) {
  Rubric rubric;
  rubric.context.file = file;
  rubric.context.folder = std::filesystem::path(file).parent_path().string();
  rubric.context.text = std::move(text);
  const machine::TomlResult toml = machine::read_toml(rubric.context.text, "a rubric");
  if (!toml.tree)
    return rubric.context.problem(file_place(toml.place), toml.message, toml.expected);
  Diagnostics problems = RubricReader(rubric, *toml.tree, author).read();
  if (has_errors(problems))
    return problems;
  return rubric;
}

} // namespace stallscope::sweep

#include "golden/lesson.hpp"
#include "programs/shipped.hpp"
#include "property/cracking.hpp"
#include "property/invariants.hpp"
#include "sanitized.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <sstream>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

/// Exit code and both streams of a command line, run by the shell.
std::pair<int, std::string> shell(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.append(buffer.data(), n);
  return {pclose(pipe), output};
}

/// Instructions. Of programs longer than this (the multiplications of matrices; under sanitizers
/// also the reductions) the end alone is compared: to look at every cycle of them takes minutes.
constexpr std::uint64_t kLong = kSanitized ? 130 : 2000;
constexpr std::string_view kAlwaysWhole = "textbook/fibonacci"; ///< with calls and returns

isa::ReferenceRun without_timing(const isa::Program& program, const machine::Machine& machine) {
  isa::Environment environment;
  environment.misaligned = machine.misaligned;
  environment.undeclared = machine.undeclared;
  environment.delay_slots = machine.delay_slot;
  return isa::run_reference(program, environment, 10'000'000);
}

/// Ends as without timing, with a ledger that adds up.
void check_end(const isa::Program& program, const machine::Machine& machine,
               const isa::ReferenceRun& reference) {
  session::RunOptions options;
  isa::ArchState end;
  options.at_end = [&end](const isa::ArchState& state) { end = state; };
  const trace::RunRecord record = session::run_program(program, machine, options);
  CHECK((record.stop.reason == "end" || (record.stop.reason == "exit" && end.exit_code == 0)));
  CHECK(end.regs == reference.state.regs);
  CHECK(end.memory == reference.state.memory);
  CHECK(record.instructions == reference.state.instructions);
  CHECK(record.ledger.balanced());
}

/// The same, and so that record, statistics and ledger agree.
void check_dynamic(const isa::Program& program, const machine::Machine& machine,
                   const isa::ReferenceRun& reference) {
  const property::DynamicRun run = property::run_dynamic(program, machine, 10'000'000);
  CHECK((run.state->stop == core::StopReason::end || run.state->stop == core::StopReason::exit));
  CHECK(property::differs_from_reference(program, run, reference) == "");
  session::RunOptions options;
  options.record = true;
  const trace::RunRecord record = session::run_program(program, machine, options);
  CHECK(property::broken_record(record, machine) == "");
  CHECK(record.ledger.accounts == core::ledger_of(*run.state).accounts);
}

} // namespace

TEST_CASE("every shipped program ends, on every preset, as on the machine without timing") {
  // run_lesson compares registers, memory, output, exit and instruction count, and checks the
  // ledger; check_dynamic does the same of dynamically scheduled machines.
  std::size_t runs = 0;
  std::size_t without_units = 0;
  std::size_t left_out = 0;
  std::size_t diagonal = 0;
  for (const programs::ShippedProgram& shipped : programs::shipped()) {
    ++diagonal;
    for (std::size_t p = 0; p < machine::presets().size(); ++p) {
      const machine::PresetInfo& preset = machine::presets()[p];
      // With sanitizers a fifth of them, with every program and every preset among them.
      if (kSanitized && (p + diagonal) % 5 != 0) {
        ++left_out;
        continue;
      }
      const std::string name(preset.name);
      const machine::Machine machine = load(name.c_str());
      INFO(shipped.name << " on " << name);
      const std::optional<isa::Isa> isa = isa::isa_from_file_name(shipped.file);
      REQUIRE(isa.has_value());
      const Result<isa::Program> program = isa::assemble(*isa, shipped.file, shipped.text);
      REQUIRE(program.ok());
      if (!machine::check_runs(machine, *program).empty()) {
        // Only floating point, which a 32-bit core without it has no units for.
        CHECK((name == "picorv32" || name == "picorv32-fast-mul" || name == "ibex-small" ||
               name == "cv32e40p"));
        CHECK(std::any_of(
            program->micro_ops.begin(), program->micro_ops.end(),
            [](const isa::MicroOp& op) { return isa::is_floating_point(op.op_class); }));
        ++without_units;
        continue;
      }
      CHECK(property::cracking_problem(*program) == "");
      ++runs;
      const isa::ReferenceRun reference = without_timing(*program, machine);
      CHECK_FALSE(reference.state.platform->first_undeclared); // nor does a run of it warn
      if (reference.state.instructions > kLong && shipped.name != kAlwaysWhole) {
        check_end(*program, machine, reference);
        continue;
      }
      if (machine.dynamic) {
        check_dynamic(*program, machine, reference);
        continue;
      }
      const Lesson lesson = run_lesson(*isa, name.c_str(), shipped.text, shipped.name);
      const std::string& end = lesson.run.stop.reason;
      CHECK((end == "end" || (end == "exit" && lesson.run.stop.exit_code == 0)));
    }
  }
  CHECK(runs + without_units + left_out == programs::shipped().size() * machine::presets().size());
  CHECK(runs > without_units);
}

TEST_CASE(
    "every folder of programs is shipped, and every program has a title, text and a command line") {
  std::set<std::string> folders;
  for (const programs::ShippedProgram& shipped : programs::shipped()) {
    INFO(shipped.name);
    folders.insert(std::string(shipped.name.substr(0, shipped.name.find('/'))));
    const std::vector<std::string_view> header = programs::header_lines(shipped);
    REQUIRE(header.size() > 3);
    CHECK(!header[0].empty());
    CHECK(header[1].empty());
    CHECK(std::any_of(header.begin(), header.end(), [&](std::string_view line) {
      return line.substr(0, 15) == "stallscope run " &&
             line.find(shipped.name) != std::string_view::npos;
    }));
  }
  CHECK(folders == std::set<std::string>{"lecture", "textbook", "x86"});
}

TEST_CASE("what a shipped program prints, its header or comments say") {
  for (const programs::ShippedProgram& shipped : listed_cases(programs::shipped())) {
    INFO(shipped.name);
    const std::optional<isa::Isa> isa = isa::isa_from_file_name(shipped.file);
    REQUIRE(isa.has_value());
    const Lesson lesson = run_lesson(*isa, "mips-5", shipped.text, shipped.name);
    for (const std::string& line : lines_of(lesson.run.output)) {
      INFO(line);
      CHECK(shipped.text.find(line) != std::string_view::npos);
    }
  }
}

TEST_CASE("the programs that print, print right results") {
  const auto output = [](std::string_view name) {
    const programs::ShippedProgram* shipped = programs::find_shipped(name);
    REQUIRE(shipped != nullptr);
    return run_lesson(*isa::isa_from_file_name(shipped->file), "mips-5", shipped->text, name)
        .run.output;
  };
  int value = 5;
  for (int i = 0; i < 3; ++i)
    value = 8 * value + 2;
  CHECK(output("lecture/multiply") == std::to_string(value));
  CHECK(output("lecture/shift") == std::to_string(value));
  for (const char* walk : {"lecture/walk_rows", "lecture/walk_columns"})
    CHECK(output(walk) == std::to_string(256 * 257 / 2)); // 1 + ... + 256
  for (const char* index : {"lecture/index_multiply", "lecture/index_add"})
    CHECK(output(index) == std::to_string(16 + 6 * (15 * 16 / 2))); // 1 + 7 + ... + 91
  CHECK(output("textbook/dot_product") == "204.0");                 // 1 + 4 + ... + 64
  for (const char* loop : {"textbook/saxpy", "textbook/saxpy_scheduled"})
    CHECK(output(loop) == "13.0\n97.0");                                       // as DAXPY
  CHECK(output("lecture/multiply_add_loop") == std::to_string((10 + 8) * 36)); // 36 = 1 + ... + 8
  CHECK(output("textbook/sum") == std::to_string(16 * 17 / 2));
  CHECK(output("textbook/fibonacci") == "55");     // 0 1 1 2 3 5 8 13 21 34 55
  CHECK(output("textbook/daxpy") == "13.0\n97.0"); // 2 * 1 + 11, 2 * 8 + 81
  for (const char* loop : {"textbook/x_plus_s", "textbook/x_plus_s_scheduled",
                           "textbook/x_plus_s_unrolled", "textbook/x_plus_s_unrolled_scheduled"})
    CHECK(output(loop) == "11.0\n18.0"); // 1 + 10, 8 + 10
}

TEST_CASE("every command line in a program's header works as typed") {
  for (const programs::ShippedProgram& shipped : listed_cases(programs::shipped()))
    for (const std::string_view line : programs::header_lines(shipped)) {
      if (line.substr(0, 11) != "stallscope ")
        continue;
      const std::string command =
          "'" STALLSCOPE_BINARY "' " + std::string(line.substr(11)) + " </dev/null";
      const auto [status, text] = shell(command);
      INFO(shipped.name << ": " << line << "\n" << text);
      CHECK(status == 0);
      CHECK(!text.empty());
    }
}

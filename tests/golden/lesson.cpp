#include "lesson.hpp"

#include "isa/executor.hpp"
#include "programs/shipped.hpp"
#include "session/runner.hpp"
#include "session/session.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/build_timeline.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace stallscope::golden {

namespace {

/// Far beyond any program of these tests; reaching it fails the test.
constexpr std::uint64_t kInstructionLimit = 1'000'000;

struct Row {
  std::string label;
  std::vector<std::string> cells;
};

/// Words with single spaces between them.
std::string squeezed(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string out;
  for (std::string word; words >> word;)
    out += (out.empty() ? "" : " ") + word;
  return out;
}

/// A source line without comment and labels.
std::string statement(std::string_view line) {
  line = line.substr(0, line.find('#'));
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':'))
    line = line.substr(colon + 1);
  return squeezed(line);
}

std::vector<std::string> cells_of(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::vector<std::string> cells;
  for (std::string word; words >> word;) {
    const std::size_t star = word.find('*');
    const unsigned long times = star == std::string::npos ? 1 : std::stoul(word.substr(star + 1));
    cells.insert(cells.end(), times, word.substr(0, star));
  }
  return cells;
}

std::vector<Row> parse(std::string_view timeline) {
  std::vector<Row> rows;
  std::istringstream lines{std::string(timeline)};
  for (std::string line; std::getline(lines, line);) {
    if (squeezed(line).empty())
      continue;
    const std::size_t bar = line.rfind('|');
    if (bar == std::string::npos)
      FAIL("a row of a golden timeline has no bar: " << line);
    rows.push_back({statement(line.substr(0, bar)), cells_of(line.substr(bar + 1))});
  }
  return rows;
}

/// One layout for expected and actual, so that equal timelines are equal texts.
std::string drawn(const std::vector<Row>& rows) {
  std::size_t label_width = 0;
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    label_width = std::max(label_width, row.label.size());
    widths.resize(std::max(widths.size(), row.cells.size()), 0);
    for (std::size_t c = 0; c < row.cells.size(); ++c)
      widths[c] = std::max(widths[c], row.cells[c].size());
  }
  std::string out = "\n";
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}} |", row.label, label_width);
    for (std::size_t c = 0; c < row.cells.size(); ++c)
      line += fmt::format(" {:<{}}", row.cells[c], widths[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::vector<Row> rows_of(const Lesson& lesson) {
  const Timeline& timeline = lesson.run.timeline;
  const PipelineDiagram diagram =
      pipeline_diagram(timeline, timeline.first_cycle, timeline.end_cycle);
  std::vector<Row> rows;
  for (const DiagramRow& row : diagram.rows) {
    const isa::SourceInfo& where = lesson.program.source.at(row.row.instruction.value);
    Row out{statement(lesson.program.source_lines.at(where.line - 1)), {}};
    for (const DiagramCell& cell : row.cells)
      if (cell.lane == kNoLane)
        out.cells.emplace_back(".");
      else if (cell.cause.why == Reason::none)
        out.cells.push_back(diagram.lanes.at(cell.lane).name);
      else
        out.cells.emplace_back(stallscope::info(cell.cause.why).mark);
    while (!out.cells.empty() && out.cells.back() == ".")
      out.cells.pop_back();
    if (row.row.flushed)
      out.cells.emplace_back("flushed");
    rows.push_back(std::move(out));
  }
  return rows;
}

void check_against_reference(const Lesson& lesson) {
  isa::Environment environment;
  environment.delay_slots = lesson.machine.delay_slot;
  environment.misaligned = lesson.machine.misaligned;
  environment.undeclared = lesson.machine.undeclared;
  const isa::ReferenceRun reference =
      isa::run_reference(lesson.program, environment, kInstructionLimit);
  CHECK(lesson.run.stop.reason == name(reference.trap));
  CHECK(lesson.run.stop.exit_code == reference.state.exit_code);
  CHECK(lesson.run.output == reference.output);
  CHECK(lesson.run.instructions == reference.state.instructions);
  for (const trace::RegisterValue& value : lesson.run.registers) {
    const RegId reg = lesson.program.register_named(value.name);
    INFO("register " << value.name);
    REQUIRE(reg != kNoRegister);
    CHECK(value.value == reference.state.regs[reg]);
  }
  session::Session session(std::make_shared<isa::Program>(lesson.program),
                           std::make_shared<machine::Machine>(lesson.machine));
  session.run();
  CHECK(session.simulation().arch().memory == reference.state.memory);
}

/// Every fetch slot that is lost before the last fetch can be found in the diagram: something is
/// held in the fetch stage in that cycle, or discarded that was fetched in it, or a later row says
/// what its fetch waits for.
void check_lost_fetch_slots(const Timeline& timeline) {
  const auto found = [&timeline](Cycle c) {
    bool shown = false;
    bool last = true; // nothing is fetched later
    for (const OpRow& row : timeline.rows) {
      last = last && row.begin <= c;
      shown = shown || (row.begin == c && row.wrong_path);
      for (const Span& span : timeline.spans_of(row))
        shown = shown || (span.lane == 0 && span.cause.why != Reason::none && span.begin <= c &&
                          c < span.end);
      for (const FetchWait& wait : timeline.fetch_waits_of(row.op))
        shown = shown || (wait.begin <= c && c < wait.end && row.begin > c);
    }
    return shown || last;
  };
  for (const LostSlots& lost : timeline.lost)
    if (lost.point == static_cast<std::uint8_t>(trace::LedgerPoint::fetch) &&
        lost.cause.why != Reason::fill && lost.cause.why != Reason::drain)
      for (Cycle c = lost.begin; c < lost.end; ++c)
        if (!found(c))
          FAIL("no row shows the fetch slots lost in cycle " << c.value);
}

void check_ledger(const Lesson& lesson) {
  const trace::RunRecord& run = lesson.run;
  std::string why;
  CHECK(run.ledger.balanced(&why));
  CHECK(why == "");
  CHECK(run.ledger.cycles == run.cycles);
  const auto retired =
      std::count_if(run.timeline.rows.begin(), run.timeline.rows.end(),
                    [](const OpRow& row) { return !row.flushed && !row.in_flight; });
  CHECK(static_cast<std::uint64_t>(retired) == run.instructions);
  check_lost_fetch_slots(run.timeline);
  // With the drain excluded the ledger ends before the timeline does.
  if (lesson.machine.drain == machine::DrainRule::excluded)
    return;
  const trace::Ledger recount = trace::recount_ledger(run.timeline, lesson.machine.width);
  CHECK(recount.cycles == run.ledger.cycles);
  CHECK(run.ledger.at(trace::LedgerPoint::retire).used() == run.instructions);
  for (std::size_t point = 0; point < trace::kLedgerPointCount; ++point)
    for (std::size_t reason = 0; reason < kReasonCount; ++reason) {
      INFO("point " << point << ", reason " << info(static_cast<Reason>(reason)).name);
      CHECK(recount.accounts[point].slots[reason] == run.ledger.accounts[point].slots[reason]);
    }
}

} // namespace

const OpRow& Lesson::op(std::size_t n) const {
  const OpRow* row = run.timeline.find(OpId{n});
  REQUIRE(row != nullptr);
  return *row;
}

std::uint64_t Lesson::cycle_entering(std::size_t n, std::string_view lane) const {
  for (const Span& span : run.timeline.spans_of(op(n)))
    if (run.timeline.lanes.at(span.lane).name == lane)
      return span.begin.value;
  FAIL("operation " << n << " never enters " << lane);
  return 0;
}

std::uint64_t Lesson::cycles_held(std::size_t n, Reason reason) const {
  std::uint64_t cycles = 0;
  for (const Span& span : run.timeline.spans_of(op(n)))
    cycles += span.cause.why == reason ? span.end - span.begin : 0;
  return cycles;
}

std::uint64_t Lesson::lost_issue_slots(Reason reason) const {
  return run.ledger.at(trace::LedgerPoint::issue).slots[static_cast<std::size_t>(reason)];
}

machine::Machine load(const On& on) {
  std::vector<machine::Setting> settings;
  for (const std::string& text : on.settings) {
    Result<machine::Setting> setting = machine::parse_setting(text);
    INFO(format(setting.diagnostics()));
    REQUIRE(setting.ok());
    settings.push_back(*setting);
  }
  Result<machine::Machine> machine = machine::load_machine(on.preset, settings);
  INFO(format(machine.diagnostics()));
  REQUIRE(machine.ok());
  return *machine;
}

Lesson run_lesson(isa::Isa isa, const On& on, std::string_view source, std::string_view name) {
  Lesson lesson;
  lesson.machine = load(on);
  isa::AssembleOptions options;
  options.delay_slots = lesson.machine.delay_slot;
  options.xlen = on.xlen;
  Result<isa::Program> program = isa::assemble(isa, name, source, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  lesson.program = *program;
  const Diagnostics missing = machine::check_runs(lesson.machine, lesson.program);
  INFO(format(missing));
  REQUIRE(missing.empty());

  session::RunOptions how;
  how.record = true;
  how.limit_instructions = kInstructionLimit;
  lesson.run = session::run_program(lesson.program, lesson.machine, how);
  INFO(on.preset << " " << fmt::format("{}", fmt::join(on.settings, " ")));
  check_against_reference(lesson);
  check_ledger(lesson);
  return lesson;
}

isa::Program shipped_program(std::string_view name) {
  const programs::ShippedProgram* shipped = programs::find_shipped(name);
  INFO(name);
  REQUIRE(shipped != nullptr);
  Result<isa::Program> program =
      isa::assemble(*isa::isa_from_file_name(shipped->file), shipped->file, shipped->text);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  return std::move(program).value();
}

Lesson run_shipped(const On& on, std::string_view name) {
  const programs::ShippedProgram* shipped = programs::find_shipped(name);
  INFO(name);
  REQUIRE(shipped != nullptr);
  return run_lesson(*isa::isa_from_file_name(shipped->file), on, shipped->text, name);
}

std::vector<std::uint64_t> cycles_of_passes(const Lesson& lesson, std::string_view statement,
                                            std::string_view lane) {
  std::vector<std::uint64_t> passes;
  std::uint64_t before = 0;
  for (const OpRow& row : lesson.run.timeline.rows) {
    if (row.flushed || lesson.program.source.at(row.instruction.value).text != statement)
      continue;
    const std::uint64_t entered = lesson.cycle_entering(row.op.value, lane);
    if (before != 0)
      passes.push_back(entered - before);
    before = entered;
  }
  return passes;
}

std::string timeline_of(const Lesson& lesson) {
  return drawn(rows_of(lesson));
}

Lesson check_timeline(isa::Isa isa, const On& on, std::string_view timeline) {
  std::string source;
  for (const Row& row : parse(timeline))
    source += row.label + "\n";
  return check_timeline(isa, on, source, timeline);
}

Lesson check_timeline(isa::Isa isa, const On& on, std::string_view source,
                      std::string_view timeline) {
  Lesson lesson = run_lesson(isa, on, source);
  INFO(on.preset << " " << fmt::format("{}", fmt::join(on.settings, " ")));
  CHECK(timeline_of(lesson) == drawn(parse(timeline)));
  return lesson;
}

} // namespace stallscope::golden

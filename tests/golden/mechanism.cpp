#include "golden/mechanism.hpp"

#include "isa/assemble.hpp"
#include "isa/executor.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::golden {

using core::OutOfOrderState;
using core::Progress;
using core::WindowOp;

isa::Program mips(std::string_view text, std::initializer_list<RegId> bases) {
  auto assembled = isa::assemble(isa::Isa::mips, "example.mips", text, {});
  REQUIRE(assembled);
  isa::Program program = std::move(assembled).value();
  const auto writable = std::find_if(program.regions.begin(), program.regions.end(),
                                     [](const isa::MemoryRegion& r) { return r.writable; });
  REQUIRE(writable != program.regions.end());
  for (const RegId base : bases)
    program.initial_registers.push_back({base, writable->begin});
  return program;
}

isa::Program textbook_example() {
  return mips(R"(
L.D   F6,34(R2)
L.D   F2,45(R3)
MUL.D F0,F2,F4
SUB.D F8,F6,F2
DIV.D F10,F0,F6
ADD.D F6,F8,F2
)",
              {2, 3});
}

machine::Machine preset(const char* name, const std::vector<machine::Setting>& settings) {
  machine::Machine machine = machine::load_machine(name, settings).value();
  machine.misaligned = isa::Misaligned::allow;
  return machine;
}

machine::Machine small(const std::vector<machine::Setting>& settings, std::string_view toml) {
  auto machine = machine::parse_machine("small.toml", toml, settings);
  if (!machine)
    FAIL(format(machine.diagnostics()));
  return std::move(machine).value();
}

isa::Program riscv(std::string_view text, std::initializer_list<RegId> bases) {
  auto assembled = isa::assemble(isa::Isa::riscv, "small.s", text, {});
  if (!assembled)
    FAIL(format(assembled.diagnostics()));
  isa::Program program = std::move(assembled).value();
  const auto writable = std::find_if(program.regions.begin(), program.regions.end(),
                                     [](const isa::MemoryRegion& r) { return r.writable; });
  REQUIRE(writable != program.regions.end());
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t begin = (writable->begin + kPage - 1) / kPage * kPage;
  REQUIRE(begin + kPage <= writable->end);
  for (const RegId base : bases)
    program.initial_registers.push_back({base, begin});
  return program;
}

namespace {

std::string part_of(const WindowOp& op) {
  if (op.planned->op.first && op.planned->op.last)
    return "";
  switch (op.planned->op.kind) {
  case isa::CrackedKind::load:
    return " [load]";
  case isa::CrackedKind::store_address:
    return " [address]";
  case isa::CrackedKind::store_data:
    return " [data]";
  default:
    return " [compute]";
  }
}

/// Enters what a micro-op looks like at the end of a cycle.
void note(OpTimes& times, const WindowOp& op, std::uint64_t cycle) {
  OpTimes::Try* now = &times.tries.back();
  if (op.progress == Progress::fetched) {
    if (now->dispatched != 0)
      times.tries.push_back({});
    return;
  }
  if (now->dispatched == 0)
    now->dispatched = cycle;
  if (op.progress >= Progress::executing) {
    if (now->begun == 0 && op.planned->ports != 0)
      now->begun = cycle;
    now->ended = op.ends_at;
  }
  if (op.progress == Progress::written ||
      (op.progress == Progress::timed && op.written_at <= cycle))
    now->written = op.written_at;
}

void check_end(const isa::Program& program, const isa::Environment& environment,
               const OutOfOrderState& state) {
  REQUIRE(state.stop == core::StopReason::end);
  const isa::ReferenceRun reference = isa::run_reference(program, environment, 1000);
  CHECK(state.arch.memory == reference.state.memory);
  CHECK(state.committed == reference.state.regs);
  CHECK(state.counters.retired == reference.state.instructions);
  std::string why;
  CHECK(state.ledger.balanced(&why));
  CHECK(why.empty());
}

} // namespace

Watched watch(const isa::Program& program, const machine::Machine& machine) {
  const core::OutOfOrderCore core(program, machine, {});
  Watched run{{}, std::make_unique<OutOfOrderState>(core.initial_state())};
  OutOfOrderState& state = *run.state;
  trace::NullSink sink;
  std::map<std::uint64_t, std::size_t> rows; // of those in flight
  for (std::uint64_t cycle = 1; cycle <= 1000 && state.stop == core::StopReason::running; ++cycle) {
    core.run(state, sink, cycle);
    for (auto row = rows.begin(); row != rows.end();) {
      const bool is_here =
          std::any_of(state.rob.ops.begin(), state.rob.ops.end(),
                      [&](const WindowOp& op) { return op.id.value == row->first; });
      if (!is_here)
        run.ops[row->second].gone = cycle;
      row = is_here ? std::next(row) : rows.erase(row);
    }
    for (std::uint64_t position = state.rob.oldest; position < state.rob.end; ++position) {
      const WindowOp& op = state.at(position);
      const auto [row, is_new] = rows.emplace(op.id.value, run.ops.size());
      if (is_new) {
        run.ops.push_back({program.text_of(op.instruction) + part_of(op), cycle});
        run.ops.back().discarded = op.wrong_path; // it never retires
      }
      note(run.ops[row->second], op, cycle);
    }
  }
  check_end(program, core.environment(), state);
  return run;
}

std::string Watched::table() const {
  const auto cell = [](std::uint64_t cycle) {
    return cycle == 0 ? std::string(" -") : fmt::format(" {}", cycle);
  };
  std::string text;
  for (const OpTimes& op : ops) {
    text += op.text + " |" + cell(op.fetched);
    for (const OpTimes::Try& t : op.tries)
      text += std::string(&t == op.tries.data() ? "" : " /") + cell(t.dispatched) + cell(t.begun) +
              cell(t.ended) + cell(t.written);
    text += (op.discarded ? " x" + std::to_string(op.gone) : cell(op.gone)) + "\n";
  }
  return text;
}

const OpTimes& Watched::op(std::string_view text) const {
  const auto found =
      std::find_if(ops.begin(), ops.end(), [text](const OpTimes& op) { return op.text == text; });
  REQUIRE(found != ops.end());
  return *found;
}

namespace {

/// Without comments and empty lines, one blank between words.
std::string one_blank(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, std::min(line.find("//"), line.size()));
    std::string kept;
    for (const char c : line)
      if (c != ' ' || (!kept.empty() && kept.back() != ' '))
        kept += c;
    while (!kept.empty() && kept.back() == ' ')
      kept.pop_back();
    if (!kept.empty())
      lines += kept + "\n";
  }
  return lines;
}

} // namespace

Watched check_times(const isa::Program& program, const machine::Machine& machine,
                    std::string_view expected) {
  Watched run = watch(program, machine);
  CHECK(one_blank(run.table()) == one_blank(expected));
  return run;
}

} // namespace stallscope::golden

#include "remedies.hpp"

#include "dynamic_settings.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

using machine::Machine;
using machine::StageRole;

std::string path_text(const Machine& m, unsigned from, unsigned to) {
  return fmt::format("\"{}->{}\"", m.stages[from].name, m.stages[to].name);
}

/// Every forwarding path the stages allow that the machine does not have: each added alone, then
/// all of them.
std::vector<std::string> forwarding_changes(const Machine& m) {
  std::vector<std::string> have;
  for (const machine::ForwardingPath& path : m.paths)
    have.push_back(path_text(m, path.from, path.to));
  std::vector<std::string> missing;
  const unsigned execute = m.stage_with(StageRole::execute);
  const unsigned memory = m.stage_with(StageRole::memory);
  for (unsigned from = execute; from + 1 < m.stages.size(); ++from)
    for (const unsigned to :
         {execute, m.resolve_stage, m.jump_register_stage, m.late_stage, memory}) {
      const std::string text = path_text(m, from, to);
      const bool useful =
          to == execute ||
          (to < execute && (to == m.resolve_stage || to == m.jump_register_stage)) ||
          (to == m.late_stage && to > execute) || (to == memory && from >= memory);
      if (useful && std::find(have.begin(), have.end(), text) == have.end() &&
          std::find(missing.begin(), missing.end(), text) == missing.end())
        missing.push_back(text);
    }
  const auto with = [&have](const std::vector<std::string>& more) {
    std::string text = "forwarding.paths=[";
    std::vector<std::string> all = have;
    all.insert(all.end(), more.begin(), more.end());
    for (const std::string& path : all)
      text += (text.back() == '[' ? "" : ", ") + path;
    return text + "]";
  };
  std::vector<std::string> changes;
  for (const std::string& path : missing)
    changes.push_back(with({path}));
  if (missing.size() > 1)
    changes.push_back(with(missing));
  return changes;
}

void add_unit_changes(const Machine& m, isa::OpClass op_class, std::vector<std::string>& changes) {
  const unsigned u = m.unit_for(op_class);
  if (u >= m.units.size())
    return;
  const machine::Unit& unit = m.units[u];
  changes.push_back(fmt::format("unit.{}.count={}", unit.name, unit.count + 1));
  if (!unit.pipelined)
    changes.push_back(fmt::format("unit.{}.pipelined=true", unit.name));
  if (unit.depends_on_operands())
    changes.push_back(fmt::format("unit.{}.operand_latency={{}}", unit.name));
  changes.push_back(fmt::format("unit.{}.latency=1", unit.name));
  if (const unsigned execute = m.stage_with(StageRole::execute); unit.result_stage > execute)
    changes.push_back(fmt::format("unit.{}.result={}", unit.name, m.stages[execute].name));
  if (isa::is_memory(op_class)) {
    changes.emplace_back("memory.data_latency=1");
    changes.emplace_back("memory.split_cycles=0");
  }
  if (op_class == isa::OpClass::branch)
    changes.emplace_back("branch.taken_cycles=0");
}

/// Changes worth trying against a wait for this reason, as settings. Reasons that only keep fetch
/// from fetching (memory port, fetch latency) hold no operation and have none.
std::vector<std::string> candidates(const Machine& m, const Cause& cause, isa::OpClass culprit) {
  std::vector<std::string> changes;
  switch (cause.why) {
  case Reason::raw:
    changes = forwarding_changes(m);
    changes.emplace_back("register_file.write_then_read=true");
    add_unit_changes(m, culprit, changes);
    break;
  case Reason::waw:
    changes.emplace_back("hazards.waw=overtake");
    add_unit_changes(m, culprit, changes);
    break;
  case Reason::unit_busy:
    changes.emplace_back("hazards.unit_reuse=same_cycle");
    add_unit_changes(m, culprit, changes);
    break;
  case Reason::latency:
    add_unit_changes(m, culprit, changes);
    break;
  case Reason::stage_full:
  case Reason::pairing:
    changes.push_back(fmt::format("pipeline.width={}", std::min(m.width + 1, 8U)));
    changes.emplace_back("issue.limits={}");
    changes.emplace_back("issue.forbid=[]");
    break;
  case Reason::read_port:
  case Reason::write_port:
    changes = {"register_file.ports=split", "register_file.read_ports=0",
               "register_file.write_ports=0"};
    break;
  case Reason::memory_latency:
    changes.emplace_back("memory.data_latency=1");
    changes.emplace_back("memory.split_cycles=0");
    break;
  default:
    break;
  }
  return changes;
}

/// Cycles an operation is held, on any lane.
std::uint64_t held_cycles(const Timeline& timeline, const OpRow& row) {
  std::uint64_t cycles = 0;
  for (const Span& span : timeline.spans_of(row))
    if (span.cause.why != Reason::none)
      cycles += span.end - span.begin;
  return cycles;
}

/// The n-th operation of the right path (from 1), or nullptr.
const OpRow* right_path_row(const Timeline& timeline, std::uint64_t n) {
  for (const OpRow& row : timeline.rows)
    if (!row.wrong_path && --n == 0)
      return &row;
  return nullptr;
}

} // namespace

std::vector<Remedy> find_remedies(const isa::Program& program, const Machine& machine,
                                  const RunOptions& options, const trace::RunRecord& run,
                                  const OpRow& waiting, const Cause& cause,
                                  const std::vector<ChainLink>& chain) {
  std::vector<Remedy> remedies;
  if (waiting.wrong_path)
    return remedies;
  std::uint64_t ordinal = 0; // its number among the operations of the right path
  for (const OpRow& row : run.timeline.rows) {
    ordinal += row.wrong_path ? 0 : 1;
    if (row.op == waiting.op)
      break;
  }
  isa::OpClass culprit = isa::OpClass::integer;
  if (const OpRow* row = run.timeline.find(cause.culprit))
    if (const std::uint32_t index =
            program.index_of(run.legend.instruction_pc[row->instruction.value]);
        index != isa::kNoIndex)
      culprit = program.code[index].op_class;

  RunOptions again = options;
  again.record = true;
  again.live_output = nullptr;
  again.until.reset(); // what it waits for may come at another time
  again.from_op.reset();
  again.to_op.reset();
  again.from_cycle = 1;
  again.to_cycle = waiting.end.value + 64;
  again.limit_cycles = again.to_cycle;
  const std::uint64_t waited = held_cycles(run.timeline, waiting);
  const std::string toml = machine::dump(machine);
  const std::vector<std::string> changes = machine.dynamic
                                               ? settings_against(program, machine, run, chain)
                                               : candidates(machine, cause, culprit);
  for (const std::string& change : changes) {
    const Result<machine::Setting> setting = machine::parse_setting(change);
    if (!setting)
      continue;
    const Result<Machine> changed = machine::parse_machine(machine.name, toml, {*setting});
    if (!changed || *changed == machine) // the machine cannot be built like that, or is already
      continue;
    if (options.progress && !options.progress({}))
      break; // interrupted; whoever asks for remedies knows
    const trace::RunRecord other = run_program(program, *changed, again);
    const OpRow* row = right_path_row(other.timeline, ordinal);
    if (row == nullptr || row->in_flight)
      continue;
    const std::uint64_t waits = held_cycles(other.timeline, *row);
    const std::uint64_t saved = row->end < waiting.end ? waiting.end - row->end : 0;
    if (waits < waited && saved > 0)
      remedies.push_back({change, waited, waits, saved});
  }
  std::stable_sort(remedies.begin(), remedies.end(), [](const Remedy& a, const Remedy& b) {
    return a.total_cycles_saved > b.total_cycles_saved;
  });
  return remedies;
}

} // namespace stallscope::session

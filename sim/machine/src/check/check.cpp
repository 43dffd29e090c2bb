#include "machine/limits.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

#include <map>

namespace stallscope::machine {

namespace {

/// The stage with a role; reports a missing or repeated role.
unsigned the_stage(const Draft& draft, StageRole role, bool optional, Report& report) {
  const Machine& m = draft.machine;
  const std::string_view name = role_names()[static_cast<std::size_t>(role)];
  const unsigned first = m.stage_with(role);
  if (first == m.stages.size() && !optional)
    report.error(draft.place("pipeline.stages"), fmt::format("no stage does '{}'", name),
                 "fetch, read, execute, memory and write in exactly one stage each");
  for (unsigned i = first + 1; i < m.stages.size(); ++i)
    if (m.stages[i].does(role))
      report.error(draft.stages[i],
                   fmt::format("stages '{}' and '{}' both do '{}'", m.stages[first].name,
                               m.stages[i].name, name),
                   "every role in one stage only");
  return first;
}

void check_forwarding(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  const auto last = static_cast<unsigned>(m.stages.size() - 1);
  const unsigned execute = m.stage_with(StageRole::execute);
  const unsigned read = m.stage_with(StageRole::read);
  const unsigned memory = m.stage_with(StageRole::memory);
  const auto range = [&m](unsigned first, unsigned end) {
    std::string names;
    for (unsigned i = first; i < end; ++i)
      names += (names.empty() ? "" : ", ") + m.stages[i].name;
    return names.empty() ? std::string("no stage of this machine") : names;
  };
  for (std::size_t i = 0; i < m.paths.size(); ++i) {
    const auto& [from, to] = m.paths[i];
    const std::string path = fmt::format("'{}->{}'", m.stages[from].name, m.stages[to].name);
    if (from < execute)
      report.error(
          draft.paths[i],
          fmt::format(
              "the path {} starts before the execute stage '{}', where there is no result yet",
              path, m.stages[execute].name),
          "a start among " + range(execute, last));
    else if (from == last)
      report.error(
          draft.paths[i],
          fmt::format("the path {} starts at the last stage, behind which there is no latch", path),
          "a start among " + range(execute, last));
    if (to < read || to > memory)
      report.error(draft.paths[i], fmt::format("the path {} ends where no operand is used", path),
                   "an end among " + range(read, memory + 1));
  }
  if (!m.paths.empty() && !m.latency_rules.empty())
    report.error(draft.place("forwarding.paths"),
                 "'forwarding.paths' and 'issue.latency' are both given",
                 "one of them: the rules of issue.latency replace the timing of forwarding");
}

void check_branch(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  const auto stage = [&m](unsigned i) { return m.stages[i].name; };
  const unsigned read = m.stage_with(StageRole::read);
  const unsigned decode = m.stage_with(StageRole::decode);
  if (m.resolve_stage < read)
    report.error(draft.place("branch.resolve"),
                 fmt::format("branches resolve in '{}', before registers are read in '{}'",
                             stage(m.resolve_stage), stage(read)),
                 "the read stage or a later one");
  if (m.jump_register_stage < read && m.jump_register_stage != m.resolve_stage)
    report.error(draft.place("branch.jump_register_resolve"),
                 fmt::format("indirect jumps resolve in '{}', before registers are read in '{}'",
                             stage(m.jump_register_stage), stage(read)),
                 "the read stage or a later one");
  if (decode < m.stages.size() && m.jump_resolve_stage < decode &&
      m.jump_resolve_stage != m.resolve_stage)
    report.error(draft.place("branch.jump_resolve"),
                 fmt::format("jumps resolve in '{}', before they are decoded in '{}'",
                             stage(m.jump_resolve_stage), stage(decode)),
                 "the decode stage or a later one");
  if (m.predict_stage > m.resolve_stage)
    report.error(
        draft.place("branch.predict_in"),
        fmt::format("branches are predicted in '{}', behind '{}', where they are already resolved",
                    stage(m.predict_stage), stage(m.resolve_stage)),
        "the stage of branch.resolve or an earlier one");
}

/// Results of a unit must be available between the execute and the write stage.
void check_results(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  const unsigned execute = m.stage_with(StageRole::execute);
  const unsigned write = m.stage_with(StageRole::write);
  for (std::size_t i = 0; i < m.units.size(); ++i) {
    const unsigned stage = m.units[i].result_stage;
    if (stage < execute || stage > write)
      report.error(draft.unit_results[i],
                   fmt::format("the results of unit '{}' come out of '{}', which lies {} '{}'",
                               m.units[i].name, m.stages[stage].name,
                               stage < execute ? "before" : "behind",
                               m.stages[stage < execute ? execute : write].name),
                   "the execute stage or a later one, up to the one that writes registers");
  }
}

void check_late_stage(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  const unsigned execute = m.stage_with(StageRole::execute);
  const unsigned memory = m.stage_with(StageRole::memory);
  if (m.late_stage == 0) {
    if (m.late_operations.any() && !draft.has_late_stage)
      report.error(draft.place("late_alu.operations"), "'late_alu.operations' without a stage",
                   "'late_alu.stage', where they execute");
    return;
  }
  if (m.late_stage <= execute || m.late_stage > memory)
    report.error(draft.place("late_alu.stage"),
                 fmt::format("the late ALU is in '{}', but units execute in '{}' and memory is "
                             "accessed in '{}'",
                             m.stages[m.late_stage].name, m.stages[execute].name,
                             m.stages[memory].name),
                 "a stage behind the one that executes, up to the one that accesses memory");
  else if (m.late_operations.none())
    report.error(draft.place("late_alu.stage"), "the late ALU executes nothing",
                 "'late_alu.operations', such as [\"integer\"]");
  if (!m.latency_rules.empty())
    report.error(draft.place("late_alu.stage"), "'late_alu' and 'issue.latency' are both given",
                 "one of them: the rules of issue.latency replace the timing of operands");
}

/// The late ALU must execute only operations of one cycle without an address.
void check_late_operations(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    const auto op_class = static_cast<OpClass>(i);
    if (!m.late_operations[i] || op_class == OpClass::nop)
      continue;
    const unsigned unit = m.unit_for(op_class);
    const bool slow =
        unit < m.units.size() && (m.units[unit].latency_cycles[i] > 1 ||
                                  m.units[unit].operand_latency[i].bits_per_cycle != 0 ||
                                  (op_class == OpClass::branch && m.taken_cycles > 0));
    if (slow || isa::is_memory(op_class) || op_class == OpClass::jump_register) {
      report.error(draft.place("late_alu.operations"),
                   fmt::format("the late ALU executes {}, which {}", isa::name(op_class),
                               slow ? "takes more than one cycle" : "computes an address"),
                   "operations of one cycle that are no loads, stores, atomics or indirect jumps");
      return;
    }
  }
}

/// A pipelined unit has a fixed latency, so that taken branches cannot take longer in it.
void check_taken_cycles(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  const unsigned unit = m.unit_for(OpClass::branch);
  if (m.taken_cycles > 0 && unit < m.units.size() && m.units[unit].lanes.size() > 1)
    report.error(draft.place("branch.taken_cycles"),
                 fmt::format("taken branches execute {} cycles longer, but the unit '{}' takes one "
                             "operation after the other through {} steps",
                             m.taken_cycles, m.units[unit].name, m.units[unit].lanes.size()),
                 "a unit for branches that is not pipelined, or has a latency of 1");
}

/// A cache replaces a fixed latency; a branch target buffer needs a target that is not known at
/// fetch.
void check_memory(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  const auto both = [&](bool fetch, unsigned latency, const Place& place) {
    const std::size_t first = m.caches.first_for(fetch);
    if (first == m.caches.levels.size() || latency == 1)
      return;
    report.error(place,
                 fmt::format("'memory.{}_latency' is {}, but the cache '{}' says how long {} take",
                             fetch ? "fetch" : "data", latency, m.caches.levels[first].name,
                             fetch ? "fetches" : "data accesses"),
                 "1, or no cache for them");
  };
  both(true, m.fetch_latency_cycles, draft.place("memory.fetch_latency"));
  both(false, m.data_latency_cycles, draft.place("memory.data_latency"));
  if (m.caches.first_for(false) < m.caches.levels.size() && !m.latency_rules.empty())
    report.error(draft.place("issue.latency"),
                 "a cache for data accesses, but 'issue.latency' says how long results take",
                 "one of them");
  if (draft.stages_ok && m.prediction.btb.entries > 0 && m.predict_stage == 0)
    report.error(draft.place("btb.entries"),
                 fmt::format("a branch target buffer, but branches are predicted in '{}', where "
                             "they are fetched, without one",
                             m.stages[0].name),
                 "a later branch.predict_in, or entries = 0");
}

void check_operands(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  if (m.operand_wait == OperandWait::before_read && m.stage_with(StageRole::read) == 0)
    report.error(draft.place("register_file.wait"),
                 "operations wait before the read stage, but it is the first one",
                 "wait = \"in_read\", or a stage in front of the one that reads");
  if (m.write_then_read && m.ports == PortSharing::shared)
    report.error(draft.place("register_file.write_then_read"),
                 "a value cannot be read in the cycle of its write through a shared port",
                 "write_then_read = false, or ports = \"split\"");
  if (m.second_operand_cycles > 0 &&
      (m.overlap || m.stage_with(StageRole::read) >= m.stage_with(StageRole::execute)))
    report.error(draft.place("register_file.second_operand_cycles"),
                 fmt::format("the second register operand takes {} cycles more, but {}",
                             m.second_operand_cycles,
                             m.overlap ? "instructions overlap"
                                       : "registers are read in the stage that executes"),
                 "overlap = false and a stage that reads in front of the one that executes, or "
                 "second_operand_cycles = 0");
  if (!m.overlap && m.width > 1)
    report.error(draft.place("pipeline.width"),
                 fmt::format("the width is {}, but instructions do not overlap", m.width),
                 "width = 1, or overlap = true");
}

/// Lane names are column headings and must be unique. A unit may have the name of the execute
/// stage, which the units replace.
void check_lane_names(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  std::map<std::string_view, std::string> owners;
  for (std::size_t i = 0; i < m.stages.size(); ++i)
    if (!m.stages[i].does(StageRole::execute))
      owners.emplace(m.stages[i].name, fmt::format("the stage '{}'", m.stages[i].name));
  for (std::size_t i = 0; i < m.units.size(); ++i)
    for (const std::string& lane : m.units[i].lanes) {
      const auto [found, is_new] =
          owners.emplace(lane, fmt::format("a lane of unit '{}'", m.units[i].name));
      if (is_new)
        continue;
      report.error(draft.unit_lanes[i],
                   fmt::format("the lane '{}' of unit '{}' is also the name of {}", lane,
                               m.units[i].name, found->second),
                   "a name of its own for every stage and lane");
    }
}

void check_capacity(const Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  std::size_t lanes = m.stages.size() - 1;
  std::size_t slots = lanes * m.width;
  for (const Unit& unit : m.units) {
    lanes += unit.lanes.size();
    slots += unit.lanes.size() * unit.count;
  }
  const Place& place = draft.units.front();
  if (lanes > kMaxLanes)
    report.error(place, fmt::format("stages and units have {} lanes in all", lanes),
                 fmt::format("at most {}; a unit that is not pipelined needs only one", kMaxLanes));
  if (slots > kMaxInFlight)
    report.error(
        place, fmt::format("stages and units hold {} operations in all", slots),
        fmt::format("at most {}: smaller widths, fewer copies or shorter pipelined latencies",
                    kMaxInFlight));
}

} // namespace

void check_stages(Draft& draft, Report& report) {
  const Machine& m = draft.machine;
  const std::size_t problems = report.count();
  unsigned before = 0;
  std::size_t role_before = 0;
  for (std::size_t i = 0; i < kStageRoleCount; ++i) {
    const auto role = static_cast<StageRole>(i);
    const unsigned stage = the_stage(draft, role, role == StageRole::decode, report);
    if (stage == m.stages.size())
      continue;
    if (stage < before)
      report.error(draft.stages[stage],
                   fmt::format("the stage '{}' does '{}' before '{}' is done in '{}'",
                               m.stages[stage].name, role_names()[i], role_names()[role_before],
                               m.stages[before].name),
                   "the order " + joined(role_names()));
    before = stage;
    role_before = i;
  }
  if (report.count() == problems) {
    if (!m.stages.front().does(StageRole::fetch))
      report.error(draft.stages.front(),
                   fmt::format("the first stage '{}' does not fetch", m.stages.front().name),
                   "fetch in the first stage");
    if (m.stages.front().does(StageRole::execute))
      report.error(draft.stages.front(),
                   fmt::format("the first stage '{}' executes", m.stages.front().name),
                   "a stage in front of the functional units, in which operations wait for them");
  }
  draft.stages_ok = report.count() == problems;
}

void check_machine(const Draft& draft, Report& report) {
  check_memory(draft, report);
  if (draft.stages_ok) {
    check_forwarding(draft, report);
    check_branch(draft, report);
    check_operands(draft, report);
    check_late_stage(draft, report);
  }
  if (draft.stages_ok && draft.units_ok) {
    check_taken_cycles(draft, report);
    check_results(draft, report);
    check_late_operations(draft, report);
    check_lane_names(draft, report);
    check_capacity(draft, report);
  }
}

} // namespace stallscope::machine

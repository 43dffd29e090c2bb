#pragma once

// Hazard rules of in-order pipelines, as pure functions of a machine's description and of the
// classes, stages and cycles of operations. The in-order core (sim/core/src/in_order) applies them
// to all operations in flight together, the scheduler's pipeline model (sched/src/target) to one
// instruction after another.

#include "isa/program.hpp"
#include "machine/description.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::machine {

/// The hazard rules of a machine compiled to look-up tables. A class without a unit takes the place
/// of integer operations.
struct HazardTables {
  unsigned read_stage = 0;
  unsigned execute_stage = 0;
  unsigned memory_stage = 0;
  unsigned write_stage = 0;
  OpClassSet executes;                                   ///< classes with a unit of their own
  std::array<std::uint8_t, kOpClassCount> unit_of{};     ///< by OpClass
  std::array<std::uint32_t, kOpClassCount> latency_of{}; ///< by OpClass, 1 or more
  std::array<OperandLatency, kOpClassCount>
      operand_latency{}; ///< by OpClass; used when has_operand_latency
  bool has_operand_latency = false;
  std::array<std::uint8_t, kOpClassCount>
      result_stage_of{}; ///< by OpClass: the value exists at the end of this stage
  /// forwards[to] has bit s set when the value of an operation now in stage s reaches stage `to`:
  /// there is a path from stage s-1 to it.
  std::vector<std::uint32_t> forwards;
  bool execute_has_paths = false; ///< some path leads to the execute stage
  unsigned store_data_stage = 0;  ///< stage at whose beginning store data is needed
  /// stall_cycles[from][to] of the latency rules; used when has_latency_rules.
  std::array<std::array<std::uint16_t, kOpClassCount>, kOpClassCount> stall_cycles{};
  bool has_latency_rules = false;
  unsigned longest_stall_cycles = 0; ///< largest entry of stall_cycles
  bool may_overtake = false; ///< operations can be in the units for different numbers of cycles, so
                             ///< that write order needs a check at issue
  bool checks_write_order = false; ///< write-back needs a check that an older writer of the
                                   ///< register has left its unit: also because younger operations
                                   ///< overtake one that waits in its unit for the late ALU
};

/// The tables of a validated in-order machine.
[[nodiscard]] HazardTables hazard_tables(const Machine& machine);

/// The stage at whose end a branch or jump is resolved. `late`: it executes in the late ALU.
[[nodiscard]] inline unsigned resolve_stage(const Machine& machine, OpClass op_class,
                                            bool is_direct_jump, bool late) {
  const unsigned stage = is_direct_jump                       ? machine.jump_resolve_stage
                         : op_class == OpClass::jump_register ? machine.jump_register_stage
                                                              : machine.resolve_stage;
  return late ? std::max(stage, machine.late_stage) : stage;
}

/// The stage at whose end an operation has produced its result.
[[nodiscard]] inline unsigned result_stage(const Machine& machine, const HazardTables& tables,
                                           OpClass op_class, bool late) {
  return std::max<unsigned>(tables.result_stage_of[static_cast<std::size_t>(op_class)],
                            late ? machine.late_stage : 0);
}

/// Where an operand must be available at the latest.
enum class OperandNeed : std::uint8_t {
  to_compare, ///< in the stage before execute in which its branch is resolved
  to_execute, ///< to enter the execute stage
  to_store,   ///< to enter store_data_stage, behind the execute stage
};

/// Of an operation of class `op_class` that has not been issued. With latency rules all operands
/// are checked at issue.
[[nodiscard]] inline OperandNeed operand_need(const Machine& machine, const HazardTables& tables,
                                              isa::OperandRole role, OpClass op_class,
                                              bool is_direct_jump) {
  if (role == isa::OperandRole::execute || tables.has_latency_rules)
    return OperandNeed::to_execute;
  if (role == isa::OperandRole::branch)
    return resolve_stage(machine, op_class, is_direct_jump, false) < tables.execute_stage
               ? OperandNeed::to_compare
               : OperandNeed::to_execute;
  return tables.store_data_stage != tables.execute_stage ? OperandNeed::to_store
                                                         : OperandNeed::to_execute;
}

/// Forwarding (bypassing): a path delivers to stage `to` the value that an operation, now in stage
/// `at`, has produced in stage `made_in`. The value exists, and its producer is in the stage after
/// the one where the path starts.
[[nodiscard]] inline bool is_forwarded(const HazardTables& tables, unsigned at, unsigned made_in,
                                       unsigned to) {
  return at > made_in && (tables.forwards[to] >> at & 1U) != 0;
}

/// Forwarding paths to `stage` end at the branch comparator only: those to a read stage before the
/// execute stage.
[[nodiscard]] inline bool paths_end_at_comparator(const HazardTables& tables, unsigned stage) {
  return stage == tables.read_stage && stage != tables.execute_stage;
}

/// A value written to the register file in cycle `written` can be read in `cycle`.
template <class Cycle>
[[nodiscard]] constexpr bool may_read_written(const Machine& machine, Cycle written, Cycle cycle) {
  return written < cycle || (machine.write_then_read && written == cycle);
}

/// The latency rules allow an operation of class `to` to issue in `cycle` after a producer of class
/// `from` that was issued in `issued`.
template <class Cycle>
[[nodiscard]] bool obeys_latency_rules(const HazardTables& tables, OpClass from, OpClass to,
                                       Cycle issued, Cycle cycle) {
  return cycle >
         issued + tables.stall_cycles[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

/// Register ports: `wanted` more accesses find a port in a cycle with `taken` ones. `ports`: 0:
/// unlimited.
[[nodiscard]] constexpr bool has_ports(unsigned ports, unsigned taken, unsigned wanted) {
  return ports == 0 || taken + wanted <= ports;
}

/// Shared register ports: the results written in a cycle take the port from all reads.
[[nodiscard]] inline bool writes_take_port(const Machine& machine, unsigned writes) {
  return machine.ports == PortSharing::shared && writes > 0;
}

/// Cycles at the end of a unit for the memory access of an operation beyond its latency, when the
/// execute stage also accesses memory. `extra`: cycles that this access takes more than others.
[[nodiscard]] inline unsigned access_cycles_in_unit(const Machine& machine,
                                                    const HazardTables& tables, OpClass op_class,
                                                    unsigned extra = 0) {
  return tables.memory_stage == tables.execute_stage && isa::is_memory(op_class)
             ? machine.data_latency_cycles - 1 + extra
             : 0;
}

/// WAW hazard at issue: an operation that can leave its unit from cycle `leaves_at` on waits for an
/// older writer of its register, whose last cycle in a unit is `older_ends`.
template <class Cycle>
[[nodiscard]] constexpr bool waits_for_older_write(const Machine& machine, Cycle leaves_at,
                                                   Cycle older_ends) {
  return machine.waw != WawRule::overtake || leaves_at < older_ends + 1;
}

/// A copy of the unit that an operation leaves can be entered one cycle later only.
[[nodiscard]] inline bool reopens_late(const Machine& machine, const Unit& unit) {
  return machine.unit_reuse == UnitReuse::next_cycle && !unit.pipelined && !unit.takes_one_cycle();
}

/// A pairing rule keeps an operation of class `second` from issuing in the same cycle as an older
/// one of class `first`.
[[nodiscard]] inline bool is_banned(const PairingBan& ban, OpClass first, OpClass second) {
  return ban.first[static_cast<std::size_t>(first)] && ban.second[static_cast<std::size_t>(second)];
}

/// Pairing rules: the operation that keeps one of class `op_class` from issuing beside the `issued`
/// older operations of this cycle: the last one that counts against a limit, or the first one of a
/// ban; `issued` when there is none. `class_of(i)`: class of the i-th of them in program order;
/// `applies(i)`: false: the rules do not hold against this one.
template <class ClassOf, class Applies>
[[nodiscard]] unsigned pairing_conflict(const Machine& machine, OpClass op_class, unsigned issued,
                                        const ClassOf& class_of, const Applies& applies) {
  for (const PairingLimit& rule : machine.pairing_limits) {
    if (!rule.classes[static_cast<std::size_t>(op_class)])
      continue;
    unsigned same = 0;
    unsigned last = issued;
    for (unsigned i = 0; i < issued; ++i)
      if (rule.classes[static_cast<std::size_t>(class_of(i))]) {
        ++same;
        last = i;
      }
    if (same >= rule.limit && applies(last))
      return last;
  }
  for (const PairingBan& rule : machine.pairing_bans)
    for (unsigned i = 0; i < issued && rule.second[static_cast<std::size_t>(op_class)]; ++i)
      if (is_banned(rule, class_of(i), op_class) && applies(i))
        return i;
  return issued;
}

/// Late ALU: an operation of class `op_class` can issue without the operands in `missing` (a bit
/// mask) and execute there. `comes(k)`: operand k is available on entry to the execute stage;
/// `is_past_units(k)`: its producer has left the units. False also when no operand lacks.
template <class Comes, class IsPastUnits>
[[nodiscard, gnu::always_inline]] inline bool
goes_to_late_alu(const Machine& machine, OpClass op_class, unsigned missing, const Comes& comes,
                 const IsPastUnits& is_past_units) {
  if (missing == 0 || !machine.late_operations[static_cast<std::size_t>(op_class)])
    return false;
  bool lacks = false;
  for (unsigned k = 0; missing >> k != 0; ++k) {
    if ((missing >> k & 1U) == 0 || comes(k))
      continue;
    if (!is_past_units(k))
      return false;
    lacks = true;
  }
  return lacks;
}

/// The order in which the hazards of an operation about to be issued are asked: the first that
/// exists holds the operation. `lacks_compared`, `lacks_operands`: it misses operands that are
/// needed to compare in its present stage, to execute. `find` answers for each hazard, and has
/// `exists(answer)`. With latency rules, and where operands are read before the execute stage,
/// issue takes no register ports.
template <class Find>
[[nodiscard, gnu::always_inline]] inline auto
first_issue_hazard(const HazardTables& tables, bool lacks_compared, bool lacks_operands,
                   const Find& find) -> decltype(find.pairing()) {
  if (lacks_compared)
    return find.compared_operands();
  if (lacks_operands) {
    if (const auto operands = find.operands(); Find::exists(operands))
      return operands;
    if (tables.read_stage == tables.execute_stage && !tables.has_latency_rules)
      if (const auto ports = find.register_ports(); Find::exists(ports))
        return ports;
  }
  if (tables.may_overtake)
    if (const auto waw = find.write_order(); Find::exists(waw))
      return waw;
  if (const auto unit = find.unit(); Find::exists(unit))
    return unit;
  return find.pairing();
}

} // namespace stallscope::machine

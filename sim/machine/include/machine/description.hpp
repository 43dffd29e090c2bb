#pragma once

#include "isa/misaligned.hpp"
#include "isa/op.hpp"
#include "isa/undeclared.hpp"
#include "machine/caches.hpp"
#include "machine/dynamic.hpp"
#include "machine/prediction.hpp"

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

using isa::kOpClassCount;
using isa::OpClass;

/// A set of operation classes, by OpClass.
using OpClassSet = std::bitset<kOpClassCount>;

/// What a pipeline stage does; one stage may do several things.
enum class StageRole : std::uint8_t {
  fetch,   ///< takes the next instruction; the first stage
  decode,  ///< knows what the instruction is
  read,    ///< reads register operands
  execute, ///< the functional units; this stage stands for all of them
  memory,  ///< accesses data memory
  write,   ///< writes the destination register; the last stage that does anything
};
inline constexpr std::size_t kStageRoleCount = 6;

struct Stage {
  std::string name;
  std::bitset<kStageRoleCount> roles; ///< by StageRole

  [[nodiscard]] bool does(StageRole role) const { return roles[static_cast<std::size_t>(role)]; }
  bool operator==(const Stage&) const = default;
};

/// What of an operation's operands may lengthen its execution. The values are those the operation
/// works on: 32-bit operations look at the low 32 bits. The significant bits of a value are the
/// digits of the binary number without leading zeros (0 has none); signed operations take those of
/// its absolute value.
enum class OperandMeasure : std::uint8_t {
  shift_amount,    ///< of shifts: by how many bits, 0 to 31 or 0 to 63
  multiplier_bits, ///< of multiplies: significant bits of the second operand
  dividend_bits,   ///< of divides: significant bits of the first operand
  divisor_bits,    ///< of divides: significant bits of the second operand
  quotient_bits,   ///< of divides: max(0, dividend_bits - divisor_bits + 1), 0 for a divisor of 0
  divisor_shift,   ///< of divides: by how many bits the divisor can be shifted left until its
                   ///< first digit is at the top: leading zeros (all bits of 0), or, of negative
                   ///< divisors of signed operations, leading ones without the sign
  divisor_nonzero, ///< of divides: 1, but 0 for a divisor of 0
};
inline constexpr std::size_t kOperandMeasureCount = 7;
inline constexpr unsigned kMaxMeasure = 64; ///< no measure is larger

/// The class of operations that have a measure.
[[nodiscard]] constexpr OpClass class_of(OperandMeasure measure) { // with its refinements
  return measure == OperandMeasure::shift_amount      ? OpClass::shift
         : measure == OperandMeasure::multiplier_bits ? OpClass::multiply
                                                      : OpClass::divide;
}

/// A latency that depends on operands: the measure is dealt with in steps of bits_per_cycle, each
/// of which takes step_cycles more than the class takes at least. What is left of it in the end is
/// one more step, or, when rest_bits_per_cycle is given, steps of so many bits that take a cycle
/// each.
struct OperandLatency {
  OperandMeasure measure = OperandMeasure::shift_amount;
  std::uint32_t bits_per_cycle = 0;      ///< 1 to 64; 0: operands do not matter
  std::uint32_t rest_bits_per_cycle = 0; ///< below bits_per_cycle; 0: no other rate for the rest
  std::uint32_t step_cycles = 1;

  /// The cycles a measure costs.
  [[nodiscard]] constexpr unsigned cycles_for(unsigned bits) const {
    const unsigned steps = bits / bits_per_cycle;
    const unsigned rest = bits % bits_per_cycle;
    const unsigned last = rest == 0 ? 0
                          : rest_bits_per_cycle == 0
                              ? step_cycles
                              : (rest + rest_bits_per_cycle - 1) / rest_bits_per_cycle;
    return steps * step_cycles + last;
  }

  bool operator==(const OperandLatency&) const = default;
};

/// A kind of functional unit. `execute` ends when the latency of the operation has passed.
struct Unit {
  std::string name;
  unsigned count = 1;    ///< identical copies
  OpClassSet operations; ///< what it executes
  std::array<std::uint32_t, kOpClassCount>
      latency_cycles{}; ///< by OpClass, 1 or more where `operations` is set
  std::array<OperandLatency, kOpClassCount>
      operand_latency{}; ///< by OpClass, what comes on top; in units that are not pipelined only
  unsigned result_stage = 0; ///< index into Machine::stages: at the end of this stage results
                             ///< exist; never before the execute stage, and loads have theirs in
                             ///< the memory stage
  bool pipelined = true;     ///< takes a new operation every cycle; else one at a time (initiation
                             ///< interval = latency)
  std::vector<std::string>
      lanes; ///< column names: one a latency cycle when pipelined and latency > 1, else one

  /// How long an operation takes depends on operands, of some class at least.
  [[nodiscard]] bool depends_on_operands() const;
  /// Every operation takes exactly one cycle.
  [[nodiscard]] bool takes_one_cycle() const;

  bool operator==(const Unit&) const = default;
};

/// A result is handed from the end of one stage to the beginning of another, without the register
/// file. The value sits in the latch behind `from`: the path works while its producer is in the
/// stage after `from`.
struct ForwardingPath {
  unsigned from = 0; ///< index into Machine::stages
  unsigned to = 0;

  bool operator==(const ForwardingPath&) const = default;
};

/// How many empty issue cycles must lie between a producer of class `from` and a consumer of class
/// `to`.
struct LatencyRule {
  OpClassSet from;
  OpClassSet to;
  unsigned stall_cycles = 0;

  bool operator==(const LatencyRule&) const = default;
};

/// At most `limit` operations of these classes issue in one cycle.
struct PairingLimit {
  std::string name; ///< as written: a class or group name
  OpClassSet classes;
  unsigned limit = 1;

  bool operator==(const PairingLimit&) const = default;
};

/// An operation of `second` never issues in the same cycle behind an operation of `first`.
struct PairingBan {
  OpClassSet first;
  OpClassSet second;

  bool operator==(const PairingBan&) const = default;
};

enum class PortSharing : std::uint8_t { split, shared };
enum class OperandWait : std::uint8_t { in_read, before_read };
enum class WawRule : std::uint8_t { any, overtake };
enum class UnitReuse : std::uint8_t { same_cycle, next_cycle };
enum class GroupRule : std::uint8_t { sliding, lockstep };
enum class DrainRule : std::uint8_t { counted, excluded };
/// What a branch or jump costs that goes to the next instruction in line.
enum class ToNext : std::uint8_t {
  go_on,    ///< nothing: fetch is there already
  redirect, ///< what any other taken one costs: addresses are not compared
};

/// What a program given as text does on a machine without a unit (a port) for one of its
/// operations.
enum class MissingUnit : std::uint8_t {
  assume, ///< a unit that the machine has executes it, in the time of a similar operation
  error,
};

/// A complete machine: what TOML files say, validated. A plain value, never changed during a run.
/// Each field is a documented key of the file; machine_keys() has its default, range, unit and
/// meaning.
struct Machine {
  std::string name;
  std::string title;       ///< one line for lists
  std::string description; ///< what it models, and its source

  unsigned xlen = 64; ///< width of its integer registers, 32 or 64: that of RISC-V text and of C
  MissingUnit missing_unit = MissingUnit::assume; ///< for programs given as text

  // [pipeline]
  std::vector<Stage> stages;
  unsigned width = 1;  ///< instructions a stage holds and issues a cycle, 1..8
  bool overlap = true; ///< false: the next instruction is fetched when the one before has left
  GroupRule group =
      GroupRule::sliding; ///< lockstep: a stage refills only when its whole group has left

  // [register_file]
  bool write_then_read = false; ///< a value can be read in the cycle in which it is written
  OperandWait operand_wait =
      OperandWait::in_read; ///< where an operation waits for its register operands
  PortSharing ports =
      PortSharing::split;  ///< shared: reads and writes never in the same cycle; writes go first
  unsigned read_ports = 0; ///< operands read a cycle, 0 = no limit
  unsigned second_operand_cycles = 0; ///< an operation with two register operands is in the read
                                      ///< stage for so much longer
  unsigned write_ports = 0;           ///< results written a cycle, 0 = no limit

  // [forwarding]
  std::vector<ForwardingPath> paths;

  // [[unit]]
  std::vector<Unit> units;

  // [late_alu]
  unsigned late_stage = 0;    ///< index into stages; 0: there is no late ALU
  OpClassSet late_operations; ///< what it executes: operations issued without all their operands,
                              ///< when those that lack are on their way behind the units

  // [hazards]
  WawRule waw =
      WawRule::any; ///< any: issue waits while an older writer of the register is in a functional
                    ///< unit; overtake: only when it would write before that older writer
  UnitReuse unit_reuse =
      UnitReuse::same_cycle; ///< next_cycle: a unit that is not pipelined stays closed in the cycle
                             ///< in which its operation moves on

  // [issue]
  std::vector<PairingLimit> pairing_limits;
  std::vector<PairingBan> pairing_bans;
  std::vector<LatencyRule>
      latency_rules; ///< when not empty, they replace register file and forwarding timing

  // [branch]
  unsigned resolve_stage = 0;       ///< conditional branches: index into stages
  unsigned jump_register_stage = 0; ///< indirect jumps
  unsigned jump_resolve_stage = 0;  ///< direct jumps
  unsigned predict_stage = 0;       ///< stage at whose end a predicted-taken branch redirects fetch
  unsigned taken_cycles = 0;        ///< a conditional branch that is taken executes so much longer
  ToNext to_next = ToNext::go_on;   ///< branches and jumps to the next instruction in line
  PredictorKind predictor = PredictorKind::not_taken;
  bool delay_slot = false;

  /// kind = "out_of_order": the core is dynamically scheduled, and of the tables above only
  /// [branch] predictor counts.
  std::optional<Dynamic> dynamic;

  Prediction prediction; ///< [predictor], [btb], [return_stack], [indirect]
  Caches caches;         ///< [[cache]], [main_memory], [fetch_tlb], [data_tlb]

  // [memory]
  unsigned data_latency_cycles = 1;  ///< cycles a load or store takes in the memory stage
  unsigned fetch_latency_cycles = 1; ///< cycles an instruction takes in the fetch stage
  PortSharing memory_port =
      PortSharing::split;   ///< shared: no fetch starts in a cycle with a data access
  unsigned fetch_bytes = 0; ///< bytes an instruction fetch brings; 0: one instruction
  isa::Misaligned misaligned = isa::Misaligned::by_platform;
  isa::Undeclared undeclared = isa::Undeclared::zero; ///< of programs given as text
  unsigned access_bytes = 8; ///< bytes a data access reaches, aligned to as many
  unsigned split_cycles = 0; ///< an access that lies across such a boundary takes so much longer

  // [counting]
  DrainRule drain = DrainRule::counted; ///< excluded: cycles end when the last instruction has left
                                        ///< the front stages

  // [limits]
  std::uint64_t no_progress_cycles = 100'000; ///< nothing moves for so long: stop with a dump

  /// What branches and jumps are predicted by changes during a run.
  [[nodiscard]] bool predictor_learns() const {
    return learns(predictor) || prediction.btb.entries > 0 || prediction.return_stack.depth > 0 ||
           prediction.indirect.predictor != IndirectKind::none;
  }
  /// How long data accesses take depends on their addresses.
  [[nodiscard]] bool splits_accesses() const {
    return misaligned == isa::Misaligned::allow && split_cycles > 0;
  }
  /// First stage with a role; stages.size() when none has it.
  [[nodiscard]] unsigned stage_with(StageRole role) const;
  /// Index of a stage by name, stages.size() when there is none.
  [[nodiscard]] unsigned stage_named(std::string_view stage) const;
  /// The unit that executes a class (nop runs where integer runs); units.size() when none does.
  [[nodiscard]] unsigned unit_for(OpClass op_class) const;

  bool operator==(const Machine&) const = default;
};

} // namespace stallscope::machine

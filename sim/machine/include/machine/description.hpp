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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

using isa::kOpClassCount;
using isa::OpClass;

/// A set of operation classes, by OpClass.
using OpClassSet = std::bitset<kOpClassCount>;

/// Roles of a pipeline stage; a stage can have several.
enum class StageRole : std::uint8_t {
  fetch,   ///< fetches the next instruction; the first stage
  decode,  ///< decodes the instruction
  read,    ///< reads register operands
  execute, ///< the functional units; this stage represents all of them
  memory,  ///< accesses data memory
  write,   ///< writes the destination register; the last role
};
inline constexpr std::size_t kStageRoleCount = 6;

struct Stage {
  std::string name;
  std::bitset<kStageRoleCount> roles; ///< by StageRole

  [[nodiscard]] bool does(StageRole role) const { return roles[static_cast<std::size_t>(role)]; }
  bool operator==(const Stage&) const = default;
};

/// The operand property on which the latency depends. The values are those the operation uses:
/// 32-bit operations use the low 32 bits. The significant bits of a value are its binary digits
/// without leading zeros (0 has none); signed operations use the significant bits of the absolute
/// value.
enum class OperandMeasure : std::uint8_t {
  shift_amount,    ///< shifts: the shift amount, 0 to 31 or 0 to 63
  multiplier_bits, ///< multiplies: significant bits of the second operand
  dividend_bits,   ///< divides: significant bits of the first operand
  divisor_bits,    ///< divides: significant bits of the second operand
  quotient_bits,   ///< divides: max(0, dividend_bits - divisor_bits + 1), 0 for a divisor of 0
  divisor_shift,   ///< divides: normalisation shift of the divisor: its leading zeros (all bits of
                   ///< 0), or, for negative divisors of signed operations, its leading ones without
                   ///< the sign
  divisor_nonzero, ///< divides: 1, but 0 for a divisor of 0
};
inline constexpr std::size_t kOperandMeasureCount = 7;
inline constexpr unsigned kMaxMeasure = 64; ///< the largest value of all measures

/// The operation class a measure applies to.
// Refinements of the class included.
[[nodiscard]] constexpr OpClass class_of(OperandMeasure measure) {
  return measure == OperandMeasure::shift_amount      ? OpClass::shift
         : measure == OperandMeasure::multiplier_bits ? OpClass::multiply
                                                      : OpClass::divide;
}

/// An operand-dependent latency: the measure is processed in steps of bits_per_cycle, each of which
/// adds step_cycles to the minimum latency of the class. The remainder takes one more step, or,
/// when rest_bits_per_cycle is given, one cycle for every rest_bits_per_cycle bits.
struct OperandLatency {
  OperandMeasure measure = OperandMeasure::shift_amount;
  std::uint32_t bits_per_cycle = 0;      ///< 1 to 64; 0: no operand dependence
  std::uint32_t rest_bits_per_cycle = 0; ///< less than bits_per_cycle; 0: the remainder takes one
                                         ///< step
  std::uint32_t step_cycles = 1;

  /// The extra cycles for a measure.
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

/// A kind of functional unit. Execution ends when the latency of the operation has passed.
struct Unit {
  std::string name;
  unsigned count = 1;    ///< number of identical copies
  OpClassSet operations; ///< the classes it executes
  std::array<std::uint32_t, kOpClassCount>
      latency_cycles{}; ///< by OpClass, 1 or more where `operations` is set
  std::array<OperandLatency, kOpClassCount>
      operand_latency{};     ///< by OpClass, added to the latency; only in unpipelined units
  unsigned result_stage = 0; ///< index into Machine::stages: results exist at the end of this
                             ///< stage; not before the execute stage, for loads the memory stage
  bool pipelined = true;     ///< accepts a new operation every cycle; otherwise one at a time
                             ///< (initiation interval = latency)
  std::vector<std::string> lanes; ///< column names: one for each latency cycle when pipelined and
                                  ///< latency > 1, otherwise one

  /// At least one class has an operand-dependent latency.
  [[nodiscard]] bool depends_on_operands() const;
  /// Every operation takes exactly one cycle.
  [[nodiscard]] bool takes_one_cycle() const;

  bool operator==(const Unit&) const = default;
};

/// A forwarding (bypass) path from the end of one stage to the beginning of another, past the
/// register file. The value is in the latch after `from`: the path is usable while its producer is
/// in the stage after `from`.
struct ForwardingPath {
  unsigned from = 0; ///< index into Machine::stages
  unsigned to = 0;

  bool operator==(const ForwardingPath&) const = default;
};

/// Latency rule: the number of stall cycles between the issue of a producer of class `from` and of
/// a consumer of class `to`.
struct LatencyRule {
  OpClassSet from;
  OpClassSet to;
  unsigned stall_cycles = 0;

  bool operator==(const LatencyRule&) const = default;
};

/// Issue limit: at most `limit` operations of these classes issue in one cycle.
struct PairingLimit {
  std::string name; ///< a class or group name, as in the file
  OpClassSet classes;
  unsigned limit = 1;

  bool operator==(const PairingLimit&) const = default;
};

/// Pairing rule: an operation of `second` cannot issue in the same cycle as an older one of
/// `first`.
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
/// Cost of a taken branch or jump to the next sequential instruction.
enum class ToNext : std::uint8_t {
  go_on,    ///< no cost: fetch continues there anyway
  redirect, ///< the cost of other taken branches: addresses are not compared
};

/// Treatment of operations of text programs that no unit (port) of the machine executes.
enum class MissingUnit : std::uint8_t {
  assume, ///< an existing unit executes it, with the latency of a similar operation
  error,
};

/// A `--set key=value`; the value is TOML, except that a bare word is a string: predictor=taken.
/// Entries of lists of tables are addressed by name: unit.alu.latency=4, port.load.count=2. Bare
/// words are strings inside lists and tables too: forwarding.paths=[EX->EX, MEM->EX].
struct Setting {
  std::string key;
  std::string value;
};

/// The text from which a machine was parsed. Equal machines may be written in different ways, and a
/// setting may affect them differently, because the default of a missing key may follow another
/// key.
struct Origin {
  struct Source {
    std::string file; ///< name of the file in messages
    std::string toml;
    std::vector<Setting> settings;
  };
  std::shared_ptr<const Source> source; ///< nullptr: the machine was not parsed

  bool operator==(const Origin&) const { return true; } ///< origins are not compared
};

/// A complete, validated machine description. A plain value, constant during a run. Each field is a
/// documented key of the machine file; machine_keys() has its default, range, unit and meaning.
struct Machine {
  std::string name;
  std::string title;       ///< one line of text for lists
  std::string description; ///< what the machine models, and the source

  unsigned xlen = 64; ///< width of integer registers, 32 or 64, for RISC-V text and C
  MissingUnit missing_unit = MissingUnit::assume; ///< for text programs: treatment of operations
                                                  ///< without a unit

  // [pipeline]
  std::vector<Stage> stages;
  unsigned width = 1;  ///< instructions a stage holds and issues a cycle, 1..8
  bool overlap = true; ///< false: no pipelining; the next instruction is fetched when the previous
                       ///< one has left
  GroupRule group =
      GroupRule::sliding; ///< lockstep: a stage is refilled only when its whole group has left

  // [register_file]
  bool write_then_read = false; ///< a register can be read in the cycle in which it is written
  OperandWait operand_wait =
      OperandWait::in_read; ///< the stage in which an operation waits for its register operands
  PortSharing ports =
      PortSharing::split;  ///< shared: no reads and writes in the same cycle; writes have priority
  unsigned read_ports = 0; ///< operands read a cycle, 0: unlimited
  unsigned second_operand_cycles = 0; ///< extra cycles in the read stage for operations with two
                                      ///< register operands
  unsigned write_ports = 0;           ///< results written a cycle, 0: unlimited

  // [forwarding]
  std::vector<ForwardingPath> paths;

  // [[unit]]
  std::vector<Unit> units;

  // [late_alu]
  unsigned late_stage = 0;    ///< index into stages; 0: no late ALU
  OpClassSet late_operations; ///< classes that can issue without all operands, and execute there,
                              ///< when the missing ones come from operations past the units

  // [hazards]
  WawRule waw =
      WawRule::any; ///< any: issue waits while an older writer of the register is in a functional
                    ///< unit; overtake: only if the operation would write before that older writer
  UnitReuse unit_reuse =
      UnitReuse::same_cycle; ///< next_cycle: an unpipelined unit cannot be entered in the cycle in
                             ///< which its operation leaves

  // [issue]
  std::vector<PairingLimit> pairing_limits;
  std::vector<PairingBan> pairing_bans;
  std::vector<LatencyRule>
      latency_rules; ///< when not empty, the rules replace register file and forwarding timing

  // [branch]
  unsigned resolve_stage = 0;       ///< conditional branches: index into stages
  unsigned jump_register_stage = 0; ///< indirect jumps
  unsigned jump_resolve_stage = 0;  ///< direct jumps
  unsigned predict_stage = 0;       ///< stage at whose end a branch predicted taken redirects fetch
  unsigned taken_cycles = 0;        ///< extra execution cycles of a taken conditional branch
  ToNext to_next = ToNext::go_on;   ///< branches and jumps to the next sequential instruction
  PredictorKind predictor = PredictorKind::not_taken;
  bool delay_slot = false;

  /// Given when kind = "out_of_order": the core is dynamically scheduled; of the tables above only
  /// [branch] predictor applies.
  std::optional<Dynamic> dynamic;

  Prediction prediction; ///< [predictor], [btb], [return_stack], [indirect]
  Caches caches;         ///< [[cache]], [main_memory], [fetch_tlb], [data_tlb]

  // [memory]
  unsigned data_latency_cycles = 1;  ///< cycles of a load or store in the memory stage
  unsigned fetch_latency_cycles = 1; ///< cycles of an instruction in the fetch stage
  PortSharing memory_port =
      PortSharing::split;   ///< shared: no fetch starts in a cycle with a data access
  unsigned fetch_bytes = 0; ///< bytes per instruction fetch; 0: one instruction
  isa::Misaligned misaligned = isa::Misaligned::by_platform;
  isa::Undeclared undeclared = isa::Undeclared::zero; ///< for text programs: treatment of
                                                      ///< undeclared names
  unsigned access_bytes = 8;                          ///< width of a data access in bytes, aligned
  unsigned split_cycles = 0; ///< extra cycles of an access that crosses a boundary of access_bytes

  // [counting]
  DrainRule drain = DrainRule::counted; ///< excluded: cycles are counted until the last instruction
                                        ///< has left the front stages

  // [limits]
  std::uint64_t no_progress_cycles = 100'000; ///< a run without progress for this many cycles stops
                                              ///< with a dump

  /// The branch predictor is dynamic.
  [[nodiscard]] bool predictor_learns() const {
    return learns(predictor) || prediction.btb.entries > 0 || prediction.return_stack.depth > 0 ||
           prediction.indirect.predictor != IndirectKind::none;
  }
  /// The latency of data accesses depends on their addresses.
  [[nodiscard]] bool splits_accesses() const {
    return misaligned == isa::Misaligned::allow && split_cycles > 0;
  }
  /// The first stage with a role; stages.size() when there is none.
  [[nodiscard]] unsigned stage_with(StageRole role) const;
  /// The index of a stage by name; stages.size() when there is none.
  [[nodiscard]] unsigned stage_named(std::string_view stage) const;
  /// The unit that executes a class (nop uses that of integer); units.size() when there is none.
  [[nodiscard]] unsigned unit_for(OpClass op_class) const;

  Origin origin;

  bool operator==(const Machine&) const = default;
};

} // namespace stallscope::machine

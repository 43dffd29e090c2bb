#pragma once

#include "isa/program.hpp"
#include "isa/registers.hpp"

#include <array>
#include <cstdint>
#include <span>

/// Cracking: instructions are split into the micro-ops that a dynamically scheduled core renames
/// and issues. A MicroOp is a whole instruction, as used by in-order pipelines; a CrackedOp is a
/// part of an instruction.
namespace stallscope::isa {

/// Cracking and fusion rules of a decoder. The defaults are a machine without fusion.
struct CrackRules {
  /// A compare and the branch on its result are one micro-op: x86 cmp, test, add, sub, and, inc,
  /// dec with jcc; slt, sltu with a branch on the result being 0 or not (riscv, mips).
  bool fuse_compare_branch = false;
  /// lui or auipc and the addition (mips: or ori) that completes the constant are one micro-op.
  bool fuse_lui_addi = false;
  /// Micro-fusion: a load and the operation on its result in the same instruction share one slot in
  /// the front end and at retirement (CrackedOp::fused); they are issued separately.
  bool fuse_load_op = false;
  /// Micro-fusion of the address and the data micro-op of a store.
  bool fuse_store = false;
  /// A store is split into a micro-op for its address and one for its data; false: a single
  /// micro-op.
  bool split_store = true;
  /// Stack engine: the stack pointer update of push, pop, call and ret needs no micro-op; the
  /// micro-op that accesses memory also writes the stack pointer.
  bool stack_engine = false;
};

/// Function of a micro-op in addition to its class.
enum class CrackedKind : std::uint8_t {
  compute,
  load,
  store_address,
  store_data,
  store,  ///< address and data, when stores are not split
  branch, ///< conditional branches, jumps, calls, returns: computes the next pc
};

inline constexpr std::size_t kMaxCrackedReads = 4;
inline constexpr std::size_t kMaxCrackedWrites = 3;

/// A part of an instruction: one operation of a functional unit.
struct CrackedOp {
  OpClass op_class = OpClass::nop; ///< class of the unit it needs; for both parts of a split store
                                   ///< the store's class
  CrackedKind kind = CrackedKind::compute;
  bool first = false; ///< first micro-op of its instruction
  bool last = false;  ///< last micro-op of its instruction
  bool fused = false; ///< shares the slot of the previous micro-op: see CrackRules::fuse_load_op
  std::uint8_t read_count = 0;
  std::uint8_t write_count = 0;
  std::array<RegisterRead, kMaxCrackedReads> reads{};
  std::array<RegId, kMaxCrackedWrites> writes{}; ///< kNoRegister from write_count on

  [[nodiscard]] std::span<const RegisterRead> sources() const { return {reads.data(), read_count}; }
  [[nodiscard]] std::span<const RegId> destinations() const { return {writes.data(), write_count}; }
  CrackedOp& read(RegId reg, OperandRole role = OperandRole::execute);
  CrackedOp& write(RegId reg);
};

/// Whether a register number is a temporary between the micro-ops of one instruction. Only for
/// micro-ops: a variable of three-address code may have the same number.
[[nodiscard]] constexpr bool is_temporary(RegId reg) {
  return reg >= kFirstTemporary && reg < kFirstTemporary + kTemporaryCount;
}

/// Maximum number of micro-ops of an instruction or a fused pair: a gather has four loads, and four
/// micro-ops that combine the loaded values. Events have three bits for the number
/// (trace/sinks.hpp).
inline constexpr std::size_t kMaxCracked = 8;

/// The micro-ops of an instruction, in dependence order: each may read results of the previous
/// ones.
class CrackedOps {
public:
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const CrackedOp& operator[](std::size_t i) const { return ops_.at(i); }
  [[nodiscard]] const CrackedOp* begin() const { return ops_.data(); }
  [[nodiscard]] const CrackedOp* end() const { return ops_.data() + count_; }
  [[nodiscard]] CrackedOp& back() { return ops_.at(count_ - 1U); }

  CrackedOp& add(CrackedKind kind, OpClass op_class);
  /// Sets `first` and `last`.
  void finish();

private:
  std::array<CrackedOp, kMaxCracked> ops_{};
  std::uint8_t count_ = 0;
};

/// Cracks an instruction into one or more micro-ops. Apart from temporaries, their registers are
/// those of micro_op_for().
[[nodiscard]] CrackedOps crack(const Instruction& instruction, const CrackRules& rules = {});

/// Whether an instruction and the next in program order become one micro-op (macro-fusion).
/// Sources: Intel 64 and IA-32 Architectures Optimization Reference Manual, "Macro-Fusion"; The
/// RISC-V Instruction Set Manual, volume I, on lui and auipc pairs.
[[nodiscard]] bool fuses(const Instruction& first, const Instruction& second,
                         const CrackRules& rules);

/// The micro-ops of a fused pair: those of the first instruction, the last of which also performs
/// the second instruction. Registers written by both are listed once.
[[nodiscard]] CrackedOps crack_pair(const Instruction& first, const Instruction& second,
                                    const CrackRules& rules);

} // namespace stallscope::isa

#pragma once

#include "isa/executor.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

namespace stallscope::isa {

/// Instructions written to memory by the program itself (self-modifying code), decoded when first
/// fetched. One entry for each pair of address and machine code, so that a repeated run gets the
/// same indices.
class WrittenCode {
public:
  /// Limit of distinct instructions; a run that fetches more stops with Trap::too_much_code.
  static constexpr std::size_t kMaxInstructions = std::size_t{1} << 20;

  /// The program must have all its code.
  explicit WrittenCode(const Program& program);

  /// Index of the instruction with this machine code at an address; kNoIndex if it is new and the
  /// limit is reached.
  std::uint32_t index_of(std::uint64_t pc, std::uint32_t raw);
  [[nodiscard]] const Instruction& instruction(std::uint32_t index) const {
    return instructions_.at(index - first_instruction_);
  }
  [[nodiscard]] const MicroOp& micro_op(std::uint32_t index) const {
    return micro_ops_.at(index - first_micro_op_);
  }
  [[nodiscard]] bool is_full() const { return instructions_.size() >= kMaxInstructions; }

  /// The fetchable code at the start of the program.
  const Memory& initial(const Program& program);

private:
  struct Key {
    std::uint64_t pc;
    std::uint32_t raw;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(
          (key.pc ^ std::uint64_t{key.raw} << 24) * 0x9e3779b97f4a7c15ULL >> 16);
    }
  };

  unsigned xlen_;
  std::uint32_t first_instruction_;
  std::uint32_t first_micro_op_;
  std::deque<Instruction> instructions_; // deque: references stay valid
  std::deque<MicroOp> micro_ops_;
  std::unordered_map<Key, std::uint32_t, Hash> indices_;
  std::optional<Memory> initial_;
};

/// Makes the current memory visible to fetches: fence.i, riscv_flush_icache, and all changes that
/// make memory executable. Earlier stores into code have no effect before, which the Zifencei
/// extension allows. No effect for assembled programs, which have no code in memory.
void synchronize_code(const Program& program, ArchState& state);

/// Unconditionally updates the executable memory and its content.
void look_into_memory(ArchState& state);

/// The state has executable memory at an address, whatever its content.
[[nodiscard]] bool is_executable(const ArchState& state, std::uint64_t address);

/// Bare metal, at a pc without an instruction: decodes memory, which can contain code that was data
/// in the file, or was written without fence.i. Returns whether there is an instruction at pc.
bool find_code_in_memory(const Program& program, ArchState& state);

/// index_at() for a program that has changed its code.
[[nodiscard]] std::uint32_t index_in_written_code(const Program& program, const ArchState& state,
                                                  std::uint64_t pc);

/// Index of the instruction fetched from an address, or kNoIndex.
[[nodiscard]] inline std::uint32_t index_at(const Program& program, const ArchState& state,
                                            std::uint64_t pc) {
  return state.code ? index_in_written_code(program, state, pc) : program.index_of(pc);
}

} // namespace stallscope::isa

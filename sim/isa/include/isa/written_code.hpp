#pragma once

#include "isa/executor.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

namespace stallscope::isa {

/// Instructions that runs of a program have put into memory themselves, decoded when they are first
/// fetched. One entry an address and machine code, so that a run that is repeated meets the same
/// indices again.
class WrittenCode {
public:
  /// Different instructions at most; a run that fetches more stops with Trap::too_much_code.
  static constexpr std::size_t kMaxInstructions = std::size_t{1} << 20;

  /// For a program whose own code is complete.
  explicit WrittenCode(const Program& program);

  /// Index of the instruction with this machine code at an address; kNoIndex when it is new
  /// and there is no room for it.
  std::uint32_t index_of(std::uint64_t pc, std::uint32_t raw);
  [[nodiscard]] const Instruction& instruction(std::uint32_t index) const {
    return instructions_.at(index - first_instruction_);
  }
  [[nodiscard]] const MicroOp& micro_op(std::uint32_t index) const {
    return micro_ops_.at(index - first_micro_op_);
  }
  [[nodiscard]] bool is_full() const { return instructions_.size() >= kMaxInstructions; }

  /// What fetches see at the start of the program.
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
  std::deque<Instruction> instructions_; // whose references stay valid
  std::deque<MicroOp> micro_ops_;
  std::unordered_map<Key, std::uint32_t, Hash> indices_;
  std::optional<Memory> initial_;
};

/// Lets fetches see memory as it is now: what fence.i does, riscv_flush_icache, and whatever makes
/// memory executable. Stores into code have no effect before, which is one of the things the
/// Zifencei extension allows. Programs from an assembler have no code in memory that they could
/// change, and this does nothing.
void synchronize_code(const Program& program, ArchState& state);

/// The same, whether memory has changed or not: fetches see what of it may be executed.
void look_into_memory(ArchState& state);

/// There is memory at an address that the state allows to execute, whatever it holds.
[[nodiscard]] bool is_executable(const ArchState& state, std::uint64_t address);

/// Bare metal, at a pc where fetches have found no instruction: looks into memory, where code may
/// lie that was no code in the file, or that has been written there without fence.i. Whether there
/// is an instruction at pc now.
bool find_code_in_memory(const Program& program, ArchState& state);

/// index_at() of a program that has changed its code.
[[nodiscard]] std::uint32_t index_in_written_code(const Program& program, const ArchState& state,
                                                  std::uint64_t pc);

/// Index of the instruction that a fetch from an address finds, or kNoIndex.
[[nodiscard]] inline std::uint32_t index_at(const Program& program, const ArchState& state,
                                            std::uint64_t pc) {
  return state.code ? index_in_written_code(program, state, pc) : program.index_of(pc);
}

} // namespace stallscope::isa

#pragma once

#include "core/memo/packed_place.hpp"
#include "isa/executor.hpp"
#include "session/loop.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stallscope::session {

/// A removed dependence: this instruction of the body does not read this register.
using LoopCut = std::pair<std::uint32_t, RegId>;

/// Copies of a loop body, one for each iteration, ready to run: branch directions follow the loop
/// independent of register values, and addresses follow LoopAlias.
///
/// Copies of a closed loop are at descending addresses, so that its branch leads backwards, with a
/// spacing that gives all the same alignment to cache lines; other copies are contiguous.
class LaidOutLoop {
public:
  LaidOutLoop(const isa::Program& program, const LoopBody& body, LoopAlias alias,
              std::uint64_t copies, const std::vector<LoopCut>& cuts = {});

  [[nodiscard]] const isa::Program& program() const { return program_; }
  /// The instructions that the decoders receive.
  [[nodiscard]] const std::vector<isa::Instruction>& decoded() const { return decoded_; }
  [[nodiscard]] std::uint64_t copies() const { return copies_; }
  [[nodiscard]] std::size_t length() const { return length_; }
  [[nodiscard]] bool closed() const { return closed_; }
  /// For functional runs of it.
  [[nodiscard]] isa::Environment environment(isa::Misaligned misaligned) const {
    isa::Environment made;
    made.misaligned = misaligned;
    made.delay_slots = delay_slots_;
    return made;
  }

  /// Start address of a copy.
  [[nodiscard]] core::PackedPlace place(std::uint64_t copy) const {
    const std::uint64_t at = closed_ ? copies_ - 1 - copy : copy;
    return {first_pc_ + at * spacing_, static_cast<std::uint32_t>(at * slots_.size())};
  }
  /// The instruction at a position of the body, in a copy.
  [[nodiscard]] std::uint32_t index_of(std::uint64_t copy, std::uint32_t position) const {
    return place(copy).instruction + slot_of_[position];
  }
  /// The copy an instruction belongs to, and its position in the body; on a wrong path that of the
  /// branch it is due to.
  [[nodiscard]] std::uint64_t copy_of(std::uint32_t instruction) const {
    const std::uint64_t at = instruction / slots_.size();
    return closed_ ? copies_ - 1 - at : at;
  }
  [[nodiscard]] std::uint32_t position_of(std::uint32_t instruction) const {
    return slots_[instruction % slots_.size()].position;
  }
  /// In the functional run of the copies all accesses are regular: addresses advance by the same
  /// distance in every iteration, or are placed by LoopAlias.
  [[nodiscard]] bool addresses_repeat() const { return addresses_repeat_; }

  /// A loop that consists of the branch of this loop only, without operands; nullopt for a body
  /// that is not closed.
  [[nodiscard]] static std::optional<LaidOutLoop>
  branch_alone(const isa::Program& program, const LoopBody& body, std::uint64_t copies);

private:
  LaidOutLoop() = default;

  /// An instruction of a copy.
  struct Slot {
    std::uint32_t original = 0; ///< index into the program's code
    std::uint32_t position = 0; ///< in the body
    bool wrong_path = false;    ///< fetched behind the wrong prediction of `position`
    bool mispredicted = false;  ///< branch or jump
    bool jumps = false;         ///< branch or jump: taken
    bool back = false;          ///< the branch to the next copy
    std::uint64_t offset = 0;   ///< bytes from the first one
    std::uint64_t target = 0;   ///< of a branch or jump, as an offset too
  };
  class Layout;
  void append(const isa::Program& program, const Slot& slot, std::uint64_t copy,
              isa::Instruction done, isa::Instruction seen, const isa::MicroOp& micro_op);

  isa::Program program_;
  std::vector<isa::Instruction> decoded_;
  std::vector<Slot> slots_;            ///< of a copy, by address
  std::vector<std::uint32_t> slot_of_; ///< by position
  std::uint64_t copies_ = 0;
  std::size_t length_ = 0;
  bool closed_ = false;
  bool delay_slots_ = false;
  bool addresses_repeat_ = true;
  std::uint64_t first_pc_ = 0;
  std::uint64_t spacing_ = 0;
};

} // namespace stallscope::session

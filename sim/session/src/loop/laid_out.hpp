#pragma once

#include "core/memo/packed_place.hpp"
#include "session/loop.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stallscope::session {

/// A dependence taken away: this instruction of the body does not read this register.
using LoopCut = std::pair<std::uint32_t, RegId>;

/// Iterations of a body, one copy of it for each, ready to run: branches are taken or not as the
/// loop goes on, whatever registers hold, and accesses are where LoopAlias says.
///
/// Copies of a loop that is closed lie at descending addresses, so that its branch leads back, and
/// as far apart as lines need that all lie alike; others lie one behind the other.
class LaidOutLoop {
public:
  LaidOutLoop(const isa::Program& program, const LoopBody& body, LoopAlias alias,
              std::uint64_t copies, const std::vector<LoopCut>& cuts = {});

  [[nodiscard]] const isa::Program& program() const { return program_; }
  /// What decoders see.
  [[nodiscard]] const std::vector<isa::Instruction>& decoded() const { return decoded_; }
  [[nodiscard]] std::uint64_t copies() const { return copies_; }
  [[nodiscard]] std::size_t length() const { return length_; }
  [[nodiscard]] bool closed() const { return closed_; }

  /// Where a copy begins.
  [[nodiscard]] core::PackedPlace place(std::uint64_t copy) const {
    const std::uint64_t at = closed_ ? copies_ - 1 - copy : copy;
    return {first_pc_ + at * spacing_, static_cast<std::uint32_t>(at * length_)};
  }
  /// Which copy an instruction is of, and where in it.
  [[nodiscard]] std::uint64_t copy_of(std::uint32_t instruction) const {
    const std::uint64_t at = instruction / length_;
    return closed_ ? copies_ - 1 - at : at;
  }
  [[nodiscard]] std::uint32_t position_of(std::uint32_t instruction) const {
    return static_cast<std::uint32_t>(instruction % length_);
  }
  /// In the functional run of the copies, all accesses repeat: addresses go on by the same distance
  /// in every iteration, or lie where LoopAlias puts them.
  [[nodiscard]] bool addresses_repeat() const { return addresses_repeat_; }

  /// A loop of its branch alone, which needs no operands; of a body that is not closed none.
  [[nodiscard]] static std::optional<LaidOutLoop>
  branch_alone(const isa::Program& program, const LoopBody& body, std::uint64_t copies);

private:
  LaidOutLoop() = default;

  isa::Program program_;
  std::vector<isa::Instruction> decoded_;
  std::uint64_t copies_ = 0;
  std::size_t length_ = 0;
  bool closed_ = false;
  bool addresses_repeat_ = true;
  std::uint64_t first_pc_ = 0;
  std::uint64_t spacing_ = 0;
};

} // namespace stallscope::session

#pragma once

#include "isa/crack.hpp"
#include "isa/executor.hpp"

#include <array>
#include <cstdint>

/// Values passed between the micro-ops of an instruction. They are not in architectural registers,
/// since an instruction is executed as a whole.
namespace stallscope::isa {

/// By temporary (is_temporary() in crack.hpp); 0 for unused ones. For 16-byte vectors the lower
/// half.
struct HandedValues {
  std::array<std::uint64_t, kTemporaryCount> of{};

  [[nodiscard]] std::uint64_t operator[](RegId temporary) const {
    return of.at(temporary - kFirstTemporary);
  }
};

/// Values known before execution: the value to be loaded, and copies of registers. `before` is the
/// state before the instruction.
[[nodiscard]] HandedValues handed_before(const Instruction& instruction, const ArchState& before);

/// Adds values known after execution: stored data, or the second result. Nothing for an instruction
/// that faulted.
void add_handed_results(const Instruction& instruction, const Effect& effect,
                        const ArchState& behind, HandedValues& values);

/// Whether an instruction loads a floating-point value.
[[nodiscard]] bool hands_on_floating_point(const Instruction& instruction);

} // namespace stallscope::isa

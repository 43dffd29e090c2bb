#pragma once

#include "isa/crack.hpp"
#include "isa/executor.hpp"

#include <array>
#include <cstdint>

/// Values that the micro-ops of an instruction hand to later ones of the same instruction. They are
/// in no register of the program: an instruction is executed as a whole.
namespace stallscope::isa {

/// By temporary (is_temporary() of crack.hpp); 0 for those an instruction has not. Of vectors of 16
/// bytes the lower half.
struct HandedValues {
  std::array<std::uint64_t, kTemporaryCount> of{};

  [[nodiscard]] std::uint64_t operator[](RegId temporary) const {
    return of.at(temporary - kFirstTemporary);
  }
};

/// What is known in front of the instruction: what it is going to load, and registers it keeps a
/// copy of. `before` is the state in front of it.
[[nodiscard]] HandedValues handed_before(const Instruction& instruction, const ArchState& before);

/// Adds what is known once it has been executed: what it has stored, or its second result. An
/// instruction that has faulted adds nothing.
void add_handed_results(const Instruction& instruction, const Effect& effect,
                        const ArchState& behind, HandedValues& values);

/// Whether what an instruction loads is a number with a point.
[[nodiscard]] bool hands_on_floating_point(const Instruction& instruction);

} // namespace stallscope::isa

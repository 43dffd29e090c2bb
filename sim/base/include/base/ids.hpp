#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace stallscope {

/// A point in simulated time, counted in cycles. The first cycle of a run is cycle 1; 0 means
/// "before the run".
struct Cycle {
  std::uint64_t value = 0;

  constexpr Cycle() = default;
  constexpr explicit Cycle(std::uint64_t v) : value(v) {}

  constexpr auto operator<=>(const Cycle&) const = default;
  constexpr Cycle operator+(std::uint64_t n) const { return Cycle{value + n}; }
  constexpr Cycle operator-(std::uint64_t n) const { return Cycle{value - n}; }
  /// Distance in cycles; the right side must not be later than the left.
  constexpr std::uint64_t operator-(Cycle other) const { return value - other.value; }
  constexpr Cycle& operator++() {
    ++value;
    return *this;
  }
};

/// Later than every cycle of every run.
inline constexpr Cycle kNever{std::numeric_limits<std::uint64_t>::max()};

/// A dynamic operation (one micro-op of one dynamic instruction), numbered 1, 2, 3, ... in fetch
/// order, wrong-path operations included. 0 means "no operation".
struct OpId {
  std::uint64_t value = 0;

  constexpr OpId() = default;
  constexpr explicit OpId(std::uint64_t v) : value(v) {}

  constexpr auto operator<=>(const OpId&) const = default;
  constexpr explicit operator bool() const { return value != 0; }
};

inline constexpr OpId kNoOp{};

/// A static instruction: index into `isa::Program::code`, which is also the index of its text and
/// source line.
struct InstructionIndex {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();

  constexpr InstructionIndex() = default;
  constexpr explicit InstructionIndex(std::uint32_t v) : value(v) {}

  constexpr auto operator<=>(const InstructionIndex&) const = default;
};

inline constexpr InstructionIndex kNoInstruction{};

/// An architectural register of the running program: integer, floating-point and special registers
/// of an ISA share one numbering (see isa/registers.hpp). Register 0 always reads as zero.
using RegId = std::uint16_t;

/// Maximum number of registers a program may name, all kinds together; also the size of the
/// register arrays in a core's state.
inline constexpr RegId kMaxRegisters = 512;

/// "No register" in operand fields.
inline constexpr RegId kNoRegister = 1023;

/// A lane operations can occupy: a pipeline stage, a step of a functional unit, a queue, a device
/// or a link.
using LaneId = std::uint16_t;

inline constexpr LaneId kNoLane = std::numeric_limits<LaneId>::max();

} // namespace stallscope

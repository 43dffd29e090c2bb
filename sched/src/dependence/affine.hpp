#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/loop.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// A number as a sum: constant + sum of factor * value that a register has at a block's beginning.
/// Arithmetic wraps around as the machine's does.
struct Affine {
  std::int64_t constant = 0;
  std::map<RegId, std::int64_t> factors; ///< none is 0

  bool operator==(const Affine&) const = default;
};

[[nodiscard]] Affine operator+(const Affine& a, const Affine& b);
[[nodiscard]] Affine operator*(const Affine& a, std::int64_t factor);

/// Follows registers through a block as such sums: additions, subtractions, shifts and products
/// with constants; everything else is unknown. 32-bit operations of 64-bit registers are unknown
/// too, as they drop digits.
class AffineTracker {
public:
  explicit AffineTracker(const Block& block);

  /// Over the next instruction.
  void step(Node node);
  /// What a register holds now; nothing when that is no such sum.
  [[nodiscard]] const std::optional<Affine>& value(RegId reg) const { return values_[reg]; }

private:
  [[nodiscard]] std::optional<Affine> result_of(const isa::Instruction& instruction) const;
  [[nodiscard]] std::optional<Affine> operand(const isa::Instruction& instruction) const;

  const Block& block_;
  bool narrow_ = false; ///< registers of 32 bits
  std::array<std::optional<Affine>, kMaxRegisters> values_;
};

/// An access of a loop as a function of the iteration's number i, from 0: base + stride * i +
/// constant, where base does not change while the loop runs.
struct LoopAddress {
  std::map<RegId, std::int64_t> base; ///< factors of values in front of the loop
  std::int64_t stride = 0;
  std::int64_t constant = 0;
  std::uint32_t bytes = 0;
};

/// The addresses of a loop's accesses, by node; none where the node accesses nothing or its address
/// is no such function.
[[nodiscard]] std::vector<std::optional<LoopAddress>> loop_addresses(const Block& block,
                                                                     const EntryValues& entry);

/// How two accesses meet.
struct Encounter {
  bool known = false;                    ///< otherwise they may meet in any iterations
  std::optional<std::uint32_t> distance; ///< the fewest iterations that `second` lies behind
                                         ///< `first` when they touch a byte, from `least` to
                                         ///< kMaxLoopDistance; none: they do not
};
/// `narrow`: addresses have 32 bits.
[[nodiscard]] Encounter encounter(const std::optional<LoopAddress>& first,
                                  const std::optional<LoopAddress>& second, std::uint32_t least,
                                  bool narrow);

/// Registers of a program are 32 bits wide.
[[nodiscard]] bool has_narrow_registers(const isa::Program& program);

} // namespace stallscope::sched

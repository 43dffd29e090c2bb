#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/loop.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// An affine expression: constant + sum of factor * register value at the block's start. Arithmetic
/// wraps around as on the machine.
struct Affine {
  std::int64_t constant = 0;
  std::map<RegId, std::int64_t> factors; ///< non-zero only

  bool operator==(const Affine&) const = default;
};

[[nodiscard]] Affine operator+(const Affine& a, const Affine& b);
[[nodiscard]] Affine operator*(const Affine& a, std::int64_t factor);

/// Symbolic evaluation of registers through a block: additions, subtractions, shifts and products
/// with constants; other results are unknown, and so are 32-bit operations on 64-bit registers,
/// which truncate.
class AffineTracker {
public:
  explicit AffineTracker(const Block& block);

  /// Evaluates the next instruction.
  void step(Node node);
  /// The register's current value; nothing when it is not affine.
  [[nodiscard]] const std::optional<Affine>& value(RegId reg) const { return values_[reg]; }

private:
  [[nodiscard]] std::optional<Affine> result_of(const isa::Instruction& instruction) const;
  [[nodiscard]] std::optional<Affine> operand(const isa::Instruction& instruction) const;

  const Block& block_;
  bool narrow_ = false; ///< 32-bit registers
  std::array<std::optional<Affine>, kMaxRegisters> values_;
};

/// The address of an access as a function of the iteration number i, from 0: base + stride * i +
/// constant, with a loop-invariant base.
struct LoopAddress {
  std::map<RegId, std::int64_t> base; ///< factors of register values at the loop's entry
  std::int64_t stride = 0;
  std::int64_t constant = 0;
  std::uint32_t bytes = 0;
};

/// The affine addresses of a loop's accesses, by node; none for nodes without an access or with
/// another address.
[[nodiscard]] std::vector<std::optional<LoopAddress>> loop_addresses(const Block& block,
                                                                     const EntryValues& entry);

/// Dependence of two accesses.
struct Encounter {
  bool known = false;                    ///< false: the accesses may conflict in any iterations
  std::optional<std::uint32_t> distance; ///< smallest iteration distance from `first` to `second`,
                                         ///< between `least` and kMaxLoopDistance, at which the
                                         ///< accesses overlap; none: they never overlap
};
/// `narrow`: addresses have 32 bits.
[[nodiscard]] Encounter encounter(const std::optional<LoopAddress>& first,
                                  const std::optional<LoopAddress>& second, std::uint32_t least,
                                  bool narrow);

/// The program's registers have 32 bits.
[[nodiscard]] bool has_narrow_registers(const isa::Program& program);

} // namespace stallscope::sched

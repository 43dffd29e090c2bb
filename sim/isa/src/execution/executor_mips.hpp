#pragma once

#include "execution/executor_integer.hpp"

/// MIPS operations whose result depends on the old value of their destination.
namespace stallscope::isa::mips {

/// Loads and stores of the part of an unaligned word inside one aligned word. Source: MIPS64
/// Architecture for Programmers, volume II, LWL, LWR, SWL, SWR and their doubleword forms, for a
/// little-endian processor.
struct PartialAccess {
  unsigned bytes = 0; ///< size of the aligned word; 0: another operation
  bool store = false;
  bool left = false; ///< the most significant part of the register
};

constexpr PartialAccess partial_access_of(Op op) {
  const bool store = op == Op::swl || op == Op::swr || op == Op::sdl || op == Op::sdr;
  const bool left = op == Op::lwl || op == Op::ldl || op == Op::swl || op == Op::sdl;
  const bool right = op == Op::lwr || op == Op::ldr || op == Op::swr || op == Op::sdr;
  return left || right ? PartialAccess{access_bytes(op), store, left} : PartialAccess{};
}

/// The new value of the register (for a store: of the aligned word). `address` is the one in the
/// instruction: the most significant byte of the unaligned word for left, the least significant for
/// right.
constexpr std::uint64_t merged(const PartialAccess& access, std::uint64_t address,
                               std::uint64_t memory, std::uint64_t reg) {
  const std::uint64_t mask = integer::field_mask(8ULL * access.bytes);
  const std::uint64_t offset = address & (access.bytes - 1);
  const std::uint64_t shift = 8 * (access.left ? access.bytes - 1 - offset : offset);
  const std::uint64_t from = (access.store ? reg : memory) & mask;
  const std::uint64_t into = (access.store ? memory : reg) & mask;
  const bool up = access.left != access.store; // the bytes move towards the most significant end
  const std::uint64_t value = up ? (from << shift & mask) | (into & integer::field_mask(shift))
                                 : from >> shift | (into & ~(mask >> shift));
  return access.bytes == 4 && !access.store ? integer::word(value) : value;
}

constexpr bool inserts(Op op) {
  return op == Op::insert || op == Op::insert_w;
}

} // namespace stallscope::isa::mips

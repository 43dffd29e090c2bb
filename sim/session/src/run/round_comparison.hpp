#pragma once

// How many rounds of a loop a branch goes the same way, when what it compares changes by constants.

#include "isa/comparison.hpp"

#include <cstdint>

namespace stallscope::session {

inline constexpr std::uint64_t kForEver = ~std::uint64_t{0};

/// A register in a round: by how much it changes, modulo 2^width.
struct RoundStep {
  std::int64_t by = 0;
  unsigned width = 64;
  bool overflows = false; ///< the program ends when a signed sum does not fit
};

/// A branch of a round, with what it compares in this round.
struct RoundComparison {
  std::uint32_t index = 0;
  isa::Comparison of;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  RoundStep step_a;
  RoundStep step_b;
};

/// Rounds in which the branch goes the same way, when sums wrap.
[[nodiscard]] std::uint64_t rounds_alike_modulo(const RoundComparison& c);

/// Rounds before a sum or the difference that is compared overflows.
[[nodiscard]] std::uint64_t rounds_to_trap(const RoundComparison& c);

/// At least so many rounds behind this one the branch goes the same way.
[[nodiscard]] std::uint64_t rounds_alike(const RoundComparison& c);

} // namespace stallscope::session

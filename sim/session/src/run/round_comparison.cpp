#include "run/round_comparison.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::session {

namespace {

__extension__ using Wide = __int128; // sums of rounds and 64-bit values

/// The first k > 0 for which distance + k * step is 0 modulo 2^width.
std::uint64_t rounds_to_zero(std::uint64_t distance, std::uint64_t step, unsigned width) {
  const std::uint64_t mask = width == 64 ? kForEver : (std::uint64_t{1} << width) - 1;
  distance &= mask;
  step &= mask;
  if (step == 0)
    return kForEver;
  const auto shift = static_cast<unsigned>(std::countr_zero(step));
  if ((distance & ((std::uint64_t{1} << shift) - 1)) != 0)
    return kForEver;
  const std::uint64_t odd = step >> shift;
  std::uint64_t inverse = odd; // Newton's iteration doubles the bits that are right
  for (int i = 0; i < 6; ++i)
    inverse *= 2 - odd * inverse;
  const std::uint64_t k = (~(distance >> shift) + 1) * inverse & (mask >> shift);
  return k == 0 ? (mask >> shift) : k;
}

/// Rounds before `value` leaves its range.
std::uint64_t rounds_to_wrap(Wide value, std::int64_t by, Wide least, Wide most) {
  if (by == 0)
    return kForEver;
  const Wide rounds = by > 0 ? (most - value) / by : (value - least) / -Wide{by};
  return rounds < 0 ? 0 : static_cast<std::uint64_t>(std::min(rounds, Wide{kForEver >> 1U}));
}

/// Rounds before a sum overflows and ends the program.
std::uint64_t rounds_to_overflow(std::uint64_t bits, const RoundStep& step) {
  const Wide most = (Wide{1} << (step.width - 1)) - 1;
  return step.overflows
             ? rounds_to_wrap(Wide{static_cast<std::int64_t>(bits)}, step.by, -most - 1, most)
             : kForEver;
}

} // namespace

std::uint64_t rounds_alike_modulo(const RoundComparison& c) {
  const unsigned width = std::min(c.step_a.width, c.step_b.width);
  const auto change =
      static_cast<std::uint64_t>(c.step_a.by) - static_cast<std::uint64_t>(c.step_b.by);
  if (c.of.op == isa::Op::beq || c.of.op == isa::Op::bne) {
    if (c.a == c.b)
      return change == 0 ? kForEver : 0;
    const std::uint64_t rounds = rounds_to_zero(c.a - c.b, change, width);
    return rounds == kForEver ? rounds : rounds - 1;
  }
  const bool is_unsigned = c.of.op == isa::Op::bltu || c.of.op == isa::Op::bgeu;
  const auto value = [&](std::uint64_t bits) {
    return is_unsigned ? Wide{bits} : Wide{static_cast<std::int64_t>(bits)};
  };
  const Wide least = is_unsigned ? 0 : -(Wide{1} << (width - 1));
  const Wide most = (Wide{1} << (is_unsigned ? width : width - 1)) - 1;
  std::uint64_t rounds = std::min(rounds_to_wrap(value(c.a), c.step_a.by, least, most),
                                  rounds_to_wrap(value(c.b), c.step_b.by, least, most));
  const Wide distance = value(c.a) - value(c.b);
  const Wide closing = Wide{c.step_a.by} - Wide{c.step_b.by};
  if ((distance > 0 && closing < 0) || (distance < 0 && closing > 0)) {
    const Wide until = (distance > 0 ? distance : -distance) / (closing > 0 ? closing : -closing);
    rounds = std::min(rounds, static_cast<std::uint64_t>(std::min(until, Wide{kForEver >> 1U})));
    rounds -= rounds > 0 ? 1 : 0;
  } else if (distance == 0 && closing != 0) {
    rounds = 0;
  }
  return rounds;
}

std::uint64_t rounds_to_trap(const RoundComparison& c) {
  std::uint64_t rounds =
      std::min(rounds_to_overflow(c.a, c.step_a), rounds_to_overflow(c.b, c.step_b));
  if (c.of.traps) {
    const Wide most = (Wide{1} << (c.of.bits - 1)) - 1;
    const Wide difference = Wide{static_cast<std::int64_t>(c.a)} - static_cast<std::int64_t>(c.b);
    const auto change = static_cast<std::int64_t>(static_cast<std::uint64_t>(c.step_a.by) -
                                                  static_cast<std::uint64_t>(c.step_b.by));
    rounds = std::min(rounds, rounds_to_wrap(difference, change, -most - 1, most));
  }
  return rounds;
}

std::uint64_t rounds_alike(const RoundComparison& c) {
  return std::min(rounds_alike_modulo(c), rounds_to_trap(c));
}

} // namespace stallscope::session

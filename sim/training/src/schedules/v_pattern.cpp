#include "v_pattern.hpp"

#include <algorithm>
#include <limits>

namespace stallscope::training {

namespace {

constexpr std::int64_t kInterval = VPattern::kInterval;

/// Slots of the passes F0, F1, I1, I0 on a device.
std::array<std::int64_t, 4> passes_on(const VPattern& p, std::int64_t device) {
  const std::int64_t last = std::int64_t{p.devices} - 1;
  const std::int64_t f0 = p.step[0] * device;
  const std::int64_t f1 = p.step[0] * last + p.turn[0] + p.step[1] * (last - device);
  const std::int64_t i1 =
      p.step[0] * last + p.turn[0] + p.step[1] * last + p.turn[1] + p.step[2] * device;
  const std::int64_t i0 = p.step[0] * last + p.turn[0] + p.step[1] * last + p.turn[1] +
                          p.step[2] * last + p.turn[2] + p.step[3] * (last - device);
  return {f0, f1, i1, i0};
}

/// No two passes occupy the same slot when the block is repeated.
bool apart(const std::array<std::int64_t, 4>& passes) {
  unsigned taken = 0;
  for (const std::int64_t pass : passes) {
    const unsigned bit = 1U << (pass % kInterval);
    if ((taken & bit) != 0)
      return false;
    taken |= bit;
  }
  return true;
}

/// Maximum number of chunk activations that a device holds when the block is repeated without end.
std::int64_t held(const VPattern::Slots& slots) {
  std::int64_t most = 0;
  for (std::int64_t now = 0; now < kInterval; ++now) {
    std::int64_t count = 0;
    for (const std::uint32_t chunk : {0U, 1U}) {
      std::int64_t begin = 0;
      std::int64_t end = 0;
      for (const VPattern::Slot& slot : slots) {
        if (slot.chunk != chunk)
          continue;
        if (slot.kind == Kind::forward)
          begin = slot.time;
        if (slot.kind == Kind::weight_gradient)
          end = slot.time + 1;
      }
      // Counts the repetitions whose [begin, end) covers a slot with this remainder.
      for (std::int64_t t = begin; t < end; ++t)
        count += t % kInterval == now ? 1 : 0;
    }
    most = std::max(most, count);
  }
  return most;
}

/// Length of a valid block whose peak over all devices is `chunks`: the slot after its last
/// operation on any device; 0: invalid, or another peak.
std::int64_t length_of(const VPattern& pattern, std::int64_t chunks) {
  for (std::int64_t device = 0; device < std::min<std::int64_t>(pattern.devices, kInterval);
       ++device) // slots modulo kInterval repeat
    if (!apart(passes_on(pattern, device)))
      return 0;
  std::int64_t length = 0;
  std::int64_t most = 0;
  for (std::uint32_t device = 0; device < pattern.devices; ++device) {
    const VPattern::Slots slots = pattern.slots(device);
    const std::int64_t holds = held(slots);
    if (holds > chunks)
      return 0;
    most = std::max(most, holds);
    for (const VPattern::Slot& slot : slots)
      length = std::max(length, slot.time + 1);
  }
  return most == chunks ? length : 0;
}

} // namespace

VPattern::Slots VPattern::slots(std::uint32_t device) const {
  const std::array<std::int64_t, 4> pass = passes_on(*this, device);
  unsigned taken = 0;
  for (const std::int64_t time : pass)
    taken |= 1U << (time % kInterval);
  const auto next_free = [&taken](std::int64_t time) {
    while ((taken & 1U << (time % kInterval)) != 0)
      ++time;
    taken |= 1U << (time % kInterval);
    return time;
  };
  const std::int64_t w1 = next_free(pass[2] + 1);
  const std::int64_t w0 = next_free(pass[3] + 1);
  return {{{pass[0], Kind::forward, 0},
           {pass[1], Kind::forward, 1},
           {pass[2], Kind::input_gradient, 1},
           {w1, Kind::weight_gradient, 1},
           {pass[3], Kind::input_gradient, 0},
           {w0, Kind::weight_gradient, 0}}};
}

VPattern find_v_pattern(std::uint32_t devices, std::uint32_t chunks) {
  constexpr std::int64_t kMostStep = 4;
  VPattern best;
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
  VPattern pattern;
  pattern.devices = devices;
  auto& [a, b, c, d] = pattern.step;
  auto& [t, u, v] = pattern.turn;
  for (a = 1; a <= kMostStep; ++a)
    for (b = 1; b <= kMostStep; ++b)
      for (c = 1; c <= kMostStep; ++c)
        for (d = 1; d <= kMostStep; ++d)
          for (t = 1; t <= kInterval; ++t)
            for (u = 1; u <= kInterval; ++u)
              for (v = 1; v <= kInterval; ++v) {
                const std::int64_t shortest_possible = passes_on(pattern, 0)[3] + 2;
                if (shortest_possible >= shortest)
                  continue;
                const std::int64_t length = length_of(pattern, chunks);
                if (length == 0 || length >= shortest)
                  continue;
                shortest = length;
                best = pattern;
                best.found = true;
              }
  return best;
}

} // namespace stallscope::training

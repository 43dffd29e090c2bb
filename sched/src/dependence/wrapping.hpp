#pragma once

#include <cstdint>

namespace stallscope::sched {

/// Addition and negation modulo 2^64, as for the machine's addresses.
[[nodiscard]] constexpr std::int64_t plus(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
[[nodiscard]] constexpr std::int64_t minus(std::int64_t a) {
  return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
}

} // namespace stallscope::sched

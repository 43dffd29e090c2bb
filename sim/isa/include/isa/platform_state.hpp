#pragma once

#include "isa/undeclared.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// A value that copies share until one of them changes it. Copying is as cheap as copying a
/// pointer.
template <class T> class Shared {
public:
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  /// The value for writing: a copy of its own, if others have it too.
  T& edit() {
    if (value_.use_count() != 1)
      value_ = std::make_shared<T>(*value_);
    return *value_;
  }

private:
  std::shared_ptr<T> value_ = std::make_shared<T>();
};

/// A file descriptor of a Linux program.
struct GuestFile {
  enum class Kind : std::uint8_t { closed, input, output, file };

  Kind kind = Kind::closed;
  std::uint32_t file = 0;   ///< number of the file in Program::files
  std::uint64_t offset = 0; ///< where the next read begins, bytes

  bool operator==(const GuestFile&) const = default;
};

/// What rt_sigaction has set for a signal: kept and given back, never called.
struct SignalAction {
  std::uint64_t handler = 0; ///< 0: default, 1: ignore
  std::uint64_t flags = 0;
  std::uint64_t mask = 0;

  bool operator==(const SignalAction&) const = default;
};

inline constexpr std::size_t kMaxGuestFiles = 64; ///< descriptors open at once
inline constexpr std::size_t kSignalCount = 65;   ///< signals are numbered from 1
inline constexpr std::size_t kMaxUnknownCalls = 64;

/// What the surroundings of a program know of it, besides registers and memory. Part of the
/// architectural state.
struct PlatformState {
  /// How a program ended that did more than call exit.
  enum class End : std::uint8_t {
    none,
    passed, ///< tohost: 1
    failed, ///< tohost: another odd number; end_number is its half
    signal, ///< Linux: by the signal end_number, from itself or for its breakpoint instruction
    abort,  ///< semihosting: a reason other than exit; end_number is the reason
  };

  End end = End::none;
  std::uint64_t end_number = 0;
  /// Numbers of calls that do not exist here and have been answered with an error, ascending.
  std::vector<std::uint64_t> unknown_calls;
  bool more_unknown_calls = false; ///< there were more of them than are kept

  // Programs given as text: what they did first that executables may not. See Undeclared.
  std::optional<NotedAccess> first_undeclared;
  std::optional<NotedAccess> first_misaligned;
  std::optional<std::uint64_t> first_zero_division; ///< pc
  std::uint32_t undeclared_blocks = 0;              ///< that have been given to stores

  // Semihosting
  std::int32_t host_errno = 0;
  std::uint64_t features_offset = 0; ///< read position in the file ":semihosting-features"

  // Linux
  std::array<GuestFile, kMaxGuestFiles> files{};
  std::array<SignalAction, kSignalCount> signals{};
  std::uint64_t signal_mask = 0;
  std::uint64_t random = 0;   ///< state of the generator behind getrandom
  std::uint64_t slept_ns = 0; ///< its clocks are so much ahead of the cycle

  /// Remembers a call that does not exist.
  void add_unknown_call(std::uint64_t number);

  bool operator==(const PlatformState&) const = default;
};

/// The name of a system call of riscv Linux, "nanosleep"; empty when there is none of that number.
[[nodiscard]] std::string_view linux_call_name(std::uint64_t number);

} // namespace stallscope::isa

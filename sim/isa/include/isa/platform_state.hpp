#pragma once

#include "isa/undeclared.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// A value shared by copies until one of them changes it (copy-on-write). Copying is as cheap as
/// copying a pointer.
template <class T> class Shared {
public:
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  /// The value for writing: copied first if shared.
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
  std::uint64_t offset = 0; ///< position of the next read, in bytes

  bool operator==(const GuestFile&) const = default;
};

/// A signal action set by rt_sigaction: stored and returned, never called.
struct SignalAction {
  std::uint64_t handler = 0; ///< 0: default, 1: ignore
  std::uint64_t flags = 0;
  std::uint64_t mask = 0;

  bool operator==(const SignalAction&) const = default;
};

inline constexpr std::size_t kMaxGuestFiles = 64; ///< descriptors open at once
inline constexpr std::size_t kSignalCount = 65;   ///< signals are numbered from 1
inline constexpr std::size_t kMaxUnknownCalls = 64;

/// State of a program's environment besides registers and memory. Part of the architectural state.
struct PlatformState {
  /// How a program ended, unless by a plain exit call.
  enum class End : std::uint8_t {
    none,
    passed, ///< tohost: 1
    failed, ///< tohost: another odd number; end_number is half of it
    signal, ///< Linux: the signal end_number, sent by the program itself or by a breakpoint
            ///< instruction
    abort,  ///< semihosting: a reason other than exit; end_number is the reason
  };

  End end = End::none;
  std::uint64_t end_number = 0;
  /// Numbers of unsupported calls, answered with an error, ascending.
  std::vector<std::uint64_t> unknown_calls;
  bool more_unknown_calls = false; ///< there were more than the recorded ones

  // Programs given as text: the first access that would be a fault in an executable. See
  // Undeclared.
  std::optional<NotedAccess> first_undeclared;
  std::optional<NotedAccess> first_misaligned;
  std::optional<std::uint64_t> first_zero_division; ///< pc
  std::uint32_t undeclared_blocks = 0;              ///< number of blocks allocated for stores

  // Semihosting
  std::int32_t host_errno = 0;
  std::uint64_t features_offset = 0; ///< read position in the file ":semihosting-features"

  // Linux
  std::array<GuestFile, kMaxGuestFiles> files{};
  std::array<SignalAction, kSignalCount> signals{};
  std::uint64_t signal_mask = 0;
  std::uint64_t random = 0;   ///< state of the generator of getrandom
  std::uint64_t slept_ns = 0; ///< offset of its clocks from the cycle counter

  /// Records an unsupported call.
  void add_unknown_call(std::uint64_t number);

  bool operator==(const PlatformState&) const = default;
};

/// The name of a riscv Linux system call, "nanosleep"; empty for unknown numbers.
[[nodiscard]] std::string_view linux_call_name(std::uint64_t number);

} // namespace stallscope::isa

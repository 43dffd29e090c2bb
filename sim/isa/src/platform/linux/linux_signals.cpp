// Signals: actions and masks are stored and returned, but no handler is ever called. A signal that
// a program sends to itself, as abort() does, ends the run if that is its default action; so does a
// breakpoint instruction, as there is no debugger.

#include "platform/linux/linux_call.hpp"
#include "platform/linux/linux_user.hpp"

namespace stallscope::isa {

using namespace linux_abi;

namespace {

constexpr std::uint64_t kSetBytes = 8; ///< size of a signal mask
constexpr std::uint64_t kDefault = 0;

/// Signals ignored by default: SIGCHLD, SIGCONT, SIGURG, SIGWINCH.
bool is_ignored_by_default(std::uint64_t signal) {
  return signal == 17 || signal == 18 || signal == 23 || signal == 28;
}

Trap end_by_signal(ArchState& state, std::uint64_t signal) {
  PlatformState& platform = state.platform.edit();
  platform.end = PlatformState::End::signal;
  platform.end_number = signal;
  state.exit_code = static_cast<std::int64_t>(128 + signal); // as reported by shells
  return Trap::exit;
}

} // namespace

/// struct sigaction of the kernel: handler, flags, mask; riscv has no restorer.
std::int64_t LinuxCall::signal_action() {
  const std::uint64_t signal = word(0);
  const unsigned bytes = memory_.word_bytes();
  const std::uint64_t action_bytes = 2ULL * bytes + kSetBytes;
  if (word(3) != kSetBytes || signal == 0 || signal >= kSignalCount)
    return kEINVAL;
  const std::uint64_t wanted = pointer(1);
  const std::uint64_t old = pointer(2);
  if (wanted != 0 && (signal == kSIGKILL || signal == kSIGSTOP))
    return kEINVAL;
  if ((wanted != 0 && !memory_.allows(wanted, action_bytes, false)) ||
      (old != 0 && !memory_.allows(old, action_bytes, true)))
    return kEFAULT;
  const Memory& memory = state_.memory;
  const SignalAction next{memory.load(wanted, bytes), memory.load(wanted + bytes, bytes),
                          memory.load(wanted + 2ULL * bytes, 8)};
  if (old != 0) {
    const SignalAction& action = state_.platform->signals[signal];
    state_.memory.store(old, bytes, action.handler);
    state_.memory.store(old + bytes, bytes, action.flags);
    state_.memory.store(old + 2ULL * bytes, 8, action.mask);
  }
  if (wanted != 0)
    state_.platform.edit().signals[signal] = next;
  return 0;
}

std::int64_t LinuxCall::signal_mask() {
  if (word(3) != kSetBytes)
    return kEINVAL;
  const std::uint64_t wanted = pointer(1);
  const std::uint64_t old = pointer(2);
  if ((wanted != 0 && !memory_.allows(wanted, kSetBytes, false)) ||
      (old != 0 && !memory_.allows(old, kSetBytes, true)))
    return kEFAULT;
  const std::uint64_t before = state_.platform->signal_mask;
  if (wanted != 0) {
    const std::uint64_t set = state_.memory.load(wanted, kSetBytes);
    if (number(0) < 0 || number(0) > 2)
      return kEINVAL;
    const std::uint64_t next = number(0) == 0   ? before | set  // SIG_BLOCK
                               : number(0) == 1 ? before & ~set // SIG_UNBLOCK
                                                : set;          // SIG_SETMASK
    constexpr std::uint64_t kNeverBlocked = 1ULL << (kSIGKILL - 1) | 1ULL << (kSIGSTOP - 1);
    state_.platform.edit().signal_mask = next & ~kNeverBlocked;
  }
  if (old != 0)
    state_.memory.store(old, kSetBytes, before);
  return 0;
}

/// Signals to the own process or group; there are no other processes.
std::int64_t LinuxCall::send_signal(std::int64_t to, std::uint64_t signal) {
  if (signal >= kSignalCount)
    return kEINVAL;
  if (to != kProcess && to != 0 && to != -kProcess && to != -1)
    return kESRCH;
  if (signal == 0)
    return 0;
  const SignalAction& action = state_.platform->signals[signal];
  constexpr std::uint64_t kIgnore = 1;
  if (action.handler == kIgnore || (action.handler == kDefault && is_ignored_by_default(signal)))
    return 0;
  const bool blocked = (state_.platform->signal_mask >> (signal - 1) & 1) != 0;
  if (blocked && signal != kSIGKILL && signal != kSIGSTOP)
    return 0; // blocked: remains pending without effect
  trap_ = end_by_signal(state_, signal);
  return 0;
}

Trap end_by_breakpoint(ArchState& state) {
  return end_by_signal(state, kSIGTRAP);
}

} // namespace stallscope::isa

#pragma once

// Control and status registers, environment calls, breakpoints, returns from traps.
#include "execution/execution.hpp"

namespace stallscope::isa {

template <bool kSpeculative> Trap Execution<kSpeculative>::access_csr(const Instruction& i) {
  if constexpr (!kSpeculative)
    if (environment_.asks_cycle && depends_on_cycle(i))
      return Trap::asks_cycle;
  const CsrAccess access = access_csr_of(program_, state_, cycle_, i);
  if (!access.allowed)
    return Trap::illegal;
  for (unsigned change = 0; change < access.change_count; ++change)
    write_register(access.changes[change].reg, access.changes[change].value);
  if constexpr (!kSpeculative)
    if (program_.platform == Platform::bare_metal && changes_protection(i))
      apply_protection(program_, state_);
  return finish(i, access.old);
}

template <bool kSpeculative> Trap Execution<kSpeculative>::call_environment(const Instruction& i) {
  if (!calls_may_go_on(environment_))
    return Trap::interrupted;
  switch (program_.platform) {
  case Platform::simple:
    return system_call(program_, state_, environment_, i, effect_);
  case Platform::bare_metal:
    return Trap::unhandled; // unless the program's handler takes it
  case Platform::linux_user:
    return linux_call(program_, state_, environment_, cycle_, i, effect_);
  }
  return Trap::bad_syscall;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::break_here() {
  if (program_.platform == Platform::linux_user) {
    if constexpr (!kSpeculative)
      return end_by_breakpoint(state_);
    return Trap::breakpoint;
  }
  if (program_.platform != Platform::bare_metal) {
    if constexpr (!kSpeculative)
      if (passes_zero_division(program_, environment_, state_))
        return Trap::none;
    return Trap::breakpoint;
  }
  if constexpr (!kSpeculative)
    if (is_semihosting_call(program_, state_))
      return !calls_may_go_on(environment_)
                 ? Trap::interrupted
                 : semihosting_call(program_, state_, environment_, cycle_, effect_);
  return Trap::unhandled;
}

template <bool kSpeculative> Trap Execution<kSpeculative>::return_from_trap() {
  if (program_.platform == Platform::linux_user)
    return Trap::illegal;
  const std::uint64_t target = address_bits(state_.regs[riscv::kMepc]);
  write_register(riscv::kMstatus, mstatus_behind_mret(program_, state_));
  return jump_to(target);
}

} // namespace stallscope::isa

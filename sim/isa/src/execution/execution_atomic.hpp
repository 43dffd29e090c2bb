#pragma once

// Load-reserved, store-conditional and atomic memory operations.
#include "execution/execution.hpp"

namespace stallscope::isa {

template <bool kSpeculative>
Trap Execution<kSpeculative>::atomic_access(const Instruction& i, atomic::Kind kind) {
  const bool load_only = kind == atomic::Kind::load_reserved;
  const unsigned bytes = access_bytes(i.op);
  effect_.address = address_bits(state_.regs[i.rs1]);
  effect_.bytes = static_cast<std::uint8_t>(bytes);
  const Trap trap = (effect_.address & (bytes - 1)) != 0 ? check_misaligned(bytes, !load_only)
                                                         : check_reach(bytes, !load_only);
  if (trap != Trap::none) [[unlikely]] {
    if constexpr (kSpeculative)
      finish(i, 0);
    else if (trap == Trap::read_only && is_tohost(program_, effect_.address))
      return atomic_to_host(i, kind);
    return trap;
  }
  if (kind == atomic::Kind::store_conditional) {
    const bool reserved = state_.regs[riscv::kReservation] == effect_.address + 1;
    if (reserved)
      write_memory(state_.regs[i.rs2]);
    write_register(riscv::kReservation, 0);
    return finish(i, reserved ? 0 : 1);
  }
  const std::uint64_t loaded = state_.memory.load(effect_.address, bytes);
  const std::uint64_t old = bytes == 4 ? integer::word(loaded) : loaded;
  if (load_only)
    write_register(riscv::kReservation, effect_.address + 1);
  else
    write_memory(atomic::combined(i.op, old, state_.regs[i.rs2]));
  return finish(i, old);
}

template <bool kSpeculative>
Trap Execution<kSpeculative>::atomic_to_host(const Instruction& i, atomic::Kind kind) {
  const std::uint64_t loaded = state_.memory.load(effect_.address, effect_.bytes);
  const std::uint64_t old = effect_.bytes == 4 ? integer::word(loaded) : loaded;
  const bool conditional = kind == atomic::Kind::store_conditional;
  const bool fails = conditional && state_.regs[riscv::kReservation] != effect_.address + 1;
  Trap trap = Trap::none;
  if (!fails) {
    const std::uint64_t operand = state_.regs[i.rs2];
    trap =
        store_to_host(program_, state_, environment_,
                      conditional ? operand : atomic::combined(i.op, old, operand), effect_, true);
  }
  if (trap != Trap::none && trap != Trap::exit)
    return trap;
  if (conditional)
    write_register(riscv::kReservation, 0);
  finish(i, conditional ? static_cast<std::uint64_t>(fails) : old);
  return trap;
}

} // namespace stallscope::isa

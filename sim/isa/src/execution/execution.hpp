#pragma once

#include "base/check.hpp"
#include "environment/environment_calls.hpp"
#include "execution/executor_atomic.hpp"
#include "execution/executor_fp.hpp"
#include "execution/executor_integer.hpp"
#include "execution/executor_mips.hpp"
#include "execution/executor_regions.hpp"
#include "execution/executor_riscv_fp.hpp"
#include "isa/branch_condition.hpp"
#include "isa/csr.hpp"
#include "isa/executor.hpp"
#include "isa/registers.hpp"
#include "isa/written_code.hpp"
#include "platform/csr.hpp"
#include "platform/host.hpp"
#include "platform/linux/linux_user.hpp"
#include "platform/pmp.hpp"
#include "platform/trap.hpp"
#include "program/undeclared.hpp"

namespace stallscope::isa {

/// Execution of one instruction. kSpeculative: on the wrong path, see execute_speculatively.
template <bool kSpeculative> class Execution {
public:
  Execution(const Program& program, ArchState& state, const Environment& environment,
            std::uint64_t cycle, UndoLog* log, Effect& effect)
      : program_(program), state_(state), environment_(environment), cycle_(cycle), log_(log),
        effect_(effect) {}

  /// There is no instruction at state.pc.
  void run_off() {
    effect_.next_pc = state_.pc;
    if constexpr (!kSpeculative)
      if (program_.platform == Platform::bare_metal && find_code_in_memory(program_, state_))
        return; // nothing has been executed, and now there is an instruction
    const bool ended = state_.pc == program_.end_pc || state_.pc == program_.return_pc;
    effect_.trap = ended                                        ? Trap::end
                   : state_.code && program_.written->is_full() ? Trap::too_much_code
                                                                : Trap::illegal;
    if constexpr (!kSpeculative)
      if (takes_traps())
        take_trap(program_, state_, nullptr, effect_);
  }

  /// Executes the instruction at state.pc. Everything frequently used is inlined here.
  [[gnu::always_inline]] void run(const Instruction& i) {
    target_ = state_.pc + i.size;
    const Trap trap = may_execute(i) ? execute_operation(i) : Trap::illegal;
    if (trap != Trap::none) [[unlikely]]
      if (!goes_on_behind(trap, i))
        return;
    advance(i);
  }

private:
  class X86;
  friend class X86;

  /// Whether pc advances although the instruction has trapped.
  [[gnu::noinline]] bool goes_on_behind(Trap trap, const Instruction& i) {
    effect_.trap = trap;
    if constexpr (!kSpeculative)
      if (takes_traps() && trap != Trap::asks_cycle && take_trap(program_, state_, &i, effect_))
        return false;
    if (!is_fault(trap) || kSpeculative)
      return true;
    effect_.next_pc = state_.pc;
    return false;
  }
  Trap carry_out_x86(const Instruction& i); ///< execution_x86.hpp

  [[nodiscard]] std::uint64_t address_bits(std::uint64_t address) const {
    return program_.xlen == 32 ? address & 0xffffffffULL : address;
  }

  [[nodiscard]] bool takes_traps() const {
    return program_.platform == Platform::bare_metal && environment_.deliver_traps;
  }

  /// Floating point can be disabled on bare metal.
  [[nodiscard]] bool may_execute(const Instruction& i) const {
    return !is_floating_point(i.op_class) || program_.platform != Platform::bare_metal ||
           fp_is_on(state_);
  }

  [[gnu::always_inline]] void advance(const Instruction& i) {
    if (environment_.delay_slots) {
      // A branch sets the control flow after its delay slot, which is at npc.
      const std::uint64_t slot = state_.npc;
      const std::uint64_t behind = effect_.taken ? target_ : slot + i.size;
      effect_.next_pc = is_control(i.op_class) ? behind : slot;
      state_.pc = slot;
      state_.npc = behind;
    } else {
      effect_.next_pc = target_;
      state_.pc = target_;
    }
    if constexpr (!kSpeculative)
      ++state_.instructions;
  }

  [[gnu::always_inline]] void write_register(RegId reg, std::uint64_t value) {
    if constexpr (kSpeculative)
      log_->push_back({reg, state_.regs[reg], 0});
    state_.regs[reg] = value;
  }

  [[gnu::always_inline]] Trap finish(const Instruction& i, std::uint64_t value) {
    effect_.result = value;
    write_register(i.rd, value);
    return Trap::none;
  }

  [[gnu::always_inline]] Trap jump_to(std::uint64_t target) {
    // Without compressed instructions, code is at multiples of 4.
    if (program_.platform == Platform::bare_metal && !program_.compressed && (target & 2) != 0) {
      effect_.address = target;
      return Trap::misaligned;
    }
    effect_.taken = true;
    target_ = target;
    return Trap::none;
  }

  Trap jump_to_register(const Instruction& i) {
    const std::uint64_t target =
        address_bits(state_.regs[i.rs1] + static_cast<std::uint64_t>(i.imm));
    if (program_.isa == Isa::riscv)
      return jump_to(target & ~1ULL);
    if (target % 4 != 0) {
      effect_.address = target;
      return Trap::misaligned;
    }
    return jump_to(target);
  }

  [[nodiscard]] std::uint64_t return_address(const Instruction& i) const {
    const std::uint64_t address =
        environment_.delay_slots ? state_.npc + i.size : state_.pc + i.size;
    return program_.xlen == 32 ? integer::word(address) : address;
  }

  [[gnu::always_inline]] Trap branch_if(const Instruction& i, bool condition) {
    return condition ? jump_to(i.target) : Trap::none;
  }

  [[gnu::always_inline]] Trap check_access(const Instruction& i, unsigned bytes, bool write) {
    effect_.address = address_bits(state_.regs[i.rs1] + static_cast<std::uint64_t>(i.imm));
    effect_.bytes = static_cast<std::uint8_t>(bytes);
    if ((effect_.address & (bytes - 1)) != 0 && faults_when_misaligned(program_, environment_))
        [[unlikely]]
      return check_misaligned(bytes, write);
    return check_reach(bytes, write);
  }

  /// Whether the access at effect_.address is inside the memory the program may access.
  [[gnu::always_inline]] Trap check_reach(unsigned bytes, bool write) {
    const Trap trap =
        check_regions(*state_.regions, state_.region_hint, effect_.address, bytes, write);
    if constexpr (!kSpeculative)
      if (trap == Trap::unmapped) [[unlikely]]
        return reach_undeclared(program_, environment_, state_, {effect_.address, bytes, write});
    return trap;
  }

  /// Handles a misaligned access at effect_.address. A wrong path uses the same rule: if the right
  /// path is allowed to access it, so is the wrong path.
  [[gnu::noinline]] Trap check_misaligned(unsigned bytes, bool write) {
    if (!lets_misaligned_pass(program_, environment_) ||
        (kSpeculative && !state_.platform->first_misaligned))
      return Trap::misaligned;
    const Trap trap = check_reach(bytes, write);
    if constexpr (!kSpeculative)
      if (trap == Trap::none)
        note_misaligned(state_, {effect_.address, bytes, write});
    return trap;
  }

  /// The access at effect_.address, which traps, wraps from the last of 2^32 addresses to the
  /// first. (For 2^64 addresses, Memory handles this.)
  [[nodiscard]] bool goes_round(unsigned bytes) const {
    return program_.xlen == 32 && effect_.address + bytes > 1ULL << 32 &&
           lets_undeclared_pass(program_, environment_);
  }
  /// Performs the wrapping access in two parts, reading or writing `value`.
  [[gnu::noinline]] Trap access_round(unsigned bytes, bool write, std::uint64_t& value) {
    const std::uint64_t begin = effect_.address;
    const bool misaligned =
        (begin & (bytes - 1)) != 0 && faults_when_misaligned(program_, environment_);
    if (misaligned && !lets_misaligned_pass(program_, environment_))
      return Trap::misaligned;
    const std::uint64_t first = (1ULL << 32) - begin;
    for (const auto& [address, part] :
         {std::pair{begin, first}, std::pair{std::uint64_t{0}, bytes - first}})
      if (const Trap trap =
              reach_undeclared(program_, environment_, state_, {address, part, write});
          trap != Trap::none)
        return trap;
    for (unsigned b = 0; b < bytes; ++b) {
      const std::uint64_t at = (begin + b) & 0xffffffffULL;
      if (write)
        state_.memory.store(at, 1, value >> (8 * b));
      else
        value |= state_.memory.load(at, 1) << (8 * b);
    }
    if (misaligned)
      note_misaligned(state_, {begin, bytes, write});
    return Trap::none;
  }

  template <Op kOp, class Extend>
  [[gnu::always_inline]] Trap load(const Instruction& i, Extend extend) {
    constexpr unsigned bytes = access_bytes(kOp);
    const Trap trap = check_access(i, bytes, false);
    if (trap == Trap::none) [[likely]]
      return finish(i, extend(state_.memory.load(effect_.address, bytes)));
    if constexpr (kSpeculative) {
      finish(i, 0);
    } else if (goes_round(bytes)) {
      std::uint64_t value = 0;
      const Trap round = access_round(bytes, false, value);
      return round == Trap::none ? finish(i, extend(value)) : round;
    }
    return trap;
  }

  template <Op kOp> [[gnu::always_inline]] Trap store(const Instruction& i) {
    constexpr unsigned bytes = access_bytes(kOp);
    const Trap trap = check_access(i, bytes, true);
    if (trap != Trap::none) [[unlikely]] {
      if constexpr (!kSpeculative)
        if (trap == Trap::read_only && is_tohost(program_, effect_.address))
          return store_to_host(program_, state_, environment_, state_.regs[i.rs2], effect_, false);
      if constexpr (!kSpeculative)
        if (goes_round(bytes)) {
          std::uint64_t value = state_.regs[i.rs2];
          return access_round(bytes, true, value);
        }
      return trap;
    }
    if constexpr (kSpeculative)
      log_->push_back({effect_.address, state_.memory.load(effect_.address, bytes),
                       static_cast<std::uint8_t>(bytes)});
    state_.memory.store(effect_.address, bytes, state_.regs[i.rs2]);
    return Trap::none;
  }

  void write_memory(std::uint64_t value) {
    if constexpr (kSpeculative)
      log_->push_back(
          {effect_.address, state_.memory.load(effect_.address, effect_.bytes), effect_.bytes});
    state_.memory.store(effect_.address, effect_.bytes, value);
  }

  /// Load-reserved, store-conditional and atomic memory operations: execution_atomic.hpp. They are
  /// naturally aligned whatever other accesses may be. A reservation lasts until the next
  /// store-conditional: no other processor stores, and stores of this one keep it.
  [[gnu::noinline]] Trap atomic_access(const Instruction& i, atomic::Kind kind);
  /// An atomic access that stores to tohost: what it writes there is said to the host.
  [[gnu::noinline]] Trap atomic_to_host(const Instruction& i, atomic::Kind kind);

  /// A RISC-V F or D operation; its flags are added to fcsr, which is written only if they change
  /// it.
  [[gnu::noinline]] Trap riscv_fp(const Instruction& i) {
    const std::uint64_t fcsr = state_.regs[riscv::kFcsr];
    const std::uint64_t rounding = i.rounding == 7 ? fcsr >> 5 & 7 : i.rounding;
    if (rounding > 4) [[unlikely]]
      return Trap::illegal;
    const auto before = static_cast<std::uint8_t>(fcsr & 31);
    std::uint8_t flags = before;
    const std::uint64_t value =
        riscv::fp_result(i.op, {state_.regs[i.rs1], state_.regs[i.rs2], state_.regs[i.rs3]},
                         static_cast<std::uint8_t>(rounding), flags);
    if (flags != before)
      write_register(riscv::kFcsr, fcsr | flags);
    return finish(i, value);
  }

  [[gnu::noinline]] Trap access_part(const Instruction& i, const mips::PartialAccess& access) {
    const std::uint64_t address = state_.regs[i.rs1] + static_cast<std::uint64_t>(i.imm);
    effect_.address = address & ~(access.bytes - 1ULL);
    effect_.bytes = static_cast<std::uint8_t>(access.bytes);
    const Trap trap = check_reach(access.bytes, access.store);
    if (trap != Trap::none) [[unlikely]] {
      if constexpr (kSpeculative)
        if (!access.store)
          finish(i, 0);
      return trap;
    }
    const std::uint64_t memory = state_.memory.load(effect_.address, access.bytes);
    const std::uint64_t reg = state_.regs[access.store ? i.rs2 : i.rd];
    const std::uint64_t value = mips::merged(access, address, memory, reg);
    if (!access.store)
      return finish(i, value);
    write_memory(value);
    return Trap::none;
  }

  [[gnu::noinline]] Trap low_and_high(const Instruction& i, std::uint64_t a, std::uint64_t b) {
    const auto [low, high] = integer::low_and_high(i.op, a, b);
    write_register(i.rd2, high);
    return finish(i, low);
  }

  [[gnu::noinline]] Trap accumulate(const Instruction& i, std::uint64_t a, std::uint64_t b) {
    const auto [low, high] =
        integer::accumulated(i.op, a, b, state_.regs[i.rd], state_.regs[i.rd2]);
    write_register(i.rd2, high);
    return finish(i, low);
  }

  /// Notation-specific or rare operations, which are not in the large switch.
  [[gnu::noinline]] Trap other(const Instruction& i, std::uint64_t a, std::uint64_t b, bool boxed) {
    if (is_x86(i.op))
      return carry_out_x86(i);
    if (const atomic::Kind kind = atomic::kind_of(i.op); kind != atomic::Kind::none)
      return atomic_access(i, kind);
    if (i.op >= Op::rv_fadd_s && i.op <= Op::rv_fmv_d_x)
      return riscv_fp(i);
    if (const mips::PartialAccess access = mips::partial_access_of(i.op); access.bytes != 0)
      return access_part(i, access);
    if (has_low_and_high(i.op))
      return low_and_high(i, a, b);
    if (accumulates(i.op))
      return accumulate(i, a, b);
    if (mips::inserts(i.op))
      return finish(i, integer::inserted(i.op, a, b, state_.regs[i.rd]));
    return finish(i, fp::result(i.op, a, b, boxed));
  }

  // Control and status registers, the system, traps: execution_system.hpp.
  [[gnu::noinline]] Trap access_csr(const Instruction& i);
  /// ecall
  [[gnu::noinline]] Trap call_environment(const Instruction& i);
  /// ebreak
  [[gnu::noinline]] Trap break_here();
  [[gnu::noinline]] Trap return_from_trap();

  Trap checked_divide(const Instruction& i, std::uint64_t a, std::uint64_t b, bool want_quotient) {
    if (b == 0)
      return Trap::divide_by_zero;
    const auto x = integer::as_signed(a);
    const auto y = integer::as_signed(b);
    return finish(i, static_cast<std::uint64_t>(want_quotient ? integer::quotient(x, y)
                                                              : integer::remainder(x, y)));
  }

  template <class Int> Trap checked_sum(const Instruction& i, Int a, Int b, bool subtract) {
    Int sum = 0;
    if (subtract ? __builtin_sub_overflow(a, b, &sum) : __builtin_add_overflow(a, b, &sum))
      return Trap::overflow;
    return finish(i, static_cast<std::uint64_t>(static_cast<std::int64_t>(sum)));
  }

  /// Executes everything except the update of pc. Operations other than memory accesses, branches
  /// and special cases are arithmetic.
  [[gnu::always_inline]] Trap execute_operation(const Instruction& i) {
    const std::uint64_t a = state_.regs[i.rs1];
    const std::uint64_t b =
        i.has_immediate ? static_cast<std::uint64_t>(i.imm) : state_.regs[i.rs2];
    bool handled = false;
    const std::uint64_t value = integer::result(i.op, a, b, handled);
    if (handled)
      return finish(i, value);

    const auto sa = integer::as_signed(a);
    const auto sb = integer::as_signed(b);
    const auto zero = [](std::uint64_t v) { return v; };
    const bool boxed = program_.isa == Isa::riscv;

    switch (i.op) {
    case Op::nop:
    case Op::fence:
    case Op::wfi:
      return Trap::none;
    case Op::fence_i:
      if constexpr (!kSpeculative)
        synchronize_code(program_, state_);
      return Trap::none;
    case Op::load_immediate:
      return finish(i, static_cast<std::uint64_t>(i.imm));
    case Op::move:
      return finish(i, a);
    case Op::movz:
      return finish(i, b == 0 ? a : state_.regs[i.rd]);
    case Op::movn:
      return finish(i, b != 0 ? a : state_.regs[i.rd]);
    case Op::add_overflow:
      return checked_sum(i, sa, sb, false);
    case Op::sub_overflow:
      return checked_sum(i, sa, sb, true);
    case Op::addw_overflow:
      return checked_sum(i, integer::low_signed(a), integer::low_signed(b), false);
    case Op::subw_overflow:
      return checked_sum(i, integer::low_signed(a), integer::low_signed(b), true);
    case Op::div_trap:
      return checked_divide(i, a, b, true);
    case Op::rem_trap:
      return checked_divide(i, a, b, false);
    case Op::rdiv_trap:
      return checked_divide(i, b, a, true);
    case Op::rrem_trap:
      return checked_divide(i, b, a, false);
    case Op::lb:
      return load<Op::lb>(i, integer::signed_byte);
    case Op::lbu:
      return load<Op::lbu>(i, zero);
    case Op::lh:
      return load<Op::lh>(i, integer::signed_half);
    case Op::lhu:
      return load<Op::lhu>(i, zero);
    case Op::lw:
      return load<Op::lw>(i, integer::word);
    case Op::lwu:
      return load<Op::lwu>(i, zero);
    case Op::ld:
    case Op::fld:
      return load<Op::ld>(i, zero);
    case Op::flw:
      return load<Op::flw>(i, [boxed](std::uint64_t v) {
        return fp::single_in_register(static_cast<std::uint32_t>(v), boxed);
      });
    case Op::sb:
      return store<Op::sb>(i);
    case Op::sh:
      return store<Op::sh>(i);
    case Op::sw:
    case Op::fsw:
      return store<Op::sw>(i);
    case Op::sd:
    case Op::fsd:
      return store<Op::sd>(i);
    case Op::beq:
      return branch_if(i, is_taken(Op::beq, a, b));
    case Op::bne:
      return branch_if(i, is_taken(Op::bne, a, b));
    case Op::blt:
      return branch_if(i, is_taken(Op::blt, a, b));
    case Op::bge:
      return branch_if(i, is_taken(Op::bge, a, b));
    case Op::bltu:
      return branch_if(i, is_taken(Op::bltu, a, b));
    case Op::bgeu:
      return branch_if(i, is_taken(Op::bgeu, a, b));
    case Op::ble:
      return branch_if(i, is_taken(Op::ble, a, b));
    case Op::bgt:
      return branch_if(i, is_taken(Op::bgt, a, b));
    case Op::branch_flag_set:
      return branch_if(i, is_taken(Op::branch_flag_set, a, b));
    case Op::branch_flag_clear:
      return branch_if(i, is_taken(Op::branch_flag_clear, a, b));
    case Op::jump:
      return jump_to(i.target);
    case Op::jump_link:
      return jump_to(i.target) == Trap::none ? finish(i, return_address(i)) : Trap::misaligned;
    case Op::jump_register:
      return jump_to_register(i);
    case Op::jump_link_register: {
      const Trap trap = jump_to_register(i); // first: rd may be rs1
      return trap == Trap::none ? finish(i, return_address(i)) : trap;
    }
    case Op::csr_read:
    case Op::csr_write:
    case Op::csr_set:
    case Op::csr_clear:
      return access_csr(i);
    case Op::breakpoint:
      return break_here();
    case Op::mret:
      return return_from_trap();
    case Op::syscall:
      if constexpr (kSpeculative)
        return Trap::none;
      else
        return call_environment(i);
    case Op::unknown:
      return Trap::illegal;
    default:
      return other(i, a, b, boxed);
    }
  }

  const Program& program_;
  ArchState& state_;
  const Environment& environment_;
  std::uint64_t cycle_;
  UndoLog* log_;
  Effect& effect_; ///< owned by the caller and filled in place: copying a struct just written in
                   ///< small pieces stalls the host
  std::uint64_t target_ = 0; ///< next pc; with delay slots, the target of a taken branch
};

} // namespace stallscope::isa

#include "execution/execution_atomic.hpp" // IWYU pragma: keep
#include "execution/execution_system.hpp" // IWYU pragma: keep

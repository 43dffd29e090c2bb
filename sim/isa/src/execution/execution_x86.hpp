#pragma once

#include "execution/execution.hpp"
#include "execution/executor_x86.hpp"
#include "x86/library/library.hpp"

#include <array>
#include <initializer_list>

/// The x86-specific part of Execution: operands in memory and the stack. The computations are in
/// executor_x86.hpp. As everywhere, all checks precede the first change.
namespace stallscope::isa {

template <bool kSpeculative> class Execution<kSpeculative>::X86 {
public:
  X86(Execution& e, const Instruction& i) : e_(e), i_(i), form_(x86::Form::of(i)) {}

  Trap execute() {
    switch (i_.op) {
    case Op::x86_branch:
      return e_.branch_if(i_, x86::holds(form_.condition, flags()));
    case Op::x86_branch_rcx:
      return e_.branch_if(i_, x86::part(reg(x86::kRcx), form_.width, false) == 0);
    case Op::x86_jump_indirect:
      return jump_indirect();
    case Op::x86_call:
      return call(i_.target);
    case Op::x86_call_indirect:
      return call_indirect();
    case Op::x86_ret:
      return return_to_caller();
    case Op::x86_push:
      return push_operand();
    case Op::x86_pop:
      return pop_operand();
    case Op::x86_leave:
      return leave();
    case Op::x86_xchg:
      return form_.memory == x86::InMemory::nothing ? exchange() : update_memory();
    case Op::x86_xadd:
    case Op::x86_cmpxchg:
      return update_memory();
    case Op::x86_mulx:
      return long_product();
    case Op::x86_prefetch:
      return prefetch();
    case Op::x86_rdtsc:
      return read_time_stamp();
    case Op::x86_set_mxcsr:
      return (reg(i_.rs1) & ~x86::kMxcsrFlags) == x86::kMxcsr ? Trap::none : Trap::illegal;
    case Op::x86_packed:
      return packed();
    case Op::x86_x87:
      return unit87();
    case Op::x86_mul_wide:
    case Op::x86_imul_wide:
      return multiply();
    case Op::x86_div:
    case Op::x86_idiv:
      return divide();
    case Op::x86_library:
      return library();
    default:
      return ordinary();
    }
  }

private:
  [[nodiscard]] std::uint64_t& reg(RegId r) { return e_.state_.regs[r]; }
  [[nodiscard]] std::uint64_t flags() { return reg(x86::kFlags) | reg(x86::kCarryFlag); }
  void write_flags(std::uint64_t flags) {
    e_.write_register(x86::kFlags, flags & ~x86::kCarry);
    e_.write_register(x86::kCarryFlag, flags & x86::kCarry);
  }

  [[nodiscard]] std::uint64_t address() {
    const std::uint64_t address = reg(i_.rs1) + (reg(i_.rs3) << form_.scale) + i_.target;
    return e_.program_.xlen == 32 ? address & 0xffffffffU : address;
  }

  Trap access(std::uint64_t address, unsigned bytes, bool write) {
    e_.effect_.address = address;
    e_.effect_.bytes = static_cast<std::uint8_t>(bytes);
    if ((address & (bytes - 1)) != 0 &&
        (form_.aligned || faults_when_misaligned(e_.program_, e_.environment_)))
      return e_.check_misaligned(bytes, write);
    return e_.check_reach(bytes, write);
  }
  [[nodiscard]] std::uint64_t loaded() {
    return e_.state_.memory.load(e_.effect_.address, e_.effect_.bytes);
  }

  /// The access so far was a read; the write goes to another address.
  void keep_read_address() {
    e_.effect_.read_address = e_.effect_.address;
    e_.effect_.two_places = e_.effect_.bytes != 0;
  }

  /// On the wrong path a faulting load returns 0.
  Trap faulted(Trap trap, RegId result) {
    if constexpr (kSpeculative)
      if (result != kSinkRegister)
        e_.write_register(result, 0);
    return trap;
  }

  [[nodiscard]] x86::Vector vector(RegId r) { return {reg(r), reg(r + 16U)}; }
  void write_vector(RegId r, const x86::Vector& value) {
    e_.effect_.result = value.low;
    e_.write_register(r, value.low);
    e_.write_register(static_cast<RegId>(r + 16U), value.high);
    if (i_.rd2 != kSinkRegister) // AVX; SSE keeps the upper part
      write_upper(r, {});
  }

  // Registers of 32 bytes.

  [[nodiscard]] x86::WideVector wide_vector(RegId r) {
    constexpr RegId kUpper = x86::kYmmUpper0 - x86::kXmm0;
    return {vector(r), vector(static_cast<RegId>(r + kUpper))};
  }
  void write_upper(RegId r, const x86::Vector& value) {
    constexpr RegId kUpper = x86::kYmmUpper0 - x86::kXmm0;
    e_.write_register(static_cast<RegId>(r + kUpper), value.low);
    e_.write_register(static_cast<RegId>(r + kUpper + 16U), value.high);
  }
  [[nodiscard]] x86::Vector loaded_vector(std::uint64_t at) {
    return {e_.state_.memory.load(at, 8), e_.state_.memory.load(at + 8, 8)};
  }
  /// Writes 8 bytes at a time; Effect describes the whole access.
  void write_words_to_memory(std::initializer_list<std::uint64_t> words) {
    Effect& effect = e_.effect_;
    const std::uint64_t begin = effect.address;
    effect.bytes = 8;
    for (const std::uint64_t word : words) {
      e_.write_memory(word);
      effect.address += 8;
    }
    effect.address = begin;
    effect.bytes = static_cast<std::uint8_t>(8 * words.size());
  }

  // Operations on vectors: execution_x86_vectors.hpp.
  Trap right_wide_vector(x86::WideVector& value);
  [[gnu::noinline]] Trap full_packed();
  /// ptest: whether left and right have no bit in common, and whether left has all bits of right;
  /// vtestps: of the signs of lanes alone.
  [[gnu::noinline]] Trap test_vectors();
  [[gnu::noinline]] Trap zero_vectors();
  /// The right operand of a packed operation; a constant is a count. A trap leaves `value` alone.
  Trap right_vector(x86::Vector& value);
  /// Those that are more than a function of their operands.
  [[nodiscard]] static constexpr bool is_of_its_own(x86::Packed packed) {
    return packed == x86::Packed::test || packed == x86::Packed::test_signs ||
           packed == x86::Packed::gather || packed == x86::Packed::masked_load ||
           packed == x86::Packed::masked_store || packed >= x86::Packed::zero_upper;
  }
  Trap packed_of_its_own();
  Trap packed();

  /// 8 bytes of a register.
  [[nodiscard]] static std::uint64_t word_of(const x86::WideVector& v, unsigned n) {
    const x86::Vector& half = n < 2 ? v.low : v.high;
    return n % 2 == 0 ? half.low : half.high;
  }

  class Unit87;
  [[gnu::noinline]] Trap unit87();

  /// Only the lanes selected by the mask access memory.
  [[gnu::noinline]] Trap masked_move();

  /// Element `n` of a vector register, sign-extended.
  [[nodiscard]] static std::int64_t element(const x86::WideVector& v, std::uint8_t width,
                                            unsigned n);

  /// Effect contains only the first element read.
  [[gnu::noinline]] Trap gather();

  /// Reads a byte if the address is readable, and changes nothing.
  Trap prefetch() {
    e_.effect_.address = address();
    e_.effect_.bytes = 1;
    if (check_regions(*e_.state_.regions, e_.state_.region_hint, e_.effect_.address, 1, false) !=
        Trap::none)
      e_.effect_.address = e_.effect_.bytes = 0;
    return Trap::none;
  }

  /// The time stamp is the cycle number: like a processor with constant frequency.
  Trap read_time_stamp() {
    if constexpr (!kSpeculative)
      if (e_.environment_.asks_cycle)
        return Trap::asks_cycle;
    constexpr unsigned kHalf = 32;
    e_.write_register(x86::kRdx, e_.cycle_ >> kHalf);
    if (i_.imm != 0)
      e_.write_register(x86::kRcx, 0);
    const std::uint64_t low = e_.cycle_ & 0xffffffffU;
    e_.write_register(x86::kRax, low);
    e_.effect_.result = low;
    return Trap::none;
  }

  /// The right operand, zero-extended from its width. A trap leaves `value` alone.
  Trap right(std::uint64_t& value) {
    if (i_.has_immediate) {
      value = static_cast<std::uint64_t>(i_.imm) & x86::mask_of(form_.source_width);
      return Trap::none;
    }
    if (form_.memory == x86::InMemory::right) {
      if (i_.op == Op::x86_lea) {
        value = address();
        return Trap::none;
      }
      const Trap trap = access(address(), 1U << form_.source_width, false);
      if (trap == Trap::none)
        value = loaded();
      return trap;
    }
    const RegId r = form_.memory == x86::InMemory::left ? i_.rs2 : i_.rs1;
    value = x86::part(reg(r), form_.source_width, form_.high_right);
    return Trap::none;
  }

  /// The left operand; full xmm registers, because some operations keep the upper part.
  std::uint64_t left() {
    return x86::is_xmm(i_.rs2) ? reg(i_.rs2) : x86::part(reg(i_.rs2), form_.width, form_.high_left);
  }

  void write_result(RegId r, std::uint64_t value, bool high) {
    const std::uint64_t whole = x86::with_part(reg(r), value, form_.width, high);
    e_.effect_.result = whole;
    e_.write_register(r, whole);
  }

  Trap ordinary() {
    const x86::Traits traits = x86::traits_of(i_);
    const bool in_memory = form_.memory == x86::InMemory::left;
    const bool stores = in_memory && traits.result && i_.rd == kSinkRegister;
    std::uint64_t a = 0;
    if (in_memory) {
      if (const Trap trap = access(address(), 1U << form_.width, stores); trap != Trap::none)
        return faulted(trap, i_.rd);
      a = traits.left ? loaded() : 0;
    } else if (traits.left) {
      a = left();
    }
    std::uint64_t b = 0;
    if (traits.right)
      if (const Trap trap = right(b); trap != Trap::none)
        return faulted(trap, i_.rd);
    const std::uint64_t c =
        form_.third ? reg(x86::third_register(i_, form_)) : static_cast<std::uint64_t>(i_.imm);
    const x86::Outcome outcome = x86::computed(i_, form_, a, b, flags(), c);
    if (traits.writes_flags)
      e_.write_register(x86::kFlags, outcome.flags & ~x86::kCarry);
    if (traits.writes_carry)
      e_.write_register(x86::kCarryFlag, outcome.flags & x86::kCarry);
    if (stores) {
      e_.effect_.result = outcome.result;
      e_.write_memory(outcome.result);
    } else if (x86::is_xmm(i_.rd)) { // moves clear the upper half, other operations copy it from
                                     // the left operand
      write_vector(i_.rd, {outcome.result, traits.left ? reg(i_.rs2 + 16U) : 0});
    } else if (traits.result) {
      write_result(i_.rd, outcome.result, form_.high_result);
    }
    return Trap::none;
  }

  Trap jump_indirect() {
    std::uint64_t target = 0;
    if (const Trap trap = right(target); trap != Trap::none)
      return trap;
    return e_.jump_to(target);
  }

  /// Size of addresses on the stack.
  [[nodiscard]] unsigned stack_bytes() const { return 1U << form_.width; }

  Trap push(std::uint64_t value, unsigned bytes) {
    const std::uint64_t top = reg(x86::kRsp) - bytes;
    if (const Trap trap = access(top, bytes, true); trap != Trap::none)
      return trap;
    e_.write_memory(value);
    e_.write_register(x86::kRsp, top);
    e_.effect_.result = top;
    return Trap::none;
  }

  Trap call(std::uint64_t target) {
    const Trap trap = push(e_.state_.pc + i_.size, stack_bytes());
    return trap == Trap::none ? e_.jump_to(target) : trap;
  }

  Trap call_indirect() {
    std::uint64_t target = 0;
    if (const Trap trap = right(target); trap != Trap::none)
      return trap;
    keep_read_address();
    return call(target);
  }

  Trap return_to_caller() {
    const std::uint64_t top = reg(x86::kRsp);
    if (const Trap trap = access(top, stack_bytes(), false); trap != Trap::none)
      return trap;
    const std::uint64_t target = loaded();
    e_.write_register(x86::kRsp, top + stack_bytes() + static_cast<std::uint64_t>(i_.imm));
    e_.effect_.result = reg(x86::kRsp);
    return e_.jump_to(target);
  }

  Trap library() {
    if constexpr (kSpeculative)
      return Trap::none;
    else
      return calls_may_go_on(e_.environment_)
                 ? x86::call_library(e_.program_, e_.state_, e_.environment_, i_, e_.effect_)
                 : Trap::interrupted;
  }

  Trap push_operand() {
    std::uint64_t value = 0;
    if (const Trap trap = right(value); trap != Trap::none)
      return trap;
    keep_read_address();
    return push(value, 1U << form_.width);
  }

  /// An address with rsp uses rsp after its update.
  Trap pop_operand() {
    const std::uint64_t top = reg(x86::kRsp);
    const unsigned bytes = 1U << form_.width;
    if (const Trap trap = access(top, bytes, false); trap != Trap::none)
      return faulted(trap, i_.rd);
    const std::uint64_t value = loaded();
    if (form_.memory == x86::InMemory::left) {
      const std::uint64_t moved = i_.rs1 == x86::kRsp ? bytes : 0;
      keep_read_address();
      if (const Trap trap = access(address() + moved, bytes, true); trap != Trap::none)
        return trap;
      e_.write_memory(value);
    }
    e_.write_register(x86::kRsp, top + bytes);
    e_.effect_.result = value;
    if (i_.rd != kSinkRegister)
      write_result(i_.rd, value, false);
    return Trap::none;
  }

  Trap leave() {
    const std::uint64_t frame = reg(x86::kRbp);
    if (const Trap trap = access(frame, stack_bytes(), false); trap != Trap::none)
      return faulted(trap, x86::kRbp);
    const std::uint64_t value = loaded();
    e_.write_register(x86::kRsp, frame + stack_bytes());
    e_.write_register(x86::kRbp, value);
    e_.effect_.result = value;
    return Trap::none;
  }

  Trap exchange() {
    const std::uint64_t a = x86::part(reg(i_.rs1), form_.width, form_.high_right);
    const std::uint64_t b = x86::part(reg(i_.rs2), form_.width, form_.high_left);
    e_.write_register(i_.rd2, x86::with_part(reg(i_.rd2), b, form_.width, form_.high_right));
    write_result(i_.rd, a, form_.high_left);
    return Trap::none;
  }

  /// xchg, xadd and cmpxchg with memory. On the wrong path a faulting one does not change the
  /// register.
  Trap update_memory() {
    if (const Trap trap = access(address(), 1U << form_.width, true); trap != Trap::none)
      return trap;
    const std::uint64_t old = loaded();
    const std::uint64_t source = x86::part(reg(i_.rs2), form_.width, form_.high_right);
    if (i_.op == Op::x86_cmpxchg) {
      const std::uint64_t expected = x86::part(reg(x86::kRax), form_.width, false);
      write_flags(x86::compared(expected, old, form_.width));
      // It stores in any case; on success eax keeps its upper half.
      e_.write_memory(old == expected ? source : old);
      if (old != expected)
        write_result(x86::kRax, old, false);
      return Trap::none;
    }
    std::uint64_t stored = source;
    if (i_.op == Op::x86_xadd) {
      const x86::Outcome sum = x86::summed(old, source, form_.width);
      stored = sum.result;
      write_flags(sum.flags);
    }
    e_.write_memory(stored);
    write_result(i_.rd2, old, form_.high_right);
    return Trap::none;
  }

  /// mulx; if both results go to one register, it gets the upper one.
  Trap long_product() {
    std::uint64_t b = 0;
    if (const Trap trap = right(b); trap != Trap::none)
      return trap;
    const x86::Outcome outcome = x86::multiplied(false, form_.width, reg(x86::kRdx), b);
    write_result(i_.rd2, outcome.result, false);
    write_result(i_.rd, outcome.second, false);
    return Trap::none;
  }

  /// Both results of a product or a division; for bytes they are the halves of ax.
  void write_pair(const x86::Outcome& outcome) {
    if (form_.width == 0) {
      write_result(x86::kRax, outcome.result, false);
      write_result(x86::kRax, outcome.second, true);
      return;
    }
    write_result(x86::kRdx, outcome.second, false);
    write_result(x86::kRax, outcome.result, false);
  }

  Trap multiply() {
    std::uint64_t b = 0;
    if (const Trap trap = right(b); trap != Trap::none)
      return trap;
    const x86::Outcome outcome =
        x86::multiplied(i_.op == Op::x86_imul_wide, form_.width, reg(x86::kRax), b);
    write_flags(outcome.flags);
    write_pair(outcome);
    return Trap::none;
  }

  Trap divide() {
    std::uint64_t b = 0;
    if (const Trap trap = right(b); trap != Trap::none)
      return trap;
    const std::uint64_t high = form_.width == 0 ? reg(x86::kRax) >> 8 : reg(x86::kRdx);
    x86::Outcome outcome;
    if (!x86::divided(i_.op == Op::x86_idiv, form_.width, reg(x86::kRax), high, b, outcome))
      return Trap::divide_by_zero;
    write_pair(outcome);
    return Trap::none;
  }

  Execution& e_;
  const Instruction& i_;
  x86::Form form_;
};

template <bool kSpeculative> Trap Execution<kSpeculative>::carry_out_x86(const Instruction& i) {
  return X86(*this, i).execute();
}

} // namespace stallscope::isa

#include "execution/execution_x86_gather.hpp"  // IWYU pragma: keep
#include "execution/execution_x86_vectors.hpp" // IWYU pragma: keep
#include "execution/execution_x87.hpp"         // IWYU pragma: keep

#pragma once

#include "execution/execution_x86.hpp"
#include "execution/extended.hpp"
#include "x86/micro_ops/x87.hpp"

/// Execution of x87 instructions; the computations are in execution/extended.hpp.
namespace stallscope::isa {

template <bool kSpeculative> class Execution<kSpeculative>::X86::Unit87 {
public:
  explicit Unit87(X86& x) : x_(x), i_(x.i_), operation_(x86::x87_of(x.i_)) {}

  Trap execute() {
    switch (operation_) {
    case x86::X87::store:
    case x86::X87::store_lower:
    case x86::X87::store_upper:
    case x86::X87::store_integer:
    case x86::X87::store_truncated:
    case x86::X87::store_control:
    case x86::X87::store_status:
      return store();
    case x86::X87::exchange: {
      const x86::Extended first = number(i_.rs1);
      write(i_.rd2, first, number(i_.rs2));
      return Trap::none;
    }
    default:
      return compute();
    }
  }

private:
  [[nodiscard]] x86::Extended number(RegId r) {
    return {x_.reg(r), static_cast<std::uint16_t>(x_.reg(x86::upper_of_x87(r)))};
  }
  void write(RegId r, const x86::Extended& value) {
    x_.e_.effect_.result = value.significand;
    x_.e_.write_register(r, value.significand);
    x_.e_.write_register(x86::upper_of_x87(r), value.upper);
  }
  /// Writes both results of an exchange.
  void write(RegId second, const x86::Extended& first, const x86::Extended& other) {
    write(second, first);
    write(i_.rd, other);
  }
  [[nodiscard]] std::uint16_t control() {
    return static_cast<std::uint16_t>(x_.reg(x86::kX87Control));
  }

  Trap store() {
    const unsigned bytes = 1U << x_.form_.width;
    if (const Trap trap = x_.access(x_.address(), bytes, true); trap != Trap::none)
      return trap;
    const std::uint64_t value = stored();
    x_.e_.effect_.result = value;
    x_.e_.write_memory(value);
    return Trap::none;
  }

  [[nodiscard]] std::uint64_t stored() {
    constexpr std::uint16_t kTruncate = 3 << x86::kX87RoundingBit;
    switch (operation_) {
    case x86::X87::store:
      return x86::real_of_extended(x_.form_.width, number(i_.rs2), control());
    case x86::X87::store_lower:
      return number(i_.rs2).significand;
    case x86::X87::store_upper:
      return number(i_.rs2).upper;
    case x86::X87::store_integer:
      return x86::integer_of_extended(x_.form_.width, number(i_.rs2), control());
    case x86::X87::store_truncated:
      return x86::integer_of_extended(x_.form_.width, number(i_.rs2), kTruncate);
    case x86::X87::store_control:
      return control();
    default:
      return status();
    }
  }

  [[nodiscard]] std::uint64_t status() {
    constexpr unsigned kTopBit = 11;
    return x_.reg(x86::kX87Status) | static_cast<std::uint64_t>(i_.imm) << kTopBit;
  }

  /// An operand in memory or a register. On a trap `value` does not change.
  Trap right(x86::Extended& value) {
    if (x_.form_.memory != x86::InMemory::right) {
      if (x86::is_x87_register(i_.rs1))
        value = number(i_.rs1);
      return Trap::none;
    }
    const std::uint8_t width = x_.form_.source_width;
    if (const Trap trap = x_.access(x_.address(), 1U << width, false); trap != Trap::none)
      return trap;
    const std::uint64_t bits = x_.loaded();
    if (operation_ == x86::X87::load_upper || operation_ == x86::X87::load_control)
      value.upper = static_cast<std::uint16_t>(bits);
    else if (x_.form_.high_right)
      value = x86::extended_of_integer(static_cast<std::int64_t>(x86::sign_extended(bits, width)));
    else
      value = x86::extended_of_real(width, bits);
    return Trap::none;
  }

  Trap compute() {
    x86::Extended b;
    if (const Trap trap = right(b); trap != Trap::none)
      return x_.faulted(trap, i_.rd);
    const x86::Extended a = x86::is_x87_register(i_.rs2) ? number(i_.rs2) : x86::Extended{};
    switch (operation_) {
    case x86::X87::compare:
      x_.write_flags(flags_of(x86::extended_order(a, b)));
      break;
    case x86::X87::compare_status:
      write_status(conditions_of(x86::extended_order(a, b)));
      break;
    case x86::X87::test_zero:
      write_status(conditions_of(x86::extended_order(a, {})));
      break;
    case x86::X87::examine:
      write_status(x86::extended_class(a));
      break;
    case x86::X87::load_control:
      x_.e_.effect_.result = b.upper;
      x_.e_.write_register(x86::kX87Control, b.upper);
      break;
    case x86::X87::default_control:
      x_.e_.write_register(x86::kX87Control, x86::kX87DefaultControl);
      break;
    case x86::X87::status_to_ax:
      x_.write_result(x86::kRax, status(), false);
      break;
    default:
      write(i_.rd, computed(a, b));
    }
    return Trap::none;
  }

  void write_status(std::uint16_t conditions) {
    x_.e_.effect_.result = conditions;
    x_.e_.write_register(x86::kX87Status, conditions);
  }

  static std::uint64_t flags_of(x86::Order order) {
    switch (order) {
    case x86::Order::less:
      return x86::kCarry;
    case x86::Order::equal:
      return x86::kZero;
    case x86::Order::greater:
      return 0;
    case x86::Order::unordered:
      break;
    }
    return x86::kCarry | x86::kZero | x86::kParity;
  }
  /// C0, C2 and C3, which sahf copies to CF, PF and ZF.
  static std::uint16_t conditions_of(x86::Order order) {
    return static_cast<std::uint16_t>(flags_of(order) << 8);
  }

  [[nodiscard]] x86::Extended computed(const x86::Extended& a, const x86::Extended& b) {
    constexpr std::uint16_t kSign = 0x8000;
    switch (operation_) {
    case x86::X87::load_upper:
      return {x_.reg(i_.rs2), b.upper};
    case x86::X87::load_constant:
      return x86::extended_constant(static_cast<unsigned>(i_.imm));
    case x86::X87::add:
      return x86::extended_sum(a, b, control());
    case x86::X87::subtract:
      return x86::extended_difference(a, b, control());
    case x86::X87::subtract_from:
      return x86::extended_difference(b, a, control());
    case x86::X87::multiply:
      return x86::extended_product(a, b, control());
    case x86::X87::divide:
      return x86::extended_quotient(a, b, control());
    case x86::X87::divide_into:
      return x86::extended_quotient(b, a, control());
    case x86::X87::change_sign:
      return {a.significand, static_cast<std::uint16_t>(a.upper ^ kSign)};
    case x86::X87::absolute:
      return {a.significand, static_cast<std::uint16_t>(a.upper & ~kSign)};
    case x86::X87::square_root:
      return x86::extended_root(a, control());
    case x86::X87::round:
      return x86::extended_whole(a, control());
    case x86::X87::move_if:
      return x86::holds(x_.form_.condition, x_.flags()) ? b : a;
    default: // load, load_integer, copy
      return b;
    }
  }

  X86& x_;
  const Instruction& i_;
  x86::X87 operation_;
};

template <bool kSpeculative> Trap Execution<kSpeculative>::X86::unit87() {
  return Unit87(*this).execute();
}

} // namespace stallscope::isa

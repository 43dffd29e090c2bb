#include "x86/build/builder.hpp"

#include <fmt/format.h>

namespace stallscope::isa::x86 {

bool Builder::fill_integer() {
  const std::size_t count = operands.size();
  const auto when = [this](bool fits, auto fill) {
    if (fits)
      return (this->*fill)();
    (void)mismatch();
    return false;
  };
  switch (mnemonic.shape) {
  case Shape::nothing:
    return when(count == 0, &Builder::implied);
  case Shape::no_op: // nopw 0(%rax,%rax,1) is also used as padding
    return when(count == 0 || (count == 1 && mnemonic.op == Op::nop && !operands[0].bare &&
                               operands[0].is_memory()),
                &Builder::implied);
  case Shape::two:
    return when(count == 2, &Builder::two);
  case Shape::one:
  case Shape::wide:
  case Shape::swap:
  case Shape::set:
    return when(count == 1 && !operands[0].is_immediate(), &Builder::one);
  case Shape::imul:
    return when(count >= 1 && count <= 3, &Builder::multiply);
  case Shape::shift:
    return when(count == 1 || count == 2, &Builder::shift);
  case Shape::address:
    return when(count == 2 && operands[0].is_memory(), &Builder::to_register);
  case Shape::to_register:
    return when(count == 2 && !operands[0].is_immediate(), &Builder::to_register);
  case Shape::extend:
    return when(count == 2 && !operands[0].is_immediate(), &Builder::extend);
  case Shape::bit:
    return when(count == 2, &Builder::bit);
  case Shape::exchange:
    return when(count == 2, &Builder::exchange);
  case Shape::update:
    return when(count == 2, &Builder::update);
  case Shape::double_shift:
    return when(count == 2 || count == 3, &Builder::double_shift);
  case Shape::three:
    return when(count == 3, &Builder::three);
  case Shape::shift_three:
    return when(count == 3, &Builder::shift_three);
  case Shape::long_product:
    return when(count == 3, &Builder::long_product);
  case Shape::swap_memory:
    return when(count == 2, &Builder::swap_memory);
  case Shape::checksum:
    return when(count == 2 && !operands[0].is_immediate(), &Builder::checksum);
  case Shape::prefetch:
    return when(count == 1 && operands[0].is_memory(), &Builder::prefetch);
  case Shape::push:
    return when(count == 1, &Builder::push);
  case Shape::pop:
    return when(count == 1 && !operands[0].is_immediate(), &Builder::pop);
  case Shape::jump:
  case Shape::branch:
  case Shape::call:
    return when(count == 1, &Builder::jump);
  case Shape::interrupt:
    return when(count == 1 && operands[0].is_immediate() && operands[0].known.has_value(),
                &Builder::interrupt);
  default:
    return when(count == 0 || (count == 1 && operands[0].is_immediate()), &Builder::ret);
  }
}

bool Builder::implied() {
  Instruction& i = made.instruction;
  switch (i.op) {
  case Op::x86_movsx: // cltq and similar: the lower half of rax
    i.rd = i.rs1 = kRax;
    made.form.width = mnemonic.width;
    made.form.source_width = mnemonic.source_width;
    return true;
  case Op::x86_sign:
    i.rd = kRdx;
    i.rs1 = kRax;
    set_width(mnemonic.width);
    return true;
  case Op::syscall:
    i.rs1 = kRax;
    i.rs2 = kRdi;
    i.rs3 = kRsi;
    i.imm = kRdx;
    i.rd = kRax;
    return true;
  case Op::x86_leave:
    made.form.width = stack_bytes;
    return true;
  case Op::x86_lahf:
    i.rd = kRax;
    made.form.high_result = true;
    set_width(0);
    return true;
  case Op::x86_sahf:
    i.rs1 = kRax;
    made.form.high_right = true;
    set_width(0);
    return true;
  case Op::x86_rdtsc:
    i.imm = mnemonic.condition == Condition::no ? 1 : 0;
    return true;
  case Op::x86_packed: // vzeroupper
    made.form.packed = mnemonic.packed;
    return true;
  default:
    return true;
  }
}

bool Builder::two() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (destination.is_immediate() || (source.is_memory() && destination.is_memory())) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&source, &destination}))
    return false;
  Instruction& i = made.instruction;
  // test accepts its memory operand on either side.
  set_left(destination);
  set_right(source);
  if (i.op != Op::x86_cmp && i.op != Op::x86_test)
    set_result(destination);
  made.wide_immediate = i.op == Op::x86_mov && destination.is_reg() && made.form.width == 3;
  const bool same = source.is_reg() && destination.is_reg() && source.reg.id == destination.reg.id;
  made.form.zero_idiom =
      same && made.form.width >= 2 && (i.op == Op::x86_xor || i.op == Op::x86_sub);
  if (i.op == Op::x86_mov && made.form.memory != InMemory::left)
    i.rs2 = 0; // the old value is not a source
  return true;
}

bool Builder::one() {
  const Operand& operand = operands[0];
  if (!choose_width({&operand}))
    return false;
  if (mnemonic.shape == Shape::swap && (!operand.is_reg() || made.form.width < 2)) {
    (void)mismatch();
    return false;
  }
  if (mnemonic.shape == Shape::wide) {
    set_right(operand);
    return true;
  }
  set_left(operand);
  set_result(operand);
  if (mnemonic.shape == Shape::set && operand.is_reg())
    made.instruction.rs2 = 0;
  return true;
}

bool Builder::multiply() {
  if (operands.size() == 1) {
    if (operands[0].is_immediate()) {
      (void)mismatch();
      return false;
    }
    made.instruction.op = Op::x86_imul_wide;
    if (!choose_width({&operands[0]}))
      return false;
    set_right(operands[0]);
    return true;
  }
  const bool three = operands.size() == 3;
  const Operand& destination = operands.back();
  const Operand& other = operands[operands.size() - 2];
  if (!destination.is_integer_reg() || (three && !operands[0].is_immediate()) ||
      (three && other.is_immediate()) || destination.reg.width == 0) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&other, &destination}))
    return false;
  if (three) {
    set_left(other);
    set_right(operands[0]);
  } else {
    set_left(destination);
    set_right(other);
  }
  set_result(destination);
  return true;
}

/// Checks that all of these are integer registers; otherwise reports that the operands do not fit.
bool Builder::in_registers(std::initializer_list<const Operand*> candidates) {
  for (const Operand* operand : candidates)
    if (!operand->is_integer_reg()) {
      (void)mismatch();
      return false;
    }
  return true;
}

/// A register or memory, and two registers.
bool Builder::three_operands() {
  const Operand& source = operands[0];
  if (source.is_immediate())
    return in_registers({&source}); // reported
  return in_registers({&operands[1], &operands[2]}) &&
         choose_width({&source, &operands[1], &operands[2]});
}

bool Builder::three() {
  if (!three_operands())
    return false;
  set_left(operands[1]);
  set_right(operands[0]);
  set_result(operands[2]);
  return true;
}

bool Builder::swap_memory() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (source.is_memory() == destination.is_memory()) {
    (void)mismatch();
    return false;
  }
  if (!in_registers({source.is_memory() ? &destination : &source}) ||
      !choose_width({&source, &destination}))
    return false;
  if (made.form.width == 0)
    return wrong_size(source.is_memory() ? destination : source, 1);
  return move(source, destination);
}

/// The suffix gives the size of the source.
bool Builder::checksum() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (!destination.is_integer_reg() || source.is_xmm()) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&source}))
    return false;
  const std::uint8_t from = made.form.width;
  const std::uint8_t to = destination.reg.width;
  if (to < 2 || (from == 3 && to != 3) || (to == 3 && from != 0 && from != 3))
    return wrong_size(destination, from == 3 ? 3 : 2);
  made.form.source_width = from;
  made.form.width = to;
  set_left(destination);
  set_right(source);
  set_result(destination);
  return true;
}

bool Builder::prefetch() {
  set_width(0);
  set_memory(operands[0], InMemory::right);
  return true;
}

bool Builder::to_register() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (!destination.is_integer_reg() || destination.reg.width == 0) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&source, &destination}))
    return false;
  if (find_traits(made.instruction).left)
    set_left(destination);
  set_right(source);
  set_result(destination);
  return true;
}

bool Builder::extend() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (!destination.is_integer_reg() || source.is_xmm()) {
    (void)mismatch();
    return false;
  }
  const std::uint8_t to = mnemonic.width != kAnyWidth ? mnemonic.width : destination.reg.width;
  std::uint8_t from = mnemonic.source_width;
  if (from == kAnyWidth && source.is_reg())
    from = source.reg.width;
  if (from == kAnyWidth) {
    reporter.error(source.place, fmt::format("the operands do not tell the size of '{}'", name),
                   "the sizes in the name, as in movzbl or movswq");
    return false;
  }
  if (from >= to && !(from == 2 && to == 2))
    return wrong_size(destination, static_cast<std::uint8_t>(from + 1));
  if (!fits(source, from) || !fits(destination, to))
    return false;
  made.form.width = to;
  made.form.source_width = from;
  set_right(source);
  set_result(destination);
  return true;
}

bool Builder::bit() {
  const Operand& number = operands[0];
  const Operand& destination = operands[1];
  if (destination.is_immediate() || number.is_memory() || number.is_xmm()) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&number, &destination}))
    return false;
  set_left(destination);
  set_right(number);
  if (made.instruction.op != Op::x86_bt)
    set_result(destination);
  if (number.is_immediate())
    made.immediate_width = 0;
  return true;
}

bool Builder::exchange() {
  const bool memory_first = operands[0].is_memory();
  const Operand& a = operands[memory_first ? 1 : 0]; // the register that is rs2 if there is a
                                                     // memory operand
  const Operand& b = operands[memory_first ? 0 : 1];
  if (!a.is_integer_reg() || !(b.is_integer_reg() || b.is_memory())) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&a, &b}))
    return false;
  set_left(b);
  set_right(a);
  set_result(b);
  made.instruction.rd2 = a.reg.id;
  return true;
}

bool Builder::update() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (!source.is_integer_reg() || !destination.is_memory()) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&source}))
    return false;
  set_left(destination);
  set_right(source);
  if (made.instruction.op == Op::x86_xadd)
    made.instruction.rd2 = source.reg.id;
  return true;
}

/// Stack elements have 8 bytes (in 32-bit code 4), or 2.
bool Builder::stack_width(const Operand& operand) {
  std::uint8_t width = mnemonic.width;
  if (width == kAnyWidth)
    width = operand.is_integer_reg() && operand.reg.width == 1 ? 1 : stack_bytes;
  set_width(width);
  return fits(operand, width);
}

bool Builder::push() {
  const Operand& operand = operands[0];
  if (!stack_width(operand))
    return false;
  set_right(operand);
  return true;
}

bool Builder::pop() {
  const Operand& operand = operands[0];
  if (!stack_width(operand))
    return false;
  if (operand.is_memory())
    set_left(operand);
  else
    set_result(operand);
  return true;
}

bool Builder::jump() {
  const Operand& target = operands[0];
  Instruction& i = made.instruction;
  made.form.width = stack_bytes;
  if (i.op == Op::x86_branch_rcx) {
    if (mnemonic.width == 1 && stack_bytes == 3) {
      reporter.error(place, fmt::format("'{}' is 32-bit code", name), "jecxz or jrcxz", "jecxz");
      return false;
    }
    if (mnemonic.width == 3 && stack_bytes != 3) {
      reporter.error(place, fmt::format("'{}' is 64-bit code", name), "jecxz or jcxz", "jecxz");
      return false;
    }
    set_width(mnemonic.width);
  }
  if (target.of_thread == OfThread::call) { // as linkers convert it
    i = {};
    i.op = Op::nop;
    i.op_class = OpClass::nop;
    return true;
  }
  if (target.star && target.got && target.rip && mnemonic.shape != Shape::branch) {
    made.label = target; // the form that linkers convert it to: call name
    if (mnemonic.shape == Shape::jump)
      i.op = Op::jump;
    return true;
  }
  if (mnemonic.shape == Shape::branch || !target.star) {
    if (target.is_memory() && target.bare) {
      made.label = target;
      if (mnemonic.shape == Shape::jump)
        i.op = Op::jump;
      return true;
    }
    if (mnemonic.shape == Shape::branch || target.is_immediate()) {
      (void)mismatch();
      return false;
    }
    reporter.error(target.place, fmt::format("'{}' is no label", target.text),
                   "a '*' before a register or memory operand that holds the address",
                   fmt::format("*{}", target.text));
    return false;
  }
  set_width(stack_bytes);
  if (target.is_immediate() || !fits(target, stack_bytes)) {
    if (target.is_immediate())
      (void)mismatch();
    return false;
  }
  if (mnemonic.shape == Shape::call)
    i.op = Op::x86_call_indirect;
  set_right(target);
  return true;
}

bool Builder::ret() {
  made.form.width = stack_bytes;
  if (!operands.empty()) {
    made.immediate = operands[0];
    made.immediate_width = 1;
  }
  return true;
}

/// A Linux system call on 32-bit processors: number and arguments in special registers.
bool Builder::interrupt() {
  constexpr std::int64_t kLinux = 0x80;
  constexpr std::int64_t kBreakpoint = 3;
  Instruction& i = made.instruction;
  if (*operands[0].known == kBreakpoint) {
    i.op = Op::breakpoint;
    return true;
  }
  if (*operands[0].known != kLinux) {
    reporter.error(operands[0].place,
                   fmt::format("nothing serves interrupt {}", *operands[0].known),
                   "int $0x80, a call of Linux with 32-bit registers; int3");
    return false;
  }
  i.rs1 = kRax;
  i.rs2 = kRbx;
  i.rs3 = kRcx;
  i.imm = kRdx;
  i.rd = kRax;
  return true;
}

} // namespace stallscope::isa::x86

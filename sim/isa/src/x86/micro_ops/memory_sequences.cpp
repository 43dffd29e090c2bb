#include "x86/micro_ops/memory_sequences.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace stallscope::isa::x86 {

namespace {

constexpr RegId kLow = kFirstBetween;
constexpr RegId kHigh = kFirstBetween + 1;
constexpr RegId kChosen = kFirstBetween + 2;
constexpr std::int64_t kUsualMxcsr = 0x1f80;

/// The steps of one instruction.
class MemorySequence {
public:
  MemorySequence(std::string_view name, std::uint8_t address_width)
      : name_(name), address_width_(address_width) {}

  std::vector<Statement> take() { return std::move(made_); }

  void push_flags(std::uint8_t width) {
    add(Op::x86_read_flags, "flags", width).instruction.rd = kMoved;
    add(Op::x86_push, "push", width).instruction.rs1 = kMoved;
  }
  void pop_flags(std::uint8_t width) {
    add(Op::x86_pop, "pop", width).instruction.rd = kMoved;
    add(Op::x86_write_flags, "flags", width).instruction.rs1 = kMoved;
  }

  /// al = the byte at index al from rbx
  void translate() {
    Statement& index = add(Op::x86_movzx, "movzbl %al, moved", 2);
    index.form.source_width = 0;
    index.instruction.rs1 = kRax;
    index.instruction.rd = kMoved;
    Statement& byte = add(Op::x86_mov, "movb table, %al", 0);
    byte.form.memory = InMemory::right;
    byte.instruction.rs1 = kRbx;
    byte.instruction.rs3 = kMoved;
    byte.instruction.rd = kRax;
  }

  void store_mxcsr(const Operand& memory) {
    Statement& store = add(Op::x86_mov, "store", 2);
    to(store, memory);
    store.form.memory = InMemory::left;
    store.instruction.has_immediate = true;
    store.instruction.imm = kUsualMxcsr;
  }
  void load_mxcsr(const Operand& memory) {
    Statement& load = add(Op::x86_mov, "load", 2);
    to(load, memory);
    load.form.memory = InMemory::right;
    load.instruction.rd = kMoved;
    add(Op::x86_set_mxcsr, "check", 2).instruction.rs1 = kMoved;
  }

  /// The word that contains the bit, counted in words of `width` from the operand, upwards or
  /// downwards.
  void bit(const Mnemonic& mnemonic, std::uint8_t width, RegId number, const Operand& memory) {
    address_of(memory);
    Statement& word = add(Op::x86_bit_word, "word of the bit", 3);
    word.form.source_width = width;
    word.instruction.rs2 = word.instruction.rd = kMoved;
    word.instruction.rs1 = number;
    Statement& last = add(mnemonic.op, "bit", width);
    last.form.memory = InMemory::left;
    last.instruction.rs1 = kMoved;
    last.instruction.rs2 = number;
  }

  /// cmpxchg8b and cmpxchg16b: on two words of `width`. They store in any case.
  void compare_and_exchange(std::uint8_t width, const Operand& memory) {
    const std::uint64_t bytes = std::uint64_t{1} << width;
    address_of(memory);
    half(Op::x86_mov, "load the lower half", width, 0).instruction.rd = kLow;
    half(Op::x86_mov, "load the upper half", width, bytes).instruction.rd = kHigh;
    Statement& differ = add(Op::x86_differ, "differs from rdx", width);
    differ.instruction.rs2 = kHigh;
    differ.instruction.rs1 = kRdx;
    differ.instruction.rd = kChosen;
    Statement& equal = add(Op::x86_equal_pair, "nor from rax", width);
    equal.instruction.rs2 = kLow;
    equal.instruction.rs1 = kRax;
    equal.form.third = true;
    equal.instruction.imm = kChosen;
    choose(Condition::e, kLow, kRbx, kChosen);
    store_half(width, 0);
    choose(Condition::e, kHigh, kRcx, kChosen);
    store_half(width, bytes);
    choose(Condition::ne, kRax, kLow, kRax);
    choose(Condition::ne, kRdx, kHigh, kRdx);
  }

private:
  Statement& add(Op op, std::string_view text, std::uint8_t width) {
    Statement& s = made_.emplace_back();
    s.instruction.op = op;
    s.form.width = s.form.source_width = width;
    s.text = fmt::format("{}: {}", name_, text);
    return s;
  }
  static void to(Statement& statement, const Operand& memory) {
    statement.form.scale = memory.scale;
    statement.instruction.rs1 = memory.base ? memory.base->id : RegId{0};
    statement.instruction.rs3 = memory.index ? memory.index->id : RegId{0};
    statement.address = memory;
  }
  void address_of(const Operand& memory) {
    Statement& s = add(Op::x86_lea, "address", address_width_);
    to(s, memory);
    s.form.memory = InMemory::right;
    s.instruction.rd = kMoved;
  }
  /// An access at the address computed by the sequence.
  Statement& half(Op op, std::string_view text, std::uint8_t width, std::uint64_t offset) {
    Statement& s = add(op, text, width);
    s.form.memory = InMemory::right;
    s.instruction.rs1 = kMoved;
    s.instruction.target = offset;
    return s;
  }
  void store_half(std::uint8_t width, std::uint64_t offset) {
    Statement& s = half(Op::x86_mov, "store", width, offset);
    s.form.memory = InMemory::left;
    s.instruction.rs2 = kChosen;
  }
  void choose(Condition condition, RegId otherwise, RegId then, RegId into) {
    Statement& s =
        add(Op::x86_cmov, condition == Condition::e ? "when equal" : "when not equal", 3);
    s.form.condition = condition;
    s.instruction.rs2 = otherwise;
    s.instruction.rs1 = then;
    s.instruction.rd = into;
  }

  std::string_view name_;
  std::uint8_t address_width_;
  std::vector<Statement> made_;
};

/// log2 of the bytes moved by pushf and similar instructions.
std::uint8_t width_of_flags(std::string_view name, std::uint8_t address_width) {
  return name.ends_with('w') ? 1 : address_width;
}

std::vector<Statement> without_operands(std::string_view name, std::uint8_t address_width) {
  MemorySequence sequence(name, address_width);
  const std::uint8_t width = width_of_flags(name, address_width);
  if (name.starts_with("push"))
    sequence.push_flags(width);
  else if (name.starts_with("pop"))
    sequence.pop_flags(width);
  else
    sequence.translate();
  return sequence.take();
}

std::vector<Statement> of_memory(std::string_view name, const Operand& memory,
                                 std::uint8_t address_width) {
  MemorySequence sequence(name, address_width);
  if (name == "cmpxchg8b" || name == "cmpxchg16b")
    sequence.compare_and_exchange(name == "cmpxchg8b" ? 2 : 3, memory);
  else if (name.ends_with("stmxcsr"))
    sequence.store_mxcsr(memory);
  else
    sequence.load_mxcsr(memory);
  return sequence.take();
}

bool is_bit_of_memory(const Mnemonic& mnemonic, const std::vector<Operand>& operands) {
  return mnemonic.shape == Shape::bit && operands.size() == 2 && operands[0].is_integer_reg() &&
         operands[1].is_memory();
}

} // namespace

std::optional<std::vector<Statement>>
memory_sequence(std::string_view name, const Mnemonic& mnemonic,
                const std::vector<Operand>& operands, const assembly::Place& place,
                assembly::Reporter& reporter, std::uint8_t address_width) {
  if (is_bit_of_memory(mnemonic, operands)) {
    const Register& number = operands[0].reg;
    const std::uint8_t width = mnemonic.width == kAnyWidth ? number.width : mnemonic.width;
    if (number.width != width || width == 0)
      return std::nullopt; // reported by the callee
    MemorySequence sequence(name, address_width);
    sequence.bit(mnemonic, width, number.id, operands[1]);
    return sequence.take();
  }
  if (mnemonic.shape != Shape::sequence)
    return std::nullopt;
  const auto fail = [&](std::string message, std::string expected) {
    reporter.error(operands.empty() ? place : operands.front().place, std::move(message),
                   std::move(expected));
    return std::vector<Statement>{};
  };
  const bool moves_flags = name.starts_with("pushf") || name.starts_with("popf");
  if (moves_flags &&
      (address_width == 3 ? name.ends_with('l') || name.ends_with('d') : name.ends_with('q')))
    return fail(fmt::format("'{}' is {}-bit code", name, address_width == 3 ? 32 : 64),
                name.starts_with("push") ? "pushf" : "popf");
  if (moves_flags || name.starts_with("xlat"))
    return operands.empty() ? without_operands(name, address_width)
                            : fail(fmt::format("'{}' takes no operands", name), std::string(name));
  if (operands.size() != 1 || !operands[0].is_memory())
    return fail(operands.empty() ? fmt::format("'{}' without operands", name)
                                 : fmt::format("these are no operands of '{}'", name),
                fmt::format("{} memory", name));
  return of_memory(name, operands[0], address_width);
}

} // namespace stallscope::isa::x86

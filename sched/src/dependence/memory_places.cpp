#include "dependence/memory_places.hpp"

#include "data_flow/registers_named.hpp"
#include "dependence/wrapping.hpp"
#include "isa/registers.hpp"

#include <algorithm>
#include <bitset>

namespace stallscope::sched {

namespace {

/// Symbolic value of a register.
struct KnownValue {
  std::uint32_t root = 0; ///< number of the root value; 0: the value is the constant `offset`
  std::int64_t offset = 0;
  std::uint16_t pointer = 0;
};

class Tracker {
public:
  Tracker(const Block& block, const AliasHints& hints) : block_(block) {
    // All named registers, and those that can hold the stack pointer.
    std::size_t registers = std::max<std::size_t>(isa::kFirstFpRegister, registers_named(block));
    for (Node node = 0; node < block.count; ++node)
      registers = std::max<std::size_t>(registers, block.instruction(node).rs1 + 1U);
    for (const RegId reg : hints.restrict_registers)
      registers = std::max<std::size_t>(registers, reg + 1U);
    values_.resize(registers);
    for (KnownValue& value : values_)
      value.root = next_root_++;
    last_given_ = next_root_ - 1;
    values_[0] = {}; // reads as zero
    for (std::size_t i = 0; i < hints.restrict_registers.size(); ++i)
      values_[hints.restrict_registers[i]].pointer = static_cast<std::uint16_t>(i + 1);
    if (block.program->isa == isa::Isa::riscv)
      stack_root_ = values_[isa::riscv::kSp].root;
    else if (block.program->isa == isa::Isa::mips)
      stack_root_ = values_[isa::mips::kSp].root;
    else if (block.program->isa == isa::Isa::x86)
      stack_root_ = values_[isa::x86::kRsp].root;
  }

  Place place(Node node) const {
    const isa::Instruction& instruction = block_.instruction(node);
    Place place;
    place.bytes = isa::access_bytes(instruction);
    if (place.bytes == 0)
      return place;
    place.writes = isa::writes_memory(instruction);
    place.reads = !isa::is_store(instruction.op_class) || isa::is_x86(instruction.op);
    if (isa::is_x86(instruction.op) && !is_x86_operand(instruction)) {
      place.root = kUnknown;
      place.pointer = kAnyPointer;
      return place;
    }
    const KnownValue& base = values_[instruction.rs1];
    const bool atomic = isa::base_of(instruction.op_class) == isa::OpClass::atomic;
    place.root = base.root;
    place.offset = plus(base.offset, isa::is_x86(instruction.op)
                                         ? static_cast<std::int64_t>(instruction.target)
                                     : atomic ? 0
                                              : instruction.imm);
    place.pointer = base.pointer;
    if (is_partial(instruction.op)) // accesses some bytes of the aligned word at the address
      place.bytes *= 2, place.offset = plus(place.offset, minus(place.bytes / 2));
    place.on_stack = base.root != 0 && base.root == stack_root_;
    place.in_new_frame = place.on_stack && block_.program->isa != isa::Isa::x86 && // red zone
                         place.offset <= -static_cast<std::int64_t>(place.bytes);
    place.given = base.root != 0 && base.root <= last_given_ && !place.on_stack;
    place.in_data = base.root == 0 && in_data(static_cast<std::uint64_t>(place.offset));
    return place;
  }

  /// The register values after an instruction.
  void step(Node node) {
    const isa::Instruction& instruction = block_.instruction(node);
    const isa::MicroOp& micro_op = block_.micro_op(node);
    KnownValue result{next_root_++, 0, 0};
    if (instruction.op == isa::Op::load_immediate) {
      result = {0, instruction.imm, 0};
    } else if (instruction.op == isa::Op::move && micro_op.read_count == 1) {
      result = values_[instruction.rs1];
    } else if (instruction.has_immediate && is_addition(instruction.op)) {
      result = values_[instruction.rs1];
      result.offset = plus(result.offset, instruction.op == isa::Op::sub ? minus(instruction.imm)
                                                                         : instruction.imm);
    } else if (!isa::is_load(instruction.op_class)) {
      result.pointer = pointer_of(instruction, micro_op);
    }
    for (const RegId reg : micro_op.destinations())
      values_[reg] = result;
    if (micro_op.write_count > 1)
      for (const RegId reg : micro_op.destinations())
        values_[reg] = {next_root_++, 0, result.pointer};
  }

  [[nodiscard]] std::uint16_t pointer_in(RegId reg) const { return values_[reg].pointer; }
  [[nodiscard]] bool on_stack(RegId reg) const {
    return stack_root_ != 0 && values_[reg].root == stack_root_;
  }

private:
  static constexpr std::uint32_t kUnknown = ~0U;

  /// Base-displacement or absolute addressing: no scaled index, and no access to the top of the
  /// stack besides.
  static bool is_x86_operand(const isa::Instruction& instruction) {
    switch (instruction.op) {
    case isa::Op::x86_push:
    case isa::Op::x86_pop:
    case isa::Op::x86_call:
    case isa::Op::x86_call_indirect:
    case isa::Op::x86_ret:
    case isa::Op::x86_leave:
    case isa::Op::x86_library:
      return false;
    default:
      return instruction.rs3 == 0;
    }
  }
  static bool is_partial(isa::Op op) {
    return op == isa::Op::lwl || op == isa::Op::lwr || op == isa::Op::swl || op == isa::Op::swr ||
           op == isa::Op::ldl || op == isa::Op::ldr || op == isa::Op::sdl || op == isa::Op::sdr;
  }
  static bool is_addition(isa::Op op) { return op == isa::Op::add || op == isa::Op::sub; }

  /// The base of a computed value: the one restrict pointer among the operands of an addition or
  /// subtraction; other results have no known base.
  [[nodiscard]] std::uint16_t pointer_of(const isa::Instruction& instruction,
                                         const isa::MicroOp& micro_op) const {
    std::uint16_t found = 0;
    for (const isa::RegisterRead& read : micro_op.sources()) {
      const std::uint16_t pointer = values_[read.reg].pointer;
      if (pointer != 0 && found != 0 && pointer != found)
        return kAnyPointer;
      found = std::max(found, pointer);
    }
    return found == 0 || is_addition(instruction.op) ? found : kAnyPointer;
  }

  [[nodiscard]] bool in_data(std::uint64_t address) const {
    return std::any_of(block_.program->data.begin(), block_.program->data.end(),
                       [address](const isa::DataSegment& segment) {
                         return address >= segment.address &&
                                address - segment.address < segment.bytes.size();
                       });
  }

  const Block& block_;
  std::uint32_t next_root_ = 1;
  std::uint32_t stack_root_ = 0;
  std::uint32_t last_given_ = 0;   ///< roots up to here are values at the start
  std::vector<KnownValue> values_; ///< by register
};

/// Distance in bytes of two places with the same root.
std::uint64_t distance(const Place& from, const Place& to) {
  return static_cast<std::uint64_t>(plus(to.offset, minus(from.offset)));
}

} // namespace

std::vector<Place> memory_places(const Block& block, const AliasHints& hints) {
  bool accesses = false;
  for (Node node = 0; node < block.count; ++node)
    accesses |= isa::access_bytes(block.instruction(node)) != 0;
  if (!accesses)
    return std::vector<Place>(block.count);
  Tracker tracker(block, hints);
  std::vector<Place> places(block.count);
  for (Node node = 0; node < block.count; ++node) {
    places[node] = tracker.place(node);
    tracker.step(node);
  }
  return places;
}

bool pointers_stay(const Block& block, const AliasHints& hints) {
  Tracker tracker(block, hints);
  std::bitset<kMaxRegisters> written;
  std::bitset<kMaxRegisters> read_first; // values of the previous iteration
  for (Node node = 0; node < block.count; ++node) {
    for (const isa::RegisterRead& read : block.micro_op(node).sources())
      read_first[read.reg] = read_first[read.reg] || !written[read.reg];
    for (const RegId reg : block.micro_op(node).destinations())
      written.set(reg);
    tracker.step(node);
  }
  const Tracker before(block, hints);
  for (RegId reg = 0; reg < kMaxRegisters; ++reg)
    if (read_first[reg] && written[reg] &&
        (tracker.pointer_in(reg) != before.pointer_in(reg) ||
         tracker.on_stack(reg) != before.on_stack(reg)))
      return false;
  return true;
}

bool covers(const Place& outer, const Place& inner) {
  return inner.bytes <= outer.bytes && distance(outer, inner) <= outer.bytes - inner.bytes;
}

bool may_conflict(const Place& a, const Place& b) {
  if (!a.accesses() || !b.accesses() || (!a.writes && !b.writes))
    return false;
  if (a.root == b.root && a.root != ~0U)
    return distance(a, b) < a.bytes || distance(b, a) < b.bytes;
  if ((a.on_stack && b.in_data) || (b.on_stack && a.in_data))
    return false;
  if ((a.in_new_frame && b.given) || (b.in_new_frame && a.given))
    return false;
  return a.pointer == b.pointer || a.pointer == kAnyPointer || b.pointer == kAnyPointer;
}

} // namespace stallscope::sched

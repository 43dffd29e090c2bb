#include "dependence/affine.hpp"

namespace stallscope::sched {

using isa::Op;

namespace {

std::int64_t wrapped(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return wrapped(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  return wrapped(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

} // namespace

Affine operator+(const Affine& a, const Affine& b) {
  Affine result = a;
  result.constant = sum(a.constant, b.constant);
  for (const auto& [reg, factor] : b.factors)
    if ((result.factors[reg] = sum(result.factors[reg], factor)) == 0)
      result.factors.erase(reg);
  return result;
}

Affine operator*(const Affine& a, std::int64_t factor) {
  Affine result;
  result.constant = product(a.constant, factor);
  for (const auto& [reg, count] : a.factors)
    if (const std::int64_t now = product(count, factor); now != 0)
      result.factors[reg] = now;
  return result;
}

bool has_narrow_registers(const isa::Program& program) {
  return program.isa == isa::Isa::mips || (program.isa == isa::Isa::riscv && program.xlen == 32);
}

AffineTracker::AffineTracker(const Block& block)
    : block_(block), narrow_(has_narrow_registers(*block.program)) {
  for (RegId reg = 0; reg < kMaxRegisters; ++reg)
    values_[reg] = Affine{0, {{reg, 1}}};
  values_[0] = Affine{}; // reads as zero
}

/// The right operand of a two-operand operation.
std::optional<Affine> AffineTracker::operand(const isa::Instruction& instruction) const {
  return instruction.has_immediate ? Affine{instruction.imm, {}} : values_[instruction.rs2];
}

std::optional<Affine> AffineTracker::result_of(const isa::Instruction& instruction) const {
  const std::optional<Affine>& left = values_[instruction.rs1];
  const auto shifted_sum = [&](unsigned by) -> std::optional<Affine> {
    const auto right = operand(instruction);
    return left && right ? std::optional(*left * (std::int64_t{1} << by) + *right) : std::nullopt;
  };
  const bool is_word = instruction.op == Op::addw || instruction.op == Op::addw_overflow ||
                       instruction.op == Op::subw || instruction.op == Op::subw_overflow ||
                       instruction.op == Op::sllw || instruction.op == Op::mulw;
  if (is_word && !narrow_)
    return std::nullopt;
  switch (instruction.op) {
  case Op::load_immediate:
    return Affine{instruction.imm, {}};
  case Op::move:
    return left;
  case Op::add:
  case Op::addw:
  case Op::add_overflow:
  case Op::addw_overflow:
    return shifted_sum(0);
  case Op::sh1add:
    return shifted_sum(1);
  case Op::sh2add:
    return shifted_sum(2);
  case Op::sh3add:
    return shifted_sum(3);
  case Op::sub:
  case Op::subw:
  case Op::sub_overflow:
  case Op::subw_overflow:
    if (const auto right = operand(instruction); left && right)
      return *left + *right * -1;
    return std::nullopt;
  case Op::or_: // lower half of a constant
    if (left && left->factors.empty() && instruction.has_immediate)
      return Affine{left->constant | instruction.imm, {}};
    return std::nullopt;
  case Op::sll:
  case Op::sllw:
    if (left && instruction.has_immediate && instruction.imm >= 0 && instruction.imm < 32)
      return *left * (std::int64_t{1} << instruction.imm);
    return std::nullopt;
  case Op::mul:
  case Op::mulw:
    if (const auto right = operand(instruction); left && right) {
      if (right->factors.empty())
        return *left * right->constant;
      if (left->factors.empty())
        return *right * left->constant;
    }
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

void AffineTracker::step(Node node) {
  const isa::MicroOp& micro_op = block_.micro_op(node);
  const std::optional<Affine> result =
      micro_op.write_count == 1 ? result_of(block_.instruction(node)) : std::nullopt;
  for (const RegId reg : micro_op.destinations())
    values_[reg] = result;
}

namespace {

/// The increment per iteration of a register, when its value is known.
struct Course {
  bool known = false;
  std::int64_t step = 0;
};

std::vector<Course> courses_of(const Block& block) {
  AffineTracker tracker(block);
  for (Node node = 0; node < block.count; ++node)
    tracker.step(node);
  std::vector<Course> courses(kMaxRegisters);
  for (RegId reg = 0; reg < kMaxRegisters; ++reg)
    if (const auto& end = tracker.value(reg);
        end && end->factors == std::map<RegId, std::int64_t>{{reg, 1}})
      courses[reg] = {true, end->constant};
  return courses;
}

/// Accesses with base-displacement addressing that use all their bytes.
bool is_plain(const isa::Instruction& instruction) {
  switch (instruction.op) {
  case Op::lwl:
  case Op::lwr:
  case Op::swl:
  case Op::swr:
  case Op::ldl:
  case Op::ldr:
  case Op::sdl:
  case Op::sdr:
    return false;
  default:
    return isa::access_bytes(instruction) > 0 && !isa::is_x86(instruction.op) &&
           isa::is_memory(instruction.op_class) &&
           isa::base_of(instruction.op_class) != isa::OpClass::atomic;
  }
}

} // namespace

std::vector<std::optional<LoopAddress>> loop_addresses(const Block& block,
                                                       const EntryValues& entry) {
  const std::vector<Course> courses = courses_of(block);
  std::vector<std::optional<LoopAddress>> addresses(block.count);
  AffineTracker tracker(block);
  for (Node node = 0; node < block.count; tracker.step(node), ++node) {
    const isa::Instruction& instruction = block.instruction(node);
    const auto& base = tracker.value(instruction.rs1);
    if (!is_plain(instruction) || !base)
      continue;
    LoopAddress address;
    address.bytes = isa::access_bytes(instruction);
    address.constant = sum(base->constant, instruction.imm);
    bool known = true;
    for (const auto& [reg, factor] : base->factors) {
      known &= courses[reg].known;
      address.stride = sum(address.stride, product(courses[reg].step, factor));
      if (entry[reg])
        address.constant = sum(address.constant, product(*entry[reg], factor));
      else
        address.base[reg] = factor;
    }
    if (known)
      addresses[node] = std::move(address);
  }
  return addresses;
}

Encounter encounter(const std::optional<LoopAddress>& first,
                    const std::optional<LoopAddress>& second, std::uint32_t least, bool narrow) {
  if (!first || !second || first->base != second->base || first->stride != second->stride)
    return {};
  Encounter found{true, std::nullopt};
  for (std::uint32_t d = least; d <= kMaxLoopDistance && !found.distance; ++d) {
    // Bytes from the start of `first` to the start of `second`, d iterations later.
    std::int64_t way = sum(sum(second->constant, product(-1, first->constant)),
                           product(second->stride, static_cast<std::int64_t>(d)));
    if (narrow)
      way = static_cast<std::int32_t>(way);
    if (way < static_cast<std::int64_t>(first->bytes) &&
        way > -static_cast<std::int64_t>(second->bytes))
      found.distance = d;
  }
  return found;
}

} // namespace stallscope::sched

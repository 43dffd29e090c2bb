#include "strength_reduction/shift_sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stallscope::sched {

namespace {

using StepKind = ShiftStep::Kind;
using Steps = std::vector<ShiftStep>;

/// Range of RISC-V's andi; MIPS' is larger.
constexpr unsigned kLargestMaskBits = 11;

Steps product(const Reducible& operation, const std::vector<ChainStep>& chain) {
  Steps steps;
  // Intermediate values use the destination, unless it is the source.
  const Operand between = operation.in_place ? Operand::first_temporary : Operand::destination;
  const Operand beside = operation.in_place ? Operand::second_temporary : Operand::first_temporary;
  Operand now = Operand::source;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const ChainStep& step = chain[i];
    const Operand to = i + 1 == chain.size() ? Operand::destination : between;
    const auto amount = static_cast<std::int64_t>(step.amount);
    switch (step.kind) {
    case ChainStep::Kind::shift:
      steps.push_back({StepKind::shift_left, to, now, now, amount, false});
      break;
    case ChainStep::Kind::add:
      steps.push_back({StepKind::add, to, now, Operand::source, 0, false});
      break;
    case ChainStep::Kind::subtract:
      steps.push_back({StepKind::subtract, to, now, Operand::source, 0, false});
      break;
    case ChainStep::Kind::subtract_from:
      steps.push_back({StepKind::subtract, to, Operand::source, now, 0, false});
      break;
    case ChainStep::Kind::negate:
      steps.push_back({StepKind::negate, to, now, now, 0, false});
      break;
    case ChainStep::Kind::shift_and_add:
    case ChainStep::Kind::shift_and_reduce:
      steps.push_back({StepKind::shift_left, beside, now, now, amount, false});
      steps.push_back(
          {step.kind == ChainStep::Kind::shift_and_add ? StepKind::add : StepKind::subtract, to,
           beside, now, 0, false});
      break;
    }
    now = to;
  }
  steps.back().words = operation.words;
  return steps;
}

/// Rounding of a division by 2^bits towards zero: the source, plus 2^bits - 1 if negative.
Steps rounded(const Reducible& operation, unsigned bits) {
  const auto width = static_cast<std::int64_t>(operation.words ? 32 : 64);
  const Operand to = operation.in_place ? Operand::first_temporary : Operand::destination;
  const bool words = operation.words;
  Steps steps;
  Operand sign = Operand::source;
  if (bits > 1) {
    steps.push_back({StepKind::shift_right_signed, to, sign, sign, width - 1, words});
    sign = to;
  }
  steps.push_back(
      {StepKind::shift_right, to, sign, sign, width - static_cast<std::int64_t>(bits), words});
  steps.push_back({StepKind::add, to, to, Operand::source, 0, words});
  return steps;
}

Steps quotient(const Reducible& operation, unsigned bits, isa::Isa isa, unsigned xlen) {
  const auto amount = static_cast<std::int64_t>(bits);
  const bool words = operation.words;
  const Operand source = Operand::source;
  const Operand to = Operand::destination;
  switch (operation.kind) {
  case Reducible::Kind::divide_unsigned:
    return bits == 0 ? Steps{{StepKind::copy, to, source, source, 0, words}}
                     : Steps{{StepKind::shift_right, to, source, source, amount, words}};
  case Reducible::Kind::remainder_unsigned: {
    if (bits == 0)
      return {{StepKind::set, to, source, source, 0, false}};
    if (bits <= kLargestMaskBits || isa == isa::Isa::tac)
      return {{StepKind::mask, to, source, source, (std::int64_t{1} << bits) - 1, false}};
    const bool narrow = words && (isa == isa::Isa::mips || xlen == 32);
    const std::int64_t out = (narrow ? 32 : 64) - amount;
    return {{StepKind::shift_left, to, source, source, out, narrow},
            {StepKind::shift_right, to, to, to, out, narrow}};
  }
  case Reducible::Kind::divide: {
    if (bits == 0)
      return {{StepKind::copy, to, source, source, 0, words}};
    Steps steps = rounded(operation, bits);
    const Operand sum = steps.back().to;
    steps.push_back({StepKind::shift_right_signed, to, sum, sum, amount, words});
    return steps;
  }
  case Reducible::Kind::remainder: {
    if (bits == 0)
      return {{StepKind::set, to, source, source, 0, false}};
    Steps steps = rounded(operation, bits);
    const Operand sum = steps.back().to;
    steps.push_back({StepKind::shift_right_signed, sum, sum, sum, amount, words});
    steps.push_back({StepKind::shift_left, sum, sum, sum, amount, words});
    steps.push_back({StepKind::subtract, to, source, sum, 0, words});
    return steps;
  }
  case Reducible::Kind::multiply:
    break;
  }
  return {};
}

std::uint32_t cycles_of(const Steps& steps, const ChainCosts& costs) {
  std::uint32_t cycles = 0;
  for (const ShiftStep& step : steps)
    cycles += step.kind == StepKind::shift_left || step.kind == StepKind::shift_right ||
                      step.kind == StepKind::shift_right_signed
                  ? costs.shift
                  : costs.add;
  return cycles;
}

/// x86: intermediate values stay in the destination, and a scaled sum is one lea.
std::optional<Steps> x86_product(const Reducible& operation, ChainCosts costs,
                                 std::uint32_t limit) {
  costs.has_x = !operation.in_place;
  costs.largest_scale = 3;
  costs.scale_is_one_step = true;
  costs.reduces = false;
  const auto chain = multiplier_chain(operation.constant, costs, limit);
  if (!chain || (!chain->empty() && chain->back().kind == ChainStep::Kind::subtract_from))
    return std::nullopt;
  Steps steps;
  Operand now = Operand::source;
  for (const ChainStep& step : *chain) {
    const StepKind kind = step.kind == ChainStep::Kind::shift           ? StepKind::shift_left
                          : step.kind == ChainStep::Kind::add           ? StepKind::add
                          : step.kind == ChainStep::Kind::subtract      ? StepKind::subtract
                          : step.kind == ChainStep::Kind::shift_and_add ? StepKind::scale_and_add
                                                                        : StepKind::negate;
    steps.push_back({kind, Operand::destination, now, Operand::source,
                     static_cast<std::int64_t>(step.amount), operation.words});
    now = Operand::destination;
  }
  return steps;
}

} // namespace

std::optional<std::vector<ShiftStep>> shift_sequence(const Reducible& operation,
                                                     const ChainCosts& costs, std::uint32_t limit,
                                                     isa::Isa isa, unsigned xlen) {
  Steps steps;
  if (operation.kind == Reducible::Kind::multiply) {
    if (operation.constant == 0 || operation.constant == 1) {
      const StepKind kind = operation.constant == 0 ? StepKind::set : StepKind::copy;
      steps = {{kind, Operand::destination, Operand::source, Operand::source, 0, operation.words}};
    } else if (isa == isa::Isa::x86) {
      return x86_product(operation, costs, limit);
    } else {
      const auto chain = multiplier_chain(operation.constant, costs, limit);
      if (!chain)
        return std::nullopt;
      steps = product(operation, *chain);
    }
  } else {
    const auto divisor = operation.words ? static_cast<std::uint32_t>(operation.constant)
                                         : static_cast<std::uint64_t>(operation.constant);
    const bool is_signed =
        operation.kind == Reducible::Kind::divide || operation.kind == Reducible::Kind::remainder;
    if (!std::has_single_bit(divisor) || (is_signed && operation.constant < 0))
      return std::nullopt;
    steps = quotient(operation, static_cast<unsigned>(std::countr_zero(divisor)), isa, xlen);
  }
  if (isa == isa::Isa::mips) // MIPS32 has only 32-bit operations
    for (ShiftStep& step : steps)
      step.words |= operation.words;
  return cycles_of(steps, costs) < limit ? std::optional(steps) : std::nullopt;
}

unsigned temporaries_of(const std::vector<ShiftStep>& steps) {
  unsigned count = 0;
  for (const ShiftStep& step : steps)
    if (step.to == Operand::first_temporary || step.to == Operand::second_temporary)
      count = std::max(count, static_cast<unsigned>(step.to) -
                                  static_cast<unsigned>(Operand::first_temporary) + 1);
  return count;
}

namespace {

std::string riscv_statement(const ShiftStep& step, bool w, const OperandNames& names) {
  const std::string& to = names[step.to];
  const std::string& left = names[step.left];
  const std::string& right = names[step.right];
  const char* suffix = w ? "w" : "";
  switch (step.kind) {
  case StepKind::shift_left:
    return fmt::format("slli{} {}, {}, {}", suffix, to, left, step.amount);
  case StepKind::shift_right:
    return fmt::format("srli{} {}, {}, {}", suffix, to, left, step.amount);
  case StepKind::shift_right_signed:
    return fmt::format("srai{} {}, {}, {}", suffix, to, left, step.amount);
  case StepKind::add:
    return fmt::format("add{} {}, {}, {}", suffix, to, left, right);
  case StepKind::subtract:
    return fmt::format("sub{} {}, {}, {}", suffix, to, left, right);
  case StepKind::negate:
    return fmt::format("neg{} {}, {}", suffix, to, left);
  case StepKind::mask:
    return fmt::format("andi {}, {}, {}", to, left, step.amount);
  case StepKind::copy:
    return fmt::format("{} {}, {}", w ? "sext.w" : "mv", to, left);
  default:
    return fmt::format("li {}, {}", to, step.amount);
  }
}

std::string mips_statement(const ShiftStep& step, const OperandNames& names) {
  const std::string& to = names[step.to];
  const std::string& left = names[step.left];
  const std::string& right = names[step.right];
  const char* d = step.words ? "" : "d";
  const auto shift = [&](std::string_view mnemonic) { // shifts by 32 and more have their own
                                                      // mnemonics
    return step.amount < 32
               ? fmt::format("{}{} {}, {}, {}", d, mnemonic, to, left, step.amount)
               : fmt::format("{}{}32 {}, {}, {}", d, mnemonic, to, left, step.amount - 32);
  };
  switch (step.kind) {
  case StepKind::shift_left:
    return shift("sll");
  case StepKind::shift_right:
    return shift("srl");
  case StepKind::shift_right_signed:
    return shift("sra");
  case StepKind::add:
    return fmt::format("{}addu {}, {}, {}", d, to, left, right);
  case StepKind::subtract:
    return fmt::format("{}subu {}, {}, {}", d, to, left, right);
  case StepKind::negate:
    return fmt::format("{}negu {}, {}", d, to, left);
  case StepKind::mask:
    return fmt::format("andi {}, {}, {}", to, left, step.amount);
  case StepKind::copy: // sll sign-extends, like word operations
    return step.words ? fmt::format("sll {}, {}, 0", to, left)
                      : fmt::format("move {}, {}", to, left);
  default:
    return fmt::format("li {}, {}", to, step.amount);
  }
}

std::string tac_statement(const ShiftStep& step, const OperandNames& names) {
  const std::string& to = names[step.to];
  const std::string& left = names[step.left];
  switch (step.kind) {
  case StepKind::shift_left:
    return fmt::format("{} = {} << {}", to, left, step.amount);
  case StepKind::shift_right:
    return fmt::format("{} = {} >>> {}", to, left, step.amount);
  case StepKind::shift_right_signed:
    return fmt::format("{} = {} >> {}", to, left, step.amount);
  case StepKind::add:
    return fmt::format("{} = {} + {}", to, left, names[step.right]);
  case StepKind::subtract:
    return fmt::format("{} = {} - {}", to, left, names[step.right]);
  case StepKind::negate:
    return fmt::format("{} = -{}", to, left);
  case StepKind::mask:
    return fmt::format("{} = {} & {}", to, left, step.amount);
  case StepKind::copy:
    return fmt::format("{} = {}", to, left);
  default:
    return fmt::format("{} = {}", to, step.amount);
  }
}

std::vector<std::string> x86_statements(const ShiftStep& step, const OperandNames& names) {
  const std::string& to = names[step.to];
  const std::string& s = names.suffix;
  const bool moved = names[step.left] == to;
  const std::string address = names.address(step.left);
  std::vector<std::string> statements;
  if (!moved &&
      (step.kind == StepKind::subtract || step.kind == StepKind::negate ||
       step.kind == StepKind::copy || (step.kind == StepKind::shift_left && step.amount > 3)))
    statements.push_back(fmt::format("mov{} {}, {}", s, names[step.left], to));
  switch (step.kind) {
  case StepKind::shift_left:
    statements.push_back(moved || step.amount > 3
                             ? fmt::format("shl{} ${}, {}", s, step.amount, to)
                             : fmt::format("lea{} (,{},{}), {}", s, address, 1 << step.amount, to));
    break;
  case StepKind::scale_and_add:
    statements.push_back(
        fmt::format("lea{} ({},{},{}), {}", s, address, address, 1 << step.amount, to));
    break;
  case StepKind::add:
    statements.push_back(
        fmt::format("lea{} ({},{}), {}", s, address, names.address(step.right), to));
    break;
  case StepKind::subtract:
    statements.push_back(fmt::format("sub{} {}, {}", s, names[step.right], to));
    break;
  case StepKind::negate:
    statements.push_back(fmt::format("neg{} {}", s, to));
    break;
  case StepKind::set:
    statements.push_back(fmt::format("mov{} ${}, {}", s, step.amount, to));
    break;
  default:
    break;
  }
  return statements;
}

} // namespace

std::vector<std::string> statements_of(const ShiftStep& step, isa::Isa isa, unsigned xlen,
                                       const OperandNames& names) {
  switch (isa) {
  case isa::Isa::tac:
    return {tac_statement(step, names)};
  case isa::Isa::mips:
    return {mips_statement(step, names)};
  case isa::Isa::riscv:
    return {riscv_statement(step, step.words && xlen == 64, names)};
  case isa::Isa::x86:
    return x86_statements(step, names);
  }
  return {};
}

} // namespace stallscope::sched

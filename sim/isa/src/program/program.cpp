#include "isa/program.hpp"

#include "base/ascii.hpp"
#include "base/check.hpp"
#include "isa/written_code.hpp"
#include "mips/mips_registers.hpp"
#include "x86/text/register_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa {

namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view without_dollar(std::string_view text) {
  return !text.empty() && text.front() == '$' ? text.substr(1) : text;
}

/// The value of one or two decimal digits below 32, otherwise -1: "7", "31"; "07" is not a register
/// number.
int register_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 2 || (digits.size() == 2 && digits[0] == '0'))
    return -1;
  int value = 0;
  for (const char c : digits) {
    if (!is_digit(c))
      return -1;
    value = value * 10 + (c - '0');
  }
  return value < 32 ? value : -1;
}

/// Register names accepted in every mips or riscv program besides the customary ones: R8, r8, x8,
/// $8, F2, f2, fp, s8.
RegId numeric_alias(Isa isa, std::string_view text) {
  const std::string_view bare = without_dollar(text);
  if (bare.empty())
    return kNoRegister;
  if (bare.size() < text.size())
    if (const int n = register_number(bare); n >= 0)
      return static_cast<RegId>(n);
  const char kind = lower(bare.front());
  if (const int n = register_number(bare.substr(1)); n >= 0) {
    if (kind == 'r' || kind == 'x')
      return static_cast<RegId>(n);
    if (kind == 'f')
      return static_cast<RegId>(kFirstFpRegister + n);
  }
  if (isa == Isa::riscv && same_ignoring_case(bare, "fp"))
    return 8;
  if (isa == Isa::mips && (same_ignoring_case(bare, "fp") || same_ignoring_case(bare, "s8")))
    return 30;
  return kNoRegister;
}

/// The register for an operand with this name.
RegId as_operand(Isa isa, std::string_view text) {
  if (isa == Isa::mips) {
    const auto named = mips::register_named_leniently(text, true);
    return named ? named->reg : kNoRegister;
  }
  if (isa != Isa::x86)
    return kNoRegister;
  if (text.starts_with('%'))
    text.remove_prefix(1);
  const auto named = x86::register_named(text);
  return named && !named->high ? named->id : kNoRegister;
}

} // namespace

void Program::append(Instruction instruction, const MicroOp& micro_op, SourceInfo info) {
  STALLSCOPE_CHECK(code.empty() || instruction.pc >= code.back().pc + code.back().size,
                   "instructions are appended in ascending address order");
  append(instruction, micro_op);
  source.push_back(std::move(info));
}

void Program::append(Instruction instruction, const MicroOp& micro_op) {
  STALLSCOPE_CHECK(code.empty() || instruction.pc > code.back().pc,
                   "instructions are appended in ascending address order");
  micro_ops.push_back(micro_op);
  unite(instruction, micro_ops.back(), static_cast<std::uint32_t>(micro_ops.size() - 1));
  code.push_back(instruction);
}

void unite(Instruction& instruction, MicroOp& micro_op, std::uint32_t micro_op_index) {
  instruction.first_micro_op = micro_op_index;
  instruction.micro_op_count = 1;
  instruction.op_class = refined_class(instruction.op, instruction.op_class);
  micro_op.op_class = refined_class(instruction.op, micro_op.op_class);
}

void Program::finish() {
  /// Larger gaps between instructions are omitted from the index.
  constexpr std::uint64_t kMaxHoleBytes = std::uint64_t{1} << 20;
  slots_.clear();
  stretches_.clear();
  code_begin_ = first_slots_ = 0;
  for (std::size_t i = 0; i < code.size();) {
    const std::size_t first = i;
    while (i + 1 < code.size() && code[i + 1].pc - code[i].pc <= kMaxHoleBytes)
      ++i;
    ++i;
    const Stretch stretch{code[first].pc, (code[i - 1].pc - code[first].pc) / 2 + 1, slots_.size()};
    slots_.resize(slots_.size() + stretch.slots, kNoIndex);
    for (std::size_t n = first; n < i; ++n)
      slots_[stretch.first + (code[n].pc - stretch.begin) / 2] = static_cast<std::uint32_t>(n);
    stretches_.push_back(stretch);
  }
  if (stretches_.empty())
    return;
  code_begin_ = stretches_.front().begin;
  first_slots_ = stretches_.front().slots;
  stretches_.erase(stretches_.begin());
}

std::uint32_t Program::index_elsewhere(std::uint64_t pc) const {
  for (const Stretch& stretch : stretches_)
    if (pc >= stretch.begin && (pc - stretch.begin) / 2 < stretch.slots && (pc & 1) == 0)
      return slots_[stretch.first + (pc - stretch.begin) / 2];
  return kNoIndex;
}

const Instruction& Program::written_instruction(std::uint32_t index) const {
  STALLSCOPE_CHECK(written != nullptr, "an index of an instruction");
  return written->instruction(index);
}

const MicroOp& Program::written_micro_op(std::uint32_t index) const {
  STALLSCOPE_CHECK(written != nullptr, "an index of a micro-op");
  return written->micro_op(index);
}

std::string Program::symbolic(std::uint64_t pc) const {
  if (code.empty() || pc < code.front().pc || pc > code.back().pc + code.back().size)
    return {};
  const std::string* nearest = nullptr;
  std::uint64_t address = 0;
  for (const auto& [label, symbol] : symbols) {
    if (!symbol.is_code || symbol.is_constant || symbol.address > pc)
      continue;
    if (nearest == nullptr || symbol.address > address) {
      nearest = &label;
      address = symbol.address;
    }
  }
  const bool behind_the_code = pc == code.back().pc + code.back().size;
  if (nearest == nullptr || (behind_the_code && address != pc))
    return {};
  return address == pc ? *nearest : fmt::format("{}+{}", *nearest, pc - address);
}

RegId Program::register_named(std::string_view text) const {
  const auto find = [&](auto&& matches) {
    for (std::size_t i = 0; i < register_names.size(); ++i)
      if (!register_names[i].empty() && matches(register_names[i]))
        return static_cast<RegId>(i);
    return kNoRegister;
  };
  if (text.empty())
    return kNoRegister;
  const RegId exact = find([&](std::string_view n) { return n == text; });
  if (exact != kNoRegister || isa == Isa::tac)
    return exact;
  const RegId near = find([&](std::string_view n) {
    return same_ignoring_case(without_dollar(n), without_dollar(text));
  });
  if (near != kNoRegister)
    return near;
  RegId alias = numeric_alias(isa, text);
  if (alias >= register_names.size())
    alias = as_operand(isa, text);
  return alias < register_names.size() && !register_names[alias].empty() ? alias : kNoRegister;
}

} // namespace stallscope::isa

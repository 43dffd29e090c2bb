#include "x86/relocation.hpp"

#include "x86/library/library.hpp"
#include "x86/library/routines.hpp"
#include "x86/text/operand.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

namespace {

using assembly::Emitter;
using assembly::Symbols;

bool set_immediate(Statement& made, std::uint64_t pc, Symbols& symbols, Emitter& emitter) {
  if (!made.immediate)
    return true;
  if (made.immediate->table) { // relative to the instruction
    made.instruction.imm = -static_cast<std::int64_t>(pc);
    if (!made.immediate->has_value)
      return true;
    const auto more = symbols.evaluate(made.immediate->value);
    if (more)
      made.instruction.imm += more->number;
    else
      emitter.report_value(made.immediate->place);
    return more.has_value();
  }
  auto value = symbols.evaluate(made.immediate->value);
  while (!value && emitter.takes_for_memory(made.immediate->place))
    value = symbols.evaluate(made.immediate->value);
  if (!value) {
    emitter.report_value(made.immediate->place);
    return false;
  }
  emitter.note_value();
  if (made.immediate->of_thread == OfThread::offset)
    value->number -= static_cast<std::int64_t>(kThreadBlock);
  made.instruction.imm = value->number;
  if (made.wide_immediate)
    return true;
  const unsigned bits = made.immediate_width == 3 ? 32 : 8U << made.immediate_width;
  const std::int64_t low = -(1LL << (bits - 1));
  const std::int64_t high = made.immediate_width == 3 ? INT32_MAX : (1LL << bits) - 1;
  if (value->number >= low && value->number <= high)
    return true;
  emitter.reporter().error(
      made.immediate->place, fmt::format("{} does not fit in {} bits", value->number, bits),
      made.immediate_width == 3 ? fmt::format("{} to {}; movabsq loads 64 bits", low, high)
                                : fmt::format("{} to {}", low, high));
  return false;
}

bool set_address(Statement& made, std::uint64_t pc, Symbols& symbols, Emitter& emitter) {
  made.instruction.target += static_cast<std::uint64_t>(made.displacement);
  if (!made.address || !made.address->has_value)
    return true;
  auto value = symbols.evaluate(made.address->value);
  while (!value && emitter.takes_for_memory(made.address->place))
    value = symbols.evaluate(made.address->value);
  if (!value) {
    emitter.report_value(made.address->place);
    return false;
  }
  emitter.note_value();
  made.instruction.target = static_cast<std::uint64_t>(value->number + made.displacement);
  if (made.address->of_thread == OfThread::offset)
    made.instruction.target -= kThreadBlock;
  if (made.address->rip && made.address->value.is_constant())
    made.instruction.target += pc + kInstructionBytes;
  return true;
}

/// An undefined name may be a function of the C library.
bool set_label(Statement& made, std::uint64_t pc, bool narrow, Symbols& symbols, Emitter& emitter) {
  if (!made.label) {
    if (made.relative != 0)
      made.instruction.target =
          pc + static_cast<std::uint64_t>(std::int64_t{made.relative}) * kInstructionBytes;
    return true;
  }
  if (const auto value = symbols.evaluate(made.label->value)) {
    made.instruction.target = static_cast<std::uint64_t>(value->number);
    return true;
  }
  const auto symbol = symbols.sole_symbol(made.label->value);
  if (symbol && symbols[*symbol].kind == assembly::SymbolKind::undefined &&
      !symbols[*symbol].name.empty() && made.instruction.op != Op::x86_branch &&
      made.instruction.op != Op::x86_branch_rcx) {
    const std::string_view name = symbols[*symbol].name;
    const auto function = function_named(name);
    if (function && narrow) { // strict: otherwise it is an absent function
      emitter.reporter().error(made.label->place,
                               fmt::format("'{}' takes its arguments in registers, and 32-bit code "
                                           "has them on the stack",
                                           name),
                               "a function of this file, or 64-bit code: gcc -m64");
      return false;
    }
    if (function) {
      made.instruction.op = Op::x86_library;
      made.instruction.imm = static_cast<std::int64_t>(*function);
      return true;
    }
    if (made.instruction.op != Op::x86_call && emitter.takes_for_end(made.label->place)) {
      made.instruction.target = emitter.end();
      return true;
    }
    if (const auto missing = missing_of_libgcc(name)) {
      emitter.reporter().error(made.label->place, missing->message, missing->expected);
      return false;
    }
    const std::vector<std::string_view>& known = functions_there();
    emitter.reporter().error(
        made.label->place, fmt::format("'{}' is not defined", name),
        fmt::format("a label of this file, or a function there is: {}", fmt::join(known, ", ")),
        std::string(nearest_word(name, known)));
    return false;
  }
  if (emitter.takes_for_end(made.label->place)) {
    made.instruction.target = emitter.end();
    return true;
  }
  emitter.report_value(made.label->place, true);
  return false;
}

} // namespace

bool relocate(Statement& made, std::uint64_t pc, bool narrow, Symbols& symbols, Emitter& emitter) {
  return set_immediate(made, pc, symbols, emitter) && set_address(made, pc, symbols, emitter) &&
         set_label(made, pc, narrow, symbols, emitter);
}

} // namespace stallscope::isa::x86

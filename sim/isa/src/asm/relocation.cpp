#include "asm/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

// Values of operands once all labels have addresses: targets, parts of addresses, ranges.
namespace stallscope::isa::assembly {

namespace {

std::int64_t low_bits(std::int64_t value, unsigned bits) {
  return value & ((1LL << bits) - 1);
}

std::int64_t sign_extend(std::int64_t value, unsigned bits) {
  const std::int64_t sign = 1LL << (bits - 1);
  return (low_bits(value, bits) ^ sign) - sign;
}

/// Addresses wrap around.
std::int64_t bytes_between(std::int64_t to, std::uint64_t from) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - from);
}

} // namespace

std::int64_t Assembler::distance_to(std::uint64_t target, std::uint64_t pc) const {
  const auto bytes = static_cast<std::int64_t>(target - pc);
  return dialect_.xlen() == 32 ? sign_extend(bytes, 32) : bytes; // addresses wrap around
}

/// A number that is a code address is an address; the number of a numbered line denotes that line;
/// any other decimal number is a distance if it leads to code. Otherwise it is an address outside
/// the code, if the instruction can reach it.
std::optional<std::int64_t> Assembler::numbered_target(const Pending& pending, std::int64_t number,
                                                       std::uint64_t pc, std::uint64_t text_base) {
  const std::uint64_t end = text_base + sections_[kText].size();
  const char letter = pending.row->value_letter();
  const ImmediateRange range = dialect_.row_range(*pending.row, letter);
  const auto is_code = [&](std::uint64_t address) {
    return address >= text_base && address <= end;
  };
  const auto is_in_reach = [&](std::uint64_t address) {
    const std::int64_t distance = distance_to(address, pc);
    return distance >= range.low && distance <= range.high;
  };
  if (is_code(static_cast<std::uint64_t>(number)))
    return number;
  const auto line_numbered = [&](std::uint64_t line) -> std::optional<std::int64_t> {
    const auto symbol = symbols_.numbered_line(line);
    const auto value = symbol ? symbols_.evaluate(symbols_.symbol_plus(*symbol, 0)) : std::nullopt;
    return value ? std::optional(value->number) : std::nullopt;
  };
  if (!pending.fields.target.hexadecimal && number >= 0)
    if (const auto line = line_numbered(static_cast<std::uint64_t>(number)))
      return line;
  const auto target = dialect_.numbered_target(letter, pc, number);
  if (target && !pending.fields.target.hexadecimal && is_code(*target) && is_in_reach(*target))
    return static_cast<std::int64_t>(*target);
  // Lines numbered by address with some lines omitted: "40 beq $1, $3, 7" means line 72.
  if (const Token own = numbering_of(pending.place.line.text);
      dialect_.is_lenient() && own.kind == TokenKind::number)
    if (const auto address = dialect_.numbered_target(letter, own.value, number))
      if (const auto line = line_numbered(*address))
        return line;
  // A distance that leads beyond the text is still a distance, even if the number is a valid
  // address: there is no code there. A text with such a distance is read in lenient mode.
  const bool leaves = target && *target > end && !pending.fields.target.hexadecimal && number > 0;
  const bool decides = leaves && !dialect_.is_strict();
  if (!decides && (!dialect_.is_lenient() || is_in_reach(static_cast<std::uint64_t>(number))))
    return number;
  if (decides && dialect_.is_lenient()) {
    if (!std::exchange(left_by_branch_, true))
      reporter_.warning(pending.fields.target_place,
                        fmt::format("{} as the target of '{}' leads out of the program, which ends "
                                    "there (--strict makes this an error)",
                                    number, pending.row->mnemonic));
    return static_cast<std::int64_t>(end);
  }
  reporter_.error(pending.fields.target_place,
                  fmt::format("{} as the target of '{}' leads out of the program", number,
                              pending.row->mnemonic),
                  "a label: 'Name' here, and 'Name:' in front of the instruction that is meant");
  return std::nullopt;
}

/// A call: its target is not the rest of the program.
bool Assembler::keeps_return_address(const Pending& pending) const {
  const Op op = pending.row->op;
  const bool discards = dialect_.has_machine_code() && pending.fields.rd == 0; // riscv: jal x0
  return op == Op::x86_call || (op == Op::jump_link && !discards);
}

/// The address of the target of a branch, jump or call.
std::optional<std::int64_t> Assembler::target_value(const Pending& pending, std::uint64_t pc,
                                                    std::uint64_t text_base) {
  const Fields& fields = pending.fields;
  const std::optional<Value> target = symbols_.evaluate(fields.target);
  if (!target && !keeps_return_address(pending) && emitter_.takes_for_end(fields.target_place))
    return static_cast<std::int64_t>(emitter_.end());
  if (target)
    return fields.target.is_constant() ? numbered_target(pending, target->number, pc, text_base)
                                       : target->number;
  emitter_.report_value(fields.target_place, true);
  return std::nullopt;
}

/// %pcrel_lo: the operand is the label of the instruction with the upper part.
std::optional<std::int64_t> Assembler::lower_of_upper(const Pending& pending, std::uint64_t label,
                                                      std::uint64_t text_base, unsigned bits) {
  const auto& all = emitter_.pending();
  const std::uint64_t offset = label - text_base;
  const auto upper =
      std::lower_bound(all.begin(), all.end(), offset,
                       [](const Pending& p, std::uint64_t o) { return p.offset < o; });
  if (upper == all.end() || upper->offset != offset ||
      upper->fields.modifier != Modifier::pcrel_hi) {
    reporter_.error(pending.fields.value_place,
                    "%pcrel_lo needs the label of an instruction with %pcrel_hi",
                    "the label in front of the auipc");
    return std::nullopt;
  }
  const std::optional<Value> target = symbols_.evaluate(upper->fields.value);
  if (!target)
    return std::nullopt; // reported at that instruction
  return sign_extend(bytes_between(target->number, label), bits);
}

/// The part of a value selected by a modifier such as %hi, in an instruction at `pc`.
std::optional<std::int64_t> Assembler::relocated(const Pending& pending, std::int64_t number,
                                                 std::uint64_t pc, std::uint64_t text_base) {
  const Fields& fields = pending.fields;
  const unsigned bits = dialect_.range('i').high > 2047 ? 16 : 12; // size of the displacement
  const unsigned upper_bits = 32 - bits;
  const auto bits_of_number = static_cast<std::uint64_t>(number);
  const auto rounded_upper = [&](std::int64_t v) {
    // Addition wraps: the largest addresses of 64 bits round up to 0.
    const auto sum = static_cast<std::uint64_t>(v) + (std::uint64_t{1} << (bits - 1));
    return low_bits(static_cast<std::int64_t>(sum >> bits), upper_bits);
  };
  const auto if_fits = [&](std::int64_t v, std::int64_t part) -> std::optional<std::int64_t> {
    if (v >= INT32_MIN && v <= UINT32_MAX)
      return part;
    reporter_.error(fields.value_place, fmt::format("{:#x} does not fit in 32 bits", v),
                    "an address or distance of 32 bits");
    return std::nullopt;
  };
  switch (fields.modifier) {
  case Modifier::none:
    return number;
  case Modifier::hi:
    return if_fits(number, rounded_upper(number));
  case Modifier::lo:
    return sign_extend(number, bits);
  case Modifier::upper:
    return if_fits(number, low_bits(number >> bits, upper_bits));
  case Modifier::lower:
    return low_bits(number, bits);
  case Modifier::pcrel_hi:
    return if_fits(bytes_between(number, pc), rounded_upper(bytes_between(number, pc)));
  case Modifier::pcrel_lo_previous:
    return sign_extend(bytes_between(number, pc - 4), bits);
  case Modifier::higher:
    return sign_extend(static_cast<std::int64_t>((bits_of_number + 0x80008000ULL) >> 32U), bits);
  case Modifier::highest:
    return static_cast<std::int64_t>((bits_of_number + 0x800080008000ULL) >> 48U);
  case Modifier::gp_rel:
    return number - dialect_.small_data_pointer();
  case Modifier::tprel_add:
    return 0;
  case Modifier::from_table:
    return number - address_table();
  case Modifier::gp_disp_hi:
  case Modifier::gp_neg_hi: {
    const bool from_here = fields.modifier == Modifier::gp_disp_hi;
    const std::int64_t way = address_table() - (from_here ? static_cast<std::int64_t>(pc) : number);
    return if_fits(way, rounded_upper(way));
  }
  case Modifier::gp_disp_lo:
    return sign_extend(address_table() - static_cast<std::int64_t>(pc - 4), bits);
  case Modifier::gp_neg_lo:
    return sign_extend(address_table() - number, bits);
  case Modifier::got_pcrel_hi: // their operands have become entries of the table
  case Modifier::got_address:
  case Modifier::got_page:
  case Modifier::got_either:
  case Modifier::got_called:
    break;
  case Modifier::pcrel_lo:
    return lower_of_upper(pending, bits_of_number, text_base, bits);
  }
  return std::nullopt;
}

std::optional<std::int64_t> Assembler::final_value(const Pending& pending, std::uint64_t pc,
                                                   std::uint64_t text_base) {
  const Fields& fields = pending.fields;
  if (fields.has_target)
    return target_value(pending, pc, text_base);
  if (!fields.has_value)
    return 0;
  std::optional<Value> value = symbols_.evaluate(fields.value);
  const bool is_address =
      fields.modifier != Modifier::none || isa::is_memory(pending.row->op_class);
  while (!value && is_address && emitter_.takes_for_memory(fields.value_place))
    value = symbols_.evaluate(fields.value);
  if (!value) {
    emitter_.report_value(fields.value_place);
    return std::nullopt;
  }
  if (fields.modifier == Modifier::none && pending.row->mnemonic == "auipc")
    emitter_.take_code_address();
  else if (fields.modifier != Modifier::pcrel_lo) // it names the auipc
    emitter_.note_value();
  return relocated(pending, value->number, pc, text_base);
}

bool Assembler::report_long_address(const Pending& pending, std::int64_t value) {
  const std::optional<SymbolId> symbol = symbols_.sole_symbol(pending.fields.value);
  if (!symbol || symbols_[*symbol].kind != SymbolKind::label)
    return false;
  has_long_address_ = true;
  const std::string_view name = symbols_[*symbol].name;
  reporter_.error(pending.fields.value_place,
                  fmt::format("the address of '{}', {:#x}, does not fit in '{}'", name, value,
                              pending.row->mnemonic),
                  fmt::format("la with a register and {}, which loads the address", name));
  return true;
}

bool Assembler::check_range(const Pending& pending, char letter, std::int64_t value,
                            std::uint64_t pc) {
  const ImmediateRange range = dialect_.row_range(*pending.row, letter);
  const bool target = letter == 'b' || letter == 'j';
  const Place& place = target ? pending.fields.target_place : pending.fields.value_place;
  const std::int64_t checked = target ? distance_to(static_cast<std::uint64_t>(value), pc) : value;
  if (checked < range.low || checked > range.high) {
    if (!target && report_long_address(pending, value))
      return false;
    reporter_.error(
        place,
        target ? fmt::format("the target is {} bytes away", checked)
               : fmt::format("{} is out of range for '{}'", checked, pending.row->mnemonic),
        fmt::format("{} to {}", range.low, range.high));
    return false;
  }
  if (range.multiple > 1 && checked % range.multiple != 0) {
    reporter_.error(
        place,
        target ? std::string("the target is no address of an instruction")
               : fmt::format("{} cannot be an operand of '{}'", checked, pending.row->mnemonic),
        fmt::format("a multiple of {}", range.multiple));
    return false;
  }
  return true;
}

} // namespace stallscope::isa::assembly

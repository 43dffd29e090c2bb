#include "asm/emitter.hpp"

#include <fmt/format.h>

namespace stallscope::isa::assembly {

bool Emitter::may_be_label(const Operand& operand) const {
  return !operand.text.empty() && dialect_.may_be_label(operand.text, operand.reg);
}

bool Emitter::available(const Row& row) const {
  constexpr unsigned kConditions = kOnly32 | kOnly64 | kDelaySlot | kNoDelaySlot | kCompressed;
  return (row.flags & kConditions & ~dialect_.flags()) == 0;
}

void Emitter::append(const Row& row, const Fields& fields) {
  if (pending_.size() >= kMaxInstructions || !text_.has_room(row.size)) {
    if (!full_)
      reporter_.error(place_, "the program is too long",
                      pending_.size() >= kMaxInstructions
                          ? fmt::format("at most {} instructions", kMaxInstructions)
                          : fmt::format("at most {} MiB of .text", kMaxTextBytes >> 20));
    full_ = true;
    return;
  }
  pending_.push_back({&row, fields, text_.size(), place_});
  text_.skip(row.size);
}

void Emitter::append_own(const Row& row, std::uint32_t own, const Place& place) {
  place_ = place;
  Fields fields;
  fields.own = own;
  append(row, fields);
}

RegId Emitter::temporary() {
  if (!temporary_used_)
    temporary_used_ = place_;
  return dialect_.temporary();
}

void Emitter::pad(std::uint64_t bytes, const Place& place) {
  place_ = place;
  for (const Row* row = dialect_.padding(bytes); row != nullptr && !full_;
       row = dialect_.padding(bytes)) {
    append(*row, {});
    bytes -= row->size;
  }
  if (bytes % 4 == 2) // even where the program itself may not use it
    append(*dialect_.table().forms("c.nop").front(), {});
  for (; bytes >= 4 && !full_; bytes -= 4)
    emit("nop", {});
}

void Emitter::statement(std::string_view mnemonic, const std::vector<Operand>& operands,
                        const Place& place) {
  place_ = place;
  const std::span<const Row* const> rows = dialect_.table().forms(mnemonic);
  if (rows.empty()) {
    report_unknown(mnemonic, place);
    return;
  }
  if ((rows.front()->flags & kUnsupported) != 0 && available(*rows.front())) {
    reporter_.error(place, fmt::format("'{}' is not supported", mnemonic), rows.front()->expansion);
    return;
  }
  Failure failure;
  if (const Row* row = match(rows, operands, failure)) {
    use(*row, operands);
    return;
  }
  mismatch(mnemonic, rows, operands, failure);
}

void Emitter::emit(std::string_view mnemonic, const std::vector<Operand>& operands) {
  Failure failure;
  const Row* row = match(dialect_.table().forms(mnemonic), operands, failure);
  if (row == nullptr && failure.row != nullptr && failure.fit == Fit::range) {
    // A value in the source that does not fit any form of the expansion.
    mismatch(mnemonic, dialect_.table().forms(mnemonic), operands, failure);
    return;
  }
  STALLSCOPE_CHECK(row != nullptr, "an expansion in an instruction table fits no instruction");
  use(*row, operands);
}

const Row* Emitter::match(std::span<const Row* const> rows, const std::vector<Operand>& operands,
                          Failure& failure) const {
  for (const Row* row : rows) {
    if (!available(*row))
      continue;
    if (row->format.size() != operands.size())
      continue;
    std::size_t at = 0;
    Fit fit = Fit::yes;
    for (; at < operands.size(); ++at) {
      fit = fits(*row, row->format[at], operands[at]);
      if (fit != Fit::yes)
        break;
    }
    if (fit == Fit::yes)
      return row;
    if ((row->flags & kAbbreviated) != 0)
      continue;
    if (failure.row == nullptr || at > failure.operand ||
        (at == failure.operand && fit == Fit::range && failure.fit == Fit::kind))
      failure = {row, at, fit};
  }
  return nullptr;
}

Emitter::Fit Emitter::fits(const Row& row, char letter, const Operand& operand) const {
  const auto when = [](bool condition) { return condition ? Fit::yes : Fit::kind; };
  const bool value = operand.kind == Operand::Kind::value;
  const auto in_range = [&](char range_of) {
    if (!operand.known)
      return Fit::yes; // checked when the value is known
    const ImmediateRange range = dialect_.row_range(row, range_of);
    return *operand.known >= range.low && *operand.known <= range.high ? Fit::yes : Fit::range;
  };
  switch (letter) {
  case 'd':
  case 's':
  case 't':
    return when(operand.kind == Operand::Kind::reg && operand.reg < kFirstFpRegister);
  case 'D':
  case 'S':
  case 'T':
    return when(operand.kind == Operand::Kind::reg && dialect_.is_fp(operand.reg));
  case 'c':
    if (operand.kind == Operand::Kind::reg)
      return when(operand.reg >= kFirstFlag && operand.reg < kFirstFlag + kFlagCount);
    return value && operand.known ? in_range('c') : Fit::kind;
  case 'i':
  case 'u':
    return value ? in_range(letter) : Fit::kind;
  case 'h':
  case 'H':
  case 'z':
    return value && operand.modifier == Modifier::none ? in_range(letter) : Fit::kind;
  case 'n':
    return value && operand.known ? in_range(letter) : Fit::kind;
  case 'o':
    return when(value && operand.known == 0 && operand.modifier == Modifier::none);
  case 'b':
  case 'j':
    if (operand.kind == Operand::Kind::reg)
      return when(may_be_label(operand));
    return when(value && operand.modifier == Modifier::none);
  case 'a':
    if (operand.kind == Operand::Kind::reg && dialect_.has_labels_named_like_fp())
      return when(may_be_label(operand));
    [[fallthrough]];
  case 'I':
    return when(value && operand.modifier == Modifier::none);
  case 'm':
    if (operand.kind != Operand::Kind::memory ||
        (!operand.known && operand.modifier == Modifier::none && dialect_.has_long_displacements()))
      return Fit::kind;
    return in_range(letter);
  case 'M':
    return when(operand.kind == Operand::Kind::memory && operand.modifier == Modifier::none);
  case 'x':
    return when(operand.kind == Operand::Kind::indexed);
  case 'R':
    return when(operand.kind == Operand::Kind::real ||
                (value && operand.known && operand.modifier == Modifier::none));
  default:
    return fits_riscv(letter, operand);
  }
}

Emitter::Fit Emitter::fits_riscv(char letter, const Operand& operand) const {
  const auto when = [](bool condition) { return condition ? Fit::yes : Fit::kind; };
  const bool value = operand.kind == Operand::Kind::value;
  const bool constant = value && operand.known && operand.modifier == Modifier::none;
  switch (letter) {
  case 'V':
    return when(operand.kind == Operand::Kind::reg && dialect_.is_fp(operand.reg));
  case 'p':
    return when(operand.kind == Operand::Kind::reg && operand.reg == riscv::kSp);
  case 'g':
    return when(operand.kind == Operand::Kind::memory && operand.known == 0 &&
                operand.modifier == Modifier::none);
  case '2':
  case '4':
    return when(constant && operand.known == letter - '0');
  case 'C':
    if (value && dialect_.csr_named(operand.text))
      return Fit::yes;
    if (!constant)
      return Fit::kind;
    return *operand.known >= 0 && *operand.known <= 0xfff ? Fit::yes : Fit::range;
  case 'Z':
    if (!value || operand.modifier != Modifier::none)
      return Fit::kind;
    return !operand.known || (*operand.known >= 0 && *operand.known < 32) ? Fit::yes : Fit::range;
  case 'A':
    return when(value && operand.modifier == Modifier::tprel_add);
  case 'r':
  case 'e':
    return when(dialect_.rounding_named(operand.text).has_value());
  default: // 'F'
    return when(dialect_.fence_set_named(operand.text).has_value());
  }
}

void Emitter::take(char letter, const Operand& operand, Fields& fields) {
  switch (letter) {
  case 'd':
  case 'D':
    fields.rd = operand.reg;
    return;
  case 's':
  case 'S':
    fields.rs1 = operand.reg;
    return;
  case 't':
  case 'T':
    fields.rs2 = operand.reg;
    return;
  case 'V':
  case 'p':
  case 'g':
  case '2':
  case '4':
  case 'C':
  case 'r':
  case 'e':
  case 'F':
    take_riscv(letter, operand, fields);
    return;
  case 'm':
  case 'M':
    fields.rs1 = operand.reg;
    break;
  case 'x':
    fields.rs1 = operand.reg;
    fields.rs2 = operand.index;
    return;
  case 'A':
    return;
  case 'c':
    fields.flag = static_cast<RegId>(operand.kind == Operand::Kind::reg ? operand.reg - kFirstFlag
                                                                        : *operand.known);
    return;
  case 'b':
  case 'j':
    fields.has_target = true;
    fields.target = value_of(operand);
    fields.target_place = operand.place;
    return;
  case 'n':
    fields.field_size = *operand.known;
    return;
  default:
    break;
  }
  take_value(operand, fields);
}

Expr Emitter::value_of(const Operand& operand) {
  return operand.kind == Operand::Kind::reg ? symbols_.symbol_plus(symbols_.refer(operand.text), 0)
                                            : operand.value;
}

void Emitter::take_value(const Operand& operand, Fields& fields) {
  fields.has_value = true;
  fields.modifier = operand.modifier;
  fields.value = value_of(operand);
  fields.value_place = operand.place;
  fields.known = operand.known;
  fields.real = operand.real;
  fields.real_negative = operand.negative;
}

void Emitter::take_riscv(char letter, const Operand& operand, Fields& fields) const {
  switch (letter) {
  case 'V':
    fields.rs3 = operand.reg;
    return;
  case 'g':
    fields.rs1 = operand.reg;
    return;
  case 'C': {
    const std::optional<std::int64_t> number = dialect_.csr_named(operand.text);
    fields.csr = number ? *number : *operand.known;
    return;
  }
  case 'r':
  case 'e':
    fields.rounding = dialect_.rounding_named(operand.text);
    return;
  case 'F':
    fields.fence =
        static_cast<std::uint8_t>(fields.fence << 4 | *dialect_.fence_set_named(operand.text));
    return;
  default: // p, 2, 4: only one possibility
    return;
  }
}

bool Emitter::check_field(const Row& row, const Fields& fields) {
  const std::optional<std::int64_t> position = constant(fields);
  if (!position)
    return false;
  const std::int64_t bits = dialect_.row_range(row, 'n').high;
  if (*position + fields.field_size <= bits)
    return true;
  reporter_.error(fields.value_place,
                  fmt::format("{} bits at {} reach beyond a register of {} bits", fields.field_size,
                              *position, bits),
                  fmt::format("position and size of at most {} together", bits));
  return false;
}

void Emitter::use(const Row& row, const std::vector<Operand>& operands) {
  Fields fields;
  for (std::size_t i = 0; i < operands.size(); ++i)
    take(row.format[i], operands[i], fields);
  if (fields.value_place.column == 0)
    fields.value_place = place_; // generated by an expansion
  if (fields.target_place.column == 0)
    fields.target_place = place_;
  if (row.format.ends_with('n') && !check_field(row, fields))
    return;
  if ((row.flags & kSpecial) != 0)
    dialect_.expand(*this, row, fields);
  else if (!row.expansion.empty())
    expand(row, fields);
  else
    append(row, fields);
}

} // namespace stallscope::isa::assembly

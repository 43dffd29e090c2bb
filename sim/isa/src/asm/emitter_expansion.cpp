#include "asm/emitter.hpp"

#include <algorithm>

// Pseudo-instructions: a row's expansion is a list of instructions, separated by ';', whose
// operands name those of the row by their letters (instruction_table.hpp).

namespace stallscope::isa::assembly {

namespace {

// Expansions use pseudo-instructions that expand in turn, never deeper than this.
constexpr unsigned kMaxExpansionDepth = 8;

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

/// The part before `separator`, which is removed from `text` together with it.
std::string_view cut(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = trim(text.substr(0, end));
  text = end < text.size() ? text.substr(end + 1) : std::string_view{};
  return part;
}

Modifier modifier_of(std::string_view name) {
  if (name == "hi")
    return Modifier::hi;
  if (name == "lo")
    return Modifier::lo;
  if (name == "pcrel_hi")
    return Modifier::pcrel_hi;
  if (name == "previous")
    return Modifier::pcrel_lo_previous;
  if (name == "upper")
    return Modifier::upper;
  STALLSCOPE_CHECK(name == "lower", "unknown modifier in an instruction table");
  return Modifier::lower;
}

} // namespace

void Emitter::expand(const Row& row, const Fields& fields) {
  STALLSCOPE_CHECK(++depth_ <= kMaxExpansionDepth,
                   "an expansion in an instruction table never ends");
  std::string_view rest = row.expansion;
  while (!rest.empty()) {
    std::string_view text = cut(rest, ';');
    std::string_view mnemonic = cut(text, ' ');
    if (mnemonic == "%")
      mnemonic = row.mnemonic;
    std::vector<Operand> operands;
    while (!text.empty())
      operands.push_back(expanded_operand(cut(text, ','), fields));
    emit(mnemonic, operands);
  }
  --depth_;
}

/// What a letter of an expansion stands for: an operand of the instruction that is expanded.
Operand Emitter::operand_of_letter(char letter, const Fields& fields) {
  switch (letter) {
  case 'd':
  case 'D':
    return Operand::of_register(fields.rd);
  case 's':
  case 'S':
    return Operand::of_register(fields.rs1);
  case 't':
  case 'T':
    return Operand::of_register(fields.rs2);
  case '@':
    return Operand::of_register(temporary());
  case '0':
    return Operand::of_register(0);
  case 'c':
    return Operand::of_constant(fields.flag);
  case 'n':
    return Operand::of_constant(fields.field_size);
  case 'C':
    return Operand::of_constant(fields.csr);
  case 'b':
  case 'j': {
    Operand operand;
    operand.value = fields.target;
    operand.place = fields.target_place;
    return operand;
  }
  default: {
    Operand operand;
    operand.value = fields.value;
    operand.known = fields.known;
    operand.modifier = fields.modifier;
    operand.place = fields.value_place;
    return operand;
  }
  }
}

/// name(value), then perhaps (base); or value(base)
Operand Emitter::operand_of_call(std::string_view text, const Fields& fields) {
  Operand operand;
  operand.value = fields.value;
  operand.place = fields.value_place;
  const std::size_t open = text.find('(');
  const std::string_view name = text.substr(0, open);
  std::string_view base;
  if (name == "neg" || name == "inc") {
    if (!fields.known) {
      report_value(fields.value_place);
      operand.known = 0;
      return operand;
    }
    const auto bits = static_cast<std::uint64_t>(*fields.known);
    operand.known = static_cast<std::int64_t>(name == "neg" ? 0 - bits : bits + 1);
    operand.value = {0, 0, *operand.known};
    return operand;
  }
  if (name.size() == 1 && (name[0] < '0' || name[0] > '9')) { // m(base), i(base), M(base)
    base = text.substr(open);
    operand.known = fields.known;
    operand.modifier = fields.modifier;
  } else if (name[0] >= '0' && name[0] <= '9') { // a constant displacement
    base = text.substr(open);
    operand.known = name[0] - '0';
    operand.value = {0, 0, *operand.known};
  } else {
    operand.modifier = modifier_of(name);
    const std::size_t close = text.find(')');
    base = text.substr(close + 1);
  }
  if (!base.empty()) {
    operand.kind = Operand::Kind::memory;
    operand.reg = expanded_operand(base.substr(1, base.size() - 2), fields).reg;
  }
  return operand;
}

Operand Emitter::expanded_operand(std::string_view text, const Fields& fields) {
  const char letter = text.front();
  if (text.size() == 1)
    return operand_of_letter(letter, fields);
  if (letter == 'x') // a register by number: x1
    return Operand::of_register(static_cast<RegId>(std::stoi(std::string(text.substr(1)))));
  if (letter == '#')
    return Operand::of_constant(std::stoll(std::string(text.substr(1)), nullptr, 0));
  if (letter == '.') {
    Operand operand;
    const auto offset = std::stoll(std::string(text.substr(2)));
    operand.value = symbols_.here({static_cast<std::int64_t>(text_.size()) + offset, kText});
    return operand;
  }
  if (text.find('(') == std::string_view::npos) { // a word: iorw
    Operand operand;
    operand.text = text;
    operand.place = place_;
    return operand;
  }
  return operand_of_call(text, fields);
}

std::optional<std::int64_t> Emitter::constant(const Fields& fields) {
  if (fields.known)
    return fields.known;
  const std::optional<Value> value = symbols_.evaluate(fields.value);
  if (value && value->section == kAbsolute)
    return value->number;
  if (value)
    reporter_.error(fields.value_place, "an address is not known yet where a constant is needed",
                    "a number, a constant, or la for an address");
  else
    report_value(fields.value_place);
  return std::nullopt;
}

} // namespace stallscope::isa::assembly

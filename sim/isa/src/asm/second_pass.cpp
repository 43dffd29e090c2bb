#include "asm/assembler.hpp"
#include "program/undeclared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::isa::assembly {

namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

std::int64_t low_bits(std::int64_t value, unsigned bits) {
  return value & ((1LL << bits) - 1);
}

std::int64_t sign_extend(std::int64_t value, unsigned bits) {
  const std::int64_t sign = 1LL << (bits - 1);
  return (low_bits(value, bits) ^ sign) - sign;
}

/// The letter of a format that stands for the value, or 0.
char value_letter(std::string_view format) {
  const std::size_t at = format.find_first_of("iuhHbjmzZ");
  return at == std::string_view::npos ? '\0' : format[at];
}

} // namespace

Assembler::Placed Assembler::place_sections() {
  const Layout layout = dialect_.layout();
  Placed placed;
  placed.base[kText] = layout.text;
  placed.base[kReadOnly] = round_up(layout.text + sections_[kText].size(), kPageBytes);
  placed.base[kData] = layout.data;
  placed.base[kBss] = round_up(layout.data + sections_[kData].size(), kPageBytes);
  placed.data_end = placed.base[kBss] + sections_[kBss].size();
  if (sections_[kBss].size() == 0)
    placed.data_end = layout.data + sections_[kData].size();
  placed.heap = std::max(layout.heap, round_up(placed.data_end, kPageBytes));
  std::vector<std::int64_t> bases;
  for (const std::uint64_t base : placed.base)
    bases.push_back(static_cast<std::int64_t>(base));
  symbols_.place_sections(std::move(bases));
  return placed;
}

void Assembler::fill_data() {
  for (const DataFixup& fixup : fixups_) {
    const std::optional<Value> value = symbols_.evaluate(fixup.value);
    if (!value) {
      emitter_.report_value(fixup.place);
      continue;
    }
    if (fixup.section != kDiscarded)
      emitter_.note_value();
    if (fixup.bytes < 8) {
      const unsigned bits = fixup.bytes * 8;
      if (value->number < -(1LL << (bits - 1)) || value->number >= (1LL << bits)) {
        reporter_.error(fixup.place,
                        fmt::format("{} does not fit in {} bytes", value->number, fixup.bytes),
                        fmt::format("{} to {}", -(1LL << (bits - 1)), (1LL << bits) - 1));
        continue;
      }
    }
    std::vector<std::uint8_t>& bytes =
        sections_[static_cast<std::size_t>(fixup.section)].chunks()[fixup.chunk].bytes;
    for (unsigned i = 0; i < fixup.bytes; ++i)
      bytes[fixup.at + i] =
          static_cast<std::uint8_t>(static_cast<std::uint64_t>(value->number) >> (8 * i));
  }
}

std::int64_t Assembler::distance_to(std::uint64_t target, std::uint64_t pc) const {
  const auto bytes = static_cast<std::int64_t>(target - pc);
  return dialect_.xlen() == 32 ? sign_extend(bytes, 32) : bytes; // addresses wrap around
}

/// An address of code is one; the number of a numbered line is that line; any other decimal number
/// is a distance, when that leads to code. What is left is an address outside the code, if the
/// instruction can reach it.
std::optional<std::int64_t> Assembler::numbered_target(const Pending& pending, std::int64_t number,
                                                       std::uint64_t pc, std::uint64_t text_base) {
  const std::uint64_t end = text_base + sections_[kText].size();
  const char letter = value_letter(pending.row->format);
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
  // Lines numbered by addresses, some of them left out: "40 beq $1, $3, 7" means line 72.
  if (const Token own = numbering_of(pending.place.line.text);
      dialect_.is_lenient() && own.kind == TokenKind::number)
    if (const auto address = dialect_.numbered_target(letter, own.value, number))
      if (const auto line = line_numbered(*address))
        return line;
  // A distance that leads behind the text is one all the same, wherever the address of that number
  // lies: no code is there. So a text that has one is read leniently.
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

/// A call: what it calls is not the rest of the program.
bool Assembler::keeps_return_address(const Pending& pending) const {
  const Op op = pending.row->op;
  const bool discards = dialect_.has_machine_code() && pending.fields.rd == 0; // riscv: jal x0
  return op == Op::x86_call || (op == Op::jump_link && !discards);
}

std::optional<std::int64_t> Assembler::final_value(const Pending& pending, std::uint64_t pc,
                                                   std::uint64_t text_base) {
  const Fields& fields = pending.fields;
  if (fields.has_target) {
    std::optional<Value> target = symbols_.evaluate(fields.target);
    if (!target && !keeps_return_address(pending) && emitter_.takes_for_end(fields.target_place))
      return static_cast<std::int64_t>(emitter_.end());
    if (target)
      return fields.target.is_constant() ? numbered_target(pending, target->number, pc, text_base)
                                         : target->number;
    emitter_.report_value(fields.target_place, true);
    return std::nullopt;
  }
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
  else if (fields.modifier != Modifier::pcrel_lo) // which names the auipc
    emitter_.note_value();
  const ImmediateRange range = dialect_.range('i');
  const unsigned bits = range.high > 2047 ? 16 : 12; // of a displacement
  const unsigned upper_bits = 32 - bits;
  const std::int64_t round = 1LL << (bits - 1);
  const std::int64_t number = value->number;
  const auto bits_of_number = static_cast<std::uint64_t>(number);
  const auto distance = [&](std::uint64_t from) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) - from);
  };
  const auto rounded_upper = [&](std::int64_t v) {
    // Addition wraps: the largest addresses of 64 bits round up to 0.
    const auto sum = static_cast<std::uint64_t>(v) + static_cast<std::uint64_t>(round);
    return low_bits(static_cast<std::int64_t>(sum >> bits), upper_bits);
  };
  const auto fits = [&](std::int64_t v) {
    if (v >= INT32_MIN && v <= UINT32_MAX)
      return true;
    reporter_.error(fields.value_place, fmt::format("{:#x} does not fit in 32 bits", v),
                    "an address or distance of 32 bits");
    return false;
  };
  switch (fields.modifier) {
  case Modifier::hi:
  case Modifier::upper:
    if (!fits(number))
      return std::nullopt;
    break;
  case Modifier::pcrel_hi:
    if (!fits(distance(pc)))
      return std::nullopt;
    break;
  default:
    break;
  }
  switch (fields.modifier) {
  case Modifier::none:
    return number;
  case Modifier::hi:
    return rounded_upper(number);
  case Modifier::lo:
    return sign_extend(number, bits);
  case Modifier::upper:
    return low_bits(number >> bits, upper_bits);
  case Modifier::lower:
    return low_bits(number, bits);
  case Modifier::pcrel_hi:
    return rounded_upper(distance(pc));
  case Modifier::pcrel_lo_previous:
    return sign_extend(distance(pc - 4), bits);
  case Modifier::higher:
    return sign_extend(static_cast<std::int64_t>((bits_of_number + 0x80008000ULL) >> 32U), bits);
  case Modifier::highest:
    return static_cast<std::int64_t>((bits_of_number + 0x800080008000ULL) >> 48U);
  case Modifier::gp_rel:
    return number - dialect_.small_data_pointer();
  case Modifier::pcrel_lo:
    break;
  }
  // The operand is the label of the instruction that has the upper part.
  const auto& all = emitter_.pending();
  const std::uint64_t offset = static_cast<std::uint64_t>(number) - text_base;
  const auto upper =
      std::lower_bound(all.begin(), all.end(), offset,
                       [](const Pending& p, std::uint64_t o) { return p.offset < o; });
  if (upper == all.end() || upper->offset != offset ||
      upper->fields.modifier != Modifier::pcrel_hi) {
    reporter_.error(fields.value_place,
                    "%pcrel_lo needs the label of an instruction with %pcrel_hi",
                    "the label in front of the auipc");
    return std::nullopt;
  }
  const std::optional<Value> target = symbols_.evaluate(upper->fields.value);
  if (!target)
    return std::nullopt; // reported where it stands
  const std::uint64_t from = static_cast<std::uint64_t>(number);
  return sign_extend(static_cast<std::int64_t>(static_cast<std::uint64_t>(target->number) - from),
                     bits);
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

std::string Assembler::text_of(const Pending& pending, std::int64_t value) const {
  const Row& row = *pending.row;
  const Fields& fields = pending.fields;
  std::string text = row.mnemonic;
  for (std::size_t i = 0; i < row.format.size(); ++i) {
    text += i == 0 ? " " : ", ";
    const char letter = row.format[i];
    switch (letter) {
    case 'd':
    case 'D':
      text += dialect_.register_text(fields.rd);
      break;
    case 's':
    case 'S':
      text += dialect_.register_text(fields.rs1);
      break;
    case 't':
    case 'T':
      text += dialect_.register_text(fields.rs2);
      break;
    case 'c':
      text += std::to_string(fields.flag);
      break;
    case 'n':
      text += std::to_string(fields.field_size);
      break;
    case 'm':
      text += fmt::format("{}({})", value, dialect_.register_text(fields.rs1));
      break;
    case 'u':
      text += fmt::format("{:#x}", value);
      break;
    case 'C':
      text += dialect_.csr_text(fields.csr);
      break;
    case 'F':
      text += dialect_.fence_set_text(i > 0 && row.format[i - 1] == 'F' // the second of "FF"
                                          ? fields.fence & 15U
                                          : fields.fence >> 4U);
      break;
    case 'V':
      text += dialect_.register_text(fields.rs3);
      break;
    case 'g':
      text += fmt::format("({})", dialect_.register_text(fields.rs1));
      break;
    case 'p':
      text += dialect_.register_text(riscv::kSp);
      break;
    case 'r':
    case 'e':
      text += dialect_.rounding_text(fields.rounding.value_or(7));
      break;
    case '2':
    case '4':
      text += letter;
      break;
    case 'I':
      text += fmt::format("{:#x}", value);
      break;
    case 'b':
    case 'j':
      if (const std::optional<SymbolId> symbol = symbols_.sole_symbol(fields.target);
          symbol && !symbols_[*symbol].name.empty())
        text += symbols_[*symbol].name;
      else
        text += fmt::format("{:#x}", static_cast<std::uint64_t>(value));
      break;
    default:
      text += std::to_string(value);
      break;
    }
  }
  return text;
}

void Assembler::make_code(Program& program, std::uint64_t base) {
  program.code.reserve(emitter_.pending().size());
  program.source.reserve(emitter_.pending().size());
  program.micro_ops.reserve(emitter_.pending().size());
  emitter_.set_end(round_up(base + sections_[kText].size(), dialect_.code_alignment()));
  for (const Pending& pending : emitter_.pending()) {
    if (reporter_.full())
      return;
    const std::uint64_t pc = base + pending.offset;
    if (dialect_.reads_instructions()) {
      if (auto made = dialect_.finished(pending, pc, symbols_, emitter_))
        program.append(made->instruction, micro_op_for(made->instruction),
                       {std::move(made->text), pending.place.line.line, pending.place.column});
      continue;
    }
    const std::optional<std::int64_t> value = final_value(pending, pc, base);
    const char letter = value_letter(pending.row->format);
    if (!value || (letter != '\0' && !check_range(pending, letter, *value, pc)))
      continue;
    if (dialect_.has_machine_code()) {
      append_decoded(program, pending, *value, pc);
      continue;
    }
    Instruction instruction;
    instruction.op = pending.row->op;
    instruction.op_class = pending.row->op_class;
    instruction.rd = pending.fields.rd;
    instruction.rs1 = pending.fields.rs1;
    instruction.rs2 = pending.fields.rs2;
    instruction.pc = pc;
    if (letter == 'b' || letter == 'j')
      instruction.target = static_cast<std::uint64_t>(*value);
    else
      instruction.imm = *value;
    instruction.has_immediate = letter == 'i' || letter == 'u' || letter == 'h' || letter == 'H';
    if (pending.row->format.find('c') != std::string::npos)
      instruction.imm = pending.fields.flag;
    if (pending.row->format.ends_with('n'))
      instruction.imm += pending.fields.field_size * 256;
    dialect_.complete(instruction, *pending.row);
    std::string text = instruction.op == Op::nop ? "nop" : text_of(pending, *value);
    if (instruction.rd == 0)
      instruction.rd = kSinkRegister;
    program.append(instruction, micro_op_for(instruction),
                   {std::move(text), pending.place.line.line, pending.place.column});
  }
}

void Assembler::append_decoded(Program& program, const Pending& pending, std::int64_t value,
                               std::uint64_t pc) {
  const std::optional<Instruction> instruction =
      dialect_.machine_code(pending, value, pc, reporter_);
  if (!instruction)
    return;
  std::string text =
      instruction->op == Op::nop && instruction->size == 4 ? "nop" : text_of(pending, value);
  program.append(*instruction, micro_op_for(*instruction),
                 {std::move(text), pending.place.line.line, pending.place.column});
}

std::vector<std::uint8_t> Assembler::text_bytes(const Program& program, std::uint64_t base) const {
  std::vector<std::uint8_t> bytes(sections_[kText].size());
  for (const Section::Chunk& chunk : sections_[kText].chunks())
    std::copy(chunk.bytes.begin(), chunk.bytes.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(chunk.offset));
  for (const Instruction& instruction : program.code)
    for (unsigned i = 0; i < instruction.size; ++i)
      bytes[instruction.pc - base + i] = static_cast<std::uint8_t>(instruction.raw >> (8 * i));
  return bytes;
}

/// Nothing in the text leads to its own code as data: no constants stand between instructions, and
/// no address of code is taken, but by branches. (Return addresses are those of instructions.)
bool Assembler::only_executes_code() const {
  return sections_[kText].chunks().empty() && !emitter_.code_address_taken();
}

void Assembler::make_data(Program& program, const Placed& placed) {
  const bool declares = sections_[kData].size() + sections_[kBss].size() > 0;
  // A snippet may touch any address (Undeclared::zero): where we have put its code is not for it to
  // know, so that the code then has no place among its data.
  const bool has_code_in_memory = declares || !only_executes_code();
  // Instructions with machine code are bytes like others: a program can read its own code.
  const bool code_is_data = dialect_.has_machine_code();
  if (code_is_data && sections_[kText].size() > 0)
    program.data.push_back(
        {".text", placed.base[kText], text_bytes(program, placed.base[kText]), has_code_in_memory});
  for (std::size_t i = code_is_data ? kData : kText; i < kDiscarded; ++i) {
    Section& section = sections_[i];
    for (Section::Chunk& chunk : section.chunks())
      if (!chunk.bytes.empty())
        program.data.push_back(
            {std::string(section.name()), placed.base[i] + chunk.offset, std::move(chunk.bytes)});
  }
  const Layout layout = dialect_.layout();
  const std::uint64_t text_end =
      round_up(layout.text + sections_[kText].size(), dialect_.code_alignment());
  program.end_pc = text_end;
  constexpr std::uint64_t kInstructionBytes = 4;
  program.return_pc = text_end + kInstructionBytes;
  program.heap_begin = placed.heap;
  program.heap_end = placed.heap + layout.heap_bytes;
  if (has_code_in_memory)
    program.regions.push_back({"text", layout.text, text_end, false, true, true});
  // Whole pages: compilers read the last bytes of an object as a word.
  if (sections_[kReadOnly].size() > 0)
    program.regions.push_back(
        {"rodata", placed.base[kReadOnly],
         round_up(placed.base[kReadOnly] + sections_[kReadOnly].size(), kPageBytes), false});
  program.regions.push_back({std::string(declares ? kDeclaredRegion : "static data"),
                             layout.data_region, placed.heap, true});
  program.regions.push_back({"heap", placed.heap, program.heap_end, true});
  program.regions.push_back({"stack", layout.stack_begin, layout.stack_end, true});
}

void Assembler::make_symbols(Program& program) {
  for (const auto& [name, id] : symbols_.names()) {
    const SymbolEntry& entry = symbols_[id];
    if (entry.kind == SymbolKind::undefined)
      continue;
    const std::optional<Value> value = symbols_.evaluate(symbols_.symbol_plus(id, 0));
    if (!value) {
      emitter_.report_value(entry.defined);
      continue;
    }
    program.symbols.emplace(std::string(name),
                            Symbol{static_cast<std::uint64_t>(value->number), entry.is_code,
                                   entry.kind == SymbolKind::constant});
  }
}

/// The label where the program starts; none in a snippet, which starts with its first instruction.
std::optional<SymbolId> Assembler::entry_label() const {
  for (const std::string_view name : {"main", "_start", "__start"})
    if (const std::optional<SymbolId> id = symbols_.find(name);
        id && symbols_[*id].kind == SymbolKind::label)
      return id;
  return std::nullopt;
}

void Assembler::choose_entry(Program& program, std::uint64_t base) {
  if (emitter_.pending().empty()) {
    if (reporter_.error_count() == 0)
      reporter_.error("the program has no instructions");
    return;
  }
  program.entry = base + emitter_.pending().front().offset;
  const std::optional<SymbolId> id = entry_label();
  if (!id)
    return;
  const SymbolEntry& entry = symbols_[*id];
  if (!entry.is_code) {
    reporter_.error(entry.defined,
                    fmt::format("'{}', where the program starts, is no code", entry.name),
                    "a label in .text");
    return;
  }
  program.entry = base + static_cast<std::uint64_t>(entry.value.number);
}

void Assembler::make_registers(Program& program) {
  program.initial_registers = dialect_.initial_registers(program.return_pc);
  const bool is_snippet = !entry_label();
  std::erase_if(program.initial_registers, [&](const InitialRegister& initial) {
    return is_ordinary(program, initial, dialect_.spellings(), is_snippet);
  });
  for (const RegisterSetting& setting : settings_) {
    std::uint64_t bits = setting.bits;
    if (!setting.is_real) {
      const std::optional<Value> value = symbols_.evaluate(setting.value);
      if (!value) {
        emitter_.report_value(setting.place);
        continue;
      }
      bits = static_cast<std::uint64_t>(value->number);
      if (dialect_.is_fp(setting.reg)) {
        bits = bits_of(static_cast<double>(value->number));
      } else if (dialect_.xlen() == 32) {
        if (value->number < INT32_MIN || value->number > UINT32_MAX) {
          reporter_.error(setting.place,
                          fmt::format("{} does not fit in a register", value->number),
                          fmt::format("{} to {}", INT32_MIN, UINT32_MAX));
          continue;
        }
        bits = static_cast<std::uint64_t>(sign_extend(value->number, 32));
      }
    }
    std::erase_if(program.initial_registers,
                  [&](const InitialRegister& r) { return r.reg == setting.reg; });
    program.initial_registers.push_back({setting.reg, bits});
  }
}

} // namespace stallscope::isa::assembly

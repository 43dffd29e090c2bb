#include "asm/assembler.hpp"
#include "asm/text/literals.hpp"
#include "program/undeclared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::isa::assembly {

namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
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
    std::optional<Value> value = symbols_.evaluate(fixup.value);
    while (!value && fixup.kind == DataFixup::Kind::address &&
           emitter_.takes_for_memory(fixup.place))
      value = symbols_.evaluate(fixup.value);
    if (!value) {
      emitter_.report_value(fixup.place);
      continue;
    }
    if (fixup.kind == DataFixup::Kind::from_table)
      value->number -= address_table();
    if (fixup.is_page)
      value->number = (value->number + 0x8000) & ~std::int64_t{0xffff};
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

/// The operand for the letter at a position of the row's format.
std::string Assembler::operand_text(const Pending& pending, std::size_t at,
                                    std::int64_t value) const {
  const std::string_view format = pending.row->format;
  const Fields& fields = pending.fields;
  switch (format[at]) {
  case 'd':
  case 'D':
    return std::string(dialect_.register_text(fields.rd));
  case 's':
  case 'S':
    return std::string(dialect_.register_text(fields.rs1));
  case 't':
  case 'T':
    return std::string(dialect_.register_text(fields.rs2));
  case 'V':
    return std::string(dialect_.register_text(fields.rs3));
  case 'c':
    return std::to_string(fields.flag);
  case 'n':
    return std::to_string(fields.field_size);
  case 'm':
    return fmt::format("{}({})", value, dialect_.register_text(fields.rs1));
  case 'g':
    return fmt::format("({})", dialect_.register_text(fields.rs1));
  case 'p':
    return std::string(dialect_.register_text(riscv::kSp));
  case 'C':
    return std::string(dialect_.csr_text(fields.csr));
  case 'F': // the second of "FF" is the successor set
    return std::string(dialect_.fence_set_text(
        at > 0 && format[at - 1] == 'F' ? fields.fence & 15U : fields.fence >> 4U));
  case 'r':
  case 'e':
    return std::string(dialect_.rounding_text(fields.rounding.value_or(7)));
  case '2':
  case '4':
    return std::string(1, format[at]);
  case 'u':
  case 'I':
    return fmt::format("{:#x}", value);
  case 'b':
  case 'j':
    if (const std::optional<SymbolId> symbol = symbols_.sole_symbol(fields.target);
        symbol && !symbols_[*symbol].name.empty())
      return std::string(symbols_[*symbol].name);
    return fmt::format("{:#x}", static_cast<std::uint64_t>(value));
  default:
    return std::to_string(value);
  }
}

std::uint64_t Assembler::end_of_text() const {
  return round_up(dialect_.layout().text + own_text_bytes_.value_or(sections_[kText].size()),
                  dialect_.code_alignment());
}

std::string Assembler::text_of(const Pending& pending, std::int64_t value) const {
  std::string text = pending.row->mnemonic;
  for (std::size_t i = 0; i < pending.row->format.size(); ++i) {
    text += i == 0 ? " " : ", ";
    text += operand_text(pending, i, value);
  }
  return text;
}

void Assembler::make_code(Program& program, std::uint64_t base) {
  program.code.reserve(emitter_.pending().size());
  program.source.reserve(emitter_.pending().size());
  program.micro_ops.reserve(emitter_.pending().size());
  emitter_.set_end(end_of_text());
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
    const char letter = pending.row->value_letter();
    if (!value || (letter != '\0' && !check_range(pending, letter, *value, pc)))
      continue;
    if (dialect_.has_machine_code()) {
      append_decoded(program, pending, *value, pc);
      continue;
    }
    Instruction instruction = instruction_of(pending, *value, pc);
    std::string text = instruction.op == Op::nop ? "nop" : text_of(pending, *value);
    if (instruction.rd == 0)
      instruction.rd = kSinkRegister;
    program.append(instruction, micro_op_for(instruction),
                   {std::move(text), pending.place.line.line, pending.place.column});
  }
}

Instruction Assembler::instruction_of(const Pending& pending, std::int64_t value,
                                      std::uint64_t pc) const {
  const char letter = pending.row->value_letter();
  Instruction instruction;
  instruction.op = pending.row->op;
  instruction.op_class = pending.row->op_class;
  instruction.rd = pending.fields.rd;
  instruction.rs1 = pending.fields.rs1;
  instruction.rs2 = pending.fields.rs2;
  instruction.pc = pc;
  if (letter == 'b' || letter == 'j')
    instruction.target = static_cast<std::uint64_t>(value);
  else
    instruction.imm = value;
  instruction.has_immediate = letter == 'i' || letter == 'u' || letter == 'h' || letter == 'H';
  if (pending.row->format.find('c') != std::string::npos)
    instruction.imm = pending.fields.flag;
  if (pending.row->format.ends_with('n'))
    instruction.imm += pending.fields.field_size * 256;
  dialect_.complete(instruction, *pending.row);
  return instruction;
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

/// The program never accesses its own code as data: no constants between instructions, and no code
/// address is used except by branches. (Return addresses are addresses of instructions.)
bool Assembler::only_executes_code() const {
  return sections_[kText].chunks().empty() && !emitter_.code_address_taken();
}

void Assembler::make_data(Program& program, const Placed& placed) {
  const bool declares = sections_[kData].size() + sections_[kBss].size() > 0;
  // A snippet may access any address (Undeclared::zero) and cannot know where its code was placed,
  // so its code is not part of the data memory.
  const bool has_code_in_memory = declares || !only_executes_code();
  // Instructions with machine code are ordinary bytes: a program can read its own code.
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
  program.end_pc = end_of_text();
  constexpr std::uint64_t kInstructionBytes = 4;
  program.return_pc = text_end + kInstructionBytes;
  program.heap_begin = placed.heap;
  program.heap_end = placed.heap + layout.heap_bytes;
  if (has_code_in_memory)
    program.regions.push_back({"text", layout.text, text_end, false, true, true});
  // Whole pages: compiled code may read the last bytes of an object as a word.
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

/// The start label of the program; none in a snippet, which starts with its first instruction.
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
  const auto& all = emitter_.pending();
  const auto callee = dialect_.register_of_callee();
  if (callee && std::any_of(all.begin(), all.end(), [](const Pending& p) {
        return p.fields.modifier == Modifier::gp_disp_hi ||
               p.fields.modifier == Modifier::gp_neg_hi;
      }))
    program.initial_registers.push_back({*callee, program.entry});
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
        bits = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value->number)});
      }
    }
    std::erase_if(program.initial_registers,
                  [&](const InitialRegister& r) { return r.reg == setting.reg; });
    program.initial_registers.push_back({setting.reg, bits});
  }
}

} // namespace stallscope::isa::assembly

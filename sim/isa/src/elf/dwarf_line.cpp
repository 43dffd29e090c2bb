#include "elf/dwarf_line.hpp"

#include "elf/line_table_builder.hpp"
#include "isa/elf.hpp"

#include <fmt/format.h>

namespace stallscope::isa::elf {

namespace {

/// DWARF 5, sections 6.2.5.2 and 6.2.5.3; numbers in 7.22.
enum : unsigned {
  kExtended = 0,
  kCopy = 1,
  kAdvancePc = 2,
  kAdvanceLine = 3,
  kSetFile = 4,
  kSetColumn = 5,
  kNegateStatement = 6,
  kSetBasicBlock = 7,
  kConstAddPc = 8,
  kFixedAdvancePc = 9,
  kSetPrologueEnd = 10,
  kSetEpilogueBegin = 11,
  kSetIsa = 12,
};
enum : unsigned { kEndSequence = 1, kSetAddress = 2, kDefineFile = 3, kSetDiscriminator = 4 };

/// The state machine of a line number program (DWARF 5, section 6.2.2) for one unit.
class LineMachine {
public:
  LineMachine(ByteReader& program, LineHeader& header, LineTableBuilder& builder)
      : program_(program), header_(header), builder_(builder) {
    reset();
  }

  /// Runs the program to its end; false with `problem` set if it is incomplete.
  bool run(std::string& problem);

private:
  void reset();
  void advance(std::uint64_t operations);
  void special(unsigned opcode);
  void standard(unsigned opcode);
  void extended();
  void emit();

  ByteReader& program_;
  LineHeader& header_;
  LineTableBuilder& builder_;
  std::uint64_t operation_ = 0; ///< within the instruction
  std::uint64_t file_ = 1;
  bool in_sequence_ = false;
  LineRow row_; ///< address, line, column and statement registers
};

bool LineMachine::run(std::string& problem) {
  while (program_.ok() && program_.remaining() > 0 && !builder_.is_full()) {
    const unsigned opcode = program_.u8();
    if (opcode >= header_.opcode_base)
      special(opcode);
    else if (opcode == kExtended)
      extended();
    else
      standard(opcode);
  }
  if (program_.ok() && !in_sequence_)
    return true;
  builder_.drop_sequence();
  problem = "the line number program breaks off";
  return false;
}

void LineMachine::reset() {
  row_ = LineRow{};
  row_.line = 1;
  row_.statement = header_.default_is_statement;
  operation_ = 0;
  file_ = 1;
  in_sequence_ = false;
}

void LineMachine::advance(std::uint64_t operations) {
  const std::uint64_t sum = operation_ + operations;
  row_.address += header_.min_instruction_bytes * (sum / header_.max_operations);
  operation_ = sum % header_.max_operations;
}

void LineMachine::emit() {
  row_.file = builder_.file_index(header_, file_);
  builder_.add_row(row_);
  in_sequence_ = true;
}

void LineMachine::special(unsigned opcode) {
  const unsigned adjusted = opcode - header_.opcode_base;
  advance(adjusted / header_.line_range);
  row_.line += static_cast<std::uint32_t>(header_.line_base +
                                          static_cast<int>(adjusted % header_.line_range));
  emit();
}

void LineMachine::standard(unsigned opcode) {
  switch (opcode) {
  case kCopy:
    return emit();
  case kAdvancePc:
    return advance(program_.uleb());
  case kAdvanceLine:
    row_.line += static_cast<std::uint32_t>(program_.sleb());
    return;
  case kSetFile:
    file_ = program_.uleb();
    return;
  case kSetColumn:
    row_.column = static_cast<std::uint32_t>(program_.uleb());
    return;
  case kNegateStatement:
    row_.statement = !row_.statement;
    return;
  case kConstAddPc:
    return advance((255U - header_.opcode_base) / header_.line_range);
  case kFixedAdvancePc: // in bytes, independent of the instruction size: needed for linker
                        // relaxation
    row_.address += program_.u16();
    operation_ = 0;
    return;
  case kSetBasicBlock:
  case kSetPrologueEnd:
  case kSetEpilogueBegin:
    return;
  default: // kSetIsa, and opcodes of later versions: the header gives the number of operands to
           // skip
    for (unsigned i = 0; i < header_.opcode_lengths[opcode - 1]; ++i)
      (void)program_.uleb();
    return;
  }
}

void LineMachine::extended() {
  const std::uint64_t length = program_.uleb();
  ByteReader operands(program_.take(length));
  if (length == 0 || !program_.ok())
    return; // an extended opcode without an opcode has no effect
  switch (operands.u8()) {
  case kEndSequence:
    builder_.end_sequence(row_.address);
    return reset();
  case kSetAddress:
    row_.address = operands.remaining() <= 8 ? operands.unsigned_of(operands.remaining()) : 0;
    operation_ = 0;
    return;
  case kDefineFile: {
    const std::string_view name = operands.c_string();
    const std::uint64_t directory = operands.uleb();
    if (operands.ok() && name.size() <= kMaxElfNameBytes)
      header_.files.push_back({name, directory});
    return;
  }
  case kSetDiscriminator:
  default: // not used here, or compiler-specific
    return;
  }
}

/// One unit after its length: header and program; returns the problem, if any.
std::string read_unit(ByteReader unit, unsigned offset_bytes, const LineSections& sections,
                      LineTableBuilder& builder) {
  std::string problem;
  auto header = read_line_header(unit, offset_bytes, sections, problem);
  if (!header)
    return problem;
  builder.begin_unit();
  LineMachine(unit, *header, builder).run(problem);
  return problem;
}

} // namespace

LineTableRead read_line_sections(const LineSections& sections,
                                 const std::function<bool(std::uint64_t, std::uint64_t)>& is_code) {
  LineTableRead found;
  LineTableBuilder builder(is_code);
  ByteReader section(sections.line);
  const auto report = [&](std::size_t offset, std::string_view problem) {
    if (found.damaged_units++ == 0)
      found.problem = fmt::format("at offset {:#x}: {}", offset, problem);
  };
  while (section.remaining() > 0 && !builder.is_full()) {
    const std::size_t offset = section.position();
    std::uint64_t length = section.u32();
    const unsigned offset_bytes = length == 0xffff'ffffU ? 8 : 4;
    if (offset_bytes == 8)
      length = section.u64();
    if (length == 0 && section.ok())
      continue; // padding between the units of two object files
    const auto unit = section.take(length);
    if (!section.ok()) {
      report(offset, "the unit is cut off");
      break;
    }
    const std::string problem = read_unit(ByteReader(unit), offset_bytes, sections, builder);
    if (!problem.empty() && !builder.is_full())
      report(offset, problem);
  }
  found.limit = builder.limit();
  if (found.limit.empty())
    found.table = std::move(builder).build();
  return found;
}

} // namespace stallscope::isa::elf

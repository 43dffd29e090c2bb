#include "isa/riscv_code.hpp"
#include "riscv/csr_names.hpp"
#include "riscv/encode.hpp"
#include "riscv/register_names.hpp"

#include <fmt/format.h>

namespace stallscope::isa {

namespace riscv {

namespace {

/// Writes the operands of one instruction.
class Writer {
public:
  Writer(const Shape& shape, const Instruction& instruction, unsigned xlen,
         const Symbolizer& symbolizer, RiscvText style)
      : shape_(shape), bits_(instruction.raw), pc_(instruction.pc), xlen_(xlen),
        symbolizer_(symbolizer), style_(style) {}

  std::string write(std::string_view mnemonic, std::string_view operands) {
    std::string text(mnemonic);
    bool predecessors = true;
    bool first = true;
    for (const char letter : operands) {
      const std::string operand = this->operand(letter, predecessors);
      if (operand.empty())
        continue;
      text += first ? " " : ", ";
      text += operand;
      first = false;
    }
    return text;
  }

private:
  static std::string reg(Place place, std::uint32_t bits, RegId first = 0) {
    return std::string(kRegisterNames.at(register_at(place, bits) + first));
  }

  std::string operand(char letter, bool& predecessors) const {
    const std::int64_t value = gather(shape_.imm, bits_);
    switch (letter) {
    case 'd':
      return reg(shape_.rd, bits_);
    case 's':
      return reg(shape_.rs1, bits_);
    case 't':
      return reg(shape_.rs2, bits_);
    case 'D':
      return reg(shape_.rd, bits_, kFirstFpRegister);
    case 'S':
      return reg(shape_.rs1, bits_, kFirstFpRegister);
    case 'T':
      return reg(shape_.rs2, bits_, kFirstFpRegister);
    case 'V':
      return reg(shape_.rs3, bits_, kFirstFpRegister);
    case 'p':
      return "sp";
    case 'm':
      return fmt::format("{}({})", value, reg(shape_.rs1, bits_));
    case 'g':
      return fmt::format("({})", reg(shape_.rs1, bits_));
    case 'u':
    case 'h':
      return fmt::format("{:#x}", value);
    case 'C':
      return csr_text(static_cast<std::uint32_t>(value), xlen_);
    case 'Z':
      return std::to_string(register_at(Place::bits15, bits_));
    case 'b':
    case 'j':
      return target(value);
    case 'r':
    case 'e': {
      const std::uint32_t mode = bits_ >> 12 & 7U;
      return mode == (letter == 'r' ? 7U : 0U) ? std::string() : std::string(kRoundingNames[mode]);
    }
    case 'F': {
      const auto set = static_cast<std::size_t>(predecessors ? value >> 4 : value);
      predecessors = false;
      return std::string(kFenceSets[set & 15U]);
    }
    default: // i
      return std::to_string(value);
    }
  }

  std::string target(std::int64_t distance) const {
    std::uint64_t address = pc_ + static_cast<std::uint64_t>(distance);
    if (xlen_ == 32)
      address &= 0xffffffffU;
    const std::string name = symbolizer_ ? symbolizer_(address) : std::string();
    if (name.empty())
      return fmt::format("{:#x}", address);
    return style_ == RiscvText::exact ? name : fmt::format("{:#x} <{}>", address, name);
  }

  const Shape& shape_;
  std::uint32_t bits_;
  std::uint64_t pc_;
  unsigned xlen_;
  const Symbolizer& symbolizer_;
  RiscvText style_;
};

/// A compressed instruction written as its uncompressed form: the mnemonic without "c." and without
/// the suffix for the stack pointer, and the destination also as first source.
std::string as_long(const Encoding& e, Writer& writer) {
  std::string_view mnemonic = e.mnemonic.substr(2);
  if (mnemonic.starts_with("addi") && e.has('p'))
    mnemonic = "addi";
  else if (mnemonic.ends_with("sp"))
    mnemonic.remove_suffix(2);
  std::string operands(e.shape.text);
  if (operands == "pi")
    operands = "ppi";
  else if (e.has('d') && e.shape.rs1 == e.shape.rd)
    operands.insert(1, "s");
  return writer.write(mnemonic, operands);
}

/// Compressed instructions with these operands have no effect.
bool is_hint(const Encoding& e, std::uint32_t bits) {
  const bool no_result =
      e.has('d') && e.shape.rd == Place::bits7 && register_at(e.shape.rd, bits) == 0;
  return no_result || (e.has('h') && gather(e.shape.imm, bits) == 0);
}

std::string as_number(const Instruction& i, RiscvText style) {
  if (style == RiscvText::listing && i.size == 2 && i.raw == 0)
    return "unimp";
  return style == RiscvText::exact
             ? fmt::format(".insn {}, {:#0{}x}", i.size, i.raw, 2 + 2 * i.size)
             : fmt::format(".{}byte {:#x}", i.size, i.raw);
}

/// Some fields (of fences) are not shown in the text.
bool text_says_everything(const Encoding& e, std::uint32_t bits, unsigned xlen) {
  if (e.op != Op::fence && e.op != Op::fence_i)
    return true;
  RiscvOperands operands;
  operands.immediate = gather(e.shape.imm, bits);
  return encode(e, operands, xlen).bits == bits;
}

} // namespace

} // namespace riscv

std::string disassemble_riscv(const Instruction& i, unsigned xlen, const Symbolizer& symbolizer,
                              RiscvText style) {
  using namespace riscv;
  const Encoding* const e = encoding_of(i.raw, xlen);
  if (e == nullptr || (style == RiscvText::exact && !text_says_everything(*e, i.raw, xlen)))
    return as_number(i, style);
  if (style == RiscvText::listing) {
    if (const Alias* alias = alias_of(i.raw, xlen))
      return Writer(alias->shape, i, xlen, symbolizer, style)
          .write(alias->mnemonic, alias->shape.text);
    if (e->size() == 2 && !is_hint(*e, i.raw)) {
      Writer writer(e->shape, i, xlen, symbolizer, style);
      return as_long(*e, writer);
    }
  }
  return Writer(e->shape, i, xlen, symbolizer, style).write(e->mnemonic, e->shape.text);
}

} // namespace stallscope::isa

#include "riscv/encode.hpp"

#include "isa/riscv_code.hpp"

namespace stallscope::isa {

namespace riscv {

namespace {

/// Encodes a register at a place of the code in `bits`; false if it does not fit.
bool put_register(Place place, RegId reg, std::uint32_t& bits) {
  switch (place) {
  case Place::none:
    return true;
  case Place::ra:
    return reg == 1;
  case Place::sp:
    return reg == 2;
  case Place::short7:
  case Place::short2:
    if (reg < 8 || reg > 15)
      return false;
    bits |= static_cast<std::uint32_t>(reg - 8) << (place == Place::short7 ? 7 : 2);
    return true;
  case Place::bits7:
    bits |= static_cast<std::uint32_t>(reg) << 7;
    break;
  case Place::bits15:
    bits |= static_cast<std::uint32_t>(reg) << 15;
    break;
  case Place::bits20:
    bits |= static_cast<std::uint32_t>(reg) << 20;
    break;
  case Place::bits27:
    bits |= static_cast<std::uint32_t>(reg) << 27;
    break;
  case Place::bits2:
    bits |= static_cast<std::uint32_t>(reg) << 2;
    break;
  }
  return reg < 32;
}

bool put_fp_register(Place place, RegId reg, std::uint32_t& bits) {
  return reg >= kFirstFpRegister &&
         put_register(place, static_cast<RegId>(reg - kFirstFpRegister), bits);
}

bool put_number(Imm imm, std::int64_t value, std::uint32_t& bits) {
  bits |= scatter(imm, value);
  return fits(imm, value);
}

bool put_rounding(std::uint8_t rounding, std::uint32_t& bits) {
  bits |= static_cast<std::uint32_t>(rounding & 7U) << 12;
  return rounding <= 4 || rounding == 7;
}

bool put(const Shape& shape, char letter, const RiscvOperands& o, std::uint32_t& bits) {
  switch (letter) {
  case 'd':
    return put_register(shape.rd, o.rd, bits);
  case 's':
  case 'm':
  case 'g':
    if (!put_register(shape.rs1, o.rs1, bits))
      return false;
    return letter != 'm' || put_number(shape.imm, o.immediate, bits);
  case 't':
    return put_register(shape.rs2, o.rs2, bits);
  case 'D':
    return put_fp_register(shape.rd, o.rd, bits);
  case 'S':
    return put_fp_register(shape.rs1, o.rs1, bits);
  case 'T':
    return put_fp_register(shape.rs2, o.rs2, bits);
  case 'V':
    return put_fp_register(shape.rs3, o.rs3, bits);
  case 'C':
    return put_number(shape.imm, o.csr, bits);
  case 'Z':
    bits |= static_cast<std::uint32_t>(o.immediate & 31) << 15;
    return o.immediate >= 0 && o.immediate < 32;
  case 'r':
    return put_rounding(o.rounding.value_or(7), bits);
  case 'e':
    return put_rounding(o.rounding.value_or(0), bits);
  case 'p':
    return true;
  default: // i u h b j F
    return put_number(shape.imm, o.immediate, bits);
  }
}

} // namespace

EncodeResult encode(const Encoding& encoding, const RiscvOperands& operands, unsigned xlen) {
  EncodeResult result{encoding.pattern.match, '\0', true};
  for (const char letter : encoding.shape.text)
    if (!put(encoding.shape, letter, operands, result.bits)) {
      result.ok = false;
      result.letter = letter;
      return result;
    }
  // This code may belong to another instruction or be invalid: c.lwsp to x0, c.mv from x0.
  if (encoding_of(result.bits, xlen) != &encoding &&
      !(encoding.matches(result.bits, xlen) && encoding_of(result.bits, xlen) != nullptr &&
        encoding_of(result.bits, xlen)->op == Op::nop))
    result.ok = false;
  return result;
}

} // namespace riscv

std::optional<std::uint32_t> encode_riscv(std::string_view mnemonic, const RiscvOperands& operands,
                                          unsigned xlen) {
  const riscv::Encoding* encoding = riscv::encoding_named(mnemonic, xlen);
  if (encoding == nullptr)
    return std::nullopt;
  const riscv::EncodeResult result = riscv::encode(*encoding, operands, xlen);
  return result.ok ? std::optional(result.bits) : std::nullopt;
}

std::optional<std::uint32_t> with_immediate(const Instruction& instruction, std::int64_t immediate,
                                            unsigned xlen) {
  const riscv::Encoding* encoding = riscv::encoding_of(instruction.raw, xlen);
  if (encoding == nullptr || encoding->shape.imm == riscv::Imm::none ||
      riscv::is_constant(encoding->shape.imm) || !riscv::fits(encoding->shape.imm, immediate))
    return std::nullopt;
  const std::uint32_t bits = (instruction.raw & ~riscv::scatter(encoding->shape.imm, -1)) |
                             riscv::scatter(encoding->shape.imm, immediate);
  // Some values result in another instruction: c.addi sp, 16 is invalid, c.lui a0, 0 is reserved.
  return riscv::encoding_of(bits, xlen) == encoding ? std::optional(bits) : std::nullopt;
}

} // namespace stallscope::isa

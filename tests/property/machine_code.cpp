#include "machine_code.hpp"

#include "isa/assemble.hpp"
#include "isa/riscv_code.hpp"
#include "riscv/encode.hpp"

#include <fmt/format.h>

namespace stallscope::property {

namespace {

using isa::Instruction;
using isa::riscv::Encoding;

constexpr std::uint64_t kText = 0x10000; // where the assembler places code

isa::RiscvOperands operands_in(const Encoding& e, std::uint32_t bits) {
  const auto reg = [&](isa::riscv::Place place, char fp_letter) {
    const auto first = e.has(fp_letter) ? isa::kFirstFpRegister : RegId{0};
    return static_cast<RegId>(register_at(place, bits) + first);
  };
  isa::RiscvOperands o;
  o.rd = reg(e.shape.rd, 'D');
  o.rs1 = reg(e.shape.rs1, 'S');
  o.rs2 = reg(e.shape.rs2, 'T');
  o.rs3 = reg(e.shape.rs3, 'V');
  o.immediate = e.has('Z') ? o.rs1 : isa::riscv::gather(e.shape.imm, bits);
  o.csr = isa::riscv::gather(e.shape.imm, bits);
  o.rounding = static_cast<std::uint8_t>(bits >> 12 & 7U);
  return o;
}

/// Fields of a fence that no operand can set: reserved, to be ignored (volume I, "Memory Ordering
/// Instructions").
std::uint32_t ignored_bits(const Encoding& e) {
  if (e.op == isa::Op::fence_i)
    return 0xffff8f80;
  return e.op == isa::Op::fence && e.has('F') ? 0xf00f8f80 : 0;
}

} // namespace

std::string problem_of_code(std::uint32_t bits, unsigned xlen) {
  const Instruction i = isa::decode_riscv(bits, kText, xlen);
  const bool is_long = (bits & 3U) == 3;
  if (!is_long)
    bits &= 0xffffU;
  if (i.raw != bits || i.size != (is_long ? 4 : 2))
    return fmt::format("{:#x} was decoded as {} bytes {:#x}", bits, i.size, i.raw);
  for (const auto style : {isa::RiscvText::listing, isa::RiscvText::exact})
    if (disassemble_riscv(i, xlen, {}, style).empty())
      return fmt::format("{:#x} has no text", bits);
  const Encoding* const e = isa::riscv::encoding_of(bits, xlen);
  if ((e == nullptr) != (i.op == isa::Op::unknown))
    return fmt::format("{:#x} is in the table or decoded, but not both", bits);
  if (e == nullptr)
    return {};
  const isa::riscv::EncodeResult code = isa::riscv::encode(*e, operands_in(*e, bits), xlen);
  if (!code.ok || code.bits != (bits & ~ignored_bits(*e)))
    return fmt::format("{:#x} is {}, which encodes to {:#x}", bits, e->mnemonic, code.bits);
  return {};
}

std::string problem_of_text(std::span<const std::uint32_t> words, unsigned xlen) {
  std::string text;
  std::vector<Instruction> instructions;
  std::uint64_t pc = kText;
  for (const std::uint32_t bits : words) {
    instructions.push_back(isa::decode_riscv(bits, pc, xlen));
    text += disassemble_riscv(instructions.back(), xlen, {}, isa::RiscvText::exact) + "\n";
    pc += instructions.back().size;
  }
  if (words.empty())
    return {};
  isa::AssembleOptions options;
  options.xlen = xlen;
  const Result<isa::Program> program = isa::assemble(isa::Isa::riscv, "exact.s", text, options);
  if (!program)
    return format(program.diagnostics());
  if (program->code.size() != instructions.size())
    return fmt::format("{} instructions became {}", instructions.size(), program->code.size());
  for (std::size_t k = 0; k < instructions.size(); ++k)
    if (program->code[k].raw != instructions[k].raw || program->code[k].pc != instructions[k].pc)
      return fmt::format("{:#x} at {:#x} became {:#x} at {:#x}", instructions[k].raw,
                         instructions[k].pc, program->code[k].raw, program->code[k].pc);
  return {};
}

} // namespace stallscope::property

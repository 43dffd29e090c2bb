#pragma once

#include "isa/executor.hpp"
#include "isa/registers.hpp"

#include <catch2/catch.hpp>

#include <string>

/// Programs made of instructions instead of text, so that a test of the executor needs no
/// assembler.
namespace machine_code {

using namespace stallscope;
using namespace stallscope::isa;

inline constexpr std::uint64_t kCode = 0x1000;
inline constexpr std::uint64_t kData = 0x10000;     ///< 64 KiB, writable
inline constexpr std::uint64_t kConstants = 0x8000; ///< 4 KiB, read-only

inline Instruction three(Op op, RegId rd, RegId rs1, RegId rs2) {
  Instruction i;
  i.op = op;
  i.op_class = OpClass::integer;
  i.rd = rd;
  i.rs1 = rs1;
  i.rs2 = rs2;
  return i;
}

inline Instruction immediate(Op op, RegId rd, RegId rs1, std::int64_t imm) {
  Instruction i = three(op, rd, rs1, 0);
  i.has_immediate = true;
  i.imm = imm;
  return i;
}

inline Instruction load(Op op, RegId rd, RegId base, std::int64_t displacement) {
  Instruction i = three(op, rd, base, 0);
  i.op_class = OpClass::load;
  i.imm = displacement;
  return i;
}

inline Instruction store(Op op, RegId value, RegId base, std::int64_t displacement) {
  Instruction i = three(op, kSinkRegister, base, value);
  i.op_class = OpClass::store;
  i.imm = displacement;
  return i;
}

inline Instruction branch(Op op, RegId left, RegId right, std::uint64_t target) {
  Instruction i = three(op, kSinkRegister, left, right);
  i.op_class = OpClass::branch;
  i.target = target;
  return i;
}

inline Instruction jump(Op op, RegId rd, RegId rs1, std::uint64_t target) {
  Instruction i = three(op, rd, rs1, 0);
  i.op_class = OpClass::jump;
  i.target = target;
  return i;
}

inline Instruction syscall(Isa isa) {
  Instruction i;
  i.op = Op::syscall;
  i.op_class = OpClass::system;
  const bool is_mips = isa == Isa::mips;
  i.rs1 = is_mips ? mips::kV0 : riscv::kA7;
  i.rs2 = is_mips ? mips::kA0 : riscv::kA0;
  i.imm = is_mips ? mips::kF12 : riscv::kA2;
  i.rd = is_mips ? mips::kV0 : riscv::kA0;
  i.rd2 = is_mips ? mips::kF0 : kSinkRegister;
  return i;
}

inline Program program(Isa isa, const std::vector<Instruction>& code, unsigned xlen = 64) {
  Program p;
  p.isa = isa;
  p.xlen = xlen;
  p.register_names.resize(kFirstFlag + kFlagCount);
  std::uint64_t pc = kCode;
  for (Instruction i : code) {
    i.pc = pc;
    pc += i.size;
    p.append(i, micro_op_for(i), {"test", 1, 1});
  }
  p.entry = kCode;
  p.end_pc = pc;
  p.regions = {{"constants", kConstants, kConstants + 0x1000, false},
               {"data", kData, kData + 0x10000, true}};
  p.heap_begin = kData + 0x1000;
  p.heap_end = kData + 0x2000;
  p.finish();
  return p;
}

class Collected : public OutputSink {
public:
  void write(std::uint64_t offset, std::string_view more) override {
    CHECK(offset == text.size());
    text += more;
  }
  std::string text;
};

/// What instructions read and write is equal.
inline bool same_state(const ArchState& a, const ArchState& b) {
  return a.regs == b.regs && a.pc == b.pc && a.npc == b.npc && a.heap_end == b.heap_end &&
         a.instructions == b.instructions && a.input_used == b.input_used &&
         a.output_bytes == b.output_bytes && a.exit_code == b.exit_code && a.memory == b.memory;
}

} // namespace machine_code

#include "base/check.hpp"
#include "isa/program.hpp"
#include "isa/registers.hpp"
#include "x86/micro_ops/form.hpp"

#include <bit>

namespace stallscope::isa {

void MicroOp::add_read(RegId reg, OperandRole role) {
  if (reg == 0 || reg >= kSinkRegister)
    return;
  for (const RegisterRead& read : sources())
    if (read.reg == reg && read.role == role)
      return;
  STALLSCOPE_CHECK(read_count < kMaxReads, "a micro-op reads at most kMaxReads registers");
  reads[read_count++] = {reg, role};
}

void MicroOp::add_write(RegId reg) {
  if (reg == 0 || reg >= kSinkRegister)
    return;
  for (const RegId written : destinations())
    if (written == reg)
      return;
  STALLSCOPE_CHECK(write_count < kMaxWrites, "a micro-op writes at most kMaxWrites registers");
  writes[write_count++] = reg;
}

namespace {

/// The fields of an instruction that are operands. One row per family of operations.
enum class Shape : std::uint8_t {
  none,          ///< nop, jump, fence, breakpoint, unknown
  write,         ///< rd = value without source registers
  unary,         ///< rd = f(rs1)
  binary,        ///< rd = f(rs1, b)
  conditional,   ///< rd = f(rs1, b, rd)
  accumulate,    ///< rd, rd2 = f(rs1, b, rd, rd2)
  double_width,  ///< rd, rd2 = f(rs1, b)
  fused,         ///< rd = f(rs1, rs2, rs3)
  atomic,        ///< rd = memory[rs1]; memory[rs1] = f(rd, rs2)
  csr,           ///< rd = CSR imm; CSR = f(CSR, rs1 or constant)
  load,          ///< rd = memory[rs1 + imm]
  load_part,     ///< rd = f(memory[rs1 + imm], rd)
  store,         ///< memory[rs1 + imm] = rs2
  branch,        ///< compares rs1 and b
  branch_flag,   ///< tests rs1
  jump_register, ///< jumps to rs1, rd = return address or sink
  syscall,
};

Shape shape_of(Op op) {
  if (has_low_and_high(op))
    return Shape::double_width;
  if (accumulates(op))
    return Shape::accumulate;
  switch (op) {
  case Op::nop:
  case Op::jump:
  case Op::breakpoint:
  case Op::fence:
  case Op::unknown:
  case Op::mret:
  case Op::wfi:
  case Op::fence_i:
    return Shape::none;
  case Op::load_immediate:
  case Op::jump_link:
  case Op::csr_read:
    return Shape::write;
  case Op::move:
  case Op::clz_w:
  case Op::clo_w:
  case Op::clo:
  case Op::wsbh:
  case Op::dsbh:
  case Op::dshd:
  case Op::fsqrt_d:
  case Op::fabs_d:
  case Op::fneg_d:
  case Op::fsqrt_s:
  case Op::fabs_s:
  case Op::fneg_s:
  case Op::cvt_d_w:
  case Op::cvt_d_l:
  case Op::cvt_d_s:
  case Op::cvt_s_w:
  case Op::cvt_s_l:
  case Op::cvt_s_d:
  case Op::cvt_w_d:
  case Op::cvt_l_d:
  case Op::cvt_w_s:
  case Op::cvt_l_s:
  case Op::trunc_w_d:
  case Op::trunc_l_d:
  case Op::trunc_w_s:
  case Op::trunc_l_s:
  case Op::round_w_d:
  case Op::floor_w_d:
  case Op::ceil_w_d:
  case Op::round_w_s:
  case Op::floor_w_s:
  case Op::ceil_w_s:
  case Op::round_l_d:
  case Op::floor_l_d:
  case Op::ceil_l_d:
  case Op::round_l_s:
  case Op::floor_l_s:
  case Op::ceil_l_s:
  case Op::move_to_fp_w:
  case Op::move_from_fp_w:
  case Op::clz:
  case Op::ctz:
  case Op::ctz_w:
  case Op::cpop:
  case Op::cpop_w:
  case Op::sext_b:
  case Op::sext_h:
  case Op::zext_h:
  case Op::orc_b:
  case Op::orc_b_w:
  case Op::rev8:
  case Op::rev8_w:
  case Op::brev8:
  case Op::brev8_w:
  case Op::zip_w:
  case Op::unzip_w:
  case Op::rv_fsqrt_s:
  case Op::rv_fclass_s:
  case Op::rv_cvt_w_s:
  case Op::rv_cvt_wu_s:
  case Op::rv_cvt_l_s:
  case Op::rv_cvt_lu_s:
  case Op::rv_cvt_from_w_s:
  case Op::rv_cvt_from_wu_s:
  case Op::rv_cvt_from_l_s:
  case Op::rv_cvt_from_lu_s:
  case Op::rv_fsqrt_d:
  case Op::rv_fclass_d:
  case Op::rv_cvt_w_d:
  case Op::rv_cvt_wu_d:
  case Op::rv_cvt_l_d:
  case Op::rv_cvt_lu_d:
  case Op::rv_cvt_from_w_d:
  case Op::rv_cvt_from_wu_d:
  case Op::rv_cvt_from_l_d:
  case Op::rv_cvt_from_lu_d:
  case Op::rv_cvt_s_d:
  case Op::rv_cvt_d_s:
  case Op::rv_fmv_x_w:
  case Op::rv_fmv_w_x:
  case Op::rv_fmv_x_d:
  case Op::rv_fmv_d_x:
    return Shape::unary;
  case Op::movz:
  case Op::movn:
  case Op::insert:
  case Op::insert_w:
    return Shape::conditional;
  case Op::rv_fmadd_s:
  case Op::rv_fmsub_s:
  case Op::rv_fnmsub_s:
  case Op::rv_fnmadd_s:
  case Op::rv_fmadd_d:
  case Op::rv_fmsub_d:
  case Op::rv_fnmsub_d:
  case Op::rv_fnmadd_d:
    return Shape::fused;
  case Op::lr_w:
  case Op::lr_d:
    return Shape::load;
  case Op::sc_w:
  case Op::sc_d:
  case Op::amoswap_w:
  case Op::amoadd_w:
  case Op::amoxor_w:
  case Op::amoand_w:
  case Op::amoor_w:
  case Op::amomin_w:
  case Op::amomax_w:
  case Op::amominu_w:
  case Op::amomaxu_w:
  case Op::amoswap_d:
  case Op::amoadd_d:
  case Op::amoxor_d:
  case Op::amoand_d:
  case Op::amoor_d:
  case Op::amomin_d:
  case Op::amomax_d:
  case Op::amominu_d:
  case Op::amomaxu_d:
    return Shape::atomic;
  case Op::csr_write:
  case Op::csr_set:
  case Op::csr_clear:
    return Shape::csr;
  case Op::lb:
  case Op::lbu:
  case Op::lh:
  case Op::lhu:
  case Op::lw:
  case Op::lwu:
  case Op::ld:
  case Op::flw:
  case Op::fld:
    return Shape::load;
  case Op::lwl:
  case Op::lwr:
  case Op::ldl:
  case Op::ldr:
    return Shape::load_part;
  case Op::sb:
  case Op::sh:
  case Op::sw:
  case Op::sd:
  case Op::fsw:
  case Op::fsd:
  case Op::swl:
  case Op::swr:
  case Op::sdl:
  case Op::sdr:
    return Shape::store;
  case Op::beq:
  case Op::bne:
  case Op::blt:
  case Op::bge:
  case Op::bltu:
  case Op::bgeu:
  case Op::ble:
  case Op::bgt:
    return Shape::branch;
  case Op::branch_flag_set:
  case Op::branch_flag_clear:
    return Shape::branch_flag;
  case Op::jump_register:
  case Op::jump_link_register:
    return Shape::jump_register;
  case Op::syscall:
    return Shape::syscall;
  default:
    return Shape::binary;
  }
}

void add_syscall_operands(MicroOp& m, const Instruction& i) {
  m.add_read(i.rs2, OperandRole::execute);
  m.add_write(i.rd);
  m.add_write(i.rd2);
  if (i.has_immediate) // three-address code: the number is a constant, and there is one argument
    return;
  m.add_read(i.rs1, OperandRole::execute);
  if (i.rs3 != 0) // x86: the second argument
    m.add_read(i.rs3, OperandRole::execute);
  else if (i.rs2 != 0)
    m.add_read(static_cast<RegId>(i.rs2 + 1), OperandRole::execute);
  m.add_read(static_cast<RegId>(i.imm), OperandRole::execute);
}

/// Registers of an instruction that are operands of a micro-op.
enum Operands : unsigned {
  kRs1 = 1U << 0U,
  kRs1OrConstant = 1U << 1U, ///< read unless the instruction has a constant
  kRs2 = 1U << 2U,
  kRs2OrConstant = 1U << 3U,
  kRs3 = 1U << 4U,
  kOldRd = 1U << 5U, ///< the result keeps a part of it
  kOldRd2 = 1U << 6U,
  kRd = 1U << 7U, ///< written
  kRd2 = 1U << 8U,
};

/// Of every shape but syscall. The data of an atomic access is combined in the memory stage, but
/// travels with the address.
unsigned operands_of(Shape shape) {
  switch (shape) {
  case Shape::none:
  case Shape::syscall:
    return 0;
  case Shape::write:
    return kRd;
  case Shape::unary:
  case Shape::load:
  case Shape::jump_register:
    return kRs1 | kRd;
  case Shape::binary:
    return kRs1 | kRs2OrConstant | kRd;
  case Shape::double_width:
    return kRs1 | kRs2OrConstant | kRd | kRd2;
  case Shape::conditional:
    return kRs1 | kRs2OrConstant | kOldRd | kRd;
  case Shape::accumulate:
    return kRs1 | kRs2OrConstant | kOldRd | kOldRd2 | kRd | kRd2;
  case Shape::fused:
    return kRs1 | kRs2 | kRs3 | kRd;
  case Shape::atomic:
    return kRs1 | kRs2 | kRd;
  case Shape::csr:
    return kRs1OrConstant | kRd;
  case Shape::load_part:
    return kRs1 | kOldRd | kRd;
  case Shape::store:
    return kRs1 | kRs2;
  case Shape::branch:
    return kRs1 | kRs2OrConstant;
  case Shape::branch_flag:
    return kRs1;
  }
  return 0;
}

unsigned operands_of(const Instruction& i) {
  const unsigned operands = operands_of(shape_of(i.op));
  return i.has_immediate ? operands & ~(kRs1OrConstant | kRs2OrConstant) : operands;
}

bool is_branch(Shape shape) {
  return shape == Shape::branch || shape == Shape::branch_flag || shape == Shape::jump_register;
}

} // namespace

unsigned register_operands(const Instruction& i) {
  if (is_x86(i.op) || shape_of(i.op) == Shape::syscall)
    return micro_op_for(i).read_count;
  return static_cast<unsigned>(std::popcount(operands_of(i) & ~(kRd | kRd2)));
}

MicroOp micro_op_for(const Instruction& i) {
  if (is_x86(i.op))
    return x86::micro_op_for(i);
  MicroOp m;
  m.op_class = i.op_class;
  const Shape shape = shape_of(i.op);
  if (shape == Shape::syscall) {
    add_syscall_operands(m, i);
    return m;
  }
  const unsigned operands = operands_of(i);
  const OperandRole role = is_branch(shape) ? OperandRole::branch : OperandRole::execute;
  if ((operands & (kRs1 | kRs1OrConstant)) != 0)
    m.add_read(i.rs1, role);
  if ((operands & (kRs2 | kRs2OrConstant)) != 0)
    m.add_read(i.rs2, shape == Shape::store ? OperandRole::store_data : role);
  if ((operands & kRs3) != 0)
    m.add_read(i.rs3, role);
  if ((operands & kOldRd) != 0)
    m.add_read(i.rd, role);
  if ((operands & kOldRd2) != 0)
    m.add_read(i.rd2, role);
  if ((operands & kRd) != 0)
    m.add_write(i.rd);
  if ((operands & kRd2) != 0)
    m.add_write(i.rd2);
  return m;
}

unsigned access_bytes(const Instruction& instruction) {
  return is_x86(instruction.op) ? x86::access_bytes(instruction) : access_bytes(instruction.op);
}

bool demands_alignment(const Instruction& instruction) {
  return is_x86(instruction.op) ? x86::Form::of(instruction).aligned
                                : instruction.op_class == OpClass::atomic;
}

bool is_self_contained(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::syscall:
  case Op::breakpoint:
  case Op::mret:
  case Op::fence_i:
  case Op::unknown:
  case Op::x86_library:
  case Op::x86_rdtsc:
    return false;
  case Op::csr_read:
  case Op::csr_write:
  case Op::csr_set:
  case Op::csr_clear:
    return instruction.imm >= riscv::kCsrFflags && instruction.imm <= riscv::kCsrFcsr;
  default:
    return true;
  }
}

} // namespace stallscope::isa

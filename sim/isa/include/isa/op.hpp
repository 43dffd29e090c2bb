#pragma once

#include "isa/op_class.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stallscope::isa {

/// The notations programs are written in.
enum class Isa : std::uint8_t {
  tac,   ///< three-address code of the lecture
  mips,  ///< MIPS32 and MIPS64, as in Hennessy-Patterson, MARS and SPIM
  riscv, ///< RV32 and RV64, GNU as syntax
  x86,   ///< x86-64, AT&T syntax
};

[[nodiscard]] std::string_view name(Isa isa);
[[nodiscard]] std::optional<Isa> isa_from_name(std::string_view name);

/// Operation of an instruction, shared by all notations. Integer registers are 64 bits wide;
/// operations whose name ends in W work on the low 32 bits and sign-extend their result. RV32 and
/// MIPS32 use these, so that every register always holds a sign-extended 32-bit value. "b" is rs2,
/// or imm when has_immediate.
// clang-format off: one line per family
enum class Op : std::uint16_t {
  nop,
  // Integer: rd = rs1 op b
  add,
  sub,
  and_,
  or_,
  xor_,
  nor,
  sll,
  srl,
  sra,
  slt,
  sltu,
  seq,
  sne,
  sle,
  sleu,
  sgt,
  sgtu,
  sge,
  sgeu, ///< rd = 1 if rs1 op b, else 0
  addw,
  subw,
  sllw,
  srlw,
  sraw,
  add_overflow,
  sub_overflow, ///< 64 bits, trap Trap::overflow on signed overflow (MIPS DADD, DSUB)
  addw_overflow,
  subw_overflow, ///< as sub_overflow, 32 bits (MIPS ADD, ADDI, SUB)
  mul,
  mulh,
  mulhu,
  mulhsu,
  mulw, ///< mulh*: high 64 bits of the 128-bit product
  mulhw,
  mulhuw,
  mulhsuw, ///< high 32 bits of the 64-bit product of the low halves (RV32 MULH*)
  div,
  divu,
  rem,
  remu,
  divw,
  divuw,
  remw,
  remuw, ///< RISC-V rules: x/0 = -1 (all ones), x%0 = x, MIN/-1 = MIN, MIN%-1 = 0
  div_trap,
  rem_trap, ///< 64 bits signed, Trap::divide_by_zero when b = 0 (three-address code)
  rsub,
  rsll,
  rsrl,
  rsra,
  rdiv_trap,
  rrem_trap, ///< reversed, rd = b op rs1: a constant on the left (three-address code)
  mult,
  multu,
  multw,
  multuw, ///< MIPS: rd2:rd = rs1 * rs2; rd = LO, rd2 = HI (W: 32x32, halves sign-extended)
  divmod,
  divmodu,
  divmodw,
  divmoduw,       ///< MIPS: rd = LO = quotient, rd2 = HI = remainder; b = 0 leaves RISC-V results
  load_immediate, ///< rd = imm (li, lui, la, auipc: the assembler has computed the value)
  move,           ///< rd = rs1 (integer or FP bits)
  movz,
  movn, ///< rd = rs1 if rs2 == 0 (!= 0), else rd unchanged (rd is also a source)
  clz_w,
  clo_w, ///< count leading zeros/ones of the low 32 bits
  // MIPS32 and MIPS64. For extract and insert, imm is the position of a field's lowest bit + 256 *
  // its size.
  clo,
  extract,
  extract_w, ///< rd = the field of rs1
  insert,
  insert_w, ///< rd = rd with its field replaced by the low bits of rs1 (rd is also a source)
  wsbh,
  dsbh,
  dshd, ///< swaps the bytes of every halfword (wsbh: in the low 32 bits), reverses the halfwords
  madd_w,
  maddu_w,
  msub_w,
  msubu_w, ///< rd2:rd = rd2:rd +- rs1 * rs2, words: rd = LO, rd2 = HI (both also sources)
  // RISC-V bit manipulation (Zba, Zbb, Zbs) and Zicond; names as in the specification. Operations
  // with _w work on the low 32 bits and sign-extend (RV64's *W instructions, or RV32's plain ones).
  sh1add,
  sh2add,
  sh3add,
  sh1add_w,
  sh2add_w,
  sh3add_w, ///< rd = b + (rs1 << n)
  add_uw,
  sh1add_uw,
  sh2add_uw,
  sh3add_uw,
  slli_uw, ///< rs1 is zero-extended from 32 bits first
  andn,
  orn,
  xnor,
  clz,
  ctz,
  ctz_w,
  cpop,
  cpop_w,
  max,
  maxu,
  min,
  minu,
  sext_b,
  sext_h,
  zext_h,
  rol,
  ror,
  rol_w,
  ror_w,
  orc_b,
  orc_b_w,
  rev8,
  rev8_w,
  pack, ///< Zbkb: the lower halves of rs2 (upper half of rd) and rs1 (lower half)
  pack_w,
  packh, ///< the lowest bytes of rs2 and rs1
  brev8, ///< reverses the bits of every byte
  brev8_w,
  zip_w, ///< 32 bits: bits of the lower half to even positions, of the upper half to odd ones
  unzip_w,
  bclr,
  bext,
  binv,
  bset,
  bclr_w,
  bext_w,
  binv_w,
  bset_w,
  // RISC-V carry-less multiplication (Zbc): products of polynomials over GF(2)
  clmul,
  clmulh,
  clmulr, ///< the lower half, the upper half, bits 2 * XLEN - 2 to XLEN - 1
  clmul_w,
  clmulh_w,
  clmulr_w, ///< words, for RV32
  czero_eqz,
  czero_nez, ///< rd = b == 0 (!= 0) ? 0 : rs1
  // Memory: address = rs1 + imm (truncated to 32 bits when the program is 32-bit)
  lb,
  lbu,
  lh,
  lhu,
  lw,
  lwu,
  ld, ///< rd = loaded value, extended
  sb,
  sh,
  sw,
  sd, ///< stores the low bits of rs2
  lwl,
  lwr,
  ldl,
  ldr, ///< MIPS, little-endian: loads the upper or lower part of an unaligned word into that part
       ///< of rd
  swl,
  swr,
  sdl,
  sdr, ///< stores that part; bytes as in executor_mips.hpp
  // Atomics (RISC-V A): address = rs1, naturally aligned; _w sign-extends the loaded value
  lr_w,
  lr_d, ///< rd = memory[rs1], and sets the reservation
  sc_w,
  sc_d, ///< if reserved: memory[rs1] = rs2, rd = 0; otherwise rd = 1
  amoswap_w,
  amoadd_w,
  amoxor_w,
  amoand_w,
  amoor_w,
  amomin_w,
  amomax_w,
  amominu_w,
  amomaxu_w,
  amoswap_d,
  amoadd_d,
  amoxor_d,
  amoand_d,
  amoor_d,
  amomin_d,
  amomax_d,
  amominu_d,
  amomaxu_d, ///< rd = memory[rs1]; memory[rs1] = rd op rs2
  // Control: branches compare rs1 with b; `target` is the branch target
  beq,
  bne,
  blt,
  bge,
  bltu,
  bgeu,
  ble,
  bgt,
  jump,               ///< goto target
  jump_link,          ///< rd = return address; goto target
  jump_register,      ///< goto rs1 + imm
  jump_link_register, ///< rd = return address; goto rs1 + imm (with the RISC-V rule: bit 0 cleared)
  branch_flag_set,
  branch_flag_clear, ///< FP condition flag rs1 (0 or 1): MIPS bc1t, bc1f
  // FP, double (d) and single (s); registers hold IEEE bits, singles in the low half (NaN-boxed for
  // RISC-V)
  fadd_d,
  fsub_d,
  fmul_d,
  fdiv_d,
  fsqrt_d,
  fabs_d,
  fneg_d,
  fadd_s,
  fsub_s,
  fmul_s,
  fdiv_s,
  fsqrt_s,
  fabs_s,
  fneg_s,
  fcmp_eq_d,
  fcmp_lt_d,
  fcmp_le_d,
  fcmp_eq_s,
  fcmp_lt_s,
  fcmp_le_s, ///< rd (a flag or an integer register) = 0 or 1
  fcmp_un_d,
  fcmp_ueq_d,
  fcmp_ult_d,
  fcmp_ule_d,
  fcmp_un_s,
  fcmp_ueq_s,
  fcmp_ult_s,
  fcmp_ule_s, ///< rd = 0 or 1; 1 also for unordered operands (un: only then)
  fcmp_ne_d,
  fcmp_ne_s,
  cvt_d_w,
  cvt_d_l,
  cvt_d_s,
  cvt_s_w,
  cvt_s_l,
  cvt_s_d, ///< to d/s from integer bits or from s/d in an FP register
  cvt_w_d,
  cvt_l_d,
  cvt_w_s,
  cvt_l_s, ///< to integer bits in an FP register, rounding to nearest even
  trunc_w_d,
  trunc_l_d,
  trunc_w_s,
  trunc_l_s,
  round_w_d,
  floor_w_d,
  ceil_w_d,
  round_w_s,
  floor_w_s,
  ceil_w_s,
  round_l_d,
  floor_l_d,
  ceil_l_d,
  round_l_s,
  floor_l_s,
  ceil_l_s,
  move_to_fp_w,
  move_from_fp_w, ///< low 32 bits between integer and FP register (mtc1, mfc1)
  flw,
  fsw,
  fld,
  fsd, ///< FP loads and stores
  // RISC-V F and D: exact results, rounding mode in Instruction::rounding, flags or-ed into the
  // register riscv::kFcsr; singles NaN-boxed. cvt_w: FP to integer; cvt_from_w: integer to FP.
  rv_fadd_s,
  rv_fsub_s,
  rv_fmul_s,
  rv_fdiv_s,
  rv_fsqrt_s,
  rv_fmadd_s,
  rv_fmsub_s,
  rv_fnmsub_s,
  rv_fnmadd_s,
  rv_fsgnj_s,
  rv_fsgnjn_s,
  rv_fsgnjx_s,
  rv_fmin_s,
  rv_fmax_s,
  rv_feq_s,
  rv_flt_s,
  rv_fle_s,
  rv_fclass_s,
  rv_cvt_w_s,
  rv_cvt_wu_s,
  rv_cvt_l_s,
  rv_cvt_lu_s,
  rv_cvt_from_w_s,
  rv_cvt_from_wu_s,
  rv_cvt_from_l_s,
  rv_cvt_from_lu_s,
  rv_fadd_d,
  rv_fsub_d,
  rv_fmul_d,
  rv_fdiv_d,
  rv_fsqrt_d,
  rv_fmadd_d,
  rv_fmsub_d,
  rv_fnmsub_d,
  rv_fnmadd_d,
  rv_fsgnj_d,
  rv_fsgnjn_d,
  rv_fsgnjx_d,
  rv_fmin_d,
  rv_fmax_d,
  rv_feq_d,
  rv_flt_d,
  rv_fle_d,
  rv_fclass_d,
  rv_cvt_w_d,
  rv_cvt_wu_d,
  rv_cvt_l_d,
  rv_cvt_lu_d,
  rv_cvt_from_w_d,
  rv_cvt_from_wu_d,
  rv_cvt_from_l_d,
  rv_cvt_from_lu_d,
  rv_cvt_s_d,
  rv_cvt_d_s,
  rv_fmv_x_w,
  rv_fmv_w_x,
  rv_fmv_x_d,
  rv_fmv_d_x, ///< copies bits between integer and FP register
  // System
  syscall,    ///< system call of the program's environment
  breakpoint, ///< stops the run (ebreak, break)
  fence,      ///< orders memory; no effect on one core
  csr_read,   ///< rd = counter `imm` (a CSR number): cycle, time, instret and their high halves
  csr_write,  ///< rd = CSR `imm`; CSR = b (csrrw, csrrwi). b is `target` when has_immediate
  csr_set,    ///< rd = CSR; CSR |= b
  csr_clear,  ///< rd = CSR; CSR &= ~b
  mret,       ///< returns from a trap handler
  wfi,        ///< waits for an interrupt; without interrupts no effect
  fence_i,    ///< later fetches see earlier stores
  // x86-64. The destination, the memory operand and the widths are encoded as x86::Form in
  // Instruction::raw. `left` is the first source, for most operations the destination's old value;
  // `right` the second: in AT&T notation `op right, destination`.
  x86_mov, ///< result = right; also integer and FP loads and stores
  x86_movzx,
  x86_movsx,
  x86_lea, ///< result = the address of the memory operand
  x86_add,
  x86_adc,
  x86_sub,
  x86_sbb,
  x86_cmp, ///< flags of left - right
  x86_and,
  x86_or,
  x86_xor,
  x86_test, ///< flags of left & right
  x86_inc,
  x86_dec,
  x86_neg,
  x86_not,
  x86_imul,      ///< result = low half of left * right
  x86_mul_wide,  ///< rdx:rax = rax * right
  x86_imul_wide, ///< rdx:rax = rax * right, signed
  x86_div,       ///< rax = rdx:rax / right, rdx = remainder
  x86_idiv,      ///< as div, signed
  x86_shl,
  x86_shr,
  x86_sar,
  x86_rol,
  x86_ror,
  x86_rcl, ///< rotates left and CF together to the left
  x86_rcr,
  x86_adcx,        ///< ADX: left + right + CF, writes only CF
  x86_adox,        ///< ADX: left + right + OF, writes only OF
  x86_bt,          ///< CF = bit `right` of left
  x86_bts,         ///< as bt, and sets the bit
  x86_btr,         ///< as bt, and clears the bit
  x86_btc,         ///< as bt, and inverts the bit
  x86_stc,         ///< CF = 1
  x86_clc,         ///< CF = 0
  x86_cmc,         ///< CF = not CF
  x86_lahf,        ///< ah = SF, ZF, AF, PF and CF
  x86_sahf,        ///< SF, ZF, AF, PF and CF = ah
  x86_read_flags,  ///< result = all flags, as pushf stores them
  x86_write_flags, ///< all flags = right, as popf loads them
  x86_set_mxcsr,   ///< ldmxcsr: right must be the default value, otherwise illegal
  x86_bit_word,    ///< left + offset in bytes of the word with bit number `right`
  x86_differ,      ///< left ^ right, flags unchanged
  x86_equal_pair,  ///< ZF = left == right and the third operand is 0; other flags unchanged
  x86_shld,        ///< left shifted left, filled with the upper bits of right; count: imm, or %cl
                   ///< (Form::third)
  x86_shrd,        ///< shifted right, filled with the lower bits of right
  x86_shlx,        ///< BMI2: shifts without changes of flags
  x86_shrx,
  x86_sarx,
  x86_rorx,
  x86_andn,   ///< BMI1: ~left & right
  x86_blsi,   ///< the lowest set bit of right
  x86_blsr,   ///< right without its lowest set bit
  x86_blsmsk, ///< ones up to and including the lowest set bit of right
  x86_bzhi,   ///< left with the bits from number `right` on cleared
  x86_bextr,  ///< bit field of left: start in bits 0 to 7 of right, length in bits 8 to 15
  x86_mulx,   ///< rd:rd2 = rdx * right
  x86_movbe,  ///< result = right with its bytes reversed; one operand is in memory
  x86_bsf,
  x86_bsr,
  x86_tzcnt,
  x86_lzcnt,
  x86_popcnt,
  x86_pdep,  ///< BMI2: deposits the low bits of left at the set bits of right
  x86_pext,  ///< extracts the bits of left at the set bits of right
  x86_crc32, ///< CRC32-C of left and the bytes of right
  x86_bswap,
  x86_sign,    ///< result = sign bit of right in all bits: cqto, cltd, cwtd
  x86_set,     ///< result = condition, 0 or 1
  x86_cmov,    ///< result = condition ? right : left
  x86_xchg,    ///< exchanges a register and the left operand
  x86_xadd,    ///< memory += right; right = old memory
  x86_cmpxchg, ///< if memory == rax: memory = right; rax = old memory
  x86_branch,
  x86_branch_rcx, ///< jrcxz: when rcx is 0
  x86_jump_indirect,
  x86_call,          ///< to target
  x86_call_indirect, ///< to right
  x86_ret,           ///< imm: bytes of arguments removed
  x86_prefetch,      ///< a load without result that never faults
  x86_rdtsc,         ///< edx:eax = the cycle; imm 1, rdtscp: also ecx = 0, the core number
  x86_push,
  x86_pop,
  x86_leave,
  x86_library, ///< a C library function provided by the platform, numbered by imm
  x86_fmerge,  ///< low 32 bits of right replace those of left: movss between registers
  x86_fadd,
  x86_fsub,
  x86_fmul,
  x86_fdiv,
  x86_fmin,
  x86_fmax,
  x86_fsqrt,
  x86_freciprocal,      ///< rcpss: approximation of 1 / right
  x86_freciprocal_root, ///< rsqrtss: approximation of 1 / sqrt(right)
  x86_fcompare,         ///< sets flags: ucomis, comis
  x86_cvt_integer,      ///< integer to FP
  x86_cvt_trunc,        ///< FP to integer, towards zero
  x86_cvt_round,        ///< FP to integer, to nearest even
  x86_cvt_float,        ///< between double and single
  x86_x87,              ///< x87 operation: x86::X87 in Form
  x86_packed,           ///< operation on whole xmm registers: x86::Packed in Form
  unknown,              ///< not an instruction: Trap::illegal when executed
};
// clang-format on

inline constexpr std::size_t kOpCount = static_cast<std::size_t>(Op::unknown) + 1;

/// MIPS' mult and div families, which write two results to rd (LO) and rd2 (HI).
[[nodiscard]] constexpr bool has_low_and_high(Op op) {
  return op >= Op::mult && op <= Op::divmoduw;
}
/// MIPS' madd and msub, which add to LO and HI.
[[nodiscard]] constexpr bool accumulates(Op op) {
  return op >= Op::madd_w && op <= Op::msubu_w;
}

[[nodiscard]] constexpr bool is_x86(Op op) {
  return op >= Op::x86_mov && op <= Op::x86_packed;
}

/// Bytes of memory accessed by an operation; 0 for none, and for x86, where the instruction
/// determines the size (Effect::bytes).
[[nodiscard]] constexpr unsigned access_bytes(Op op) {
  switch (op) {
  case Op::lb:
  case Op::lbu:
  case Op::sb:
    return 1;
  case Op::lh:
  case Op::lhu:
  case Op::sh:
    return 2;
  case Op::lw:
  case Op::lwu:
  case Op::sw:
  case Op::flw:
  case Op::fsw:
  case Op::lr_w:
  case Op::sc_w:
  case Op::lwl: // part of an aligned word
  case Op::lwr:
  case Op::swl:
  case Op::swr:
    return 4;
  case Op::ld:
  case Op::sd:
  case Op::fld:
  case Op::fsd:
  case Op::lr_d:
  case Op::sc_d:
  case Op::ldl:
  case Op::ldr:
  case Op::sdl:
  case Op::sdr:
    return 8;
  default:
    return op >= Op::amoswap_w && op <= Op::amomaxu_w   ? 4
           : op >= Op::amoswap_d && op <= Op::amomaxu_d ? 8
                                                        : 0;
  }
}

/// The refinement of the class that an operation belongs to, or the class itself.
[[nodiscard]] OpClass refined_class(Op op, OpClass op_class);

} // namespace stallscope::isa

#include "riscv/patterns.hpp"

// Source: The RISC-V Instruction Set Manual, volume I, chapters of F and D, and the instruction
// listings.
namespace stallscope::isa::riscv {

namespace {

constexpr std::uint32_t kOpFp = 0x53;

constexpr Shape kFpThree{"DST", Place::bits7, Place::bits15, Place::bits20};
constexpr Shape kFpThreeRounded{"DSTr", Place::bits7, Place::bits15, Place::bits20};
constexpr Shape kFpTwoRounded{"DSr", Place::bits7, Place::bits15};
constexpr Shape kFpWiden{"DSe", Place::bits7, Place::bits15};
constexpr Shape kFused{"DSTVr", Place::bits7, Place::bits15, Place::bits20, Place::bits27};
constexpr Shape kFpCompare{"dST", Place::bits7, Place::bits15, Place::bits20};
constexpr Shape kFromFp{"dS", Place::bits7, Place::bits15};
constexpr Shape kToFp{"Ds", Place::bits7, Place::bits15};
constexpr Shape kConvertToInteger{"dSr", Place::bits7, Place::bits15};
constexpr Shape kConvertFromInteger{"Dsr", Place::bits7, Place::bits15};
constexpr Shape kConvertExactly{"Dse", Place::bits7, Place::bits15};
constexpr Shape kFpLoad{"Dm", Place::bits7, Place::bits15, Place::none, Place::none, Imm::i};
constexpr Shape kFpStore{"Tm", Place::none, Place::bits15, Place::bits20, Place::none, Imm::s};

/// Bits 12 to 14 are the rounding mode.
constexpr Pattern rounded(std::uint32_t funct7) {
  return {kOpFp | funct7 << 25, 0xfe00007f};
}
/// Bits 20 to 24 select the kind of conversion.
constexpr Pattern converted(std::uint32_t funct7, std::uint32_t rs2) {
  return {kOpFp | funct7 << 25 | rs2 << 20, 0xfff0007f};
}
constexpr Pattern fused(std::uint32_t opcode, std::uint32_t format) {
  return {opcode | format << 25, 0x0600007f};
}

void add_single(std::vector<Encoding>& all) {
  constexpr Extension kF = Extension::f;
  const Encoding rows[] = {
      {"flw", kFpLoad, with_funct3(0x07, 2), Op::flw, OpClass::fp_load, kF},
      {"fsw", kFpStore, with_funct3(0x27, 2), Op::fsw, OpClass::fp_store, kF},
      {"fmadd.s", kFused, fused(0x43, 0), Op::rv_fmadd_s, OpClass::fp_fused, kF},
      {"fmsub.s", kFused, fused(0x47, 0), Op::rv_fmsub_s, OpClass::fp_fused, kF},
      {"fnmsub.s", kFused, fused(0x4b, 0), Op::rv_fnmsub_s, OpClass::fp_fused, kF},
      {"fnmadd.s", kFused, fused(0x4f, 0), Op::rv_fnmadd_s, OpClass::fp_fused, kF},
      {"fadd.s", kFpThreeRounded, rounded(0x00), Op::rv_fadd_s, OpClass::fp_add, kF},
      {"fsub.s", kFpThreeRounded, rounded(0x04), Op::rv_fsub_s, OpClass::fp_add, kF},
      {"fmul.s", kFpThreeRounded, rounded(0x08), Op::rv_fmul_s, OpClass::fp_multiply, kF},
      {"fdiv.s", kFpThreeRounded, rounded(0x0c), Op::rv_fdiv_s, OpClass::fp_divide, kF},
      {"fsqrt.s", kFpTwoRounded, converted(0x2c, 0), Op::rv_fsqrt_s, OpClass::fp_divide, kF},
      {"fsgnj.s", kFpThree, with_funct7(kOpFp, 0, 0x10), Op::rv_fsgnj_s, OpClass::fp_move, kF},
      {"fsgnjn.s", kFpThree, with_funct7(kOpFp, 1, 0x10), Op::rv_fsgnjn_s, OpClass::fp_move, kF},
      {"fsgnjx.s", kFpThree, with_funct7(kOpFp, 2, 0x10), Op::rv_fsgnjx_s, OpClass::fp_move, kF},
      {"fmin.s", kFpThree, with_funct7(kOpFp, 0, 0x14), Op::rv_fmin_s, OpClass::fp_compare, kF},
      {"fmax.s", kFpThree, with_funct7(kOpFp, 1, 0x14), Op::rv_fmax_s, OpClass::fp_compare, kF},
      {"feq.s", kFpCompare, with_funct7(kOpFp, 2, 0x50), Op::rv_feq_s, OpClass::fp_compare, kF},
      {"flt.s", kFpCompare, with_funct7(kOpFp, 1, 0x50), Op::rv_flt_s, OpClass::fp_compare, kF},
      {"fle.s", kFpCompare, with_funct7(kOpFp, 0, 0x50), Op::rv_fle_s, OpClass::fp_compare, kF},
      {"fclass.s", kFromFp, with_funct12(kOpFp, 1, 0xe00), Op::rv_fclass_s, OpClass::fp_compare,
       kF},
      {"fcvt.w.s", kConvertToInteger, converted(0x60, 0), Op::rv_cvt_w_s, OpClass::fp_convert, kF},
      {"fcvt.wu.s", kConvertToInteger, converted(0x60, 1), Op::rv_cvt_wu_s, OpClass::fp_convert,
       kF},
      {"fcvt.l.s", kConvertToInteger, converted(0x60, 2), Op::rv_cvt_l_s, OpClass::fp_convert, kF,
       kRv64},
      {"fcvt.lu.s", kConvertToInteger, converted(0x60, 3), Op::rv_cvt_lu_s, OpClass::fp_convert, kF,
       kRv64},
      {"fcvt.s.w", kConvertFromInteger, converted(0x68, 0), Op::rv_cvt_from_w_s,
       OpClass::fp_convert, kF},
      {"fcvt.s.wu", kConvertFromInteger, converted(0x68, 1), Op::rv_cvt_from_wu_s,
       OpClass::fp_convert, kF},
      {"fcvt.s.l", kConvertFromInteger, converted(0x68, 2), Op::rv_cvt_from_l_s,
       OpClass::fp_convert, kF, kRv64},
      {"fcvt.s.lu", kConvertFromInteger, converted(0x68, 3), Op::rv_cvt_from_lu_s,
       OpClass::fp_convert, kF, kRv64},
      {"fmv.x.w", kFromFp, with_funct12(kOpFp, 0, 0xe00), Op::rv_fmv_x_w, OpClass::fp_move, kF},
      {"fmv.w.x", kToFp, with_funct12(kOpFp, 0, 0xf00), Op::rv_fmv_w_x, OpClass::fp_move, kF},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_double(std::vector<Encoding>& all) {
  constexpr Extension kD = Extension::d;
  const Encoding rows[] = {
      {"fld", kFpLoad, with_funct3(0x07, 3), Op::fld, OpClass::fp_load, kD},
      {"fsd", kFpStore, with_funct3(0x27, 3), Op::fsd, OpClass::fp_store, kD},
      {"fmadd.d", kFused, fused(0x43, 1), Op::rv_fmadd_d, OpClass::fp_fused, kD},
      {"fmsub.d", kFused, fused(0x47, 1), Op::rv_fmsub_d, OpClass::fp_fused, kD},
      {"fnmsub.d", kFused, fused(0x4b, 1), Op::rv_fnmsub_d, OpClass::fp_fused, kD},
      {"fnmadd.d", kFused, fused(0x4f, 1), Op::rv_fnmadd_d, OpClass::fp_fused, kD},
      {"fadd.d", kFpThreeRounded, rounded(0x01), Op::rv_fadd_d, OpClass::fp_add, kD},
      {"fsub.d", kFpThreeRounded, rounded(0x05), Op::rv_fsub_d, OpClass::fp_add, kD},
      {"fmul.d", kFpThreeRounded, rounded(0x09), Op::rv_fmul_d, OpClass::fp_multiply, kD},
      {"fdiv.d", kFpThreeRounded, rounded(0x0d), Op::rv_fdiv_d, OpClass::fp_divide, kD},
      {"fsqrt.d", kFpTwoRounded, converted(0x2d, 0), Op::rv_fsqrt_d, OpClass::fp_divide, kD},
      {"fsgnj.d", kFpThree, with_funct7(kOpFp, 0, 0x11), Op::rv_fsgnj_d, OpClass::fp_move, kD},
      {"fsgnjn.d", kFpThree, with_funct7(kOpFp, 1, 0x11), Op::rv_fsgnjn_d, OpClass::fp_move, kD},
      {"fsgnjx.d", kFpThree, with_funct7(kOpFp, 2, 0x11), Op::rv_fsgnjx_d, OpClass::fp_move, kD},
      {"fmin.d", kFpThree, with_funct7(kOpFp, 0, 0x15), Op::rv_fmin_d, OpClass::fp_compare, kD},
      {"fmax.d", kFpThree, with_funct7(kOpFp, 1, 0x15), Op::rv_fmax_d, OpClass::fp_compare, kD},
      {"fcvt.s.d", kFpTwoRounded, converted(0x20, 1), Op::rv_cvt_s_d, OpClass::fp_convert, kD},
      {"fcvt.d.s", kFpWiden, converted(0x21, 0), Op::rv_cvt_d_s, OpClass::fp_convert, kD},
      {"feq.d", kFpCompare, with_funct7(kOpFp, 2, 0x51), Op::rv_feq_d, OpClass::fp_compare, kD},
      {"flt.d", kFpCompare, with_funct7(kOpFp, 1, 0x51), Op::rv_flt_d, OpClass::fp_compare, kD},
      {"fle.d", kFpCompare, with_funct7(kOpFp, 0, 0x51), Op::rv_fle_d, OpClass::fp_compare, kD},
      {"fclass.d", kFromFp, with_funct12(kOpFp, 1, 0xe20), Op::rv_fclass_d, OpClass::fp_compare,
       kD},
      {"fcvt.w.d", kConvertToInteger, converted(0x61, 0), Op::rv_cvt_w_d, OpClass::fp_convert, kD},
      {"fcvt.wu.d", kConvertToInteger, converted(0x61, 1), Op::rv_cvt_wu_d, OpClass::fp_convert,
       kD},
      {"fcvt.l.d", kConvertToInteger, converted(0x61, 2), Op::rv_cvt_l_d, OpClass::fp_convert, kD,
       kRv64},
      {"fcvt.lu.d", kConvertToInteger, converted(0x61, 3), Op::rv_cvt_lu_d, OpClass::fp_convert, kD,
       kRv64},
      {"fcvt.d.w", kConvertExactly, converted(0x69, 0), Op::rv_cvt_from_w_d, OpClass::fp_convert,
       kD},
      {"fcvt.d.wu", kConvertExactly, converted(0x69, 1), Op::rv_cvt_from_wu_d, OpClass::fp_convert,
       kD},
      {"fcvt.d.l", kConvertFromInteger, converted(0x69, 2), Op::rv_cvt_from_l_d,
       OpClass::fp_convert, kD, kRv64},
      {"fcvt.d.lu", kConvertFromInteger, converted(0x69, 3), Op::rv_cvt_from_lu_d,
       OpClass::fp_convert, kD, kRv64},
      {"fmv.x.d", kFromFp, with_funct12(kOpFp, 0, 0xe20), Op::rv_fmv_x_d, OpClass::fp_move, kD,
       kRv64},
      {"fmv.d.x", kToFp, with_funct12(kOpFp, 0, 0xf20), Op::rv_fmv_d_x, OpClass::fp_move, kD,
       kRv64},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

} // namespace

void add_fp_encodings(std::vector<Encoding>& all) {
  add_single(all);
  add_double(all);
}

} // namespace stallscope::isa::riscv

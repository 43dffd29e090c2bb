#include "riscv/patterns.hpp"

// Source: The RISC-V Instruction Set Manual, volume I, chapter of the C extension: each row is the
// instruction that the manual defines as its expansion. Hints (without visible results) are
// instructions; reserved code is not.
namespace stallscope::isa::riscv {

namespace {

/// Bits 0 and 1 are the quadrant, bits 13 to 15 funct3.
constexpr Pattern compressed(std::uint32_t quadrant, std::uint32_t funct3, std::uint32_t mask = 0,
                             std::uint32_t match = 0) {
  return {quadrant | funct3 << 13 | match, 0xe003 | mask};
}

constexpr std::uint32_t kCRs2 = 31U << 2;
constexpr std::uint32_t kCRd = 31U << 7;
constexpr std::uint32_t kShamtHigh = 1U << 12;

constexpr Shape kLoadWord{"dm",        Place::short2, Place::short7,
                          Place::none, Place::none,   Imm::c_word};
constexpr Shape kLoadDouble{"dm",        Place::short2, Place::short7,
                            Place::none, Place::none,   Imm::c_double};
constexpr Shape kFpLoadWord{"Dm",        Place::short2, Place::short7,
                            Place::none, Place::none,   Imm::c_word};
constexpr Shape kFpLoadDouble{"Dm",        Place::short2, Place::short7,
                              Place::none, Place::none,   Imm::c_double};
constexpr Shape kStoreWord{"tm",          Place::none, Place::short7,
                           Place::short2, Place::none, Imm::c_word};
constexpr Shape kStoreDouble{"tm",          Place::none, Place::short7,
                             Place::short2, Place::none, Imm::c_double};
constexpr Shape kFpStoreWord{"Tm",          Place::none, Place::short7,
                             Place::short2, Place::none, Imm::c_word};
constexpr Shape kFpStoreDouble{"Tm",          Place::none, Place::short7,
                               Place::short2, Place::none, Imm::c_double};
constexpr Shape kSpLoadWord{"dm", Place::bits7, Place::sp, Place::none, Place::none, Imm::c_lwsp};
constexpr Shape kSpLoadDouble{"dm", Place::bits7, Place::sp, Place::none, Place::none, Imm::c_ldsp};
constexpr Shape kSpFpLoadWord{"Dm", Place::bits7, Place::sp, Place::none, Place::none, Imm::c_lwsp};
constexpr Shape kSpFpLoadDouble{"Dm",        Place::bits7, Place::sp,
                                Place::none, Place::none,  Imm::c_ldsp};
constexpr Shape kSpStoreWord{"tm", Place::none, Place::sp, Place::bits2, Place::none, Imm::c_swsp};
constexpr Shape kSpStoreDouble{"tm",         Place::none, Place::sp,
                               Place::bits2, Place::none, Imm::c_sdsp};
constexpr Shape kSpFpStoreWord{"Tm",         Place::none, Place::sp,
                               Place::bits2, Place::none, Imm::c_swsp};
constexpr Shape kSpFpStoreDouble{"Tm",         Place::none, Place::sp,
                                 Place::bits2, Place::none, Imm::c_sdsp};
constexpr Shape kAddImmediate{"di", Place::bits7, Place::bits7, Place::none, Place::none, Imm::c_i};
constexpr Shape kLoadImmediate{"di", Place::bits7, Place::none, Place::none, Place::none, Imm::c_i};
constexpr Shape kLoadUpper{"du", Place::bits7, Place::none, Place::none, Place::none, Imm::c_upper};
constexpr Shape kShiftLeft{"dh",        Place::bits7, Place::bits7,
                           Place::none, Place::none,  Imm::c_shift};
constexpr Shape kShiftRight{"dh",        Place::short7, Place::short7,
                            Place::none, Place::none,   Imm::c_shift};
constexpr Shape kAndImmediate{"di",        Place::short7, Place::short7,
                              Place::none, Place::none,   Imm::c_i};
constexpr Shape kShortThree{"dt", Place::short7, Place::short7, Place::short2};
constexpr Shape kMove{"dt", Place::bits7, Place::none, Place::bits2};
constexpr Shape kAdd{"dt", Place::bits7, Place::bits7, Place::bits2};
constexpr Shape kJumpTo{"j", Place::none, Place::none, Place::none, Place::none, Imm::c_j};
constexpr Shape kCall{"j", Place::ra, Place::none, Place::none, Place::none, Imm::c_j};
constexpr Shape kJumpRegister{"s", Place::none, Place::bits7};
constexpr Shape kCallRegister{"s", Place::ra, Place::bits7};
constexpr Shape kBranchZero{"sb", Place::none, Place::short7, Place::none, Place::none, Imm::c_b};
constexpr Shape kAddSp{"pi", Place::sp, Place::sp, Place::none, Place::none, Imm::c_sp_add};
constexpr Shape kAddToSp{"dpi", Place::short2, Place::sp, Place::none, Place::none, Imm::c_sp_to};

void add_memory(std::vector<Encoding>& all) {
  constexpr Extension kC = Extension::c;
  constexpr OpClass kLoads = OpClass::load;
  constexpr OpClass kStores = OpClass::store;
  constexpr OpClass kFpLoads = OpClass::fp_load;
  constexpr OpClass kFpStores = OpClass::fp_store;
  const Encoding rows[] = {
      {"c.lw", kLoadWord, compressed(0, 2), Op::lw, kLoads, kC},
      {"c.sw", kStoreWord, compressed(0, 6), Op::sw, kStores, kC},
      {"c.ld", kLoadDouble, compressed(0, 3), Op::ld, kLoads, kC, kRv64},
      {"c.sd", kStoreDouble, compressed(0, 7), Op::sd, kStores, kC, kRv64},
      {"c.flw", kFpLoadWord, compressed(0, 3), Op::flw, kFpLoads, kC, kRv32},
      {"c.fsw", kFpStoreWord, compressed(0, 7), Op::fsw, kFpStores, kC, kRv32},
      {"c.fld", kFpLoadDouble, compressed(0, 1), Op::fld, kFpLoads, kC},
      {"c.fsd", kFpStoreDouble, compressed(0, 5), Op::fsd, kFpStores, kC},
      {"c.lwsp", kSpLoadWord, compressed(2, 2), Op::lw, kLoads, kC, kRv32And64, kRdNotZero},
      {"c.swsp", kSpStoreWord, compressed(2, 6), Op::sw, kStores, kC},
      {"c.ldsp", kSpLoadDouble, compressed(2, 3), Op::ld, kLoads, kC, kRv64, kRdNotZero},
      {"c.sdsp", kSpStoreDouble, compressed(2, 7), Op::sd, kStores, kC, kRv64},
      {"c.flwsp", kSpFpLoadWord, compressed(2, 3), Op::flw, kFpLoads, kC, kRv32},
      {"c.fswsp", kSpFpStoreWord, compressed(2, 7), Op::fsw, kFpStores, kC, kRv32},
      {"c.fldsp", kSpFpLoadDouble, compressed(2, 1), Op::fld, kFpLoads, kC},
      {"c.fsdsp", kSpFpStoreDouble, compressed(2, 5), Op::fsd, kFpStores, kC},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_arithmetic(std::vector<Encoding>& all) {
  constexpr Extension kC = Extension::c;
  constexpr std::uint32_t kArithmetic = 0x1c60; // bits 10 to 12, 5 and 6
  const Encoding rows[] = {
      {"c.addi4spn", kAddToSp, compressed(0, 0), Op::add, kInteger, kC, kRv32And64, kImmNotZero},
      {"c.nop", kNoOperands, exactly(0x0001), Op::nop, OpClass::nop, kC},
      {"c.addi", kAddImmediate, compressed(1, 0), Op::add, kInteger, kC},
      {"c.addiw", kAddImmediate, compressed(1, 1), Op::addw, kInteger, kC, kRv64, kRdNotZero},
      {"c.li", kLoadImmediate, compressed(1, 2), Op::add, kInteger, kC},
      {"c.addi16sp", kAddSp, compressed(1, 3, kCRd, 2U << 7), Op::add, kInteger, kC, kRv32And64,
       kImmNotZero},
      {"c.lui", kLoadUpper, compressed(1, 3), Op::load_immediate, kInteger, kC, kRv32And64,
       kImmNotZero | kRdNotSp},
      {"c.slli", kShiftLeft, compressed(2, 0, kShamtHigh), Op::sll, kShift, kC, kRv32},
      {"c.srli", kShiftRight, compressed(1, 4, 0x0c00 | kShamtHigh, 0), Op::srl, kShift, kC, kRv32},
      {"c.srai", kShiftRight, compressed(1, 4, 0x0c00 | kShamtHigh, 0x0400), Op::sra, kShift, kC,
       kRv32},
      {"c.slli", kShiftLeft, compressed(2, 0), Op::sll, kShift, kC, kRv64},
      {"c.srli", kShiftRight, compressed(1, 4, 0x0c00, 0), Op::srl, kShift, kC, kRv64},
      {"c.srai", kShiftRight, compressed(1, 4, 0x0c00, 0x0400), Op::sra, kShift, kC, kRv64},
      {"c.andi", kAndImmediate, compressed(1, 4, 0x0c00, 0x0800), Op::and_, kInteger, kC},
      {"c.sub", kShortThree, compressed(1, 4, kArithmetic, 0x0c00), Op::sub, kInteger, kC},
      {"c.xor", kShortThree, compressed(1, 4, kArithmetic, 0x0c20), Op::xor_, kInteger, kC},
      {"c.or", kShortThree, compressed(1, 4, kArithmetic, 0x0c40), Op::or_, kInteger, kC},
      {"c.and", kShortThree, compressed(1, 4, kArithmetic, 0x0c60), Op::and_, kInteger, kC},
      {"c.subw", kShortThree, compressed(1, 4, kArithmetic, 0x1c00), Op::subw, kInteger, kC, kRv64},
      {"c.addw", kShortThree, compressed(1, 4, kArithmetic, 0x1c20), Op::addw, kInteger, kC, kRv64},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_control(std::vector<Encoding>& all) {
  constexpr Extension kC = Extension::c;
  constexpr OpClass kJumps = OpClass::jump;
  const Encoding rows[] = {
      {"c.jal", kCall, compressed(1, 1), Op::jump_link, kJumps, kC, kRv32},
      {"c.j", kJumpTo, compressed(1, 5), Op::jump_link, kJumps, kC},
      {"c.beqz", kBranchZero, compressed(1, 6), Op::beq, OpClass::branch, kC},
      {"c.bnez", kBranchZero, compressed(1, 7), Op::bne, OpClass::branch, kC},
      {"c.ebreak", kNoOperands, exactly(0x9002), Op::breakpoint, OpClass::system, kC},
      {"c.jr", kJumpRegister, compressed(2, 4, kShamtHigh | kCRs2, 0), Op::jump_link_register,
       kJumps, kC, kRv32And64, kRs1NotZero},
      {"c.jalr", kCallRegister, compressed(2, 4, kShamtHigh | kCRs2, kShamtHigh),
       Op::jump_link_register, kJumps, kC, kRv32And64, kRs1NotZero},
      {"c.mv", kMove, compressed(2, 4, kShamtHigh, 0), Op::add, kInteger, kC, kRv32And64,
       kRs2NotZero},
      {"c.add", kAdd, compressed(2, 4, kShamtHigh, kShamtHigh), Op::add, kInteger, kC, kRv32And64,
       kRs2NotZero},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

/// Zcb: The RISC-V Instruction Set Manual, volume I, chapter "Zc*".
void add_code_size(std::vector<Encoding>& all) {
  constexpr Extension kZcb = Extension::zcb;
  constexpr Shape kLoadByte{"dm",        Place::short2, Place::short7,
                            Place::none, Place::none,   Imm::c_byte};
  constexpr Shape kLoadHalf{"dm",        Place::short2, Place::short7,
                            Place::none, Place::none,   Imm::c_half};
  constexpr Shape kStoreByte{"tm",          Place::none, Place::short7,
                             Place::short2, Place::none, Imm::c_byte};
  constexpr Shape kStoreHalf{"tm",          Place::none, Place::short7,
                             Place::short2, Place::none, Imm::c_half};
  constexpr Shape kOne{"d", Place::short7, Place::short7};
  constexpr Shape kMask{"d",         Place::short7, Place::short7,
                        Place::none, Place::none,   Imm::byte_mask};
  constexpr Shape kInvert{"d",         Place::short7, Place::short7,
                          Place::none, Place::none,   Imm::minus_one};
  const auto access = [](std::uint32_t match, bool has_bit_6 = true) {
    return compressed(0, 4, has_bit_6 ? 0x1c40 : 0x1c00, match);
  };
  const auto unary = [](std::uint32_t number) {
    return compressed(1, 4, 0x1c7c, 0x1c60 | number << 2);
  };
  const Encoding rows[] = {
      {"c.lbu", kLoadByte, access(0, false), Op::lbu, OpClass::load, kZcb},
      {"c.lhu", kLoadHalf, access(0x0400), Op::lhu, OpClass::load, kZcb},
      {"c.lh", kLoadHalf, access(0x0440), Op::lh, OpClass::load, kZcb},
      {"c.sb", kStoreByte, access(0x0800, false), Op::sb, OpClass::store, kZcb},
      {"c.sh", kStoreHalf, access(0x0c00), Op::sh, OpClass::store, kZcb},
      {"c.zext.b", kMask, unary(0), Op::and_, kInteger, kZcb},
      {"c.sext.b", kOne, unary(1), Op::sext_b, kInteger, kZcb},
      {"c.zext.h", kOne, unary(2), Op::zext_h, kInteger, kZcb},
      {"c.sext.h", kOne, unary(3), Op::sext_h, kInteger, kZcb},
      {"c.zext.w", kOne, unary(4), Op::add_uw, kInteger, kZcb, kRv64},
      {"c.not", kInvert, unary(5), Op::xor_, kInteger, kZcb},
      {"c.mul", kShortThree, compressed(1, 4, 0x1c60, 0x1c40), Op::mul, OpClass::multiply, kZcb},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

} // namespace

void add_compressed_encodings(std::vector<Encoding>& all) {
  add_memory(all);
  add_arithmetic(all);
  add_control(all);
  add_code_size(all);
}

} // namespace stallscope::isa::riscv

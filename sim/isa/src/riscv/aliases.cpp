#include "riscv/patterns.hpp"

// Source: The RISC-V Instruction Set Manual, volume I, tables of pseudo-instructions. Which of them
// GNU objdump prints was determined by tests.
namespace stallscope::isa::riscv {

namespace {

constexpr Shape kTarget{"j", Place::none, Place::none, Place::none, Place::none, Imm::j};
constexpr Shape kBranchRs1{"sb", Place::none, Place::bits15, Place::none, Place::none, Imm::b};
constexpr Shape kBranchRs2{"tb", Place::none, Place::none, Place::bits20, Place::none, Imm::b};
constexpr Shape kSource{"s", Place::none, Place::bits15};
constexpr Shape kDisplaced{"m", Place::none, Place::bits15, Place::none, Place::none, Imm::i};
constexpr Shape kOfRs2{"dt", Place::bits7, Place::none, Place::bits20};
constexpr Shape kConstant{"di", Place::bits7, Place::none, Place::none, Place::none, Imm::i};
constexpr Shape kFpMove{"DS", Place::bits7, Place::bits15, Place::bits20};
constexpr Shape kResult{"d", Place::bits7};
constexpr Shape kReadCsr{"dC", Place::bits7, Place::none, Place::none, Place::none, Imm::csr};
constexpr Shape kUseCsr{"Cs", Place::none, Place::bits15, Place::none, Place::none, Imm::csr};
constexpr Shape kUseCsrConstant{"CZ",        Place::none, Place::bits15,
                                Place::none, Place::none, Imm::csr};
constexpr Shape kExchange{"ds", Place::bits7, Place::bits15};
constexpr Shape kExchangeConstant{"dZ", Place::bits7, Place::bits15};

constexpr Shape kCompressedSignExtend{"ds", Place::bits7, Place::bits7}; // c.addiw with 0

constexpr std::uint32_t kFpFlags = 0x001;
constexpr std::uint32_t kFpRounding = 0x002;
constexpr std::uint32_t kFpCsr = 0x003;

constexpr Pattern no_rd(Pattern pattern) {
  return where(pattern, kRdBits, 0);
}
constexpr Pattern no_rs1(Pattern pattern) {
  return where(pattern, kRs1Bits, 0);
}
constexpr Pattern no_rs2(Pattern pattern) {
  return where(pattern, kRs2Bits, 0);
}
constexpr Pattern with_imm(Pattern pattern, std::uint32_t imm) {
  return where(pattern, kImmIBits, imm << 20);
}
constexpr Pattern to_ra(Pattern pattern) {
  return where(pattern, kRdBits, 1U << 7);
}
constexpr Pattern csr_op(std::uint32_t funct3, std::uint32_t csr) {
  return with_imm(with_funct3(0x73, funct3), csr);
}

void add_integer_aliases(std::vector<Alias>& all) {
  const Pattern addi = with_funct3(0x13, 0);
  const Pattern jalr = with_funct3(0x67, 0);
  const Pattern sub = with_funct7(0x33, 0, 0x20);
  const Pattern subw = with_funct7(0x3b, 0, 0x20);
  const Pattern slt = with_funct7(0x33, 2, 0);
  const auto i = Extension::i;
  const auto zba = Extension::zba;
  const Alias rows[] = {
      {"unimp", kNoOperands, exactly(0xc0001073)},
      {"nop", kNoOperands, exactly(0x00000013)},
      {"li", kConstant, no_rs1(addi)},
      {"mv", kTwo, with_imm(addi, 0)},
      {"not", kTwo, with_imm(with_funct3(0x13, 4), 0xfff)},
      {"zext.b", kTwo, with_imm(with_funct3(0x13, 7), 0xff)},
      {"seqz", kTwo, with_imm(with_funct3(0x13, 3), 1)},
      {"sext.w", kTwo, with_imm(with_funct3(0x1b, 0), 0), {}, {}, i, kRv64},
      {"zext.w", kTwo, no_rs2(with_funct7(0x3b, 0, 0x04)), {}, {}, zba, kRv64},
      {"neg", kOfRs2, no_rs1(sub)},
      {"negw", kOfRs2, no_rs1(subw), {}, {}, i, kRv64},
      {"snez", kOfRs2, no_rs1(with_funct7(0x33, 3, 0))},
      {"sltz", kTwo, no_rs2(slt)},
      {"sgtz", kOfRs2, no_rs1(slt)},
      {"j", kTarget, no_rd(with_opcode(0x6f))},
      {"jal", kTarget, to_ra(with_opcode(0x6f))},
      {"ret", kNoOperands, exactly(0x00008067)},
      {"ret", kNoOperands, exactly(0x8082), {}, {}, Extension::c}, // c.jr ra
      {"sext.w", kCompressedSignExtend, {0x2001, 0xf07f}, {}, {}, Extension::c, kRv64, kRdNotZero},
      {"jr", kSource, with_imm(no_rd(jalr), 0)},
      {"jr", kDisplaced, no_rd(jalr)},
      {"jalr", kSource, with_imm(to_ra(jalr), 0)},
      {"jalr", kDisplaced, to_ra(jalr)},
      {"jalr", kTwo, with_imm(jalr, 0)},
      {"beqz", kBranchRs1, no_rs2(with_funct3(0x63, 0))},
      {"bnez", kBranchRs1, no_rs2(with_funct3(0x63, 1))},
      {"bgtz", kBranchRs2, no_rs1(with_funct3(0x63, 4))},
      {"blez", kBranchRs2, no_rs1(with_funct3(0x63, 5))},
      {"bltz", kBranchRs1, no_rs2(with_funct3(0x63, 4))},
      {"bgez", kBranchRs1, no_rs2(with_funct3(0x63, 5))},
      {"fence", kNoOperands, exactly(0x0ff0000f)},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_csr_aliases(std::vector<Alias>& all) {
  const auto z = Extension::zicsr;
  const Alias rows[] = {
      {"rdcycle", kResult, no_rs1(csr_op(2, 0xc00)), {}, {}, z},
      {"rdtime", kResult, no_rs1(csr_op(2, 0xc01)), {}, {}, z},
      {"rdinstret", kResult, no_rs1(csr_op(2, 0xc02)), {}, {}, z},
      {"rdcycleh", kResult, no_rs1(csr_op(2, 0xc80)), {}, {}, z, kRv32},
      {"rdtimeh", kResult, no_rs1(csr_op(2, 0xc81)), {}, {}, z, kRv32},
      {"rdinstreth", kResult, no_rs1(csr_op(2, 0xc82)), {}, {}, z, kRv32},
      {"frflags", kResult, no_rs1(csr_op(2, kFpFlags)), {}, {}, z},
      {"frrm", kResult, no_rs1(csr_op(2, kFpRounding)), {}, {}, z},
      {"frcsr", kResult, no_rs1(csr_op(2, kFpCsr)), {}, {}, z},
      {"fsflags", kSource, no_rd(csr_op(1, kFpFlags)), {}, {}, z},
      {"fsflags", kExchange, csr_op(1, kFpFlags), {}, {}, z},
      {"fsrm", kSource, no_rd(csr_op(1, kFpRounding)), {}, {}, z},
      {"fsrm", kExchange, csr_op(1, kFpRounding), {}, {}, z},
      {"fscsr", kSource, no_rd(csr_op(1, kFpCsr)), {}, {}, z},
      {"fscsr", kExchange, csr_op(1, kFpCsr), {}, {}, z},
      {"fsflagsi", kExchangeConstant, csr_op(5, kFpFlags), {}, {}, z},
      {"fsrmi", kExchangeConstant, csr_op(5, kFpRounding), {}, {}, z},
      {"csrr", kReadCsr, no_rs1(with_funct3(0x73, 2)), {}, {}, z},
      {"csrw", kUseCsr, no_rd(with_funct3(0x73, 1)), {}, {}, z},
      {"csrs", kUseCsr, no_rd(with_funct3(0x73, 2)), {}, {}, z},
      {"csrc", kUseCsr, no_rd(with_funct3(0x73, 3)), {}, {}, z},
      {"csrwi", kUseCsrConstant, no_rd(with_funct3(0x73, 5)), {}, {}, z},
      {"csrsi", kUseCsrConstant, no_rd(with_funct3(0x73, 6)), {}, {}, z},
      {"csrci", kUseCsrConstant, no_rd(with_funct3(0x73, 7)), {}, {}, z},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_fp_aliases(std::vector<Alias>& all) {
  const auto f = Extension::f;
  const auto d = Extension::d;
  constexpr std::uint8_t kBoth = kRv32And64;
  const Alias rows[] = {
      {"fmv.s", kFpMove, with_funct7(0x53, 0, 0x10), {}, {}, f, kBoth, kSameSources},
      {"fneg.s", kFpMove, with_funct7(0x53, 1, 0x10), {}, {}, f, kBoth, kSameSources},
      {"fabs.s", kFpMove, with_funct7(0x53, 2, 0x10), {}, {}, f, kBoth, kSameSources},
      {"fmv.d", kFpMove, with_funct7(0x53, 0, 0x11), {}, {}, d, kBoth, kSameSources},
      {"fneg.d", kFpMove, with_funct7(0x53, 1, 0x11), {}, {}, d, kBoth, kSameSources},
      {"fabs.d", kFpMove, with_funct7(0x53, 2, 0x11), {}, {}, d, kBoth, kSameSources},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

} // namespace

void add_aliases(std::vector<Alias>& all) {
  add_integer_aliases(all);
  add_csr_aliases(all);
  add_fp_aliases(all);
}

} // namespace stallscope::isa::riscv

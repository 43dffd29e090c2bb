#include "riscv/patterns.hpp"

// Source: The RISC-V Instruction Set Manual, volume I, chapter "RV32/64G Instruction Set Listings"
// and the chapters of Zba, Zbb, Zbc, Zbs, Zbkb, Zicond, Zawrs and
// Zihintpause; volume II for mret and wfi.
namespace stallscope::isa::riscv {

namespace {

constexpr OpClass kMultiply = OpClass::multiply;
constexpr OpClass kDivide = OpClass::divide;
constexpr OpClass kSystem = OpClass::system;

constexpr std::uint32_t kOp = 0x33;
constexpr std::uint32_t kOpImm = 0x13;
constexpr std::uint32_t kOp32 = 0x3b;
constexpr std::uint32_t kOpImm32 = 0x1b;

constexpr Shape kCsr{"dCs", Place::bits7, Place::bits15, Place::none, Place::none, Imm::csr};
constexpr Shape kCsrConstant{"dCZ",       Place::bits7, Place::bits15,
                             Place::none, Place::none,  Imm::csr};
constexpr Shape kFence{"FF", Place::none, Place::none, Place::none, Place::none, Imm::fence};
constexpr Shape kLoadReserved{"dg", Place::bits7, Place::bits15};
constexpr Shape kAtomic{"dtg", Place::bits7, Place::bits15, Place::bits20};

void add_integer(std::vector<Encoding>& all) {
  using enum Extension;
  const Encoding rows[] = {
      {"lui", kUpper, with_opcode(0x37), Op::load_immediate, kInteger},
      {"auipc", kUpper, with_opcode(0x17), Op::load_immediate, kInteger},
      {"jal", kJump, with_opcode(0x6f), Op::jump_link, OpClass::jump},
      {"jalr", kLoad, with_funct3(0x67, 0), Op::jump_link_register, OpClass::jump},
      {"beq", kBranch, with_funct3(0x63, 0), Op::beq, OpClass::branch},
      {"bne", kBranch, with_funct3(0x63, 1), Op::bne, OpClass::branch},
      {"blt", kBranch, with_funct3(0x63, 4), Op::blt, OpClass::branch},
      {"bge", kBranch, with_funct3(0x63, 5), Op::bge, OpClass::branch},
      {"bltu", kBranch, with_funct3(0x63, 6), Op::bltu, OpClass::branch},
      {"bgeu", kBranch, with_funct3(0x63, 7), Op::bgeu, OpClass::branch},
      {"lb", kLoad, with_funct3(0x03, 0), Op::lb, OpClass::load},
      {"lh", kLoad, with_funct3(0x03, 1), Op::lh, OpClass::load},
      {"lw", kLoad, with_funct3(0x03, 2), Op::lw, OpClass::load},
      {"ld", kLoad, with_funct3(0x03, 3), Op::ld, OpClass::load, i, kRv64},
      {"lbu", kLoad, with_funct3(0x03, 4), Op::lbu, OpClass::load},
      {"lhu", kLoad, with_funct3(0x03, 5), Op::lhu, OpClass::load},
      {"lwu", kLoad, with_funct3(0x03, 6), Op::lwu, OpClass::load, i, kRv64},
      {"sb", kStore, with_funct3(0x23, 0), Op::sb, OpClass::store},
      {"sh", kStore, with_funct3(0x23, 1), Op::sh, OpClass::store},
      {"sw", kStore, with_funct3(0x23, 2), Op::sw, OpClass::store},
      {"sd", kStore, with_funct3(0x23, 3), Op::sd, OpClass::store, i, kRv64},
      {"addi", kImmediate, with_funct3(kOpImm, 0), Op::add, kInteger},
      {"slti", kImmediate, with_funct3(kOpImm, 2), Op::slt, kInteger},
      {"sltiu", kImmediate, with_funct3(kOpImm, 3), Op::sltu, kInteger},
      {"xori", kImmediate, with_funct3(kOpImm, 4), Op::xor_, kInteger},
      {"ori", kImmediate, with_funct3(kOpImm, 6), Op::or_, kInteger},
      {"andi", kImmediate, with_funct3(kOpImm, 7), Op::and_, kInteger},
      {"slli", kShift5, with_funct7(kOpImm, 1, 0), Op::sll, kShift, i, kRv32},
      {"srli", kShift5, with_funct7(kOpImm, 5, 0), Op::srl, kShift, i, kRv32},
      {"srai", kShift5, with_funct7(kOpImm, 5, 0x20), Op::sra, kShift, i, kRv32},
      {"slli", kShift6, with_funct6(kOpImm, 1, 0), Op::sll, kShift, i, kRv64},
      {"srli", kShift6, with_funct6(kOpImm, 5, 0), Op::srl, kShift, i, kRv64},
      {"srai", kShift6, with_funct6(kOpImm, 5, 0x10), Op::sra, kShift, i, kRv64},
      {"add", kThree, with_funct7(kOp, 0, 0), Op::add, kInteger},
      {"sub", kThree, with_funct7(kOp, 0, 0x20), Op::sub, kInteger},
      {"sll", kThree, with_funct7(kOp, 1, 0), Op::sll, kShift},
      {"slt", kThree, with_funct7(kOp, 2, 0), Op::slt, kInteger},
      {"sltu", kThree, with_funct7(kOp, 3, 0), Op::sltu, kInteger},
      {"xor", kThree, with_funct7(kOp, 4, 0), Op::xor_, kInteger},
      {"srl", kThree, with_funct7(kOp, 5, 0), Op::srl, kShift},
      {"sra", kThree, with_funct7(kOp, 5, 0x20), Op::sra, kShift},
      {"or", kThree, with_funct7(kOp, 6, 0), Op::or_, kInteger},
      {"and", kThree, with_funct7(kOp, 7, 0), Op::and_, kInteger},
      {"addiw", kImmediate, with_funct3(kOpImm32, 0), Op::addw, kInteger, i, kRv64},
      {"slliw", kShift5, with_funct7(kOpImm32, 1, 0), Op::sllw, kShift, i, kRv64},
      {"srliw", kShift5, with_funct7(kOpImm32, 5, 0), Op::srlw, kShift, i, kRv64},
      {"sraiw", kShift5, with_funct7(kOpImm32, 5, 0x20), Op::sraw, kShift, i, kRv64},
      {"addw", kThree, with_funct7(kOp32, 0, 0), Op::addw, kInteger, i, kRv64},
      {"subw", kThree, with_funct7(kOp32, 0, 0x20), Op::subw, kInteger, i, kRv64},
      {"sllw", kThree, with_funct7(kOp32, 1, 0), Op::sllw, kShift, i, kRv64},
      {"srlw", kThree, with_funct7(kOp32, 5, 0), Op::srlw, kShift, i, kRv64},
      {"sraw", kThree, with_funct7(kOp32, 5, 0x20), Op::sraw, kShift, i, kRv64},
      {"mul", kThree, with_funct7(kOp, 0, 1), Op::mul, kMultiply, m},
      {"mulh", kThree, with_funct7(kOp, 1, 1), Op::mulh, kMultiply, m},
      {"mulhsu", kThree, with_funct7(kOp, 2, 1), Op::mulhsu, kMultiply, m},
      {"mulhu", kThree, with_funct7(kOp, 3, 1), Op::mulhu, kMultiply, m},
      {"div", kThree, with_funct7(kOp, 4, 1), Op::div, kDivide, m},
      {"divu", kThree, with_funct7(kOp, 5, 1), Op::divu, kDivide, m},
      {"rem", kThree, with_funct7(kOp, 6, 1), Op::rem, kDivide, m},
      {"remu", kThree, with_funct7(kOp, 7, 1), Op::remu, kDivide, m},
      {"mulw", kThree, with_funct7(kOp32, 0, 1), Op::mulw, kMultiply, m, kRv64},
      {"divw", kThree, with_funct7(kOp32, 4, 1), Op::divw, kDivide, m, kRv64},
      {"divuw", kThree, with_funct7(kOp32, 5, 1), Op::divuw, kDivide, m, kRv64},
      {"remw", kThree, with_funct7(kOp32, 6, 1), Op::remw, kDivide, m, kRv64},
      {"remuw", kThree, with_funct7(kOp32, 7, 1), Op::remuw, kDivide, m, kRv64},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_system(std::vector<Encoding>& all) {
  using enum Extension;
  // Other fields of a fence are reserved for finer fences, which hardware treats like this one.
  const Encoding rows[] = {
      {"fence.tso", kNoOperands, exactly(0x8330000f), Op::fence, kSystem},
      {"pause", kNoOperands, exactly(0x0100000f), Op::nop, OpClass::nop, zihintpause},
      {"fence", kFence, with_funct3(0x0f, 0), Op::fence, kSystem},
      {"fence.i", kNoOperands, with_funct3(0x0f, 1), Op::fence_i, kSystem, zifencei},
      {"ecall", kNoOperands, exactly(0x00000073), Op::syscall, kSystem},
      {"ebreak", kNoOperands, exactly(0x00100073), Op::breakpoint, kSystem},
      {"mret", kNoOperands, exactly(0x30200073), Op::mret, kSystem, machine},
      {"wfi", kNoOperands, exactly(0x10500073), Op::wfi, kSystem, machine},
      // There are no other writers of memory, and these may end early.
      {"wrs.nto", kNoOperands, exactly(0x00d00073), Op::wfi, kSystem, zawrs},
      {"wrs.sto", kNoOperands, exactly(0x01d00073), Op::wfi, kSystem, zawrs},
      {"csrrw", kCsr, with_funct3(0x73, 1), Op::csr_write, kSystem, zicsr},
      {"csrrs", kCsr, with_funct3(0x73, 2), Op::csr_set, kSystem, zicsr},
      {"csrrc", kCsr, with_funct3(0x73, 3), Op::csr_clear, kSystem, zicsr},
      {"csrrwi", kCsrConstant, with_funct3(0x73, 5), Op::csr_write, kSystem, zicsr},
      {"csrrsi", kCsrConstant, with_funct3(0x73, 6), Op::csr_set, kSystem, zicsr},
      {"csrrci", kCsrConstant, with_funct3(0x73, 7), Op::csr_clear, kSystem, zicsr},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_bit_manipulation(std::vector<Encoding>& all) {
  using enum Extension;
  const Encoding rows[] = {
      {"sh1add", kThree, with_funct7(kOp, 2, 0x10), Op::sh1add, kInteger, zba},
      {"sh2add", kThree, with_funct7(kOp, 4, 0x10), Op::sh2add, kInteger, zba},
      {"sh3add", kThree, with_funct7(kOp, 6, 0x10), Op::sh3add, kInteger, zba},
      {"add.uw", kThree, with_funct7(kOp32, 0, 0x04), Op::add_uw, kInteger, zba, kRv64},
      {"sh1add.uw", kThree, with_funct7(kOp32, 2, 0x10), Op::sh1add_uw, kInteger, zba, kRv64},
      {"sh2add.uw", kThree, with_funct7(kOp32, 4, 0x10), Op::sh2add_uw, kInteger, zba, kRv64},
      {"sh3add.uw", kThree, with_funct7(kOp32, 6, 0x10), Op::sh3add_uw, kInteger, zba, kRv64},
      {"slli.uw", kShift6, with_funct6(kOpImm32, 1, 0x02), Op::slli_uw, kShift, zba, kRv64},
      {"andn", kThree, with_funct7(kOp, 7, 0x20), Op::andn, kInteger, zbb},
      {"orn", kThree, with_funct7(kOp, 6, 0x20), Op::orn, kInteger, zbb},
      {"xnor", kThree, with_funct7(kOp, 4, 0x20), Op::xnor, kInteger, zbb},
      {"clz", kTwo, with_funct12(kOpImm, 1, 0x600), Op::clz, kInteger, zbb},
      {"ctz", kTwo, with_funct12(kOpImm, 1, 0x601), Op::ctz, kInteger, zbb},
      {"cpop", kTwo, with_funct12(kOpImm, 1, 0x602), Op::cpop, kInteger, zbb},
      {"clzw", kTwo, with_funct12(kOpImm32, 1, 0x600), Op::clz_w, kInteger, zbb, kRv64},
      {"ctzw", kTwo, with_funct12(kOpImm32, 1, 0x601), Op::ctz_w, kInteger, zbb, kRv64},
      {"cpopw", kTwo, with_funct12(kOpImm32, 1, 0x602), Op::cpop_w, kInteger, zbb, kRv64},
      {"min", kThree, with_funct7(kOp, 4, 0x05), Op::min, kInteger, zbb},
      {"minu", kThree, with_funct7(kOp, 5, 0x05), Op::minu, kInteger, zbb},
      {"max", kThree, with_funct7(kOp, 6, 0x05), Op::max, kInteger, zbb},
      {"maxu", kThree, with_funct7(kOp, 7, 0x05), Op::maxu, kInteger, zbb},
      {"sext.b", kTwo, with_funct12(kOpImm, 1, 0x604), Op::sext_b, kInteger, zbb},
      {"sext.h", kTwo, with_funct12(kOpImm, 1, 0x605), Op::sext_h, kInteger, zbb},
      {"zext.h", kTwo, with_funct12(kOp, 4, 0x080), Op::zext_h, kInteger, zbb, kRv32},
      {"zext.h", kTwo, with_funct12(kOp32, 4, 0x080), Op::zext_h, kInteger, zbb, kRv64},
      {"rol", kThree, with_funct7(kOp, 1, 0x30), Op::rol, kShift, zbb},
      {"ror", kThree, with_funct7(kOp, 5, 0x30), Op::ror, kShift, zbb},
      {"rori", kShift5, with_funct7(kOpImm, 5, 0x30), Op::ror, kShift, zbb, kRv32},
      {"rori", kShift6, with_funct6(kOpImm, 5, 0x18), Op::ror, kShift, zbb, kRv64},
      {"rolw", kThree, with_funct7(kOp32, 1, 0x30), Op::rol_w, kShift, zbb, kRv64},
      {"rorw", kThree, with_funct7(kOp32, 5, 0x30), Op::ror_w, kShift, zbb, kRv64},
      {"roriw", kShift5, with_funct7(kOpImm32, 5, 0x30), Op::ror_w, kShift, zbb, kRv64},
      {"orc.b", kTwo, with_funct12(kOpImm, 5, 0x287), Op::orc_b, kInteger, zbb},
      {"rev8", kTwo, with_funct12(kOpImm, 5, 0x698), Op::rev8, kInteger, zbb, kRv32},
      {"rev8", kTwo, with_funct12(kOpImm, 5, 0x6b8), Op::rev8, kInteger, zbb, kRv64},
      // after zext.h
      {"pack", kThree, with_funct7(kOp, 4, 0x04), Op::pack, kInteger, zbkb},
      {"packh", kThree, with_funct7(kOp, 7, 0x04), Op::packh, kInteger, zbkb},
      {"packw", kThree, with_funct7(kOp32, 4, 0x04), Op::pack_w, kInteger, zbkb, kRv64},
      {"brev8", kTwo, with_funct12(kOpImm, 5, 0x687), Op::brev8, kInteger, zbkb},
      {"zip", kTwo, with_funct12(kOpImm, 1, 0x08f), Op::zip_w, kInteger, zbkb, kRv32},
      {"unzip", kTwo, with_funct12(kOpImm, 5, 0x08f), Op::unzip_w, kInteger, zbkb, kRv32},
      // class integer, not multiply: their time never depends on operands (Zkt), and processors
      // implement them next to the adder, e.g. Ibex in one cycle
      {"clmul", kThree, with_funct7(kOp, 1, 0x05), Op::clmul, kInteger, zbc},
      {"clmulr", kThree, with_funct7(kOp, 2, 0x05), Op::clmulr, kInteger, zbc},
      {"clmulh", kThree, with_funct7(kOp, 3, 0x05), Op::clmulh, kInteger, zbc},
      {"bclr", kThree, with_funct7(kOp, 1, 0x24), Op::bclr, kInteger, zbs},
      {"bext", kThree, with_funct7(kOp, 5, 0x24), Op::bext, kInteger, zbs},
      {"binv", kThree, with_funct7(kOp, 1, 0x34), Op::binv, kInteger, zbs},
      {"bset", kThree, with_funct7(kOp, 1, 0x14), Op::bset, kInteger, zbs},
      {"bclri", kShift5, with_funct7(kOpImm, 1, 0x24), Op::bclr, kInteger, zbs, kRv32},
      {"bexti", kShift5, with_funct7(kOpImm, 5, 0x24), Op::bext, kInteger, zbs, kRv32},
      {"binvi", kShift5, with_funct7(kOpImm, 1, 0x34), Op::binv, kInteger, zbs, kRv32},
      {"bseti", kShift5, with_funct7(kOpImm, 1, 0x14), Op::bset, kInteger, zbs, kRv32},
      {"bclri", kShift6, with_funct6(kOpImm, 1, 0x12), Op::bclr, kInteger, zbs, kRv64},
      {"bexti", kShift6, with_funct6(kOpImm, 5, 0x12), Op::bext, kInteger, zbs, kRv64},
      {"binvi", kShift6, with_funct6(kOpImm, 1, 0x1a), Op::binv, kInteger, zbs, kRv64},
      {"bseti", kShift6, with_funct6(kOpImm, 1, 0x0a), Op::bset, kInteger, zbs, kRv64},
      {"czero.eqz", kThree, with_funct7(kOp, 5, 0x07), Op::czero_eqz, kInteger, zicond},
      {"czero.nez", kThree, with_funct7(kOp, 7, 0x07), Op::czero_nez, kInteger, zicond},
  };
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

void add_atomics(std::vector<Encoding>& all) {
  struct Atomic {
    std::uint32_t funct5;
    std::array<std::array<std::string_view, 4>, 2> names; ///< by width, by ordering
    std::array<Op, 2> ops;
  };
  // Orderings: none, .rl, .aq, .aqrl (bits 25 and 26).
  const auto names = [](std::string_view a, std::string_view b, std::string_view c,
                        std::string_view d) {
    return std::array<std::string_view, 4>{a, b, c, d};
  };
#define STALLSCOPE_ATOMIC(funct5, name, op)                                                        \
  Atomic {                                                                                         \
    funct5,                                                                                        \
        {names(name ".w", name ".w.rl", name ".w.aq", name ".w.aqrl"),                             \
         names(name ".d", name ".d.rl", name ".d.aq", name ".d.aqrl")},                            \
        {Op::op##_w, Op::op##_d},                                                                  \
  }
  const Atomic atomics[] = {
      STALLSCOPE_ATOMIC(0x02, "lr", lr),           STALLSCOPE_ATOMIC(0x03, "sc", sc),
      STALLSCOPE_ATOMIC(0x01, "amoswap", amoswap), STALLSCOPE_ATOMIC(0x00, "amoadd", amoadd),
      STALLSCOPE_ATOMIC(0x04, "amoxor", amoxor),   STALLSCOPE_ATOMIC(0x0c, "amoand", amoand),
      STALLSCOPE_ATOMIC(0x08, "amoor", amoor),     STALLSCOPE_ATOMIC(0x10, "amomin", amomin),
      STALLSCOPE_ATOMIC(0x14, "amomax", amomax),   STALLSCOPE_ATOMIC(0x18, "amominu", amominu),
      STALLSCOPE_ATOMIC(0x1c, "amomaxu", amomaxu),
  };
#undef STALLSCOPE_ATOMIC
  for (const Atomic& atomic : atomics)
    for (std::uint32_t wide = 0; wide < 2; ++wide)
      for (std::uint32_t ordering = 0; ordering < 4; ++ordering) {
        Pattern pattern = with_funct7(0x2f, 2 + wide, atomic.funct5 << 2 | ordering);
        const bool load = atomic.funct5 == 0x02;
        if (load)
          pattern = where(pattern, kRs2Bits, 0);
        all.push_back({atomic.names[wide][ordering], load ? kLoadReserved : kAtomic, pattern,
                       atomic.ops[wide], OpClass::atomic, Extension::a,
                       wide == 1 ? kRv64 : kRv32And64});
      }
}

} // namespace

void add_base_encodings(std::vector<Encoding>& all) {
  add_integer(all);
  add_system(all);
  add_bit_manipulation(all);
  add_atomics(all);
}

} // namespace stallscope::isa::riscv

#include "mips/mips_table.hpp"

namespace stallscope::isa::mips {

namespace {

using assembly::kAnywhere;
using assembly::kUnsupported;
using assembly::Row;

} // namespace

// Source: MIPS64 Architecture for Programmers, volume II. Letters describe which operand is read or
// written, not the fields of an instruction word: `sll d,s,h` reads its second operand.
std::vector<Row> integer_rows() {
  constexpr OpClass kInteger = OpClass::integer;
  constexpr OpClass kShift = OpClass::shift;
  constexpr OpClass kMultiply = OpClass::multiply;
  constexpr OpClass kDivide = OpClass::divide;
  constexpr OpClass kBranch = OpClass::branch;
  constexpr OpClass kJump = OpClass::jump;
  constexpr OpClass kSystem = OpClass::system;
  return {
      // 32 bits; add, addi and sub trap on signed overflow
      {"add", "dst", Op::addw_overflow, kInteger},
      {"addu", "dst", Op::addw, kInteger},
      {"sub", "dst", Op::subw_overflow, kInteger},
      {"subu", "dst", Op::subw, kInteger},
      {"addi", "dsi", Op::addw_overflow, kInteger},
      {"addiu", "dsi", Op::addw, kInteger},
      // 64 bits; dadd, daddi and dsub trap on signed overflow
      {"dadd", "dst", Op::add_overflow, kInteger},
      {"daddu", "dst", Op::add, kInteger},
      {"dsub", "dst", Op::sub_overflow, kInteger},
      {"dsubu", "dst", Op::sub, kInteger},
      {"daddi", "dsi", Op::add_overflow, kInteger},
      {"daddiu", "dsi", Op::add, kInteger},
      // logic and compare, the same for both widths
      {"and", "dst", Op::and_, kInteger},
      {"or", "dst", Op::or_, kInteger},
      {"xor", "dst", Op::xor_, kInteger},
      {"nor", "dst", Op::nor, kInteger},
      {"andi", "dsu", Op::and_, kInteger},
      {"ori", "dsu", Op::or_, kInteger},
      {"xori", "dsu", Op::xor_, kInteger},
      {"slt", "dst", Op::slt, kInteger},
      {"sltu", "dst", Op::sltu, kInteger},
      {"slti", "dsi", Op::slt, kInteger},
      {"sltiu", "dsi", Op::sltu, kInteger},
      {"lui", "du", Op::load_immediate, kInteger},
      {"movz", "dst", Op::movz, kInteger},
      {"movn", "dst", Op::movn, kInteger},
      {"clz", "ds", Op::clz_w, kInteger},
      {"clo", "ds", Op::clo_w, kInteger},
      {"dclz", "ds", Op::clz, kInteger},
      {"dclo", "ds", Op::clo, kInteger},
      // conditions of FP compares: flag 0 unless one is named
      {"movf", "ds", Op::movz, kInteger},
      {"movf", "dsc", Op::movz, kInteger},
      {"movt", "ds", Op::movn, kInteger},
      {"movt", "dsc", Op::movn, kInteger},
      // bytes, halfwords and fields
      {"seb", "ds", Op::sext_b, kInteger},
      {"seh", "ds", Op::sext_h, kInteger},
      {"wsbh", "ds", Op::wsbh, kInteger},
      {"dsbh", "ds", Op::dsbh, kInteger},
      {"dshd", "ds", Op::dshd, kInteger},
      {"ext", "dshn", Op::extract_w, kInteger},
      {"ins", "dshn", Op::insert_w, kInteger},
      {"dext", "dsHn", Op::extract, kInteger},
      {"dins", "dsHn", Op::insert, kInteger},
      // shifts
      {"sll", "dsh", Op::sllw, kShift},
      {"srl", "dsh", Op::srlw, kShift},
      {"sra", "dsh", Op::sraw, kShift},
      {"sllv", "dst", Op::sllw, kShift},
      {"srlv", "dst", Op::srlw, kShift},
      {"srav", "dst", Op::sraw, kShift},
      {"dsll", "dsH", Op::sll, kShift},
      {"dsrl", "dsH", Op::srl, kShift},
      {"dsra", "dsH", Op::sra, kShift},
      {"dsll32", "dsh", Op::sll, kShift},
      {"dsrl32", "dsh", Op::srl, kShift},
      {"dsra32", "dsh", Op::sra, kShift},
      {"dsllv", "dst", Op::sll, kShift},
      {"dsrlv", "dst", Op::srl, kShift},
      {"dsrav", "dst", Op::sra, kShift},
      {"rotr", "dsh", Op::ror_w, kShift},
      {"rotrv", "dst", Op::ror_w, kShift},
      {"drotr", "dsh", Op::ror, kShift},
      {"drotr32", "dsh", Op::ror, kShift},
      {"drotrv", "dst", Op::ror, kShift},
      // multiply and divide
      {"mul", "dst", Op::mulw, kMultiply},
      {"dmul", "dst", Op::mul, kMultiply}, // MIPS64 release 6, for H&P programs
      {"mult", "st", Op::multw, kMultiply},
      {"multu", "st", Op::multuw, kMultiply},
      {"dmult", "st", Op::mult, kMultiply},
      {"dmultu", "st", Op::multu, kMultiply},
      {"madd", "st", Op::madd_w, kMultiply},
      {"maddu", "st", Op::maddu_w, kMultiply},
      {"msub", "st", Op::msub_w, kMultiply},
      {"msubu", "st", Op::msubu_w, kMultiply},
      {"div", "st", Op::divmodw, kDivide},
      {"divu", "st", Op::divmoduw, kDivide},
      {"ddiv", "st", Op::divmod, kDivide},
      {"ddivu", "st", Op::divmodu, kDivide},
      {"mfhi", "d", Op::move, kInteger},
      {"mflo", "d", Op::move, kInteger},
      {"mthi", "s", Op::move, kInteger},
      {"mtlo", "s", Op::move, kInteger},
      // control
      {"beq", "stb", Op::beq, kBranch},
      {"bne", "stb", Op::bne, kBranch},
      {"blez", "sb", Op::ble, kBranch},
      {"bgtz", "sb", Op::bgt, kBranch},
      {"bltz", "sb", Op::blt, kBranch},
      {"bgez", "sb", Op::bge, kBranch},
      {"bal", "b", Op::jump_link, kJump},
      {"j", "j", Op::jump, kJump},
      {"jal", "j", Op::jump_link, kJump},
      {"jr", "s", Op::jump_register, kJump},
      {"jalr", "ds", Op::jump_link_register, kJump},
      {"jalr", "s", Op::jump_link_register, kJump, kAnywhere, "jalr x31,s"},
      {"syscall", "", Op::syscall, kSystem},
      {"halt", "", Op::syscall, kSystem}, // WinMIPS64
      {"break", "", Op::breakpoint, kSystem},
      {"break", "z", Op::breakpoint, kSystem, kAnywhere, "break"},
      {"sync", "", Op::fence, kSystem},
      {"nop", "", Op::nop, OpClass::nop},
      {"ssnop", "", Op::nop, OpClass::nop, kAnywhere, "nop"},
  };
}

namespace {

struct Access {
  const char* mnemonic;
  Op op;
  OpClass op_class;
};

/// `reg` is the letter of the register that is loaded. A name, or a displacement beyond 16 bits,
/// costs a lui; $at then holds the upper part of the address.
void add_load(std::vector<Row>& all, const Access& a, const std::string& reg) {
  all.push_back({a.mnemonic, reg + "m", a.op, a.op_class});
  all.push_back(
      {a.mnemonic, reg + "a", a.op, a.op_class, kAnywhere, "lui @,hi(a); % " + reg + ",lo(a)(@)"});
  all.push_back({a.mnemonic, reg + "M", a.op, a.op_class, kAnywhere,
                 "lui @,hi(M); daddu @,@,s; % " + reg + ",lo(M)(@)"});
}

/// As loads, and as early editions of Hennessy-Patterson write them, the destination first:
/// SD 0(R1),F4.
void add_store(std::vector<Row>& all, const Access& a, const std::string& reg) {
  add_load(all, a, reg);
  for (const auto& [operand, address] : {std::pair{"m", "m(s)"}, {"a", "a"}, {"M", "M(s)"}})
    all.push_back(
        {a.mnemonic, operand + reg, a.op, a.op_class, kAnywhere, "% " + reg + "," + address});
}

} // namespace

std::vector<Row> memory_rows() {
  std::vector<Row> all;
  for (const Access& a : {Access{"lb", Op::lb, OpClass::load},
                          {"lbu", Op::lbu, OpClass::load},
                          {"lh", Op::lh, OpClass::load},
                          {"lhu", Op::lhu, OpClass::load},
                          {"lw", Op::lw, OpClass::load},
                          {"lwu", Op::lwu, OpClass::load},
                          {"ld", Op::ld, OpClass::load},
                          {"lwl", Op::lwl, OpClass::load},
                          {"lwr", Op::lwr, OpClass::load},
                          {"ldl", Op::ldl, OpClass::load},
                          {"ldr", Op::ldr, OpClass::load}})
    add_load(all, a, "d");
  for (const Access& a : {Access{"l.s", Op::flw, OpClass::fp_load},
                          {"lwc1", Op::flw, OpClass::fp_load},
                          {"l.d", Op::fld, OpClass::fp_load},
                          {"ldc1", Op::fld, OpClass::fp_load}})
    add_load(all, a, "D");
  for (const Access& a : {Access{"sb", Op::sb, OpClass::store},
                          {"sh", Op::sh, OpClass::store},
                          {"sw", Op::sw, OpClass::store},
                          {"sd", Op::sd, OpClass::store},
                          {"swl", Op::swl, OpClass::store},
                          {"swr", Op::swr, OpClass::store},
                          {"sdl", Op::sdl, OpClass::store},
                          {"sdr", Op::sdr, OpClass::store}})
    add_store(all, a, "t");
  for (const Access& a : {Access{"s.s", Op::fsw, OpClass::fp_store},
                          {"swc1", Op::fsw, OpClass::fp_store},
                          {"s.d", Op::fsd, OpClass::fp_store},
                          {"sdc1", Op::fsd, OpClass::fp_store}})
    add_store(all, a, "T");
  return all;
}

namespace {

/// The signalling conditions differ from the quiet ones only in flags that are not modelled.
void add_compares(std::vector<Row>& all) {
  struct Compare {
    const char* condition;
    Op op_d;
    Op op_s;
    const char* signalling; ///< nullptr: none
  };
  for (const Compare& c : {Compare{"eq", Op::fcmp_eq_d, Op::fcmp_eq_s, "seq"},
                           {"olt", Op::fcmp_lt_d, Op::fcmp_lt_s, "lt"},
                           {"ole", Op::fcmp_le_d, Op::fcmp_le_s, "le"},
                           {"un", Op::fcmp_un_d, Op::fcmp_un_s, "ngle"},
                           {"ueq", Op::fcmp_ueq_d, Op::fcmp_ueq_s, "ngl"},
                           {"ult", Op::fcmp_ult_d, Op::fcmp_ult_s, "nge"},
                           {"ule", Op::fcmp_ule_d, Op::fcmp_ule_s, "ngt"},
                           {"ne", Op::fcmp_ne_d, Op::fcmp_ne_s, nullptr}}) // Hennessy-Patterson
    for (const char* condition : {c.condition, c.signalling})
      for (const char format : {'d', 's'}) {
        if (condition == nullptr)
          continue;
        const std::string mnemonic = std::string("c.") + condition + "." + format;
        const Op op = format == 'd' ? c.op_d : c.op_s;
        all.push_back({mnemonic, "ST", op, OpClass::fp_compare});
        all.push_back({mnemonic, "cST", op, OpClass::fp_compare});
      }
}

} // namespace

std::vector<Row> fp_rows() {
  constexpr OpClass kAdd = OpClass::fp_add;
  constexpr OpClass kDivide = OpClass::fp_divide;
  constexpr OpClass kConvert = OpClass::fp_convert;
  constexpr OpClass kMove = OpClass::fp_move;
  std::vector<Row> all = {
      {"add.d", "DST", Op::fadd_d, kAdd},
      {"add.s", "DST", Op::fadd_s, kAdd},
      {"sub.d", "DST", Op::fsub_d, kAdd},
      {"sub.s", "DST", Op::fsub_s, kAdd},
      {"mul.d", "DST", Op::fmul_d, OpClass::fp_multiply},
      {"mul.s", "DST", Op::fmul_s, OpClass::fp_multiply},
      {"div.d", "DST", Op::fdiv_d, kDivide},
      {"div.s", "DST", Op::fdiv_s, kDivide},
      {"sqrt.d", "DS", Op::fsqrt_d, kDivide},
      {"sqrt.s", "DS", Op::fsqrt_s, kDivide},
      {"abs.d", "DS", Op::fabs_d, kAdd},
      {"abs.s", "DS", Op::fabs_s, kAdd},
      {"neg.d", "DS", Op::fneg_d, kAdd},
      {"neg.s", "DS", Op::fneg_s, kAdd},
      {"mov.d", "DS", Op::move, kMove},
      {"mov.s", "DS", Op::move, kMove},
      {"movf.d", "DS", Op::movz, kMove},
      {"movf.d", "DSc", Op::movz, kMove},
      {"movt.d", "DS", Op::movn, kMove},
      {"movt.d", "DSc", Op::movn, kMove},
      {"movz.d", "DSt", Op::movz, kMove},
      {"movn.d", "DSt", Op::movn, kMove},
      {"movf.s", "DS", Op::movz, kMove},
      {"movf.s", "DSc", Op::movz, kMove},
      {"movt.s", "DS", Op::movn, kMove},
      {"movt.s", "DSc", Op::movn, kMove},
      {"movz.s", "DSt", Op::movz, kMove},
      {"movn.s", "DSt", Op::movn, kMove},
      {"mtc1", "sD", Op::move_to_fp_w, kMove},
      {"mfc1", "dS", Op::move_from_fp_w, kMove},
      {"dmtc1", "sD", Op::move, kMove},
      {"dmfc1", "dS", Op::move, kMove},
      {"bc1t", "b", Op::branch_flag_set, OpClass::branch},
      {"bc1t", "cb", Op::branch_flag_set, OpClass::branch},
      {"bc1f", "b", Op::branch_flag_clear, OpClass::branch},
      {"bc1f", "cb", Op::branch_flag_clear, OpClass::branch},
      {"cvt.d.w", "DS", Op::cvt_d_w, kConvert},
      {"cvt.d.l", "DS", Op::cvt_d_l, kConvert},
      {"cvt.d.s", "DS", Op::cvt_d_s, kConvert},
      {"cvt.s.w", "DS", Op::cvt_s_w, kConvert},
      {"cvt.s.l", "DS", Op::cvt_s_l, kConvert},
      {"cvt.s.d", "DS", Op::cvt_s_d, kConvert},
      {"cvt.w.d", "DS", Op::cvt_w_d, kConvert},
      {"cvt.l.d", "DS", Op::cvt_l_d, kConvert},
      {"cvt.w.s", "DS", Op::cvt_w_s, kConvert},
      {"cvt.l.s", "DS", Op::cvt_l_s, kConvert},
      {"trunc.w.d", "DS", Op::trunc_w_d, kConvert},
      {"trunc.l.d", "DS", Op::trunc_l_d, kConvert},
      {"trunc.w.s", "DS", Op::trunc_w_s, kConvert},
      {"trunc.l.s", "DS", Op::trunc_l_s, kConvert},
      {"round.w.d", "DS", Op::round_w_d, kConvert},
      {"round.w.s", "DS", Op::round_w_s, kConvert},
      {"floor.w.d", "DS", Op::floor_w_d, kConvert},
      {"floor.w.s", "DS", Op::floor_w_s, kConvert},
      {"ceil.w.d", "DS", Op::ceil_w_d, kConvert},
      {"ceil.w.s", "DS", Op::ceil_w_s, kConvert},
      {"round.l.d", "DS", Op::round_l_d, kConvert},
      {"round.l.s", "DS", Op::round_l_s, kConvert},
      {"floor.l.d", "DS", Op::floor_l_d, kConvert},
      {"floor.l.s", "DS", Op::floor_l_s, kConvert},
      {"ceil.l.d", "DS", Op::ceil_l_d, kConvert},
      {"ceil.l.s", "DS", Op::ceil_l_s, kConvert},
      {"li.d", "DR", Op::unknown, kMove, assembly::kSpecial},
      {"li.s", "DR", Op::unknown, kMove, assembly::kSpecial},
  };
  add_compares(all);
  return all;
}

std::string_view operand_name(char letter) {
  switch (letter) {
  case 'd':
    return "rd";
  case 's':
    return "rs";
  case 't':
    return "rt";
  case 'D':
    return "fd";
  case 'S':
    return "fs";
  case 'T':
    return "ft";
  case 'c':
    return "cc";
  case 'h':
    return "shamt";
  case 'b':
  case 'j':
    return "label";
  case 'a':
    return "address";
  case 'm':
  case 'M':
    return "offset(rs)";
  case 'x':
    return "rt(rs)";
  case 'R':
    return "number";
  case 'o':
    return "0";
  case 'z':
    return "code";
  case 'H':
    return "pos";
  case 'n':
    return "size";
  default:
    return "imm";
  }
}

const assembly::InstructionTable& instruction_table() {
  static const assembly::InstructionTable kTable([] {
    std::vector<Row> all = integer_rows();
    for (const auto& part : {memory_rows(), fp_rows(), pseudo_rows(), book_rows()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }());
  return kTable;
}

} // namespace stallscope::isa::mips

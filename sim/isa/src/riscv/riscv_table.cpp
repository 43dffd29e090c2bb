#include "riscv/riscv_table.hpp"

namespace stallscope::isa::riscv {

namespace {

using assembly::kAnywhere;
using assembly::kOnly32;
using assembly::kOnly64;
using assembly::kSpecial;
using assembly::Row;

// Sources: The RISC-V Instruction Set Manual, volume I, chapters RV32I, RV64I, M, Zicsr, and its
// table of pseudo-instructions; the forms of loads and stores with a symbol and of jal/jalr are
// those GNU as accepts. Where call and tail could be an auipc/jalr pair, they are the jal a linker
// relaxes it to.
std::vector<Row> rows() {
  constexpr OpClass kInteger = OpClass::integer;
  constexpr OpClass kShift = OpClass::shift;
  constexpr OpClass kMultiply = OpClass::multiply;
  constexpr OpClass kDivide = OpClass::divide;
  constexpr OpClass kBranch = OpClass::branch;
  constexpr OpClass kJump = OpClass::jump;
  constexpr OpClass kSystem = OpClass::system;
  std::vector<Row> all = {
      // register-register; GNU as takes a constant for the second source of those with an immediate
      // form
      {"add", "dst", Op::add, kInteger},
      {"add", "dsi", Op::add, kInteger, kAnywhere, "addi d,s,i"},
      {"sub", "dst", Op::sub, kInteger},
      {"and", "dst", Op::and_, kInteger},
      {"and", "dsi", Op::and_, kInteger, kAnywhere, "andi d,s,i"},
      {"or", "dst", Op::or_, kInteger},
      {"or", "dsi", Op::or_, kInteger, kAnywhere, "ori d,s,i"},
      {"xor", "dst", Op::xor_, kInteger},
      {"xor", "dsi", Op::xor_, kInteger, kAnywhere, "xori d,s,i"},
      {"slt", "dst", Op::slt, kInteger},
      {"slt", "dsi", Op::slt, kInteger, kAnywhere, "slti d,s,i"},
      {"sltu", "dst", Op::sltu, kInteger},
      {"sltu", "dsi", Op::sltu, kInteger, kAnywhere, "sltiu d,s,i"},
      {"sll", "dst", Op::sll, kShift},
      {"sll", "dsH", Op::sll, kShift, kAnywhere, "slli d,s,H"},
      {"srl", "dst", Op::srl, kShift},
      {"srl", "dsH", Op::srl, kShift, kAnywhere, "srli d,s,H"},
      {"sra", "dst", Op::sra, kShift},
      {"sra", "dsH", Op::sra, kShift, kAnywhere, "srai d,s,H"},
      {"addw", "dst", Op::addw, kInteger, kOnly64},
      {"addw", "dsi", Op::addw, kInteger, kOnly64, "addiw d,s,i"},
      {"subw", "dst", Op::subw, kInteger, kOnly64},
      {"sllw", "dst", Op::sllw, kShift, kOnly64},
      {"srlw", "dst", Op::srlw, kShift, kOnly64},
      {"sraw", "dst", Op::sraw, kShift, kOnly64},
      // register-immediate
      {"addi", "dsi", Op::add, kInteger},
      {"andi", "dsi", Op::and_, kInteger},
      {"ori", "dsi", Op::or_, kInteger},
      {"xori", "dsi", Op::xor_, kInteger},
      {"slti", "dsi", Op::slt, kInteger},
      {"sltiu", "dsi", Op::sltu, kInteger},
      {"slli", "dsH", Op::sll, kShift},
      {"srli", "dsH", Op::srl, kShift},
      {"srai", "dsH", Op::sra, kShift},
      {"addiw", "dsi", Op::addw, kInteger, kOnly64},
      {"slliw", "dsh", Op::sllw, kShift, kOnly64},
      {"srliw", "dsh", Op::srlw, kShift, kOnly64},
      {"sraiw", "dsh", Op::sraw, kShift, kOnly64},
      {"lui", "du", Op::load_immediate, kInteger},
      {"auipc", "du", Op::load_immediate, kInteger},
      // M
      {"mul", "dst", Op::mul, kMultiply},
      {"mulh", "dst", Op::mulh, kMultiply},
      {"mulhu", "dst", Op::mulhu, kMultiply},
      {"mulhsu", "dst", Op::mulhsu, kMultiply},
      {"div", "dst", Op::div, kDivide},
      {"divu", "dst", Op::divu, kDivide},
      {"rem", "dst", Op::rem, kDivide},
      {"remu", "dst", Op::remu, kDivide},
      {"mulw", "dst", Op::mulw, kMultiply, kOnly64},
      {"divw", "dst", Op::divw, kDivide, kOnly64},
      {"divuw", "dst", Op::divuw, kDivide, kOnly64},
      {"remw", "dst", Op::remw, kDivide, kOnly64},
      {"remuw", "dst", Op::remuw, kDivide, kOnly64},
      // control
      {"beq", "stb", Op::beq, kBranch},
      {"bne", "stb", Op::bne, kBranch},
      {"blt", "stb", Op::blt, kBranch},
      {"bge", "stb", Op::bge, kBranch},
      {"bltu", "stb", Op::bltu, kBranch},
      {"bgeu", "stb", Op::bgeu, kBranch},
      {"jal", "dj", Op::jump_link, kJump},
      {"jal", "j", Op::jump_link, kJump, kAnywhere, "jal x1,j"},
      {"jalr", "dm", Op::jump_link_register, kJump},
      {"jalr", "dsi", Op::jump_link_register, kJump, kAnywhere, "jalr d,i(s)"},
      {"jalr", "ds", Op::jump_link_register, kJump, kAnywhere, "jalr d,0(s)"},
      {"jalr", "s", Op::jump_link_register, kJump, kAnywhere, "jalr x1,0(s)"},
      {"jalr", "m", Op::jump_link_register, kJump, kAnywhere, "jalr x1,m(s)"},
      // system
      {"ecall", "", Op::syscall, kSystem},
      {"ebreak", "", Op::breakpoint, kSystem},
      {"fence", "", Op::fence, kSystem},
      {"fence", "FF", Op::fence, kSystem},
      {"fence.i", "", Op::fence, kSystem},
      {"fence.tso", "", Op::fence, kSystem},
      {"csrr", "dC", Op::csr_read, kInteger},
      {"csrrs", "dCs", Op::csr_read, kInteger, kSpecial}, // only with x0: a plain read
      {"csrrc", "dCs", Op::csr_read, kInteger, kSpecial},
      {"rdcycle", "d", Op::csr_read, kInteger},
      {"rdtime", "d", Op::csr_read, kInteger},
      {"rdinstret", "d", Op::csr_read, kInteger},
      {"rdcycleh", "d", Op::csr_read, kInteger, kOnly32},
      {"rdtimeh", "d", Op::csr_read, kInteger, kOnly32},
      {"rdinstreth", "d", Op::csr_read, kInteger, kOnly32},
      // pseudo-instructions
      {"nop", "", Op::nop, OpClass::nop},
      {"li", "dI", Op::load_immediate, kInteger, kSpecial},
      {"la", "da", Op::load_immediate, kInteger, kAnywhere,
       "auipc d,pcrel_hi(a); addi d,d,previous(a)"},
      {"lla", "da", Op::load_immediate, kInteger, kAnywhere, "la d,a"},
      {"mv", "ds", Op::move, kInteger, kAnywhere, "addi d,s,#0"},
      {"move", "ds", Op::move, kInteger, kAnywhere, "mv d,s"},
      {"not", "ds", Op::xor_, kInteger, kAnywhere, "xori d,s,#-1"},
      {"neg", "ds", Op::sub, kInteger, kAnywhere, "sub d,0,s"},
      {"negw", "ds", Op::subw, kInteger, kOnly64, "subw d,0,s"},
      {"sext.w", "ds", Op::addw, kInteger, kOnly64, "addiw d,s,#0"},
      {"zext.b", "ds", Op::and_, kInteger, kAnywhere, "andi d,s,#255"},
      {"seqz", "ds", Op::sltu, kInteger, kAnywhere, "sltiu d,s,#1"},
      {"snez", "ds", Op::sltu, kInteger, kAnywhere, "sltu d,0,s"},
      {"sltz", "ds", Op::slt, kInteger, kAnywhere, "slt d,s,0"},
      {"sgtz", "ds", Op::slt, kInteger, kAnywhere, "slt d,0,s"},
      {"sgt", "dst", Op::slt, kInteger, kAnywhere, "slt d,t,s"},
      {"sgtu", "dst", Op::sltu, kInteger, kAnywhere, "sltu d,t,s"},
      {"beqz", "sb", Op::beq, kBranch, kAnywhere, "beq s,0,b"},
      {"bnez", "sb", Op::bne, kBranch, kAnywhere, "bne s,0,b"},
      {"blez", "sb", Op::bge, kBranch, kAnywhere, "bge 0,s,b"},
      {"bgez", "sb", Op::bge, kBranch, kAnywhere, "bge s,0,b"},
      {"bltz", "sb", Op::blt, kBranch, kAnywhere, "blt s,0,b"},
      {"bgtz", "sb", Op::blt, kBranch, kAnywhere, "blt 0,s,b"},
      {"bgt", "stb", Op::blt, kBranch, kAnywhere, "blt t,s,b"},
      {"ble", "stb", Op::bge, kBranch, kAnywhere, "bge t,s,b"},
      {"bgtu", "stb", Op::bltu, kBranch, kAnywhere, "bltu t,s,b"},
      {"bleu", "stb", Op::bgeu, kBranch, kAnywhere, "bgeu t,s,b"},
      {"j", "j", Op::jump, kJump, kAnywhere, "jal 0,j"},
      {"jr", "s", Op::jump_register, kJump, kAnywhere, "jalr 0,0(s)"},
      {"jr", "m", Op::jump_register, kJump, kAnywhere, "jalr 0,m(s)"},
      {"ret", "", Op::jump_register, kJump, kAnywhere, "jalr 0,0(x1)"},
      {"call", "j", Op::jump_link, kJump, kAnywhere, "jal x1,j"},
      {"call", "dj", Op::jump_link, kJump, kAnywhere, "jal d,j"},
      {"tail", "j", Op::jump, kJump, kAnywhere, "jal 0,j"},
  };
  struct Memory {
    const char* mnemonic;
    Op op;
    unsigned flags;
  };
  for (const Memory& load : {Memory{"lb", Op::lb, kAnywhere},
                             {"lbu", Op::lbu, kAnywhere},
                             {"lh", Op::lh, kAnywhere},
                             {"lhu", Op::lhu, kAnywhere},
                             {"lw", Op::lw, kAnywhere},
                             {"lwu", Op::lwu, kOnly64},
                             {"ld", Op::ld, kOnly64}}) {
    all.push_back({load.mnemonic, "dm", load.op, OpClass::load, load.flags});
    all.push_back({load.mnemonic, "da", load.op, OpClass::load, load.flags,
                   "auipc d,pcrel_hi(a); % d,previous(a)(d)"});
  }
  for (const Memory& store : {Memory{"sb", Op::sb, kAnywhere},
                              {"sh", Op::sh, kAnywhere},
                              {"sw", Op::sw, kAnywhere},
                              {"sd", Op::sd, kOnly64}}) {
    all.push_back({store.mnemonic, "tm", store.op, OpClass::store, store.flags});
    // The third operand is a register for the address.
    all.push_back({store.mnemonic, "tad", store.op, OpClass::store, store.flags,
                   "auipc d,pcrel_hi(a); % t,previous(a)(d)"});
  }
  return all;
}

} // namespace

const assembly::InstructionTable& instruction_table() {
  static const assembly::InstructionTable kTable(rows());
  return kTable;
}

} // namespace stallscope::isa::riscv

#include "riscv/riscv_table.hpp"

#include "riscv/encoding.hpp"

namespace stallscope::isa::riscv {

namespace {

using assembly::kAnywhere;
using assembly::kOnly32;
using assembly::kOnly64;
using assembly::kSpecial;
using assembly::Row;

/// All instructions of the table of encodings; rounding modes are optional.
void add_instructions(std::vector<Row>& all) {
  for (const Encoding& e : encodings()) {
    Row row{std::string(e.mnemonic), std::string(e.shape.text), e.op, e.op_class};
    row.flags = e.xlens == kRv32 ? kOnly32 : e.xlens == kRv64 ? kOnly64 : kAnywhere;
    row.size = e.size();
    if (row.size == 2)
      row.flags |= assembly::kCompressed;
    row.encoding = &e;
    if (e.has('r') || e.has('e')) {
      Row short_form = row;
      short_form.format.pop_back();
      all.push_back(std::move(short_form));
    }
    all.push_back(std::move(row));
  }
}

/// Machine code as a number.
void add_given_code(std::vector<Row>& all) {
  for (const unsigned size : {4U, 2U}) {
    Row row{".insn", size == 4 ? "4I" : "2I", Op::unknown, OpClass::system};
    row.size = size;
    all.push_back(std::move(row));
  }
}

/// A pseudo-instruction.
struct Pseudo {
  const char* mnemonic;
  const char* format;
  const char* expansion;
  unsigned flags = kAnywhere;
};

// Sources: The RISC-V Instruction Set Manual, volume I, tables of pseudo-instructions; the forms of
// loads and stores with a symbol, of jal and jalr and of constants as second source are those
// accepted by GNU as. Where call and tail could be an auipc/jalr pair, they are the jal that a
// linker would relax them to.
constexpr Pseudo kPseudos[] = {
    // a constant as the second source of a register-register instruction
    {"add", "dsi", "addi d,s,i"},
    {"and", "dsi", "andi d,s,i"},
    {"or", "dsi", "ori d,s,i"},
    {"xor", "dsi", "xori d,s,i"},
    {"slt", "dsi", "slti d,s,i"},
    {"sltu", "dsi", "sltiu d,s,i"},
    {"sll", "dsH", "slli d,s,H"},
    {"srl", "dsH", "srli d,s,H"},
    {"sra", "dsH", "srai d,s,H"},
    {"ror", "dsH", "rori d,s,H"},
    {"bclr", "dsH", "bclri d,s,H"},
    {"bext", "dsH", "bexti d,s,H"},
    {"binv", "dsH", "binvi d,s,H"},
    {"bset", "dsH", "bseti d,s,H"},
    {"addw", "dsi", "addiw d,s,i", kOnly64},
    {"sllw", "dsh", "slliw d,s,h", kOnly64},
    {"srlw", "dsh", "srliw d,s,h", kOnly64},
    {"sraw", "dsh", "sraiw d,s,h", kOnly64},
    {"rorw", "dsh", "roriw d,s,h", kOnly64},
    // integer
    {"nop", "", "addi 0,0,#0"},
    {"unimp", "", ".insn #4,#3221229683"}, // csrrw x0, cycle, x0: cycle is read-only
    {"la", "da", "auipc d,pcrel_hi(a); addi d,d,previous(a)"},
    {"lla", "da", "la d,a"},
    {"la.tls.ie", "da", "la d,a"}, // relative to the thread pointer, which is 0
    {"la.tls.gd", "da", "la d,a"},
    {"add", "dstA", "add d,s,t", assembly::kAbbreviated}, // add a5, a5, tp, %tprel_add(x)
    {"mv", "ds", "addi d,s,#0"},
    {"move", "ds", "mv d,s"},
    {"ntl.p1", "", "add 0,0,x2"}, // hints that the following data is used once: Zihintntl
    {"ntl.pall", "", "add 0,0,x3"},
    {"ntl.s1", "", "add 0,0,x4"},
    {"ntl.all", "", "add 0,0,x5"},
    {"not", "ds", "xori d,s,#-1"},
    {"subi", "dsi", "addi d,s,neg(i)"}, // on slides; no other assembler supports it
    {"b", "j", "jal 0,j"},              // RARS
    {"bnz", "sb", "bne s,0,b"},         // Hennessy and Patterson's case studies
    {"bz", "sb", "beq s,0,b"},          // Hennessy and Patterson's case studies
    {"neg", "ds", "sub d,0,s"},
    {"negw", "ds", "subw d,0,s", kOnly64},
    {"sext.w", "ds", "addiw d,s,#0", kOnly64},
    {"zext.w", "ds", "add.uw d,s,0", kOnly64},
    {"zext.b", "ds", "andi d,s,#255"},
    {"seqz", "ds", "sltiu d,s,#1"},
    {"snez", "ds", "sltu d,0,s"},
    {"sltz", "ds", "slt d,s,0"},
    {"sgtz", "ds", "slt d,0,s"},
    {"sgt", "dst", "slt d,t,s"},
    {"sgtu", "dst", "sltu d,t,s"},
    // control
    {"beqz", "sb", "beq s,0,b"},
    {"bnez", "sb", "bne s,0,b"},
    {"blez", "sb", "bge 0,s,b"},
    {"bgez", "sb", "bge s,0,b"},
    {"bltz", "sb", "blt s,0,b"},
    {"bgtz", "sb", "blt 0,s,b"},
    {"bgt", "stb", "blt t,s,b"},
    {"ble", "stb", "bge t,s,b"},
    {"bgtu", "stb", "bltu t,s,b"},
    {"bleu", "stb", "bgeu t,s,b"},
    {"jal", "j", "jal x1,j"},
    {"jalr", "dsi", "jalr d,i(s)"},
    {"jalr", "ds", "jalr d,0(s)"},
    {"jalr", "s", "jalr x1,0(s)"},
    {"jalr", "m", "jalr x1,m(s)"},
    {"j", "j", "jal 0,j"},
    {"jr", "s", "jalr 0,0(s)"},
    {"jr", "m", "jalr 0,m(s)"},
    {"ret", "", "jalr 0,0(x1)"},
    {"call", "j", "jal x1,j"},
    {"call", "dj", "jal d,j"},
    {"tail", "j", "jal 0,j"},
    {"fence", "", "fence iorw,iorw"},
    // control and status registers
    {"csrr", "dC", "csrrs d,C,0"},
    {"csrw", "Cs", "csrrw 0,C,s"},
    {"csrs", "Cs", "csrrs 0,C,s"},
    {"csrc", "Cs", "csrrc 0,C,s"},
    {"csrwi", "CZ", "csrrwi 0,C,Z"},
    {"csrsi", "CZ", "csrrsi 0,C,Z"},
    {"csrci", "CZ", "csrrci 0,C,Z"},
    {"csrw", "CZ", "csrrwi 0,C,Z"},
    {"csrs", "CZ", "csrrsi 0,C,Z"},
    {"csrc", "CZ", "csrrci 0,C,Z"},
    {"csrrw", "dCZ", "csrrwi d,C,Z"},
    {"csrrs", "dCZ", "csrrsi d,C,Z"},
    {"csrrc", "dCZ", "csrrci d,C,Z"},
    {"rdcycle", "d", "csrrs d,#0xc00,0"},
    {"rdtime", "d", "csrrs d,#0xc01,0"},
    {"rdinstret", "d", "csrrs d,#0xc02,0"},
    {"rdcycleh", "d", "csrrs d,#0xc80,0", kOnly32},
    {"rdtimeh", "d", "csrrs d,#0xc81,0", kOnly32},
    {"rdinstreth", "d", "csrrs d,#0xc82,0", kOnly32},
    {"frflags", "d", "csrrs d,#1,0"},
    {"frrm", "d", "csrrs d,#2,0"},
    {"frcsr", "d", "csrrs d,#3,0"},
    {"fsflags", "s", "csrrw 0,#1,s"},
    {"fsflags", "ds", "csrrw d,#1,s"},
    {"fsrm", "s", "csrrw 0,#2,s"},
    {"fsrm", "ds", "csrrw d,#2,s"},
    {"fscsr", "s", "csrrw 0,#3,s"},
    {"fscsr", "ds", "csrrw d,#3,s"},
    {"fsflagsi", "Z", "csrrwi 0,#1,Z"},
    {"fsflagsi", "dZ", "csrrwi d,#1,Z"},
    {"fsrmi", "Z", "csrrwi 0,#2,Z"},
    {"fsrmi", "dZ", "csrrwi d,#2,Z"},
    // floating point
    {"fmv.s", "DS", "fsgnj.s D,S,S"},
    {"fneg.s", "DS", "fsgnjn.s D,S,S"},
    {"fabs.s", "DS", "fsgnjx.s D,S,S"},
    {"fmv.d", "DS", "fsgnj.d D,S,S"},
    {"fneg.d", "DS", "fsgnjn.d D,S,S"},
    {"fabs.d", "DS", "fsgnjx.d D,S,S"},
    {"fgt.s", "dST", "flt.s d,T,S"},
    {"fge.s", "dST", "fle.s d,T,S"},
    {"fgt.d", "dST", "flt.d d,T,S"},
    {"fge.d", "dST", "fle.d d,T,S"},
    {"fmv.x.s", "dS", "fmv.x.w d,S"},
    {"fmv.s.x", "Ds", "fmv.w.x D,s"},
};

/// Loads and stores with a symbol; stores and FP loads specify a register for its address.
void add_memory_pseudos(std::vector<Row>& all) {
  for (const Encoding& e : encodings()) {
    if (e.size() != 4 || !is_memory(e.op_class) || e.op_class == OpClass::atomic)
      continue;
    const char* format = "da";
    const char* expansion = "auipc d,pcrel_hi(a); % d,previous(a)(d)";
    if (e.op_class == OpClass::store) {
      format = "tas";
      expansion = "auipc s,pcrel_hi(a); % t,previous(a)(s)";
    } else if (e.op_class == OpClass::fp_load) {
      format = "Das";
      expansion = "auipc s,pcrel_hi(a); % D,previous(a)(s)";
    } else if (e.op_class == OpClass::fp_store) {
      format = "Tas";
      expansion = "auipc s,pcrel_hi(a); % T,previous(a)(s)";
    }
    all.push_back({std::string(e.mnemonic), format, e.op, e.op_class,
                   e.xlens == kRv64 ? kOnly64 : kAnywhere, expansion});
  }
}

std::vector<Row> rows() {
  std::vector<Row> all;
  add_instructions(all);
  for (const Pseudo& p : kPseudos)
    all.push_back({p.mnemonic, p.format, Op::unknown, OpClass::integer, p.flags, p.expansion});
  all.push_back({"li", "dI", Op::load_immediate, OpClass::integer, kSpecial});
  add_memory_pseudos(all);
  add_given_code(all);
  return all;
}

} // namespace

std::string_view operand_name(char letter) {
  switch (letter) {
  case 'd':
  case 'D':
    return "rd";
  case 's':
  case 'S':
    return "rs1";
  case 't':
  case 'T':
    return "rs2";
  case 'V':
    return "rs3";
  case 'g':
    return "(rs1)";
  case 'p':
    return "sp";
  case 'r':
  case 'e':
    return "rm";
  case 'h':
  case 'H':
    return "shamt";
  case 'b':
  case 'j':
    return "label";
  case 'a':
    return "symbol";
  case 'm':
    return "imm(rs1)";
  case 'C':
    return "csr";
  case 'F':
    return "iorw";
  default:
    return "imm";
  }
}

const assembly::InstructionTable& instruction_table() {
  static const assembly::InstructionTable kTable(rows());
  return kTable;
}

} // namespace stallscope::isa::riscv

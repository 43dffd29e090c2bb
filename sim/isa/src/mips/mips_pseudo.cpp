#include "mips/mips_table.hpp"

namespace stallscope::isa::mips {

using assembly::kAbbreviated;
using assembly::kAnywhere;
using assembly::kDelaySlot;
using assembly::kNoDelaySlot;
using assembly::kSpecial;
using assembly::kUnsupported;
using assembly::Row;

void add(std::vector<Row>& all, std::string mnemonic, std::string format, std::string expansion,
         unsigned flags) {
  all.push_back({std::move(mnemonic), std::move(format), Op::unknown, OpClass::integer, flags,
                 std::move(expansion)});
}

namespace {

/// Unaligned and atomic accesses: with one processor and no interrupts a store-conditional always
/// succeeds.
void add_memory(std::vector<Row>& all) {
  for (const char* m : {"ulw", "uld", "ulh", "ulhu"}) {
    add(all, m, "dm", {}, kSpecial);
    add(all, m, "da", std::string("la @,a; ") + m + " d,0(@)");
    add(all, m, "dM", std::string("la @,M(s); ") + m + " d,0(@)");
  }
  for (const char* m : {"usw", "usd", "ush"}) {
    add(all, m, "tm", {}, kSpecial);
    add(all, m, "ta", std::string("la @,a; ") + m + " t,0(@)");
    add(all, m, "tM", std::string("la @,M(s); ") + m + " t,0(@)");
  }
  for (const auto& [m, access] : {std::pair{"ll", "lw"}, {"lld", "ld"}}) {
    add(all, m, "dm", std::string(access) + " d,m(s)");
    add(all, m, "da", std::string(access) + " d,a");
    add(all, m, "dM", std::string(access) + " d,M(s)");
  }
  for (const auto& [m, access] : {std::pair{"sc", "sw"}, {"scd", "sd"}}) {
    add(all, m, "tm", std::string(access) + " t,m(s); addiu t,0,#1");
    add(all, m, "ta", std::string(access) + " t,a; addiu t,0,#1");
    add(all, m, "tM", std::string(access) + " t,M(s); addiu t,0,#1");
  }
}

/// A branch over the following instructions; with a delay slot first.
void add_over(std::vector<Row>& all, const std::string& mnemonic, const std::string& format,
              const std::string& branch, const std::string& skipped) {
  add(all, mnemonic, format, branch + ",.+8; " + skipped, kNoDelaySlot);
  add(all, mnemonic, format, branch + ",.+12; nop; " + skipped, kDelaySlot);
}

/// Conditional calls link only if taken, as in MARS; conditional traps stop at a break, whatever
/// their code.
void add_calls_and_traps(std::vector<Row>& all) {
  add_over(all, "bltzal", "sb", "bgez s", "bal b");
  add_over(all, "bgezal", "sb", "bltz s", "bal b");
  struct Condition {
    const char* name;
    const char* compare; ///< before the branch that skips the break
    const char* skip;
  };
  for (const Condition& c : {Condition{"teq", "", "bne s,t"},
                             {"tne", "", "beq s,t"},
                             {"tge", "slt @,s,t; ", "bne @,0"},
                             {"tgeu", "sltu @,s,t; ", "bne @,0"},
                             {"tlt", "slt @,s,t; ", "beq @,0"},
                             {"tltu", "sltu @,s,t; ", "beq @,0"}}) {
    const std::string name = c.name;
    for (const char* format : {"st", "stz"})
      add_over(all, name, format, std::string(c.compare) + c.skip, "break");
    const bool is_unsigned = name.back() == 'u';
    const std::string immediate = is_unsigned ? name.substr(0, 3) + "iu" : name + "i";
    for (const std::string& m : {name, immediate})
      add(all, m, "sI", "li @,I; " + name + " s,@");
  }
}

/// Directives that stand for instructions of position-independent code.
void add_of_global_pointer(std::vector<Row>& all) {
  add(all, ".cpload", "s", {}, kSpecial);
  add(all, "rdhwr", "ds", {}, kSpecial);
  add(all, ".cprestore", "i", "sw x28,i(x29)");
}

/// Branch-likely instructions discard their delay slot if not taken; without delay slots they equal
/// the plain branches.
void add_likely(std::vector<Row>& all) {
  for (const auto& [m, formats] : {std::pair{"beq", std::vector{"stb", "sIb"}},
                                   {"bne", {"stb", "sIb"}},
                                   {"blez", {"sb"}},
                                   {"bgtz", {"sb"}},
                                   {"bltz", {"sb"}},
                                   {"bgez", {"sb"}},
                                   {"beqz", {"sb"}},
                                   {"bnez", {"sb"}},
                                   {"bltzal", {"sb"}},
                                   {"bgezal", {"sb"}},
                                   {"bc1t", {"b", "cb"}},
                                   {"bc1f", {"b", "cb"}}}) {
    const std::string likely = std::string(m) + "l";
    add(all, likely, "", std::string(m) + ", with nothing in its delay slot that changes anything",
        kUnsupported | kDelaySlot);
    for (const std::string format : formats) {
      std::string expansion = m;
      for (std::size_t i = 0; i < format.size(); ++i)
        expansion += (i == 0 ? " " : ",") + std::string(1, format[i]);
      add(all, likely, format, std::move(expansion), kNoDelaySlot);
    }
  }
}

/// MARS and SPIM: forms with a constant where the destination is also the source.
void add_abbreviated(std::vector<Row>& all) {
  for (const char* m : {"add", "addi", "addu", "addiu", "sub", "subu", "and", "andi", "or", "ori",
                        "xor", "xori", "dadd", "daddi", "daddu", "daddiu", "dsub", "dsubu"})
    add(all, m, "dI", std::string(m) + " d,d,I", kAbbreviated);
}

void add_odds(std::vector<Row>& all) {
  add(all, "ehb", "", "nop");
  add(all, "pause", "", "nop");
  add(all, "pref", "hm", "nop");
  add(all, "synci", "m", "nop");
  add(all, "sync", "h", "sync");
  add(all, "dextm", "dsHn", "dext d,s,H,n");
  add(all, "dextu", "dsHn", "dext d,s,H,n");
  add(all, "dinsm", "dsHn", "dins d,s,H,n");
  add(all, "dinsu", "dsHn", "dins d,s,H,n");
  add(all, "mtc1.d", "sD", {}, kSpecial);
  add(all, "mfc1.d", "dS", {}, kSpecial);
  // The upper half of an FP register, and indexed accesses, as written by compilers for release 2
  // of the architecture.
  add(all, "mthc1", "sD", {}, kSpecial);
  add(all, "mfhc1", "dS", "dmfc1 d,S; dsra32 d,d,#0");
  for (const char* m : {"lwxc1", "ldxc1", "swxc1", "sdxc1"})
    add(all, m, "Dx", {}, kSpecial);
  for (const char* f : {"d", "s"}) {
    const std::string suffix = std::string(".") + f;
    for (const char* flag : {"", "c"}) {
      const std::string before = *flag == '\0' ? " " : " c,";
      const std::string format = std::string(flag) + "ST";
      add(all, "c.gt" + suffix, format, "c.lt" + suffix + before + "T,S"); // Hennessy-Patterson
      add(all, "c.ge" + suffix, format, "c.le" + suffix + before + "T,S");
      for (const char* never : {"c.f", "c.sf"})
        add(all, never + suffix, format, "c.lt" + suffix + before + "S,S");
    }
  }
}

/// Known but unsupported instructions, with replacements.
void add_unsupported(std::vector<Row>& all) {
  const auto refuse = [&](std::initializer_list<const char*> mnemonics, const char* instead) {
    for (const char* m : mnemonics)
      add(all, m, "", instead, kUnsupported);
  };
  refuse({"mfc0", "mtc0", "dmfc0", "dmtc0", "eret", "deret", "rfe", "di", "ei", "wait", "cache",
          "tlbp", "tlbr", "tlbwi", "tlbwr", "sdbbp"},
         "a program without exception handlers");
  refuse({"cfc1", "ctc1"}, "the default rounding; trunc, floor, ceil and round have their own");
  refuse({"mfc2", "mtc2", "cfc2", "ctc2", "lwc2", "swc2", "ldc2", "sdc2", "cop2"},
         "a program without a coprocessor 2");
  refuse({"madd.d", "madd.s", "nmadd.d", "nmadd.s"}, "mul and add");
  refuse({"msub.d", "msub.s", "nmsub.d", "nmsub.s"}, "mul and sub");
  refuse({"recip.d", "recip.s", "rsqrt.d", "rsqrt.s"}, "div, and sqrt before it");
  refuse({"luxc1", "suxc1"}, "ldxc1 and sdxc1");
}

/// Moves, addresses, constants and what has one operand.
void add_unary(std::vector<Row>& all) {
  add(all, "li", "dI", {}, kSpecial);
  add(all, "dli", "dI", {}, kSpecial);
  add(all, "la", "da", {}, kSpecial);
  add(all, "la", "dm", "daddiu d,s,m");
  add(all, "la", "dM", "lui @,upper(M); ori @,@,lower(M); daddu d,@,s");
  add(all, "dla", "da", "la d,a");
  add(all, "move", "ds", "or d,s,0");
  add(all, "dmove", "ds", "move d,s");
  add(all, "neg", "ds", "sub d,0,s");
  add(all, "negu", "ds", "subu d,0,s");
  add(all, "dneg", "ds", "dsub d,0,s");
  add(all, "dnegu", "ds", "dsubu d,0,s");
  add(all, "not", "ds", "nor d,s,0");
  add(all, "abs", "ds", "sra @,s,#31; xor d,s,@; subu d,d,@");
  add(all, "dabs", "ds", "dsra32 @,s,#31; xor d,s,@; dsubu d,d,@");
}

/// Constants where the instruction takes a register, or that are too large for it.
void add_constants(std::vector<Row>& all) {
  for (const char* m : {"add", "addu", "dadd", "daddu", "and", "or", "xor", "slt", "sltu"}) {
    const std::string name = m;
    const bool is_unsigned = name.size() > 3 && name.back() == 'u';
    const std::string immediate = is_unsigned ? name.substr(0, name.size() - 1) + "iu" : name + "i";
    const bool logic = name == "and" || name == "or" || name == "xor";
    add(all, name, logic ? "dsu" : "dsi", immediate + (logic ? " d,s,u" : " d,s,i"));
    add(all, name, "dsI", "li @,I; " + name + " d,s,@");
    add(all, immediate, "dsI", "li @,I; " + name + " d,s,@");
  }
  add(all, "nor", "dsI", "li @,I; nor d,s,@");
  for (const char* m : {"sub", "subu", "dsub", "dsubu"}) {
    const std::string name = m;
    const bool is_unsigned = name.back() == 'u';
    const std::string base = name.substr(0, name.find("sub"));
    const std::string immediate = base + (is_unsigned ? "addiu" : "addi");
    add(all, name, "dsI", "li @,I; " + name + " d,s,@");
    // Hennessy-Patterson: SUBI, DSUBUI
    for (const std::string& alias :
         {base + (is_unsigned ? "subiu" : "subi"), base + (is_unsigned ? "subui" : "subi")})
      if (all.empty() || all.back().mnemonic != alias)
        add(all, alias, "dsI", immediate + " d,s,neg(I)");
  }
  add(all, "daddui", "dsi", "daddiu d,s,i"); // Hennessy-Patterson's other spelling
  add(all, "daddui", "dsI", "daddiu d,s,I");
  add(all, "addui", "dsi", "addiu d,s,i");
}

/// Products with a destination; those with an o stop at the break when they are more than a word.
void add_products(std::vector<Row>& all) {
  add(all, "mul", "dsI", "li @,I; mul d,s,@");
  add(all, "dmul", "dsI", "li @,I; dmul d,s,@");
  add(all, "mulu", "dst", "multu s,t; mflo d");
  add(all, "mulu", "dsI", "li @,I; mulu d,s,@");
  const auto checked = [&](const char* mnemonic, const std::string& begin, const char* branch,
                           const std::string& end) {
    add(all, mnemonic, "dst", begin + branch + ",.+8; break; " + end, kNoDelaySlot);
    add(all, mnemonic, "dst", begin + branch + ",.+12; nop; break; " + end, kDelaySlot);
    add(all, mnemonic, "dsI", std::string("li @,I; ") + mnemonic + " d,s,@");
  };
  checked("mulo", "mult s,t; mfhi @; mflo d; sra d,d,#31; ", "beq @,d", "mflo d");
  checked("mulou", "multu s,t; mfhi @; ", "beq @,0", "mflo d");
  checked("dmulo", "dmult s,t; mfhi @; mflo d; dsra32 d,d,#31; ", "beq @,d", "mflo d");
  checked("dmulou", "dmultu s,t; mfhi @; ", "beq @,0", "mflo d");
}

/// Quotients and remainders with a destination; a zero divisor stops at the break.
void add_divisions(std::vector<Row>& all) {
  for (const char* m : {"div", "divu", "ddiv", "ddivu"}) {
    const std::string name = m;
    const std::string rem = std::string(name[0] == 'd' && name[1] == 'd' ? "drem" : "rem") +
                            (name.back() == 'u' ? "u" : "");
    for (const auto& [mnemonic, result] : {std::pair{name, "mflo d"}, std::pair{rem, "mfhi d"}}) {
      add(all, mnemonic, "dst", "bne t,0,.+8; break; " + name + " s,t; " + result, kNoDelaySlot);
      add(all, mnemonic, "dst", "bne t,0,.+12; nop; break; " + name + " s,t; " + result,
          kDelaySlot);
      add(all, mnemonic, "dsI", "li @,I; " + name + " s,@; " + result);
    }
  }
}

/// Rotations, and shifts by a register.
void add_shifts(std::vector<Row>& all) {
  add(all, "rol", "dst", "subu @,0,t; srlv @,s,@; sllv d,s,t; or d,d,@");
  add(all, "ror", "dst", "subu @,0,t; sllv @,s,@; srlv d,s,t; or d,d,@");
  add(all, "drol", "dst", "dsubu @,0,t; drotrv d,s,@");
  add(all, "drol", "dsH", "li @,H; drol d,s,@");
  add(all, "dror", "dst", "drotrv d,s,t");
  add(all, "dror", "dsH", "li @,H; dror d,s,@");
  add(all, "rol", "dsh", {}, kSpecial);
  add(all, "ror", "dsh", {}, kSpecial);
  add(all, "sll", "dst", "sllv d,s,t");
  add(all, "srl", "dst", "srlv d,s,t");
  add(all, "sra", "dst", "srav d,s,t");
  add(all, "dsll", "dst", "dsllv d,s,t");
  add(all, "dsrl", "dst", "dsrlv d,s,t");
  add(all, "dsra", "dst", "dsrav d,s,t");
}

/// Set on compare.
void add_comparisons(std::vector<Row>& all) {
  add(all, "seq", "dst", "xor d,s,t; sltiu d,d,#1");
  add(all, "sne", "dst", "xor d,s,t; sltu d,0,d");
  for (const char* u : {"", "u"}) {
    const std::string suffix = u;
    add(all, "sgt" + suffix, "dst", "slt" + suffix + " d,t,s");
    add(all, "sge" + suffix, "dst", "slt" + suffix + " d,s,t; xori d,d,#1");
    add(all, "sle" + suffix, "dst", "slt" + suffix + " d,t,s; xori d,d,#1");
  }
  for (const char* m : {"seq", "sne", "sgt", "sge", "sle", "sgtu", "sgeu", "sleu"})
    add(all, m, "dsI", std::string("li @,I; ") + m + " d,s,@");
}

void add_branches(std::vector<Row>& all) {
  add(all, "b", "b", "beq 0,0,b");
  add(all, "beqz", "sb", "beq s,0,b");
  add(all, "bnez", "sb", "bne s,0,b");
  for (const char* m : {"beq", "bne"}) {
    add(all, m, "sob", std::string(m) + " s,0,b");
    add(all, m, "sIb", std::string("li @,I; ") + m + " s,@,b");
  }
  for (const char* u : {"", "u"}) {
    const std::string suffix = u;
    const std::string slt = "slt" + suffix;
    const std::string slti = suffix.empty() ? "slti" : "sltiu";
    add(all, "blt" + suffix, "stb", slt + " @,s,t; bne @,0,b");
    add(all, "bge" + suffix, "stb", slt + " @,s,t; beq @,0,b");
    add(all, "bgt" + suffix, "stb", slt + " @,t,s; bne @,0,b");
    add(all, "ble" + suffix, "stb", slt + " @,t,s; beq @,0,b");
    if (suffix.empty())
      for (const char* m : {"blt", "bge", "bgt", "ble"})
        add(all, m, "sob", std::string(m) + "z s,b");
    add(all, "blt" + suffix, "sib", slti + " @,s,i; bne @,0,b");
    add(all, "bge" + suffix, "sib", slti + " @,s,i; beq @,0,b");
    add(all, "blt" + suffix, "sIb", "li @,I; " + slt + " @,s,@; bne @,0,b");
    add(all, "bge" + suffix, "sIb", "li @,I; " + slt + " @,s,@; beq @,0,b");
    add(all, "bgt" + suffix, "sIb", "li @,I; " + slt + " @,@,s; bne @,0,b");
    add(all, "ble" + suffix, "sIb", "li @,I; " + slt + " @,@,s; beq @,0,b");
  }
}

void add_jumps(std::vector<Row>& all) {
  add(all, "jal", "s", "jalr s");
  add(all, "j", "s", "jr s");
  add(all, "jr.hb", "s", "jr s");
  add(all, "jalr.hb", "s", "jalr s");
  add(all, "jalr.hb", "ds", "jalr d,s");
}

} // namespace

// Pseudo-instructions of MARS, SPIM and GNU as; the expansions are those of MARS, except that `la`
// builds the address in its destination and set-on-compare needs no temporary, as in GNU as:
// programs by Hennessy and Patterson use R1 freely, which is $at.
std::vector<Row> pseudo_rows() {
  std::vector<Row> all;
  for (const auto add_rows :
       {add_unary, add_constants, add_products, add_divisions, add_shifts, add_comparisons,
        add_branches, add_jumps, add_memory, add_calls_and_traps, add_of_global_pointer, add_likely,
        add_abbreviated, add_odds, add_unsupported})
    add_rows(all);
  return all;
}

} // namespace stallscope::isa::mips

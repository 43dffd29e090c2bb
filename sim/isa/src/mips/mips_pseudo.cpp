#include "mips/mips_table.hpp"

namespace stallscope::isa::mips {

using assembly::kAnywhere;
using assembly::kDelaySlot;
using assembly::kNoDelaySlot;
using assembly::kSpecial;
using assembly::Row;

// What MARS, SPIM and GNU as accept beyond the instructions themselves; the expansions are those of
// MARS, except that `la` builds the address in its destination and set-on-compare needs no
// temporary, as in GNU as: programs in Hennessy-Patterson's notation use R1 freely, which is $at.
std::vector<Row> pseudo_rows() {
  constexpr OpClass kInteger = OpClass::integer;
  std::vector<Row> all;
  const auto add = [&all](std::string mnemonic, std::string format, std::string expansion,
                          unsigned flags = kAnywhere) {
    all.push_back({std::move(mnemonic), std::move(format), Op::unknown, kInteger, flags,
                   std::move(expansion)});
  };
  const auto special = [&](std::string mnemonic, std::string format) {
    add(std::move(mnemonic), std::move(format), {}, kSpecial);
  };

  special("li", "dI");
  special("dli", "dI");
  special("la", "da");
  add("la", "dm", "daddiu d,s,m");
  add("la", "dM", "lui @,upper(M); ori @,@,lower(M); daddu d,@,s");
  add("dla", "da", "la d,a");
  add("move", "ds", "or d,s,0");
  add("dmove", "ds", "move d,s");
  add("neg", "ds", "sub d,0,s");
  add("negu", "ds", "subu d,0,s");
  add("dneg", "ds", "dsub d,0,s");
  add("dnegu", "ds", "dsubu d,0,s");
  add("not", "ds", "nor d,s,0");
  add("abs", "ds", "sra @,s,#31; xor d,s,@; subu d,d,@");

  // Constants where the instruction takes a register, or that are too large for it.
  for (const char* m : {"add", "addu", "dadd", "daddu", "and", "or", "xor", "slt", "sltu"}) {
    const std::string name = m;
    const bool is_unsigned = name.size() > 3 && name.back() == 'u';
    const std::string immediate = is_unsigned ? name.substr(0, name.size() - 1) + "iu" : name + "i";
    const bool logic = name == "and" || name == "or" || name == "xor";
    add(name, logic ? "dsu" : "dsi", immediate + (logic ? " d,s,u" : " d,s,i"));
    add(name, "dsI", "li @,I; " + name + " d,s,@");
    add(immediate, "dsI", "li @,I; " + name + " d,s,@");
  }
  add("nor", "dsI", "li @,I; nor d,s,@");
  for (const char* m : {"sub", "subu", "dsub", "dsubu"}) {
    const std::string name = m;
    const bool is_unsigned = name.back() == 'u';
    const std::string base = name.substr(0, name.find("sub"));
    const std::string immediate = base + (is_unsigned ? "addiu" : "addi");
    add(name, "dsI", "li @,I; " + name + " d,s,@");
    // Hennessy-Patterson: SUBI, DSUBUI
    for (const std::string& alias :
         {base + (is_unsigned ? "subiu" : "subi"), base + (is_unsigned ? "subui" : "subi")})
      if (all.empty() || all.back().mnemonic != alias)
        add(alias, "dsI", immediate + " d,s,neg(I)");
  }
  add("daddui", "dsi", "daddiu d,s,i"); // Hennessy-Patterson's other spelling
  add("daddui", "dsI", "daddiu d,s,I");
  add("addui", "dsi", "addiu d,s,i");

  // Multiplication and division with a destination.
  add("mul", "dsI", "li @,I; mul d,s,@");
  add("dmul", "dsI", "li @,I; dmul d,s,@");
  add("mulu", "dst", "multu s,t; mflo d");
  add("mulo", "dst", "mult s,t; mflo d");
  for (const char* m : {"div", "divu", "ddiv", "ddivu"}) {
    const std::string name = m;
    const std::string rem = std::string(name[0] == 'd' && name[1] == 'd' ? "drem" : "rem") +
                            (name.back() == 'u' ? "u" : "");
    for (const auto& [mnemonic, result] : {std::pair{name, "mflo d"}, std::pair{rem, "mfhi d"}}) {
      // A zero divisor stops at the break.
      add(mnemonic, "dst", "bne t,0,.+8; break; " + name + " s,t; " + result, kNoDelaySlot);
      add(mnemonic, "dst", "bne t,0,.+12; nop; break; " + name + " s,t; " + result, kDelaySlot);
      add(mnemonic, "dsI", "li @,I; " + name + " s,@; " + result);
    }
  }
  add("rol", "dst", "subu @,0,t; srlv @,s,@; sllv d,s,t; or d,d,@");
  add("ror", "dst", "subu @,0,t; sllv @,s,@; srlv d,s,t; or d,d,@");
  add("sll", "dst", "sllv d,s,t");
  add("srl", "dst", "srlv d,s,t");
  add("sra", "dst", "srav d,s,t");
  add("dsll", "dst", "dsllv d,s,t");
  add("dsrl", "dst", "dsrlv d,s,t");
  add("dsra", "dst", "dsrav d,s,t");

  // Set on compare.
  add("seq", "dst", "xor d,s,t; sltiu d,d,#1");
  add("sne", "dst", "xor d,s,t; sltu d,0,d");
  for (const char* u : {"", "u"}) {
    const std::string suffix = u;
    add("sgt" + suffix, "dst", "slt" + suffix + " d,t,s");
    add("sge" + suffix, "dst", "slt" + suffix + " d,s,t; xori d,d,#1");
    add("sle" + suffix, "dst", "slt" + suffix + " d,t,s; xori d,d,#1");
  }
  for (const char* m : {"seq", "sne", "sgt", "sge", "sle", "sgtu", "sgeu", "sleu"})
    add(m, "dsI", std::string("li @,I; ") + m + " d,s,@");

  // Branches.
  add("b", "b", "beq 0,0,b");
  add("beqz", "sb", "beq s,0,b");
  add("bnez", "sb", "bne s,0,b");
  for (const char* m : {"beq", "bne"}) {
    add(m, "sob", std::string(m) + " s,0,b");
    add(m, "sIb", std::string("li @,I; ") + m + " s,@,b");
  }
  for (const char* u : {"", "u"}) {
    const std::string suffix = u;
    const std::string slt = "slt" + suffix;
    const std::string slti = suffix.empty() ? "slti" : "sltiu";
    add("blt" + suffix, "stb", slt + " @,s,t; bne @,0,b");
    add("bge" + suffix, "stb", slt + " @,s,t; beq @,0,b");
    add("bgt" + suffix, "stb", slt + " @,t,s; bne @,0,b");
    add("ble" + suffix, "stb", slt + " @,t,s; beq @,0,b");
    if (suffix.empty())
      for (const char* m : {"blt", "bge", "bgt", "ble"})
        add(m, "sob", std::string(m) + "z s,b");
    add("blt" + suffix, "sib", slti + " @,s,i; bne @,0,b");
    add("bge" + suffix, "sib", slti + " @,s,i; beq @,0,b");
    add("blt" + suffix, "sIb", "li @,I; " + slt + " @,s,@; bne @,0,b");
    add("bge" + suffix, "sIb", "li @,I; " + slt + " @,s,@; beq @,0,b");
    add("bgt" + suffix, "sIb", "li @,I; " + slt + " @,@,s; bne @,0,b");
    add("ble" + suffix, "sIb", "li @,I; " + slt + " @,@,s; beq @,0,b");
  }
  add("jal", "s", "jalr s");
  add("j", "s", "jr s");
  return all;
}

} // namespace stallscope::isa::mips

#include "mips/mips_table.hpp"

namespace stallscope::isa::mips {

using assembly::kSpecial;
using assembly::kUnsupported;
using assembly::Row;

namespace {

/// The register determines the size: LD F6,34(R2) loads a double, LW F6,34(R2) a single.
void add_accesses(std::vector<Row>& all) {
  for (const auto& [m, access] :
       {std::pair{"ld", "l.d"}, {"lf", "l.s"}, {"lw", "l.s"}, {"load", "l.d"}}) {
    add(all, m, "Dm", std::string(access) + " D,m(s)");
    add(all, m, "Da", std::string(access) + " D,a");
    add(all, m, "DM", std::string(access) + " D,M(s)");
  }
  for (const auto& [m, access] :
       {std::pair{"sd", "s.d"}, {"sf", "s.s"}, {"sw", "s.s"}, {"store", "s.d"}, {"st", "s.d"}}) {
    add(all, m, "Tm", std::string(access) + " T,m(s)");
    add(all, m, "Ta", std::string(access) + " T,a");
    add(all, m, "TM", std::string(access) + " T,M(s)");
    add(all, m, "mT", std::string(access) + " T,m(s)"); // DLX: SD 0(R1),F4
    add(all, m, "aT", std::string(access) + " T,a");
    add(all, m, "MT", std::string(access) + " T,M(s)");
  }
  for (const auto& [letters, access] : {std::pair{"m", "m(s)"}, {"a", "a"}, {"M", "M(s)"}}) {
    add(all, "load", std::string("d") + letters, std::string("lw d,") + access);
    add(all, "store", std::string("t") + letters, std::string("sw t,") + access);
    add(all, "store", std::string(letters) + "t", std::string("sw t,") + access);
    add(all, "st", std::string("t") + letters, std::string("sd t,") + access);
    add(all, "st", std::string(letters) + "t", std::string("sd t,") + access);
  }
}

/// ADDD and ADDF are DLX; on slides add, mul and similar also have FP registers: doubles.
void add_fp(std::vector<Row>& all) {
  for (const auto& [m, plain] :
       {std::pair{"add", "add"}, {"sub", "sub"}, {"mult", "mul"}, {"mul", "mul"}, {"div", "div"}}) {
    const std::string name = m;
    const std::string operation = plain;
    add(all, name + "d", "DST", operation + ".d D,S,T");
    add(all, name + "f", "DST", operation + ".s D,S,T");
    add(all, name, "DST", operation + ".d D,S,T");
    add(all, "f" + name, "DST", operation + ".d D,S,T");
    if (name == "mult")
      for (const char* format : {".d", ".s"})
        add(all, name + format, "DST", operation + format + " D,S,T");
  }
  add(all, "movd", "DS", "mov.d D,S");
  add(all, "movf", "DS", "mov.s D,S");
  add(all, "mov", "DS", "mov.d D,S");
  for (const auto& [m, plain] : {std::pair{"cvtf2d", "cvt.d.s"},
                                 {"cvtf2i", "cvt.w.s"},
                                 {"cvtd2f", "cvt.s.d"},
                                 {"cvtd2i", "cvt.w.d"},
                                 {"cvti2f", "cvt.s.w"},
                                 {"cvti2d", "cvt.d.w"}})
    add(all, m, "DS", std::string(plain) + " D,S");
  add(all, "movi2fp", "Ds", "mtc1 s,D");
  add(all, "movfp2i", "dS", "mfc1 d,S");
  for (const char* condition : {"eq", "ne", "lt", "gt", "le", "ge"})
    for (const auto& [suffix, format] : {std::pair{"d", ".d"}, {"f", ".s"}})
      add(all, std::string(condition) + suffix, "ST",
          std::string("c.") + condition + format + " S,T");
  add(all, "bfpt", "b", "bc1t b");
  add(all, "bfpf", "b", "bc1f b");
}

/// Immediate forms with their own names, products with a destination, LHI and traps.
void add_integer(std::vector<Row>& all) {
  add(all, "lhi", "du", "lui d,u");
  add(all, "slli", "dsh", "sll d,s,h");
  add(all, "srli", "dsh", "srl d,s,h");
  add(all, "srai", "dsh", "sra d,s,h");
  // Without the assembler temporary, because it is R1.
  add(all, "seqi", "dsi", "daddiu d,s,neg(i); sltiu d,d,#1");
  add(all, "snei", "dsi", "daddiu d,s,neg(i); sltu d,0,d");
  add(all, "sgei", "dsi", "slti d,s,i; xori d,d,#1");
  add(all, "sgti", "dsi", "slti d,s,inc(i); xori d,d,#1");
  add(all, "slei", "dsi", "slti d,s,inc(i)");
  for (const char* m : {"sltu", "sgtu", "sgeu", "sleu"})
    add(all, std::string(m) + "i", "dsI", std::string(m) + " d,s,I");
  // Equality does not depend on the sign.
  for (const char* m : {"seq", "sne"}) {
    add(all, std::string(m) + "u", "dst", std::string(m) + " d,s,t");
    add(all, std::string(m) + "u", "dsI", std::string(m) + " d,s,I");
    add(all, std::string(m) + "ui", "dsI", std::string(m) + " d,s,I");
  }
  add(all, "addui", "dsI", "addiu d,s,I");
  // The lower half of a product is the same for signed and unsigned factors.
  for (const auto& [m, plain] : {std::pair{"mult", "mul"},
                                 {"multu", "mul"},
                                 {"dmult", "dmul"},
                                 {"dmultu", "dmul"},
                                 {"dmulu", "dmul"}}) {
    add(all, m, "dst", std::string(plain) + " d,s,t");
    add(all, m, "dsI", std::string(plain) + " d,s,I");
  }
  add(all, "mov", "ds", "move d,s");
  // Hennessy and Patterson, MIPS64: DSLTU, DSGTUI. Registers have 64 bits.
  for (const char* u : {"", "u"}) {
    const std::string suffix = u;
    add(all, "dslt" + suffix, "dst", "slt" + suffix + " d,s,t");
    add(all, "dslt" + suffix + "i", "dsi", "slti" + suffix + " d,s,i");
    for (const char* m : {"seq", "sne", "sgt", "sge", "sle"}) {
      const std::string plain = m + suffix;
      add(all, "d" + plain, "dst", plain + " d,s,t");
      for (const char* i : {"", "i"})
        add(all, "d" + plain + i, "dsI", plain + " d,s,I");
    }
  }
  add(all, "movi", "dI", "li d,I");
  add(all, "mov", "dI", "li d,I");
  add(all, "noop", "", "nop");
  add(all, "bneq", "stb", "bne s,t,b");
  add(all, "bnz", "sb", "bnez s,b");
  add(all, "bz", "sb", "beqz s,b");
  for (const char* m : {"trap", "syscall"})
    add(all, m, "I", {}, kSpecial);
  for (const char* m : {"movi2s", "movs2i"})
    add(all, m, "", "a program without special registers", kUnsupported);
}

} // namespace

// DLX as in Hennessy and Patterson, Computer Architecture, 1st and 2nd edition, and its simulators
// WinDLX and dlxview; the notation of the 3rd to 6th edition and of WinMIPS64 and EduMIPS64 is in
// the other tables.
std::vector<Row> book_rows() {
  std::vector<Row> all;
  add_accesses(all);
  add_fp(all);
  add_integer(all);
  return all;
}

} // namespace stallscope::isa::mips

// Instructions of the later MIPS manuals, and what MARS, SPIM and GNU as make of several.
#include "unit/isa/mips/mips_testing.hpp"

#include <cstdint>
#include <cstring>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;
using namespace stallscope::isa::testing::of_mips;

namespace {

/// Why the text stops, without and with delay slots (after each branch `text` needs none).
Trap stop_of(const std::string& text, bool slots) {
  Environment environment;
  environment.delay_slots = slots;
  const Program p = slots ? assembled(Isa::mips, text, delayed()) : assembled(Isa::mips, text);
  return run_reference(p, environment, 100).trap;
}

// Bytes 0x10 0x21 .. 0xfe: the byte at v+n is 0x10 + 0x11 * n.
const std::string kBytes = ".data\nv: .byte 0x10,0x21,0x32,0x43,0x54,0x65,0x76,0x87,0x98,0xa9,0xba,"
                           "0xcb,0xdc,0xed,0xfe,0x0f\nw: .space 16\n.text\n";

} // namespace

TEST_CASE("mips: parts of an unaligned word meet in one register") {
  // The word at v+1 is 0x54433221: lwl names its last byte (v+4), lwr its first.
  CHECK(result(kBytes + "la $t1, v\nlwl $t0, 4($t1)\nlwr $t0, 1($t1)") == 0x54433221);
  // Alone they keep the rest of the register.
  const std::string old = kBytes + "la $t1, v\nli $t0, 0x12345678\n";
  CHECK(result(old + "lwl $t0, 0($t1)") == 0x10345678);
  CHECK(result(old + "lwl $t0, 1($t1)") == 0x21105678);
  CHECK(result(old + "lwl $t0, 2($t1)") == 0x32211078);
  CHECK(result(old + "lwl $t0, 3($t1)") == 0x43322110);
  CHECK(result(old + "lwr $t0, 0($t1)") == 0x43322110);
  CHECK(result(old + "lwr $t0, 1($t1)") == 0x12433221);
  CHECK(result(old + "lwr $t0, 2($t1)") == 0x12344332);
  CHECK(result(old + "lwr $t0, 3($t1)") == 0x12345643);
  // A word is kept sign-extended: 0xba a9 98 87 from v+7.
  CHECK(result(kBytes + "lwl $t0, v+10\nlwr $t0, v+7") == static_cast<std::int32_t>(0xbaa99887U));
  CHECK(result(kBytes + "la $t1, v\nldl $t0, 10($t1)\nldr $t0, 3($t1)") ==
        static_cast<std::int64_t>(0xbaa9988776655443ULL));
}

TEST_CASE("mips: parts of a register go into an unaligned word") {
  const std::string stored = kBytes + "li $t0, 0x12345678\nla $t1, v\n";
  // Little-endian: the bytes 78 56 34 12 from v+1 on leave 10 at v and 65 at v+5.
  CHECK(result(stored + "swl $t0, 4($t1)\nswr $t0, 1($t1)\nld $t0, v") ==
        static_cast<std::int64_t>(0x8776651234567810ULL));
  CHECK(result(stored + "swl $t0, 1($t1)\nlw $t0, v") == 0x43321234); // 34 12 into v, v+1
  CHECK(result(stored + "swr $t0, 3($t1)\nlw $t0, v") == 0x78322110); // 78 into v+3
  CHECK(result(kBytes + "dli $t0, 0x1122334455667788\nla $t1, v\nsdl $t0, 8($t1)\n"
                        "sdr $t0, 1($t1)\nld $t0, v") == 0x2233445566778810);
  CHECK(uses("lwl $t0, 4($t1)") == "$t1 $t0 -> $t0");
  CHECK(uses("swl $t0, 4($t1)") == "$t1 $t0!data ->");
}

TEST_CASE("mips: accesses at any address") {
  const std::string at = kBytes + "la $t1, v\n";
  CHECK(result(at + "ulw $t0, 1($t1)") == 0x54433221);
  CHECK(result(at + "ulw $t1, 1($t1)", 9) == 0x54433221); // the base is the destination
  CHECK(result(kBytes + "ulw $t0, v+5") == static_cast<std::int32_t>(0x98877665U));
  CHECK(result(kBytes + "li $t1, 2\nulw $t0, v+3($t1)") == static_cast<std::int32_t>(0x98877665U));
  CHECK(result(at + "uld $t0, 1($t1)") == static_cast<std::int64_t>(0x9887766554433221ULL));
  for (const char* t : {"$t0, 7($t1)", "$t0, v+7"}) {
    CHECK(result(at + "ulh " + t) == static_cast<std::int16_t>(0x9887));
    CHECK(result(at + "ulhu " + t) == 0x9887);
  }
  CHECK(result(at + "ulh $t1, 7($t1)", 9) == static_cast<std::int16_t>(0x9887));
  // Stores leave their data and what lies beside alone.
  const std::string data = kBytes + "la $t1, w\ndli $t0, 0x1122334455667788\n";
  CHECK(result(data + "usw $t0, 1($t1)\nld $t0, w") == 0x5566778800);
  CHECK(result(data + "usw $t0, w+3\nld $t0, w") == 0x55667788000000);
  CHECK(result(data + "usd $t0, 1($t1)\nld $t0, w+8") == 0x11);
  CHECK(result(data + "ush $t0, 1($t1)\nld $t0, w") == 0x778800);
  CHECK(result(data + "ush $t0, w+1\nld $t2, w", 10) == 0x778800);
  CHECK(result(data + "ush $t0, w+1") == 0x1122334455667788);
  // The end of what a displacement reaches.
  CHECK(result(".data\n.space 0x8010\n.text\nli $t0, 77\nla $t1, 0x10010000\n"
               "usw $t0, 32766($t1)\nulw $t0, 32766($t1)") == 77);
  CHECK(expand("ulw $t0, 1($t1)") == "lwl $t0, 4($t1)\nlwr $t0, 1($t1)");
  CHECK(expand("ush $t0, 1($t1)") == "sb $t0, 1($t1)\nsrl $at, $t0, 8\nsb $at, 2($t1)");
}

TEST_CASE("mips: fields, bytes and rotations") {
  const std::string x = "dli $t1, 0x0123456789abcdef\n";
  const std::string y = x + "li $t0, 0\n";
  CHECK(result(x + "ext $t0, $t1, 4, 8") == 0xde);
  CHECK(result(x + "ext $t0, $t1, 0, 32") == static_cast<std::int32_t>(0x89abcdefU));
  CHECK(result(x + "ext $t0, $t1, 31, 1") == 1);
  CHECK(result(x + "dext $t0, $t1, 28, 12") == 0x678);
  CHECK(result(x + "dext $t0, $t1, 0, 64") == 0x0123456789abcdef);
  CHECK(result(x + "dextm $t0, $t1, 4, 36") == 0x6789abcde);
  CHECK(result(x + "dextu $t0, $t1, 40, 8") == 0x45);
  CHECK(result(y + "ins $t0, $t1, 8, 4") == 0xf00);
  CHECK(result("li $t0, -1\nins $t0, $zero, 28, 4") == 0x0fffffff);
  CHECK(result(x + "li $t0, 0\nins $t0, $t1, 0, 32") == static_cast<std::int32_t>(0x89abcdefU));
  CHECK(result("li $t0, -1\ndins $t0, $zero, 0, 64") == 0);
  CHECK(result(y + "dinsu $t0, $t1, 60, 4") == static_cast<std::int64_t>(0xf000000000000000ULL));
  CHECK(result(x + "seb $t0, $t1") == -0x11);
  CHECK(result(x + "seh $t0, $t1") == static_cast<std::int16_t>(0xcdef));
  CHECK(result(x + "wsbh $t0, $t1") == static_cast<std::int32_t>(0xab89efcdU));
  CHECK(result(x + "dsbh $t0, $t1") == 0x23016745ab89efcd);
  CHECK(result(x + "dshd $t0, $t1") == static_cast<std::int64_t>(0xcdef89ab45670123ULL));
  CHECK(result(x + "rotr $t0, $t1, 8") == static_cast<std::int32_t>(0xef89abcdU));
  CHECK(result(x + "li $t2, 40\nrotrv $t0, $t1, $t2") == static_cast<std::int32_t>(0xef89abcdU));
  CHECK(result(x + "drotr $t0, $t1, 8") == static_cast<std::int64_t>(0xef0123456789abcdULL));
  CHECK(result(x + "drotr32 $t0, $t1, 24") == 0x23456789abcdef01);
  CHECK(result(x + "rol $t0, $t1, 8") == static_cast<std::int32_t>(0xabcdef89U));
  CHECK(result(x + "ror $t0, $t1, 8") == static_cast<std::int32_t>(0xef89abcdU));
  CHECK(result(x + "ror $t0, $t1, 0") == static_cast<std::int32_t>(0x89abcdefU));
  CHECK(result(x + "dclz $t0, $t1") == 7);
  CHECK(result("li $t1, -1\ndclo $t0, $t1") == 64);
  CHECK(uses("ins $t0, $t1, 8, 4") == "$t1 $t0 -> $t0");
  CHECK(uses("ext $t0, $t1, 8, 4") == "$t1 -> $t0");
  CHECK(expand("ext $t0, $t1, 8, 4") == "ext $t0, $t1, 8, 4");
  CHECK(errors("ext $t0, $t1, 30, 3") ==
        Lines{"1:15 3 bits at 30 reach beyond a register of 32 bits; position and size of at most "
              "32 together"});
  CHECK(errors("ext $t0, $t1, 4, 0") == Lines{"1:18 0 is out of range for 'ext'; 1 to 32"});
  CHECK(errors("dext $t0, $t1, 40, 30").at(0).find("beyond a register of 64 bits") !=
        std::string::npos);
}

TEST_CASE("mips: products are added to and taken from HI and LO") {
  // 0xffffffff * 0xffffffff = 0xfffffffe00000001 unsigned, 1 signed.
  const std::string start = "li $t1, -1\nli $t2, 5\nmthi $t2\nmtlo $zero\n";
  const auto both = [&](const char* op) {
    const ArchState s = run_to_end(assembled(Isa::mips, start + op + " $t1, $t1"));
    return std::pair{static_cast<std::int64_t>(s.regs[kHi]),
                     static_cast<std::int64_t>(s.regs[kLo])};
  };
  CHECK(both("madd") == std::pair{INT64_C(5), INT64_C(1)});
  CHECK(both("maddu") == std::pair{INT64_C(3), INT64_C(1)}); // 5 + 0xfffffffe, a carry lost
  CHECK(both("msub") == std::pair{INT64_C(4), INT64_C(-1)});
  CHECK(both("msubu") == std::pair{INT64_C(6), INT64_C(-1)}); // 5 - 0xfffffffe - 1 borrowed
  CHECK(uses("madd $t0, $t1") == "$t0 $t1 lo hi -> lo hi");
}

TEST_CASE("mips: products that need more than a word stop at the break") {
  for (const bool slots : {false, true}) {
    const auto trap = [&](const std::string& op, const char* a, const char* b) {
      return stop_of(fmt::format("li $t1, {}\nli $t2, {}\n{} $t0, $t1, $t2", a, b, op), slots);
    };
    CHECK(trap("mulo", "0x10000", "0x8000") == Trap::breakpoint); // 2^31
    CHECK(trap("mulo", "-0x10000", "0x8000") == Trap::end);       // -2^31
    CHECK(trap("mulou", "0x10000", "0x8000") == Trap::end);
    CHECK(trap("mulou", "0x10000", "0x10000") == Trap::breakpoint);
  }
  CHECK(result("li $t1, -7\nmulo $t0, $t1, 6") == -42);
  CHECK(result("li $t1, 7\nmulou $t0, $t1, 6") == 42);
  CHECK(result("li $t1, 7\nmulu $t0, $t1, 6") == 42);
}

TEST_CASE("mips: moves on a condition, of integers and FP numbers") {
  const std::string flags = "li.d $f0, 1\nli.d $f2, 2\nc.lt.d $f0, $f2\nc.lt.d 3, $f2, $f0\n"
                            "li $t0, 5\nli $t1, 6\n";
  CHECK(result(flags + "movt $t0, $t1") == 6);
  CHECK(result(flags + "movf $t0, $t1") == 5);
  CHECK(result(flags + "movt $t0, $t1, 3") == 5);
  CHECK(result(flags + "movf $t0, $t1, $fcc3") == 6);
  const auto low = [&](const char* move) {
    return result(flags + move + "\ndmfc1 $t0, $f0") == 0x4000000000000000;
  };
  CHECK(low("movt.d $f0, $f2"));
  CHECK_FALSE(low("movf.d $f0, $f2"));
  CHECK(low("movf.d $f0, $f2, 3"));
  CHECK(low("movz.d $f0, $f2, $zero"));
  CHECK_FALSE(low("movz.d $f0, $f2, $t0"));
  CHECK(low("movn.d $f0, $f2, $t0"));
  CHECK(uses("movt $t0, $t1, 2") == "$t1 fcc2 $t0 -> $t0");
  CHECK(uses("movf.s $f0, $f2") == "$f2 fcc0 $f0 -> $f0");
  CHECK(uses("movn.d $f0, $f2, $t0") == "$f2 $t0 $f0 -> $f0");
}

TEST_CASE("mips: the sixteen conditions of FP compares") {
  // Less, equal, greater, unordered: bit 3, 2, 1, 0 of what a condition holds for.
  const auto holds_for = [](const std::string& condition, char format) {
    int out = 0;
    for (const char* pair : {"1 2", "2 2", "3 2", "0 2"}) {
      std::string text = fmt::format("li.{0} $f0, {1}\nli.{0} $f2, 2\n", format, pair[0]);
      if (pair[0] == '0') // 0/0 is no number
        text += fmt::format("div.{0} $f0, $f0, $f0\n", format);
      text += fmt::format("c.{}.{} 2, $f0, $f2\nli $t0, 1\nmovf $t0, $zero, 2", condition, format);
      out = out * 2 + static_cast<int>(result(text));
    }
    return out;
  };
  const std::pair<const char*, int> conditions[] = {
      {"f", 0b0000},   {"un", 0b0001},  {"eq", 0b0100},  {"ueq", 0b0101}, {"olt", 0b1000},
      {"ult", 0b1001}, {"ole", 0b1100}, {"ule", 0b1101}, {"sf", 0b0000},  {"ngle", 0b0001},
      {"seq", 0b0100}, {"ngl", 0b0101}, {"lt", 0b1000},  {"nge", 0b1001}, {"le", 0b1100},
      {"ngt", 0b1101}, {"gt", 0b0010},  {"ge", 0b0110},  {"ne", 0b1011}};
  for (const auto& [condition, expected] : conditions)
    for (const char format : {'d', 's'}) {
      INFO(condition << '.' << format);
      CHECK(holds_for(condition, format) == expected);
    }
}

TEST_CASE("mips: roundings to 64 bits, and pairs of words") {
  const auto rounded = [](const char* op, const char* format, const char* x) {
    return result(
        fmt::format("li.{1} $f0, {2}\n{0}.l.{1} $f0, $f0\ndmfc1 $t0, $f0", op, format, x));
  };
  CHECK(rounded("round", "d", "-2.5") == -2);
  CHECK(rounded("floor", "d", "-2.5") == -3);
  CHECK(rounded("ceil", "d", "-2.5") == -2);
  CHECK(rounded("ceil", "d", "1e12") == 1'000'000'000'000);
  CHECK(rounded("round", "s", "3.5") == 4);
  CHECK(rounded("floor", "s", "-0.5") == -1);
  CHECK(rounded("ceil", "s", "0.5") == 1);
  // $t0 the low word, $t1 the high one.
  CHECK(result("li $t0, 0x89abcdef\nli $t1, 0x01234567\nmtc1.d $t0, $f2\ndmfc1 $t0, $f2") ==
        0x0123456789abcdef);
  const std::string from = "dli $t2, 0x8123456789abcdef\ndmtc1 $t2, $f2\nmfc1.d $t0, $f2";
  CHECK(result(from) == static_cast<std::int32_t>(0x89abcdefU));
  CHECK(result(from, 9) == static_cast<std::int32_t>(0x81234567U));
}

TEST_CASE("mips: conditional traps stop at a break") {
  const std::tuple<const char*, int, int, bool> cases[] = {
      {"teq", 1, 1, true},  {"teq", 1, 2, false},  {"tne", 1, 2, true},   {"tne", 2, 2, false},
      {"tge", 1, 1, true},  {"tge", -1, 1, false}, {"tgeu", -1, 1, true}, {"tgeu", 0, 1, false},
      {"tlt", -1, 1, true}, {"tlt", 1, 1, false},  {"tltu", 0, 1, true},  {"tltu", -1, 1, false}};
  for (const auto& [op, a, b, stops] : cases)
    for (const bool slots : {false, true}) {
      INFO(op << ' ' << a << ' ' << b);
      const Trap expected = stops ? Trap::breakpoint : Trap::end;
      const std::string load = fmt::format("li $t1, {}\nli $t2, {}\n", a, b);
      CHECK(stop_of(fmt::format("{}{} $t1, $t2", load, op), slots) == expected);
      CHECK(stop_of(fmt::format("{}{} $t1, $t2, 7", load, op), slots) == expected);
      const std::string name = op;
      const std::string immediate = name.back() == 'u' ? name.substr(0, 3) + "iu" : name + "i";
      CHECK(stop_of(fmt::format("{}{} $t1, {}", load, immediate, b), slots) == expected);
    }
}

TEST_CASE("mips: conditional calls and likely branches") {
  const auto called = [](const char* op, int a, bool slots) {
    Environment environment;
    environment.delay_slots = slots;
    const std::string text = fmt::format(
        "li $t1, {}\n{} $t1, f\nnop\nli $v0, 10\nsyscall\nf: li $t0, 1\njr $ra\nnop", a, op);
    const Program p = slots ? assembled(Isa::mips, text, delayed()) : assembled(Isa::mips, text);
    const ReferenceRun run = run_reference(p, environment, 100);
    CHECK(run.trap == Trap::exit); // also after a call: it returns behind itself
    return run.state.regs[8] == 1;
  };
  for (const bool slots : {false, true}) {
    CHECK(called("bltzal", -1, slots));
    CHECK_FALSE(called("bltzal", 0, slots));
    CHECK(called("bgezal", 0, slots));
    CHECK_FALSE(called("bgezal", -1, slots));
  }
  CHECK(expand("x: beql $t0, $t1, x\nbgezl $t0, x\nbc1tl 2, x") ==
        "beq $t0, $t1, x\nbgez $t0, x\nbc1t 2, x");
  CHECK(problems(Isa::mips, "x: bnel $t0, $t1, x\nnop", delayed()) ==
        Lines{"1:4 'bnel' is not supported; bne, with nothing in its delay slot that changes "
              "anything"});
}

TEST_CASE("mips: load-linked and store-conditional on the only processor") {
  CHECK(result(kBytes + "la $t1, v\nll $t0, 4($t1)\nsc $t0, 0($t1)\nlw $t0, v") ==
        static_cast<std::int32_t>(0x87766554U));
  CHECK(result(kBytes + "la $t1, w\nli $t0, 9\nsc $t0, 0($t1)") == 1);
  CHECK(result(kBytes + "lld $t0, v\nscd $t0, w\nld $t0, w") ==
        static_cast<std::int64_t>(0x8776655443322110ULL));
}

TEST_CASE("mips: a constant may change its destination") {
  CHECK(expand("and $t0, 100\nori $t0, 0x10000\nadd $t0, -5\nsubu $t0, 7\nxori $t0, 1") ==
        "andi $t0, $t0, 0x64\nlui $at, 0x1\nor $t0, $t0, $at\naddi $t0, $t0, -5\n"
        "addiu $at, $zero, 7\nsubu $t0, $t0, $at\nxori $t0, $t0, 0x1");
  // Registers do not: a forgotten operand is an error, and this form is never suggested.
  CHECK(errors("and $t0, $t1") ==
        Lines{"1:1 'and' does not take 2 operands; and rd, rs, rt or and rd, rs, imm"});
}

TEST_CASE("mips: GNU as's 64-bit forms of pseudo-instructions") {
  CHECK(result("dli $t1, -0x123456789a\ndabs $t0, $t1") == 0x123456789a);
  CHECK(result("dli $t1, 0x123456789a\ndabs $t0, $t1") == 0x123456789a);
  const std::string x = "dli $t1, 0x0123456789abcdef\nli $t2, 8\n";
  CHECK(result(x + "drol $t0, $t1, $t2") == 0x23456789abcdef01);
  CHECK(result(x + "dror $t0, $t1, $t2") == static_cast<std::int64_t>(0xef0123456789abcdULL));
  CHECK(result(x + "drol $t0, $t1, 40") == static_cast<std::int64_t>(0xabcdef0123456789ULL));
  CHECK(result(x + "dror $t0, $t1, 40") == 0x6789abcdef012345);
  for (const bool slots : {false, true}) {
    const auto trap = [&](const std::string& op, const char* a, const char* b) {
      return stop_of(fmt::format("dli $t1, {}\ndli $t2, {}\n{} $t0, $t1, $t2", a, b, op), slots);
    };
    CHECK(trap("dmulo", "0x100000000", "0x80000000") == Trap::breakpoint); // 2^63
    CHECK(trap("dmulo", "-0x100000000", "0x80000000") == Trap::end);       // -2^63
    CHECK(trap("dmulou", "0x100000000", "0x80000000") == Trap::end);
    CHECK(trap("dmulou", "0x100000000", "0x100000000") == Trap::breakpoint);
  }
  CHECK(result("dli $t1, -0x100000000\ndmulo $t0, $t1, 6") == -0x600000000);
}

TEST_CASE("mips: what is known and not there says what to use") {
  CHECK(errors("mfc0 $t0, $14") ==
        Lines{"1:1 'mfc0' is not supported; a program without exception handlers"});
  CHECK(errors("madd.d $f0, $f2, $f4, $f6") == Lines{"1:1 'madd.d' is not supported; mul and add"});
}

#include "sanitized.hpp"
#include "unit/isa/asm_testing.hpp"

#include <ctime>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

std::vector<std::string> errors(std::string_view text) {
  return problems(Isa::riscv, text);
}
using Lines = std::vector<std::string>;

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  out.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i)
    out += part;
  return out;
}

/// Of this process: other programs on the machine do not count.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

TEST_CASE("asm errors: all problems of a file, in its order, from both passes") {
  CHECK(
      errors("j nowhere\nbogus\nnop\nadd a0\naddi a0, a0, 9999") ==
      Lines{"1:3 'nowhere' is not defined; a line 'nowhere:', as the last one if the program is to "
            "end there",
            "2:1 unknown instruction 'bogus'; an instruction, a directive or a label with ':'",
            "4:1 'add' does not take 1 operand; add rd, rs1, rs2 or add rd, rs1, imm",
            "5:14 9999 is out of range for 'addi'; -2048 to 2047"});
}

TEST_CASE("asm errors: a mistyped label, directive or macro end gets a suggestion or its rule") {
  CHECK(errors("loop: nop\nj lopo") ==
        Lines{"2:3 'lopo' is not defined; a line 'lopo:', as the last one if the program is to end "
              "there; did you mean loop"});
  CHECK(errors(".dta\nnop") == Lines{"1:1 unknown directive '.dta'; a directive such as .text, "
                                     ".word or .equ; did you mean .data"});
  CHECK(errors("j 1b\nnop") ==
        Lines{"1:3 there is no such numbered label; 1b for one above, 1f for one below"});
  CHECK(errors("nop\n.endm") == Lines{"2:1 '.endm' ends nothing here"});
  CHECK(errors("nop\n.else") == Lines{"2:1 '.else' without .if"});
  CHECK(errors("nop\n.if 1") == Lines{"2:1 the condition does not end; a line .endif"});
  CHECK(errors("nop\n.rept 3\nnop") == Lines{"2:1 the block does not end; a line .endr"});
  CHECK(errors("nop\n.macro m\nnop") == Lines{"2:1 the block does not end; a line .endm"});
}

TEST_CASE("asm errors: a second definition names the line of the first") {
  CHECK(errors("x: nop\nnop\nx: nop") ==
        Lines{"3:1 'x' is defined a second time; the first is in line 1; a name of its own"});
  CHECK(errors("x: nop\n.equ x, 5") ==
        Lines{"2:6 'x' is defined a second time; the first is in line 1; a name of its own"});
  CHECK(errors("nop\n.equiv y, 5\n.equiv y, 6").size() == 1);
  CHECK(errors(".macro m\n.endm\n.macro m\n.endm\nnop").size() == 1);
}

TEST_CASE("asm errors: what cannot be read is named where it stands") {
  CHECK(errors("nop nop") == Lines{"1:1 'nop' does not take 1 operand; nop"});
  CHECK(errors("addi a0, a0, 09") ==
        Lines{"1:14 '09' is no number; octal digits 0 to 7 behind a leading 0"});
  CHECK(errors("li a0, 99999999999999999999") ==
        Lines{"1:8 '99999999999999999999' does not fit in 64 bits"});
  CHECK(errors("li a0, (1 + 2") == Lines{"1:14 the parenthesis is not closed; ')'"});
  CHECK(errors("li a0, 1 +") ==
        Lines{"1:11 the line ends where a value is needed; a number, a name or '('"});
  CHECK(errors("li a0, 1 / 0") == Lines{"1:10 division by zero; a divisor other than 0"});
  CHECK(errors("li a0, 1 /* never closed") == Lines{"1:10 the comment does not end; a closing */"});
  CHECK(errors(".data\n.ascii \"abc\n.text\nnop") ==
        Lines{"2:8 the string does not end; a closing '\"' on the same line"});
  CHECK(errors(".data\n.ascii \"\\q\"\n.text\nnop").size() == 1);
  CHECK(errors("li a0, ''") ==
        Lines{"1:8 empty character literal; a character such as 'a' or '\\n'"});
  CHECK(errors("add a0, a1, `") == Lines{"1:13 unexpected '`'"});
  CHECK(errors("add a0, a1,") == Lines{"1:12 the line ends behind a comma; an operand"});
  CHECK(errors("5 + 5") ==
        Lines{"1:1 '5' begins no statement; a label, an instruction or a directive"});
  CHECK(errors("lw a0, %middle(x)(a1)").size() == 1);
}

TEST_CASE("asm errors: an instruction of an extension that is not there names it") {
  for (const auto& [text, words] : {std::pair{"vle32.v v0,(a0)", "V, the vector extension"},
                                    {"vsetvli t0,a0,e32,m1,ta,ma", "V, the vector extension"},
                                    {"vfmacc.vf v4,fa0,v0", "V, the vector extension"},
                                    {"fadd.h fa0,fa1,fa2", "Zfh, half precision"},
                                    {"sfence.vma", "supervisor mode"}}) {
    const auto found = errors(text);
    INFO(text);
    REQUIRE(found.size() == 1);
    CHECK(found[0].find(std::string("is of ") + words +
                        ", which is not there; what there is: I, M") != std::string::npos);
  }
}

TEST_CASE("asm errors: constants that are needed at once must be known at once") {
  CHECK(errors("nop\n.space n\n.equ n, 4") ==
        Lines{"2:8 'n' is not defined; a label or symbol of this file, a constant or a register"});
  CHECK(errors("nop\nli a0, here\nhere: nop").size() == 1);
  CHECK(errors("nop\n.equ a, b\n.equ b, a\naddi a0, a0, a").size() >= 1);
}

TEST_CASE("asm errors: values too large for their place") {
  CHECK(errors("nop\n.data\n.byte 256") == Lines{"3:7 256 does not fit in 1 byte; -128 to 255"});
  CHECK(errors("nop\n.data\n.half later\n.equ later, 70000") ==
        Lines{"3:7 70000 does not fit in 2 bytes; -32768 to 65535"});
  CHECK(errors("nop\n.bss\n.word 1") ==
        Lines{"3:7 a value in .bss, which holds zeros only; a line .data before it"});
  CHECK(errors("nop\n.align 40").size() == 1);
  CHECK(errors("nop\n.balign 3").size() == 1);
}

TEST_CASE("asm errors: instructions belong in .text, at even addresses") {
  CHECK(errors("nop\n.data\nnop") == Lines{"3:1 an instruction in .data; a line .text before it"});
  CHECK(
      errors("mv a0, a1\n.byte 1\nnop") ==
      Lines{"3:1 the address of the instruction is no multiple of 2; a line .balign 2 before it"});
}

TEST_CASE("asm errors: macros report missing and surplus arguments, and where they are used") {
  CHECK(errors(".macro m a:req\nadd \\a, \\a, \\a\n.endm\nm\nm a0, a1\nm qqq9") ==
        Lines{"2:5 operand 1 of 'add' cannot be 'qqq9' (in macro 'm' used in line 6); a register "
              "such as a0 or x10 "
              "(add rd, rs1, rs2)",
              "4:1 macro 'm' needs a value for 'a'",
              "5:7 too many arguments for macro 'm'; at most 1"});
}

TEST_CASE("asm errors: a program without instructions or with data as its start is refused") {
  CHECK(errors(".data\n.word 1").size() == 1);
  CHECK(errors(".data\nmain: .word 1\n.text\nnop") ==
        Lines{"2:1 'main', where the program starts, is no code; a label in .text"});
}

TEST_CASE("asm limits: no input recurses, repeats or grows without end, and each limit is stated") {
  const std::pair<std::string, std::string_view> cases[] = {
      {".macro m\nm\n.endm\nm", "nested too deeply"},
      {".macro m x\nm \\x\\x\n.endm\nm aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
       "too much text"},
      {".rept 100000000\nnop\n.endr", "repetitions"},
      {".rept 2000000\nnop\n.endr", "program is too long"},
      {".rept 2000\n.rept 2000\n\n.endr\n.rept 2000\n\n.endr\n.endr\nnop", "too many lines"},
      {"li a0, " + repeated("(", 100000) + "1", "nested too deeply"},
      {"li a0, " + repeated("-", 100000) + "1", "nested too deeply"},
      {repeated(".if 1\n", 100000) + "nop", "nested too deeply"},
      {"nop\n.data\n.space 0x7fffffffffffffff", "number of bytes"},
      {"nop\n.data\n.space 60000000\n.space 60000000", "too large"},
      {"nop\n.data\n.word 0:100000000", "repetitions"},
      {"nop\n.space 17000000", "number of bytes"},
      {repeated("bogus\n", 5000), "more than 1000 errors"},
  };
  for (const auto& [text, message] : cases) {
    // Millions of lines and instructions, which take half a minute with sanitizers.
    if (kSanitized && (message == "program is too long" || message == "too many lines"))
      continue;
    INFO(text.substr(0, 60));
    const double begin = processor_seconds();
    bool found = false;
    for (const std::string& problem : problems(Isa::riscv, text))
      found = found || problem.find(message) != std::string::npos;
    CHECK(found);
    CHECK(processor_seconds() - begin < 20 * kSlower);
  }
}

TEST_CASE("asm limits: chains of definitions neither recurse nor take exponential time") {
  std::string doubling = "nop\n";
  for (int i = 0; i < 150; ++i)
    doubling += fmt::format(".equ n{}, n{} + n{} - n{}\n", i, i + 1, i + 1, i + 1);
  doubling += ".equ n150, 3\nli a0, n0\n";
  CHECK(texts(Isa::riscv, doubling) == "nop\naddi a0, zero, 3");
  std::string chain = "nop\n";
  for (int i = 0; i < 100000; ++i)
    chain += fmt::format(".equ b{}, b{}\n", i, i + 1);
  chain += ".equ b100000, 3\naddi a0, a0, b0\n";
  CHECK_FALSE(errors(chain).empty());
}

TEST_CASE("asm limits: very long lines and sums are fine") {
  CHECK(texts(Isa::riscv, "li a0, 0" + repeated(" + 1", 200000) + " - 199999 # " +
                              repeated("x", 1000000)) == "addi a0, zero, 1");
  CHECK(assembled(Isa::riscv, "x: addi a0, a0, 0" + repeated(" + x - x", 50000)).code.size() == 1);
}

TEST_CASE("asm speed: a megabyte of assembly takes well under a second") {
  std::string text = "main:\n";
  for (int i = 0; text.size() < (1U << 20); ++i)
    text += fmt::format("l{}:  addi a0, a1, {}\n     lw t0, 8(sp)\n     bne t0, zero, l{}\n", i,
                        i % 2000, i);
  const double begin = processor_seconds();
  CHECK(assembled(Isa::riscv, text).code.size() > 40000);
  CHECK(processor_seconds() - begin < 2 * kSlower);
}

TEST_CASE("asm: no bytes crash it") {
  std::uint32_t random = 12345;
  const auto next = [&random] { return random = random * 1664525U + 1013904223U, random >> 16; };
  static constexpr std::string_view kParts[] = {
      "add ", "lw ",       "$t0",    "a0",      ",",     "(",      ")",       ":",       "1",
      "1b",   "2f",        ".word ", ".macro ", ".endm", ".rept ", ".endr",   "\n",      "\"",
      "'",    "\\",        "#",      "-",       "%",     "hi",     ".if ",    ".else",   ".endif",
      "x",    "=",         "/*",     "*/",      ".equ ", ".eqv ",  ".align ", ".data",   ".text",
      "0x",   "9",         ";",      ".reg ",   "li ",   "la ",    "\xff",    "\t",      "l.d ",
      "F2",   "2.5",       ".set ",  "beq ",    "j ",    "~",      "<<",      ".asciz ", ".space ",
      "\\@",  ".section ", "@",      "!",       ".",     "..",     "\\x",     "csrr ",   "fence "};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::uint32_t n = next() % 60; n > 0; --n)
      text += kParts[next() % std::size(kParts)];
    for (const Isa isa : {Isa::riscv, Isa::mips})
      (void)attempt(isa, text).ok();
  }
  SUCCEED();
}

TEST_CASE("asm errors: an operand of an instruction that becomes two is complained of once") {
  AssembleOptions strict; // else it is a name of memory
  strict.strict = true;
  CHECK(attempt(Isa::riscv, "la a0, nowhere", strict).diagnostics().size() == 1);
  CHECK(attempt(Isa::riscv, "la a0, nowhere\nla a0, nowhere", strict).diagnostics().size() == 2);
}

TEST_CASE("asm errors: data directives that begin like numbers, and calls through a table") {
  CHECK(errors(".data\n.2byte 1, 2\n.4byte 3\n.8byte 4\n.text\nf: call f@plt\ntail f@plt").empty());
  CHECK(errors(".data\n.3byte 1").size() == 1);
}

#include "unit/isa/asm_testing.hpp"

#include <cstdint>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

// The machinery shared by the notations, exercised through RISC-V.

namespace {

std::string expand(std::string_view text) {
  return texts(Isa::riscv, text);
}

/// Assembles data behind `nop` and gives the bytes of .data as numbers.
std::vector<int> data_of(const std::string& text, Isa isa = Isa::riscv) {
  const Program p = assembled(isa, ".data\n" + text + "\n.text\nnop\n");
  std::vector<int> bytes;
  for (const DataSegment& segment : p.data) {
    if (segment.name == ".text")
      continue;
    const std::uint64_t base = isa == Isa::mips ? 0x10010000 : 0x10000000;
    bytes.resize(segment.address - base);
    bytes.insert(bytes.end(), segment.bytes.begin(), segment.bytes.end());
  }
  return bytes;
}

std::int64_t value_of(const std::string& expression) {
  const Program p = assembled(Isa::riscv, "nop\n.equ x, " + expression);
  return static_cast<std::int64_t>(p.symbols.at("x").address);
}

using Bytes = std::vector<int>;

} // namespace

TEST_CASE("asm: expressions follow GNU as's precedence") {
  CHECK(value_of("1 + 2 * 3") == 7);
  CHECK(value_of("(1 + 2) * 3") == 9);
  CHECK(value_of("7 / 2") == 3);
  CHECK(value_of("-7 / 2") == -3);
  CHECK(value_of("-7 % 3") == -1);
  CHECK(value_of("1 << 4 | 3") == 19);
  CHECK(value_of("10 - 4 - 3") == 3);
  CHECK(value_of("~0 & 0xff") == 255);
  CHECK(value_of("6 ^ 3") == 5);
  CHECK(value_of("- - 5") == 5);
  CHECK(value_of("0b101 + 017 + 0x1F + 'A'") == 5 + 15 + 31 + 65);
  CHECK(value_of("'\\n'") == 10);
  CHECK(value_of("-1 >> 60") == 15);
  CHECK(value_of("3 > 2") == -1);
  CHECK(value_of("-9223372036854775807 - 1") == INT64_MIN);
  CHECK(value_of("(-9223372036854775807 - 1) / -1") == INT64_MIN); // wraps instead of trapping
}

TEST_CASE("asm: data directives place little-endian values") {
  CHECK(data_of(".byte 1, -1, 0xff, 'a'") == Bytes{1, 255, 255, 97});
  CHECK(data_of(".half 0x1234") == Bytes{0x34, 0x12});
  CHECK(data_of(".word 0x12345678") == Bytes{0x78, 0x56, 0x34, 0x12});
  CHECK(data_of(".dword -2") == Bytes{254, 255, 255, 255, 255, 255, 255, 255});
  CHECK(data_of(".quad 1") == Bytes{1, 0, 0, 0, 0, 0, 0, 0});
  CHECK(data_of(".float 1.5") == Bytes{0, 0, 0xc0, 0x3f});
  CHECK(data_of(".double -2") == Bytes{0, 0, 0, 0, 0, 0, 0, 0xc0});
  CHECK(data_of(".ascii \"ab\", \"c\"") == Bytes{97, 98, 99});
  CHECK(data_of(".asciz \"a\\n\\\"\\x41\\101\\0\"") == Bytes{97, 10, 34, 65, 65, 0, 0});
  CHECK(data_of(".string \"# no // comment\"").size() == 16);
  CHECK(data_of(".byte 1\n.space 2\n.byte 3") == Bytes{1, 0, 0, 3});
  CHECK(data_of(".space 2, 7\n.zero 1\n.byte 1") == Bytes{7, 7, 0, 1});
  CHECK(data_of(".fill 2, 2, 3") == Bytes{3, 0, 3, 0});
  CHECK(data_of(".byte 1\n.align 2\n.byte 2") == Bytes{1, 0, 0, 0, 2});
  CHECK(data_of(".byte 1\n.balign 2\n.byte 2") == Bytes{1, 0, 2});
  CHECK(data_of(".byte 1\n.p2align 1, 9\n.byte 2") == Bytes{1, 9, 2});
  CHECK(data_of("a: .word b, b - a\nb: .byte 1") == Bytes{8, 0, 0, 16, 8, 0, 0, 0, 1});
  CHECK(data_of(".word 5:3").size() == 12);
}

TEST_CASE("asm: MIPS data aligns itself and takes its labels along, RISC-V data does not") {
  CHECK(data_of(".byte 1\nx: .word x", Isa::mips) == Bytes{1, 0, 0, 0, 4, 0, 1, 16});
  CHECK(data_of(".byte 1\n.align 0\n.half 2", Isa::mips) == Bytes{1, 2, 0});
  CHECK(data_of(".byte 1\nx: .word x") == Bytes{1, 1, 0, 0, 16});
}

TEST_CASE("asm: sections lie apart, .rodata and .text cannot be written, .bss holds zeros") {
  const Program p = assembled(Isa::riscv, R"(
    .section .rodata
r:  .word 1
    .data
d:  .word 2
    .bss
b:  .space 8
    .section .text.startup, "ax"
    la a0, r
    la a1, d
    la a2, b
    .section .note.GNU-stack, "", @progbits
)");
  CHECK(p.symbols.at("r").address == 0x11000);
  CHECK(p.symbols.at("d").address == 0x10000000);
  CHECK(p.symbols.at("b").address == 0x10001000);
  CHECK_FALSE(p.symbols.at("d").is_code);
  for (const auto& [name, writable] : {std::pair{"r", false}, {"d", true}, {"b", true}}) {
    const Program store = assembled(
        Isa::riscv, std::string(".section .rodata\nr: .word 1\n.data\nd: .word 2\n.bss\nb: "
                                ".word 0\n.text\nla a0, ") +
                        name + "\nsw a0, 0(a0)");
    CHECK((run_reference(store, {}, 10).trap == Trap::end) == writable);
  }
}

TEST_CASE("asm: the last page of .rodata can be read to its end, as a linker leaves it") {
  // gcc reads structures passed by value in whole words, beyond those of 12 bytes, too.
  const auto end_of = [](const std::string& offset) {
    return run_reference(assembled(Isa::riscv, ".section .rodata\nr: .zero 12\n.text\nla a0, r\nld "
                                               "a1, " +
                                                   offset + "(a0)"),
                         {}, 10)
        .trap;
  };
  CHECK(end_of("8") == Trap::end);
  CHECK(end_of("2040") == Trap::end);
  CHECK(end_of("-8") == Trap::unmapped);
}

TEST_CASE("asm: numeric labels refer to the nearest before or after") {
  const Program p = assembled(Isa::riscv, "1: nop\nj 1b\nj 1f\n1: j 1b\nj 1f\nnop\n1: nop");
  CHECK(p.code[1].target == 0x10000);
  CHECK(p.code[2].target == 0x1000c);
  CHECK(p.code[3].target == 0x1000c);
  CHECK(p.code[4].target == 0x10018);
}

TEST_CASE("asm: .equ and .set bind where they stand, forward names at the end") {
  CHECK(expand(".set n, 1\nli a0, n\n.set n, n + 1\nli a0, n\nn = 7\nli a0, n") ==
        "addi a0, zero, 1\naddi a0, zero, 2\naddi a0, zero, 7");
  CHECK(expand("addi a0, a0, later\n.equ later, 3") == "addi a0, a0, 3");
  CHECK(expand("a: nop\nb: li a0, b - a\n") == "nop\naddi a0, zero, 4"); // one section: a constant
  CHECK(expand("nop\nj . + 8\nnop\nnop") == "nop\njal zero, 0x1000c\nnop\nnop");
}

TEST_CASE("asm: macros replace parameters, defaults, keywords and \\@") {
  CHECK(expand(".macro m a, b=7\naddi \\a, \\a, \\b\n.endm\nm a0, 1\nm a1\nm b=2, a=a2") ==
        "addi a0, a0, 1\naddi a1, a1, 7\naddi a2, a2, 2");
  CHECK(expand(".macro m a b\nadd \\a, \\a, \\b\n.endm\nm a0 a1") == "add a0, a0, a1");
  CHECK(expand(".macro skip\nj l\\@\nl\\@: nop\n.endm\nskip\nskip") ==
        "jal zero, l0\nnop\njal zero, l1\nnop");
  CHECK(expand(".macro s n, v:vararg\n.word\\()\\n\n.endm\nnop") == "nop");
  CHECK(expand(".macro m a\nlw \\a, 4(\\a)\n.endm\nm a0") == "lw a0, 4(a0)");
  CHECK(expand(".macro out\n.macro in\nnop\n.endm\nin\n.endm\nout") == "nop");
  CHECK(texts(Isa::mips, ".macro twice (%r)\nadd %r, %r, %r\n.end_macro\ntwice($t0)") ==
        "add $t0, $t0, $t0");
}

TEST_CASE("asm: .rept repeats, nests, and may repeat nothing") {
  CHECK(expand(".rept 2\nnop\n.rept 2\nadd a0, a0, a0\n.endr\n.endr") ==
        "nop\nadd a0, a0, a0\nadd a0, a0, a0\nnop\nadd a0, a0, a0\nadd a0, a0, a0");
  CHECK(expand(".rept 0\nbogus\n.endr\nnop") == "nop");
}

TEST_CASE("asm: conditions choose lines, also within parts left out") {
  CHECK(expand(".if 0\nbogus line\n.if 1\nbogus\n.endif\n.else\nnop\n.endif") == "nop");
  CHECK(expand(".equ k, 2\n.if k - 2\nret\n.elseif k == 2\nnop\n.else\necall\n.endif") == "nop");
  CHECK(expand(".ifdef k\nret\n.endif\n.ifndef k\nnop\n.endif") == "nop");
}

TEST_CASE("asm: comments of every kind leave the statement before them") {
  CHECK(expand("nop # one\nnop // two\nnop /* three\n four */ nop ; nop\n/* # */ nop") ==
        "nop\nnop\nnop\nnop\nnop\nnop");
  CHECK(texts(Isa::mips, "DADDIU R1,R1,#-8 # back\nADDI R2,R2,#4;next\nnop #5") ==
        "daddiu R1, R1, -8\naddi R2, R2, 4\nnop");
}

TEST_CASE("asm: lines and columns survive comments, labels and macros") {
  const Program p = assembled(Isa::riscv, "/* a\n b */ x:  nop\n.macro m\n  ret\n.endm\nm");
  CHECK(p.source[0].line == 2);
  CHECK(p.source[0].column == 11);
  CHECK(p.source[1].line == 4);
  CHECK(p.source[1].column == 3);
  CHECK(p.source_lines.size() == 6);
}

TEST_CASE("asm: alignment between instructions can be run through") {
  const Program p = assembled(Isa::riscv, "nop\n.align 4\nli a0, 5");
  CHECK(p.code.size() == 5);
  CHECK(run_to_end(p).regs[10] == 5);
}

TEST_CASE("asm: data in .text is loaded from where it stands") {
  const Program p = assembled(Isa::riscv, "la a1, k\nlw a0, 0(a1)\nj end\nk: .word 77\nend: nop");
  CHECK(run_to_end(p).regs[10] == 77);
}

TEST_CASE("asm: .reg sets integer and FP registers before the run") {
  const Program p = assembled(
      Isa::mips, ".data\nv: .word 1\n.text\n.reg $t1 = 5\n.reg R2 = v + 4\n.reg f2 = 2.5\n"
                 ".reg $f4 = -3\nnop");
  const ArchState s = run_to_end(p);
  CHECK(s.regs[9] == 5);
  CHECK(s.regs[2] == 0x10010004);
  CHECK(s.regs[34] == 0x4004000000000000ULL);
  CHECK(s.regs[36] == 0xc008000000000000ULL);
}

TEST_CASE("asm: entry is main, else _start, else __start, else the first instruction") {
  CHECK(assembled(Isa::riscv, "nop\n_start: nop\nmain: nop").entry == 0x10008);
  CHECK(assembled(Isa::riscv, "nop\n__start: nop\n_start: nop").entry == 0x10008);
  CHECK(assembled(Isa::riscv, "nop\n__start: nop").entry == 0x10004);
  CHECK(assembled(Isa::riscv, "nop\nnop").entry == 0x10000);
}

TEST_CASE("asm: directives that mean nothing here are accepted") {
  CHECK(expand(".file \"x.c\"\n.option nopic\n.attribute arch, \"rv64im\"\n.globl main\n.type "
               "main, @function\n"
               "main: nop\n.size main, .-main\n.cfi_endproc\n.ident \"x\"") == "nop");
}

// Listings of objdump and gdb, and programs in documents: what of them is the program.
#include "unit/isa/asm_testing.hpp"

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

TEST_CASE("snippets: of Markdown, what stands between fences is the program") {
  const char* text = "Consider\n\n```asm\naddi a0, a0, 1\n```\n\nand then\n\n~~~\nret\n~~~\n";
  const Result<Program> program = load_program_text("<stdin>", text, std::nullopt);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  CHECK(texts(*program) == "addi a0, a0, 1\njalr zero, 0(ra)");
  CHECK(program->source[0].line == 4);
  CHECK(program->source_lines.at(0) == "Consider");
  CHECK(texts(Isa::mips, "```\nadd $t0, $t1, $t2\n") == "add $t0, $t1, $t2");
}

TEST_CASE("snippets: a listing of objdump is the program, its jumps go where they say (RISC-V)") {
  const char* text =
      "\na.out:     file format elf64-littleriscv\n\n\nDisassembly of section .init:\n\n"
      "00000000000104c0 <_init>:\n   104c0:\t00000013          \tnop\n\n"
      "Disassembly of section .text:\n\n"
      "0000000000010632 <sum>:\n"
      "   10632:\t00a05c63          \tblez\ta0,1064a <sum+0x18>\n"
      "   10636:\t4505                \tli\ta0,1\n"
      "   10638:\t8082                \tret\n"
      "   1064a:\t4501                \tli\ta0,0 # <none>\n"
      "   1064c:\t8082                \tret\n\n"
      "000000000001064e <main>:\n"
      "   1064e:\t4511                \tli\ta0,4\n"
      "   10650:\tfcbff0ef          \tjal\t10632 <sum>\n"
      "   10654:\tbfdd                \tj\t1064a <sum+0x18>\n";
  const Result<Program> program = load_program_text("a.txt", text, std::nullopt);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  CHECK(program->isa == Isa::riscv);
  CHECK(texts(*program) == "bge zero, a0, L1064a\naddi a0, zero, 1\njalr zero, 0(ra)\n"
                           "addi a0, zero, 0\njalr zero, 0(ra)\naddi a0, zero, 4\njal ra, sum\n"
                           "jal zero, L1064a");
  CHECK(program->source[0].line == 13);
  CHECK(program->source_lines.at(12) == "   10632:\t00a05c63          \tblez\ta0,1064a <sum+0x18>");
  CHECK(program->code[0].target == program->code[3].pc);
  CHECK(program->entry == program->code[5].pc);
  // What main does not reach is left out: it may need what is not there.
  CHECK(texts(*load_program_text("-",
                                 "0000000000010600 <_start>:\n"
                                 "   10600:\tfafd                \tjal\t10800 <__libc_main>\n"
                                 "000000000001064e <main>:\n"
                                 "   1064e:\tfafd                \tbnez\ta3,1064e <main>\n",
                                 std::nullopt)) == "bne a3, zero, main");
  // --no-show-raw-insn, and what was copied without the line of the function.
  CHECK(texts(*load_program_text("-",
                                 "0000000000010632 <f>:\n   10632:\tblez\ta0,10636 <f+0x4>\n"
                                 "   10636:\tret\n",
                                 std::nullopt)) == "bge zero, a0, L10636\njalr zero, 0(ra)");
  CHECK(texts(Isa::riscv, "   10632:   00a05c63    blez  a0,10636 <f+0x4>\n   10636: 8082 ret") ==
        "bge zero, a0, L10636\njalr zero, 0(ra)");
}

TEST_CASE("snippets: a listing of objdump or gdb is the program (x86)") {
  const char* text = "0000000000001139 <sum>:\n"
                     "    1139:\t85 ff                \ttest   %edi,%edi\n"
                     "    113b:\t7e 1d                \tjle    115a <sum+0x21>\n"
                     "    1143:\t48 8d 0c be          \tlea    (%rsi,%rdi,4),%rcx\n"
                     "    1166:\tc7 44 24 08 03 00 00 \tmovl   $0x3,0x8(%rsp)\n"
                     "    116d:\t00 \n"
                     "    115a:\te8 90 fe ff ff       \tcall   1030 <puts@plt>\n"
                     "    1160:\t66 0f 1f 44 00 00    \tnopw   0x0(%rax,%rax,1)\n"
                     "    1166:\tf3 c3                \trepz ret\n";
  CHECK(texts(Isa::x86, text) == "test %edi, %edi\njle L115a\nlea (%rsi,%rdi,4), %rcx\n"
                                 "movl $0x3, 0x8(%rsp)\ncall puts\nnop\nret");
  const char* intel = "    1139:\t85 ff                \ttest   edi,edi\n"
                      "    113b:\t7e 1d                \tjle    1143 <sum+0xa>\n"
                      "    1143:\t8b 45 fc             \tmov    eax,DWORD PTR [rbp-0x4]\n";
  const Program program = assembled(Isa::x86, intel);
  CHECK(program.code.size() == 3);
  CHECK(program.code[1].target == program.code[2].pc);
  const char* gdb = "Dump of assembler code for function f:\n"
                    "   0x0000000000001139 <+0>:\ttest   %edi,%edi\n"
                    "=> 0x000000000000113b <+2>:\tjle    0x1143 <f+10>\n"
                    "   0x0000000000001143 <+10>:\tret\nEnd of assembler dump.\n";
  CHECK(texts(Isa::x86, gdb) == "test %edi, %edi\njle L1143\nret");
}

TEST_CASE("snippets: addresses in front of instructions are where branches go") {
  CHECK(texts(Isa::mips, "0x400: addiu $t0, $t0, 1\n0x404: bne $t0, $t1, 0x400\n0x408: nop") ==
        "addiu $t0, $t0, 1\nbne $t0, $t1, L400\nnop");
  const Program program =
      assembled(Isa::riscv, "# a loop\n0x10074: lw a0, 0(s0)\n0x10078: addi s0, s0, 4\n"
                            "0x1007c: bne a0, a1, 0x10074\n");
  CHECK(program.code.size() == 3);
  CHECK(program.code[2].target == program.code[0].pc);
  // A place that is not there stays an error.
  CHECK_FALSE(assemble(Isa::riscv, "a.s", "0x400: nop\n0x404: beqz a0, 0x500\n").ok());
}

TEST_CASE("snippets: string instructions alone are x86") {
  CHECK(has_x86_string_instruction("rep movsb\n"));
  CHECK(has_x86_string_instruction("  cld\n\trepne scasb\n"));
  CHECK_FALSE(has_x86_string_instruction("repeat: add a0, a0, a1\n"));
}

TEST_CASE("snippets: a program of numbered lines is no listing") {
  CHECK(texts(Isa::mips, "1: addd F4,F0,F2\n2: dadd R1,R2,R3") ==
        "add.d F4, F0, F2\ndadd R1, R2, R3");
  CHECK(texts(Isa::riscv, "10: add a0, a1, a2\nbnez a0, 10b") ==
        "add a0, a1, a2\nbne a0, zero, 0x10000");
}

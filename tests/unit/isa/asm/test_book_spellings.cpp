#include "isa/notations.hpp"
#include "unit/isa/asm_testing.hpp"

#include <fstream>
#include <iterator>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

/// What an instruction does, besides where it was written.
std::string meaning(const Instruction& i) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {:x} {} {:x} {:x}", static_cast<int>(i.op),
                     static_cast<int>(i.op_class), i.size, i.has_immediate, i.rounding, i.rd, i.rd2,
                     i.rs1, i.rs2, i.rs3, i.raw, i.imm, i.pc, i.target);
}

void check_same(Isa isa, std::string_view text, std::string_view plain) {
  INFO(name(isa) << ": " << text);
  const Program a = assembled(isa, text);
  const Program b = assembled(isa, plain);
  CHECK(a.code.size() == b.code.size());
  for (std::size_t i = 0; i < std::min(a.code.size(), b.code.size()); ++i) {
    INFO(a.source[i].text << " against " << b.source[i].text);
    CHECK(meaning(a.code[i]) == meaning(b.code[i]));
  }
  REQUIRE(a.data.size() == b.data.size());
  for (std::size_t i = 0; i < a.data.size(); ++i)
    CHECK(a.data[i].bytes == b.data[i].bytes);
}

} // namespace

TEST_CASE("book spellings: each is the plain form, instruction for instruction") {
  for (const BookSpelling& spelling : book_spellings())
    check_same(spelling.isa, spelling.text, spelling.plain);
}

TEST_CASE("book spellings: one with Windows' line ends, tabs and a byte order mark is the same") {
  for (const BookSpelling& spelling : book_spellings()) {
    std::string text = "\xEF\xBB\xBF";
    for (const char c : spelling.text)
      text += c == '\n' ? "\r\n" : c == ' ' ? std::string("\t") : std::string(1, c);
    check_same(spelling.isa, text, spelling.plain);
  }
}

TEST_CASE("book spellings: the document says what the code takes") {
  std::ifstream file(STALLSCOPE_SOURCE_DIR "/sim/isa/NOTATIONS.md");
  const std::string document{std::istreambuf_iterator<char>(file), {}};
  INFO("stallscope programs --notation all > sim/isa/NOTATIONS.md");
  CHECK((document == describe_notations(std::nullopt)));
  CHECK(describe_notations(Isa::mips).find("| `daddui` | rd, rs, imm |") != std::string::npos);
}

TEST_CASE("book spellings: what is a program without leniency keeps its meaning") {
  // A name of a register without $ is a symbol where the text defines it.
  CHECK(texts(Isa::mips, "t0 = 5\nli $t1, t0") == "addiu $t1, $zero, 5");
  // ';' separates statements of riscv, '#' behind a mnemonic begins a comment.
  CHECK(texts(Isa::riscv, "nop; nop # 5") == "nop\nnop");
  CHECK(texts(Isa::mips, "nop #5") == "nop");
  CHECK(texts(Isa::mips, "li $t0, 5; li $t1, 6") == "addiu $t0, $zero, 5");
  CHECK(texts(Isa::tac, "x = 1; y = 2") == "x = 1\ny = 2");
  // Characters of a string stay as they are.
  const Program program = assembled(Isa::mips, ".data\n.ascii \"\xE2\x88\x92\"\n.text\nnop");
  REQUIRE(program.data.size() == 1);
  CHECK(program.data[0].bytes == std::vector<std::uint8_t>{0xE2, 0x88, 0x92});
}

TEST_CASE("book spellings: what is mistyped stays an error, and all are reported at once") {
  using Lines = std::vector<std::string>;
  CHECK(problems(Isa::mips, "Loop LDD F0,0(R1)\nADD R1,R2\nfoo R1,R2\nsyscal") ==
        Lines{"1:6 unknown instruction 'ldd'; an instruction, a directive or a label with ':'; did "
              "you mean add",
              "2:1 'add' does not take 2 operands; add rd, rs, rt or add rd, rs, imm or add fd, "
              "fs, ft",
              "3:1 unknown instruction 'foo'; an instruction, a directive or a label with ':'",
              "4:1 unknown instruction 'syscal'; an instruction, a directive or a label with ':'; "
              "did you mean syscall"});
  // Behind ';' an instruction with a register is no remark, whatever its name.
  CHECK(problems(Isa::riscv, "li x5, 1; adi x5, x5, 2").size() == 1);
  CHECK(problems(Isa::tac, "x = 1; gto L").size() == 1);
  CHECK(problems(Isa::tac, "prnt").size() == 1);
  CHECK(problems(Isa::mips, "TRAP #5") ==
        Lines{"1:7 'trap' 5 is not supported; trap 0, which ends the program, or a number in $v0 "
              "(R2) and syscall: 1 prints $a0 (R4), 3 prints F12"});
  AssembleOptions strict;
  strict.strict = true;
  CHECK(problems(Isa::riscv, "f(int):\n  call g(int, char*)", strict) ==
        Lines{"2:8 'g(int, char*)' is not defined; a line 'g(int, char*):', as the last one if the "
              "program is to end there"});
}

TEST_CASE("book spellings: an instruction behind a ';' that begins a comment is told, once") {
  const Result<Program> result =
      attempt(Isa::mips, "li $t0, 5 ; the bound\nli $t1, 6; add $t0, $t0, $t1; nop\nnop; j main");
  REQUIRE(result.ok());
  CHECK(result->code.size() == 3);
  REQUIRE(result.diagnostics().size() == 1);
  CHECK(result.diagnostics()[0].severity == Severity::warning);
  CHECK(result.diagnostics()[0].line == 2);
  CHECK(result.diagnostics()[0].column == 10);
  CHECK(result.diagnostics()[0].message ==
        "';' begins a comment in this notation, and 'add $t0, $t0, $t1; nop' behind it is not run; "
        "a line of its own is");
  for (const char* remark : {"; add the elements", "; sum", "; 5", ";", "; x = y", "; stored",
                             ";store result", ";load X(i)", ";add a*X(i) + Y(i)"})
    CHECK(attempt(Isa::mips, std::string("ADDI R1,R0,#5 ") + remark).diagnostics().empty());
}

TEST_CASE("book spellings: halt ends the program with code 0") {
  const Program program = assembled(Isa::mips, "ADDI R1,R0,#5\nTRAP #0\nADDI R1,R0,#6");
  const ReferenceRun run = run_reference(program, {}, 100);
  CHECK(run.trap == Trap::exit);
  CHECK(run.state.regs[1] == 5);
  CHECK(run.state.exit_code == 0);
  CHECK(registers(program, 1) == "->");
}

TEST_CASE("book spellings: a label in other letters is taken with a warning") {
  const Result<Program> result = attempt(Isa::mips, "Loop: BNEZ R1, LOOP");
  REQUIRE(result.ok());
  REQUIRE(result.diagnostics().size() == 1);
  CHECK(result.diagnostics()[0].severity == Severity::warning);
  CHECK(result.diagnostics()[0].message == "'LOOP' is not defined and taken for this label");
  // Two that would do are none.
  CHECK_FALSE(attempt(Isa::mips, "Loop: nop\nloop: BNEZ R1, LOOP").ok());
}

TEST_CASE("book spellings: DLX compares with constants without the assembler temporary") {
  // sgti, slei, sgei, seqi and snei against what they say, at and around the constant.
  for (const int value : {-7, -6, -5, 0, 5, 6, 7})
    for (const int constant : {-6, 0, 6}) {
      const Program program = assembled(
          Isa::mips, fmt::format("ADDI R2,R0,#{0}\nSGTI R3,R2,#{1}\nSLEI R4,R2,#{1}\nSGEI "
                                 "R5,R2,#{1}\nSEQI R6,R2,#{1}\nSNEI R7,R2,#{1}\nSLTI R8,R2,#{1}",
                                 value, constant));
      const ArchState state = run_to_end(program);
      CHECK(state.regs[3] == static_cast<std::uint64_t>(value > constant));
      CHECK(state.regs[4] == static_cast<std::uint64_t>(value <= constant));
      CHECK(state.regs[5] == static_cast<std::uint64_t>(value >= constant));
      CHECK(state.regs[6] == static_cast<std::uint64_t>(value == constant));
      CHECK(state.regs[7] == static_cast<std::uint64_t>(value != constant));
      CHECK(state.regs[8] == static_cast<std::uint64_t>(value < constant));
      CHECK(state.regs[1] == 0);
    }
}

TEST_CASE("book spellings: Intel syntax is shown as written, its mistakes where they stand") {
  using Lines = std::vector<std::string>;
  CHECK(texts(Isa::x86, "mov  eax, DWORD PTR [rdi+4]\nret") == "mov eax, DWORD PTR [rdi+4]\nret");
  CHECK(problems(Isa::x86, "mov eax, [rdi\nadd eax, [rdi+rsi+rdx]\nmov eax, [rdi+rcx*3]") ==
        Lines{"1:14 the bracket is not closed; ']', as in [rdi+rcx*4+8]",
              "2:19 this register cannot be part of the address here; at most a base and an index "
              "of 64 bits, such as [rdi+rcx*4]; rsp is no index",
              "3:20 '3' is no scale; 1, 2, 4 or 8"});
  CHECK(problems(Isa::x86, "mov [rdi], 5").size() == 1); // of which size?
}

TEST_CASE("book spellings: x86 code behind a text of any length, in both syntaxes") {
  // As compilers write them: the constant first; '%d' in it is no register.
  const Program intel = assembled(Isa::x86, ".LC0:\n.string \"%d.\\n\"\nmain:\nsub rsp, 8\n"
                                            "mov edi, OFFSET FLAT:.LC0\nadd rsp, 8\nret\n");
  const Program att = assembled(Isa::x86, ".LC0:\n.string \"%d.\\n\"\nmain:\nsubq $8, %rsp\n"
                                          "movl $.LC0, %edi\naddq $8, %rsp\nret\n");
  REQUIRE(intel.code.size() == 4);
  REQUIRE(att.code.size() == 4);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(meaning(intel.code[i]) == meaning(att.code[i]));
  CHECK(intel.entry % 4 == 0);
}

TEST_CASE("book spellings: an editor's numbers stand in front of labels with a dollar too") {
  CHECK(texts(Isa::mips, "   1 f:\n   2 \tbeqz\t$4, $BB0_2\n   3 \tmove\t$2, $5\n   4 $BB0_2:\n"
                         "   5 \tjr\t$ra\n") ==
        texts(Isa::mips, "f:\nbeqz $4, $BB0_2\nmove $2, $5\n$BB0_2:\njr $ra\n"));
}

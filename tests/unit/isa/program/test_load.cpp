#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace stallscope;
using namespace stallscope::isa;

namespace {

/// A file that goes away with the test.
class TemporaryFile {
public:
  TemporaryFile(const std::string& name, std::string_view text) : path_(folder_.file(name, text)) {}
  [[nodiscard]] const std::string& path() const { return path_; }

private:
  TemporaryFolder folder_;
  std::string path_;
};

/// The one problem of a file as "message; expected".
std::string problem(const Result<Program>& result, std::uint32_t line = 0,
                    std::uint32_t column = 0) {
  CHECK_FALSE(result.ok());
  REQUIRE(result.diagnostics().size() == 1);
  const Diagnostic& d = result.diagnostics().front();
  CHECK(d.line == line);
  CHECK((d.column == column || line == 0));
  return fmt::format("{}; {}", d.message, d.expected);
}

} // namespace

TEST_CASE("load: the extension tells the notation") {
  CHECK(isa_from_file_name("a.tac") == Isa::tac);
  CHECK(isa_from_file_name("dir.s/a.mips") == Isa::mips);
  CHECK(isa_from_file_name("a.mips.s") == Isa::mips);
  CHECK(isa_from_file_name("a.s") == Isa::riscv);
  CHECK(isa_from_file_name("a.S") == Isa::riscv);
  CHECK(isa_from_file_name("a.rv") == Isa::riscv);
  CHECK(isa_from_file_name("a.riscv") == Isa::riscv);
  CHECK_FALSE(isa_from_file_name("a.asm"));
  CHECK_FALSE(isa_from_file_name("a"));
  CHECK_FALSE(isa_from_file_name("-"));
  CHECK_FALSE(isa_from_file_name(".tac")); // a hidden file named so
  CHECK_FALSE(isa_from_file_name("dir.tac/a"));
}

TEST_CASE("load: a file is read and assembled by its extension") {
  const TemporaryFile file("good.tac", "\xEF\xBB\xBFx = 6\r\ny = x * 7\r\n");
  const auto program = load_program(file.path(), std::nullopt);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  CHECK(program->name == file.path());
  CHECK(program->isa == Isa::tac);
  CHECK(program->source_lines.size() == 2);
  CHECK(program->source_lines[1] == "y = x * 7");
  CHECK(run_reference(*program, {}, 10).state.regs[program->register_named("y")] == 42);
}

TEST_CASE("load: --isa goes before the extension") {
  const TemporaryFile file("good.s", "x = 6 * y");
  const auto program = load_program(file.path(), Isa::tac);
  REQUIRE(program.ok());
  CHECK(program->isa == Isa::tac);
}

TEST_CASE("load: missing, empty, binary, too large and nameless files each have their sentence") {
  CHECK(problem(load_program("/nonexistent/a.tac", std::nullopt)) == "there is no such file; ");
  CHECK(problem(load_program(std::filesystem::temp_directory_path().string(), Isa::tac)) ==
        "this is a folder; a program");
  const TemporaryFile empty("empty.tac", "");
  CHECK(problem(load_program(empty.path(), std::nullopt)) == "the file is empty; a program");
  const TemporaryFile blank("blank.tac", " \n\t\r\n");
  CHECK(problem(load_program(blank.path(), std::nullopt)) == "the file is empty; a program");
  const TemporaryFile comment("comment.tac", "# nothing\nx:\n");
  CHECK(problem(load_program(comment.path(), std::nullopt)) ==
        "there is no instruction in the file; at least one");
  const TemporaryFile binary("binary.tac", std::string_view("x = 1\0", 6));
  CHECK(problem(load_program(binary.path(), std::nullopt)) ==
        "the file is binary; a program as source text");
  const TemporaryFile elf("elf", "\x7f"
                                 "ELF....");
  CHECK(problem(load_program(elf.path(), std::nullopt)) ==
        "the file is cut off: it begins as an ELF executable and has 8 bytes; the whole file");
  const TemporaryFile nameless("nameless", "nup");
  CHECK(problem(load_program(nameless.path(), std::nullopt)) ==
        "the file name does not say in which notation it is, and nothing in the text is of one "
        "notation alone; '--isa tac', '--isa mips', '--isa riscv' or '--isa x86', or an extension: "
        ".tac, .mips, .mips.s, .dlx, .x86, .x86.s, or for RISC-V and x86 .s, .S, .rv, .riscv");
}

TEST_CASE("load: a text that several notations read is the usual one's, and that is said") {
  const auto jump = load_program_text("<stdin>", "loop: j loop\n", std::nullopt);
  REQUIRE(jump.ok());
  CHECK(jump->isa == Isa::riscv);
  REQUIRE(jump.diagnostics().size() == 1);
  CHECK(jump.diagnostics()[0].severity == Severity::note);
  CHECK(jump.diagnostics()[0].message ==
        "read as riscv; nothing in the text is of one notation alone, and '--isa mips' would read "
        "it as well");
  CHECK(load_program_text("<stdin>", "nop\n", std::nullopt)->isa == Isa::riscv);
  // Marks of two notations are no such text.
  CHECK_FALSE(load_program_text("<stdin>", "add x1, $t0, x2\n", std::nullopt).ok());
}

TEST_CASE("load: a file above the size limit is not read to its end") {
  const TemporaryFile file("large.tac", "x = 1\n");
  std::filesystem::resize_file(file.path(), kMaxSourceBytes + 1); // sparse
  CHECK(problem(load_program(file.path(), std::nullopt)) ==
        "the file is larger than 64 MiB; a smaller program: of an executable, perhaps without its "
        "debug information");
}

TEST_CASE("load: errors name the file as the user did") {
  const TemporaryFile file("bad.tac", "x = 1\ny = = 2\n");
  const auto program = load_program(file.path(), std::nullopt);
  REQUIRE_FALSE(program.ok());
  REQUIRE(program.diagnostics().size() == 1);
  CHECK(program.diagnostics()[0].file == file.path());
  CHECK(program.diagnostics()[0].line == 2);
  CHECK(program.diagnostics()[0].column == 5);
}

TEST_CASE("load: a file in another notation is recognised") {
  const char* mips_text = "addu $t2, $t0, $t1\naddu $t4, $t3, $t2\n";
  CHECK(problem(assemble(Isa::tac, "a.tac", mips_text)) ==
        "the file reads as mips, not as tac; '--isa mips', or the file name extension .mips");
  const char* tac_text = "t0 = t1 + t2\nif t0 < 5 goto end\nend: t3 = mem[t0 + 8]\n";
  CHECK(problem(assemble(Isa::riscv, "a.s", tac_text)) ==
        "the file reads as tac, not as riscv; '--isa tac', or the file name extension .tac");
  CHECK(problem(assemble(Isa::mips, "a.mips", tac_text)) ==
        "the file reads as tac, not as mips; '--isa tac', or the file name extension .tac");
  // It has the extension: --isa says otherwise.
  const char* riscv_text = "addi a0, a1, 5\nbnez a0, end\nend: ret\n";
  CHECK(problem(assemble(Isa::x86, "a.s", riscv_text)) ==
        "the file reads as riscv, not as x86; '--isa riscv'");
  CHECK(problem(assemble(Isa::x86, "a.x86.s", riscv_text)) ==
        "the file reads as riscv, not as x86; '--isa riscv', or the file name extension .s");
}

TEST_CASE("load: a file that is wrong in every notation keeps its own errors") {
  const auto result = assemble(Isa::tac, "a.tac", "t0 = t1 +\n");
  REQUIRE(result.diagnostics().size() == 1);
  CHECK(result.diagnostics()[0].message == "the statement ends too early");
}

TEST_CASE("load: above one mebibyte no other notation is tried") {
  std::string text = "addu $t2, $t0, $t1\n";
  text += std::string(std::size_t{1} << 20, ' ');
  const auto result = assemble(Isa::tac, "a.tac", text);
  REQUIRE_FALSE(result.ok());
  CHECK(result.diagnostics()[0].line == 1);
}

TEST_CASE("load: without an extension the text tells the notation") {
  struct Case {
    const char* text;
    Isa isa;
  };
  for (const Case& c :
       {Case{"lw $t0, 0($a0)\n", Isa::mips}, Case{"LD F6, 34(R2)\nMULTD F0,F2,F4\n", Isa::mips},
        Case{"Loop: L.D F0,0(R1)\nDADDUI R1,R1,#-8\nBNE R1,R2,Loop\n", Isa::mips},
        Case{"addi r1,r0,5 ; x = 5\nlw r2,0(r1)\n", Isa::mips}, Case{"lw x5, 0(x6)\n", Isa::riscv},
        Case{"fadd.d fa0, fa1, fa2\nret\n", Isa::riscv},
        Case{"add t0, t1, t2\nlw a0, 0(a1)\n", Isa::riscv},
        Case{"t0 = t1 + t2\nif t0 < 5 goto 1\n1: print t0\n", Isa::tac},
        Case{"(1) x5 = y + 1\n(2) goto (1)\n", Isa::tac}, Case{"addq %rax, 8(%rdx)\n", Isa::x86},
        Case{"movl $1, %eax # lw x5, 0(x6)\n", Isa::x86}})
    for (const char* name : {"<stdin>", "a", "a.txt", "a.asm", "a.s", "a.S"}) {
      INFO(name << ": " << c.text);
      const auto program = load_program_text(name, c.text, std::nullopt);
      INFO(format(program.diagnostics()));
      REQUIRE(program.ok());
      CHECK(program->isa == c.isa);
    }
  CHECK(load_program_text("<stdin>", "add v0, t1, t2\n", std::nullopt)->isa == Isa::mips);
  CHECK(load_program_text("<stdin>", "mov eax, DWORD PTR [rdi+4]\n", {})->isa == Isa::x86);
  CHECK(load_program_text("a.dlx", "add r1,r2,r3\n", std::nullopt)->isa == Isa::mips);
}

TEST_CASE("load: a text of no notation or of several says what was seen") {
  CHECK(problem(load_program_text("<stdin>", "add x5, x6, x7\nadd $t0, $t1, $t2\n", {})) ==
        "standard input does not say in which notation it is, and the text is of several: '$t0' in "
        "line 2 is mips, 'x5' in line 1 is riscv; '--isa tac', '--isa mips', '--isa riscv' or "
        "'--isa x86'");
  CHECK(problem(load_program_text("<stdin>", "LDUR X9, [X22,#64]\n", {}), 1, 1) ==
        "'LDUR' is an instruction of ARM, which is not read; a program in one of the "
        "notations tac, mips, riscv and x86");
  CHECK(problem(load_program_text("<stdin>", "ldr r0, [r1]\nadd r0, r0, #1\n", {}), 1, 1) ==
        "'ldr' is an instruction of ARM, which is not read; a program in one of the "
        "notations tac, mips, riscv and x86");
  CHECK(problem(load_program_text("a.s", "ldr x0, [x1, #8]\nadd x0, x0, #1\n", {}), 1, 1) ==
        "'ldr' is an instruction of ARM, which is not read; a program in one of the "
        "notations tac, mips, riscv and x86");
  const auto y86 = load_program_text("a.s", "main: irmovq stack, %rsp\nhalt\n", {});
  REQUIRE(y86.diagnostics().size() == 1);
  CHECK(
      y86.diagnostics()[0].message ==
      "'irmovq' is an instruction of Y86, the processor of CS:APP's chapter 4, which is not read");
  CHECK(y86.diagnostics()[0].line == 1);
  CHECK(y86.diagnostics()[0].column == 7);
  // It is clear what it is meant for: its own errors.
  const auto result = load_program_text("<stdin>", "lw $t0, 0($a0)\nadd $t0\n", {});
  REQUIRE(result.diagnostics().size() == 1);
  CHECK(result.diagnostics()[0].line == 2);
  const auto assigned = load_program_text("<stdin>", "x := 1\nt1 := x[\n", {});
  REQUIRE(assigned.diagnostics().size() == 1);
  CHECK(assigned.diagnostics()[0].line == 2);
  CHECK(assigned.diagnostics()[0].message == "the statement ends too early");
  // $8 as a register of mips, where no constant of x86 can stand.
  for (const char* text : {"lw $8, 0($9)\nadd $10, $8, $9, $1\n", "sub $10, $4, $8\nadd $1\n"}) {
    const auto numbered = load_program_text("<stdin>", text, {});
    INFO(text << format(numbered.diagnostics()));
    REQUIRE(numbered.diagnostics().size() == 1);
    CHECK(numbered.diagnostics()[0].line == 2);
  }
  // $8 as a constant of x86, which is AT&T syntax then.
  const auto pushed = load_program_text("<stdin>", "push $8\npush\n", {});
  INFO(format(pushed.diagnostics()));
  REQUIRE(pushed.diagnostics().size() == 1);
  CHECK(pushed.diagnostics()[0].line == 2);
  CHECK(load_program_text("<stdin>", "push $8\npush 8\n", {}).ok());
  CHECK(
      load_program_text("<stdin>", "push 8 # $8\nmov DWORD PTR a$1[0], 8\n.bss\na$1: .zero 8\n", {})
          .ok());
}

TEST_CASE("load: what compilers write is told from their text, with the ending .s as without") {
  const char* intel = R"(	.intel_syntax noprefix
	.text
	.globl	sort
	.type	sort, @function
sort:
	test	esi, esi
	jle	.L1
	mov	r8, rdi
	lea	r9, [rdi+4]
	mov	r10d, DWORD PTR [r8]
	mov	edx, DWORD PTR 4[rax]
.L1:
	ret
	.addrsig
	.addrsig_sym sort
)";
  const char* mips = R"(	.text
	.module	fp=xx
	.ent	sum                             # @sum
sum:
	.frame	$fp,8,$ra
	.set	noreorder
	move	$fp, $sp
	jr	$ra
	addiu	$sp, $sp, 8
	.end	sum
	.addrsig
	.addrsig_sym sum
)";
  const char* riscv = "\t.attribute\t5, \"rv64i2p0\"\nsum:\n\tli\ta0, -1\n\tsrli\t"
                      "a0, a0, 1\n\tret\n\t.addrsig\n"
                      "\t.addrsig_sym sum\n";
  for (const char* name : {"<stdin>", "a.s", "a.txt"}) {
    for (const auto& [text, isa] :
         {std::pair{intel, Isa::x86}, {mips, Isa::mips}, {riscv, Isa::riscv}}) {
      const auto program = load_program_text(name, text, std::nullopt);
      INFO(name << "\n" << text << format(program.diagnostics()));
      REQUIRE(program.ok());
      CHECK(program->isa == isa);
    }
  }
  // r8 to r15 are registers of DLX where nothing says otherwise.
  CHECK(load_program_text("<stdin>", "add r8, r9, r10\n", {})->isa == Isa::mips);
}

TEST_CASE("load: the text of a compiler says how wide its registers are") {
  const auto result = [](std::string_view arch) {
    const auto text = fmt::format("\t.attribute arch, \"{}\"\nli a0, -1\nsrli a0, a0, 4\n", arch);
    const auto program = load_program_text("a.s", text, std::nullopt);
    REQUIRE(program.ok());
    return program->xlen;
  };
  CHECK(result("rv32i2p1_m2p0") == 32);
  CHECK(result("rv64i2p1_m2p0") == 64);
}

TEST_CASE("load: functions put behind a text in Intel syntax are read as they are written") {
  const auto program = load_program_text(
      "<stdin>", "main:\n  lea rdi, s[rip]\n  call strlen\n  ret\ns: .string \"abc\"\n",
      std::nullopt);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  CHECK(program->isa == Isa::x86);
}

TEST_CASE("load: a number that does not fit is a mistake of RISC-V, and no mark of MIPS") {
  // All of it is of both; MIPS has displacements of 16 bits.
  const Result<Program> program =
      load_program_text("<stdin>", "ld a0,5000(a1)\nadd a0,a0,a2\n", std::nullopt);
  REQUIRE_FALSE(program.ok());
  CHECK(format(program.diagnostics()).find("5000 is out of range for 'ld'") != std::string::npos);
  // Names that RISC-V does not have are of MIPS without its $.
  const Result<Program> mips =
      load_program_text("<stdin>", "lw v0,5000(a1)\nadd v0,v0,a2\n", std::nullopt);
  REQUIRE(mips.ok());
  CHECK(mips->isa == Isa::mips);
}

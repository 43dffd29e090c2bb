// Messages of C compilers and linkers, and what their text may bring in.
#include "c/compilation.hpp"
#include "c/foreign.hpp"
#include "isa/compile_c.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace stallscope;
using namespace stallscope::isa;

TEST_CASE("messages of compilers and linkers become problems with their places") {
  const auto said = compiler_diagnostics(
      "sum.c: In function 'main':\nsum.c:3:10: error: 'x' undeclared (first use)\n    3 |   return "
      "x;\n      |          ^\nsum.c:3:10: note: each undeclared identifier\nsum.c:9:1: warning: "
      "control reaches end\n/usr/bin/ld: /tmp/x.o: in function `main':\nsum.c:5: undefined "
      "reference to `f'\ncollect2: error: ld returned 1 exit status\n/usr/bin/ld: cannot find "
      "-lfoo: No such file\n");
  REQUIRE(said.size() == 5);
  CHECK(said[0].file == "sum.c");
  CHECK(said[0].line == 3);
  CHECK(said[0].column == 10);
  CHECK(said[0].message == "'x' undeclared (first use)");
  CHECK(said[1].severity == Severity::note);
  CHECK(said[2].severity == Severity::warning);
  CHECK(said[3].line == 5);
  CHECK(said[3].message == "undefined reference to 'f'");
  CHECK(said[4].message == "cannot find -lfoo: No such file");
  const auto own = compiler_diagnostics(
      "--call:1: warning: conversion from 'double' to 'stallscope_t0' {aka 'int'} changes value\n"
      "--call:1: warning: conversion from 'double' to 'stallscope_t0' {aka 'int'} changes value\n"
      "/usr/bin/ld: /tmp/cc1.o:(.text+0x10): undefined reference to `g'\n"
      "/usr/bin/ld: /tmp/b.o:b.c:1: multiple definition of `f'; /tmp/a.o:a.c:1: first defined "
      "here\n");
  REQUIRE(own.size() == 3);
  CHECK(own[0].message == "conversion from 'double' to 'int' changes value");
  CHECK(own[1].message == "undefined reference to 'g'");
  CHECK(own[1].file.empty());
  CHECK(own[2].message == "multiple definition of 'f'; a.c:1: first defined here");
}

TEST_CASE("what a linker has not found is told from words of sources and warnings") {
  using Names = std::vector<std::string>;
  CHECK(
      names_not_found("/usr/bin/ld: /tmp/x.o: in function `len':\nsum.c:3: undefined reference to "
                      "`strlen'\nsum.c:9: undefined reference to `strlen'\n/usr/bin/ld: cannot "
                      "find -lm: No such file\ncollect2: error: ld returned 1 exit status\n") ==
      Names{"strlen", "-lm"});
  CHECK(names_not_found("sum.c:3:1: warning: unused: undefined reference to `f'\n"
                        "    3 | int x; // undefined reference to `g', cannot find -lq\n") ==
        Names{});
  // With another problem no library helps.
  CHECK(names_not_found(
            "sum.c:5: undefined reference to `f'\nsum.c:3:1: error: 'x' undeclared\n") == Names{});
  CHECK(library_is_for("sum.c:3:1: warning: w\n" + with_library_for({"puts", "-lm"})) ==
        "puts, -lm");
  CHECK(library_is_for(with_library_for({"a", "b", "c", "d"})) == "a, b, c and others");
  CHECK(library_is_for("sum.c:3:1: warning: w\n").empty());
}

TEST_CASE("assembly text that could bring files in is told from data that only looks so") {
  CHECK_FALSE(reads_files("main:\n\t.string \".incbin \\\"x\\\" include\"\n\tret\n", "x.c"));
  CHECK(reads_files("\t.incbin \"/etc/passwd\"\n", "x.c"));
  CHECK(reads_files("a: .InCbIn \"/etc/passwd\"\n", "x.c"));
  CHECK(reads_files("\t.string \"a\" ; .include \"b\"\n", "x.c"));
  CHECK(reads_files("\t.macro x a,b\n", "x.c"));
  CHECK(reads_files("\t.string \"open\n", "x.c"));
  CHECK(reads_files("\t.globl x\" .incbin \"y\n", "x.c"));
  // Whatever makes text: names of directives differ between assemblers and their versions.
  for (const char* directive :
       {".irep x, bin", ".irp x, bin", ".irepc x, b", ".rep 2", ".mri 1", ".altmacro", ".appfile",
        ".linkonce; .IREP x,y", "a:.rept 2", ".gnu_new_directive"})
    CHECK(reads_files(std::string("\t") + directive + "\n", "x.c"));
  // A string or comment that only seems to end, with data on the next line that are none.
  CHECK(reads_files("\t.byte '\", \"\n\t.string \"; .macro g a b; .\\\\a\\\\b; .endm\"\n", "x.c"));
  CHECK(reads_files("/*\n\t.string \"*/ .irep x, bin\"\n", "x.c"));
  CHECK(reads_files("\t.byte '#; .incbin \"x\"\n", "x.c"));
  CHECK(reads_files("\t.string \"a\"; .irep x, bin; \\\"\n", "x.c"));
  CHECK(reads_files("\t.string \"a\" \\\"; .irep x, bin\n", "x.c"));
  CHECK(reads_files("\t.loc 1 1.incbin \"x\"\n", "x.c"));
  CHECK(reads_files("\t.loc 1 1.5.incbin \"x\"\n", "x.c"));
  CHECK(reads_files("# 1 \"a.c\"; .incbin \"x\"\n", "x.c"));
  CHECK(reads_files("## 1 \"a.c\"; .incbin \"x\"\n", "x.c"));
  CHECK(reads_files("#a# 1 \"a.c\"; .incbin \"x\"\n", "x.c"));
  CHECK(reads_files("\tnop; #\t1 \"a.c\"; .incbin \"x\"\n", "x.c"));
  CHECK(reads_files("\t.cfi_startproc\".section .include \"x\".byte \"\n", "x.c"));
  CHECK(reads_files("\t.section \"\" .include \"x\"\n", "x.c"));
  CHECK(reads_files("\t.byte .section .include \"x\"\n", "x.c"));
  CHECK(reads_files("\t.word 1/.incbin \"x\"\n", "x.c"));
  CHECK(reads_files("\t.section a; .incbin \"x\"\n", "x.c"));
  CHECK(reads_files("\t.ascii \"a\\\"\", \"b\"\n", "x.c"));
  // The linker would have the compiler read these.
  CHECK(reads_files("\t.section .gnu.lto_.symtab,\"e\"\n", "x.c"));
  CHECK(reads_files("\t.section \".gnu.lt\\157_main\"\n", "x.c"));
}

TEST_CASE("assembly text of compilers brings no files in") {
  for (const char* line : {"\t.file\t\"x.c\"",
                           "\t.file 1 \"/usr/.a/include\" \"stdio.h\" md5 0x1f",
                           "main:",
                           "\t.file 2 \"..\" \"a.h\"",
                           "\t.option nopic",
                           "\t.attribute arch, \"rv64i2p1_m2p0\"",
                           "\t.section\t.rodata.str1.8,\"aMS\",@progbits,1",
                           "\t.section\t\"mine\",\"aw\"",
                           "a: .section .b; .pushsection .c",
                           ".LC0:",
                           "\t.string\t\"\"",
                           "\t.ascii \"a\\\"b\\000/*'\"",
                           "\t.ascii\t\"\\214\\001\"       # DW_AT_loclists_base",
                           "\t.size\tmain, .-main",
                           "\t.set\t.LANCHOR0,. + 0",
                           "\tjal\tfoo.constprop.0 # %.critedge, it doesn't",
                           "\tlla\ta5,.LC1",
                           "\t.cfi_def_cfa_offset 16",
                           "#APP",
                           "# 3 \"x.c\" 1",
                           "\tli a0, 'x'",
                           "1:\tbnez a0, 1b",
                           "\t.float .5, 1.5, 0x1.8p3",
                           "\t.uleb128 .LVL1-.Ltext0",
                           "\t.comm\ta.b,8,8",
                           "\t.word\t7",
                           "\t.zero\t8",
                           "\t.ident\t\"GCC: (Debian 12.2.0-14) 12.2.0\"",
                           "\t.section\t.note.GNU-stack,\"\",@progbits",
                           "\t.4byte\t.Ldebug_info0",
                           "\t.insn r 0x33, 0, 0, a0, a1, a2"})
    if (const auto problem = reads_files(std::string(line) + "\n", "x.c"))
      FAIL(line << ": " << problem->message);
}

TEST_CASE("what the preprocessor lists while it fails is told from its messages") {
  CHECK(files_of_listing(". a.h\n.. /etc/x y\n.\n...\nx.c:1:2: error: . b\n . c\n. d") ==
        std::vector<std::string>{"a.h", "/etc/x y", "d"});
  CHECK(loads_state("#pragma GCC pch_preprocess \"x.h\"\n", "x.c"));
  CHECK_FALSE(loads_state("int pch;\n", "x.c"));
}

TEST_CASE("what a hand-in depends on is in its folder or the compiler's") {
  const auto folder = std::filesystem::temp_directory_path() / "stallscope-dependencies";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "a b.c") << "int x;\n";
  std::error_code ignored;
  std::filesystem::remove(folder / "link.h", ignored);
  std::filesystem::create_symlink("/etc/passwd", folder / "link.h");
  CHECK_FALSE(outside_files(files_of_rule("a.o: a\\ b.c\n"), folder.string(), "a.c"));
  CHECK(outside_files(files_of_rule("a.o: a\\ b.c \\\n /etc/passwd\n"), folder.string(), "a.c"));
  CHECK(outside_files(files_of_rule("a.o: ../other/sum.c\n"), folder.string(), "a.c"));
  CHECK(outside_files(files_of_rule("a.o: link.h\n"), folder.string(), "a.c"));
  std::filesystem::remove_all(folder);
}

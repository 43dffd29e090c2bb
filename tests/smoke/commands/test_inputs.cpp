#include "smoke/process.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace stallscope::smoke;

namespace {

/// Reads a number and prints it.
constexpr const char* kEcho = "li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\n";

Outcome run_file(const std::string& file) {
  return run_cli({"run", file});
}

} // namespace

TEST_CASE("files that are no programs: each its own sentence, exit code 2, nothing printed") {
  const Folder folder;
  const std::string big = folder.file("big.mips", "");
  std::filesystem::resize_file(big, 100ULL << 20);
  const auto expect = [](const std::string& file, const std::string& sentence) {
    const Outcome run = run_file(file);
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(has(run.err, file + ": error: " + sentence));
  };
  expect(folder.file("empty.mips", ""), "the file is empty");
  expect(folder.file("binary.mips", std::string("add\0\x01\x02\xff", 7)), "the file is binary");
  expect(folder.file("elf.s", std::string("\x7f"
                                          "ELF\x02\x01\x01\0\0",
                                          9)),
         "the file is cut off: it begins as an ELF executable and has 9 bytes");
  expect(big, "the file is larger than 64 MiB");
  expect(folder.file("missing.mips"), "there is no such file");
  expect(folder.path().string(), "this is a folder");
  expect(folder.file("comments.mips", "# nothing else\n"), "the program has no instructions");
  expect(folder.file("noextension", "nup\n"), "the file name does not say");
}

TEST_CASE("C that is in no file of C, and C++, are told what to do") {
  const Folder folder;
  const std::string c = "int main(void) {\n  return 3;\n}\n";
  for (const std::string& text :
       {c, std::string("#include <stdio.h>\nint f(int n) { return n; }\n"),
        std::string("for (int i = 0; i < n; i++)\n  a[i] = b[i] + c;\n")}) {
    const Outcome piped = run_cli({"run", "-"}, text);
    CHECK(piped.exit_code == 2);
    INFO(piped.err);
    CHECK(has(piped.err, "<stdin>: error: this looks like C; expected C in a file whose name ends "
                         "in .c"));
  }
  for (const char* name : {"F.C", "f.cpp", "f.cc"}) {
    const Outcome run = run_file(folder.file(name, c));
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, ": error: this is C++, and only C is compiled here"));
  }
}

TEST_CASE("a program's errors are all reported, with place, line, caret and suggestion") {
  const Folder folder;
  const std::string file =
      folder.file("bad.mips", "addx $t0, $t1, $t2\nlw $q, 0($t1)\nloop: bne $t0, $t1, lop\n");
  const Outcome run = run_file(file);
  CHECK(run.exit_code == 2);
  CHECK(run.out.empty());
  CHECK(has(run.err,
            file + ":1:1: error: unknown instruction 'addx'; expected an instruction, a directive "
                   "or a label with ':'; did you mean 'add'?\n"
                   "  addx $t0, $t1, $t2\n  ^^^^\n"));
  CHECK(has(run.err, file + ":2:4: error: '$q' is no register"));
  CHECK(has(run.err,
            file + ":3:21: error: 'lop' is not defined; expected a line 'lop:', as the last one if "
                   "the program is to end there; did you mean 'loop'?"));
}

TEST_CASE("at most twenty errors are printed; the others are counted") {
  const Folder folder;
  std::string text = "add $t0, $t0, $t0\n";
  for (int i = 0; i < 33; ++i)
    text += "bogus $t0\n";
  const Outcome run = run_file(folder.file("bad.mips", text));
  std::size_t shown = 0;
  for (const std::string& line : lines_of(run.err))
    shown += has(line, ": error: ") ? 1 : 0;
  CHECK(shown == 20);
  CHECK(has(run.err, "... and 13 more problems"));
}

TEST_CASE("a file in another notation than it is said to be in is told apart") {
  const Outcome run = run_cli({"run", "lecture/p4", "--isa", "riscv"});
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "reads as mips, not as riscv"));
}

TEST_CASE("a program from standard input: its text tells the notation, and both runs see it") {
  const std::string text = "add $t2, $t0, $t1\nadd $t4, $t3, $t2\n";
  const Outcome run = run_cli({"run", "-", "--isa", "mips", "--stats"}, text);
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "<stdin> on mips-5"));
  CHECK(has(run.out, "instructions retired          2"));
  CHECK(has(run_cli({"run", "-", "--stats"}, text).out, "<stdin> on mips-5\n6 cycles"));
  const Outcome unnamed = run_cli({"run", "-"}, "nup\n");
  CHECK(unnamed.exit_code == 2);
  CHECK(has(unnamed.err, "<stdin>: error: standard input does not say"));
  const Outcome two = run_cli({"run", "-", "--isa", "mips", "--compare", "serial"}, text);
  INFO(two.err);
  CHECK(two.exit_code == 0);
  CHECK(has(two.out, "A: <stdin> on mips-5\nB: <stdin> on serial\n"));
  const Outcome second =
      run_cli({"run", "lecture/p4", "--isa", "mips", "--against", "-", "--stats"}, text);
  CHECK(second.exit_code == 0);
  const Outcome empty = run_cli({"run", "-", "--isa", "mips"});
  CHECK(empty.exit_code == 2);
  CHECK(has(empty.err, "<stdin>: error: the file is empty"));
}

TEST_CASE("what the guest reads comes from a file or from standard input, for both of two runs") {
  const Folder folder;
  const std::string program = folder.file("echo.mips", kEcho);
  const std::string input = folder.file("in.txt", "42\n");
  CHECK(run_cli({"run", program, "--quiet", "--input", input}).out == "42");
  CHECK(run_cli({"run", program, "--quiet", "--input", "-"}, "-43\n").out == "-43");
  CHECK(run_cli({"run", "-", "--isa", "mips", "--quiet", "--input", input}, kEcho).out == "42");
  const Outcome two =
      run_cli({"run", program, "--compare", "serial", "--quiet", "--input", "-"}, "44\n");
  INFO(two.err);
  CHECK(two.exit_code == 0);
  CHECK(two.out == "44\n44");
  const Outcome none = run_cli({"run", program, "--quiet"});
  CHECK(none.exit_code == 3);
  CHECK(has(none.err, "give some with --input"));
  const Outcome missing = run_cli({"run", program, "--input", folder.file("nothing.txt")});
  CHECK(missing.exit_code == 2);
  CHECK(has(missing.err, "--input " + folder.file("nothing.txt") + ": No such file or directory"));
  const Outcome same = run_cli({"run", program, "--stdin", folder.file("nothing.txt")});
  CHECK(has(same.err, "--stdin " + folder.file("nothing.txt") + ": No such file or directory"));
}

TEST_CASE("option --quiet prints what the guest prints and nothing else") {
  const Outcome daxpy = run_cli({"run", "textbook/daxpy", "-m", "mips-5-fp", "--quiet"});
  CHECK(daxpy.exit_code == 0);
  CHECK(daxpy.out == "13.0\n97.0");
  CHECK(daxpy.err.empty());
  CHECK(run_cli({"run", "lecture/p4", "-q"}).out.empty());
}

TEST_CASE("exit codes: the guest's on request, 3 for its faults with the place and the registers") {
  const Folder folder;
  const std::string exits = folder.file("exit.mips", "li $a0, 7\nli $v0, 17\nsyscall\n");
  CHECK(run_cli({"run", exits}).exit_code == 0);
  CHECK(run_cli({"run", exits, "--exit-code"}).exit_code == 7);
  const std::string faults = folder.file("fault.mips", "li $t3, 2\nlw $t0, 1($t3)\n");
  const Outcome fault = run_cli({"run", faults, "--stats", "--strict"});
  CHECK(fault.exit_code == 3);
  CHECK(has(fault.err, "'lw $t0, 1($t3)' at " + faults + ":2 at pc 0x400004"));
  CHECK(has(fault.err, "access of 4 bytes at 0x3"));
  CHECK(has(fault.err, "$t3 = 0x0000000000000002"));
  CHECK(has(fault.out, "instructions retired"));
  CHECK(run_cli({"run", faults, "--strict", "--set", "memory.misaligned=allow"}).exit_code == 3);
  CHECK(run_cli({"run", faults}).exit_code == 0);
}

TEST_CASE("what never ends is no program, and is not read for ever") {
  for (const char* command : {"run", "disasm", "loop", "schedule"}) {
    CAPTURE(command);
    Launch how;
    how.arguments = {command, "/dev/zero"};
    how.give_up_seconds = 30 * stallscope::kSlower;
    const Outcome run = launch(how);
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, "larger than 64 MiB"));
  }
}

TEST_CASE("machine files: missing, empty, and every problem with its place") {
  const Folder folder;
  const auto with = [](const std::string& machine) {
    const Outcome run = run_cli({"run", "lecture/p4", "-m", machine});
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(has(with(folder.file("missing.toml")), "missing.toml: error: there is no such file"));
  CHECK(has(with(folder.file("empty.toml", "")), "the machine file is empty"));
  const std::string dumped = run_cli({"machines", "mips-5", "--dump"}).out;
  std::string wrong = dumped;
  wrong.replace(wrong.find("width = 1"), 9, "widht = 1");
  CHECK(has(with(folder.file("wrong.toml", wrong)), "did you mean 'width'?"));
}

TEST_CASE("machine files: a binary file has its own sentence, and every problem is printed") {
  const Folder folder;
  const std::string binary = folder.file("b.toml", std::string("\x7f"
                                                               "ELF\x02\x01\0\0",
                                                               8));
  const Outcome bad = run_cli({"run", "lecture/p4", "-m", binary});
  CHECK(bad.exit_code == 2);
  CHECK(has(bad.err, binary + ": error: this is a binary file, not text; expected a machine file"));
  CHECK_FALSE(has(bad.err, "ELF"));
  std::string many;
  for (int i = 0; i < 30; ++i)
    many += "wrong" + std::to_string(i) + " = 1\n";
  const Outcome wrong = run_cli({"run", "lecture/p4", "-m", folder.file("many.toml", many)});
  CHECK(wrong.exit_code == 2);
  for (int i = 0; i < 30; ++i)
    CHECK(has(wrong.err, "'wrong" + std::to_string(i) + "'"));
  CHECK_FALSE(has(wrong.err, "more problems"));
}

TEST_CASE("pasted text runs: standard input and names that say nothing, in every notation") {
  const Folder folder;
  for (const std::string text :
       {"(1) ADDI R1,R0,#5\n(2) MULTD F0,F2,F4 ; product\n(3) SUBD F8,F0,F2\n",
        "Loop DADDUI R1,R1,#-8\nBNEZ R1,End\nEnd: HALT\n", "add $t0, $t1, $t2\n",
        "1. add x5, x6, x7 ; the sum\n2. mul x5, x5, x5\n",
        "(1) i = 1\n(2) i = i + 1\n(3) if i < 5 goto (2)\n", "addq %rax, %rdx\n",
        "mov eax, 5\nadd rax, rdx\n"}) {
    INFO(text);
    const Outcome piped = run_cli({"run", "-"}, text);
    INFO(piped.err);
    CHECK(piped.exit_code == 0);
    for (const std::string& name :
         stallscope::listed_cases(std::vector<std::string>{"a.txt", "a.asm", "a.S", "a"})) {
      const Outcome run = run_file(folder.file(name, text));
      INFO(name << ": " << run.err);
      CHECK(run.exit_code == 0);
    }
  }
  CHECK(run_file(folder.file("a.dlx", "add r1,r2,r3\ntrap #0\n")).exit_code == 0);
  // What several notations read is the usual one's, and that is said.
  const Outcome unclear = run_cli({"run", "-"}, "nop\n");
  CHECK(unclear.exit_code == 0);
  CHECK(has(unclear.err, "<stdin>: note: read as riscv; nothing in the text is of one notation "
                         "alone, and '--isa mips' or '--isa x86' would read it as well"));
  CHECK(run_cli({"run", "-", "--isa", "mips"}, "nop\n").exit_code == 0);
}

TEST_CASE("programs --notation prints what a notation takes") {
  const Outcome mips = run_cli({"programs", "--notation", "mips"});
  CHECK(mips.exit_code == 0);
  CHECK(has(mips.out, "| `LD F6, 34(R2)` | `l.d $f6, 34($2)` |"));
  CHECK(has(run_cli({"programs", "--notation", "all"}).out, "## x86"));
  CHECK(run_cli({"programs", "--notation", "arm"}).exit_code == 2);
  CHECK(run_cli({"programs", "lecture/p4", "--notation", "mips"}).exit_code == 2);
}

// Snippets that access undeclared memory, and programs that never end.

#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace stallscope::smoke;
using Json = nlohmann::json;

namespace {

std::string parsed_notes(const std::string& text) {
  return Json::parse(text)["notes"].dump();
}

} // namespace

TEST_CASE("a snippet runs as it is, and says once what executables may not do") {
  const Folder folder;
  const std::string file = folder.file("snip.mips", "lw $t0, 0($a0)\nlw $t1, 64($a0)\n");
  for (const char* machine : {"mips-5", "ooo-4", "reference"}) {
    INFO(machine);
    const Outcome run = run_cli({"run", file, "-m", machine, "--stats"});
    INFO(run.err);
    CHECK(run.exit_code == 0);
    CHECK(has(run.err, "'lw $t0, 0($a0)' at " + file + ":1 reads 0x0"));
    CHECK(has(run.err, "--strict"));
    CHECK_FALSE(has(run.err, "lw $t1"));
    const Outcome strict = run_cli({"run", file, "-m", machine, "--strict", "--stats"});
    CHECK(strict.exit_code == 3);
    CHECK(has(strict.err, "access to 0x0, where the program has no memory"));
    CHECK(run_cli({"run", file, "-m", machine, "--set", "memory.undeclared=fault"}).exit_code == 3);
  }
  const Json record = Json::parse(run_cli({"run", file, "--json"}).out);
  REQUIRE(record["notes"].size() == 1);
  CHECK(has(record["notes"][0].get<std::string>(), "reads 0x0"));
  CHECK(has(run_cli({"run", file, "--format", "html"}).out, "reads 0x0"));
}

TEST_CASE("a program that repeats forever ends with the repetition, exit code 3") {
  const Folder folder;
  const std::string file = folder.file("spin.s", "nop\nli a0, 5\nspin: j spin\n");
  // The jump is taken in ID, a cycle behind its fetch; ooo-4 predicts it, and fetches one a cycle.
  const std::vector<std::pair<const char*, const char*>> machines{
      {"mips-5", "period 1 instruction (2 cycles): "},
      {"ooo-4", "period 1 instruction (1 cycle): "},
      {"reference", "repeats since instruction 3, period 1 instruction: "}};
  for (const auto& [machine, period] : machines) {
    INFO(machine);
    const Outcome run = run_cli({"run", file, "-m", machine, "--stats"});
    INFO(run.err);
    CHECK(run.exit_code == 3);
    CHECK(has(run.err, "repeats since "));
    CHECK(has(run.err, period));
    CHECK(has(run.err, "the state is the same each time the program comes to 'jal zero, spin'"));
    CHECK(has(run.err, "spin.s:3"));
    CHECK(has(run.out, " instructions")); // the results so far
    const Json stop = Json::parse(run_cli({"run", file, "-m", machine, "--json"}).out)["stop"];
    CHECK(stop["reason"] == "repeats");
    CHECK(stop["repeats"]["since_instruction"] == 3);
    CHECK(stop["repeats"]["period"] == 1);
    const Outcome until = run_cli({"run", file, "-m", machine, "-q", "--until", "a0 == 6"});
    CHECK(until.exit_code == 3);
    CHECK(has(until.err, "it never ends, and 'a0 == 6' never holds"));
    CHECK(run_cli({"run", file, "-m", machine, "-q", "--until", "a0 == 5"}).exit_code == 0);
  }
  // As far as was asked for, whatever repeats
  const Outcome asked = run_cli({"run", file, "--limit-cycles", "5000", "--stats"});
  CHECK(asked.exit_code == 0);
  CHECK(has(asked.out, "limit of 5000 cycles reached"));
}

TEST_CASE("explain, whatif and diff of a program that never ends say so, exit code 3") {
  const Folder folder;
  const std::string spin = folder.file("spin.s", "nop\nli a0, 5\nspin: j spin\n");
  const std::string ends = folder.file("ends.s", "nop\nli a0, 5\n");
  const std::vector<std::vector<std::string>> commands{
      {"whatif", spin},
      {"explain", spin, "--cycle", "30"},
      {"explain", spin, "--cycle", "5000"},
      {"explain", spin, "--cycle", "500000"}, // its run ends before
      {"explain", spin, "--op", "20"},
      {"explain", spin, "--critical-path"},
      {"diff", spin, ends},
      {"diff", ends, spin},
  };
  for (const std::vector<std::string>& command : commands)
    for (const char* machine : {"mips-5", "ooo-4"}) {
      std::vector<std::string> words = command;
      words.insert(words.end(), {"-m", machine});
      const Outcome run = run_cli(words);
      INFO(command[0] << " " << command.back() << " on " << machine << ": " << run.err);
      CHECK(run.exit_code == 3);
      CHECK(has(run.err, "repeats since cycle "));
      CHECK(has(run.err, "period 1 instruction"));
    }
  CHECK(run_cli({"explain", spin, "--cycle", "30", "--limit-cycles", "100"}).exit_code == 0);
  CHECK(run_cli({"whatif", spin, "--limit-instructions", "100"}).exit_code == 0);
  const Outcome part = run_cli({"diff", spin, spin, "--limit-instructions", "100"});
  CHECK(part.exit_code == 0);
  CHECK_FALSE(has(part.err, "repeats"));
}

TEST_CASE("a program that polls the end of its input never ends") {
  const Folder folder;
  const std::string poll = folder.file(
      "poll.s", "loop: li a7, 63\nli a0, 0\nli a1, 0x20000000\nli a2, 1\necall\nj loop\n");
  const std::string input = folder.file("input.txt", std::string(700, 'x'));
  for (const char* machine : {"mips-5", "ooo-4", "reference"}) {
    INFO(machine);
    for (const Outcome& run : {run_cli({"run", poll, "-m", machine, "-q"}),
                               run_cli({"run", poll, "-m", machine, "-q", "--input", input})}) {
      INFO(run.err);
      CHECK(run.exit_code == 3);
      CHECK(has(run.err, "period 6 instructions"));
    }
  }
}

TEST_CASE("what two runs of a program warn of alike is printed once") {
  const Folder folder;
  const std::string file = folder.file("warn.s", "beq x1, x0, 16\nlw t0, 0(zero)\n");
  const Outcome run = run_cli({"run", file, "-m", "mips-5", "--compare", "dual-5"});
  INFO(run.err);
  const std::size_t first = run.err.find("leads out of the program");
  REQUIRE(first != std::string::npos);
  CHECK(run.err.find("leads out of the program", first + 1) == std::string::npos);
}

TEST_CASE("the limit gives up what has not ended") {
  const Folder folder;
  const std::string file = folder.file("count.s", "loop: addi a0, a0, 1\nj loop\n");
  for (const char* machine : {"mips-5", "reference"}) {
    const Outcome run = run_cli({"run", file, "-m", machine, "--limit", "5000", "--stats"});
    CHECK(run.exit_code == 3);
    CHECK(has(run.out, "stopped after 5000 instructions, the --limit"));
    CHECK(run_cli({"run", file, "-m", machine, "--limit-instructions", "5000"}).exit_code == 0);
  }
  CHECK(run_cli({"run", file, "--limit", "0"}).exit_code == 2);
  const Outcome two = run_cli({"diff", file, file, "--limit", "5000"});
  CHECK(two.exit_code == 3);
  CHECK(has(two.err, "given up after 5000 instructions, the --limit"));
}

TEST_CASE("a machine is given what a program as text needs and it has not, and that is said") {
  const Folder folder;
  const std::string load = folder.file("load.mips", "L.D F6,34(R2)\n");
  const std::string add = folder.file("add.x86", "addq %rax, 8(%rdx)\n");
  const std::vector<const char*> machines{"picorv32", "picorv32-fast-mul", "ibex-small",
                                          "cv32e40p"};
  for (const char* machine : stallscope::listed_cases(machines))
    for (const std::string& file : {load, add}) {
      INFO(machine << " " << file);
      const Outcome run = run_cli({"run", file, "-m", machine, "--stats"});
      INFO(run.err);
      CHECK(run.exit_code == 0);
      CHECK(has(run.err, file + ":1: no unit of machine '" + machine + "' executes "));
      CHECK(has(run.err, "is executed as load"));
      CHECK(run_cli({"run", file, "-m", machine, "--strict"}).exit_code == 2);
      CHECK(run_cli({"run", file, "-m", machine, "--set", "missing_unit=error"}).exit_code == 2);
      CHECK(has(parsed_notes(run_cli({"run", file, "-m", machine, "--json"}).out),
                "is executed as load"));
    }
  const std::string slots =
      folder.file("slots.mips", ".set noreorder\nli $t0, 3\nl: addiu $t0, $t0, -1\nbnez $t0, l\n"
                                "addiu $t1, $t1, 1\n");
  // The slot is executed with each of the three branches, whether the machine has slots or not.
  const Outcome dynamic = run_cli({"run", slots, "-m", "ooo-4", "--registers"});
  CHECK(has(dynamic.err, "written for delay slots"));
  CHECK(has(dynamic.out, "$t1  0x0000000000000003"));
  const std::string plain =
      folder.file("plain.mips", "ADDI R4,R0,#0\nJ L\nADDI R4,R4,#8\nL: ADDI R5,R4,#1\n");
  for (const char* machine : {"mips-5", "ooo-4", "reference"})
    CHECK(has(run_cli({"run", plain, "-m", machine, "--registers"}).out, "R4  0x0000000000000000"));
  for (const char* machine : {"mips-5", "reference", "dual-5"}) {
    INFO(machine);
    const Outcome run = run_cli({"run", slots, "-m", machine, "--registers"});
    INFO(run.err << run.out);
    CHECK(run.exit_code == 0);
    CHECK(has(run.err, "written for delay slots"));
    CHECK(has(run.out, "$t1  0x0000000000000003")); // the slot executes with every branch
    const Outcome without =
        run_cli({"run", slots, "-m", machine, "--set", "branch.delay_slot=false", "--registers"});
    CHECK(has(without.out, "$t1  0x0000000000000003"));
  }
}

TEST_CASE("RISC-V text is as wide as the machine") {
  const Folder folder;
  const std::string file = folder.file("wide.s", "li a0, -1\nsrli a0, a0, 4\n");
  CHECK(has(run_cli({"run", file, "-m", "ibex-small", "--registers"}).out, " 0x0fffffff  "));
  CHECK(has(run_cli({"run", file, "-m", "ibex-small", "--xlen", "64", "--registers"}).out,
            " 0x0fffffffffffffff  "));
  CHECK(has(run_cli({"run", file, "-m", "mips-5", "--registers"}).out, " 0x0fffffffffffffff  "));
  const std::string wide = folder.file("double.s", "ld a0, 0(a1)\n");
  const Outcome run = run_cli({"run", wide, "-m", "picorv32"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.err, "this is for registers of 64 bits"));
  CHECK(run_cli({"run", wide, "-m", "picorv32", "--xlen", "32"}).exit_code == 2);
}

TEST_CASE("a picture that would be too large is shown as far as it is short") {
  const Folder folder;
  const std::string file = folder.file("endless.mips", "loop: L.D F0,0(R1)\nADD.D F4,F0,F2\n"
                                                       "DADDUI R1,R1,#-8\nBNE R1,R2,loop\n");
  // Of a run that is given up at the limit of its instructions, as without a picture.
  const Outcome run = run_cli({"run", file, "-m", "mips-5", "--diagram", "--limit", "100000"});
  INFO(run.err);
  CHECK(run.exit_code == 3);
  CHECK(has(run.err, "show fewer with --cycles"));
  CHECK(has(run.err, "error: stopped after 100000 instructions, the --limit"));
  CHECK(has(run.out, "l.d F0, 0(R1)"));
  CHECK(has(run.out, "Pipeline diagram"));
  // To its end, however long that is: more cycles than pictures are recorded for by far.
  const std::string long_text = folder.file(
      "long.mips", "LUI R1,#160\nloop: ADDI R1,R1,#-1\nBNEZ R1,loop\n"); // 160 * 65536 rounds
  const Outcome to_end = run_cli({"run", long_text, "-m", "mips-5", "--diagram"});
  CHECK(to_end.exit_code == 0);
  CHECK(has(to_end.out, "20971521 instructions"));
  // What ends has the numbers of all of it, and so has a limit that is asked for.
  const std::string ends =
      folder.file("ends.mips", "ADDI R1,R0,#20000\nloop: ADDI R1,R1,#-1\nBNEZ R1,loop\n");
  const auto head = [](const Outcome& one) { return one.out.substr(0, one.out.find("\n\n")); };
  const Outcome plain = run_cli({"run", ends, "-m", "mips-5"});
  const Outcome drawn = run_cli({"run", ends, "-m", "mips-5", "--diagram"});
  CHECK(drawn.exit_code == 0);
  CHECK(head(drawn) == head(plain));
  CHECK(has(drawn.err, "cycles 1 to 60 of "));
  const Outcome limited =
      run_cli({"run", file, "-m", "mips-5", "--diagram", "--limit-cycles", "50000"});
  CHECK(limited.exit_code == 0);
  CHECK(has(limited.out, "stopped: limit of 50000 cycles reached"));
  // Where fetch waits for its first line, from the first instruction on.
  const std::string book = folder.file("book.s", "L: fld f0,0(x1)\nfadd.d f4,f0,f2\nfsd f4,0(x1)\n"
                                                 "addi x1,x1,-8\nbne x1,x2,L\n");
  const Outcome waits = run_cli({"run", book, "-m", "ooo-4", "--diagram"});
  CHECK(has(waits.out, " fadd.d ft4, ft0, ft2 |"));
}

TEST_CASE("a loop that nothing leaves is told from the control flow, on every machine") {
  const Folder folder;
  const std::string counts = folder.file("counts.mips.s", "li $t1, 3\nloop: addiu $t0, $t0, 1\n"
                                                          "lw $t2, 8($sp)\nsw $t0, 8($sp)\n"
                                                          "j loop\n");
  for (const char* machine : {"reference", "mips-5", "tomasulo", "ooo-4"}) {
    const Outcome run = run_cli({"run", counts, "-m", machine, "--quiet"});
    CAPTURE(machine, run.err);
    CHECK(run.exit_code == 3);
    CHECK(has(run.err, "stopped after 101 instructions of a loop that never ends: no instruction "
                       "that can be reached from 'addiu $t0, $t0, 1' at"));
    CHECK(has(run.err, "--limit N lets it go on for longer"));
    CHECK(has(run_cli({"run", counts, "-m", machine, "-q", "--format", "json"}).out,
              "\"reason\": \"limit\""));
    CHECK(has(run_cli({"run", counts, "-m", machine, "-q", "--limit", "5000"}).err,
              "stopped after 5000 instructions"));
  }
  // A sum that traps when it overflows is a way out, far away.
  CHECK(has(run_cli({"run", folder.file("traps.mips.s", "loop: addi $t0, $t0, 1\nj loop\n"), "-q",
                     "-m", "mips-5"})
                .err,
            "leaves it, before 'addi $t0, $t0, 1' at"));
  // A syscall, a return, a store that walks, a division may end it; so do the ways out that the
  // values do not take.
  for (const char* text :
       {"loop: addiu $t0, $t0, 1\nbne $t0, $t1, loop\n",
        "li $t1, 200000\nloop: addiu $t0, $t0, 1\nsltu $t2, $t0, $t1\nbeqz $t2, out\nj loop\n"
        "out: li $v0, 10\nsyscall\n",
        "li $t1, 100000\nloop: addiu $t1, $t1, -1\ndiv $t2, $t3, $t1\nj loop\n"}) {
    CAPTURE(text);
    const Outcome run = run_cli({"run", folder.file("out.mips.s", text), "-q", "-m", "reference"});
    CHECK_FALSE(has(run.err, "never ends"));
  }
}

TEST_CASE("a loop of x86 whose bound nobody has set is told like the others") {
  const Folder folder;
  const auto run = [&](const std::string& text, const char* machine = "csapp-haswell") {
    return run_cli({"run", folder.file("loop.x86.s", text), "-m", machine});
  };
  const std::string sum = ".L3:\n addq (%rdi,%rax,8), %rdx\n addq $1, %rax\n cmpq %rax, %rsi\n"
                          " jne .L3\n";
  for (const char* machine : {"reference", "mips-5", "csapp-haswell"}) {
    const Outcome endless = run(sum, machine);
    CAPTURE(machine, endless.err);
    CHECK(endless.exit_code == 3);
    CHECK(has(endless.err, "of a loop without a bound: 'jne .L3' at"));
    CHECK(has(endless.err, "begins with 0 and nothing else sets it; --reg rax=-10 ends the loop "
                           "after ten rounds"));
    const Outcome bounded =
        run_cli({"run", folder.file("loop.x86.s", sum), "-m", machine, "--reg", "rax=-10"});
    CHECK(bounded.exit_code == 0);
    CHECK(has(bounded.out, "40 instructions"));
  }
  // Flags of subtractions, tests and words
  CHECK(has(run(".L3:\n vmovsd (%rdi), %xmm0\n addq $8, %rdi\n subl $1, %ecx\n jne .L3\n").err,
            "as rcx begins with 0"));
  CHECK(has(run(".L3:\n addl (%rdi), %eax\n addq $4, %rdi\n cmpq %rdi, %rdx\n ja .L3\n").out,
            "4 instructions")); // 0 is not above 4
  CHECK(has(run(".L3:\n addl $1, %eax\n cmpl %edi, %eax\n jne .L3\n").err, "--reg rax=-10 ends"));
  CHECK(run("movl $3000000, %ecx\n.L3:\n decl %ecx\n jne .L3\n", "reference").exit_code == 0);
}

TEST_CASE("a loop whose bound nobody has set shows some rounds, and says which register it is") {
  const Folder folder;
  const std::string book = folder.file("loop.s", "Loop: L.D F0,0(R1)\n ADD.D F4,F0,F2\n"
                                                 " S.D F4,0(R1)\n DADDUI R1,R1,#-8\n"
                                                 " BNE R1,R2,Loop\n");
  for (const char* machine : {"reference", "mips-5-fp", "tomasulo", "ooo-4"}) {
    const Outcome run = run_cli({"run", book, "-m", machine, "--quiet"});
    CAPTURE(machine, run.err);
    CHECK(run.exit_code == run_cli({"run", book, "-m", machine, "-q", "--limit", "99"}).exit_code);
    CHECK(has(run.err, "instructions of a loop without a bound: 'bne R1, R2, Loop' at"));
    CHECK(has(run.err, "as R1 begins with 0 and nothing else sets it; --reg R1=80 ends the loop "
                       "after ten rounds"));
    const Outcome bounded = run_cli({"run", book, "-m", machine, "--reg", "R1=80"});
    CHECK(bounded.exit_code == 0);
    CHECK(has(bounded.out, "50 instructions"));
  }
  // With a limit of its own it runs to it.
  CHECK(has(run_cli({"run", book, "-m", "reference", "-q", "--limit", "5000"}).err,
            "stopped after 5000 instructions"));
  // An end that is just far off, or depends on memory, is waited for.
  for (const char* text : {"li t0,3000000\nL: addi t0,t0,-1\nbnez t0,L\n",
                           "la t1,n\nlw t2,0(t1)\nL: addi t0,t0,1\nbne t0,t2,L\n"
                           ".data\nn: .word 100000\n"})
    CHECK(run_cli({"run", folder.file("set.s", text), "-m", "reference", "-q"}).exit_code == 0);
  // The values that are proposed end it after ten rounds, and none is that does not.
  CHECK(has(
      run_cli({"run", folder.file("up.s", "L: addi a0,a0,1\nbne a0,a1,L\n"), "-q", "-m", "mips-5"})
          .err,
      "--reg a0=-10 ends"));
  CHECK(has(
      run_cli({"run", folder.file("ge.s", "L: addi a0,a0,1\nbge a0,a1,L\n"), "-q", "-m", "mips-5"})
          .err,
      "--reg a0=VALUE gives it another value"));
  CHECK(has(run_cli({"run", folder.file("down.s", "L: addi a0,a0,-4\nblt a0,a1,L\n"), "-q", "-m",
                     "ooo-4"})
                .err,
            "--reg a0=VALUE gives it another value")); // whatever a1 is: at once, or far off
}

TEST_CASE("a loop whose bound nobody has set is waited for where its end is near") {
  const Folder folder;
  // 2^22 rounds until 1024 a round have come to 0 in 32 bits; three instructions each.
  const Outcome wraps =
      run_cli({"run", folder.file("wraps.s", "L: slli a3,a3,1\naddi a0,a0,1024\nbne a0,a2,L\n"),
               "-m", "ibex-small"});
  CHECK(wraps.exit_code == 0);
  CHECK(has(wraps.out, "12582912 instructions"));
  // All values of 32 bits, two instructions each: farther than 100 million.
  const Outcome far = run_cli(
      {"run", folder.file("far.s", "L: addi a0,a0,1\nbne a0,a2,L\n"), "-m", "ibex-small", "-q"});
  CHECK(far.exit_code == 3);
  CHECK(has(far.err, "instructions of a loop without a bound: '"));
  // A bound that is set is waited for, up to the limit, wherever the register begins.
  const Outcome set =
      run_cli({"run", folder.file("set.s", "li a2,60000000\nL: addi a0,a0,1\nbne a0,a2,L\n"), "-m",
               "reference", "-q"});
  CHECK(set.exit_code == 0);
  // With a store the memory that may be written undeclared is used up before: no end of its own.
  const Outcome stores =
      run_cli({"run", folder.file("stores.s", "L: sw a3,0(a0)\naddi a0,a0,8\nbne a0,a2,L\n"), "-m",
               "ibex-small", "-q"});
  CHECK(stores.exit_code == 3);
  CHECK(has(stores.err, "stopped after 103 instructions of a loop without a bound"));
}

TEST_CASE("a loop whose bound is tested by a difference or a comparison of its own") {
  const Folder folder;
  const std::vector<std::pair<const char*, const char*>> texts{
      {"book.mips", "Loop: LD R1,0(R2)\nDADDI R2,R2,#4\nDSUB R4,R3,R2\nBNEZ R4,Loop\n"},
      {"slt.mips", "Loop: lw $t1,0($t0)\nadd $s0,$s0,$t1\naddi $t0,$t0,4\nslt $t2,$t0,$t3\n"
                   "beq $t2,$zero,Loop\n"},
      {"sltu.s", "Loop: lw a1,0(a0)\nadd a3,a3,a1\naddi a0,a0,4\nsltu a4,a0,a5\nbeqz a4,Loop\n"},
      {"zero.tac", "L: i = i - 1\nif i != 0 goto L\n"},
      {"less.tac", "L: i = i - 1\nt = i < n\nif t != 0 goto L\n"}};
  for (const auto& [name, text] : texts)
    for (const char* machine : {"reference", "mips-5"}) {
      const Outcome run = run_cli({"run", folder.file(name, text), "-m", machine, "-q"});
      CAPTURE(name, machine, run.err);
      CHECK(run.exit_code == 3);
      CHECK(has(run.err, "instructions of a loop without a bound: '"));
      CHECK(has(run.err, "begins with 0 and nothing else sets it"));
    }
  CHECK(has(run_cli({"run", folder.file(texts[0].first, texts[0].second), "-m", "mips-5", "--reg",
                     "R2=-40"})
                .out,
            "40 instructions"));
  // A bound that is set is waited for.
  const std::string set = "li $t3,200000\nLoop: addi $t0,$t0,4\nslt $t2,$t0,$t3\n"
                          "bne $t2,$zero,Loop\n";
  CHECK(run_cli({"run", folder.file("ends.mips", set), "-m", "reference", "-q"}).exit_code == 0);
}

TEST_CASE("a loop that looks for something in memory that nobody has written is told so") {
  const Folder folder;
  const char* const search = "Loop: sll $t1,$s3,2\nadd $t1,$t1,$s6\nlw $t0,0($t1)\n"
                             "bne $t0,$s5,Exit\naddi $s3,$s3,1\nj Loop\nExit:\n";
  for (const char* text : {"Loop: lw $t1,0($t0)\naddi $t0,$t0,4\nbeq $t1,$zero,Loop\n", search})
    for (const char* machine : {"reference", "mips-5", "ooo-4"}) {
      const Outcome run = run_cli({"run", folder.file("walk.mips", text), "-m", machine, "-q"});
      CAPTURE(text, machine, run.err);
      CHECK(run.exit_code == 3);
      CHECK(has(run.err, "goes the same way for ever, as it compares what is loaded from memory "
                         "that the program neither declares nor writes, which is 0"));
    }
  // Where the address stays, too, the whole state repeats.
  CHECK(has(run_cli({"run", folder.file("stays.mips", "Loop: lw $t1,0($t0)\nbeq $t1,$zero,Loop\n"),
                     "-m", "mips-5", "-q"})
                .err,
            "repeats since cycle "));
  // It looks for something else than 0, or stores.
  CHECK(
      run_cli({"run", folder.file("found.mips", search), "-m", "reference", "-q", "--reg", "$s5=1"})
          .exit_code == 0);
  const std::string stores = "li $t2,65536\nli $t3,1\nsw $t3,0($t2)\n"
                             "Loop: lw $t1,0($t0)\naddi $t0,$t0,4\nbeq $t1,$zero,Loop\n";
  CHECK(run_cli({"run", folder.file("stored.mips", stores), "-m", "reference", "-q"}).exit_code ==
        0);
}

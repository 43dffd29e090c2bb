#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>

using namespace stallscope::smoke;

namespace {

const std::string kSum = "loop:\n  lw t0, 0(a0)\n  add s0, s0, t0\n  addi a0, a0, 4\n"
                         "  bne a0, a2, loop\n";

} // namespace

TEST_CASE("loop: cycles, bottleneck, table and timeline as text") {
  const Folder folder;
  const Outcome run = run_cli({"loop", folder.file("sum.s", kSum), "-m", "ooo-4"});
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(has(run.out, "1 cycle an iteration"));
  CHECK(has(run.out, "exact: the machine is in the same state"));
  CHECK(has(run.out, "bottleneck: "));
  CHECK(has(run.out, "lw t0, 0(a0)"));
  CHECK(has(run.out, "without effect: "));
}

TEST_CASE("loop: the rows of the table of ports add up to its sum") {
  // The root has the divider of fx for 10 cycles; the conversion begins beside it.
  const Folder folder;
  const std::string file =
      folder.file("root.s", "l: fsqrt.s fa0,fa1\n flt.s a5,fa2,fa3\n bne a1,a2,l\n");
  const Outcome text = run_cli({"loop", file, "-m", "ooo-8", "--no-whatif"});
  CHECK(has(text.out, "   sum "));
  CHECK(has(text.out, "  busy "));
  CHECK(has(text.out, " 11.00"));
  const auto report =
      nlohmann::json::parse(run_cli({"loop", file, "-m", "ooo-8", "--no-whatif", "--json"}).out);
  bool found = false;
  for (std::size_t n = 0; n < report.at("ports").size(); ++n) {
    const auto value = [](const nlohmann::json& fraction) {
      return fraction.at("numerator").get<double>() / fraction.at("denominator").get<double>();
    };
    const auto& port = report.at("ports")[n];
    double sum = 0;
    for (const auto& one : report.at("instructions"))
      sum += value(one.at("pressure")[n]);
    CHECK(sum == Approx(value(port.at("pressure"))));
    if (port.at("name") == "fx") {
      found = true;
      CHECK(value(port.at("pressure")) == 11);
      CHECK(value(port.at("busy")) == 10);
    }
  }
  CHECK(found);
  const std::string csv = run_cli({"loop", file, "-m", "ooo-8", "--format", "csv"}).out;
  CHECK(has(csv, "port,fx,11,1,11.000000,sum"));
  CHECK(has(csv, "port,fx,10,1,10.000000,busy"));
  CHECK(has(run_cli({"loop", file, "-m", "ooo-8", "--format", "html"}).out, "<td>busy</td>"));
  // Where the two are the same there is one row.
  const std::string sum = folder.file("sum.s", kSum);
  CHECK_FALSE(has(run_cli({"loop", sum, "-m", "ooo-4", "--no-whatif"}).out, "  busy "));
}

TEST_CASE("loop: a body that ends with a call is repeated behind its return") {
  const Folder folder;
  for (const char* text : {"call f\n", "nop\ncall f\n"})
    for (const char* machine : {"ooo-4", "dual-5", "sifive-7"}) {
      const Outcome run =
          run_cli({"loop", folder.file("call.s", text), "-m", machine, "--no-whatif"});
      CAPTURE(text, machine, run.err);
      CHECK(run.exit_code == 0);
      CHECK(has(run.out, "exact: "));
    }
  const Outcome x86 = run_cli(
      {"loop", folder.file("call.x86.s", "call f\n"), "-m", "csapp-haswell", "--no-whatif"});
  CHECK(x86.exit_code == 0);
  CHECK(has(x86.out, "3 instructions, repeated"));
}

TEST_CASE("loop: without a program it reads standard input") {
  const Outcome run = run_cli({"loop", "-m", "ooo-4", "--no-whatif"}, "add a0,a0,a1\n");
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "<stdin> on ooo-4: 1 instruction, repeated"));
  CHECK(run_cli({"loop", "-m", "ooo-4"}, "").exit_code == 2);
}

TEST_CASE("loop: the keys of its JSON, and two machines beside each other") {
  const Folder folder;
  const std::string file = folder.file("sum.s", kSum);
  const Outcome run = run_cli({"loop", file, "-m", "ooo-4", "--json", "--no-whatif"});
  REQUIRE(run.exit_code == 0);
  const auto report = nlohmann::json::parse(run.out);
  CHECK(report.at("schema") == "stallscope.loop/1");
  CHECK(report.at("cycles_per_iteration").at("numerator") == 1);
  CHECK(report.at("cycles_per_iteration").at("denominator") == 1);
  CHECK(report.at("cycles_per_iteration").at("exact") == true);
  CHECK(report.at("bounds").size() > 3);
  CHECK(report.at("bottleneck").is_string());
  CHECK(report.at("instructions").size() == 4);
  CHECK(report.at("instructions")[0].at("pressure").size() == report.at("ports").size());
  const Outcome two =
      run_cli({"loop", file, "-m", "ooo-4", "--compare", "dual-5", "--no-whatif", "--json"});
  REQUIRE(two.exit_code == 0);
  CHECK(nlohmann::json::parse(two.out).at("loops").size() == 2);
  CHECK(has(run_cli({"loop", file, "--format", "csv"}).out, "rate,cycles_per_iteration,1,1,"));
  CHECK(has(run_cli({"loop", file, "--format", "html"}).out, "</html>"));
}

TEST_CASE("loop: bad input is exit code 2, with its place") {
  const Folder folder;
  const auto fails = [&](const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"loop", folder.file("bad.s", text)};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome run = run_cli(words);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(has(fails("# LLVM-MCA-BEGIN\nnop\n"), "bad.s:1:1: error: LLVM-MCA-BEGIN without its end"));
  CHECK(has(fails("# only a comment\n"), "no instructions"));
  CHECK(has(fails(kSum, {"--region", "x"}), "no region 'x'"));
  CHECK(has(fails(kSum, {"--loop", "2"}), "no loop 2"));
  CHECK(has(fails(kSum, {"-m", "reference"}), "it has no pipeline"));
  CHECK(has(fails("frobnicate a0\nloop: bnez a0, loop\n"), "bad.s:1:1: error: "));
}

TEST_CASE(
    "loop: names that are not defined are put somewhere, which is said, but not with --strict") {
  const Folder folder;
  const std::string file = folder.file("nl.mips", "Loop: LW R3,Table(R1)\nADDI R1,R1,#1\n"
                                                  "BEQZ R3,Exit\nBNE R1,R2,Lop\n");
  const Outcome run = run_cli({"loop", file, "-m", "ooo-4", "--no-whatif", "--timeline", "0"});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.err, ":4:11: note: 'Lop' is not defined and taken for the begin of the loop"));
  CHECK(has(run.err, ":3:9: note: 'Exit' is not defined and taken for a place behind the loop"));
  const Outcome strict = run_cli({"loop", file, "-m", "ooo-4", "--strict"});
  CHECK(strict.exit_code == 2);
  CHECK(has(strict.err, ":4:11: error: 'Lop' is not defined"));
  CHECK(has(strict.err, "did you mean 'Loop'?"));
  const std::string floats = folder.file("f.mips", "L: ADD.D F0,F2,F4\nBNEZ R1,L\n");
  CHECK(run_cli({"loop", floats, "-m", "ibex-small", "--no-whatif"}).exit_code == 0);
  const Outcome lacks = run_cli({"loop", floats, "-m", "ibex-small", "--strict"});
  CHECK(lacks.exit_code == 2);
  CHECK(has(lacks.err, "no unit of machine 'ibex-small' executes fp_add"));
}

TEST_CASE("loop: words agree with their numbers") {
  const Folder folder;
  const Outcome one = run_cli(
      {"loop", folder.file("one.s", "addi a0, a0, 1\n"), "-m", "dual-5", "--timeline", "0"});
  INFO(one.out << one.err);
  REQUIRE(one.exit_code == 0);
  CHECK(has(one.out, "on dual-5: 1 instruction, repeated"));
  CHECK(has(one.out, "1 micro-op an iteration"));
  CHECK(has(one.out, "no iteration can take fewer than 1 cycle\n"));
  CHECK_FALSE(has(one.out, " 1 cycles"));
  CHECK_FALSE(has(one.out, " 1 instructions"));
  CHECK_FALSE(has(one.out, " 1 micro-ops"));
  // What is gained is named, whatever form its title has.
  const std::string chain = "loop: ld a0, 0(s0)\nadd a0, a0, a1\nsd a0, 0(s0)\nbnez a1, loop\n";
  const Outcome none =
      run_cli({"loop", folder.file("none.s", chain), "-m", "tomasulo-2", "--json"});
  REQUIRE(none.exit_code == 0);
  // Load: one cycle on the bus; addition: one, and one on the bus, from which the store takes its
  // data; the load of the next iteration: two from there.
  CHECK(nlohmann::json::parse(none.out).at("bottleneck_text") ==
        "critical cycle: 5 cycles an iteration through W, Int, Addr; without no_wait.2.a0 ('add "
        "a0, a0, a1' does not wait for a0) 2 cycles");
}

TEST_CASE("loop: a function of a C file with several and no main, without --call") {
  if (std::system("command -v riscv64-linux-gnu-gcc >/dev/null 2>&1") != 0) {
    WARN("riscv64-linux-gnu-gcc is not installed: skipped");
    return;
  }
  const Folder folder;
  const std::string file = folder.file(
      "two.c", "double dot(int n, const double *a, const double *b) {\n  double s = 0;\n"
               "  for (int i = 0; i < n; i++)\n    s += a[i] * b[i];\n  return s;\n}\n"
               "static long sum(int n, const long *a) {\n  long s = 0;\n"
               "  // stallscope: begin\n  for (int i = 0; i < n; i++)\n    s += a[i];\n"
               "  // stallscope: end\n  return s;\n}\n"
               "long twice(int n, const long *a) { return 2 * sum(n, a); }\n");
  for (const char* function : {"dot", "twice"}) {
    const Outcome run = run_cli({"loop", file, "--function", function, "-m", "ooo-4", "--no-whatif",
                                 "--timeline", "0", "-O2"});
    INFO(run.err);
    CHECK(run.exit_code == 0);
    CHECK(has(run.out, std::string(", ") + function + " on ooo-4: "));
    CHECK(run.err.empty()); // nothing is run, so that no note on the machine is needed
  }
  const Outcome marked = run_cli({"loop", file, "-m", "ooo-4", "--no-whatif", "--timeline", "0"});
  INFO(marked.err);
  CHECK(marked.exit_code == 0);
  CHECK(marked.err.empty());
  // What is inlined into a marked loop is of other lines, and part of it.
  const std::string inlined = folder.file(
      "inlined.c", "static inline long cube(long x) { return x * x * x; }\n"
                   "long sum(int n, const long *a) {\n  long s = 0;\n  // stallscope: begin\n"
                   "  for (int i = 0; i < n; i++)\n    s += cube(a[i]);\n  // stallscope: end\n"
                   "  return s;\n}\n");
  const Outcome all =
      run_cli({"loop", inlined, "-O2", "-m", "ooo-4", "--no-whatif", "--timeline", "0"});
  INFO(all.err);
  CHECK(all.exit_code == 0);
  CHECK(has(all.out, "  mul "));
  // Of a region inside a loop the compiler moves lines apart: the increment comes in between.
  const std::string inside = folder.file(
      "inside.c", "long sum(long n, const long *a) {\n  long s = 0;\n"
                  "  for (long i = 0; i < n; i++) {\n    // stallscope: begin\n    s += a[i];\n"
                  "    // stallscope: end\n  }\n  return s;\n}\n");
  for (const char* level : {"-O1", "-O2", "-O3"}) {
    const Outcome body =
        run_cli({"loop", inside, level, "-m", "ooo-4", "--no-whatif", "--timeline", "0"});
    INFO(level << body.err);
    CHECK(body.exit_code == 0);
    CHECK(has(body.out, " ld "));
  }
  // A branch of four bytes that is not taken, to the return: as in the text of the same code.
  const std::string search = folder.file(
      "search.c", "int find(int n, const int *a, int x) {\n  for (int i = 0; i < n; i++)\n"
                  "    if (a[i] == x)\n      return i;\n  return -1;\n}\n");
  const Outcome found = run_cli({"loop", search, "--function", "find", "-O2", "-m", "ooo-4",
                                 "--no-whatif", "--timeline", "0"});
  INFO(found.err);
  CHECK(found.exit_code == 0);
  CHECK(has(found.out, "  2 cycles an iteration\n  exact"));
  const Outcome unknown = run_cli({"loop", file, "--function", "dott", "-m", "ooo-4"});
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "no function 'dott'"));
  CHECK(has(unknown.err, "dot"));
}

TEST_CASE("loop: the notation is told by the text, with the ending .s as without") {
  const Folder folder;
  const std::string intel =
      ".L3: addsd xmm0, QWORD PTR [rdi]\n add rdi, 8\n cmp rdi, rax\n jne .L3\n";
  const std::string mips = "Loop: L.D F0,0(R1)\nADD.D F4,F0,F2\nDADDUI R1,R1,#-8\nBNE R1,R2,Loop\n";
  for (const char* name : {"a.s", "a"}) {
    for (const std::string& text : {intel, mips}) {
      const Outcome run = run_cli(
          {"loop", folder.file(name, text), "-m", "ooo-4", "--no-whatif", "--timeline", "0"});
      INFO(name << "\n" << text << run.err);
      CHECK(run.exit_code == 0);
      CHECK(has(run.out, "on ooo-4: 4 instructions"));
    }
  }
}

TEST_CASE("loop: functions of C that nobody calls are there on bare metal, too") {
  const Folder folder;
  const std::string file = folder.file(
      "gm.c",
      "int g(int *a, int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++)\n    s += a[i];\n"
      "  return s;\n}\nint main(void) { return 0; }\n");
  for (const char* level : {"-O1", "-O2"}) {
    INFO(level);
    const Outcome found =
        run_cli({"loop", file, level, "--function", "g", "-m", "ibex-small", "--no-whatif"});
    if (has(found.err, "install"))
      return; // no compiler
    INFO(found.err);
    CHECK(found.exit_code == 0);
  }
}

TEST_CASE("loop: a region of C is the loop that it holds, or an iteration of the one around it") {
  if (std::system("command -v riscv64-linux-gnu-gcc >/dev/null 2>&1") != 0) {
    WARN("riscv64-linux-gnu-gcc is not installed: skipped");
    return;
  }
  const Folder folder;
  const std::string file = folder.file(
      "ax.c",
      "long dot(long n, long *a, long *b) {\n  long s = 0;\n  // stallscope: begin dot\n"
      "  for (long i = 0; i < n; i++)\n    s += a[i] * b[i];\n  // stallscope: end dot\n"
      "  return s;\n}\nvoid ax(int n, double k, double *x, double *y) {\n"
      "  for (int i = 0; i < n; i++) {\n    // stallscope: begin ax\n"
      "    if (x[i] > 0)\n      y[i] = k * x[i] + y[i];\n    // stallscope: end ax\n  }\n}\n"
      "int find(int n, int *a) {\n  int s = 0;\n  for (int i = 0; i < n; i++) {\n"
      "    // stallscope: begin find\n    if (a[i] == 12345)\n      return i;\n"
      "    s += a[i];\n    // stallscope: end find\n  }\n  return s;\n}\n"
      "int same(int n, int *a) {\n  int s = 0;\n  for (int i = 0; i < n; i++) {\n"
      "    if (a[i] == 12345)\n      return i;\n    s += a[i];\n  }\n  return s;\n}\n");
  const auto json = [&](const std::string& option, const std::string& name, const char* level) {
    const Outcome run = run_cli({"loop", file, option, name, level, "-m", "ooo-4", "--no-whatif",
                                 "--timeline", "0", "--json"});
    INFO(name << " " << level << run.err);
    REQUIRE(run.exit_code == 0);
    return nlohmann::json::parse(run.out);
  };
  // The region is compiled as the program is: the same instructions at the same addresses.
  for (const char* level : {"-O1", "-O2", "-O3"})
    for (const char* name : {"dot", "ax", "find"}) {
      const auto region = json("--region", name, level);
      const auto function = json("--function", name, level);
      INFO(name << " " << level);
      CHECK(region.at("closed") == true);
      CHECK(region.at("instructions") == function.at("instructions"));
      CHECK(region.at("cycles_per_iteration") == function.at("cycles_per_iteration"));
      const std::string note = region.at("notes").back();
      CHECK(has(note, std::string(name) == "dot" ? "the region holds the loop of lines 4 to 5"
                                                 : "the region is part of the loop of lines"));
    }
}

TEST_CASE("loop: regions that cannot be analysed leave the others, and exit code 2") {
  const Folder folder;
  const std::string empty = "# LLVM-MCA-BEGIN none\n# LLVM-MCA-END none\n";
  const std::string sum = "# LLVM-MCA-BEGIN sum\n" + kSum + "# LLVM-MCA-END sum\n";
  const std::string called = "# LLVM-MCA-BEGIN called\njalr ra, 0(a5)\n# LLVM-MCA-END called\n";
  const auto loop = [&](const std::string& text, const std::string& format) {
    return run_cli({"loop", folder.file("r.s", text), "-m", "ooo-4", "--no-whatif", "--timeline",
                    "0", "--format", format});
  };
  const Outcome text = loop(empty + sum, "text");
  CHECK(text.exit_code == 0); // an empty one is no fault
  CHECK(has(text.out, "r.s, none on ooo-4: empty\n  note: the region from line 1 on is empty\n"));
  CHECK(has(text.out, "r.s, sum on ooo-4: 4 instructions"));
  const auto json = nlohmann::json::parse(loop(empty + sum, "json").out);
  CHECK(json.at("loops")[0].at("empty") == true);
  CHECK_FALSE(json.at("loops")[1].contains("empty"));
  CHECK(has(loop(empty + sum, "csv").out, "r.s,none,ooo-4,rate,cycles_per_iteration,,,,empty\n"));
  CHECK(has(loop(empty + sum, "html").out, "none on ooo-4: empty</h2>"));
  const Outcome bad = loop(called + sum + "far:\n ret\n", "text");
  CHECK(bad.exit_code == 2);
  CHECK(has(bad.err, "leaves the loop in its middle"));
  CHECK(has(bad.out, "r.s, sum on ooo-4: 4 instructions"));
  const Outcome alone = loop(empty, "text");
  CHECK(alone.exit_code == 2);
  CHECK(has(alone.err, "r.s:1:1: error: an empty region; expected instructions"));
}

TEST_CASE("loop: averages that are no whole numbers are fractions, and decimals beside them") {
  const Folder folder;
  // Each takes a place of the fetch width: they are fused in ten of eleven iterations.
  const std::string dot = folder.file(
      "dot.s", ".L3:\n vmovupd (%rdi,%rax), %ymm1\n vfmadd231pd (%rsi,%rax), %ymm1, %ymm0\n"
               " addq $32, %rax\n cmpq %rdx, %rax\n jne .L3\n");
  const Outcome run =
      run_cli({"loop", dot, "-m", "csapp-haswell", "--set", "front_end.pairs_count_once=false",
               "--no-whatif", "--timeline", "0"});
  INFO(run.err << run.out);
  CHECK(has(run.out, " micro-ops an iteration ("));
  CHECK_FALSE(has(run.out.substr(run.out.find("   sum ")), "/11"));
}

TEST_CASE("loop: pointers that are copied with c.mv go on by a constant") {
  const Folder folder;
  const std::string file =
      folder.file("copy.s", ".attribute arch, \"rv64gc\"\nL:\n\tlbu a4,0(a1)\n\tadd a5,x0,a0\n"
                            "\tsb a4,0(a5)\n\taddi a1,a1,1\n\taddi a0,a5,1\n\tbnez a4,L\n");
  const Outcome run = run_cli({"loop", file, "-m", "ooo-4", "--json"});
  CAPTURE(run.err);
  CHECK(run.out.find("\"exact\": true") != std::string::npos);
}

TEST_CASE("a name that is none is answered with the labels of a text") {
  const Folder folder;
  const std::string text =
      folder.file("labels.s", "loop: addi a1, a1, -1\n mul a3, a3, a1\n bnez a1, loop\n");
  CHECK(has(run_cli({"loop", text, "--function", "nosuch"}).err,
            "no function 'nosuch'; expected --function with one of the labels loop\n"));
  CHECK(has(run_cli({"loop", text, "--function", "lopp"}).err, "did you mean 'loop'?"));
  const std::string compiled =
      folder.file("compiled.s", ".L3:\n addq $1, %rax\n cmpq %rax, %rbx\n jne .L3\n");
  const Outcome dot = run_cli({"loop", compiled, "-m", "csapp-haswell", "--function", "L3"});
  CHECK(dot.exit_code == 2);
  CHECK(has(dot.err, "one of the labels .L3; did you mean '.L3'?"));
  const std::string calls = folder.file(
      "calls.s", "f: addi a0,a0,1\n ret\nmain: li s0, 10\nloop: call f\n addi s0, s0, -1\n"
                 " bnez s0, loop\n ret\n");
  const Outcome call = run_cli({"loop", calls, "-m", "ooo-4"});
  CHECK(call.exit_code == 0);
  CHECK(has(call.out, "calls.s on ooo-4: 5 instructions"));
  CHECK(has(call.out, "'jal ra, f' (line 4) is followed to its return"));
  const std::string far = folder.file(
      "far.s", "main: li s0, 10\nloop: jalr ra, 0(a5)\n addi s0, s0, -1\n bnez s0, loop\n ret\n");
  const Outcome unknown = run_cli({"loop", far, "-m", "ooo-4"});
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "far.s:2:7: error: 'jalr ra, 0(a5)' leaves the loop in its middle"));
  CHECK(has(unknown.err, "'stallscope run --lines' has the cycles with it"));
}

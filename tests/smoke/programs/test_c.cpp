#include "smoke/needs.hpp"
#include "smoke/process.hpp"
#include "smoke/programs/sum_in_c.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

using namespace stallscope::smoke;

namespace fs = std::filesystem;

namespace {

/// Our own cache, so that no other run's entries count.
struct Cache {
  Folder folder;
  Cache() { setenv("XDG_CACHE_HOME", folder.path().c_str(), 1); }
  [[nodiscard]] std::size_t entries() const {
    std::size_t count = 0;
    std::error_code none;
    for ([[maybe_unused]] const auto& one :
         fs::directory_iterator(folder.path() / "stallscope/c", none))
      ++count;
    return count;
  }
};

} // namespace

TEST_CASE("a C program runs to its end, with its arguments and its exit code") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  const std::string hello = folder.file(
      "hello.c", "#include <stdio.h>\n#include <math.h>\nint main(int n, char **a) {\n"
                 "  printf(\"%d %s %.3f %d\\n\", n, a[1], sqrt(2.0), N);\n  return 7;\n}\n");
  for (const char* machine : {"reference", "mips-5", "ooo-4", "sifive-7"}) {
    const Outcome run = run_cli(
        {"run", hello, "-m", machine, "-O2", "-DN=5", "--quiet", "--exit-code", "--", "word"});
    CAPTURE(machine, run.err);
    CHECK(run.out == "2 word 1.414 5\n");
    CHECK(run.exit_code == 7);
  }
  CHECK(cache.entries() == 1); // compiled once
}

TEST_CASE("a call is linked for small cores at every level, wherever the code in front ends") {
  NEEDS("riscv64-unknown-elf-gcc");
  const Cache cache;
  const Folder folder;
  const std::string sum = folder.file("sum.c", kSumInC);
  for (const char* machine : {"ibex-small", "picorv32"})
    for (const char* level : {"-O0", "-O1", "-O2", "-O3", "-Os"}) {
      const Outcome run =
          run_cli({"run", sum, "-q", "-m", machine, level, "--call", "sum(5, {1,2,3,4,5})"});
      CAPTURE(machine, level, run.err);
      CHECK(run.out == "sum(...) = 15\n");
    }
}

TEST_CASE("a function is called with what --call says, and its result is printed") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  const std::string sum = folder.file("sum.c", kSumInC);
  const auto result = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"run", sum, "-q"};
    words.insert(words.end(), more.begin(), more.end());
    return run_cli(std::move(words)).out;
  };
  CHECK(result({"-m", "ooo-4", "--call", "sum(3, {1,2,3})"}) == "sum(...) = 6\n");
  CHECK(result({"-m", "mips-5", "-O3", "--call", "sum(1000, {0..999})"}) == "sum(...) = 499500\n");
  CHECK(result({"-m", "reference", "-O0", "--call", "sum(10, {7 x 10})"}) == "sum(...) = 70\n");
  CHECK(result({"-m", "reference"}) == "sum(...) = 0\n"); // with zeros
  const std::string more = folder.file(
      "more.c", "#include <stddef.h>\ntypedef unsigned char byte;\nstruct p { int x, y; };\n"
                "double mean(int n, double a[n]) { double s = 0; for (int i = 0; i < n; i++) s += "
                "a[i]; return s / n; }\n"
                "void sort(int n, int *a) { for (int i = 1; i < n; i++) for (int j = i; j > 0 && "
                "a[j-1] > a[j]; j--) { int t = a[j]; a[j] = a[j-1]; a[j-1] = t; } }\n"
                "byte low(unsigned long long x) { return x; }\n"
                "char *tail(char *s) { s[0] = 'X'; return s + 1; }\n"
                "int trace(int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += "
                "m[i][i]; m[0][1] = -1; return s; }\n"
                "int cross(struct p a, struct p *b) { return a.x * b->y - a.y * b->x; }\n"
                "_Bool is(float f) { return f > 1.5f; }\n");
  const auto of = [&](const std::string& call) {
    return run_cli({"run", more, "-q", "-m", "reference", "--call", call}).out;
  };
  CHECK(of("mean(4, {1, 2, 3, 4.5})") == "mean(...) = 2.625\n");
  CHECK(of("sort(4, {4,3,2,1})") == "a = {1, 2, 3, 4}\n");
  CHECK(of("low(0x1ff)") == "low(...) = 255\n");
  CHECK(of("tail(\"abc\")") == "tail(...) = \"bc\"\ns = \"Xbc\"\n");
  CHECK(of("trace(2, {{1,2},{3,4}})") == "trace(...) = 5\nm = {{1, -1}, {3, 4}}\n");
  CHECK(of("cross({1,2}, {3,4})") == "cross(...) = -2\n");
  CHECK(of("is(2)") == "is(...) = true\n");
  // The function alone: no start of a C library.
  const Outcome alone =
      run_cli({"run", sum, "-m", "mips-5", "--json", "--stats", "--call", "sum(3, {1,2,3})"});
  std::smatch found;
  REQUIRE(std::regex_search(alone.out, found, std::regex("\"instructions\": ([0-9]+)")));
  CHECK(std::stoi(found[1]) < 60);
  // Nor for another function of the file, that is not called; and what one is linked for is said.
  const std::string both =
      folder.file("both.c", "#include <stdio.h>\nint talk(int x) { return printf(\"%d\\n\", x); }\n"
                            "int inc(int x) { return x + 1; }\n");
  const Outcome quiet =
      run_cli({"run", both, "-m", "mips-5", "--json", "--stats", "--call", "inc(1)"});
  REQUIRE(std::regex_search(quiet.out, found, std::regex("\"instructions\": ([0-9]+)")));
  CHECK(std::stoi(found[1]) < 60);
  CHECK(quiet.err.find("C library") == std::string::npos);
  const Outcome talks = run_cli({"run", both, "-m", "reference", "--call", "talk(7)"});
  CHECK(talks.out.starts_with("7\ntalk(...) = 2\n"));
  CHECK(talks.err.find("the run includes the start of the C library, which is linked for printf") !=
        std::string::npos);
}

TEST_CASE("structures that the file defines are shown by their members") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  const std::string file = folder.file(
      "s.c", "struct P { int x, y; };\n"
             "typedef struct { struct P at; char name[4]; double v[2]; const char *s; } Q;\n"
             "struct P turn(struct P p) { struct P q = {-p.y, p.x}; return q; }\n"
             "void fill(int n, struct P *a) { for (int i = 0; i < n; i++) a[i].y = i; }\n"
             "Q make(int n) { Q q = {{n, 2}, \"ab\", {0.5, n}, \"hi\"}; return q; }\n"
             "struct B { int a : 3; long b; }; struct B bits(int n) { struct B b = {n, n}; return "
             "b; }\n");
  const auto of = [&](const std::string& call) {
    return run_cli({"run", file, "-q", "-m", "reference", "--call", call}).out;
  };
  CHECK(of("turn({3, 4})") == "turn(...) = {x = -4, y = 3}\n");
  CHECK(of("fill(2, {{7, 7}, {8, 8}})") == "a = {{x = 7, y = 0}, {x = 8, y = 1}}\n");
  CHECK(of("make(9)") ==
        "make(...) = {at.x = 9, at.y = 2, name = \"ab\", v = {0.5, 9}, s = \"hi\"}\n");
  CHECK(of("bits(-5)") == "bits(...) = {a = 3, b = -5}\n"); // 011: what 3 bits have of 1...1011
}

TEST_CASE("machines without floating point get programs of 32 bits") {
  NEEDS("riscv64-unknown-elf-gcc");
  const Cache cache;
  const Folder folder;
  const std::string sum = folder.file("sum.c", kSumInC);
  const std::string hello = folder.file(
      "hello.c", "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", (int)sizeof(long)); }\n");
  const std::string words = folder.file(
      "words.c", "#include <stdio.h>\nint main(int n, char **a) {\n"
                 "  printf(\"%d %s %s\\n\", n, n > 1 ? a[1] : \"\", n > 2 ? a[2] : \"\");\n}\n");
  for (const char* machine : {"picorv32", "ibex-small", "cv32e40p"}) {
    CAPTURE(machine);
    const Outcome run = run_cli({"run", sum, "-q", "-m", machine, "--call", "sum(3, {1,2,3})"});
    CHECK(run.out == "sum(...) = 6\n");
    CHECK(run.exit_code == 0);
    CHECK(run_cli({"run", hello, "-q", "-m", machine}).out == "4\n");
    CHECK(run_cli({"run", words, "-q", "-m", machine, "--", "one", "two"}).out == "3 one two\n");
    CHECK(run_cli({"run", words, "-q", "-m", machine}).out.starts_with("1 "));
    const Outcome wide = run_cli(
        {"run", sum, "-m", machine, "--ledger", "--march", "rv64imc", "--call", "sum(3, {1,2,3})"});
    CHECK(wide.out.starts_with("sum(...) = 6\n"));
    CHECK(wide.err.find("is for 64 bits and machine '" + std::string(machine) + "' for 32") !=
          std::string::npos);
    // What the machine has no units for is no width.
    const Outcome floats =
        run_cli({"run", sum, "-m", machine, "--march", "rv64gc", "--call", "sum(3, {1,2,3})"});
    CHECK(floats.exit_code == 2);
    CHECK(has(floats.err, "--march rv64gc: the machine executes no atomic accesses (A), no "
                          "floating point (F, D); expected rv32imc, which C is compiled for "
                          "without --march; did you mean '--march rv32imc'?"));
  }
  CHECK(run_cli({"run", sum, "-m", "ibex-small", "--march", "rv32imf"}).exit_code == 2);
}

TEST_CASE("several files, folders of headers, and a changed header compiles again") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  fs::create_directories(folder.path() / "include");
  const std::string header = folder.file("include/n.h", "#define N 3\nint twice(int x);\n");
  const std::string a =
      folder.file("a.c", "#include <stdio.h>\n#include \"n.h\"\nint one(void);\nint main(void) { "
                         "printf(\"%d\\n\", twice(N) + one()); }\n");
  const std::string b = folder.file("b.c", "#include <n.h>\nint twice(int x) { return 2 * x; }\n");
  const std::string s = folder.file("one.s", ".globl one\none: li a0, 1\n ret\n");
  const std::vector<std::string> words{
      "run", a, b, s, "-q", "-m", "reference", "-I", folder.file("include")};
  CHECK(run_cli(words).out == "7\n");
  CHECK(run_cli(words).out == "7\n");
  CHECK(cache.entries() == 1);
  std::ofstream(header) << "#define N 5\nint twice(int x);\n";
  CHECK(run_cli(words).out == "11\n");
  CHECK(cache.entries() == 2);
  // What cannot be read in the cache is as good as nothing.
  for (const auto& entry : fs::directory_iterator(cache.folder.path() / "stallscope/c"))
    std::ofstream(entry.path()) << "stallscope compiled C 2\nrubbish";
  CHECK(run_cli(words).out == "11\n");
  setenv("XDG_CACHE_HOME", "/dev/null", 1);
  CHECK(run_cli(words).out == "11\n");
}

TEST_CASE("mistakes in C are the compiler's own words, with exit code 2") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  const std::string bad = folder.file("bad.c", "int main(void) {\n  return x;\n}\n");
  const Outcome run = run_cli({"run", bad});
  CHECK(run.exit_code == 2);
  CHECK(run.out.empty());
  CHECK(has(run.err, "bad.c:2:10: error: 'x' undeclared"));
  const std::string sum = folder.file("sum.c", kSumInC);
  const auto says = [](const Outcome& outcome, std::string_view words) {
    CAPTURE(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(has(outcome.err, words));
  };
  says(run_cli({"run", sum, "--call", "sun(1)"}), "did you mean 'sum'?");
  says(run_cli({"run", sum, "--call", ""}), "--call: is empty; expected a call");
  says(run_cli({"run", sum, "--call", "sum(1)"}), "sum takes 2 arguments, and the call has 1");
  says(run_cli({"run", sum, "--call", "sum(1, {\"a\"})"}), "--call:1");
  says(run_cli({"run", sum, "--call", "sum(1, {1"}), "the call ends here");
  says(run_cli({"run", sum, "--cc", "tcc-that-is-not-there"}), "there is no such program");
  says(run_cli({"run", sum, "--march", "armv8"}), "names no RISC-V architecture");
  says(run_cli({"run", sum, "sum.mips"}), "cannot be linked with C");
  says(run_cli({"run", "textbook/sum", "other.s"}), "is one argument too many");
  says(run_cli({"run", "textbook/sum", "--call", "f()"}), "only files of C");
  says(run_cli({"run", folder.file("two.c", "int f(void) { return 1; }\nint g(void) { return 2; "
                                            "}\n")}),
       "--call with one of them");
  says(run_cli({"run", folder.file("none.c", "int x;\n")}), "there is no function in the file");
  says(run_cli({"run", folder.file("extern.c", "int g(int);\nint f(void) { return g(1); }\n")}),
       "undefined reference to 'g'");
  // Warnings are shown, unless quiet.
  const std::string warns = folder.file("warns.c", "int main(void) { int y; return 0; }\n");
  CHECK(has(run_cli({"run", warns, "-m", "reference", "--cflags=-Wall"}).err, "unused variable"));
  CHECK(has(run_cli({"run", warns, "-m", "reference", "--cflags=-Wall"}).err, "unused variable"));
  CHECK(run_cli({"run", warns, "-m", "reference", "--cflags=-Wall", "-q"}).err.empty());
}

TEST_CASE("where no compiler is, the package is named") {
  const Folder folder;
  const std::string sum = folder.file("sum.c", kSumInC);
  const std::string path = getenv("PATH"); // NOLINT
  setenv("PATH", folder.path().c_str(), 1);
  Launch how;
  how.arguments = {"run", sum};
  const Outcome run = launch(how);
  setenv("PATH", path.c_str(), 1);
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "apt install gcc-riscv64-linux-gnu"));
}

TEST_CASE("a file whose name begins with a dash, and one with blanks, are files") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  static_cast<void>(folder.file("-O9 x.c", kSumInC));
  static_cast<void>(folder.file("a b;touch c.c", kSumInC));
  for (const char* name : {"./-O9 x.c", "a b;touch c.c"}) {
    Launch how;
    how.folder = folder.path().string();
    how.arguments = {"run", name, "-q", "-m", "reference", "--call", "sum(2, {4,5})"};
    const Outcome run = launch(how);
    CAPTURE(name, run.err);
    CHECK(run.out == "sum(...) = 9\n");
  }
  CHECK_FALSE(fs::exists(folder.path() / "c.c"));
}

TEST_CASE("reports of C are by its lines, and the cycles of all lines are the run's") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  const std::string sum = folder.file("sum.c", kSumInC);
  const std::vector<std::string> call{"--call", "sum(200, {0..199})"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), call.begin(), call.end());
    return run_cli(std::move(words));
  };
  for (const char* machine : {"mips-5", "dual-5", "ooo-4"}) {
    const Outcome csv = with({"run", sum, "-m", machine, "--lines", "--format", "csv"});
    CAPTURE(machine, csv.err);
    std::uint64_t cycles = 0;
    std::uint64_t loop = 0;
    for (const std::string& line : lines_of(csv.out)) {
      std::smatch field;
      if (!std::regex_search(line, field, std::regex(",([0-9]+),([0-9]+),([0-9]+),[0-9]+,")))
        continue;
      cycles += std::stoull(field[3]);
      loop += field[1] == "3" || field[1] == "4" ? std::stoull(field[2]) : 0;
    }
    const Outcome json = with({"run", sum, "-m", machine, "--lines", "--json"});
    std::smatch found;
    REQUIRE(std::regex_search(
        json.out, found,
        std::regex("\"lines\": *\\{\\s*\"cycles\": ([0-9]+),\\s*\"rest\": ([0-9]+)")));
    CHECK(cycles + std::stoull(found[2]) == std::stoull(found[1]));
    CHECK(loop >= 3 * 200); // load, addition, branch
    // Beside a table, whose timeline is kept, the account is the same.
    const Outcome both =
        with({"run", sum, "-m", machine, "--lines", "--table", "--cycles", "1:20", "--json"});
    CHECK(has(both.out, found[0].str()));
  }
  CHECK(has(with({"run", sum, "--lines"}).out, "s += a[i];"));
  // Without a word on what is to be seen, and only then.
  CHECK(has(with({"run", sum}).out, "s += a[i];"));
  CHECK(has(with({"run", sum, "--json"}).out, "s += a[i];"));
  CHECK_FALSE(has(with({"run", sum, "--stats"}).out, "s += a[i];"));
  const Outcome padded = run_cli({"run", sum, "-m", "reference", "--call", "sum(1000, {1,2})"});
  CHECK(has(padded.err, "note: 'a' has 2 elements, and 1000 stands in the call: 998 zeros follow"));
  CHECK(has(padded.out, "sum(...) = 3\n"));
  const std::string prints =
      folder.file("prints.c", "#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }\n");
  const Outcome lacks = run_cli({"run", prints, "-m", "ibex-small", "--march", "rv64gc"});
  CHECK(lacks.exit_code == 2);
  CHECK(has(lacks.err, "did you mean '--march rv32imc'?"));
  CHECK(has(with({"run", sum, "--lines", "--format", "html"}).out, "s += a[i];"));
  CHECK(has(with({"disasm", sum, "--function", "sum", "--source"}).out, "sum.c:4     s += a[i];"));
  CHECK(has(with({"explain", sum, "--cycle", "40", "--no-whatif"}).out, "sum.c:"));
  const std::string other = folder.file("other.c", std::string(kSumInC).replace(17, 3, "int"));
  const Outcome diff = with({"diff", sum, sum + "@dual-5"});
  CHECK(diff.exit_code == 1);
  CHECK(has(diff.out, "sum.c"));
}

TEST_CASE("clang compiles too") {
  NEEDS("clang");
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  const std::string sum = folder.file("sum.c", kSumInC);
  CHECK(run_cli(
            {"run", sum, "-q", "-m", "mips-5", "--cc", "clang", "-O2", "--call", "sum(3, {1,2,3})"})
            .out == "sum(...) = 6\n");
  const std::string hello =
      folder.file("hello.c", "#include <stdio.h>\nint main(void) { puts(\"hi\"); }\n");
  CHECK(run_cli({"run", hello, "-q", "-m", "reference", "--cc", "clang"}).out == "hi\n");
}

TEST_CASE("sweeps run C, compiled once for all points") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Cache cache;
  const Folder folder;
  static_cast<void>(folder.file("sum.c", kSumInC));
  const std::string experiment = folder.file(
      "e.toml", "machines = [\"mips-5\", \"ooo-4\"]\n[[program]]\nfile = \"sum.c\"\n"
                "call = \"sum(100, {0..99})\"\noptimize = \"2\"\n[[program]]\nname = \"slow\"\n"
                "file = \"sum.c\"\ncall = \"sum(100, {0..99})\"\noptimize = \"0\"\n");
  const Outcome run = run_cli({"sweep", experiment, "-o", folder.file("e.db"), "-j", "2"});
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(cache.entries() == 2);
}

TEST_CASE("lines of source files come from below the program's folder, whatever it names") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Folder folder;
  const std::string secret = folder.file("secret.txt", "SECRET\n");
  fs::create_directories(folder.path() / "own");
  const std::string source = folder.file("own/own.c", "#line 1 \"" + secret +
                                                          "\"\nint main(void) { return 0; }\n"
                                                          "#line 4 \"own.c\"\n"
                                                          "int seen(void) { return 1; }\n");
  const Outcome run = run_cli({"run", source, "--lines", "-O0"});
  CAPTURE(run.out, run.err);
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "secret.txt"));
  CHECK_FALSE(has(run.out, "SECRET"));
  const Outcome asked =
      run_cli({"run", "--lines", "-O0", "--source-path", folder.path().string(), source});
  CHECK(has(asked.out, "SECRET"));
  const Outcome wrong = run_cli({"run", source, "--lines", "--source-path", secret});
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, "expected a folder that can be read"));
}

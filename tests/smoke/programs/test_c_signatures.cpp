#include "smoke/needs.hpp"
#include "smoke/process.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>

using namespace stallscope::smoke;

namespace {

struct Signature {
  const char* source; ///< defines f
  const char* call;
  const char* printed; ///< a line of it
};

/// What C has in parameter lists: each is called as it is written.
constexpr std::array<Signature, 28> kSignatures{{
    {"int f(int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }",
     "f(2, {{1,2},{4,5}})", "f(...) = 6"},
    {"int f(int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }",
     "f(3, {1,2,3,4,5,6,7,8,9})", "f(...) = 15"},
    {"void f(int n, double (*m)[n + 1]) { m[1][2] = n; }", "f(1+1, {{1,2,3},{4,5,6}})",
     "m = {{1, 2, 3}, {4, 5, 2}}"},
    {"void f(int n, int m, int a[n][m]) { for (int i = 0; i < n * m; i++) a[i / m][i % m] = i; }",
     "f(2, 3, {0})", "a = {{0, 1, 2}, {3, 4, 5}}"},
    {"unsigned f(unsigned n) { return n; }", "f(1 << 20)", "f(...) = 1048576"},
    {"int f(int (*m)[3], int n) { return m[n - 1][2]; }", "f({{1,2,3},{4,5,6}}, 2)", "f(...) = 6"},
    {"int f(int **m, int r) { return m[r - 1][1] + m[0][0]; }", "f({{1,2},{3,4}}, 2)",
     "f(...) = 5"},
    {"int f(int a[static const 2], int *restrict b) { return a[1] + b[0]; }", "f({1,2}, {5})",
     "f(...) = 7"},
    {"typedef int *ip; void f(ip a, int n) { a[0] = n; }", "f({1,3}, 2)", "a = {2, 3}"},
    {"typedef double mat[2][2]; void f(mat m) { m[1][0] *= 2; }", "f({{1,2},{3,4}})",
     "m = {{1, 2}, {6, 4}}"},
    {"struct P { int x, y; }; int f(const struct P *p, struct P q) { return p[1].x + q.y; }",
     "f({{1,2},{3,4}}, {.y = 5})", "f(...) = 8"},
    {"union U { float f; unsigned u; }; float f(union U u) { return u.f; }", "f({.u = 1065353216})",
     "f(...) = 1"},
    {"int inc(int x) { return x + 1; }\nint f(int (*g)(int), int n) { return g(n); }", "f(inc, 4)",
     "f(...) = 5"},
    {"int inc(int x) { return x + 1; }\nint f(int g(int), int n) { return g(n); }", "f(inc, 4)",
     "f(...) = 5"},
    {"int inc(int x) { return x + 1; }\nint dec(int x) { return x - 1; }\n"
     "int f(int (*t[2])(int), int n) { return t[1](n); }",
     "f({inc,dec}, 4)", "f(...) = 3"},
    {"static int one(int x) { return x + 1; }\nint (*pick(int n))(int) { return n ? one : 0; }\n"
     "int f(int n) { return pick(n)(n); }",
     "f(4)", "f(...) = 5"},
    {"int f(a, b) int a; int *b; { return a + b[0]; }", "f(4, {5})", "f(...) = 9"},
    {"double f(n, x)\n  int n;\n  float x;\n{ return n * x; }", "f(2, 1.5)", "f(...) = 3"},
    {"f(a) { return a + 1; }", "f(4)", "f(...) = 5"},
    {"int (f)(int n) { return n + 1; }", "f(3)", "f(...) = 4"},
    {"inline int f(int n) { return n + 1; }", "f(3)", "f(...) = 4"},
    {"[[gnu::noinline]] static inline int f(register int n) { return n + 1; }", "f(3)",
     "f(...) = 4"},
    {"__typeof__(1 + 1) f(__typeof__(1.0) x __attribute__((unused))) { return 2 * x; }", "f(3.5)",
     "f(...) = 7"},
    {"int g(int n, struct Q { int a; } *q) { return n + q->a; }\nint f(int n) { return n * 2; }",
     "f(4)", "f(...) = 8"},
    {"struct R { int a; } g(int n) { struct R r = {n}; return r; }\n"
     "int f(int n) { return g(n).a; }",
     "f(4)", "f(...) = 4"},
    {"int t[2] = {7, 8};\nint f(int a[2], int *b) { return a[1] + *b; }", "f(t, &t)",
     "f(...) = 15"},
    {"int f(int /* ) { */ a, // ,\n      int b) { return a + b; }", "f(3, 4)", "f(...) = 7"},
    {"#define DEF(name, op) int name(int a, int b) { return a op b; }\nDEF(g, +) DEF(f, *)",
     "f(3, 4)", "f(...) = 12"},
}};

} // namespace

TEST_CASE("functions are called whatever their parameters look like") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Folder folder;
  setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  for (const Signature& one : kSignatures) {
    const std::string file = folder.file("f.c", one.source + std::string("\n"));
    const Outcome run = run_cli({"run", file, "-q", "-m", "reference", "--call", one.call});
    CAPTURE(one.source, one.call, run.err);
    CHECK(run.out == std::string(one.printed) + "\n");
    CHECK(run.exit_code == 0);
  }
}

TEST_CASE("a type that ends with its function cannot be called, which is said with its place") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Folder folder;
  setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  const std::string file =
      folder.file("f.c", "\nint f(int n, struct Q { int a; } q) { return n + q.a; }\n");
  const Outcome run = run_cli({"run", file, "--call", "f(1, {2})"});
  CHECK(run.exit_code == 2);
  CHECK(run.err.find("f.c:2:14: error: 'struct Q' is declared in the parameters of f") !=
        std::string::npos);
}

TEST_CASE("data of any size are linked for bare machines, and what is too much is said") {
  NEEDS("riscv64-unknown-elf-gcc");
  const Folder folder;
  setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  const std::string large = folder.file(
      "large.c", "#include <stdio.h>\n#include <stdlib.h>\nint a[100000];\n"
                 "int main(void) {\n  int local[20000], *h = malloc(400000);\n"
                 "  for (int i = 0; i < 100000; i++)\n    a[i] = local[i % 20000] = h[i] = i;\n"
                 "  printf(\"%d\\n\", a[99999] + local[7] + h[3]);\n  return 0;\n}\n");
  for (const char* march : {"rv32imac", "rv64imac"}) {
    const Outcome run = run_cli({"run", large, "-q", "-m", "reference", "--march", march});
    CAPTURE(march, run.err);
    CHECK(run.out == "180009\n"); // 99999 + 80007 + 3
    CHECK(run.exit_code == 0);
  }
  const std::string too_large =
      folder.file("more.c", "int a[100000000];\nint main(void) { return a[7]; }\n");
  const Outcome run = run_cli({"run", too_large, "--march", "rv32imac", "-m", "mips-5"});
  CHECK(run.exit_code == 2);
  CHECK(run.err.find("more than 128 MiB; expected smaller arrays") != std::string::npos);
}

TEST_CASE("stack and heap of a bare machine are as large as its memory") {
  NEEDS("riscv64-unknown-elf-gcc");
  const Folder folder;
  setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  const std::string file =
      folder.file("stack.c", "#include <stdlib.h>\nint main(void) {\n  volatile int a[20000];\n"
                             "  for (int i = 0; i < 20000; i++)\n    a[i] = i;\n"
                             "  return malloc(64000) ? a[19999] & 63 : 1;\n}\n");
  const Outcome run = run_cli({"run", file, "-m", "ibex-small", "--stats"});
  CAPTURE(run.err);
  CHECK(run.out.find("exited with code 31") != std::string::npos); // 19999 = 312 x 64 + 31
}

TEST_CASE("members of a structure are told beside the C library, too") {
  NEEDS("riscv64-unknown-elf-gcc");
  const Folder folder;
  setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  const std::string file = folder.file(
      "pair.c",
      "#include <stdio.h>\nstruct P {\n  int x;\n  double y;\n};\n"
      "struct P made(int x) { return (struct P){x, 2}; }\nvoid other(void) { puts(\"\"); }\n");
  const Outcome run = run_cli({"run", file, "-q", "-m", "reference", "--call", "made(1)"});
  CAPTURE(run.err);
  CHECK(run.out.find("{x = 1, y = 2}") != std::string::npos);
}

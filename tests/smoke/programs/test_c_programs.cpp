#include "smoke/needs.hpp"
#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace stallscope::smoke;

namespace {

/// A folder for sources, and a cache in which nothing is yet.
struct CProgramFolder {
  Folder folder;
  CProgramFolder() { setenv("XDG_CACHE_HOME", folder.path().c_str(), 1); }
  std::string file(const std::string& name, const std::string& text) const {
    return folder.file(name, text);
  }
};

} // namespace

TEST_CASE("a long C program runs to its end behind the picture of its beginning") {
  NEEDS("riscv64-linux-gnu-gcc");
  const CProgramFolder sources;
  // 10 million rounds of at least 3 instructions each: more cycles than a text is looked at for.
  const std::string file =
      sources.file("long.c", "#include <stdio.h>\nint main(void) {\n  unsigned s = 1;\n"
                             "  for (unsigned i = 0; i < 10000000; i++)\n"
                             "    s = s * 1664525u + 1013904223u;\n"
                             "  printf(\"%u\\n\", s);\n  return 0;\n}\n");
  const Outcome run = run_cli({"run", file, "-m", "mips-5", "--diagram"});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  unsigned s = 1;
  for (unsigned i = 0; i < 10'000'000; ++i)
    s = s * 1664525U + 1013904223U;
  CHECK(has(run.out, fmt::format("{}\n", s)));
  CHECK(has(run.out, "Pipeline diagram"));
  CHECK(has(run.err, "cycles 1 to 60 of "));
}

TEST_CASE("structures are shown by their members, however they are declared") {
  NEEDS("riscv64-linux-gnu-gcc");
  NEEDS("clang");
  const CProgramFolder sources;
  sources.file("types.h", "typedef struct vec vec_t;\nstruct vec { double x, y; };\n");
  const std::string file = sources.file(
      "s.c",
      "#include <stdint.h>\n#include <stdbool.h>\n#include \"types.h\"\n"
      "typedef struct node node_t;\nstruct node { node_t *next; int key; vec_t at[2]; };\n"
      "typedef enum { RED, GREEN } color;\n"
      "typedef struct { uint8_t low : 3; int8_t s : 5; bool on : 1; unsigned : 2; color c : 2;\n"
      "  uint64_t wide : 40; } flags_t;\n"
      "struct shape { color c; int (*area)(int); union { int side; float radius; };\n"
      "  struct { short w, h; } box; int m[2][2]; flags_t f; char tag[3]; uint8_t one[1]; };\n"
      "struct line { int n; vec_t points[]; };\n"
      "node_t link(int k) { node_t n = {0, k, {{1, 2}, {3, 4.5}}}; return n; }\n"
      "flags_t flags(int k) { flags_t f = {k, k - 8, 1, GREEN, 0xabcdef0123}; return f; }\n"
      "struct shape shape(int k) { struct shape s = {GREEN, 0, {.side = k}, {5, -6},\n"
      "  {{1, 2}, {3, 4}}, {1, -1, 0, RED, 7}, \"hi\", {9}}; return s; }\n"
      "struct line line(int k) { struct line l = {k}; return l; }\n"
      "void grow(int n, node_t *a) { for (int i = 0; i < n; i++) a[i].at[1].y += i; }\n");
  for (const char* compiler : {"gcc", "clang"}) {
    const auto of = [&](const std::string& call, const std::string& machine = "reference") {
      const Outcome run =
          run_cli({"run", file, "-q", "-m", machine, "--cc", compiler, "--call", call});
      CAPTURE(compiler, run.err);
      CHECK(run.exit_code == 0);
      CHECK(run.err.empty());
      return run.out;
    };
    CHECK(of("link(7)") ==
          "link(...) = {next = 0x0, key = 7, at = {{x = 1, y = 2}, {x = 3, y = 4.5}}}\n");
    CHECK(of("flags(5)") ==
          "flags(...) = {low = 5, s = -3, on = true, c = GREEN, wide = 737894400291}\n");
    CHECK(of("shape(4)") ==
          "shape(...) = {c = GREEN, area = 0x0, side = 4, radius = 6e-45, box.w = 5, box.h = -6, "
          "m = {{1, 2}, {3, 4}}, f.low = 1, f.s = -1, f.on = false, f.c = RED, f.wide = 7, "
          "tag = \"hi\", one = {9}}\n");
    CHECK(of("line(3)") == "line(...) = {n = 3}\n");
    CHECK(
        of("grow(2, {{0, 1, {{1,2},{3,4}}}, {0, 2, {{5,6},{7,8}}}})") ==
        "a = {{next = 0x0, key = 1, at = {{x = 1, y = 2}, {x = 3, y = 4}}}, {next = 0x0, key = 2, "
        "at = {{x = 5, y = 6}, {x = 7, y = 9}}}}\n");
  }
  const Outcome small = run_cli({"run", file, "-q", "-m", "ibex-small", "--call", "link(7)"});
  CHECK(has(small.out, "at = {{x = 1, y = 2}, {x = 3, y = 4.5}}}"));
}

TEST_CASE("values of enumerations are shown by their names") {
  NEEDS("riscv64-linux-gnu-gcc");
  NEEDS("riscv64-unknown-elf-gcc");
  const CProgramFolder sources;
  const std::string file =
      sources.file("e.c", "enum color { RED, GREEN = 5, BLUE };\n"
                          "typedef enum { LOW = -1, HIGH = 1 << 4, TOP = HIGH } level;\n"
                          "enum color next(enum color c) { return c == RED ? GREEN : c + 1; }\n"
                          "level of(int x) { return x > 0 ? HIGH : LOW; }\n"
                          "void fill(int n, enum color *p) { while (n--) p[n] = n; }\n"
                          "struct s { level l; enum { ON = 3, OFF } state[3]; unsigned u; };\n"
                          "struct s make(int n) { struct s r = {n, {ON, 9, OFF}, 3}; return r; }\n"
                          "unsigned plain(void) { return 5; }\n"
                          "enum color *where(int n) { return 0; }\n");
  for (const char* machine : {"reference", "ibex-small"}) {
    const auto shown = [&](const std::string& call) {
      return run_cli({"run", file, "-q", "-m", machine, "--call", call}).out;
    };
    CAPTURE(machine);
    CHECK(shown("next(RED)") == "next(...) = GREEN\n");
    CHECK(shown("next(6)") == "next(...) = 7\n"); // no constant's
    CHECK(shown("of(1)") == "of(...) = HIGH\n");  // the first of two
    CHECK(shown("of(0)") == "of(...) = LOW\n");
    CHECK(shown("fill(7, {1, 1})") == "p = {RED, 1, 2, 3, 4, GREEN, BLUE}\n");
    CHECK(shown("make(-1)") == "make(...) = {l = LOW, state = {ON, 9, OFF}, u = 3}\n");
    CHECK(shown("plain()") == "plain(...) = 5\n");
    CHECK(shown("where(1)") == "where(...) = 0x0\n");
  }
}

TEST_CASE("a fault of C on a bare machine names function, line and what was touched") {
  NEEDS("riscv64-unknown-elf-gcc");
  const CProgramFolder sources;
  const std::string file =
      sources.file("fault.c", "#include <stdio.h>\n#include <stdlib.h>\n"
                              "static void put(int *p) {\n  *p = 3;\n}\n"
                              "int main(int n, char **a) {\n  printf(\"before\\n\");\n"
                              "  if (n > 1 && a[1][0] == 'e')\n    __asm__ volatile(\"ebreak\");\n"
                              "  if (n > 1 && a[1][0] == 'x')\n    exit(1);\n"
                              "  put((int *)0xdbeef000);\n  return 0;\n}\n");
  for (const char* machine : {"ibex-small", "picorv32", "reference"}) {
    CAPTURE(machine);
    const Outcome run = run_cli({"run", file, "-m", machine, "-O0", "--march", "rv32imc", "-q"});
    INFO(run.err);
    CHECK(run.exit_code == 3);
    CHECK(has(run.out, "before\n"));
    CHECK(has(run.err, "guest fault: 'sw a4, 0(a5)' at "));
    CHECK(has(run.err, "fault.c:4 at pc 0x"));
    CHECK(has(run.err, ", put+"));
    CHECK(has(run.err, "access to 0xdbeef000, where the program has no memory"));
  }
  const Outcome stop = run_cli({"run", file, "-m", "ibex-small", "-O0", "-q", "--", "ebreak"});
  CHECK(stop.exit_code == 3);
  CHECK(has(stop.err, "fault.c:9 at pc 0x"));
  // The program's own exit is none.
  const Outcome own = run_cli({"run", file, "-m", "ibex-small", "-O0", "-q", "--", "x"});
  CHECK(own.exit_code == 0);
  CHECK_FALSE(has(own.err, "fault"));
}

TEST_CASE("an input that is too large is refused by its size, before it is read") {
  const CProgramFolder sources;
  const std::string huge = sources.file("huge.txt", "");
  std::filesystem::resize_file(huge, 64ULL << 30); // sparse
  const Outcome run = run_cli({"run", "textbook/daxpy", "--stdin", huge});
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "more than "));
  CHECK_FALSE(run.gave_up);
}

TEST_CASE("options with which a compiler makes no program are refused by their names") {
  NEEDS("riscv64-linux-gnu-gcc");
  const CProgramFolder sources;
  const std::string file = sources.file("m.c", "int main(void) { return 0; }\n");
  const std::string outside = (sources.folder.path() / "other").string();
  for (const std::string& flags : {"-o " + outside, std::string("-c"), std::string("-S"),
                                   std::string("-Wall -shared"), std::string("-march=rv32i")}) {
    CAPTURE(flags);
    const Outcome run = run_cli({"run", file, "-q", "--cflags=" + flags});
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, "error: --cflags -"));
    CHECK_FALSE(std::filesystem::exists(outside));
  }
  CHECK(run_cli({"run", file, "-q", "--cflags=-Wall -std=c99 -funroll-loops"}).exit_code == 0);
}

TEST_CASE("architectures without libraries of their own take those of the nearest one below") {
  NEEDS("riscv64-unknown-elf-gcc");
  const CProgramFolder sources;
  const std::string file = sources.file("p.c", "#include <stdio.h>\n"
                                               "int main(int n, char **a) {\n"
                                               "  printf(\"%d %lld\\n\", n * 42, 7LL * n / 3);\n"
                                               "  return 0;\n}\n");
  const std::string call =
      sources.file("f.c", "long long f(long long x) { return x / 3 + (x >> 2); }\n");
  for (const char* march :
       {"rv32imc_zba", "rv32imac_zicsr_zbb_zbs", "rv64imac_zba", "rv32e", "rv32ec", "rv32emc",
        "rv32imafc_zba", "rv32gcb", "rv64imafc_zbs", "rv32i", "rv64iac", "rv32ima_zbb"}) {
    CAPTURE(march);
    const Outcome whole = run_cli({"run", file, "-q", "-m", "reference", "--march", march});
    CHECK(whole.err.empty());
    CHECK(whole.out == "42 2\n");
    const Outcome alone =
        run_cli({"run", call, "-q", "-m", "mips-5", "--march", march, "--call", "f(1000)"});
    CHECK(alone.out == "f(...) = 583\n");
  }
  // The compiler is given all of the architecture.
  const std::string bits =
      sources.file("b.c", "unsigned f(unsigned x, unsigned y) { return x & ~y; }\n");
  const Outcome code = run_cli({"disasm", bits, "--march", "rv32imc_zbb", "--function", "f"});
  CHECK(has(code.out, "andn"));
  const Outcome none = run_cli({"run", file, "-m", "reference", "--march", "rv64e"});
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "--march rv64e: riscv64-unknown-elf-gcc has no libraries for it (lp64e)"));
}

TEST_CASE("calls say sizes, casts and constants, and results have 16 bytes") {
  NEEDS("riscv64-linux-gnu-gcc");
  const CProgramFolder sources;
  const std::string file =
      sources.file("k.c", "enum { LEN = 3 };\n#define TWICE(x) ((x) * 2)\n"
                          "typedef struct { int x, y; } point;\n"
                          "long f(long x) { return x; }\n"
                          "int null(void *p) { return p == 0; }\n"
                          "double d(double x) { return x / 2; }\n"
                          "int last(int a[LEN]) { return a[LEN - 1] + a[0]; }\n"
                          "long double ld(long double x) { return x * 3; }\n"
                          "__int128 wide(long x) { return (__int128)x << 70; }\n"
                          "unsigned __int128 most(void) { return ~(unsigned __int128)0; }\n"
                          "struct s { long double x; __int128 y; };\n"
                          "struct s both(void) { struct s r = {0.1L, -7}; return r; }\n");
  for (const auto& [call, shown] :
       {std::pair{"f(sizeof(point))", "f(...) = 8\n"},
        {"f((unsigned char)-1 + 1)", "f(...) = 256\n"},
        {"f(TWICE(LEN))", "f(...) = 6\n"},
        {"null(NULL)", "null(...) = 1\n"},
        {"null((void *)16)", "null(...) = 0\n"},
        {"d(-INFINITY)", "d(...) = -inf\n"},
        {"f(true)", "f(...) = 1\n"},
        {"last({5})", "last(...) = 5\n"},
        {"last((int[]){1,2,3})", "last(...) = 4\n"},
        {"ld(0.1L)", "ld(...) = 0.3\n"},
        {"wide(-5)", "wide(...) = -5902958103587056517120\n"},
        {"most()", "most(...) = 340282366920938463463374607431768211455\n"},
        {"both()", "both(...) = {x = 0.1, y = -7}\n"}}) {
    CAPTURE(call);
    const Outcome run = run_cli({"run", file, "-q", "-m", "reference", "--call", call});
    CHECK(run.out == shown);
  }
  const Outcome unknown = run_cli({"run", file, "-m", "reference", "--call", "f(FOO)"});
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "'FOO' undeclared"));
}

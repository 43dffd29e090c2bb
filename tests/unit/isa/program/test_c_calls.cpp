#include "c/call_text.hpp"
#include "c/driver.hpp"
#include "c/functions.hpp"
#include "c/quad_text.hpp"
#include "c/struct_members.hpp"
#include "c/toolchain.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::isa;

namespace {

std::string problem_of(std::string_view call) {
  const auto parsed = parse_call(call);
  return parsed ? std::string() : format(parsed.diagnostics().front());
}

} // namespace

TEST_CASE("a call has values, texts, lists and what stands for many") {
  const auto call = parse_call(R"(f(1000, {1, 2,3}, "a\"b", 'c', -2.5e3, {0..3, 7 x 1000}, NULL))");
  REQUIRE(call.ok());
  CHECK(call->function == "f");
  REQUIRE(call->arguments.size() == 7);
  CHECK(call->arguments[0].text == "1000");
  CHECK(call->arguments[1].text == "{ 1, 2, 3 }");
  CHECK(call->arguments[1].lengths == std::vector<std::uint64_t>{3});
  CHECK(call->arguments[2].kind == CallArgument::Kind::string);
  CHECK(call->arguments[2].text == R"("a\"b")");
  CHECK(call->arguments[3].text == "'c'");
  CHECK(call->arguments[4].text == "-2.5e3");
  CHECK(call->arguments[5].text == "{ 0, 1, 2, 3, [4 ... 1003] = 7 }");
  CHECK(call->arguments[5].lengths == std::vector<std::uint64_t>{1004});
  CHECK(call->arguments[6].text == "NULL");
  CHECK(parse_call("f()")->arguments.empty());
  CHECK(parse_call(" f ( ) ; ")->arguments.empty());
}

TEST_CASE("a value in a call is what C takes for one: sizeof, casts, macros, choices") {
  const auto text = [](const char* value) {
    const auto call = parse_call(std::string("f(") + value + ")");
    INFO(value);
    REQUIRE(call.ok());
    REQUIRE(call->arguments.size() == 1);
    return call->arguments[0].text;
  };
  CHECK(text("sizeof(struct s)") == "sizeof(struct s)");
  CHECK(text("sizeof x + 1") == "sizeof x + 1");
  CHECK(text("(unsigned char)300 + 1") == "(unsigned char)300 + 1");
  CHECK(text("(void *)0") == "(void *)0");
  CHECK(text("(int)-1") == "(int)-1");
  CHECK(text("(N) - 1") == "(N) - 1");
  CHECK(text("(word_t)-1") == "(word_t)-1");
  CHECK(text("SCALE(2, \")\")*3") == "SCALE(2, \")\") * 3");
  CHECK(text("&table[2].x") == "&table[2].x");
  CHECK(text("p->next") == "p->next");
  CHECK(text("N > 3 ? 1 : -2") == "N > 3 ? 1 : -2");
  CHECK(parse_call("f(2 > 3 ? 7 : 9)")->arguments[0].number == 9);
  CHECK(text("(int[]){1, 2}") == "{ 1, 2 }");
  CHECK(text("(P){.x = 1}") == "{ .x = 1 }");
  CHECK(text("{sizeof(int), (char)9, N x 2}") == "{ sizeof(int), (char)9, [2 ... 3] = N }");
  CHECK(problem_of("f(SCALE(2)").starts_with("--call:1:11: error: the call ends here"));
  CHECK(problem_of("f((int[]){1,2)").find("',' or '}'") != std::string::npos);
  std::string sizes = "f(";
  for (int i = 0; i < 100'000; ++i)
    sizes += "sizeof ";
  CHECK(problem_of(sizes + "1)").find("sizeof stands more than 64 times") != std::string::npos);
  CHECK(problem_of("f(x ? 1)").starts_with("--call:1:8: error: ')' is unexpected"));
}

TEST_CASE("a long double is written with 34 digits, without zeros behind them") {
  CHECK(quad_text(0, 0) == "0");
  CHECK(quad_text(0, 0x8000'0000'0000'0000) == "-0");
  CHECK(quad_text(0, 0x3fff'0000'0000'0000) == "1");
  CHECK(quad_text(0, 0xc000'8000'0000'0000) == "-3");
  CHECK(quad_text(0x999999999999999a, 0x3ffb'9999'9999'9999) == "0.1");
  CHECK(quad_text(0x8469898cc51701b8, 0x4000'921f'b544'42d1) ==
        "3.141592653589793238462643383279503");
  CHECK(quad_text(0, 0x7fff'0000'0000'0000) == "inf");
  CHECK(quad_text(1, 0x7fff'0000'0000'0000) == "nan");
  CHECK(quad_text(~0ULL, 0x7ffe'ffff'ffff'ffff) == "1.189731495357231765085759326628007e+4932");
  CHECK(quad_text(1, 0) == "6.475175119438025110924438958227647e-4966");
  CHECK(quad_text(0, 0x406f'0000'0000'0000) == "5192296858534827628530496329220096"); // 2^112
}

TEST_CASE("lists nest, and the longest at each depth is known") {
  const auto call = parse_call("f({{1,2,3},{4}})");
  REQUIRE(call.ok());
  CHECK(call->arguments[0].lengths == std::vector<std::uint64_t>{2, 3});
  CHECK(parse_call("f({3..1})")->arguments[0].text == "{ 3, 2, 1 }");
}

TEST_CASE("what is wrong in a call is said with its column") {
  CHECK(problem_of("f(1") == "--call:1:4: error: the call ends here; expected ',' or ')' behind an "
                             "argument\n  f(1\n     ^");
  CHECK(problem_of("f(1,)").starts_with("--call:1:5: error: ')' is no value"));
  CHECK(problem_of("f({1,2)").starts_with("--call:1:7: error: ')' is unexpected; expected ',' or "
                                          "'}' behind an element"));
  CHECK(problem_of("f({})").starts_with("--call:1:4: error: an empty list"));
  CHECK(problem_of("f(\"abc)").starts_with("--call:1:3: error: a string without its end"));
  CHECK(problem_of("f('')").starts_with("--call:1:3: error: a character constant without"));
  CHECK(problem_of("1(2)").starts_with("--call:1:1: error: '1' is no function"));
  CHECK(problem_of("f(1) + 2").starts_with("--call:1:6: error: '+' stands behind the call"));
  CHECK(problem_of("f({a..3})").starts_with("--call:1:4: error: 'a..3' is no run of whole"));
  CHECK(problem_of("f({0..99999999})").find("more than 1048576 elements") != std::string::npos);
  CHECK(problem_of("f({1 x 99999999999999999999})").find("number of times") != std::string::npos);
  CHECK(problem_of("f({{{{{{{{{1}}}}}}}}})").find("more than 8 deep") != std::string::npos);
}

TEST_CASE("functions of preprocessed text, without those of the system's headers") {
  const auto found = defined_functions(
      "# 1 \"/usr/include/x.h\" 1 3 4\nstatic int hidden(void) { return 0; }\n"
      "# 3 \"sum.c\" 2\nstruct p { int x; };\nint table[] = { 1, 2 };\n"
      "static inline __attribute__((noinline)) double\nmean(const double *a, unsigned n) {\n"
      "  if (n) { return a[0]; }\n  return 0;\n}\n"
      "struct p *make(struct p by, int m[][3], int (*q)[4], char *argv[], ...) { return 0; }\n"
      "void nothing(void) { char c = '}'; }\nint declared(int);\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].name == "mean");
  CHECK(found[0].file == "sum.c");
  CHECK(found[0].line == 6);
  CHECK(found[0].is_static);
  CHECK(found[0].prototype == "double mean(const double *a, unsigned n)");
  REQUIRE(found[0].parameters.size() == 2);
  CHECK(found[0].parameters[0].is_pointer());
  CHECK_FALSE(found[0].parameters[1].is_pointer());
  CHECK(found[1].name == "make");
  CHECK(found[1].variadic);
  REQUIRE(found[1].parameters.size() == 4);
  CHECK_FALSE(found[1].parameters[0].is_pointer());
  CHECK(found[1].parameters[1].dimensions() == 2);
  CHECK(found[1].parameters[2].dimensions() == 2);
  CHECK(found[1].parameters[2].words[found[1].parameters[2].name] == "q");
  CHECK(found[1].parameters[3].dimensions() == 1);
  CHECK(found[2].returns_nothing);
  CHECK(found[2].parameters.empty());
}

TEST_CASE("functions of C as it is written: declarators, types in parameters, before ISO C") {
  const auto found = defined_functions(
      "typedef int *ip; typedef double mat[2][2]; typedef void (*handler)(int);\n"
      "int f(int n, struct Q { int a; int b; } *q) { return n + q->a; }\n"
      "int g(ip a, mat m, int (*t[2])(int), int **rows, handler h, int op(int)) { return 0; }\n"
      "int (*pick(int n))(int) { return 0; }\n"
      "int (twice)(int n) { return 2 * n; }\n"
      "double old(n, x, y, z) int n; double *x, *y; { return 0; }\n"
      "__typeof__(1.5) real(__typeof__(0) x) { return x; }\n"
      "struct R { int a; } make(void) { struct R r = {1}; return r; }\n"
      "static int table[] = { 1, 2 }; enum E { A, B };\n"
      "[[gnu::noinline]] inline int last(register int n __attribute__((unused))) { return n; }\n"
      "int declared(int a), other;\nimplicit(a) { return a; }\n");
  std::string names;
  for (const CFunction& one : found)
    names += one.name + " ";
  REQUIRE(names == "f g pick twice old real make last implicit ");
  REQUIRE(found[0].parameters.size() == 2);
  CHECK(found[0].parameters[0].body == 0);
  CHECK(found[0].parameters[1].words[found[0].parameters[1].body - 1] == "Q");
  CHECK(found[0].parameters[1].line == 2);
  REQUIRE(found[1].parameters.size() == 6);
  const auto& p = found[1].parameters;
  CHECK(p[0].is_pointer()); // by the name of its type
  CHECK(p[1].dimensions() == 2);
  CHECK((p[2].is_pointer() && p[2].dimensions() == 1 && !p[2].is_function()));
  CHECK((p[3].is_pointer() && p[3].dimensions() == 1));
  CHECK((p[4].is_function() && !p[4].is_pointer()));
  CHECK((p[5].is_function() && p[5].words[p[5].name] == "op"));
  CHECK(found[2].parameters.size() == 1);
  CHECK_FALSE(found[2].returns_nothing);
  CHECK(found[2].prototype == "int (*pick(int n))(int)");
  REQUIRE(found[4].parameters.size() == 4);
  CHECK(found[4].parameters[2].words == std::vector<std::string>{"double", "*", "y"});
  CHECK(found[4].parameters[3].words ==
        std::vector<std::string>{"int", "z"}); // nothing declares it
  CHECK(found[4].prototype == "double old(n, x, y, z)");
  CHECK(found[7].is_inline);
}

TEST_CASE("lists that pointers lead to are arrays of their own, members have names") {
  const auto functions = defined_functions("int f(int **m) { return m[1][1]; }\n"
                                           "int g(int (*m)[2]) { return m[1][1]; }\n"
                                           "inline int h(int op(int)) { return op(1); }\n");
  const auto text = [&](std::size_t function, std::string_view call) {
    const auto driver = driver_text(*parse_call(call), functions[function], false);
    return driver ? *driver : format(driver.diagnostics().front());
  };
  CHECK(text(0, "f({{1,2},{3,4}})")
            .find("{ (__typeof__((*(stallscope_t0 *)0)[0][0])[]){ 1, 2 }, "
                  "(__typeof__((*(stallscope_t0 *)0)[0][0])[]){ 3, 4 } }") != std::string::npos);
  CHECK(text(1, "g({{1,2},{3,4}})").find("= { { 1, 2 }, { 3, 4 } }") != std::string::npos);
  CHECK(text(1, "g({{1,2} x 4})").find("{ [0 ... 3] = { 1, 2 } }") != std::string::npos);
  CHECK(text(0, "f({{1,2} x 4})").starts_with("--call:1:4: error: this row is repeated"));
  CHECK(text(2, "h(inc)").find("extern __typeof__(h) h;") != std::string::npos);
  CHECK(text(2, "h(inc)").find("static stallscope_t0 * stallscope_a0 = inc;") != std::string::npos);
  CHECK(parse_call("f({.x = 1, .in.y={2}}, &g)")->arguments[0].text == "{ .x = 1, .in.y = { 2 } }");
  CHECK(parse_call("f(1, &g)")->arguments[1].text == "&g");
  CHECK(problem_of("f({.x})").starts_with("--call:1:4: error: '.x' is no value"));
}

TEST_CASE("a call of an unknown function, or with other arguments, says which there are") {
  const auto functions =
      defined_functions("int summe(int n) { return n; }\nint g(void) { return 1; }");
  const auto unknown = called_function(*parse_call("sume(1)"), functions, "sum.c");
  REQUIRE_FALSE(unknown.ok());
  CHECK(format(unknown.diagnostics().front()).find("did you mean 'summe'?") != std::string::npos);
  const auto call = parse_call("summe(1, 2)");
  const auto driver = driver_text(*call, functions[0], false);
  REQUIRE_FALSE(driver.ok());
  CHECK(driver.diagnostics().front().message == "summe takes 1 argument, and the call has 2");
  CHECK(driver.diagnostics().front().column == 10);
}

TEST_CASE(
    "a list that is shorter than a number in the call gets zeros behind it, and that is said") {
  const auto functions = defined_functions("int f(int n, int *a) { return n; }\n"
                                           "int g(int n, int *a, int k, int *b) { return n; }");
  const auto padded = [&](std::size_t function, std::string_view text) {
    CallText call = *parse_call(text);
    const std::string said = pad_lists(call, functions[function]);
    return std::pair{said, call};
  };
  const auto [said, call] = padded(0, "f(1000, {1,2,3})");
  CHECK(said == "'a' has 3 elements, and 1000 stands in the call: 997 zeros follow them");
  CHECK(driver_text(call, functions[0], false)->find("stallscope_a1[1000] = { 1, 2, 3 }") !=
        std::string::npos);
  for (const char* text : {"f(3, {1,2,3})", "f(2, {1,2,3})", "f(-1, {1,2,3})", "f(9999999, {1})"})
    CHECK(padded(0, text).first.empty());
  CHECK(padded(1, "g(1000, {1,2}, 2, {3,4})").first.empty()); // 2 is their length
  CHECK(padded(1, "g(4, {1,2}, 3, {3,4,5})").first ==
        "'a' has 2 elements, and 4 stands in the call: 2 zeros follow them");
}

TEST_CASE("rv64gcb is spelled out for compilers that do not know b") {
  CHECK(march_for_compilers("rv64gcb") == "rv64gc_zba_zbb_zbs");
  CHECK(march_for_compilers("rv32imcb_zicond") == "rv32imc_zba_zbb_zbs_zicond");
  CHECK(march_for_compilers("rv64gc") == "rv64gc");
  CHECK(march_for_compilers("rv64gc_zba_zbb") == "rv64gc_zba_zbb");
  CHECK(march_for_compilers("rv") == "rv");
}

TEST_CASE("members of structures are read as they are declared") {
  const CSource source = read_c(R"(
# 1 "a.c"
# 1 "<built-in>" 1
# 1 "a.c"
typedef struct node node_t;
typedef unsigned char byte; typedef int vector[3];
struct P { int x, *q; double y[3]; };
struct node { node_t *next; struct P at[2]; vector v; };
typedef struct { struct P p; char name[8]; } Q;
typedef union U { float f; unsigned bits; } Word;
struct Bits { int a : 3; byte b:1, c:2; int : 4; enum { A, B } e : 1; };
struct Call { int (*f)(int); enum { C, D } kind; struct { int z; } in; union { int s; Word w; }; };
struct Open { _Static_assert(1, "x"); int n; int v[]; };
struct Table { int m[2][2] __attribute__((aligned(8))); struct Inner { int i; } t; };
static int f(struct P p) { struct Local { int l; }; return p.x; }
node_t g(node_t *n, Q q[2][2], vector v) { return *n; }
# 1 "b.c"
# 1 "<built-in>" 1
# 1 "b.c"
struct P { char other; };
struct P *h(struct P p) { return 0; }
)");
  REQUIRE(source.structures.size() == 2);
  const CStructures& known = source.structures[0];
  const auto members = [&known](const std::string& key) {
    std::string text;
    for (const CMember& m : known.at(key)) {
      text += (text.empty() ? "" : " ") + (m.name.empty() ? "?" : m.name);
      for (const CDerivation d : m.derivations)
        text += d == CDerivation::array ? "[]" : d == CDerivation::pointer ? "*" : "()";
      text += m.structure.empty() ? "" : ":" + m.structure;
      text += m.type.empty() ? "" : "/" + m.type;
      text += m.is_open ? "..." : "";
    }
    return text;
  };
  CHECK(members("struct P") == "x q* y[]");
  CHECK(members("struct node") == "next*:struct node at[]:struct P v[]");
  CHECK(members("union U") == "f bits");
  CHECK(members("struct Bits") == "a/int b/byte c/byte e:{5}/unsigned");
  CHECK(members("struct Call") == "f*() kind:{7} in:{8} ?:{9}");
  CHECK(members("{5}") == "A B");
  CHECK(members("{8}") == "z");
  CHECK(members("{9}") == "s w:union U");
  CHECK(members("struct Open") == "n v[]...");
  CHECK(members("struct Table") == "m[][] t:struct Inner");
  CHECK(members("struct Inner") == "i");
  CHECK_FALSE(known.contains("struct Local"));
  REQUIRE(source.functions.size() == 3);
  CHECK(source.functions[0].parameters[0].structure == "struct P");
  CHECK(source.functions[0].returned_structure.empty());
  CHECK(source.functions[1].returned_structure == "struct node");
  CHECK(source.functions[1].parameters[1].dimensions() == 2);
  CHECK(source.functions[1].parameters[2].structure.empty());
  CHECK(source.functions[2].unit == 1);
  CHECK(source.functions[2].returned_structure.empty()); // a pointer
  CHECK(source.structures[1].at("struct P").size() == 1);
}

TEST_CASE("where members lie is asked of the compiler, and too many are told") {
  const auto text = [](const std::string& c, const char* call) {
    const CSource source = read_c(c);
    return members_text(source.structures[0], *parse_call(call), source.functions[0]);
  };
  const MembersText some = text("struct P { int x; struct { int b : 2; } in[3]; };\n"
                                "void f(struct P *p) { p->x = 1; }\n",
                                "f({{1}})");
  CHECK(some.note.empty());
  for (const char* part :
       {"STALLSCOPE_MEMBER(stallscope_a0, stallscope_a0[0], x),\n",
        "STALLSCOPE_ARRAY(stallscope_a0, stallscope_a0[0], in, 0, in[0]),\n",
        "STALLSCOPE_BITS(stallscope_members + 1, (stallscope_a0[0]).in[0], \"b\", int, "
        "stallscope_bits2),\n",
        "static const __typeof__((stallscope_a0[0]).in[0]) stallscope_bits2 = {.b = -1};\n"})
    CHECK(some.text.find(part) != std::string::npos);
  std::string wide = "struct W {";
  for (int i = 0; i < 5000; ++i)
    wide += " int m" + std::to_string(i) + ";";
  const MembersText many = text(wide + " };\nstruct W f(void) { struct W w; return w; }\n", "f()");
  CHECK(many.text.empty());
  CHECK(many.note == "the result has more than 4096 members and is shown as bytes");
}

TEST_CASE("a value of a call may be a constant expression") {
  const auto value = [](std::string_view text) {
    const auto call = parse_call(text);
    REQUIRE(call.ok());
    const CallArgument& argument = call->arguments.at(0);
    return argument.text + " = " +
           (argument.number ? std::to_string(*argument.number) : std::string("?"));
  };
  CHECK(value("f(1<<20)") == "1 << 20 = 1048576");
  CHECK(value("f((1 << 4) | 0x0f & ~3)") == "(1 << 4) | 0x0f & ~3 = 28"); // & binds closer than |
  CHECK(value("f(7 - 2 - 1)") == "7 - 2 - 1 = 4");                        // from the left
  CHECK(value("f(2*3+1 == 7 && !0)") == "2 * 3 + 1 == 7 && !0 = 1");
  CHECK(value("f(- -2)") == "- -2 = 2");
  CHECK(value("f(017ul)") == "017ul = 15");
  CHECK(value("f(-0x10)") == "-0x10 = -16");
  CHECK(value("f(N * 4)") == "N * 4 = ?");
  CHECK(value("f(2.5 * 2)") == "2.5 * 2 = ?");
  CHECK(value("f(1 / 0)") == "1 / 0 = ?");
  CHECK(value("f(9223372036854775807 + 1)") == "9223372036854775807 + 1 = ?");
  CHECK(parse_call("f({1 + 2, (2*3) x 2})")->arguments[0].text == "{ 1 + 2, [1 ... 2] = (2 * 3) }");
  CHECK(problem_of("f(1 +)").starts_with("--call:1:6: error: ')' is no value"));
  CHECK(problem_of("f((1)").starts_with("--call:1:6: error: the call ends here"));
  CHECK(problem_of("f(" + std::string(100, '(') + ")").find("more than 64 deep") !=
        std::string::npos);
  CHECK(problem_of("f(" + std::string(100, '~') + "1)").find("more than 64 deep") !=
        std::string::npos);
}

TEST_CASE("rows are as long as the call says") {
  const auto functions = defined_functions("int f(int n, int m[n][n]) { return n; }\n"
                                           "int g(int n, int k, int (*m)[k + 1]) { return n; }\n"
                                           "int h(int *n, int m[*n][*n]) { return 0; }\n");
  const auto text = [&](std::size_t function, std::string_view words) {
    CallText call = *parse_call(words);
    const std::string said = pad_lists(call, functions[function]);
    const auto driver = driver_text(call, functions[function], false);
    return said + "|" + (driver ? *driver : format(driver.diagnostics().front()));
  };
  // Four values fill two rows of three; the third row is zeros.
  const std::string flat = text(0, "f(3, {1,2,3,4})");
  CHECK(flat.starts_with("'m' has 2 rows, and 3 stands in the call: 1 row of zeros follows|"));
  CHECK(flat.find("[ (((long)(3))) > 0 ? (((long)(3))) : 1 ]") != std::string::npos);
  CHECK(flat.find("stallscope_a1[3] = { 1, 2, 3, 4 }") != std::string::npos);
  CHECK(text(0, "f(2, {{1,2},{3,4}})").starts_with("|"));
  CHECK(text(0, "f(2, {0})").find("stallscope_a1[2] = { 0 }") != std::string::npos);
  CHECK(text(1, "g(2, 1+1, {1,2,3,4,5,6})").find("((long)(1 + 1)) + 1") != std::string::npos);
  CHECK(text(0, "f(2, {{1,2,3},{4,5,6}})").find("--call:1:6: error: a row of 'm' has 3 elements") !=
        std::string::npos);
  CHECK(text(0, "f(3, {7 x 9})").find("values are repeated without any") != std::string::npos);
  CHECK(text(2, "h({2}, {1,2,3,4})").find("as long as 'n' says, and this is no number") !=
        std::string::npos);
}

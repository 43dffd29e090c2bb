#include "isa/assemble.hpp"
#include "isa/executor.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <limits>
#include <string>

using namespace stallscope;
using namespace stallscope::isa;

namespace {

Program program(std::string_view text) {
  auto result = assemble(Isa::tac, "test.tac", text);
  INFO(format(result.diagnostics()));
  REQUIRE(result.ok());
  return std::move(result).value();
}

/// Value of `name` after the program has ended normally.
std::int64_t value_after(std::string_view text, std::string_view name) {
  const Program p = program(text);
  const ReferenceRun run = run_reference(p, {}, 10'000);
  CHECK(run.trap == Trap::end);
  const RegId reg = p.register_named(name);
  REQUIRE(reg != kNoRegister);
  return static_cast<std::int64_t>(run.state.regs[reg]);
}

std::int64_t value_of(std::string_view expression, std::int64_t a = 0, std::int64_t b = 0) {
  return value_after(fmt::format(".reg a = {}\n.reg b = {}\nx = {}", a, b, expression), "x");
}

bool branches(std::string_view condition, std::int64_t a = 0, std::int64_t b = 0) {
  return value_after(fmt::format(".reg a = {}\n.reg b = {}\nif {} goto yes\ngoto end\n"
                                 "yes: x = 1\nend: y = x",
                                 a, b, condition),
                     "y") == 1;
}

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

} // namespace

TEST_CASE("tac: the lecture's block B6 with its line numbers") {
  const Program p = program("1: t0 = t1 + t2\n2: t1 = t0 + t1\n3: t3 = t2 + t4\n"
                            "4: t0 = t1 + t2\n5: t5 = t3 + t4\n6: t6 = t2 + t7\n");
  REQUIRE(p.code.size() == 6);
  CHECK(p.source[0].text == "t0 = t1 + t2");
  CHECK(p.source[3].line == 4);
  CHECK(p.source[3].column == 4);
  CHECK(p.symbols.at("3").address == p.code[2].pc);
  const RegId t0 = p.register_named("t0");
  const RegId t1 = p.register_named("t1");
  const MicroOp& second = p.micro_ops[1];
  REQUIRE(second.read_count == 2);
  CHECK(second.reads[0].reg == t0);
  CHECK(second.reads[1].reg == t1);
  CHECK(second.destinations().size() == 1);
  CHECK(second.writes[0] == t1);
  CHECK(p.code[0].op_class == OpClass::integer);
}

TEST_CASE("tac: every operator on variables") {
  CHECK(value_of("a + b", kMax, 1) == kMin);
  CHECK(value_of("a - b", 3, 5) == -2);
  CHECK(value_of("a * b", -3, 5) == -15);
  CHECK(value_of("a / b", -7, 2) == -3);
  CHECK(value_of("a % b", -7, 2) == -1);
  CHECK(value_of("a / b", kMin, -1) == kMin);
  CHECK(value_of("a % b", kMin, -1) == 0);
  CHECK(value_of("a & b", 12, 10) == 8);
  CHECK(value_of("a | b", 12, 10) == 14);
  CHECK(value_of("a ^ b", 12, 10) == 6);
  CHECK(value_of("a << b", 3, 62) == kMin + (kMax / 2 + 1));
  CHECK(value_of("a >> b", -16, 2) == -4);
  CHECK(value_of("a >>> b", -16, 60) == 15);
  CHECK(value_of("-a", 5) == -5);
  CHECK(value_of("- a", kMin) == kMin);
  CHECK(value_of("~a", 5) == -6);
  CHECK(value_of("!a", 5) == 0);
  CHECK(value_of("!a", 0) == 1);
  CHECK(value_of("a", 42) == 42);
}

TEST_CASE("tac: every comparison as a value and as a condition, signed and unsigned") {
  struct Row {
    const char* op;
    bool less, equal, greater, minus_one_and_one; // for (1,2) (2,2) (3,2) (-1,1)
  };
  const Row rows[] = {{"==", false, true, false, false}, {"!=", true, false, true, true},
                      {"<", true, false, false, true},   {"<=", true, true, false, true},
                      {">", false, false, true, false},  {">=", false, true, true, false},
                      {"<u", true, false, false, false}, {"<=u", true, true, false, false},
                      {">u", false, false, true, true},  {">=u", false, true, true, true}};
  for (const Row& row : rows) {
    const std::pair<std::pair<int, int>, bool> cases[] = {{{1, 2}, row.less},
                                                          {{2, 2}, row.equal},
                                                          {{3, 2}, row.greater},
                                                          {{-1, 1}, row.minus_one_and_one}};
    for (const auto& [sides, expected] : cases) {
      const int a = sides.first;
      const int b = sides.second;
      const auto text = [&, op = row.op](const auto& left, const auto& right) {
        return fmt::format("{} {} {}", left, op, right);
      };
      INFO(text(a, b));
      CHECK(value_of(text('a', 'b'), a, b) == expected);
      CHECK(value_of(text('a', b), a, b) == expected);
      CHECK(value_of(text(a, 'b'), a, b) == expected);
      CHECK(value_of(text(a, b)) == expected);
      CHECK(branches(text('a', 'b'), a, b) == expected);
      CHECK(branches(text('a', b), a, b) == expected);
      CHECK(branches(text(a, 'b'), a, b) == expected);
      CHECK(branches(text(a, b)) == expected);
    }
  }
}

TEST_CASE("tac: unsigned comparison with the largest constant does not wrap around") {
  CHECK_FALSE(branches("a >u -1", -1));
  CHECK_FALSE(branches("a >u -1", 5));
  CHECK(branches("a <=u -1", -1));
  CHECK(branches("a <=u -1", 0));
  CHECK(branches("-1 >=u a", 7));
  CHECK_FALSE(branches("-1 <u a", 7));
}

TEST_CASE("tac: conditions without comparison") {
  CHECK(branches("a", -1));
  CHECK_FALSE(branches("a", 0));
  CHECK(branches("!a", 0));
  CHECK_FALSE(branches("!a", 2));
  CHECK(branches("1"));
  CHECK_FALSE(branches("0"));
}

TEST_CASE("tac: a constant on the left keeps its side") {
  CHECK(value_of("10 - a", 3) == 7);
  CHECK(value_of("1 << a", 10) == 1024);
  CHECK(value_of("-64 >> a", 3) == -8);
  CHECK(value_of("-1 >>> a", 60) == 15);
  CHECK(value_of("100 / a", 7) == 14);
  CHECK(value_of("100 % a", 7) == 2);
  CHECK(value_of("10 + a", 3) == 13);
}

TEST_CASE("tac: an immediate is one instruction that reads one register") {
  const Program p = program("x = 1 << a\ny = a * 8\nz = a + 5\nw = 7");
  REQUIRE(p.code.size() == 4);
  CHECK(p.micro_ops[0].sources().size() == 1);
  CHECK(p.micro_ops[1].sources().size() == 1);
  CHECK(p.micro_ops[3].sources().empty());
  CHECK(p.code[0].op_class == OpClass::shift);
  CHECK(p.code[1].op_class == OpClass::multiply);
  CHECK(p.code[2].op_class == OpClass::integer);
  CHECK(p.source[0].text == "x = 1 << a");
}

TEST_CASE("tac: two constants fold into one load of the result") {
  const Program p = program("x = 6 * 7\ny = -5\nz = ~0\nv = 7 / -2\nw = !3");
  for (const Instruction& i : p.code)
    CHECK(i.op == Op::load_immediate);
  CHECK(p.code[0].imm == 42);
  CHECK(p.code[1].imm == -5);
  CHECK(p.code[2].imm == -1);
  CHECK(p.code[3].imm == -3);
  CHECK(p.code[4].imm == 0);
  CHECK(p.source[0].text == "x = 6 * 7");
}

TEST_CASE("tac: constants in all their spellings") {
  CHECK(value_of("0x7F") == 127);
  CHECK(value_of("0b1010") == 10);
  CHECK(value_of("-9223372036854775808") == kMin);
  CHECK(value_of("18446744073709551615") == -1);
  CHECK(value_of("'A'") == 65);
  CHECK(value_of("'\\n'") == 10);
  CHECK(value_of("'#'") == 35);
  CHECK(value_of("'\\''") == 39);
  CHECK(value_of("a - -5", 1) == 6);
  CHECK(value_of("a -5", 1) == -4);
}

TEST_CASE("tac: loads and stores of all sizes") {
  const char* text = ".mem 100 = -2, 0x1122334455667788\n"
                     ".reg p = 100\n"
                     "a = mem[p]\n"
                     "b = mem[p + 8]\n"
                     "c = mem4[8 + p]\n"
                     "d = mem1[p]\n"
                     "e = mem1u[p]\n"
                     "f = mem2[p]\n"
                     "g = mem2u[p]\n"
                     "h = mem4u[100]\n"
                     "q = p + 32\n"
                     "mem[q-8] = b\n"
                     "mem2[q] = b\n"
                     "mem4[q+4] = b\n"
                     "mem[300] = 0\n"
                     "i = mem[124]\n"
                     "j = mem[q]\n";
  // q = 132 is a multiple of 4 only, so the last load is misaligned: the environment decides.
  const Program p = program(text);
  Environment environment;
  environment.misaligned = Misaligned::allow;
  const ReferenceRun run = run_reference(p, environment, 100);
  CHECK(run.trap == Trap::end);
  const auto value = [&](const char* name) {
    return static_cast<std::int64_t>(run.state.regs[p.register_named(name)]);
  };
  CHECK(value("a") == -2);
  CHECK(value("b") == 0x1122334455667788);
  CHECK(value("c") == 0x55667788);
  CHECK(value("d") == -2);
  CHECK(value("e") == 254);
  CHECK(value("f") == -2);
  CHECK(value("g") == 65534);
  CHECK(value("h") == 0xfffffffe);
  CHECK(value("i") == 0x1122334455667788);
  CHECK(value("j") == 0x5566778800007788);
  CHECK(p.source[2].text == "c = mem4[8+p]");
  CHECK(p.source[9].text == "mem[q-8] = b");
  CHECK(p.code[9].imm == -8);
  CHECK(p.code[9].op_class == OpClass::store);

  const ReferenceRun strict = run_reference(p, {}, 100);
  CHECK(strict.trap == Trap::misaligned);
}

TEST_CASE("tac: memory that is declared ends at one mebibyte, without data there is none") {
  CHECK(run_reference(program(".mem 0 = 1; a = mem[1048568]"), {}, 10).trap == Trap::end);
  CHECK(run_reference(program(".mem 0 = 1; a = mem[1048576]"), {}, 10).trap == Trap::unmapped);
  CHECK(run_reference(program(".mem 0 = 1; a = mem[-8]"), {}, 10).trap == Trap::unmapped);
  CHECK(run_reference(program("a = mem[0]"), {}, 10).trap == Trap::unmapped);
}

TEST_CASE("tac: a loop with labels on lines of their own, comments and semicolons") {
  CHECK(value_after("# sum of 1..10\n"
                    "        i = 1; s = 0   // both\n"
                    "loop:\n"
                    "\n"
                    "        if i > 10 goto done\n"
                    "        s = s + i\n"
                    "        i = i + 1\n"
                    "        goto loop\r\n"
                    "done: result = s",
                    "result") == 55);
}

TEST_CASE("tac: a label at the end of the text is the end of the program") {
  CHECK(value_after("x = 1\ngoto end\nx = 2\nend:", "x") == 1);
}

TEST_CASE("tac: labels may be named like keywords and variables; goto takes numbers") {
  CHECK(value_after("x = 1\ngoto exit\nx = 2\nexit: y = x\ngoto 7\ny = 9\n7: x: z = y", "z") == 1);
}

TEST_CASE("tac: a variable named u beside a comparison") {
  CHECK(value_after(".reg u = 3\nif 2 < u goto yes\ny = 1\nyes: y = u", "y") == 3);
  CHECK(value_after(".reg u2 = 3\nx = 2 <u2", "x") == 1);
}

TEST_CASE("tac: print, read and exit") {
  const Program p = program("read n\nm = n * 2\nprint m\nprint -7\nexit n\nprint 1");
  Environment environment;
  environment.input = " 21\nrest";
  const ReferenceRun run = run_reference(p, environment, 100);
  CHECK(run.trap == Trap::exit);
  CHECK(run.state.exit_code == 21);
  CHECK(run.output == "42\n-7\n");
  CHECK(run.state.input_used == 4);
  CHECK(run_reference(p, {}, 100).trap == Trap::bad_input);
  const ReferenceRun plain = run_reference(program("exit"), {}, 100);
  CHECK(plain.trap == Trap::exit);
  CHECK(plain.state.exit_code == 0);
  CHECK(run_reference(program("exit 3"), {}, 100).state.exit_code == 3);
}

TEST_CASE("tac: division by a variable that is zero is a fault") {
  CHECK(run_reference(program("x = 5 / y"), {}, 10).trap == Trap::divide_by_zero);
  CHECK(run_reference(program("x = y % z"), {}, 10).trap == Trap::divide_by_zero);
}

TEST_CASE("tac: 510 variables fit") {
  std::string text;
  for (int i = 0; i < 510; ++i)
    text += fmt::format("v{} = {}\n", i, i);
  CHECK(program(text).code.size() == 510);
  const auto result = assemble(Isa::tac, "test.tac", text + "one_more = 1");
  REQUIRE(result.diagnostics().size() == 1);
  CHECK(result.diagnostics()[0].message == "'one_more' is variable number 511");
  CHECK(result.diagnostics()[0].line == 511);
}

#include "unit/session/loop_program.hpp"
#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;
using ConditionKind = Condition::Kind;
using Compare = Condition::Compare;

namespace {

Diagnostic problem(std::string_view text) {
  const Result<Condition> result = parse_condition(tac(kLoop), text);
  REQUIRE_FALSE(result.ok());
  REQUIRE(result.diagnostics().size() == 1);
  return result.diagnostics().front();
}

Condition parsed(std::string_view text) {
  const Result<Condition> result = parse_condition(tac(kLoop), text);
  INFO(format(result.diagnostics()));
  REQUIRE(result.ok());
  return *result;
}

} // namespace

TEST_CASE("parse_condition: every form") {
  CHECK(parsed("cycle 40").kind == ConditionKind::cycle);
  CHECK(parsed("40").value == 40);
  CHECK(parsed("  0x10 ").value == 16);
  CHECK(parsed("line 3").kind == ConditionKind::line);
  CHECK(parsed("label loop").kind == ConditionKind::pc);
  CHECK(parsed("loop").value == parsed("label loop").value);
  CHECK(parsed("write 0x40 16").kind == ConditionKind::memory_access);
  CHECK(parsed("write 0x40 16").writes_only);
  CHECK(parsed("write 0x40 16").bytes == 16);
  CHECK_FALSE(parsed("access 64").writes_only);
  CHECK(parsed("access 64").bytes == 1);
}

TEST_CASE("parse_condition: comparisons with a register") {
  CHECK(parsed("i == 5").compare == Compare::equal);
  CHECK(parsed("i = 5").compare == Compare::equal);
  CHECK(parsed("i!=5").compare == Compare::not_equal);
  CHECK(parsed("i < -5").compare == Compare::less);
  CHECK(static_cast<std::int64_t>(parsed("i < -5").value) == -5);
  CHECK(parsed("i <= 5").compare == Compare::less_equal);
  CHECK(parsed("i > 5").compare == Compare::greater);
  CHECK(parsed("i >= 0x5").compare == Compare::greater_equal);
  CHECK(parsed("i == loop").value == parsed("loop").value);
}

TEST_CASE("parse_condition: errors say what was expected, and suggest what is near") {
  CHECK(problem("").message.find("empty") != std::string::npos);
  CHECK(problem("lop").suggestion == "loop");
  CHECK(problem("label dne").suggestion == "done");
  CHECK(problem("cycle x").expected.find("cycle N") != std::string::npos);
  CHECK(problem("cycle 0").expected.find("from 1") != std::string::npos);
  CHECK(problem("line 400").message.find("no instruction") != std::string::npos);
  CHECK(problem("pc 0x3").message.find("no instruction") != std::string::npos);
  CHECK(problem("zz == 5").message.find("no register") != std::string::npos);
  CHECK(problem("i == ").message.find("no number") != std::string::npos);
  CHECK(problem("i == 5x").message.find("'5x'") != std::string::npos);
  CHECK(problem("write").expected.find("ADDRESS") != std::string::npos);
  CHECK(problem("write 8 0").expected.find("BYTES") != std::string::npos);
  CHECK(problem("access 99999999999999999999").message.find("no memory place") !=
        std::string::npos);
}

TEST_CASE("holds: signed comparison") {
  const auto s = session_of("x = 0 - 5\n", preset("mips-5"));
  s->run();
  CHECK(holds(condition(*s, "x < 0"), s->simulation()));
  CHECK(holds(condition(*s, "x == -5"), s->simulation()));
  CHECK_FALSE(holds(condition(*s, "x > 5"), s->simulation()));
}

TEST_CASE("parse_condition: cycles, lines and lengths are not negative, and cycles count from 1") {
  for (const char* text :
       {"0", "-5", "cycle -5", "line -1", "access 64 -8", "cycle 18446744073709551616"}) {
    INFO(text);
    CHECK_FALSE(parse_condition(tac(kLoop), text).ok());
  }
  CHECK(problem("-5").expected == "cycle N, counted from 1");
}

TEST_CASE("parse_condition: a comparison that is none, and a register that is near one") {
  CHECK(problem("i ! 5").suggestion == "!=");
  CHECK(problem("i ! 5").expected.find("<=") != std::string::npos);
  const isa::Program mips = assembled(isa::Isa::mips, "add $t2, $t0, $t1\n");
  const Result<Condition> result = parse_condition(mips, "$tt2 == 5");
  REQUIRE_FALSE(result.ok());
  CHECK(result.diagnostics()[0].suggestion == "$t2");
  CHECK(result.diagnostics()[0].expected == "a register such as $t2");
}

TEST_CASE("parse_condition: a mistyped data symbol is suggested, a wrong length is not") {
  const isa::Program mips =
      assembled(isa::Isa::mips, ".data\ntable: .word 1\n.text\nmain: lw $t0, table\n");
  const Result<Condition> typo = parse_condition(mips, "write tabel 4");
  REQUIRE_FALSE(typo.ok());
  CHECK(typo.diagnostics()[0].suggestion == "table");
  const Result<Condition> length = parse_condition(mips, "write table x");
  REQUIRE_FALSE(length.ok());
  CHECK(length.diagnostics()[0].suggestion.empty());
  CHECK(condition(mips, "write table 4").value == mips.symbols.at("table").address);
  // Data is no place a run can stop at.
  const Result<Condition> data = parse_condition(mips, "table");
  REQUIRE_FALSE(data.ok());
  CHECK(data.diagnostics()[0].message.find("no instruction") != std::string::npos);
}

TEST_CASE("parse_condition: the register that is always 0, and every comparison at its border") {
  const isa::Program mips = assembled(isa::Isa::mips, "li $t0, -3\n");
  Session s(std::make_shared<isa::Program>(mips),
            std::make_shared<machine::Machine>(preset("mips-5")));
  s.run();
  const auto is = [&](const char* text) { return holds(condition(mips, text), s.simulation()); };
  CHECK(is("$zero == 0"));
  CHECK(is("$t0 == -3"));
  CHECK_FALSE(is("$t0 != -3"));
  CHECK_FALSE(is("$t0 < -3"));
  CHECK(is("$t0 <= -3"));
  CHECK_FALSE(is("$t0 > -3"));
  CHECK(is("$t0 >= -3"));
  CHECK(is("$t0 < -2"));
  CHECK(is("$t0 > -4"));
}

#include "sweep/expression.hpp"

#include <catch2/catch.hpp>

using namespace stallscope::sweep;

namespace {

/// a = 3, b = 4, unit.fp-add.latency = 5, machine = "ooo-4"; nothing else has a value.
Scalar known(std::string_view name) {
  if (name == "a")
    return 3.0;
  if (name == "b")
    return 4.0;
  if (name == "unit.fp-add.latency")
    return 5.0;
  if (name == "machine")
    return std::string("ooo-4");
  return {};
}

Scalar value(const std::string& text) {
  const Expression::Parsed parsed = Expression::parse(text);
  INFO(text);
  INFO(parsed.error.message);
  REQUIRE(parsed.expression);
  return parsed.expression->evaluate(known);
}

bool holds(const std::string& text) {
  const Expression::Parsed parsed = Expression::parse(text);
  INFO(text);
  REQUIRE(parsed.expression);
  return parsed.expression->holds(known);
}

ExpressionError error(const std::string& text) {
  const Expression::Parsed parsed = Expression::parse(text);
  INFO(text);
  REQUIRE_FALSE(parsed.expression);
  return parsed.error;
}

} // namespace

TEST_CASE("expressions bind as in arithmetic, and from the left") {
  CHECK(value("a + b * 2") == Scalar{11.0});   // 3 + 8
  CHECK(value("(a + b) * 2") == Scalar{14.0}); // 7 x 2
  CHECK(value("10 - a - b") == Scalar{3.0});   // (10 - 3) - 4
  CHECK(value("12 / a / 2") == Scalar{2.0});   // (12 / 3) / 2
  CHECK(value("-a + b") == Scalar{1.0});
  CHECK(value("1.5e1") == Scalar{15.0});
  CHECK(value("`unit.fp-add.latency` - 1") == Scalar{4.0});
}

TEST_CASE("comparisons bind less than sums, and more than not, and, or") {
  CHECK(holds("a + 1 == b"));
  CHECK(holds("not a > b and b >= 4"));
  CHECK(holds("a > b or a < b and machine == 'ooo-4'"));
  CHECK_FALSE(holds("(a > b or a < b) and machine == \"ooo-8\""));
  CHECK(holds("machine < 'ooo-5'"));
  CHECK_FALSE(holds("a != 3"));
}

TEST_CASE("a text and a number differ, and neither is less") {
  CHECK_FALSE(holds("a == 'x'"));
  CHECK(holds("a != 'x'"));
  CHECK_FALSE(holds("a < 'x'"));
  CHECK_FALSE(holds("a >= 'x'"));
}

TEST_CASE("what has no value makes comparisons false but for the one that asks for a difference") {
  CHECK_FALSE(holds("width == 2"));
  CHECK_FALSE(holds("width == width"));
  CHECK_FALSE(holds("width < 2"));
  CHECK_FALSE(holds("width"));
  CHECK(holds("width != 2"));
  CHECK(holds("not width"));
  CHECK(value("width + 1") == Scalar{});
  CHECK(value("a / 0") == Scalar{}); // no number
  CHECK(value("machine * 2") == Scalar{});
}

TEST_CASE("words begin where words end: 'order' is a name and 'a or der' is not") {
  const Expression::Parsed parsed = Expression::parse("order and not notch");
  REQUIRE(parsed.expression);
  const auto names = parsed.expression->names();
  REQUIRE(names.size() == 2);
  CHECK(names[0].name == "order");
  CHECK(names[1].name == "notch");
  CHECK(names[1].offset == 14);
}

TEST_CASE("a wrong expression names the place and what was expected there") {
  CHECK(error("a <").offset == 3);
  CHECK(error("a < ").message == "the expression ends too early");
  CHECK(error("a = 3").expected == "== for equal");
  CHECK(error("a = 3").offset == 2);
  CHECK(error("(a + 1").expected == "')'");
  CHECK(error("a b").offset == 2);
  CHECK(error("'text").message == "the quote is not closed");
  CHECK(error("").offset == 0);
  CHECK(error("a ++ + b").offset == 3); // a sign stands before a value only when it is a minus
}

TEST_CASE("an expression that nests too deep, or is too long, is an error and no crash") {
  CHECK(Expression::parse(std::string(50, '(') + "a" + std::string(50, ')')).expression);
  CHECK(error(std::string(2000, '(')).message == "too many parts inside each other");
  CHECK(error(std::string(2000, '-') + "1").message == "too many parts inside each other");
  std::string nots;
  for (int i = 0; i < 500; ++i)
    nots += "not ";
  CHECK(error(nots + "a").message == "too many parts inside each other");
  CHECK(error(std::string(5000, '1')).message == "the expression has 5000 bytes");
}

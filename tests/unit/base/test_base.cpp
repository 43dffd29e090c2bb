#include "base/csv.hpp"
#include "base/diagnostic.hpp"
#include "base/fixed_queue.hpp"
#include "base/ids.hpp"
#include "base/markup.hpp"
#include "base/result.hpp"

#include <catch2/catch.hpp>

#include <type_traits>

using namespace stallscope;

namespace {

Diagnostic at(std::uint32_t line, std::uint32_t column, std::string message, std::string source) {
  Diagnostic d;
  d.file = "p.s";
  d.line = line;
  d.column = column;
  d.message = std::move(message);
  d.source_line = std::move(source);
  return d;
}

} // namespace

TEST_CASE("a diagnostic names its place, what is wrong, what was expected, and underlines it") {
  Diagnostic d = at(3, 5, "unknown instruction 'addd'", "    addd $t0, $t1");
  d.length = 4;
  d.expected = "an instruction";
  d.suggestion = "add";
  CHECK(format(d) ==
        "p.s:3:5: error: unknown instruction 'addd'; expected an instruction; did you mean 'add'?\n"
        "      addd $t0, $t1\n"
        "      ^^^^");
}

TEST_CASE("a diagnostic of a whole file or of the command line has no caret") {
  Diagnostic d;
  d.message = "no such file";
  CHECK(format(d) == "error: no such file");
  d.file = "x.s";
  d.severity = Severity::warning;
  CHECK(format(d) == "x.s: warning: no such file");
}

TEST_CASE("the caret stands under its place behind tabs and letters of several bytes") {
  CHECK(format(at(1, 2, "m", "\tx")) == "p.s:1:2: error: m\n   x\n   ^");
  CHECK(format(at(1, 4, "m", "\xC3\xA4 x")) == "p.s:1:4: error: m\n  \xC3\xA4 x\n    ^");
}

TEST_CASE("the caret underlines cells of a terminal, of which wide letters take two") {
  Diagnostic narrow = at(1, 1, "m", "\xC3\xA9 x"); // e with an accent: two bytes, one cell
  narrow.length = 2;
  CHECK(format(narrow) == "p.s:1:1: error: m\n  \xC3\xA9 x\n  ^");
  Diagnostic wide = at(1, 1, "m", "\xE5\x8F\x98 x"); // U+53D8: three bytes, two cells
  wide.length = 3;
  CHECK(format(wide) == "p.s:1:1: error: m\n  \xE5\x8F\x98 x\n  ^^");
  CHECK(format(at(1, 5, "m", "\xE5\x8F\x98 x")) == "p.s:1:5: error: m\n  \xE5\x8F\x98 x\n     ^");
}

TEST_CASE("a very long line is cut around the place, which stays underlined") {
  std::string line(1000, '.');
  line[700] = 'X';
  const std::string text = format(at(1, 701, "m", line));
  const std::size_t second = text.find('\n');
  const std::size_t third = text.find('\n', second + 1);
  const std::string shown = text.substr(second + 1, third - second - 1);
  const std::string caret = text.substr(third + 1);
  CHECK(shown.size() < 180);
  CHECK(shown.find('X') == caret.find('^'));
}

TEST_CASE("a column behind the end of the line is underlined at its end") {
  CHECK(format(at(1, 99, "m", "ab")) == "p.s:1:99: error: m\n  ab\n    ^");
}

TEST_CASE("only the first problems are printed, the rest are counted") {
  Diagnostics many(25, at(1, 0, "m", ""));
  const std::string text = format(many);
  std::size_t lines = 0;
  for (const char c : text)
    lines += c == '\n' ? 1 : 0;
  CHECK(lines == kMaxDiagnosticsShown + 1);
  CHECK(text.find("and 5 more") != std::string::npos);
}

TEST_CASE("warnings and notes are no errors") {
  Diagnostic d;
  d.severity = Severity::warning;
  CHECK_FALSE(has_errors({d}));
  CHECK(has_errors({d, Diagnostic{}}));
}

TEST_CASE(
    "the nearest word allows one edit for short words, more for long ones, and swaps count once") {
  const std::vector<std::string_view> words{"add", "addi", "sub", "mult", "branch_taken"};
  CHECK(nearest_word("addd", words) == "add");
  CHECK(nearest_word("ADD", words) == "add");
  CHECK(nearest_word("usb", words) == "sub");
  CHECK(nearest_word("mlut", words) == "mult");
  CHECK(nearest_word("brnch_takn", words) == "branch_taken");
  CHECK(nearest_word("xyz", words).empty());
  CHECK(nearest_word("", words).empty());
  CHECK(nearest_word(std::string(1000, 'a'), words).empty());
}

TEST_CASE("a queue is first in, first out, also when its indices wrap") {
  FixedQueue<int, 4> q;
  for (int i = 0; i < 10; ++i) {
    q.push_back(i);
    q.push_back(i + 100);
    CHECK(q.size() == 2);
    CHECK(q.front() == i);
    CHECK(q[1] == i + 100);
    CHECK(q.back() == i + 100);
    q.pop_front();
    q.pop_back();
    CHECK(q.empty());
  }
  for (int i = 0; i < 4; ++i)
    q.push_back(i);
  CHECK(q.full());
  FixedQueue<int, 4> copy = q;
  copy.pop_front();
  CHECK(q.size() == 4); // a copy is a checkpoint: it shares nothing
  q.clear();
  CHECK(q.empty());
}

TEST_CASE("a result is a value with warnings, or its errors") {
  Diagnostic error;
  error.message = "bad";
  const Result<int> failed = error;
  CHECK_FALSE(failed.ok());
  CHECK(failed.diagnostics().size() == 1);
  Diagnostic warning;
  warning.severity = Severity::warning;
  const Result<int> good(7, {warning});
  REQUIRE(good);
  CHECK(*good == 7);
  CHECK(good.diagnostics().size() == 1);
}

TEST_CASE("cycles are compared, advanced and subtracted, and never mixed with operations") {
  Cycle c{3};
  ++c;
  CHECK(c == Cycle{4});
  CHECK(c + 2 > c);
  CHECK(c + 2 - c == 2);
  CHECK(kNever > Cycle{1ULL << 63});
  CHECK_FALSE(static_cast<bool>(kNoOp));
  CHECK(static_cast<bool>(OpId{1}));
  STATIC_REQUIRE_FALSE(std::is_convertible_v<OpId, Cycle>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<std::uint64_t, Cycle>);
}

TEST_CASE("a text inside XML keeps everything but the five characters that mean something there") {
  CHECK(escaped_markup("a<b> & \"c\" 'd'\n") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\n");
  CHECK(escaped_markup("&lt;") == "&amp;lt;");
}

TEST_CASE("fields of CSV are quoted where they must be, and are no formulas") {
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("").empty());
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(csv_field("two\nlines") == "\"two\nlines\"");
  CHECK(csv_field("\x1b[2J\xc2\x9bx\ty") == " [2J x\ty");
  CHECK(csv_field("=1+1") == "'=1+1");
  CHECK(csv_field("=HYPERLINK(\"x\",\"y\")") == "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
  CHECK(csv_field("+cmd|' /C calc'!A0") == "'+cmd|' /C calc'!A0");
  CHECK(csv_field("-2+3") == "'-2+3");
  CHECK(csv_field("@SUM(A1)") == "'@SUM(A1)");
  CHECK(csv_field("\t=1") == "'\t=1");
  // Numbers stay numbers, and a dash is a dash.
  CHECK(csv_field("-5") == "-5");
  CHECK(csv_field("+0.5") == "+0.5");
  CHECK(csv_field("-1.5e-07") == "-1.5e-07");
  CHECK(csv_field("-") == "-");
}

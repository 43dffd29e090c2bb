#include "isa/assemble.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace stallscope;
using namespace stallscope::isa;

namespace {

/// With --strict a label that is not there is an error as well.
Diagnostics problems(std::string_view text) {
  AssembleOptions options;
  options.strict = true;
  const auto result = assemble(Isa::tac, "bad.tac", text, options);
  CHECK_FALSE(result.ok());
  return result.diagnostics();
}

/// The only problem of a text, in one line: "line:column length message; expected; suggestion".
std::string problem(std::string_view text) {
  const Diagnostics all = problems(text);
  REQUIRE(all.size() == 1);
  const Diagnostic& d = all.front();
  CHECK(d.file == "bad.tac");
  return std::to_string(d.line) + ":" + std::to_string(d.column) + " " + std::to_string(d.length) +
         " " + d.message + "; " + d.expected + "; " + d.suggestion;
}

} // namespace

TEST_CASE("tac errors: each kind names place, finding and expectation") {
  const std::pair<const char*, const char*> cases[] = {
      {"x = a +", "1:8 1 the statement ends too early; a variable or a constant; "},
      {"x = a + b + c", "1:11 1 a second operation, '+'; the end of the statement: three-address "
                        "code has one operation each; "},
      {"x = a b", "1:7 1 unexpected 'b'; the end of the statement; "},
      {"x = ", "1:5 1 the statement ends too early; a variable or a constant; "},
      {"x = 12ab", "1:5 4 '12ab' is no number; a decimal, 0x or 0b number; "},
      {"x = 0x", "1:5 2 '0x' is no number; a decimal, 0x or 0b number; "},
      {"x = 0b12", "1:5 4 '0b12' is no number; a decimal, 0x or 0b number; "},
      {"x = 18446744073709551616",
       "1:5 20 the number 18446744073709551616 does not fit in 64 bits; -9223372036854775808 to "
       "18446744073709551615; "},
      {"x = -9223372036854775809",
       "1:6 19 the number -9223372036854775809 does not fit in 64 bits; -9223372036854775808 to "
       "18446744073709551615; "},
      {"x = 'ab'", "1:5 2 a character that is not closed, or an unknown escape; a character such "
                   "as 'a' or '\\n'; "},
      {"x = a $ b", "1:7 1 unexpected '$'; the end of the statement; "},
      {"x = \xC3\xA4", "1:5 2 unexpected '\xC3\xA4'; a variable or a constant; "},
      {"x = goto", "1:5 4 'goto' is a word of the notation; a variable or a constant; "},
      {"x = 5 / 0", "1:7 1 a division by the constant 0; a divisor that is not 0; "},
      {"x += 1", "1:3 1 unexpected '+'; '='; "},
      {"x == 1", "1:3 2 unexpected '=='; '='; "},
      {"= 1", "1:1 1 unexpected '='; a statement such as 't0 = t1 + t2'; "},
      {"gotoo end\nend: x = 1",
       "1:1 5 unknown statement 'gotoo'; an assignment such as 't0 = t1 + t2', or if, goto, print, "
       "read, exit; goto"},
      {"pritn x", "1:1 5 unknown statement 'pritn'; an assignment such as 't0 = t1 + t2', or if, "
                  "goto, print, read, exit; print"},
      {"if x < 1 got end\nend: x = 1", "1:10 3 unexpected 'got'; 'goto' and a label; goto"},
      {"if x < 1", "1:9 1 the statement ends too early; 'goto' and a label; "},
      {"if x + 1 goto end\nend: x = 1", "1:6 1 unexpected '+'; a comparison or 'goto'; "},
      {"if !x < 1 goto end\nend: x = 1", "1:7 1 unexpected '<'; 'goto' and a label; "},
      {"goto", "1:5 1 the statement ends too early; a label; "},
      {"goto +", "1:6 1 unexpected '+'; a label; "},
      {"goto nowhere", "1:6 7 there is no label 'nowhere'; a line 'nowhere:', as the last one if "
                       "the program is to end there; "},
      {"loop: x = 1\nif x < 2 goto lop", "2:15 3 there is no label 'lop'; a line 'lop:', as the "
                                         "last one if the program is to end there; loop"},
      {"a: x = 1\n  a: x = 2", "2:3 1 label 'a' again; each label once; the first is in line 1; "},
      {"x = mem t1", "1:9 2 unexpected 't1'; '['; "},
      {"x = mem[t1", "1:11 1 the statement ends too early; ']'; "},
      {"x = mem[t1 + t2]",
       "1:14 2 't2' is no constant; a variable and a constant, such as mem[t1 + 8]; add variables "
       "in a statement of their own; "},
      {"x = mem[8 - t2]",
       "1:13 2 't2' is no constant; a variable and a constant, such as mem[t1 + 8]; add variables "
       "in a statement of their own; "},
      {"x = mem[]", "1:9 1 unexpected ']'; a variable or a constant; "},
      {"mem[8] = 5", "1:10 1 a store of the constant 5; a variable to store, or 0; "},
      {"mem[8] x", "1:8 1 unexpected 'x'; '='; "},
      {"men[8] = x", "1:1 3 unknown memory 'men'; mem[...] for 8 bytes, or mem4, mem2, mem1; mem"},
      {"print", "1:6 1 the statement ends too early; a variable or a constant; "},
      {"read 5", "1:6 1 unexpected '5'; a variable; "},
      {".rge x = 1\ny = 1", "1:1 4 unknown directive '.rge'; '.reg x = 5' or '.mem 104 = 1, 2, "
                            "3'; .reg"},
      {".reg 5 = 1\ny = 1", "1:6 1 unexpected '5'; a variable; "},
      {".reg x = y\ny = 1", "1:10 1 unexpected 'y'; a constant; "},
      {".reg x 1\ny = 1", "1:8 1 unexpected '1'; '='; "},
      {".mem 8 = 1,\ny = 1", "1:12 1 the statement ends too early; a constant; "},
      {".mem 1048570 = 1\ny = 1",
       "1:6 7 8 bytes at address 1048570 leave the memory; addresses from 0 to 1048575; "},
      {".mem -8 = 1\ny = 1",
       "1:6 1 8 bytes at address -8 leave the memory; addresses from 0 to 1048575; "},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    CHECK(problem(text) == expected);
  }
}

TEST_CASE("tac errors: all problems of a file come together, in its order") {
  const Diagnostics all =
      problems("x = +\ny = 1\ngoto lop; z = 12q\nloop: x = mem[\nif x goto loop extra\n");
  REQUIRE(all.size() == 5);
  CHECK(all[0].line == 1);
  CHECK(all[1].line == 3);
  CHECK(all[1].message == "there is no label 'lop'");
  CHECK(all[2].line == 3);
  CHECK(all[2].column == 15);
  CHECK(all[3].line == 4);
  CHECK(all[4].line == 5);
  CHECK(all[4].source_line == "if x goto loop extra");
}

TEST_CASE("tac errors: a thousand problems are enough, and the last one says so") {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "x = = \n";
  const Diagnostics all = problems(text);
  CHECK(all.size() == 1001);
  CHECK(all.back().message == "1000 problems found, the rest of the file was not read");
}

TEST_CASE("tac errors: a line of a megabyte costs no megabytes a problem") {
  std::string text;
  for (int i = 0; i < 200'000; ++i)
    text += "x = ;";
  const Diagnostics all = problems(text);
  CHECK(all.size() == 1001);
  CHECK(all.front().source_line.empty());
}

TEST_CASE("tac errors: no text crashes the front end") {
  const char* pieces[] = {"x",  "=",     "mem",  "[",    "]",  "+", "-",    "5",    "0x",
                          "'",  "if",    "goto", ":",    "\n", ";", ".reg", ".mem", ",",
                          "<u", "print", "read", "exit", " ",  "!", "\x80", "~"};
  std::mt19937 random(7);
  for (int round = 0; round < random_cases(20'000); ++round) {
    std::string text = "x = 1\n";
    for (unsigned i = random() % 12; i > 0; --i)
      text += pieces[random() % std::size(pieces)];
    const auto result = assemble(Isa::tac, "bad.tac", text);
    REQUIRE(result.ok() == !has_errors(result.diagnostics()));
    (void)format(result.diagnostics());
  }
}

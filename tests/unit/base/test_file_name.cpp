#include "base/file_name.hpp"
#include "base/utf8.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using stallscope::file_name_for;

TEST_CASE("texts get names of files that can be read") {
  CHECK(file_name_for("ada", ".txt") == "ada.txt");
  CHECK(file_name_for("Zo\xc3\xab 1-2_3", ".txt") == "Zo\xc3\xab 1-2_3.txt");
  CHECK(file_name_for("x/y", ".txt") == "x%2Fy.txt");
  CHECK(file_name_for("x_y", ".txt") == "x_y.txt");
  CHECK(file_name_for("100%", ".txt") == "100%25.txt");
  CHECK(file_name_for("..", "") == "%2E.");
  CHECK(file_name_for(".hidden.s", "") == "%2Ehidden.s");
  CHECK(file_name_for("a\n\x1b[2J\xc2\x9b", "") == "a%0A%1B[2J%C2%9B");
  CHECK(file_name_for("\xff\xc3", "") == "%FF%C3");
  CHECK(file_name_for("", "") == "%");
}

TEST_CASE("no two texts get one name") {
  const std::string most(stallscope::kMostNameBytes - 4, 'n');
  const std::string more = most + "n";
  const std::vector<std::string> texts{"", "%", "%%", "x/y", "x%2Fy", "x%252Fy", "x_y", "x\\y", ".",
                                       "..", "%2E", "\xff", "%FF", "\xef\xbf\xbd", "\xe2\x80\xae",
                                       "\xe2\x80", most, more, most + "m", more + "/",
                                       // What a shortened name could be taken for.
                                       file_name_for(more, ".txt").substr(0, most.size()),
                                       file_name_for(more + "/", ".txt").substr(0, most.size())};
  std::set<std::string> names;
  for (const std::string& text : texts) {
    const std::string name = file_name_for(text, ".txt");
    CAPTURE(text, name);
    CHECK(name.size() <= stallscope::kMostNameBytes);
    CHECK(name.find('/') == std::string::npos);
    CHECK(stallscope::clean(name) == name);
    CHECK(names.insert(name).second);
  }
}

TEST_CASE("long names are cut between letters") {
  for (std::size_t shift = 0; shift < 6; ++shift) {
    std::string text(shift, 'a');
    for (int i = 0; i < 200; ++i)
      text += "\xe4\xb8\xad/";
    const std::string name = file_name_for(text, ".txt");
    CAPTURE(name);
    CHECK(name.size() <= stallscope::kMostNameBytes);
    CHECK(stallscope::clean(name) == name);
    const std::size_t mark = name.find("%~");
    REQUIRE(mark != std::string::npos);
    CHECK(name.size() - mark == 2 + 32 + 4);
    CHECK((name[mark - 1] == 'F' || name[mark - 1] == '\xad')); // "%2F" or the letter, whole
  }
}

TEST_CASE("texts of several lines keep their ends and nothing else that steers a terminal") {
  CHECK(stallscope::clean_lines("a\x1b[2J\nb\r\n\tc\n") == "a [2J\nb \n c\n");
  CHECK(stallscope::clean_lines("\n\nx\xc2\x9b\x7f") == "\n\nx  ");
  CHECK(stallscope::clean_lines("").empty());
  for (const char* mark : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d",
                           "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"})
    CHECK(stallscope::clean(std::string("a") + mark + "b") == "ab"); // the direction stays
}

TEST_CASE("a result for a terminal keeps its layout and escapes the rest as JSON does") {
  using stallscope::escaped_for_terminal;
  CHECK(escaped_for_terminal("{\n\t\"a\": \"\u00e9 \u4e2d\"\n}") ==
        "{\n\t\"a\": \"\u00e9 \u4e2d\"\n}");
  CHECK(escaped_for_terminal("\x1b[31mred\x1b[0m") == "\x1b[31mred\x1b[0m"); // its own colours
  CHECK(escaped_for_terminal("x\xc2\x9b\x7f\u2028") == "x\\u009b\\u007f\\u2028");
  for (const char* mark : {"\u061c", "\u200e", "\u202e", "\u2066", "\u2069", "\ufeff"})
    CHECK(escaped_for_terminal(std::string("a") + mark + "b").size() == 8);
  CHECK(escaped_for_terminal("\xff") == "\xef\xbf\xbd");
}

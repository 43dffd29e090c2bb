// The vocabulary of reasons: each has all its words once, and the manual's page says the same.

#include "timeline/vocabulary.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

using namespace stallscope;

namespace {

std::string page() {
  std::ifstream file(std::string(STALLSCOPE_SOURCE_DIR) + "/docs/reasons.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace

TEST_CASE("reasons: each has its words, and no two the same") {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const ReasonInfo& words = info(static_cast<Reason>(i));
    const ReasonTerm& other = term(static_cast<Reason>(i));
    INFO(words.name);
    for (const std::string_view text :
         {words.title, words.meaning, other.chinese_title, other.chinese_meaning}) {
      CHECK_FALSE(text.empty());
      CHECK(seen.insert(text).second);
    }
    CHECK_FALSE(other.literature.empty());
    CHECK_FALSE(other.source.empty());
  }
}

TEST_CASE("reasons: the manual has a section for each, in these words") {
  const std::string text = page();
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const ReasonInfo& words = info(static_cast<Reason>(i));
    const ReasonTerm& other = term(static_cast<Reason>(i));
    const std::string mark = words.mark.empty() ? "" : fmt::format(", mark `{}`", words.mark);
    const std::string section =
        fmt::format("## {}\n\n`{}`{}. {}\n\n- In the literature: {} ({}).\n- 中文：{}。{}\n",
                    words.title, words.name, mark, words.meaning, other.literature, other.source,
                    other.chinese_title, other.chinese_meaning);
    INFO(section);
    CHECK(text.find(section) != std::string::npos);
  }
}

TEST_CASE("reasons: a picture that the manual shows is there, and shows the reason") {
  const std::string text = page();
  unsigned pictures = 0;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const ReasonInfo& words = info(static_cast<Reason>(i));
    const std::string name = fmt::format("reasons/{}.svg", words.name);
    if (text.find(fmt::format("![{}]({})", words.title, name)) == std::string::npos)
      continue;
    ++pictures;
    std::ifstream file(fmt::format("{}/docs/{}", STALLSCOPE_SOURCE_DIR, name));
    std::ostringstream picture;
    picture << file.rdbuf();
    INFO(name);
    CHECK(picture.str().find(std::string(words.mark)) != std::string::npos);
  }
  CHECK(pictures >= 16);
}

#include "base/read_file.hpp"
#include "machine/machine_file.hpp"
#include "model/editor/editor_model.hpp"
#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <string>
#include <vector>

// What the assembler and the machine checker have to say is Chinese in a Chinese window.
namespace stallscope::gui {
namespace {

namespace fs = std::filesystem;

class InChinese {
public:
  explicit InChinese(Language language) { set_language(language); }
  ~InChinese() { set_language(Language::english); }
  InChinese(const InChinese&) = delete;
  InChinese& operator=(const InChinese&) = delete;
};

/// The string literals of C++ source text, those that stand beside each other as one.
std::vector<std::string> literals_of(const std::string& source) {
  std::vector<std::string> all;
  std::optional<std::string> now;
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source.compare(at, 2, "//") == 0) {
      at = std::min(source.find('\n', at), source.size());
    } else if (source[at] == '"') {
      now = now.value_or(std::string());
      for (++at; at < source.size() && source[at] != '"'; ++at) {
        const bool escaped = source[at] == '\\';
        at += escaped ? 1 : 0;
        *now += escaped && source[at] == 'n' ? '\n' : source[at];
      }
    } else if (std::isspace(static_cast<unsigned char>(source[at])) == 0 && now) {
      all.push_back(*now);
      now.reset();
    }
  }
  return all;
}

/// Three English words one behind the other, outside quotes.
bool has_english(const std::string& text) {
  static const std::regex quoted("'[^']*'|\"[^\"]*\"");
  static const std::regex sentence("[A-Za-z]{2,} [a-z]+ [a-z]{2,}");
  return std::regex_search(std::regex_replace(text, quoted, "'"), sentence);
}

/// Of a message and what was expected, with "; " between them as tests have them, and perhaps a
/// suggestion behind: they can be told apart so that nothing of them stays English.
bool is_translated(const std::string& said) {
  const auto translated = [](const std::string& text) {
    Diagnostic problem;
    problem.message = text;
    return !has_english(diagnostic_words(problem));
  };
  if (said.starts_with("expected "))
    return is_translated(said.substr(9));
  if (said.starts_with("did you mean") || translated(said))
    return true;
  for (std::size_t at = said.find("; "); at != std::string::npos; at = said.find("; ", at + 1))
    if (translated(said.substr(0, at)) && is_translated(said.substr(at + 2)))
      return true;
  return false;
}

/// The diagnostics that the tests in a file expect: "LINE:COLUMN words", in tests of three-address
/// code with the length before the words, or "error: words".
std::vector<std::string> expected_in(const fs::path& file) {
  const std::regex tac("^\\d+:\\d+ \\d+ ([^\n]+)");
  const std::regex usual("^\\d+:\\d+ ([^\n]+)");
  static const std::regex marked("^(?:test\\.toml:[0-9:]+ )?(?:error|warning): ([^\n]+)");
  std::ifstream in(file);
  const std::string source((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::vector<std::string> all;
  for (const std::string& literal : literals_of(source)) {
    std::smatch found;
    const bool is_tac = file.filename() == "test_tac_errors.cpp";
    if (std::regex_search(literal, found, is_tac ? tac : usual) ||
        std::regex_search(literal, found, marked))
      all.push_back(found[1]);
  }
  return all;
}

TEST_CASE("diagnostics that tests of assembler and machine files provoke are Chinese",
          "[gui_model]") {
  const InChinese chinese(GENERATE(Language::chinese, Language::traditional_chinese));
  std::size_t count = 0;
  for (const char* folder :
       {"isa/asm", "isa/tac", "machine/check", "machine/parse", "machine/keys"})
    for (const fs::directory_entry& entry :
         fs::directory_iterator(fs::path(STALLSCOPE_SOURCE_DIR) / "tests/unit" / folder))
      for (const std::string& said : expected_in(entry.path())) {
        INFO(entry.path().filename().string() << ": " << said);
        CHECK(is_translated(said));
        ++count;
      }
  CHECK(count > 100); // or the tests write them in another way
}

TEST_CASE("a diagnostic keeps its arguments, inner messages and suggestion in Chinese",
          "[gui_model]") {
  const InChinese chinese(Language::chinese);
  EditorModel editor(Threads::none);
  editor.create("mine.s", "        addd x6, x5, x5\n        addi a0, a0, 9999\n");
  editor.update(1, nullptr);
  editor.wait();
  REQUIRE(editor.diagnostics().size() == 2);
  CHECK(diagnostic_words(editor.diagnostics()[0]) ==
        "未知的指令 'addd'（指令、伪指令或带 ':' 的标号） → add");
  CHECK(diagnostic_words(editor.diagnostics()[1]) == "9999 超出 'addi' 的范围（-2048 到 2047）");
  const auto machine = machine::load_machine("ooo-4", {{"front_end.fetch_bytes", "7"}});
  REQUIRE_FALSE(machine.ok());
  CHECK(diagnostic_words(machine.diagnostics().front()) ==
        "设置 'front_end.fetch_bytes=7' 中：'front_end.fetch_bytes' 是 7（2 的幂，如 4）");
}

} // namespace
} // namespace stallscope::gui

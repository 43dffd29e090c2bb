#include "model/language/strings.hpp"

#include "base/utf8.hpp"
#include "language/examples_zh.hpp"
#include "language/machine_words_zh.hpp"
#include "language/messages_zh.hpp"
#include "language/string_tables.hpp"
#include "machine/machine_file.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

Language g_language = Language::english; // global, as there is one interface
TimeUnit g_time_unit = TimeUnit::cycle;

/// Symbols used in all languages, by tables, diagrams and transport.
constexpr std::string_view kSigns = "←→↑↓↔≤≥≠×·…–—■□●○◆▲▼▶◀✓✗αβ²";

void add_glyphs(std::vector<char32_t>& codes, std::string_view text) {
  for (const Glyph& glyph : glyphs(text))
    if (glyph.code > 0x7e)
      codes.push_back(glyph.code);
}

} // namespace

const StringTable& table_of(Language language) {
  static const StringTable english = english_table();
  static const StringTable chinese = chinese_table();
  return language == Language::chinese ? chinese : english;
}

Language language_from_code(std::string_view code) {
  return code.substr(0, 2) == "zh" ? Language::chinese : Language::english;
}

void set_language(Language language) {
  g_language = language;
}

Language language() {
  return g_language;
}

void set_time_unit(TimeUnit unit) {
  g_time_unit = unit;
}

const char* tr(Text text) {
  const StringTable& table = table_of(g_language);
  const auto place = static_cast<std::size_t>(text);
  const std::string_view in_ticks = table.tick_texts[place];
  return g_time_unit == TimeUnit::tick && !in_ticks.empty() ? in_ticks.data()
                                                            : table.texts[place].data();
}

std::string tr(Text text, std::initializer_list<std::string> arguments) {
  const std::string_view pattern = tr(text);
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '{') {
      out += pattern[i];
      continue;
    }
    const std::size_t end = pattern.find('}', i);
    const std::size_t index =
        end == i + 1 ? next++ : static_cast<std::size_t>(pattern[i + 1] - '0');
    if (index < arguments.size())
      out += arguments.begin()[index];
    i = end;
  }
  return out;
}

std::string_view name_of(Text text) {
  static constexpr std::string_view kNames[] = {
#define STALLSCOPE_TEXT(id) #id,
#include "model/language/text_ids.def"
#undef STALLSCOPE_TEXT
  };
  return kNames[static_cast<std::size_t>(text)];
}

std::vector<char32_t> glyphs_of(Language language, const std::vector<std::string_view>& more) {
  std::vector<char32_t> codes;
  add_glyphs(codes, kSigns);
  for (const Language each : kLanguages) // names of all languages, each in its own
    add_glyphs(codes, table_of(each).name);
  const StringTable& table = table_of(language);
  for (const auto* texts : {&table.texts, &table.tick_texts})
    for (const std::string_view text : *texts)
      add_glyphs(codes, text);
  for (const ReasonWords& words : table.reasons)
    for (const std::string_view text : {words.title, words.meaning, words.because_of, words.alone})
      add_glyphs(codes, text);
  if (language == Language::chinese) {
    for (const auto& texts : {chinese_messages(), chinese_machine_words(), chinese_examples()})
      for (const std::string_view text : texts)
        add_glyphs(codes, text);
    for (const machine::KeyInfo& key : machine::machine_keys())
      add_glyphs(codes, key.chinese_meaning);
  }
  for (const std::string_view text : more)
    add_glyphs(codes, text);
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

} // namespace stallscope::gui

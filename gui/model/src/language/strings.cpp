#include "model/language/strings.hpp"

#include "base/utf8.hpp"
#include "language/string_tables.hpp"
#include "language/translation.hpp"
#include "language/zh_hant/traditional.hpp"

#include <algorithm>
#include <deque>

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

/// The texts of a language; those of a script are kept for good.
StringTable made_table(Language language) {
  const Wording wording = wording_of(language);
  if (wording.words == nullptr)
    return english_table();
  StringTable table = wording.words->table();
  if (wording.script == nullptr)
    return table;
  static std::deque<std::string> kept; // what the table refers to
  const auto converted = [&wording](std::string_view text) {
    return text.empty() ? text : std::string_view(kept.emplace_back(wording.shown(text)));
  };
  for (auto* texts : {&table.texts, &table.tick_texts})
    for (std::string_view& text : *texts)
      text = converted(text);
  for (ReasonWords& words : table.reasons)
    for (std::string_view* text : {&words.title, &words.meaning, &words.because_of, &words.alone})
      *text = converted(*text);
  return table;
}

/// The traditional script is named here, and not by its table of characters.
StringTable traditional_table() {
  StringTable table = made_table(Language::traditional_chinese);
  table.name = "繁體中文";
  table.code = "zh-Hant";
  table.mark = "繁";
  return table;
}

} // namespace

Wording wording_of(Language language) {
  switch (language) {
  case Language::chinese:
    return {&chinese_translation(), nullptr};
  case Language::traditional_chinese:
    return {&chinese_translation(), traditional};
  case Language::english:
    break;
  }
  return {};
}

const StringTable& table_of(Language language) {
  static const StringTable english = made_table(Language::english);
  static const StringTable chinese = made_table(Language::chinese);
  static const StringTable traditional_chinese = traditional_table();
  switch (language) {
  case Language::chinese:
    return chinese;
  case Language::traditional_chinese:
    return traditional_chinese;
  case Language::english:
    break;
  }
  return english;
}

Language language_from_code(std::string_view code) {
  if (code.substr(0, 2) != "zh")
    return Language::english;
  const std::string_view region = code.substr(std::min<std::size_t>(3, code.size()));
  for (const std::string_view traditional : {"Hant", "TW", "HK", "MO"})
    if (region.starts_with(traditional))
      return Language::traditional_chinese;
  return Language::chinese;
}

void set_language(Language language) {
  g_language = language;
}

Language language() {
  return g_language;
}

std::array<std::string, kLanguages.size()>
in_all_languages(std::string_view english,
                 const std::function<std::string(const Translation&)>& of) {
  std::array<std::string, kLanguages.size()> texts;
  for (std::size_t i = 0; i < kLanguages.size(); ++i) {
    const Wording wording = wording_of(kLanguages[i]);
    const std::string text = wording.words != nullptr ? of(*wording.words) : std::string();
    texts[i] = text.empty() ? std::string(english) : wording.shown(text);
  }
  return texts;
}

std::string in_current_script(std::string_view text) {
  return wording_of(g_language).shown(text);
}

void set_time_unit(TimeUnit unit) {
  g_time_unit = unit;
}

TimeUnit time_unit() {
  return g_time_unit;
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
  if (const Wording wording = wording_of(language); wording.words != nullptr)
    for (const std::string_view text : wording.words->other_texts())
      add_glyphs(codes, wording.shown(text));
  for (const std::string_view text : more)
    add_glyphs(codes, text);
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

} // namespace stallscope::gui

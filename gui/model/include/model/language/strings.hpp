#pragma once

#include "timeline/reason.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Traditional Chinese is made from the simplified texts by a table of characters and terms.
enum class Language : std::uint8_t { english, chinese, traditional_chinese };
inline constexpr std::array kLanguages{Language::english, Language::chinese,
                                       Language::traditional_chinese};

[[nodiscard]] constexpr bool is_chinese(Language language) {
  return language != Language::english;
}

/// Interface texts: one in each language, none empty. Texts with {} are patterns for tr(text, ...).
enum class Text : std::uint16_t {
#define STALLSCOPE_TEXT(id) id,
#include "model/language/text_ids.def"
#undef STALLSCOPE_TEXT
};
inline constexpr std::size_t kTextCount = []() {
  std::size_t count = 0;
#define STALLSCOPE_TEXT(id) ++count;
#include "model/language/text_ids.def"
#undef STALLSCOPE_TEXT
  return count;
}();

/// Texts of a reason in a language: heading, definition, and the predicate of a stalled cell, with
/// the operation waited for ({0} the register, {1} the operation) and without it.
struct ReasonWords {
  std::string_view title;
  std::string_view meaning;
  std::string_view because_of;
  std::string_view alone;
};

/// All texts of one language.
struct StringTable {
  std::array<std::string_view, kTextCount> texts{};
  std::array<std::string_view, kTextCount> tick_texts{}; ///< for plans and graphs; empty: as in
                                                         ///< `texts`
  std::array<ReasonWords, kReasonCount> reasons{};
  std::string_view name; ///< name of the language in itself
  std::string_view code; ///< BCP 47: "en", "zh", "zh-Hant"
  std::string_view mark; ///< label of the button that switches to it: "EN"
};

[[nodiscard]] const StringTable& table_of(Language language);
/// Parses "en", "zh", "zh-CN", and "zh-Hant", "zh-TW", "zh-HK", "zh-MO" as traditional Chinese,
/// with - or _; unknown: English.
[[nodiscard]] Language language_from_code(std::string_view code);

/// The current language; a change takes effect with the next frame. For the drawing thread only.
void set_language(Language language);
[[nodiscard]] Language language();

/// A text of a written language in the characters and terms of the current one: simplified Chinese
/// in traditional.
[[nodiscard]] std::string in_current_script(std::string_view text);

/// Name of a time step of the displayed run: cycle of a program, tick of a plan or a graph. Set
/// like the language.
enum class TimeUnit : std::uint8_t { cycle, tick };
void set_time_unit(TimeUnit unit);
[[nodiscard]] TimeUnit time_unit();

/// A text in the current language. Zero-terminated, for C interfaces.
[[nodiscard]] const char* tr(Text text);
/// A pattern with {} or {0}, {1} ..., formatted.
[[nodiscard]] std::string tr(Text text, std::initializer_list<std::string> arguments);

/// The identifier of a text, "transport_play".
[[nodiscard]] std::string_view name_of(Text text);

/// Non-ASCII characters used by a language's texts and by all languages (arrows, dots, marks),
/// sorted and unique: the glyph range of a font. `more`: further texts, such as lessons.
[[nodiscard]] std::vector<char32_t> glyphs_of(Language language,
                                              const std::vector<std::string_view>& more = {});

} // namespace stallscope::gui

#pragma once

#include "timeline/reason.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

enum class Language : std::uint8_t { english, chinese };
inline constexpr std::array kLanguages{Language::english, Language::chinese};

/// A piece of text of the interface: one entry a language, none empty. Those with {} are patterns
/// for tr(text, ...).
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

/// What is said of a reason in a language: heading, meaning, and the predicate of a cell that is
/// held for it, with the operation that is waited for ({0} the register, {1} the operation) and
/// without.
struct ReasonWords {
  std::string_view title;
  std::string_view meaning;
  std::string_view because_of;
  std::string_view alone;
};

/// Everything said in one language.
struct StringTable {
  std::array<std::string_view, kTextCount> texts{};
  std::array<ReasonWords, kReasonCount> reasons{};
  std::string_view name; ///< of the language, in itself
  std::string_view code; ///< "en", "zh"
};

[[nodiscard]] const StringTable& table_of(Language language);
/// "en", "zh", "zh-CN" and so on; nothing known: English.
[[nodiscard]] Language language_from_code(std::string_view code);

/// The language at hand; switching shows with the next frame. Only the thread that draws uses it.
void set_language(Language language);
[[nodiscard]] Language language();

/// A text in the language at hand. Ends with a null byte, for interfaces in C.
[[nodiscard]] const char* tr(Text text);
/// A pattern with its places filled in, in order: {} or {0}, {1} ...
[[nodiscard]] std::string tr(Text text, std::initializer_list<std::string> arguments);

/// The name of an entry in the tables, "transport_play".
[[nodiscard]] std::string_view name_of(Text text);

/// Every character that a language's tables need beyond ASCII, sorted, each once, and those that
/// all languages show (arrows, dots, marks): what a font's glyph range is built from. `more` are
/// further texts, such as lessons.
[[nodiscard]] std::vector<char32_t> glyphs_of(Language language,
                                              const std::vector<std::string_view>& more = {});

} // namespace stallscope::gui

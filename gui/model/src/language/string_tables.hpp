#pragma once

#include "model/language/strings.hpp"

#include <span>

namespace stallscope::gui {

/// A line of a language's table.
struct TextEntry {
  Text id;
  const char* words;
};

/// The lines in their places; those that are missing stay empty, which a test looks for.
inline void add_texts(StringTable& table, std::span<const TextEntry> entries) {
  for (const TextEntry& entry : entries)
    table.texts[static_cast<std::size_t>(entry.id)] = entry.words;
}
[[nodiscard]] inline StringTable table_with(std::span<const TextEntry> entries) {
  StringTable table;
  add_texts(table, entries);
  return table;
}

/// Texts of the tour, and what elements of the window are.
[[nodiscard]] std::span<const TextEntry> english_guide();
[[nodiscard]] std::span<const TextEntry> chinese_guide();
/// Texts about plans and graphs.
void add_course_texts(StringTable& table, Language language);

[[nodiscard]] StringTable english_table();
[[nodiscard]] StringTable chinese_table();

} // namespace stallscope::gui

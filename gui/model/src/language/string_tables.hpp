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
[[nodiscard]] inline StringTable table_with(std::span<const TextEntry> entries) {
  StringTable table;
  for (const TextEntry& entry : entries)
    table.texts[static_cast<std::size_t>(entry.id)] = entry.words;
  return table;
}

[[nodiscard]] StringTable english_table();
[[nodiscard]] StringTable chinese_table();

} // namespace stallscope::gui

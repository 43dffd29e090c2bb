#pragma once

#include "model/language/strings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace stallscope::gui {

/// An entry of a language's table.
struct TextEntry {
  Text id;
  const char* words;
};

/// A language's table is complete when this holds: checked when it is compiled.
template <std::size_t kLines>
[[nodiscard]] consteval bool has_each_text_once(const TextEntry (&entries)[kLines]) {
  std::array<unsigned, kTextCount> lines{};
  for (const TextEntry& entry : entries)
    ++lines[static_cast<std::size_t>(entry.id)];
  return std::all_of(lines.begin(), lines.end(), [](unsigned count) { return count == 1; });
}

[[nodiscard]] inline StringTable table_with(std::span<const TextEntry> entries) {
  StringTable table;
  for (const TextEntry& entry : entries)
    table.texts[static_cast<std::size_t>(entry.id)] = entry.words;
  return table;
}
/// Texts that say ticks where the others say cycles.
inline void add_tick_texts(StringTable& table, std::span<const TextEntry> entries) {
  for (const TextEntry& entry : entries)
    table.tick_texts[static_cast<std::size_t>(entry.id)] = entry.words;
}

[[nodiscard]] StringTable english_table();
[[nodiscard]] StringTable chinese_table();

} // namespace stallscope::gui

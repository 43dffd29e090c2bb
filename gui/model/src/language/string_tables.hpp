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

/// The tables of a language are complete when this holds: checked when they are compiled.
template <std::size_t... kLines>
[[nodiscard]] consteval bool has_each_text_once(const TextEntry (&... tables)[kLines]) {
  std::array<unsigned, kTextCount> lines{};
  const auto count = [&lines](std::span<const TextEntry> entries) {
    for (const TextEntry& entry : entries)
      ++lines[static_cast<std::size_t>(entry.id)];
  };
  (count(tables), ...);
  return std::all_of(lines.begin(), lines.end(), [](unsigned times) { return times == 1; });
}

inline void add_texts(StringTable& table, std::span<const TextEntry> entries) {
  for (const TextEntry& entry : entries)
    table.texts[static_cast<std::size_t>(entry.id)] = entry.words;
}
/// Texts that say ticks where the others say cycles.
inline void add_tick_texts(StringTable& table, std::span<const TextEntry> entries) {
  for (const TextEntry& entry : entries)
    table.tick_texts[static_cast<std::size_t>(entry.id)] = entry.words;
}

[[nodiscard]] StringTable english_table();
[[nodiscard]] StringTable chinese_table();

} // namespace stallscope::gui

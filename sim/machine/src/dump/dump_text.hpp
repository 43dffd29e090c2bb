#pragma once

// Formatting of values in a dump.

#include "keys/keys.hpp"
#include "machine/description.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine::dumped {

/// A TOML string.
[[nodiscard]] std::string string(std::string_view text);
/// A TOML string, written over several lines when the text has several.
[[nodiscard]] std::string text_block(std::string_view text);
/// A list with one item a line.
[[nodiscard]] std::string lines(const std::vector<std::string>& items);

/// A list of strings.
template <class Range> std::string list(const Range& words) {
  std::string out;
  for (const auto& word : words)
    out += (out.empty() ? "" : ", ") + string(word);
  return "[" + out + "]";
}

/// The word of a key for an enumeration value.
template <class Enum> std::string word(std::string_view key, Enum value) {
  return string(key_spec(key).words[static_cast<std::size_t>(value)]);
}

/// Two lines, `latency` and `latencies`, for the classes of a unit or port.
[[nodiscard]] std::string
latencies(const PortClassSet& operations,
          const std::array<std::uint32_t, kPortClassCount>& latency_cycles);

/// The tables of a dynamically scheduled machine, up to [branch].
[[nodiscard]] std::string dynamic_tables(const Dynamic& dynamic);

} // namespace stallscope::machine::dumped

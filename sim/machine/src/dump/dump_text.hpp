#pragma once

// Formatting of values in a dump.

#include "base/check.hpp"
#include "keys/keys.hpp"
#include "machine/description.hpp"

#include <fmt/format.h>

#include <array>
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

/// `latency` for the classes of a unit or port: the most frequent one; and `latencies` of the
/// others.
using Cycles = std::array<std::uint32_t, kPortClassCount>;
[[nodiscard]] std::string latency(const PortClassSet& operations, const Cycles& latency_cycles);
[[nodiscard]] std::string latencies(const PortClassSet& operations, const Cycles& latency_cycles);

/// The value of a key that has a field in `owner`.
[[nodiscard]] std::string value(const KeySpec& spec, const void* owner);

/// A key without a field that nothing writes.
inline constexpr const char* kUnwritten = "a key of the machine file that the dump does not write";

/// For tables all keys of which have a field.
inline std::string no_other_key(std::string_view) {
  STALLSCOPE_CHECK(false, kUnwritten);
  return {};
}

/// The keys of a table that machines of a kind have, with the values of an object; `other` gives
/// the value of a key without a field.
template <class T, class Other>
std::vector<std::string> members(std::string_view table, const T& object, std::string_view kind,
                                 Other other) {
  std::vector<std::string> out;
  for (const KeySpec* spec : keys_of(table))
    if (spec->is_for(kind) && !(table.empty() && is_list_of_tables(spec->name)))
      out.push_back(fmt::format("{} = {}", spec->member(),
                                spec->field.template is_of<T>() ? value(*spec, &object)
                                                                : other(spec->member())));
  return out;
}

/// The same, a key a line.
template <class T, class Other>
std::string table(std::string_view name, const T& object, std::string_view kind, Other other) {
  return fmt::format("{}\n", fmt::join(members(name, object, kind, other), "\n"));
}

/// The same as a table on one line.
template <class T, class Other>
std::string inline_table(std::string_view name, const T& object, Other other) {
  return fmt::format("{{ {} }}", fmt::join(members(name, object, kAnyKind, other), ", "));
}

/// The tables [[station]], [[port]] or [[bypass]] of a dynamically scheduled machine.
[[nodiscard]] std::string dynamic_tables(const Dynamic& dynamic, std::string_view name);

} // namespace stallscope::machine::dumped

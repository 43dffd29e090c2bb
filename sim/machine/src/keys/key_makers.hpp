#pragma once

// Helpers to write the entries of the table of keys. The default of a key is the initial value of
// its field.

#include "keys/keys.hpp"

#include <fmt/format.h>

#include <iterator>

namespace stallscope::machine {

/// Sets the default, when the field starts with another value or there is none.
inline KeySpec with_default(KeySpec spec, std::int64_t value) {
  spec.default_number = value;
  spec.default_value = spec.type == "boolean" ? value != 0 ? "true" : "false"
                       : spec.words.empty()
                           ? fmt::format("{}", value)
                           : fmt::format("\"{}\"", spec.words[static_cast<std::size_t>(value)]);
  return spec;
}

inline KeySpec other(const char* name, const char* type, const char* value, const char* range,
                     const char* meaning, const char* chinese) {
  KeySpec spec{name, type, value, range, "-", meaning, chinese, {}};
  spec.kind = {};
  return spec;
}

inline KeySpec flag(const char* name, Field field, const char* meaning, const char* chinese) {
  KeySpec spec = other(name, "boolean", "", "-", meaning, chinese);
  spec.field = field;
  return with_default(std::move(spec), field.initial);
}

inline KeySpec number(const char* name, Field field, std::int64_t min, std::int64_t max,
                      const char* unit, const char* meaning, const char* chinese) {
  KeySpec spec = other(name, "integer", "", "", meaning, chinese);
  spec.range = fmt::format("{} to {}", min, max);
  spec.unit = unit;
  spec.field = field;
  spec.min = min;
  spec.max = max;
  return with_default(std::move(spec), field.initial);
}

/// A key whose value is a word. The words are in the order of their enumeration.
inline KeySpec choice(const char* name, Field field, std::vector<std::string_view> words,
                      const char* meaning, const char* chinese) {
  KeySpec spec = other(name, "one of ", "", "-", meaning, chinese);
  spec.type += fmt::format("{}", fmt::join(words, ", "));
  spec.field = field;
  spec.words = std::move(words);
  return with_default(std::move(spec), field.initial);
}

/// A key whose value is a name of letters, digits and some signs; it must be given.
inline KeySpec identifier(const char* name, Field field, std::string_view signs,
                          std::size_t max_bytes, const char* meaning, const char* chinese) {
  KeySpec spec = other(name, "string", "-", "letters, digits and", meaning, chinese);
  for (const char sign : signs)
    spec.range += fmt::format(" {}", sign);
  spec.range += fmt::format(", at most {}", max_bytes);
  spec.field = field;
  spec.signs = signs;
  spec.max = static_cast<std::int64_t>(max_bytes);
  return spec;
}

/// A key that must be given.
inline KeySpec required(KeySpec spec) {
  spec.default_value.assign(1, '-');
  return spec;
}

/// A number that is 0 or a power of two.
inline KeySpec power_of_two(KeySpec spec) {
  spec.power_of_two = true;
  return spec;
}

/// A key of both kinds of machines in a table that is otherwise for one.
inline KeySpec of_any_kind(KeySpec spec) {
  spec.kind = kAnyKind;
  return spec;
}

/// Marks a key that affects the behaviour of programs, or how runs are counted and ended, but not
/// timing; or that says for what a part of the machine is used, which cannot shorten a wait.
inline KeySpec not_timing(KeySpec spec) {
  spec.timing = false;
  return spec;
}

/// Several lists in one.
inline std::vector<KeySpec> joined(std::vector<std::vector<KeySpec>> lists) {
  std::vector<KeySpec> all;
  for (std::vector<KeySpec>& list : lists)
    all.insert(all.end(), std::make_move_iterator(list.begin()),
               std::make_move_iterator(list.end()));
  return all;
}

/// Keys of [pipeline], [register_file], [forwarding], [[unit]], [late_alu], [hazards] and [issue].
[[nodiscard]] std::vector<KeySpec> in_order_keys();
/// Keys of dynamically scheduled machines.
[[nodiscard]] std::vector<KeySpec> dynamic_keys();
/// Keys of [branch].
[[nodiscard]] std::vector<KeySpec> branch_keys();
/// Keys of [predictor], [btb], [return_stack] and [indirect].
[[nodiscard]] std::vector<KeySpec> prediction_keys();
/// Keys of [[cache]], [main_memory], [fetch_tlb] and [data_tlb].
[[nodiscard]] std::vector<KeySpec> cache_keys();
/// Keys of [memory], [counting] and [limits].
[[nodiscard]] std::vector<KeySpec> memory_keys();

} // namespace stallscope::machine

#pragma once

// Helpers to write the entries of the table of keys.

#include "keys/keys.hpp"

#include <fmt/format.h>

namespace stallscope::machine {

inline KeySpec flag(const char* name, bool value, const char* meaning) {
  KeySpec spec{name, "boolean", value ? "true" : "false", "-", "-", meaning};
  spec.default_number = value ? 1 : 0;
  return spec;
}

inline KeySpec number(const char* name, std::int64_t value, std::int64_t min, std::int64_t max,
                      const char* unit, const char* meaning) {
  KeySpec spec{name, "integer", fmt::format("{}", value), fmt::format("{} to {}", min, max),
               unit, meaning};
  spec.min = min;
  spec.max = max;
  spec.default_number = value;
  return spec;
}

/// A key whose value is a word. The first word is the default. The words are in the order of their
/// enumeration.
inline KeySpec choice(const char* name, std::vector<std::string_view> words, const char* meaning) {
  KeySpec spec{name,
               "one of " + fmt::format("{}", fmt::join(words, ", ")),
               fmt::format("\"{}\"", words.front()),
               "-",
               "-",
               meaning};
  spec.words = std::move(words);
  return spec;
}

/// The same with the default given by index.
inline KeySpec choice(const char* name, std::vector<std::string_view> words, std::size_t value,
                      const char* meaning) {
  KeySpec spec = choice(name, std::move(words), meaning);
  spec.default_number = static_cast<std::int64_t>(value);
  spec.default_value = fmt::format("\"{}\"", spec.words[value]);
  return spec;
}

/// A required key.
inline KeySpec required(KeySpec spec) {
  spec.default_value.assign(1, '-');
  return spec;
}

/// Marks a key that affects the behaviour of programs, or how runs are counted and ended, but not
/// timing; or that says for what a part of the machine is used, which cannot shorten a wait.
inline KeySpec not_timing(KeySpec spec) {
  spec.timing = false;
  return spec;
}

inline KeySpec other(const char* name, const char* type, const char* value, const char* range,
                     const char* meaning) {
  return {name, type, value, range, "-", meaning};
}

/// Keys of dynamically scheduled machines.
[[nodiscard]] std::vector<KeySpec> dynamic_keys();
/// Keys of [predictor], [btb], [return_stack] and [indirect].
[[nodiscard]] std::vector<KeySpec> prediction_keys();
/// Keys of [[cache]], [main_memory], [fetch_tlb] and [data_tlb].
[[nodiscard]] std::vector<KeySpec> cache_keys();

} // namespace stallscope::machine

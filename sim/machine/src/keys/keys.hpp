#pragma once

#include "machine/machine_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// Kinds of machines, as named in keys.
inline constexpr std::string_view kAnyKind = "any";
inline constexpr std::string_view kInOrder = "in_order";
inline constexpr std::string_view kOutOfOrder = "out_of_order";

/// A key for the reader: its KeyInfo, and the data its texts were generated from.
struct KeySpec {
  std::string name;
  std::string type;
  std::string default_value;
  std::string range;
  std::string unit;
  std::string meaning;
  std::int64_t min = 0; ///< integers: smallest and largest value
  std::int64_t max = 0;
  std::int64_t default_number = 0; ///< integers and booleans (0, 1): the default; words: its index
  /// Words of a key, in the order of the enumeration.
  std::vector<std::string_view> words = {};
  std::string_view kind = kAnyKind; ///< kind of machines
  bool timing = true; ///< false: the key affects the behaviour of programs, or how runs are counted
                      ///< and ended, not timing; or says for what a part of the machine is used
};

/// The table of all keys: the only declaration of each.
[[nodiscard]] const std::vector<KeySpec>& key_specs();

/// A key by its dotted name; it must exist.
[[nodiscard]] const KeySpec& key_spec(std::string_view name);

/// Whether the name is a table, as opposed to a key or an unknown name.
[[nodiscard]] bool is_table(std::string_view prefix);

/// Names allowed in a table: the next part of every key below `prefix` ("" is the file itself).
[[nodiscard]] const std::vector<std::string_view>& known_members(std::string_view prefix);

/// The kind of machines that all keys of a table are for; kAnyKind when they differ.
[[nodiscard]] std::string_view kind_of_table(std::string_view prefix);

/// Words of unit.operand_latency.measure, by OperandMeasure.
[[nodiscard]] const std::vector<std::string_view>& measure_names();

/// Words of pipeline.stages.does, by StageRole.
[[nodiscard]] const std::vector<std::string_view>& role_names();

} // namespace stallscope::machine

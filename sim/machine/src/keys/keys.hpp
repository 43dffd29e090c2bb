#pragma once

#include "keys/field.hpp"
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

/// Signs allowed in names of stages, units and lanes, and their length: they are column headings.
inline constexpr std::string_view kLaneSigns = "_-+/";
inline constexpr std::size_t kMaxLaneBytes = 16;

/// The declaration of a key: its KeyInfo, the data its texts were generated from, and where its
/// value is stored.
struct KeySpec {
  std::string name;
  std::string type;
  std::string default_value;
  std::string range;
  std::string unit;
  std::string meaning;
  std::string chinese_meaning;
  Field field;          ///< none: sections read and write the key by a function of its own
  std::int64_t min = 0; ///< integers: smallest and largest value; names: most bytes
  std::int64_t max = 0;
  std::int64_t default_number = 0; ///< integers and booleans (0, 1): the default; words: its index
  /// Words of a key, in the order of the enumeration.
  std::vector<std::string_view> words = {};
  std::string_view signs = {};      ///< names: signs allowed beside letters and digits
  std::string_view kind = kAnyKind; ///< kind of machines
  bool power_of_two = false;        ///< integers: 0 or a power of two only
  bool timing = true; ///< false: the key affects the behaviour of programs, or how runs are counted
                      ///< and ended, not timing; or says for what a part of the machine is used

  /// Whether machines of a kind have the key.
  [[nodiscard]] bool is_for(std::string_view machine_kind) const {
    return kind == kAnyKind || machine_kind == kAnyKind || kind == machine_kind;
  }
  /// The name of the table that has the key: "" is the file itself.
  [[nodiscard]] std::string_view table() const {
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? std::string_view() : std::string_view(name).substr(0, dot);
  }
  /// Its name in that table.
  [[nodiscard]] std::string_view member() const {
    return std::string_view(name).substr(name.rfind('.') + 1);
  }
};

/// The table of all keys: the only declaration of each.
[[nodiscard]] const std::vector<KeySpec>& key_specs();

/// A key by its dotted name; it must exist.
[[nodiscard]] const KeySpec& key_spec(std::string_view name);

/// The keys of a table, without those of tables in it, in the order of the table of keys.
[[nodiscard]] const std::vector<const KeySpec*>& keys_of(std::string_view table);

/// Whether the name is a list of tables, such as [[unit]].
[[nodiscard]] bool is_list_of_tables(std::string_view name);

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

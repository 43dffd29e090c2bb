#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// Position of a value: in the file, or in one of the additional settings.
struct Place {
  std::uint32_t line = 0;   ///< 1-based; 0: no position, or a setting
  std::uint32_t column = 0; ///< 1-based, in bytes
  std::uint32_t length = 1;
  int setting = -1;       ///< index of the setting; -1: the file
  bool is_inside = false; ///< of a setting: part of its value, which is a list or table
};

struct Member;

/// A parsed TOML value with its position. Settings are merged into a tree of these before any
/// check, so that they are checked exactly like the file.
struct Value {
  enum class Kind : std::uint8_t { boolean, integer, real, text, date, array, table };

  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;            ///< text of a string
  std::vector<Value> items;    ///< elements of an array
  std::vector<Member> members; ///< members of a table, in the order of the file
  Place place;

  [[nodiscard]] const Member* find(std::string_view name) const;
  [[nodiscard]] Member* find(std::string_view name);
};

struct Member {
  std::string name;
  Place place; ///< position of the key
  Value value;
};

/// "an integer", "a table", ...
[[nodiscard]] std::string_view kind_name(Value::Kind kind);

/// The value for a message: 'text', 12, true, a table.
[[nodiscard]] std::string shown(const Value& value);

/// User text in quotes, with control characters replaced, truncated to 60 bytes.
[[nodiscard]] std::string in_quotes(std::string_view text);

} // namespace stallscope::machine

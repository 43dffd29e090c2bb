#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// Where a value was written: a place of the file, or one of the settings given beside it.
struct Place {
  std::uint32_t line = 0;   ///< 1-based; 0: nowhere in particular, or a setting
  std::uint32_t column = 0; ///< 1-based, in bytes
  std::uint32_t length = 1;
  int setting = -1; ///< index of the setting; -1: the file
};

struct Member;

/// A parsed TOML value that knows where it was written. Settings are merged into a tree of these
/// before anything is checked, so that a setting is checked exactly as if it stood in the file.
struct Value {
  enum class Kind : std::uint8_t { boolean, integer, real, text, date, array, table };

  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;            ///< of a text
  std::vector<Value> items;    ///< of an array
  std::vector<Member> members; ///< of a table, in the order of the file
  Place place;

  [[nodiscard]] const Member* find(std::string_view name) const;
  [[nodiscard]] Member* find(std::string_view name);
};

struct Member {
  std::string name;
  Place place; ///< of the key
  Value value;
};

/// "an integer", "a table", ...
[[nodiscard]] std::string_view kind_name(Value::Kind kind);

/// The value as a message shows it: 'text', 12, true, a table.
[[nodiscard]] std::string shown(const Value& value);

/// User text between quotes, control characters replaced, cut at 60 bytes.
[[nodiscard]] std::string in_quotes(std::string_view text);

} // namespace stallscope::machine

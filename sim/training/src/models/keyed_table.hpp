#pragma once

#include "base/data_size.hpp"
#include "base/read_file.hpp"
#include "base/result.hpp"
#include "base/utf8.hpp"
#include "machine/toml_report.hpp"
#include "machine/toml_value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Tables of model and cluster files: each key is declared once, for parsing, checking and
// documentation.
namespace stallscope::training {

/// A key with a fixed set of words; `set` receives the index of the word.
template <class T> struct KeyWords {
  std::vector<std::string_view> words;
  void (*set)(T&, std::size_t);
};

/// A key of a table, stored in a T, whose member initialisers are the defaults.
template <class T> struct TableKey {
  enum class Needed : std::uint8_t { no, yes };

  const char* name;
  std::variant<std::uint64_t T::*, std::string T::*, bool T::*, KeyWords<T>> to;
  const char* unit; ///< unit; "bytes" also accepts a string such as "80GiB"
  const char* meaning;
  Needed needed = Needed::no;
  std::uint64_t least = 1; ///< minimum, for numbers
  std::uint64_t most = 1'000'000'000'000'000'000;
};

/// Names of the keys of a table.
template <class T> std::vector<std::string_view> names_of(const std::vector<TableKey<T>>& keys) {
  std::vector<std::string_view> names;
  names.reserve(keys.size());
  for (const TableKey<T>& key : keys)
    names.emplace_back(key.name);
  return names;
}

/// Stores a value. Returns a description of the expected value, or an empty string on success.
template <class T>
std::string take_value(const TableKey<T>& key, const machine::Value& value, T& out) {
  using ValueKind = machine::Value::Kind;
  if (const auto* number = std::get_if<std::uint64_t T::*>(&key.to)) {
    const bool is_size = std::string_view(key.unit) == "bytes";
    std::optional<std::uint64_t> found;
    if (value.kind == ValueKind::integer && value.integer >= 0)
      found = static_cast<std::uint64_t>(value.integer);
    else if (is_size && value.kind == ValueKind::text)
      found = parse_data_size(value.text);
    if (!found || *found < key.least || *found > key.most)
      return "a whole number from " + std::to_string(key.least) + " to " +
             std::to_string(key.most) + (is_size ? ", or a string such as \"80GiB\"" : "");
    out.*(*number) = *found;
    return {};
  }
  if (const auto* flag = std::get_if<bool T::*>(&key.to)) {
    if (value.kind != ValueKind::boolean)
      return "true or false";
    out.*(*flag) = value.boolean;
    return {};
  }
  if (const auto* text = std::get_if<std::string T::*>(&key.to)) {
    if (value.kind != ValueKind::text || value.text.empty() || value.text.size() > 120)
      return "a text of 1 to 120 bytes";
    out.*(*text) = clean(value.text); // names are shown in tables
    return {};
  }
  const auto& words = std::get<KeyWords<T>>(key.to);
  for (std::size_t i = 0; i < words.words.size(); ++i)
    if (value.kind == ValueKind::text && value.text == words.words[i]) {
      words.set(out, i);
      return {};
    }
  return "one of " + machine::joined(words.words);
}

/// Reads a table; `where` names it in messages, `tables` are member tables that the caller reads.
template <class T>
void read_table(const machine::Value& table, std::string_view where,
                const std::vector<TableKey<T>>& keys, const std::vector<std::string_view>& tables,
                T& out, machine::Report& report) {
  if (table.kind != machine::Value::Kind::table) {
    report.error(table.place, std::string(where) + " is " + machine::shown(table), "a table");
    return;
  }
  std::vector<std::string_view> known = names_of(keys);
  known.insert(known.end(), tables.begin(), tables.end());
  for (const machine::Member& member : table.members) {
    bool is_known = false;
    for (const std::string_view name : known)
      is_known = is_known || name == member.name;
    if (!is_known)
      report.unknown(member.place, "unknown key " + machine::in_quotes(member.name),
                     "one of " + machine::joined(known), member.name, known);
  }
  for (const TableKey<T>& key : keys) {
    const machine::Member* member = table.find(key.name);
    if (member == nullptr) {
      if (key.needed == TableKey<T>::Needed::yes)
        report.error(table.place,
                     "'" + std::string(key.name) + "' is missing in " + std::string(where),
                     key.meaning);
      continue;
    }
    if (std::string expected = take_value(key, member->value, out); !expected.empty())
      report.error(member->value.place,
                   "'" + std::string(key.name) + "' is " + machine::shown(member->value),
                   std::move(expected));
  }
}

/// Documentation of a table's keys; defaults are those of a default-constructed T.
template <class T>
std::string described(std::string_view heading, const std::vector<TableKey<T>>& keys) {
  std::string out = "\n" + std::string(heading) + "\n";
  static const T standard{}; // static: GCC 12 reports its padding as uninitialised otherwise
                             // (-Wmaybe-uninitialized)
  for (const TableKey<T>& key : keys) {
    std::string type;
    std::string value;
    if (const auto* number = std::get_if<std::uint64_t T::*>(&key.to)) {
      type = "integer, " + std::to_string(key.least) + " to " + std::to_string(key.most);
      value = std::to_string(standard.*(*number));
    } else if (const auto* flag = std::get_if<bool T::*>(&key.to)) {
      type = "boolean";
      value = standard.*(*flag) ? "true" : "false";
    } else if (const auto* text = std::get_if<std::string T::*>(&key.to)) {
      type = "string";
      value = '"' + standard.*(*text) + '"';
    } else {
      const auto& words = std::get<KeyWords<T>>(key.to).words;
      type = "one of " + machine::joined(words);
      value = words.front();
    }
    out += "  " + std::string(key.name) + "\n      " + type;
    if (std::string_view(key.unit) != "-")
      out += "; in " + std::string(key.unit);
    out +=
        key.needed == TableKey<T>::Needed::yes ? "; must be given\n" : "; default " + value + "\n";
    out += "      " + std::string(key.meaning) + "\n";
  }
  return out;
}

/// The value tree of a file; reports a syntax error.
[[nodiscard]] std::optional<machine::Value> tree_of(std::string_view toml, std::string_view what,
                                                    machine::Report& report);

/// The text of an included model or cluster, or of a file.
struct NamedText {
  std::string file;
  std::string text;
};
[[nodiscard]] Result<NamedText>
find_text(const std::string& name_or_file, std::string_view what,
          const std::vector<std::pair<std::string_view, std::string_view>>& shipped,
          Streams streams, const FileReader& read);
/// A name with a '/', or one that ends in .toml, is one of a file.
[[nodiscard]] bool is_file_name(std::string_view name);

} // namespace stallscope::training

#pragma once

#include "keys/keys.hpp"
#include "machine/description.hpp"
#include "machine/toml_report.hpp"
#include "machine/toml_value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A table of the machine file, read key by key against the table of keys. Unknown keys are
/// reported when it is made. What cannot be read is reported and gives the default, so that
/// everything else is still checked.
class Section {
public:
  /// The table at `value`; `prefix` is its dotted name, "" for the whole file. No value: a section
  /// that was left out.
  Section(const Value* value, std::string prefix, Report& report);

  /// The table of one of its keys.
  [[nodiscard]] Section section(std::string_view key) const;

  [[nodiscard]] bool boolean(std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view key) const;
  [[nodiscard]] unsigned count(std::string_view key) const {
    return static_cast<unsigned>(integer(key));
  }
  /// One of the words of the key, as the enumeration whose order the table of keys follows.
  template <class Enum> [[nodiscard]] Enum word(std::string_view key) const {
    return static_cast<Enum>(word_index(key));
  }
  /// A string; empty when it is missing.
  [[nodiscard]] std::string text(std::string_view key) const;
  /// A string of letters, digits and some signs; reports a missing one. Empty after a problem.
  [[nodiscard]] std::string identifier(std::string_view key, std::string_view signs,
                                       std::size_t max_bytes) const;
  /// A class, a group, or a list of them; reports a missing or empty one. Empty after a problem.
  [[nodiscard]] OpClassSet op_classes(std::string_view key) const;
  /// The same with the halves of a store.
  [[nodiscard]] PortClassSet port_classes(std::string_view key) const;

  /// The value of a key, nullptr when it is not given.
  [[nodiscard]] const Value* find(std::string_view key) const;
  /// The items of a list; none when the key is missing or its value, as is then reported, is no
  /// list.
  [[nodiscard]] const std::vector<Value>& list(std::string_view key) const;
  /// The members of a table, likewise.
  [[nodiscard]] const std::vector<Member>& members(std::string_view key) const;
  /// Where the key's value stands; the section when it was left out.
  [[nodiscard]] Place place(std::string_view key) const;
  [[nodiscard]] Place place() const { return place_; }
  [[nodiscard]] Report& report() const { return report_; }
  /// The dotted name of a key.
  [[nodiscard]] std::string full(std::string_view key) const;
  /// Reports a value of the wrong type.
  void wrong_type(std::string_view key, const Value& value, std::string_view expected) const;
  /// Reports a key that must be given and is not.
  void missing(std::string_view key) const;

private:
  [[nodiscard]] std::int64_t word_index(std::string_view key) const;
  void report_unknown_keys() const;

  const Value* table_ = nullptr; ///< nullptr: left out, or no table
  std::string prefix_;
  Place place_;
  Report& report_;
};

/// Whether a name can be used: 1 to max_bytes letters, digits and signs.
[[nodiscard]] bool is_identifier(std::string_view name, std::string_view signs,
                                 std::size_t max_bytes);

/// Reads a class, a group or a list of them from a value; problems are reported under the name
/// `key`.
[[nodiscard]] OpClassSet read_op_classes(const Value& value, std::string_view key, Report& report);

/// Signs in names of stages, units and lanes, and the length of such a name: they are column
/// headings.
inline constexpr std::string_view kLaneSigns = "_-+/";
inline constexpr std::size_t kMaxLaneBytes = 16;

} // namespace stallscope::machine

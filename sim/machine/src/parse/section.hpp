#pragma once

#include "keys/keys.hpp"
#include "machine/description.hpp"
#include "machine/toml_report.hpp"
#include "machine/toml_value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A table of the machine file, read key by key according to the table of keys. Unknown keys are
/// reported at construction. Invalid values are reported and replaced by the default, so that
/// everything else is still checked.
class Section {
public:
  /// The table at `value`; `prefix` is its dotted name, "" for the file. No value: an absent
  /// section.
  Section(const Value* value, std::string prefix, Report& report);

  /// The table of one of its keys.
  [[nodiscard]] Section section(std::string_view key) const;

  [[nodiscard]] bool boolean(std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view key) const;
  [[nodiscard]] unsigned count(std::string_view key) const {
    return static_cast<unsigned>(integer(key));
  }
  /// A word of the key, as the enumeration value of the same index.
  template <class Enum> [[nodiscard]] Enum word(std::string_view key) const {
    return static_cast<Enum>(word_index(key));
  }
  /// Reads all keys of the table that are stored in objects of type T, and that machines of the
  /// kind have.
  template <class T> void read_fields(T& object, std::string_view kind = kAnyKind) const {
    read_fields(&kOwner<T>, &object, kind);
  }
  /// A string; empty when absent.
  [[nodiscard]] std::string text(std::string_view key) const;
  /// A name of letters, digits and some signs; reports an absent one. Empty when invalid.
  [[nodiscard]] std::string identifier(std::string_view key, std::string_view signs,
                                       std::size_t max_bytes) const;
  /// A class, a group, or a list of them; reports an absent or empty one. Empty when invalid.
  [[nodiscard]] OpClassSet op_classes(std::string_view key) const;
  /// The same including store address and store data.
  [[nodiscard]] PortClassSet port_classes(std::string_view key) const;

  /// The value of a key; nullptr when absent.
  [[nodiscard]] const Value* find(std::string_view key) const;
  /// The items of a list; none when the key is absent, or, with a report, not a list.
  [[nodiscard]] const std::vector<Value>& list(std::string_view key) const;
  /// The members of a table, likewise.
  [[nodiscard]] const std::vector<Member>& members(std::string_view key) const;
  /// The position of the key's value; of the section when absent.
  [[nodiscard]] Place place(std::string_view key) const;
  [[nodiscard]] Place place() const { return place_; }
  [[nodiscard]] Report& report() const { return report_; }
  /// The dotted name of a key.
  [[nodiscard]] std::string full(std::string_view key) const;
  /// Reports a value of the wrong type.
  void wrong_type(std::string_view key, const Value& value, std::string_view expected) const;
  /// Reports an absent required key.
  void missing(std::string_view key) const;

private:
  void read_fields(const char* owner, void* object, std::string_view kind) const;
  [[nodiscard]] std::int64_t word_index(std::string_view key) const;
  void report_unknown_keys() const;

  const Value* table_ = nullptr; ///< nullptr: absent, or not a table
  std::string prefix_;
  Place place_;
  Report& report_;
};

/// Whether a name is valid: 1 to max_bytes letters, digits and signs.
[[nodiscard]] bool is_identifier(std::string_view name, std::string_view signs,
                                 std::size_t max_bytes);

/// Reads a class, a group or a list of them from a value; problems are reported for the key `key`.
[[nodiscard]] OpClassSet read_op_classes(const Value& value, std::string_view key, Report& report);

} // namespace stallscope::machine

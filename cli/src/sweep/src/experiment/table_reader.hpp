#pragma once

#include "machine/toml_report.hpp"
#include "machine/toml_value.hpp"
#include "sweep/experiment.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sweep {

/// A table of one of our TOML files, read key by key. Unknown keys are reported at construction;
/// invalid values are reported and skipped, so that everything else is still checked.
class TableReader {
public:
  TableReader(const machine::Value& table, std::string what,
              const std::vector<std::string_view>& known, machine::Report& report);

  [[nodiscard]] const machine::Value* find(std::string_view key) const;
  [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
  /// A required text that is not empty; reported when absent.
  [[nodiscard]] std::string needed_text(std::string_view key, std::string_view example) const;
  [[nodiscard]] std::optional<std::uint64_t> integer(std::string_view key, std::uint64_t least,
                                                     std::uint64_t most) const;
  /// A number, also an integer; at least `least`.
  [[nodiscard]] std::optional<double> number(std::string_view key, double least) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
  /// A list of strings, or a single one. Empty when absent.
  struct Word {
    std::string text;
    machine::Place place;
  };
  [[nodiscard]] std::vector<Word> words(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  /// A number of bytes, or a string such as "512M".
  [[nodiscard]] std::optional<std::uint64_t> bytes(std::string_view key) const;
  /// A list of tables.
  [[nodiscard]] std::vector<const machine::Value*> tables(std::string_view key) const;
  /// An expression; an error is reported with its location inside the string.
  [[nodiscard]] std::optional<Expression> expression(std::string_view key) const;

  void wrong(std::string_view key, std::string_view expected) const;
  [[nodiscard]] machine::Report& report() const { return report_; }
  [[nodiscard]] const machine::Place& place() const { return table_.place; }

private:
  const machine::Value& table_;
  std::string what_;
  machine::Report& report_;
};

/// A file or folder with data for a program, or for comparison with its output. For an untrusted
/// author it must lie in the folder of the experiment or rubric.
[[nodiscard]] std::optional<std::string>
read_own_name(const TableReader& reader, std::string_view key, const Experiment& of, Author author);

/// Reads the keys of C programs: call, optimize, cc, march, define, libraries, cflags.
[[nodiscard]] isa::COptions read_c_options(const TableReader& reader, Author author);

/// Reads an expression from a string at a location.
[[nodiscard]] std::optional<Expression>
read_expression(const std::string& text, const machine::Place& place, machine::Report& report);

[[nodiscard]] inline FilePlace file_place(const machine::Place& place) {
  return {place.line, place.column, place.length};
}

/// The axes of a table `set`: each key is a separate axis.
[[nodiscard]] std::vector<Axis> read_crossed(const machine::Value& table, machine::Report& report);
/// One axis with all keys of a table, whose lists must have equal length.
[[nodiscard]] std::optional<Axis> read_zipped(const machine::Value& table, machine::Report& report);

/// A value as TOML text.
[[nodiscard]] std::string toml_text(const machine::Value& value);
/// A string as TOML text.
[[nodiscard]] std::string toml_string(std::string_view text);

} // namespace stallscope::sweep

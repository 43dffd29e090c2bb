#pragma once

#include "base/diagnostic.hpp"
#include "machine/machine_file.hpp"
#include "machine/toml_value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// Collects the problems of a TOML file and of additional settings.
class Report {
public:
  Report(std::string_view file, std::string_view text, const std::vector<Setting>& settings)
      : file_(file), text_(text), settings_(settings) {}

  void error(const Place& place, std::string message, std::string expected = {},
             std::string suggestion = {});
  /// Reports a word that is not among the candidates, and suggests the nearest one.
  void unknown(const Place& place, std::string message, std::string expected, std::string_view word,
               const std::vector<std::string_view>& candidates);

  /// The name of a key for a message about it: as written in a setting, which names the table of a
  /// list (unit.alu.latency for `full` = unit.latency).
  [[nodiscard]] std::string key_name(const Place& place, std::string full) const;

  [[nodiscard]] std::size_t count() const { return diagnostics_.size(); }
  /// All problems, those of the file first, in order of position, with source lines. Clears the
  /// report.
  [[nodiscard]] Diagnostics take();

private:
  struct Entry {
    Place place;
    Diagnostic diagnostic;
  };

  std::string_view file_;
  std::string_view text_;
  const std::vector<Setting>& settings_;
  std::vector<Entry> diagnostics_;
};

/// "a, b, c"
[[nodiscard]] std::string joined(const std::vector<std::string_view>& words);

} // namespace stallscope::machine

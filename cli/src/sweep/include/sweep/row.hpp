#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace stallscope::sweep {

/// The columns of a run, in database order. cli/src/sweep/DATABASE.md defines them.
enum class Column : std::uint8_t {
  point,
  program,
  isa,
  machine,
  scheduler,
  repeat,
  seed,
  settings,
  status,
  stop,
  error,
  exit_code,
  cycles,
  instructions,
  micro_ops,
  ipc,
  branches,
  mispredictions,
  wrong_path_ops,
  cost,
  ledger,
  cpi,
  counts,
  output_bytes,
  output_hash,
  program_hash,
  machine_hash,
  version,
  host_seconds,
  host_instructions_per_second,
};
inline constexpr std::size_t kColumnCount =
    static_cast<std::size_t>(Column::host_instructions_per_second) + 1;

enum class CellType : std::uint8_t { integer, real, text, json };

struct ColumnInfo {
  std::string_view name;
  CellType type;
  bool host = false; ///< depends on the computer: differs from run to run
};
[[nodiscard]] const std::array<ColumnInfo, kColumnCount>& columns();

/// Empty if the run has no such value, such as the cycles of a run that could not start.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A row of the database: one run.
struct Row {
  std::array<Cell, kColumnCount> cells;

  [[nodiscard]] Cell& at(Column column) { return cells[static_cast<std::size_t>(column)]; }
  [[nodiscard]] const Cell& at(Column column) const {
    return cells[static_cast<std::size_t>(column)];
  }
  void set(Column column, std::uint64_t value) { at(column) = static_cast<std::int64_t>(value); }
  void set(Column column, std::string_view value) { at(column) = std::string(value); }
  void set(Column column, double value) { at(column) = value; }
  [[nodiscard]] std::int64_t integer(Column column) const {
    const auto* value = std::get_if<std::int64_t>(&at(column));
    return value == nullptr ? 0 : *value;
  }
  [[nodiscard]] std::string_view text(Column column) const {
    const auto* value = std::get_if<std::string>(&at(column));
    return value == nullptr ? std::string_view() : std::string_view(*value);
  }
  [[nodiscard]] bool failed() const { return text(Column::status) != "done"; }
};

/// A row as a line of text, for transfer between processes.
[[nodiscard]] std::string to_line(const Row& row);
/// Parses a line of to_line(); false if invalid.
[[nodiscard]] bool from_line(std::string_view line, Row& row);

/// The cell as text: numbers in the shortest form that reads back equal, an empty cell as an empty
/// text.
[[nodiscard]] std::string to_text(const Cell& cell);

} // namespace stallscope::sweep

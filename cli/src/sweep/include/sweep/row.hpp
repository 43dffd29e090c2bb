#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace stallscope::sweep {

/// What the database has of a run, in the order of its columns. cli/src/sweep/DATABASE.md says what
/// each means.
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
  bool host = false; ///< of the computer it ran on: differs from run to run
};
[[nodiscard]] const std::array<ColumnInfo, kColumnCount>& columns();

/// Nothing is what a run does not have, such as the cycles of one that could not begin.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A run as the database has it.
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

/// A row on a line of its own, to be sent to another process.
[[nodiscard]] std::string to_line(const Row& row);
/// False when the line is none of to_line().
[[nodiscard]] bool from_line(std::string_view line, Row& row);

/// The cell as text: numbers shortest so that they read back equal, nothing as an empty text.
[[nodiscard]] std::string to_text(const Cell& cell);

} // namespace stallscope::sweep

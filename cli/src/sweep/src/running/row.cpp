#include "sweep/row.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stallscope::sweep {

const std::array<ColumnInfo, kColumnCount>& columns() {
  static constexpr std::array<ColumnInfo, kColumnCount> kColumns{{
      {"point", CellType::integer},
      {"program", CellType::text},
      {"isa", CellType::text},
      {"machine", CellType::text},
      {"scheduler", CellType::text},
      {"repeat", CellType::integer},
      {"seed", CellType::integer},
      {"settings", CellType::json},
      {"status", CellType::text},
      {"stop", CellType::text},
      {"error", CellType::text},
      {"exit_code", CellType::integer},
      {"cycles", CellType::integer},
      {"instructions", CellType::integer},
      {"micro_ops", CellType::integer},
      {"ipc", CellType::real},
      {"branches", CellType::integer},
      {"mispredictions", CellType::integer},
      {"wrong_path_ops", CellType::integer},
      {"cost", CellType::real},
      {"ledger", CellType::json},
      {"cpi", CellType::json},
      {"counts", CellType::json},
      {"output_bytes", CellType::integer},
      {"output_hash", CellType::text},
      {"program_hash", CellType::text},
      {"machine_hash", CellType::text},
      {"version", CellType::text},
      {"host_seconds", CellType::real, true},
      {"host_instructions_per_second", CellType::real, true},
  }};
  return kColumns;
}

std::string to_line(const Row& row) {
  nlohmann::json line = nlohmann::json::array();
  for (const Cell& cell : row.cells)
    std::visit(
        [&line](const auto& value) {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
            line.push_back(nullptr);
          else
            line.push_back(value);
        },
        cell);
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

bool from_line(std::string_view line, Row& row) {
  const nlohmann::json cells = nlohmann::json::parse(line, nullptr, false);
  if (!cells.is_array() || cells.size() != kColumnCount)
    return false;
  for (std::size_t i = 0; i < kColumnCount; ++i) {
    const nlohmann::json& cell = cells[i];
    if (cell.is_number_integer())
      row.cells[i] = cell.get<std::int64_t>();
    else if (cell.is_number())
      row.cells[i] = cell.get<double>();
    else if (cell.is_string())
      row.cells[i] = cell.get<std::string>();
    else
      row.cells[i] = {};
  }
  return true;
}

std::string to_text(const Cell& cell) {
  if (const auto* integer = std::get_if<std::int64_t>(&cell))
    return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&cell))
    return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string>(&cell))
    return *text;
  return {};
}

} // namespace stallscope::sweep

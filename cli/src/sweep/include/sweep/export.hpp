#pragma once

#include "base/diagnostic.hpp"
#include "sweep/database.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::sweep {

enum class ExportFormat : std::uint8_t { csv, json_lines };

struct ExportOptions {
  ExportFormat format = ExportFormat::csv;
  bool host = true; ///< include values that differ from run to run
};

/// Exports all rows by number, with a column (or JSON key) for each parameter (`set.KEY`), slot
/// account (`ledger.retire.raw`), part of the CPI stack (`cpi.raw`) and count
/// (`count.cache.L1D.misses`) of any run. CSV rows have all columns; JSON objects only those of the
/// run. The text is passed to `write` in pieces; `write` returns false to stop.
[[nodiscard]] Diagnostics export_rows(Database& database, const ExportOptions& options,
                                      const std::function<bool(std::string_view)>& write);

/// A limit exceeded by a JSON column, which databases written by sweeps never exceed.
enum class PassedLimit : std::uint8_t { none, members, depth };
[[nodiscard]] Diagnostic refusal_of(PassedLimit passed);

/// The members of a JSON column, nested names joined by dots, with values as text. Empty for
/// invalid JSON. `passed` is set if a limit is exceeded; the result is invalid then.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
flat_members(std::string_view json, PassedLimit* passed = nullptr);

} // namespace stallscope::sweep

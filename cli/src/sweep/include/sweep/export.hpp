#pragma once

#include "base/diagnostic.hpp"
#include "sweep/database.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sweep {

enum class ExportFormat : std::uint8_t { csv, json_lines };

struct ExportOptions {
  ExportFormat format = ExportFormat::csv;
  bool host = true; ///< with what differs from run to run
};

/// All rows by number: a column (a key) for each parameter (`set.KEY`), slot account
/// (`ledger.retire.raw`), part of the CPI stack (`cpi.raw`) and count (`count.cache.L1D.misses`)
/// that some run has. Rows of CSV all have all columns; objects have those that the run has. The
/// text comes in pieces; `write` gives false to end.
[[nodiscard]] Diagnostics export_rows(Database& database, const ExportOptions& options,
                                      const std::function<bool(std::string_view)>& write);

/// Different parameters, accounts and counts that rows may have.
inline constexpr std::size_t kMostMembers = 4096;
[[nodiscard]] Diagnostic too_many_members(const std::string& file);

/// The members of a column of JSON, nested names joined by dots, with values as text. Empty for no
/// JSON and for what no sweep writes, very deep; of more than kMostMembers one more than these.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> flat_members(std::string_view json);

} // namespace stallscope::sweep

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
  bool host = true; ///< with what differs from run to run
};

/// All rows by number: a column (a key) for each parameter (`set.KEY`), slot account
/// (`ledger.retire.raw`), part of the CPI stack (`cpi.raw`) and count (`count.cache.L1D.misses`)
/// that some run has. Rows of CSV all have all columns; objects have those that the run has. The
/// text comes in pieces; `write` gives false to end.
[[nodiscard]] Diagnostics export_rows(Database& database, const ExportOptions& options,
                                      const std::function<bool(std::string_view)>& write);

/// A limit that columns of JSON pass, which no sweep writes so.
enum class PassedLimit : std::uint8_t { none, members, depth };
[[nodiscard]] Diagnostic refusal_of(PassedLimit passed);

/// The members of a column of JSON, nested names joined by dots, with values as text. Empty for
/// what is no JSON. Of a cell beyond the limits `passed` gets which; its members are of no use
/// then.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
flat_members(std::string_view json, PassedLimit* passed = nullptr);

} // namespace stallscope::sweep

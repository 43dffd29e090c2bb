#pragma once

#include "base/result.hpp"
#include "sweep/database.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sweep {

struct Merged {
  DatabaseInfo info;
  std::vector<Row> rows;     ///< by number
  std::uint64_t missing = 0; ///< points of the experiment in none of the databases
  std::uint64_t twice = 0;   ///< points in several databases, with equal results
};

/// Merges databases of one experiment, sharded or not. Errors: an unreadable database, a database
/// of another experiment or program version, and each point with different results in two databases
/// (apart from columns that depend on the computer). A point that failed in one database and
/// succeeded in another counts as successful.
[[nodiscard]] Result<Merged> merge_databases(const std::vector<std::string>& files);

} // namespace stallscope::sweep

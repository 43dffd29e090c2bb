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
  std::uint64_t missing = 0; ///< points of the experiment that no database has
  std::uint64_t twice = 0;   ///< points that several databases have, with equal results
};

/// Joins databases of one experiment, shards or not. Errors: one that cannot be read, one of
/// another experiment or made by another version, and every point of which two give different
/// results (what is of the computer it ran on may differ). A point that failed in one and is done
/// in another is done.
[[nodiscard]] Result<Merged> merge_databases(const std::vector<std::string>& files);

} // namespace stallscope::sweep

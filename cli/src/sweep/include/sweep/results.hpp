#pragma once

#include "base/result.hpp"
#include "sweep/database.hpp"
#include "sweep/expression.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sweep {

/// What can differ between runs: program, machine, scheduler and the keys of the axes.
struct Parameter {
  std::string name;
  std::vector<std::string> values; ///< that occur: numbers ascending, others as they come
  bool numeric = false;            ///< all of them are numbers

  [[nodiscard]] bool varies() const { return values.size() > 1; }
};

/// Runs that differ in repeat and seed only: means over those that are done.
struct Config {
  std::vector<std::string> values; ///< by parameter; empty: this machine does not have it
  std::uint64_t runs = 0;
  double cycles = 0;
  double ipc = 0;
  /// Of runs that are sampled, the interval of confidence: of repeats, the mean of theirs.
  std::optional<double> ipc_low;
  std::optional<double> ipc_high;
  std::optional<double> cost;
  std::map<std::string, double> cpi; ///< cycles an instruction by reason
};

/// A database, sorted for charts.
struct Results {
  DatabaseInfo info;
  std::vector<Row> rows; ///< all of them by number
  std::vector<Parameter> parameters;
  std::vector<Config> configs; ///< with cycles, in the order of their first points
  std::uint64_t failed = 0;

  [[nodiscard]] std::optional<std::size_t> parameter(std::string_view name) const;
  [[nodiscard]] Scalar lookup(const Config& config, std::string_view name) const;
  /// Where it varies: "words, 16, tage".
  [[nodiscard]] std::string label(const Config& config,
                                  const std::vector<std::size_t>& parameters) const;
};

[[nodiscard]] Result<Results> read_results(Database& database);

} // namespace stallscope::sweep

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

/// A dimension in which runs can differ: program, machine, scheduler or a key of the axes.
struct Parameter {
  std::string name;
  std::vector<std::string> values; ///< values that occur: numbers ascending, others in order of
                                   ///< occurrence
  bool numeric = false;            ///< all of them are numbers

  [[nodiscard]] bool varies() const { return values.size() > 1; }
};

/// Runs that differ only in repeat and seed: means over the successful ones.
struct Config {
  std::vector<std::string> values; ///< by parameter; empty: not a parameter of this machine
  std::uint64_t runs = 0;
  double cycles = 0;
  double ipc = 0;
  /// Confidence interval for sampled runs; the mean over repeats.
  std::optional<double> ipc_low;
  std::optional<double> ipc_high;
  std::optional<double> cost;
  std::map<std::string, double> cpi; ///< cycles per instruction, by reason
};

/// The content of a database, arranged for charts.
struct Results {
  DatabaseInfo info;
  std::vector<Row> rows; ///< sorted by number
  std::vector<Parameter> parameters;
  std::vector<Config> configs; ///< configurations with cycles, in the order of their first points
  std::uint64_t failed = 0;

  [[nodiscard]] std::optional<std::size_t> parameter(std::string_view name) const;
  [[nodiscard]] Scalar lookup(const Config& config, std::string_view name) const;
  /// The values of the varying parameters: "words, 16, tage".
  [[nodiscard]] std::string label(const Config& config,
                                  const std::vector<std::size_t>& parameters) const;
};

[[nodiscard]] Result<Results> read_results(Database& database);

} // namespace stallscope::sweep

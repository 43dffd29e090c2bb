#pragma once

#include "arguments/train_arguments.hpp"
#include "base/read_file.hpp"
#include "sweep/database.hpp"
#include "sweep/experiment.hpp"
#include "sweep/workers.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// The files that points name, read before there are workers, which open none.
class PlanFiles {
public:
  /// Reads a file once; an error if it cannot be read.
  [[nodiscard]] Diagnostics add(const std::string& name, std::string_view what, Streams streams);
  [[nodiscard]] Result<std::string> text(const std::string& name) const;
  /// All that was read, with the names: what the results depend on beside the settings.
  [[nodiscard]] std::string contents() const;

private:
  std::map<std::string, std::string> texts_;
};

/// Points that are plans of training with values of their keys: plans x axes, the last key fastest,
/// less what the filters of the experiment refuse. `settings` are over the values of the files, and
/// below those of the axes.
class PlanPoints {
public:
  /// `files`: of each plan of the experiment, the file; empty: none, but settings.
  PlanPoints(sweep::Experiment experiment, std::vector<std::string> files,
             std::vector<PlanSetting> settings);

  /// Finds points and reads files; must be called first. A key that plans do not have, or a file
  /// that cannot be read, is an error; a choice of values that makes no plan is a point that fails.
  [[nodiscard]] Diagnostics read(Streams streams);

  [[nodiscard]] std::uint64_t count() const { return points_.size(); }
  [[nodiscard]] std::uint64_t filtered() const { return filtered_; }
  [[nodiscard]] const sweep::Experiment& experiment() const { return experiment_; }
  /// Keys of all axes, in order.
  [[nodiscard]] std::vector<std::string> keys() const;
  /// Values of the keys at a point, by index from 0.
  [[nodiscard]] std::vector<sweep::AxisValue> values(std::uint64_t index) const;
  [[nodiscard]] nlohmann::ordered_json settings(std::uint64_t index) const;
  /// "gpipe.toml, micro_batches=8".
  [[nodiscard]] std::string describe(std::uint64_t index) const;

  [[nodiscard]] sweep::PointSet set() const;
  [[nodiscard]] sweep::DatabaseInfo info(std::uint64_t shard, std::uint64_t shards) const;

private:
  struct Point {
    std::uint32_t plan = 0;
    std::uint64_t choice = 0;
  };

  [[nodiscard]] std::vector<sweep::AxisValue> values_of(std::uint64_t choice) const;
  [[nodiscard]] std::uint64_t choices() const;
  [[nodiscard]] Diagnostics check_keys() const;
  void find_points();
  [[nodiscard]] bool refused(const Point& point) const;
  [[nodiscard]] std::string path_of(const std::string& key, const std::string& value) const;
  [[nodiscard]] Diagnostics read_named(std::size_t plan, Streams streams);
  [[nodiscard]] sweep::Row row_of(std::uint64_t index) const;
  [[nodiscard]] sweep::Row failed_row(std::uint64_t index, std::string_view stop,
                                      std::string_view error) const;
  [[nodiscard]] sweep::Row evaluated(std::uint64_t index) const;

  sweep::Experiment experiment_;
  std::vector<std::string> plan_files_;
  std::vector<PlanSetting> settings_;
  PlanFiles files_;
  std::vector<Point> points_;
  std::uint64_t filtered_ = 0;
};

} // namespace stallscope::cli

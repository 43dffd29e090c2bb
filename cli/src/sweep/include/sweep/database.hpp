#pragma once

#include "base/result.hpp"
#include "sweep/row.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sweep {

/// Version of the schema in DATABASE.md.
inline constexpr std::string_view kSchema = "stallscope.sweep/1";

/// Metadata of a database.
struct DatabaseInfo {
  std::string plan_hash;
  std::string version; ///< version of the program that produced the results
  std::string title;
  std::string experiment; ///< text of the experiment file
  std::string experiment_file;
  std::string keys;         ///< keys of the axes, a JSON list in order
  std::string baseline;     ///< expression; empty: none
  std::uint64_t points = 0; ///< number in the whole experiment
  std::uint64_t shard = 1;  ///< the database contains the points with (number - 1) % shards = shard
                            ///< - 1
  std::uint64_t shards = 1;

  /// Number of points of this shard.
  [[nodiscard]] std::uint64_t own_points() const {
    return points / shards + (points % shards >= shard ? 1 : 0);
  }
  [[nodiscard]] bool owns(std::uint64_t number) const { return (number - 1) % shards == shard - 1; }
};

/// Results of a sweep in an SQLite file, with one writing process at a time, which holds a lock on
/// the file until the process ends. Other processes may read concurrently. Every commit is a
/// transaction, so that committed results survive a kill -9.
class Database {
public:
  /// Opens for writing, creating the database if necessary, with the metadata `info`; is_new() is
  /// true then. Errors as for open_to_write.
  [[nodiscard]] static Result<Database> open_or_make(const std::string& file,
                                                     const DatabaseInfo& info);
  /// Opens for writing. Errors: file not found, not a sweep database, locked by another writer.
  [[nodiscard]] static Result<Database> open_to_write(const std::string& file);
  /// Opens for reading; nothing is written, except that the journal of a killed sweep is rolled
  /// back.
  [[nodiscard]] static Result<Database> open_to_read(const std::string& file);

  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  [[nodiscard]] const DatabaseInfo& info() const;
  [[nodiscard]] bool is_new() const;
  /// Adds rows in one transaction. Existing points are replaced.
  [[nodiscard]] Diagnostics add(const std::vector<Row>& rows);
  /// Deletes failed points, so that they run again.
  [[nodiscard]] Diagnostics remove_failed();
  /// Numbers of the points present, ascending.
  [[nodiscard]] Result<std::vector<std::uint64_t>> numbers();
  /// Iterates over all rows by number.
  [[nodiscard]] Diagnostics for_each(const std::function<void(Row&&)>& take);
  [[nodiscard]] Result<std::vector<Row>> rows();
  [[nodiscard]] const std::string& file() const;
  /// To be called in a forked process: closes the lock's descriptor without unlocking.
  void forget_in_child();

private:
  class Impl;
  explicit Database(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace stallscope::sweep

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

/// The schema that DATABASE.md describes.
inline constexpr std::string_view kSchema = "stallscope.sweep/1";

/// What a database says of itself.
struct DatabaseInfo {
  std::string plan_hash;
  std::string version; ///< of the program whose results these are
  std::string title;
  std::string experiment; ///< the file's text
  std::string experiment_file;
  std::string keys;         ///< of the axes, a JSON list in their order
  std::string baseline;     ///< expression; empty: none
  std::uint64_t points = 0; ///< of the whole experiment
  std::uint64_t shard = 1;  ///< has the points with (number - 1) % shards = shard - 1
  std::uint64_t shards = 1;

  /// Points that are to be in this database.
  [[nodiscard]] std::uint64_t own_points() const {
    return points / shards + (points % shards >= shard ? 1 : 0);
  }
  [[nodiscard]] bool owns(std::uint64_t number) const { return (number - 1) % shards == shard - 1; }
};

/// Results of a sweep in an SQLite file.
///
/// One process writes it at a time: it holds a lock on the file, which goes with the process,
/// however that ends. Others may read meanwhile. Every commit is a transaction, so that what was
/// committed is there after a kill -9.
class Database {
public:
  /// For more results, made when there is none yet: is_new() then, and `info` is what it says of
  /// itself. Errors as of open_to_write.
  [[nodiscard]] static Result<Database> open_or_make(const std::string& file,
                                                     const DatabaseInfo& info);
  /// For more results. Errors: no such file, no database of ours, another one writes it.
  [[nodiscard]] static Result<Database> open_to_write(const std::string& file);
  /// For reading only; nothing is written, whatever a killed sweep has left behind is read as it
  /// will be.
  [[nodiscard]] static Result<Database> open_to_read(const std::string& file);

  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  [[nodiscard]] const DatabaseInfo& info() const;
  [[nodiscard]] bool is_new() const;
  /// Adds rows in one transaction. A point that is there already is replaced.
  [[nodiscard]] Diagnostics add(const std::vector<Row>& rows);
  /// Forgets failed points, so that they run again.
  [[nodiscard]] Diagnostics remove_failed();
  /// Numbers of the points that are there, ascending.
  [[nodiscard]] Result<std::vector<std::uint64_t>> numbers();
  /// All rows by number, one after the other.
  [[nodiscard]] Diagnostics for_each(const std::function<void(Row&&)>& take);
  [[nodiscard]] Result<std::vector<Row>> rows();
  [[nodiscard]] const std::string& file() const;
  /// To be called in a process that was forked: lets go of the lock and of nothing else.
  void forget_in_child();

private:
  class Impl;
  explicit Database(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace stallscope::sweep

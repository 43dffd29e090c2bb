#pragma once

#include "base/diagnostic.hpp"
#include "sweep/row.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace stallscope::sweep {

/// An SQLite connection to an untrusted file. Views and triggers are not run, functions in the
/// schema with side effects are not called, and internal tables are not written. Crafted trees with
/// repeated pages, or texts with shared pages, can make a small file endless: the steps and text
/// bytes of a statement are limited by the file size.
class Connection {
public:
  explicit Connection(std::string file) : file_(std::move(file)) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  enum class Way : std::uint8_t { write, read };
  /// With `read` nothing is written, except the rollback of an interrupted writer's journal, which
  /// is required for reading.
  [[nodiscard]] Diagnostics open(Way way);

  /// SQLite's last error message.
  [[nodiscard]] Diagnostics problem(std::string_view what) const;
  [[nodiscard]] bool execute(const std::string& sql);

private:
  friend class Statement;

  [[nodiscard]] Diagnostics check_journal() const;
  [[nodiscard]] bool has_write_ahead_log() const;
  [[nodiscard]] bool connect(int flags);
  void distrust();
  /// Sets the step limit of the next statement.
  void begin_statement();

  std::string file_; ///< as named by the caller
  std::string path_; ///< absolute, without links
  sqlite3* sqlite_ = nullptr;
  std::uint64_t steps_ = 0;      ///< steps of SQLite's virtual machine, in thousands
  std::uint64_t most_steps_ = 0; ///< for the statement
  std::uint64_t text_bytes_ = 0; ///< read by the statement
  std::uint64_t most_text_ = 0;
  bool endless_ = false; ///< a statement exceeded a limit
};

/// A statement, finalized on destruction. A connection can have only one at a time.
class Statement {
public:
  Statement(Connection& connection, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(int index, const Cell& cell);
  /// Advances to the next row; false at the end.
  [[nodiscard]] bool step();
  /// Resets the statement for new values; unbound parameters are NULL.
  void reset();
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] Cell cell(int index);

private:
  Connection& connection_;
  sqlite3_stmt* statement_ = nullptr;
  bool ok_ = false;
};

} // namespace stallscope::sweep

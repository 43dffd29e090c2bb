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

/// A connection of SQLite's to a file that anybody may have made. Its views and triggers are not
/// run, functions in its schema that do more than compute are not called, and its internal tables
/// are not written. A tree whose branches are one and the same page, or texts that share their
/// pages, make a small file endless: what a statement does, and the texts it reads, are bounded by
/// the size of the file.
class Connection {
public:
  explicit Connection(std::string file) : file_(std::move(file)) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  enum class Way : std::uint8_t { write, read };
  /// With `read` nothing is written, except that what a killed writer has left half done is undone,
  /// without which nothing can be read.
  [[nodiscard]] Diagnostics open(Way way);

  /// What SQLite says went wrong last.
  [[nodiscard]] Diagnostics problem(std::string_view what) const;
  [[nodiscard]] bool execute(const std::string& sql);

private:
  friend class Statement;

  [[nodiscard]] Diagnostics check_journal() const;
  [[nodiscard]] bool has_write_ahead_log() const;
  [[nodiscard]] bool connect(int flags);
  void distrust();
  /// What the next statement may cost.
  void begin_statement();

  std::string file_; ///< as the caller names it
  std::string path_; ///< absolute, without links
  sqlite3* sqlite_ = nullptr;
  std::uint64_t steps_ = 0;      ///< of SQLite's virtual machine, in thousands
  std::uint64_t most_steps_ = 0; ///< for the statement
  std::uint64_t text_bytes_ = 0; ///< read by the statement
  std::uint64_t most_text_ = 0;
  bool endless_ = false; ///< a statement passed a bound
};

/// A statement that is finalized. A connection has one at a time.
class Statement {
public:
  Statement(Connection& connection, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(int index, const Cell& cell);
  /// Another row is there.
  [[nodiscard]] bool step();
  /// Ready to be filled and stepped again; what is not bound is NULL.
  void reset();
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] Cell cell(int index);

private:
  Connection& connection_;
  sqlite3_stmt* statement_ = nullptr;
  bool ok_ = false;
};

} // namespace stallscope::sweep

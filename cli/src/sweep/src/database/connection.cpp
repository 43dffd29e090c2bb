#include "database/connection.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sqlite3.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace stallscope::sweep {

namespace {

namespace fs = std::filesystem;

/// Size limit of a cell; SQLite's own limit is 1 GB.
constexpr int kMostCellBytes = InputLimits::database_cell;
/// Virtual machine steps between calls of the counting handler.
constexpr int kStepsAtOnce = 1000;
/// A row takes a step for each column, and at least a byte for each column in the file.
constexpr std::uint64_t kStepsPerByte = 4;
/// Fixed cost of a statement.
constexpr std::uint64_t kStepsInAnyCase = 100'000;
/// UTF-16 takes 2 bytes where UTF-8 takes 3.
constexpr std::uint64_t kTextPerByte = 2;

/// End of a journal that names a super-journal, which SQLite deletes after rolling back
/// (https://www.sqlite.org/fileformat2.html, "The Rollback Journal").
constexpr std::string_view kNamesAFile = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";

std::uint64_t size_of(const std::string& path) {
  std::error_code failed;
  const std::uintmax_t size = fs::file_size(path, failed);
  return failed ? 0 : size;
}

/// The bytes of a plain file at `offset`; empty when there are fewer.
std::string bytes_at(const Descriptor& file, off_t offset, std::size_t count) {
  std::string bytes(count, '\0');
  const ssize_t got = pread(file.get(), bytes.data(), count, offset);
  return got == static_cast<ssize_t>(count) ? bytes : std::string();
}

} // namespace

Connection::~Connection() {
  sqlite3_close(sqlite_);
}

Diagnostics Connection::open(Way way) {
  std::error_code failed;
  // A path with a folder cannot have a special meaning for SQLite, like ":memory:".
  path_ = fs::canonical(file_, failed).string();
  if (failed)
    return {file_problem(file_, "cannot be opened: " + failed.message())};
  if (Diagnostics refused = check_journal(); !refused.empty())
    return refused;
  if (!connect(way == Way::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE))
    return problem("cannot be opened");
  if (has_write_ahead_log())
    return {file_problem(file_, "it has a write-ahead log, which reading would write",
                         "a database after 'PRAGMA journal_mode = DELETE'")};
  if (way == Way::write)
    return {};
  bool half_done = false;
  {
    Statement look(*this, "SELECT 1 FROM sqlite_master LIMIT 1");
    half_done = !look.step() && sqlite3_extended_errcode(sqlite_) == SQLITE_READONLY_ROLLBACK;
  }
  if (half_done && (!connect(SQLITE_OPEN_READWRITE) || !execute("PRAGMA query_only = ON")))
    return problem("cannot be opened");
  return {};
}

/// Checks the journal before opening, since SQLite rolls back a hot journal first.
Diagnostics Connection::check_journal() const {
  const std::string journal = path_ + "-journal";
  std::error_code failed;
  const fs::file_status status = fs::symlink_status(journal, failed);
  if (status.type() == fs::file_type::not_found)
    return {};
  const Descriptor opened = open_to_read(journal, Streams::refuse);
  const auto end = static_cast<off_t>(size_of(journal));
  const auto tail = static_cast<off_t>(kNamesAFile.size());
  if (status.type() != fs::file_type::regular || !opened.ok())
    return {file_problem(file_ + "-journal", "this is no plain file that can be read",
                         "the database alone, or the journal that its writer has left")};
  if (end >= tail && bytes_at(opened, end - tail, kNamesAFile.size()) == kNamesAFile)
    return {file_problem(file_ + "-journal",
                         "this journal names another file, which would be removed",
                         "the database alone, or the journal that a sweep has left")};
  return {};
}

/// File format versions in the header, one byte each for writing and reading. Read through SQLite's
/// descriptor: closing another one would drop its locks.
bool Connection::has_write_ahead_log() const {
  // The header's text, then the versions: 2 is a write-ahead log.
  constexpr std::string_view kHeader("SQLite format 3\0", 16);
  constexpr std::size_t kVersions = 18;
  sqlite3_file* file = nullptr;
  std::array<char, kVersions + 2> start{};
  return sqlite3_file_control(sqlite_, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK &&
         file->pMethods != nullptr &&
         file->pMethods->xRead(file, start.data(), static_cast<int>(start.size()), 0) ==
             SQLITE_OK &&
         std::string_view(start.data(), kHeader.size()) == kHeader &&
         std::max(start[kVersions], start[kVersions + 1]) > 1;
}

bool Connection::connect(int flags) {
  sqlite3_close(sqlite_);
  sqlite_ = nullptr;
  if (sqlite3_open_v2(path_.c_str(), &sqlite_, flags, nullptr) != SQLITE_OK)
    return false;
  sqlite3_busy_timeout(sqlite_, 10'000);
  distrust();
  return true;
}

void Connection::distrust() {
  for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}})
    sqlite3_db_config(sqlite_, option, value, nullptr);
  sqlite3_limit(sqlite_, SQLITE_LIMIT_LENGTH, kMostCellBytes);
  sqlite3_progress_handler(
      sqlite_, kStepsAtOnce,
      [](void* itself) {
        auto& connection = *static_cast<Connection*>(itself);
        connection.steps_ += kStepsAtOnce;
        connection.endless_ = connection.endless_ || connection.steps_ > connection.most_steps_;
        return connection.endless_ ? 1 : 0;
      },
      this);
}

void Connection::begin_statement() {
  const std::uint64_t bytes = size_of(path_);
  steps_ = text_bytes_ = 0;
  most_steps_ = kStepsInAnyCase + kStepsPerByte * bytes;
  most_text_ = kTextPerByte * bytes;
}

Diagnostics Connection::problem(std::string_view what) const {
  return {
      file_problem(file_, fmt::format("{}: {}", what,
                                      endless_ ? "it claims to hold more than fits into its size"
                                               : sqlite3_errmsg(sqlite_)))};
}

bool Connection::execute(const std::string& sql) {
  begin_statement();
  return sqlite3_exec(sqlite_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

Statement::Statement(Connection& connection, const std::string& sql) : connection_(connection) {
  connection_.begin_statement(); // preparing the first one reads the schema
  ok_ = sqlite3_prepare_v2(connection_.sqlite_, sql.c_str(), -1, &statement_, nullptr) == SQLITE_OK;
}

Statement::~Statement() {
  sqlite3_finalize(statement_);
}

void Statement::bind(int index, const Cell& cell) {
  if (statement_ == nullptr)
    return;
  int result = SQLITE_OK;
  if (const auto* integer = std::get_if<std::int64_t>(&cell))
    result = sqlite3_bind_int64(statement_, index, *integer);
  else if (const auto* real = std::get_if<double>(&cell))
    result = sqlite3_bind_double(statement_, index, *real);
  else if (const auto* text = std::get_if<std::string>(&cell))
    result = sqlite3_bind_text64(statement_, index, text->data(), text->size(), SQLITE_TRANSIENT,
                                 SQLITE_UTF8);
  ok_ = ok_ && result == SQLITE_OK;
}

bool Statement::step() {
  const int result = ok_ && !connection_.endless_ ? sqlite3_step(statement_) : SQLITE_ERROR;
  ok_ = result == SQLITE_ROW || result == SQLITE_DONE;
  return result == SQLITE_ROW;
}

void Statement::reset() {
  if (statement_ == nullptr)
    return;
  connection_.begin_statement();
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

Cell Statement::cell(int index) {
  switch (sqlite3_column_type(statement_, index)) {
  case SQLITE_INTEGER:
    return static_cast<std::int64_t>(sqlite3_column_int64(statement_, index));
  case SQLITE_FLOAT:
    return sqlite3_column_double(statement_, index);
  case SQLITE_TEXT: {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, index));
    const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(statement_, index));
    connection_.text_bytes_ += bytes;
    connection_.endless_ =
        connection_.endless_ || text == nullptr || connection_.text_bytes_ > connection_.most_text_;
    return connection_.endless_ ? std::string() : std::string(text, bytes);
  }
  default:
    return {};
  }
}

} // namespace stallscope::sweep

#include "sweep/database.hpp"

#include "base/input_limits.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sqlite3.h>
#include <unistd.h>

namespace stallscope::sweep {

namespace {

/// The longest cell that is read or written; SQLite's own limit is 1 GB.
constexpr int kMostCellBytes = InputLimits::database_cell;

std::string_view sql_type(CellType type) {
  switch (type) {
  case CellType::integer:
    return "INTEGER";
  case CellType::real:
    return "REAL";
  case CellType::text:
  case CellType::json:
    break;
  }
  return "TEXT";
}

std::string create_tables() {
  std::string sql = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);\n"
                    "CREATE TABLE runs (";
  for (const ColumnInfo& column : columns())
    sql += fmt::format("{}{} {}{}", &column == columns().data() ? "" : ", ", column.name,
                       sql_type(column.type), &column == columns().data() ? " PRIMARY KEY" : "");
  return sql + ");";
}

std::string all_columns() {
  std::string names;
  for (const ColumnInfo& column : columns())
    names += (names.empty() ? "" : ", ") + std::string(column.name);
  return names;
}

/// A statement that is finalized.
class Statement {
public:
  Statement(sqlite3* connection, const std::string& sql) {
    ok_ = sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement_, nullptr) == SQLITE_OK;
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(int index, const Cell& cell) {
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
  /// Another row is there.
  bool step() {
    const int result = ok_ ? sqlite3_step(statement_) : SQLITE_ERROR;
    ok_ = result == SQLITE_ROW || result == SQLITE_DONE;
    return result == SQLITE_ROW;
  }
  /// Ready to be filled and stepped again; what is not bound is NULL.
  void reset() {
    if (statement_ == nullptr)
      return;
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] Cell cell(int index) const {
    switch (sqlite3_column_type(statement_, index)) {
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(statement_, index));
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement_, index);
    case SQLITE_TEXT:
      return std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement_, index)),
                         static_cast<std::size_t>(sqlite3_column_bytes(statement_, index)));
    default:
      return {};
    }
  }

private:
  sqlite3_stmt* statement_ = nullptr;
  bool ok_ = false;
};

std::optional<std::uint64_t> number_in(const std::string& text) {
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || value > 1ULL << 59)
      return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return text.empty() ? std::nullopt : std::optional(value);
}

} // namespace

/// A connection, and the lock of a writer. The lock is one of the open file, beside those that
/// SQLite takes and gives back, on a byte that it never touches.
class Database::Impl {
public:
  explicit Impl(std::string file) : file_(std::move(file)) {}
  ~Impl() {
    sqlite3_close(connection_);
    if (lock_ >= 0) // not earlier: closing any descriptor of the file drops SQLite's locks
      close(lock_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  enum class Way : std::uint8_t { make_or_write, write, read };
  Diagnostics open(Way way, const DatabaseInfo* info);

  Diagnostics problem(std::string_view what) const {
    return {file_problem(file_, fmt::format("{}: {}", what, sqlite3_errmsg(connection_)))};
  }
  bool execute(const std::string& sql) {
    return sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  sqlite3* connection() { return connection_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const DatabaseInfo& info() const { return info_; }
  [[nodiscard]] bool is_new() const { return is_new_; }
  void forget_in_child() {
    if (lock_ >= 0)
      close(lock_);
    lock_ = -1;
  }

private:
  Diagnostics lock(Way way);
  Diagnostics connect(Way way);
  void distrust();
  bool is_empty();
  Diagnostics check_schema();
  Diagnostics make(const DatabaseInfo& info);
  Diagnostics read_info();

  std::string file_;
  sqlite3* connection_ = nullptr;
  int lock_ = -1;
  bool is_new_ = false;
  DatabaseInfo info_;
};

Diagnostics Database::Impl::lock(Way way) {
  const int flags = O_RDWR | O_CLOEXEC | (way == Way::make_or_write ? O_CREAT : 0);
  lock_ = ::open(file_.c_str(), flags, 0666);
  if (lock_ < 0)
    return {file_problem(file_, fmt::format("cannot be written: {}", std::strerror(errno)))};
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(0x7fffffff'00000000LL); // SQLite locks bytes from 1 GiB on
  range.l_len = 1;
  if (fcntl(lock_, F_OFD_SETLK, &range) == 0)
    return {};
  return {file_problem(file_, "another sweep writes this database",
                       "its end, or another file for the results")};
}

Diagnostics Database::Impl::open(Way way, const DatabaseInfo* info) {
  std::error_code ignored;
  const bool there = std::filesystem::exists(file_, ignored);
  if ((there || way != Way::make_or_write) && !std::filesystem::is_regular_file(file_, ignored))
    return {file_problem(file_, there ? "this is no file" : "there is no such file",
                         "a database that 'stallscope sweep' has written")};
  if (way != Way::read)
    if (Diagnostics refused = lock(way); !refused.empty())
      return refused;
  if (Diagnostics refused = connect(way); !refused.empty())
    return refused;
  if (way == Way::make_or_write && is_empty())
    return make(*info);
  if (Diagnostics refused = check_schema(); !refused.empty())
    return refused;
  return read_info();
}

/// A reader may not write, except that it undoes what a killed writer has left half done, without
/// which nothing can be read.
Diagnostics Database::Impl::connect(Way way) {
  std::error_code ignored;
  // With a folder in front no name means something else to SQLite, as ":memory:" does.
  const std::string path = std::filesystem::absolute(file_, ignored).string();
  const auto opened = [this, &path](int flags) {
    sqlite3_close(connection_);
    connection_ = nullptr;
    const bool ok = sqlite3_open_v2(path.c_str(), &connection_, flags, nullptr) == SQLITE_OK;
    if (ok) {
      sqlite3_busy_timeout(connection_, 10'000);
      distrust();
    }
    return ok;
  };
  if (!opened(way == Way::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE))
    return problem("cannot be opened");
  if (way != Way::read)
    return {};
  bool half_done = false;
  {
    Statement look(connection_, "SELECT count(*) FROM sqlite_master");
    half_done = !look.step() && sqlite3_extended_errcode(connection_) == SQLITE_READONLY_ROLLBACK;
  }
  if (!half_done)
    return {};
  if (!opened(SQLITE_OPEN_READWRITE) || !execute("PRAGMA query_only = ON"))
    return problem("cannot be opened");
  return {};
}

/// The file may come from anybody: its views and triggers are not run, functions in its schema
/// that do more than compute are not called, and its internal tables are not written.
void Database::Impl::distrust() {
  for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}})
    sqlite3_db_config(connection_, option, value, nullptr);
  sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH, kMostCellBytes);
}

/// Nothing has been written yet, or only half of what makes a database, which is undone.
bool Database::Impl::is_empty() {
  Statement select(connection_, "SELECT count(*) FROM sqlite_master");
  return select.step() && to_text(select.cell(0)) == "0";
}

Diagnostics Database::Impl::make(const DatabaseInfo& info) {
  info_ = info;
  is_new_ = true;
  const std::pair<const char*, std::string> entries[] = {
      {"schema", std::string(kSchema)},
      {"plan_hash", info.plan_hash},
      {"version", info.version},
      {"title", info.title},
      {"experiment", info.experiment},
      {"experiment_file", info.experiment_file},
      {"keys", info.keys},
      {"baseline", info.baseline},
      {"points", fmt::format("{}", info.points)},
      {"shard", fmt::format("{}", info.shard)},
      {"shards", fmt::format("{}", info.shards)},
  };
  if (!execute("BEGIN IMMEDIATE") || !execute(create_tables()))
    return problem("cannot be written");
  for (const auto& [key, value] : entries) {
    Statement insert(connection_, "INSERT INTO meta VALUES (?, ?)");
    insert.bind(1, std::string(key));
    insert.bind(2, value);
    insert.step();
    if (!insert.ok())
      return problem("cannot be written");
  }
  if (!execute("COMMIT"))
    return problem("cannot be written");
  return {};
}

/// Both tables are tables, and the one of runs has every column, in which something is stored.
Diagnostics Database::Impl::check_schema() {
  const auto refused = [this](std::string what) {
    return Diagnostics{
        file_problem(file_, std::move(what), "a database that 'stallscope sweep' has written")};
  };
  {
    Statement tables(connection_, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND "
                                  "name IN ('meta', 'runs') AND rootpage > 0");
    if (!tables.step() || to_text(tables.cell(0)) != "2")
      return refused("this is no database of a sweep");
  }
  std::map<std::string, bool> stored; // by column
  Statement select(connection_, "SELECT name, hidden FROM pragma_table_xinfo('runs')");
  while (select.step())
    stored[to_text(select.cell(0))] = to_text(select.cell(1)) == "0";
  if (!select.ok())
    return problem("cannot be read");
  for (const ColumnInfo& column : columns()) {
    const auto found = stored.find(std::string(column.name));
    if (found == stored.end())
      return refused(fmt::format("its table 'runs' has no column '{}'", column.name));
    if (!found->second)
      return refused(
          fmt::format("column '{}' of its table 'runs' is computed, not stored", column.name));
  }
  return {};
}

Diagnostics Database::Impl::read_info() {
  const auto no_database = [this] {
    return Diagnostics{file_problem(file_, "this is no database of a sweep",
                                    "a database that 'stallscope sweep' has written")};
  };
  Statement select(connection_, "SELECT key, value FROM meta");
  std::map<std::string, std::string> entries;
  while (select.step())
    entries[to_text(select.cell(0))] = to_text(select.cell(1));
  if (!select.ok() || entries["schema"].substr(0, 17) != kSchema.substr(0, 17))
    return no_database();
  if (entries["schema"] != kSchema)
    return {file_problem(file_, fmt::format("its schema is {}", entries["schema"]),
                         std::string(kSchema))};
  const auto points = number_in(entries["points"]);
  const auto shard = number_in(entries["shard"]);
  const auto shards = number_in(entries["shards"]);
  if (!points || !shard || !shards || *shards == 0 || *shard == 0 || *shard > *shards)
    return no_database();
  info_ = {entries["plan_hash"],
           entries["version"],
           entries["title"],
           entries["experiment"],
           entries["experiment_file"],
           entries["keys"],
           entries["baseline"],
           *points,
           *shard,
           *shards};
  return {};
}

Database::Database(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open_or_make(const std::string& file, const DatabaseInfo& info) {
  auto impl = std::make_unique<Impl>(file);
  if (Diagnostics problems = impl->open(Impl::Way::make_or_write, &info); !problems.empty())
    return problems;
  return Database(std::move(impl));
}

Result<Database> Database::open_to_write(const std::string& file) {
  auto impl = std::make_unique<Impl>(file);
  if (Diagnostics problems = impl->open(Impl::Way::write, nullptr); !problems.empty())
    return problems;
  return Database(std::move(impl));
}

Result<Database> Database::open_to_read(const std::string& file) {
  auto impl = std::make_unique<Impl>(file);
  if (Diagnostics problems = impl->open(Impl::Way::read, nullptr); !problems.empty())
    return problems;
  return Database(std::move(impl));
}

const DatabaseInfo& Database::info() const {
  return impl_->info();
}

bool Database::is_new() const {
  return impl_->is_new();
}

const std::string& Database::file() const {
  return impl_->file();
}

void Database::forget_in_child() {
  impl_->forget_in_child();
}

Diagnostics Database::add(const std::vector<Row>& rows) {
  std::string places = "?";
  for (std::size_t i = 1; i < kColumnCount; ++i)
    places += ", ?";
  if (!impl_->execute("BEGIN IMMEDIATE"))
    return impl_->problem("cannot be written");
  {
    Statement insert(
        impl_->connection(),
        fmt::format("INSERT OR REPLACE INTO runs ({}) VALUES ({})", all_columns(), places));
    for (const Row& row : rows) {
      insert.reset();
      for (std::size_t i = 0; i < kColumnCount; ++i)
        insert.bind(static_cast<int>(i + 1), row.cells[i]);
      insert.step();
      if (!insert.ok())
        return impl_->problem("cannot be written");
    }
  }
  return impl_->execute("COMMIT") ? Diagnostics{} : impl_->problem("cannot be written");
}

Diagnostics Database::remove_failed() {
  return impl_->execute("DELETE FROM runs WHERE status <> 'done'")
             ? Diagnostics{}
             : impl_->problem("cannot be written");
}

Result<std::vector<std::uint64_t>> Database::numbers() {
  Statement select(impl_->connection(), "SELECT point FROM runs ORDER BY point");
  std::vector<std::uint64_t> numbers;
  while (select.step())
    if (const Cell cell = select.cell(0); std::holds_alternative<std::int64_t>(cell))
      numbers.push_back(static_cast<std::uint64_t>(std::get<std::int64_t>(cell)));
  if (!select.ok())
    return impl_->problem("cannot be read");
  return numbers;
}

Diagnostics Database::for_each(const std::function<void(Row&&)>& take) {
  Statement select(impl_->connection(),
                   fmt::format("SELECT {} FROM runs ORDER BY point", all_columns()));
  while (select.step()) {
    Row row;
    for (std::size_t i = 0; i < kColumnCount; ++i)
      row.cells[i] = select.cell(static_cast<int>(i));
    take(std::move(row));
  }
  return select.ok() ? Diagnostics{} : impl_->problem("cannot be read");
}

Result<std::vector<Row>> Database::rows() {
  std::vector<Row> rows;
  Diagnostics problems = for_each([&rows](Row&& row) { rows.push_back(std::move(row)); });
  if (!problems.empty())
    return problems;
  return rows;
}

} // namespace stallscope::sweep

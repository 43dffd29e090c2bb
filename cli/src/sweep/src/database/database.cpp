#include "sweep/database.hpp"

#include "base/platform/folder.hpp"
#include "database/connection.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace stallscope::sweep {

namespace {

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

/// Rows must have ascending point numbers from 1 on; a damaged tree could repeat rows forever.
bool is_next_point(const Cell& cell, std::int64_t& last) {
  const auto* number = std::get_if<std::int64_t>(&cell);
  const bool ascends = number != nullptr && *number > last;
  if (ascends)
    last = *number;
  return ascends;
}

Diagnostics wrong_points(const std::string& file) {
  return {file_problem(file, "its table 'runs' has rows without a point of their own",
                       "a database that 'stallscope sweep' has written")};
}

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

/// A connection with the lock of a writer: an open file description lock, besides SQLite's own, on
/// a byte that SQLite never uses.
class Database::Impl {
public:
  explicit Impl(std::string file) : file_(std::move(file)), connection_(file_) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  enum class Way : std::uint8_t { make_or_write, write, read };
  Diagnostics open(Way way, const DatabaseInfo* info);

  Diagnostics problem(std::string_view what) const { return connection_.problem(what); }
  bool execute(const std::string& sql) { return connection_.execute(sql); }
  Connection& connection() { return connection_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const DatabaseInfo& info() const { return info_; }
  [[nodiscard]] bool is_new() const { return is_new_; }
  void forget_in_child() { lock_ = Descriptor(); }

private:
  Diagnostics lock(Way way);
  bool is_empty();
  Diagnostics check_schema();
  Diagnostics make(const DatabaseInfo& info);
  Diagnostics read_info();

  std::string file_;
  Descriptor lock_; ///< closed last: closing any descriptor of the file drops SQLite's locks
  Connection connection_;
  bool is_new_ = false;
  DatabaseInfo info_;
};

Diagnostics Database::Impl::lock(Way way) {
  const int flags = O_RDWR | O_CLOEXEC | (way == Way::make_or_write ? O_CREAT : 0);
  lock_ = Descriptor(::open(file_.c_str(), flags, 0666));
  if (!lock_.ok())
    return {file_problem(file_, fmt::format("cannot be written: {}", std::strerror(errno)))};
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(0x7fffffff'00000000LL); // SQLite locks bytes from 1 GiB on
  range.l_len = 1;
  if (fcntl(lock_.get(), F_OFD_SETLK, &range) == 0)
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
  if (Diagnostics refused =
          connection_.open(way == Way::read ? Connection::Way::read : Connection::Way::write);
      !refused.empty())
    return refused;
  if (way == Way::make_or_write && is_empty())
    return make(*info);
  if (Diagnostics refused = check_schema(); !refused.empty())
    return refused;
  return read_info();
}

/// The file is empty, or an incomplete database, which is rolled back.
bool Database::Impl::is_empty() {
  Statement select(connection_, "SELECT 1 FROM sqlite_master LIMIT 1");
  return !select.step() && select.ok();
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
    static_cast<void>(insert.step());
    if (!insert.ok())
      return problem("cannot be written");
  }
  if (!execute("COMMIT"))
    return problem("cannot be written");
  return {};
}

/// Checks that both tables exist, and that the table of runs has every column as a stored column.
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
      static_cast<void>(insert.step());
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
  std::int64_t last = 0;
  while (select.step()) {
    if (!is_next_point(select.cell(0), last))
      return wrong_points(file());
    numbers.push_back(static_cast<std::uint64_t>(last));
  }
  if (!select.ok())
    return impl_->problem("cannot be read");
  return numbers;
}

Diagnostics Database::for_each(const std::function<void(Row&&)>& take) {
  Statement select(impl_->connection(),
                   fmt::format("SELECT {} FROM runs ORDER BY point", all_columns()));
  std::int64_t last = 0;
  while (select.step()) {
    Row row;
    for (std::size_t i = 0; i < kColumnCount; ++i)
      row.cells[i] = select.cell(static_cast<int>(i));
    if (!is_next_point(row.at(Column::point), last))
      return wrong_points(file());
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

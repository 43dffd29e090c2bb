// Malicious databases, and what SQLite would do with them by default.

#include "base/input_limits.hpp"
#include "sweep/database.hpp"
#include "sweep/export.hpp"
#include "sweep/merge.hpp"
#include "sweep/results.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

DatabaseInfo info_of_ten() {
  DatabaseInfo info;
  info.plan_hash = "abc";
  info.version = "1";
  info.keys = "[]";
  info.points = 10;
  info.shard = info.shards = 1;
  return info;
}

std::string database_of_two(const TemporaryFolder& place) {
  const std::string file = place.file("a.db");
  auto database = Database::open_or_make(file, info_of_ten());
  REQUIRE(database);
  std::vector<Row> rows(2);
  for (std::uint64_t number = 1; number <= rows.size(); ++number) {
    rows[number - 1].set(Column::point, number);
    rows[number - 1].set(Column::status, std::string_view("done"));
  }
  REQUIRE(database->add(rows).empty());
  return file;
}

std::string first_answer(const std::string& file, const std::string& sql) {
  sqlite3* connection = nullptr;
  sqlite3_stmt* statement = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &connection) == SQLITE_OK);
  REQUIRE(sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
  REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
  std::string text(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)));
  sqlite3_finalize(statement);
  sqlite3_close(connection);
  return text;
}

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_to(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

std::string big_endian(std::uint64_t value, unsigned bytes) {
  std::string text;
  for (unsigned i = bytes; i-- > 0;)
    text += static_cast<char>(value >> (8 * i));
  return text;
}

std::size_t page_bytes(const std::string& content) {
  return static_cast<std::size_t>(static_cast<unsigned char>(content[16])) << 8;
}

/// An interior page of a table's tree (https://www.sqlite.org/fileformat2.html, "B-tree Pages")
/// whose children are all one page.
std::string page_of_equal_children(std::size_t page_size, std::size_t child, std::size_t head) {
  constexpr std::size_t kChildren = 450;
  constexpr std::size_t kCell = 5; // number of the child's page, a key of one byte
  const std::size_t cells = page_size - kChildren * kCell;
  std::string page(head, '\0'); // of the file, on its first page
  page += '\5' + big_endian(0, 2) + big_endian(kChildren, 2) + big_endian(cells, 2) + '\0' +
          big_endian(child, 4);
  for (std::size_t i = 0; i < kChildren; ++i)
    page += big_endian(cells + i * kCell, 2);
  page.resize(cells);
  for (std::size_t i = 0; i < kChildren; ++i)
    page += big_endian(child, 4) + '\1';
  return page;
}

/// Three levels above the page that has the rows of a table: 90 million times those rows.
void make_endless(const std::string& file, const std::string& table) {
  const std::size_t root =
      table == "sqlite_master"
          ? 1
          : std::stoul(first_answer(file, "SELECT rootpage FROM sqlite_master WHERE name = '" +
                                              table + "'"));
  std::string content = content_of(file);
  const std::size_t size = page_bytes(content);
  const std::size_t head = root == 1 ? 100 : 0;
  std::string leaf = content.substr((root - 1) * size, size);
  if (root == 1) // cells keep their places, the list of them moves to the beginning of the page
    leaf = leaf.substr(head, 200).append(head, '\0') + leaf.substr(200 + head);
  content += leaf;
  for (int level = 0; level < 2; ++level)
    content += page_of_equal_children(size, content.size() / size, 0);
  const std::string top = page_of_equal_children(size, content.size() / size, head);
  content.replace((root - 1) * size + head, size - head, top.substr(head));
  content.replace(28, 4, big_endian(content.size() / size, 4));
  write_to(file, content);
}

/// A journal that puts the first page back as it is, and names a file that all databases of one
/// transaction share.
std::string journal_that_names(const std::string& name, const std::string& content) {
  const std::string magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  constexpr std::size_t kSector = 512;
  const std::size_t size = page_bytes(content);
  std::string journal = magic + big_endian(1, 4) + big_endian(0, 4) +
                        big_endian(content.size() / size, 4) + big_endian(kSector, 4) +
                        big_endian(size, 4);
  journal.resize(kSector);
  std::uint32_t sum = 0;
  for (std::size_t i = size - 200; i > 0 && i < size; i -= 200)
    sum += static_cast<unsigned char>(content[i]);
  journal += big_endian(1, 4) + content.substr(0, size) + big_endian(sum, 4);
  std::uint32_t letters = 0;
  for (const char c : name)
    letters += static_cast<unsigned char>(c);
  constexpr std::size_t kLockPage = 0x40000000;
  return journal + big_endian(kLockPage / size + 1, 4) + name + big_endian(name.size(), 4) +
         big_endian(letters, 4) + magic;
}

std::string said(const Diagnostics& found) {
  return found.empty() ? std::string() : found.front().message;
}

} // namespace

TEST_CASE("a journal beside a database removes no other file") {
  const TemporaryFolder place;
  const std::string file = database_of_two(place);
  write_to(place.file("thesis"), "years of work");
  write_to(file + "-journal", journal_that_names(place.file("thesis"), content_of(file)));
  const std::string refusal = "this journal names another file, which would be removed";
  CHECK(said(Database::open_to_read(file).diagnostics()) == refusal);
  CHECK(said(Database::open_to_write(file).diagnostics()) == refusal);
  CHECK(said(Database::open_or_make(file, info_of_ten()).diagnostics()) == refusal);
  CHECK(said(merge_databases({file}).diagnostics()) == refusal);
  CHECK(content_of(place.file("thesis")) == "years of work");
  // What the test is about: SQLite itself removes it.
  CHECK(first_answer(file, "SELECT count(*) FROM runs") == "2");
  CHECK_FALSE(std::filesystem::exists(place.file("thesis")));
}

TEST_CASE("a journal that is a link or a pipe is not opened") {
  const TemporaryFolder place;
  const std::string file = database_of_two(place);
  std::filesystem::create_symlink("/dev/zero", file + "-journal");
  CHECK(said(Database::open_to_read(file).diagnostics()) ==
        "this is no plain file that can be read");
}

TEST_CASE("a database with a write-ahead log is not opened, as reading it would write files") {
  const TemporaryFolder place;
  const std::string file = database_of_two(place);
  CHECK(first_answer(file, "PRAGMA journal_mode = WAL") == "wal");
  const std::string refusal = "it has a write-ahead log, which reading would write";
  CHECK(said(Database::open_to_read(file).diagnostics()) == refusal);
  CHECK(said(Database::open_to_write(file).diagnostics()) == refusal);
  const std::filesystem::directory_iterator files(place.file(""));
  CHECK(std::distance(begin(files), end(files)) == 1);
  CHECK(first_answer(file, "PRAGMA journal_mode = DELETE") == "delete");
  CHECK(Database::open_to_read(file));
}

TEST_CASE("columns of JSON that no sweep writes: deep, wide and wrong ones") {
  const auto repeated = [](std::size_t count, std::string_view part) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += part;
    return text;
  };
  constexpr std::size_t kDeep = 300'000; // recursion would take more stack than there is
  CHECK(flat_members("{\"a\":" + repeated(kDeep, "[") + repeated(kDeep, "]") + "}").empty());
  CHECK(flat_members(repeated(kDeep, "{\"a\":") + "1" + repeated(kDeep, "}")).empty());
  CHECK(flat_members("{\"a\":" + repeated(kDeep, "[{\"b\":") + "1" + repeated(kDeep, "}]") + "}")
            .empty());
  std::string many = "{\"a\":1";
  for (int i = 0; i < 200'000; ++i)
    many += ",\"k" + std::to_string(i) + "\":1";
  const auto passed_by = [](const std::string& cell) {
    PassedLimit passed = PassedLimit::none;
    CHECK(flat_members(cell, &passed).empty());
    return passed;
  };
  CHECK(passed_by(many + "}") == PassedLimit::members);
  CHECK(passed_by("{\"" + std::string(5000, 'a') + "\":1}") == PassedLimit::depth);
  CHECK(passed_by("{\"a\":" + repeated(33, "[") + repeated(33, "]") + "}") == PassedLimit::depth);
  CHECK(passed_by(repeated(33, "{\"a\":") + "1" + repeated(33, "}")) == PassedLimit::depth);
  CHECK(passed_by("[1]") == PassedLimit::none);
  for (const char* none :
       {"", "1", "[1]", "[{\"a\":1}]", "{\"a\":1", "{\"a\":1}}", "{\"a\":\"\xff\"}"})
    CHECK(flat_members(none).empty());
  using Members = std::vector<std::pair<std::string, std::string>>;
  CHECK(flat_members("{\"a\":{\"b\":1,\"c\":{}},\"d\":\"x\\n\",\"e\":[1,[\"y\\\"\",{\"f\":[],"
                     "\"g\":null}],{}],\"h\":-0.5,\"i\":true}") ==
        Members{{"a.b", "1"},
                {"d", "x\n"},
                {"e", "[1,[\"y\\\"\",{\"f\":[],\"g\":null}],{}]"},
                {"h", "-0.5"},
                {"i", "true"}});
}

TEST_CASE("rows of many different parameters are refused") {
  const TemporaryFolder place;
  const std::string file = place.file("many.db");
  auto database = Database::open_or_make(file, info_of_ten());
  REQUIRE(database);
  std::vector<Row> rows(10);
  const auto fill = [&](const auto& settings) {
    for (std::uint64_t number = 1; number <= rows.size(); ++number) {
      rows[number - 1] = Row();
      rows[number - 1].set(Column::point, number);
      rows[number - 1].set(Column::status, std::string_view("done"));
      rows[number - 1].set(Column::cycles, number);
      rows[number - 1].set(Column::settings, std::string_view(settings(number)));
    }
  };
  fill([](std::uint64_t row) {
    std::string text = "{\"a\":1";
    for (int i = 0; i < 1000; ++i)
      text += ",\"k" + std::to_string(row) + "." + std::to_string(i) + "\":1";
    return text + "}";
  });
  REQUIRE(database->add(rows).empty());
  const auto ignore = [](std::string_view) { return true; };
  const Diagnostics refused = export_rows(*database, {}, ignore);
  REQUIRE(refused.size() == 1);
  CHECK(refused[0].message ==
        "its rows have more than 4096 different parameters, accounts and counts");
  CHECK(export_rows(*database, {ExportFormat::json_lines, true}, ignore).empty());
  CHECK_FALSE(read_results(*database).ok());
  const std::string wide = place.file("wide.db"); // all in one row
  auto other = Database::open_or_make(wide, info_of_ten());
  REQUIRE(other);
  rows.resize(1);
  std::string text = "{\"a\":1";
  for (std::size_t i = 0; i < InputLimits::database_members; ++i)
    text += ",\"k" + std::to_string(i) + "\":1";
  rows[0].set(Column::settings, std::string_view(text + "}"));
  REQUIRE(other->add(rows).empty());
  for (const ExportFormat format : {ExportFormat::csv, ExportFormat::json_lines})
    CHECK(export_rows(*other, {format, true}, ignore).size() == 1);
}

TEST_CASE("a cell that nests too deeply is told, in whatever column it is") {
  const TemporaryFolder place;
  std::string cell = "1";
  for (int i = 0; i < 40; ++i)
    cell = "{\"a\":" + cell + "}";
  for (const Column column : {Column::settings, Column::counts, Column::cpi}) {
    const std::string file = place.file(fmt::format("{}.db", static_cast<int>(column)));
    auto database = Database::open_or_make(file, info_of_ten());
    REQUIRE(database);
    std::vector<Row> rows(1);
    rows[0].set(Column::point, std::uint64_t{1});
    rows[0].set(Column::status, std::string_view("done"));
    rows[0].set(Column::cycles, std::uint64_t{7});
    rows[0].set(column, std::string_view(cell));
    REQUIRE(database->add(rows).empty());
    const std::string message =
        "a cell of it has more than 32 objects and lists within each other, or names of more than "
        "4096 bytes";
    for (const ExportFormat format : {ExportFormat::csv, ExportFormat::json_lines})
      CHECK(said(export_rows(*database, {format, true}, [](std::string_view) { return true; })) ==
            message);
    CHECK(said(read_results(*database).diagnostics()) == message);
  }
}

TEST_CASE("a small database whose pages are met again and again is left at once") {
  const TemporaryFolder place;
  const std::string file = database_of_two(place);
  SECTION("runs") {
    make_endless(file, "runs");
    const std::string refusal = "its table 'runs' has rows without a point of their own";
    auto database = Database::open_to_write(file);
    REQUIRE(database);
    CHECK(said(database->numbers().diagnostics()) == refusal);
    CHECK(said(database->rows().diagnostics()) == refusal);
    CHECK(said(database->remove_failed()) ==
          "cannot be written: it claims to hold more than fits into its size");
  }
  SECTION("meta") {
    make_endless(file, "meta");
    CHECK(said(Database::open_to_read(file).diagnostics()) == "this is no database of a sweep");
  }
  SECTION("schema") {
    make_endless(file, "sqlite_master");
    CHECK_FALSE(Database::open_to_read(file));
    CHECK_FALSE(Database::open_to_write(file));
    CHECK_FALSE(Database::open_or_make(file, info_of_ten()));
  }
}

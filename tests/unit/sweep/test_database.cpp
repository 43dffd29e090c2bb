#include "sweep/database.hpp"
#include "sweep/export.hpp"
#include "sweep/merge.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sqlite3.h>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

DatabaseInfo info_of(std::uint64_t shard, std::uint64_t shards) {
  DatabaseInfo info;
  info.plan_hash = "abc";
  info.version = "1";
  info.keys = "[]";
  info.points = 10;
  info.shard = shard;
  info.shards = shards;
  return info;
}

Row row_of(std::uint64_t number, std::uint64_t cycles) {
  Row row;
  row.set(Column::point, number);
  row.set(Column::program, std::string_view("p, \"q\""));
  row.set(Column::machine, std::string_view("m"));
  row.set(Column::status, std::string_view("done"));
  row.set(Column::cycles, cycles);
  row.set(Column::settings, std::string_view("{\"a.b\":4}"));
  row.set(Column::ledger, std::string_view("{\"retire\":{\"width\":2,\"raw\":3}}"));
  row.set(Column::host_seconds, 0.25 * static_cast<double>(cycles));
  return row;
}

std::string made(const TemporaryFolder& place, const std::string& name, std::uint64_t shard,
                 std::uint64_t shards, const std::vector<Row>& rows) {
  auto database = Database::open_or_make(place.file(name), info_of(shard, shards));
  REQUIRE(database);
  REQUIRE(database->is_new());
  REQUIRE(database->add(rows).empty());
  return place.file(name);
}

/// Changes the file as any program can.
void change(const std::string& file, const std::string& sql) {
  sqlite3* connection = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &connection) == SQLITE_OK);
  CHECK(sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(connection);
}

std::string message(const Diagnostics& found) {
  return found.empty() ? std::string() : found.front().message;
}

} // namespace

TEST_CASE("a database gives back what was put into it") {
  const TemporaryFolder place;
  const std::string file = made(place, "a.db", 2, 3, {row_of(5, 7), row_of(2, 9)});
  auto database = Database::open_to_read(file);
  REQUIRE(database);
  CHECK(database->info().plan_hash == "abc");
  CHECK(database->info().shard == 2);
  CHECK(database->info().own_points() == 3); // 2, 5, 8 of 10
  CHECK(database->info().owns(8));
  CHECK_FALSE(database->info().owns(9));
  auto rows = database->rows();
  REQUIRE(rows);
  REQUIRE(rows->size() == 2);
  CHECK((*rows)[0].cells == row_of(2, 9).cells);
  CHECK((*rows)[1].cells == row_of(5, 7).cells);
}

TEST_CASE("one process writes a database, others read it") {
  const TemporaryFolder place;
  const std::string file = made(place, "a.db", 1, 1, {row_of(1, 7)});
  auto writer = Database::open_to_write(file);
  REQUIRE(writer);
  CHECK(message(Database::open_to_write(file).diagnostics()) ==
        "another sweep writes this database");
  CHECK(message(Database::open_or_make(file, info_of(1, 1)).diagnostics()) ==
        "another sweep writes this database");
  CHECK(Database::open_to_read(file));
  writer = Database::open_to_read(file); // the writer is gone
  CHECK(Database::open_to_write(file));
}

TEST_CASE("what is no database of a sweep is neither read nor written") {
  const TemporaryFolder place;
  std::ofstream(place.file("notes.txt")) << "my notes";
  CHECK(message(Database::open_to_read(place.file("notes.txt")).diagnostics()) ==
        "this is no database of a sweep");
  CHECK(message(Database::open_or_make(place.file("notes.txt"), info_of(1, 1)).diagnostics()) ==
        "this is no database of a sweep");
  std::ifstream kept(place.file("notes.txt"));
  std::string text;
  std::getline(kept, text);
  CHECK(text == "my notes");
  CHECK(message(Database::open_to_read(place.file("nowhere")).diagnostics()) ==
        "there is no such file");
  CHECK(message(Database::open_to_read(place.file("")).diagnostics()) == "this is no file");
}

TEST_CASE("a database of other columns, views or computed columns is refused when it is opened") {
  const TemporaryFolder place;
  const auto [sql, expected] = GENERATE(table<std::string, std::string>({
      {"ALTER TABLE runs RENAME COLUMN cycles TO ticks", "its table 'runs' has no column 'cycles'"},
      {"ALTER TABLE runs DROP COLUMN output_hash", "its table 'runs' has no column 'output_hash'"},
      {"ALTER TABLE runs DROP COLUMN cycles; "
       "ALTER TABLE runs ADD COLUMN cycles INTEGER AS (point * 2) VIRTUAL",
       "column 'cycles' of its table 'runs' is computed, not stored"},
      {"DROP TABLE runs", "this is no database of a sweep"},
      {"ALTER TABLE runs RENAME TO old; CREATE VIEW runs AS SELECT * FROM old",
       "this is no database of a sweep"},
      {"ALTER TABLE meta RENAME TO old; CREATE VIEW meta AS WITH RECURSIVE n(key, value) AS "
       "(SELECT 1, 1 UNION ALL SELECT key + 1, 1 FROM n) SELECT * FROM n",
       "this is no database of a sweep"},
  }));
  CAPTURE(sql);
  const std::string file = made(place, "a.db", 1, 1, {row_of(1, 7)});
  change(file, sql);
  CHECK(message(Database::open_to_read(file).diagnostics()) == expected);
  CHECK(message(Database::open_to_write(file).diagnostics()) == expected);
  CHECK(message(Database::open_or_make(file, info_of(1, 1)).diagnostics()) == expected);
}

TEST_CASE("triggers of a database are not run") {
  const TemporaryFolder place;
  const std::string file = made(place, "a.db", 1, 1, {row_of(1, 7)});
  change(file, "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM meta; END");
  auto database = Database::open_to_write(file);
  REQUIRE(database);
  REQUIRE(database->add({row_of(2, 9)}).empty());
  database = Database::open_to_read(file);
  REQUIRE(database);
  CHECK(database->numbers().value() == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("a read-only database connection does not change the file") {
  const TemporaryFolder place;
  const std::string file = made(place, "a.db", 1, 1, {row_of(1, 7)});
  auto database = Database::open_to_read(file);
  REQUIRE(database);
  CHECK_FALSE(database->add({row_of(2, 9)}).empty());
  CHECK_FALSE(database->remove_failed().empty());
  CHECK(database->numbers().value() == std::vector<std::uint64_t>{1});
}

TEST_CASE("an empty file, as a killed sweep leaves it, becomes a database") {
  const TemporaryFolder place;
  std::ofstream(place.file("a.db")).flush();
  auto database = Database::open_or_make(place.file("a.db"), info_of(1, 1));
  REQUIRE(database);
  CHECK(database->is_new());
}

TEST_CASE("failed points are forgotten on request") {
  const TemporaryFolder place;
  Row failed = row_of(3, 1);
  failed.set(Column::status, std::string_view("failed"));
  const std::string file = made(place, "a.db", 1, 1, {row_of(1, 7), failed});
  auto database = Database::open_to_write(file);
  REQUIRE(database);
  REQUIRE(database->remove_failed().empty());
  CHECK(database->numbers().value() == std::vector<std::uint64_t>{1});
}

TEST_CASE("CSV has a column for every parameter and slot, and quotes what needs it") {
  const TemporaryFolder place;
  Row other = row_of(2, 9);
  other.set(Column::settings, std::string_view("{\"c\":\"x\"}"));
  auto database = Database::open_to_read(made(place, "a.db", 1, 1, {row_of(1, 7), other}));
  REQUIRE(database);
  std::string text;
  const auto write = [&text](std::string_view piece) {
    text += piece;
    return true;
  };
  ExportOptions options;
  options.host = false;
  REQUIRE(export_rows(*database, options, write).empty());
  CHECK(text ==
        "point,program,isa,machine,scheduler,repeat,seed,set.a.b,set.c,status,stop,error,exit_code,"
        "cycles,instructions,micro_ops,ipc,branches,mispredictions,wrong_path_ops,cost,"
        "ledger.retire.width,ledger.retire.raw,output_bytes,output_hash,program_hash,machine_hash,"
        "version\n"
        "1,\"p, \"\"q\"\"\",,m,,,,4,,done,,,,7,,,,,,,,2,3,,,,,\n"
        "2,\"p, \"\"q\"\"\",,m,,,,,x,done,,,,9,,,,,,,,2,3,,,,,\n");
  text.clear();
  options.format = ExportFormat::json_lines;
  REQUIRE(export_rows(*database, options, write).empty());
  CHECK(text.find("\"set.a.b\":4,\"status\":\"done\"") != std::string::npos);
  CHECK(text.find("\"ipc\":null") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
}

TEST_CASE("shards are merged, and points that are missing or there twice are counted") {
  const TemporaryFolder place;
  const auto merged = merge_databases({made(place, "a.db", 1, 2, {row_of(1, 7), row_of(3, 8)}),
                                       made(place, "b.db", 2, 2, {row_of(2, 9)}),
                                       made(place, "c.db", 1, 1, {row_of(2, 9)})});
  REQUIRE(merged);
  CHECK(merged->rows.size() == 3);
  CHECK(merged->missing == 7);
  CHECK(merged->twice == 1);
  CHECK(merged->info.shards == 1);
  CHECK(merged->rows[1].cells == row_of(2, 9).cells);
}

TEST_CASE("different results of a point are a conflict, different computers are none") {
  const TemporaryFolder place;
  const std::string a = made(place, "a.db", 1, 1, {row_of(1, 7), row_of(2, 8)});
  Row slower = row_of(1, 7);
  slower.set(Column::host_seconds, 99.0);
  const std::string b = made(place, "b.db", 1, 1, {slower});
  CHECK(merge_databases({a, b}));
  const std::string c = made(place, "c.db", 1, 1, {row_of(1, 8), row_of(2, 9)});
  const auto conflict = merge_databases({a, c});
  REQUIRE_FALSE(conflict);
  CHECK(conflict.diagnostics().size() == 2);
  CHECK(message(conflict.diagnostics()) ==
        "point 1 (p, \"q\" on m): cycles is '8', and '7' in " + a);
  change(c, "UPDATE runs SET program = hex(zeroblob(1000000)), settings = program");
  CHECK(message(merge_databases({a, c}).diagnostics()).size() < 1000); // texts of megabytes
}

TEST_CASE("a point that ran out of time in one database may be done in another") {
  const TemporaryFolder place;
  Row slow = row_of(1, 0);
  slow.set(Column::status, std::string_view("failed"));
  slow.set(Column::stop, std::string_view("seconds"));
  const std::string a = made(place, "a.db", 1, 1, {slow});
  const std::string b = made(place, "b.db", 1, 1, {row_of(1, 7)});
  for (const auto& files : {std::vector{a, b}, std::vector{b, a}}) {
    const auto merged = merge_databases(files);
    REQUIRE(merged);
    CHECK(merged->rows.at(0).integer(Column::cycles) == 7);
  }
}

TEST_CASE("databases of different experiments or versions are not merged") {
  const TemporaryFolder place;
  const std::string a = made(place, "a.db", 1, 1, {});
  DatabaseInfo other = info_of(1, 1);
  other.plan_hash = "xyz";
  REQUIRE(Database::open_or_make(place.file("b.db"), other));
  CHECK(message(merge_databases({a, place.file("b.db")}).diagnostics()) ==
        "its experiment is not that of " + a);
  other = info_of(1, 1);
  other.version = "2";
  REQUIRE(Database::open_or_make(place.file("c.db"), other));
  CHECK(message(merge_databases({a, place.file("c.db")}).diagnostics()) ==
        "it was made by version 2, and " + a + " by version 1");
}

#include "timeline/reservation_table.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

TEST_CASE("reservation table: a resource is taken as often as it has copies") {
  ReservationTable table({1, 2});
  const std::vector<ReservationTable::Use> divide{{0, 0, 3}, {1, 2, 1}};
  CHECK(table.fits(divide, 5));
  table.take(divide, 5);
  CHECK(table.taken(5, 0) == 1);
  CHECK(table.taken(7, 0) == 1);
  CHECK(table.taken(8, 0) == 0);
  CHECK(table.taken(7, 1) == 1);
  for (const std::uint64_t start : {3, 4, 5, 6, 7})
    CHECK_FALSE(table.fits(divide, start));
  CHECK(table.fits(divide, 2));
  CHECK(table.fits(divide, 8));
  table.release(divide, 5);
  CHECK(table.fits(divide, 6));
}

TEST_CASE("reservation table: with a period, cycles that far apart are one row") {
  ReservationTable table({1}, 4);
  const std::vector<ReservationTable::Use> use{{0, 0, 1}};
  table.take(use, 2);
  CHECK(table.taken(6, 0) == 1);
  CHECK_FALSE(table.fits(use, 10));
  CHECK(table.fits(use, 11));
  // Three cycles in a row of a period of two meet themselves.
  CHECK_FALSE(ReservationTable({1}, 2).fits({{0, 0, 3}}, 0));
  CHECK(ReservationTable({2}, 2).fits({{0, 0, 3}}, 0));
  // Two uses of one operation in the same row.
  CHECK_FALSE(ReservationTable({1}, 3).fits({{0, 0, 1}, {0, 3, 1}}, 0));
}

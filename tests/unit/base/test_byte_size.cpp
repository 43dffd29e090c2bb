#include "base/data_size.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

TEST_CASE("byte size: numbers of bytes with and without a unit") {
  CHECK(parse_byte_size("65536") == 65536U);
  CHECK(parse_byte_size("0x10000") == 65536U);
  CHECK(parse_byte_size("1K") == 1024U);
  CHECK(parse_byte_size("2G") == 2ULL << 30);
  CHECK(parse_byte_size("512MiB") == 512ULL << 20);
  CHECK(parse_byte_size("4GiB") == 4ULL << 30);
  for (const char* none : {"", "K", "KiB", "iB", "12iB", "12MB", "12B", "-1", "1.5M", "1T",
                           "1MiBiB", "99999999999999999999", "20000000000G"})
    CHECK_FALSE(parse_byte_size(none));
}

TEST_CASE("data size: decimal units besides") {
  CHECK(parse_data_size("1GB") == 1'000'000'000U);
  CHECK(parse_data_size("3kB") == 3000U);
  CHECK(parse_data_size("3KB") == 3000U);
  CHECK(parse_data_size("7MB") == 7'000'000U);
  CHECK(parse_data_size("2TB") == 2'000'000'000'000U);
  CHECK(parse_data_size("2GiB") == 2ULL << 30);
  CHECK(parse_data_size("2G") == 2ULL << 30);
  CHECK(parse_data_size("18446744073709551615") == ~0ULL);
  for (const char* none : {"", "B", "GB", "12B", "12iB", "1GBB", "18446745TB", "1.5GB", "-1GB"})
    CHECK_FALSE(parse_data_size(none));
}

TEST_CASE("byte size: in words, as exact as it is") {
  CHECK(byte_size_words(4ULL << 30) == "4 GiB");
  CHECK(byte_size_words(512ULL << 20) == "512 MiB");
  CHECK(byte_size_words(3 << 10) == "3 KiB");
  CHECK(byte_size_words(1025) == "1025 bytes");
  CHECK(byte_size_words(1) == "1 byte");
  CHECK(byte_size_words(0) == "0 bytes");
}

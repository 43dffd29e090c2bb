#include "base/growing_array.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <vector>

using namespace stallscope;

TEST_CASE("a growing array keeps what it holds while it grows") {
  GrowingArray<std::uint64_t> list;
  GrowingArray<std::uint64_t> other;         // has its memory beside that of the first
  constexpr std::uint64_t kMany = 3'000'000; // beyond what the heap takes
  for (std::uint64_t i = 0; i < kMany; ++i) {
    list.push_back(i);
    if (i % 3 == 0)
      other.push_back(i);
  }
  REQUIRE(list.size() == kMany);
  REQUIRE(other.size() == kMany / 3);
  bool same = true;
  for (std::uint64_t i = 0; i < kMany; ++i)
    same = same && list[i] == i && (i % 3 != 0 || other[i / 3] == i);
  CHECK(same);
  const GrowingArray<std::uint64_t> copy = list;
  CHECK(copy == list);
  list.truncate(10);
  CHECK(list.back() == 9);
  CHECK(copy.size() == kMany);
}

TEST_CASE("a growing array takes what lies elsewhere, itself included") {
  const std::vector<int> three{1, 2, 3};
  GrowingArray<int> list{7};
  list.append(three.begin(), three.end());
  for (int i = 0; i < 100; ++i)
    list.push_back(list.front());
  CHECK(list.size() == 104);
  CHECK(list[1] == 1);
  CHECK(list.back() == 7);
  GrowingArray<int> moved = std::move(list);
  CHECK(moved.size() == 104);
  moved.clear();
  CHECK(moved.empty());
  CHECK(GrowingArray<int>{} == moved);
}

// The memo table of fast forward: an arena, and nodes by packed state.

#include "memo/memo_table.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using namespace stallscope::core;

namespace {

struct TableOnly {
  struct Work {};
  struct Addition {};
};

} // namespace

TEST_CASE("memo table: a state has one node, found among colliding hashes and after growth") {
  memo::MemoTable<TableOnly> table;
  std::vector<memo::Node<TableOnly>*> nodes;
  const auto hash = [](int i) { return static_cast<std::uint64_t>(i % 7) << 40; }; // same low bits
  constexpr int kStates = 5000; // grows the table
  for (int i = 0; i < kStates; ++i) {
    const std::string packed = fmt::format("state {}", i);
    const std::uint64_t wanted = i < 100 ? hash(i) : table.hash_of(packed);
    CHECK(table.find(packed, wanted) == nullptr);
    nodes.push_back(&table.add(packed, wanted));
  }
  CHECK(table.states() == kStates);
  for (int i = 0; i < kStates; ++i) {
    const std::string packed = fmt::format("state {}", i);
    const std::uint64_t wanted = i < 100 ? hash(i) : table.hash_of(packed);
    CHECK(table.find(packed, wanted) == nodes[static_cast<std::size_t>(i)]);
    CHECK(nodes[static_cast<std::size_t>(i)]->packed == packed);
  }
  CHECK(table.bytes() > kStates * sizeof(memo::Node<TableOnly>));
  table.clear();
  CHECK(table.states() == 0);
  CHECK(table.bytes() == 0);
  CHECK(table.find("state 1", hash(1)) == nullptr);
}

TEST_CASE("memo table: a part keeps its words, which no later part overwrites") {
  memo::MemoTable<TableOnly> table;
  std::vector<memo::Part<TableOnly>*> parts;
  for (std::uint32_t i = 0; i < 40'000; ++i) { // more than one block of the arena
    const std::array<std::uint32_t, 8> words{i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7};
    parts.push_back(&table.make_part(std::span(words).first(1 + i % 8)));
  }
  bool all_kept = true;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    for (std::uint32_t k = 0; k <= i % 8; ++k)
      all_kept = all_kept && parts[i]->words()[k] == i + k;
    all_kept = all_kept && parts[i]->edge.key == memo::kNoKey && parts[i]->ending == nullptr;
  }
  CHECK(all_kept);
}

TEST_CASE("memo table: an arena gives aligned memory, also of more than a block") {
  memo::Arena arena;
  (void)arena.allocate(3, 1);
  for (const std::size_t alignment : {2U, 8U, 16U})
    CHECK(reinterpret_cast<std::uintptr_t>(arena.allocate(5, alignment)) % alignment == 0);
  constexpr std::size_t kLarge = std::size_t{3} << 20;
  auto* const large = static_cast<unsigned char*>(arena.allocate(kLarge, 8));
  large[0] = large[kLarge - 1] = 1;
  (void)arena.allocate(8, 8);
  CHECK(arena.bytes() >= kLarge + 8);
  arena.clear();
  CHECK(arena.bytes() == 0);
}

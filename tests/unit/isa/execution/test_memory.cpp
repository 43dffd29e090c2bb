#include "isa/memory.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <vector>

using stallscope::isa::Memory;

namespace {

/// The slowest possible memory: one map entry a byte.
struct ByteMap {
  std::map<std::uint64_t, std::uint8_t> bytes;

  std::uint64_t load(std::uint64_t address, unsigned size) const {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) {
      const auto found = bytes.find(address + i);
      if (found != bytes.end())
        value |= static_cast<std::uint64_t>(found->second) << (8 * i);
    }
    return value;
  }
  void store(std::uint64_t address, unsigned size, std::uint64_t value) {
    for (unsigned i = 0; i < size; ++i)
      bytes[address + i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
};

} // namespace

TEST_CASE("memory: bytes never written read as zero and cost nothing") {
  const Memory memory;
  CHECK(memory.load(0, 8) == 0);
  CHECK(memory.load(0x7fffeffc, 4) == 0);
  CHECK(memory.load(~0ULL - 3, 8) == 0);
  CHECK(memory.resident_bytes() == 0);
  CHECK(memory.private_bytes() == 0);
}

TEST_CASE("memory: values are little-endian and zero-extended") {
  Memory memory;
  memory.store(100, 8, 0x8877665544332211ULL);
  CHECK(memory.load(100, 1) == 0x11);
  CHECK(memory.load(101, 2) == 0x3322);
  CHECK(memory.load(104, 4) == 0x88776655);
  CHECK(memory.load(107, 1) == 0x88);
  memory.store(103, 1, 0xffffffffffffffabULL);
  CHECK(memory.load(100, 8) == 0x88776655ab332211ULL);
}

TEST_CASE("memory: an access may cross pages, and the end of the address space") {
  Memory memory;
  for (const std::uint64_t boundary :
       {std::uint64_t{4096}, std::uint64_t{0x40000000}, std::uint64_t{0}}) {
    for (std::uint64_t before = 1; before < 8; ++before) {
      memory.store(boundary - before, 8, 0x0102030405060708ULL * before);
      CHECK(memory.load(boundary - before, 8) == 0x0102030405060708ULL * before);
    }
  }
}

TEST_CASE("memory: a page cached for reading shows what is written to it afterwards") {
  Memory memory;
  CHECK(memory.load(0x5000, 4) == 0); // caches the shared page of zeros
  memory.store(0x5000, 4, 7);
  CHECK(memory.load(0x5000, 4) == 7);
  const Memory copy = memory;
  CHECK(memory.load(0x5000, 4) == 7); // caches the page shared with the copy
  memory.store(0x5000, 4, 8);
  CHECK(memory.load(0x5000, 4) == 8);
  CHECK(copy.load(0x5000, 4) == 7);
}

TEST_CASE("memory: after copying, neither source nor copy writes through a page cached before") {
  Memory source;
  source.store(0x1000, 8, 1); // the page is in the source's write cache
  Memory copy = source;
  SECTION("source writes first") {
    source.store(0x1000, 8, 2);
    CHECK(copy.load(0x1000, 8) == 1);
    copy.store(0x1000, 8, 3);
    CHECK(source.load(0x1000, 8) == 2);
  }
  SECTION("copy writes first") {
    copy.store(0x1000, 8, 3);
    CHECK(source.load(0x1000, 8) == 1);
    source.store(0x1000, 8, 2);
    CHECK(copy.load(0x1000, 8) == 3);
  }
  SECTION("assigned over a memory that has cached pages of its own") {
    Memory third;
    third.store(0x1000, 8, 99);
    third = source;
    third.store(0x1000, 8, 4);
    CHECK(source.load(0x1000, 8) == 1);
    CHECK(third.load(0x1000, 8) == 4);
  }
  SECTION("the copy is gone: the source owns its pages again") {
    copy = Memory();
    const auto before = source.resident_bytes();
    CHECK(source.private_bytes() == before);
    source.store(0x1000, 8, 5);
    CHECK(source.resident_bytes() == before);
    CHECK(source.load(0x1000, 8) == 5);
  }
}

TEST_CASE("memory: more pages in turn than are cached, before and after copying") {
  constexpr std::uint64_t kPages = 200;
  Memory memory;
  const auto store_all = [&](std::uint64_t of_round) {
    for (std::uint64_t page = 0; page < kPages; ++page)
      memory.store(page * Memory::kPageBytes, 8, of_round + page);
  };
  const auto holds = [](const Memory& which, std::uint64_t of_round) {
    for (std::uint64_t page = 0; page < kPages; ++page)
      if (which.load(page * Memory::kPageBytes, 8) != of_round + page)
        return false;
    return true;
  };
  store_all(1000);
  CHECK(holds(memory, 1000));
  const Memory copy = memory;
  store_all(2000);
  CHECK(holds(memory, 2000));
  CHECK(holds(copy, 1000));
  memory.clear(0, kPages * Memory::kPageBytes);
  CHECK(memory.load(0, 8) == 0);
  CHECK(memory.load((kPages - 1) * Memory::kPageBytes, 8) == 0);
  CHECK(holds(copy, 1000));
}

TEST_CASE("memory: moving takes the content and leaves an empty, usable memory") {
  Memory a;
  a.store(0x2000, 4, 11);
  Memory b = std::move(a);
  CHECK(b.load(0x2000, 4) == 11);
  a = Memory();
  CHECK(a.load(0x2000, 4) == 0);
  a.store(0x2000, 4, 12);
  CHECK(b.load(0x2000, 4) == 11);
  b = std::move(a);
  CHECK(b.load(0x2000, 4) == 12);
}

TEST_CASE("memory: assigning a memory to itself keeps it") {
  Memory a;
  a.store(8, 8, 21);
  const Memory& same = a;
  a = same;
  CHECK(a.load(8, 8) == 21);
  a.store(8, 8, 22);
  CHECK(a.load(8, 8) == 22);
}

TEST_CASE("memory: pages are counted once, as shared or as private") {
  Memory a;
  a.store(0, 1, 1);
  const auto one_page = a.resident_bytes();
  CHECK(one_page >= Memory::kPageBytes);
  CHECK(one_page < Memory::kPageBytes + 256);
  for (std::uint64_t page = 0; page < 64; ++page)
    a.store(page * Memory::kPageBytes, 1, page + 1);
  const auto all = a.resident_bytes();
  CHECK(all >= 64 * Memory::kPageBytes);
  CHECK(a.private_bytes() == all);

  Memory b = a;
  CHECK(a.private_bytes() == 0);
  CHECK(b.private_bytes() == 0);
  CHECK(b.resident_bytes() == all);
  CHECK(b.bytes_beyond(a) == 0);

  b.store(10 * Memory::kPageBytes, 1, 77);
  CHECK(b.resident_bytes() == all);
  CHECK(b.private_bytes() >= Memory::kPageBytes);
  CHECK(b.private_bytes() < 2 * Memory::kPageBytes); // one page and its directory
  CHECK(b.bytes_beyond(a) == b.private_bytes());
  CHECK(a.bytes_beyond(b) == a.private_bytes());
}

TEST_CASE("memory: its bytes are known whatever has been written, cleared and copied") {
  Memory memory;
  std::uint64_t random = 1;
  const auto next = [&random](std::uint64_t below) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    return (random >> 33) % below;
  };
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t at = next(4) == 0 ? 1ULL << (20 + next(40)) : 0;
    for (int i = 0; i < 20; ++i)
      memory.store(at + next(10'000) * Memory::kPageBytes, 8, 1);
    Memory copy = memory;
    copy.store(next(10'000) * Memory::kPageBytes, 8, 2);
    memory.clear(at + next(10'000'000), next(1ULL << (10 + next(20))));
    const std::uint64_t written = copy.resident_bytes();
    if (next(2) == 0)
      memory = std::move(copy);
    else
      copy = Memory();
    CHECK((memory.resident_bytes() == written || copy.resident_bytes() == 0));
    CHECK(memory.private_bytes() == memory.resident_bytes()); // looked up page by page
  }
  memory.clear(0, ~0ULL / Memory::kPageBytes * Memory::kPageBytes);
  CHECK(memory.private_bytes() == memory.resident_bytes());
  CHECK(memory.resident_bytes() < 20'000);
}

TEST_CASE("memory: bytes_beyond compares trees of different height") {
  Memory low;
  low.store(0, 8, 1);
  Memory high = low;
  high.store(1ULL << 40, 8, 2);
  CHECK(low.bytes_beyond(high) == 0);
  const auto beyond = high.bytes_beyond(low);
  CHECK(beyond > Memory::kPageBytes);
  CHECK(beyond < 2 * Memory::kPageBytes + 10 * 1024);
  CHECK(high.resident_bytes() == beyond + low.resident_bytes());
}

TEST_CASE("memory: hundreds of copies stay what they were and cost a page each") {
  Memory memory;
  for (std::uint64_t page = 0; page < 256; ++page)
    memory.store(page * Memory::kPageBytes, 8, page);
  std::vector<Memory> copies;
  for (std::uint64_t i = 0; i < 400; ++i) {
    memory.store((i % 256) * Memory::kPageBytes + 8, 8, i + 1);
    copies.push_back(memory);
  }
  for (std::uint64_t i = 0; i < 400; ++i) {
    const std::uint64_t page = (i % 256) * Memory::kPageBytes;
    CHECK(copies[i].load(page + 8, 8) == i + 1);
    CHECK(copies[i].load(page, 8) == i % 256);
    if (i >= 256)
      CHECK(copies[i - 256].load(page + 8, 8) == i + 1 - 256);
    CHECK(copies[i].private_bytes() < 4 * Memory::kPageBytes);
  }
}

TEST_CASE("memory: equality and hash see content, not how it came about") {
  Memory a;
  Memory b;
  CHECK(a == b);
  CHECK(a.hash() == b.hash());
  a.store(0x10000, 8, 5);
  CHECK_FALSE(a == b);
  CHECK_FALSE(b == a);
  CHECK(a.hash() != b.hash());
  b.store(0x90000000000ULL, 8, 1); // makes the tree higher
  b.store(0x90000000000ULL, 8, 0); // a page of zeros equals a page never written
  b.store(0x10000, 4, 5);
  CHECK(a == b);
  CHECK(b == a);
  CHECK(a.hash() == b.hash());
  Memory moved; // the same bytes on another page
  moved.store(0x11000, 8, 5);
  CHECK_FALSE(a == moved);
  CHECK(a.hash() != moved.hash());
}

TEST_CASE("memory: spans are read and written across pages") {
  Memory memory;
  std::vector<std::uint8_t> out(10000);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>(i * 7);
  memory.write(4090, out);
  std::vector<std::uint8_t> in(10002, 0xee);
  memory.read(4089, in);
  CHECK(in.front() == 0);
  CHECK(in.back() == 0);
  CHECK(std::vector<std::uint8_t>(in.begin() + 1, in.end() - 1) == out);
}

TEST_CASE("memory: random stores, loads and copies agree with a map of bytes") {
  std::mt19937_64 random(20240229);
  std::vector<std::pair<Memory, ByteMap>> pool(1);
  const auto any_address = [&] {
    const std::uint64_t bases[] = {0, 0x10010000, 0x7fffe000, 0x3ffff8, ~0ULL - 40};
    return bases[random() % 5] + random() % 9000;
  };
  for (int step = 0; step < stallscope::random_cases(60'000); ++step) {
    const std::size_t which = random() % pool.size();
    auto& [memory, model] = pool[which];
    const std::uint64_t address = any_address();
    const unsigned size = 1U << (random() % 4);
    switch (random() % 64) {
    case 0:
      if (pool.size() < 12)
        pool.push_back(pool[which]);
      else
        pool[random() % pool.size()] = pool[which];
      break;
    case 1:
      if (pool.size() > 1) {
        if (which + 1 != pool.size())
          pool[which] = std::move(pool.back());
        pool.pop_back();
      }
      break;
    default:
      if (random() % 2 == 0) {
        const std::uint64_t value = random();
        memory.store(address, size, value);
        model.store(address, size, value);
      } else {
        REQUIRE(memory.load(address, size) == model.load(address, size));
      }
    }
  }
  for (const auto& [memory, model] : pool)
    for (const auto& [address, byte] : model.bytes)
      REQUIRE(memory.load(address, 1) == byte);
}

TEST_CASE("memory: the first difference of two") {
  Memory a;
  Memory b;
  CHECK_FALSE(a.first_difference(b).has_value());
  a.store(0x12345, 1, 0); // a page of zeros is none
  CHECK_FALSE(a.first_difference(b).has_value());
  b.store(0xffff'ffff'ffff'0008, 8, 0x500); // a higher tree
  CHECK(a.first_difference(b) == 0xffff'ffff'ffff'0009);
  CHECK(b.first_difference(a) == 0xffff'ffff'ffff'0009);
  a.store(0x12345, 1, 9);
  CHECK(a.first_difference(b) == 0x12345);
  CHECK(b.first_difference(a) == 0x12345);
  Memory c = b;
  CHECK_FALSE(c.first_difference(b).has_value());
  c.store(0x10, 8, 1);
  CHECK(c.first_difference(b) == 0x10);
}

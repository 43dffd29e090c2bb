// Stores between retirement and the data cache: sent in program order, forwarded from, and freed
// when their writes are complete.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using machine::Forwarding;

namespace {

WindowOp load_from(std::uint64_t address, unsigned bytes) {
  WindowOp load;
  load.address = address;
  load.bytes = static_cast<std::uint16_t>(bytes);
  return load;
}

} // namespace

TEST_CASE("store buffer: the youngest store that overlaps is found, and places are used again") {
  StoreBuffer buffer;
  for (unsigned i = 0; i < StoreBuffer::kMost + 3; ++i) {
    if (buffer.size() == StoreBuffer::kMost)
      ++buffer.oldest;
    buffer.push({.id = OpId{i + 1}, .address = 0x100 + 8 * (i % 4), .bytes = 8});
  }
  CHECK(buffer.size() == StoreBuffer::kMost);
  REQUIRE(buffer.youngest_overlapping(load_from(0x104, 8)) != nullptr);
  CHECK(buffer.youngest_overlapping(load_from(0x104, 8))->id == OpId{StoreBuffer::kMost + 2});
  CHECK(buffer.youngest().id == OpId{StoreBuffer::kMost + 3});
  CHECK(buffer.youngest_overlapping(load_from(0x120, 4)) == nullptr);
}

TEST_CASE("store buffer: stores are sent in program order, and leave in it when complete") {
  StoreBuffer buffer;
  buffer.push({.id = OpId{1}, .address = 0x100, .bytes = 8});
  buffer.push({.id = OpId{2}, .address = 0x108, .bytes = 8});
  CHECK(buffer.next().id == OpId{1});
  buffer.answered(false, 9); // the cache refuses it: the same store again
  CHECK(buffer.next().id == OpId{1});
  CHECK(broken_invariant(buffer) == "");
  buffer.answered(true, 20);
  buffer.answered(true, 12); // a hit behind a miss
  CHECK_FALSE(buffer.has_unsent());
  CHECK(broken_invariant(buffer) == "");
  CHECK(buffer.completed(19) == nullptr); // the first is not complete, and the second behind it
  REQUIRE(buffer.completed(20) != nullptr);
  CHECK(buffer.completed(20)->id == OpId{1});
  buffer.release();
  REQUIRE(buffer.completed(20) != nullptr);
  CHECK(buffer.completed(20)->id == OpId{2});
  buffer.release();
  CHECK(buffer.empty());
  CHECK(buffer.completed(20) == nullptr);
}

TEST_CASE("store buffer: a store forwards to a load by the machine's rule, or blocks it") {
  StoreBuffer buffer;
  buffer.push({.id = OpId{1}, .address = 0x100, .bytes = 4});
  CHECK(buffer.search(Forwarding::covering, load_from(0x108, 8)) == BufferedMatch::none);
  CHECK(buffer.search(Forwarding::covering, load_from(0x102, 2)) == BufferedMatch::forwards);
  CHECK(buffer.search(Forwarding::covering, load_from(0x100, 8)) == BufferedMatch::blocks);
  CHECK(buffer.search(Forwarding::exact, load_from(0x102, 2)) == BufferedMatch::blocks);
  CHECK(buffer.search(Forwarding::none, load_from(0x100, 4)) == BufferedMatch::blocks);
}

TEST_CASE("store buffer: what its invariants rule out is found") {
  StoreBuffer buffer;
  buffer.push({.id = OpId{1}, .address = 0x100, .bytes = 4});
  REQUIRE(broken_invariant(buffer) == "");
  SECTION("sent before its turn") {
    buffer.at(0).sent = true;
  }
  SECTION("a store that writes nothing") {
    buffer.at(0).bytes = 0;
  }
  SECTION("freed before it was sent") {
    buffer.release();
  }
  CHECK(broken_invariant(buffer) != "");
}

// Which line makes room: victims worked out by hand for one set of four lines.

#include "unit/core/cache_testing.hpp"

#include <fmt/format.h>

#include <set>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

/// One set of four lines, called A, B, C, ...
class OneSet {
public:
  explicit OneSet(const std::string& replacement)
      : caches_("[[cache]]\nname = \"L1\"\nserves = \"both\"\nsize = 256\nways = 4\nreplacement = "
                "\"" +
                replacement + "\"\n") {}

  /// Accesses lines one after the other, each when the one before has arrived; names those that
  /// had to go.
  std::string victims(const std::string& lines) {
    std::string gone;
    for (const char line : lines) {
      const std::string before = content();
      caches_.read(address(line), cycle_ += 100);
      caches_.settle(cycle_ + 99);
      const std::string after = content();
      for (const char name : before)
        if (after.find(name) == std::string::npos)
          gone += name;
    }
    return gone;
  }
  [[nodiscard]] std::string content() const {
    std::string names;
    for (const LineView& line : caches_.contents(0, 0))
      if (line.valid)
        names += static_cast<char>('A' + (line.address - 0x1000) / 64);
    return names;
  }
  [[nodiscard]] std::vector<unsigned> ranks() const {
    std::vector<unsigned> ranks;
    for (const LineView& line : caches_.contents(0, 0))
      ranks.push_back(line.rank);
    return ranks;
  }

private:
  static std::uint64_t address(char line) { return 0x1000 + 64 * std::uint64_t(line - 'A'); }

  Caches caches_;
  std::uint64_t cycle_ = 0;
};

} // namespace

TEST_CASE("lru: the line used longest ago goes") {
  OneSet set("lru");
  CHECK(set.victims("ABCD") == "");
  CHECK(set.ranks() == std::vector<unsigned>{3, 2, 1, 0});
  CHECK(set.victims("A") == "");  // order now B C D A
  CHECK(set.victims("E") == "B"); // C D A E
  CHECK(set.victims("C") == "");  // D A E C
  CHECK(set.victims("FG") == "DA");
  CHECK(set.victims("ABCDE") == "ECFGA"); // a line more than there is room for: nothing hits
}

TEST_CASE("plru: the tree of bits points away from what was used") {
  OneSet set("plru");
  // Nodes: root, left (A B), right (C D). A: root right, left -> B. B: left -> A. C: root left,
  // right -> D. D: right -> C. So the root points left, to A.
  CHECK(set.victims("ABCD") == "");
  CHECK(set.victims("E") == "A"); // E in A's place: root right, left -> B
  CHECK(set.victims("D") == "");  // root left, right -> C
  CHECK(set.victims("F") == "B"); // left -> B; then root right, left -> E
  // True LRU would let C go now as well, and then E; the tree:
  CHECK(set.victims("G") == "C"); // root left, right -> D
  CHECK(set.victims("H") == "E");
}

TEST_CASE("plru: is not lru") {
  // A B C D, then A, C: LRU lets B go. Tree: A: root right, left -> B; C: root left, right -> D.
  // Root left, left -> B: B too. Then E in B's place: root right, left -> A; right -> D: D goes;
  // LRU agrees. Then A: root right, so the next goes from the right: F is D's place, right -> C.
  OneSet set("plru");
  CHECK(set.victims("ABCDACE") == "B");
  CHECK(set.victims("FA") == "D");
  CHECK(set.victims("G") == "C"); // used before E, and yes: LRU order is C E F A
  // B C E used last in the order ... : A B C D, A: root right, left -> B, right -> C (by D).
  OneSet other("plru");
  CHECK(other.victims("ABCDA") == "");
  CHECK(other.victims("E") == "C"); // LRU: B
}

TEST_CASE("srrip: new lines are expected back late, used ones soon") {
  OneSet set("srrip");
  CHECK(set.victims("ABCD") == "");
  CHECK(set.ranks() == std::vector<unsigned>{2, 2, 2, 2});
  CHECK(set.victims("B") == ""); // 2 0 2 2
  // None at 3: all are incremented, 3 1 3 3; A goes, E comes with 2.
  CHECK(set.victims("E") == "A");
  CHECK(set.ranks() == std::vector<unsigned>{2, 1, 3, 3});
  CHECK(set.victims("FG") == "CD");
  CHECK(set.ranks() == std::vector<unsigned>{2, 1, 2, 2});
  // A line that is used survives a stream of others, which LRU would not let it.
  CHECK(set.victims("BHI") == "EF"); // 2 0 2 2 -> 3 1 3 3: E in way 0, then F in way 2
  CHECK(set.content().find('B') != std::string::npos);
}

TEST_CASE("random: every line goes some time, and the same ones in every run") {
  OneSet set("random");
  OneSet again("random");
  CHECK(set.victims("ABCD") == "");
  again.victims("ABCD");
  std::set<char> gone;
  for (int i = 0; i < 40; ++i) {
    const std::string line(1, static_cast<char>('A' + 4 + i % 20));
    const std::string victim = set.victims(line);
    CHECK(again.victims(line) == victim);
    gone.insert(victim.begin(), victim.end());
  }
  CHECK(gone.size() > 15);
}

TEST_CASE("sets: an address has its place in one of them only") {
  Caches c(kL1); // 2 sets of 2 lines
  for (const std::uint64_t address : {0x1000, 0x1080, 0x1100, 0x1180})
    c.read(address, address); // all in set 0
  c.settle(0x2000);
  CHECK(c.counters(0).evictions == 2);
  CHECK_FALSE(c.contents(0, 1)[0].valid);
  CHECK(c.unit.set_of(0, 0x1040) == 1);
}

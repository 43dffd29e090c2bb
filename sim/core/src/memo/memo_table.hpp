#pragma once

#include "base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

/// Memoization of a core's timing, for any core. `Policy` is that of Engine (`memo/engine.hpp`).
namespace stallscope::core::memo {

template <class Policy> struct Node;
template <class Policy> struct Part;

/// The key of an edge without an outcome.
inline constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

/// What a stretch, from one node to the next, adds to the state.
template <class Policy> struct Ending {
  /// An amount added to a counter of the ledger or the statistics, given by index. A counter can
  /// have several.
  struct Count {
    std::uint16_t index = 0;
    std::uint16_t count = 0;
  };
  Node<Policy>* next = nullptr;
  Part<Policy>* first = nullptr; ///< first part of `next`, once replay has visited it
  std::uint32_t cycles = 0;
  std::uint32_t operations = 0; ///< operation numbers consumed
  std::uint64_t times = 0;      ///< number of replays since the state was last brought up to date
  [[no_unique_address]] typename Policy::Addition more;
  std::uint16_t counts = 0;
  const Count* count = nullptr;
};

/// The continuation of a stretch for one outcome.
template <class Policy> struct Edge {
  std::uint64_t key = kNoKey;   ///< the outcome; kNoKey: unused
  Part<Policy>* then = nullptr; ///< null: the outcome has occurred, but its continuation is not
                                ///< stored
  Edge* other = nullptr;
};

/// Work outside the timing up to an outcome, which selects how the stretch continues, or up to the
/// end of the stretch.
template <class Policy> struct Part {
  Edge<Policy> edge; ///< first edge of the list: the outcome that occurred last
  Ending<Policy>* ending = nullptr;
  [[no_unique_address]] typename Policy::Work work;

  /// Words stored behind the part.
  [[nodiscard]] std::uint32_t* words() { return reinterpret_cast<std::uint32_t*>(this + 1); }
  /// Prefetches the data that is most likely used next into the host's cache.
  void prefetch_next() const {
    constexpr std::size_t kLine = 64; // line size of the host's caches
    const auto* const next = ending != nullptr ? reinterpret_cast<const char*>(ending)
                                               : reinterpret_cast<const char*>(edge.then);
    if (next == nullptr)
      return;
    __builtin_prefetch(next);
    __builtin_prefetch(next + kLine);
  }
};

/// A timing state between two cycles.
template <class Policy> struct Node {
  std::string_view packed;
  Part<Policy>* first = nullptr;
};

/// An arena: memory in blocks that are freed together. Nothing in it is destroyed.
class Arena {
public:
  void* allocate(std::size_t size, std::size_t alignment) {
    used_ = (used_ + alignment - 1) / alignment * alignment;
    if (used_ + size > end_) {
      const std::size_t block = size > kBlock ? size : kBlock;
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block));
      before_ += used_;
      used_ = 0;
      end_ = block;
    }
    void* const place = blocks_.back().get() + used_;
    used_ += size;
    return place;
  }
  void clear() { *this = {}; }
  /// Bytes allocated so far.
  [[nodiscard]] std::uint64_t bytes() const { return before_ + used_; }

private:
  static constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::uint64_t before_ = 0; ///< bytes used of the blocks before the last one
  std::size_t used_ = 0;     ///< bytes used of the last block
  std::size_t end_ = 0;      ///< size of the last block
};

/// The memo table: nodes by packed state, and the parts, edges and endings that replay follows from
/// them. Replayed data lie contiguously in order of creation, which is mostly the order of use.
template <class Policy> class MemoTable {
public:
  using Node = memo::Node<Policy>;
  using Part = memo::Part<Policy>;

  [[nodiscard]] static std::uint64_t hash_of(std::string_view packed) {
    return std::hash<std::string_view>()(packed);
  }
  /// The node of a packed state; none when it is not stored.
  [[nodiscard]] Node* find(std::string_view packed, std::uint64_t hash) const {
    for (std::size_t at = hash & mask_; places_[at].node != nullptr; at = (at + 1) & mask_)
      if (places_[at].hash == hash && places_[at].node->packed == packed)
        return places_[at].node;
    return nullptr;
  }
  /// Creates the node of a state that has none.
  Node& add(std::string_view packed, std::uint64_t hash) {
    if (2 * states_ >= mask_)
      grow();
    Node& node = make<Node>();
    node.packed = {keep(std::span(packed)), packed.size()};
    enter({hash, &node});
    ++states_;
    return node;
  }
  template <class T> T& make() { return *new (path_.allocate(sizeof(T), alignof(T))) T; }
  /// A part with words behind it.
  Part& make_part(std::span<const std::uint32_t> words) {
    void* const place = path_.allocate(sizeof(Part) + words.size_bytes(), alignof(Part));
    auto& part = *new (place) Part;
    if (!words.empty())
      std::memcpy(part.words(), words.data(), words.size_bytes());
    return part;
  }
  /// A copy of data not needed during replay.
  template <class T> const T* keep(std::span<const T> data) {
    void* const place = aside_.allocate(data.size_bytes(), alignof(T));
    if (!data.empty())
      std::memcpy(place, data.data(), data.size_bytes());
    return static_cast<const T*>(place);
  }
  void clear() {
    places_.assign(kFirstPlaces, {});
    mask_ = kFirstPlaces - 1;
    states_ = 0;
    path_.clear();
    aside_.clear();
  }
  /// Bytes in use; memory is allocated from the host in larger pieces.
  [[nodiscard]] std::uint64_t bytes() const {
    return path_.bytes() + aside_.bytes() + 2 * states_ * sizeof(Place);
  }
  [[nodiscard]] std::uint64_t states() const { return states_; }

private:
  static constexpr std::size_t kFirstPlaces = std::size_t{1} << 12;

  /// Hash table slot of a node: open addressing with linear probing.
  struct Place {
    std::uint64_t hash = 0;
    Node* node = nullptr;
  };
  void enter(const Place& place) {
    std::size_t at = place.hash & mask_;
    while (places_[at].node != nullptr)
      at = (at + 1) & mask_;
    places_[at] = place;
  }
  void grow() {
    const std::vector<Place> before =
        std::exchange(places_, std::vector<Place>(2 * places_.size()));
    mask_ = places_.size() - 1;
    for (const Place& place : before)
      if (place.node != nullptr)
        enter(place);
  }

  std::vector<Place> places_{kFirstPlaces}; ///< hash table of which at least half the places are
                                            ///< free
  std::size_t mask_ = kFirstPlaces - 1;
  std::uint64_t states_ = 0;
  Arena path_;
  Arena aside_;
};

} // namespace stallscope::core::memo

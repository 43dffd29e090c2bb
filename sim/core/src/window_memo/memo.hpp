#pragma once

#include "window_memo/action.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::core::window_memo {

struct Node;
struct Segment;

/// What a cycle, and the idle cycles after it, add to the state.
struct Ending {
  /// An addition to a counter of the ledger or the statistics, by index.
  struct Count {
    std::uint16_t index = 0;
    std::uint16_t count = 0;
  };
  Node* next = nullptr;
  Segment* first = nullptr; ///< first segment of `next`, once replay has visited it
  std::uint32_t cycles = 0;
  std::uint32_t operations = 0; ///< operation numbers consumed
  std::uint64_t times = 0;      ///< times replayed since the state was last brought up to date
  std::array<std::uint16_t, 6> occupied{}; ///< entries in use at its end, as in Occupancy
  std::uint16_t counts = 0;
  const Count* count = nullptr;
};

/// The continuation of a cycle for one outcome.
struct Edge {
  std::uint64_t key = kNoKey; ///< the outcome; kNoKey: unused
  Segment* then = nullptr; ///< none: the outcome has been met, but its continuation is not stored
  Edge* other = nullptr;
};

/// Actions up to an outcome or the end of the cycle; their words follow it in memory.
struct Segment {
  Edge edge; ///< first in the list: the outcome met last
  Ending* ending = nullptr;
  [[nodiscard]] std::uint32_t* words() { return reinterpret_cast<std::uint32_t*>(this + 1); }
  /// Prefetches what is most likely needed next into the host's cache.
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

/// The timing state of a machine between two cycles.
struct Node {
  std::string_view packed;
  Segment* first = nullptr;
};

/// An arena: memory in blocks that are freed together.
class Arena {
public:
  void* allocate(std::size_t size, std::size_t alignment) {
    used_ = (used_ + alignment - 1) / alignment * alignment;
    if (used_ + size > kBlock) {
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kBlock));
      used_ = 0;
    }
    void* const place = blocks_.back().get() + used_;
    used_ += size;
    return place;
  }
  void clear() {
    blocks_.clear();
    used_ = kBlock;
  }
  [[nodiscard]] std::uint64_t bytes() const { return blocks_.size() * kBlock; }

private:
  static constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t used_ = kBlock; ///< bytes used of the last block
};

/// The memo table. Replayed data lie contiguously in order of creation, which is mostly the order
/// of use.
class Memo {
public:
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
  Segment& make_segment(std::span<const std::uint32_t> words) {
    void* const place = path_.allocate(sizeof(Segment) + words.size_bytes(), alignof(Segment));
    auto& segment = *new (place) Segment;
    std::memcpy(segment.words(), words.data(), words.size_bytes());
    return segment;
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
  [[nodiscard]] std::uint64_t bytes() const {
    return path_.bytes() + aside_.bytes() + places_.size() * sizeof(Place);
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

  std::vector<Place> places_{kFirstPlaces}; ///< at least half of them are free
  std::size_t mask_ = kFirstPlaces - 1;
  std::uint64_t states_ = 0;
  Arena path_;
  Arena aside_;
};

} // namespace stallscope::core::window_memo

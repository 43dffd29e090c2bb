#pragma once

#include "core/out_of_order/window_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stallscope::core::window_memo {

struct Node;

/// What a cycle, and the idle ones behind it, add to the state.
struct Ending {
  /// A number of the ledger or the counters, by its place in both.
  struct Count {
    std::uint16_t index = 0;
    std::uint16_t count = 0;
  };
  Node* next = nullptr;
  std::uint32_t cycles = 0;
  std::uint32_t operations = 0; ///< operation numbers used
  std::uint64_t times = 0;      ///< gone through since the state was last brought up to date
  std::array<std::uint16_t, 6> occupied{}; ///< entries taken at its end, as in Occupancy
  std::uint16_t counts = 0;
  const Count* count = nullptr;
};

struct Segment;

/// How a cycle goes on when an outcome is this.
struct Edge {
  std::uint64_t key = 0;
  Segment* then = nullptr;
  Edge* other = nullptr;
};

/// Actions up to an outcome, or to the end of the cycle.
struct Segment {
  const std::uint32_t* words = nullptr; ///< none: not explored yet
  Edge* edges = nullptr;
  Ending* ending = nullptr;
};

/// The timing of a machine between two cycles.
struct Node {
  std::string_view packed;
  Segment* first = nullptr;
};

/// Everything remembered, in blocks that are given up together.
class Memo {
public:
  /// The node of a packed state.
  Node& intern(std::string_view packed) {
    const auto found = nodes_.find(packed);
    if (found != nodes_.end())
      return *found->second;
    Node& node = make<Node>();
    node.packed = {static_cast<const char*>(copy(packed.data(), packed.size(), 1)), packed.size()};
    nodes_.emplace(node.packed, &node);
    bytes_ += kHashEntry;
    return node;
  }
  template <class T> T& make() { return *new (allocate(sizeof(T), alignof(T))) T; }
  /// A copy that stays.
  template <class T> const T* keep(std::span<const T> data) {
    return static_cast<const T*>(copy(data.data(), data.size_bytes(), alignof(T)));
  }
  void clear() {
    nodes_.clear();
    blocks_.clear();
    used_ = kBlock;
    bytes_ = 0;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t states() const { return nodes_.size(); }

private:
  static constexpr std::size_t kBlock = std::size_t{1} << 20;
  static constexpr std::size_t kHashEntry = 64; ///< bytes, about

  void* allocate(std::size_t size, std::size_t alignment) {
    used_ = (used_ + alignment - 1) / alignment * alignment;
    if (used_ + size > kBlock) {
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kBlock));
      bytes_ += kBlock;
      used_ = 0;
    }
    void* const place = blocks_.back().get() + used_;
    used_ += size;
    return place;
  }
  const void* copy(const void* data, std::size_t size, std::size_t alignment) {
    void* const place = allocate(size, alignment);
    if (size != 0)
      std::memcpy(place, data, size);
    return place;
  }

  std::unordered_map<std::string_view, Node*> nodes_;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t used_ = kBlock; ///< of the last block
  std::uint64_t bytes_ = 0;
};

} // namespace stallscope::core::window_memo

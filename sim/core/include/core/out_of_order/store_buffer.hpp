#pragma once

// Stores that have retired and are not in the data cache yet.

#include "core/out_of_order/load_store_queue.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

struct BufferedStore {
  OpId id;
  std::uint64_t address = 0;
  std::uint64_t pc = 0;
  std::uint8_t bytes = 0;
  bool sent = false;         ///< the store has been sent to the cache
  std::uint64_t done_at = 0; ///< once sent: cycle in which the write is complete
  std::uint64_t data = 0;    ///< value of the register PlannedOp::data at retirement, for displays
};

/// Result of a load's search of the store buffer.
enum class BufferedMatch : std::uint8_t {
  none,
  forwards, ///< the store forwards its value
  blocks,   ///< the store must be in the cache before the load can read
};

/// A ring in program order: stores in [oldest, unsent) have been sent to the cache, [unsent, end)
/// wait for the cache to accept them.
struct StoreBuffer {
  static constexpr unsigned kMost = 64; ///< maximum number of entries; a power of two
  std::array<BufferedStore, kMost> entries{};
  std::uint64_t oldest = 0;
  std::uint64_t unsent = 0;
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const { return end - oldest; }
  [[nodiscard]] bool empty() const { return oldest == end; }
  [[nodiscard]] BufferedStore& at(std::uint64_t position) { return entries[position % kMost]; }
  [[nodiscard]] const BufferedStore& at(std::uint64_t position) const {
    return entries[position % kMost];
  }
  void push(const BufferedStore& store) { at(end++) = store; }
  [[nodiscard]] bool has_unsent() const { return unsent < end; }
  /// The store to be sent to the cache next.
  [[nodiscard]] BufferedStore& next() { return at(unsent); }
  /// The cache's answer to that store. `done_at`: the cycle in which the write is complete.
  void answered(bool accepted, std::uint64_t done_at) {
    next().sent = accepted;
    next().done_at = accepted ? done_at : 0;
    unsent += accepted ? 1 : 0;
  }
  /// The oldest store, if it is in the cache by this cycle; otherwise nullptr.
  [[nodiscard]] const BufferedStore* completed(std::uint64_t now) const {
    return oldest < unsent && at(oldest).done_at <= now ? &at(oldest) : nullptr;
  }
  /// The oldest store is in the cache: frees its entry.
  void release() { ++oldest; }
  [[nodiscard]] const BufferedStore& first() const { return at(oldest); }
  [[nodiscard]] BufferedStore& youngest() { return at(end - 1); }
  /// The youngest store that overlaps with a load; nullptr: there is none.
  [[nodiscard]] const BufferedStore* youngest_overlapping(const WindowOp& load) const {
    for (std::uint64_t position = end; position > oldest;)
      if (const BufferedStore& store = at(--position); overlaps(store, load))
        return &store;
    return nullptr;
  }
  /// The result of a load's search, by the rule of store-to-load forwarding.
  [[nodiscard]] BufferedMatch search(machine::Forwarding forwarding, const WindowOp& load) const {
    const BufferedStore* const store = youngest_overlapping(load);
    if (store == nullptr)
      return BufferedMatch::none;
    return can_forward(forwarding, load, store->address, store->bytes) ? BufferedMatch::forwards
                                                                       : BufferedMatch::blocks;
  }
};

} // namespace stallscope::core

#pragma once

#include "base/check.hpp"
#include "base/ids.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace stallscope::trace {

/// Hash table of operations in flight, by number. Entries of removed operations are reused with the
/// memory of their strings.
template <class T> class OpTable {
public:
  /// The entry of a number; nullptr: not found.
  [[nodiscard]] T* find(std::uint64_t key) {
    for (std::size_t i = home(key);; i = (i + 1) & mask_) {
      if (places_[i].used == nullptr)
        return nullptr;
      if (places_[i].key == key)
        return places_[i].used;
    }
  }
  /// Inserts an operation that is not in the table. The entry keeps its previous content.
  T& add(std::uint64_t key) {
    if ((count_ + 1) * 4 > places_.size() * 3)
      grow();
    if (free_.empty())
      free_.push_back(&slots_.emplace_back());
    T* slot = free_.back();
    free_.pop_back();
    place(key, slot);
    ++count_;
    return *slot;
  }
  void remove(std::uint64_t key) {
    std::size_t hole = home(key);
    while (places_[hole].key != key || places_[hole].used == nullptr) {
      STALLSCOPE_CHECK(places_[hole].used != nullptr, "what is removed was added");
      hole = (hole + 1) & mask_;
    }
    free_.push_back(places_[hole].used);
    --count_;
    // Moves up later entries of the probe sequence.
    for (std::size_t i = (hole + 1) & mask_; places_[i].used != nullptr; i = (i + 1) & mask_) {
      if (((i - home(places_[i].key)) & mask_) >= ((i - hole) & mask_)) {
        places_[hole] = places_[i];
        hole = i;
      }
    }
    places_[hole] = {};
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// Calls `f` for each entry, in unspecified order.
  template <class F> void for_each(F f) {
    for (const Place& p : places_)
      if (p.used != nullptr)
        f(*p.used);
  }

private:
  struct Place {
    std::uint64_t key = 0;
    T* used = nullptr; ///< nullptr: free
  };
  /// Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): spreads
  /// successive numbers, and numbers with a large common factor.
  [[nodiscard]] std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ULL) >> shift_);
  }
  void place(std::uint64_t key, T* slot) {
    std::size_t i = home(key);
    while (places_[i].used != nullptr)
      i = (i + 1) & mask_;
    places_[i] = {key, slot};
  }
  void grow() {
    std::vector<Place> old(places_.size() * 2);
    old.swap(places_);
    mask_ = places_.size() - 1;
    --shift_;
    for (const Place& p : old)
      if (p.used != nullptr)
        place(p.key, p.used);
  }

  std::vector<Place> places_ = std::vector<Place>(1024);
  std::size_t mask_ = 1023;
  unsigned shift_ = 54; ///< 64 - log2 of the number of entries
  std::deque<T> slots_; ///< entries with stable addresses
  std::vector<T*> free_;
  std::size_t count_ = 0;
};

} // namespace stallscope::trace

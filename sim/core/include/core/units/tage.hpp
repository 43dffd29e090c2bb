#pragma once

#include "core/units/global_history.hpp"
#include "core/units/paged_table.hpp"
#include "machine/prediction.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace stallscope::core {

inline constexpr unsigned kMaxTageTables = 12;

/// One number for each table; eight tables are computed at a time, in a SIMD register of the host.
class TageNumbers {
public:
  using Eight [[gnu::vector_size(16)]] = std::uint16_t;
  static constexpr unsigned kLanes = 8;
  static constexpr unsigned kEights = (kMaxTageTables + kLanes - 1) / kLanes;

  [[nodiscard]] std::uint16_t operator[](unsigned table) const { return numbers_[table]; }
  [[nodiscard]] std::uint16_t& operator[](unsigned table) { return numbers_[table]; }
  [[nodiscard]] Eight eight(unsigned which) const {
    Eight value;
    std::memcpy(&value, numbers_.data() + std::size_t{kLanes} * which, sizeof value);
    return value;
  }
  void set_eight(unsigned which, Eight value) {
    std::memcpy(numbers_.data() + std::size_t{kLanes} * which, &value, sizeof value);
  }

  bool operator==(const TageNumbers&) const = default;

private:
  std::array<std::uint16_t, std::size_t{kEights} * kLanes> numbers_{};
};

/// Folded histories of all tables, as wide as their indices and tags: a new direction updates each
/// in a few operations, independent of the history's length (Michaud 2005).
struct TageFolds {
  TageNumbers index;
  TageNumbers tag;
  TageNumbers tag_shifted; ///< second fold for the tag, one bit narrower

  bool operator==(const TageFolds&) const = default;
};

struct TageEntry {
  std::uint16_t tag = 0;   ///< 0: empty; bit 15 is set otherwise
  std::int8_t counter = 0; ///< -4 to 3; not negative: taken
  std::uint8_t useful = 0; ///< usefulness counter, 0 to 3

  bool operator==(const TageEntry&) const = default;
};

/// The tagged tables and the predictor's global counters.
struct TageState {
  PagedTable<TageEntry> entries; ///< the tables, one after another
  std::int8_t use_alternate = 0; ///< -8 to 7; not negative: use the alternate prediction instead of
                                 ///< new entries
  std::uint32_t random = 1;      ///< state of the pseudo-random generator, for allocation
  std::uint32_t learnt = 0;      ///< branches learnt since the useful counters were last aged

  bool operator==(const TageState&) const = default;
};

/// The inputs of a prediction.
struct TageRecord {
  std::int8_t provider = -1;  ///< table with the longest history that matches; -1: the base
  std::int8_t alternate = -1; ///< the matching table with the next longest history
  bool provider_taken = false;
  bool alternate_taken = false;
  bool fresh = false; ///< the provider's entry is new: weak counter, useful counter 0
  bool taken = false;
  bool by_alternate = false; ///< the alternate prediction was used, because the provider's entry is
                             ///< new
  std::int8_t counter = 0;   ///< counter of the tagged entry that decided, before its update
};

/// TAGE: tagged tables indexed by address and histories of geometric lengths; the matching table
/// with the longest history predicts. Seznec and Michaud, A case for (partially) TAgged GEometric
/// history length branch prediction (Journal of Instruction-Level Parallelism, 2006): 3-bit
/// counters, 2-bit useful counters, the alternate prediction instead of new entries when that has
/// been better.
class Tage {
public:
  Tage() = default;
  Tage(const machine::DirectionTables& tables, unsigned address_shift);

  [[nodiscard]] TageState state() const;
  [[nodiscard]] unsigned tables() const { return tables_; }
  [[nodiscard]] unsigned history_length(unsigned table) const { return length_[table]; }

  /// `base_taken`: the base predictor's direction.
  [[nodiscard]] TageRecord predict(const TageState& state, const TageFolds& folds, std::uint64_t pc,
                                   bool base_taken) const {
    TageRecord record;
    std::int8_t alternate_counter = 0;
    record.alternate_taken = record.provider_taken = base_taken;
    // Like index() and tag(), for all tables at once.
    const std::uint64_t at = pc >> shift_;
    const auto all = [](std::uint64_t number) {
      return Eight{} + static_cast<std::uint16_t>(number);
    };
    const Eight place = all((at ^ at >> index_bits_) & index_mask_);
    const Eight named = all((at & tag_mask_) | 0x8000);
    TageNumbers places;
    TageNumbers tags;
    for (unsigned e = 0; e < eights_; ++e) {
      places.set_eight(e, place ^ folds.index.eight(e));
      // A folded history is within its width; the narrower one, shifted, within that of the tag.
      tags.set_eight(e, named ^ folds.tag.eight(e) ^ folds.tag_shifted.eight(e) << 1);
    }
    for (unsigned t = tables_; t-- > 0;) {
      const TageEntry& entry = state.entries[(std::size_t{t} << index_bits_) + places[t]];
      if (entry.tag != tags[t])
        continue;
      if (record.provider >= 0) {
        record.alternate = static_cast<std::int8_t>(t);
        record.alternate_taken = entry.counter >= 0;
        alternate_counter = entry.counter;
        break;
      }
      record.provider = static_cast<std::int8_t>(t);
      record.provider_taken = entry.counter >= 0;
      record.counter = entry.counter;
      record.fresh = (entry.counter == 0 || entry.counter == -1) && entry.useful == 0; // weak
    }
    record.by_alternate = record.fresh && state.use_alternate >= 0;
    record.taken = record.by_alternate ? record.alternate_taken : record.provider_taken;
    record.counter = record.by_alternate ? alternate_counter : record.counter;
    return record;
  }
  /// Appends a direction to the folded histories; `history` must not contain it yet.
  void push(TageFolds& folds, const GlobalHistory& history, bool taken) const {
    const std::uint8_t* const behind = history.behind_youngest();
    for (unsigned e = 0; e < eights_; ++e) {
      Eight leaves{}; // all ones for tables whose oldest direction, which drops out, was taken
      for (unsigned lane = 0; lane < TageNumbers::kLanes; ++lane)
        leaves[lane] = *(behind - length_[TageNumbers::kLanes * e + lane]);
      leaves = -leaves;
      fold(folds.index, e, index_bits_, leaves & index_leaves_at_.eight(e), taken);
      fold(folds.tag, e, tag_bits_, leaves & tag_leaves_at_.eight(e), taken);
      fold(folds.tag_shifted, e, tag_bits_ - 1, leaves & shifted_leaves_at_.eight(e), taken);
    }
  }
  /// Updates the tables for a branch predicted with these folds. True when the base predictor must
  /// be updated as well.
  [[nodiscard]] bool learn(TageState& state, const TageFolds& folds, std::uint64_t pc,
                           const TageRecord& record, bool taken) const;

  /// Index of a branch's entry in each table.
  [[nodiscard]] std::size_t index(const TageFolds& folds, std::uint64_t pc, unsigned table) const {
    const std::uint64_t at = pc >> shift_;
    return (std::size_t{table} << index_bits_) +
           ((at ^ at >> index_bits_ ^ folds.index[table]) & index_mask_);
  }
  [[nodiscard]] std::uint16_t tag(const TageFolds& folds, std::uint64_t pc, unsigned table) const {
    const std::uint64_t at = pc >> shift_;
    return static_cast<std::uint16_t>(
        ((at ^ folds.tag[table] ^ (folds.tag_shifted[table] << 1)) & tag_mask_) | 0x8000);
  }

private:
  using Eight = TageNumbers::Eight;
  /// Rotates registers of `width` bits (at most 15) by one, xors in the new direction, and xors out
  /// the oldest one at its position.
  static void fold(TageNumbers& folded, unsigned eight, unsigned width, Eight leaving,
                   bool enters) {
    const auto ones = [](unsigned number) { return Eight{} + static_cast<std::uint16_t>(number); };
    const Eight value = ((folded.eight(eight) << 1) | ones(enters ? 1 : 0)) ^ leaving;
    folded.set_eight(eight, (value ^ value >> width) & ones((1U << width) - 1));
  }
  void allocate(TageState& state, const TageFolds& folds, std::uint64_t pc, unsigned first,
                bool taken) const;
  void age(TageState& state) const;
  [[nodiscard]] static bool is_old(std::uint32_t learnt) { return learnt >= kAgePeriod; }
  /// The useful counters are halved after this many branches, so that entries that are not useful
  /// any more can be replaced (the paper: 256 Ki).
  static constexpr std::uint32_t kAgePeriod = 256 * 1024;

  unsigned tables_ = 0;
  unsigned eights_ = 0; ///< groups of eight folded histories in use
  unsigned index_bits_ = 10;
  std::uint64_t index_mask_ = 0;
  unsigned tag_bits_ = 11;
  std::uint64_t tag_mask_ = 0;
  unsigned shift_ = 0;
  std::array<unsigned, std::size_t{TageNumbers::kEights}* TageNumbers::kLanes> length_ = [] {
    decltype(length_) lengths{}; // values of unused tables are arbitrary
    lengths.fill(1);
    return lengths;
  }();
  TageNumbers index_leaves_at_; ///< bit position at which a direction leaves the folded index
  TageNumbers tag_leaves_at_;
  TageNumbers shifted_leaves_at_;
};

} // namespace stallscope::core

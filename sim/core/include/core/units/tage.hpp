#pragma once

#include "core/units/global_history.hpp"
#include "core/units/paged_table.hpp"
#include "machine/prediction.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

inline constexpr unsigned kMaxTageTables = 12;

/// The histories of all tables, folded to the widths of their indices and tags by xor: a new
/// direction changes each in a few operations, however long the history is (Michaud 2005).
struct TageFolds {
  std::array<std::uint16_t, kMaxTageTables> index{};
  std::array<std::uint16_t, kMaxTageTables> tag{};
  std::array<std::uint16_t, kMaxTageTables> tag_shifted{}; ///< one bit narrower

  bool operator==(const TageFolds&) const = default;
};

struct TageEntry {
  std::uint16_t tag = 0;   ///< 0: empty; bit 15 is set otherwise
  std::int8_t counter = 0; ///< -4 to 3; not negative: taken
  std::uint8_t useful = 0; ///< 0 to 3

  bool operator==(const TageEntry&) const = default;
};

/// The tagged tables and what goes with them.
struct TageState {
  PagedTable<TageEntry> entries; ///< one table behind the other
  std::int8_t use_alternate = 0; ///< -8 to 7; not negative: new entries are not trusted
  std::uint32_t random = 1;      ///< chooses where to allocate
  std::uint32_t learnt = 0;      ///< since useful counters were last aged

  bool operator==(const TageState&) const = default;
};

/// What a prediction was made of.
struct TageRecord {
  std::int8_t provider = -1;  ///< table with the longest history that matches; -1: the base
  std::int8_t alternate = -1; ///< the next one
  bool provider_taken = false;
  bool alternate_taken = false;
  bool fresh = false; ///< the provider's entry is new: weak, and never useful
  bool taken = false;
};

/// TAGE: tagged tables found by address and histories of geometric lengths; the longest that
/// matches predicts. Seznec and Michaud, A case for (partially) TAgged GEometric history length
/// branch prediction (Journal of Instruction-Level Parallelism, 2006): 3-bit counters, 2-bit useful
/// counters, alternate prediction in place of new entries when that has been better.
class Tage {
public:
  Tage() = default;
  Tage(const machine::DirectionTables& tables, unsigned address_shift);

  [[nodiscard]] TageState state() const;
  [[nodiscard]] unsigned tables() const { return tables_; }
  [[nodiscard]] unsigned history_length(unsigned table) const { return length_[table]; }

  /// `base_taken` is what the base predictor says.
  [[nodiscard]] TageRecord predict(const TageState& state, const TageFolds& folds, std::uint64_t pc,
                                   bool base_taken) const;
  /// A direction enters the folded histories; `history` does not have it yet.
  void push(TageFolds& folds, const GlobalHistory& history, bool taken) const {
    for (unsigned t = 0; t < tables_; ++t) {
      const bool leaves = history.at(length_[t] - 1);
      fold(folds.index[t], index_bits_, length_[t] % index_bits_, taken, leaves);
      fold(folds.tag[t], tag_bits_, length_[t] % tag_bits_, taken, leaves);
      fold(folds.tag_shifted[t], tag_bits_ - 1, length_[t] % (tag_bits_ - 1), taken, leaves);
    }
  }
  /// Learns from a branch that was predicted with these folds. True when the base predictor shall
  /// learn as well.
  [[nodiscard]] bool learn(TageState& state, const TageFolds& folds, std::uint64_t pc,
                           const TageRecord& record, bool taken) const;

  /// Where a table has its entry for a branch.
  [[nodiscard]] std::size_t index(const TageFolds& folds, std::uint64_t pc, unsigned table) const {
    const std::uint64_t at = pc >> shift_;
    return (std::size_t{table} << index_bits_) +
           ((at ^ (at >> (index_bits_ - table % index_bits_)) ^ folds.index[table]) & index_mask_);
  }
  [[nodiscard]] std::uint16_t tag(const TageFolds& folds, std::uint64_t pc, unsigned table) const {
    const std::uint64_t at = pc >> shift_;
    return static_cast<std::uint16_t>(
        ((at ^ folds.tag[table] ^ (folds.tag_shifted[table] << 1)) & tag_mask_) | 0x8000);
  }

private:
  static void fold(std::uint16_t& folded, unsigned width, unsigned leaves_at, bool enters,
                   bool leaves) {
    unsigned value = (unsigned{folded} << 1) | (enters ? 1U : 0U);
    value ^= (leaves ? 1U : 0U) << leaves_at;
    value ^= value >> width;
    folded = static_cast<std::uint16_t>(value & ((1U << width) - 1));
  }
  void allocate(TageState& state, const TageFolds& folds, std::uint64_t pc, unsigned first,
                bool taken) const;
  void age(TageState& state) const;

  unsigned tables_ = 0;
  unsigned index_bits_ = 10;
  std::uint64_t index_mask_ = 0;
  unsigned tag_bits_ = 11;
  std::uint64_t tag_mask_ = 0;
  unsigned shift_ = 0;
  std::array<unsigned, kMaxTageTables> length_{};
};

} // namespace stallscope::core

#pragma once

#include "core/units/global_history.hpp"
#include "core/units/paged_table.hpp"
#include "machine/prediction.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

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
    Words leaves{}; // all ones in the places of tables from which a taken direction leaves
    for (unsigned w = 0; w < words_; ++w) {
      std::uint64_t bits = 0;
      for (unsigned lane = 0; lane < 4; ++lane)
        bits |= std::uint64_t{history.bit(length_[4 * w + lane] - 1)} << 16 * lane;
      leaves[w] = bits * 0xffff;
    }
    fold(folds.index, index_bits_, leaves, index_leaves_at_, taken);
    fold(folds.tag, tag_bits_, leaves, tag_leaves_at_, taken);
    fold(folds.tag_shifted, tag_bits_ - 1, leaves, shifted_leaves_at_, taken);
  }
  /// Learns from a branch that was predicted with these folds. True when the base predictor shall
  /// learn as well.
  [[nodiscard]] bool learn(TageState& state, const TageFolds& folds, std::uint64_t pc,
                           const TageRecord& record, bool taken) const;

  /// Where a table has its entry for a branch.
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
  /// Four numbers of 16 bits a word, the first in the low bits: as an array of them lies in memory.
  using Words = std::array<std::uint64_t, kMaxTageTables / 4>;
  static_assert(std::endian::native == std::endian::little, "four numbers are loaded as one word");
  /// Turns registers of `width` bits, at most 15, by one; a direction enters, and those that leave
  /// are taken out where they are.
  void fold(std::array<std::uint16_t, kMaxTageTables>& folded, unsigned width, const Words& leaves,
            const Words& leaves_at, bool enters) const {
    constexpr std::uint64_t kOnes = 0x0001'0001'0001'0001;
    const std::uint64_t mask = ((1U << width) - 1) * kOnes;
    const std::uint64_t in = enters ? kOnes : 0;
    for (unsigned w = 0; w < words_; ++w) {
      std::uint64_t value = 0;
      std::memcpy(&value, folded.data() + std::size_t{4} * w, sizeof value);
      value = ((value << 1) | in) ^ (leaves[w] & leaves_at[w]);
      value = (value ^ (value >> width & kOnes)) & mask;
      std::memcpy(folded.data() + std::size_t{4} * w, &value, sizeof value);
    }
  }
  void allocate(TageState& state, const TageFolds& folds, std::uint64_t pc, unsigned first,
                bool taken) const;
  void age(TageState& state) const;
  [[nodiscard]] static bool is_old(std::uint32_t learnt) { return learnt >= kAgePeriod; }
  /// Useful counters are halved when so many branches have been learnt, so that entries which were
  /// useful once make room (the paper: 256 Ki).
  static constexpr std::uint32_t kAgePeriod = 256 * 1024;

  unsigned tables_ = 0;
  unsigned words_ = 0; ///< with folded histories in use
  unsigned index_bits_ = 10;
  std::uint64_t index_mask_ = 0;
  unsigned tag_bits_ = 11;
  std::uint64_t tag_mask_ = 0;
  unsigned shift_ = 0;
  std::array<unsigned, kMaxTageTables> length_ = [] { // of tables that are not there: anything
    std::array<unsigned, kMaxTageTables> lengths{};
    lengths.fill(1);
    return lengths;
  }();
  Words index_leaves_at_{}; ///< the bit at which a direction leaves
  Words tag_leaves_at_{};
  Words shifted_leaves_at_{};
};

} // namespace stallscope::core

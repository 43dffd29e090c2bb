#pragma once

#include "core/units/paged_table.hpp"
#include "machine/prediction.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace stallscope::core {

/// Indirect target predictor: a table of last targets by address (Lee and Smith 1984), and, as a
/// small version of ITTAGE (Seznec, JWAC-2 2011), tagged tables indexed by address and the targets
/// of the last indirect jumps. The matching table with the longest history predicts.
struct IndirectState {
  struct Entry {
    std::uint64_t target = 0;
    std::uint32_t tag = 0;       ///< 0: empty
    std::uint8_t confidence = 0; ///< 0 to 3; only an entry at 0 is overwritten

    bool operator==(const Entry&) const = default;
  };
  PagedTable<Entry> entries; ///< the untagged table, then the tagged ones
  std::uint64_t path = 0; ///< 4 bits of each of the last 16 targets, the youngest in the low bits

  bool operator==(const IndirectState&) const = default;
};

class IndirectUnit {
public:
  IndirectUnit() = default;
  IndirectUnit(const machine::IndirectTables& tables, unsigned address_shift);

  [[nodiscard]] bool exists() const { return tables_ > 0; }
  [[nodiscard]] IndirectState state() const { return {{std::size_t{tables_} * entries_, {}}, 0}; }
  [[nodiscard]] std::optional<std::uint64_t> predict(const IndirectState& state,
                                                     std::uint64_t pc) const;
  /// Updates the tables: a jump went to `target`; `path` is the history it was predicted with.
  void learn(IndirectState& state, std::uint64_t pc, std::uint64_t path,
             std::uint64_t target) const;
  /// Appends a target to the history.
  void push(IndirectState& state, std::uint64_t target) const {
    const std::uint64_t at = target >> shift_;
    state.path = (state.path << 4) | ((at ^ at >> 4 ^ at >> 8) & 15);
  }

private:
  struct Found {
    int table = -1;
    std::size_t index = 0;
  };
  [[nodiscard]] Found find(const IndirectState& state, std::uint64_t pc, std::uint64_t path) const;
  [[nodiscard]] std::uint64_t hash(std::uint64_t pc, std::uint64_t path, unsigned table) const;
  [[nodiscard]] std::size_t index(std::uint64_t hash, unsigned table) const {
    return std::size_t{table} * entries_ + (hash & (entries_ - 1));
  }
  [[nodiscard]] std::uint32_t tag(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(hash >> 40) | 1U;
  }

  unsigned tables_ = 0; ///< including the untagged one
  std::size_t entries_ = 1;
  unsigned shift_ = 0;
  std::array<unsigned, 5> targets_{}; ///< history length of each table, in targets
};

} // namespace stallscope::core

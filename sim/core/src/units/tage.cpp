#include "core/units/tage.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stallscope::core {

namespace {

constexpr std::int8_t kCounterMin = -4;
constexpr std::int8_t kCounterMax = 3;
constexpr std::uint8_t kUsefulMax = 3;
void count(std::int8_t& counter, bool up, std::int8_t min, std::int8_t max) {
  if (up ? counter < max : counter > min)
    counter = static_cast<std::int8_t>(counter + (up ? 1 : -1));
}

} // namespace

Tage::Tage(const machine::DirectionTables& tables, unsigned address_shift)
    : tables_(tables.tables),
      index_bits_(static_cast<unsigned>(std::countr_zero(tables.table_entries))),
      index_mask_(tables.table_entries - 1), tag_bits_(tables.tag_bits),
      tag_mask_((1U << tables.tag_bits) - 1), shift_(address_shift) {
  const double ratio = static_cast<double>(tables.max_history) / tables.min_history;
  eights_ = (tables_ + TageNumbers::kLanes - 1) / TageNumbers::kLanes;
  unsigned before = 0;
  for (unsigned t = 0; t < tables_; ++t) {
    const double exponent = tables_ == 1 ? 0.0 : static_cast<double>(t) / (tables_ - 1);
    const auto length = static_cast<unsigned>(tables.min_history * std::pow(ratio, exponent) + 0.5);
    // Rounding could make short lengths equal; the following ones must still fit below the last.
    length_[t] = std::min(std::max(length, before + 1), tables.max_history - (tables_ - 1 - t));
    before = length_[t];
    const auto bit = [&](unsigned width) {
      return static_cast<std::uint16_t>(1U << length_[t] % width);
    };
    index_leaves_at_[t] = bit(index_bits_);
    tag_leaves_at_[t] = bit(tag_bits_);
    shifted_leaves_at_[t] = bit(tag_bits_ - 1);
  }
}

TageState Tage::state() const {
  TageState state;
  state.entries = PagedTable<TageEntry>(std::size_t{tables_} << index_bits_, TageEntry{});
  return state;
}

void Tage::allocate(TageState& state, const TageFolds& folds, std::uint64_t pc, unsigned first,
                    bool taken) const {
  // xorshift (Marsaglia 2003): with probability 1/2 the search starts one table later, ...
  state.random ^= state.random << 13;
  state.random ^= state.random >> 17;
  state.random ^= state.random << 5;
  unsigned from = first;
  for (std::uint32_t bits = state.random; (bits & 1) != 0 && from + 1 < tables_ && from < first + 2;
       bits >>= 1)
    ++from;
  for (const unsigned begin : {from, first})
    for (unsigned t = begin; t < tables_; ++t) {
      const std::size_t at = index(folds, pc, t);
      if (state.entries[at].useful != 0)
        continue;
      state.entries.write(at) = {tag(folds, pc, t), static_cast<std::int8_t>(taken ? 0 : -1), 0};
      return;
    }
  for (unsigned t = first; t < tables_; ++t)
    --state.entries.write(index(folds, pc, t)).useful; // no counter is 0 here
}

/// Ages the useful counters.
void Tage::age(TageState& state) const {
  state.learnt = 0;
  for (std::size_t i = 0; i < state.entries.size(); ++i)
    if (state.entries[i].useful != 0)
      state.entries.write(i).useful >>= 1;
}

bool Tage::learn(TageState& state, const TageFolds& folds, std::uint64_t pc,
                 const TageRecord& record, bool taken) const {
  if (is_old(++state.learnt))
    age(state);
  if (record.taken != taken && record.provider + 1 < static_cast<int>(tables_))
    allocate(state, folds, pc, static_cast<unsigned>(record.provider + 1), taken);
  if (record.provider < 0)
    return true;
  const bool differ = record.provider_taken != record.alternate_taken;
  if (record.fresh && differ)
    count(state.use_alternate, record.alternate_taken == taken, -8, 7);
  const auto table = static_cast<unsigned>(record.provider);
  const std::size_t at = index(folds, pc, table);
  if (state.entries[at].tag != tag(folds, pc, table))
    return false; // the entry now belongs to another branch
  TageEntry& entry = state.entries.write(at);
  const bool was_fresh = entry.useful == 0;
  count(entry.counter, taken, kCounterMin, kCounterMax);
  if (differ && record.provider_taken == taken)
    entry.useful = static_cast<std::uint8_t>(std::min<int>(entry.useful + 1, kUsefulMax));
  else if (differ && entry.useful > 0)
    --entry.useful;
  if (!was_fresh)
    return false;
  if (record.alternate < 0)
    return true; // the base predictor learns until the entry is confirmed useful
  const auto other = static_cast<unsigned>(record.alternate);
  if (const std::size_t next = index(folds, pc, other);
      state.entries[next].tag == tag(folds, pc, other))
    count(state.entries.write(next).counter, taken, kCounterMin, kCounterMax);
  return false;
}

} // namespace stallscope::core

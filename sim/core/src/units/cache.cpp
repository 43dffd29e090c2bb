#include "core/units/cache.hpp"

#include <fmt/format.h>

#include <bit>

namespace stallscope::core {

using machine::Replacement;

namespace {

constexpr std::uint64_t kDistant = 3; ///< srrip: predicted re-reference in the distant future
constexpr std::uint64_t kLong = 2;    ///< srrip: interval of a newly filled line

} // namespace

TagStore::TagStore(const machine::Cache& cache)
    : replacement_(cache.replacement),
      shift_(static_cast<unsigned>(std::countr_zero(cache.line_bytes))), sets_(cache.sets()),
      ways_(cache.ways), stride_(std::bit_ceil(cache.ways)), seed_(cache.seed),
      plugin_(cache.replacement_plugin), shape_(cache.shape()) {}

CacheState TagStore::state() const {
  CacheState state;
  state.lines = {sets_ * stride_, CacheLine{}};
  if (replacement_ == Replacement::plru)
    state.plru = {sets_, 0};
  state.random = seed_;
  if (plugin_)
    state.replacement_plugin = {plugin_, &shape_};
  return state;
}

/// Tree-PLRU update: the bits on the way from the root to a line point away from it.
void TagStore::point_away(CacheState& state, std::size_t index) const {
  std::uint64_t& bits = state.plru.write(index / stride_);
  const std::size_t way = index % stride_;
  std::size_t node = 1;
  for (std::size_t half = ways_ / 2; half > 0; half /= 2) {
    const bool right = (way & half) != 0;
    bits = right ? bits & ~(std::uint64_t{1} << node) : bits | std::uint64_t{1} << node;
    node = 2 * node + (right ? 1 : 0);
  }
}

/// Tree-PLRU victim: follows the bits, 0 to the left, 1 to the right.
std::size_t TagStore::plru_victim(const CacheState& state, std::size_t set) const {
  const std::uint64_t bits = state.plru[set];
  std::size_t node = 1;
  while (node < ways_)
    node = 2 * node + (bits >> node & 1);
  return set * stride_ + node - ways_;
}

std::size_t TagStore::srrip_victim(CacheState& state, std::size_t first) const {
  CacheLine* set = &state.lines.write(first);
  while (true) {
    for (unsigned way = 0; way < ways_; ++way)
      if (set[way].order == kDistant)
        return first + way;
    for (unsigned way = 0; way < ways_; ++way)
      ++set[way].order;
  }
}

/// Reports to a replacement plug-in that a line of the set was used or filled.
void TagStore::tell_plugin(CacheState& state, std::size_t index, bool filled) const {
  state.replacement_plugin.write().touch(index / stride_, static_cast<unsigned>(index % stride_),
                                         filled);
}

std::size_t TagStore::plugin_victim(CacheState& state, std::size_t set) const {
  const unsigned way = state.replacement_plugin.write().victim(set);
  if (way >= ways_)
    throw machine::PluginError(
        fmt::format("plug-in '{}': victim answers way {} of set {}; expected 0 to {}",
                    plugin_.plugin->name(), way, set, ways_ - 1));
  return way;
}

std::size_t TagStore::choose_victim(CacheState& state, std::uint64_t number) const {
  const std::size_t set = set_of(number);
  const std::size_t first = set * stride_;
  const CacheLine* lines = &state.lines[first];
  std::size_t oldest = 0;
  for (unsigned way = 0; way < ways_; ++way) {
    if (!lines[way].valid())
      return first + way;
    if (lines[way].order < lines[oldest].order)
      oldest = way;
  }
  switch (replacement_) {
  case Replacement::lru:
    return first + oldest;
  case Replacement::plru:
    return plru_victim(state, set);
  case Replacement::srrip:
    return srrip_victim(state, first);
  case Replacement::plugin:
    return first + plugin_victim(state, set);
  case Replacement::random:
    break;
  }
  // xorshift64* (Vigna 2016)
  state.random ^= state.random >> 12;
  state.random ^= state.random << 25;
  state.random ^= state.random >> 27;
  return first + (state.random * 0x2545f4914f6cdd1d >> 32) % ways_;
}

void TagStore::place(CacheState& state, std::size_t index, std::uint64_t number, bool dirty,
                     bool prefetched) const {
  CacheLine& line = state.lines.write(index);
  line.number = number;
  line.dirty = dirty ? 1 : 0;
  line.prefetched = prefetched ? 1 : 0;
  if (replacement_ == Replacement::srrip)
    line.order = kLong;
  else if (replacement_ == Replacement::plugin)
    tell_plugin(state, index, true);
  else
    touch(state, index, line);
}

} // namespace stallscope::core

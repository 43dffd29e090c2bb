#include "core/units/table_bytes.hpp"

namespace stallscope::core {

namespace {

/// Bytes of the tables of an optional part, without the pages shared with the other copy.
template <class Part, class... Tables>
std::uint64_t sum(const Part& part, const Part* other, Tables Part::*... tables) {
  return ((part.*tables).bytes_beyond(other != nullptr ? &(other->*tables) : nullptr) + ... + 0);
}

} // namespace

std::uint64_t table_bytes(const PredictorState& state, const PredictorState* other) {
  return sum(state, other, &PredictorState::counters, &PredictorState::local_histories,
             &PredictorState::local_counters, &PredictorState::taken_counters,
             &PredictorState::chooser, &PredictorState::weights, &PredictorState::loops) +
         sum(state.tage, other != nullptr ? &other->tage : nullptr, &TageState::entries) +
         sum(state.targets, other != nullptr ? &other->targets : nullptr,
             &TargetBufferState::entries) +
         sum(state.indirect, other != nullptr ? &other->indirect : nullptr,
             &IndirectState::entries) +
         state.records.size() * sizeof(PredictionRecord);
}

std::uint64_t table_bytes(const HierarchyState& state, const HierarchyState* other) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < state.caches.size(); ++i)
    bytes += sum(state.caches[i],
                 other != nullptr && i < other->caches.size() ? &other->caches[i] : nullptr,
                 &CacheState::lines, &CacheState::plru, &CacheState::strides);
  return bytes +
         sum(state.fetch_tlb, other != nullptr ? &other->fetch_tlb : nullptr, &TlbState::entries) +
         sum(state.data_tlb, other != nullptr ? &other->data_tlb : nullptr, &TlbState::entries);
}

} // namespace stallscope::core

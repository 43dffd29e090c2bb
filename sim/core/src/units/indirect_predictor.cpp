#include "core/units/indirect_predictor.hpp"

#include <algorithm>

namespace stallscope::core {

using machine::IndirectKind;

IndirectUnit::IndirectUnit(const machine::IndirectTables& tables, unsigned address_shift)
    : tables_(tables.predictor == IndirectKind::none          ? 0
              : tables.predictor == IndirectKind::last_target ? 1
                                                              : tables.tables + 1),
      entries_(tables.entries), shift_(address_shift) {
  for (unsigned t = 1; t < tables_; ++t)
    targets_[t] = std::max(1U, tables.history_targets >> (tables_ - 1 - t));
}

std::uint64_t IndirectUnit::hash(std::uint64_t pc, std::uint64_t path, unsigned table) const {
  const std::uint64_t at = pc >> shift_;
  if (table == 0)
    return at | at << 40; // the tag includes address bits
  const unsigned bits = 4 * targets_[table];
  const std::uint64_t seen = bits == 64 ? path : path & ((std::uint64_t{1} << bits) - 1);
  // Multiplicative hashing by 2^64 / golden ratio (Knuth, volume 3, 6.4), folded to the low bits.
  const std::uint64_t mixed = (at ^ (seen + table) * 0x9e3779b97f4a7c15) * 0x9e3779b97f4a7c15;
  return mixed ^ mixed >> 32;
}

IndirectUnit::Found IndirectUnit::find(const IndirectState& state, std::uint64_t pc,
                                       std::uint64_t path) const {
  for (unsigned t = tables_; t-- > 0;) {
    const std::uint64_t h = hash(pc, path, t);
    if (state.entries[index(h, t)].tag == tag(h))
      return {static_cast<int>(t), index(h, t)};
  }
  return {};
}

std::optional<std::uint64_t> IndirectUnit::predict(const IndirectState& state,
                                                   std::uint64_t pc) const {
  const Found found = find(state, pc, state.path);
  if (found.table < 0)
    return std::nullopt;
  return state.entries[found.index].target;
}

void IndirectUnit::learn(IndirectState& state, std::uint64_t pc, std::uint64_t path,
                         std::uint64_t target) const {
  const Found found = find(state, pc, path);
  bool wrong = true;
  if (found.table >= 0) {
    IndirectState::Entry& entry = state.entries.write(found.index);
    wrong = entry.target != target;
    if (!wrong)
      entry.confidence = static_cast<std::uint8_t>(std::min(entry.confidence + 1, 3));
    else if (entry.confidence > 0 && found.table > 0)
      --entry.confidence;
    else
      entry = {target, entry.tag, 0};
  } else {
    const std::uint64_t h = hash(pc, path, 0);
    state.entries.write(index(h, 0)) = {target, tag(h), 0};
  }
  if (!wrong)
    return;
  // A longer history may distinguish the targets.
  for (unsigned t = static_cast<unsigned>(std::max(found.table + 1, 1)); t < tables_; ++t) {
    const std::uint64_t h = hash(pc, path, t);
    IndirectState::Entry& entry = state.entries.write(index(h, t));
    if (entry.confidence == 0) {
      entry = {target, tag(h), 0};
      return;
    }
    --entry.confidence;
  }
}

} // namespace stallscope::core

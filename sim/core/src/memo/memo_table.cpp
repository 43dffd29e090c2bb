#include "memo/memo_table.hpp"

#include <algorithm>

namespace stallscope::core {

/// An indirect jump can have many outcomes: the one found is moved forward, so that frequent
/// outcomes are found first.
MemoOutcome* Decision::find(std::uint64_t key) {
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i]->key == key) {
      if (i > 1)
        std::swap(outcomes[i], outcomes[i / 2]);
      return outcomes[i > 1 ? i / 2 : i].get();
    }
  return nullptr;
}

MemoOutcome& Decision::add(std::uint64_t key) {
  outcomes.push_back(std::make_unique<MemoOutcome>());
  outcomes.back()->key = key;
  return *outcomes.back();
}

MemoNode& MemoTable::intern(std::string_view packed) {
  if (const auto found = nodes_.find(packed); found != nodes_.end())
    return *found->second;
  const auto it = nodes_.emplace(packed, std::make_unique<MemoNode>()).first;
  it->second->packed = &it->first;
  constexpr std::uint64_t kOverhead = 128; // bytes of map and allocator overhead an entry
  bytes_ += sizeof(MemoNode) + it->first.size() + kOverhead;
  return *it->second;
}

Decision& MemoTable::new_decision() {
  decisions_.push_back(std::make_unique<Decision>());
  bytes_ += sizeof(Decision);
  return *decisions_.back();
}

void MemoTable::clear() {
  nodes_.clear();
  decisions_.clear();
  bytes_ = 0;
}

} // namespace stallscope::core

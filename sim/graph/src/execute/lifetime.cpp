#include "execute/lifetime.hpp"

#include <algorithm>

namespace stallscope::graph {

MemoryUse::MemoryUse(const Graph& graph, std::uint32_t devices, std::uint64_t limit)
    : graph_(graph), limit_(limit), held_(devices) {
  if (limit_ == 0)
    return;
  readers_.assign(graph.nodes.size(), 0);
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (!is_source(graph.nodes[id].op) && !launches_nothing(graph, id))
      for (const NodeId from : kernels_behind(graph, id))
        ++readers_[from];
  for (const Output& output : graph.outputs) {
    NodeId id = output.node;
    while (!is_source(graph.nodes[id].op) && launches_nothing(graph, id))
      id = graph.nodes[id].inputs[0];
    ++readers_[id]; // outputs are kept to the end
  }
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (is_source(graph.nodes[id].op) && readers_[id] > 0)
      for (auto& device : held_)
        device[id] = {result_bytes(graph.nodes[id]), 0, 1U << 30, kNoNode};
}

std::optional<MemoryUse::Room> MemoryUse::place(NodeId id, std::uint32_t device, Ticks begin) {
  if (limit_ == 0)
    return Room{begin, kNoNode};
  const std::uint64_t own = result_bytes(graph_.nodes[id]);
  std::map<NodeId, Held>& held = held_[device];
  std::uint64_t bytes = own;
  std::vector<const Held*> ends; // results that will be released
  for (const auto& [node, entry] : held) {
    if (entry.readers == 0 && entry.until <= begin)
      continue;
    bytes += entry.bytes;
    if (entry.readers == 0)
      ends.push_back(&entry);
  }
  std::sort(ends.begin(), ends.end(),
            [](const Held* a, const Held* b) { return a->until < b->until; });
  Room room{begin, kNoNode};
  for (const Held* entry : ends) {
    if (bytes <= limit_)
      break;
    bytes -= entry->bytes;
    room = {entry->until, entry->last_reader};
  }
  if (bytes > limit_) {
    needed_ = bytes;
    return std::nullopt;
  }
  held[id] = {own, 0, readers_[id], kNoNode};
  return room;
}

void MemoryUse::used(NodeId id, std::uint32_t device, Ticks end,
                     const std::vector<NodeId>& operands) {
  if (limit_ == 0)
    return;
  for (auto& per_device : held_)
    for (const NodeId from : operands) {
      const auto found = per_device.find(from);
      if (found == per_device.end() || found->second.readers == 0)
        continue;
      Held& entry = found->second;
      if (entry.readers < (1U << 30))
        --entry.readers;
      if (end >= entry.until) {
        entry.until = end;
        entry.last_reader = id;
      }
    }
  if (const auto own = held_[device].find(id);
      own != held_[device].end() && own->second.readers == 0) {
    own->second.until = end;
    own->second.last_reader = id;
  }
}

} // namespace stallscope::graph

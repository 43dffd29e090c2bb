#include "execute/lifetime.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace stallscope::graph {

NodeId stored_part(const Graph& graph, NodeId id, NodeId source) {
  while (info(graph.nodes[id].op).kind == OpClass::view && graph.nodes[id].inputs[0] != source)
    id = graph.nodes[id].inputs[0];
  return graph.nodes[id].op == Op::slice && graph.nodes[id].device >= 0 ? id : source;
}

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
  hold_sources();
}

void MemoryUse::hold_sources() {
  std::map<std::pair<std::size_t, NodeId>, std::set<NodeId>> parts; // by device and source
  const auto read = [&](NodeId in, int device) {
    NodeId source = in;
    while (info(graph_.nodes[source].op).kind == OpClass::view)
      source = graph_.nodes[source].inputs[0];
    if (!is_source(graph_.nodes[source].op))
      return;
    for (std::size_t d = 0; d < held_.size(); ++d)
      if (device < 0 || static_cast<std::size_t>(device) == d)
        parts[{d, source}].insert(stored_part(graph_, in, source));
  };
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    const Node& node = graph_.nodes[id];
    if (info(node.op).kind == OpClass::view)
      continue;                         // its readers read the source
    for (const NodeId in : node.inputs) // a collective reads each operand on its own device
      read(in, info(node.op).kind == OpClass::collective ? graph_.nodes[in].device : node.device);
  }
  for (const auto& [key, read_parts] : parts) {
    const std::uint64_t all = result_bytes(graph_.nodes[key.second]);
    std::uint64_t sum = 0;
    for (const NodeId part : read_parts)
      sum += result_bytes(graph_.nodes[part]);
    held_[key.first][key.second] = {std::min(sum, all), 0, 1U << 30, kNoNode};
  }
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

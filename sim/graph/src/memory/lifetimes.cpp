#include "graph/memory/lifetimes.hpp"

#include "execute/lifetime.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace stallscope::graph {

namespace {

class Lifetimes {
public:
  Lifetimes(const Graph& graph, const Execution& run, const LifetimeOptions& options)
      : graph_(graph), run_(run), options_(options), views_(storage_views(graph)) {}

  MemoryCurve run() {
    find_readers();
    add_sources();
    add_results();
    std::stable_sort(out_.blocks.begin(), out_.blocks.end(),
                     [](const StorageBlock& a, const StorageBlock& b) { return a.from < b.from; });
    draw();
    return std::move(out_);
  }

private:
  using Key = std::pair<NodeId, std::uint32_t>; ///< storage and device
  struct Use {
    Ticks until = 0;
    bool is_output = false;
    std::vector<TaskIndex> readers;
  };

  /// The storage of the result of a kernel's node or a source.
  [[nodiscard]] NodeId storage(NodeId id) const { return views_[id].storage; }

  void find_readers() {
    for (TaskIndex i = 0; i < run_.tasks.size(); ++i) {
      const Task& task = run_.tasks[i];
      if (task.kind == TaskKind::launch)
        continue;
      const std::uint32_t device = run_.lanes[task.lane].device;
      if (task.kind == TaskKind::collective) { // a collective reads its operands on their own
                                               // devices
        for (const TaskIndex need : task.needs)
          read({storage(run_.tasks[need].node), run_.lanes[run_.tasks[need].lane].device}, i);
        continue;
      }
      if (task.kind != TaskKind::kernel) { // copies and transfers read their operand on the source
                                           // device
        read({storage(task.node), device}, i);
        if (task.kind == TaskKind::transfer)
          arrival_[{storage(task.node), run_.lanes[task.lane].stream}] = i;
        continue;
      }
      for (const NodeId from : graph_.nodes[task.node].inputs) {
        read({storage(from), device}, i);
        parts_[{storage(from), device}].insert(stored_part(graph_, from, storage(from)));
      }
    }
    for (const Output& output : graph_.outputs)
      outputs_[storage(output.node)] = true;
  }
  /// Bytes of a source on a device: all, or the parts that it reads.
  [[nodiscard]] std::uint64_t source_bytes(const Key& key) const {
    const auto found = parts_.find(key);
    if (found == parts_.end() || found->second.contains(key.first))
      return result_bytes(graph_.nodes[key.first]);
    std::uint64_t sum = 0;
    for (const NodeId part : found->second)
      sum += result_bytes(graph_.nodes[part]);
    return std::min(sum, result_bytes(graph_.nodes[key.first]));
  }
  void read(const Key& key, TaskIndex reader) {
    Use& use = uses_[key];
    use.until = std::max(use.until, run_.tasks[reader].end);
    use.readers.push_back(reader);
  }

  void add_sources() {
    for (const auto& [key, use] : uses_)
      if (is_source(graph_.nodes[key.first].op) || graph_.nodes[key.first].attributes.laid)
        out_.blocks.push_back(
            {key.first, key.second, source_bytes(key), 0, run_.makespan, true, {}});
  }

  [[nodiscard]] Ticks end_of(const Key& key, Ticks made) const {
    if (!options_.release || outputs_.contains(key.first))
      return run_.makespan;
    const auto found = uses_.find(key);
    return found == uses_.end() ? made : std::max(made, found->second.until);
  }

  void add_results() {
    for (TaskIndex i = 0; i < run_.tasks.size(); ++i) {
      const Task& task = run_.tasks[i];
      if (task.kind == TaskKind::transfer) {
        const Key key{storage(task.node), run_.lanes[task.lane].stream};
        add(key, task);
      } else if (task.kind == TaskKind::collective) { // a collective allocates its result on all
                                                      // devices
        for (const std::uint32_t device : devices())
          add({task.node, device}, task);
      } else if (task.kind == TaskKind::kernel) {
        const Key key{task.node, run_.lanes[task.lane].device};
        if (!options_.in_place || !overwrites(task, key))
          add(key, task);
      }
    }
  }
  [[nodiscard]] std::set<std::uint32_t> devices() const {
    std::set<std::uint32_t> out;
    for (const GraphLane& lane : run_.lanes)
      if (lane.kind == LaneKind::stream)
        out.insert(lane.device);
    return out;
  }
  void add(const Key& key, const Task& task) {
    block_[key] = out_.blocks.size();
    out_.blocks.push_back({key.first,
                           key.second,
                           result_bytes(graph_.nodes[key.first]),
                           task.start,
                           end_of(key, task.end),
                           false,
                           {}});
  }

  /// An element-wise kernel overwrites an operand of the same size without other readers at or
  /// after its start, unless the operand is a source or an output.
  bool overwrites(const Task& task, const Key& own) {
    const Node& node = graph_.nodes[task.node];
    if (!is_elementwise(node.op))
      return false;
    for (const NodeId from : node.inputs) {
      const Key key{storage(from), own.second};
      const auto block = block_.find(key);
      const Node& holder = graph_.nodes[key.first];
      if (block == block_.end() || outputs_.contains(key.first) || holder.shape != node.shape ||
          holder.type != node.type || from != key.first)
        continue;
      const std::vector<TaskIndex>& readers = uses_.at(key).readers;
      const bool last = std::all_of(readers.begin(), readers.end(), [&](TaskIndex reader) {
        return run_.tasks[reader].node == task.node || run_.tasks[reader].end <= task.start;
      });
      if (!last)
        continue;
      StorageBlock& into = out_.blocks[block->second];
      into.until = end_of(own, task.end);
      into.in_place.push_back(task.node);
      block_[own] = block->second;
      block_.erase(key);
      return true;
    }
    return false;
  }

  void draw() {
    std::map<Ticks, std::int64_t> changes;
    for (const StorageBlock& block : out_.blocks) {
      changes[block.from] += static_cast<std::int64_t>(block.bytes);
      changes[block.until] -= static_cast<std::int64_t>(block.bytes);
    }
    std::int64_t now = 0;
    for (const auto& [tick, change] : changes) {
      now += change;
      out_.bytes.emplace_back(tick, static_cast<std::uint64_t>(now));
      if (static_cast<std::uint64_t>(now) > out_.peak) {
        out_.peak = static_cast<std::uint64_t>(now);
        out_.peak_at = tick;
      }
    }
  }

  const Graph& graph_;
  const Execution& run_;
  const LifetimeOptions& options_;
  std::vector<StorageView> views_;
  std::map<Key, Use> uses_;
  std::map<Key, std::set<NodeId>> parts_; ///< what of a storage a device reads: views, or all
  std::map<Key, TaskIndex> arrival_;
  std::map<Key, std::size_t> block_; ///< block index of each live storage
  std::map<NodeId, bool> outputs_;
  MemoryCurve out_;
};

} // namespace

MemoryCurve memory_curve(const Graph& graph, const Execution& run, const LifetimeOptions& options) {
  return Lifetimes(graph, run, options).run();
}

} // namespace stallscope::graph

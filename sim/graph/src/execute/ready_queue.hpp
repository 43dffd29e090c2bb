#pragma once

#include "graph/execute/execute.hpp"

#include <algorithm>
#include <queue>
#include <vector>

namespace stallscope::graph {

/// Kernels in the order of list scheduling (Graham 1969): a lane that is free takes, of the kernels
/// that are ready, the one with the longest path to the end, so that no lane stays empty while a
/// kernel for it is ready. Kernels are in groups that share lanes.
class ReadyQueue {
public:
  /// `height`: by node, the longest path to the end.
  ReadyQueue(const std::vector<Ticks>& height, std::size_t groups)
      : height_(height), groups_(groups, Group(Lower{&height})) {}

  /// A kernel all of whose operands have been placed.
  void add(NodeId id, std::size_t group, Ticks ready) { groups_[group].waiting.push({ready, id}); }

  /// Removes the kernel that starts first; of several the one with the longest path. kNoNode:
  /// there is none. `free_at(group)`: the time from which a lane of the group is free.
  /// `ready_at(id)`: the time at which operands are there, which may grow as others are placed.
  template <class FreeAt, class ReadyAt>
  [[nodiscard]] NodeId next(const FreeAt& free_at, const ReadyAt& ready_at) {
    Group* best = nullptr;
    Ticks best_start = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      Group& group = groups_[g];
      if (group.ready.empty() && group.waiting.empty())
        continue;
      const Ticks start = settle(group, free_at(g), ready_at);
      if (best == nullptr || start < best_start ||
          (start == best_start && lower(best->ready.top(), group.ready.top()))) {
        best = &group;
        best_start = start;
      }
    }
    if (best == nullptr)
      return kNoNode;
    const NodeId id = best->ready.top();
    best->ready.pop();
    return id;
  }

private:
  struct Waiting {
    Ticks ready = 0;
    NodeId id = kNoNode;
    bool operator<(const Waiting& other) const { // the first in time on top of the heap
      return ready != other.ready ? ready > other.ready : id > other.id;
    }
  };
  /// Lower priority: the shorter path; of equals the later node.
  struct Lower {
    const std::vector<Ticks>* height;
    bool operator()(NodeId a, NodeId b) const {
      return (*height)[a] != (*height)[b] ? (*height)[a] < (*height)[b] : a > b;
    }
  };
  struct Group {
    explicit Group(Lower lower) : ready(lower) {}
    std::priority_queue<Waiting> waiting;
    std::priority_queue<NodeId, std::vector<NodeId>, Lower> ready; ///< when the lane takes one
  };

  [[nodiscard]] bool lower(NodeId a, NodeId b) const { return Lower{&height_}(a, b); }

  /// Makes the group's next kernel the top of `ready`; returns its start.
  template <class ReadyAt> Ticks settle(Group& group, Ticks now, const ReadyAt& ready_at) {
    for (;;) {
      while (!group.waiting.empty() && group.waiting.top().ready <= now) {
        const NodeId id = group.waiting.top().id;
        group.waiting.pop();
        file(group, id, ready_at(id), now);
      }
      if (group.ready.empty()) {
        now = group.waiting.top().ready;
        continue;
      }
      const NodeId id = group.ready.top();
      const Ticks ready = ready_at(id);
      if (ready <= now)
        return now;
      group.ready.pop();
      group.waiting.push({ready, id});
    }
  }
  static void file(Group& group, NodeId id, Ticks ready, Ticks now) {
    if (ready <= now)
      group.ready.push(id);
    else
      group.waiting.push({ready, id});
  }

  const std::vector<Ticks>& height_;
  std::vector<Group> groups_;
};

} // namespace stallscope::graph

#include "graph/execute/execute.hpp"

#include "execute/lanes.hpp"
#include "execute/lifetime.hpp"
#include "execute/ready_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace stallscope::graph {

namespace {

/// Executes the kernels in a topological order, each starting as early as its lane, launch,
/// operands and memory permit. Streams, copy engines and links are FIFO queues.
class Executor {
public:
  Executor(const Graph& graph, const ExecuteOptions& options, const Values& values)
      : graph_(graph), options_(options), model_(options.model), values_(values),
        memory_(graph, options.devices, options.memory_limit) {}

  Result<Execution> run() {
    add_lanes();
    prepare();
    if (options_.style == Style::whole) {
      host_free_ = model_.graph_launch;
      graph_launch_ = add_task(TaskKind::launch, kNoNode, 0, 0, host_free_);
      ++out_.launches;
    }
    if (const auto problem = is_listed() ? place_by_list() : place_in_order())
      return *problem;
    copy_results_out();
    for (const Task& task : out_.tasks)
      out_.makespan = std::max(out_.makespan, task.end);
    for (TaskIndex i = 0; i < out_.tasks.size(); ++i)
      out_.lanes[out_.tasks[i].lane].tasks.push_back(i);
    for (GraphLane& lane : out_.lanes)
      std::stable_sort(lane.tasks.begin(), lane.tasks.end(), [this](TaskIndex a, TaskIndex b) {
        return out_.tasks[a].start < out_.tasks[b].start;
      });
    drop_empty_lanes(out_);
    return std::move(out_);
  }

private:
  [[nodiscard]] Diagnostic limit(NodeId id) const {
    Diagnostic out;
    out.file = graph_.name;
    out.line = graph_.nodes[id].place.line;
    out.message = fmt::format("the run takes more than {} ticks", kMostTicks);
    out.expected = "larger --flop-per-tick and --bytes-per-tick";
    return out;
  }

  void add_lane(LaneKind kind, std::uint32_t device, std::uint32_t stream, std::string name) {
    out_.lanes.push_back({kind, device, stream, std::move(name), {}});
    free_.push_back(0);
  }

  void add_lanes() {
    const bool several = options_.devices > 1;
    add_lane(LaneKind::host, 0, 0, "host");
    for (std::uint32_t d = 0; d < options_.devices; ++d)
      for (std::uint32_t s = 0; s < options_.streams; ++s)
        add_lane(LaneKind::stream, d, s,
                 several ? fmt::format("device {} stream {}", d, s) : fmt::format("stream {}", s));
    first_engine_ = static_cast<std::uint32_t>(out_.lanes.size());
    for (std::uint32_t d = 0; d < options_.devices; ++d) {
      const std::string of = several ? fmt::format(" {}", d) : std::string();
      add_lane(LaneKind::copy_in, d, 0, "copy in" + of);
      add_lane(LaneKind::copy_out, d, 0, "copy out" + of);
    }
    first_link_ = static_cast<std::uint32_t>(out_.lanes.size());
    for (std::uint32_t a = 0; a < options_.devices; ++a)
      for (std::uint32_t b = 0; b < options_.devices; ++b)
        if (a != b)
          add_lane(LaneKind::link, a, b, fmt::format("link {}>{}", a, b));
    network_ = static_cast<std::uint32_t>(out_.lanes.size());
    add_lane(LaneKind::network, 0, 0, "network");
  }

  [[nodiscard]] std::uint32_t stream_lane(std::uint32_t device, std::uint32_t stream) const {
    return 1 + device * options_.streams + stream;
  }
  [[nodiscard]] std::uint32_t link_lane(std::uint32_t from, std::uint32_t to) const {
    return first_link_ + from * (options_.devices - 1) + (to > from ? to - 1 : to);
  }

  /// In eager execution, branches that are not taken and the node that merges branches launch no
  /// kernel.
  [[nodiscard]] bool is_skipped(NodeId id) const {
    if (options_.style == Style::whole || values_.empty())
      return false;
    if (graph_.nodes[id].chooses)
      return true;
    for (NodeId at = id; graph_.nodes[at].condition != kNoNode; at = graph_.nodes[at].condition) {
      const Node& node = graph_.nodes[at];
      if ((values_[node.condition]->values[0] != 0) != node.condition_holds)
        return true;
    }
    return false;
  }

  void prepare() {
    times_by_device_ =
        std::any_of(model_.measured.begin(), model_.measured.end(),
                    [](const auto& entry) { return entry.first.find('@') != std::string::npos; });
    const std::size_t n = graph_.nodes.size();
    out_.kernel_of.assign(n, kNoTask);
    duration_.assign(n, 0);
    behind_.resize(n);
    has_kernel_.assign(n, false);
    made_by_.resize(n);
    for (NodeId id = 0; id < n; ++id) {
      const Node& node = graph_.nodes[id];
      has_kernel_[id] = !is_source(node.op) && !launches_nothing(graph_, id) && !is_skipped(id);
      made_by_[id] = has_kernel_[id] || is_source(node.op) || node.inputs.empty()
                         ? id
                         : made_by_[node.chooses ? chosen(id) : node.inputs[0]];
      if (is_source(node.op))
        continue;
      if (has_kernel_[id])
        duration_[id] = is_collective(id) ? collective_ticks(node.op, result_bytes(node),
                                                             options_.devices, model_)
                                          : shortest_ticks(id);
      behind_[id] = operands(id);
    }
    height_.assign(n, 0);
    for (NodeId id = static_cast<NodeId>(n); id-- > 0;) {
      height_[id] += duration_[id];
      for (const NodeId from : behind_[id])
        height_[from] = std::max(height_[from], height_[id]);
    }
  }

  /// Ticks of a kernel on a device.
  [[nodiscard]] Ticks ticks_on(NodeId id, std::uint32_t device) const {
    return times_by_device_ ? kernel_ticks(graph_, id, model_, static_cast<int>(device))
                            : duration_[id];
  }
  /// On the device that runs it fastest.
  [[nodiscard]] Ticks shortest_ticks(NodeId id) const {
    Ticks shortest = kernel_ticks(graph_, id, model_, 0);
    for (std::uint32_t d = 1; times_by_device_ && d < options_.devices; ++d)
      shortest = std::min(shortest, kernel_ticks(graph_, id, model_, static_cast<int>(d)));
    return shortest;
  }

  /// Operands of a node, with views and merges of branches resolved to kernels and sources.
  [[nodiscard]] std::vector<NodeId> operands(NodeId id) const {
    std::vector<NodeId> out;
    std::set<NodeId> seen;
    for (const NodeId in : graph_.nodes[id].inputs)
      if (seen.insert(made_by_[in]).second)
        out.push_back(made_by_[in]);
    return out;
  }
  [[nodiscard]] NodeId chosen(NodeId choice) const {
    const std::vector<NodeId>& in = graph_.nodes[choice].inputs;
    return values_[in[0]]->values[0] != 0 ? in[1] : in[2];
  }

  /// Kernels are placed by list scheduling, not in an order that is given.
  [[nodiscard]] bool is_listed() const {
    return options_.style == Style::whole && options_.fixed_order.empty() && options_.list_order;
  }

  std::optional<Diagnostic> place(NodeId id) {
    if (auto problem = kernel(id))
      return problem;
    return out_.tasks.back().end > kMostTicks ? std::optional(limit(id)) : std::nullopt;
  }

  /// Eager: program order.
  std::optional<Diagnostic> place_in_order() {
    if (options_.style == Style::whole && !options_.fixed_order.empty()) {
      for (const NodeId id : options_.fixed_order)
        if (auto problem = place(id))
          return problem;
      return std::nullopt;
    }
    for (NodeId id = 0; id < graph_.nodes.size(); ++id)
      if (has_kernel_[id])
        if (auto problem = place(id))
          return problem;
    return std::nullopt;
  }

  /// Groups of kernels that share lanes: of any device, of each device, of the network.
  [[nodiscard]] std::size_t group_of(NodeId id) const {
    if (is_collective(id))
      return options_.devices + 1;
    return static_cast<std::size_t>(graph_.nodes[id].device + 1);
  }
  [[nodiscard]] Ticks free_at(std::size_t group) const {
    if (group == options_.devices + 1)
      return std::max(host_free_, free_[network_]);
    const std::uint32_t first = group == 0 ? 0 : static_cast<std::uint32_t>(group) - 1;
    const std::uint32_t count = group == 0 ? options_.devices : 1;
    const auto begin = free_.begin() + stream_lane(first, 0);
    return std::max(host_free_, *std::min_element(begin, begin + count * options_.streams));
  }
  /// The time at which all operands can be on the device where they are first.
  [[nodiscard]] Ticks ready_at(NodeId id) const {
    Ticks first = ~Ticks{0};
    const int bound = graph_.nodes[id].device;
    for (std::uint32_t d = 0; d < options_.devices; ++d) {
      if (bound >= 0 && d != static_cast<std::uint32_t>(bound))
        continue;
      Ticks ready = 0;
      for (const NodeId from : behind_[id])
        ready = std::max(ready, is_collective(id) ? made_at(from) : there(from, d));
      first = std::min(first, ready);
    }
    return first;
  }
  /// The time at which a result is on the device that makes it.
  [[nodiscard]] Ticks made_at(NodeId id) const {
    return out_.kernel_of[id] == kNoTask ? 0 : out_.tasks[out_.kernel_of[id]].end;
  }

  std::optional<Diagnostic> place_by_list() {
    const std::size_t n = graph_.nodes.size();
    std::vector<std::uint32_t> missing(n, 0); // operands that have not been placed
    std::vector<std::vector<NodeId>> users(n);
    ReadyQueue queue(height_, options_.devices + 2);
    for (NodeId id = 0; id < n; ++id) {
      if (!has_kernel_[id])
        continue;
      for (const NodeId from : behind_[id])
        if (has_kernel_[from]) {
          ++missing[id];
          users[from].push_back(id);
        }
      if (missing[id] == 0)
        queue.add(id, group_of(id), ready_at(id));
    }
    const auto free = [this](std::size_t group) { return free_at(group); };
    const auto ready = [this](NodeId id) { return ready_at(id); };
    for (NodeId id = queue.next(free, ready); id != kNoNode; id = queue.next(free, ready)) {
      if (auto problem = place(id))
        return problem;
      for (const NodeId user : users[id])
        if (--missing[user] == 0)
          queue.add(user, group_of(user), ready_at(user));
    }
    return std::nullopt;
  }

  TaskIndex add_task(TaskKind kind, NodeId node, std::uint32_t lane, Ticks start, Ticks end,
                     TaskIndex launched_by = kNoTask, std::vector<TaskIndex> needs = {}) {
    out_.tasks.push_back({kind, node, lane, start, end, launched_by, std::move(needs), kNoTask, 0});
    free_[lane] = std::max(free_[lane], end);
    return static_cast<TaskIndex>(out_.tasks.size() - 1);
  }

  /// The host launches an operation; a whole graph is launched once, before.
  TaskIndex launch(NodeId node) {
    if (options_.style == Style::whole)
      return graph_launch_;
    ++out_.launches;
    const Ticks begin = host_free_;
    host_free_ += model_.launch;
    std::vector<TaskIndex> needs;
    if (host_wait_ != kNoTask)
      needs.push_back(std::exchange(host_wait_, kNoTask));
    return add_task(TaskKind::launch, node, 0, begin, host_free_, kNoTask, std::move(needs));
  }
  /// The host waits for the end of a task.
  void host_waits(TaskIndex task) {
    if (out_.tasks[task].end <= host_free_)
      return;
    host_free_ = out_.tasks[task].end;
    host_wait_ = task;
  }
  [[nodiscard]] Ticks launched(TaskIndex launch_task) const { return out_.tasks[launch_task].end; }

  [[nodiscard]] bool is_collective(NodeId id) const {
    return info(graph_.nodes[id].op).kind == OpClass::collective;
  }

  /// A collective starts when the last part is available, and its result is on all devices.
  std::optional<Diagnostic> collective(NodeId id) {
    std::vector<TaskIndex> needs;
    for (const NodeId from : behind_[id])
      if (out_.kernel_of[from] != kNoTask)
        needs.push_back(out_.kernel_of[from]);
    const TaskIndex by = launch(id);
    Ticks begin = std::max(free_[network_], launched(by));
    for (const TaskIndex need : needs)
      begin = std::max(begin, out_.tasks[need].end);
    for (std::uint32_t d = 0; d < options_.devices; ++d) {
      const auto room = memory_.place(id, d, begin);
      if (!room)
        return no_memory(id);
      begin = room->begin;
    }
    const TaskIndex task = add_task(TaskKind::collective, id, network_, begin,
                                    begin + duration_[id], by, std::move(needs));
    out_.kernel_of[id] = task;
    for (std::uint32_t d = 0; d < options_.devices; ++d) {
      on_device_[{id, d}] = task;
      memory_.used(id, d, out_.tasks[task].end, d == 0 ? behind_[id] : std::vector<NodeId>{});
    }
    return std::nullopt;
  }

  /// Time at which a node's result can be on a device, including the copy or transfer that is still
  /// needed.
  [[nodiscard]] Ticks there(NodeId id, std::uint32_t device) const {
    const auto found = on_device_.find({id, device});
    if (found != on_device_.end())
      return found->second == kNoTask ? 0 : out_.tasks[found->second].end;
    const Node& node = graph_.nodes[id];
    if (is_source(node.op))
      return node.op == Op::input && model_.copy_bytes_per_tick > 0
                 ? free_[first_engine_ + 2 * device] + copy_ticks(id)
                 : 0;
    const Task& made = out_.tasks[out_.kernel_of[id]];
    const std::uint32_t from = out_.lanes[made.lane].device;
    return std::max(made.end, free_[link_lane(from, device)]) + transfer_ticks(id);
  }

  [[nodiscard]] Ticks copy_ticks(NodeId id) const {
    return std::max<Ticks>(1, (result_bytes(graph_.nodes[id]) + model_.copy_bytes_per_tick - 1) /
                                  model_.copy_bytes_per_tick);
  }
  [[nodiscard]] Ticks transfer_ticks(NodeId id) const {
    return std::max<Ticks>(1, (result_bytes(graph_.nodes[id]) + model_.link_bytes_per_tick - 1) /
                                  model_.link_bytes_per_tick);
  }

  /// Transfers a result to a device; returns the task that completes the transfer, or kNoTask if
  /// the result is there from the start.
  TaskIndex bring(NodeId id, std::uint32_t device) {
    const auto found = on_device_.find({id, device});
    if (found != on_device_.end())
      return found->second;
    TaskIndex task = kNoTask;
    const Node& node = graph_.nodes[id];
    if (is_source(node.op)) {
      if (node.op == Op::input && model_.copy_bytes_per_tick > 0) {
        const TaskIndex by = launch(id);
        const std::uint32_t lane = first_engine_ + 2 * device;
        const Ticks begin = std::max(launched(by), free_[lane]);
        task = add_task(TaskKind::copy_in, id, lane, begin, begin + copy_ticks(id), by);
        if (!model_.pinned) // pageable memory: the host waits for its copy
          host_waits(task);
      }
    } else {
      const TaskIndex made = out_.kernel_of[id];
      const std::uint32_t lane = link_lane(out_.lanes[out_.tasks[made].lane].device, device);
      const Ticks begin = std::max(out_.tasks[made].end, free_[lane]);
      task = add_task(TaskKind::transfer, id, lane, begin, begin + transfer_ticks(id), kNoTask,
                      {made});
    }
    on_device_[{id, device}] = task;
    return task;
  }

  /// The lane on which a node would end first; ties: the first lane.
  [[nodiscard]] std::uint32_t best_lane(NodeId id) const {
    std::uint32_t best = stream_lane(0, 0);
    Ticks best_end = ~Ticks{0};
    const int pinned = graph_.nodes[id].device;
    for (std::uint32_t d = 0; d < options_.devices; ++d) {
      if (pinned >= 0 && d != static_cast<std::uint32_t>(pinned))
        continue;
      Ticks ready = 0;
      for (const NodeId from : behind_[id])
        ready = std::max(ready, there(from, d));
      const Ticks ticks = ticks_on(id, d);
      for (std::uint32_t s = 0; s < options_.streams; ++s) {
        const std::uint32_t lane = stream_lane(d, s);
        const Ticks end = std::max({ready, free_[lane], host_free_}) + ticks;
        if (end < best_end) {
          best_end = end;
          best = lane;
        }
      }
    }
    return best;
  }

  /// In eager execution the host waits for a condition's value before it continues.
  void wait_for_conditions(NodeId id) {
    const NodeId condition = graph_.nodes[id].condition;
    if (options_.style == Style::whole || condition == kNoNode || !read_.insert(condition).second)
      return;
    NodeId from = condition;
    while (!has_kernel_[from] && !is_source(graph_.nodes[from].op))
      from = graph_.nodes[from].inputs[0];
    if (out_.kernel_of[from] == kNoTask)
      return;
    host_waits(out_.kernel_of[from]);
  }

  std::optional<Diagnostic> kernel(NodeId id) {
    wait_for_conditions(id);
    if (is_collective(id))
      return collective(id);
    const std::uint32_t lane = best_lane(id);
    const std::uint32_t device = out_.lanes[lane].device;
    std::vector<TaskIndex> needs;
    for (const NodeId from : behind_[id]) {
      const TaskIndex task = bring(from, device);
      if (task != kNoTask)
        needs.push_back(task);
    }
    const TaskIndex by = launch(id);
    Ticks begin = std::max(free_[lane], launched(by));
    for (const TaskIndex need : needs)
      begin = std::max(begin, out_.tasks[need].end);
    const auto room = memory_.place(id, device, begin);
    if (!room)
      return no_memory(id);
    const TaskIndex task = add_task(TaskKind::kernel, id, lane, room->begin,
                                    room->begin + ticks_on(id, device), by, std::move(needs));
    if (room->begin > begin) {
      out_.tasks[task].memory_from = room->begin;
      out_.tasks[task].waits_for_memory =
          room->freed_by == kNoNode ? kNoTask : out_.kernel_of[room->freed_by];
    }
    out_.kernel_of[id] = task;
    on_device_[{id, device}] = task;
    memory_.used(id, device, out_.tasks[task].end, behind_[id]);
    return std::nullopt;
  }

  [[nodiscard]] Diagnostic no_memory(NodeId id) const {
    Diagnostic out;
    out.file = graph_.name;
    out.line = graph_.nodes[id].place.line;
    out.column = graph_.nodes[id].place.column;
    out.message =
        fmt::format("no memory for {}: in this order {} bytes are needed at once, and {} are there",
                    graph_.nodes[id].name, memory_.needed(), options_.memory_limit);
    out.expected = "a larger --memory-limit, fewer --streams, or --checkpoint";
    return out;
  }

  void copy_results_out() {
    if (model_.copy_bytes_per_tick == 0)
      return;
    std::vector<NodeId> results;
    std::set<NodeId> seen;
    for (const Output& output : graph_.outputs)
      if (const NodeId id = made_by_[output.node];
          out_.kernel_of[id] != kNoTask && seen.insert(id).second)
        results.push_back(id);
    if (is_listed()) // what is there first is copied first
      std::stable_sort(results.begin(), results.end(),
                       [this](NodeId a, NodeId b) { return made_at(a) < made_at(b); });
    for (const NodeId id : results) {
      const TaskIndex by = launch(id);
      const Task made = out_.tasks[out_.kernel_of[id]];
      const std::uint32_t lane = first_engine_ + 2 * out_.lanes[made.lane].device + 1;
      const Ticks begin = std::max({launched(by), free_[lane], made.end});
      const TaskIndex task = add_task(TaskKind::copy_out, id, lane, begin, begin + copy_ticks(id),
                                      by, {out_.kernel_of[id]});
      if (!model_.pinned)
        host_waits(task);
    }
  }

  const Graph& graph_;
  const ExecuteOptions& options_;
  const DeviceModel& model_;
  const Values& values_;
  MemoryUse memory_;
  Execution out_;
  std::vector<Ticks> free_;      ///< end of the last task, by lane
  std::vector<Ticks> duration_;  ///< by node, on the device that runs it fastest
  bool times_by_device_ = false; ///< measured times differ between devices
  std::vector<Ticks> height_;    ///< longest path to the end, including the node, by node
  std::vector<std::vector<NodeId>> behind_;
  std::vector<bool> has_kernel_;
  std::vector<NodeId> made_by_; ///< the kernel or source that a node is, or is a view of
  std::map<std::pair<NodeId, std::uint32_t>, TaskIndex> on_device_;
  std::set<NodeId> read_; ///< conditions whose value the host has read
  std::uint32_t first_engine_ = 0;
  std::uint32_t first_link_ = 0;
  std::uint32_t network_ = 0;
  Ticks host_free_ = 0;
  TaskIndex host_wait_ = kNoTask; ///< the last task that the host waited for since its last launch
  TaskIndex graph_launch_ = kNoTask;
};

} // namespace

Result<Execution> execute(const Graph& graph, const ExecuteOptions& options, const Values& values) {
  return Executor(graph, options, values).run();
}

} // namespace stallscope::graph

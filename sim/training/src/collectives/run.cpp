#include "training/collectives/run.hpp"

#include "base/check.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

/// A hash (splitmix64) of node and block, so that different sets of contributions have different
/// sums with high probability.
std::uint64_t contribution(std::uint32_t node, std::uint32_t block) {
  std::uint64_t x = (std::uint64_t{node} << 32 | block) + 0x9e3779b97f4a7c15ULL;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  return x ^ x >> 31;
}

HeldBlock contributed(std::uint32_t node, std::uint32_t block, std::uint32_t nodes) {
  return {contribution(node, block), nodes <= 64 ? 1ULL << node : 0, true};
}

std::string node_and_block(std::uint32_t node, std::uint32_t block) {
  return "node " + std::to_string(node) + ", block " + std::to_string(block);
}

Exact link_time(std::uint64_t bytes, const LinkSpeed& speed) {
  return Exact(bytes) * Exact(Checked(1'000'000'000), Checked(speed.bytes_per_second));
}

} // namespace

NodeData::NodeData(const CollectiveTask& task)
    : task_(task), blocks_(block_count(task)), held_(std::size_t{task.nodes} * blocks_) {
  for (std::uint32_t node = 0; node < task.nodes; ++node)
    for (std::uint32_t block = 0; block < blocks_; ++block) {
      bool starts = true;
      switch (task.collective) {
      case Collective::broadcast:
      case Collective::scatter:
        starts = node == task.root;
        break;
      case Collective::gather:
      case Collective::all_gather:
        starts = node == block;
        break;
      case Collective::all_to_all:
        starts = node == block / task.nodes;
        break;
      case Collective::reduce:
      case Collective::all_reduce:
      case Collective::reduce_scatter:
        break;
      }
      if (starts)
        held_[std::size_t{node} * blocks_ + block] = contributed(node, block, task.nodes);
    }
}

std::string NodeData::apply(const CollectiveStep& step) {
  std::vector<HeldBlock> under_way;
  for (const Message& message : step)
    for (const std::uint32_t block : message.blocks) {
      if (!at(message.from, block).held)
        return node_and_block(message.from, block) + ": sent, and not there";
      under_way.push_back(at(message.from, block));
    }
  std::size_t next = 0;
  for (const Message& message : step)
    for (const std::uint32_t block : message.blocks) {
      HeldBlock& target = held_[std::size_t{message.to} * blocks_ + block];
      const HeldBlock& arrived = under_way[next++];
      if (!message.added) {
        target = arrived;
        continue;
      }
      if (!target.held)
        return node_and_block(message.to, block) + ": added to nothing";
      target.sum += arrived.sum;
      target.contributors |= arrived.contributors;
    }
  return {};
}

/// The guaranteed value of a block on a node; not held: unspecified.
HeldBlock NodeData::promised(std::uint32_t node, std::uint32_t block) const {
  const Collective c = task_.collective;
  if ((c == Collective::gather || c == Collective::reduce) && node != task_.root)
    return {};
  if ((c == Collective::scatter || c == Collective::reduce_scatter) && node != block)
    return {};
  if (c == Collective::all_to_all)
    return node == block % task_.nodes ? contributed(block / task_.nodes, block, task_.nodes)
                                       : HeldBlock{};
  if (c == Collective::broadcast || c == Collective::scatter)
    return contributed(task_.root, block, task_.nodes);
  if (c == Collective::gather || c == Collective::all_gather)
    return contributed(block, block, task_.nodes);
  HeldBlock sum{0, 0, true};
  for (std::uint32_t from = 0; from < task_.nodes; ++from) {
    const HeldBlock part = contributed(from, block, task_.nodes);
    sum.sum += part.sum;
    sum.contributors |= part.contributors;
  }
  return sum;
}

std::string NodeData::broken_promise() const {
  for (std::uint32_t block = 0; block < blocks_; ++block)
    for (std::uint32_t node = 0; node < task_.nodes; ++node) {
      const HeldBlock& found = at(node, block);
      // The guaranteed value is the same on all nodes: a node equal to the previous one needs no
      // new sum.
      if (adds(task_.collective) && node > 0 && found.held && at(node - 1, block).held &&
          found.sum == at(node - 1, block).sum && task_.collective == Collective::all_reduce)
        continue;
      const HeldBlock expected = promised(node, block);
      if (!expected.held)
        continue;
      if (!found.held)
        return node_and_block(node, block) + ": not there at the end";
      if (found.sum != expected.sum)
        return node_and_block(node, block) + ": not the data that was promised";
    }
  return {};
}

namespace {

Bandwidth bandwidth(const Exact& bytes, const Exact& time_ns) {
  if (time_ns.numerator == 0)
    return {};
  const Exact seconds = time_ns / Exact(1'000'000'000);
  return {bytes / seconds, bytes.as_double() / time_ns.as_double() * 1e9};
}

} // namespace

CollectiveRun run_collective(const CollectiveTask& task, const Topology& topology) {
  STALLSCOPE_CHECK(!refusal(task), "a collective that is refused");
  CollectiveRun run;
  run.steps = steps_of(task);
  run.sent_bytes.assign(task.nodes, 0);
  NodeData data(task);
  std::vector<std::uint64_t> load(topology.links());
  std::vector<std::uint32_t> used;
  std::vector<std::uint32_t> way;
  for (const CollectiveStep& step : run.steps) {
    StepCost cost;
    std::uint64_t latency = 0;
    used.clear();
    for (const Message& message : step) {
      const std::uint64_t bytes = message_bytes(task, message);
      run.sent_bytes[message.from] += bytes;
      cost.most_bytes = std::max(cost.most_bytes, bytes);
      way.clear();
      topology.route(message.from, message.to, way);
      for (const std::uint32_t link : way) {
        if (load[link] == 0)
          used.push_back(link);
        load[link] += bytes;
      }
      latency = std::max(latency, topology.latency_ns(way));
    }
    Exact busiest;
    for (const std::uint32_t link : used) {
      const Exact time = link_time(load[link], topology.speed(link));
      if (busiest < time) {
        busiest = time;
        cost.busiest_link = link;
        cost.busiest_bytes = load[link];
      }
    }
    for (const std::uint32_t link : used)
      load[link] = 0;
    cost.time_ns = Exact(latency) + busiest;
    run.time_ns = run.time_ns + cost.time_ns;
    run.costs.push_back(cost);
    if (run.problem.empty())
      run.problem = data.apply(step);
  }
  if (run.problem.empty())
    run.problem = data.broken_promise();
  return run;
}

Bandwidth algorithm_bandwidth(const CollectiveTask& task, const Exact& time_ns) {
  return bandwidth(Exact(task.bytes), time_ns);
}

Bandwidth bus_bandwidth(const CollectiveTask& task, const Exact& time_ns) {
  return bandwidth(Exact(task.bytes) * bus_factor(task), time_ns);
}

Exact bus_factor(const CollectiveTask& task) {
  if (task.collective == Collective::broadcast || task.collective == Collective::reduce)
    return Exact(1);
  const Exact rest(Checked(task.nodes - 1), Checked(task.nodes));
  return task.collective == Collective::all_reduce ? Exact(2) * rest : rest;
}

} // namespace stallscope::training

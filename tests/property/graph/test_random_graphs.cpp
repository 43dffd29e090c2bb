#include "graph/differentiate/differentiate.hpp"
#include "graph/distribute/distribute.hpp"
#include "graph/execute/execute.hpp"
#include "graph/execute/orders.hpp"
#include "graph/memory/allocators.hpp"
#include "graph/memory/checkpoint.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph/passes/passes.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace stallscope;
using namespace stallscope::graph;

namespace {

/// An input or parameter with a random value.
void append_source(Graph& g, Op op, Type type, const Shape& shape, std::uint64_t seed) {
  Node node;
  node.op = op;
  node.type = type;
  node.shape = shape;
  node.name = fmt::format("s{}", g.nodes.size());
  node.named = true;
  Tensor value = random_tensor(type == Type::i32 ? Type::f64 : type, shape, seed);
  value.type = type;
  if (type == Type::i32)
    for (double& each : value.values)
      each = std::trunc(6 * each);
  node.value = std::make_shared<const Tensor>(std::move(value));
  append(g, std::move(node));
}

/// A graph of operators on 3 x 3 matrices, vectors of 3 and scalars, all of whose values stay
/// small.
Graph random_graph(unsigned seed, unsigned operations, Type type = Type::f64) {
  std::mt19937 random(seed);
  const auto number = [&random](std::size_t below) {
    return static_cast<std::size_t>(random()) % below;
  };
  Graph g;
  g.name = fmt::format("random {}", seed);
  const std::vector<Shape> shapes{{3, 3}, {3}, {}};
  for (const Shape& shape : shapes) {
    append_source(g, Op::input, type, shape, random());
    append_source(g, Op::param, type, shape, random());
    append_constant(g, filled(type, shape, static_cast<double>(number(3))));
  }
  const bool whole = type == Type::i32;
  const std::vector<Op> unary =
      whole ? std::vector<Op>{Op::neg, Op::sign, Op::relu, Op::abs}
            : std::vector<Op>{Op::neg, Op::tanh, Op::sigmoid, Op::relu, Op::abs, Op::erf};
  std::vector<Op> binary{Op::add, Op::sub, Op::mul, Op::maximum};
  if (whole)
    binary.insert(binary.end(), {Op::div, Op::div});
  for (unsigned i = 0; i < operations; ++i) {
    const auto a = static_cast<NodeId>(number(g.nodes.size()));
    const auto b = static_cast<NodeId>(number(g.nodes.size()));
    const std::size_t kind = number(10);
    Node node;
    if (kind < 3) {
      node.op = unary[number(unary.size())];
      node.inputs = {a};
    } else if (kind < 7) {
      node.op = binary[number(binary.size())];
      node.inputs = {a, b};
    } else if (g.at(a).shape.size() == 2) {
      node.op = kind == 7 ? Op::transpose : kind == 8 ? Op::matmul : Op::softmax;
      node.inputs = {a};
      if (kind == 8)
        node.inputs.push_back(g.at(b).shape.size() == 2 ? b : a);
    } else {
      node.op = Op::sum;
      node.inputs = {a};
    }
    if (infer(g, node))
      continue;
    // Products and sums grow; tanh keeps what is behind them small.
    const NodeId id = append(g, std::move(node));
    if (g.at(id).op == Op::mul || g.at(id).op == Op::matmul || g.at(id).op == Op::sum)
      append(g, whole ? Op::sign : Op::tanh, {id});
  }
  const auto users = g.users();
  for (NodeId id = 0; id < g.nodes.size(); ++id)
    if (!is_source(g.at(id).op) && users[id].empty()) {
      g.nodes[id].named = true;
      g.nodes[id].name = fmt::format("y{}", id);
      g.outputs.push_back({g.nodes[id].name, id});
    }
  return g;
}

void check_run(const Graph& g, const ExecuteOptions& options) {
  const auto values = evaluate(g);
  REQUIRE(values.ok());
  const auto run = execute(g, options, *values);
  REQUIRE(run.ok());
  for (const Task& task : run->tasks) {
    for (const TaskIndex need : task.needs)
      CHECK(run->tasks[need].end <= task.start);
    if (task.launched_by != kNoTask)
      CHECK(run->tasks[task.launched_by].end <= task.start);
  }
  for (const GraphLane& lane : run->lanes)
    for (std::size_t i = 1; i < lane.tasks.size(); ++i)
      CHECK(run->tasks[lane.tasks[i - 1]].end <= run->tasks[lane.tasks[i]].start);
  for (std::uint32_t lane = 0; lane < run->lanes.size(); ++lane)
    for (const IdleStretch& idle : idle_stretches(*run, lane, options.style))
      CHECK(idle.why != Reason::none);
  CHECK(run_record(g, *run, options, true).ledger.balanced());
  const MemoryCurve kept = memory_curve(g, *run, {false, false});
  const MemoryCurve released = memory_curve(g, *run, {true, false});
  const MemoryCurve in_place = memory_curve(g, *run, {true, true});
  CHECK(released.peak <= kept.peak);
  CHECK(in_place.peak <= released.peak);
  for (const AllocatorRun& allocator : run_allocators(released, 4096)) {
    CHECK(allocator.peak_allocated == released.peak);
    CHECK(allocator.peak_reserved >= released.peak);
  }
}

/// The same graph with its kernels in another order.
Graph reordered(const Graph& g, const std::vector<NodeId>& kernels) {
  Graph out;
  out.name = g.name;
  std::map<NodeId, NodeId> map;
  const auto write = [&](const auto& self, NodeId id) -> NodeId {
    if (const auto found = map.find(id); found != map.end())
      return found->second;
    Node node = g.at(id);
    for (NodeId& in : node.inputs)
      in = self(self, in);
    out.nodes.push_back(std::move(node));
    return map[id] = static_cast<NodeId>(out.nodes.size() - 1);
  };
  for (const NodeId id : kernels)
    write(write, id);
  for (const Output& output : g.outputs)
    out.outputs.push_back({output.name, write(write, output.node)});
  return out;
}

} // namespace

TEST_CASE("random graphs: every pass, and all of them, keep the values", "[graph]") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Graph g = random_graph(seed, 5 + seed % 25);
    INFO(g.name);
    std::vector<std::vector<std::string>> lists{{"all"}, {"saturate"}};
    for (const PassInfo& pass : passes())
      lists.push_back({std::string(pass.name)});
    for (const std::vector<std::string>& list : lists) {
      const auto out = optimize(g, list, shipped_rules());
      REQUIRE(out.ok());
      INFO(list.front());
      for (const PassResult& pass : out->passes)
        CHECK(pass.largest_difference < 1e-9);
      CHECK(largest_difference(g, out->graph, 2, seed) < 1e-9);
      CHECK(totals(out->graph).kernels <= totals(g).kernels);
      if (list.front() != "saturate") // which pays FLOP to save a kernel
        CHECK(totals(out->graph).flop <= totals(g).flop);
      REQUIRE(out->graph.outputs.size() == g.outputs.size());
      for (std::size_t i = 0; i < g.outputs.size(); ++i)
        CHECK(out->graph.outputs[i].name == g.outputs[i].name);
    }
  }
}

TEST_CASE("random graphs: passes keep the values in the values' own type", "[graph]") {
  std::size_t changed = 0;
  for (const Type type : {Type::i32, Type::f16, Type::f32})
    for (unsigned seed = 500; seed < 560; ++seed) {
      Graph g = random_graph(seed, 5 + seed % 25, type);
      if (seed % 4 == 0)
        g.decimals = 2;
      for (const char* list : {"all", "saturate", "rules", "fuse-vertical", "algebra"}) {
        INFO(name(type) << " " << g.name << " " << list);
        const auto out = optimize(g, {list}, shipped_rules());
        INFO(format(out.diagnostics()));
        REQUIRE(out.ok());
        const Difference found = compare(g, out->graph, seed);
        INFO(text_of(found));
        CHECK(found.compared);
        CHECK_FALSE(found.beyond);
        for (const PassResult& pass : out->passes)
          changed += pass.applied > 0;
      }
    }
  CHECK(changed > 300);
}

TEST_CASE("random graphs: runs are legal, ledgers balance, memory shrinks", "[graph]") {
  for (unsigned seed = 100; seed < 140; ++seed) {
    const Graph g = random_graph(seed, 20);
    INFO(g.name);
    for (const Style style : {Style::eager, Style::whole})
      for (const std::uint32_t streams : {1U, 3U}) {
        ExecuteOptions options;
        options.style = style;
        options.streams = streams;
        options.devices = seed % 3 == 0 ? 2 : 1;
        options.model.flop_per_tick = 5;
        options.model.bytes_per_tick = 40;
        options.model.copy_bytes_per_tick = seed % 2 == 0 ? 30 : 0;
        options.model.pinned = seed % 4 == 0;
        check_run(g, options);
      }
  }
}

// List scheduling (Graham 1969): before each start, from the end of the operands on, all streams
// are busy.
TEST_CASE("random graphs: no stream is empty while a kernel is ready", "[graph]") {
  std::size_t waits = 0;
  for (unsigned seed = 300; seed < 360; ++seed) {
    const Graph g = random_graph(seed, 20);
    ExecuteOptions options;
    options.streams = 2 + seed % 2;
    options.model.flop_per_tick = 5;
    options.model.bytes_per_tick = 40;
    const Result<Execution> run = execute(g, options, {});
    REQUIRE(run.ok());
    INFO(g.name);
    for (const Task& task : run->tasks) {
      if (task.kind != TaskKind::kernel)
        continue;
      Ticks ready = run->tasks[task.launched_by].end;
      for (const TaskIndex need : task.needs)
        ready = std::max(ready, run->tasks[need].end);
      for (Ticks t = ready; t < task.start; ++t, ++waits) {
        const auto busy =
            std::count_if(run->tasks.begin(), run->tasks.end(), [t](const Task& other) {
              return other.kind == TaskKind::kernel && other.start <= t && t < other.end;
            });
        CHECK(static_cast<std::uint32_t>(busy) == options.streams);
      }
    }
  }
  CHECK(waits > 100);
}

TEST_CASE("random graphs: every order gives the same values", "[graph]") {
  for (unsigned seed = 200; seed < 220; ++seed) {
    const Graph g = random_graph(seed, 8);
    INFO(g.name);
    const auto orders = list_orders(g, 40);
    const OrderCount count = count_orders(g);
    CHECK(count.exact);
    CHECK(orders.size() == std::min<std::uint64_t>(40, count.count));
    for (const auto& order : orders)
      CHECK(largest_difference(g, reordered(g, order), 1, seed) == 0);
  }
}

TEST_CASE("random graphs: distributed over devices, the values are the same", "[graph]") {
  std::uint64_t collectives = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Graph g = random_graph(seed, 5 + seed % 25);
    INFO(g.name);
    std::vector<SplitRequest> requests;
    for (NodeId id = 0; id < g.nodes.size(); ++id)
      if ((g.at(id).op == Op::param || g.at(id).op == Op::input) && !g.at(id).shape.empty() &&
          (seed + id) % 3 != 0)
        requests.push_back(
            {id, static_cast<std::int64_t>((seed / 2 + id) % g.at(id).shape.size())});
    const std::uint32_t devices = 2 + seed % 2;
    const auto split = distribute(g, devices, requests);
    REQUIRE(split.ok());
    collectives += split->collectives;
    CHECK(largest_difference(g, with_whole_outputs(*split), 2, seed) < 1e-9);
    ExecuteOptions options;
    options.devices = devices;
    check_run(split->graph, options);
  }
  CHECK(collectives > 60);
}

TEST_CASE("random graphs: no schedule is shorter than the proven one", "[graph]") {
  for (unsigned seed = 300; seed < 315; ++seed) {
    const Graph g = random_graph(seed, 8);
    INFO(g.name);
    ExecuteOptions options;
    options.streams = 2;
    options.model.flop_per_tick = 4;
    const auto run = execute(g, options, {});
    REQUIRE(run.ok());
    const BestSchedule best = best_schedule(g, options, *run, 5);
    CHECK(best.proven);
    CHECK(best.makespan <= run->makespan);
    CHECK(best.bound <= best.makespan);
  }
}

TEST_CASE("random graphs: derivatives behind passes and checkpoints are the same", "[graph]") {
  for (unsigned seed = 400; seed < 430; ++seed) {
    const Graph g = random_graph(seed, 15);
    if (g.outputs.empty())
      continue;
    INFO(g.name);
    std::vector<NodeId> wrt;
    for (NodeId id = 0; id < g.nodes.size(); ++id)
      if (g.at(id).op == Op::param)
        wrt.push_back(id);
    const Graph both = reverse(g, g.outputs.front().node, wrt).graph;
    const auto out = optimize(both, {"all"}, shipped_rules());
    REQUIRE(out.ok());
    CHECK(largest_difference(both, out->graph, 2, seed) < 1e-9);
    CHECK(largest_difference(both, checkpoint_sqrt(both).graph, 1, seed) == 0);
    check_run(out->graph, {});
  }
}

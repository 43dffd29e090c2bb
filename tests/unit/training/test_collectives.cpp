#include "training/collectives/run.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace stallscope::training;

namespace {

CollectiveTask task_of(Collective collective, Algorithm algorithm, std::uint32_t nodes,
                       std::uint64_t bytes) {
  CollectiveTask task;
  task.collective = collective;
  task.algorithm = algorithm;
  task.nodes = nodes;
  task.bytes = bytes;
  return task;
}

/// Links of 1 us and 1 GB/s: a byte takes a nanosecond.
TopologyOptions links_for(std::uint32_t nodes, TopologyKind kind = TopologyKind::full_mesh,
                          std::uint32_t group_size = 1) {
  TopologyOptions links;
  links.kind = kind;
  links.nodes = nodes;
  links.group_size = group_size;
  links.link = {1000, 1'000'000'000};
  links.outer = {5000, 250'000'000};
  return links;
}

CollectiveRun run_on_mesh(const CollectiveTask& task) {
  return run_collective(task, Topology(links_for(task.nodes)));
}

std::uint64_t rounds_of(std::uint32_t nodes) { // ceil(log2)
  std::uint64_t rounds = 0;
  while ((1ULL << rounds) < nodes)
    ++rounds;
  return rounds;
}

} // namespace

TEST_CASE("collectives: data arrives as promised, for every algorithm, number of nodes and root") {
  unsigned ran = 0;
  for (unsigned c = 0; c < kCollectiveCount; ++c)
    for (unsigned a = 0; a < kAlgorithmCount; ++a)
      for (std::uint32_t nodes = 1; nodes <= 17; ++nodes)
        for (std::uint32_t group = 1; group <= nodes; ++group)
          for (std::uint32_t root = 0; root < nodes; root += 2) {
            CollectiveTask task =
                task_of(static_cast<Collective>(c), static_cast<Algorithm>(a), nodes, 1001);
            task.group_size = group;
            task.root = root;
            const bool once = task.algorithm != Algorithm::hierarchical && group > 1;
            const bool whole = task.algorithm != Algorithm::hierarchical || nodes % group == 0;
            if (once || (!has_root(task.collective) && root > 0) || !whole)
              continue;
            REQUIRE_FALSE(refusal(task));
            INFO(name(task.collective) << " " << name(task.algorithm) << " " << nodes << " nodes, "
                                       << group << " a group, root " << root);
            const CollectiveRun run = run_on_mesh(task);
            CHECK(run.problem == "");
            ++ran;
          }
  CHECK(ran > 500);
}

TEST_CASE("collectives: a wrong order of steps does not pass") {
  const CollectiveTask task = task_of(Collective::all_reduce, Algorithm::ring, 4, 4000);
  std::vector<CollectiveStep> steps = steps_of(task);
  NodeData doubled(task);
  for (const CollectiveStep& step : steps)
    REQUIRE(doubled.apply(step).empty());
  CHECK(doubled.broken_promise().empty());
  // Block i ends its round at node i, so that it begins at node i + 1: in the first step node 1
  // sends block 0 to node 2, which adds it a second time. Blocks are looked at in order.
  REQUIRE(doubled.apply(steps[0]).empty());
  CHECK(doubled.broken_promise() == "node 2, block 0: not the data that was promised");

  NodeData missing(task);
  for (std::size_t i = 1; i < steps.size(); ++i)
    REQUIRE(missing.apply(steps[i]).empty());
  CHECK_FALSE(missing.broken_promise().empty());

  NodeData early(task_of(Collective::all_gather, Algorithm::ring, 4, 4000));
  CHECK(early.apply({{0, 1, false, {2}}}) == "node 0, block 2: sent, and not there");
}

TEST_CASE("collectives: the lecture's ring all-reduce, four nodes") {
  const CollectiveTask task = task_of(Collective::all_reduce, Algorithm::ring, 4, 4000);
  const CollectiveRun run = run_on_mesh(task);
  REQUIRE(run.steps.size() == 6);
  // (m / p) * 2(p - 1) bytes a node, in 2(p - 1) messages
  for (const std::uint64_t bytes : run.sent_bytes)
    CHECK(bytes == 1000 * 6);
  CHECK(run.time_ns == Exact(6 * (1000 + 1000)));
  // Behind three steps node i has block i of the sum.
  NodeData data(task);
  for (unsigned i = 0; i < 3; ++i)
    REQUIRE(data.apply(run.steps[i]).empty());
  for (std::uint32_t node = 0; node < 4; ++node)
    CHECK(data.at(node, node).contributors == 0b1111);
  CHECK(data.at(0, 2).contributors == 0b1001); // it went on from here to node 1 with two parts
}

TEST_CASE("collectives: times are the closed formulas of alpha and beta") {
  for (const std::uint32_t n : {2U, 3U, 4U, 5U, 8U, 12U, 16U, 64U}) {
    const std::uint64_t m = 1000ULL * n; // a block takes 1000 ns
    const std::uint64_t log = rounds_of(n);
    const auto time = [&](Collective c, Algorithm a) { return run_on_mesh(task_of(c, a, n, m)); };
    INFO(n << " nodes");
    for (const Collective c : {Collective::all_gather, Collective::reduce_scatter,
                               Collective::scatter, Collective::gather})
      CHECK(time(c, Algorithm::ring).time_ns == Exact((n - 1) * 2000ULL));
    CHECK(time(Collective::all_reduce, Algorithm::ring).time_ns == Exact(2 * (n - 1) * 2000ULL));
    // n blocks one behind the other down a chain of n nodes
    CHECK(time(Collective::broadcast, Algorithm::ring).time_ns == Exact((2 * n - 2) * 2000ULL));
    for (const Collective c : {Collective::broadcast, Collective::reduce})
      CHECK(time(c, Algorithm::tree).time_ns == Exact(log * (1000 + m)));
    CHECK(time(Collective::all_reduce, Algorithm::tree).time_ns == Exact(2 * log * (1000 + m)));
    if ((n & (n - 1)) != 0)
      continue;
    const std::uint64_t half = log * 1000 + (n - 1) * 1000ULL; // (n - 1)/n m in log n messages
    CHECK(time(Collective::all_gather, Algorithm::halving_doubling).time_ns == Exact(half));
    CHECK(time(Collective::reduce_scatter, Algorithm::halving_doubling).time_ns == Exact(half));
    CHECK(time(Collective::all_reduce, Algorithm::halving_doubling).time_ns == Exact(2 * half));
    CHECK(time(Collective::scatter, Algorithm::tree).time_ns == Exact(half));
    CHECK(time(Collective::all_to_all, Algorithm::halving_doubling).time_ns ==
          Exact(log * (1000 + m / 2)));
  }
}

TEST_CASE("collectives: nodes beyond a power of two are folded in") {
  const CollectiveRun run =
      run_on_mesh(task_of(Collective::all_reduce, Algorithm::halving_doubling, 6, 12'000));
  CHECK(run.problem.empty());
  // fold and unfold take all of the data, between them two rounds each of halving and doubling
  CHECK(run.steps.size() == 6);
  CHECK(run.time_ns == Exact(2 * 13'000 + 2 * (1000 + 6000) + 2 * (1000 + 4000)));
  const auto time = [](Collective collective) {
    return run_on_mesh(task_of(collective, Algorithm::halving_doubling, 6, 12'000)).time_ns;
  };
  // Blocks of 2000 bytes; nodes 4 and 5 on nodes 0 and 1, whose parts are two blocks. A block in,
  // 2 and 4 blocks between them, the 5 other blocks out.
  CHECK(time(Collective::all_gather) == Exact(3000 + 5000 + 9000 + 11'000));
  // All data in; node 2 sends node 0 the 4 blocks of nodes 0, 1, 4 and 5, node 1 node 0 two; a
  // block out.
  CHECK(time(Collective::reduce_scatter) == Exact(13'000 + 9000 + 5000 + 3000));
  // As reduce-scatter without the block out; then 2 blocks from node 1 and 2 from node 2 and 3.
  CHECK(time(Collective::reduce) == Exact(13'000 + 9000 + 5000 + 5000 + 5000));
}

TEST_CASE("collectives: an all-to-all along a tree passes through the root") {
  // Blocks of 4000 bytes. Nodes 1 and 3 send 3 blocks each, node 2 those of two nodes, and back.
  const CollectiveRun run =
      run_on_mesh(task_of(Collective::all_to_all, Algorithm::tree, 4, 16'000));
  CHECK(run.problem.empty());
  CHECK(run.time_ns == Exact(2 * (1000 + 12'000) + 2 * (1000 + 24'000)));
}

TEST_CASE("collectives: what is refused, and the usual groups") {
  CHECK(usual_group_size(8) == 2);
  CHECK(usual_group_size(16) == 4);
  CHECK(usual_group_size(7) == 1);
  CHECK(usual_group_size(1) == 1);
  CollectiveTask groups = task_of(Collective::all_reduce, Algorithm::hierarchical, 6, 12'000);
  groups.group_size = 4;
  CHECK(refusal(groups));
  CHECK(refusal(task_of(Collective::all_reduce, Algorithm::ring, kMostNodes + 1, 1)));
}

TEST_CASE("collectives: bytes that are no multiple of the nodes are all sent") {
  const CollectiveTask task = task_of(Collective::all_gather, Algorithm::ring, 3, 1000);
  CHECK(block_bytes(task, 0) == 334);
  CHECK(block_bytes(task, 1) == 333);
  CHECK(block_bytes(task, 2) == 333);
  const CollectiveRun run = run_on_mesh(task);
  // node 0 sends its own block and that of node 2, which came first
  CHECK(run.sent_bytes == std::vector<std::uint64_t>{667, 667, 666});
  CHECK(run.time_ns == Exact(2 * 1000 + 2 * 334));
}

TEST_CASE("collectives: bandwidths as nccl-tests define them") {
  const auto factor = [](Collective c) { return bus_factor(task_of(c, Algorithm::ring, 4, 1)); };
  CHECK(factor(Collective::all_reduce) == Exact(Checked(3), Checked(2)));
  for (const Collective c :
       {Collective::reduce_scatter, Collective::all_gather, Collective::all_to_all})
    CHECK(factor(c) == Exact(Checked(3), Checked(4)));
  CHECK(factor(Collective::broadcast) == Exact(1));
  CHECK(factor(Collective::reduce) == Exact(1));
  // Without latency a ring all-reduce has the bus bandwidth of its links.
  const CollectiveTask task = task_of(Collective::all_reduce, Algorithm::ring, 4, 4000);
  TopologyOptions links = links_for(4);
  links.link.latency_ns = 0;
  const CollectiveRun run = run_collective(task, Topology(links));
  CHECK(bus_bandwidth(task, run.time_ns).exact == Exact(1'000'000'000));
}

TEST_CASE("collectives: a bandwidth whose fraction needs more than 64 bits is the nearest double") {
  // 6 nodes at 1 us and 100 GB/s: 5 steps of 166,666,667 bytes take 5,000 + 8,333,333.35 ns, and
  // 10^9 bytes in 8,338,333.35 ns are 2 * 10^19 / 166,766,667 GB/s: no 64-bit numerator.
  const CollectiveTask task = task_of(Collective::all_gather, Algorithm::ring, 6, 1'000'000'000);
  TopologyOptions links = links_for(6);
  links.link.bytes_per_second = 100'000'000'000;
  const CollectiveRun run = run_collective(task, Topology(links));
  CHECK(run.time_ns == Exact(Checked(166'766'667), Checked(20)));
  CHECK(algorithm_bandwidth(task, run.time_ns).exact.overflow);
  CHECK(algorithm_bandwidth(task, run.time_ns).nearest == Approx(119.928e9).epsilon(1e-5));
  CHECK(bus_bandwidth(task, run.time_ns).nearest == Approx(99.940e9).epsilon(1e-5));
}

TEST_CASE("collectives: links that are shared take longer") {
  const auto on = [](TopologyKind kind, Algorithm algorithm, std::uint32_t group) {
    const CollectiveTask task = task_of(Collective::all_reduce, algorithm, 16, 16'000);
    CollectiveTask grouped = task;
    grouped.group_size = group;
    return run_collective(grouped, Topology(links_for(16, kind, group))).time_ns;
  };
  // A ring on a ring shares nothing.
  CHECK(on(TopologyKind::ring, Algorithm::ring, 4) ==
        on(TopologyKind::full_mesh, Algorithm::ring, 4));
  // A torus contains a ring: of an even number of rows, of columns, and of odd numbers of both.
  for (const std::uint32_t n : {16U, 12U, 6U, 15U, 9U, 35U, 7U, 2U}) {
    INFO(n << " nodes");
    const Topology torus(links_for(n, TopologyKind::torus));
    CollectiveTask task = task_of(Collective::all_reduce, Algorithm::ring, n, 1000ULL * n);
    task.ring = torus.ring_order();
    const CollectiveRun run = run_collective(task, torus);
    CHECK(run.problem.empty());
    CHECK(run.time_ns == Exact(2 * (n - 1) * 2000ULL));
    task.collective = Collective::broadcast;
    task.root = n - 1;
    CHECK(run_collective(task, torus).problem.empty());
    task.collective = Collective::all_to_all;
    CHECK(run_collective(task, torus).problem.empty());
  }
  // Partners at distance 8 of 16: each way round carries 8 messages on a link.
  CHECK(on(TopologyKind::full_mesh, Algorithm::halving_doubling, 4) <
        on(TopologyKind::torus, Algorithm::halving_doubling, 4));
  CHECK(on(TopologyKind::torus, Algorithm::halving_doubling, 4) <
        on(TopologyKind::ring, Algorithm::halving_doubling, 4));
  // Between islands a quarter of the bandwidth: better to stay inside first.
  CHECK(on(TopologyKind::islands, Algorithm::hierarchical, 4) <
        on(TopologyKind::islands, Algorithm::ring, 4));
}

// Ring all-reduce of 50331648 bytes over 8 devices of an a100 node (alpha 2000 ns, 300 GB/s): 14
// steps of 6291456 bytes, 2000 + 20971.52 ns each. Between nodes (5000 ns, 25 GB/s) 16 nodes and 80
// MB: 30 steps of 5 MB, 5000 + 200000 ns.
TEST_CASE("the latency of a message over a switch counts once") {
  TopologyOptions links = links_for(8, TopologyKind::islands, 8);
  links.link = {2'000, 300'000'000'000};
  links.outer = {5'000, 25'000'000'000};
  CollectiveTask task;
  task.collective = Collective::all_reduce;
  task.algorithm = Algorithm::ring;
  task.nodes = 8;
  task.bytes = 50'331'648;
  const Exact inside = run_collective(task, Topology(links)).time_ns;
  CHECK(inside == Exact(14 * 2'000) + Exact(14 * 6'291'456, 300));
  links.nodes = task.nodes = 16;
  links.group_size = 8;
  task.bytes = 80'000'000;
  CHECK(run_collective(task, Topology(links)).time_ns == Exact(30 * (5'000 + 200'000)));
  links.kind = TopologyKind::fat_tree;
  links.link = links.outer;
  CHECK(run_collective(task, Topology(links)).time_ns == Exact(30 * (5'000 + 200'000)));
}

TEST_CASE("topology: ways are the shortest ones") {
  const auto hops = [](TopologyKind kind, std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> way;
    Topology(links_for(16, kind, 4)).route(from, to, way);
    return way.size();
  };
  CHECK(hops(TopologyKind::full_mesh, 3, 11) == 1);
  CHECK(hops(TopologyKind::ring, 0, 3) == 3);
  CHECK(hops(TopologyKind::ring, 0, 13) == 3);
  CHECK(hops(TopologyKind::torus, 0, 15) == 2);
  CHECK(hops(TopologyKind::fat_tree, 0, 3) == 2);
  CHECK(hops(TopologyKind::fat_tree, 0, 4) == 4);
  CHECK(hops(TopologyKind::islands, 0, 4) == 2);
  // Both directions of a wire are one link when it is half duplex.
  TopologyOptions half = links_for(4);
  half.half_duplex = true;
  std::vector<std::uint32_t> out;
  std::vector<std::uint32_t> back;
  Topology(half).route(0, 1, out);
  Topology(half).route(1, 0, back);
  CHECK(out == back);
}

#include "plans.hpp"
#include "training/jobs/job.hpp"
#include "training/models/model_file.hpp"

using namespace stallscope;
using namespace stallscope::training;

namespace {

constexpr std::uint64_t kAlpha = 100;
constexpr std::uint64_t kSpeed = 1'000'000'000;

/// Eight devices on a network: 2 tensor parallel, which are neighbours, times 4 copies. Rings of
/// copies are 0 2 4 6 and 1 3 5 7: every rank sends to the one two further.
Cluster networked(TopologyKind topology, std::uint64_t devices_per_node = 1) {
  Cluster cluster;
  cluster.devices = 8;
  cluster.devices_per_node = devices_per_node;
  cluster.inside = {1, 100 * kSpeed};
  cluster.between = {kAlpha, kSpeed};
  cluster.topology = topology;
  return cluster;
}

SharedLink copies(const Cluster& cluster) {
  return ring_link(cluster, {{2, 4, 1}}, Axis3D::data);
}

void check(const SharedLink& found, std::uint64_t latency, std::uint64_t speed,
           std::uint64_t sharers) {
  CHECK(found.link.latency_ns == latency);
  CHECK(found.link.bytes_per_second == speed);
  CHECK(found.sharers == sharers);
}

} // namespace

TEST_CASE("network: rings of copies on links of their own share nothing") {
  check(copies(networked(TopologyKind::full_mesh)), kAlpha, kSpeed, 1);
  check(copies(networked(TopologyKind::islands)), kAlpha, kSpeed, 1);
  check(copies(networked(TopologyKind::islands, 8)), 1, 100 * kSpeed, 1); // in one node
}

TEST_CASE("network: half-duplex ports carry what comes in and what goes out") {
  for (const TopologyKind kind : {TopologyKind::islands, TopologyKind::fat_tree}) {
    Cluster cluster = networked(kind);
    cluster.half_duplex = true;
    check(copies(cluster), kAlpha, kSpeed, 2);
  }
}

// On a ring r sends to r + 2 over the links behind r and behind r + 1: each carries the messages of
// two ranks, and a message takes two latencies.
TEST_CASE("network: on a ring both rings of copies share every link") {
  check(copies(networked(TopologyKind::ring)), 2 * kAlpha, kSpeed, 2);
}

// 2 rows of 4: 0 to 2 and 1 to 3 go along the row, links 0 1 and 1 2; 2 to 4 goes on over 2 and 3
// and then down, 3 to 5 over 3 and 0 and down: two messages a row link, three links at most.
TEST_CASE("network: on a torus rows are shared, and the next row is three links away") {
  check(copies(networked(TopologyKind::torus)), 3 * kAlpha, kSpeed, 2);
}

// Leaves of two devices: both send to the next leaf. Uplinks have twice a device's speed, so that
// nothing is lost; with two devices an uplink they have one's.
TEST_CASE("network: an oversubscribed fat tree halves the speed") {
  Cluster cluster = networked(TopologyKind::fat_tree, 2);
  check(copies(cluster), kAlpha, kSpeed, 1);
  cluster.oversubscription = 2;
  check(copies(cluster), kAlpha, kSpeed, 2);
}

TEST_CASE("network: tensor parallel ranks inside a node do not use it") {
  for (const TopologyKind kind :
       {TopologyKind::full_mesh, TopologyKind::ring, TopologyKind::torus, TopologyKind::fat_tree})
    check(ring_link(networked(kind, 2), {{2, 4, 1}}, Axis3D::tensor), 1, 100 * kSpeed, 1);
}

// Copies on devices s and p - 1 - s are of one ring: with two stages and one copy each of them
// 0 and 1 send to each other.
TEST_CASE("network: the copies of two directions are of one ring") {
  Cluster cluster = networked(TopologyKind::ring);
  cluster.devices = 2;
  check(ring_link(cluster, {{1, 1, 2}}, Axis3D::data, 2), kAlpha, kSpeed, 1);
}

// All ranks of a device of the pipeline send at once: on a ring of 8 ranks with two a device those
// of device 0 reach device 2 over four links, of which the middle ones carry both.
TEST_CASE("network: a transfer of the pipeline shares the way with its neighbours") {
  check(pipeline_link(networked(TopologyKind::ring), {{2, 1, 4}}, 0, 2), 4 * kAlpha, kSpeed, 2);
}

TEST_CASE("network: gradients take as much longer as the busiest link is shared") {
  Job job;
  job.model = *load_model("gpt2-small");
  job.cluster = *load_cluster("a100");
  job.cluster.devices_per_node = 2;
  job.cluster.between = {0, kSpeed};
  job.spread.data_parallel = 4;
  job.spread.tensor_parallel = 2;
  const auto reduction = [&job](TopologyKind topology, std::uint64_t oversubscription) {
    job.cluster.topology = topology;
    job.cluster.oversubscription = oversubscription;
    Plan plan = plan_of("1f1b", 1, 1);
    const auto costs = apply_job(job, plan);
    REQUIRE(costs.ok());
    return costs->parts[0].reduction;
  };
  const Ticks alone = reduction(TopologyKind::islands, 1);
  CHECK(reduction(TopologyKind::full_mesh, 1) == alone);
  CHECK(reduction(TopologyKind::fat_tree, 1) == alone);
  CHECK(reduction(TopologyKind::fat_tree, 4) ==
        Approx(4 * static_cast<double>(alone)).epsilon(1e-9));
  CHECK(reduction(TopologyKind::ring, 1) == Approx(2 * static_cast<double>(alone)).epsilon(1e-9));
}

TEST_CASE("network: one that is too large is said, not tried") {
  Job job;
  job.model = *load_model("gpt2-small");
  job.cluster = *load_cluster("a100x32768");
  job.cluster.topology = TopologyKind::torus;
  job.spread.data_parallel = 32'768;
  Plan plan = plan_of("1f1b", 1, 1);
  const auto costs = apply_job(job, plan);
  REQUIRE_FALSE(costs.ok());
  CHECK(costs.diagnostics().front().message == "a torus of 32768 devices");
}

// Devices 0 to 3 of one node, one after the other: device 1 sends activations to 2 and gradients to
// 0 through one port, and gets both through it.
TEST_CASE("network: transfers of stages share the ports and links of their way") {
  const RankLayout layout = layout_of(Spread{}, 4);
  const Cluster ring = networked(TopologyKind::ring, 1);
  // On a ring each way between neighbours has a wire of its own in each direction.
  const auto apart = transfer_links(ring, layout, {{0, 1}, {1, 2}, {1, 0}});
  REQUIRE(apart.size() == 3);
  for (const auto& links : apart)
    CHECK(links.size() == 1);
  CHECK(apart[0] != apart[1]);
  CHECK(apart[0] != apart[2]);
  // From 0 to 2 over both wires.
  const auto over = transfer_links(ring, layout, {{0, 1}, {1, 2}, {0, 2}});
  CHECK(over[2].size() == 2);
  const auto has = [&](std::size_t way, std::uint32_t link) {
    return std::find(over[way].begin(), over[way].end(), link) != over[way].end();
  };
  CHECK(has(0, over[2][0]) + has(0, over[2][1]) == 1);
  CHECK(has(1, over[2][0]) + has(1, over[2][1]) == 1);
}

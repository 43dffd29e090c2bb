#pragma once

#include "training/numbers/exact.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Topology of the network between nodes.
enum class TopologyKind : std::uint8_t {
  full_mesh, ///< a link between each pair of nodes
  ring,      ///< each node linked to the next one
  torus,     ///< two dimensions, each closed to rings; as square as the number of nodes allows
  fat_tree,  ///< leaf switches with group_size nodes each, joined by one stage of spines
  islands,   ///< groups, each with a switch (NVLink); nodes of different groups are linked by a
             ///< network
};
inline constexpr std::size_t kTopologyCount = 5;
[[nodiscard]] std::string_view name(TopologyKind kind); ///< "fat-tree"
[[nodiscard]] std::optional<TopologyKind> topology_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> topology_names();

/// A message of B bytes takes latency + B / bytes_per_second.
struct LinkSpeed {
  std::uint64_t latency_ns = 0;
  std::uint64_t bytes_per_second = 1;
};

struct TopologyOptions {
  TopologyKind kind = TopologyKind::full_mesh;
  std::uint32_t nodes = 4;
  std::uint32_t group_size = 0;       ///< fat_tree and islands: nodes per leaf switch or group
  std::uint32_t oversubscription = 1; ///< fat_tree: nodes per uplink of a leaf switch
  LinkSpeed link;                     ///< for islands: within a group
  LinkSpeed outer;                    ///< for islands: between groups
  bool half_duplex = false;           ///< both directions share a link
};

/// The first invalid option; empty: the options are valid.
[[nodiscard]] std::string problem_of(const TopologyOptions& options);

/// Links, and the route between each pair of nodes. Messages that share a link share its bandwidth;
/// a message over several links uses them concurrently (cut-through). It takes the sum of the
/// latencies of links from node to node; on the way over switches (fat tree, islands) a node's
/// latency is that of the whole way, counted once.
class Topology {
public:
  /// The options must be valid (problem_of).
  explicit Topology(const TopologyOptions& options);

  [[nodiscard]] std::uint32_t links() const { return static_cast<std::uint32_t>(speeds_.size()); }
  [[nodiscard]] const LinkSpeed& speed(std::uint32_t link) const { return speeds_[link]; }
  [[nodiscard]] std::string link_name(std::uint32_t link) const;
  /// Appends the links from one node to another, in order.
  void route(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) const;
  /// Latency of a message over the links of a route.
  [[nodiscard]] std::uint64_t latency_ns(const std::vector<std::uint32_t>& links) const;
  /// All nodes in an order in which each is linked to the next one, and the last to the first,
  /// where the topology has such links: a torus contains a ring, which its numbers, row by row, are
  /// not.
  [[nodiscard]] std::vector<std::uint32_t> ring_order() const;
  /// Rows of a torus.
  [[nodiscard]] std::uint32_t rows() const { return rows_; }
  [[nodiscard]] std::uint32_t columns() const { return columns_; }

private:
  void along(std::uint32_t row, std::uint32_t& at, std::uint32_t to, bool by_column,
             std::vector<std::uint32_t>& links) const;
  [[nodiscard]] std::uint32_t directed(std::uint32_t wire, bool back) const {
    return options_.half_duplex ? wire : 2 * wire + (back ? 1 : 0);
  }
  void add_wires(std::uint32_t count, const LinkSpeed& speed);

  TopologyOptions options_;
  std::uint32_t rows_ = 1;
  std::uint32_t columns_ = 1;
  std::vector<LinkSpeed> speeds_; ///< by link: a wire, or one direction of a wire
};

} // namespace stallscope::training

#pragma once

#include "training/numbers/exact.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// How nodes are joined.
enum class TopologyKind : std::uint8_t {
  full_mesh, ///< a link between every two nodes
  ring,      ///< each with the next one
  torus,     ///< two dimensions, each closed to rings; as square as the number of nodes allows
  fat_tree,  ///< leaf switches with group_size nodes each, joined by one stage of spines
  islands,   ///< groups behind a switch of their own (NVLink), joined node by node by a network
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
  std::uint32_t group_size = 0;       ///< of fat_tree and islands
  std::uint32_t oversubscription = 1; ///< of fat_tree: nodes a leaf has for each uplink
  LinkSpeed link;                     ///< of islands: inside
  LinkSpeed outer;                    ///< of islands: between them
  bool half_duplex = false;           ///< both directions share a link
};

/// What is wrong with them; empty: nothing.
[[nodiscard]] std::string problem_of(const TopologyOptions& options);

/// Links, and the way between every two nodes. Messages that share a link share its bandwidth; a
/// message that passes several goes through them at once (cut-through), and takes all their
/// latencies.
class Topology {
public:
  /// Of options without a problem.
  explicit Topology(const TopologyOptions& options);

  [[nodiscard]] std::uint32_t links() const { return static_cast<std::uint32_t>(speeds_.size()); }
  [[nodiscard]] const LinkSpeed& speed(std::uint32_t link) const { return speeds_[link]; }
  [[nodiscard]] std::string link_name(std::uint32_t link) const;
  /// Appends the links from one node to another, in order.
  void route(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) const;
  /// Of a torus.
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
  std::vector<LinkSpeed> speeds_; ///< by link: a wire, or one of its directions
};

} // namespace stallscope::training

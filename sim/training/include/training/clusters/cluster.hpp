#pragma once

#include "base/read_file.hpp"
#include "base/result.hpp"
#include "training/collectives/topology.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Devices, nodes, and the links between them.
struct Cluster {
  std::string name;
  std::string title;
  std::uint64_t devices = 0; ///< total; 0: as many as the job requests
  std::uint64_t devices_per_node = 8;
  std::uint64_t flop_per_second = 0;   ///< peak of a device, as published
  std::uint64_t reached_percent = 100; ///< percentage of the peak that programs reach
  std::uint64_t memory = 0;            ///< bytes of a device
  std::uint64_t memory_bytes_per_second = 0;
  LinkSpeed inside;  ///< within a node, per direction and device
  LinkSpeed between; ///< between nodes: a device's port to the network, or each link of a mesh or
                     ///< ring
  /// The network between nodes: without bottlenecks for islands; for a fat tree limited by the
  /// uplinks of each node's switch.
  TopologyKind topology = TopologyKind::islands;
  std::uint64_t oversubscription = 1; ///< for fat_tree: devices of a node per uplink
  bool half_duplex = false;
  std::uint64_t host_memory = 0;                  ///< bytes of a node
  std::uint64_t host_bytes_per_second = 0;        ///< per direction and device: PCIe
  std::uint64_t host_memory_bytes_per_second = 0; ///< speed of a node's host memory, shared by all
                                                  ///< its processors; 0: unlimited
};

struct ClusterInfo {
  std::string_view name;
  std::string_view title;
  std::string_view toml;
};
/// The clusters included with the program.
[[nodiscard]] const std::vector<ClusterInfo>& clusters();
/// An included cluster by its name, or a file (name with a '/' or ending in .toml); a suffix xN
/// sets the number of devices: "a100x128".
[[nodiscard]] Result<Cluster> load_cluster(const std::string& name_or_file,
                                           Streams streams = Streams::wait,
                                           const FileReader& read = read_file);
/// The file that a name of a cluster means, without a suffix xN; empty: an included cluster, or
/// none.
[[nodiscard]] std::string cluster_file_of(const std::string& name);
[[nodiscard]] Result<Cluster> parse_cluster(std::string_view file, std::string_view toml);
/// The description of every key of a cluster file, as text.
[[nodiscard]] std::string describe_cluster_keys();

} // namespace stallscope::training

#include "base/input_limits.hpp"
#include "base/number.hpp"
#include "models/keyed_table.hpp"
#include "training/clusters/cluster.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

constexpr std::uint64_t kMostClusterDevices = InputLimits::cluster_devices;

using Needed = TableKey<Cluster>::Needed;

/// The names of the topologies; the first one is the default.
const std::vector<std::string_view>& cluster_topologies() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> names = topology_names();
    std::stable_partition(names.begin(), names.end(), [](std::string_view word) {
      return word == name(TopologyKind::islands);
    });
    return names;
  }();
  return words;
}

const std::vector<TableKey<Cluster>>& cluster_keys() {
  static const std::vector<TableKey<Cluster>> keys{
      {"name", &Cluster::name, "-", "What the cluster is called.", Needed::yes},
      {"title", &Cluster::title, "-", "The cluster in one line, for lists."},
      {"devices", &Cluster::devices, "devices", "Devices in all; 0: as many as are asked for.",
       Needed::no, 0, kMostClusterDevices},
      {"devices_per_node", &Cluster::devices_per_node, "devices", "Devices of a node.", Needed::no,
       1, 1024},
      {"topology",
       KeyWords<Cluster>{cluster_topologies(),
                         [](Cluster& cluster, std::size_t i) {
                           cluster.topology = *topology_called(cluster_topologies()[i]);
                         }},
       "-",
       "The network between nodes: islands, without bottlenecks; fat-tree, whose leaves are the "
       "nodes; or links from device to device."},
      {"oversubscription", &Cluster::oversubscription, "-",
       "Of a fat tree: devices of a node for each uplink.", Needed::no, 1, 1024},
      {"half_duplex", &Cluster::half_duplex, "-", "Both directions of a link share its bandwidth."},
  };
  return keys;
}

const std::vector<TableKey<Cluster>>& device_keys() {
  static const std::vector<TableKey<Cluster>> keys{
      {"flop_per_second", &Cluster::flop_per_second, "FLOP/s", "Of a device, as published.",
       Needed::yes},
      {"reached_percent", &Cluster::reached_percent, "%", "Share of it that is reached.",
       Needed::no, 1, 100},
      {"memory", &Cluster::memory, "bytes", "Memory of a device.", Needed::yes},
      {"memory_bytes_per_second", &Cluster::memory_bytes_per_second, "bytes/s",
       "Bandwidth of that memory.", Needed::yes},
  };
  return keys;
}

const std::vector<TableKey<LinkSpeed>>& link_keys() {
  using Need = TableKey<LinkSpeed>::Needed;
  static const std::vector<TableKey<LinkSpeed>> keys{
      {"latency_ns", &LinkSpeed::latency_ns, "ns", "Time of a message without bytes (alpha).",
       Need::no, 0, 1'000'000'000'000},
      {"bytes_per_second", &LinkSpeed::bytes_per_second, "bytes/s",
       "Bandwidth of a device's links together, in each direction (1/beta).", Need::yes},
  };
  return keys;
}

const std::vector<TableKey<Cluster>>& host_keys() {
  static const std::vector<TableKey<Cluster>> keys{
      {"memory", &Cluster::host_memory, "bytes", "Memory of the host of a node.", Needed::yes},
      {"bytes_per_second", &Cluster::host_bytes_per_second, "bytes/s",
       "Between a device and the host (PCIe), in each direction.", Needed::yes},
      {"memory_bytes_per_second", &Cluster::host_memory_bytes_per_second, "bytes/s",
       "Bandwidth of the host's memory, of all devices of a node together; 0: no limit.",
       Needed::no, 0},
  };
  return keys;
}

/// Splits a suffix off: "a100x128".
std::pair<std::string, std::optional<std::uint64_t>> name_and_devices(const std::string& name) {
  const std::size_t x = name.rfind('x');
  if (x == std::string::npos || x == 0)
    return {name, std::nullopt};
  const auto devices = parse_number(std::string_view(name).substr(x + 1));
  return {devices ? name.substr(0, x) : name, devices};
}

} // namespace

Result<Cluster> parse_cluster(std::string_view file, std::string_view toml) {
  const std::vector<machine::Setting> none;
  machine::Report report(file, toml, none);
  const auto tree = tree_of(toml, "a cluster file", report);
  Cluster cluster;
  if (tree) {
    read_table(*tree, "the file", cluster_keys(), {"device", "inside", "between", "host"}, cluster,
               report);
    const auto table = [&](const char* name, const auto& keys, auto& out) {
      if (const machine::Member* member = tree->find(name); member != nullptr)
        read_table(member->value, "[" + std::string(name) + "]", keys, {}, out, report);
      else
        report.error({}, "[" + std::string(name) + "] is missing",
                     "a table with " + machine::joined(names_of(keys)));
    };
    table("device", device_keys(), cluster);
    table("inside", link_keys(), cluster.inside);
    table("between", link_keys(), cluster.between);
    table("host", host_keys(), cluster);
  }
  if (report.count() > 0)
    return report.take();
  return cluster;
}

std::string cluster_file_of(const std::string& name) {
  const std::string file = name_and_devices(name).first;
  return is_file_name(file) ? file : std::string();
}

Result<Cluster> load_cluster(const std::string& name_or_file, Streams streams,
                             const FileReader& read) {
  std::vector<std::pair<std::string_view, std::string_view>> shipped;
  for (const ClusterInfo& info : clusters())
    shipped.emplace_back(info.name, info.toml);
  const auto [name, devices] = name_and_devices(name_or_file);
  if (devices && (*devices == 0 || *devices > kMostClusterDevices)) {
    Diagnostic problem;
    problem.message = "'" + name_or_file + "': " + std::to_string(*devices) + " devices";
    problem.expected = "1 to " + std::to_string(kMostClusterDevices);
    return problem;
  }
  Result<NamedText> found = find_text(name, "cluster", shipped, streams, read);
  if (!found)
    return found.diagnostics();
  Result<Cluster> cluster = parse_cluster(found->file, found->text);
  if (cluster && devices)
    cluster->devices = *devices;
  return cluster;
}

std::string describe_cluster_keys() {
  return "Keys of a cluster file (TOML)\n" + described("at the head of the file", cluster_keys()) +
         described("[device]", device_keys()) + described("[inside]", link_keys()) +
         described("[between]", link_keys()) + described("[host]", host_keys());
}

} // namespace stallscope::training

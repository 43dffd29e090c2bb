#include "base/check.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "train/collective_report.hpp"
#include "training/clusters/cluster.hpp"

#include <fmt/format.h>

namespace stallscope::cli {

namespace {

using training::TopologyKind;

void collective_problem(Diagnostics& problems, std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  problems.push_back(std::move(problem));
}

/// The requested links, or those of the named cluster.
training::TopologyOptions links_of(const TrainCollectiveArguments& a,
                                   const std::optional<training::Cluster>& cluster) {
  training::TopologyOptions o;
  o.kind = training::topology_called(a.topology)
               .value_or(cluster ? cluster->topology : TopologyKind::full_mesh);
  o.nodes = a.nodes;
  o.group_size = a.group_size;
  if (o.group_size == 0)
    o.group_size = cluster ? static_cast<std::uint32_t>(
                                 std::min<std::uint64_t>(cluster->devices_per_node, a.nodes))
                           : training::usual_group_size(a.nodes);
  o.oversubscription = a.oversubscription;
  o.half_duplex = a.half_duplex || (cluster && cluster->half_duplex);
  o.link = cluster ? cluster->inside : training::LinkSpeed{1'000, 100'000'000'000};
  o.outer = cluster ? cluster->between : training::LinkSpeed{5'000, 25'000'000'000};
  o.link.latency_ns = a.latency_ns.value_or(o.link.latency_ns);
  o.link.bytes_per_second = a.bandwidth.value_or(o.link.bytes_per_second);
  o.outer.latency_ns = a.outer_latency_ns.value_or(o.outer.latency_ns);
  o.outer.bytes_per_second = a.outer_bandwidth.value_or(o.outer.bytes_per_second);
  return o;
}

} // namespace

int train_collective_command(const TrainCommand& command) {
  const TrainCollectiveArguments& a = command.collective;
  const bool svg = command.format == Format::svg && !command.json;
  Diagnostics problems;
  std::optional<training::Cluster> cluster;
  if (!a.cluster.empty()) {
    auto loaded = training::load_cluster(a.cluster);
    if (loaded)
      cluster = *loaded;
    else
      problems = loaded.diagnostics();
  }
  const training::TopologyOptions links = links_of(a, cluster);
  training::CollectiveTask task;
  task.collective = *training::collective_called(a.collective);
  task.algorithm = *training::algorithm_called(a.algorithm);
  task.nodes = a.nodes;
  task.root = a.root.value_or(0);
  task.group_size = links.group_size;
  task.bytes = a.bytes;
  if (a.root && !training::has_root(task.collective))
    collective_problem(problems, fmt::format("--root: {} has no root", a.collective),
                       "broadcast, reduce, scatter or gather with it");
  if (auto refused = training::refusal(task))
    collective_problem(problems, std::move(refused->message), std::move(refused->expected));
  if (std::string wrong = training::problem_of(links); !wrong.empty())
    collective_problem(problems, std::move(wrong),
                       "--group-size with a number that divides --nodes");
  if ((a.steps || svg) && command.format != Format::json && !command.json &&
      a.nodes > kMostShownNodes)
    collective_problem(
        problems, fmt::format("the steps of {} nodes", a.nodes),
        fmt::format("at most {} nodes; --json lists the messages of any number", kMostShownNodes));
  if (!problems.empty()) {
    print_all(problems);
    return kExitBadInput;
  }
  const training::Topology topology(links);
  task.ring = topology.ring_order();
  const training::CollectiveRun run = training::run_collective(task, topology);
  if (run.time_ns.overflow) {
    print_error("the time is more than 64 bits count; expected fewer bytes, or a bandwidth with "
                "fewer digits");
    return kExitBadInput;
  }
  STALLSCOPE_CHECK(run.problem.empty(), "a collective that does not keep its promise");
  const CollectiveReport report{task, links, topology, run, a.steps};
  const bool json = command.json || command.format == Format::json;
  const std::string text = svg    ? collective_svg(report)
                           : json ? collective_json(report)
                                  : collective_text(report);
  return write_result(command.output_file, text) ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli

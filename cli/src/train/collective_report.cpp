#include "train/collective_report.hpp"

#include "base/check.hpp"
#include "input_output/exact_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>

namespace stallscope::cli {

namespace {

using training::Collective;
using training::CollectiveStep;
using training::Exact;
using training::Message;
using training::NodeData;
using CollectiveJson = nlohmann::ordered_json;

/// Bytes per second with decimal unit prefixes.
std::string speed_text(const training::Bandwidth& bandwidth) {
  return fmt::format("{:.3f} GB/s", bandwidth.nearest / 1e9);
}

std::string block_name(const training::CollectiveTask& task, std::uint32_t block) {
  if (task.collective == Collective::all_to_all)
    return fmt::format("{}>{}", block / task.nodes, block % task.nodes);
  return std::string(1, static_cast<char>('a' + block));
}

std::string message_text(const training::CollectiveTask& task, const Message& message) {
  std::string blocks;
  for (const std::uint32_t block : message.blocks)
    blocks += (blocks.empty() ? "" : " ") + block_name(task, block);
  return fmt::format("{} -> {}: {}{} ({} bytes)", message.from, message.to,
                     message.added ? "add " : "", blocks, message_bytes(task, message));
}

/// One line per node.
std::string data_text(const CollectiveReport& r, const NodeData& data) {
  std::string out;
  for (std::uint32_t node = 0; node < r.task.nodes; ++node) {
    out += fmt::format("  node {:<3}", node);
    for (std::uint32_t block = 0; block < data.blocks(); ++block) {
      const std::string text = block_text(r.task, data.at(node, block), block);
      if (r.task.collective == Collective::all_to_all) {
        if (text != "-")
          out += " " + text;
      } else {
        out += fmt::format(" {:<{}}", text, r.task.nodes <= 4 ? 8 : 12);
      }
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

std::string steps_text(const CollectiveReport& r) {
  std::string out =
      "\nBlocks are letters, contributions the numbers of nodes; * is the sum of all.\n"
      "At the beginning\n";
  NodeData data(r.task);
  out += data_text(r, data);
  for (std::size_t i = 0; i < r.run.steps.size(); ++i) {
    const training::StepCost& cost = r.run.costs[i];
    out += fmt::format("Step {}: {} ns; the busiest link is the {} with {} bytes\n", i + 1,
                       cost.time_ns.text(), r.topology.link_name(cost.busiest_link),
                       cost.busiest_bytes);
    for (const Message& message : r.run.steps[i])
      out += "  " + message_text(r.task, message) + "\n";
    STALLSCOPE_CHECK(data.apply(r.run.steps[i]).empty(), "a step that has been run");
    out += data_text(r, data);
  }
  return out;
}

std::uint64_t most_sent(const training::CollectiveRun& run) {
  return *std::max_element(run.sent_bytes.begin(), run.sent_bytes.end());
}

CollectiveJson number_json(const Exact& value) {
  return value.overflow ? CollectiveJson(nullptr) : exact_json(value);
}

CollectiveJson speed_json(const training::Bandwidth& bandwidth) {
  return bandwidth.exact.overflow ? CollectiveJson(bandwidth.nearest)
                                  : number_json(bandwidth.exact);
}

CollectiveJson steps_json(const CollectiveReport& r) {
  CollectiveJson steps = CollectiveJson::array();
  for (std::size_t i = 0; i < r.run.steps.size(); ++i) {
    const training::StepCost& cost = r.run.costs[i];
    CollectiveJson messages = CollectiveJson::array();
    for (const Message& m : r.run.steps[i])
      messages.push_back({{"from", m.from},
                          {"to", m.to},
                          {"added", m.added},
                          {"blocks", m.blocks},
                          {"bytes", message_bytes(r.task, m)}});
    steps.push_back({{"time_ns", number_json(cost.time_ns)},
                     {"busiest_link", r.topology.link_name(cost.busiest_link)},
                     {"busiest_bytes", cost.busiest_bytes},
                     {"messages", std::move(messages)}});
  }
  return steps;
}

} // namespace

std::string block_text(const training::CollectiveTask& task, const training::HeldBlock& held,
                       std::uint32_t block) {
  if (!held.held)
    return "-";
  std::string out = block_name(task, block);
  if (!adds(task.collective))
    return out;
  if (std::popcount(held.contributors) == static_cast<int>(task.nodes))
    return out + "*";
  bool first = true;
  for (std::uint32_t node = 0; node < task.nodes; ++node)
    if ((held.contributors >> node & 1) != 0) {
      out += fmt::format("{}{}", first ? "" : "+", node);
      first = false;
    }
  return out;
}

std::string collective_text(const CollectiveReport& r) {
  std::string out =
      fmt::format("{} by {} of {} bytes, {} nodes, {}\n"
                  "  {}: checked block by block\n"
                  "  steps                {:>14}\n"
                  "  time                 {:>14} ns\n"
                  "  sent by a node       {:>14} bytes at most\n"
                  "  algorithm bandwidth  {:>14}\n"
                  "  bus bandwidth        {:>14}, the former times {}\n",
                  name(r.task.collective), name(r.task.algorithm), r.task.bytes, r.task.nodes,
                  name(r.links.kind), promise(r.task.collective), r.run.steps.size(),
                  r.run.time_ns.is_whole() ? r.run.time_ns.text()
                                           : fmt::format("{:.1f}", r.run.time_ns.as_double()),
                  most_sent(r.run), speed_text(algorithm_bandwidth(r.task, r.run.time_ns)),
                  speed_text(bus_bandwidth(r.task, r.run.time_ns)), bus_factor(r.task).text());
  if (!r.run.time_ns.is_whole())
    out += fmt::format("  The time is exactly {} ns\n", r.run.time_ns.text());
  return r.steps ? out + steps_text(r) : out;
}

std::string collective_json(const CollectiveReport& r) {
  CollectiveJson out;
  out["schema"] = "stallscope.train_collective/1";
  out["collective"] = name(r.task.collective);
  out["algorithm"] = name(r.task.algorithm);
  out["topology"] = name(r.links.kind);
  out["nodes"] = r.task.nodes;
  out["bytes"] = r.task.bytes;
  out["step_count"] = r.run.steps.size();
  out["time_ns"] = number_json(r.run.time_ns);
  out["sent_bytes"] = r.run.sent_bytes;
  out["algorithm_bytes_per_second"] = speed_json(algorithm_bandwidth(r.task, r.run.time_ns));
  out["bus_factor"] = number_json(bus_factor(r.task));
  out["bus_bytes_per_second"] = speed_json(bus_bandwidth(r.task, r.run.time_ns));
  if (r.steps)
    out["steps"] = steps_json(r);
  return out.dump(2) + "\n";
}

} // namespace stallscope::cli

#pragma once

#include "arguments/batch_arguments.hpp"
#include "training/plan_files/plan_keys.hpp"
#include "training/scenarios/scenario_keys.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

using training::PlanSetting;

/// Arguments of `train` that select the content of the report.
struct TrainArguments {
  std::string plan; ///< file; empty: only options
  std::vector<PlanSetting> settings;
  std::string compare;     ///< a schedule, an order file or a plan file
  bool difference = false; ///< with `compare`: only what differs; a difference is an exit code
  std::uint64_t top = 10;  ///< operations listed of a difference
  bool whatif = false;
  std::string explain; ///< "12", or "0:12": DEVICE:TICK; empty: none
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool memory = false;
  bool stats = false;
  bool operations = false;
  bool describe = false;
  bool list = false;
  std::optional<std::uint64_t> until; ///< ticks
  std::string ticks;                  ///< "10:40", counted from 1
  std::vector<std::string> vary;      ///< KEY=VALUE,VALUE: of `train sweep`
  std::string order_output;           ///< file for the order; empty: none
  // Options of `train schedule`
  std::string with = "named,list,modulo,optimal";
  std::string objective = "makespan"; ///< or "longest-span"
  double seconds = 10;
};

/// `train memory`. Words as typed; the command parses them.
struct TrainMemoryArguments {
  std::string model = "gpt3";
  std::string cluster;           ///< empty: none
  std::uint64_t micro_batch = 0; ///< 0: the model's
  std::uint64_t data_parallel = 1;
  std::uint64_t pipeline = 1;
  std::uint64_t tensor_parallel = 1;
  bool sequence_parallel = false;
  unsigned zero = 0;
  std::string recompute = "none";
  std::string state_bytes = "zero";
  std::uint64_t in_flight = 1;
  bool offload_optimizer = false;
  bool offload_activations = false;
  bool list = false;
  bool describe = false;
};

/// `train collective`.
struct TrainCollectiveArguments {
  std::string collective;
  std::string algorithm = "ring";
  std::string topology; ///< empty: full-mesh, or the cluster's
  std::string cluster;  ///< empty: none
  std::uint64_t bytes = 1'000'000'000;
  std::uint32_t nodes = 4;
  std::optional<std::uint32_t> root; ///< none given: node 0
  std::uint32_t group_size = 0;      ///< 0: the cluster's, or usual_group_size
  std::optional<std::uint64_t> latency_ns;
  std::optional<std::uint64_t> bandwidth;
  std::optional<std::uint64_t> outer_latency_ns;
  std::optional<std::uint64_t> outer_bandwidth;
  std::uint32_t oversubscription = 1;
  bool half_duplex = false;
  bool steps = false;
};

/// The commands for scenarios on one device with its links and its host, and `train groups`. Values
/// as typed or default, by key; validated as numbers or as one of the key's words.
struct TrainScenarioArguments {
  /// unused for `groups`
  training::ScenarioKind kind = training::ScenarioKind::data_parallel;
  std::map<std::string, PlanSetting, std::less<>> values;
  std::string compare; ///< another variant, a word of the key that selects it; empty: none
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool memory = false;
};

/// `train plan`. Comma-separated lists; empty: the planner's default.
struct TrainPlannerArguments {
  std::string model = "gpt3";
  std::string cluster;
  std::uint64_t samples = 0; ///< per step; 0: eight per device
  std::map<std::string, std::string> lists;
  std::string state_bytes = "zero";
  std::optional<std::uint64_t> reached_percent;
  std::string topology; ///< empty: the cluster's
  std::optional<std::uint64_t> oversubscription;
  bool no_sequence_parallel = false;
  std::optional<unsigned> jobs;
  std::string database; ///< empty: results are not stored
  bool resume = false;
  std::string shard;
  SlurmArguments slurm;
  std::uint64_t top = 10;
  bool dry_run = false;
  bool quiet = false;
};

/// `train trace`; the plan to compare with is in TrainArguments.
struct TrainTraceArguments {
  std::vector<std::string> files; ///< one per process
  std::string align = "start";    ///< alignment of their times
  std::uint64_t tick = 0;         ///< ns; 0: chosen so that pictures have at most a hundred ticks
  std::uint64_t top = 10;         ///< kernels listed
};

/// The subcommand of `train`.
enum class TrainPart : std::uint8_t {
  plan,
  memory,
  collective,
  scenario,
  groups,
  planner,
  sweep,
  trace,
};

} // namespace stallscope::cli

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

/// What of a plan is shown, but for the format and how text looks.
struct TrainArguments {
  std::string plan; ///< file; empty: only options
  std::vector<PlanSetting> settings;
  std::string compare; ///< a schedule, an order file or a plan file
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
  std::string order_output;           ///< file for the order; empty: none
  // Of `train schedule`
  std::string with = "named,list,optimal";
  double seconds = 10;
};

/// `train memory`: what a device holds. Words as typed; they are read by the command.
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
  std::uint32_t root = 0;
  std::uint32_t group_size = 0; ///< 0: the cluster's
  std::optional<std::uint64_t> latency_ns;
  std::optional<std::uint64_t> bandwidth;
  std::optional<std::uint64_t> outer_latency_ns;
  std::optional<std::uint64_t> outer_bandwidth;
  std::uint32_t oversubscription = 1;
  bool half_duplex = false;
  bool steps = false;
};

/// The commands that show one device with its links and its host, and `train groups`. Values are as
/// typed or by default, by key; each has been checked to be a number, or one of its words.
struct TrainScenarioArguments {
  training::ScenarioKind kind = training::ScenarioKind::data_parallel; ///< not of groups
  std::map<std::string, PlanSetting, std::less<>> values;
  std::string compare; ///< another word for the key that chooses; empty: none
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool memory = false;
};

/// `train plan`. Lists are words between commas; empty: the planner's own.
struct TrainPlannerArguments {
  std::string model = "gpt3";
  std::string cluster;
  std::uint64_t samples = 0; ///< of a step; 0: eight a device
  std::map<std::string, std::string> lists;
  std::string state_bytes = "zero";
  std::optional<std::uint64_t> reached_percent;
  std::string topology; ///< empty: the cluster's
  std::optional<std::uint64_t> oversubscription;
  bool no_sequence_parallel = false;
  std::optional<unsigned> jobs;
  std::string database; ///< empty: results are not kept
  bool resume = false;
  std::string shard;
  SlurmArguments slurm;
  std::uint64_t top = 10;
  bool dry_run = false;
  bool quiet = false;
};

/// `train trace`; the plan to compare with is TrainArguments'.
struct TrainTraceArguments {
  std::vector<std::string> files; ///< one a process
  std::string align = "start";    ///< how their times are compared
  std::uint64_t tick = 0;         ///< ns; 0: so that pictures have at most a hundred ticks
  std::uint64_t top = 10;         ///< kernels listed
};

/// Which command below `train`.
enum class TrainPart : std::uint8_t {
  plan,
  memory,
  collective,
  scenario,
  groups,
  planner,
  trace,
};

} // namespace stallscope::cli

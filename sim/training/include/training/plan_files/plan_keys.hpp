#pragma once

#include "base/result.hpp"
#include "training/collectives/topology.hpp"
#include "training/memory/model_states.hpp"
#include "training/plan/plan.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// A key of a plan with its value as typed, and the option that set it.
struct PlanSetting {
  std::string option; ///< "--devices", "--set devices"
  std::string key;
  std::string value;
};

/// Values of the keys of a plan.
struct PlanInput {
  std::string schedule = "1f1b";
  std::string order; ///< order file; empty: the order of `schedule`
  bool older_order = false;
  std::optional<std::uint64_t> devices;
  std::optional<std::uint64_t> micro_batches;
  std::optional<std::uint64_t> chunks;
  bool per_chunk = false;
  std::vector<Ticks> forward{1}; ///< one value, or one per part of the model
  std::vector<Ticks> backward;   ///< empty: not given
  std::vector<Ticks> input_gradient;
  std::vector<Ticks> weight_gradient;
  std::vector<Ticks> overlapped;
  // Of operations of a stage, where an order has them
  std::vector<Ticks> unshard;
  std::vector<Ticks> reduce_gradient;
  std::vector<Ticks> optimizer_step;
  Ticks transfer = 0;
  LinkSharing links = LinkSharing::full_duplex;
  std::optional<std::uint64_t> devices_per_node; ///< that share the links of their node
  std::optional<std::uint64_t> accumulation;
  std::optional<std::uint64_t> activation_limit;
  HeldParts held; ///< in lowest terms
  // A model on a cluster, which determines durations and bytes
  std::string model; ///< name or file; empty: durations are given
  std::string cluster = "a100";
  std::optional<std::uint64_t> micro_batch_size; ///< samples; none: as in the model
  std::optional<std::uint64_t> reached_percent;  ///< none: as in the cluster
  std::optional<TopologyKind> topology;          ///< none: as in the cluster
  std::optional<std::uint64_t> oversubscription; ///< none: as in the cluster
  std::optional<std::uint64_t> link_percent;     ///< none: 100
  std::optional<std::uint64_t> tick;             ///< ns; none: 1
  Spread spread;
  StateBytes state_bytes;
  bool overlap_gradients = true;
  bool show_out_of_memory = false; ///< exceeding device memory is not an error
  bool has_durations = false;      ///< at least one duration was given
  /// Locations of the plan file's values that no setting overrides, by key.
  std::map<std::string, Diagnostic, std::less<>> places;
  std::set<std::string, std::less<>> settings; ///< keys set by settings
};

/// The keys of a plan file, in order: for files, command-line options and the window.
struct PlanKeyInfo {
  const char* name;
  const char* type;
  const char* standard; ///< default value
  const char* meaning;
  const char* option; ///< command-line option; empty: only --set
  const char* value;  ///< placeholder of its value; empty: a flag, which sets `flag_sets`
  const char* flag_sets = "true";
  const char* flag_meaning = ""; ///< description of a flag, if it differs from the key's
};
[[nodiscard]] const std::vector<PlanKeyInfo>& plan_keys();
/// Keys, of those that a file or a setting gave, that have an effect on plans with a model only.
[[nodiscard]] std::vector<std::string_view> given_model_keys(const PlanInput& input);

/// Reads the text of a plan file into `input`; returns all problems.
[[nodiscard]] Diagnostics take_plan_text(std::string_view text, const std::string& file,
                                         PlanInput& input);
/// Applies settings, which override the file's values; returns all problems.
[[nodiscard]] Diagnostics take_plan_settings(const std::vector<PlanSetting>& settings,
                                             PlanInput& input);
/// Parses "zero", "megatron" or "2,2,12"; nothing if invalid.
[[nodiscard]] std::optional<StateBytes> state_bytes_of(std::string_view text);

} // namespace stallscope::training

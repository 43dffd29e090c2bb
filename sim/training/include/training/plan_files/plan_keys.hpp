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

/// A key of a plan with its value as typed, and the option it comes from.
struct PlanSetting {
  std::string option; ///< "--devices", "--set devices"
  std::string key;
  std::string value;
};

/// What the keys of a plan say.
struct PlanInput {
  std::string schedule = "1f1b";
  std::string order; ///< file; empty: the schedule's
  bool older_order = false;
  std::optional<std::uint64_t> devices;
  std::optional<std::uint64_t> micro_batches;
  std::optional<std::uint64_t> chunks;
  bool per_chunk = false;
  std::vector<Ticks> forward{1}; ///< of one value, or of one a part of the model
  std::vector<Ticks> backward;   ///< empty: not said
  std::vector<Ticks> input_gradient;
  std::vector<Ticks> weight_gradient;
  std::vector<Ticks> overlapped;
  Ticks transfer = 0;
  LinkSharing links = LinkSharing::full_duplex;
  std::optional<std::uint64_t> accumulation;
  std::optional<std::uint64_t> activation_limit;
  // Of a model on a cluster, whose durations and bytes follow
  std::string model; ///< a name or a file; empty: durations are given
  std::string cluster = "a100";
  std::optional<std::uint64_t> micro_batch_size; ///< samples; none: the model's
  std::optional<std::uint64_t> reached_percent;  ///< none: the cluster's
  std::optional<TopologyKind> topology;          ///< none: the cluster's
  std::optional<std::uint64_t> oversubscription; ///< none: the cluster's
  std::optional<std::uint64_t> tick;             ///< ns; none: 1
  Spread spread;
  StateBytes state_bytes;
  bool overlap_gradients = true;
  bool show_out_of_memory = false; ///< it is no error
  bool has_durations = false;      ///< some have been given
  /// Where the values of the plan file stand that no setting goes over, by key.
  std::map<std::string, Diagnostic, std::less<>> places;
  std::set<std::string, std::less<>> settings; ///< keys that settings have given
};

/// Every key of a plan file, in order: for files, options of the command line and of the window.
struct PlanKeyInfo {
  const char* name;
  const char* type;
  const char* standard; ///< the default
  const char* meaning;
  const char* option; ///< of the command line; empty: only --set
  const char* value;  ///< what its value is called there; empty: a flag, which sets `flag_sets`
  const char* flag_sets = "true";
  const char* flag_meaning = ""; ///< of a flag that does not set what the key says
};
[[nodiscard]] const std::vector<PlanKeyInfo>& plan_keys();

/// Reads the text of a plan file into `input`; returns everything wrong with it.
[[nodiscard]] Diagnostics take_plan_text(std::string_view text, const std::string& file,
                                         PlanInput& input);
/// Settings go over what is there; returns everything wrong with them.
[[nodiscard]] Diagnostics take_plan_settings(const std::vector<PlanSetting>& settings,
                                             PlanInput& input);
/// "zero", "2,2,12"; nothing when it is neither.
[[nodiscard]] std::optional<StateBytes> state_bytes_of(std::string_view text);

} // namespace stallscope::training

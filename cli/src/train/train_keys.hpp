#pragma once

#include "arguments/train_arguments.hpp"
#include "training/memory/model_states.hpp"
#include "training/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// What the keys of a plan say.
struct PlanInput {
  std::string schedule = "1f1b";
  std::string order; ///< file; empty: the schedule's
  bool older_order = false;
  std::optional<std::uint64_t> devices;
  std::optional<std::uint64_t> micro_batches;
  std::optional<std::uint64_t> chunks;
  bool per_chunk = false;
  std::vector<training::Ticks> forward{1}; ///< of one value, or of one a part of the model
  std::vector<training::Ticks> backward;   ///< empty: not said
  std::vector<training::Ticks> input_gradient;
  std::vector<training::Ticks> weight_gradient;
  std::vector<training::Ticks> overlapped;
  training::Ticks transfer = 0;
  training::LinkSharing links = training::LinkSharing::full_duplex;
  std::optional<std::uint64_t> accumulation;
  std::optional<std::uint64_t> activation_limit;
  // Of a model on a cluster, whose durations and bytes follow
  std::string model; ///< a name or a file; empty: durations are given
  std::string cluster = "a100";
  std::optional<std::uint64_t> micro_batch_size; ///< samples; none: the model's
  std::optional<std::uint64_t> reached_percent;  ///< none: the cluster's
  std::optional<std::uint64_t> tick;             ///< ns; none: 1
  training::Spread spread;
  training::StateBytes state_bytes;
  bool overlap_gradients = true;
  bool show_out_of_memory = false; ///< it is no error
  bool has_durations = false;      ///< some have been given
};

/// Every key of a plan file, in order.
struct PlanKeyInfo {
  const char* name;
  const char* type;
  const char* standard; ///< the default
  const char* meaning;
};
[[nodiscard]] const std::vector<PlanKeyInfo>& plan_keys();

/// Reads a plan file into `input`; false, with everything wrong printed, when it is none.
[[nodiscard]] bool take_plan_file(const std::string& file, PlanInput& input);
/// Settings go over what is there; false, with everything wrong printed.
[[nodiscard]] bool take_plan_settings(const std::vector<PlanSetting>& settings, PlanInput& input);
/// "zero", "2,2,12"; nothing when it is neither.
[[nodiscard]] std::optional<training::StateBytes> state_bytes_of(std::string_view text);

} // namespace stallscope::cli

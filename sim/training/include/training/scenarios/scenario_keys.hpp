#pragma once

#include "base/result.hpp"
#include "training/plan_files/plan_keys.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// What of a training job is looked at by itself.
enum class ScenarioKind : std::uint8_t {
  data_parallel,
  tensor_parallel,
  offload,
  input,
  server,
};
/// "data-parallel".
[[nodiscard]] std::string_view name(ScenarioKind kind);
[[nodiscard]] std::optional<ScenarioKind> scenario_called(std::string_view name);
/// Of all kinds, in order.
[[nodiscard]] const std::vector<std::string_view>& scenario_names();

enum class ScenarioValue : std::uint8_t {
  number,
  list, ///< a number of each, with commas, or one of all
  word, ///< one of some words
  flag, ///< "true" or "false"
  text,
};

/// When a key counts.
enum class ScenarioUse : std::uint8_t {
  always,
  with_numbers, ///< in place of a model
  with_model,   ///< when one is named
};

/// A key of a scenario: for options of the command line and of the window.
struct ScenarioKey {
  std::string_view name; ///< "micro_batch_size"
  ScenarioValue value = ScenarioValue::number;
  std::string_view standard; ///< the default
  std::string_view meaning;
  std::uint64_t least = 0; ///< of a number
  std::uint64_t most = 0;
  std::vector<std::string_view> words = {}; ///< of a word
  ScenarioUse use = ScenarioUse::always;
  std::string_view type = {}; ///< of a text: what it is called, "MODEL"
};
/// Those of a kind, in order; the first chooses between its variants.
[[nodiscard]] const std::vector<ScenarioKey>& scenario_keys(ScenarioKind kind);

/// Every key with its value, as set or by default.
class ScenarioValues {
public:
  /// Or everything wrong with the settings.
  [[nodiscard]] static Result<ScenarioValues> of(const std::vector<ScenarioKey>& keys,
                                                 const std::vector<PlanSetting>& settings);

  [[nodiscard]] const std::string& text(std::string_view key) const;
  /// Of a key whose value is a number.
  [[nodiscard]] std::uint64_t number(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const { return text(key) == "true"; }
  /// So many numbers; an error when there are neither so many nor one.
  [[nodiscard]] Result<std::vector<std::uint64_t>> list(std::string_view key,
                                                        std::size_t count) const;
  /// What a key is called in messages: its option, "--micro-batch-size", or its name.
  [[nodiscard]] std::string called(std::string_view key) const;

private:
  struct Entry {
    std::string text;
    std::string option; ///< empty: none
  };
  std::map<std::string, Entry, std::less<>> values_;
};

} // namespace stallscope::training

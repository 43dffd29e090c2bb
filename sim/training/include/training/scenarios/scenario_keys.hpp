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

/// Aspect of a training job that a scenario shows.
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
/// The names of all kinds, in order.
[[nodiscard]] const std::vector<std::string_view>& scenario_names();

enum class ScenarioValue : std::uint8_t {
  number,
  list, ///< comma-separated numbers, one per item or one for all
  word, ///< one of `words`
  flag, ///< "true" or "false"
  text,
};

/// When a key is used.
enum class ScenarioUse : std::uint8_t {
  always,
  with_numbers, ///< without a model
  with_model,   ///< with a model
};

/// A key of a scenario: for command-line options and the window.
struct ScenarioKey {
  std::string_view name; ///< "micro_batch_size"
  ScenarioValue value = ScenarioValue::number;
  std::string_view standard; ///< default value
  std::string_view meaning;
  std::uint64_t least = 0; ///< minimum, for numbers
  std::uint64_t most = 0;
  std::vector<std::string_view> words = {}; ///< for words
  ScenarioUse use = ScenarioUse::always;
  std::string_view type = {}; ///< for texts: the placeholder, "MODEL"
};
/// The keys of a kind, in order; the first one selects the variant.
[[nodiscard]] const std::vector<ScenarioKey>& scenario_keys(ScenarioKind kind);

/// All keys of a kind with their values, given or default.
class ScenarioValues {
public:
  /// The values, or all problems of the settings.
  [[nodiscard]] static Result<ScenarioValues> of(const std::vector<ScenarioKey>& keys,
                                                 const std::vector<PlanSetting>& settings);

  [[nodiscard]] const std::string& text(std::string_view key) const;
  /// The value of a numeric key.
  [[nodiscard]] std::uint64_t number(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const { return text(key) == "true"; }
  /// `count` numbers; a single number applies to all; an error for any other count.
  [[nodiscard]] Result<std::vector<std::uint64_t>> list(std::string_view key,
                                                        std::size_t count) const;
  /// Name of a key in messages: its option, "--micro-batch-size", or the key.
  [[nodiscard]] std::string called(std::string_view key) const;

private:
  struct Entry {
    std::string text;
    std::string option; ///< empty: none
  };
  std::map<std::string, Entry, std::less<>> values_;
};

} // namespace stallscope::training

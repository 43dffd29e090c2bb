#pragma once

#include "base/result.hpp"
#include "model/analysis/machine_options.hpp"
#include "model/run/run.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A key of a scenario: a number in a range, or one of some words.
struct ScenarioKey {
  std::string_view name;
  const char* standard;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::vector<std::string> words = {}; ///< empty: a number
  std::string_view meaning = {};
  std::string_view chinese = {};
};

/// The keys of a scenario; none of unknown ones.
[[nodiscard]] const std::vector<ScenarioKey>& scenario_keys(std::string_view scenario);

/// Every key with its value, as set or by default, or everything wrong with the settings.
class ScenarioValues {
public:
  [[nodiscard]] static Result<ScenarioValues> of(const RunSpec& spec);
  [[nodiscard]] const std::string& word(std::string_view key) const;
  [[nodiscard]] std::uint64_t number(std::string_view key) const;

private:
  std::map<std::string, std::string, std::less<>> values_;
};

} // namespace stallscope::gui

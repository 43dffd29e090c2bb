#include "sweep/results.hpp"

#include "base/input_limits.hpp"
#include "sweep/export.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace stallscope::sweep {

namespace {

std::optional<double> as_number(const std::string& text) {
  if (text.empty())
    return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return *end == '\0' && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

class Reader {
public:
  explicit Reader(Results& results) : r_(results) {
    for (const char* name : {"program", "machine", "scheduler"})
      r_.parameters.push_back({name, {}, false});
  }

  [[nodiscard]] PassedLimit passed() const { return passed_; }

  void add(Row&& row) {
    std::map<std::string, std::string> settings;
    for (auto& [key, value] : flat_members(row.text(Column::settings), &passed_)) {
      if (!r_.parameter(key))
        r_.parameters.push_back({key, {}, false});
      settings.emplace(std::move(key), std::move(value));
    }
    if (r_.parameters.size() > InputLimits::database_members)
      passed_ = PassedLimit::members;
    if (passed_ != PassedLimit::none)
      return;
    std::vector<std::string> values;
    for (const Parameter& parameter : r_.parameters) {
      const auto found = settings.find(parameter.name);
      values.push_back(parameter.name == "program"     ? std::string(row.text(Column::program))
                       : parameter.name == "machine"   ? std::string(row.text(Column::machine))
                       : parameter.name == "scheduler" ? std::string(row.text(Column::scheduler))
                       : found == settings.end()       ? std::string()
                                                       : found->second);
    }
    if (row.failed())
      ++r_.failed;
    else if (row.integer(Column::cycles) > 0)
      add_run(row, values);
    r_.rows.push_back(std::move(row));
  }

  void finish() {
    for (Config& config : r_.configs) {
      config.values.resize(r_.parameters.size());
      const auto runs = static_cast<double>(config.runs);
      config.cycles /= runs;
      config.ipc /= runs;
      for (std::optional<double>* end : {&config.ipc_low, &config.ipc_high})
        if (*end)
          **end /= runs;
      for (auto& [reason, cycles] : config.cpi)
        cycles /= runs;
    }
    for (std::size_t i = 0; i < r_.parameters.size(); ++i)
      find_values(i);
  }

private:
  void add_run(const Row& row, const std::vector<std::string>& values) {
    const auto [at, is_new] = numbers_.try_emplace(values, r_.configs.size());
    if (is_new)
      r_.configs.push_back({values, 0, 0, 0, {}, {}, {}, {}});
    Config& config = r_.configs[at->second];
    ++config.runs;
    config.cycles += static_cast<double>(row.integer(Column::cycles));
    if (const auto* ipc = std::get_if<double>(&row.at(Column::ipc)))
      config.ipc += *ipc;
    if (const auto* cost = std::get_if<double>(&row.at(Column::cost)); cost != nullptr && is_new)
      config.cost = *cost; // the cost of the first repeat
    for (const auto& [count, value] : flat_members(row.text(Column::counts), &passed_)) {
      if (count == "sample.ipc_low")
        config.ipc_low = config.ipc_low.value_or(0) + std::strtod(value.c_str(), nullptr);
      if (count == "sample.ipc_high")
        config.ipc_high = config.ipc_high.value_or(0) + std::strtod(value.c_str(), nullptr);
    }
    for (const auto& [reason, cycles] : flat_members(row.text(Column::cpi), &passed_))
      config.cpi[reason] += std::strtod(cycles.c_str(), nullptr);
  }

  void find_values(std::size_t index) {
    Parameter& parameter = r_.parameters[index];
    parameter.numeric = true;
    std::set<std::string_view> seen;
    for (const Config& config : r_.configs) {
      const std::string& value = config.values[index];
      if (value.empty() || !seen.insert(value).second)
        continue;
      parameter.values.push_back(value);
      parameter.numeric = parameter.numeric && as_number(value).has_value();
    }
    if (parameter.numeric)
      std::sort(
          parameter.values.begin(), parameter.values.end(),
          [](const std::string& a, const std::string& b) { return as_number(a) < as_number(b); });
  }

  PassedLimit passed_ = PassedLimit::none;
  Results& r_;
  std::map<std::vector<std::string>, std::size_t> numbers_;
};

} // namespace

std::optional<std::size_t> Results::parameter(std::string_view name) const {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == name)
      return i;
  return std::nullopt;
}

Scalar Results::lookup(const Config& config, std::string_view name) const {
  if (name == "cycles")
    return config.cycles;
  if (name == "ipc")
    return config.ipc;
  const auto index = parameter(name);
  if (!index || config.values[*index].empty())
    return {};
  const std::string& value = config.values[*index];
  if (parameters[*index].numeric)
    return *as_number(value);
  return value;
}

std::string Results::label(const Config& config, const std::vector<std::size_t>& chosen) const {
  std::string text;
  for (const std::size_t i : chosen)
    if (!config.values[i].empty())
      text += (text.empty() ? "" : ", ") + config.values[i];
  return text;
}

Result<Results> read_results(Database& database) {
  Results results;
  results.info = database.info();
  Reader reader(results);
  Diagnostics problems = database.for_each([&reader](Row&& row) {
    if (reader.passed() == PassedLimit::none)
      reader.add(std::move(row));
  });
  if (!problems.empty())
    return problems;
  if (reader.passed() != PassedLimit::none)
    return refusal_of(reader.passed());
  reader.finish();
  return results;
}

} // namespace stallscope::sweep

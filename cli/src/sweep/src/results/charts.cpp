#include "base/ascii.hpp"
#include "sweep/chart.hpp"
#include "timeline/reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace stallscope::sweep {

namespace {

/// Maximum lines and bars of a chart; with more, parameters are averaged.
constexpr std::size_t kMaxSeries = 8;
constexpr std::size_t kMaxStacks = 40;
constexpr std::size_t kMaxHeatMaps = 12;

std::string id_of(std::string text) {
  for (char& c : text)
    if (!is_alphanumeric(c) && c != '_' && c != '.')
      c = '-';
  return text;
}

using Measure = std::function<std::optional<double>(const Config&)>;

/// Name of a part of a CPI stack; the bottom part is the used slots.
std::string legend_of(const std::string& reason) {
  const std::optional<Reason> known = reason_from_name(reason);
  return known == Reason::none ? "base (useful work)"
         : known               ? std::string(info(*known).title)
                               : reason;
}

class ChartMaker {
public:
  ChartMaker(const Results& results, const ChartOptions& options) : r_(results), o_(options) {
    for (std::size_t i = 0; i < r_.parameters.size(); ++i)
      if (r_.parameters[i].varies())
        varying_.push_back(i);
  }

  std::vector<Chart> make() {
    const Measure ipc = [](const Config& config) { return std::optional(config.ipc); };
    for (const std::size_t parameter : varying_)
      add_against(parameter, ipc, "ipc", "instructions a cycle", false);
    add_heat_maps(ipc);
    add_stacks();
    if (o_.baseline)
      add_speedups();
    add_fronts();
    tell_apart();
    return std::move(charts_);
  }

private:
  /// Programs "x/y" and "x-y" give charts with the same id, which selects charts and names files:
  /// later ones get a number appended.
  void tell_apart() {
    std::set<std::string> taken;
    for (Chart& chart : charts_) {
      const std::string id = chart.id;
      for (unsigned number = 2; !taken.insert(chart.id).second; ++number)
        chart.id = fmt::format("{}-{}", id, number);
    }
  }
  [[nodiscard]] std::vector<std::size_t> others(const std::vector<std::size_t>& without) const;
  void add_against(std::size_t parameter, const Measure& measure, const std::string& what,
                   const std::string& y_title, bool geometric);
  void add_intervals(Chart& chart, std::size_t parameter,
                     const std::vector<std::size_t>& kept) const;
  void add_heat_maps(const Measure& measure);
  void add_stacks();
  void add_stacks_of(const std::string& program, const std::vector<std::string>& reasons);
  void add_speedups();
  void add_fronts();
  void add_front_of(const std::string& program);
  [[nodiscard]] std::optional<double> cost_of(const Config& config) const;
  [[nodiscard]] std::string averaged(const std::vector<std::size_t>& parameters,
                                     bool geometric) const;
  [[nodiscard]] std::vector<std::string> programs() const { return r_.parameters.front().values; }

  const Results& r_;
  const ChartOptions& o_;
  std::vector<std::size_t> varying_;
  std::vector<Chart> charts_;
};

/// A mean, accumulated cell by cell.
class Means {
public:
  Means(std::size_t series, std::size_t categories, bool geometric)
      : geometric_(geometric), sums_(series, std::vector<double>(categories)),
        counts_(series, std::vector<unsigned>(categories)) {}
  void add(std::size_t series, std::size_t category, double value) {
    sums_[series][category] += geometric_ ? std::log(value) : value;
    ++counts_[series][category];
  }
  [[nodiscard]] std::vector<std::vector<std::optional<double>>> values() const {
    std::vector<std::vector<std::optional<double>>> values(sums_.size());
    for (std::size_t s = 0; s < sums_.size(); ++s)
      for (std::size_t c = 0; c < sums_[s].size(); ++c) {
        const double mean = counts_[s][c] == 0 ? 0 : sums_[s][c] / counts_[s][c];
        values[s].push_back(counts_[s][c] == 0 ? std::nullopt
                            : geometric_       ? std::optional(std::exp(mean))
                                               : std::optional(mean));
      }
    return values;
  }

private:
  bool geometric_;
  std::vector<std::vector<double>> sums_;
  std::vector<std::vector<unsigned>> counts_;
};

std::optional<std::size_t> place_of(const std::vector<std::string>& values,
                                    const std::string& value) {
  const auto found = std::find(values.begin(), values.end(), value);
  return found == values.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - values.begin()));
}

std::vector<std::size_t> ChartMaker::others(const std::vector<std::size_t>& without) const {
  std::vector<std::size_t> rest;
  for (const std::size_t p : varying_)
    if (std::find(without.begin(), without.end(), p) == without.end())
      rest.push_back(p);
  return rest;
}

std::string ChartMaker::averaged(const std::vector<std::size_t>& parameters, bool geometric) const {
  std::string names;
  for (const std::size_t p : parameters)
    names += (names.empty() ? "" : ", ") + r_.parameters[p].name;
  if (names.empty())
    return {};
  return fmt::format("{} mean over {}", geometric ? "Geometric" : "Arithmetic", names);
}

/// A value against one parameter: a line or bar for each combination of the others. Parameters that
/// would give too many combinations are averaged, the last one first.
void ChartMaker::add_against(std::size_t parameter, const Measure& measure, const std::string& what,
                             const std::string& y_title, bool geometric) {
  const Parameter& p = r_.parameters[parameter];
  std::vector<std::size_t> kept = others({parameter});
  std::vector<std::size_t> dropped;
  const auto series_of = [&] {
    std::vector<std::string> names;
    for (const Config& config : r_.configs)
      if (std::string name = r_.label(config, kept); !place_of(names, name))
        names.push_back(std::move(name));
    return names;
  };
  Chart chart;
  for (chart.series = series_of(); chart.series.size() > kMaxSeries && !kept.empty();
       chart.series = series_of()) {
    dropped.insert(dropped.begin(), kept.back());
    kept.pop_back();
  }
  chart.id = id_of(what + "-by-" + p.name);
  chart.title = fmt::format("{} by {}", what == "ipc" ? "IPC" : "Speed-up", p.name);
  chart.note = averaged(dropped, geometric);
  for (const std::size_t i : kept)
    chart.series_title += (chart.series_title.empty() ? "" : ", ") + r_.parameters[i].name;
  chart.kind = p.numeric ? Chart::Kind::lines : Chart::Kind::bars;
  chart.x_title = p.name;
  chart.y_title = y_title;
  chart.categories = p.values;
  Means means(chart.series.size(), chart.categories.size(), geometric);
  for (const Config& config : r_.configs) {
    const auto category = place_of(chart.categories, config.values[parameter]);
    const auto value = measure(config);
    if (category && value)
      means.add(*place_of(chart.series, r_.label(config, kept)), *category, *value);
  }
  chart.values = means.values();
  if (what == "ipc")
    add_intervals(chart, parameter, kept);
  charts_.push_back(std::move(chart));
}

/// Confidence intervals of the IPC of sampled runs; for means, the means of the bounds.
void ChartMaker::add_intervals(Chart& chart, std::size_t parameter,
                               const std::vector<std::size_t>& kept) const {
  Means lows(chart.series.size(), chart.categories.size(), false);
  Means highs(chart.series.size(), chart.categories.size(), false);
  bool any = false;
  for (const Config& config : r_.configs) {
    const auto category = place_of(chart.categories, config.values[parameter]);
    if (!category || !config.ipc_low || !config.ipc_high)
      continue;
    any = true;
    const std::size_t series = *place_of(chart.series, r_.label(config, kept));
    lows.add(series, *category, *config.ipc_low);
    highs.add(series, *category, *config.ipc_high);
  }
  if (!any)
    return;
  chart.lows = lows.values();
  chart.highs = highs.values();
  chart.note += fmt::format("{}Error bars: intervals of confidence of sampled runs",
                            chart.note.empty() ? "" : ". ");
}

/// Heat maps for pairs of parameters of which at least one is an axis, up to a limit.
void ChartMaker::add_heat_maps(const Measure& measure) {
  std::size_t maps = 0;
  for (std::size_t i = 0; i < varying_.size(); ++i)
    for (std::size_t k = i + 1; k < varying_.size() && maps < kMaxHeatMaps; ++k, ++maps) {
      const std::size_t rows = varying_[i];
      const std::size_t columns = varying_[k];
      Chart chart;
      chart.kind = Chart::Kind::heat;
      chart.x_title = r_.parameters[columns].name;
      chart.y_title = r_.parameters[rows].name;
      chart.id = id_of(fmt::format("heat-{}-{}", chart.y_title, chart.x_title));
      chart.title = fmt::format("IPC by {} and {}", chart.y_title, chart.x_title);
      chart.note = averaged(others({rows, columns}), false);
      chart.categories = r_.parameters[columns].values;
      chart.series = r_.parameters[rows].values;
      Means means(chart.series.size(), chart.categories.size(), false);
      for (const Config& config : r_.configs) {
        const auto row = place_of(chart.series, config.values[rows]);
        const auto column = place_of(chart.categories, config.values[columns]);
        if (const auto value = measure(config); row && column && value)
          means.add(*row, *column, *value);
      }
      chart.values = means.values();
      charts_.push_back(std::move(chart));
    }
}

void ChartMaker::add_stacks() {
  // Order of the parts of all charts: useful work at the bottom, then by decreasing size.
  std::map<std::string, double> cycles;
  for (const Config& config : r_.configs)
    for (const auto& [reason, share] : config.cpi)
      cycles[reason] += share;
  std::vector<std::string> reasons;
  for (const auto& [reason, all] : cycles)
    reasons.push_back(reason);
  const std::string none(info(Reason::none).name);
  std::stable_sort(reasons.begin(), reasons.end(), [&](const auto& a, const auto& b) {
    return std::make_pair(a != none, -cycles[a]) < std::make_pair(b != none, -cycles[b]);
  });
  for (const std::string& program : programs())
    add_stacks_of(program, reasons);
}

void ChartMaker::add_stacks_of(const std::string& program,
                               const std::vector<std::string>& reasons) {
  Chart chart;
  chart.kind = Chart::Kind::stacks;
  chart.id = id_of("cpi-" + program);
  chart.title = "CPI stacks of " + program;
  chart.y_title = "cycles an instruction";
  std::vector<const Config*> shown;
  std::size_t all = 0;
  for (const Config& config : r_.configs) {
    if (config.values.front() != program || config.cpi.empty() || ++all > kMaxStacks)
      continue;
    shown.push_back(&config);
    std::string label = r_.label(config, others({0}));
    chart.categories.push_back(label.empty() ? config.values[1] : std::move(label));
  }
  if (shown.empty())
    return;
  if (all > kMaxStacks)
    chart.note =
        fmt::format("The first {} of {}; the table of all runs has the others", kMaxStacks, all);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    std::vector<std::optional<double>> values;
    bool any = false;
    for (const Config* config : shown) {
      const auto found = config->cpi.find(reasons[i]);
      any = any || found != config->cpi.end();
      values.push_back(found == config->cpi.end() ? 0.0 : found->second);
    }
    if (!any)
      continue;
    chart.series.push_back(legend_of(reasons[i]));
    chart.colours.push_back(i);
    chart.values.push_back(std::move(values));
  }
  charts_.push_back(std::move(chart));
}

/// A run is compared with the baseline run that has the same values of all parameters not named in
/// the baseline.
void ChartMaker::add_speedups() {
  std::vector<std::size_t> free; // parameters named by the baseline
  for (const Expression::Name& name : o_.baseline->names())
    if (const auto index = r_.parameter(name.name))
      free.push_back(*index);
  std::vector<std::size_t> fixed;
  for (std::size_t i = 0; i < r_.parameters.size(); ++i)
    if (std::find(free.begin(), free.end(), i) == free.end())
      fixed.push_back(i);
  const auto key_of = [&](const Config& config) {
    std::vector<std::string> key;
    for (const std::size_t i : fixed)
      key.push_back(config.values[i]);
    return key;
  };
  std::map<std::vector<std::string>, double> cycles;
  for (const Config& config : r_.configs)
    if (o_.baseline->holds([&](std::string_view name) { return r_.lookup(config, name); }))
      cycles.emplace(key_of(config), config.cycles);
  const Measure speedup = [&](const Config& config) -> std::optional<double> {
    const auto found = cycles.find(key_of(config));
    return found == cycles.end() ? std::nullopt : std::optional(found->second / config.cycles);
  };
  if (cycles.empty())
    return;
  const std::size_t before = charts_.size();
  for (const std::size_t parameter : varying_)
    if (std::find(free.begin(), free.end(), parameter) != free.end())
      add_against(parameter, speedup, "speedup", "times as fast", true);
  if (charts_.size() == before && !varying_.empty())
    add_against(varying_.front(), speedup, "speedup", "times as fast", true);
  for (std::size_t i = before; i < charts_.size(); ++i)
    charts_[i].note +=
        fmt::format("{}Baseline: {}", charts_[i].note.empty() ? "" : ". ", o_.baseline->text());
}

std::optional<double> ChartMaker::cost_of(const Config& config) const {
  if (!o_.cost)
    return config.cost;
  const Scalar cost =
      o_.cost->evaluate([&](std::string_view name) { return r_.lookup(config, name); });
  const auto* number = std::get_if<double>(&cost);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

void ChartMaker::add_fronts() {
  for (const std::string& program : programs())
    add_front_of(program);
}

void ChartMaker::add_front_of(const std::string& program) {
  Chart chart;
  chart.kind = Chart::Kind::points;
  chart.id = id_of("pareto-" + program);
  chart.title = "Cycles against cost: " + program;
  chart.note =
      "Joined: the Pareto front. No other run is at least as good in both and better in one";
  chart.x_title = "cost";
  chart.y_title = "cycles";
  for (const Config& config : r_.configs)
    if (const auto cost = cost_of(config); cost && config.values.front() == program)
      chart.points.push_back({r_.label(config, others({0})), *cost, config.cycles, false});
  if (chart.points.empty())
    return;
  std::stable_sort(chart.points.begin(), chart.points.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.x, a.y) < std::make_pair(b.x, b.y);
  });
  // Points by cost: a point is on the Pareto front if it takes fewer cycles than all cheaper ones,
  // or equals the last front point in both values.
  const Chart::Point* last = nullptr;
  for (Chart::Point& point : chart.points) {
    point.front =
        last == nullptr || point.y < last->y || (point.x == last->x && point.y == last->y);
    last = point.front ? &point : last;
  }
  charts_.push_back(std::move(chart));
}

} // namespace

std::vector<Chart> charts_of(const Results& results, const ChartOptions& options) {
  return ChartMaker(results, options).make();
}

} // namespace stallscope::sweep

#pragma once

#include "sweep/results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::sweep {

/// A chart of results, with the numbers it shows.
struct Chart {
  enum class Kind : std::uint8_t {
    lines,  ///< numeric categories
    bars,   ///< a group for each category, a bar for each series
    stacks, ///< a stacked bar for each category, divided by series
    heat,   ///< a column for each category, a row for each series
    points, ///< `points` against cost, with the Pareto front
  };
  struct Point {
    std::string label;
    double x = 0;
    double y = 0;
    bool front = false; ///< on the Pareto front: no other point is at least as good in both values
                        ///< and better in one
  };

  std::string id; ///< identifier, for file names: "ipc-by-fetch_width"
  std::string title;
  std::string note; ///< averaged or omitted parameters; can be empty
  Kind kind = Kind::bars;
  std::string x_title;
  std::string y_title;
  std::vector<std::string> categories;
  std::vector<std::string> series;
  std::vector<std::size_t> colours; ///< colour of each series, so that charts agree; empty: 0, 1,
                                    ///< ...
  std::string series_title;         ///< name of the parameter that distinguishes the series; can be
                                    ///< empty
  std::vector<std::vector<std::optional<double>>> values; ///< by series, by category
  /// Confidence intervals of `values`; empty: none.
  std::vector<std::vector<std::optional<double>>> lows;
  std::vector<std::vector<std::optional<double>>> highs;
  std::vector<Point> points;
};

struct ChartOptions {
  std::optional<Expression> baseline; ///< expression over parameter names
  std::optional<Expression> cost;     ///< replaces the database's
};

/// The charts for the results: IPC against each parameter that varies, heat maps of pairs of
/// parameters, CPI stacks, speed-up over the baseline (if any), cycles against cost (if any).
[[nodiscard]] std::vector<Chart> charts_of(const Results& results, const ChartOptions& options);

[[nodiscard]] std::string chart_svg(const Chart& chart);
/// A table of the chart's data: a column for each series; for points label, x, y and front.
[[nodiscard]] std::vector<std::vector<std::string>> chart_table(const Chart& chart);
[[nodiscard]] std::string chart_csv(const Chart& chart);

/// A self-contained page: charts with their data, the table of all runs, the experiment.
[[nodiscard]] std::string report_html(const Results& results, const std::vector<Chart>& charts);

/// Escapes text for XML and HTML; control characters become spaces.
[[nodiscard]] std::string escaped(std::string_view text);
/// A number with enough digits to distinguish different values, at most 6.
[[nodiscard]] std::string short_number(double value);

} // namespace stallscope::sweep

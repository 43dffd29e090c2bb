#pragma once

#include "sweep/results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::sweep {

/// A picture of results, and the numbers it shows.
struct Chart {
  enum class Kind : std::uint8_t {
    lines,  ///< categories are numbers
    bars,   ///< a group a category, a bar a series
    stacks, ///< a bar a category, its parts the series
    heat,   ///< a column a category, a row a series
    points, ///< `points` against cost, the front joined
  };
  struct Point {
    std::string label;
    double x = 0;
    double y = 0;
    bool front = false; ///< no other is as good in both and better in one
  };

  std::string id; ///< stable, for file names: "ipc-by-fetch_width"
  std::string title;
  std::string note; ///< what is averaged or left out; may be empty
  Kind kind = Kind::bars;
  std::string x_title;
  std::string y_title;
  std::vector<std::string> categories;
  std::vector<std::string> series;
  std::vector<std::size_t> colours; ///< of series, so that several charts agree; empty: 0, 1, ...
  std::string series_title;         ///< what they are choices of; may be empty
  std::vector<std::vector<std::optional<double>>> values; ///< by series, by category
  std::vector<Point> points;
};

struct ChartOptions {
  std::optional<Expression> baseline; ///< over names of parameters
  std::optional<Expression> cost;     ///< instead of the database's
};

/// The charts that suit the results: IPC against each parameter that varies, heat maps of pairs of
/// them, CPI stacks, speed-up over the baseline (when there is one), cycles against cost (when
/// there are costs).
[[nodiscard]] std::vector<Chart> charts_of(const Results& results, const ChartOptions& options);

[[nodiscard]] std::string chart_svg(const Chart& chart);
/// A table of what the chart shows: a column a series, or of points label, x, y and front.
[[nodiscard]] std::vector<std::vector<std::string>> chart_table(const Chart& chart);
[[nodiscard]] std::string chart_csv(const Chart& chart);

/// One page with everything in it: charts with their data, the table of all runs, the experiment.
[[nodiscard]] std::string report_html(const Results& results, const std::vector<Chart>& charts);

/// Text for XML and HTML; control characters, which XML has not, become spaces.
[[nodiscard]] std::string escaped(std::string_view text);
/// A number with so many digits that two different ones look different, and no more than 6.
[[nodiscard]] std::string short_number(double value);

} // namespace stallscope::sweep

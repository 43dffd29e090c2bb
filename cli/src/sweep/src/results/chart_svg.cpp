#include "base/csv.hpp"
#include "base/markup.hpp"
#include "base/svg.hpp"
#include "base/utf8.hpp"
#include "sweep/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace stallscope::sweep {

std::string escaped(std::string_view text) {
  return escaped_markup(clean_lines(text));
}

std::string short_number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.6g}", value);
}

namespace {

// Colour-blind safe palette (Okabe and Ito, "Color Universal Design", 2008), with grey as the last
// colour.
constexpr std::array<std::string_view, 8> kColours{"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                   "#d55e00", "#56b4e9", "#b8a800", "#777777"};

std::string colour(std::size_t series) {
  if (series < kColours.size())
    return std::string(kColours[series]);
  // Further hues are spaced by the golden angle.
  return fmt::format("hsl({:.0f},55%,{}%)", std::fmod(137.508 * static_cast<double>(series), 360.0),
                     series % 2 == 0 ? 45 : 65);
}

/// Truncates to a number of characters, not bytes, so that no character is split.
std::string cut(const std::string& text, std::size_t most) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 && ++count > most)
      return text.substr(0, i) + "...";
  return text;
}

constexpr double kLeft = 70;
constexpr double kTop = 16;
constexpr double kPlotWidth = 560;
constexpr double kPlotHeight = 280;
constexpr double kLegendLine = 18;
constexpr double kLegendWidth = 250;

/// Distance of axis ticks: 1, 2 or 5 times a power of ten, for about five ticks.
double mark_distance(double range) {
  const double rough = range / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double factor = rough / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

class Drawing {
public:
  explicit Drawing(const Chart& chart) : c_(chart) {}

  std::string draw() {
    switch (c_.kind) {
    case Chart::Kind::lines:
      lines();
      break;
    case Chart::Kind::bars:
      bars();
      break;
    case Chart::Kind::stacks:
      stacks();
      break;
    case Chart::Kind::heat:
      heat();
      break;
    case Chart::Kind::points:
      points();
      break;
    }
    svg::Document document;
    document.width = std::round(width_);
    document.height = std::round(height_);
    document.title = c_.title;
    document.attributes = "font-family=\"sans-serif\" font-size=\"12\"";
    return svg::document(document, body_);
  }

private:
  [[nodiscard]] std::string series_colour(std::size_t series) const {
    return colour(c_.colours.empty() ? series : c_.colours[series]);
  }
  void text(double x, double y, const std::string& what, const char* anchor,
            const std::string& attributes = {}) {
    pen_.text(x, y, what, attributes, anchor);
  }
  void line(double x1, double y1, double x2, double y2, const char* stroke) {
    pen_.line(x1, y1, x2, y2, fmt::format("stroke=\"{}\"", stroke));
  }
  void box(double x, double y, double width, double height, const std::string& fill,
           const std::string& tooltip) {
    pen_.rect(x, y, width, height, fmt::format("fill=\"{}\"", fill), tooltip);
  }
  void dot(double x, double y, double radius, const std::string& fill, const std::string& tooltip) {
    pen_.circle(x, y, radius, fmt::format("fill=\"{}\"", fill), tooltip);
  }
  [[nodiscard]] double y_of(double value) const { return kTop + kPlotHeight * (1 - value / top_); }
  void value_axis(double most);
  void legend();
  void category_labels(double distance);
  [[nodiscard]] double greatest() const;
  void error_bar(std::size_t series, std::size_t category, double x);
  void lines();
  void bars();
  void stacks();
  void heat();
  void points();

  const Chart& c_;
  std::string body_;
  svg::Pen pen_{body_};
  double width_ = kLeft + kPlotWidth + 20;
  double height_ = kTop + kPlotHeight + 50;
  double plot_width_ = kPlotWidth;
  double top_ = 1; ///< value at the top
};

double Drawing::greatest() const {
  double most = 0;
  for (const auto* values : {&c_.values, &c_.highs})
    for (const auto& series : *values)
      for (const auto& value : series)
        most = std::max(most, value.value_or(0));
  return most;
}

void Drawing::value_axis(double most) {
  const double distance = mark_distance(most > 0 ? most : 1);
  top_ = std::max(1.0, std::ceil(most / distance - 1e-9)) * distance;
  for (double value = 0; value <= top_ * (1 + 1e-9); value += distance) {
    line(kLeft, y_of(value), kLeft + plot_width_, y_of(value), value == 0 ? "#333" : "#ddd");
    text(kLeft - 6, y_of(value) + 4, short_number(value), "end");
  }
  text(0, 0, c_.y_title, "middle",
       fmt::format("transform=\"translate(14 {:.1f}) rotate(-90)\"", kTop + kPlotHeight / 2));
}

void Drawing::legend() {
  if (c_.series.size() < 2)
    return;
  const double x = kLeft + plot_width_ + 20;
  double top = kTop;
  if (!c_.series_title.empty()) {
    text(x, top + 10, cut(c_.series_title, 44), "start", "font-style=\"italic\"");
    top += kLegendLine;
  }
  for (std::size_t i = 0; i < c_.series.size(); ++i) {
    // The legend lists a stack's parts from top to bottom.
    const std::size_t at = c_.kind == Chart::Kind::stacks ? c_.series.size() - 1 - i : i;
    const double y = top + kLegendLine * static_cast<double>(i);
    box(x, y, 12, 12, series_colour(at), c_.series[at]);
    text(x + 18, y + 10, cut(c_.series[at], 36), "start");
  }
  width_ = x + kLegendWidth;
  height_ = std::max(height_, top + kLegendLine * static_cast<double>(c_.series.size()) + 10);
}

/// Labels below the plot, rotated when they would overlap.
void Drawing::category_labels(double distance) {
  std::size_t longest = 0;
  for (const std::string& category : c_.categories)
    longest = std::max(longest, category.size());
  const bool turned = static_cast<double>(std::min<std::size_t>(longest, 44)) * 7 > distance;
  for (std::size_t i = 0; i < c_.categories.size(); ++i) {
    const double x = kLeft + distance * (static_cast<double>(i) + 0.5);
    const double y = kTop + kPlotHeight + 16;
    if (turned)
      text(0, 0, cut(c_.categories[i], 40), "end",
           fmt::format("transform=\"translate({:.1f} {:.1f}) rotate(-40)\"", x + 4, y - 4));
    else
      text(x, y, c_.categories[i], "middle");
  }
  const double below = turned ? static_cast<double>(std::min<std::size_t>(longest, 43)) * 4.8 : 16;
  height_ = std::max(height_, kTop + kPlotHeight + below + 34);
  if (!c_.x_title.empty())
    text(kLeft + plot_width_ / 2, kTop + kPlotHeight + below + 24, c_.x_title, "middle");
}

/// The error bar of a value with a confidence interval.
void Drawing::error_bar(std::size_t series, std::size_t category, double x) {
  if (c_.lows.empty() || !c_.lows[series][category] || !c_.highs[series][category])
    return;
  const double low = y_of(*c_.lows[series][category]);
  const double high = y_of(*c_.highs[series][category]);
  constexpr double kCap = 4;
  line(x, low, x, high, "#222");
  line(x - kCap, low, x + kCap, low, "#222");
  line(x - kCap, high, x + kCap, high, "#222");
}

void Drawing::lines() {
  value_axis(greatest());
  std::vector<double> xs;
  bool powers = true; // powers of two are equidistant
  for (const std::string& category : c_.categories) {
    xs.push_back(std::strtod(category.c_str(), nullptr));
    powers = powers && xs.back() > 0 && std::log2(xs.back()) == std::floor(std::log2(xs.back()));
  }
  const auto scaled = [powers](double x) { return powers ? std::log2(x) : x; };
  const double first = scaled(xs.front());
  const double range = std::max(scaled(xs.back()) - first, 1e-300);
  const auto x_of = [&](std::size_t i) {
    return kLeft + 10 + (plot_width_ - 20) * (scaled(xs[i]) - first) / range;
  };
  double labelled = -1e9;
  for (std::size_t i = 0; i < xs.size(); ++i)
    if (x_of(i) - labelled > 34) {
      labelled = x_of(i);
      text(labelled, kTop + kPlotHeight + 16, c_.categories[i], "middle");
    }
  text(kLeft + plot_width_ / 2, kTop + kPlotHeight + 36, c_.x_title, "middle");
  for (std::size_t s = 0; s < c_.series.size(); ++s) {
    std::string path;
    for (std::size_t i = 0; i < xs.size(); ++i)
      if (const auto& value = c_.values[s][i])
        path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", x_of(i), y_of(*value));
    pen_.polyline(path,
                  fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", series_colour(s)));
    for (std::size_t i = 0; i < xs.size(); ++i)
      if (const auto& value = c_.values[s][i])
        dot(x_of(i), y_of(*value), 3.5, series_colour(s),
            fmt::format("{}: {} at {}", c_.series[s], short_number(*value), c_.categories[i]));
    for (std::size_t i = 0; i < xs.size(); ++i)
      error_bar(s, i, x_of(i));
  }
  legend();
}

void Drawing::bars() {
  const auto groups = static_cast<double>(c_.categories.size());
  const auto series = static_cast<double>(c_.series.size());
  plot_width_ = std::max(kPlotWidth, groups * (series * 8 + 10));
  width_ = kLeft + plot_width_ + 20;
  value_axis(greatest());
  const double group = plot_width_ / groups;
  const double bar = std::min(group * 0.85 / series, 60.0);
  for (std::size_t c = 0; c < c_.categories.size(); ++c)
    for (std::size_t s = 0; s < c_.series.size(); ++s)
      if (const auto& value = c_.values[s][c]) {
        const double x = kLeft + group * (static_cast<double>(c) + 0.5) +
                         bar * (static_cast<double>(s) - series / 2);
        box(x, y_of(*value), bar * 0.95, kTop + kPlotHeight - y_of(*value), series_colour(s),
            fmt::format("{}{}{}: {}", c_.categories[c], c_.series[s].empty() ? "" : ", ",
                        c_.series[s], short_number(*value)));
        error_bar(s, c, x + bar * 0.475);
      }
  category_labels(group);
  legend();
}

void Drawing::stacks() {
  const auto groups = static_cast<double>(c_.categories.size());
  plot_width_ = std::max(kPlotWidth, groups * 24);
  width_ = kLeft + plot_width_ + 20;
  double most = 0;
  std::vector<double> tops(c_.categories.size());
  for (std::size_t c = 0; c < tops.size(); ++c) {
    for (const auto& series : c_.values)
      tops[c] += series[c].value_or(0);
    most = std::max(most, tops[c]);
  }
  value_axis(most);
  const double group = plot_width_ / groups;
  const double bar = std::min(group * 0.7, 60.0);
  for (std::size_t c = 0; c < tops.size(); ++c) {
    double below = 0;
    for (std::size_t s = 0; s < c_.series.size(); ++s) {
      const double value = c_.values[s][c].value_or(0);
      if (value > 0)
        box(kLeft + group * (static_cast<double>(c) + 0.5) - bar / 2, y_of(below + value), bar,
            y_of(below) - y_of(below + value), series_colour(s),
            fmt::format("{}: {} {} of {}", c_.categories[c], c_.series[s], short_number(value),
                        short_number(tops[c])));
      below += value;
    }
  }
  category_labels(group);
  legend();
}

/// From light to dark blue.
std::string heat_colour(double share) {
  const auto mix = [share](double pale, double dark) { return pale + (dark - pale) * share; };
  return fmt::format("rgb({:.0f},{:.0f},{:.0f})", mix(240, 8), mix(245, 48), mix(252, 107));
}

void Drawing::heat() {
  double least = 1e300;
  for (const auto& series : c_.values)
    for (const auto& value : series)
      least = std::min(least, value.value_or(least));
  const double most = greatest();
  const double cell_width = std::clamp(600.0 / static_cast<double>(c_.categories.size()), 34., 90.);
  constexpr double kCellHeight = 26;
  constexpr double kHeatLeft = 230;
  for (std::size_t s = 0; s < c_.series.size(); ++s) {
    const double y = kTop + 40 + kCellHeight * static_cast<double>(s);
    text(kHeatLeft - 8, y + 17, cut(c_.series[s], 28), "end");
    for (std::size_t c = 0; c < c_.categories.size(); ++c) {
      const auto& value = c_.values[s][c];
      if (!value)
        continue;
      const double share = most > least ? (*value - least) / (most - least) : 0.5;
      const double x = kHeatLeft + cell_width * static_cast<double>(c);
      box(x, y, cell_width - 1, kCellHeight - 1, heat_colour(share),
          fmt::format("{}, {}: {}", c_.series[s], c_.categories[c], short_number(*value)));
      text(x + cell_width / 2, y + 17, fmt::format("{:.3g}", *value), "middle",
           fmt::format("pointer-events=\"none\" fill=\"{}\"", share > 0.55 ? "#fff" : "#000"));
    }
  }
  for (std::size_t c = 0; c < c_.categories.size(); ++c)
    text(kHeatLeft + cell_width * (static_cast<double>(c) + 0.5), kTop + 34,
         cut(c_.categories[c], static_cast<std::size_t>(cell_width / 7)), "middle");
  text(kHeatLeft - 8, kTop + 34, c_.y_title, "end", "font-style=\"italic\"");
  text(kHeatLeft, kTop + 12, c_.x_title, "start", "font-style=\"italic\"");
  width_ = kHeatLeft + cell_width * static_cast<double>(c_.categories.size()) + 20;
  height_ = kTop + 50 + kCellHeight * static_cast<double>(c_.series.size());
}

void Drawing::points() {
  double most_x = 0;
  double most_y = 0;
  for (const Chart::Point& point : c_.points) {
    most_x = std::max(most_x, point.x);
    most_y = std::max(most_y, point.y);
  }
  value_axis(most_y);
  const double distance = mark_distance(most_x > 0 ? most_x : 1);
  const double right = std::max(1.0, std::ceil(most_x / distance - 1e-9)) * distance;
  const auto x_of = [&](double x) { return kLeft + plot_width_ * x / right; };
  for (double x = 0; x <= right * (1 + 1e-9); x += distance)
    text(x_of(x), kTop + kPlotHeight + 16, short_number(x), "middle");
  text(kLeft + plot_width_ / 2, kTop + kPlotHeight + 36, c_.x_title, "middle");
  std::string path;
  for (const Chart::Point& point : c_.points)
    if (point.front)
      path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", x_of(point.x), y_of(point.y));
  pen_.polyline(path, fmt::format("fill=\"none\" stroke=\"{}\"", colour(4)));
  for (const Chart::Point& point : c_.points)
    dot(x_of(point.x), y_of(point.y), point.front ? 5 : 3.5, point.front ? colour(4) : colour(0),
        fmt::format("{}: cost {}, {} cycles", point.label, short_number(point.x),
                    short_number(point.y)));
  for (const Chart::Point& point : c_.points)
    if (point.front)
      text(x_of(point.x) + 8, y_of(point.y) - 6, cut(point.label, 24), "start", "font-size=\"10\"");
  width_ += 140; // for the label of the last
}

} // namespace

std::string chart_svg(const Chart& chart) {
  return Drawing(chart).draw();
}

std::vector<std::vector<std::string>> chart_table(const Chart& chart) {
  std::vector<std::vector<std::string>> table;
  if (chart.kind == Chart::Kind::points) {
    table.push_back({"point", chart.x_title, chart.y_title, "front"});
    for (const Chart::Point& point : chart.points)
      table.push_back({point.label, fmt::format("{}", point.x), fmt::format("{}", point.y),
                       point.front ? "yes" : ""});
    return table;
  }
  table.push_back({chart.kind == Chart::Kind::heat
                       ? chart.x_title + " \\ " + chart.y_title
                       : (chart.x_title.empty() ? "run" : chart.x_title)});
  for (const std::string& series : chart.series)
    table.front().push_back(series.empty() ? chart.y_title : series);
  for (std::size_t c = 0; c < chart.categories.size(); ++c) {
    std::vector<std::string> row{chart.categories[c]};
    for (const auto& values : chart.values)
      row.push_back(values[c] ? fmt::format("{}", *values[c]) : "");
    table.push_back(std::move(row));
  }
  return table;
}

std::string chart_csv(const Chart& chart) {
  std::string text;
  for (const auto& row : chart_table(chart)) {
    for (std::size_t i = 0; i < row.size(); ++i)
      text += (i == 0 ? "" : ",") + csv_field(row[i]);
    text += "\n";
  }
  return text;
}

} // namespace stallscope::sweep

#include "base/svg.hpp"
#include "graph/tune/cache_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace stallscope::graph {

namespace {

constexpr double kCell = 46;
constexpr double kMargin = 70;

/// White is the best, dark red the worst.
std::string heat_colour(double share) {
  const auto mix = [share](double from, double to) {
    return static_cast<int>(std::lround(from + (to - from) * share));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(255, 160), mix(250, 20), mix(230, 30));
}

struct HeatPanel {
  const char* title;
  const char* down;
  const char* across;
  std::uint32_t (*row)(const MatmulSchedule&);
  std::uint32_t (*column)(const MatmulSchedule&);
};
constexpr HeatPanel kPanels[] = {
    {"blocks in registers", "rows", "columns", [](const MatmulSchedule& s) { return s.rows; },
     [](const MatmulSchedule& s) { return s.columns; }},
    {"tiles for the cache", "m", "n", [](const MatmulSchedule& s) { return s.tile[0]; },
     [](const MatmulSchedule& s) { return s.tile[1]; }},
    {"the sum", "unrolled", "tile of k", [](const MatmulSchedule& s) { return s.unroll; },
     [](const MatmulSchedule& s) { return s.tile[2]; }},
};

class HeatMap {
public:
  explicit HeatMap(const Tuned& tuned) : tuned_(tuned) {}

  void panel(const HeatTable& of) {
    words(0, 24,
          fmt::format("{}: fewest cycles by {} (down) and {} (across)", of.title, of.down,
                      of.across));
    constexpr double kTop = 40;
    constexpr double kLeft = kMargin - 30;
    for (std::size_t row = 0; row < of.rows.size(); ++row)
      words(0, kTop + kCell * static_cast<double>(row) + kCell / 2 + 4,
            std::to_string(of.rows[row]));
    for (const HeatTable::Cell& at : of.cells)
      cell(kLeft + kCell * static_cast<double>(at.column),
           kTop + kCell * static_cast<double>(at.row), tuned_.points[at.point]);
    const double below = kTop + kCell * static_cast<double>(of.rows.size());
    for (std::size_t column = 0; column < of.columns.size(); ++column)
      words(kLeft + kCell * static_cast<double>(column) + 4, below + 16,
            std::to_string(of.columns[column]));
    // space for the headings
    width_ = std::max({width_, kLeft + kCell * static_cast<double>(of.columns.size()), 600.0});
    top_ += below + 30;
  }

  void sets(const char* what, const CacheUse& use, std::uint64_t most) {
    constexpr double kSet = 8;
    words(
        0, 20,
        fmt::format("{} {}: {} misses (blue compulsory, orange capacity, red conflict), a column a "
                    "set",
                    use.cache, what, use.all_misses()));
    constexpr double kHigh = 80;
    constexpr const char* kColours[kMissKinds] = {"#5580c0", "#e09040", "#c03030"};
    double x = 0;
    for (std::size_t s = 0; s < use.by_set.size(); ++s, x += kSet) {
      double y = 30 + kHigh;
      for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
        const double high = kHigh * static_cast<double>(use.by_set[s].misses[kind]) /
                            static_cast<double>(std::max<std::uint64_t>(1, most));
        y -= high;
        if (high > 0)
          pen_.rect(x, top_ + y, kSet - 1, high, fmt::format("fill=\"{}\"", kColours[kind]),
                    fmt::format("set {}: {} misses of this kind", s, use.by_set[s].misses[kind]));
      }
    }
    width_ = std::max(width_, x);
    top_ += 30 + kHigh + 10;
  }

  [[nodiscard]] std::string text() const {
    svg::Document document;
    document.width = std::round(width_ + 20);
    document.height = std::round(top_ + 10);
    document.attributes = "font-family=\"sans-serif\" font-size=\"12\"";
    std::string body;
    svg::Pen(body).place(text_, 10, 0);
    return svg::document(document, body);
  }

private:
  void words(double x, double y, const std::string& what) { pen_.text(x, top_ + y, what); }
  void cell(double x, double y, const TunePoint& point) {
    const auto cycles = static_cast<double>(point.cycles);
    const double share = heat_of(tuned_, point.cycles);
    pen_.rect(
        x, top_ + y, kCell - 2, kCell - 2,
        fmt::format("fill=\"{}\" stroke=\"{}\"", heat_colour(share), share == 0 ? "#000" : "#ccc"),
        fmt::format("{}: {} cycles, {} misses", text_of(point.schedule), point.cycles,
                    point.misses));
    words(x + 3, y + kCell / 2 + 3,
          point.cycles < 1'000'000 ? fmt::format("{:.0f}k", cycles / 1000)
                                   : fmt::format("{:.1f}M", cycles / 1e6));
  }

  const Tuned& tuned_;
  std::string text_;
  svg::Pen pen_{text_, 2};
  double top_ = 0;
  double width_ = 0;
};

} // namespace

std::vector<HeatTable> heat_tables(const Tuned& tuned) {
  std::vector<HeatTable> out;
  for (const HeatPanel& panel : kPanels) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> fewest;
    std::set<std::uint32_t> rows;
    std::set<std::uint32_t> columns;
    for (std::size_t i = 0; i < tuned.points.size(); ++i) {
      const TunePoint& point = tuned.points[i];
      const auto place = std::pair(panel.row(point.schedule), panel.column(point.schedule));
      rows.insert(place.first);
      columns.insert(place.second);
      std::size_t& known = fewest.try_emplace(place, i).first->second;
      if (point.cycles < tuned.points[known].cycles)
        known = i;
    }
    HeatTable table{panel.title,
                    panel.down,
                    panel.across,
                    {rows.begin(), rows.end()},
                    {columns.begin(), columns.end()},
                    {}};
    const auto place_in = [](const std::vector<std::uint32_t>& values, std::uint32_t value) {
      return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) -
                                      values.begin());
    };
    for (const auto& [place, point] : fewest)
      table.cells.push_back(
          {place_in(table.rows, place.first), place_in(table.columns, place.second), point});
    out.push_back(std::move(table));
  }
  return out;
}

double heat_of(const Tuned& tuned, std::uint64_t cycles) {
  const auto [least, most] = std::minmax_element(
      tuned.points.begin(), tuned.points.end(),
      [](const TunePoint& a, const TunePoint& b) { return a.cycles < b.cycles; });
  if (least->cycles == most->cycles)
    return 0;
  const auto best = static_cast<double>(least->cycles);
  return std::clamp(std::log(static_cast<double>(cycles) / best) /
                        std::log(static_cast<double>(most->cycles) / best),
                    0.0, 1.0);
}

std::string heat_map_svg(const Tuned& tuned, const std::optional<CacheUse>& naive,
                         const std::optional<CacheUse>& best) {
  HeatMap map(tuned);
  for (const HeatTable& table : heat_tables(tuned))
    map.panel(table);
  if (naive && best) {
    std::uint64_t most = 1;
    for (const CacheUse* use : {&*naive, &*best})
      for (const CacheUse::Set& set : use->by_set)
        most = std::max(most, set.misses[0] + set.misses[1] + set.misses[2]);
    map.sets("naive", *naive, most);
    map.sets("best", *best, most);
  }
  return map.text();
}

std::string tuned_csv(const Tuned& tuned) {
  std::string out =
      "tile_m,tile_n,tile_k,rows,columns,unroll,order,packed,cycles,instructions,misses\n";
  for (const TunePoint& point : tuned.points) {
    const MatmulSchedule& s = point.schedule;
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", s.tile[0], s.tile[1], s.tile[2],
                       s.rows, s.columns, s.unroll, fmt::join(s.order, ""), s.packed ? 1 : 0,
                       point.cycles, point.instructions, point.misses);
  }
  return out;
}

} // namespace stallscope::graph

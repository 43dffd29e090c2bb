#include "sweep/chart.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <set>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

/// A run of p on m with parameters, so many cycles for 100 instructions, and a cost.
Row run(std::uint64_t number, const std::string& program, const std::string& settings,
        std::uint64_t cycles, double cost) {
  Row row;
  row.set(Column::point, number);
  row.set(Column::program, program);
  row.set(Column::machine, std::string_view("m"));
  row.set(Column::scheduler, std::string_view("source"));
  row.set(Column::settings, settings);
  row.set(Column::status, std::string_view("done"));
  row.set(Column::cycles, cycles);
  row.set(Column::ipc, 100.0 / static_cast<double>(cycles));
  row.set(Column::cost, cost);
  row.set(Column::cpi, std::string_view("{\"none\":1.0,\"raw\":0.5}"));
  return row;
}

Results results_of(const std::vector<Row>& rows) {
  const TemporaryFolder folder;
  DatabaseInfo info;
  info.points = rows.size();
  info.title = "<a & \"b\">";
  auto database = Database::open_or_make(folder.file("a.db"), info);
  REQUIRE(database);
  REQUIRE(database->add(rows).empty());
  auto results = read_results(*database);
  REQUIRE(results);
  return std::move(results).value();
}

/// Two programs, width 1, 2 and 10, and a kind.
Results widths() {
  return results_of({run(1, "p", "{\"width\":10,\"kind\":\"a\"}", 100, 10),
                     run(2, "p", "{\"width\":1,\"kind\":\"a\"}", 400, 1),
                     run(3, "p", "{\"width\":2,\"kind\":\"a\"}", 200, 2),
                     run(4, "p", "{\"width\":2,\"kind\":\"b\"}", 250, 2),
                     run(5, "q", "{\"width\":1,\"kind\":\"a\"}", 900, 1),
                     run(6, "q", "{\"width\":2,\"kind\":\"a\"}", 300, 2)});
}

Chart chart(const std::vector<Chart>& charts, const std::string& id) {
  const auto found =
      std::find_if(charts.begin(), charts.end(), [&](const Chart& c) { return c.id == id; });
  INFO(id);
  REQUIRE(found != charts.end());
  return *found;
}

using Texts = std::vector<std::string>;
using Values = std::vector<std::optional<double>>;

} // namespace

TEST_CASE("a chart against a number is a line, its values ascending as numbers") {
  const Results results = widths();
  const auto charts = charts_of(results, {});
  const Chart ipc = chart(charts, "ipc-by-width");
  CHECK(ipc.kind == Chart::Kind::lines);
  CHECK(ipc.categories == Texts{"1", "2", "10"});
  CHECK(ipc.series == Texts{"p, a", "p, b", "q, a"});
  CHECK(ipc.values[0] == Values{0.25, 0.5, 1.0}); // 100 / 400, 100 / 200, 100 / 100
  CHECK(ipc.values[1] == Values{std::nullopt, 0.4, std::nullopt});
  CHECK(chart(charts, "ipc-by-kind").kind == Chart::Kind::bars);
}

TEST_CASE("a heat map has the mean over what is neither its row nor its column") {
  const Results results = widths();
  const auto charts = charts_of(results, {});
  const Chart heat = chart(charts, "heat-program-width");
  CHECK(heat.series == Texts{"p", "q"});
  CHECK(heat.values[0][1] == Approx(0.45)); // kinds a and b: (0.5 + 0.4) / 2
  CHECK_FALSE(heat.values[1][2]);
  CHECK(heat.note == "Arithmetic mean over kind");
}

TEST_CASE("a CPI stack stands on the slots that are used, and names reasons in words") {
  const Chart stack = chart(charts_of(widths(), {}), "cpi-p");
  CHECK(stack.series == Texts{"base (useful work)", "RAW dependence"});
  CHECK(stack.values[0][0] == 1.0);
  CHECK(stack.values[1][0] == 0.5);
}

TEST_CASE("of CPI stacks the largest parts stand below, and a reason has one colour in all") {
  Row p = run(1, "p", "{}", 100, 1);
  p.set(Column::cpi, std::string_view("{\"none\":0.5,\"raw\":0.1,\"mispredict\":0.4}"));
  Row q = run(2, "q", "{}", 100, 1);
  q.set(Column::cpi, std::string_view("{\"none\":0.5,\"raw\":2.0,\"drain\":0.01}"));
  const auto charts = charts_of(results_of({p, q}), {});
  const Chart first = chart(charts, "cpi-p"); // in all: raw 2.1, misprediction 0.4, drain 0.01
  const Chart second = chart(charts, "cpi-q");
  CHECK(first.series == Texts{"base (useful work)", "RAW dependence", "misprediction"});
  CHECK(first.colours == std::vector<std::size_t>{0, 1, 2});
  CHECK(second.series == Texts{"base (useful work)", "RAW dependence", "program ended"});
  CHECK(second.colours == std::vector<std::size_t>{0, 1, 3});
}

TEST_CASE("repeats are averaged, and failed runs are left out") {
  Row failed = run(3, "p", "{}", 1, 1);
  failed.set(Column::status, std::string_view("failed"));
  const Results results =
      results_of({run(1, "p", "{}", 100, 1), run(2, "p", "{}", 300, 1), failed});
  REQUIRE(results.configs.size() == 1);
  CHECK(results.configs[0].cycles == 200);
  CHECK(results.configs[0].runs == 2);
  CHECK(results.failed == 1);
}

TEST_CASE("speed-up compares each run with the baseline that is like it otherwise") {
  const Results results = widths();
  ChartOptions options;
  options.baseline = Expression::parse("width == 1").expression;
  const Chart speedup = chart(charts_of(results, options), "speedup-by-width");
  CHECK(speedup.series == Texts{"p, a", "p, b", "q, a"});
  CHECK(speedup.values[0][2].value() == Approx(4));                             // 400 / 100
  CHECK(speedup.values[1] == Values{std::nullopt, std::nullopt, std::nullopt}); // no width 1
  CHECK(speedup.values[2][1].value() == Approx(3));                             // 900 / 300
}

// By cost, then cycles: (1, 400) (2, 200) (2, 250) (10, 100). 250 is worse than 200 at the same
// cost; the others each take fewer cycles than all that is cheaper.
TEST_CASE("the Pareto front has what nothing is as good as in both and better in one") {
  const Results results = widths();
  const Chart front = chart(charts_of(results, {}), "pareto-p");
  Texts points;
  for (const Chart::Point& point : front.points)
    points.push_back(fmt::format("{}/{}{}", point.x, point.y, point.front ? "*" : ""));
  CHECK(points == Texts{"1/400*", "2/200*", "2/250", "10/100*"});
  ChartOptions dearer;
  dearer.cost = Expression::parse("10 - width").expression; // wide is cheap: 100 cycles cost 0
  const Chart other = chart(charts_of(results, dearer), "pareto-p");
  CHECK(std::count_if(other.points.begin(), other.points.end(),
                      [](const Chart::Point& p) { return p.front; }) == 1);
}

TEST_CASE("too many series are averaged, and the note says over what") {
  std::vector<Row> rows;
  std::uint64_t number = 0;
  for (int width = 1; width <= 3; ++width)
    for (int depth = 1; depth <= 9; ++depth)
      rows.push_back(
          run(++number, "p", fmt::format("{{\"width\":{},\"depth\":{}}}", width, depth), 100, 1));
  const Results results = results_of(rows);
  const Chart ipc = chart(charts_of(results, {}), "ipc-by-width");
  CHECK(ipc.series.size() == 1);
  CHECK(ipc.note == "Arithmetic mean over depth");
}

TEST_CASE("every chart draws, and gives its numbers as CSV") {
  const Results results = widths();
  ChartOptions options;
  options.baseline = Expression::parse("width == 1").expression;
  const auto charts = charts_of(results, options);
  // Against program, width and kind; three pairs of these; a stack and a front a program; speed-up.
  CHECK(charts.size() == 3 + 3 + 2 + 2 + 1);
  for (const Chart& each : charts) {
    INFO(each.id);
    const std::string svg = chart_svg(each);
    CHECK(svg.find("<svg ") == 0);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
    CHECK(std::count(svg.begin(), svg.end(), '<') == std::count(svg.begin(), svg.end(), '>'));
  }
  CHECK(chart_csv(chart(charts, "ipc-by-width")) ==
        "width,\"p, a\",\"p, b\",\"q, a\"\n1,0.25,,0.1111111111111111\n2,0.5,0.4,"
        "0.3333333333333333\n10,1,,\n");
}

TEST_CASE("a page holds no text of a database as markup") {
  const Results results = results_of({run(1, "<script>x</script>", "{}", 100, 1)});
  const std::string page = report_html(results, charts_of(results, {}));
  CHECK(page.find("<script>x") == std::string::npos);
  CHECK(page.find("&lt;a &amp; &quot;b&quot;&gt;") != std::string::npos);
  CHECK(page.find("http://") == page.find("http://www.w3.org/2000/svg")); // nothing is fetched
}

TEST_CASE("a database without a single result has a page, too") {
  const Results results = results_of({});
  CHECK(charts_of(results, {}).empty());
  CHECK(report_html(results, {}).find("0 of 0 points") != std::string::npos);
}

TEST_CASE("no two charts are called alike, as their files are called after them") {
  const Results results = results_of(
      {run(1, "x/y", "{\"width\":1}", 100, 1), run(2, "x-y", "{\"width\":1}", 200, 1),
       run(3, "x y", "{\"width\":2}", 300, 1), run(4, "x-y-2", "{\"width\":2}", 300, 1)});
  std::set<std::string> ids;
  for (const Chart& chart : charts_of(results, {})) {
    CAPTURE(chart.id);
    CHECK(ids.insert(chart.id).second);
  }
  CHECK(ids.count("pareto-x-y") == 1);
  CHECK(ids.count("pareto-x-y-2") == 1);
}

TEST_CASE("sampled runs have error bars, and it is said which differences are significant") {
  const auto sampled = [](std::uint64_t number, const char* settings, std::uint64_t cycles,
                          const char* low, const char* high) {
    Row row = run(number, "p", settings, cycles, 1);
    row.set(Column::counts,
            fmt::format("{{\"sample.ipc_low\":{},\"sample.ipc_high\":{}}}", low, high));
    return row;
  };
  const Results results = results_of({sampled(1, "{\"width\":1}", 200, "0.48", "0.52"),
                                      sampled(2, "{\"width\":2}", 190, "0.51", "0.54"),
                                      sampled(3, "{\"width\":4}", 100, "0.98", "1.02")});
  const auto charts = charts_of(results, {});
  const Chart ipc = chart(charts, "ipc-by-width");
  CHECK(ipc.lows[0] == Values{0.48, 0.51, 0.98});
  CHECK(ipc.highs[0] == Values{0.52, 0.54, 1.02});
  CHECK(ipc.note == "Error bars: intervals of confidence of sampled runs");
  const std::string svg = chart_svg(ipc);
  const auto bars = [&svg] { // three lines each
    std::size_t count = 0;
    for (std::size_t at = svg.find("stroke=\"#222\""); at != std::string::npos;
         at = svg.find("stroke=\"#222\"", at + 1))
      ++count;
    return count;
  };
  CHECK(bars() == 9);
  const std::string page = report_html(results, charts);
  CHECK(page.find("Differences between sampled runs") != std::string::npos);
  CHECK(page.find("<td>+5.26 %</td><td>no</td>") != std::string::npos);   // 0.48-0.52, 0.51-0.54
  CHECK(page.find("<td>+90.00 %</td><td>yes</td>") != std::string::npos); // 0.51-0.54, 0.98-1.02
  CHECK(report_html(widths(), {}).find("sampled runs") == std::string::npos);
}

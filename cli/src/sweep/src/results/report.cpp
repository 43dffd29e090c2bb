#include "base/ascii.hpp"
#include "sweep/chart.hpp"
#include "sweep/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace stallscope::sweep {

namespace {

constexpr std::string_view kStyle = R"(
body{font:14px/1.45 sans-serif;margin:2em auto;max-width:72em;padding:0 1em;color:#222}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}
svg{max-width:100%;height:auto}
table{border-collapse:collapse;font-size:12px}
td,th{border:1px solid #ccc;padding:2px 7px;text-align:right;white-space:nowrap}
td.t,th{text-align:left}
table.runs th{cursor:pointer;background:#f2f2f2;position:sticky;top:0}
tr.failed td{background:#fde8e0}
.wide{overflow:auto;max-height:40em}
.note{color:#555}
nav a{margin-right:1em}
pre{background:#f6f6f6;padding:1em;overflow:auto}
)";

// A click on a heading sorts by that column, a second one reverses the order.
constexpr std::string_view kScript = R"(
document.querySelectorAll('table.runs th').forEach(function (th, column) {
  var down = false;
  th.addEventListener('click', function () {
    var body = th.closest('table').tBodies[0];
    var rows = Array.from(body.rows);
    var key = function (row) {
      var text = row.cells[column].textContent, number = parseFloat(text);
      return text !== '' && !isNaN(number) && isFinite(text) ? number : text;
    };
    rows.sort(function (a, b) {
      var x = key(a), y = key(b);
      if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
      return x < y ? -1 : x > y ? 1 : 0;
    });
    if (down) rows.reverse();
    down = !down;
    rows.forEach(function (row) { body.appendChild(row); });
  });
});
)";

/// Percent-encodes text for a data: address, except letters and digits.
std::string in_address(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_alphanumeric(c))
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string table_html(const std::vector<std::vector<std::string>>& table) {
  std::string html = "<div class=\"wide\"><table>\n";
  for (std::size_t r = 0; r < table.size(); ++r) {
    html += "<tr>";
    for (std::size_t c = 0; c < table[r].size(); ++c)
      html += r == 0   ? "<th>" + escaped(table[r][c]) + "</th>"
              : c == 0 ? "<td class=\"t\">" + escaped(table[r][c]) + "</td>"
                       : "<td>" + escaped(table[r][c]) + "</td>";
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string chart_html(const Chart& chart) {
  const std::string csv = chart_csv(chart);
  return fmt::format("<h2 id=\"{0}\">{1}</h2>\n{2}{3}<details><summary>Data</summary>\n"
                     "<p><a download=\"{0}.csv\" href=\"data:text/csv,{4}\">{0}.csv</a></p>\n"
                     "{5}</details>\n",
                     chart.id, escaped(chart.title),
                     chart.note.empty() ? ""
                                        : "<p class=\"note\">" + escaped(chart.note) + "</p>\n",
                     chart_svg(chart), in_address(csv), table_html(chart_table(chart)));
}

constexpr Column kShown[] = {Column::status,       Column::stop,         Column::cycles,
                             Column::instructions, Column::ipc,          Column::mispredictions,
                             Column::cost,         Column::host_seconds, Column::error};

std::string runs_table(const Results& results) {
  std::vector<std::string> keys;
  for (const Parameter& parameter : results.parameters)
    if (parameter.name != "program" && parameter.name != "machine" && parameter.name != "scheduler")
      keys.push_back(parameter.name);
  std::string html = "<div class=\"wide\"><table class=\"runs\"><thead><tr><th>point</th>"
                     "<th>program</th><th>machine</th><th>scheduler</th><th>repeat</th>";
  for (const std::string& key : keys)
    html += "<th>" + escaped(key) + "</th>";
  for (const Column column : kShown)
    html += fmt::format("<th>{}</th>", columns()[static_cast<std::size_t>(column)].name);
  html += "</tr></thead><tbody>\n";
  for (const Row& row : results.rows) {
    html += fmt::format("<tr{}><td>{}</td>", row.failed() ? " class=\"failed\"" : "",
                        row.integer(Column::point));
    for (const Column column : {Column::program, Column::machine, Column::scheduler})
      html += "<td class=\"t\">" + escaped(row.text(column)) + "</td>";
    html += "<td>" + to_text(row.at(Column::repeat)) + "</td>";
    const auto members = flat_members(row.text(Column::settings));
    const std::map<std::string, std::string> settings(members.begin(), members.end());
    for (const std::string& key : keys) {
      const auto found = settings.find(key);
      html += "<td>" + (found == settings.end() ? std::string() : escaped(found->second)) + "</td>";
    }
    for (const Column column : kShown) {
      const Cell& cell = row.at(column);
      const auto* real = std::get_if<double>(&cell);
      html += fmt::format("<td{}>{}</td>",
                          std::holds_alternative<std::string>(cell) ? " class=\"t\"" : "",
                          real != nullptr ? short_number(*real) : escaped(to_text(cell)));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

/// For sampled runs that differ in one parameter with adjacent values: whether the difference is
/// significant. Non-overlapping confidence intervals count as significant, a conservative
/// criterion.
std::string differences_html(const Results& results) {
  std::vector<std::vector<std::string>> table{
      {"of", "from", "to", "IPC", "interval", "IPC", "interval", "difference", "significant"}};
  constexpr std::size_t kMostDifferences = 1000;
  std::size_t all = 0;
  std::map<std::vector<std::string>, const Config*> by_values;
  for (const Config& config : results.configs)
    if (config.ipc_low && config.ipc_high)
      by_values.emplace(config.values, &config);
  const auto interval = [](const Config& config) {
    return short_number(*config.ipc_low) + " to " + short_number(*config.ipc_high);
  };
  for (const auto& [values, a] : by_values)
    for (std::size_t p = 0; p < results.parameters.size(); ++p) {
      const std::vector<std::string>& known = results.parameters[p].values;
      const auto at = std::find(known.begin(), known.end(), values[p]);
      if (results.parameters[p].name == "program" || at == known.end() || at + 1 == known.end())
        continue;
      std::vector<std::string> next = values;
      next[p] = *(at + 1);
      const auto found = by_values.find(next);
      if (found == by_values.end() || ++all > kMostDifferences)
        continue;
      const Config* b = found->second;
      const bool apart = *a->ipc_high < *b->ipc_low || *b->ipc_high < *a->ipc_low;
      next[p].clear();
      std::string rest;
      for (std::size_t i = 0; i < next.size(); ++i)
        if (!next[i].empty() && results.parameters[i].varies())
          rest += (rest.empty() ? "" : ", ") + next[i];
      table.push_back(
          {results.parameters[p].name + (rest.empty() ? "" : " (" + rest + ")"), values[p],
           *(at + 1), short_number(a->ipc), interval(*a), short_number(b->ipc), interval(*b),
           fmt::format("{:+.2f} %", (b->ipc / a->ipc - 1) * 100), apart ? "yes" : "no"});
    }
  if (table.size() == 1)
    return {};
  return fmt::format(
      "<h2 id=\"differences\">Differences between sampled runs</h2>\n<p "
      "class=\"note\">Significant: the intervals of confidence do not overlap.{}"
      "</p>\n{}",
      all > kMostDifferences ? fmt::format(" The first {} of {}.", kMostDifferences, all) : "",
      table_html(table));
}

} // namespace

std::string report_html(const Results& results, const std::vector<Chart>& charts) {
  const DatabaseInfo& info = results.info;
  const std::string title = info.title.empty() ? info.experiment_file : info.title;
  std::string html = fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                                 "<title>{0}</title><style>{1}</style></head><body>\n<h1>{0}</h1>\n"
                                 "<p>{2} of {3} points, {4} failed; Stallscope {5}.</p>\n<nav>",
                                 escaped(title), kStyle, results.rows.size(), info.own_points(),
                                 results.failed, escaped(info.version));
  for (const Chart& chart : charts)
    html += fmt::format("<a href=\"#{}\">{}</a> ", chart.id, escaped(chart.title));
  html += "<a href=\"#runs\">All runs</a></nav>\n";
  for (const Chart& chart : charts)
    html += chart_html(chart);
  html += differences_html(results);
  html += "<h2 id=\"runs\">All runs</h2>\n<p class=\"note\">A click on a heading sorts.</p>\n" +
          runs_table(results);
  html += "<h2>Experiment</h2>\n<pre>" + escaped(info.experiment) + "</pre>\n";
  return html + fmt::format("<script>{}</script>\n</body></html>\n", kScript);
}

} // namespace stallscope::sweep

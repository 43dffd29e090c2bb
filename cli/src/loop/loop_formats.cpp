#include "base/csv.hpp"
#include "base/markup.hpp"
#include "input_output/exact_json.hpp"
#include "loop/loop_report.hpp"
#include "loop/loop_words.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stallscope::cli {

namespace {

using session::Fraction;
using session::LoopBound;
using session::LoopLink;
using session::LoopRate;
using session::LoopReport;
using Json = nlohmann::ordered_json;

Json rate_json(const LoopRate& rate) {
  Json out = fraction_json(rate.cycles);
  out["exact"] = rate.exact;
  out["mean"] = rate.mean;
  out["low"] = rate.low;
  out["high"] = rate.high;
  out["confidence"] = rate.has_interval ? Json(0.95) : Json(nullptr);
  out["first_iteration"] = rate.first_iteration + 1;
  out["period_iterations"] = rate.period_iterations;
  out["period_cycles"] = rate.period_cycles;
  out["not_exact_because"] = rate.exact ? Json(nullptr) : Json(rate.why_inexact);
  return out;
}

Json bound_json(const LoopBound& bound) {
  Json out;
  out["kind"] = session::name(bound.kind);
  out["name"] = bound.name;
  out["title"] = bound.title;
  out["cycles"] = fraction_json(bound.cycles);
  out["tight"] = bound.tight;
  out["chain"] = Json::array();
  for (const LoopLink& link : bound.chain)
    out["chain"].push_back({{"instruction", link.position + 1},
                            {"part", link.part},
                            {"through", link.through},
                            {"latency", link.latency},
                            {"distance", link.distance}});
  out["relieved_by"] = bound.relieved_by;
  return out;
}

Json report_json(const LoopReport& report) {
  Json out;
  out["schema"] = "stallscope.loop/1";
  out["program"] = report.program;
  out["name"] = report.body.name;
  out["loop"] = report.body.loops == 0
                    ? Json(nullptr)
                    : Json{{"number", report.body.loop}, {"of", report.body.loops}};
  out["machine"] = report.machine;
  if (is_empty(report)) {
    out["empty"] = true;
    out["notes"] = report.body.notes;
    return out;
  }
  out["alias"] = report.alias == session::LoopAlias::as_is  ? "as-is"
                 : report.alias == session::LoopAlias::none ? "none"
                                                            : "all";
  out["closed"] = report.body.closed;
  out["cycles_per_iteration"] = rate_json(report.rate);
  out["instructions_per_cycle"] = report.ipc();
  out["micro_ops"] = fraction_json(report.micro_ops);
  out["bottleneck"] =
      report.bottleneck ? Json(report.bounds[*report.bottleneck].name) : Json(nullptr);
  out["bottleneck_text"] = bottleneck_text(report);
  out["bounds"] = Json::array();
  for (const LoopBound& bound : report.bounds)
    out["bounds"].push_back(bound_json(bound));
  out["ports"] = Json::array();
  for (const session::LoopPort& port : report.ports)
    out["ports"].push_back({{"name", port.name},
                            {"pressure", fraction_json(port.pressure)},
                            {"busy", fraction_json(port.busy)}});
  out["instructions"] = Json::array();
  for (const session::LoopInstruction& one : report.instructions) {
    Json instruction;
    instruction["text"] = one.text;
    instruction["file"] = one.file.empty() ? Json(nullptr) : Json(one.file);
    instruction["line"] = one.line == 0 ? Json(nullptr) : Json(one.line);
    instruction["latency"] = one.latency;
    instruction["micro_ops"] = one.micro_ops;
    instruction["fused"] = one.fused;
    instruction["pressure"] = Json::array();
    for (const Fraction& pressure : one.pressure)
      instruction["pressure"].push_back(fraction_json(pressure));
    out["instructions"].push_back(std::move(instruction));
  }
  out["what_if"] = Json::array();
  for (const session::LoopWhatIf& one : report.what_if)
    out["what_if"].push_back({{"name", one.name},
                              {"title", one.title},
                              {"cycles_per_iteration", rate_json(one.rate)},
                              {"cycles_saved", report.rate.mean - one.rate.mean}});
  out["assumptions"] = report.assumptions;
  out["notes"] = report.body.notes;
  out["interrupted"] = report.interrupted;
  return out;
}

std::string html_table(const Rows& rows) {
  std::string text = "<table>\n";
  for (std::size_t n = 0; n < rows.size(); ++n) {
    text += "<tr>";
    for (const std::string& cell : rows[n])
      text += fmt::format("<{0}>{1}</{0}>", n == 0 ? "th" : "td", escaped_markup(cell));
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string section_html(const LoopReport& report) {
  if (is_empty(report))
    return fmt::format("<h2>{}</h2>\n<p>{}</p>\n", escaped_markup(title_of(report)),
                       escaped_markup(report.body.notes.front()));
  std::string text = fmt::format("<h2>{}</h2>\n<pre>{}</pre>\n", escaped_markup(title_of(report)),
                                 escaped_markup(rate_lines(report)));
  text += fmt::format("<p><b>Bottleneck:</b> {}</p>\n", escaped_markup(bottleneck_text(report)));
  Rows rows{{"line", "latency", "micro-ops"}};
  for (const session::LoopPort& port : report.ports)
    rows[0].push_back(port.name);
  rows[0].emplace_back("instruction");
  for (const session::LoopInstruction& one : report.instructions) {
    rows.push_back({fmt::format("{}", one.line), fmt::format("{}", one.latency),
                    one.fused ? "+" : fmt::format("{}", one.micro_ops)});
    for (const Fraction& pressure : one.pressure)
      rows.back().push_back(pressure.numerator == 0 ? "" : decimal(pressure));
    rows.back().push_back(one.text);
  }
  rows.push_back({"sum", "", sum_of_micro_ops(report)});
  for (const session::LoopPort& port : report.ports)
    rows.back().push_back(decimal(port.pressure));
  rows.back().emplace_back();
  if (differs_in_busy(report)) {
    rows.push_back({"busy", "", ""});
    for (const session::LoopPort& port : report.ports)
      rows.back().push_back(decimal(port.busy));
    rows.back().emplace_back("cycles: what has a part of a port alone excludes only its like");
  }
  text += html_table(rows);
  rows = {{"at least", "bound", "", "because of"}};
  for (const LoopBound& bound : report.bounds)
    rows.push_back(
        {session::text_of(bound.cycles), bound.name, bound.tight ? "tight" : "", bound.title});
  text += html_table(rows);
  for (const LoopBound& bound : report.bounds)
    if (!bound.chain.empty())
      text += fmt::format("<p>{}:</p>\n<pre>{}</pre>\n", escaped_markup(bound.name),
                          escaped_markup(chain_text(report, bound)));
  if (!report.what_if.empty()) {
    rows = {{"cycles", "saved", "without", ""}};
    for (const session::LoopWhatIf& one : report.what_if)
      rows.push_back({short_rate(one.rate), fmt::format("{:.3f}", report.rate.mean - one.rate.mean),
                      one.name, one.title});
    text += html_table(rows);
  }
  if (report.interrupted)
    text += "<p>interrupted: the list is not complete</p>\n";
  if (is_drawn(report))
    text += trace::svg_report(report.run, timeline_view(report));
  text += "<ul>\n";
  for (const auto* notes : {&report.body.notes, &report.assumptions})
    for (const std::string& note : *notes)
      text += fmt::format("<li>{}</li>\n", escaped_markup(note));
  return text + "</ul>\n";
}

} // namespace

std::string loop_json(const LoopReports& reports) {
  Json out;
  if (reports.size() == 1) {
    out = report_json(reports.front());
  } else {
    out["schema"] = "stallscope.loops/1";
    out["loops"] = Json::array();
    for (const LoopReport& report : reports)
      out["loops"].push_back(report_json(report));
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string loop_csv(const LoopReports& reports) {
  std::string text = "program,loop,machine,part,name,numerator,denominator,value,detail\n";
  for (const LoopReport& report : reports) {
    const auto line = [&](std::string_view part, const std::string& name, const Fraction& value,
                          const std::string& detail) {
      text += fmt::format("{},{},{},{},{},{},{},{:.6f},{}\n", csv_field(report.program),
                          csv_field(name_among(reports, report)), csv_field(report.machine), part,
                          csv_field(name), value.numerator, value.denominator, value.value(),
                          csv_field(detail));
    };
    if (is_empty(report)) {
      text +=
          fmt::format("{},{},{},rate,cycles_per_iteration,,,,empty\n", csv_field(report.program),
                      csv_field(name_among(reports, report)), csv_field(report.machine));
      continue;
    }
    line("rate", "cycles_per_iteration", report.rate.cycles, report.rate.exact ? "exact" : "mean");
    line("rate", "micro_ops", report.micro_ops, "");
    for (const LoopBound& bound : report.bounds)
      line("bound", bound.name, bound.cycles, bound.tight ? "tight" : "");
    for (const session::LoopPort& port : report.ports)
      line("port", port.name, port.pressure, "sum");
    for (const session::LoopPort& port : report.ports)
      line("port", port.name, port.busy, "busy");
    for (std::size_t n = 0; n < report.instructions.size(); ++n)
      for (std::size_t port = 0; port < report.ports.size(); ++port)
        if (report.instructions[n].pressure[port].numerator != 0)
          line("instruction", fmt::format("{}: {}", n + 1, report.instructions[n].text),
               report.instructions[n].pressure[port], report.ports[port].name);
    for (const session::LoopWhatIf& one : report.what_if)
      line("what_if", one.name, one.rate.cycles, one.rate.exact ? "exact" : "mean");
  }
  return text;
}

std::string loop_html(const LoopReports& reports, bool beside) {
  std::string body;
  if (beside)
    body += "<div class=\"beside\">" + html_table(beside_rows(reports)) + "</div>\n";
  for (const LoopReport& report : reports)
    body += section_html(report);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{0}</title>\n"
      "<style>body {{ font-family: sans-serif; }} table {{ border-collapse: collapse; margin: 1em "
      "0; }} th, td {{ border: 1px solid #bbb; padding: 2px 8px; text-align: right; }} "
      "th:last-child, td:last-child {{ text-align: left; }} td:last-child {{ font-family: "
      "monospace; }} .beside :last-child {{ text-align: right; font-family: inherit; "
      "}}</style></head>\n"
      "<body>\n{1}</body>\n</html>\n",
      escaped_markup(title_of(reports.front())), body);
}

} // namespace stallscope::cli

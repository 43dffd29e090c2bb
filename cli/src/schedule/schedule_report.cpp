#include "schedule/schedule_report.hpp"

#include "base/markup.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Blocks up to this size show their graph by default.
constexpr std::uint32_t kShortBlock = 40;

std::string place_of(const sched::Block& block) {
  const isa::SourcePlace place = block.program->place_of(block.index_of(0));
  return place.line == 0 ? std::string() : fmt::format(" (line {})", place.line);
}

std::string orders_text(const sched::LegalOrders& orders) {
  return orders.exact ? fmt::format("{} legal order{}", orders.count, orders.count == 1 ? "" : "s")
                      : fmt::format("10^{:.1f} to 10^{:.1f} legal orders", orders.log10_at_least,
                                    orders.log10_at_most);
}

std::string stalls_text(const sched::Schedule& schedule) {
  std::string text;
  for (std::size_t r = 0; r < schedule.stalls.size(); ++r)
    if (schedule.stalls.at(r) > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", schedule.stalls.at(r),
                          info(static_cast<Reason>(r)).name);
  return text.empty() ? "none" : text;
}

std::string order_text(const std::vector<sched::Node>& order) {
  std::string text;
  for (std::size_t i = 0; i < order.size() && i < kShortBlock; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : " ", order[i] + 1);
  return order.size() > kShortBlock ? text + " ..." : text;
}

std::string gap_text(const sched::Schedule& schedule, std::uint32_t bound) {
  return schedule.cycles == bound ? "best" : fmt::format("+{}", schedule.cycles - bound);
}

/// "4 has 8": new offsets of accesses that have crossed an addition to their base.
std::string folded_text(const ScheduledBlock& block, const sched::Schedule& schedule) {
  std::string text;
  for (const auto& [node, offset] :
       sched::folded_offsets(block.problem.block(), block.problem.graph().folding, schedule.order))
    text += fmt::format("{}{} has {}", text.empty() ? "" : ", ", node + 1, offset);
  return text;
}

/// Cycles, stalls, registers and gap of every scheduler.
std::string table_text(const ScheduledBlock& block) {
  const std::uint32_t bound = block.lower_bound();
  std::size_t wide = 6;
  for (const sched::Schedule& s : block.schedules)
    wide = std::max(wide, stalls_text(s).size());
  std::string text = fmt::format("  {:<16} {:>6}  {:>5}  {:<{}}  {:>9}  order\n", "scheduler",
                                 "cycles", "gap", "stalls", wide, "registers");
  for (const sched::Schedule& s : block.schedules)
    text += fmt::format("  {:<16} {:>6}  {:>5}  {:<{}}  {:>9}  {}\n", s.name, s.cycles,
                        gap_text(s, bound), stalls_text(s), wide, s.registers, order_text(s.order));
  text += fmt::format("  no order takes fewer than {} cycles\n", bound);
  for (const sched::Schedule& s : block.schedules)
    if (const std::string folded = folded_text(block, s); !folded.empty())
      text += fmt::format("  {}: other offsets: {}\n", s.name, folded);
  for (const sched::Schedule& s : block.schedules)
    if (!s.note.empty())
      text += fmt::format("  {}: {}\n", s.name, s.note);
  return text;
}

std::string heading(const ScheduledBlock& block) {
  const sched::Block& b = block.problem.block();
  return fmt::format("Block {}: {}{}, {} instruction{}, {}", block.number, b.label, place_of(b),
                     b.count, b.count == 1 ? "" : "s", orders_text(block.orders));
}

std::string critical_text(const ScheduledBlock& block) {
  const sched::GraphMeasures& m = block.problem.measures();
  std::string path;
  for (std::size_t i = 0; i < m.critical_path.size() && i < kShortBlock; ++i)
    path += fmt::format("{}{}", i == 0 ? "" : " -> ", m.critical_path[i] + 1);
  return fmt::format("  critical path {}: {} cycle{} from the first issue to the last\n", path,
                     m.critical, m.critical == 1 ? "" : "s");
}

Json step_json(const sched::Step& step) {
  const auto candidates = [](const std::vector<sched::Candidate>& list) {
    Json out = Json::array();
    for (const sched::Candidate& c : list)
      out.push_back({{"instruction", c.node + 1}, {"earliest", c.earliest}, {"free", c.free}});
    return out;
  };
  return {{"cycle", step.cycle},
          {"available", candidates(step.available)},
          {"chosen", step.chosen == sched::kNoNode ? Json(nullptr) : Json(step.chosen + 1)},
          {"why", step.why.text()},
          {"changes", candidates(step.changed)}};
}

Json schedule_json(const ScheduledBlock& block, const sched::Schedule& s) {
  Json out;
  out["name"] = s.name;
  out["order"] = Json::array();
  for (const sched::Node node : s.order)
    out["order"].push_back(node + 1);
  out["cycles"] = s.cycles;
  out["issue_cycles"] = s.issue_cycles;
  out["lower_bound"] = s.lower_bound;
  out["proven"] = s.proven;
  out["stall_cycles"] = s.stall_cycles();
  out["stalls"] = Json::object();
  for (std::size_t r = 0; r < s.stalls.size(); ++r)
    if (s.stalls.at(r) > 0)
      out["stalls"][std::string(info(static_cast<Reason>(r)).name)] = s.stalls.at(r);
  out["registers"] = s.registers;
  out["folded"] = Json::array();
  for (const auto& [node, offset] :
       sched::folded_offsets(block.problem.block(), block.problem.graph().folding, s.order))
    out["folded"].push_back({{"instruction", node + 1}, {"offset", offset}});
  out["note"] = s.note.empty() ? Json(nullptr) : Json(s.note);
  out["steps"] = Json::array();
  for (const sched::Step& step : s.steps)
    out["steps"].push_back(step_json(step));
  return out;
}

Json block_json(const ScheduledBlock& block) {
  const sched::Block& b = block.problem.block();
  const sched::GraphMeasures& m = block.problem.measures();
  Json out;
  out["block"] = {{"number", block.number}, {"label", b.label}, {"instructions", Json::array()}};
  for (sched::Node node = 0; node < b.count; ++node)
    out["block"]["instructions"].push_back({{"number", node + 1},
                                            {"text", b.text(node)},
                                            {"line", b.program->place_of(b.index_of(node)).line},
                                            {"depth", m.depth[node]},
                                            {"height", m.height[node]},
                                            {"slack", m.slack[node]}});
  out["edges"] = Json::array();
  for (const std::vector<sched::Edge>* edges : {&block.shown.edges, &block.shown.carried})
    for (const sched::Edge& edge : *edges)
      out["edges"].push_back(edge_json(block.shown, edge));
  out["critical_path"] = Json::array();
  for (const sched::Node node : m.critical_path)
    out["critical_path"].push_back(node + 1);
  out["critical_path_cycles"] = m.critical;
  out["legal_orders"] = block.orders.exact ? Json(block.orders.count) : Json(nullptr);
  out["legal_orders_log10"] =
      block.orders.exact ? Json::array({std::log10(static_cast<double>(block.orders.count)),
                                        std::log10(static_cast<double>(block.orders.count))})
                         : Json::array({block.orders.log10_at_least, block.orders.log10_at_most});
  out["exact"] = block.inexact.empty();
  out["inexact_because"] = block.inexact.empty() ? Json(nullptr) : Json(block.inexact);
  out["stays_because"] = block.left.empty() ? Json(nullptr) : Json(block.left);
  out["schedules"] = Json::array();
  for (const sched::Schedule& s : block.schedules)
    out["schedules"].push_back(schedule_json(block, s));
  return out;
}

} // namespace

const sched::Schedule* ScheduledBlock::best() const {
  const auto shortest = std::min_element(
      schedules.begin(), schedules.end(),
      [](const sched::Schedule& a, const sched::Schedule& b) { return a.cycles < b.cycles; });
  return shortest == schedules.end() ? nullptr : &*shortest;
}

std::uint32_t ScheduledBlock::lower_bound() const {
  std::uint32_t bound = problem.lower_bound();
  for (const sched::Schedule& s : schedules)
    bound = std::max(bound, s.lower_bound);
  return bound;
}

namespace {

/// Totals over all blocks, each executed once.
std::string sums_text(const std::vector<ScheduledBlock>& blocks) {
  std::size_t instructions = 0;
  for (const ScheduledBlock& block : blocks)
    instructions += block.problem.block().count;
  std::string text =
      fmt::format("\n{} blocks, {} instructions; each block once:\n\n  {:<16} {:>8}  "
                  "{:>14}\n",
                  blocks.size(), instructions, "scheduler", "cycles", "proven best");
  for (std::size_t s = 0; s < blocks.front().schedules.size(); ++s) {
    std::uint64_t cycles = 0;
    std::size_t proven = 0;
    for (const ScheduledBlock& block : blocks) {
      cycles += block.schedules[s].cycles;
      proven += block.schedules[s].cycles == block.lower_bound() ? 1 : 0;
    }
    text += fmt::format("  {:<16} {:>8}  {:>5} of {:>5}\n", blocks.front().schedules[s].name,
                        cycles, proven, blocks.size());
  }
  return text;
}

} // namespace

namespace {

std::string verification_text(const sched::Verification& v) {
  if (!v.equal())
    return fmt::format("the schedule computes something else: {}", v.difference);
  if (v.blocks == 0)
    return "verified: no block is another one that can be run on its own";
  if (v.blocks)
    return fmt::format(
        "verified: the results are the same, of {} changed block{} run on {} own with "
        "{} drawn inputs{}",
        *v.blocks, *v.blocks == 1 ? "" : "s", *v.blocks == 1 ? "its" : "their", v.inputs - 1,
        v.compared > 0 ? " and of the whole program"
                       : "; the whole program was not compared, as it comes to no end");
  return fmt::format("verified: the results are the same with {} inputs, on {} of which the "
                     "program comes to an end",
                     v.inputs, v.compared);
}

} // namespace

std::string schedule_text(const ScheduleReport& report) {
  std::string text = fmt::format("{} on {}\n", clean(report.program), report.machine);
  for (const std::string& note : report.notes)
    text += note + "\n";
  if (report.verification)
    text += verification_text(*report.verification) + "\n";
  if (report.predicted)
    text += prediction_text(*report.predicted);
  if (report.blocks.size() > 1)
    text += sums_text(report.blocks);
  if (report.blocks.size() > kManyBlocks)
    return text + "\n  --function NAME or --block N shows one\n";
  for (const PipelineReport& loop : report.loops)
    text += "\n" + pipeline_text(loop, report.steps);
  for (const ScheduledBlock& block : report.blocks) {
    const sched::Block& b = block.problem.block();
    text += "\n" + heading(block) + "\n";
    if (report.graph || b.count <= kShortBlock)
      text += sched::graph_text(block.shown) + critical_text(block);
    text += "\n" + table_text(block);
    if (!block.inexact.empty())
      text += fmt::format("  cycles are an estimate: {}\n", block.inexact);
    if (!block.left.empty())
      text += fmt::format("  it stays as it is: {}\n", block.left);
    for (const sched::Schedule& s : block.schedules)
      if (report.steps && !s.steps.empty())
        text += fmt::format("\n{}, step by step\n{}", s.name, sched::steps_text(b, s));
  }
  return text;
}

std::string schedule_json(const ScheduleReport& report, const trace::RunRecord* before,
                          const trace::RunRecord* after) {
  Json out;
  out["schema"] = "stallscope.schedule/1";
  out["program"] = report.program;
  out["machine"] = report.machine;
  out["transformations"] = report.notes;
  out["verified"] =
      report.verification
          ? Json{{"inputs", report.verification->inputs},
                 {"compared", report.verification->compared},
                 {"blocks",
                  report.verification->blocks ? Json(*report.verification->blocks) : Json(nullptr)},
                 {"difference", report.verification->equal()
                                    ? Json(nullptr)
                                    : Json(report.verification->difference)}}
          : Json(nullptr);
  out["loops"] = Json::array();
  for (const PipelineReport& loop : report.loops)
    out["loops"].push_back(pipeline_json(loop));
  out["predicted"] = report.predicted ? Json{{"source_cycles", report.predicted->source},
                                             {"scheduled_cycles", report.predicted->scheduled},
                                             {"exact", report.predicted->inexact.empty()}}
                                      : Json(nullptr);
  // The longest block usually matters most; `blocks` has the others.
  const auto longest = std::max_element(report.blocks.begin(), report.blocks.end(),
                                        [](const ScheduledBlock& a, const ScheduledBlock& b) {
                                          return a.problem.block().count < b.problem.block().count;
                                        });
  out.update(block_json(*longest));
  out["blocks"] = Json::array();
  for (const ScheduledBlock& block : report.blocks)
    out["blocks"].push_back(block_json(block));
  if (before != nullptr && after != nullptr)
    out["simulated"] = {{"source_cycles", before->cycles},
                        {"scheduled_cycles", after->cycles},
                        {"cycles_saved", static_cast<std::int64_t>(before->cycles) -
                                             static_cast<std::int64_t>(after->cycles)}};
  else
    out["simulated"] = nullptr;
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string schedule_html(const ScheduleReport& report, const std::string& comparison) {
  std::string body;
  for (const std::string& note : report.notes)
    body += fmt::format("<p>{}</p>\n", escaped_markup(note));
  if (report.verification)
    body += fmt::format("<p>{}</p>\n", escaped_markup(verification_text(*report.verification)));
  for (const PipelineReport& loop : report.loops)
    body += fmt::format("<h2>Loop {}</h2>\n<figure>{}</figure>\n<pre>{}</pre>\n",
                        escaped_markup(loop.loop->label), pipeline_svg(loop),
                        escaped_markup(pipeline_text(loop, report.steps)));
  for (const ScheduledBlock& block : report.blocks) {
    const sched::Block& b = block.problem.block();
    body += fmt::format("<h2>{}</h2>\n", escaped_markup(heading(block)));
    if (report.graph || b.count <= kShortBlock)
      body += fmt::format("<figure>{}</figure>\n<pre>{}</pre>\n", sched::graph_svg(block.shown),
                          escaped_markup(sched::graph_text(block.shown) + critical_text(block)));
    body += fmt::format("<pre>{}</pre>\n", escaped_markup(table_text(block)));
    if (!block.inexact.empty())
      body += fmt::format("<p>Cycles are an estimate: {}.</p>\n", escaped_markup(block.inexact));
    if (!block.left.empty())
      body += fmt::format("<p>It stays as it is: {}.</p>\n", escaped_markup(block.left));
    for (const sched::Schedule& s : block.schedules)
      if (!s.steps.empty())
        body += fmt::format("<h3>{}, step by step</h3>\n<pre>{}</pre>\n", escaped_markup(s.name),
                            escaped_markup(sched::steps_text(b, s)));
  }
  if (!comparison.empty())
    body += "<h2>Source and schedule, simulated</h2>\n<figure>" +
            // without XML prologue
            comparison.substr(std::min(comparison.find("<svg"), comparison.size())) + "</figure>\n";
  const std::string title =
      escaped_markup(fmt::format("{} scheduled for {}", report.program, report.machine));
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
                     "<title>{0}</title>\n<style>body{{font-family:sans-serif;margin:2em}}"
                     "pre{{overflow-x:auto;line-height:1.35}}figure{{margin:0;overflow-x:auto}}"
                     "</style></head>\n<body>\n<h1>{0}</h1>\n{1}</body>\n</html>\n",
                     title, body);
}

} // namespace stallscope::cli

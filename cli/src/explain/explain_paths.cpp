#include "explain/explain_paths.hpp"

#include "base/counted.hpp"
#include "base/utf8.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "session/critical_path.hpp"
#include "subject/run_end.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace stallscope::cli {

namespace {

using PathJson = nlohmann::ordered_json;
using trace::PathLink;

std::string strong_text(const std::string& text, bool color) {
  return color ? "\033[1m" + text + "\033[0m" : text;
}

std::string path_written(const PathJson& out) {
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string path_lane(const trace::RunRecord& run, LaneId lane) {
  return lane < run.timeline.lanes.size() ? run.timeline.lanes[lane].name : std::string();
}

PathJson path_op_json(OpId op) {
  return op ? PathJson(op.value) : PathJson(nullptr);
}

PathJson path_link_json(const PathLink& link, const trace::RunRecord& run) {
  const std::string& reg = run.legend.register_name(link.cause.reg);
  return {{"kind", trace::name_of(link.kind)},
          {"op", path_op_json(link.op)},
          {"from", path_op_json(link.from)},
          {"lane", path_lane(run, link.lane)},
          {"reason", info(link.cause.why).name},
          {"register",
           link.cause.reg == kNoRegister || reg.empty() ? PathJson(nullptr) : PathJson(reg)},
          {"begin_cycle", link.begin.value},
          {"cycles", link.cycles()},
          {"sentence", trace::link_sentence(link, run)}};
}

/// One line for each link; links of 0 cycles explain the next one.
std::string links_text(const std::vector<PathLink>& links, const trace::RunRecord& run,
                       unsigned columns) {
  std::string text;
  for (const PathLink& link : links)
    text += wrapped(link.begin == link.end ? std::string("          ")
                                           : fmt::format("  {:>6}  ", link.cycles()),
                    clean(trace::link_sentence(link, run)), columns);
  return text;
}

/// The settings as command-line options: " with --set 'a=1' --set 'b=[]'"; empty without settings.
std::string settings_words(const std::vector<std::string>& settings) {
  std::string text;
  for (const std::string& setting : settings)
    text += fmt::format("{}--set '{}'", text.empty() ? " with " : " ", setting);
  return text;
}

/// Program and machine of a path: "on ooo-4 with --set 'front_end.width=2'".
std::string machine_words(const trace::RunRecord& run, const std::vector<std::string>& settings) {
  return fmt::format("on {}{}", run.machine, settings_words(settings));
}

/// A chain with its headline; `below`: what stands under the headline.
std::string chain_text(const trace::WhyChain& chain, const trace::RunRecord& run,
                       const std::string& below, const trace::TextStyle& style) {
  std::string headline = wrapped("", clean(trace::chain_headline(chain, run)), style.columns);
  headline.pop_back();
  std::string text = strong_text(headline, style.color) + "\n" + below +
                     "  cycles  from the end of the wait back to its root\n" +
                     links_text(chain.links, run, style.columns);
  text += fmt::format("  {:>6}  in all\n", chain.end - chain.begin);
  if (!chain.before.empty())
    text += "\n  cycles  before that, back to what was waited for\n" +
            links_text(chain.before, run, style.columns);
  return text;
}

std::string why_text(const session::CellAnswer& answer, const std::vector<std::string>& settings,
                     const trace::TextStyle& style) {
  const trace::RunRecord& run = answer.run;
  std::string text =
      chain_text(*answer.chain, run,
                 wrapped("", clean(fmt::format("{} {}", run.program, machine_words(run, settings))),
                         style.columns),
                 style);
  if (answer.of_free_slots)
    text += "\n" + chain_text(*answer.of_free_slots, run, "", style);
  if (answer.others > 0)
    text += wrapped(
        "\n  ",
        fmt::format("{} held in this cycle as well; --op N asks about another",
                    counted(answer.others, "younger operation is", "younger operations are")),
        style.columns);
  return text;
}

void add_chain(PathJson& out, const trace::WhyChain& chain, const trace::RunRecord& run) {
  out["op"] = path_op_json(chain.op);
  out["lane"] = path_lane(run, chain.lane);
  out["reason"] = info(chain.cause.why).name;
  out["begin_cycle"] = chain.begin.value;
  out["cycles"] = chain.end - chain.begin;
  out["headline"] = trace::chain_headline(chain, run);
  out["links"] = PathJson::array();
  for (const PathLink& link : chain.links)
    out["links"].push_back(path_link_json(link, run));
  out["before"] = PathJson::array();
  for (const PathLink& link : chain.before)
    out["before"].push_back(path_link_json(link, run));
}

std::string why_json(const session::CellAnswer& answer, const std::vector<std::string>& settings) {
  PathJson out{{"schema", "stallscope.why_chain/1"},
               {"program", answer.run.program},
               {"machine", answer.run.machine},
               {"set", settings}};
  add_chain(out, *answer.chain, answer.run);
  out["free_slots"] = nullptr;
  if (answer.of_free_slots)
    add_chain(out["free_slots"] = PathJson::object(), *answer.of_free_slots, answer.run);
  return path_written(out);
}

std::string why_svg(const session::CellAnswer& answer, const std::vector<std::string>& settings) {
  const std::string headline =
      fmt::format("{} ({})", trace::chain_headline(*answer.chain, answer.run),
                  machine_words(answer.run, settings));
  std::vector<trace::PathPicture> chains{{headline, answer.chain->whole()}};
  if (answer.of_free_slots)
    chains.push_back(
        {trace::chain_headline(*answer.of_free_slots, answer.run), answer.of_free_slots->whole()});
  return trace::path_svg(answer.run, chains, headline);
}

std::string verification_words(const session::CriticalEdge& edge) {
  if (!edge.verified)
    return "no change takes this alone away";
  const session::VerifiedChange& change = *edge.verified;
  return (change.settings.empty() ? "when " + change.title
                                  : settings_words(change.settings).substr(1)) +
         (edge.others == 0
              ? std::string()
              : fmt::format(", which is for {} as well",
                            counted(edge.others, "other kind of edges", "other kinds of edges")));
}

/// Cycles saved, negative when the run takes longer; "-" when not measured.
std::string saves_words(const session::CriticalEdge& edge) {
  return edge.verified ? std::to_string(edge.verified->cycles_saved) : "-";
}

/// Cycles of the path by kind of edge and reason.
std::string critical_shares(const session::CriticalPathReport& report) {
  std::vector<std::pair<std::string, std::uint64_t>> shares;
  for (const PathLink& link : report.path) {
    if (link.begin == link.end)
      continue;
    const std::string lane = path_lane(report.run, link.lane);
    const std::string name =
        link.cause.why != Reason::none       ? std::string(info(link.cause.why).title)
        : link.kind == trace::EdgeKind::work ? "in " + lane
                                             : std::string(trace::name_of(link.kind)) + " order";
    const auto same = std::find_if(shares.begin(), shares.end(),
                                   [&name](const auto& one) { return one.first == name; });
    if (same == shares.end())
      shares.emplace_back(name, link.cycles());
    else
      same->second += link.cycles();
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [name, cycles] : shares)
    text += fmt::format("  {:>8}  {}\n", cycles, name);
  return text;
}

std::string critical_headline(const session::CriticalPathReport& report,
                              const std::vector<std::string>& settings) {
  std::uint64_t cycles = 0;
  for (const PathLink& link : report.path)
    cycles += link.cycles();
  // The path ends at the last retirement; the machine may not count all cycles of the drain.
  const std::string of_run =
      report.whole && cycles > report.run.cycles
          ? fmt::format(", of which the machine counts {} (counting.drain)", report.run.cycles)
          : std::string();
  return fmt::format("Critical path of {} {}: {} in {}{}", report.run.program,
                     machine_words(report.run, settings), counted(cycles, "cycle", "cycles"),
                     counted(report.path.size(), "link", "links"), of_run);
}

std::string critical_svg(const session::CriticalPathReport& report,
                         const std::vector<std::string>& settings) {
  const std::string headline = critical_headline(report, settings);
  return trace::path_svg(report.run, {{headline, report.path}}, headline);
}

/// Limit of links printed as text; JSON has all of them.
constexpr std::size_t kShownLinks = 40;

/// The edges with the largest savings, with their measurements.
std::string critical_edges(const session::CriticalPathReport& report,
                           const trace::TextStyle& style) {
  std::string text =
      "\n    saves  cycles  graph  edges of the path, those first without which a run "
      "saves most\n";
  for (const session::CriticalEdge& edge : report.top) {
    text += wrapped(fmt::format("  {:>7} {:>7} {:>6}  ", saves_words(edge), edge.edge.cycles,
                                edge.edge.shorter_cycles),
                    fmt::format("{}{}", clean(edge.sentence),
                                edge.edge.times > 1 ? fmt::format(" ({} times)", edge.edge.times)
                                                    : std::string()),
                    style.columns);
    if (report.whole)
      text += wrapped("                          ", clean(verification_words(edge)), style.columns);
  }
  return text +
         wrapped("  ",
                 "saves: measured, by a run with the change that stands below; it changes all "
                 "operations of a kind, those beside the path too, and so may save more than is on "
                 "the path. cycles: of the path. graph: so much shorter is the longest way through "
                 "the graph of this run without the edges, all else as it was; that is an estimate "
                 "and no bound",
                 style.columns);
}

/// The edges outside the path with the least slack.
std::string nearly_critical(const trace::RunRecord& run, const trace::TextStyle& style) {
  constexpr std::size_t kMost = 10;
  const auto near = trace::RunGraph(run).nearly_critical(kMost);
  if (near.empty())
    return "";
  std::string text =
      "\n    slack  cycles  edges beside the path, those first that have the least\n";
  for (const trace::RunGraph::NearLink& one : near)
    text += wrapped(fmt::format("  {:>7} {:>7}  ", one.slack, one.link.cycles()),
                    clean(trace::link_sentence(one.link, run)), style.columns);
  return text + wrapped("  ",
                        "slack: so many cycles more may the edge take before the run takes longer; "
                        "edges of the path have none. --json has that of all edges",
                        style.columns);
}

std::string critical_text(const session::CriticalPathReport& report,
                          const std::vector<std::string>& settings, const trace::TextStyle& style) {
  const trace::RunRecord& run = report.run;
  std::string headline = wrapped("", clean(critical_headline(report, settings)), style.columns);
  headline.pop_back();
  std::string text = strong_text(headline, style.color) + "\n\n" + critical_shares(report) +
                     critical_edges(report, style);
  if (report.left_out > 0)
    text +=
        wrapped("  ",
                fmt::format("{} more kinds of edges, with the fewest cycles, were not looked at",
                            report.left_out),
                style.columns);
  text += nearly_critical(run, style);
  text += "\n   cycles  the path, from the first cycle to the last\n";
  const std::size_t shown = std::min(report.path.size(), kShownLinks);
  text +=
      links_text({report.path.begin(), report.path.begin() + static_cast<std::ptrdiff_t>(shown)},
                 run, style.columns);
  if (shown < report.path.size())
    text += wrapped("  ",
                    fmt::format("... and {} more links; --json has all of them, --format svg draws "
                                "them",
                                report.path.size() - shown),
                    style.columns);
  if (!report.whole)
    text += wrapped("\n  ",
                    "the record is a part of the run: the path is that of the part, and no change "
                    "was measured",
                    style.columns);
  if (report.interrupted)
    text += "\n  interrupted: not every edge was looked at and verified\n";
  return text;
}

PathJson critical_edge_json(const session::CriticalEdge& edge, const trace::RunRecord& run) {
  PathJson out{{"kind", trace::name_of(edge.edge.kind)},
               {"reason", info(edge.edge.why).name},
               {"lane", path_lane(run, edge.edge.lane)},
               {"times", edge.edge.times},
               {"cycles", edge.edge.cycles},
               {"shorter_cycles", edge.edge.shorter_cycles},
               {"sentence", edge.sentence},
               {"others", edge.others},
               {"verified", nullptr}};
  if (edge.verified)
    out["verified"] = {{"set", edge.verified->settings},
                       {"title", edge.verified->title},
                       {"cycles_saved", edge.verified->cycles_saved}};
  return out;
}

std::string critical_json(const session::CriticalPathReport& report,
                          const std::vector<std::string>& settings) {
  const trace::RunRecord& run = report.run;
  PathJson out{{"schema", "stallscope.critical_path/1"},
               {"program", run.program},
               {"machine", run.machine},
               {"set", settings},
               {"cycles", run.cycles},
               {"whole", report.whole},
               {"interrupted", report.interrupted},
               {"path", PathJson::array()},
               {"top", PathJson::array()},
               {"left_out", report.left_out},
               {"nodes", PathJson::array()},
               {"edges", PathJson::array()}};
  for (const PathLink& link : report.path)
    out["path"].push_back(path_link_json(link, run));
  for (const session::CriticalEdge& edge : report.top)
    out["top"].push_back(critical_edge_json(edge, run));
  const trace::RunGraph graph(run);
  for (const trace::PathNode& node : graph.nodes())
    out["nodes"].push_back({{"op", path_op_json(node.op)},
                            {"cycle", node.at.value},
                            {"event", node.op ? trace::event_name(node, run) : ""},
                            {"lane", path_lane(run, node.lane)}});
  const std::vector<std::uint64_t> slacks = graph.slacks();
  for (std::size_t e = 0; e < slacks.size(); ++e) {
    const trace::PathEdge& edge = graph.edges()[e];
    out["edges"].push_back({{"kind", trace::name_of(edge.kind)},
                            {"reason", info(edge.cause.why).name},
                            {"from", edge.from},
                            {"to", edge.to},
                            {"cycles", edge.cycles},
                            {"slack", slacks[e]}});
  }
  return path_written(out);
}

} // namespace

int explain_chain(const ExplainArguments& a, const Simulated& subject) {
  const session::CellAnswer answer = session::why_chain(
      subject.program, subject.machine, subject.options, {a.cycle, std::nullopt, a.lane, a.op});
  if (!answer.chain) {
    if (interrupted())
      return kExitInterrupted;
    print_error(answer.problem);
    return kExitBadInput;
  }
  const std::vector<std::string>& settings = a.subject.settings;
  const std::string text =
      a.format == Format::json ? why_json(answer, settings)
      : a.format == Format::svg
          ? why_svg(answer, settings)
          : why_text(answer, settings, text_style(a.look, !a.output_file.empty()));
  return write_result(a.output_file, text) ? report_repetition(subject, a.subject) : kExitBadInput;
}

int explain_critical_path(const ExplainArguments& a, const Simulated& subject) {
  const session::CriticalPathReport report =
      session::critical_path(subject.program, subject.machine, subject.options);
  if (report.path.empty()) {
    if (!interrupted())
      print_error("nothing was recorded, so there is no path");
    return interrupted() ? kExitInterrupted : kExitBadInput;
  }
  const std::vector<std::string>& settings = a.subject.settings;
  const std::string text =
      a.format == Format::json ? critical_json(report, settings)
      : a.format == Format::svg
          ? critical_svg(report, settings)
          : critical_text(report, settings, text_style(a.look, !a.output_file.empty()));
  if (!write_result(a.output_file, text))
    return kExitBadInput;
  return interrupted() ? kExitInterrupted : report_repetition(subject, a.subject);
}

} // namespace stallscope::cli

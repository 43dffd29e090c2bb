// The dependence graph of a run, for random programs on random machines of both kinds: its longest
// path is as long as the run, no edge is longer than its time, and every chain from a cell to its
// root accounts for all cycles of the cell's interval.

#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "sanitized.hpp"
#include "session/critical_path.hpp"
#include "session/runner.hpp"
#include "trace/critical_path.hpp"
#include "trace/render.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace stallscope;
using namespace stallscope::property;
using trace::PathLink;
using trace::RunGraph;

namespace {

std::uint64_t sum(const std::vector<PathLink>& links) {
  std::uint64_t cycles = 0;
  for (const PathLink& link : links)
    cycles += link.cycles();
  return cycles;
}

/// Links from the last to the first that touch each other.
bool is_connected(const std::vector<PathLink>& links) {
  for (std::size_t i = 0; i + 1 < links.size(); ++i)
    if (links[i].begin != links[i + 1].end || links[i].from != links[i + 1].op)
      return false;
  return true;
}

std::string broken_graph(const trace::RunRecord& run, const RunGraph& graph) {
  if (graph.cycles() != run.cycles)
    return fmt::format("the graph has {} cycles, the run {}", graph.cycles(), run.cycles);
  std::vector<PathLink> path = graph.critical_path();
  if (sum(path) != run.cycles)
    return fmt::format("the path has {} cycles, the run {}", sum(path), run.cycles);
  std::reverse(path.begin(), path.end());
  if (!is_connected(path))
    return "the path has a hole";
  for (const trace::PathEdge& edge : graph.edges())
    if (graph.nodes()[edge.from].at + edge.cycles > graph.nodes()[edge.to].at)
      return fmt::format("an edge of {} ({}) takes longer than it did",
                         graph.nodes()[edge.to].op.value, trace::name_of(edge.kind));
  if (graph.length_without([](const trace::PathEdge&) { return false; }) != run.cycles)
    return "the longest path is not as long as the run";
  const std::vector<std::uint64_t> slacks = graph.slacks();
  if (std::any_of(slacks.begin(), slacks.end(),
                  [&](std::uint64_t slack) { return slack > run.cycles; }))
    return "a slack below zero";
  return {};
}

/// Who retires behind others is said to wait for the oldest of those that were done only then, and
/// nobody is left where he only waits for his turn.
std::string broken_turn(const trace::RunRecord& run, const trace::WhyChain& chain) {
  const Timeline& timeline = run.timeline;
  const auto unit = std::find_if(timeline.lanes.rbegin(), timeline.lanes.rend(),
                                 [](const Lane& lane) { return lane.is_unit; });
  const auto behind = static_cast<std::size_t>(timeline.lanes.rend() - unit);
  const auto is_done = [&](LaneId lane) {
    return run.counts_micro_ops && lane != kNoLane && lane >= behind &&
           timeline.lanes[lane].is_queue;
  };
  const auto done_in_time = [&](const OpRow& row) {
    const Span& last = timeline.spans_of(row).back();
    return !row.flushed && !row.in_flight && is_done(last.lane) && last.end - last.begin == 1;
  };
  for (const PathLink& link : chain.links) {
    if (link.kind != trace::EdgeKind::retire)
      continue;
    for (const OpRow& row : timeline.rows)
      if (const OpRow* from = timeline.find(link.from);
          from != nullptr && row.op < link.from && row.end == from->end && done_in_time(row))
        return fmt::format("{} retires behind {}, and {} was done no earlier", link.op.value,
                           link.from.value, row.op.value);
  }
  return {};
}

/// A wait of a chain is one of its own operation: the record has it held so, up to the cycle in
/// which the link ends. What was lost at fetch is a gap, and no wait of somebody.
std::string broken_waits(const Timeline& timeline, const std::vector<PathLink>& links) {
  for (const PathLink& link : links) {
    const OpRow* const row = timeline.find(link.op);
    if (link.kind != trace::EdgeKind::wait || row == nullptr || link.end == row->begin)
      continue;
    const auto spans = timeline.spans_of(*row);
    if (std::none_of(spans.begin(), spans.end(), [&](const Span& span) {
          return span.cause == link.cause && span.lane == link.lane && span.end == link.end;
        }))
      return fmt::format("{} is not held for {} of {} until {}", link.op.value,
                         info(link.cause.why).name, link.cause.culprit.value, link.end.value);
  }
  return {};
}

/// Of a few cells of operations and lanes.
std::string broken_cells(const trace::RunRecord& run, const RunGraph& graph, Random& random) {
  const Timeline& timeline = run.timeline;
  for (unsigned look = 0; look < 40 && !timeline.spans.empty(); ++look) {
    const Span& span = timeline.spans[random.next() % timeline.spans.size()];
    const auto chain = graph.why(span.op, span.begin);
    if (!chain)
      return fmt::format("no chain for {} in cycle {}", span.op.value, span.begin.value);
    if (sum(chain->links) != chain->end - chain->begin || !is_connected(chain->links))
      return fmt::format("{} in cycle {}: {} of {} cycles", span.op.value, span.begin.value,
                         sum(chain->links), chain->end - chain->begin);
    if (chain->op != span.op || !(chain->cause == span.cause) || chain->begin > span.begin ||
        chain->end < std::min(span.end, timeline.end_cycle))
      return fmt::format("the chain of {} in cycle {} is another one", span.op.value,
                         span.begin.value);
    for (const std::string& problem :
         {broken_turn(run, *chain), broken_waits(timeline, chain->whole())})
      if (!problem.empty())
        return problem;
    if (timeline.gaps.empty())
      continue;
    const Gap& gap = timeline.gaps[random.next() % timeline.gaps.size()];
    const auto empty = graph.why_empty(gap.lane, gap.begin);
    if (!empty || sum(empty->links) != empty->end - empty->begin)
      return fmt::format("{} empty in cycle {}: {} cycles", timeline.lanes[gap.lane].name,
                         gap.begin.value, empty ? sum(empty->links) : 0);
  }
  return {};
}

void check_graph(const Case& c, const machine::Machine& machine) {
  session::RunOptions options;
  options.record = true;
  options.limit_cycles = 2'000;
  const trace::RunRecord run = session::run_program(c.program, machine, options);
  if (run.timeline.end_cycle.value != run.cycles + 1)
    return; // cycles that do not count (counting.drain) are in the record
  const RunGraph graph(run);
  Random random(c.seed);
  for (const std::string& problem : {broken_graph(run, graph), broken_cells(run, graph, random)})
    if (!problem.empty())
      FAIL(problem << c.described());
}

/// Cycles of the run with settings; none when it ends otherwise.
std::optional<std::uint64_t> cycles_with(const Case& c, const machine::Machine& machine,
                                         const std::vector<std::string>& texts,
                                         const session::RunOptions& options) {
  std::vector<machine::Setting> settings;
  for (const std::string& text : texts)
    settings.push_back(machine::parse_setting(text).value());
  const auto changed = machine::parse_machine(machine.name, machine::dump(machine), settings);
  if (!changed.ok())
    return std::nullopt;
  return session::run_program(c.program, changed.value(), options).cycles;
}

/// What a report says of two edges, of those of the path or of those that are measured, is not the
/// same.
std::string broken_words(const session::CriticalPathReport& report) {
  std::set<std::string> of_path;
  for (const PathLink& link : report.path)
    if (const std::string text = trace::link_sentence(link, report.run);
        !of_path.insert(text).second)
      return "two edges of the path: " + text;
  std::set<std::string> of_top;
  for (const session::CriticalEdge& edge : report.top)
    if (!of_top.insert(edge.sentence).second)
      return "two kinds of edges: " + edge.sentence;
  return {};
}

/// A reported saving is that of the settings beside it; the largest comes first, unmeasured ones
/// last.
std::string broken_savings(const Case& c, const machine::Machine& machine, unsigned& measured) {
  session::RunOptions options;
  options.limit_cycles = 2'000;
  const session::CriticalPathReport report = session::critical_path(c.program, machine, options);
  if (const std::string problem = broken_words(report); !problem.empty())
    return problem;
  // Cycles that do not count (counting.drain) are in the record, and on the path.
  const std::uint64_t all = std::max(report.run.cycles, report.run.timeline.end_cycle.value - 1);
  std::uint64_t cycles = 0;
  for (std::size_t i = 0; i < report.top.size(); ++i) {
    const session::CriticalEdge& edge = report.top[i];
    cycles += edge.edge.cycles;
    if (edge.edge.cycles > all || edge.edge.shorter_cycles > all)
      return "an edge is longer than the run";
    if (i > 0 && edge.verified &&
        (!report.top[i - 1].verified ||
         report.top[i - 1].verified->cycles_saved < edge.verified->cycles_saved))
      return "what saves most is not first";
    if (!edge.verified || edge.verified->settings.empty())
      continue;
    ++measured;
    const auto with = cycles_with(c, machine, edge.verified->settings, options);
    if (!with ||
        static_cast<std::int64_t>(report.run.cycles - *with) != edge.verified->cycles_saved)
      return fmt::format("{}: said to save {}, takes {} of {} cycles", edge.sentence,
                         edge.verified->cycles_saved, with.value_or(0), report.run.cycles);
  }
  return cycles > all ? "the edges are longer than the run" : "";
}

} // namespace

TEST_CASE("critical path: what its edges save is measured, and the most comes first") {
  unsigned measured = 0;
  for_each_case(4'713'000, kSanitized ? 3 : 15, [&](const Case& c) {
    if (const std::string problem = broken_savings(c, c.machine, measured); !problem.empty())
      FAIL(problem << c.described());
  });
  for_each_dynamic_case(4'714'000, kSanitized ? 3 : 15, [&](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    if (const std::string problem = broken_savings(c, machine, measured); !problem.empty())
      FAIL(problem << c.described());
  });
  CHECK(measured > (kSanitized ? 2 : 10));
}

TEST_CASE("critical path: as long as the run, in order") {
  for_each_case(4'711'000, kSanitized ? 40 : 200, [](const Case& c) { check_graph(c, c.machine); });
}

TEST_CASE("critical path: as long as the run, dynamically scheduled", "[out_of_order]") {
  for_each_dynamic_case(4'712'000, kSanitized ? 40 : 150, [](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    check_graph(c, machine);
  });
}

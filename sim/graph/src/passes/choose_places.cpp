#include "passes/choose_places.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <utility>

namespace stallscope::graph {

namespace {

RewriteLog unlimited(std::set<NodeId> skipped) {
  RewriteLog log(std::numeric_limits<std::uint64_t>::max());
  log.skip(std::move(skipped));
  return log;
}

bool costs_more(const std::optional<GraphCost>& after, const GraphCost& before) {
  return !after || after->exceeds(before);
}

} // namespace

ChosenPlaces choose_places(const Graph& graph, const std::function<Graph(RewriteLog&)>& run,
                           const CostOf& cost_of) {
  ChosenPlaces out;
  std::optional<GraphCost> now = cost_of(graph);
  if (!now)
    return out; // what cannot run can only gain
  RewriteLog all = unlimited({});
  const Graph with_all = run(all);
  if (all.list().empty())
    return out;
  const std::optional<GraphCost> of_all = cost_of(with_all);
  if (!costs_more(of_all, *now))
    return out;
  std::map<NodeId, const Rewrite*> units; // by their first replacement
  for (const Rewrite& rewrite : all.list()) {
    units.try_emplace(rewrite.unit, &rewrite);
    out.skipped.insert(rewrite.unit);
  }
  if (units.size() == 1 || units.size() > kMostTriedUnits) {
    Rewrite rewrite = all.list().front();
    if (units.size() > 1)
      rewrite.what = fmt::format("{} places together, the first: {}", units.size(), rewrite.what);
    out.declined.push_back({std::move(rewrite), *now, of_all});
    return out;
  }
  for (const auto& [unit, rewrite] : units) {
    std::set<NodeId> skipped = out.skipped;
    skipped.erase(unit);
    RewriteLog log = unlimited(skipped);
    const std::optional<GraphCost> after = cost_of(run(log));
    if (costs_more(after, *now)) {
      out.declined.push_back({*rewrite, *now, after});
      continue;
    }
    now = after;
    out.skipped = std::move(skipped);
  }
  return out;
}

std::string text_of(const Declined& declined) {
  const Rewrite& of = declined.rewrite;
  const std::string place =
      of.place.line == 0 ? std::string() : fmt::format(" ({}:{})", of.place.line, of.place.column);
  if (!declined.after)
    return fmt::format("{}{}: the graph would exceed the memory limit", of.what, place);
  return fmt::format("{}{}: {} > {} ticks, {} > {} bytes", of.what, place, declined.before.ticks,
                     declined.after->ticks, declined.before.bytes, declined.after->bytes);
}

} // namespace stallscope::graph

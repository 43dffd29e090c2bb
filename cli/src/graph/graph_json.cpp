#include "base/csv.hpp"
#include "graph/execute/dispatch.hpp"
#include "graph/execute/events.hpp"
#include "graph/graph_run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;
using graph::NodeId;

Json numbers(const graph::Tensor& tensor) {
  Json list = Json::array();
  for (const double value : tensor.values)
    list.push_back(value);
  return list;
}

Json shape_json(const graph::Shape& shape) {
  Json list = Json::array();
  for (const std::int64_t size : shape)
    list.push_back(size);
  return list;
}

Json nodes_json(const GraphRun& run) {
  const graph::Graph& g = run.graph;
  const std::vector<graph::StorageView> views = graph::storage_views(g);
  Json list = Json::array();
  for (NodeId id = 0; id < g.nodes.size(); ++id) {
    const graph::Node& node = g.at(id);
    Json inputs = Json::array();
    for (const NodeId from : node.inputs)
      inputs.push_back(g.at(from).name);
    Json entry = {{"name", node.name},
                  {"operator", graph::operator_name(node)},
                  {"inputs", std::move(inputs)},
                  {"type", graph::name(node.type)},
                  {"shape", shape_json(node.shape)},
                  {"text", graph::text_of(g, id)},
                  {"line", node.place.line == 0 ? Json(nullptr) : Json(node.place.line)},
                  {"backward", node.backward},
                  {"flop", graph::is_source(node.op) ? 0 : graph::flop_of(g, id)},
                  {"bytes", graph::bytes_of(g, id)},
                  {"storage", g.at(views[id].storage).name},
                  {"strides", views[id].strides},
                  {"offset", views[id].offset}};
    const graph::TaskIndex task = run.execution.kernel_of[id];
    if (task != graph::kNoTask) {
      entry["lane"] = run.execution.lanes[run.execution.tasks[task].lane].name;
      entry["start"] = run.execution.tasks[task].start;
      entry["end"] = run.execution.tasks[task].end;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json values_json(const GraphRun& run) {
  Json out = Json::object();
  const std::vector<bool> open = graph::not_computed(run.graph);
  const auto value_of = [&](NodeId id) {
    return open[id] ? Json(nullptr) : numbers(*run.values[id]);
  };
  for (NodeId id = 0; id < run.graph.nodes.size(); ++id)
    if (run.graph.at(id).named)
      out[run.graph.at(id).name] = value_of(id);
  for (const auto* names : {&run.graph.aliases, &run.graph.outputs})
    for (const graph::Output& name : *names)
      if (!out.contains(name.name))
        out[name.name] = value_of(name.node);
  return out;
}

Json gradients_of(const GraphDerivatives& d) {
  Json out = Json::object();
  for (std::size_t i = 0; i < d.wrt.size(); ++i)
    out[d.wrt[i]] = numbers(d.asked().values[i]);
  return out;
}

Json symbolic_json(const graph::SymbolicRow& row) {
  return {{"name", row.name},
          {"wrt", row.wrt},
          {"formula", graph::text_of(row.formula)},
          {"operators", row.formula->operators},
          {"derivative", graph::text_of(row.derivative)},
          {"derivative_operators", row.derivative->operators},
          {"simplified", row.simplified ? Json(row.simplified->text()) : Json(nullptr)}};
}

Json derivatives_json(const GraphRun& run) {
  Json list = Json::array();
  for (const GraphDerivatives& d : run.derivatives) {
    Json modes = Json::array();
    for (std::size_t i = 0; i < d.modes.size(); ++i) {
      const auto mode = static_cast<graph::Mode>(i);
      if (!d.modes[i]) {
        modes.push_back({{"mode", name(mode)}, {"why_not", d.why_not[i]}});
        continue;
      }
      const graph::Gradients& found = *d.modes[i];
      modes.push_back(
          {{"mode", name(mode)},
           {"passes", found.passes},
           {"operations", found.operations},
           {"total_operations", found.total_operations},
           {"kept_bytes", found.kept_bytes},
           {"step", mode == graph::Mode::numeric ? Json(found.step) : Json(nullptr)},
           {"error", d.modes[0] ? Json(graph::largest_error(*d.modes[0], found)) : Json(nullptr)}});
    }
    Json symbolic = Json::array();
    for (const graph::SymbolicRow& row : d.symbolic)
      symbolic.push_back(symbolic_json(row));
    list.push_back({{"of", d.of},
                    {"mode", name(d.mode)},
                    {"gradients", gradients_of(d)},
                    {"direction", d.direction},
                    {"modes", std::move(modes)},
                    {"symbolic", std::move(symbolic)}});
  }
  return list;
}

Json declined_json(const std::vector<graph::Declined>& declined) {
  Json list = Json::array();
  for (const graph::Declined& of : declined)
    list.push_back({{"what", of.rewrite.what},
                    {"line", of.rewrite.place.line},
                    {"column", of.rewrite.place.column},
                    {"ticks_before", of.before.ticks},
                    {"ticks_after", of.after ? Json(of.after->ticks) : Json(nullptr)},
                    {"bytes_before", of.before.bytes},
                    {"bytes_after", of.after ? Json(of.after->bytes) : Json(nullptr)}});
  return list;
}

Json passes_json(const GraphRun& run) {
  Json list = Json::array();
  if (run.optimized)
    for (const graph::PassResult& pass : run.optimized->passes)
      list.push_back({{"name", pass.name},
                      {"applied", pass.applied},
                      {"operations_before", pass.before.operations},
                      {"operations_after", pass.after.operations},
                      {"flop_before", pass.before.flop},
                      {"flop_after", pass.after.flop},
                      {"bytes_before", pass.before.bytes},
                      {"bytes_after", pass.after.bytes},
                      {"kernels_before", pass.before.kernels},
                      {"kernels_after", pass.after.kernels},
                      {"largest_difference", pass.largest_difference},
                      {"note", pass.note.empty() ? Json(nullptr) : Json(pass.note)},
                      {"declined", declined_json(pass.declined)}});
  return list;
}

Json failure_json(const graph::AllocatorRun& of, const graph::Graph& g) {
  if (!of.failure)
    return nullptr;
  const graph::AllocatorFailure& f = *of.failure;
  return {{"tick", f.tick},   {"node", g.at(f.node).name},      {"device", f.device},
          {"bytes", f.bytes}, {"allocated", f.allocated},       {"reserved", f.reserved},
          {"free", f.free},   {"largest_free", f.largest_free}, {"fragmentation", f.fragmentation}};
}

Json memory_json(const GraphRun& run, bool detail) {
  const GraphMemory& m = run.memory;
  Json out = {{"peak_kept", m.kept.peak},
              {"peak_released", m.released.peak},
              {"peak_in_place", m.in_place.peak},
              {"peak_at", m.released.peak_at}};
  if (!detail)
    return out;
  Json curve = Json::array();
  for (const auto& [tick, bytes] : m.released.bytes)
    curve.push_back({{"tick", tick}, {"bytes", bytes}});
  Json allocators = Json::array();
  for (const graph::AllocatorRun& run_of : m.allocators) {
    Json samples = Json::array();
    for (const graph::AllocatorSample& sample : run_of.samples)
      samples.push_back({{"tick", sample.tick},
                         {"allocated", sample.allocated},
                         {"reserved", sample.reserved},
                         {"free", sample.free},
                         {"free_blocks", sample.free_blocks},
                         {"largest_free", sample.largest_free},
                         {"fragmentation", sample.fragmentation()}});
    allocators.push_back({{"name", run_of.name},
                          {"peak_allocated", run_of.peak_allocated},
                          {"peak_reserved", run_of.peak_reserved},
                          {"device_calls", run_of.device_calls},
                          {"splits", run_of.splits},
                          {"merges", run_of.merges},
                          {"returned", run_of.returned},
                          {"failure", failure_json(run_of, run.graph)},
                          {"unused_at_peak", run_of.unused_at_peak},
                          {"worst_fragmentation", run_of.worst_fragmentation},
                          {"samples", std::move(samples)}});
  }
  out["curve"] = std::move(curve);
  out["allocators"] = std::move(allocators);
  return out;
}

Json idle_json(const GraphRun& run) {
  Json list = Json::array();
  for (std::uint32_t lane = 0; lane < run.execution.lanes.size(); ++lane) {
    std::uint64_t busy = 0;
    for (const graph::TaskIndex i : run.execution.lanes[lane].tasks)
      busy += run.execution.tasks[i].end - run.execution.tasks[i].start;
    Json idle = Json::object();
    for (const graph::IdleStretch& gap :
         graph::idle_stretches(run.execution, lane, run.options.style)) {
      const std::string why(info(gap.why).name);
      idle[why] = idle.value(why, std::uint64_t{0}) + (gap.end - gap.begin);
    }
    list.push_back({{"name", run.execution.lanes[lane].name},
                    {"busy", busy},
                    {"idle_by_reason", std::move(idle)}});
  }
  return list;
}

Json events_json(const GraphRun& run) {
  const auto task_json = [&run](graph::TaskIndex index) -> Json {
    const graph::Task& task = run.execution.tasks[index];
    return {{"node", run.graph.at(task.node).name},
            {"lane", run.execution.lanes[task.lane].name},
            {"start", task.start},
            {"end", task.end}};
  };
  Json list = Json::array();
  for (const graph::StreamEvent& event : graph::stream_events(run.execution)) {
    Json waits = Json::array();
    for (const graph::TaskIndex by : event.waits)
      waits.push_back(task_json(by));
    list.push_back({{"recorded_behind", task_json(event.recorded_behind)}, {"waits", waits}});
  }
  return list;
}

Json names_of(const graph::Graph& g, const std::vector<NodeId>& nodes) {
  Json names = Json::array();
  for (const NodeId id : nodes)
    names.push_back(g.at(id).name);
  return names;
}

Json orders_json(const GraphRun& run) {
  Json listed = Json::array();
  for (const auto& order : run.orders)
    listed.push_back(names_of(run.graph, order));
  const graph::OrderCount& count = run.order_count;
  return {{"exact", count.exact},
          {"count", count.exact ? Json(count.count) : Json(nullptr)},
          {"log10_at_least", count.exact ? std::log10(count.count) : count.log10_at_least},
          {"log10_at_most", count.exact ? std::log10(count.count) : count.log10_at_most},
          {"listed", std::move(listed)}};
}

Json dispatch_json(const GraphRun& run) {
  Json list = Json::array();
  for (const graph::DispatchRow& row :
       graph::dispatch_table(run.graph, run.execution, run.options.model))
    list.push_back({{"operator", row.op},
                    {"device", row.device},
                    {"type", graph::name(row.type)},
                    {"by", graph::name(row.kind)},
                    {"entry", row.key.empty() ? Json(nullptr) : Json(row.key)},
                    {"uses", row.uses},
                    {"ticks", row.ticks}});
  return list;
}

Json point_json(const graph::TunePoint& point) {
  return {{"schedule", graph::text_of(point.schedule)},
          {"tile", point.schedule.tile},
          {"block", {point.schedule.rows, point.schedule.columns}},
          {"unroll", point.schedule.unroll},
          {"order", std::string(point.schedule.order.begin(), point.schedule.order.end())},
          {"packed", point.schedule.packed},
          {"cycles", point.cycles},
          {"instructions", point.instructions},
          {"misses", point.misses}};
}

Json cache_json(const std::optional<graph::CacheUse>& use) {
  if (!use)
    return nullptr;
  Json sets = Json::array();
  for (const graph::CacheUse::Set& set : use->by_set)
    sets.push_back({{"accesses", set.accesses}, {"misses", set.misses}, {"lines", set.lines}});
  return {{"cache", use->cache},           {"ways", use->ways},
          {"line_bytes", use->line_bytes}, {"accesses", use->accesses},
          {"compulsory", use->misses[0]},  {"capacity", use->misses[1]},
          {"conflict", use->misses[2]},    {"sets", std::move(sets)},
          {"arrays", use->arrays},         {"evicted", use->evicted}};
}

Json tune_json(const GraphRun& run, const GraphArguments& a) {
  const graph::Tuned& t = *run.tuned;
  Json points = Json::array();
  for (const graph::TunePoint& point : t.points)
    points.push_back(point_json(point));
  return {{"name", a.tune},
          {"machine", a.machine},
          {"best", point_json(t.points[t.best])},
          {"cycles", t.points[t.best].cycles},
          {"naive_cycles", t.naive.cycles},
          {"bound", t.bound},
          {"space", t.space},
          {"naive_cache", cache_json(run.naive_cache)},
          {"best_cache", cache_json(run.best_cache)},
          {"points", std::move(points)}};
}

Json run_json(const GraphRun& run, const GraphArguments& a) {
  const graph::Totals all = graph::totals(run.graph);
  Json outputs = Json::array();
  for (const graph::Output& output : run.graph.outputs)
    outputs.push_back(output.name);
  Json out = {{"schema", "stallscope.graph/1"},
              {"graph", run.source.name},
              {"operations", all.operations},
              {"kernels", all.kernels},
              {"flop", all.flop},
              {"bytes", all.bytes},
              {"run", a.style},
              {"devices", run.options.devices},
              {"streams", run.options.streams},
              {"makespan", run.execution.makespan},
              {"launches", run.execution.launches},
              {"peak_bytes", run.memory.released.peak},
              {"outputs", std::move(outputs)},
              {"values", values_json(run)},
              {"gradients",
               run.derivatives.empty() ? Json::object() : gradients_of(run.derivatives.front())},
              {"derivatives", derivatives_json(run)},
              {"passes", passes_json(run)},
              {"lanes", idle_json(run)},
              {"events", events_json(run)},
              {"memory", memory_json(run, a.memory)},
              {"dispatch", dispatch_json(run)},
              {"orders", orders_json(run)},
              {"best", nullptr},
              {"nodes", nodes_json(run)}};
  if (run.best)
    out["best"] = {{"lower_bound", run.best->bound},
                   {"makespan", run.best->makespan},
                   {"proven", run.best->proven},
                   {"visited", run.best->visited},
                   {"order", names_of(run.graph, run.best->order)}};
  out["tune"] = run.tuned ? tune_json(run, a) : Json(nullptr);
  out["distribution"] = nullptr;
  if (run.distributed)
    out["distribution"] = {{"collectives", run.distributed->collectives},
                           {"largest_difference", run.distributed->largest_difference},
                           {"log", run.distributed->log}};
  out["checkpoints"] = nullptr;
  if (run.checkpoints)
    out["checkpoints"] = {{"kept", run.checkpoints->kept},
                          {"recomputed", run.checkpoints->recomputed},
                          {"makespan_before", run.checkpoints->makespan_before},
                          {"makespan_after", run.execution.makespan},
                          {"peak_before", run.checkpoints->peak_before},
                          {"peak_in_program_order", run.checkpoints->peak_in_program_order},
                          {"peak_after", run.memory.released.peak}};
  Json notes = Json::array();
  for (const Diagnostic& note : run.notes)
    notes.push_back({{"line", note.line}, {"message", note.message}});
  out["notes"] = std::move(notes);
  return out;
}

} // namespace

std::string graph_json(const GraphRun& run, const GraphArguments& a, const std::string& record) {
  Json out = run_json(run, a);
  if (!record.empty())
    out["record"] = Json::parse(record);
  return out.dump(2) + "\n";
}

std::string graph_comparison_json(const std::string& a, const std::string& b, const GraphRun& run_a,
                                  const GraphRun& run_b) {
  const Json out = {{"schema", "stallscope.graph_comparison/1"},
                    {"saved",
                     {{"ticks", static_cast<std::int64_t>(run_a.execution.makespan) -
                                    static_cast<std::int64_t>(run_b.execution.makespan)},
                      {"bytes", static_cast<std::int64_t>(run_a.memory.released.peak) -
                                    static_cast<std::int64_t>(run_b.memory.released.peak)}}},
                    {"a", Json::parse(a)},
                    {"b", Json::parse(b)}};
  return out.dump(2) + "\n";
}

std::string graph_csv(const GraphRun& run) {
  std::string out = "name,operator,type,shape,flop,bytes,lane,start,end\n";
  for (NodeId id = 0; id < run.graph.nodes.size(); ++id) {
    const graph::Node& node = run.graph.at(id);
    if (graph::is_source(node.op))
      continue;
    const graph::TaskIndex task = run.execution.kernel_of[id];
    out += fmt::format("{},{},{},{},{},{},", csv_field(node.name),
                       csv_field(std::string(graph::operator_name(node))), graph::name(node.type),
                       csv_field(graph::text_of(node.shape)), graph::flop_of(run.graph, id),
                       graph::bytes_of(run.graph, id));
    if (task == graph::kNoTask) {
      out += ",,\n";
      continue;
    }
    const graph::Task& of = run.execution.tasks[task];
    out +=
        fmt::format("{},{},{}\n", csv_field(run.execution.lanes[of.lane].name), of.start, of.end);
  }
  return out;
}

} // namespace stallscope::cli

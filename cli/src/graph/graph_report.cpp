#include "base/counted.hpp"
#include "graph/execute/dispatch.hpp"
#include "graph/execute/events.hpp"
#include "graph/graph_run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

namespace {

using graph::NodeId;

constexpr std::size_t kMostShownSteps = 200;
constexpr std::size_t kMostShownElements = 8;
constexpr std::size_t kMostShownSamples = 100;

std::string number_text(double value) {
  return fmt::format("{:.6g}", value);
}

/// `open`: the value depends on an unknown operator.
std::string tensor_text(const graph::Tensor& tensor, bool all, bool open = false) {
  if (open)
    return graph::text_of(tensor.shape) + " not computed";
  if (tensor.shape.empty())
    return number_text(tensor.values[0]);
  std::string out = graph::text_of(tensor.shape) + " ";
  for (std::size_t i = 0; i < tensor.values.size(); ++i) {
    if (!all && i == kMostShownElements) {
      out += fmt::format(" ... {} more", tensor.values.size() - i);
      break;
    }
    out += (i == 0 ? "" : " ") + number_text(tensor.values[i]);
  }
  return out;
}

std::string head_text(const GraphRun& run, const GraphArguments& a) {
  const graph::Totals all = graph::totals(run.graph);
  std::string out =
      fmt::format("{}: {} operations, {} kernels, {} FLOP, {} bytes read and written\n",
                  run.source.name, all.operations, all.kernels, all.flop, all.bytes);
  out += fmt::format("{} on {} device{} x {} stream{}: {} ticks, {} launch{}, peak {} bytes\n",
                     a.style, run.options.devices, run.options.devices == 1 ? "" : "s",
                     run.options.streams, run.options.streams == 1 ? "" : "s",
                     run.execution.makespan, run.execution.launches,
                     run.execution.launches == 1 ? "" : "es", run.memory.released.peak);
  const graph::OrderCount& count = run.order_count;
  out += count.exact ? fmt::format("{} legal order{} of the kernels\n", count.count,
                                   count.count == 1 ? "" : "s")
                     : fmt::format("10^{:.1f} to 10^{:.1f} legal orders of the kernels\n",
                                   count.log10_at_least, count.log10_at_most);
  if (run.checkpoints) {
    const GraphCheckpoints& c = *run.checkpoints;
    out += fmt::format("checkpoints {}: {} kernels computed again, {} > {} ticks, peak {} > {} "
                       "bytes\n",
                       c.kept.empty() ? "none" : fmt::format("{}", fmt::join(c.kept, ", ")),
                       c.recomputed, c.makespan_before, run.execution.makespan, c.peak_before,
                       run.memory.released.peak);
    if (c.peak_in_program_order != c.peak_before)
      out += fmt::format("without checkpoints, in program order as with them: peak {} bytes\n",
                         c.peak_in_program_order);
  }
  if (run.best)
    out += fmt::format("kernels: {} ticks is the best found, none takes less than {}{} ({} partial "
                       "schedules)\n",
                       run.best->makespan, run.best->bound, run.best->proven ? ": proven" : "",
                       run.best->visited);
  return out;
}

std::string steps_text(const GraphRun& run, bool all) {
  const graph::Graph& g = run.graph;
  std::string out = "\nSteps\n";
  std::size_t width = 4;
  std::size_t shown = 0;
  const std::vector<bool> open = graph::not_computed(g);
  for (NodeId id = 0; id < g.nodes.size(); ++id)
    width = std::max(width, std::min<std::size_t>(24, g.at(id).name.size()));
  for (NodeId id = 0; id < g.nodes.size(); ++id) {
    const graph::Node& node = g.at(id);
    if (node.op == graph::Op::constant && !node.named)
      continue;
    if (!all && ++shown > kMostShownSteps) {
      out += fmt::format("  ... {} more nodes; --values shows all\n", g.nodes.size() - id);
      break;
    }
    const std::string what =
        graph::is_source(node.op) ? std::string(graph::info(node.op).name) : graph::text_of(g, id);
    out += fmt::format("  {:<{}} = {:<36} {}\n", node.name, width, what,
                       tensor_text(*run.values[id], all, open[id]));
  }
  for (const graph::Output& alias : g.aliases)
    out += fmt::format("  {:<{}} = {:<36} {}\n", alias.name, width, g.at(alias.node).name,
                       tensor_text(*run.values[alias.node], all, open[alias.node]));
  return out;
}

std::string derivatives_text(const GraphDerivatives& d, bool all) {
  std::string out = fmt::format("\nGradients of {} ({})\n", d.of, name(d.mode));
  for (std::size_t i = 0; i < d.wrt.size(); ++i)
    out += fmt::format("  d{}/d{:<12} {}\n", d.of, d.wrt[i], tensor_text(d.asked().values[i], all));
  out += "  mode       passes  operations a pass       in all  kept bytes  largest difference\n";
  for (std::size_t i = 0; i < d.modes.size(); ++i) {
    const auto mode = static_cast<graph::Mode>(i);
    if (!d.modes[i]) {
      out += fmt::format("  {:<9} none: {}\n", name(mode), d.why_not[i]);
      continue;
    }
    const graph::Gradients& found = *d.modes[i];
    out += fmt::format("  {:<9} {:>7} {:>18} {:>12} {:>11}  {}\n", name(mode), found.passes,
                       found.operations, found.total_operations, found.kept_bytes,
                       i == 0 || !d.modes[0]
                           ? std::string("-")
                           : fmt::format("{:.2g}", graph::largest_error(*d.modes[0], found)));
  }
  if (const auto& numeric = d.modes[static_cast<std::size_t>(graph::Mode::numeric)])
    out += fmt::format("  numeric: (f(x + h) - f(x)) / h, h = {:.3g} max(1, |x|)\n", numeric->step);
  if (!d.direction.empty())
    out += fmt::format("  forward: the steps are those of the pass with {}\n", d.direction);
  for (const graph::SymbolicRow& row : d.symbolic) {
    out += fmt::format("  {} = {}  ({} operators)\n", row.name, graph::text_of(row.formula),
                       row.formula->operators);
    out += fmt::format("  d{}/d{} = {}  ({} operators)\n", row.name, row.wrt,
                       graph::text_of(row.derivative), row.derivative->operators);
    if (row.simplified)
      out += fmt::format("    simplified: {}\n", row.simplified->text());
  }
  return out;
}

std::string passes_text(const graph::Optimized& optimized) {
  std::string out = fmt::format("\nPasses ({} rounds)\n", optimized.rounds);
  out += "  pass              applied   operations        kernels              FLOP             "
         "bytes  difference\n";
  for (const graph::PassResult& pass : optimized.passes)
    out += fmt::format("  {:<16} {:>8} {:>5} > {:<5} {:>5} > {:<5} {:>8} > {:<8} {:>8} > {:<8}  "
                       "{:.2g}\n",
                       pass.name, pass.applied, pass.before.operations, pass.after.operations,
                       pass.before.kernels, pass.after.kernels, pass.before.flop, pass.after.flop,
                       pass.before.bytes, pass.after.bytes, pass.largest_difference);
  for (const graph::PassResult& pass : optimized.passes)
    if (!pass.note.empty())
      out += fmt::format("  {}: {}\n", pass.name, pass.note);
  for (const graph::PassResult& pass : optimized.passes)
    for (const graph::Declined& declined : pass.declined)
      out += fmt::format("  {} not applied: {}\n", pass.name, graph::text_of(declined));
  for (std::size_t i = 0; i < optimized.rewrites.size() && i < 50; ++i)
    out += fmt::format("  {}: {}\n", optimized.rewrites[i].pass, optimized.rewrites[i].what);
  if (optimized.rewrites.size() > 50)
    out += fmt::format("  ... {} more\n", optimized.rewrites.size() - 50);
  return out;
}

std::string distribution_text(const GraphDistribution& d) {
  std::string out = fmt::format(
      "\nDistribution: {} collective{}, {:.2g} is the largest difference on random inputs\n",
      d.collectives, d.collectives == 1 ? "" : "s", d.largest_difference);
  for (const std::string& sentence : d.log)
    out += "  " + sentence + "\n";
  return out;
}

std::string failure_text(const graph::AllocatorRun& of, const graph::Graph& g) {
  const graph::AllocatorFailure& f = *of.failure;
  return fmt::format("  {} fails at tick {}: {} asks for {} bytes on device {}; {} are in use, {} "
                     "reserved, {} of those free, the largest block {} (fragmentation {:.2f} %)\n",
                     of.name, f.tick + 1, g.at(f.node).name, f.bytes, f.device, f.allocated,
                     f.reserved, f.free, f.largest_free, 100 * f.fragmentation);
}

/// The allocators beside each other, and free blocks of the caching one over time.
std::string allocators_text(const GraphMemory& m, const graph::Graph& g) {
  std::string out =
      "  allocator    peak used  peak reserved  device calls  splits  merges  unused at "
      "peak  worst fragmentation\n";
  for (const graph::AllocatorRun& of : m.allocators)
    out += fmt::format("  {:<10} {:>11} {:>14} {:>13} {:>7} {:>7} {:>15} {:>18.2f} %\n", of.name,
                       of.peak_allocated, of.peak_reserved, of.device_calls, of.splits, of.merges,
                       of.unused_at_peak, 100 * of.worst_fragmentation);
  for (const graph::AllocatorRun& of : m.allocators) {
    if (of.returned > 0)
      out += fmt::format("  {}: {} given back to the device for lack of memory\n", of.name,
                         counted(of.returned, "segment", "segments"));
    if (of.failure)
      out += failure_text(of, g);
  }
  for (const graph::AllocatorRun& of : m.allocators) {
    if (of.name != "caching")
      continue;
    out += "  caching        in use     reserved         free  blocks   largest free  outside it\n";
    for (std::size_t i = 0; i < of.samples.size() && i < kMostShownSamples; ++i) {
      const graph::AllocatorSample& sample = of.samples[i];
      out += fmt::format("  tick {:>3} {:>12} {:>12} {:>12} {:>7} {:>14} {:>9.2f} %\n",
                         sample.tick + 1, sample.allocated, sample.reserved, sample.free,
                         sample.free_blocks, sample.largest_free, 100 * sample.fragmentation());
    }
    if (of.samples.size() > kMostShownSamples)
      out += fmt::format("  ... {} more\n", of.samples.size() - kMostShownSamples);
  }
  return out;
}

/// Tensors that lie in the storage of another one. Strides and offsets in elements.
std::string views_text(const graph::Graph& g) {
  const std::vector<graph::StorageView> views = graph::storage_views(g);
  std::string out;
  std::size_t count = 0;
  for (NodeId id = 0; id < g.nodes.size(); ++id) {
    const graph::StorageView& view = views[id];
    if (view.storage == id || ++count > kMostShownSamples)
      continue;
    out += fmt::format(
        "  {:<17} {:<15} [{:<12} {:>7}  {}\n", g.at(id).name, graph::text_of(g.at(id).shape),
        fmt::format("{}]", fmt::join(view.strides, ",")), view.offset, g.at(view.storage).name);
  }
  if (count > kMostShownSamples)
    out += fmt::format("  ... {} more\n", count - kMostShownSamples);
  return out.empty()
             ? out
             : "  view              shape           strides        offset  storage of\n" + out;
}

std::string memory_text(const GraphRun& run) {
  const GraphMemory& m = run.memory;
  std::string out = "\nMemory\n";
  out += fmt::format("  peak with nothing released   {:>12} bytes\n", m.kept.peak);
  out += fmt::format("  peak, released at last use   {:>12} bytes, from tick {}\n", m.released.peak,
                     m.released.peak_at + 1);
  out += fmt::format("  peak, in place where legal   {:>12} bytes\n", m.in_place.peak);
  constexpr std::size_t kBars = 40;
  const auto& curve = m.released.bytes;
  for (std::size_t i = 0; i + 1 < curve.size() && i < kMostShownSamples; ++i)
    out += fmt::format(
        "  tick {:>6} {:>12} {}\n", curve[i].first + 1, curve[i].second,
        std::string(static_cast<std::size_t>(
                        static_cast<double>(curve[i].second) /
                        static_cast<double>(std::max<std::uint64_t>(1, m.released.peak)) * kBars),
                    '#'));
  if (curve.size() > kMostShownSamples + 1)
    out += fmt::format("  ... {} more changes\n", curve.size() - kMostShownSamples - 1);
  return out + allocators_text(m, run.graph) + views_text(run.graph);
}

std::string operations_text(const GraphRun& run) {
  const graph::Graph& g = run.graph;
  std::string out = "\nOperations\n  name              type shape             FLOP       bytes  "
                    "ticks  operation\n";
  for (NodeId id = 0; id < g.nodes.size(); ++id) {
    const graph::Node& node = g.at(id);
    if (graph::is_source(node.op))
      continue;
    const graph::TaskIndex task = run.execution.kernel_of[id];
    out += fmt::format(
        "  {:<17} {:<4} {:<15} {:>7} {:>11} {:>6}  {}\n", node.name, graph::name(node.type),
        graph::text_of(node.shape), graph::flop_of(g, id), graph::bytes_of(g, id),
        task == graph::kNoTask
            ? std::string("view")
            : fmt::format("{}", run.execution.tasks[task].end - run.execution.tasks[task].start),
        graph::text_of(g, id));
  }
  return out;
}

std::string events_text(const GraphRun& run) {
  const auto words = [&run](graph::TaskIndex index) {
    const graph::Task& task = run.execution.tasks[index];
    return fmt::format("{} ({})", run.graph.at(task.node).name,
                       run.execution.lanes[task.lane].name);
  };
  std::string out = "\nEvents\n";
  for (const graph::StreamEvent& event : graph::stream_events(run.execution)) {
    out +=
        fmt::format("  tick {:>4}  recorded behind {}, waited for by ",
                    run.execution.tasks[event.recorded_behind].end, words(event.recorded_behind));
    for (std::size_t i = 0; i < event.waits.size(); ++i)
      out += (i == 0 ? "" : ", ") + words(event.waits[i]);
    out += "\n";
  }
  return out;
}

std::string dispatch_text(const GraphRun& run) {
  std::string out =
      "\nDispatch\n  operator          device type  by         entry              uses  "
      "    ticks\n";
  for (const graph::DispatchRow& row :
       graph::dispatch_table(run.graph, run.execution, run.options.model))
    out += fmt::format("  {:<17} {:<6} {:<5} {:<10} {:<17} {:>5} {:>10}\n", row.op, row.device,
                       graph::name(row.type), graph::name(row.kind), row.key, row.uses, row.ticks);
  return out;
}

std::string tuned_text(const GraphRun& run, const GraphArguments& a) {
  const graph::Tuned& t = *run.tuned;
  const graph::TunePoint& best = t.points[t.best];
  std::string out =
      fmt::format("\nTuning of {}: {} x {} x {} on {}, {} of {} schedules measured\n", a.tune,
                  t.size.m, t.size.n, t.size.k, a.machine, t.points.size(), t.space);
  const auto row = [&out](const char* what, const graph::TunePoint& point) {
    out +=
        fmt::format("  {:<6} {:>10} cycles {:>10} instructions {:>8} misses  {}\n", what,
                    point.cycles, point.instructions, point.misses, graph::text_of(point.schedule));
  };
  if (const NodeId id = run.source.find(a.tune);
      id != graph::kNoNode && run.source.at(id).type != graph::Type::f64)
    out += fmt::format("  computed in f64; {} is of {}\n", a.tune,
                       graph::name(run.source.at(id).type));
  row("naive", t.naive);
  row("best", best);
  out +=
      fmt::format("  bound  {:>10} cycles; best is {:.2f} times as fast as naive, {:.1f} % above "
                  "the bound\n",
                  t.bound, static_cast<double>(t.naive.cycles) / static_cast<double>(best.cycles),
                  100.0 * (static_cast<double>(best.cycles) / static_cast<double>(t.bound) - 1));
  return out + graph::loop_nest(t.size, best.schedule);
}

} // namespace

std::string graph_text(const GraphRun& run, const GraphArguments& a) {
  std::string out = head_text(run, a);
  out += steps_text(run, a.values);
  for (const GraphDerivatives& d : run.derivatives)
    out += derivatives_text(d, a.values);
  if (run.optimized)
    out += passes_text(*run.optimized);
  if (run.distributed)
    out += distribution_text(*run.distributed);
  if (a.graph)
    out += operations_text(run);
  if (a.dispatch)
    out += dispatch_text(run);
  if (a.events)
    out += events_text(run);
  if (a.memory)
    out += memory_text(run);
  if (run.tuned)
    out += tuned_text(run, a);
  if (run.naive_cache && run.best_cache)
    out += graph::cache_text(*run.naive_cache, *run.best_cache);
  for (std::size_t i = 0; i < run.orders.size(); ++i) {
    out += i == 0 ? "\nLegal orders\n" : "";
    out += " ";
    for (const NodeId id : run.orders[i])
      out += " " + run.graph.at(id).name;
    out += "\n";
  }
  for (const Diagnostic& note : run.notes)
    out += format(note) + "\n";
  return out;
}

} // namespace stallscope::cli

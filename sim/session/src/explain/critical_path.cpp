#include "session/critical_path.hpp"

#include "machine/machine_file.hpp"
#include "run/quiet_options.hpp"
#include "session/what_if.hpp"
#include "session/what_if_engine.hpp"
#include "simulation/collecting_sink.hpp"
#include "trace/render.hpp"
#include "what_if/cut_dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace stallscope::session {

namespace {

using machine::Machine;
using trace::EdgeClass;
using trace::EdgeKind;

/// What-if changes for bottlenecks the ledger does not charge to a reason, by the edges they
/// remove.
struct Fit {
  EdgeKind kind;
  Reason why;
  std::string_view relief; ///< name of the what-if change, or a prefix of the name
};
constexpr Fit kFits[] = {
    {EdgeKind::wait, Reason::raw, "bypass"},
    {EdgeKind::wait, Reason::unit_busy, "any_port"},
    {EdgeKind::wait, Reason::pairing, "wider_issue"},
    {EdgeKind::wait, Reason::pairing, "wider"},
    {EdgeKind::wait, Reason::write_port, "result_buses"},
    {EdgeKind::wait, Reason::stage_full, "wider"},
    {EdgeKind::wait, Reason::latency, "fast."},
    {EdgeKind::fetch, Reason::none, "wider_fetch"},
    {EdgeKind::fetch, Reason::none, "taken_branches"},
    {EdgeKind::fetch, Reason::none, "wider"},
    {EdgeKind::dispatch, Reason::none, "wider_dispatch"},
    {EdgeKind::dispatch, Reason::none, "wider"},
    {EdgeKind::retire, Reason::none, "wider_dispatch"},
};

/// What an edge of work has in it, for several cycles.
enum class AccessKind : std::uint8_t { none, fetch, load, store };

/// What-if changes that shorten an access to memory. A dynamically scheduled machine writes memory
/// when a store has retired: executing it takes what its port takes.
struct FasterAccess {
  AccessKind access;
  bool dynamic;
  std::vector<std::string_view> reliefs;
};
const FasterAccess kFasterAccesses[] = {
    {AccessKind::fetch, false, {"perfect_caches", "main_memory", "fetch_latency"}},
    {AccessKind::load, false, {"perfect_caches", "main_memory", "memory_latency"}},
    {AccessKind::store, false, {"perfect_caches", "main_memory", "memory_latency"}},
    {AccessKind::load, true, {"perfect_caches", "main_memory", "fast_load"}},
    {AccessKind::store, true, {"fast_store"}},
};

class Verification {
public:
  Verification(const isa::Program& program, const Machine& machine, const RunOptions& options,
               const trace::RunRecord& run)
      : program_(program), machine_(machine), options_(quiet(options)), run_(run),
        reliefs_(reliefs_of(machine)) {
    options_.keep_output = false;
  }

  /// The change with the largest saving among those that remove these edges.
  std::optional<VerifiedChange> of(const EdgeClass& edge) {
    std::optional<VerifiedChange> best;
    const auto offer = [&best](std::optional<VerifiedChange> one) {
      if (one && (!best || one->cycles_saved > best->cycles_saved))
        best = std::move(one);
    };
    if (edge.kind == EdgeKind::work && edge.why == Reason::none)
      for (auto& change : {with_faster_unit(edge), with_fewer_stages(edge)})
        offer(change);
    const AccessKind access = access_of(edge);
    for (const FasterAccess& faster : kFasterAccesses)
      for (std::size_t i = 0; i < reliefs_.size(); ++i)
        if (faster.access == access && faster.dynamic == machine_.dynamic.has_value() &&
            std::find(faster.reliefs.begin(), faster.reliefs.end(), reliefs_[i].name) !=
                faster.reliefs.end())
          offer(with(i));
    for (std::size_t i = 0; i < reliefs_.size(); ++i)
      if (fits(reliefs_[i], edge))
        offer(with(i));
    if ((edge.kind == EdgeKind::wait || edge.kind == EdgeKind::data) && edge.why == Reason::raw)
      offer(without_dependence(edge));
    return best;
  }

  [[nodiscard]] bool interrupted() const { return measured_.interrupted(); }

private:
  /// The access to memory that work of several cycles is, or has in it: that of an instruction in
  /// the first stage in order, of data elsewhere.
  [[nodiscard]] AccessKind access_of(const EdgeClass& edge) const {
    if (edge.kind != EdgeKind::work || edge.why != Reason::none || edge.cycles <= edge.times)
      return AccessKind::none;
    if (!machine_.dynamic && edge.lane == 0)
      return AccessKind::fetch;
    const std::uint32_t index = edge.to.value < run_.legend.instruction_pc.size()
                                    ? program_.index_of(run_.legend.instruction_pc[edge.to.value])
                                    : isa::kNoIndex;
    if (index >= program_.code.size() ||
        (machine_.dynamic && !run_.timeline.lanes[edge.lane].is_unit))
      return AccessKind::none;
    if (const OpRow* row = run_.timeline.find(edge.example.op)) // of several micro-ops
      if (const trace::MicroOpPart* part = run_.legend.part(*row))
        return part->access == trace::DataAccess::load    ? AccessKind::load
               : part->access == trace::DataAccess::store ? AccessKind::store
                                                          : AccessKind::none;
    const isa::OpClass op_class = program_.code[index].op_class;
    return isa::is_load(op_class)    ? AccessKind::load // an atomic access is both
           : isa::is_store(op_class) ? AccessKind::store
                                     : AccessKind::none;
  }

  /// Work of a dynamically scheduled machine in the cycle in which a result is written, for which
  /// its consumers wait unless it is bypassed.
  [[nodiscard]] bool is_write_back(const EdgeClass& edge) const {
    const std::vector<Lane>& lanes = run_.timeline.lanes;
    return machine_.dynamic && edge.kind == EdgeKind::work && edge.why == Reason::none &&
           edge.lane > 0 && edge.lane < lanes.size() && !lanes[edge.lane].is_unit &&
           lanes[edge.lane - 1].is_unit;
  }

  /// The port or unit on which an operation executes.
  [[nodiscard]] std::string executes_on(OpId op) const {
    const OpRow* row = run_.timeline.find(op);
    for (const Span& span : row == nullptr ? std::span<const Span>{} : run_.timeline.spans_of(*row))
      if (run_.timeline.lanes[span.lane].is_unit)
        return part_of(run_.timeline.lanes[span.lane].name);
    return {};
  }

  /// The port or unit of a lane.
  [[nodiscard]] std::string part_of(const std::string& lane) const {
    if (machine_.dynamic) {
      for (const machine::Port& port : machine_.dynamic->ports)
        if (lane.starts_with(port.name) &&
            lane.find_first_not_of("0123456789", port.name.size()) == std::string::npos)
          return port.name;
      return {};
    }
    for (const machine::Unit& unit : machine_.units)
      if (std::find(unit.lanes.begin(), unit.lanes.end(), lane) != unit.lanes.end())
        return unit.name;
    return {};
  }

  [[nodiscard]] bool fits(const Relief& relief, const EdgeClass& edge) const {
    if (is_write_back(edge))
      return relief.name == "bypass";
    if (edge.why == Reason::unit_busy && relief.name.starts_with("twice."))
      return relief.name == "twice." + executes_on(edge.example.op);
    for (const Charge& charge : relief.promise.charges)
      if (edge.why != Reason::none && relief.promise.shared_by.empty() &&
          std::find(charge.reasons.begin(), charge.reasons.end(), edge.why) != charge.reasons.end())
        return true;
    return std::any_of(std::begin(kFits), std::end(kFits), [&](const Fit& fit) {
      return fit.kind == edge.kind && fit.why == edge.why && relief.name.starts_with(fit.relief);
    });
  }

  [[nodiscard]] std::int64_t saved(std::uint64_t cycles) const {
    return static_cast<std::int64_t>(run_.cycles) - static_cast<std::int64_t>(cycles);
  }

  /// What a changed machine saves; nullopt when the run ends differently.
  std::optional<VerifiedChange> on(const Machine& changed, const std::string& name,
                                   const std::string& title) {
    const VerifiedChange* found = measured_.measure(name, [&]() -> std::optional<VerifiedChange> {
      const trace::RunRecord run = run_program(program_, changed, options_);
      if (run.stop.reason == "interrupted")
        measured_.interrupt();
      if (run.stop.reason != run_.stop.reason)
        return std::nullopt;
      return VerifiedChange{change_of(machine_, changed), title, saved(run.cycles)};
    });
    return found == nullptr ? std::nullopt : std::optional(*found);
  }

  std::optional<VerifiedChange> with(std::size_t i) {
    Machine changed = machine_;
    reliefs_[i].change(changed);
    return on(changed, reliefs_[i].name, reliefs_[i].title);
  }

  /// Change: the lane's unit takes one cycle.
  std::optional<VerifiedChange> with_faster_unit(const EdgeClass& edge) {
    if (edge.lane >= run_.timeline.lanes.size())
      return std::nullopt;
    const std::string& lane = run_.timeline.lanes[edge.lane].name;
    const std::string part = part_of(lane);
    if (part.empty())
      return std::nullopt;
    if (machine_.dynamic)
      return with_set(
          {fmt::format("port.{}.latency=1", part), fmt::format("port.{}.latencies={{}}", part)},
          fmt::format("what executes in {} takes a cycle", part));
    const auto fast = std::find_if(reliefs_.begin(), reliefs_.end(), [&part](const Relief& one) {
      return one.name == "fast." + part;
    });
    return fast == reliefs_.end() ? std::nullopt
                                  : with(static_cast<std::size_t>(fast - reliefs_.begin()));
  }

  /// Change: a dynamically scheduled machine without the stages in front of dispatch, or without
  /// the stage in which operands are read.
  std::optional<VerifiedChange> with_fewer_stages(const EdgeClass& edge) {
    if (!machine_.dynamic || edge.lane >= run_.timeline.lanes.size())
      return std::nullopt;
    const Lane& lane = run_.timeline.lanes[edge.lane];
    if (lane.is_lead)
      return with_set({"scheduler.read_cycles=0"}, "reading operands takes no cycle of its own");
    for (const char* cycles : {"0", "1"})
      if (lane.is_front && lane.own_cycles != 0)
        if (auto change = with_set({fmt::format("front_end.cycles={}", cycles)},
                                   fmt::format("the front end takes {} cycles", cycles)))
          return change;
    return std::nullopt;
  }

  /// Change: these settings; nullopt when the machine with them is invalid, or equal.
  std::optional<VerifiedChange> with_set(const std::vector<std::string>& texts,
                                         const std::string& title) {
    std::vector<machine::Setting> settings;
    for (const std::string& text : texts)
      settings.push_back(machine::parse_setting(text).value());
    const Result<Machine> changed = machine::with_settings(machine_, settings);
    if (!changed || *changed == machine_)
      return std::nullopt;
    return on(*changed, title, title);
  }

  /// Change: the instruction does not wait for this register. The program is unchanged, only its
  /// timing.
  std::optional<VerifiedChange> without_dependence(const EdgeClass& edge) {
    const std::uint32_t index = edge.to.value < run_.legend.instruction_pc.size()
                                    ? program_.index_of(run_.legend.instruction_pc[edge.to.value])
                                    : isa::kNoIndex;
    const RegId reg = edge.example.cause.reg;
    if (index == isa::kNoIndex || index >= program_.code.size() || reg == kNoRegister)
      return std::nullopt;
    isa::Program changed = program_;
    std::vector<isa::Instruction> decoded = program_.code;
    cut_dependence(decoded[index], changed.micro_ops[changed.code[index].first_micro_op], reg);
    CollectingSink nowhere(nullptr, false);
    const auto simulation = Simulation::of(changed, machine_,
                                           isa::Environment{.input = options_.input,
                                                            .output = &nowhere,
                                                            .input_source = options_.input_source},
                                           decoded);
    constexpr std::uint64_t kAskEvery = 65'536;
    while (!simulation->stopped() && simulation->cycle() < 2 * run_.cycles + 64) {
      simulation->run(simulation->cycle() + kAskEvery);
      if (options_.progress && !options_.progress({simulation->cycle(), 0, 0})) {
        measured_.interrupt();
        return std::nullopt;
      }
    }
    if (!simulation->stopped())
      return std::nullopt;
    return VerifiedChange{{},
                          fmt::format("'{}' does not wait for {}", program_.text_of(index),
                                      run_.legend.register_name(reg)),
                          saved(simulation->totals().cycles)};
  }

  const isa::Program& program_;
  const Machine& machine_;
  RunOptions options_;
  const trace::RunRecord& run_;
  std::vector<Relief> reliefs_;
  WhatIfEngine<VerifiedChange> measured_;
};

/// Largest saving first; of several classes with the same change, the one with the most cycles is
/// listed.
void rank(std::vector<CriticalEdge>& edges) {
  std::vector<CriticalEdge> ranked;
  for (CriticalEdge& edge : edges) {
    const auto same = std::find_if(ranked.begin(), ranked.end(), [&](const CriticalEdge& one) {
      return one.verified && edge.verified && one.verified->title == edge.verified->title &&
             one.verified->settings == edge.verified->settings;
    });
    if (same == ranked.end()) {
      ranked.push_back(std::move(edge));
      continue;
    }
    if (same->edge.cycles < edge.edge.cycles)
      std::swap(*same, edge);
    same->others = std::max(same->others, edge.others) + 1;
  }
  const auto saves = [](const CriticalEdge& one) {
    return one.verified ? one.verified->cycles_saved : std::numeric_limits<std::int64_t>::min();
  };
  std::stable_sort(ranked.begin(), ranked.end(), [&](const CriticalEdge& a, const CriticalEdge& b) {
    return saves(a) > saves(b);
  });
  edges = std::move(ranked);
  edges.resize(std::min(edges.size(), kTopEdges));
}

/// The classes of edges to measure, in order of the estimate from the graph.
std::vector<EdgeClass> chosen_of(std::vector<EdgeClass> by_length) {
  const auto rest = by_length.begin() +
                    static_cast<std::ptrdiff_t>(std::min(kMeasuredByLength, by_length.size()));
  std::stable_sort(rest, by_length.end(),
                   [](const EdgeClass& a, const EdgeClass& b) { return a.cycles > b.cycles; });
  by_length.resize(std::min(by_length.size(), kMeasuredByLength + kMeasuredByCycles));
  std::erase_if(by_length,
                [](const EdgeClass& one) { return one.cycles == 0 && one.shorter_cycles == 0; });
  return by_length;
}

} // namespace

CriticalPathReport critical_path(const isa::Program& program, const Machine& machine,
                                 const RunOptions& asked) {
  CriticalPathReport report;
  RunOptions options = asked;
  options.record = true;
  options.live_output = nullptr;
  report.run = run_program(program, machine, options);
  const Timeline& timeline = report.run.timeline;
  report.interrupted = report.run.stop.reason == "interrupted";
  report.whole = timeline.first_cycle.value == 1 && timeline.end_cycle.value > report.run.cycles;
  if (report.interrupted || timeline.rows.empty())
    return report;
  const trace::RunGraph graph(report.run);
  report.path = graph.critical_path();
  trace::RunGraph::Classes classes = graph.classes(report.path, [&] {
    report.interrupted =
        report.interrupted || (options.progress && !options.progress({report.run.cycles, 0, 0}));
    return !report.interrupted;
  });
  report.left_out = classes.left_out;
  Verification verification(program, machine, options, report.run);
  for (const EdgeClass& edge : chosen_of(std::move(classes.by_length))) {
    CriticalEdge one{edge, trace::link_sentence(edge.example, report.run), std::nullopt};
    if (report.whole && !report.interrupted)
      one.verified = verification.of(edge);
    report.interrupted = report.interrupted || verification.interrupted();
    report.top.push_back(std::move(one));
  }
  rank(report.top);
  return report;
}

} // namespace stallscope::session

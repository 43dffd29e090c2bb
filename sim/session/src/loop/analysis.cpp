#include "loop/bounds.hpp"
#include "loop/critical_cycle.hpp"
#include "loop/measured.hpp"
#include "loop/recorded_cycle.hpp"
#include "loop/steady.hpp"
#include "machine/machine_file.hpp"
#include "session/loop.hpp"
#include "session/what_if.hpp"
#include "session/what_if_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

/// Names of what-if changes that remove a bound wholly or in part.
std::vector<std::string> relieving(const LoopBound& bound, const std::vector<LoopWhatIf>& what_if,
                                   const LoopRate& base) {
  const auto serves = [&bound](const std::string& name) {
    switch (bound.kind) {
    case LoopBoundKind::fetch:
      return name == "wider_fetch" || name == "taken_branches" || name == "wider" ||
             name == "perfect_prediction" || name == "fetch_latency";
    case LoopBoundKind::dispatch:
      return name == "wider_dispatch";
    case LoopBoundKind::retire:
      return name == "wider_dispatch" || name == "wider";
    case LoopBoundKind::issue:
      return name == "wider_issue" || name == "result_buses" || name == "wider";
    case LoopBoundKind::ports:
      return bound.name == "store buffer"
                 ? name == "store_drain"
                 : name.starts_with("twice.") || name.starts_with("fast") || name == "any_port";
    case LoopBoundKind::stations:
      return name == "stations" || name.starts_with("fast");
    case LoopBoundKind::order:
    case LoopBoundKind::recurrence:
      return name == "no_recurrence" || name.starts_with("no_wait.") || name.starts_with("fast") ||
             name == "bypass" || name == "forwarding" || name == "equal_bypass";
    case LoopBoundKind::memory:
      return name == "no_store_forwarding" || name.starts_with("fast") || name == "memory_order";
    case LoopBoundKind::cycle:
      return true; // edges of all kinds
    }
    return false;
  };
  std::vector<std::string> names;
  for (const LoopWhatIf& one : what_if)
    if (serves(one.name) && one.rate.mean < base.mean)
      names.push_back(one.name);
  return names;
}

class Analysis {
public:
  Analysis(const isa::Program& program, const LoopBody& body, const machine::Machine& machine,
           const LoopOptions& options)
      : program_(program), options_(options), original_(body), machine_(modelled(machine)),
        body_(machine_.body) {}

  Result<LoopReport> run() {
    if (original_.path.size() > kMaxLoopBody)
      return too_long();
    const std::uint64_t copies = copies_for(body_, options_.iterations);
    const LaidOutLoop loop(program_, body_, options_.alias, copies);
    for (const Diagnostic& d : machine::assume_units(machine_.machine, loop.program()))
      machine_.assumptions.push_back(d.message);
    const Diagnostics lacks = machine::check_runs(machine_.machine, loop.program());
    if (has_errors(lacks))
      return lacks;
    if (!goes_on("the loop"))
      return interrupted();
    Result<LoopRate> rate = steady_rate(loop, program_, machine_, machine_.machine);
    if (!rate)
      return rate.diagnostics();
    report_.program = program_.name;
    report_.machine = machine_.machine.name;
    report_.body = body_;
    report_.alias = options_.alias;
    report_.rate = *rate;
    report_.assumptions = machine_.assumptions;
    assume(loop);
    const auto simulation = simulation_of(loop, machine_.machine);
    const DependenceGraph graph = dependences_of(*simulation, loop, program_, body_);
    report_.bounds = bounds_of(*simulation, loop, program_, body_, graph);
    judge();
    find_critical_cycle(graph);
    measure(program_, body_, machine_.machine, options_, report_);
    if (options_.what_if)
      what_if(copies, graph);
    return std::move(report_);
  }

private:
  [[nodiscard]] LoopMachine modelled(const machine::Machine& machine) const {
    if (original_.path.size() > kMaxLoopBody)
      return {machine, original_, {}, {}};
    return machine_for_loops(machine, program_, original_, options_.caches);
  }
  [[nodiscard]] bool goes_on(const std::string& what) {
    return !options_.progress || options_.progress(what);
  }
  static Diagnostic interrupted() {
    Diagnostic problem;
    problem.message = "interrupted";
    return problem;
  }

  [[nodiscard]] Diagnostic too_long() const {
    const isa::SourcePlace place = program_.place_of(body_.path[kMaxLoopBody]);
    Diagnostic problem;
    problem.file = place.file;
    problem.line = place.line;
    problem.column = place.column;
    problem.message = fmt::format("a body of {} instructions", body_.path.size());
    problem.expected = fmt::format("at most {}, before this one", kMaxLoopBody);
    return problem;
  }

  void assume(const LaidOutLoop& loop) {
    if (body_.closed)
      report_.assumptions.emplace_back("the branch back is taken in every iteration, whatever "
                                       "registers hold");
    else
      report_.assumptions.emplace_back("the body is repeated, without a branch");
    const machine::Machine& machine = machine_.machine;
    if (const unsigned block = machine.dynamic ? machine.dynamic->fetch_bytes : machine.fetch_bytes;
        block > 1) {
      const std::uint64_t in_block = program_.instruction(body_.path.front()).pc % block;
      report_.assumptions.push_back(fmt::format(
          "the first instruction lies {} a block of {} bytes that are fetched together{}",
          in_block == 0 ? "at the beginning of" : fmt::format("{} bytes into", in_block), block,
          program_.decoded ? ""
                           : ", by where it stands in the text; elsewhere fetch can take "
                             "another number of cycles"));
    }
    report_.assumptions.emplace_back("the loop begins in an empty pipeline; what code before it "
                                     "leaves in flight can lead to another steady state");
    if (loop.copies() < options_.iterations)
      report_.assumptions.push_back(
          fmt::format("at most {} iterations, as the body is long", loop.copies()));
    const bool by_operands =
        std::any_of(body_.path.begin(), body_.path.end(), [this](std::uint32_t index) {
          const isa::OpClass op_class = program_.instruction(index).op_class;
          const unsigned unit = machine_.machine.unit_for(op_class);
          return !machine_.machine.dynamic && unit < machine_.machine.units.size() &&
                 machine_.machine.units[unit].depends_on_operands();
        });
    if (by_operands)
      report_.assumptions.emplace_back("latencies that depend on operands are those of the values "
                                       "in these iterations");
  }

  /// Marks the tight bounds; the first of them is the bottleneck.
  void judge() {
    LoopRate& rate = report_.rate;
    // A bound is proven, so that the mean of many iterations cannot be below it.
    if (!rate.exact && !report_.bounds.empty())
      rate.low = std::max(rate.low, std::min(rate.mean, report_.bounds.front().cycles.value()));
    for (std::size_t n = 0; n < report_.bounds.size(); ++n) {
      LoopBound& bound = report_.bounds[n];
      bound.tight = report_.rate.equals(bound.cycles);
      if (bound.tight && !report_.bottleneck)
        report_.bottleneck = n;
    }
  }

  /// When no bound is tight: finds the edges of the recorded run that add up to the rate. When the
  /// order of issue is: finds the waits for results that delay all younger operations.
  void find_critical_cycle(const DependenceGraph& graph) {
    if (report_.bottleneck) {
      if (report_.bounds[*report_.bottleneck].kind == LoopBoundKind::order)
        waits_ = waits_of(graph, *critical_cycle(graph, EdgesThat::order));
      return;
    }
    std::optional<RecordedCycle> found =
        recorded_cycle(program_, body_, machine_.machine, options_.alias, report_.rate);
    if (!found)
      return;
    found->bound.tight = true;
    report_.bounds.insert(report_.bounds.begin(), std::move(found->bound));
    report_.bottleneck = 0;
    waits_ = std::move(found->waits);
  }

  [[nodiscard]] static std::vector<LoopCut> waits_of(const DependenceGraph& graph,
                                                     const CriticalCycle& cycle) {
    std::vector<LoopCut> waits;
    for (const LoopEdge& edge : cycle.edges)
      if (edge.reg != kNoRegister && edge.reg != kInOrder)
        waits.emplace_back(graph.nodes[edge.to].position, edge.reg);
    return waits;
  }

  void what_if(std::uint64_t copies, const DependenceGraph& graph) {
    const LaidOutLoop loop(program_, body_, options_.alias, copies);
    for (Relief& relief : reliefs_of(machine_.machine))
      if (adapt(relief))
        add(relief.name, relief.title, [&] {
          machine::Machine changed = machine_.machine;
          relief.change(changed);
          return steady_rate(loop, program_, machine_, changed);
        });
    predict_right(copies);
    cut_recurrence(copies, graph);
    cut_waits(copies);
    if (options_.alias != LoopAlias::none && has_memory_bound())
      add("no_store_forwarding", "no load reads what an earlier iteration has stored", [&] {
        const LaidOutLoop apart(program_, body_, LoopAlias::none, copies);
        return steady_rate(apart, program_, machine_, machine_.machine);
      });
    report_.interrupted = engine_.interrupted();
    report_.what_if = engine_.ranked(
        [](const LoopWhatIf& a, const LoopWhatIf& b) { return a.rate.mean < b.rate.mean; });
    for (LoopBound& bound : report_.bounds)
      bound.relieved_by = relieving(bound, report_.what_if, report_.rate);
  }

  /// Adapts a what-if change to loops in which every access hits: of perfect caches only stores
  /// that do not wait for the cache remain. False: the change has no effect.
  [[nodiscard]] bool adapt(Relief& relief) const {
    if (options_.caches)
      return true;
    if (relief.name == "perfect_caches") {
      relief.name = "store_drain";
      relief.title = "stores are in the cache as they retire, any number in a cycle";
      return machine_.machine.dynamic.has_value();
    }
    return relief.name != "main_memory";
  }

  void predict_right(std::uint64_t copies) {
    if (body_.wrong_paths.empty())
      return;
    LoopMachine right = machine_;
    right.body.wrong_paths.clear();
    right.unsettled.clear();
    add("perfect_prediction", "every branch and jump is predicted right", [&] {
      const LaidOutLoop loop(program_, right.body, options_.alias, copies);
      return steady_rate(loop, program_, right, right.machine);
    });
  }

  /// The same loop without each of the dependences of the critical cycle of the recorded run.
  void cut_waits(std::uint64_t copies) {
    for (const LoopCut& cut : waits_) {
      const std::string reg = name_of(cut.second);
      add(fmt::format("no_wait.{}.{}", cut.first + 1, reg),
          fmt::format("'{}' does not wait for {}", program_.text_of(body_.path[cut.first]), reg),
          [&] { return rate_without(cut, copies); });
    }
  }

  [[nodiscard]] std::string name_of(RegId reg) const {
    return reg < program_.register_names.size() ? program_.register_names[reg]
                                                : std::string("its register");
  }

  [[nodiscard]] bool has_memory_bound() const {
    return std::any_of(report_.bounds.begin(), report_.bounds.end(),
                       [](const LoopBound& bound) { return bound.kind == LoopBoundKind::memory; });
  }

  /// Measures the loop without the loop-carried dependence of the critical cycle's first operation.
  void cut_recurrence(std::uint64_t copies, const DependenceGraph& graph) {
    const auto critical = critical_cycle(graph, EdgesThat::registers);
    if (!critical)
      return;
    const auto back = std::find_if(critical->edges.begin(), critical->edges.end(),
                                   [](const LoopEdge& edge) { return edge.distance > 0; });
    if (back == critical->edges.end())
      return;
    const std::uint32_t position = graph.nodes[back->to].position;
    const std::string reg = name_of(back->reg);
    add("no_recurrence",
        fmt::format("'{}' does not wait for {} of the iteration before",
                    program_.text_of(body_.path[position]), reg),
        [&] {
          return rate_without({position, back->reg}, copies);
        });
  }

  /// The rate of the same loop in which an instruction does not wait for a register.
  [[nodiscard]] Result<LoopRate> rate_without(const LoopCut& cut, std::uint64_t copies) const {
    const LaidOutLoop loop(program_, body_, options_.alias, copies, {cut});
    return steady_rate(loop, program_, machine_, machine_.machine);
  }

  /// Measures a variant of the loop; `rate` gives a Result<LoopRate>.
  template <class Rate> void add(const std::string& name, std::string title, Rate rate) {
    (void)engine_.measure(name, [&]() -> std::optional<LoopWhatIf> {
      const Result<LoopRate> measured = rate();
      if (!measured)
        return std::nullopt;
      return LoopWhatIf{name, std::move(title), *measured};
    });
  }

  const isa::Program& program_;
  const LoopOptions& options_;
  const LoopBody& original_;
  LoopMachine machine_;
  const LoopBody& body_; ///< as the machine fetches it
  LoopReport report_;
  std::vector<LoopCut> waits_; ///< waits of the critical cycle of the recorded run
  WhatIfEngine<LoopWhatIf> engine_{
      [this](const std::string& name) { return goes_on("without " + name); }};
};

} // namespace

Result<LoopReport> analyse_loop(const isa::Program& program, const LoopBody& body,
                                const machine::Machine& machine, const LoopOptions& options) {
  return Analysis(program, body, machine, options).run();
}

} // namespace stallscope::session

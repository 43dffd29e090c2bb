#include "loop/measured.hpp"

#include "loop/dependences.hpp"
#include "loop/steady.hpp"
#include "session/runner.hpp"
#include "session/summary.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::session {

namespace {

/// Ports, or functional units, as table columns.
struct Columns {
  std::vector<std::string> names;
  std::vector<std::size_t> of_lane; ///< by lane; kNone: not a port
  static constexpr std::size_t kNone = ~std::size_t{0};
};

/// Every lane of a port is a column; of units with several steps only the first, where operations
/// begin.
Columns columns_of(const Simulation& simulation) {
  Columns columns;
  const std::vector<Lane>& lanes = simulation.lanes();
  columns.of_lane.assign(lanes.size(), Columns::kNone);
  const core::OutOfOrderCore* const dynamic = simulation.out_of_order_core();
  if (dynamic != nullptr) {
    for (const core::PlanPort& port : dynamic->plan().ports) {
      if (columns.of_lane[port.lane] != Columns::kNone)
        continue;
      columns.of_lane[port.lane] = columns.names.size();
      columns.names.push_back(lanes[port.lane].name);
    }
    return columns;
  }
  const core::PipelinePlan& plan = simulation.in_order_core()->plan();
  for (std::size_t unit = 0; unit < plan.unit_first_lane.size(); ++unit) {
    columns.of_lane[plan.unit_first_lane[unit]] = columns.names.size();
    columns.names.push_back(simulation.machine().units[unit].name);
  }
  return columns;
}

class Measuring {
public:
  Measuring(const isa::Program& program, const LoopBody& body, const machine::Machine& machine,
            const LoopOptions& options, LoopReport& report)
      : program_(program), body_(body), machine_(machine), options_(options), report_(report) {}

  void run() {
    const LoopRate& rate = report_.rate;
    // Maximum number of iterations recorded when the state did not recur: a period, plus the
    // operations in flight.
    constexpr std::uint64_t kMostInexact = 64;
    const std::uint64_t period =
        rate.exact ? rate.period_iterations : std::min(rate.period_iterations, kMostInexact);
    const std::uint64_t first = rate.first_iteration;
    const std::uint64_t in_flight = core::kWindowSlots / body_.path.size() + 4;
    const std::uint64_t copies = std::min(copies_for(body_, ~0ULL), first + period + in_flight);
    const LaidOutLoop loop(program_, body_, options_.alias, copies);
    const auto simulation = simulation_of(loop, machine_);
    const Columns columns = columns_of(*simulation);
    find_alone(*simulation);
    const Timeline timeline = record(*simulation, loop, first, first + period);
    describe(*simulation, loop, columns);
    count(timeline, loop, columns, first, period);
    if (options_.shown > 0)
      keep(in_flight);
  }

private:
  /// Records from the fetch of the first of some iterations to the retirement of the last.
  Timeline record(Simulation& simulation, const LaidOutLoop& loop, std::uint64_t first,
                  std::uint64_t end) {
    const std::uint64_t length = loop.length();
    const std::uint64_t lead = simulation.record_lead();
    std::uint64_t begin = 0;
    if (first > 0) { // the start cycle is found in a separate run
      const auto before = simulation_of(loop, machine_);
      while (!before->stopped() && before->arch().instructions <= first * length)
        before->step(before->cycle() + 1);
      begin = before->cycle() > lead + 1 ? before->cycle() - lead - 1 : 0;
    }
    if (begin > 0)
      simulation.step(begin);
    return recorded(simulation, end * length);
  }

  void describe(const Simulation& simulation, const LaidOutLoop& loop, const Columns& columns) {
    const core::OutOfOrderCore* const dynamic = simulation.out_of_order_core();
    for (const std::string& name : columns.names)
      report_.ports.push_back({name, {}, {}});
    for (std::uint32_t n = 0; n < body_.path.size(); ++n) {
      const isa::SourcePlace place = program_.place_of(body_.path[n]);
      const std::uint32_t index = loop.index_of(0, n);
      LoopInstruction one;
      one.text = program_.text_of(body_.path[n]);
      one.file = program_.decoded && place.line != 0 ? std::string(place.file) : std::string();
      one.line = place.line;
      one.latency = latency_of(simulation, index);
      one.micro_ops =
          dynamic != nullptr ? static_cast<unsigned>(dynamic->micro_ops_of(index).size()) : 1;
      one.pressure.assign(columns.names.size(), {});
      report_.instructions.push_back(std::move(one));
    }
  }

  /// Port pressure of the operations of whole iterations.
  void count(const Timeline& timeline, const LaidOutLoop& loop, const Columns& columns,
             std::uint64_t first, std::uint64_t period) {
    std::vector<std::vector<std::uint64_t>> busy(
        body_.path.size(), std::vector<std::uint64_t>(columns.names.size(), 0));
    std::vector<std::uint64_t> fused(body_.path.size(), 0);    // with the instruction in front
    std::vector<std::uint64_t> seen(body_.path.size(), ~0ULL); // fused in this copy
    std::vector<std::uint64_t> begun(columns.names.size(), 0);
    std::vector<std::uint64_t> alone(columns.names.size(), 0);
    std::uint64_t micro_ops = 0;
    for (const OpRow& row : timeline.rows) {
      const std::uint64_t copy = loop.copy_of(row.instruction.value);
      if (row.wrong_path || row.flushed || copy < first || copy >= first + period)
        continue;
      ++micro_ops;
      const std::uint32_t position = loop.position_of(row.instruction.value);
      if (row.fused && std::exchange(seen[position], copy) != copy) // a pair can be two micro-ops
        ++fused[(position + 1) % fused.size()];
      for (const Span& span : timeline.spans_of(row))
        if (const std::size_t column = columns.of_lane[span.lane]; column != Columns::kNone) {
          const std::uint64_t cycles = cycles_of(span, position);
          busy[position][column] += cycles;
          (is_alone(span, position) ? alone : begun)[column] += cycles;
          // Operations that occupy a port exclude only each other; each begins in a cycle of its
          // own.
          begun[column] += machine_.dynamic && is_alone(span, position) && cycles > 0 ? 1 : 0;
        }
    }
    for (std::size_t n = 0; n < busy.size(); ++n)
      report_.instructions[n].fused = fused[n] == period;
    for (std::size_t column = 0; column < columns.names.size(); ++column) {
      std::uint64_t sum = 0;
      for (std::size_t n = 0; n < busy.size(); ++n) {
        report_.instructions[n].pressure[column] = Fraction::of(busy[n][column], period);
        sum += busy[n][column];
      }
      LoopPort& port = report_.ports[column];
      port.pressure = Fraction::of(sum, period);
      port.busy = machine_.dynamic ? Fraction::of(std::max(begun[column], alone[column]), period)
                                   : port.pressure;
    }
    report_.micro_ops = Fraction::of(micro_ops, period);
  }

  void find_alone(const Simulation& simulation) {
    alone_.resize(simulation.lanes().size());
    if (const core::OutOfOrderCore* const dynamic = simulation.out_of_order_core())
      for (const core::PlanPort& port : dynamic->plan().ports)
        alone_[port.lane] = dynamic->dynamic().ports[port.described].alone;
  }

  /// Number of cycles for which an operation occupies its port: one, or its execution time on an
  /// unpipelined port. Held operations do not occupy it.
  [[nodiscard]] std::uint64_t cycles_of(const Span& span, std::uint32_t position) const {
    if (span.cause.why != Reason::none)
      return 0;
    const std::uint64_t executing = span.end.value - span.begin.value;
    return is_alone(span, position) ? executing : 1;
  }
  [[nodiscard]] bool is_alone(const Span& span, std::uint32_t position) const {
    const isa::OpClass op_class = program_.instruction(body_.path[position]).op_class;
    if (!machine_.dynamic) {
      const unsigned unit = machine_.unit_for(op_class);
      return unit < machine_.units.size() && !machine_.units[unit].pipelined;
    }
    return alone_[span.lane].test(static_cast<std::size_t>(op_class));
  }

  /// Keeps the timeline of the first iterations, from an empty pipeline: in the steady state with
  /// full queues an iteration can be in flight for hundreds of cycles.
  void keep(std::uint64_t in_flight) {
    const LaidOutLoop loop(program_, body_, options_.alias, options_.shown + in_flight);
    const auto beginning = simulation_of(loop, machine_);
    const Simulation& simulation = *beginning;
    const Timeline timeline = recorded(*beginning, options_.shown * loop.length());
    report_.run = summary_of(simulation);
    report_.run.timeline = timeline;
    report_.run.legend =
        make_legend(loop.program(), report_.run.timeline,
                    [&simulation](std::uint32_t i) { return simulation.parts_of(i); });
    OpId& from = report_.first_shown;
    OpId& to = report_.last_shown;
    for (const OpRow& row : timeline.rows) {
      const std::uint64_t copy = loop.copy_of(row.instruction.value);
      if (copy >= options_.shown)
        continue;
      from = from ? std::min(from, row.op) : row.op;
      to = std::max(to, row.op);
    }
  }

  const isa::Program& program_;
  const LoopBody& body_;
  const machine::Machine& machine_;
  const LoopOptions& options_;
  LoopReport& report_;
  std::vector<machine::PortClassSet> alone_; ///< by lane: classes that occupy the port exclusively
};

} // namespace

void measure(const isa::Program& program, const LoopBody& body, const machine::Machine& machine,
             const LoopOptions& options, LoopReport& report) {
  Measuring(program, body, machine, options, report).run();
}

} // namespace stallscope::session
